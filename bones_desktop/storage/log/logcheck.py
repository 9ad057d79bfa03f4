"""A look at everything in the log, line by line."""

import sqlite3
from dataclasses import dataclass

from bones_desktop.storage.log.logrows import LINE_COLUMNS, DieTable, as_count, entry_of


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


def look_through(connection: sqlite3.Connection, dice: DieTable) -> LogCheck:
    """Read every line of a log that has no faults; sqlite3.Error where it has."""
    lines = unread = 0
    drawn: dict[int, set[int]] = {}
    for row in connection.execute(f"SELECT {LINE_COLUMNS} FROM line"):  # noqa: S608
        lines += 1
        line = entry_of(row, dice)
        stored_and_read = zip((row[8], *row[11:14]), (line.findings, line.dice, line.waves, line.tags), strict=True)
        unread += line.at.year < 1971 or any(stored and not read for stored, read in stored_and_read)
        for evening, number in (
            (line.evening, line.number),
            *((line.evening if wave.evening is None else wave.evening, wave.number) for wave in line.waves),
        ):
            if number:
                drawn.setdefault(evening, set()).add(number)
    evenings = connection.execute("SELECT id, draws FROM evening").fetchall()
    missing = sum(max(0, as_count(draws) - len(drawn.get(evening, ()))) for evening, draws in evenings)
    return LogCheck((), lines, unread, len(evenings), missing)
