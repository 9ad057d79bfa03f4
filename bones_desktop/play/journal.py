"""What throws leave behind, in the log: their lines, and the acts that are pending until they are done or dismissed.

What the disk refuses is reported; play continues.
"""

import contextlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.document import Change
from bones_desktop.storage.files.datafile import ValueT
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.undohistory import Step
from bones_desktop.storage.log.logentry import (
    NOT_KEPT,
    TAKEN_BACK,
    ActState,
    LineState,
    LogEntry,
    LoggedAct,
    PendingAct,
)
from bones_desktop.storage.log.throwlog import ThrowLog, opened

_LINE: Final = re.compile("@([0-9]{1,15})[.]([0-9]{1,12})$")


class Journal(QObject):
    """Keeps lines and pending acts in the log, when there is one.

    An act that was done stays pending in the log until the character's file has the step that did it: a save that the
    disk refuses, and a program that ends before it was tried again, lose nothing. That step bears the act's id as its
    mark.
    """

    trouble = Signal(object)
    """A FileProblem: what was to be kept stands all the same."""

    def __init__(
        self, log: ThrowLog | None, parent: QObject | None = None, is_saved: Callable[[], bool] = lambda: True
    ) -> None:
        """`is_saved` tells whether the open character is on the disk as it is on the screen."""
        super().__init__(parent)
        self._given = log
        self._is_saved = is_saved
        self._pending: dict[str, dict[str, PendingAct]] = {}
        """What is known to be pending, by characters and ids."""
        self._read: set[str] = set()
        """The characters whose acts were read from the log."""
        self._done: set[str] = set()
        """The acts that are done, by steps that the file has not yet."""
        self._changed: dict[str, PendingAct] = {}
        """The acts that are otherwise since such a step."""

    @property
    def _log(self) -> ThrowLog | None:
        return opened(self._given)

    def keep(self, entry: LogEntry, *pending: PendingAct) -> LogEntry:
        """Store a line with the acts it leads to and return it with its id.

        A line that cannot be stored comes back tagged as not kept and without an id; no act is pending for it.
        """
        if self._given is not None:
            try:
                stored = self._given.append(entry, *pending)
            except FileProblem as error:
                self.trouble.emit(error)
            else:
                self.hold(*(replace(act, line=stored.id) for act in pending))
                return stored
        return replace(entry, tags=(*entry.tags, NOT_KEPT))

    def amend(
        self, entry: LogEntry, pending: Sequence[PendingAct] = (), acts: Sequence[LoggedAct] | None = None
    ) -> bool:
        """Store a line anew, with pending acts it leads to, and the uses of spiffs on it if any are given.

        Returns whether that was done.
        """
        if self._log is None or not entry.id:
            return False
        try:
            self._log.amend(entry, pending, acts)
        except FileProblem as error:
            self.trouble.emit(error)
            return False
        except ValueError:  # a damaged log lost the line
            return False
        self.hold(*(replace(act, line=entry.id) for act in pending))
        return True

    def follow_lines(self, marks: Mapping[str, bool]) -> tuple[LogEntry, ...]:
        """Mark lines of steps as taken back where the step is undone, else no longer, and return those that changed.

        `marks` are those of steps, as `mark_of` makes them, each with whether its step is undone.
        """
        wanted = {line: undone for mark, undone in marks.items() if (line := line_of(mark)) is not None}
        if self._log is None or not wanted:
            return ()
        undone = {id: each for (id, _at), each in wanted.items()}
        try:
            found = self._log.read(undone)
        except FileProblem as error:
            self.trouble.emit(error)
            return ()
        theirs = [each for each in found if (each.id, _seconds(each)) in wanted]
        changed = [now for each in theirs if (now := each.marked(TAKEN_BACK, on=undone[each.id])).tags != each.tags]
        return tuple(entry for entry in changed if self.amend(entry))

    def agree(self, character_id: str, steps: Sequence[Step[ValueT]], undone: int) -> tuple[LogEntry, ...]:
        """Bring lines and acts to what the history of a character says, and return the lines that were amended.

        Its last `undone` steps are undone. An act that one of them did is pending again.
        """
        states, lines = self._lines_used(steps, undone)
        reopened = {_act_of(step) for step in steps[len(steps) - undone :]}
        acts = self.pending(character_id)
        now = [_as_told(act, states.get(act.line), reopened=act.id in reopened) for act in acts]
        self.put(*(act for act in now if act not in acts), when_saved=True)
        return tuple(entry for entry in _apart(lines, states) if self.amend(entry))

    def forget(self, character_id: str, steps: Sequence[Step[ValueT]]) -> None:
        """Forget acts that are done or dismissed and that no step of the history of a character concerns.

        Damage given for one that was done counts for no older one: it is known as long as an older one is pending.
        """
        answered = list(takewhile(lambda act: act.state is not ActState.PENDING, self.pending(character_id)))
        answered = [act for act in answered if act.state is not ActState.STRUCK]
        if answered:
            named, states = {_act_of(step) for step in steps}, self._lines_used(steps, 0)[0]
            for act in answered:
                if act.id not in named and act.line not in states:
                    self._cross_out(act.id)

    def _lines_used(
        self, steps: Sequence[Step[ValueT]], undone: int
    ) -> tuple[dict[int, LineState], tuple[LogEntry, ...]]:
        """Return `line_states` and the lines as they are; nothing when the log cannot be read."""
        if self._log is not None:
            try:
                states = line_states(self._log, steps, undone)
                return states, self._log.read(states)
            except FileProblem as error:
                self.trouble.emit(error)
        return {}, ()

    def pending(self, character_id: str) -> tuple[PendingAct, ...]:
        """Return the acts of a character, oldest first: pending ones, and those whose answer may still be undone.

        None when the log cannot be read, which `trouble` reports.
        """
        known = self._pending.setdefault(character_id, {})
        if character_id not in self._read and self._log is not None:
            try:
                acts = self._log.pending(character_id)
            except FileProblem as error:
                self.trouble.emit(error)
                return ()
            self._read.add(character_id)
            known.update({act.id: act for act in acts})
        return tuple(known.values())

    def entry(self, line: int) -> LogEntry | None:
        """Return a line of the log; None when it is not there or cannot be read, which `trouble` reports."""
        if self._log is None or not line:
            return None
        try:
            return self._log.entry(line)
        except KeyError:
            return None
        except FileProblem as error:
            self.trouble.emit(error)
            return None

    def of_line(self, line: int) -> tuple[PendingAct, ...]:
        """Return the acts that a line of the log led to, of whomever, as they are now."""
        if self._log is None or not line:
            return ()
        try:
            owners = self._log.owed_by(line)
        except FileProblem as error:
            self.trouble.emit(error)
            return ()
        return tuple(act for who in owners for act in self.pending(who) if act.line == line)

    def hold(self, *acts: PendingAct) -> None:
        """Know acts as they are now, without storing them: they are in the log already, or in none."""
        for act in acts:
            self.pending(act.character_id)
            self._pending.setdefault(act.character_id, {})[act.id] = act

    def put(self, *acts: PendingAct, when_saved: bool = False) -> None:
        """Take acts as they are now; `when_saved` for what follows from a step that the file may not have yet."""
        self.hold(*acts)
        logged = [act for act in acts if act.line]
        if when_saved:
            self._changed.update({act.id: act for act in logged})
            self.settle()
        elif logged:
            self._store(*logged)

    def done(self, act: str) -> None:
        """Settle the act with this id once the file has the step that did it."""
        self._done.add(act)
        self.settle()

    def drop(self, act: str) -> None:
        """Settle an act at once: it cannot be done, or was done in a file that is not open."""
        self._cross_out(act)

    def follow(self, change: Change[ValueT]) -> None:
        """Follow a change of the open character, before anything owed to it is paid.

        What is undone before it was saved is owed no more. What was not saved when another state of the character was
        opened stays owed: that state may lack it.
        """
        if not change.name:
            self._done.clear()
            self._changed.clear()
            self._read.clear()
            for who, acts in self._pending.items():
                self._pending[who] = {act.id: act for act in acts.values() if not act.line}
        elif change.undone and change.mark in self._done and self._cross_out(change.mark):
            self._done.remove(change.mark)
        self.settle()

    def settle(self) -> None:
        """Bring the log to what was done, if the file has it now."""
        if (self._done or self._changed) and self._is_saved():
            self._done = {act for act in self._done if not self._cross_out(act)}
            if self._changed and self._store(*self._changed.values()):
                self._changed.clear()

    def _store(self, *acts: PendingAct) -> bool:
        if self._log is None:
            return True
        try:
            self._log.add_pending(*acts)
        except FileProblem as error:
            self.trouble.emit(error)
            return False
        return True

    def _cross_out(self, act: str) -> bool:
        """Return whether that was done."""
        known = next((acts[act] for acts in self._pending.values() if act in acts), None)
        if self._log is not None and (known is None or known.line):
            try:
                self._log.settle(act)
            except FileProblem as error:
                self.trouble.emit(error)
                return False
        if known is not None:
            del self._pending[known.character_id][act]
        self._changed.pop(act, None)
        return True


def mark_of(line: LogEntry, mark: str = "") -> str:
    """Return the mark of a step that `line` reports: `mark`, "@", and its id and time, which another log lacks."""
    return f"{mark}@{line.id}.{_seconds(line)}" if line.id else mark


def without_line(mark: str) -> str:
    """Return what `mark_of` was given."""
    return mark if line_of(mark) is None else mark.rpartition("@")[0]


def line_of(mark: str) -> tuple[int, int] | None:
    """Return id and time of the line that a step's mark names; None when it names none."""
    found = _LINE.search(mark)
    return (int(found[1]), int(found[2])) if found else None


def _seconds(line: LogEntry) -> int:
    return int(line.at.timestamp())


def line_states(log: ThrowLog, steps: Sequence[Step[ValueT]], undone: int) -> dict[int, LineState]:
    """Return the lines that a history has uses of spiffs on, as they are with its last `undone` steps undone.

    Uses that the log does not know are passed over: it may be another log. FileProblem when it cannot be read.
    """
    marks = [step.mark for step in steps if step.mark]
    known = log.acts(marks) if marks else {}
    done = {step.mark for step in steps[: len(steps) - undone]}
    states: dict[int, LineState] = {}
    for mark in marks:
        if mark not in known:
            continue
        line, act = known[mark]
        if mark in done:
            states[line] = act.done
        else:
            states.setdefault(line, act.undone)
    return states


def _apart(lines: Sequence[LogEntry], states: Mapping[int, LineState]) -> Iterator[LogEntry]:
    """Yield the lines that differ from their states, as they should be."""
    for entry in lines:
        with contextlib.suppress(ValueError):  # damaged: its dice thrown again are not those
            told = states[entry.id].applied_to(entry)
            if told != entry:
                yield told


def _as_told(act: PendingAct, line: LineState | None, *, reopened: bool) -> PendingAct:
    """Return an act as the state of its line says, and pending again where that changes it or it is `reopened`."""
    told = dict(line.leads_to).get(act.id) if line is not None else None
    data = act.data
    if told is not None:
        with contextlib.suppress(ValueError, TypeError, RecursionError):
            data = json.dumps({**json.loads(data), **json.loads(told)}, ensure_ascii=False)
    return replace(act, data=data, state=act.state.reopened) if reopened or data != act.data else act


def _act_of(step: Step[ValueT]) -> str:
    """Return the id of the act that a step does, by its mark; some other text where it does none."""
    return step.mark.rpartition(":")[2]
