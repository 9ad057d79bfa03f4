"""A look at everything in the log, line by line, and at what a backup of it holds."""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logbackups import is_sound
from bones_desktop.storage.log.logplaces import address, beside
from bones_desktop.storage.log.logrows import (
    COLUMNS,
    FAULTS,
    DieTable,
    as_count,
    entry_of,
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
    """Lines that a search does not find by what they say, by their ids; none of which a part cannot be read."""


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
        if not possible or line.at.year < 1971 or any(stored and not read for stored, read in told):
            unread += 1
        elif search != (now := searched(line)) and "\ufffd" not in now:
            unsearched.append(line.id)
        for drawn_in, each in ((as_count(evening), as_count(number)), *waves_told(again, as_count(evening))):
            if each:
                drawn.setdefault(drawn_in, set()).add(each)
    evenings = connection.execute("SELECT id, draws FROM evening").fetchall()
    counted = [(evening, draws) for evening, draws in evenings if type(draws) is int and 0 <= draws <= _MOST_DRAWS]
    missing = sum(max(0, draws - len(drawn.get(evening, ()))) for evening, draws in counted)
    return LogCheck((), lines, unread, len(evenings), missing, len(evenings) - len(counted), tuple(unsearched))


_EVERY: Final = (
    "SELECT id, CAST(at AS BLOB) FROM line"
    " WHERE kind != 'scene' AND id <= (SELECT seq FROM sqlite_sequence WHERE name = 'line') ORDER BY id"
)
"""What is never changed or taken away, as headings are; no more lines than the log says it gave numbers to."""
_MOST_IN_A_PAGE: Final = 200
"""Lines, more than have room in one."""


def has_own_journal(path: Path) -> bool:
    """Return whether the "-wal" beside a log is its own, as far as can be known; nothing is of one that is open.

    It may hold the throws of the last minutes, so only what no damage to the log does makes it another's: with it,
    there is no table of lines, or those at the end are gone, or all are others than in the log alone, or more than a
    damaged page holds.

    Where either cannot be read nothing is known, nor where the log is not sound alone: a kill came while the journal
    was written into it. It is read as the log's own then, and what is damaged is noticed after that.
    """
    index = beside(path, "-shm")
    was_there = os.path.lexists(index)
    try:
        with (
            contextlib.suppress(*FAULTS),
            contextlib.closing(_opened(path, "immutable=1")) as alone,
            contextlib.closing(_connected(path, "mode=ro")) as both,
        ):
            before = alone.execute(_EVERY)
            foreign = both.execute("SELECT 1 FROM sqlite_schema WHERE name = 'line'").fetchone() is None
            if not foreign:
                restrain(both)
                foreign = _contradicts(before, both.execute(_EVERY))
            return not foreign or not is_sound(alone)
        return True
    finally:
        if not was_there:  # SQLite leaves it where it may not write
            with contextlib.suppress(OSError):
                index.unlink(missing_ok=True)


def _contradicts(alone: Iterator[tuple[int, bytes]], both: Iterator[tuple[int, bytes]]) -> bool:
    lines = same = last = 0
    now = next(both, (0, b""))
    for line in alone:
        while now[0] < line[0] and (following := next(both, None)) is not None:
            now = following
        lines, same, last = lines + 1, same + (now == line), line[0]
    return now[0] < last or (lines > 1 and not same) or lines - same > _MOST_IN_A_PAGE


def _connected(path: Path, how: str) -> sqlite3.Connection:
    return sqlite3.connect(address(path.absolute(), how), uri=True, timeout=0)


def _opened(path: Path, how: str) -> sqlite3.Connection:
    connection = _connected(path, how)
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
