"""Tables of the log of the table, made anew or out of earlier ones, in one step that happens wholly or not."""

import contextlib
import json
import re
import sqlite3
from itertools import chain, count
from pathlib import Path
from typing import Final

from bones_desktop.storage.files.textfiles import FileProblem, move, problem
from bones_desktop.storage.log.logentry import (
    Cause,
    EntryKind,
    LineState,
    LogEntry,
    LoggedDie,
    LoggedFinding,
    LoggedWave,
    task_findings,
)
from bones_desktop.storage.log.logplaces import take_away
from bones_desktop.storage.log.logrows import (
    COLUMNS,
    LONGEST_ROW,
    DieTable,
    finding_rows,
    insert,
    moment,
    state_json,
    texts,
    waves_json,
)

SCHEMA: Final = 6
LARGEST_ID: Final = 1 << 53
"""Of a line; one beyond is damaged, and none could follow the largest that SQLite has."""
LARGEST_DIE: Final = 1 << 31
"""Half of what a line has room for."""
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
        draws INTEGER NOT NULL DEFAULT 0
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
    # In the order of the lines and a tenth of their size: what a search reads instead of them.
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
)
_ACT: Final = (
    """
    CREATE TABLE act (
        id TEXT PRIMARY KEY,
        line INTEGER NOT NULL,
        undone TEXT NOT NULL,
        done TEXT NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX act_of_line ON act (line)",
)
"""New in version 4."""
_PENDING: Final = (
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
"""New in version 5, in place of `owed` and `owed_use`."""
_CHAIN: Final = (
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
    # NULL for an evening begun before there were chains.
    "ALTER TABLE evening ADD COLUMN words TEXT",
)
"""New in version 6."""
_OTHERS: Final = (
    ("die", "id, name, faces, kind, key"),
    ("evening", "id, begun, ended, commitment, seed, draws"),
    ("draw", "evening, number, line"),
)
_FIRST: Final = (("throw", "id, at, who, character_id, task, dice, result, net, tags"),)
_SECOND: Final = (
    (
        "line",
        "id, at, kind, search, who, character_id, title, result, net, evening, number, dice, rerolls, tags, request",
    ),
    *_OTHERS,
    ("owed", "number, id, character_id, spiffs, before, line"),
)
_THIRD: Final = (*_SECOND, ("owed_use", "number, id, character_id, by_gm, recent, beyond, day, line"))
_FOURTH: Final = (*_THIRD, ("act", "id, line, undone, done"))
_FIFTH: Final = (
    ("line", f"id, {COLUMNS}"),
    *_OTHERS,
    ("act", "id, line, undone, done"),
    ("pending", "number, id, character_id, game, act, data, line, state"),
)
_SIXTH: Final = (
    *_FIFTH,
    ("evening", "words"),
    ("sealed", "evening, number, label, faces, head"),
)
"""The columns of versions 1 to 6."""
EARLIER: Final = {1: _FIRST, 2: _SECOND, 3: _THIRD, 4: _FOURTH, 5: _FIFTH}
_NOT_OURS: Final = "it holds something that is not the program's"
_SMALL: Final = ("die", "evening", "pending")
"""Tables that are looked through at each opening: what is damaged in them would be damaged in what follows."""
_NEWEST: Final = 1000
"""No program will ever write a version beyond this one; what says so is damaged."""
_MADE: Final = {
    re.split(r"[ (]", each.partition(" TABLE " if " TABLE " in each else " INDEX ")[2].strip())[0]: each.strip()
    for each in (*_TABLES, *_ACT, *_PENDING, *_CHAIN)
    if each.strip().startswith("CREATE")
}
"""What makes each table and index, by its name."""
_LATE: Final = re.compile(r" default '(bones)?'")
"""Of columns that a log of an earlier version was given."""
_ADDED: Final = {"evening": ["words text"]}
"""Columns that every log is given after its tables."""
_WORD: Final = re.compile(r"\w+")
_STATISTICS: Final = "sqlite_stat1 tbl idx stat sqlite_stat4 neq nlt ndlt sample"
"""What ANALYZE of any tool makes beside the tables."""
_WORDS: Final = frozenset(
    _WORD.findall(f"{' '.join(_MADE.values())} {EARLIER} {_SIXTH} bones sqlite_sequence seq {_STATISTICS}".lower())
)
"""All that stand in the schema of any log, earlier ones too."""


def prepare(connection: sqlite3.Connection, path: Path, *, thorough: bool) -> None:
    """Take the log for this process alone and bring its tables up to date; `thorough` reads every page of it first.

    A log of an earlier version is copied beside itself first ("throws.version-4.sqlite3"): earlier programs read that.
    FileProblem for a log of a newer program, sqlite3.Error for everything that is wrong with the file or the disk.
    """
    # Half a MB of pages is enough for one evening; the system remembers the rest of the file anyway.
    for pragma in ("locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL", "fullfsync=1", "cache_size=-512"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("PRAGMA trusted_schema=OFF")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if SCHEMA < version <= _NEWEST:
        raise FileProblem("newer", path)
    restrain(connection)
    if thorough and connection.execute("PRAGMA quick_check").fetchone()[0] != "ok":
        raise sqlite3.DatabaseError("quick_check")
    if version != SCHEMA:
        if version:
            if version not in EARLIER:
                raise sqlite3.DatabaseError("user_version")
            _look_at(connection, EARLIER[version])
            _keep_copy(connection, path, version)
        bring_up(connection, version)
    _look_at(connection, _SIXTH)
    put_right(connection)
    for table in _SMALL:
        if connection.execute(f"PRAGMA integrity_check({table})").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError(table)
    connection.execute("DELETE FROM die WHERE 0")  # refused where the file says that nobody may write to it


def restrain(connection: sqlite3.Connection) -> None:
    """Let no value read from now on be far longer than ours; sqlite3.Error where the schema says what ours never does.

    A view in the place of a table may go on without end, and what SQLite reckons for each row (a column that is
    generated, a CHECK) take any time.
    """
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_ROW)
    for kind, sql in connection.execute("SELECT type, sql FROM sqlite_schema"):
        if kind not in {"table", "index"} or not _WORDS.issuperset(_WORD.findall(str(sql or "").lower())):
            raise sqlite3.DatabaseError(_NOT_OURS)


def require_short(connection: sqlite3.Connection) -> None:
    """Raise sqlite3.Error where one value is longer than `restrain` lets it be: no check of SQLite's tells."""
    for table, columns in _SIXTH:
        every = ", ".join(f"max({each})" for each in columns.split(", "))
        try:
            connection.execute(f"SELECT {every} FROM {table} NOT INDEXED").fetchone()  # noqa: S608
        except sqlite3.DataError as error:
            raise sqlite3.DatabaseError("a text in it is far longer than the program writes") from error


def create(connection: sqlite3.Connection) -> None:
    """Make all tables in an empty database."""
    bring_up(connection, 0)


def put_right(connection: sqlite3.Connection) -> None:
    """Make indexes that are missing or others and count draws; sqlite3.Error where something is not as we make it."""
    there = dict(
        connection.execute("SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'").fetchall()
    )
    if not there.keys() <= _MADE.keys():
        raise sqlite3.DatabaseError(_NOT_OURS)
    for name, sql in tuple(there.items()):
        if _is_index(name) and _parts(str(sql)) != _parts(_MADE[name]):
            connection.execute(f"DROP INDEX {name}")
            del there[name]
        elif not _is_index(name) and sorted(_parts(str(sql))) != sorted((*_parts(_MADE[name]), *_ADDED.get(name, ()))):
            raise sqlite3.DatabaseError("its tables are not as the program makes them")
    kinds = connection.execute("SELECT name FROM pragma_table_list WHERE type = 'table' AND NOT strict").fetchall()
    if any(not name.startswith("sqlite_") for (name,) in kinds):
        raise sqlite3.DatabaseError("its tables take any kind of value")
    for name in _MADE.keys() - there.keys():
        connection.execute(_MADE[name])
    highest = connection.execute("SELECT max(id), (SELECT max(seq) FROM sqlite_sequence) FROM line").fetchone()
    if any(each is not None and not (type(each) is int and 0 <= each < LARGEST_ID) for each in highest):
        raise sqlite3.DatabaseError("its lines have impossible numbers")
    if (connection.execute("SELECT max(id) FROM die").fetchone()[0] or 0) >= LARGEST_DIE:
        raise sqlite3.DatabaseError("its dice have impossible numbers")
    lowest, highest = connection.execute("SELECT ifnull(min(id), 1), ifnull(max(id), 1) FROM evening").fetchone()
    if not 0 < lowest <= highest < LARGEST_ID:
        raise sqlite3.DatabaseError("its evenings have impossible numbers")
    # What is beyond any count would leave no number for the next draw; the lines and the chain say which is.
    connection.execute("UPDATE evening SET draws = 0 WHERE ended IS NULL AND draws >= ?", (LARGEST_ID,))
    drawn = f"SELECT max(number) FROM line WHERE evening = evening.id AND number < {LARGEST_ID}"  # noqa: S608
    behind = f"SELECT id, ({drawn}) FROM evening WHERE ended IS NULL AND draws < ({drawn})"  # noqa: S608
    for evening, number in connection.execute(behind).fetchall():  # or a draw would be given out twice
        connection.execute("UPDATE evening SET draws = ? WHERE id = ?", (number, evening))


def _is_index(name: str) -> bool:
    return " INDEX " in _MADE[name]


def _parts(sql: str) -> list[str]:
    """Return what a table or an index is made of; columns that came later stand last in a table."""
    return [" ".join(_LATE.sub("", part).split()) for part in re.split("[(),]", sql.lower())]


def _look_at(connection: sqlite3.Connection, tables: tuple[tuple[str, str], ...]) -> None:
    """Raise sqlite3.Error where a table or a column of it is not there."""
    for table, columns in tables:
        connection.execute(f"SELECT {columns} FROM {table} ORDER BY 1 DESC LIMIT 1").fetchall()  # noqa: S608


def bring_up(connection: sqlite3.Connection, version: int) -> None:
    """Make the tables out of those of an earlier version, 0 for none; sqlite3.Error when that cannot be done."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        missing: tuple[str, ...] = (*_TABLES, *_ACT, *_PENDING, *_CHAIN)
        if version >= 2:
            missing = {4: (*_PENDING, *_CHAIN), 5: _CHAIN}.get(version, (*_ACT, *_PENDING, *_CHAIN))
        for each in missing:
            connection.execute(each)
        if version == 1:
            _take_over(connection)
            connection.execute("DROP TABLE throw")
        if 2 <= version <= 4:
            _take_over_debts(connection, version)
            _take_over_lines(connection)
        if version == 4:
            _take_over_acts(connection)
        connection.execute(f"PRAGMA user_version={SCHEMA}")
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def _keep_copy(connection: sqlite3.Connection, path: Path, version: int) -> None:
    """Copy the whole log under a name that is free; sqlite3.Error when the disk refuses, and no copy is left then."""
    names = (
        path.with_stem(f"{path.stem}.version-{version}{again}") for again in chain(("",), (f"-{n}" for n in count(2)))
    )
    copy = next(name for name in names if not name.exists())
    part = copy.with_name(f"{copy.name}.part")  # so that a copy is whole, whenever the process is killed
    try:
        take_away(part)
        connection.execute("VACUUM INTO ?", (str(part),))
        move(part, copy)
    except OSError as error:
        raise problem(error, copy) from error
    finally:
        with contextlib.suppress(OSError):
            take_away(part)


def _take_over(connection: sqlite3.Connection) -> None:
    """Copy the throws of version 1, which knew of each die the face it showed and no other."""
    dice = DieTable(connection)
    rows = connection.execute("SELECT id, at, who, character_id, task, dice, result, net, tags FROM throw ORDER BY id")
    # Closed even when a row is refused: a statement left open keeps the file open, and it could not be moved then.
    with contextlib.closing(rows):
        for number, at, who, character_id, task, shown, result, net, tags in rows:
            fell: tuple[LoggedDie, ...] = ()
            with contextlib.suppress(ValueError, TypeError, RecursionError):
                fell = tuple(LoggedDie(str(die), (str(face),), 0) for die, face in json.loads(shown))
            entry = LogEntry(
                at=moment(at),
                who=who,
                character_id=character_id,
                title=task,
                dice=fell,
                findings=task_findings(result, net),
                tags=texts(tags),
                id=number,
            )
            insert(connection, dice, entry)


def _take_over_debts(connection: sqlite3.Connection, version: int) -> None:
    """Convert what versions 2 to 4 kept in two tables of their own to pending acts."""
    insert_act = "INSERT INTO pending (id, character_id, game, act, data, line) VALUES (?, ?, 'bones', ?, ?, ?)"
    debts = connection.execute("SELECT id, character_id, spiffs, before, line FROM owed ORDER BY number").fetchall()
    for act, who, spiffs, before, line in debts:
        connection.execute(insert_act, (act, who, "spend-spiffs", json.dumps({"by": spiffs, "before": before}), line))
    connection.execute("DROP TABLE owed")
    if version == 2:
        return
    uses = "SELECT id, character_id, by_gm, recent, beyond, day, line FROM owed_use ORDER BY number"
    for act, who, by_gm, recent, beyond, day, line in connection.execute(uses).fetchall():
        data = json.dumps({"by_gm": bool(by_gm), "before": [recent, beyond, day]})
        connection.execute(insert_act, (act, who, "use-magic", data, line))
    connection.execute("DROP TABLE owed_use")


def _take_over_lines(connection: sqlite3.Connection) -> None:
    """Convert lines of versions 2 to 4: findings for result and net, waves for dice thrown again."""
    for column, usual in (("game", "bones"), ("findings", ""), ("waves", "")):
        connection.execute(f"ALTER TABLE line ADD COLUMN {column} TEXT NOT NULL DEFAULT '{usual}'")
    # Not by functions called from SQL: those get no text with a damaged byte in it, and refuse the whole statement.
    rows = connection.execute("SELECT kind, result, net, rerolls, id FROM line").fetchall()
    rows_now = ((_findings(kind, result, net), _waves(rerolls), line) for kind, result, net, rerolls, line in rows)
    connection.executemany("UPDATE line SET findings = ?, waves = ? WHERE id = ?", rows_now)
    for column in ("result", "net", "rerolls"):
        connection.execute(f"ALTER TABLE line DROP COLUMN {column}")


def _findings(kind: str, result: str, net: int | None) -> str:
    names: dict[str, str] = {EntryKind.EVENING: "seal", EntryKind.REVEALED: "seed"}
    found = (LoggedFinding(names[kind], result),) if kind in names else task_findings(result, net)
    return json.dumps(finding_rows(found), ensure_ascii=False, separators=(",", ":")) if found else ""


def _waves(rerolls: str) -> str:
    """Return the waves of re-rolls as a row of versions 2 to 4 holds them; "" for damaged ones."""
    with contextlib.suppress(ValueError, TypeError, RecursionError):
        return waves_json(tuple(_wave(*each) for each in json.loads(rerolls)))
    return ""


def _wave(
    die: int, _before: int, after: int, number: int = 0, vetoed: bool = False, evening: int | None = None
) -> LoggedWave:
    return LoggedWave(Cause.REROLL, ((die, after),), not vetoed, number=number, evening=evening)


def _take_over_acts(connection: sqlite3.Connection) -> None:
    """Convert uses of spiffs of version 4 to findings and waves; damaged ones stay as they are and are not read."""
    for act, *before in connection.execute("SELECT id, undone, done FROM act").fetchall():
        with contextlib.suppress(ValueError, TypeError, RecursionError):
            states = []
            for result, net, tags, taken_back in map(json.loads, before):
                if not all(isinstance(text, str) for text in (result, *tags)):
                    raise TypeError("text")
                counts = tuple(each is False for each in taken_back)
                states.append(state_json(LineState(task_findings(result, net), tuple(tags), counts)))
            connection.execute("UPDATE act SET undone = ?, done = ? WHERE id = ?", (*states, act))
