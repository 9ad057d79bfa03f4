"""A look at everything in the log, line by line, and at what a backup of it holds."""

import contextlib
import os
import sqlite3
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logbackups import is_sound
from bones_desktop.storage.log.logplaces import beside
from bones_desktop.storage.log.logrows import (
    COLUMNS,
    FAULTS,
    DieTable,
    as_count,
    entry_of,
    is_refused,
    moment,
    searched,
    waves_told,
)
from bones_desktop.storage.log.logschema import LARGEST_ID, restrain

_MOST_DRAWS: Final = 1_000_000
"""Of one evening: one each second for eleven days."""


@dataclass(frozen=True, slots=True)
class LogCheck:
    """What was found in a log."""

    faults: tuple[str, ...] = ()
    """What is wrong with the file, in SQLite's words; none for a sound one."""
    lines: int = 0
    unread: int = 0
    """Lines of which a part cannot be read."""
    evenings: int = 0
    missing: int = 0
    """Draws that an evening gave out and no line holds."""
    miscounted: int = 0
    """Evenings whose count of draws is damaged; of those none are missed."""
    unsearched: tuple[int, ...] = ()
    """Lines that a search does not find by what they say, by their ids."""


@dataclass(frozen=True, slots=True)
class BackupSummary:
    """What a backup holds."""

    path: Path
    lines: int
    first: datetime | None
    last: datetime | None
    """When the first and the last line were written."""


def look_through(connection: sqlite3.Connection, dice: DieTable) -> LogCheck:
    """Read every line of a log that has no faults; sqlite3.Error where it has."""
    lines = unread = 0
    unsearched: list[int] = []
    drawn: dict[int, set[int]] = {}
    for row in connection.execute(f"SELECT id, {COLUMNS} FROM line"):  # noqa: S608
        lines += 1
        line = entry_of(row, dice)
        search, (found, evening, number, fell, again, tags) = row[4], row[8:14]
        told = ((fell, line.dice), (found, line.findings), (again, line.waves), (tags, line.tags))
        possible = all(type(each) is int and 0 <= each < LARGEST_ID for each in (evening, number))
        unread += not possible or line.at.year < 1971 or any(stored and not read for stored, read in told)
        if search != searched(line):
            unsearched.append(line.id)
        for drawn_in, each in ((as_count(evening), as_count(number)), *waves_told(again, as_count(evening))):
            if each:
                drawn.setdefault(drawn_in, set()).add(each)
    evenings = connection.execute("SELECT id, draws FROM evening").fetchall()
    counted = [(evening, draws) for evening, draws in evenings if type(draws) is int and 0 <= draws <= _MOST_DRAWS]
    missing = sum(max(0, draws - len(drawn.get(evening, ()))) for evening, draws in counted)
    return LogCheck((), lines, unread, len(evenings), missing, len(evenings) - len(counted), tuple(unsearched))


_EVERY: Final = "SELECT id, CAST(at AS BLOB), evening, number, dice FROM line WHERE kind != 'scene' ORDER BY id"
"""What is never changed or taken away, as headings are."""


def has_own_journal(path: Path) -> bool:
    """Return whether the "-wal" beside a log is its own, as far as can be known; nothing is of one that is open.

    With that of another log, or of an earlier day, lines are gone or others that stand in the log alone. Where a kill
    came while the journal was written into the log, that is not sound alone, and nothing is known.
    """
    index = beside(path, "-shm")
    was_there = os.path.lexists(index)
    try:
        return _has_all_lines(path)
    finally:
        if not was_there:  # SQLite leaves it where it may not write
            with contextlib.suppress(OSError):
                index.unlink(missing_ok=True)


def _has_all_lines(path: Path) -> bool:
    with contextlib.suppress(*FAULTS), contextlib.closing(_opened(path, "immutable=1")) as alone:
        before = alone.execute(_EVERY)
        try:
            with contextlib.closing(_opened(path, "mode=ro")) as both:
                now = both.execute(_EVERY)
                if all(line in now for line in before):  # goes through both once
                    return True
        except FAULTS as error:
            if is_refused(error):
                return True
        return not is_sound(alone)
    return True


def _opened(path: Path, how: str) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, timeout=0)
    try:
        restrain(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def summary(path: Path) -> BackupSummary:
    """Return what a backup holds; FileProblem when it cannot be read."""
    try:
        with contextlib.closing(_opened(path, "mode=ro")) as connection:
            count = int(connection.execute("SELECT count(*) FROM line").fetchone()[0])
            ends = connection.execute(
                "SELECT (SELECT at FROM line ORDER BY id LIMIT 1), (SELECT at FROM line ORDER BY id DESC LIMIT 1)"
            ).fetchone()
    except FAULTS as error:
        raise FileProblem("other", path, text=str(error)) from error
    first, last = (None if at is None else moment(at) for at in ends)
    return BackupSummary(path, count, first, last)
