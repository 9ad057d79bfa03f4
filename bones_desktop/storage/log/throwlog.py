"""The log of rolls.

A roll is stored before it is shown, so that no roll is lost if the program is killed right after showing it (A2).
"""

import json
import sqlite3
from array import array
from collections.abc import Callable, Container, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bones_desktop.rules.records import replace
from bones_desktop.rules.values import MOST_PROPOSED
from bones_desktop.storage.log import logqueries
from bones_desktop.storage.log.logentry import (
    ActState,
    EntryKind,
    Evening,
    LogEntry,
    LogFilter,
    LoggedAct,
    LoggedFinding,
    PendingAct,
    draws_of,
)
from bones_desktop.storage.log.logfile import LogFile
from bones_desktop.storage.log.logrows import (
    COLUMNS,
    FIRST_MARK,
    LINE_COLUMNS,
    added_words_json,
    as_count,
    as_text,
    entry_of,
    evening_of,
    faces_of,
    find_acts,
    insert,
    keep_acts,
    plain,
    search_mark,
    searched,
    update,
)

if TYPE_CHECKING:
    from bones_desktop.rules.fairness import ChainedDraw, Draw, FaceCounts, Sealed

EVERYTHING: Final = LogFilter()
_IN_ANOTHER_LANGUAGE: Final = """
    SELECT id FROM line WHERE CASE WHEN unicode(search) >= ? THEN substr(search, 1, 1) ELSE '' END != ? ORDER BY id
"""
_AT_ONCE: Final = 1_000
_EXTENT: Final = "SELECT (SELECT min(id) FROM line), (SELECT max(id) FROM line), (SELECT count(*) FROM line)"
_STATES: Final = {state.value: state for state in ActState}
# A number in the chain is not used again, even if somebody has reset the number of draws.
_NEXT: Final = """
    SELECT 1 + max(draws, ifnull((SELECT max(number) FROM sealed WHERE evening = ?1), 0)) FROM evening WHERE id = ?1
"""
_EVENING: Final = f"""
    SELECT {COLUMNS["evening"]}, (SELECT head FROM sealed WHERE evening = evening.id ORDER BY number DESC LIMIT 1),
        (SELECT at FROM line WHERE line.evening = evening.id ORDER BY line.id DESC LIMIT 1)
    FROM evening
"""  # noqa: S608


class ThrowLog:
    """Lines, evenings and pending acts. On a disk error, methods raise FileProblem and change nothing."""

    def __init__(self, path: Path, clock: Callable[[], datetime], *, later: bool = False) -> None:
        """Open or create the log at `path`.

        Raise FileProblem on a disk error, or when another process has the log open. If `later` is True, nothing is
        raised here: every method raises the error, and the next write tries to open the log again. If a method finds
        damage, it repairs the log and raises FileProblem.
        """
        self._clock = clock
        self.file = LogFile(path, clock, later=later)
        """The file of the log, with its backups and repairs."""

    def close(self) -> None:
        """Close the log. Everything is already stored."""
        self.file.close()

    def needs_backup(self) -> bool:
        """Return whether a backup is due (see `LogBackups.is_due`) and the log has lines newer than the last backup."""
        if not self.file.backups.is_due(self._clock()):
            return False
        kept, last = self.file.backups.list(), self.latest(1)
        return bool(last) and (not kept or last[0].at > kept[0].at)

    def check(self) -> logqueries.LogCheck:
        """Read all of the log and return its faults."""
        faults = self.file.faults()
        if faults:
            return logqueries.LogCheck(faults)
        with self.file.reading():
            return logqueries.look_through(self.file.connection, self.file.dice)

    def append(self, entry: LogEntry, *pending: PendingAct) -> LogEntry:
        """Store `entry` and its pending acts on the device, and return the entry with its new id.

        Raise ValueError when another line already has one of the draws of `entry`.
        """
        with self.file.writing():
            stored = self._insert(entry)
            self._add_pending(replace(act, line=stored.id) for act in pending)
        return stored

    def amend(
        self, entry: LogEntry, pending: Sequence[PendingAct] = (), acts: Sequence[LoggedAct] | None = None
    ) -> None:
        """Replace the line that has the id of `entry`, and store pending acts.

        Both are on the device when this method returns. Only the roller's name and id, the title, findings, waves and
        tags are replaced; time, dice, evening and request stay. The acts of the line are replaced only if `acts` is
        given. Raise ValueError when the line does not exist, or when another line has one of its draws.
        """
        with self.file.writing():
            if not update(self.file.connection, entry):
                raise ValueError(f"there is no line {entry.id}")
            self._claim(entry)
            self._add_pending(replace(act, line=entry.id) for act in pending)
            if acts is not None:
                keep_acts(self.file.connection, entry.id, acts)

    def acts(self, ids: Iterable[str]) -> dict[str, tuple[int, LoggedAct]]:
        """Return the acts with these ids, each with the id of its line. Unknown ids are left out."""
        with self.file.reading():
            return find_acts(self.file.connection, ids)

    def remove_heading(self, heading: int) -> None:
        """Remove the heading of a scene, so that its rolls join the scene before it.

        Only headings are ever removed from the log.
        """
        with self.file.writing():
            self.file.connection.execute("DELETE FROM line WHERE id = ? AND kind = 'scene'", (heading,))

    def entry(self, line: int) -> LogEntry:
        """Return a line. Raise KeyError when there is no such line."""
        for found in self.read((line,)):
            return found
        raise KeyError(line)

    def ids(self, which: LogFilter = EVERYTHING) -> "array[int]":
        """Return the ids of the lines that match a filter, oldest first."""
        if which.text:
            self._search_in_this_language()
        wanted, values = logqueries.condition(which)
        with self.file.reading():
            if which == EVERYTHING:
                # If the ids are consecutive, they are not read one by one: in a long log, reading them would take most
                # of the page's loading time.
                first, last, count = self.file.connection.execute(_EXTENT).fetchone()
                if count and last - first + 1 == count:
                    return array("q", range(first, last + 1))
            rows = self.file.connection.execute(f"SELECT id FROM line WHERE {wanted} ORDER BY id", values)  # noqa: S608
            return array("q", [row[0] for row in rows])

    def _search_in_this_language(self) -> None:
        """Make the searchable text of each line anew that was written while the program spoke another language."""
        with self.file.reading():
            rows = self.file.connection.execute(_IN_ANOTHER_LANGUAGE, (FIRST_MARK, search_mark()))
            others = [row[0] for row in rows]
        if others:
            with self.file.writing():
                for at in range(0, len(others), _AT_ONCE):
                    for entry in self.read(others[at : at + _AT_ONCE]):
                        change = "UPDATE line SET search = ? WHERE id = ?"
                        self.file.connection.execute(change, (searched(entry), entry.id))

    def read(self, ids: Iterable[int]) -> tuple[LogEntry, ...]:
        """Return the lines with these ids, in this order. Missing lines are left out."""
        wanted = list(ids)
        # The ids are passed as one JSON text, because SQLite allows at most 32,766 parameters.
        entries = self._entries("WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(wanted),))
        found = {entry.id: entry for entry in entries}
        return tuple(found[line] for line in wanted if line in found)

    def latest(self, limit: int = 100) -> tuple[LogEntry, ...]:
        """Return the newest lines, at most `limit`, in the order they were written."""
        return self._entries("ORDER BY id DESC LIMIT ?", (limit,))[::-1]

    def scenes(self) -> tuple[LogEntry, ...]:
        """Return the headings, oldest first."""
        return self._entries("WHERE kind = 'scene' ORDER BY id", ())

    def people(self) -> tuple[tuple[str, str], ...]:
        """Return the id and latest name of every character who rolled, sorted by name."""
        with self.file.reading():
            return logqueries.people(self.file.connection)

    def face_counts(self, other_side: Callable[[str], str], which: LogFilter = EVERYTHING) -> "tuple[FaceCounts, ...]":
        """Return how often each face of each die was drawn in the lines that match a filter, most rolled dice first.

        Dice of one owner are listed together; owners who were only opponents come last. Dice with the same name and
        faces count as one. `other_side` returns the name of an opponent from the title of a line. Re-rolls count,
        vetoed ones too; dice rolled by hand do not.
        """
        with self.file.reading():
            return logqueries.face_counts(self.file.connection, self.file.dice, which, other_side)

    def evening(self) -> Evening | None:
        """Return the current evening with its seed; None if there is none.

        The seed must not be shown to the user.
        """
        self.file.look()  # No dice may be drawn from an evening whose file was deleted or replaced.
        found = self._evenings("WHERE ended IS NULL")
        return found[0] if found else None

    def evenings(self, newest: int = -1) -> tuple[Evening, ...]:
        """Return the newest evenings, or all, oldest first. An evening that has not ended comes without its seed."""
        found = self._evenings("ORDER BY id DESC LIMIT ?", (newest,))[::-1]
        return tuple(each if each.ended is not None else replace(each, seed=b"") for each in found)

    def begin_evening(self, seed: bytes) -> Evening:
        """Begin an evening that draws from `seed`, and store its commitment.

        Raise ValueError if the previous evening has not ended.
        """
        from bones_desktop.rules.fairdice import commitment  # Imported late: not needed to open the log.

        sealed, now = commitment(seed), self._clock()
        with self.file.writing():
            try:
                cursor = self.file.connection.execute(
                    # After damage, the log may contain lines of a missing evening. The number of such an evening is not
                    # used again.
                    "INSERT INTO evening (id, begun, commitment, seed, words) SELECT 1 + ifnull(max(known), 0), ?, ?,"
                    " ?, '[]' FROM (SELECT max(id) AS known FROM evening UNION SELECT max(evening) FROM line)",
                    (now.isoformat(), sealed, seed),
                )
            except sqlite3.IntegrityError as error:
                raise ValueError("the evening before has not ended") from error
            begun = int(cursor.lastrowid or 0)
            self._insert(LogEntry(now, EntryKind.EVENING, findings=(LoggedFinding("seal", sealed),), evening=begun))
        return self._evenings("WHERE id = ?", (begun,))[0]

    def end_evening(self) -> Evening:
        """End the evening, store its seed in a line, and return the evening.

        Raise ValueError if no evening has begun.
        """
        now = self._clock()
        with self.file.writing():
            ended = self.file.connection.execute(
                "UPDATE evening SET ended = ? WHERE ended IS NULL RETURNING id, seed", (now.isoformat(),)
            ).fetchone()
            if ended is None:
                raise ValueError("no evening goes on")
            seed = ended[1].hex() if isinstance(ended[1], bytes) else ""
            self._insert(LogEntry(now, EntryKind.REVEALED, findings=(LoggedFinding("seed", seed),), evening=ended[0]))
        return self._evenings("WHERE id = ?", (ended[0],))[0]

    def add_words(self, evening: int, words: str) -> Evening:
        """Add a player's words to an evening. All its later draws depend on them.

        Raise ValueError when the evening has ended, and when there are no words or too many.
        """
        # Imported late: not needed to open the log.
        from bones_desktop.rules.fairdice import MOST_WORDS, AddedWords, fitting_words

        said = fitting_words(words)
        with self.file.writing():
            now = self._evenings("WHERE id = ?", (evening,))
            if not said or not now or now[0].ended is not None:
                raise ValueError("there are no words, or no evening goes on")
            if len(now[0].words) >= MOST_WORDS:
                raise ValueError("too many words")
            (draw,) = self.file.connection.execute(_NEXT, (evening,)).fetchone()
            added = added_words_json((*now[0].words, AddedWords(said, draw)))
            self.file.connection.execute("UPDATE evening SET words = ? WHERE id = ?", (added, evening))
        return self._evenings("WHERE id = ?", (evening,))[0]

    def next_number(self, evening: int, dice: Sequence[tuple[str, int]] = ()) -> int:
        """Return the number of the next draw of an evening, counted from 1.

        `dice` are the dice to draw, by key and number of faces. Without `dice`, the chain stores only the number. The
        draw is stored in the evening's chain before its dice are known, and no number is returned twice. Raise
        ValueError when the evening has ended.
        """
        with self.file.writing():
            given = self.file.connection.execute(
                f"UPDATE evening SET draws = ({_NEXT}) WHERE id = ?1 AND ended IS NULL RETURNING draws",  # noqa: S608
                (evening,),
            ).fetchone()
            if given is None:
                raise ValueError(f"the evening {evening} has ended")
            number = int(given[0])
            self._chain(evening, number, dice)
            return number

    def _chain(self, evening: int, number: int, dice: Sequence[tuple[str, int]]) -> None:
        # Imported late: not needed to open the log.
        from bones_desktop.rules.fairdice import chain_next, draw_label, evening_key, sealed_indices, words_for

        now = self._evenings("WHERE id = ?", (evening,))[0]
        label = draw_label(number, dice)
        indices = sealed_indices(evening_key(now.seed, words_for(now.words, number)), number, dice)
        (last,) = self.file.connection.execute(
            "SELECT ifnull(max(number), 0) FROM sealed WHERE evening = ?", (evening,)
        ).fetchone()
        head = chain_next(now.head, label, indices, words_for(now.words, number, max(last, 1)))
        self.file.connection.execute(
            "INSERT INTO sealed (evening, number, label, faces, head) VALUES (?, ?, ?, ?, ?)",
            (evening, number, label, ",".join(map(str, indices)), head),
        )

    def sealed(self, evening: Evening) -> "Sealed":
        """Return the seal, seed and chain needed to verify an evening."""
        from bones_desktop.rules.fairness import Sealed  # Imported late: not needed to open the log.

        with self.file.reading():
            (seals,) = self.file.connection.execute(
                "SELECT count(*) FROM evening WHERE commitment = ?", (evening.commitment,)
            ).fetchone()
        chain = self._chained("evening = ?", evening.id)
        return Sealed(
            evening.commitment, evening.seed if evening.ended is not None else b"", evening.words,
            chain, evening.draws, open=evening.ended is None, twice=seals > 1,
        )  # fmt: skip

    def unused(self, evening: int) -> "tuple[ChainedDraw, ...]":
        """Return the draws of an evening that are in no line, because the program ended before it was written."""
        return self._chained("evening = ?1 AND number NOT IN (SELECT number FROM draw WHERE evening = ?1)", evening)

    def _chained(self, which: str, evening: int) -> "tuple[ChainedDraw, ...]":
        from bones_desktop.rules.fairness import ChainedDraw  # Imported late: not needed to open the log.

        with self.file.reading():
            rows = self.file.connection.execute(
                f"SELECT number, label, faces, head FROM sealed WHERE {which} ORDER BY number",  # noqa: S608
                (evening,),
            ).fetchall()
        return tuple(
            ChainedDraw(as_count(number), label if isinstance(label, bytes) else b"", faces_of(faces), as_text(head))
            for number, label, faces, head in rows
        )

    def draws(self, evening: int) -> "tuple[Draw, ...]":
        """Return every draw of an evening that is stored in a line, to be verified against the seed."""
        with self.file.reading():
            rows = self.file.connection.execute(
                "SELECT id FROM line WHERE evening = ?1 UNION SELECT line FROM draw WHERE evening = ?1", (evening,)
            ).fetchall()
        return draws_of(self.read([row[0] for row in rows]), evening)

    def add_pending(self, *acts: PendingAct) -> None:
        """Store the current state of acts. Known acts keep their place and line."""
        with self.file.writing():
            self._add_pending(acts)

    def settle(self, act: str) -> None:
        """Delete the act with this id. It will never be pending again."""
        with self.file.writing():
            self.file.connection.execute("DELETE FROM pending WHERE id = ?", (act,))

    def pending(self, character_id: str) -> tuple[PendingAct, ...]:
        """Return the newest unsettled acts proposed to a character, in the order they were stored.

        Acts that were dismissed or that the character has done are included.
        """
        return self._pending("WHERE character_id = ?", character_id)

    def proposed_by(self, line: int) -> tuple[PendingAct, ...]:
        """Return the unsettled acts that followed from a line, for any character."""
        return self._pending("WHERE line = ?", line)

    def _pending(self, which: str, value: str | int) -> tuple[PendingAct, ...]:
        with self.file.reading():
            rows = self.file.connection.execute(
                f"SELECT id, character_id, act, data, game, line, state FROM pending {which}"  # noqa: S608
                " ORDER BY number DESC LIMIT ?",
                (value, MOST_PROPOSED),
            )
            return tuple(
                PendingAct(
                    id=as_text(act),
                    character_id=as_text(who),
                    act=as_text(kind),
                    data=as_text(data),
                    game=as_text(game),
                    line=as_count(line),
                    # An unknown state in a damaged log counts as dismissed.
                    state=_STATES.get(state, ActState.DISMISSED),
                )
                for act, who, kind, data, game, line, state in rows.fetchall()[::-1]
            )

    def is_pending(self, character_id: str, done: Container[str] = ()) -> bool:
        """Return whether a character has a pending act whose id is not in `done`."""
        return any(act.state is ActState.PENDING and act.id not in done for act in self.pending(character_id))

    def _insert(self, entry: LogEntry) -> LogEntry:
        given = replace(entry, id=0)
        stored = replace(entry, id=insert(self.file.connection, self.file.dice, given))
        self._claim(stored)
        return stored

    def _claim(self, entry: LogEntry) -> None:
        """Store the draws of a line. Raise ValueError when another line has one of them."""
        for evening, number in entry.draws:
            if evening <= 0 or number <= 0:
                continue
            # The update changes nothing. It is made for its RETURNING clause, which gives the line that already has the
            # draw.
            holder = self.file.connection.execute(
                "INSERT INTO draw (evening, number, line) VALUES (?, ?, ?)"
                " ON CONFLICT DO UPDATE SET number = number RETURNING line",
                (evening, number, entry.id),
            ).fetchone()
            if holder[0] != entry.id:
                raise ValueError(f"draw {number} of evening {evening} is in the log already")
            self.file.connection.execute(
                "UPDATE evening SET draws = ? WHERE id = ? AND draws < ?", (number, evening, number)
            )

    def _add_pending(self, acts: Iterable[PendingAct]) -> None:
        self.file.connection.executemany(
            "INSERT INTO pending (id, character_id, game, act, data, line, state) VALUES (?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET data = excluded.data, state = excluded.state",
            [
                (plain(each.id), plain(each.character_id), each.game, each.act, plain(each.data), each.line, each.state)
                for each in acts
            ],
        )

    def _entries(self, clause: str, values: Sequence[int | str]) -> tuple[LogEntry, ...]:
        with self.file.reading():
            rows = self.file.connection.execute(f"SELECT {LINE_COLUMNS} FROM line {clause}", values)  # noqa: S608
            dice = self.file.dice
            return tuple([entry_of(row, dice) for row in rows.fetchall()])

    def _evenings(self, clause: str, values: Sequence[int] = ()) -> tuple[Evening, ...]:
        with self.file.reading():
            return tuple(map(evening_of, self.file.connection.execute(f"{_EVENING} {clause}", values).fetchall()))


def opened(log: ThrowLog | None) -> ThrowLog | None:
    """Return the log if it exists and is open."""
    return log if log is not None and log.file.refusal is None else None
