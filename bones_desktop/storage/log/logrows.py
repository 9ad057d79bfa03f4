"""Lines of the log, and uses of spiffs on them, as rows of its database and back.

Damage inside a row is left out; the rest of the row is still read.
"""

import contextlib
import json
import sqlite3
import struct
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final

from bones_desktop.rules.reading import Tone
from bones_desktop.rules.typedtext import folded, unturned
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

COLUMNS: Final = (
    "at, kind, game, search, who, character_id, title, findings, evening, number, dice, waves, tags, request"
)
EVENING_COLUMNS: Final = "id, begun, ended, commitment, seed, draws, words"
FAULTS: Final = (
    sqlite3.Error, struct.error, UnicodeError, TypeError, AttributeError, LookupError, OverflowError, MemoryError,
)  # fmt: skip
"""What reading a damaged database raises: the message of SQLite may itself hold bytes that are no text."""
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
"""Codes of a system that refuses: the log itself is sound and stays where it is."""
_DAMAGED: Final = frozenset({sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS})
"""Extended codes that are damage all the same."""
_PLACES: Final = ", ".join("?" * (COLUMNS.count(",") + 2))
_READ_AT_ONCE: Final = 500
LONGEST_ROW: Final = 1 << 22
"""Bytes: of all values together when a row is written, of each when it is read. Rounds of hordes write a fourth of it.

A few such rows are read in the time and the room that nobody notices, hundreds of millions of bytes are not.
"""
_INDEX_BITS: Final = 32
_TOO_LARGE: Final = 1 << 63
"""For SQLite's whole numbers."""
_KINDS: Final = {kind.value: kind for kind in EntryKind}
_YEARS: Final = range(1971, 3000)
"""Those that every system can convert to local time."""


class DieTable:
    """The dice that lines name: each is stored once and a line holds its number and the face it showed."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._numbers: dict[tuple[str, tuple[str, ...], str, str], int] = {}
        self._dice: dict[int, LoggedDie] = {}
        """By number and face, packed."""

    def forget(self) -> None:
        """Forget the dice read so far: a transaction that was rolled back may have taken some away."""
        self._numbers.clear()
        self._dice.clear()

    def packed(self, dice: tuple[LoggedDie, ...]) -> bytes:
        """Return number and face of each die, storing dice that are new."""
        return packed_numbers([(self._number(die), die.index) for die in dice])

    def dice(self, data: bytes) -> tuple[LoggedDie, ...]:
        """Return the dice of `packed`; none when one of them is not known or has no such face."""
        numbers = unpacked(data)
        with contextlib.suppress(KeyError):
            return tuple(map(self._dice.__getitem__, numbers))
        wanted = tuple({number >> _INDEX_BITS for number in numbers})
        for start in range(0, len(wanted), _READ_AT_ONCE):
            part = wanted[start : start + _READ_AT_ONCE]
            rows = self._connection.execute(
                f"SELECT id, name, faces, kind, key FROM die WHERE id IN ({','.join('?' * len(part))})",  # noqa: S608
                part,
            )
            for number, name, faces, group, key in rows.fetchall():
                codes, told = texts(faces), (as_text(group), as_text(key))
                for index in range(len(codes)):
                    self._dice[joined(number, index)] = LoggedDie(unturned(as_text(name)), codes, index, *told)
        with contextlib.suppress(KeyError):
            return tuple(map(self._dice.__getitem__, numbers))
        return ()

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
        elif (
            self._connection.execute("SELECT name, faces, kind, key FROM die NOT INDEXED WHERE id = ?", row).fetchone()
            != values
        ):
            raise sqlite3.DatabaseError("die")  # the index says what the table does not
        self._numbers[known] = int(row[0])
        return self._numbers[known]


def code_of(error: BaseException) -> int:
    """Return SQLite's extended result code; its lowest eight bits are the kind."""
    return getattr(error, "sqlite_errorcode", None) or sqlite3.SQLITE_ERROR


def is_refused(error: BaseException) -> bool:
    """Return whether the system refuses, and nothing is known to be wrong with the log."""
    code = code_of(error)
    return isinstance(error, OSError) or (
        isinstance(error, sqlite3.Error) and code & 0xFF in _REFUSED and code not in _DAMAGED
    )


def packed_numbers(dice: Sequence[tuple[int, int]]) -> bytes:
    """Return number and face of each die as a row holds them."""
    return struct.pack(f"<{len(dice)}Q", *(joined(number, index) for number, index in dice))


_MOST_DICE: Final = 100_000
"""Dice of a line: twice those of a round in which forty hordes of as many fight."""


def unpacked(data: bytes) -> tuple[int, ...]:
    """Return number and face of each die as one number; nothing when the bytes are no dice."""
    count, rest = divmod(len(data), 8) if isinstance(data, bytes) else (0, 0)
    return struct.unpack(f"<{count}Q", data) if not rest and 0 < count <= _MOST_DICE else ()


def joined(number: int, index: int) -> int:
    """Return number and face of one die as they stand in `unpacked`."""
    return number << _INDEX_BITS | index


def split(number: int) -> tuple[int, int]:
    """Return number and face of one die of `unpacked`."""
    return number >> _INDEX_BITS, number & ((1 << _INDEX_BITS) - 1)


def insert(connection: sqlite3.Connection, dice: DieTable, entry: LogEntry) -> int:
    """Store a line under its id, or under a new one when it has none; return the id."""
    cursor = connection.execute(
        f"INSERT INTO line (id, {COLUMNS}) VALUES ({_PLACES})",  # noqa: S608
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
    """Store what may change of a line; return whether it is there."""
    cursor = connection.execute(
        "UPDATE line SET search = ?, who = ?, character_id = ?, title = ?, findings = ?, waves = ?, tags = ?"
        " WHERE id = ?",
        (*_texts_of(entry), *_lists_of(entry), entry.id),
    )
    return cursor.rowcount == 1


def entry_of(row: tuple[Any, ...], dice: DieTable) -> LogEntry:
    """Return the line of a row: its id, then `COLUMNS`."""
    number, at, kind, game, _, who, character_id, title, found, evening, drawn, fell, again, tags, request = row
    shown = dice.dice(fell)
    return LogEntry(
        at=moment(at),
        kind=_KINDS.get(kind, EntryKind.THROW),
        who=unturned(as_text(who)),
        character_id=as_text(character_id),
        title=unturned(as_text(title)),
        dice=shown,
        waves=waves(again, shown),
        findings=findings(found),
        tags=texts(tags),
        evening=as_count(evening),
        number=as_count(drawn),
        request=as_text(request),
        id=number,
        game=as_text(game),
    )


def evening_of(row: tuple[Any, ...]) -> Evening:
    """Return the evening of a row: `EVENING_COLUMNS`, the head of its chain, then when its last line was written."""
    number, begun, ended, commitment, seed, draws, words, head, last = row
    said = () if words is None else texts(words)
    if words is not None and head is None:
        from bones_desktop.rules.fairdice import chain_start  # not needed to open the log

        head = chain_start(as_text(commitment), said)
    return Evening(
        id=number,
        begun=moment(begun),
        commitment=as_text(commitment),
        seed=seed if isinstance(seed, bytes) else b"",
        ended=None if ended is None else moment(ended),
        draws=as_count(draws),
        last=None if last is None else moment(last),
        words=said,
        head=as_text(head),
    )


def keep_acts(connection: sqlite3.Connection, line: int, acts: Iterable[LoggedAct]) -> None:
    """Store the acts on a line in place of those it had."""
    connection.execute("DELETE FROM act WHERE line = ?", (line,))
    connection.executemany(
        "INSERT INTO act (id, line, undone, done) VALUES (?, ?, ?, ?)",
        [(plain(act.id), line, state_json(act.undone), state_json(act.done)) for act in acts],
    )


def find_acts(connection: sqlite3.Connection, ids: Sequence[str]) -> dict[str, tuple[int, LoggedAct]]:
    """Return the acts with these ids, each with its line; those that are not there, or damaged, are left out."""
    found: dict[str, tuple[int, LoggedAct]] = {}
    for start in range(0, len(ids), _READ_AT_ONCE):
        part = ids[start : start + _READ_AT_ONCE]
        rows = connection.execute(
            f"SELECT id, line, undone, done FROM act WHERE id IN ({','.join('?' * len(part))})",  # noqa: S608
            tuple(map(plain, part)),
        )
        for act, line, undone, done in rows.fetchall():
            with contextlib.suppress(ValueError, TypeError, RecursionError):
                found[act] = (line, LoggedAct(act, _line_state(undone), _line_state(done)))
    return found


def state_json(state: LineState) -> str:
    """Return the state of a line as a row holds it."""
    leads_to = {plain(act): plain(data) for act, data in state.leads_to}
    return _json([finding_rows(state.findings), list(map(plain, state.tags)), state.counts, leads_to])


def waves(text: str, dice: tuple[LoggedDie, ...]) -> tuple[LoggedWave, ...]:
    """Return what fell after the first wave; nothing when a face of it is none of `dice`."""
    if not text:
        return ()
    with contextlib.suppress(ValueError, TypeError, IndexError, RecursionError):
        return tuple(_wave(each, dice) for each in json.loads(text))
    return ()


def waves_json(found: tuple[LoggedWave, ...]) -> str:
    """Return waves as a row holds them; `waves` reads them."""
    rows = [(each.cause, each.faces, each.counts, each.adds, each.number, each.evening) for each in found]
    return _json(rows) if rows else ""


@lru_cache(maxsize=1024)  # most results of a log say the same few things, and a list reads a page of them at a time
def findings(text: str) -> tuple[LoggedFinding, ...]:
    """Return stored findings; none when they are damaged."""
    if not text:
        return ()
    with contextlib.suppress(ValueError, TypeError, RecursionError):
        return findings_of(json.loads(text))
    return ()


def findings_of(rows: object) -> tuple[LoggedFinding, ...]:
    """Return findings from JSON; ValueError or TypeError when they are damaged."""
    found = []
    for id_, text, outcome, value, tone in _checked(rows, list):
        if not (type(id_) is type(text) is type(outcome) is str):
            raise TypeError("text")
        if value is not None and not -_TOO_LARGE <= _checked(value, int) < _TOO_LARGE:
            raise ValueError("value")
        found.append(LoggedFinding(id_, unturned(text), outcome, value, Tone(tone)))
    return tuple(found)


def finding_rows(found: tuple[LoggedFinding, ...]) -> list[tuple[str, str, str, int | None, str]]:
    """Return findings as `findings_of` reads them."""
    return [(plain(each.id), plain(each.text), plain(each.outcome), each.value, each.tone) for each in found]


def moment(text: str) -> datetime:
    """Return the time of a row, 1970 when it is damaged; always with a zone, so that times compare."""
    with contextlib.suppress(ValueError, TypeError):
        at = datetime.fromisoformat(text)
        if at.year in _YEARS:
            return at if at.tzinfo else at.replace(tzinfo=UTC)
    return datetime.fromtimestamp(0, UTC)


def texts(text: str) -> tuple[str, ...]:
    """Return a stored list of texts."""
    if text:
        with contextlib.suppress(ValueError, TypeError, RecursionError):
            return tuple(map(str, json.loads(text)))
    return ()


def as_text(value: object) -> str:
    """Return the text of a column, as well as it can be told when it holds something else."""
    if isinstance(value, str):
        return value
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else "" if value is None else str(value)


def as_count(value: object) -> int:
    """Return the number of a column, 0 for what is none that is counted."""
    return value if type(value) is int and 0 <= value < _TOO_LARGE else 0


def waves_told(told: object, evening: int) -> Iterator[tuple[int, int]]:
    """Yield evening and number of each draw among waves as a row holds them; none where they are damaged."""
    with contextlib.suppress(ValueError, TypeError, RecursionError):
        for _cause, _faces, _counts, _adds, number, late in json.loads(told) if told else ():  # type: ignore[arg-type]
            yield as_count(evening if late is None else late), as_count(number)


def texts_json(given: Iterable[str]) -> str:
    """Return texts as a row holds them."""
    return _json(list(map(plain, given)))


def faces_of(text: str) -> tuple[int, ...]:
    """Return the faces of a draw as its chain has them; none of a damaged row."""
    with contextlib.suppress(AttributeError, ValueError):
        return tuple(int(each) for each in text.split(",")) if text else ()
    return ()


def plain(text: str) -> str:
    """Return `text` without halves of characters, which no file can hold."""
    return text if text.isascii() else text.encode("utf-8", "ignore").decode()


def _wave(row: object, dice: tuple[LoggedDie, ...]) -> LoggedWave:
    """Return a wave from JSON; ValueError, TypeError or IndexError when it is damaged or not one of these dice."""
    cause, faces, counts, adds, number, evening = _checked(row, list)
    fell = []
    for place, index in _checked(faces, list):
        _ = dice[_whole(place)].faces[_whole(index)]
        fell.append((place, index))
    late = None if evening is None else _whole(evening)
    return LoggedWave(Cause(cause), tuple(fell), _checked(counts, bool), _checked(adds, bool), _whole(number), late)


def _line_state(text: str) -> LineState:
    found, tags, counts, leads_to = json.loads(text)
    for every, kind in (
        (_checked(tags, list), str),
        (_checked(counts, list), bool),
        (_checked(leads_to, dict).values(), str),
    ):
        for each in every:
            _checked(each, kind)
    return LineState(findings_of(found), tuple(tags), tuple(counts), tuple(leads_to.items()))


def _whole(value: Any) -> int:  # noqa: ANN401 (JSON)
    """Return a whole number that is not below zero and that SQLite holds; ValueError or TypeError for another."""
    if not 0 <= _checked(value, int) < _TOO_LARGE:
        raise ValueError("number")
    return int(value)


def _checked(value: Any, kind: type) -> Any:  # noqa: ANN401 (JSON)
    if type(value) is not kind:
        raise TypeError(kind.__name__)
    return value


def searched(entry: LogEntry) -> str:
    """Return what a search looks for words in."""
    return folded("\n".join(map(plain, (entry.who, entry.title, entry.result, *entry.tags))))


def _texts_of(entry: LogEntry) -> tuple[str, str, str, str, str]:
    found = _json(finding_rows(entry.findings)) if entry.findings else ""
    return searched(entry), plain(entry.who), plain(entry.character_id), plain(entry.title), found


def _lists_of(entry: LogEntry) -> tuple[str, str]:
    return waves_json(entry.waves), _json([plain(tag) for tag in entry.tags]) if entry.tags else ""


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
