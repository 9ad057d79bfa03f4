"""A new log for a lost or damaged one, made of its newest backup and of what SQLite still reads of the damaged one."""

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from bones_desktop.storage.files.textfiles import move
from bones_desktop.storage.log.logbackups import read_only, sync_file
from bones_desktop.storage.log.logplaces import beside, new_log, remove_log
from bones_desktop.storage.log.logschema import COLUMNS, FAULTS, create

decoded: Final = partial(str, encoding="utf-8", errors="replace")
"""Text of a database in which a damaged byte costs one letter, not its line and all lines that are read with it."""
_IDS: Final = range(1, 1 << 31)
"""Those that the program gives out; a damaged one near SQLite's largest would leave none for the next row."""


@dataclass(frozen=True, slots=True)
class Recovered:
    """What a new log holds."""

    lines: int
    missing: int
    """Lines that the log gave numbers to and that are not in it; removed headings may be among them."""


def make_new_log(path: Path, backup: Path | None, now: datetime, *, damaged: bool, goes_on: bool) -> Recovered:
    """Make the log that is to take the place of the one at `path`; OSError or sqlite3.Error when the disk refuses.

    It has what the backup has, and with `damaged` every row that can still be read at `path`, which counts before that
    of the backup. With `goes_on` the backup has all that was written, so that its evening goes on.
    """
    part = beside(path, "-part")
    remove_log(part)
    try:
        if backup is not None:
            shutil.copyfile(backup, part)
        with contextlib.closing(sqlite3.connect(part, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous=OFF")  # it is put on the device as a whole
            if backup is None:
                create(connection)
            connection.execute("BEGIN")
            if not goes_on:
                # The backup does not know which acts were done since.
                for table in ("pending", "act"):
                    connection.execute(f"DELETE FROM {table}")  # noqa: S608
                _end_evenings(connection, now)
            if damaged:
                _fill(connection, path)
                _end_evenings(connection, now)
            recovered = Recovered(*connection.execute(_COUNT).fetchone())
            connection.execute("COMMIT")
        sync_file(part)
        remove_log(new_log(path))
        move(part, new_log(path))
    finally:
        with contextlib.suppress(OSError):
            remove_log(part)
    return recovered


_GIVEN: Final = "SELECT seq FROM sqlite_sequence WHERE name = 'line'"
_COUNT: Final = f"SELECT count(*), max(0, ifnull(({_GIVEN}), 0) - count(*)) FROM line"  # noqa: S608


def _end_evenings(connection: sqlite3.Connection, now: datetime) -> None:
    # An evening that went on would give out the numbers of lost draws, and so their dice, a second time.
    connection.execute("UPDATE evening SET ended = ? WHERE ended IS NULL", (now.isoformat(),))


def _fill(connection: sqlite3.Connection, path: Path) -> None:
    with contextlib.suppress(*FAULTS), contextlib.closing(read_only(path)) as damaged:
        damaged.text_factory = decoded
        for table, columns in COLUMNS.items():
            places = ", ".join("?" * len(columns.split(",")))
            insert = f"INSERT OR REPLACE INTO {table} ({columns}) VALUES ({places})"  # noqa: S608
            for row in _rows(damaged, table, columns):
                if isinstance(row[0], int) and row[0] not in _IDS:
                    continue
                with contextlib.suppress(sqlite3.IntegrityError, OverflowError):  # a damaged row
                    connection.execute(insert, row)
        given = damaged.execute(_GIVEN).fetchone()
        if given is not None and given[0] in _IDS:
            # No number of a lost line is given out again.
            (highest,) = connection.execute("SELECT max(ifnull(max(id), 0), ?) FROM line", given).fetchone()
            connection.execute("DELETE FROM sqlite_sequence WHERE name = 'line'")
            connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('line', ?)", (highest,))


def _rows(damaged: sqlite3.Connection, table: str, columns: str) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table from its start, and where that breaks off those from its end."""
    for order in ("ASC", "DESC"):
        with contextlib.suppress(*FAULTS):
            yield from damaged.execute(f"SELECT {columns} FROM {table} NOT INDEXED ORDER BY 1 {order}")  # noqa: S608
            return
