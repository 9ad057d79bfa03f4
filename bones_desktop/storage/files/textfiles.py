"""Reads and writes whole files. After a save, a file has its old content or its new content, never a mixture."""

import contextlib
import errno
import os
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from datetime import datetime

FileProblemCode = Literal[
    "disk-full",
    "read-only",
    "folder-gone",
    "file-gone",
    "changed-outside",
    "busy",
    "denied",
    "bad-name",
    "exists",
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
"""Content that a file must have before it is replaced. None means there must be no file; "any" skips the check."""
TEMPORARY_PREFIX: Final = ".bones-desktop-"
TEMPORARY_SUFFIX: Final = ".tmp~"
_TEMPORARY_AGE: Final = 3_600
"""Age in seconds from which a temporary file belongs to no running save."""

_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_BUSY: Final = frozenset({5, 32, 33})
"""Windows errors: access denied, sharing violation, lock violation. A virus scanner or cloud program has the file open.
"""
_NO_FILE: Final = frozenset({errno.EISDIR, errno.ENODEV, errno.ENXIO})
"""Errors when a folder, a pipe, a device or a socket is opened."""
# With O_NONBLOCK, opening a pipe without a writer does not wait. O_NOINHERIT keeps the handle from other programs.
_OPENING: Final = (
    getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NOINHERIT", 0)
)  # fmt: skip
_KIND: Final = 4
"""Number of leading bytes by which PDF, PNG, SVG, 3MF, our STL and our own files can be distinguished."""
# Seconds between attempts, 1.6 in all. A virus scanner needs about as long, and the window does not seem frozen.
_WAITS: Final = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8)


class FileProblem(Exception):  # noqa: N818 (the disk, not the program, is at fault)
    """Raised when an operation on a file fails. The file is unchanged.

    `wording.files` makes the sentence for the user.
    """

    def __init__(self, code: FileProblemCode, path: Path, **values: int | str) -> None:
        super().__init__(f"{code}: {path}")
        self.code: FileProblemCode = code
        self.path = path
        self.values = values


def save_bytes(path: Path, data: bytes, present: Present = "any") -> None:
    """Replace the content of `path` with `data`, and return once it is stored on the device. Raise FileProblem.

    If `present` is not "any", the file is replaced only if its content is `present`. Otherwise FileProblem is raised
    with "changed-outside", or with "exists" if there should be no file. If `path` is a link, its target is replaced.
    Mode, group and extended attributes are kept if the system allows it. A read-only file is not changed. A missing
    folder is not created again, because it may be on a USB stick that was unplugged.
    """
    try:
        # The target of a link is replaced. Replacing the link itself would leave the target with the old content.
        _save(Path(os.path.realpath(path)), data, present)
    except FileProblem as error:
        raise FileProblem(error.code, path, **error.values) from error
    except OSError as error:
        raise problem(error, path, len(data)) from error
    except ValueError as error:
        raise FileProblem("bad-name", path) from error


def save_private(path: Path, data: bytes) -> None:
    """Write a secret, which only the user may read. Raise FileProblem like `save_bytes`."""
    try:
        # Before there is anything to read.
        path.touch(0o600)
        path.chmod(0o600)
    except OSError as error:
        raise problem(error, path) from error
    save_bytes(path, data)


def require_kind(path: Path, data: bytes) -> None:
    """Raise FileProblem "other-kind" if the file at `path` does not begin with the same bytes as `data`."""
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
    """Write a document, a picture or a model. Raise FileProblem like `save_bytes` and `require_kind`.

    Only a file of the same kind is replaced. So a character's file is never replaced, not even through a link with
    another extension.
    """
    require_kind(path, data)
    save_bytes(path, data)


def read_bytes(path: Path, limit: int) -> bytes:
    """Return the content of a regular file. Raise FileProblem if it cannot be read or has more than `limit` bytes."""
    try:
        with os.fdopen(open_regular(path), "rb") as file:
            # One byte more than allowed is read, to notice that there are more.
            data = file.read(limit + 1)
    except OSError as error:
        raise problem(error, path) from error
    except ValueError as error:
        raise FileProblem("bad-name", path) from error
    if len(data) > limit:
        raise FileProblem("too-large", path, limit=limit)
    return data


def open_regular(path: Path, flags: int = os.O_RDONLY) -> int:
    """Return a handle of a regular file. Raise OSError if it cannot be opened or is not a regular file.

    Folders, pipes, sockets and devices are refused, because opening a pipe could wait for ever.
    """
    with contextlib.suppress(FileNotFoundError):
        _require_regular(path.stat(), path)
    return os.open(path, flags | _OPENING, 0o666)


def is_there(path: Path) -> bool:
    """Return whether `path` exists. False if that is unknown, for example in a folder without access."""
    return os.path.exists(path)  # noqa: PTH110 (Path.exists raises what the folder answers)


def may_be_there(path: Path) -> bool:
    """Return whether `path` exists or may exist. True if that is unknown."""
    try:
        path.stat()
    except OSError as error:
        return error.errno not in {errno.ENOENT, errno.ENOTDIR}
    except ValueError:  # No system allows this name.
        return False
    return True


def is_file(path: Path) -> bool:
    """Return whether `path` is a regular file. False if that is unknown."""
    return os.path.isfile(path)  # noqa: PTH113 (raises nothing)


def state_of(path: Path) -> tuple[int, int, int] | None:
    """Return size, time and inode number of a file; None if they are unknown.

    Every write changes at least one of the three numbers.
    """
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns, found.st_ino


def is_folder(path: Path) -> bool:
    """Return whether `path` is a folder. False if that is unknown."""
    return os.path.isdir(path)  # noqa: PTH112 (raises nothing)


def unreadable(folder: Path) -> FileProblem | None:
    """Return why a folder cannot be listed; None if it can be listed or does not exist."""
    try:
        if not stat.S_ISDIR(folder.stat().st_mode):
            return FileProblem("folder-gone", folder / "any")
    except FileNotFoundError:
        return None
    except OSError as error:
        return problem(error, folder)
    return None if os.access(folder, os.R_OK | os.X_OK) else FileProblem("denied", folder)


def move(source: Path, target: Path) -> None:
    """Move a file durably to a free name on the same drive. Raise FileProblem when that fails."""
    try:
        # The check is needed because on Linux and macOS a rename silently replaces its target.
        if os.path.lexists(target):
            raise FileProblem("exists", target)
        _replace(source, target)
        # Both folders must be flushed to make the move durable: one loses an entry, and the other gains an entry.
        for folder in {source.parent, target.parent}:
            _sync_folder(folder)
    except OSError as error:
        raise problem(error, source) from error


def sweep_temporaries(folder: Path, now: "datetime") -> int:
    """Delete temporary files that interrupted saves left in `folder`. Return how many were deleted.

    Only files with our own naming pattern that are at least an hour old are deleted.
    """
    swept = 0
    with contextlib.suppress(OSError):
        for each in folder.iterdir():
            if not (each.name.startswith(TEMPORARY_PREFIX) and each.name.endswith(TEMPORARY_SUFFIX)):
                continue
            with contextlib.suppress(OSError):
                found = each.lstat()
                # A young file may belong to a running save of another instance.
                if found.st_mtime > now.timestamp() - _TEMPORARY_AGE:
                    continue
                if stat.S_ISDIR(found.st_mode):
                    import shutil  # Imported late: see `_copy_metadata`.

                    shutil.rmtree(each)
                else:
                    each.unlink()
                swept += 1
    return swept


def problem(error: OSError, path: Path, needed: int = 0) -> FileProblem:
    """Return the problem to report for `error` at `path`."""
    if error.errno in _FULL:
        return FileProblem("disk-full", path, needed=needed, free=_free(path))
    if getattr(error, "winerror", None) in _BUSY:
        return FileProblem("busy", path)
    if error.errno in {errno.ENOENT, errno.ENOTDIR, errno.ELOOP}:
        # The system reports a missing file and a missing folder alike, but the user needs to know which one it is.
        return FileProblem("file-gone" if is_folder(path.parent) else "folder-gone", path)
    if error.errno == errno.EROFS or (error.errno in {errno.EACCES, errno.EPERM} and _is_read_only(path)):
        return FileProblem("read-only", path)
    if error.errno in {errno.EACCES, errno.EPERM}:
        return FileProblem("denied", path)
    if error.errno in _NO_FILE:
        return FileProblem("not-file", path)
    if error.errno in {errno.ENAMETOOLONG, errno.EINVAL}:
        return FileProblem("bad-name", path)
    return FileProblem("other", path, text=error.strerror or type(error).__name__)


def temporary_in(folder: Path) -> Path:
    """Return a new name in `folder` for a temporary file or folder. `sweep_temporaries` deletes it if it is left."""
    return folder / f"{TEMPORARY_PREFIX}{os.urandom(8).hex()}{TEMPORARY_SUFFIX}"


def _save(target: Path, data: bytes, present: Present) -> None:
    """Write a new file next to `target` and rename it to `target`."""
    found = None
    with contextlib.suppress(FileNotFoundError):
        found = target.stat()
        _require_regular(found, target)
        if _is_read_only(target):
            raise PermissionError(errno.EACCES, "file is read-only", str(target))
    # In the same folder, because a rename is atomic only within one drive.
    temporary = temporary_in(target.parent)
    # Until the mode has been copied, nobody else may read the file, because `target` may be private.
    _write_new(temporary, data, 0o666 if found is None else 0o600)
    try:
        if found is not None:
            _copy_metadata(temporary, target, found)
        put_in_place(temporary, target, present)
    except BaseException:
        _forget(temporary)
        raise


def put_in_place(temporary: Path, target: Path, present: Present = "any") -> None:
    """Rename a finished file durably to `target` if the content of `target` is `present`.

    `temporary` must be in the folder of `target`. Raise FileProblem or OSError when that fails.
    """
    # Comparing and replacing must happen under one lock, or another instance may write in between.
    with _folder_lock(target.parent):
        _require_present(target, present)
        _replace(temporary, target)
    _sync_folder(target.parent)


def _require_present(target: Path, present: Present) -> None:
    """Raise FileProblem "changed-outside" unless the file has the content `present`.

    If `present` is None and there is a file, the problem is "exists" instead.
    """
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
    """Keep other instances of the program from comparing and replacing files in `folder` at the same time.

    If the system has no such locks, or another program keeps the lock too long, the caller continues without it.
    """
    try:
        import fcntl  # Windows has no such module.
    except ImportError:
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
    """Give a new file the owner, group, mode and attributes of `target`. `found` is the status of `target`."""
    import shutil  # Imported late: `shutil` imports every archive format, and a start needs this module.

    # Errors are ignored: only root may change an owner, and some drives have neither modes nor attributes.
    if hasattr(os, "chown"):
        for owner, group in ((-1, found.st_gid), (found.st_uid, -1)):
            with contextlib.suppress(OSError):
                os.chown(temporary, owner, group)
    with contextlib.suppress(OSError):
        shutil.copystat(target, temporary)
    os.utime(temporary)  # `copystat` also copied the time of the old file, which is wrong for a new file.


def _write_new(path: Path, data: bytes, mode: int) -> None:
    """Create a file with `data`. If writing fails, no file is left behind."""
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
    # One call may write only a part of the data.
    left = memoryview(data)
    while left:
        written = os.write(handle, left)
        if written <= 0:
            raise OSError(errno.ENOSPC, "nothing was written")
        left = left[written:]


def sync(handle: int) -> None:
    """Flush what was written to `handle` to the device. Raise OSError if that fails."""
    if sys.platform == "darwin":
        import fcntl  # Windows has no such module.

        with contextlib.suppress(OSError):
            # On macOS, `fsync` leaves the data in the drive's cache, but F_FULLFSYNC does not. Network volumes refuse
            # it.
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
            return
    os.fsync(handle)


def sync_file(path: Path) -> None:
    """Flush a file to the device. Raise OSError if that fails."""
    handle = open_regular(path, os.O_RDWR)
    try:
        sync(handle)
    finally:
        os.close(handle)


def _sync_folder(folder: Path) -> None:
    """Flush the folder's entries to the device. Some network drives refuse this, but the file is still in place."""
    # Windows cannot open folders this way, and NTFS journals renames by itself.
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
    """Return whether the file is read-only.

    Its mode is checked too, because `os.access` lets root write to any file.
    """
    try:
        return not path.stat().st_mode & 0o222 or not os.access(path, os.W_OK)
    except OSError:
        return False


def _free(path: Path) -> int:
    import shutil  # Imported late: see `_copy_metadata`.

    try:
        return shutil.disk_usage(path.parent).free
    except OSError:
        return 0
