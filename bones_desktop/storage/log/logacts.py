"""What uses of spiffs did to lines of the log, as rows of its database, so that they can be undone on another day."""

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Final

from bones_desktop.storage.log.logentry import LoggedAct, Telling
from bones_desktop.storage.log.logrows import finding_rows, findings_of, plain

_READ_AT_ONCE: Final = 500


def keep(connection: sqlite3.Connection, line: int, acts: Iterable[LoggedAct]) -> None:
    """Store the acts on a line in place of those it had."""
    connection.execute("DELETE FROM act WHERE line = ?", (line,))
    connection.executemany(
        "INSERT INTO act (id, line, undone, done) VALUES (?, ?, ?, ?)",
        [(plain(act.id), line, telling_json(act.undone), telling_json(act.done)) for act in acts],
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


def telling_json(telling: Telling) -> str:
    """Return a telling as a row holds it."""
    told = [finding_rows(telling.findings), list(map(plain, telling.tags)), telling.counts]
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _telling(text: str) -> Telling:
    found, tags, counts = json.loads(text)
    for each, kind in ((tags, list), (counts, list), *((tag, str) for tag in tags), *((each, bool) for each in counts)):
        if type(each) is not kind:
            raise TypeError(kind.__name__)
    return Telling(findings_of(found), tuple(tags), tuple(counts))
