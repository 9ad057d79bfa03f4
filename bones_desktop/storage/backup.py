"""Backup of everything that the user made, as one zip file, and restoring a backup.

The file `manifest.json` in a backup lists the path, size and SHA-256 of every other file. A backup is checked
completely before anything is changed. The files that will be replaced are first written to a second backup; restoring
the second backup undoes the first restoring.

Codes of RulesError: backup-foreign, backup-newer (schema), backup-damaged (name), backup-outside (name),
backup-too-large, each with the name of the backup (file).
"""

import contextlib
import errno
import hashlib
import io
import os
import re
import shutil
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from bones_desktop import __version__
from bones_desktop.rules.reasons import RulesError, refuse
from bones_desktop.rules.records import Record
from bones_desktop.rules.typedtext import clean_text
from bones_desktop.rules.values import Limits, UnfitError, Value
from bones_desktop.storage.campaignfile import FIGHT_SUFFIX
from bones_desktop.storage.campaignfile import SUFFIX as CAMPAIGN_SUFFIX
from bones_desktop.storage.files import plainjson
from bones_desktop.storage.files.characterfile import SUFFIX
from bones_desktop.storage.files.checkedfile import LIMIT, DamagedFileError, checked_bytes, parse_checked, read_checked
from bones_desktop.storage.files.datafile import digest_of
from bones_desktop.storage.files.locations import REMOVED, Locations, free_name, free_path, make_folder, put_aside
from bones_desktop.storage.files.plainjson import plain, read, split
from bones_desktop.storage.files.textfiles import (
    FileProblem,
    is_file,
    is_folder,
    is_there,
    move,
    open_regular,
    problem,
    put_in_place,
    read_bytes,
    require_kind,
    save_bytes,
    state_of,
    sync_file,
    temporary_in,
    unreadable,
)
from bones_desktop.storage.log.logbackups import JOURNALS, beside, have_same_rows, is_sound_log, make_new_log, new_log
from bones_desktop.storage.log.logfile import LogFile
from bones_desktop.storage.log.logrows import FAULTS, log_problem

FORMAT: Final = "bones-desktop-backup"
SCHEMA: Final = 1
BACKUP_SUFFIX: Final = ".zip"
MANIFEST: Final = "manifest.json"
SETTINGS: Final = "settings.json"
PRINTED: Final = "printed.json"
LOG: Final = "throws.sqlite3"
PICTURES: Final = (".png", ".jpg", ".jpeg", ".webp")
"""Endings of pictures to which notes link."""
_VERSIONS: Final = "versions"
_ENDINGS: Final = {
    "characters": (SUFFIX,),
    "campaigns": (CAMPAIGN_SUFFIX,),
    "fights": (FIGHT_SUFFIX,),
    "packs": (".json",),
    "tables": (".txt",),
    "pictures": PICTURES,
    _VERSIONS: (SUFFIX, CAMPAIGN_SUFFIX, FIGHT_SUFFIX),
}
"""Folders in a backup, each with the endings of its files. Files with other endings belong to other programs."""
LARGEST: Final = 16_000_000
"""Maximum size of a file except the log, in bytes. It is the limit of the file format that allows the most."""
_MOST_FILES: Final = 200_000
_LARGEST_MANIFEST: Final = 100_000_000
_RATIO: Final = 100
_ALLOWANCE: Final = 100_000_000
"""Number of bytes that a backup may unpack to, in addition to _RATIO times its size.

Our own files become at most ten times smaller when packed.
"""
_CHUNK: Final = 1 << 20
_ZIP_START: Final = b"PK\x03\x04"
# Characters that separate folders or name a drive on some system, or that some system does not allow in a name.
_UNFIT_SIGNS: Final = re.compile("[\x00-\x1f\x7f/\\\\:\ud800-\udfff]")
_ZIP_FAULTS: Final = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError, RuntimeError, ValueError,
    OverflowError, LookupError,
)  # fmt: skip
"""Errors that Python's reader raises for a zip file that is damaged, encrypted or packed in another way."""

CopyLog = Callable[[Path], bool]
"""Writes a copy of the log of rolls to a new file. Returns False if there is no log. Raises FileProblem."""
Tick = Callable[[int, int], object]
"""Called before each file with the number of finished files and the number of all files.

To stop, it may raise an exception.
"""


class StoredFile(Value):
    """One file in a backup."""

    path: Annotated[str, Limits(min_length=1, max_length=1_000, exact=True)]
    size: Annotated[int, Limits(ge=0)]
    sha256: Annotated[str, Limits(pattern="[0-9a-f]{64}")]
    changed: float = 0
    """Time of the last change, in seconds since 1970."""


class Manifest(Value):
    """List of the files in a backup."""

    program: Annotated[str, Limits(max_length=40)]
    """Version of the program that made the backup."""
    made: Annotated[str, Limits(max_length=40)]
    """Date and time in ISO format."""
    files: Annotated[tuple[StoredFile, ...], Limits(max_length=_MOST_FILES)]
    added: Annotated[tuple[StoredFile, ...], Limits(max_length=_MOST_FILES)] = ()
    """Files that restoring added after this backup was made.

    Restoring this backup removes those files that have not been changed since.
    """
    format: Literal["bones-desktop-backup"] = FORMAT
    schema: Annotated[int, Limits(ge=1)] = SCHEMA


class RestorePlan(Record):
    """The effect of restoring a backup on the files of this home, which are named by their paths in the backup."""

    manifest: Manifest
    new: tuple[str, ...]
    replaced: tuple[str, ...]
    equal: tuple[str, ...]
    removed: tuple[str, ...]
    """Files that an earlier restoring added. They will be moved to the folder of removed files."""

    @property
    def changes_nothing(self) -> bool:
        """True if every file is already the same as in the backup."""
        return not (self.new or self.replaced or self.removed)


class Home:
    """The files of one user, by their paths in a backup. Folders that the settings name are used."""

    def __init__(self, locations: Locations) -> None:
        """Read the names of folders from the settings. Raise FileProblem if the settings cannot be read."""
        self.locations = locations
        self.left_out: list[Path] = []
        """Files that are too large to belong to this program, found by `files`."""
        self._settings = self._read_settings()
        chosen = self._settings.get("characters_folder")
        self._chosen = Path(chosen) if isinstance(chosen, str) and chosen else None
        top = {area: locations.data / area for area in _ENDINGS}
        self._folders = top | {"characters": self._chosen or locations.characters}
        self._single = {SETTINGS: locations.settings_file, PRINTED: locations.printed_faces, LOG: locations.roll_log}

    def files(self) -> dict[str, Path]:
        """Return all files except the log. Raise FileProblem if a folder cannot be listed."""
        found = {name: path for name, path in self._single.items() if name != LOG and is_file(path)}
        self.left_out = []
        for area, folder in self._folders.items():
            for name, path in self._listed(area, folder):
                state = state_of(path)
                if state is not None and state[0] > LARGEST:
                    self.left_out.append(path)
                else:
                    found[name] = path
        return found

    def place(self, name: str) -> Path:
        """Return the path of a file of a backup. `is_placed` must be True for it."""
        area, _slash, below = name.partition("/")
        return self._single[name] if name in self._single else self._folders[area].joinpath(*below.split("/"))

    def wanted(self, name: str, data: bytes) -> bytes | None:
        """Return the content that a file will have after restoring; None for settings that cannot be used.

        Settings keep the folders of this home, because a folder of another computer does not exist here.
        """
        if name != SETTINGS:
            return data
        try:
            body = parse_checked(data)
        except DamagedFileError:
            return None
        if not isinstance(body, dict):
            return None
        mine = {key: value for key, value in self._settings.items() if key.endswith("_folder")}
        kept = {key: mine.get(key, "") if key.endswith("_folder") else value for key, value in body.items()} | mine
        return data if kept == body else checked_bytes(kept)

    def missing(self) -> FileProblem | None:
        """Return a problem if the chosen folder of characters is missing; otherwise None."""
        if self._chosen is None or is_folder(self._chosen):
            return None
        return FileProblem("folder-gone", self._chosen / SUFFIX)

    def _read_settings(self) -> dict[str, Any]:
        path = self.locations.settings_file
        try:
            body = read_checked(path, LIMIT)
        except DamagedFileError as error:
            raise FileProblem("other", path, text="damaged") from error
        except FileProblem as error:
            if error.code in {"file-gone", "folder-gone"}:
                return {}
            raise
        return body if isinstance(body, dict) else {}

    def _listed(self, area: str, folder: Path) -> Iterator[tuple[str, Path]]:
        """Yield the files of an area, each with its path in a backup.

        The paths are allowed on every system, and no two of them differ only in case.
        """
        if (trouble := self.missing()) is not None and area == "characters":
            raise trouble
        for here in (folder, *self._below(area, folder)):
            if trouble := unreadable(here):
                raise trouble
            try:
                paths = sorted(here.iterdir()) if is_folder(here) else []
            except OSError as error:
                raise problem(error, here) from error
            where = "/".join((area, *here.relative_to(folder).parts))
            names: dict[str, str] = {}
            odd: list[Path] = []
            for path in (each for each in paths if each.name.endswith(_ENDINGS[area]) and is_file(each)):
                if _is_plain(path.name) and names.setdefault(_folded(path.name), path.name) == path.name:
                    yield f"{where}/{path.name}", path
                else:
                    odd.append(path)
            for path in odd:
                name = free_name(path.stem, path.suffix, names)
                names[_folded(name)] = name
                yield f"{where}/{name}", path

    def _below(self, area: str, folder: Path) -> Iterable[Path]:
        if area != _VERSIONS:
            return (folder / REMOVED,)
        return sorted(each for each in folder.iterdir() if _is_plain(each.name)) if is_folder(folder) else ()


def is_placed(name: str) -> bool:
    """Return whether a file of a backup belongs to a folder of this program."""
    if name in {SETTINGS, PRINTED, LOG}:
        return True
    area, *below = name.split("/")
    depth = len(below) == 2 if area == _VERSIONS else len(below) == 1 or (len(below) == 2 and below[0] == REMOVED)
    return area in _ENDINGS and depth and all(map(_is_plain, below)) and name.endswith(_ENDINGS[area])


def _is_plain(name: str) -> bool:
    """Return whether a name can only mean a file directly inside its folder, on every system."""
    return name not in {"", ".", ".."} and not _UNFIT_SIGNS.search(name)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def log_copier(locations: Locations, clock: Callable[[], datetime]) -> CopyLog:
    """Return a function that copies the log of rolls while no window has it open."""

    def copy_log(target: Path) -> bool:
        if not is_file(locations.roll_log):
            return False
        log = LogFile(locations.roll_log, clock)
        try:
            log.write_copy(target, lambda: True)
        finally:
            log.close()
        return True

    return copy_log


def _silent(_done: int, _of: int) -> None:
    """Report no progress."""


def back_up(home: Home, target: Path, now: datetime, copy_log: CopyLog, tick: Tick = _silent) -> Manifest:
    """Write a backup of everything to `target`, and return the list of its files.

    Raise FileProblem when a file cannot be read or written, or `target` is another kind of file. An existing backup is
    replaced.
    """
    with _scratch(home.locations) as folder:
        log = folder / LOG
        return _write(home, target, now, log if copy_log(log) else None, tick=tick)


def _write(
    home: Home, target: Path, now: datetime, log: Path | None, *, names: Collection[str] | None = None,
    added: tuple[StoredFile, ...] = (), tick: Tick = _silent,
) -> Manifest:  # fmt: skip
    """Write a backup of everything, or of the files `names`; `log` is a copy of the log."""
    target = Path(os.path.realpath(target))
    files = home.files() | ({LOG: log} if log else {})
    if names is not None:
        files = {name: path for name, path in files.items() if name in names}
    temporary = temporary_in(target.parent)
    try:
        require_kind(target, _ZIP_START)
        stored = []
        with zipfile.ZipFile(temporary, "x", zipfile.ZIP_DEFLATED) as packed:
            for done, (name, path) in enumerate(files.items()):
                tick(done, len(files))
                stored.append(_pack(packed, name, path))
            made = Manifest(program=__version__, made=now.isoformat(), files=tuple(stored), added=added)
            packed.writestr(MANIFEST, f"{plainjson.written(plain(made))}\n")
        sync_file(temporary)
        put_in_place(temporary, target)
    except OSError as error:
        raise problem(error, target, sum(state[0] for path in files.values() if (state := state_of(path)))) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
    return made


def _pack(packed: zipfile.ZipFile, name: str, path: Path) -> StoredFile:
    digest, size = hashlib.sha256(), 0
    # The log can be larger than the memory. Other files are read at once, so that an error names the file.
    with contextlib.ExitStack() as opened:
        data = b"" if name == LOG else read_bytes(path, LARGEST)
        file = opened.enter_context(os.fdopen(open_regular(path), "rb") if name == LOG else io.BytesIO(data))
        member = opened.enter_context(packed.open(name, "w", force_zip64=name == LOG))
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
            size += len(chunk)
            member.write(chunk)
    return StoredFile(path=name, size=size, sha256=digest.hexdigest(), changed=path.stat().st_mtime)


@contextlib.contextmanager
def _scratch(locations: Locations) -> Iterator[Path]:
    """Yield a new folder that is deleted afterwards. Raise FileProblem if it cannot be made."""
    folder = temporary_in(locations.state)
    make_folder(folder)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Backup:
    """An open backup, whose list of files was checked. Its files are checked when they are read."""

    def __init__(self, path: Path) -> None:
        """Open a backup. Raise FileProblem if it cannot be read, RulesError if it cannot be restored."""
        self.path = path
        try:
            self._file = os.fdopen(open_regular(path), "rb")
        except OSError as error:
            raise problem(error, path) from error
        try:
            # The list of files is at the end of a zip file, so it is missing if copying was interrupted.
            is_zip = self._file.read(len(_ZIP_START)) == _ZIP_START
            with self._reading(code="backup-damaged" if is_zip else "backup-foreign"):
                self._zip = zipfile.ZipFile(self._file)
            with self._reading():
                self.manifest = self._checked_manifest()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> "Backup":
        """Return the backup."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Close the file."""
        self._zip.close()
        self._file.close()

    def chunks(self, stored: StoredFile) -> Iterator[bytes]:
        """Yield the content of a file in pieces. Raise RulesError at the end if it is not what the manifest says."""
        digest, left = hashlib.sha256(), stored.size
        with self._reading(stored.path), self._zip.open(stored.path) as member:
            # Read no more than the manifest announces, because a few bytes can unpack to gigabytes.
            while left >= 0 and (chunk := member.read(_CHUNK)):
                left -= len(chunk)
                digest.update(chunk)
                yield chunk
        if left or digest.hexdigest() != stored.sha256:
            raise self.refused("backup-damaged", stored.path)

    def content(self, stored: StoredFile) -> bytes:
        """Return the checked content of a file. Raise RulesError if it is damaged."""
        return b"".join(self.chunks(stored))

    @contextlib.contextmanager
    def _reading(self, name: str = MANIFEST, code: str = "backup-damaged") -> Iterator[None]:
        """Turn an error of the zip reader into RulesError with `code`, and an error of the disk into FileProblem."""
        try:
            yield
        except _ZIP_FAULTS as error:
            raise self.refused(code, name) from error
        except OSError as error:
            # In a file that was cut off, Python's reader seeks to a negative position, which raises this error.
            raise self.refused(code, name) if error.errno == errno.EINVAL else problem(error, self.path) from error

    def _checked_manifest(self) -> Manifest:
        members = {each.filename: each for each in self._zip.infolist()}
        if MANIFEST not in members:
            raise self.refused("backup-foreign")
        if members[MANIFEST].file_size > _LARGEST_MANIFEST or len(members) > _MOST_FILES + 1:
            raise self.refused("backup-too-large")
        manifest = self._parsed(self._zip.read(MANIFEST))
        for name in (MANIFEST, *(each.path for each in (*manifest.files, *manifest.added))):
            if name != MANIFEST and not is_placed(name):
                raise self.refused("backup-outside", name)
        listed = {each.path: each for each in manifest.files}
        unlike = [name for name, each in listed.items() if not _is_ordinary(members.get(name), each)]
        unlike += members.keys() - {MANIFEST, *listed}
        twice = len(self._zip.infolist()) + len(manifest.files) - len(members) - len(set(map(_folded, listed)))
        if unlike or twice:
            raise self.refused("backup-damaged", next(iter(unlike), MANIFEST))
        whole = sum(each.size for each in manifest.files)
        too_large = any(each.size > LARGEST for each in manifest.files if each.path != LOG)
        if too_large or whole > _RATIO * os.fstat(self._file.fileno()).st_size + _ALLOWANCE:
            raise self.refused("backup-too-large")
        return manifest

    def _parsed(self, data: bytes) -> Manifest:
        try:
            document = plainjson.parse(data)
        except plainjson.JsonError as error:
            raise self.refused("backup-damaged", MANIFEST) from error
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise self.refused("backup-foreign")
        schema = document.get("schema")
        if type(schema) is int and schema > SCHEMA:
            raise self.refused("backup-newer", schema=str(schema)[:40])
        try:
            return read(Manifest, split(Manifest, document)[0])
        except UnfitError as error:
            raise self.refused("backup-damaged", MANIFEST) from error

    def refused(self, code: str, name: str = "", **values: str) -> RulesError:
        """Return the error to raise for this backup, because of its file `name`."""
        return refuse(code, file=clean_text(self.path.name), name=clean_text(name)[:80], **values)


def _is_ordinary(member: zipfile.ZipInfo | None, stored: StoredFile) -> bool:
    """Return whether a zip member is a plain file of the size in the manifest, and no link or folder."""
    kind = stat.S_IFMT(member.external_attr >> 16) if member else 0
    return member is not None and kind in {0, stat.S_IFREG} and member.file_size == stored.size


def look(path: Path, home: Home, copy_log: CopyLog, tick: Tick = _silent) -> RestorePlan:
    """Check a backup completely and return the effect of restoring it. Nothing is changed.

    Raise RulesError for a backup that cannot be restored, FileProblem for a file that cannot be read.
    """
    with Backup(path) as backup, _scratch(home.locations) as folder:
        return _plan(backup, home, folder, copy_log, tick)


def _plan(backup: Backup, home: Home, folder: Path, copy_log: CopyLog, tick: Tick) -> RestorePlan:
    """Return the plan for restoring a backup.

    Afterwards `folder` contains the log of the backup as LOG, and a copy of the present log as "old".
    """
    found: dict[str, list[str]] = {"new": [], "replaced": [], "equal": []}
    files = backup.manifest.files
    for done, stored in enumerate(files):
        tick(done, len(files))
        if stored.path == LOG:
            kind = _log_kind(backup, stored, folder, copy_log)
        else:
            if (wanted := home.wanted(stored.path, backup.content(stored))) is None:
                continue
            present = _present(home.place(stored.path))
            kind = "new" if present is None else "equal" if present == wanted else "replaced"
        found[kind].append(stored.path)
    if (trouble := home.missing()) is not None:
        raise trouble
    removed = tuple(each.path for each in backup.manifest.added if _is_unchanged(home, each))
    return RestorePlan(backup.manifest, **{kind: tuple(names) for kind, names in found.items()}, removed=removed)


def _log_kind(backup: Backup, stored: StoredFile, folder: Path, copy_log: CopyLog) -> str:
    """Unpack the log. Return "new" if there is no log here, "equal" if it is the same, otherwise "replaced"."""
    try:
        with os.fdopen(open_regular(folder / LOG, os.O_WRONLY | os.O_CREAT | os.O_EXCL), "wb") as file:
            file.writelines(backup.chunks(stored))
        if not is_sound_log(folder / LOG):
            raise backup.refused("backup-damaged", LOG)
        if not copy_log(folder / "old"):
            return "new"
        return "equal" if have_same_rows(folder / LOG, folder / "old") else "replaced"
    except (OSError, *FAULTS) as error:
        raise log_problem(error, folder / LOG) from error


def _present(path: Path) -> bytes | None:
    try:
        return read_bytes(path, LARGEST)
    except FileProblem as error:
        if error.code in {"file-gone", "folder-gone"}:
            return None
        raise


def _is_unchanged(home: Home, added: StoredFile) -> bool:
    """Return whether an added file can be removed.

    The file must be unchanged, and its folder must have a subfolder for removed files.
    """
    area, _slash, below = added.path.partition("/")
    if not below or area == _VERSIONS or REMOVED in below.split("/"):
        return False
    present = _present(home.place(added.path))
    return present is not None and digest_of(present) == added.sha256


class Restored(Record):
    """Result of restoring a backup."""

    plan: RestorePlan
    kept: Path | None
    """Backup of the replaced files; restoring it undoes this restoring. None if nothing was changed."""


def restore(path: Path, home: Home, now: datetime, copy_log: CopyLog, tick: Tick = _silent) -> Restored:
    """Restore a backup while no window is open. Files that are not in the backup are left alone.

    Raise RulesError or FileProblem like `look`; nothing is changed then. If the process is killed, every file has its
    old or its new content, and the backup of the old content is complete.
    """
    with Backup(path) as backup, _scratch(home.locations) as folder:
        plan = _plan(backup, home, folder, copy_log, _silent)
        if plan.changes_nothing:
            return Restored(plan, None)
        changed = {*plan.new, *plan.replaced}
        todo = [each for each in backup.manifest.files if each.path in changed]
        _require_room(home, path, sum(each.size for each in todo))
        added = tuple(_as_restored(backup, home, each) for each in todo if each.path in plan.new)
        kept = free_path(_made(home.locations.backups), f"before-restore-{now:%Y%m%d-%H%M%S}", BACKUP_SUFFIX)
        before = _write(home, kept, now, folder / "old", names=plan.replaced, added=added)
        _Exchange(backup, home, now, kept, {each.path: each.sha256 for each in before.files}).run(
            todo, plan.removed, folder / LOG, tick
        )
    return Restored(plan, kept)


def _made(folder: Path) -> Path:
    make_folder(folder)
    return folder


def _as_restored(backup: Backup, home: Home, stored: StoredFile) -> StoredFile:
    """Return the entry of a file as it will be here: settings keep the folders of this home."""
    if stored.path != SETTINGS:
        return stored
    data = home.wanted(SETTINGS, backup.content(stored)) or b""
    return stored.with_(size=len(data), sha256=digest_of(data))


def _require_room(home: Home, backup: Path, size: int) -> None:
    """Raise FileProblem if the disk has no room for `size` bytes twice: the new files, and a copy of the old ones."""
    for name in ("characters/any", "campaigns/any"):
        folder = home.place(name).parent
        while not is_folder(folder) and folder != folder.parent:
            folder = folder.parent
        free = shutil.disk_usage(folder).free
        if free < 2 * size + _CHUNK:
            raise FileProblem("disk-full", backup, needed=2 * size + _CHUNK, free=free)


class _Exchange:
    """Replaces files by the files of a backup, and undoes all replacements if one of them fails."""

    def __init__(self, backup: Backup, home: Home, now: datetime, kept: Path, old: dict[str, str]) -> None:
        """Prepare to replace files. `kept` is a backup of the old files; `old` has their hashes by path."""
        self._backup, self._home, self._now = backup, home, now
        self._kept, self._old = kept, old
        self._done: list[str] = []
        self._moved: list[tuple[Path, Path]] = []

    def run(self, todo: Sequence[StoredFile], removed: Sequence[str], log: Path, tick: Tick) -> None:
        """Write the files in `todo`, and move those in `removed` to the folder of removed files.

        `log` is the path of the unpacked log. If a step fails, restore all files and raise FileProblem.
        """
        has_log = any(each.path == LOG for each in todo)
        place = self._home.locations.roll_log
        try:
            if has_log:
                make_folder(place.parent)
                make_new_log(place, log, self._now, damaged=False, goes_on=False)
            for done, stored in enumerate(todo):
                tick(done, len(todo))
                if stored.path != LOG:
                    self._write(stored)
            for name in removed:
                path = self._home.place(name)
                self._moved.append((put_aside(path, path.parent / REMOVED, path.stem, path.suffix), path))
            # The log is replaced last, so that replacing the log never has to be undone.
            if has_log:
                self._put_log_in_place(place)
        except BaseException as error:
            self._put_back()
            if isinstance(error, (OSError, *FAULTS)):
                raise log_problem(error, place) from error
            raise

    def _write(self, stored: StoredFile) -> None:
        path = self._home.place(stored.path)
        data = self._home.wanted(stored.path, self._backup.content(stored))
        present = _present(path)
        # Another program may have changed the file after it was copied.
        if data is None or (present is not None and digest_of(present) != self._old.get(stored.path)):
            raise FileProblem("changed-outside", path)
        make_folder(path.parent, path)
        save_bytes(path, data, present)
        self._done.append(stored.path)
        # Keep the time of the last change, because the shelf sorts characters by it.
        with contextlib.suppress(OSError, OverflowError, ValueError):
            os.utime(path, (stored.changed, stored.changed))

    def _put_log_in_place(self, place: Path) -> None:
        for ending in JOURNALS:
            # A journal here means that the log is in use: SQLite would apply the journal to the new log.
            if is_there(beside(place, ending)):
                raise FileProblem("in-use", place)
        put_in_place(new_log(place), place)

    def _put_back(self) -> None:
        for aside, path in self._moved:
            with contextlib.suppress(FileProblem):
                move(aside, path)
        with contextlib.suppress(OSError):
            new_log(self._home.locations.roll_log).unlink(missing_ok=True)
        # Delete the new files first, to make room for the old ones.
        for name in sorted(self._done, key=self._old.__contains__):
            path = self._home.place(name)
            with contextlib.suppress(FileProblem, RulesError, OSError):
                if name not in self._old:
                    path.unlink()
                    continue
                with Backup(self._kept) as old:
                    save_bytes(path, next(old.content(each) for each in old.manifest.files if each.path == name))
