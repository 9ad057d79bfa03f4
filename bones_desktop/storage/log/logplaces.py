"""The log's file and those beside it: SQLite's journals, a new log that waits for its place, and the mark of debts."""

import errno
import os
from datetime import datetime
from pathlib import Path, PurePath
from typing import Final
from urllib.parse import quote

from bones_desktop.storage.files.checkedfile import set_aside
from bones_desktop.storage.files.textfiles import move

JOURNALS: Final = ("-wal", "-shm", "-journal")
"""Endings of the files that SQLite keeps beside a database."""


def beside(path: Path, ending: str) -> Path:
    """Return the file beside the log at `path`."""
    return path.with_name(path.name + ending)


def remove_log(path: Path) -> None:
    """Delete a log and its journals; OSError when the disk refuses."""
    for ending in ("", *JOURNALS):
        beside(path, ending).unlink(missing_ok=True)


def move_aside(path: Path, now: datetime) -> Path | None:
    """Move the log with its journals and return its new place; OSError when the disk refuses.

    None where there was no log. A journal must not stay: SQLite would apply it to the next log.
    """
    aside = None
    if os.path.lexists(path):
        aside = set_aside(path, now)
        if aside is None:
            raise PermissionError(errno.EACCES, "cannot be moved", str(path))
    for ending in JOURNALS:
        journal = beside(path, ending)
        if os.path.lexists(journal):
            if aside is None:
                set_aside(journal, now)
            else:
                move(journal, beside(aside, ending))
    return aside


def new_log(path: Path) -> Path:
    """Return where a new log lies once it is whole, until it takes the place of the log."""
    return beside(path, "-new")


def put_new_in_place(path: Path, now: datetime) -> Path | None:
    """Move what lies in the place of the log aside, and the new log there; return the place of the former.

    After a kill in between, the next start calls this once more. FileProblem or OSError when the disk refuses.
    """
    aside = move_aside(path, now)
    move(new_log(path), path)
    return aside


def address(path: PurePath, how: str) -> str:
    """Return the URI by which SQLite opens an absolute path, with options such as "mode=ro".

    `as_uri` names the server of a Windows network share as a host, and SQLite knows none but this one.
    """
    place = path.as_posix()
    return f"file://{'' if place.startswith('/') else '/'}{quote(os.fsencode(place), safe='/:')}?{how}"


def owing(path: Path) -> Path:
    """Return the file that exists while a closed log has pending acts."""
    return beside(path, "-owing")


def may_owe(path: Path) -> bool:
    """Return whether the closed log at `path` may have pending acts: it has, or the program was killed."""
    # Not by `Path.exists`, which raises where the folder may not be searched.
    return os.path.exists(owing(path)) or os.path.exists(beside(path, "-wal"))  # noqa: PTH110
