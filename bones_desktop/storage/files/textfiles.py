"""The one door to the disk for whole files: a save leaves the old content or the new, never a mixture."""

import contextlib
import errno
import os
import stat
import sys
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, Literal

FileProblemCode = Literal[
    "disk-full",
    "read-only",
    "folder-gone",
    "dead-link",
    "file-gone",
    "changed-outside",
    "busy",
    "denied",
    "bad-name",
    "exists",
    "in-the-way",
    "is-folder",
    "not-file",
    "other-kind",
    "too-large",
    "too-much",
    "too-many",
    "in-use",
    "newer",
    "other",
]

Present = bytes | Literal["any"] | None
"""What a file must hold for it to be replaced; None where there must be no file."""
TEMPORARY_PREFIX: Final = ".bones-desktop-"
TEMPORARY_SUFFIX: Final = ".tmp~"
TEMPORARY_AGE: Final = timedelta(hours=1)

_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_BUSY: Final = frozenset({5, 32, 33})
"""Windows: access denied, sharing violation, lock violation; a virus scanner or a cloud folder holds the file."""
_NO_FILE: Final = frozenset({errno.ENODEV, errno.ENXIO})
"""What a pipe, a device or a socket answers."""
_OPENING: Final = (
    getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NOINHERIT", 0)
)  # fmt: skip
_KIND: Final = 4
"""Bytes that PDF, PNG, SVG, 3MF, our STL and our own files do not have in common at their beginning."""
_PART: Final = 1 << 20
_WAITS: Final = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8)


class FileProblem(Exception):  # noqa: N818 (the disk, not the program, is at fault)
    """Something the disk or the system refuses; `wording.files` makes the sentence. The file is as it was before."""

    def __init__(self, code: FileProblemCode, path: Path, **values: int | str) -> None:
        super().__init__(f"{code}: {path}")
        self.code: FileProblemCode = code
        self.path = path
        self.values = values


def save_bytes(path: Path, data: bytes, present: Present = "any") -> None:
    """Replace the content of `path` by `data` and return when it is on the device.

    With `present`, only where the file still holds that right before; else FileProblem "changed-outside", or "exists"
    where there was to be none. A link is followed; mode, group and extended attributes are kept where the system lets
    them. A file made read-only stays as it is. A folder that is gone is not made again: it may be a stick that was
    pulled out. Raises FileProblem.
    """
    try:
        _save(Path(os.path.realpath(path)), data, present)
    except FileProblem as error:
        raise FileProblem(error.code, path, **error.values) from error
    except OSError as error:
        raise problem(error, path, len(data)) from error
    except ValueError as error:
        raise FileProblem("bad-name", path) from error


def require_kind(path: Path, data: bytes) -> None:
    """Raise FileProblem "other-kind" where a file at `path` does not begin as `data` does: it is of another kind."""
    try:
        handle = open_regular(path)
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        raise problem(error, path) if isinstance(error, OSError) else FileProblem("bad-name", path) from error
    try:
        start = os.read(handle, _KIND)
    finally:
        os.close(handle)
    if start and start != data[:_KIND]:
        raise FileProblem("other-kind", path)


def save_export(path: Path, data: bytes) -> None:
    """Write a paper, a picture or a model; FileProblem as `save_bytes` and `require_kind`.

    Only one of its own kind is ever replaced: never a character, also by way of a link with another ending.
    """
    require_kind(path, data)
    save_bytes(path, data)


def read_bytes(path: Path, limit: int) -> bytes:
    """Return the content of a regular file; FileProblem when it cannot be read or holds more than `limit` bytes."""
    try:
        handle = open_regular(path)
        try:
            if os.fstat(handle).st_size > limit:
                raise FileProblem("too-large", path, limit=limit)
            parts: list[bytes] = []
            left = limit + 1
            while left and (part := os.read(handle, min(left, _PART))):
                parts.append(part)
                left -= len(part)
        finally:
            os.close(handle)
        if not left:
            raise FileProblem("too-large", path, limit=limit)
        return b"".join(parts)
    except OSError as error:
        raise problem(error, path) from error
    except ValueError as error:
        raise FileProblem("bad-name", path) from error


def open_regular(path: Path, flags: int = os.O_RDONLY) -> int:
    """Return a handle of a file; OSError when it cannot be opened, or is a folder, pipe, socket or device.

    What is none is not touched: to open a pipe would wait for whoever writes to it.
    """
    with contextlib.suppress(FileNotFoundError):
        _require_regular(path.stat(), path)
    handle = os.open(path, flags | _OPENING, 0o666)
    try:
        _require_regular(os.fstat(handle), path)
    except OSError:
        os.close(handle)
        raise
    return handle


def is_there(path: Path) -> bool:
    """Return whether something lies at `path`; no where it cannot be told, as in a folder one may not search."""
    return os.path.exists(path)  # noqa: PTH110 (Path.exists raises what the folder answers)


def may_be_there(path: Path) -> bool:
    """Return whether something lies at `path`, or may lie there: yes where it cannot be told."""
    try:
        path.stat()
    except OSError as error:
        return error.errno not in {errno.ENOENT, errno.ENOTDIR}
    except ValueError:  # no system has such names
        return False
    return True


def is_file(path: Path) -> bool:
    """Return whether a regular file lies at `path`; no where it cannot be told."""
    return os.path.isfile(path)  # noqa: PTH113 (as above)


def state_of(path: Path) -> tuple[int, int, int] | None:
    """Return size, time and place of a file, one of which differs once it was written; None where it cannot be told."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns, found.st_ino


def is_folder(path: Path) -> bool:
    """Return whether a folder lies at `path`; no where it cannot be told."""
    return os.path.isdir(path)  # noqa: PTH112 (as above)


def unreadable(folder: Path) -> FileProblem | None:
    """Return why it cannot be told what lies in a folder; None when it can, and where there is no folder."""
    try:
        if stat.S_ISDIR(folder.stat().st_mode):
            return None if os.access(folder, os.R_OK | os.X_OK) else FileProblem("denied", folder)
    except OSError as error:
        if error.errno not in {errno.ENOENT, errno.ENOTDIR}:
            return problem(error, folder)
    return dead_link(folder / "any") or in_the_way(folder, folder)


def in_the_way(folder: Path, path: Path) -> FileProblem | None:
    """Return a problem with `path` where a file lies in the place of `folder`, or of one above it, else None."""
    for each in (folder, *folder.parents):
        if is_there(each):
            return None if is_folder(each) else FileProblem("in-the-way", path, thing=str(each))
    return None


def dead_link(path: Path) -> FileProblem | None:
    """Return a problem where `path` or a folder above it is a link that leads nowhere, so that no file can be made."""
    for each in (path, *path.parents):
        if os.path.islink(each) and not is_there(each):  # noqa: PTH114 (as above)
            target = Path(os.path.realpath(each))
            # One that leads to itself is its own target.
            if each != path or os.path.islink(target) or not is_folder(target.parent):  # noqa: PTH114 (as above)
                return FileProblem("dead-link", path, thing=str(each), target=str(target))
    return None


def move(source: Path, target: Path) -> None:
    """Move a file, durably, onto a name of the same drive that is free; FileProblem when it cannot be done."""
    try:
        if os.path.lexists(target):
            raise FileProblem("exists", target)
        _replace(source, target)
        for folder in {source.parent, target.parent}:
            _sync_folder(folder)
    except OSError as error:
        raise problem(error, source) from error


def sweep_temporaries(folder: Path, now: datetime) -> int:
    """Delete what saves that were killed left in `folder`: our own names only, an hour old or more; return how many."""
    swept = 0
    with contextlib.suppress(OSError):
        for each in folder.iterdir():
            if not (each.name.startswith(TEMPORARY_PREFIX) and each.name.endswith(TEMPORARY_SUFFIX)):
                continue
            with contextlib.suppress(OSError):
                found = each.lstat()
                if found.st_mtime > (now - TEMPORARY_AGE).timestamp():
                    continue
                if stat.S_ISDIR(found.st_mode):
                    import shutil  # as below

                    shutil.rmtree(each)
                else:
                    each.unlink()
                swept += 1
    return swept


def problem(error: OSError, path: Path, needed: int = 0) -> FileProblem:
    """Return what `error` means for someone who works with `path`."""
    if error.errno in _FULL:
        return FileProblem("disk-full", path, needed=needed, free=_free(path))
    if getattr(error, "winerror", None) in _BUSY:
        return FileProblem("busy", path)
    if error.errno in {errno.ENOENT, errno.ELOOP} and (dead := dead_link(path)) is not None:
        return dead
    if error.errno in {errno.ENOENT, errno.ENOTDIR}:
        if is_folder(path.parent):
            return FileProblem("file-gone", path)
        return in_the_way(path.parent, path) or FileProblem("folder-gone", path)
    if error.errno == errno.EROFS or (error.errno in {errno.EACCES, errno.EPERM} and _is_read_only(path)):
        return FileProblem("read-only", path)
    if error.errno in {errno.EACCES, errno.EPERM}:
        return FileProblem("denied", path)
    if error.errno == errno.EISDIR:
        return FileProblem("is-folder", path)
    if error.errno in _NO_FILE:
        return FileProblem("not-file", path)
    if error.errno in {errno.ENAMETOOLONG, errno.EINVAL}:
        return FileProblem("bad-name", path)
    return FileProblem("other", path, text=error.strerror or type(error).__name__)


def _save(target: Path, data: bytes, present: Present) -> None:
    """Write a new file beside `target` and let it take its place."""
    found = None
    with contextlib.suppress(FileNotFoundError):
        found = target.stat()
        _require_regular(found, target)
        if _is_read_only(target):
            raise PermissionError(errno.EACCES, "file is read-only", str(target))
    temporary = target.parent / f"{TEMPORARY_PREFIX}{os.urandom(8).hex()}{TEMPORARY_SUFFIX}"
    _write_new(temporary, data, 0o666 if found is None else 0o600)
    try:
        if found is not None:
            _copy_metadata(temporary, target, found)
        with _folder_lock(target.parent):
            _require_present(target, present)
            _replace(temporary, target)
    except BaseException:
        _forget(temporary)
        raise
    _sync_folder(target.parent)


def _require_present(target: Path, present: Present) -> None:
    """Raise FileProblem when the file holds something else than `present`: "exists" where there was to be none."""
    if isinstance(present, str):
        return
    now: bytes | None = None
    try:
        now = read_bytes(target, len(present or b""))
    except FileProblem as error:
        if error.code not in {"file-gone", "too-large"}:
            raise
        if error.code == "file-gone" and present is None:
            return
    if now is None or now != present:
        raise FileProblem("exists" if present is None else "changed-outside", target)


@contextlib.contextmanager
def _folder_lock(folder: Path) -> Iterator[None]:
    """Keep other programs of ours from comparing and replacing files in `folder` at the same moment.

    Where the system has no such locks, or somebody holds this one for long, nobody waits.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        yield
        return
    try:
        for wait in _WAITS:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                time.sleep(wait)
            except OSError:
                break
        yield
    finally:
        os.close(handle)


def _copy_metadata(temporary: Path, target: Path, found: os.stat_result) -> None:
    """Give a new file the owner, group, mode and attributes of `target`, of which `found` was found."""
    import shutil  # brings in every kind of archive, and a start waits for this module

    # Only root may give files away, and some drives have neither modes nor attributes.
    if hasattr(os, "chown"):
        for owner, group in ((-1, found.st_gid), (found.st_uid, -1)):
            with contextlib.suppress(OSError):
                os.chown(temporary, owner, group)
    with contextlib.suppress(OSError):
        shutil.copystat(target, temporary)
    os.utime(temporary)  # it is a new file all the same


def _write_new(path: Path, data: bytes, mode: int) -> None:
    """Make a file of `data`; none is left when that is refused on the way."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOINHERIT", 0)
    handle = os.open(path, flags, mode)
    try:
        try:
            _write_all(handle, data)
            sync(handle)
        finally:
            os.close(handle)
    except BaseException:
        _forget(path)
        raise


def _forget(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


def _require_regular(found: os.stat_result, path: Path) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, "a folder", str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.ENODEV, "no file", str(path))


def _write_all(handle: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        written = os.write(handle, left)
        if written <= 0:
            raise OSError(errno.ENOSPC, "nothing was written")
        left = left[written:]


def sync(handle: int) -> None:
    """Return when what was written to `handle` is on the device; OSError when it is not."""
    if sys.platform == "darwin":
        import fcntl

        with contextlib.suppress(OSError):
            # Here fsync leaves the data in the drive's cache; network volumes refuse the stronger call.
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
            return
    os.fsync(handle)


def _sync_folder(folder: Path) -> None:
    """Write the folder's entry to the device. Some network drives refuse; the file is in place all the same."""
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            sync(handle)
        finally:
            os.close(handle)


def _replace(source: Path, target: Path) -> None:
    for wait in (*_WAITS, None):
        try:
            source.replace(target)
        except OSError as error:
            if wait is None or getattr(error, "winerror", None) not in _BUSY:
                raise
            time.sleep(wait)
        else:
            return


def _is_read_only(path: Path) -> bool:
    """Whether the user took away the right to write; asked of the mode too, for root may write anything."""
    try:
        return not path.stat().st_mode & 0o222 or not os.access(path, os.W_OK)
    except OSError:
        return False


def _free(path: Path) -> int:
    import shutil  # as above

    try:
        return shutil.disk_usage(path.parent).free
    except OSError:
        return 0
