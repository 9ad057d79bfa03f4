"""The tables of the log, and how its database is opened."""

import contextlib
import sqlite3
from pathlib import Path
from typing import Final

from bones_desktop.storage.files.textfiles import FileProblem, dead_link, problem

FAULTS: Final = (sqlite3.Error, UnicodeError)
"""Errors of SQLite. Its message about a damaged file may itself contain bytes that are no text."""
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
"""Error codes of a system that refuses. The log itself is not damaged and stays where it is."""
# SQLite counts these two among the errors of the disk, but nothing is refused: the file lacks what it should hold.
_SHORT: Final = frozenset({sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS})
_DAMAGE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})

SCHEMA: Final = 1
"""Number of the schema, stored as SQLite's `user_version`."""
_NEWEST: Final = 1000
"""Highest number a schema can have. A file with a higher one is damaged."""
_TABLES: Final = (
    """
    CREATE TABLE die (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        faces TEXT NOT NULL,
        kind TEXT NOT NULL,
        key TEXT NOT NULL,
        UNIQUE (name, faces, kind, key)
    ) STRICT
    """,
    """
    CREATE TABLE evening (
        id INTEGER PRIMARY KEY,
        begun TEXT NOT NULL,
        ended TEXT,
        commitment TEXT NOT NULL,
        seed BLOB NOT NULL,
        draws INTEGER NOT NULL DEFAULT 0,
        words TEXT NOT NULL
    ) STRICT
    """,
    "CREATE UNIQUE INDEX one_evening ON evening ((1)) WHERE ended IS NULL",
    """
    CREATE TABLE line (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at TEXT NOT NULL,
        kind TEXT NOT NULL,
        game TEXT NOT NULL,
        search TEXT NOT NULL,
        who TEXT NOT NULL,
        character_id TEXT NOT NULL,
        title TEXT NOT NULL,
        findings TEXT NOT NULL,
        evening INTEGER NOT NULL,
        number INTEGER NOT NULL,
        dice BLOB NOT NULL,
        waves TEXT NOT NULL,
        tags TEXT NOT NULL,
        request TEXT NOT NULL
    ) STRICT
    """,
    "CREATE INDEX line_of_character ON line (character_id)",
    "CREATE INDEX line_of_evening ON line (evening)",
    # A search reads this index instead of the lines: it is in their order and a tenth of their size.
    "CREATE INDEX line_searched ON line (id, search)",
    "CREATE INDEX heading ON line (id) WHERE kind = 'scene'",
    """
    CREATE TABLE draw (
        evening INTEGER NOT NULL,
        number INTEGER NOT NULL,
        line INTEGER NOT NULL,
        PRIMARY KEY (evening, number)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE sealed (
        evening INTEGER NOT NULL,
        number INTEGER NOT NULL,
        label BLOB NOT NULL,
        faces TEXT NOT NULL,
        head TEXT NOT NULL,
        PRIMARY KEY (evening, number)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE act (
        id TEXT PRIMARY KEY,
        line INTEGER NOT NULL,
        undone TEXT NOT NULL,
        done TEXT NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX act_of_line ON act (line)",
    """
    CREATE TABLE pending (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        character_id TEXT NOT NULL,
        game TEXT NOT NULL,
        act TEXT NOT NULL,
        data TEXT NOT NULL,
        line INTEGER NOT NULL,
        state TEXT NOT NULL DEFAULT 'pending'
    ) STRICT
    """,
    "CREATE INDEX pending_of_character ON pending (character_id, state)",
)
COLUMNS: Final = {
    "die": "id, name, faces, kind, key",
    "evening": "id, begun, ended, commitment, seed, draws, words",
    "line": (
        "id, at, kind, game, search, who, character_id, title, findings, evening, number, dice, waves, tags, request"
    ),
    "draw": "evening, number, line",
    "sealed": "evening, number, label, faces, head",
    "act": "id, line, undone, done",
    "pending": "number, id, character_id, game, act, data, line, state",
}
"""Columns of each table, its key first."""


def prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Lock the log for this process, and make its tables if it is new.

    Raise FileProblem for a log of a newer program, sqlite3.Error for any fault of the file or the disk.
    """
    # Half a MB of pages is enough for one evening; the system remembers the rest of the file anyway.
    for pragma in ("locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL", "fullfsync=1", "cache_size=-512"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("PRAGMA trusted_schema=OFF")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if SCHEMA < version <= _NEWEST:
        raise FileProblem("newer", path)
    if version == 0 and connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0:
        create(connection)
    elif version != SCHEMA:
        raise sqlite3.DatabaseError("it is no log of this program")
    # A damaged schema is noticed now, before a roll depends on it.
    for table, columns in COLUMNS.items():
        connection.execute(f"SELECT {columns} FROM {table} LIMIT 0")  # noqa: S608
    connection.execute("DELETE FROM die WHERE 0")  # refused where the file may not be written to


def create(connection: sqlite3.Connection) -> None:
    """Make all tables in an empty database, or none. Raise sqlite3.Error when the disk refuses."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for each in _TABLES:
            connection.execute(each)
        connection.execute(f"PRAGMA user_version={SCHEMA}")
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def is_sound(connection: sqlite3.Connection) -> bool:
    """Return whether SQLite's quick check finds no damage. Raise sqlite3.Error when the disk refuses."""
    try:
        return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
    except FAULTS as error:
        if is_refused(error):
            raise
        return False


def is_refused(error: BaseException) -> bool:
    """Return whether the system refused and the log has no known damage."""
    code = _code_of(error)
    return isinstance(error, OSError) or (
        isinstance(error, sqlite3.Error) and code & 0xFF in _REFUSED and code not in _SHORT
    )


def is_damage(error: BaseException) -> bool:
    """Return whether SQLite reports that the file is damaged."""
    code = _code_of(error)
    return code & 0xFF in _DAMAGE or code in _SHORT


def log_problem(error: BaseException, path: Path) -> FileProblem:
    """Return the problem that an error of SQLite or the disk means for the log at `path`."""
    if isinstance(error, OSError):
        return problem(error, path)
    code = _code_of(error) & 0xFF
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return FileProblem("in-use", path)
    if code == sqlite3.SQLITE_FULL:
        return problem(OSError(28, "full"), path, 4096)
    refused = dead_link(path) or problem(PermissionError(13, "refused"), path)
    # A disk that was made read-only answers with an error of the disk.
    if is_refused(error) and (code != sqlite3.SQLITE_IOERR or refused.code == "read-only"):
        return refused
    return FileProblem("other", path, text=str(error))


def _code_of(error: BaseException) -> int:
    """Return SQLite's extended result code; its lowest eight bits are the kind of error."""
    return getattr(error, "sqlite_errorcode", None) or sqlite3.SQLITE_ERROR
