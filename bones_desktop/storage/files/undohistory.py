"""Undo across restarts: the named steps of values, as rows of one SQLite file.

A row is one state of a value: the fields that the step changed, as compressed JSON; the first state is whole. On
loading, the state that the value's file is in says which steps are undone. So a history may be written just before the
file: a program killed between the two writes finds the last step as one that can be done again.
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

from bones_desktop.storage.files.datafile import ValueT
from bones_desktop.storage.files.locations import make_folder
from bones_desktop.storage.files.plainjson import changes, plain, read, with_changes
from bones_desktop.storage.files.textfiles import FileProblem, problem

MOST_STEPS: Final = 250
_SPARE: Final = 50
"""Steps beyond MOST_STEPS that may gather before the history is written anew without them."""
_FILE: Final = "steps.sqlite3"
_TABLES: Final = """
    CREATE TABLE IF NOT EXISTS state (
        id TEXT, place INTEGER, name TEXT, mark TEXT, changed BLOB, PRIMARY KEY (id, place)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS history (id TEXT PRIMARY KEY, at INTEGER, edition INTEGER, written REAL) WITHOUT ROWID;
    DELETE FROM state WHERE id IN (SELECT id FROM history WHERE written < julianday('now') - 366);
    DELETE FROM history WHERE written < julianday('now') - 366;
"""
"""`at` is the place of the present state; `edition` grows with each write, so that a write of another program is seen.
What was not edited for a year goes, as its earlier versions do."""


@dataclass(frozen=True)
class HistoryStep(Generic[ValueT]):
    """One step of a history: it made `after` of `before`."""

    name: str
    before: ValueT
    after: ValueT
    mark: str = ""
    """What others, such as the log, know the step by; kept with it."""


@dataclass(frozen=True)
class FileStep(Generic[ValueT]):
    """A step that was made in the file at `path`."""

    path: Path
    step: HistoryStep[ValueT]

    @property
    def before(self) -> ValueT:
        """The value before the step."""
        return self.step.before

    @property
    def after(self) -> ValueT:
        """The value as the step left it."""
        return self.step.after

    @property
    def is_change(self) -> bool:
        """Whether it changed anything; otherwise nothing was written, and there is nothing to take back."""
        return self.before != self.after


@dataclass(frozen=True)
class History(Generic[ValueT]):
    """Steps in the order they were made, of which the last `undone` are undone."""

    steps: tuple[HistoryStep[ValueT], ...]
    undone: int

    @property
    def done(self) -> tuple[HistoryStep[ValueT], ...]:
        """The steps that are not undone."""
        return self.steps[: len(self.steps) - self.undone]


class UndoHistories(Generic[ValueT]):
    """Histories of values of `kind`, in a file in `folder`."""

    def __init__(
        self, folder: Path, kind: type[ValueT], troubled: Callable[[FileProblem], None] = lambda _error: None
    ) -> None:
        """`troubled` is to hear why a history was not kept though the value's file is saved."""
        self.path = folder / _FILE
        self.kind = kind
        self.troubled = troubled
        self._open: sqlite3.Connection | None = None

    def of(self, value_id: str) -> "OpenHistory[ValueT]":
        """Return the history of one value, to be loaded and kept step by step."""
        return OpenHistory(self, value_id)

    @contextlib.contextmanager
    def database(self) -> Iterator[sqlite3.Connection]:
        """Give the database within a transaction; sqlite3.Error or FileProblem when it cannot be used.

        One that is damaged is deleted: the next write begins another.
        """
        try:
            if self._open is None:
                self._open = self._connected()
            self._open.execute("BEGIN IMMEDIATE")
            with self._open:
                yield self._open
        except sqlite3.Error as error:
            self.close()
            if type(error) is sqlite3.DatabaseError:  # damaged; a full or locked disk is an OperationalError
                for suffix in ("", "-wal", "-shm"):
                    with contextlib.suppress(OSError):
                        self.path.with_name(f"{_FILE}{suffix}").unlink()
            raise

    def close(self) -> None:
        """Let go of the file; it is opened again when it is needed."""
        if self._open is not None:
            self._open.close()
            self._open = None

    def _connected(self) -> sqlite3.Connection:
        make_folder(self.path.parent, self.path)
        # One second is longer than any write of another program takes.
        found = sqlite3.connect(self.path, timeout=1, isolation_level=None)
        try:
            found.execute("PRAGMA journal_mode = WAL")
            found.executescript(_TABLES)
        except sqlite3.Error:
            found.close()
            raise
        return found


@dataclass(frozen=True, slots=True)
class _State(Generic[ValueT]):
    """A state of a value, and the step that led to it."""

    name: str
    mark: str
    value: ValueT


class OpenHistory(Generic[ValueT]):
    """The history of one value, written ahead of each save of the value's file."""

    def __init__(self, histories: UndoHistories[ValueT], value_id: str) -> None:
        self._histories = histories
        self._id = value_id
        self._states: list[_State[ValueT]] = []
        self._at = -1
        self._edition = 0
        """What we read or wrote last: the states, the place of the present one, and the edition, 0 for none."""

    def load(self, value: ValueT) -> History[ValueT] | None:
        """Return the history that leads to `value`, and go on from it; None when there is none or it is damaged."""
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
            places = [place for place, state in enumerate(states) if state.value == value]
            for row in rows:
                if row[0] < 0 and not places:  # the file was not saved after the history had been
                    states, edition = self._read([row], states[: -row[0]]), 0
                    places = [len(states) - 1] if states[-1].value == value else []
        except (sqlite3.Error, FileProblem, zlib.error, LookupError, TypeError, ValueError):
            return None
        if not places:
            return None
        self._states, self._edition = states, edition
        # A state that was come to twice is the one nearest to where the history was left.
        self._at = min(places, key=lambda place: abs(place - at))
        steps = tuple(
            HistoryStep(after.name, before.value, after.value, after.mark) for before, after in pairwise(states)
        )
        undone = len(steps) - self._at
        return History(steps[-MOST_STEPS:], undone) if undone <= MOST_STEPS else None

    def _read(self, rows: Sequence[tuple[int, str, str, bytes]], before: list[_State[ValueT]]) -> list[_State[ValueT]]:
        """Return the states `before` and those that rows lead to from there."""
        states = before[:]
        for _place, name, mark, changed in rows:
            stored = json.loads(zlib.decompress(changed))
            value = with_changes(states[-1].value, stored) if states else read(self._histories.kind, stored)
            states.append(_State(name, mark, value))
        return states

    def keep(self, steps: Sequence[HistoryStep[ValueT]], undone: int) -> None:
        """Keep the last MOST_STEPS steps, of which the last `undone` are undone; FileProblem when it cannot be done.

        Neither a kill nor a power cut loses any of it.
        """
        new = [_State(step.name, step.mark, step.after) for step in steps[-MOST_STEPS:]]
        if steps:
            new.insert(0, _State("", "", steps[-MOST_STEPS:][0].before))
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
                if edition != self._edition or len(whole) > MOST_STEPS + _SPARE:
                    start, whole, at = 0, new, len(new) - 1 - undone
                self._write(database, start, whole)
                database.execute(
                    "INSERT OR REPLACE INTO history VALUES (?, ?, ?, julianday('now'))", (self._id, at, edition + 1)
                )
        except sqlite3.Error as error:
            self._edition = 0  # nothing is known of the file: the next write is a whole one
            raise _problem(error, self._histories.path) from error
        self._states, self._at, self._edition = whole, at, edition + 1

    def _write(self, database: sqlite3.Connection, start: int, states: Sequence[_State[ValueT]]) -> None:
        """Replace the states from the place `start` on.

        Typing on replaces the very state that the file has until it is saved. That one is kept beside the others, at
        the place it had, but negative.
        """
        rows = [(place, states[place], states[place - 1] if place else None) for place in range(start, len(states))]
        if 0 < start <= self._at < len(self._states):
            rows.append((-start, self._states[self._at], states[start - 1]))
        database.execute("DELETE FROM state WHERE id = ? AND (place >= ? OR place < 0)", (self._id, start))
        for place, state, before in rows:
            stored = changes(before.value, state.value) if before else plain(state.value)
            packed = zlib.compress(json.dumps(stored).encode(), 1)
            database.execute(
                "INSERT INTO state VALUES (?, ?, ?, ?, ?)", (self._id, place, state.name, state.mark, packed)
            )


def _is_same(one: _State[ValueT], other: _State[ValueT]) -> bool:
    """Whether both are the same state of one document: comparing characters takes far longer."""
    return one.value is other.value and one.name == other.name


def _problem(error: sqlite3.Error, path: Path) -> FileProblem:
    if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL:
        return problem(OSError(errno.ENOSPC, ""), path)
    return FileProblem("other", path, text=str(error))
