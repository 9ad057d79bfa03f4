"""A sound log out of what can be read of a damaged one, row by row, of its backup and of what is remembered of it."""

import contextlib
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any, Final

from bones_desktop.storage.log.logmarks import JOURNALS, beside
from bones_desktop.storage.log.logpages import Journal, Value, journal, rows
from bones_desktop.storage.log.logrows import FAULTS, packed_numbers, plain, split, unpacked, waves_told
from bones_desktop.storage.log.logschema import EARLIER, LARGEST_ID, bring_up, create

_SECONDS: Final = 20.0
"""Damaged pages may lead in circles."""
_STEPS: Final = 100_000
"""Of SQLite's machine, between two looks at the clock."""
_LOOKED_UP: Final = 200_000
"""Rows that are looked for one by one between two that were found."""
_LARGEST: Final = 1 << 29
"""Bytes of a file that is searched page by page."""
Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table as it is now."""

    name: str
    kind: str
    """TEXT, INTEGER or BLOB."""
    may_lack: bool
    usual: object
    is_key: bool


Tables = dict[str, tuple[Column, ...]]


def tables_of(connection: sqlite3.Connection) -> Tables:
    """Return the columns of all tables; sqlite3.Error where the schema cannot be read."""
    names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid").fetchall()
    return {
        name: tuple(
            Column(column, kind.upper(), not needed and not key, None if usual is None else usual.strip("'"), bool(key))
            for _place, column, kind, needed, usual, key in connection.execute(f'PRAGMA table_info("{name}")')
        )
        for (name,) in names
        if not str(name).startswith("sqlite_")
    }


@cache
def present() -> Tables:
    """Return the tables of a new log, with their columns."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        create(connection)
        return tables_of(connection)


class Memory:
    """Rows as they were written last: what no damage to the file takes away."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str, str, int | str], list[Row]] = {}
        """Of a table those whose column has this value; none where they were taken away."""

    def keep(self, connection: sqlite3.Connection, table: str, key: str, value: int | str) -> None:
        """Remember the rows of a table whose column `key` is `value` as they are now."""
        self._rows[table, key, value] = self._found(connection, table, key, value)

    def knows(self, table: str, key: str, value: int | str) -> bool:
        """Return whether such rows are remembered."""
        return (table, key, value) in self._rows

    def is_in(self, connection: sqlite3.Connection) -> bool:
        """Return whether a log has all that is remembered, as it is remembered; sqlite3.Error when it is damaged."""
        return all(self._found(connection, *which) == rows for which, rows in self._rows.items())

    def rows(self) -> Iterator[tuple[str, Row]]:
        """Yield the rows that are there, each with its table."""
        for (table, _key, _value), found in self._rows.items():
            for row in found:
                yield table, row

    @property
    def gone(self) -> set[tuple[str, str, int | str]]:
        """What was taken away: table, column and value."""
        return {which for which, found in self._rows.items() if not found}

    @staticmethod
    def _found(connection: sqlite3.Connection, table: str, key: str, value: int | str) -> list[Row]:
        columns = ", ".join(each.name for each in present()[table])
        return connection.execute(f"SELECT {columns} FROM {table} WHERE {key} = ?", (value,)).fetchall()  # noqa: S608


class Damaged:
    """A copy of a log as it was found, in a folder of its own: nothing is written to the log itself."""

    def __init__(self, path: Path, folder: Path) -> None:
        """Copy the log with its journals; OSError when that cannot be done."""
        self._copy = folder / "log"
        self._path = path
        for ending in ("", *JOURNALS):
            if beside(path, ending).is_file():
                shutil.copyfile(beside(path, ending), beside(self._copy, ending))
        self._unread: set[str] = set()
        """The tables that could not be read to their end."""
        self.is_broken = False
        """Whether anything could not be read."""
        self.given = 0
        """The highest id that a line had."""

    def rows(self, tables: Tables) -> Iterator[tuple[str, Row]]:
        """Yield the rows of each table that SQLite finds, and then, if it met damage, what stands in the pages."""
        pages = self._pages
        self._unread, lines = set(tables), 0
        with contextlib.suppress(*FAULTS), contextlib.closing(self._connect()) as connection:
            for table, row in self._stored(connection, tables):
                lines += table == "line"
                yield table, row
        lost = set(self._unread)
        if pages is not None and pages[1].is_broken:
            lost |= set(tables)
        if lines < self.given:
            lost |= {"line", "die", "evening"}
        self.is_broken = self.is_broken or bool(lost)
        if lost and pages is not None:
            yield from _told_apart(pages, {name: columns for name, columns in tables.items() if name in lost})

    @cached_property
    def _pages(self) -> tuple[bytes, Journal] | None:
        """The file and its journal; read before SQLite writes the one into the other."""
        wal = beside(self._copy, "-wal")
        with contextlib.suppress(OSError):
            if not self._copy.exists() or self._copy.stat().st_size <= _LARGEST:
                data = self._copy.read_bytes() if self._copy.exists() else b""
                return data, journal(wal.read_bytes() if wal.exists() else b"")
        return None

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._copy, isolation_level=None)
        connection.text_factory = partial(str, encoding="utf-8", errors="replace")
        end = time.monotonic() + _SECONDS
        connection.set_progress_handler(lambda: time.monotonic() > end, _STEPS)
        try:
            # Tables whose entries are sound are read although other entries are not.
            connection.execute("PRAGMA writable_schema=ON")
            connection.execute("PRAGMA cell_size_check=ON")
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        except BaseException:
            connection.close()
            raise
        return connection

    def _stored(self, connection: sqlite3.Connection, tables: Tables) -> Iterator[tuple[str, Row]]:
        with contextlib.ExitStack() as closed:
            version = _layout(_columns(connection), tables)
            if version:
                connection = closed.enter_context(contextlib.closing(self._as_now(connection, version)))
            there = _columns(connection)
            with contextlib.suppress(*FAULTS):
                highest = connection.execute("SELECT max(seq) FROM sqlite_sequence WHERE name = 'line'").fetchone()[0]
                if type(highest) is int and highest < LARGEST_ID:
                    self.given = max(self.given, highest)
            for table in (name for name in tables if name in there):
                for row in self._scan(connection, table, _chosen(tables[table], there[table])):
                    yield table, row

    def _as_now(self, connection: sqlite3.Connection, version: int) -> sqlite3.Connection:
        """Return what can be read of a log of an earlier version, brought up to date."""
        there = _columns(connection)
        loose = sqlite3.connect(":memory:", isolation_level=None)
        try:
            for table, columns in EARLIER[version]:
                names = columns.split(", ")
                first = names[0] if table in {"draw", "act"} else f"{names[0]} INTEGER PRIMARY KEY"
                loose.execute(f"CREATE TABLE {table} ({', '.join((first, *names[1:]))})")
                if table not in there:
                    continue
                wanted = ", ".join(name if name in there[table] else "NULL" for name in names)
                places = ", ".join("?" * len(names))
                for row in self._scan(connection, table, wanted):
                    values = [_early(value, name, version) for value, name in zip(row, names, strict=True)]
                    with contextlib.suppress(sqlite3.IntegrityError, OverflowError):
                        loose.execute(f"INSERT OR IGNORE INTO {table} VALUES ({places})", values)  # noqa: S608
            bring_up(loose, version)
        except BaseException:
            loose.close()
            raise
        return loose

    def _scan(self, connection: sqlite3.Connection, table: str, columns: str) -> Iterator[Row]:
        """Yield the rows of a table from its start, where that breaks off from its end, and then those in between."""
        order = "rowid"
        try:
            connection.execute(f'SELECT rowid FROM "{table}" LIMIT 0')  # noqa: S608
        except FAULTS:
            order = "1"  # has no row ids; its first column is its key
        select = f'SELECT {order}, {columns} FROM "{table}" NOT INDEXED'  # noqa: S608
        first = last = None
        for direction in ("ASC", "DESC"):
            try:
                for key, *row in connection.execute(f"{select} ORDER BY {order} {direction}"):
                    if direction == "DESC" and key == last:
                        break
                    if direction == "ASC":
                        last = key
                    else:
                        first = key
                    yield tuple(row)
            except FAULTS:
                continue
            if direction == "ASC":
                self._unread.discard(table)
            break
        if order == "rowid" and type(last) is int and type(first) is int and first - last <= _LOOKED_UP:
            for number in range(last + 1, first):
                with contextlib.suppress(*FAULTS):
                    for _key, *row in connection.execute(f"{select} WHERE rowid = ?", (number,)):
                        yield tuple(row)


def _columns(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """Return the names of the columns of every table whose entry is sound."""
    found: dict[str, list[str]] = {}
    names: list[object] = []
    with contextlib.suppress(*FAULTS):
        for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'"):
            names.append(name)
    for name in names:
        with contextlib.suppress(*FAULTS):
            if isinstance(name, str) and not name.startswith("sqlite_"):
                quoted = name.replace('"', '""')
                found[name] = [row[1] for row in connection.execute(f'PRAGMA table_info("{quoted}")')]
    return {name: columns for name, columns in found.items() if columns}


def _chosen(columns: Sequence[Column], there: Sequence[str]) -> str:
    return ", ".join(f'"{each.name}"' if each.name in there else "NULL" for each in columns)


def _layout(there: dict[str, list[str]], tables: Tables) -> int:
    """Return the earlier version that has tables like these, whatever it says it is; 0 for the present one."""
    if all({each.name for each in columns} <= set(there.get(table, ())) for table, columns in tables.items()):
        return 0
    for version in sorted(EARLIER, reverse=True):
        if all(set(columns.split(", ")) <= set(there.get(table, ())) for table, columns in EARLIER[version]):
            return version
    if "rerolls" in there.get("line", ()):
        return 4
    return 1 if "throw" in there and "line" not in there else 0


_NUMBERS: Final = frozenset(
    {"spiffs", "before", "by_gm", "recent", "beyond", "day", "line", "evening", "number", "draws"}
)


def _early(value: object, name: str, version: int) -> object:
    """Return a value of an earlier version as its column held it."""
    if name in _NUMBERS:
        return value if type(value) is int else 0
    if name == "net":
        return value if type(value) is int else None
    if name == "seed" or (name == "dice" and version > 1):
        return value if isinstance(value, bytes) else b""
    return value if isinstance(value, str) or (name in {"id", "ended"} and not isinstance(value, bytes)) else ""


def _told_apart(pages: tuple[bytes, Journal], tables: Tables) -> Iterator[tuple[str, Row]]:
    """Yield rows found in the pages with the table they look like."""
    layouts = [
        (table, order, tuple(columns[place] for place in order))
        for table, columns in tables.items()
        for order in _orders(table, columns)
    ]
    for row_id, values in rows(*pages):
        for table, order, kinds in layouts:
            # Columns that were added later are lacking in rows written before.
            with_id = kinds[0].is_key and kinds[0].kind == "INTEGER" and not _is_without_ids(tables[table])
            fits = len(values) == len(kinds) and with_id == (row_id is not None)
            if fits and all(map(_is_of, values, kinds)):
                found: list[Value] = [None] * len(order)
                for place, value in zip(order, values, strict=True):
                    found[place] = value
                if row_id is not None:
                    found[order[0]] = row_id
                yield table, tuple(found)
                break


def _orders(table: str, columns: Sequence[Column]) -> Iterator[tuple[int, ...]]:
    """Yield the orders in which the columns of a table may stand: a log that was brought up has the newest last."""
    names = [each.name for each in columns]
    yield tuple(range(len(names)))
    if table == "line":
        late = [names.index(name) for name in ("game", "findings", "waves")]
        yield (*(place for place in range(len(names)) if place not in late), *late)


def _is_without_ids(columns: Sequence[Column]) -> bool:
    keys = [each for each in columns if each.is_key]
    return len(keys) != 1 or keys[0].kind != "INTEGER"


def _is_of(value: Value, column: Column) -> bool:
    if value is None:
        return column.may_lack or column.is_key
    return type(value) is {"TEXT": str, "INTEGER": int, "BLOB": bytes}.get(column.kind, str)


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
    target.unlink(missing_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix=".bones-desktop-", dir=target.parent) as folder,
        contextlib.closing(sqlite3.connect(target, isolation_level=None)) as connection,
    ):
        connection.execute("PRAGMA synchronous=OFF")
        create(connection)
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


def _made(folder: str, name: str) -> Path:
    made = Path(folder) / name
    made.mkdir()
    return made


class _Assembled:
    """A new log to which rows are given, the first of each key counting."""

    def __init__(self, connection: sqlite3.Connection, memory: Memory) -> None:
        self._connection = connection
        self._gone = memory.gone
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
        if columns is None or len(columns) != len(row):
            return
        values = [_fitting(value, each) for value, each in zip(row, columns, strict=True)]
        if any((table, each.name, value) in self._gone for value, each in zip(values, columns, strict=True)):
            return
        if columns[0].is_key and columns[0].kind == "INTEGER" and not 0 < int(values[0] or 0) < LARGEST_ID:
            if table != "line":
                return
            values[0] = None
        names, places = ", ".join(each.name for each in columns), ", ".join("?" * len(values))
        with contextlib.suppress(sqlite3.IntegrityError, sqlite3.DataError, OverflowError):
            if self._is_open_evening(table, tuple(values)):
                # Two do not last at once: the later one goes on.
                self._connection.execute("UPDATE evening SET ended = begun WHERE ended IS NULL AND id < ?", values[:1])
            done = self._connection.execute(f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({places})", values)  # noqa: S608
            if table == "die" and not done.rowcount:
                wanted = "SELECT id FROM die WHERE name = ? AND faces = ? AND kind = ? AND key = ?"
                for (number,) in self._connection.execute(wanted, values[1:5]).fetchall():
                    if number != values[0]:
                        self._same[values[0]] = number


_CHANGING: Final = frozenset({"ended", "draws"})
"""What differs between an evening and the same one later."""


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
