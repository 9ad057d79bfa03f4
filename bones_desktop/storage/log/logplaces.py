"""The files of the log and those beside it: what lies in its place, moving that aside, and putting a new log there."""

import contextlib
import errno
import os
import shutil
import sqlite3
import stat
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path, PurePath
from typing import Final
from urllib.parse import quote

from bones_desktop.storage.files.checkedfile import set_aside
from bones_desktop.storage.files.locations import private_folder
from bones_desktop.storage.files.textfiles import TEMPORARY_AGE, FileProblem, move, problem

Place = tuple[int, int, int, int]
"""Device, number, size and time of a file: another program has written to it when they change."""
UNKNOWN: Final[Place] = (-1, -1, -1, -1)
"""Of what may not be looked at now."""
Places = tuple[Place | None, Place | None]
"""Of the log and of its journal."""
_NOTHING: Final = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ELOOP})


def places(path: Path) -> Places:
    """Return what lies in the place of the log and of its journal now."""
    return _place(path), _place(beside(path, "-wal"))


def known(now: Places, before: Places) -> Places:
    """Return what lies there after it was written to: the file it was before, where that may not be looked at."""
    first, second = (
        (*was[:2], *UNKNOWN[2:]) if is_ == UNKNOWN and was is not None else is_
        for is_, was in zip(now, before, strict=True)
    )
    return first, second


def is_same(now: Place | None, before: Place) -> bool:
    """Return whether a file is the one of before, as far as can be known, and nobody has written to it."""
    return now is not None and now[:2] == before[:2] and (before[2:] == UNKNOWN[2:] or now[2:] == before[2:])


def _place(path: Path) -> Place | None:
    try:
        found = path.stat()
    except OSError as error:
        return None if error.errno in _NOTHING else UNKNOWN
    # Windows tells the time of an open file late, and lets nobody else write to it.
    return found.st_dev, found.st_ino, found.st_size, 0 if os.name == "nt" else found.st_mtime_ns


_LARGEST: Final = 1 << 29
"""Bytes of a log that is still copied, and read through unasked."""


def is_huge(path: Path) -> bool:
    """Return whether a file is larger than a log of a million throws: it is not copied, nor read through unasked."""
    try:
        return path.stat().st_size > _LARGEST
    except OSError:
        return False


PART: Final = "-part"
"""Ending of a new log that is being written."""
READY: Final = "-rescued"
"""Ending of one that is whole."""


def ready(path: Path) -> Path:
    """Return where a new log lies when it is whole and only has to be put in its place."""
    return beside(path, READY)


def make_way(path: Path, now: datetime) -> tuple[Path | None, Path | None]:
    """Make the folder, finish what was begun before a kill, and move aside what is no file or not the log's.

    Return where that lies which lay in the place of the log, and something that lay beside it. FileProblem when the
    disk refuses.
    """
    moved = stray = None
    try:
        private_folder(path.parent)
        if os.path.lexists(path) and not _is_file(path):
            moved = put_aside(path, now)
        for lies in (beside(path, ending) for ending in (*JOURNALS, PART, READY)):
            if os.path.lexists(lies) and not _is_file(lies):
                stray = put_aside(lies, now)
        if ready(path).exists():
            part = beside(path, PART)
            if not _is_whole(ready(path)) and _is_whole(part):  # a half copy, where names cannot be changed
                ready(path).unlink()
                move(part, ready(path))
            if _is_whole(path):
                ready(path).unlink()  # the log is still there: it is looked at again
            else:  # a half copy, where names cannot be changed, or what was to be replaced
                moved = move_aside(path, now) or moved
                put_in_place(path)
        if beside(path, "-journal").exists() and _keeps_a_wal(path):
            put_aside(beside(path, "-journal"), now)  # untold: a kill at the first start leaves one
    except OSError as error:
        raise problem(error, path) from error
    return moved, stray


def sweep(halves: Iterable[Path], now: datetime) -> None:
    """Delete what was being written when the program was killed, an hour ago or longer: it is begun anew."""
    for each in halves:
        with contextlib.suppress(OSError):
            if _is_file(each) and each.stat().st_mtime < (now - TEMPORARY_AGE).timestamp():
                take_away(each)


def put_aside(lies: Path, now: datetime) -> Path:
    """Move one file or folder aside and return where it lies; PermissionError where that cannot be done."""
    moved = set_aside(lies, now)
    if moved is None:
        raise PermissionError(errno.EACCES, "cannot be moved", str(lies))
    return moved


_WAYS: Final = slice(18, 20)
"""Where the header of a database says how it is written and read."""


def _keeps_a_wal(path: Path) -> bool:
    """Return whether a log keeps what is written in "-wal": a "-journal" beside it belongs to another database."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(_WAYS.stop)[_WAYS] == b"\2\2"


def _is_file(path: Path) -> bool:
    """Return whether something is a file, a link to one, or a link to where nothing is yet."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        return path.is_symlink()
    except OSError as error:
        return error.errno != errno.ELOOP  # nobody can tell; opening it will


def address(path: PurePath, how: str) -> str:
    """Return the URI by which SQLite opens an absolute path, with options such as "mode=ro".

    `as_uri` names the server of a Windows network share as a host, and SQLite knows none but this one.
    """
    place = path.as_posix()
    return f"file://{'' if place.startswith('/') else '/'}{quote(os.fsencode(place), safe='/:')}?{how}"


def _is_whole(path: Path) -> bool:
    """Return whether a log is sound without its journals; nothing beside it is touched. OSError when unreadable."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        if len(file.read(2)) < 2:  # in one byte, too, SQLite sees a database with nothing in it
            return False
    try:
        with contextlib.closing(sqlite3.connect(address(path.absolute(), "immutable=1"), uri=True)) as alone:
            return bool(alone.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
    except (sqlite3.Error, UnicodeError, ValueError, TypeError):
        return False


def move_aside(path: Path, now: datetime) -> Path | None:
    """Move the log with its journals, and return its new place: left behind, SQLite would apply them to the new log."""
    moved = set_aside(path, now) if os.path.lexists(path) else None
    for ending in JOURNALS:
        journal = beside(path, ending)
        if os.path.lexists(journal):
            if moved is None:
                set_aside(journal, now)
                continue
            with contextlib.suppress(FileProblem):
                move(journal, beside(moved, ending))
    return moved


def put_in_place(path: Path) -> None:
    """Move a new log that is whole to where the log lies; FileProblem when the disk refuses."""
    move(ready(path), path)


def is_free(path: Path) -> bool:
    """Return whether no other process has the log open."""
    if not _is_file(path):
        return True  # opening a pipe would wait without end
    try:
        with contextlib.closing(sqlite3.connect(address(path.absolute(), "mode=ro"), uri=True, timeout=0)) as other:
            other.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone()
    except sqlite3.Error as error:
        return getattr(error, "sqlite_errorcode", 0) & 0xFF not in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
    except (UnicodeError, ValueError):
        return True
    return True


def copy_aside(path: Path, now: datetime) -> Path:
    """Copy the log with its journals under a name that is free, and return that; OSError when the disk refuses."""
    stamp = f"{now:%Y%m%d-%H%M%S}"
    names = (beside(path, f".bad-{stamp}{again}") for again in ("", *(f"-{number}" for number in range(2, 100))))
    aside = next((name for name in names if not os.path.lexists(name)), beside(path, f".bad-{stamp}-100"))
    for ending in ("", *JOURNALS):
        if beside(path, ending).is_file():
            shutil.copyfile(beside(path, ending), beside(aside, ending))
    return aside


def take_away(path: Path) -> None:
    """Delete a log and its journals, or SQLite would apply them to the next one; OSError when the disk refuses."""
    for ending in ("", *JOURNALS):
        beside(path, ending).unlink(missing_ok=True)


JOURNALS: Final = ("-wal", "-shm", "-journal")
"""Endings of what SQLite keeps beside the log."""


def beside(path: Path, ending: str) -> Path:
    """Return the file beside the log at `path`."""
    return path.with_name(path.name + ending)


def owing(path: Path) -> Path:
    """Return the file that exists while a closed log has pending acts."""
    return beside(path, "-owing")


def may_owe(path: Path) -> bool:
    """Return whether the closed log at `path` may have pending acts: it has, or the program was killed."""
    # Not by `Path.exists`, which raises where the folder may not be searched.
    return os.path.exists(owing(path)) or os.path.exists(beside(path, "-wal"))  # noqa: PTH110
