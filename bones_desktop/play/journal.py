"""The table's log: sealed dice of the evening, lines of rolls, and the acts they propose.

Every draw of an evening comes from its one sealed seed and has its own number. Failed writes are reported, and play
continues.

A debt is a pending act by which the open character pays spiffs or a use of magic for a roll. It stays in the log until
the payment is in the character's file.
"""

import contextlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from operator import itemgetter
from typing import Final, NamedTuple, TypeVar

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.document import Change
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.files.datafile import DataFileError, ValueT
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.undohistory import HistoryStep
from bones_desktop.storage.log.logentry import NOT_KEPT, TAKEN_BACK, LineState, LogEntry, LoggedAct, PendingAct
from bones_desktop.storage.log.throwlog import ThrowLog, opened

NOT_DONE: Final = (RulesError, FileProblem, DataFileError)
"""Errors of a change that the rules refuse, or that cannot be written to a file."""
AskedT = TypeVar("AskedT")
_NO_FILE: Final = ":"
"""Character in the keys of opponents without a file, such as "block:goblin". No character's id contains it."""
_LINE: Final = re.compile("@([0-9]{1,15})[.]([0-9]{1,12})$")


class _Held(NamedTuple):
    """An act whose current state is not in the log."""

    act: PendingAct
    at: datetime | None = None
    """Time of the line that proposed it, if the act is not in the log at all."""
    after: int = 0
    """Id of the last line stored before it."""


class Journal(QObject):
    """Stores lines in the log with the acts they propose, if there is a log.

    All parts of a table share one journal. It also reports edits refused by the rules and files that cannot be written.
    """

    refused = Signal(object)
    """A Reason. Emitted when the rules refuse a request."""
    trouble = Signal(object)
    """A FileProblem or CharacterFileError. Emitted when a file could not be changed. A log line then stays in memory.
    """
    kept = Signal(object)
    """A LogEntry. Emitted when it was added to the log, or when the log refused it."""
    amended = Signal(object)
    """A LogEntry. Emitted when it was changed."""
    dismissed = Signal()
    """Emitted when an act was dismissed."""

    def __init__(
        self, log: ThrowLog | None, parent: QObject | None = None, is_saved: Callable[[], bool] = lambda: True
    ) -> None:
        """Use `log` if there is one. `is_saved` returns whether the open character is saved as shown."""
        super().__init__(parent)
        self._given = log
        self._is_saved = is_saved
        self._held: dict[str, _Held] = {}
        """Acts by id: acts of opponents without a file, and acts that the log refused."""
        self._paid: set[str] = set()
        """Ids of pending acts that were paid for by steps not yet saved to the file."""
        self._last = 0
        """Id of the last line stored."""

    @property
    def _log(self) -> ThrowLog | None:
        return opened(self._given)

    def report(self, error: RulesError | FileProblem | DataFileError) -> None:
        """Emit the signal that says why a change was not made."""
        if isinstance(error, RulesError):
            self.refused.emit(error.reason)
        else:
            self.trouble.emit(error)

    @contextlib.contextmanager
    def _reported(self) -> Iterator[None]:
        """Report an error of the log inside the block instead of raising it."""
        try:
            yield
        except FileProblem as error:
            self.trouble.emit(error)

    def keep(self, entry: LogEntry, *acts: PendingAct) -> LogEntry:
        """Store a line with the acts that follow from it. Return it with its id.

        A line that cannot be stored is returned with the tag for "not kept" and without an id. Its acts stay in memory
        until the program ends.
        """
        stored = replace(entry, tags=(*entry.tags, NOT_KEPT))
        if self._given is not None:
            with self._reported():
                stored = self._given.append(entry, *_filed(acts))
                self._last = stored.id
        self._hold(stored, acts, logged=bool(stored.id))
        self.kept.emit(stored)
        return stored

    def amend(self, entry: LogEntry, acts: Sequence[PendingAct] = (), uses: Sequence[LoggedAct] | None = None) -> bool:
        """Store a line again with its current acts, and the uses of spiffs on it if any are given.

        Return whether that was done.
        """
        done = False
        if self._log is not None and entry.id:
            with self._reported(), contextlib.suppress(ValueError):  # A damaged log has lost the line.
                self._log.amend(entry, _filed(acts), uses)
                done = True
        self._hold(entry, acts, logged=done)
        self.amended.emit(entry)
        return done

    def pending(self, character_id: str) -> tuple[PendingAct, ...]:
        """Return the acts proposed to a character, oldest first, including done and dismissed ones.

        If the log cannot be read, its acts are missing and `trouble` reports it.
        """
        logged: tuple[PendingAct, ...] = ()
        if self._log is not None:
            with self._reported():
                logged = self._log.pending(character_id)
        return self._with_held(logged, [each for each in self._held.values() if each.act.character_id == character_id])

    def of_line(self, entry: LogEntry) -> tuple[PendingAct, ...]:
        """Return the current acts that a line proposed, for any character."""
        logged: tuple[PendingAct, ...] = ()
        if self._log is not None and entry.id:
            with self._reported():
                logged = self._log.proposed_by(entry.id)
        ours = (entry.id, entry.at)
        return self._with_held(logged, [each for each in self._held.values() if (each.act.line, each.at) == ours])

    def _with_held(self, logged: Iterable[PendingAct], held: Iterable[_Held]) -> tuple[PendingAct, ...]:
        """Return the acts of the log in their current state, together with acts that are only in memory, in order."""
        found = {act.id: (act.line, act) for act in logged}
        newer = [self._held[id] for id in found if id in self._held]
        for each in (*newer, *held):
            # An act without a line is sorted after the last line stored before it, to keep the order of rolls.
            found[each.act.id] = (each.act.line or each.after, each.act)
        return tuple(act for _line, act in sorted(found.values(), key=itemgetter(0)))

    def entry(self, line: int) -> LogEntry | None:
        """Return a line of the log; None if it does not exist or cannot be read, which `trouble` reports."""
        if self._log is not None and line:
            with self._reported(), contextlib.suppress(KeyError):
                return self._log.entry(line)
        return None

    def put(self, *acts: PendingAct) -> None:
        """Store the current state of acts."""
        # An act without a line was never in the log and cannot be updated there.
        filed, stored = [act for act in _filed(acts) if act.line], False
        if self._log is not None and filed:
            with self._reported():
                self._log.add_pending(*filed)
                stored = True
        for act in acts:
            if stored and act in filed:
                self._held.pop(act.id, None)
            else:
                self._held[act.id] = self._held.get(act.id, _Held(act, after=act.line))._replace(act=act)

    def _hold(self, entry: LogEntry, acts: Iterable[PendingAct], *, logged: bool) -> None:
        """Keep the acts of a line in memory. With `logged`, keep only the acts that the log does not store."""
        for act in acts:
            before = self._held.pop(act.id, None)
            if not logged or not _filed((act,)):
                after = before.after if before is not None else self._last
                self._held[act.id] = _Held(replace(act, line=entry.id), entry.at, after)

    def paid(self, debt: str) -> None:
        """Delete a debt from the log once the character's file has the step that paid it.

        If the save fails and the program ends, the debt is still in the log and is paid at the next start.
        """
        self._paid.add(debt)
        self.settle()

    def drop(self, debt: str) -> bool:
        """Delete a debt from the log immediately: it cannot be paid, or belongs to a file that is not open.

        Return whether that was done.
        """
        done = self._held.pop(debt, None) is not None or self._log is None
        if self._log is not None and not done:
            with self._reported():
                self._log.settle(debt)
                done = True
        return done

    def settle(self) -> None:
        """Delete the paid debts from the log if the file now contains the steps that paid them."""
        if self._paid and self._is_saved():
            # Debts that the log refuses to delete are tried again at the next save.
            self._paid = {debt for debt in self._paid if not self.drop(debt)}

    def follow(self, change: Change[ValueT]) -> None:
        """Handle a change of the open character, before its debts are paid.

        If a payment is undone before it was saved, the debt stays deleted. If another state of the character is opened
        before the payment was saved, the debt stays in the log, because that state may lack the payment.
        """
        if not change.name:
            self._paid.clear()
        elif change.undone and change.mark in self._paid and self.drop(change.mark):
            self._paid.remove(change.mark)
        self.settle()

    def follow_lines(self, marks: Mapping[str, bool]) -> tuple[LogEntry, ...]:
        """Tag lines whose step is undone, untag the others, and return the lines that changed.

        `marks` maps the marks of steps (see `mark_of`) to whether the step is undone.
        """
        wanted = {line: undone for mark, undone in marks.items() if (line := line_of(mark)) is not None}
        undone = {id: each for (id, _at), each in wanted.items()}
        # Ids of another log may match by chance. The time shows whether it is the same line.
        theirs = [each for each in self._lines(undone) if (each.id, _seconds(each)) in wanted]
        changed = [now for each in theirs if (now := each.marked(TAKEN_BACK, on=undone[each.id])).tags != each.tags]
        return tuple(entry for entry in changed if self.amend(entry))

    def agree(self, steps: Sequence[HistoryStep[ValueT]], undone: int) -> tuple[LogEntry, ...]:
        """Update lines with uses of spiffs, and their acts, to match the history of a character.

        Its last `undone` steps are undone. Return the lines that were amended.
        """
        amended, states = [], dict[int, LineState]()
        if self._log is not None:
            with self._reported():
                states = line_states(self._log, steps, undone)
        for entry in self._lines(states):
            with contextlib.suppress(ValueError):  # The line is damaged: its re-rolled dice are not those of the use.
                now = states[entry.id].applied_to(entry)
                acts = _as_told(self.of_line(entry), states[entry.id])
                if (acts or now != entry) and self.amend(now, acts):
                    amended.append(now)
        return tuple(amended)

    def _lines(self, ids: Iterable[int]) -> tuple[LogEntry, ...]:
        """Return lines of the log; none if it cannot be read, which `trouble` reports."""
        wanted = list(ids)
        if self._log is not None and wanted:
            with self._reported():
                return self._log.read(wanted)
        return ()


LOOKED_BACK: Final = 60
"""Number of log lines that are searched for recent requests."""


def recent(log: ThrowLog | None, read: Callable[[LogEntry], AskedT | None]) -> tuple[AskedT, ...]:
    """Return the last requests in the log, newest first and without repeats. `read` returns None for other lines."""
    if log is None:
        return ()
    try:
        latest = log.latest(LOOKED_BACK)
    # Recent tasks are a convenience. An unreadable log is reported elsewhere.
    except FileProblem:
        return ()
    found: list[AskedT] = []
    for entry in reversed(latest):
        request = read(entry)
        if request is not None and request not in found:
            found.append(request)
    return tuple(found)


def _filed(acts: Iterable[PendingAct]) -> list[PendingAct]:
    """Return the acts that the log stores. Acts of opponents without a file last only until the evening ends."""
    return [act for act in acts if _NO_FILE not in act.character_id]


def mark_of(line: LogEntry, mark: str = "") -> str:
    """Return the mark of a step that `line` reports: `mark`, "@", and the line's id and time.

    The time distinguishes lines with the same id in other logs.
    """
    return f"{mark}@{line.id}.{_seconds(line)}" if line.id else mark


def without_line(mark: str) -> str:
    """Return the `mark` that was given to `mark_of`."""
    return mark if line_of(mark) is None else mark.rpartition("@")[0]


def line_of(mark: str) -> tuple[int, int] | None:
    """Return the id and time of the line named in a step's mark; None if there is none."""
    found = _LINE.search(mark)
    return (int(found[1]), int(found[2])) if found else None


def _seconds(line: LogEntry) -> int:
    return int(line.at.timestamp())


def line_states(log: ThrowLog, steps: Sequence[HistoryStep[ValueT]], undone: int) -> dict[int, LineState]:
    """Return the states of lines whose rolls have uses of spiffs in a history, with its last `undone` steps undone.

    Uses that are not in the log are ignored, because it may be another log. Raise FileProblem when it cannot be read.
    """
    marks = [step.mark for step in steps if step.mark]
    known = log.acts(marks) if marks else {}
    done = {step.mark for step in steps[: len(steps) - undone]}
    states: dict[int, LineState] = {}
    for mark in marks:
        if mark not in known:
            continue
        line, act = known[mark]
        # The last step done decides. An undone step counts only if no earlier step was done.
        if mark in done:
            states[line] = act.done
        else:
            states.setdefault(line, act.undone)
    return states


def _as_told(acts: Iterable[PendingAct], line: LineState) -> list[PendingAct]:
    """Return the acts whose data differ from the state of their line, updated to that state."""
    told, found = dict(line.leads_to), []
    for act in acts:
        with contextlib.suppress(ValueError, TypeError, RecursionError, KeyError):
            data = json.dumps({**json.loads(act.data), **json.loads(told[act.id])}, ensure_ascii=False)
            if data != act.data:
                found.append(replace(act, data=data))
    return found
