"""The tables of the log's database, and the conversion of lines and uses of spiffs to rows and back.

A damaged value in a row is left out; the rest of the row is still read.
"""

import contextlib
import json
import os
import sqlite3
import struct
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bones_desktop.rules.reading import Tone
from bones_desktop.rules.typedtext import folded
from bones_desktop.storage.files.textfiles import FileProblem, is_folder, problem
from bones_desktop.storage.log.logentry import (
    Cause,
    EntryKind,
    Evening,
    LineState,
    LogEntry,
    LoggedAct,
    LoggedDie,
    LoggedFinding,
    LoggedWave,
)
from bones_desktop.wording.language import ENGLISH, language, restored, stored

if TYPE_CHECKING:
    from bones_desktop.rules.fairdice import AddedWords

FAULTS: Final = (sqlite3.Error, UnicodeError)
"""Errors raised by SQLite.

UnicodeError is one of them, because a message about a damaged file may contain bytes that are not text.
"""
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
"""Error codes for an operation that the system refused. The log itself is not damaged and stays in place."""
# SQLite reports these two codes as disk errors, but the system refused nothing: the file is incomplete.
_SHORT: Final = frozenset({sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS})
_DAMAGE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})

SCHEMA: Final = 1
"""Schema number, stored as SQLite's `user_version`."""
_NEWEST: Final = 1000
"""Highest schema number that is taken as valid. A file with a higher number is damaged."""
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
    # A search reads this index instead of the lines: it has the same order and a tenth of the size.
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
"""Columns of each table, beginning with its key."""


def prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Lock the log for this process, and create its tables if it is new.

    Raise FileProblem for a log of a newer program, sqlite3.Error for any fault of the file or the disk.
    """
    # Half a megabyte of pages is enough for one evening. The system caches the rest of the file anyway.
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
    # A damaged schema is noticed here, before a roll depends on it.
    for table, columns in COLUMNS.items():
        connection.execute(f"SELECT {columns} FROM {table} LIMIT 0")  # noqa: S608
    connection.execute("DELETE FROM die WHERE 0")  # Raises an error if the file is read-only.


def create(connection: sqlite3.Connection) -> None:
    """Create all tables in an empty database. On a disk error, create none and raise sqlite3.Error."""
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
    """Return whether SQLite's quick check finds no damage. Raise sqlite3.Error on a disk error."""
    try:
        return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
    except FAULTS as error:
        if is_refused(error):
            raise
        return False


def is_refused(error: BaseException) -> bool:
    """Return whether the system refused the operation. Such an error does not mean that the log is damaged."""
    code = _code_of(error)
    return isinstance(error, OSError) or (
        isinstance(error, sqlite3.Error) and code & 0xFF in _REFUSED and code not in _SHORT
    )


def is_damage(error: BaseException) -> bool:
    """Return whether SQLite reports that the file is damaged."""
    code = _code_of(error)
    return code & 0xFF in _DAMAGE or code in _SHORT


def log_problem(error: BaseException, path: Path) -> FileProblem:
    """Return the problem to report for an error of SQLite or the disk at `path`."""
    if isinstance(error, OSError):
        return problem(error, path)
    code = _code_of(error) & 0xFF
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return FileProblem("in-use", path)
    if code == sqlite3.SQLITE_FULL:
        return problem(OSError(28, "full"), path, 4096)
    if not is_folder(Path(os.path.realpath(path)).parent):
        return FileProblem("folder-gone", path)
    refused = problem(PermissionError(13, "refused"), path)
    # If the disk has become read-only, SQLite reports only a general disk error.
    if is_refused(error) and (code != sqlite3.SQLITE_IOERR or refused.code == "read-only"):
        return refused
    return FileProblem("other", path, text=str(error))


def _code_of(error: BaseException) -> int:
    """Return SQLite's extended result code. Its lowest eight bits are the kind of error."""
    return getattr(error, "sqlite_errorcode", None) or sqlite3.SQLITE_ERROR


LINE_COLUMNS: Final = COLUMNS["line"]
_PLACES: Final = ", ".join("?" * (LINE_COLUMNS.count(",") + 1))
_NOT_READ: Final = (ValueError, TypeError, LookupError, AttributeError, RecursionError)
"""Errors raised by JSON that was altered on the disk."""
_INDEX_BITS: Final = 32
_KINDS: Final = {kind.value: kind for kind in EntryKind}
_YEARS: Final = range(1971, 3000)
"""Years that every system can convert to local time. Windows cannot convert years before 1970 or after 3000."""
FIRST_MARK: Final = 0xF0000
"""First letter of Unicode for private use. Codes of languages, which have two letters, fit behind it."""
_UNKNOWN_TIME: Final = datetime.fromtimestamp(0, UTC)


class DieTable:
    """The dice to which lines refer.

    Each die is stored once. A line contains the number of the die and the face that it showed.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._numbers: dict[tuple[str, tuple[str, ...], str, str], int] = {}
        self._dice: dict[int, LoggedDie] = {}
        """Dice that have been read. The key combines die number and face in one number (see `joined`)."""

    def forget(self) -> None:
        """Forget the dice read so far, because a transaction that was rolled back may have removed some."""
        self._numbers.clear()
        self._dice.clear()

    def packed(self, dice: tuple[LoggedDie, ...]) -> bytes:
        """Return the number and face of each die as stored in a row. New dice are stored in the table."""
        return struct.pack(f"<{len(dice)}Q", *(joined(self._number(die), die.index) for die in dice))

    def dice(self, data: bytes) -> tuple[LoggedDie, ...]:
        """Return the dice in the bytes that `packed` returned; () if a die or its face is unknown."""
        numbers = unpacked(data)
        try:
            # Most lines refer to dice that were read before.
            return tuple(map(self._dice.__getitem__, numbers))
        except KeyError:
            return self._read(numbers)

    def _read(self, numbers: tuple[int, ...]) -> tuple[LoggedDie, ...]:
        found: dict[int, LoggedDie] = {}
        rows = self._connection.execute(
            "SELECT id, name, faces, kind, key FROM die WHERE id IN (SELECT value FROM json_each(?))",
            (json.dumps(list({number >> _INDEX_BITS for number in numbers})),),
        )
        for number, name, faces, group, key in rows.fetchall():
            codes, named = texts(faces), (as_text(group), as_text(key))
            for index in range(len(codes)):
                found[joined(number, index)] = LoggedDie(as_text(name), codes, index, *named)
        self._dice |= found
        return tuple(map(found.__getitem__, numbers)) if found.keys() >= set(numbers) else ()

    def _number(self, die: LoggedDie) -> int:
        known = (die.name, die.faces, die.group, die.key)
        if known in self._numbers:
            return self._numbers[known]
        values = (plain(die.name), _json([plain(face) for face in die.faces]), plain(die.group), plain(die.key))
        row = self._connection.execute(
            "SELECT id FROM die WHERE name = ? AND faces = ? AND kind = ? AND key = ?", values
        ).fetchone()
        if row is None:
            cursor = self._connection.execute("INSERT INTO die (name, faces, kind, key) VALUES (?, ?, ?, ?)", values)
            row = (cursor.lastrowid,)
        self._numbers[known] = int(row[0])
        return self._numbers[known]


def unpacked(data: bytes) -> tuple[int, ...]:
    """Return one number for each stored die, as `joined` makes it; () if the bytes are not dice."""
    count, rest = divmod(len(data), 8) if isinstance(data, bytes) else (0, 1)
    return () if rest else struct.unpack(f"<{count}Q", data)


def joined(number: int, index: int) -> int:
    """Return one number made from the number of a die and the index of its face."""
    return number << _INDEX_BITS | index


def split(number: int) -> tuple[int, int]:
    """Return the number of the die and the index of the face that `joined` combined."""
    return number >> _INDEX_BITS, number & ((1 << _INDEX_BITS) - 1)


def insert(connection: sqlite3.Connection, dice: DieTable, entry: LogEntry) -> int:
    """Store a line under its id, or under a new id if it has none. Return the id."""
    cursor = connection.execute(
        f"INSERT INTO line ({LINE_COLUMNS}) VALUES ({_PLACES})",  # noqa: S608
        (
            entry.id or None,
            entry.at.isoformat(),
            entry.kind.value,
            plain(entry.game),
            *_texts_of(entry),
            entry.evening,
            entry.number,
            dice.packed(entry.dice),
            *_lists_of(entry),
            plain(entry.request),
        ),
    )
    return int(cursor.lastrowid or 0)


def update(connection: sqlite3.Connection, entry: LogEntry) -> bool:
    """Store the values of a line that may change. Return whether the line exists."""
    cursor = connection.execute(
        "UPDATE line SET search = ?, who = ?, character_id = ?, title = ?, findings = ?, waves = ?, tags = ?"
        " WHERE id = ?",
        (*_texts_of(entry), *_lists_of(entry), entry.id),
    )
    return cursor.rowcount == 1


def entry_of(row: tuple[Any, ...], dice: DieTable) -> LogEntry:
    """Return the line stored in a row of `LINE_COLUMNS`."""
    number, at, kind, game, _, who, character_id, title, found, evening, drawn, fell, again, tags, request = row
    shown = dice.dice(fell)
    return LogEntry(
        at=moment(at),
        kind=_KINDS.get(kind, EntryKind.THROW),
        who=restored(as_text(who)),
        character_id=as_text(character_id),
        title=restored(as_text(title)),
        dice=shown,
        waves=waves(again, shown),
        findings=findings(found, language()),
        tags=texts(tags),
        evening=as_count(evening),
        number=as_count(drawn),
        request=as_text(request),
        id=number,
        game=as_text(game),
    )


def evening_of(row: tuple[Any, ...]) -> Evening:
    """Return the evening stored in a row: its columns, the head of its chain, then the time of its last line."""
    number, begun, ended, commitment, seed, draws, words, head, last = row
    from bones_desktop.rules.fairdice import chain_start, words_for  # Imported late: not needed to open the log.

    added = added_words(words)
    if head is None:
        head = chain_start(as_text(commitment), words_for(added, 1))
    return Evening(
        id=number,
        begun=moment(begun),
        commitment=as_text(commitment),
        seed=seed if isinstance(seed, bytes) else b"",
        ended=None if ended is None else moment(ended),
        draws=as_count(draws),
        last=None if last is None else moment(last),
        words=added,
        head=as_text(head),
    )


def keep_acts(connection: sqlite3.Connection, line: int, acts: Iterable[LoggedAct]) -> None:
    """Store `acts` as the acts of a line and delete the line's earlier acts."""
    connection.execute("DELETE FROM act WHERE line = ?", (line,))
    connection.executemany(
        "INSERT INTO act (id, line, undone, done) VALUES (?, ?, ?, ?)",
        [(plain(act.id), line, state_json(act.undone), state_json(act.done)) for act in acts],
    )


def find_acts(connection: sqlite3.Connection, ids: Iterable[str]) -> dict[str, tuple[int, LoggedAct]]:
    """Return the acts with these ids, each with the id of its line. Missing or damaged acts are left out."""
    found: dict[str, tuple[int, LoggedAct]] = {}
    rows = connection.execute(
        "SELECT id, line, undone, done FROM act WHERE id IN (SELECT value FROM json_each(?))", (texts_json(ids),)
    )
    for act, line, undone, done in rows.fetchall():
        with contextlib.suppress(*_NOT_READ):
            found[act] = (line, LoggedAct(act, _line_state(undone), _line_state(done)))
    return found


def state_json(state: LineState) -> str:
    """Return the state of a line as stored in a row."""
    leads_to = {plain(act): plain(data) for act, data in state.leads_to}
    return _json([finding_rows(state.findings), list(map(plain, state.tags)), state.counts, leads_to])


def waves(text: str, dice: tuple[LoggedDie, ...]) -> tuple[LoggedWave, ...]:
    """Return the waves in a row; () if they refer to a die or face that is not in `dice`."""
    if not text:
        return ()
    with contextlib.suppress(*_NOT_READ):
        return tuple(_wave(each, dice) for each in json.loads(text))
    return ()


def waves_json(found: tuple[LoggedWave, ...]) -> str:
    """Return waves as stored in a row; `waves` reads them."""
    rows = [(each.cause, each.faces, each.counts, each.adds, each.number, each.evening) for each in found]
    return _json(rows) if rows else ""


@lru_cache(maxsize=1024)  # Cached, because most findings in a log are the same few texts.
def findings(text: str, _language: str) -> tuple[LoggedFinding, ...]:
    """Return stored findings in the language in use, which is the second argument; () if they are damaged."""
    if not text:
        return ()
    with contextlib.suppress(*_NOT_READ):
        return _findings_of(json.loads(text))
    return ()


def _findings_of(rows: Any) -> tuple[LoggedFinding, ...]:  # noqa: ANN401 (JSON)
    """Return findings from JSON. Raise one of `_NOT_READ` when they are damaged."""
    return tuple(
        LoggedFinding(id_, restored(text), outcome, value, Tone(tone)) for id_, text, outcome, value, tone in rows
    )


def finding_rows(found: tuple[LoggedFinding, ...]) -> list[tuple[str, str, str, int | None, str]]:
    """Return findings as stored in a row."""
    return [(plain(each.id), plain(stored(each.text)), plain(each.outcome), each.value, each.tone) for each in found]


def moment(text: str) -> datetime:
    """Return the time stored in a row; 1970 if it is damaged.

    The time always has a time zone, so that times can be compared.
    """
    try:
        at = datetime.fromisoformat(text)
    except (ValueError, TypeError):
        return _UNKNOWN_TIME
    if at.year not in _YEARS:
        return _UNKNOWN_TIME
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def texts(text: str) -> tuple[str, ...]:
    """Return a list of texts stored in a row; () if it is damaged."""
    if text:
        with contextlib.suppress(*_NOT_READ):
            return tuple(map(str, json.loads(text)))
    return ()


def added_words(text: str) -> "tuple[AddedWords, ...]":
    """Return the players' words stored in a row; () if they are damaged."""
    from bones_desktop.rules.fairdice import words_of  # Imported late: not needed to open the log.

    with contextlib.suppress(*_NOT_READ):
        return words_of(json.loads(text))
    return ()


def added_words_json(words: "Iterable[AddedWords]") -> str:
    """Return players' words as stored in a row."""
    from bones_desktop.rules.fairdice import words_json  # Imported late: not needed to open the log.

    return _json(words_json(words))


def as_text(value: object) -> str:
    """Return the text in a column; "" if it is damaged."""
    return value if isinstance(value, str) else ""


def as_count(value: object) -> int:
    """Return the number in a column; 0 if it is damaged."""
    return value if type(value) is int and value > 0 else 0


def texts_json(given: Iterable[str]) -> str:
    """Return texts as stored in a row."""
    return _json(list(map(plain, given)))


def faces_of(text: str) -> tuple[int, ...]:
    """Return the faces of a draw in the chain; () if the row is damaged."""
    with contextlib.suppress(AttributeError, ValueError):
        return tuple(int(each) for each in text.split(",")) if text else ()
    return ()


def plain(text: str) -> str:
    """Return `text` without lone surrogates, which UTF-8 cannot encode."""
    return text if text.isascii() else text.encode("utf-8", "ignore").decode()


def _wave(row: Any, dice: tuple[LoggedDie, ...]) -> LoggedWave:  # noqa: ANN401 (JSON)
    """Return a wave from JSON. Raise one of `_NOT_READ` when it is damaged or does not fit these dice."""
    cause, faces, counts, adds, number, evening = row
    fell = tuple((place, index) for place, index in faces)
    for place, index in fell:
        # Raises LookupError for a die or face that does not exist.
        _ = dice[place].faces[index]
    return LoggedWave(Cause(cause), fell, counts, adds, number, evening)


def _line_state(text: str) -> LineState:
    """Return the state of a line from JSON. Raise one of `_NOT_READ` when it is damaged."""
    found, tags, counts, leads_to = json.loads(text)
    return LineState(_findings_of(found), tuple(tags), tuple(counts), tuple(leads_to.items()))


def searched(entry: LogEntry) -> str:
    """Return the searchable text of a line in the language in use, which its first letter names."""
    return search_mark() + folded("\n".join(map(plain, (entry.who, entry.title, entry.result, *entry.tags))))


def search_mark() -> str:
    """Return a letter that nobody types, for the language in use; "" for English."""
    return "" if language() == ENGLISH else chr(FIRST_MARK + int.from_bytes(language().encode()))


def _texts_of(entry: LogEntry) -> tuple[str, ...]:
    found = _json(finding_rows(entry.findings)) if entry.findings else ""
    return searched(entry), *map(plain, (stored(entry.who), entry.character_id, stored(entry.title))), found


def _lists_of(entry: LogEntry) -> tuple[str, str]:
    return waves_json(entry.waves), _json([plain(tag) for tag in entry.tags]) if entry.tags else ""


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
