"""The log of throws: what was shown has been stored, even when the process is killed the moment after (A2)."""

import contextlib
import json
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from bones_desktop.storage.checkedfile import set_aside
from bones_desktop.storage.locations import private_folder
from bones_desktop.storage.textfiles import FileProblem, problem

SCHEMA: Final = 1
_TABLE: Final = """
CREATE TABLE throw (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    who TEXT NOT NULL,
    character_id TEXT NOT NULL,
    task TEXT NOT NULL,
    dice TEXT NOT NULL,
    result TEXT NOT NULL,
    net INTEGER,
    tags TEXT NOT NULL
) STRICT
"""


@dataclass(frozen=True, slots=True)
class ThrowEntry:
    """One throw as it was read."""

    at: datetime
    who: str
    character_id: str
    task: str
    dice: tuple[tuple[str, str], ...]
    """Name of each die and the code of the face it shows."""
    result: str
    net: int | None = None
    tags: tuple[str, ...] = ()
    id: int = 0
    """Given by the log; the order of throws, whatever the clock said."""


class RollLog:
    """The log in `path`; only one may be open at a time."""

    def __init__(self, path: Path, clock: Callable[[], datetime]) -> None:
        """Open or make the log; FileProblem when another process has it open or the disk refuses.

        A damaged log is moved aside with its journal, see `moved_aside`, and a new one begun.
        """
        self._path = path
        self.moved_aside: Path | None = None
        """Where the damaged log now lies."""
        try:
            private_folder(path.parent)
        except OSError as error:
            raise problem(error, path) from error
        try:
            self._connection = self._open()
        except sqlite3.DatabaseError as error:
            if _code(error) in _REFUSED:
                raise self._problem(error) from error
            self.moved_aside = self._set_aside(clock())
            if self.moved_aside is None:
                raise self._problem(error) from error
            self._connection = self._open_new()

    def append(self, entry: ThrowEntry) -> ThrowEntry:
        """Store `entry` and return it with its id; it is on the device then. FileProblem when it cannot be stored."""
        values = (
            entry.at.isoformat(),
            _plain(entry.who),
            entry.character_id,
            _plain(entry.task),
            json.dumps(entry.dice),
            _plain(entry.result),
            entry.net,
            json.dumps(entry.tags),
        )
        try:
            with self._connection:
                cursor = self._connection.execute(
                    "INSERT INTO throw (at, who, character_id, task, dice, result, net, tags)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    values,
                )
        except sqlite3.Error as error:
            raise self._problem(error) from error
        return replace(entry, id=int(cursor.lastrowid or 0))

    def entries(self, limit: int = 100, before: int | None = None) -> tuple[ThrowEntry, ...]:
        """Return up to `limit` throws, the latest first, those older than the id `before` if given."""
        try:
            rows = self._connection.execute(
                "SELECT id, at, who, character_id, task, dice, result, net, tags FROM throw"
                " WHERE ? IS NULL OR id < ? ORDER BY id DESC LIMIT ?",
                (before, before, limit),
            ).fetchall()
        except sqlite3.Error as error:
            raise self._problem(error) from error
        return tuple(_entry(row) for row in rows)

    def close(self) -> None:
        """Close the log; nothing waits to be stored."""
        self._connection.close()

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=0.5)
        try:
            self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _open_new(self) -> sqlite3.Connection:
        try:
            return self._open()
        except sqlite3.Error as error:
            raise self._problem(error) from error

    def _prepare(self, connection: sqlite3.Connection) -> None:
        for pragma in ("locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL", "fullfsync=1"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("PRAGMA trusted_schema=OFF")
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA:
            raise FileProblem("newer", self._path)
        if connection.execute("PRAGMA quick_check").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError("quick_check")
        if version == 0:
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.execute(_TABLE)
                connection.execute(f"PRAGMA user_version={SCHEMA}")
        connection.execute("SELECT id, at, who, character_id, task, dice, result, net, tags FROM throw LIMIT 1")

    def _set_aside(self, now: datetime) -> Path | None:
        """Move the journal's files with the log: alone they would be played into the new one."""
        moved = set_aside(self._path, now)
        for ending in ("-wal", "-shm"):
            journal = self._path.with_name(self._path.name + ending)
            if moved is not None and journal.exists():
                with contextlib.suppress(OSError):
                    journal.replace(moved.with_name(moved.name + ending))
        return moved

    def _problem(self, error: sqlite3.Error) -> FileProblem:
        code = _code(error)
        if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            return FileProblem("in-use", self._path)
        if code == sqlite3.SQLITE_FULL:
            return problem(OSError(28, "full"), self._path, 4096)
        if code in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}:
            return FileProblem("denied", self._path)
        return FileProblem("other", self._path, text=str(error))


_REFUSED: Final = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_IOERR,
    }
)
"""What the system refuses: the log itself is sound and stays where it is."""


def _entry(row: tuple[Any, ...]) -> ThrowEntry:
    """Read a row; a time or a list that is damaged inside is left empty, the rest still tells what happened."""
    number, at, who, character_id, task, dice, result, net, tags = row
    when = datetime.fromtimestamp(0, UTC)
    shown: tuple[tuple[str, str], ...] = ()
    words: tuple[str, ...] = ()
    with contextlib.suppress(ValueError, TypeError):
        when = datetime.fromisoformat(at)
        shown = tuple((str(die), str(face)) for die, face in json.loads(dice))
        words = tuple(map(str, json.loads(tags)))
    return ThrowEntry(when, who, character_id, task, shown, result, net, words, number)


def _code(error: sqlite3.Error) -> int:
    """Return SQLite's primary result code; the extended ones carry more in the higher bits."""
    return getattr(error, "sqlite_errorcode", 1) & 0xFF


def _plain(text: str) -> str:
    return text.encode("utf-8", "ignore").decode()
