"""What can be read of a damaged log: by SQLite table by table, and where that breaks off out of its pages."""

import contextlib
import io
import shutil
import sqlite3
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any, BinaryIO, Final

from bones_desktop.storage.log.logpages import Journal, Value, journal, put_header_right, rows
from bones_desktop.storage.log.logplaces import JOURNALS, address, beside, is_huge
from bones_desktop.storage.log.logrows import FAULTS
from bones_desktop.storage.log.logschema import EARLIER, LARGEST_ID, bring_up, create

_SECONDS: Final = 20.0
"""Damaged pages may lead in circles."""
_STEPS: Final = 100_000
"""Of SQLite's machine, between two looks at the clock."""
_LOOKED_UP: Final = 200_000
"""Rows that are looked for one by one between two that were found."""
_LONGEST_ROW: Final = 1 << 25
"""Bytes of a row that is read."""
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


class Damaged:
    """A copy of a log as it was found, in a folder of its own: nothing is written to the log itself.

    Of a huge one no copy is made, nor are its pages searched: what SQLite finds in it is all that it gives.
    """

    def __init__(self, path: Path, folder: Path) -> None:
        """Copy the log with its journals; OSError when that cannot be done."""
        self._copy = folder / "log"
        self._path = path
        there = [ending for ending in ("", *JOURNALS) if beside(path, ending).is_file()]
        copies = [ending for ending in there if not is_huge(beside(path, ending))]
        for ending in copies:
            shutil.copyfile(beside(path, ending), beside(self._copy, ending))
        self._unread: set[str] = set()
        """The tables that could not be read to their end."""
        self.is_broken = copies != there
        """Whether anything could not be read."""
        self.given = 0
        """The highest id that a line had."""

    def rows(self, tables: Tables) -> Iterator[tuple[str, Row]]:
        """Yield the rows of each table that SQLite finds, and then, if it met damage, what stands in the pages."""
        newer = self._newer
        with contextlib.suppress(OSError):
            put_header_right(self._copy)
        self._unread, lines = set(tables), 0
        with contextlib.suppress(*FAULTS), contextlib.closing(self._connect()) as connection:
            for table, row in self._stored(connection, tables):
                lines += table == "line"
                yield table, row
        lost = set(self._unread)
        if newer is not None and newer.is_broken:
            lost |= set(tables)
        if lines < self.given:
            lost |= {"line", "die", "evening"}
        self.is_broken = self.is_broken or bool(lost)
        if lost and newer is not None:
            wanted = {name: columns for name, columns in tables.items() if name in lost}
            with contextlib.suppress(OSError), _opened(self._path) as log, _opened(self._wal) as wal:
                yield from _told_apart(rows(log, wal, newer), wanted)

    @property
    def _wal(self) -> Path:
        return beside(self._path, "-wal")

    @cached_property
    def _newer(self) -> Journal | None:
        """What lies in the journal; None where the pages are not searched."""
        if is_huge(self._path):
            return None
        with contextlib.suppress(OSError), _opened(self._wal) as wal:
            return journal(wal)
        return None

    def _connect(self) -> sqlite3.Connection:
        # What cannot change is not locked, and nothing is made beside it.
        there = address(self._path.absolute(), "immutable=1") if is_huge(self._path) else self._copy
        connection = sqlite3.connect(there, isolation_level=None, uri=is_huge(self._path))
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_ROW)
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


def _opened(path: Path) -> BinaryIO:
    """Open a file to be read; an empty one where there is none, or a huge one."""
    return io.BytesIO() if is_huge(path) or not path.is_file() else path.open("rb")


def _columns(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """Return the names of the columns of every table whose entry is sound, without case, as SQLite has them."""
    found: dict[str, list[str]] = {}
    names: list[object] = []
    with contextlib.suppress(*FAULTS):
        for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'"):
            names.append(name)
    for name in names:
        with contextlib.suppress(*FAULTS):
            if isinstance(name, str) and not name.startswith("sqlite_"):
                quoted = name.replace('"', '""')
                found[name.lower()] = [row[1].lower() for row in connection.execute(f'PRAGMA table_info("{quoted}")')]
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


def _told_apart(
    found_rows: Iterator[tuple[int | None, tuple[Value, ...]]], tables: Tables
) -> Iterator[tuple[str, Row]]:
    """Yield rows found in the pages with the table they look like."""
    layouts = [
        (table, order, tuple(columns[place] for place in order), has_ids(columns))
        for table, columns in tables.items()
        for order in _orders(table, columns)
    ]
    for row_id, values in found_rows:
        for table, order, kinds, with_id in layouts:
            # Columns that were added later are lacking in rows written before.
            fits = len(values) <= len(kinds) and with_id == (row_id is not None)
            fits = fits and all(each.may_lack for each in kinds[len(values) :])
            if fits and all(map(_is_of, values, kinds)):
                found: list[Value] = [None] * len(order)
                for place, value in zip(order, values, strict=False):
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


def has_ids(columns: Sequence[Column]) -> bool:
    """Return whether the first column of a table is the id of its rows."""
    return [(each.kind, each is columns[0]) for each in columns if each.is_key] == [("INTEGER", True)]


def _is_of(value: Value, column: Column) -> bool:
    if value is None:
        return column.may_lack or column.is_key
    return type(value) is {"TEXT": str, "INTEGER": int, "BLOB": bytes}.get(column.kind, str)
