"""What uses of spiffs did to lines of the log, as rows of its database, so that they can be undone on another day."""

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, Final

from bones_desktop.storage.log.logentry import LoggedAct, Telling
from bones_desktop.storage.log.logrows import plain

_READ_AT_ONCE: Final = 500
_TOO_LARGE: Final = 1 << 63
"""For SQLite's whole numbers."""


def keep(connection: sqlite3.Connection, line: int, acts: Iterable[LoggedAct]) -> None:
    """Store the acts on a line in place of those it had."""
    connection.execute("DELETE FROM act WHERE line = ?", (line,))
    connection.executemany(
        "INSERT INTO act (id, line, undone, done) VALUES (?, ?, ?, ?)",
        [(plain(act.id), line, _json(act.undone), _json(act.done)) for act in acts],
    )


def find(connection: sqlite3.Connection, ids: Sequence[str]) -> dict[str, tuple[int, LoggedAct]]:
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
                found[act] = (line, LoggedAct(act, _telling(undone), _telling(done)))
    return found


def _json(telling: Telling) -> str:
    told = [plain(telling.result), telling.net, list(map(plain, telling.tags)), telling.taken_back]
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _telling(text: str) -> Telling:
    result, net, tags, taken_back = json.loads(text)
    _check(result, str)
    if net is not None:
        _check(net, int)
        if abs(net) >= _TOO_LARGE:
            raise ValueError("net")
    _check(tags, list)
    _check(taken_back, list)
    for tag in tags:
        _check(tag, str)
    for each in taken_back:
        _check(each, bool)
    return Telling(result, net, tuple(tags), tuple(taken_back))


def _check(value: Any, kind: type) -> None:  # noqa: ANN401 (JSON)
    if type(value) is not kind:
        raise TypeError(kind.__name__)
