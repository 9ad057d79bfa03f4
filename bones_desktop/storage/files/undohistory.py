"""Undo across restarts: the named steps of values, stored as rows of one SQLite file.

A row is one state of a value: the fields that the step changed, as compressed JSON. The first state is complete. When a
history is loaded, the state in the value's file shows which steps are undone. So the history can be written just before
the file: if the program is killed between the two writes, the last step appears as one that can be redone.
"""

import contextlib
import errno
import json
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Final, Generic

from bones_desktop.rules.records import Record
from bones_desktop.storage.files.datafile import ValueT
from bones_desktop.storage.files.locations import make_folder
from bones_desktop.storage.files.plainjson import changes, plain, read, with_changes
from bones_desktop.storage.files.textfiles import FileProblem, problem
from bones_desktop.wording.language import restored, stored

MOST_STEPS: Final = 250
_SPARE: Final = 50
"""Number of steps beyond MOST_STEPS that may accumulate before the history is rewritten without them."""
_FILE: Final = "steps.sqlite3"
_TABLES: Final = """
    CREATE TABLE IF NOT EXISTS state (
        id TEXT, place INTEGER, name TEXT, mark TEXT, changed BLOB, PRIMARY KEY (id, place)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS history (id TEXT PRIMARY KEY, at INTEGER, edition INTEGER, written REAL) WITHOUT ROWID;
    DELETE FROM state WHERE id IN (SELECT id FROM history WHERE written < julianday('now') - 366);
    DELETE FROM history WHERE written < julianday('now') - 366;
"""
"""`at` is the place of the present state.

`edition` grows with each write, which shows when another program has written. Histories that were not edited for a year
are deleted, like earlier versions.
"""


@dataclass(frozen=True)
class HistoryStep(Generic[ValueT]):
    """One step of a history, which changed `before` to `after`."""

    name: str
    before: ValueT
    after: ValueT
    mark: str = ""
    """Id by which other data, such as the log, refers to the step."""


@dataclass(frozen=True)
class FileStep(Generic[ValueT]):
    """A step made in the file at `path`."""

    path: Path
    step: HistoryStep[ValueT]

    @property
    def before(self) -> ValueT:
        """The value before the step."""
        return self.step.before

    @property
    def after(self) -> ValueT:
        """The value after the step."""
        return self.step.after

    @property
    def is_change(self) -> bool:
        """True if the step changed anything. If not, nothing was written and there is nothing to undo."""
        return self.before != self.after


@dataclass(frozen=True)
class History(Generic[ValueT]):
    """Undo steps in order. The last `undone` of them are undone."""

    steps: tuple[HistoryStep[ValueT], ...]
    undone: int

    @property
    def done(self) -> tuple[HistoryStep[ValueT], ...]:
        """The steps that are not undone."""
        return self.steps[: len(self.steps) - self.undone]


class UndoHistories(Generic[ValueT]):
    """Histories of values of `kind`, stored in one file in `folder`."""

    def __init__(
        self, folder: Path, kind: type[ValueT], troubled: Callable[[FileProblem], None] = lambda _error: None
    ) -> None:
        """Keep the histories in `folder`. Call `troubled` when a value was saved but its history was not."""
        self.path = folder / _FILE
        self.kind = kind
        self.troubled = troubled
        self._open: sqlite3.Connection | None = None

    def of(self, value_id: str) -> "OpenHistory[ValueT]":
        """Return the history of one value. It can be loaded and saved step by step."""
        return OpenHistory(self, value_id)

    @contextlib.contextmanager
    def database(self) -> Iterator[sqlite3.Connection]:
        """Yield the database within a transaction. Raise sqlite3.Error or FileProblem when it cannot be used.

        A damaged database is deleted; the next write creates a new one.
        """
        try:
            if self._open is None:
                self._open = self._connected()
            # The lock is taken before the first read. Otherwise another program could write between our read and our
            # write.
            self._open.execute("BEGIN IMMEDIATE")
            with self._open:
                yield self._open
        except sqlite3.Error as error:
            # The connection may be unusable after an error. The next call opens a new one.
            self.close()
            if type(error) is sqlite3.DatabaseError:  # Damage. A full or locked disk raises OperationalError.
                for suffix in ("", "-wal", "-shm"):
                    with contextlib.suppress(OSError):
                        self.path.with_name(f"{_FILE}{suffix}").unlink()
            raise

    def close(self) -> None:
        """Close the file. It is opened again when needed."""
        if self._open is not None:
            self._open.close()
            self._open = None

    def _connected(self) -> sqlite3.Connection:
        make_folder(self.path.parent, self.path)
        # The timeout is one second, because every write by another program is shorter.
        found = sqlite3.connect(self.path, timeout=1, isolation_level=None)
        try:
            found.execute("PRAGMA journal_mode = WAL")
            found.executescript(_TABLES)
        except sqlite3.Error:
            found.close()
            raise
        return found


class _State(Record, Generic[ValueT]):
    """A state of a value, and the step that led to it."""

    name: str
    mark: str
    value: ValueT


class OpenHistory(Generic[ValueT]):
    """The history of one value, written just before each save of the value's file."""

    def __init__(self, histories: UndoHistories[ValueT], value_id: str) -> None:
        self._histories = histories
        self._id = value_id
        self._states: list[_State[ValueT]] = []
        self._at = -1
        self._edition = 0
        """Edition that was last read or written; 0 for none.

        `_states` and `_at`, the place of the present state, are those of this edition.
        """

    def load(self, value: ValueT) -> History[ValueT] | None:
        """Return the history of `value` and continue it; None if it is missing, damaged or does not contain `value`."""
        try:
            with self._histories.database() as database:
                found = database.execute("SELECT at, edition FROM history WHERE id = ?", (self._id,)).fetchone()
                rows = database.execute(
                    "SELECT place, name, mark, changed FROM state WHERE id = ? ORDER BY place", (self._id,)
                ).fetchall()
            if found is None:
                return None
            at, edition = found
            states = self._read([row for row in rows if row[0] >= 0], [])
            # The value's file decides which state is present, because it may have been restored or edited elsewhere.
            places = [place for place, state in enumerate(states) if state.value == value]
            for row in rows:
                if row[0] < 0 and not places:  # killed after saving the history and before saving the file
                    states, edition = self._read([row], states[: -row[0]]), 0
                    places = [len(states) - 1] if states[-1].value == value else []
        except (sqlite3.Error, FileProblem, zlib.error, LookupError, TypeError, ValueError):
            return None
        if not places:
            return None
        self._states, self._edition = states, edition
        # If several states equal the value, the state nearest to the last present place is used.
        self._at = min(places, key=lambda place: abs(place - at))
        steps = tuple(
            HistoryStep(after.name, before.value, after.value, after.mark) for before, after in pairwise(states)
        )
        undone = len(steps) - self._at
        # A history in which more than MOST_STEPS steps are undone is not used, because shortening would remove the
        # present state.
        return History(steps[-MOST_STEPS:], undone) if undone <= MOST_STEPS else None

    def _read(self, rows: Sequence[tuple[int, str, str, bytes]], before: list[_State[ValueT]]) -> list[_State[ValueT]]:
        """Return the states `before` followed by the states in `rows`."""
        states = before[:]
        for _place, name, mark, changed in rows:
            kept = json.loads(zlib.decompress(changed))
            value = with_changes(states[-1].value, kept) if states else read(self._histories.kind, kept)
            states.append(_State(restored(name), mark, value))
        return states

    def keep(self, steps: Sequence[HistoryStep[ValueT]], undone: int) -> None:
        """Save the last MOST_STEPS steps, of which the last `undone` are undone. Raise FileProblem when that fails.

        Once this returns, neither a kill nor a power cut loses anything.
        """
        new = [_State(step.name, step.mark, step.after) for step in steps[-MOST_STEPS:]]
        if steps:
            new.insert(0, _State("", "", steps[-MOST_STEPS:][0].before))
        # Only states that differ from the stored ones are written: a whole history is large, and this runs at every
        # save.
        begin = next((at for at, each in enumerate(self._states) if new and each.value is new[0].value), None)
        start, whole = 0, new
        if begin is not None:
            pairs = zip(self._states[begin + 1 :], new[1:], strict=False)
            same = 1 + sum(1 for _ in takewhile(lambda pair: _is_same(*pair), pairs))
            start, whole = begin + same, self._states[: begin + same] + new[same:]
        at = len(whole) - 1 - undone
        if start == len(whole) == len(self._states) and at == self._at:
            return
        try:
            with self._histories.database() as database:
                found = database.execute("SELECT edition FROM history WHERE id = ?", (self._id,)).fetchone()
                edition = found[0] if found else 0
                # Another program has written, so our copy of the rows is out of date and all rows are replaced.
                if edition != self._edition or len(whole) > MOST_STEPS + _SPARE:
                    start, whole, at = 0, new, len(new) - 1 - undone
                self._write(database, start, whole)
                database.execute(
                    "INSERT OR REPLACE INTO history VALUES (?, ?, ?, julianday('now'))", (self._id, at, edition + 1)
                )
        except sqlite3.Error as error:
            self._edition = 0  # The stored rows are unknown now, so the next write replaces all of them.
            raise _problem(error, self._histories.path) from error
        self._states, self._at, self._edition = whole, at, edition + 1

    def _write(self, database: sqlite3.Connection, start: int, states: Sequence[_State[ValueT]]) -> None:
        """Replace the stored states from place `start` on by those of `states`.

        While the user types, each save replaces the last state of the history before the file is written. So the
        replaced state stays until the next save as an extra row, whose place is negative.
        """
        rows = [(place, states[place], states[place - 1] if place else None) for place in range(start, len(states))]
        if 0 < start <= self._at < len(self._states):
            rows.append((-start, self._states[self._at], states[start - 1]))
        database.execute("DELETE FROM state WHERE id = ? AND (place >= ? OR place < 0)", (self._id, start))
        for place, state, before in rows:
            kept = changes(before.value, state.value) if before else plain(state.value)
            # The lowest compression level is the fastest, and the user waits for each save.
            packed = zlib.compress(json.dumps(kept).encode(), 1)
            database.execute(
                "INSERT INTO state VALUES (?, ?, ?, ?, ?)", (self._id, place, stored(state.name), state.mark, packed)
            )


def _is_same(one: _State[ValueT], other: _State[ValueT]) -> bool:
    """Return whether both are the same state.

    The objects are compared by identity, because comparing characters is slow.
    """
    return one.value is other.value and (one.name, one.mark) == (other.name, other.mark)


def _problem(error: sqlite3.Error, path: Path) -> FileProblem:
    if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL:
        return problem(OSError(errno.ENOSPC, ""), path)
    return FileProblem("other", path, text=str(error))
