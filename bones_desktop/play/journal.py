"""Keeps throws in the log of the table; what the disk refuses is told, and the table goes on."""

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.bones.characterdocument import Change, UndoStep
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import NOT_KEPT, LogEntry, LoggedAct, PendingAct, Telling
from bones_desktop.storage.log.throwlog import ThrowLog


@dataclass(frozen=True, slots=True)
class _Paid:
    """An act whose step was made in the document, while it is pending in the log."""

    act: str
    before: Character
    after: Character


class Journal(QObject):
    """Writes to the log when there is one.

    What an act owes to a character stays owed until the character's file has it: a save that the disk refuses, and a
    program that ends before it was tried again, lose nothing.
    """

    trouble = Signal(object)
    """A FileProblem: what was to be kept stands all the same."""

    def __init__(
        self, log: ThrowLog | None, parent: QObject | None = None, is_saved: Callable[[], bool] = lambda: True
    ) -> None:
        """`is_saved` tells whether the open character is on the disk as it is on the screen."""
        super().__init__(parent)
        self._log = log
        self._is_saved = is_saved
        self._paid: list[_Paid] = []

    def keep(self, entry: LogEntry, *pending: PendingAct) -> LogEntry:
        """Store a line with the acts it leads to and return it with its id.

        A line that cannot be stored comes back tagged as not kept and without an id; no act is pending for it.
        """
        if self._log is not None:
            try:
                return self._log.append(entry, *pending)
            except FileProblem as error:
                self.trouble.emit(error)
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
        return True

    def agree(self, steps: Sequence[UndoStep], undone: int) -> tuple[LogEntry, ...]:
        """Amend the lines that do not tell what the history of a character says, and return them; see `lines_apart`."""
        if self._log is None:
            return ()
        try:
            apart = lines_apart(self._log, steps, undone)
        except FileProblem as error:
            self.trouble.emit(error)
            return ()
        return tuple(entry for entry in apart if self.amend(entry))

    def done(self, act: str, before: Character, after: Character) -> None:
        """Settle the act with this id once the file has the step from `before` to `after` that did it."""
        self._paid.append(_Paid(act, before, after))
        self.settle()

    def dismiss(self, act: str) -> None:
        """Settle an act that is not to be done, or was done in a file that is not open."""
        self._cross_out(act)

    def follow(self, change: Change) -> None:
        """Go on after a change of the open character, before anything owed to it is paid.

        What is undone before it was saved is owed no more. What was not saved when another state of the character was
        opened stays owed: that state may lack it.
        """
        if not change.name:
            self._paid.clear()
        elif change.undone:
            step = (change.after, change.before)
            undone = [each for each in self._paid if (each.before, each.after) == step]
            self._paid = [each for each in self._paid if each not in undone or not self._cross_out(each.act)]
        self.settle()

    def pending(self, character_id: str) -> tuple[PendingAct, ...]:
        """Return the acts pending for a character; none when the log cannot be read, which `trouble` reports."""
        if self._log is None:
            return ()
        try:
            return self._log.pending(character_id)
        except FileProblem as error:
            self.trouble.emit(error)
            return ()

    def settle(self) -> None:
        """Cross out what was paid, if the file has it now."""
        if self._paid and self._is_saved():
            self._paid = [each for each in self._paid if not self._cross_out(each.act)]

    def _cross_out(self, act: str) -> bool:
        """Return whether that was done."""
        if self._log is None:
            return True
        try:
            self._log.settle(act)
        except FileProblem as error:
            self.trouble.emit(error)
            return False
        return True


def lines_apart(log: ThrowLog, steps: Sequence[UndoStep], undone: int) -> tuple[LogEntry, ...]:
    """Return the lines that do not tell what a history with its last `undone` steps undone says, as they should be.

    Uses that the log does not know are passed over: it may be another log. FileProblem when it cannot be read.
    """
    marks = [step.mark for step in steps if step.mark]
    known = log.acts(marks) if marks else {}
    done = {step.mark for step in steps[: len(steps) - undone]}
    tellings: dict[int, Telling] = {}
    for mark in marks:
        if mark not in known:
            continue
        line, act = known[mark]
        if mark in done:
            tellings[line] = act.done
        else:
            tellings.setdefault(line, act.undone)
    found: list[LogEntry] = []
    for entry in log.read(tellings):
        telling = tellings[entry.id]
        if Telling.of(entry) != telling:
            with contextlib.suppress(ValueError):  # damaged: its dice thrown again are not those
                found.append(telling.told(entry))
    return tuple(found)
