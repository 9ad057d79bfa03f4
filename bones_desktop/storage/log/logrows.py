"""Convert lines of the log, and uses of spiffs on them, to rows of its database and back.

A damaged value in a row is left out; the rest of the row is still read.
"""

import contextlib
import json
import sqlite3
import struct
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final

from bones_desktop.rules.reading import Tone
from bones_desktop.rules.typedtext import folded
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
from bones_desktop.storage.log.logschema import COLUMNS

LINE_COLUMNS: Final = COLUMNS["line"]
_PLACES: Final = ", ".join("?" * (LINE_COLUMNS.count(",") + 1))
_NOT_READ: Final = (ValueError, TypeError, LookupError, AttributeError, RecursionError)
"""Raised by JSON in which letters were changed on the disk."""
_INDEX_BITS: Final = 32
_KINDS: Final = {kind.value: kind for kind in EntryKind}
_YEARS: Final = range(1971, 3000)
"""Years that every system can convert to local time: Windows knows none before 1970 or after 3000."""


class DieTable:
    """The dice that lines name: each is stored once, and a line holds its number and the face it showed."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._numbers: dict[tuple[str, tuple[str, ...], str, str], int] = {}
        self._dice: dict[int, LoggedDie] = {}
        """By number and face, as `joined` makes them."""

    def forget(self) -> None:
        """Forget the dice read so far: a transaction that was rolled back may have removed some."""
        self._numbers.clear()
        self._dice.clear()

    def packed(self, dice: tuple[LoggedDie, ...]) -> bytes:
        """Return number and face of each die as a row holds them, storing dice that are new."""
        return struct.pack(f"<{len(dice)}Q", *(joined(self._number(die), die.index) for die in dice))

    def dice(self, data: bytes) -> tuple[LoggedDie, ...]:
        """Return the dice of `packed`; () if a die is unknown or has no such face."""
        numbers = unpacked(data)
        # Most lines name dice that were read before.
        with contextlib.suppress(KeyError):
            return tuple(map(self._dice.__getitem__, numbers))
        rows = self._connection.execute(
            "SELECT id, name, faces, kind, key FROM die WHERE id IN (SELECT value FROM json_each(?))",
            (json.dumps(list({number >> _INDEX_BITS for number in numbers})),),
        )
        for number, name, faces, group, key in rows.fetchall():
            codes, named = texts(faces), (as_text(group), as_text(key))
            for index in range(len(codes)):
                self._dice[joined(number, index)] = LoggedDie(as_text(name), codes, index, *named)
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
        self._numbers[known] = int(row[0])
        return self._numbers[known]


def unpacked(data: bytes) -> tuple[int, ...]:
    """Return number and face of each die as one number; () if the bytes are no dice."""
    count, rest = divmod(len(data), 8) if isinstance(data, bytes) else (0, 1)
    return () if rest else struct.unpack(f"<{count}Q", data)


def joined(number: int, index: int) -> int:
    """Return number and face of one die as one number."""
    return number << _INDEX_BITS | index


def split(number: int) -> tuple[int, int]:
    """Return number and face that `joined` put into one number."""
    return number >> _INDEX_BITS, number & ((1 << _INDEX_BITS) - 1)


def insert(connection: sqlite3.Connection, dice: DieTable, entry: LogEntry) -> int:
    """Store a line under its id, or under a new one when it has none; return the id."""
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
    """Store the values of a line that may change; return whether the line is there."""
    cursor = connection.execute(
        "UPDATE line SET search = ?, who = ?, character_id = ?, title = ?, findings = ?, waves = ?, tags = ?"
        " WHERE id = ?",
        (*_texts_of(entry), *_lists_of(entry), entry.id),
    )
    return cursor.rowcount == 1


def entry_of(row: tuple[Any, ...], dice: DieTable) -> LogEntry:
    """Return the line of a row of `LINE_COLUMNS`."""
    number, at, kind, game, _, who, character_id, title, found, evening, drawn, fell, again, tags, request = row
    shown = dice.dice(fell)
    return LogEntry(
        at=moment(at),
        kind=_KINDS.get(kind, EntryKind.THROW),
        who=as_text(who),
        character_id=as_text(character_id),
        title=as_text(title),
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
    """Return the evening of a row: its columns, the head of its chain, then when its last line was written."""
    number, begun, ended, commitment, seed, draws, words, head, last = row
    if head is None:
        from bones_desktop.rules.fairdice import chain_start  # not needed to open the log

        head = chain_start(as_text(commitment), texts(words))
    return Evening(
        id=number,
        begun=moment(begun),
        commitment=as_text(commitment),
        seed=seed if isinstance(seed, bytes) else b"",
        ended=None if ended is None else moment(ended),
        draws=as_count(draws),
        last=None if last is None else moment(last),
        words=texts(words),
        head=as_text(head),
    )


def keep_acts(connection: sqlite3.Connection, line: int, acts: Iterable[LoggedAct]) -> None:
    """Replace the acts on a line."""
    connection.execute("DELETE FROM act WHERE line = ?", (line,))
    connection.executemany(
        "INSERT INTO act (id, line, undone, done) VALUES (?, ?, ?, ?)",
        [(plain(act.id), line, state_json(act.undone), state_json(act.done)) for act in acts],
    )


def find_acts(connection: sqlite3.Connection, ids: Iterable[str]) -> dict[str, tuple[int, LoggedAct]]:
    """Return the acts with these ids, each with its line. Missing or damaged acts are left out."""
    found: dict[str, tuple[int, LoggedAct]] = {}
    rows = connection.execute(
        "SELECT id, line, undone, done FROM act WHERE id IN (SELECT value FROM json_each(?))", (texts_json(ids),)
    )
    for act, line, undone, done in rows.fetchall():
        with contextlib.suppress(*_NOT_READ):
            found[act] = (line, LoggedAct(act, _line_state(undone), _line_state(done)))
    return found


def state_json(state: LineState) -> str:
    """Return the state of a line as a row holds it."""
    leads_to = {plain(act): plain(data) for act, data in state.leads_to}
    return _json([finding_rows(state.findings), list(map(plain, state.tags)), state.counts, leads_to])


def waves(text: str, dice: tuple[LoggedDie, ...]) -> tuple[LoggedWave, ...]:
    """Return the waves in a row; () if they name a die or face that is not in `dice`."""
    if not text:
        return ()
    with contextlib.suppress(*_NOT_READ):
        return tuple(_wave(each, dice) for each in json.loads(text))
    return ()


def waves_json(found: tuple[LoggedWave, ...]) -> str:
    """Return waves as a row holds them; `waves` reads them."""
    rows = [(each.cause, each.faces, each.counts, each.adds, each.number, each.evening) for each in found]
    return _json(rows) if rows else ""


@lru_cache(maxsize=1024)  # most results of a log say the same few things, and a list reads a page of them at a time
def findings(text: str) -> tuple[LoggedFinding, ...]:
    """Return stored findings; () if they are damaged."""
    if not text:
        return ()
    with contextlib.suppress(*_NOT_READ):
        return _findings_of(json.loads(text))
    return ()


def _findings_of(rows: Any) -> tuple[LoggedFinding, ...]:  # noqa: ANN401 (JSON)
    """Return findings from JSON. Raise one of `_NOT_READ` when they are damaged."""
    return tuple(LoggedFinding(id_, text, outcome, value, Tone(tone)) for id_, text, outcome, value, tone in rows)


def finding_rows(found: tuple[LoggedFinding, ...]) -> list[tuple[str, str, str, int | None, str]]:
    """Return findings as a row holds them."""
    return [(plain(each.id), plain(each.text), plain(each.outcome), each.value, each.tone) for each in found]


def moment(text: str) -> datetime:
    """Return the time in a row, 1970 if it is damaged. It always has a time zone, so that times can be compared."""
    with contextlib.suppress(ValueError, TypeError):
        at = datetime.fromisoformat(text)
        if at.year in _YEARS:
            return at if at.tzinfo else at.replace(tzinfo=UTC)
    return datetime.fromtimestamp(0, UTC)


def texts(text: str) -> tuple[str, ...]:
    """Return a stored list of texts."""
    if text:
        with contextlib.suppress(*_NOT_READ):
            return tuple(map(str, json.loads(text)))
    return ()


def as_text(value: object) -> str:
    """Return the text in a column; "" if it is damaged."""
    return value if isinstance(value, str) else ""


def as_count(value: object) -> int:
    """Return the number in a column; 0 if it is damaged."""
    return value if type(value) is int and value > 0 else 0


def texts_json(given: Iterable[str]) -> str:
    """Return texts as a row holds them."""
    return _json(list(map(plain, given)))


def faces_of(text: str) -> tuple[int, ...]:
    """Return the faces of a draw in the chain; () for a damaged row."""
    with contextlib.suppress(AttributeError, ValueError):
        return tuple(int(each) for each in text.split(",")) if text else ()
    return ()


def plain(text: str) -> str:
    """Return `text` without lone surrogates, which UTF-8 cannot encode."""
    return text if text.isascii() else text.encode("utf-8", "ignore").decode()


def _wave(row: Any, dice: tuple[LoggedDie, ...]) -> LoggedWave:  # noqa: ANN401 (JSON)
    """Return a wave from JSON. Raise one of `_NOT_READ` when it is damaged or not of these dice."""
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
    """Return the searchable text of a line."""
    return folded("\n".join(map(plain, (entry.who, entry.title, entry.result, *entry.tags))))


def _texts_of(entry: LogEntry) -> tuple[str, str, str, str, str]:
    found = _json(finding_rows(entry.findings)) if entry.findings else ""
    return searched(entry), plain(entry.who), plain(entry.character_id), plain(entry.title), found


def _lists_of(entry: LogEntry) -> tuple[str, str]:
    return waves_json(entry.waves), _json([plain(tag) for tag in entry.tags]) if entry.tags else ""


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
