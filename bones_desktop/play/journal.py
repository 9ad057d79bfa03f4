"""The table's log: sealed dice of the evening, lines of rolls, and the acts that the lines propose.

Every draw of an evening comes from one sealed seed and has its own number. If writing fails, the journal reports the
error and play continues.

A debt is a pending act by which the open character pays spiffs or a use of magic for a roll. The debt stays in the log
until the payment is in the character's file.
"""

import contextlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from operator import itemgetter
from typing import Final, NamedTuple, TypeVar

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.document import Change
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.records import replace
from bones_desktop.storage.files.datafile import DataFileError, ValueT
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.undohistory import HistoryStep
from bones_desktop.storage.log.logentry import NOT_KEPT, TAKEN_BACK, LineState, LogEntry, LoggedAct, PendingAct
from bones_desktop.storage.log.throwlog import ThrowLog, opened

NOT_DONE: Final = (RulesError, FileProblem, DataFileError)
"""Errors of a change that was not made: the rules refuse it, or a file cannot be written."""
AskedT = TypeVar("AskedT")
_NO_FILE: Final = ":"
"""Sign in every key of an opponent without a file, such as "block:goblin". No character's id contains this sign."""
_LINE: Final = re.compile("@([0-9]{1,15})[.]([0-9]{1,12})$")


class _Held(NamedTuple):
    """An act whose present state is only in memory, not in the log."""

    act: PendingAct
    at: datetime | None = None
    """Time of the line that proposed the act, if the act is not in the log at all."""
    after: int = 0
    """Id of the last line that was stored before the act."""


class Journal(QObject):
    """Stores lines in the log, with the acts that they propose. Without a log, lines are not stored.

    All parts of a table share one journal. It also reports edits that the rules refuse, and files that cannot be
    written.
    """

    refused = Signal(object)
    """A Reason. Emitted when the rules refuse a request."""
    trouble = Signal(object)
    """A FileProblem or CharacterFileError. Emitted if a file could not be changed. A log line then stays in memory."""
    kept = Signal(object)
    """A LogEntry. Emitted after the entry was added to the log, or after the log refused it."""
    amended = Signal(object)
    """A LogEntry. Emitted after it was changed."""
    dismissed = Signal()
    """Emitted after an act was dismissed."""

    def __init__(
        self, log: ThrowLog | None, parent: QObject | None = None, is_saved: Callable[[], bool] = lambda: True
    ) -> None:
        """Use `log` if there is one. `is_saved` returns whether the open character is saved as shown."""
        super().__init__(parent)
        self._given = log
        self._is_saved = is_saved
        self._held: dict[str, _Held] = {}
        """Acts in memory by id: acts of opponents without a file, and acts that the log refused."""
        self._paid: set[str] = set()
        """Ids of debts that were paid by steps that are not in the character's file yet."""
        self._last = 0
        """Id of the last line that was stored."""
        self.tags: tuple[str, ...] = ()
        """Tags that each new line gets, such as the seat that asked for it."""

    @property
    def _log(self) -> ThrowLog | None:
        return opened(self._given)

    def report(self, error: RulesError | FileProblem | DataFileError) -> None:
        """Emit `refused` or `trouble`, to tell the user why a change was not made."""
        if isinstance(error, RulesError):
            self.refused.emit(error.reason)
        else:
            self.trouble.emit(error)

    @contextlib.contextmanager
    def _reported(self) -> Iterator[None]:
        """Report errors of the log that the block raises, and suppress them."""
        try:
            yield
        except FileProblem as error:
            self.trouble.emit(error)

    def keep(self, entry: LogEntry, *acts: PendingAct) -> LogEntry:
        """Store a line with the acts that it proposes. Return the line with its id.

        If the line cannot be stored, it is returned without an id and with the tag for "not kept". Its acts stay in
        memory until the program ends.
        """
        entry = replace(entry, tags=(*entry.tags, *self.tags))
        stored = replace(entry, tags=(*entry.tags, NOT_KEPT))
        if self._given is not None:
            with self._reported():
                stored = self._given.append(entry, *_filed(acts))
                self._last = stored.id
        self._hold(stored, acts, logged=bool(stored.id))
        self.kept.emit(stored)
        return stored

    def amend(self, entry: LogEntry, acts: Sequence[PendingAct] = (), uses: Sequence[LoggedAct] | None = None) -> bool:
        """Store a line again with the present state of its acts, and with `uses` of spiffs if they are given.

        Return whether the line was stored.
        """
        done = False
        if self._log is not None and entry.id:
            with self._reported(), contextlib.suppress(ValueError):  # This fails if a damaged log has lost the line.
                self._log.amend(entry, _filed(acts), uses)
                done = True
        self._hold(entry, acts, logged=done)
        self.amended.emit(entry)
        return done

    def pending(self, character_id: str) -> tuple[PendingAct, ...]:
        """Return the acts that rolls proposed to a character, oldest first, including done and dismissed acts.

        If the log cannot be read, its acts are missing, and `trouble` is emitted.
        """
        logged: tuple[PendingAct, ...] = ()
        if self._log is not None:
            with self._reported():
                logged = self._log.pending(character_id)
        return self._with_held(logged, [each for each in self._held.values() if each.act.character_id == character_id])

    def of_line(self, entry: LogEntry) -> tuple[PendingAct, ...]:
        """Return the acts that a line proposed to any character, in their present state."""
        logged: tuple[PendingAct, ...] = ()
        if self._log is not None and entry.id:
            with self._reported():
                logged = self._log.proposed_by(entry.id)
        ours = (entry.id, entry.at)
        return self._with_held(logged, [each for each in self._held.values() if (each.act.line, each.at) == ours])

    def _with_held(self, logged: Iterable[PendingAct], held: Iterable[_Held]) -> tuple[PendingAct, ...]:
        """Return the acts of the log and the acts in memory, ordered by time and in their present state."""
        found = {act.id: (act.line, act) for act in logged}
        newer = [self._held[id] for id in found if id in self._held]
        for each in (*newer, *held):
            # An act without a line is placed after the last line that was stored before the act, because its roll was
            # made then.
            found[each.act.id] = (each.act.line or each.after, each.act)
        return tuple(act for _line, act in sorted(found.values(), key=itemgetter(0)))

    def entry(self, line: int) -> LogEntry | None:
        """Return a line of the log; None if it does not exist.

        If the log cannot be read, return None and emit `trouble`.
        """
        if self._log is not None and line:
            with self._reported(), contextlib.suppress(KeyError):
                return self._log.entry(line)
        return None

    def put(self, *acts: PendingAct) -> None:
        """Store the present state of acts."""
        # An act without a line was never in the log, so it cannot be updated there.
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
        """Keep the acts of a line in memory. If the line is `logged`, keep only acts that the log does not store."""
        for act in acts:
            before = self._held.pop(act.id, None)
            if not logged or not _filed((act,)):
                after = before.after if before is not None else self._last
                self._held[act.id] = _Held(replace(act, line=entry.id), entry.at, after)

    def paid(self, debt: str) -> None:
        """Delete a debt from the log as soon as the step that paid it is in the character's file.

        If saving fails and the program ends, the debt is still in the log and is paid at the next start.
        """
        self._paid.add(debt)
        self.settle()

    def drop(self, debt: str) -> bool:
        """Delete a debt from the log now, because it cannot be paid or belongs to a file that is not open.

        Return whether the debt was deleted.
        """
        done = self._held.pop(debt, None) is not None or self._log is None
        if self._log is not None and not done:
            with self._reported():
                self._log.settle(debt)
                done = True
        return done

    def settle(self) -> None:
        """Delete the paid debts from the log if the steps that paid them have been saved to the file."""
        if self._paid and self._is_saved():
            # If the log refuses to delete a debt, the journal tries again at the next save.
            self._paid = {debt for debt in self._paid if not self.drop(debt)}

    def follow(self, change: Change[ValueT]) -> None:
        """Delete paid debts after a change of the open character.

        If a payment is undone before it was saved, its debt stays deleted. If another state of the character is opened
        before the payment was saved, the debt stays in the log, because the opened state may lack the payment.
        """
        if not change.name:
            self._paid.clear()
        elif change.undone and change.mark in self._paid and self.drop(change.mark):
            self._paid.remove(change.mark)
        self.settle()

    def lines_since(self, fight: str, saved: datetime, marks: Iterable[str]) -> tuple[LogEntry, ...]:
        """Return lines of a fight that lack a step: written since its file was saved, standing, and in no mark.

        There are such lines if the program was killed after it wrote the log and before it wrote the file.
        """
        known = set(map(line_of, marks))
        return tuple(
            entry
            for entry in (self._log.latest(LOOKED_BACK) if self._log is not None else ())
            if entry.round is not None and entry.round.of == fight and entry.at >= saved and entry.stands
            and (entry.id, _seconds(entry)) not in known
        )  # fmt: skip

    def follow_lines(self, marks: Mapping[str, bool]) -> tuple[LogEntry, ...]:
        """Tag lines whose step is undone, and remove the tag from the other lines. Return the changed lines.

        `marks` maps the mark of each step (see `mark_of`) to whether the step is undone.
        """
        wanted = {line: undone for mark, undone in marks.items() if (line := line_of(mark)) is not None}
        undone = {id: each for (id, _at), each in wanted.items()}
        # Lines of another log may have the same ids, so the time is compared too.
        theirs = [each for each in self._lines(undone) if (each.id, _seconds(each)) in wanted]
        changed = [now for each in theirs if (now := each.marked(TAKEN_BACK, on=undone[each.id])).tags != each.tags]
        return tuple(entry for entry in changed if self.amend(entry))

    def agree(self, steps: Sequence[HistoryStep[ValueT]], undone: int) -> tuple[LogEntry, ...]:
        """Change lines with uses of spiffs, and their acts, according to the undo history of a character.

        The last `undone` steps of the history are undone. Return the lines that were changed.
        """
        amended, states = [], dict[int, LineState]()
        if self._log is not None:
            with self._reported():
                states = line_states(self._log, steps, undone)
        for entry in self._lines(states):
            with contextlib.suppress(ValueError):  # The line is damaged: the dice of the use are not those of the line.
                now = states[entry.id].applied_to(entry)
                acts = _as_told(self.of_line(entry), states[entry.id])
                if (acts or now != entry) and self.amend(now, acts):
                    amended.append(now)
        return tuple(amended)

    def _lines(self, ids: Iterable[int]) -> tuple[LogEntry, ...]:
        """Return lines of the log.

        If the log cannot be read, return none and emit `trouble`.
        """
        wanted = list(ids)
        if self._log is not None and wanted:
            with self._reported():
                return self._log.read(wanted)
        return ()


LOOKED_BACK: Final = 60
"""Number of log lines in which recent requests are searched."""


def recent(log: ThrowLog | None, read: Callable[[LogEntry], AskedT | None]) -> tuple[AskedT, ...]:
    """Return the latest requests in the log, newest first and each only once.

    `read` returns the request of a line; None for lines without a request.
    """
    if log is None:
        return ()
    try:
        latest = log.latest(LOOKED_BACK)
    # Recent requests are not essential, so no error is raised here. An unreadable log is reported elsewhere.
    except FileProblem:
        return ()
    found: list[AskedT] = []
    for entry in reversed(latest):
        request = read(entry)
        if request is not None and request not in found:
            found.append(request)
    return tuple(found)


def _filed(acts: Iterable[PendingAct]) -> list[PendingAct]:
    """Return the acts that the log stores.

    Acts of opponents without a file are left out, because they end with the evening.
    """
    return [act for act in acts if _NO_FILE not in act.character_id]


def mark_of(line: LogEntry, mark: str = "") -> str:
    """Return the mark of a step that `line` reports: `mark`, "@", and the line's id and time.

    The time distinguishes the line from lines with the same id in other logs.
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
    """Return the state of each line that results from the uses of spiffs in a history. Keys are ids of lines.

    The last `undone` steps of the history are undone. A use that is not in the log is ignored, because the history may
    belong to another log. Raise FileProblem if the log cannot be read.
    """
    marks = [step.mark for step in steps if step.mark]
    known = log.acts(marks) if marks else {}
    done = {step.mark for step in steps[: len(steps) - undone]}
    states: dict[int, LineState] = {}
    for mark in marks:
        if mark not in known:
            continue
        line, act = known[mark]
        # The last use that is not undone decides the state. If all uses are undone, the first of them decides it.
        if mark in done:
            states[line] = act.done
        else:
            states.setdefault(line, act.undone)
    return states


def _as_told(acts: Iterable[PendingAct], line: LineState) -> list[PendingAct]:
    """Return acts whose data differ from the state of their line, updated to the data of this state."""
    told, found = dict(line.leads_to), []
    for act in acts:
        with contextlib.suppress(ValueError, TypeError, RecursionError, KeyError):
            data = json.dumps({**json.loads(act.data), **json.loads(told[act.id])}, ensure_ascii=False)
            if data != act.data:
                found.append(replace(act, data=data))
    return found
