"""A sound log out of what can be read of a damaged one, row by row, of its backup and of what is remembered of it."""

import contextlib
import os
import shutil
import sqlite3
import tempfile
from ast import literal_eval
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bones_desktop.storage.files.textfiles import TEMPORARY_PREFIX, TEMPORARY_SUFFIX
from bones_desktop.storage.log.logdamaged import Column, Damaged, Row, has_ids, present
from bones_desktop.storage.log.logplaces import take_away
from bones_desktop.storage.log.logrows import LONGEST_ROW, packed_numbers, plain, split, unpacked, waves_told
from bones_desktop.storage.log.logschema import LARGEST_DIE, LARGEST_ID, create


class Memory:
    """Rows as they were written last: what no damage to the file takes away."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str, str, int | str], bytes] = {}
        """Of a table those whose column has this value, written out: a third of the room. Empty where taken away."""

    def keep(self, connection: sqlite3.Connection, table: str, key: str, value: int | str) -> None:
        """Remember the rows of a table whose column `key` is `value` as they are now."""
        self._rows[table, key, value] = _written(self._found(connection, table, key, value))

    def knows(self, table: str, key: str, value: int | str) -> bool:
        """Return whether such rows are remembered."""
        return (table, key, value) in self._rows

    def is_in(self, connection: sqlite3.Connection) -> bool:
        """Return whether a log has all that is remembered, as it is remembered; sqlite3.Error when it is damaged."""
        return all(_written(self._found(connection, *which)) == kept for which, kept in self._rows.items())

    def rows(self) -> Iterator[tuple[str, Row]]:
        """Yield the rows that are there, each with its table."""
        for (table, _key, _value), kept in self._rows.items():
            for row in literal_eval(kept.decode()) if kept else ():
                yield table, row

    @property
    def gone(self) -> set[tuple[str, str, int | str]]:
        """What was taken away: table, column and value."""
        return {which for which, kept in self._rows.items() if not kept}

    @staticmethod
    def _found(connection: sqlite3.Connection, table: str, key: str, value: int | str) -> list[Row]:
        columns = ", ".join(each.name for each in present()[table])
        return connection.execute(f"SELECT {columns} FROM {table} WHERE {key} = ?", (value,)).fetchall()  # noqa: S608


def _written(rows: list[Row]) -> bytes:
    return repr(rows).encode() if rows else b""


@dataclass(frozen=True, slots=True)
class Rescued:
    """What a new log holds."""

    lines: int
    """Those of the damaged log, and those that were remembered."""
    lent: int = 0
    """Those that only the backup had."""
    missing: int = 0
    """Those that it once had, as far as can be known; headings that were taken away may be among them."""


def rescue(source: Path, target: Path, memory: Memory, backup: Path | None, *, trusted: bool) -> Rescued:
    """Write all that can be had of the log at `source` to a new one; OSError or sqlite3.Error when the disk refuses.

    What is remembered counts before what is read, and that before the backup. A log that is not `trusted` gives
    nothing when it contradicts what is remembered: it is another one.
    """
    take_away(target)
    with (
        _room_beside(target) as folder,
        contextlib.closing(sqlite3.connect(target, isolation_level=None)) as connection,
    ):
        connection.execute("PRAGMA synchronous=OFF")
        create(connection)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_ROW)
        connection.execute("BEGIN")
        found = _Assembled(connection, memory)
        damaged = Damaged(source, _made(folder, "found"))
        ours = trusted or not found.contradicts(damaged.rows(present()))
        if ours:
            found.put(damaged.rows(present()))
        lines, lent = found.lines(), 0
        if backup is not None and (damaged.is_broken or not lines or not ours):
            lender = Damaged(backup, _made(folder, "backup"))
            found.put(lender.rows(present()), lent=True)
            damaged.given = max(damaged.given, lender.given)
            lent = found.lines() - lines
        given = found.finish(damaged.given if ours else 0)
        connection.execute("COMMIT")
        missing = max(0, given - lines - lent) if damaged.is_broken else 0
    with target.open("rb+") as file:
        os.fsync(file.fileno())
    return Rescued(lines, lent, missing)


@contextlib.contextmanager
def _room_beside(path: Path) -> Iterator[Path]:
    """Make a folder for a while. TemporaryDirectory asks without end where deleting is denied."""
    folder = Path(tempfile.mkdtemp(TEMPORARY_SUFFIX, TEMPORARY_PREFIX, path.parent))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _made(folder: Path, name: str) -> Path:
    made = folder / name
    made.mkdir()
    return made


class _Assembled:
    """A new log to which rows are given, the first of each key counting."""

    def __init__(self, connection: sqlite3.Connection, memory: Memory) -> None:
        self._connection = connection
        self._gone = memory.gone
        self._ids: set[tuple[str, object]] = set()
        """Of the rows that are there, with their tables."""
        self._same: dict[int, int] = {}
        """Dice that are there under another number."""
        for table, row in memory.rows():
            self._insert(table, row)

    def lines(self) -> int:
        """Return how many lines it has."""
        return int(self._connection.execute("SELECT count(*) FROM line").fetchone()[0])

    def contradicts(self, rows_: Iterable[tuple[str, Row]]) -> bool:
        """Return whether dice or evenings are others than those of the same number that are remembered."""
        for table, row in rows_:
            if table in {"die", "evening"}:
                compared = 5 if table == "die" else 4
                known = self._connection.execute(f"SELECT * FROM {table} WHERE id = ?", row[:1]).fetchone()  # noqa: S608
                places = [place for place, each in enumerate(present()[table]) if each.name not in _CHANGING]
                if known is not None and any(known[at] != row[at] for at in places[:compared]):
                    return True
        return False

    def put(self, rows_: Iterable[tuple[str, Row]], *, lent: bool = False) -> None:
        """Take rows; of those that are `lent`, no acts, which may be done by now, and no evening goes on."""
        for table, row in rows_:
            if lent and table in {"pending", "act"}:
                continue
            if not lent or not self._is_open_evening(table, row):
                self._insert(table, row)
            else:
                names = [each.name for each in present()[table]]
                ended = names.index("ended")
                self._insert(table, (*row[:ended], row[names.index("begun")], *row[ended + 1 :]))

    def finish(self, given: int) -> int:
        """Make the tables agree with one another and return the highest id that a line was given."""
        run = self._connection.execute
        if self._same:
            for line, dice in run("SELECT id, dice FROM line").fetchall():
                named = [(self._same.get(number, number), index) for number, index in map(split, unpacked(dice))]
                run("UPDATE line SET dice = ? WHERE id = ?", (packed_numbers(named), line))
        found = run("SELECT id, evening, number, waves FROM line WHERE evening > 0 OR waves != ''").fetchall()
        for line, evening, number, text in found:
            for drawn_in, drawn in ((evening, number), *waves_told(text, evening)):
                if drawn_in > 0 and drawn > 0:
                    with contextlib.suppress(sqlite3.IntegrityError):
                        run(
                            "INSERT OR IGNORE INTO draw (evening, number, line) VALUES (?, ?, ?)",
                            (drawn_in, drawn, line),
                        )
        run("UPDATE evening SET draws = max(draws, ifnull((SELECT max(number) FROM draw WHERE evening = id), 0))")
        highest = run("SELECT ifnull(max(id), 0) FROM line").fetchone()[0]
        given = max(given, highest)
        run("DELETE FROM sqlite_sequence WHERE name = 'line'")
        run("INSERT INTO sqlite_sequence (name, seq) VALUES ('line', ?)", (given,))
        return given

    def _is_open_evening(self, table: str, row: Row) -> bool:
        return table == "evening" and row[[each.name for each in present()[table]].index("ended")] is None

    def _insert(self, table: str, row: Row) -> None:
        columns = present().get(table)
        if columns is None or len(columns) != len(row) or (table, row[0]) in self._ids:
            return
        values = [_fitting(value, each) for value, each in zip(row, columns, strict=True)]
        if self._gone and any(
            (table, each.name, value) in self._gone for value, each in zip(values, columns, strict=True)
        ):
            return
        if has_ids(columns):
            if not 0 < int(values[0] or 0) < (LARGEST_DIE if table == "die" else LARGEST_ID):
                if table != "line":
                    return
                values[0] = None
            self._ids.add((table, values[0]))
        names, places = ", ".join(each.name for each in columns), ", ".join("?" * len(values))
        with contextlib.suppress(sqlite3.IntegrityError, sqlite3.DataError, OverflowError):
            if self._is_open_evening(table, tuple(values)):
                self._end_all_but_one(values)
            statement = f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({places})"  # noqa: S608
            try:
                done = self._connection.execute(statement, values)
            except sqlite3.DataError:  # too long
                values = [_cut(value, each) for value, each in zip(values, columns, strict=True)]
                done = self._connection.execute(statement, values)
            if table == "die" and not done.rowcount:
                wanted = "SELECT id FROM die WHERE name = ? AND faces = ? AND kind = ? AND key = ?"
                for (number,) in self._connection.execute(wanted, values[1:5]).fetchall():
                    self._same[values[0]] = number

    def _end_all_but_one(self, values: list[Any]) -> None:
        """Make room for an evening that goes on: two cannot, and it is the later one that does."""
        self._connection.execute("UPDATE evening SET ended = begun WHERE ended IS NULL AND id < ?", values[:1])
        if self._connection.execute("SELECT 1 FROM evening WHERE ended IS NULL").fetchone() is not None:
            names = [each.name for each in present()["evening"]]
            values[names.index("ended")] = values[names.index("begun")]


_CHANGING: Final = frozenset({"ended", "draws"})
"""What differs between an evening and the same one later."""
_LEFT: Final = 1000
"""Letters of what is longer than a program of ours writes: enough to tell what it was."""
_ROOM: Final = LONGEST_ROW // 16
"""Bytes of each value: no row has as many columns."""
_WHOLE: Final = frozenset({"data", "done", "faces", "findings", "tags", "undone", "waves", "words"})
"""Columns of texts of which a part says nothing."""


def _cut(value: Any, column: Column) -> Any:  # noqa: ANN401 (what a row holds)
    """Return a value as it fits into a row; the usual one for what is too long and cannot be cut."""
    if not isinstance(value, str | bytes) or len(value if isinstance(value, bytes) else value.encode()) <= _ROOM:
        return value
    return value[:_LEFT] if isinstance(value, str) and column.name not in _WHOLE else _fitting(None, column)


def _fitting(value: object, column: Column) -> Any:  # noqa: ANN401 (what a row holds)
    """Return a value as its column holds it; the usual one for what is of another kind."""
    if value is None and column.may_lack:
        return None
    if column.kind == "INTEGER":
        return value if type(value) is int and -(1 << 63) <= value < 1 << 63 else int(str(column.usual or 0))
    if column.kind == "BLOB":
        return value if isinstance(value, bytes) else b""
    if isinstance(value, bytes):
        return plain(value.decode("utf-8", "replace"))
    if value is None:
        return column.usual or ""
    return plain(str(value))
