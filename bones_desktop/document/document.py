"""A value as a Qt object: pure edits go in, each becomes one undo step, and one signal comes out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from bones_desktop.rules.reasons import Reason, RulesError, refuse
from bones_desktop.rules.typedtext import unturned
from bones_desktop.storage.files.datafile import ValueT
from bones_desktop.storage.files.undohistory import HistoryStep

UNDO_STEPS: Final = 250

AnyT = TypeVar("AnyT")


class Replacement(QUndoCommand, Generic[AnyT]):
    """Swaps one value for another; the edit that made it has run and been validated beforehand.

    `show` is called with the step, and whether it is undone. What `merge` is for, `push_step` says.
    """

    def __init__(
        self,
        name: str,
        before: AnyT,
        after: AnyT,
        show: Callable[["Replacement[AnyT]", bool], None],
        merge: str = "",
        mark: str = "",
    ) -> None:
        super().__init__(unturned(name))  # kept by an earlier version, it may name what a stranger's file holds
        self.before = before
        self.after = after
        self.merge = merge
        self.mark = mark
        self.is_typing = bool(merge)
        """Whether it is being made by typing, of which more is likely to follow at once."""
        self._show = show

    def redo(self) -> None:
        """Show the value after the edit."""
        self._show(self, False)
        self.is_typing = False

    def undo(self) -> None:
        """Show the value before the edit."""
        self._show(self, True)


def push_step(stack: QUndoStack, step: Replacement[AnyT]) -> None:
    """Make a step and put it into a history.

    Steps that follow each other with the same non-empty `merge` key become one, so that typing a name is undone at
    once, and none when the value is what it was before. The last one gives way: Qt's own merging would delete the new
    one while it is pushed, and PySide never lets go of such a command, nor of what it holds.
    """
    last = stack.command(stack.index() - 1)
    if not isinstance(last, Replacement) or not step.merge or last.merge != step.merge:
        stack.push(step)
        return
    step.before, step.mark = last.before, last.mark
    step.setText(last.text())
    heard = stack.blockSignals(True)
    _take_back(stack, last)
    stack.blockSignals(heard)
    stack.push(step)
    if step.before == step.after and stack.command(stack.index() - 1) is step:
        _take_back(stack, step)


def _take_back(stack: QUndoStack, last: QUndoCommand) -> None:
    """Take the last step out of a history and leave the value as it is."""
    last.setObsolete(True)  # Qt deletes it without a call of its `undo`
    stack.undo()


@dataclass(frozen=True)
class Change(Generic[ValueT]):
    """What one edit, undo or redo did; `name` is the step's, "" when another value was opened."""

    before: ValueT
    after: ValueT
    name: str
    typing: bool = False
    """Whether more of the same is likely to follow at once, so that saving may wait a moment."""
    undone: bool = False
    """Whether the step was undone, not made or made again."""
    mark: str = ""
    """The step's."""


class Document(QObject, Generic[ValueT]):
    """Holds the open value of any game. A keeper saves each change on `about_to_show`, before it is seen."""

    about_to_show = Signal(object)
    """A Change, just before `changed`: what is on the screen is already on disk."""
    changed = Signal(object)
    """A Change, exactly once for each edit, undo, redo or opening."""

    def __init__(self, value: ValueT, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._value = value
        self._silent = False
        self._showing: tuple[Replacement[ValueT], bool] | None = None
        """The step that is being made or undone."""
        self._read_only = False
        self.freshen: Callable[[], object] = lambda: None
        """Takes in what something else wrote to the value's file; called before the value is used for more than show"""
        self._stack = QUndoStack(self)
        self._stack.setUndoLimit(UNDO_STEPS)

    @property
    def value(self) -> ValueT:
        """The value as it is now."""
        return self._value

    @property
    def undo_stack(self) -> QUndoStack:
        """The named steps that can be undone; panels read it, only this object pushes."""
        return self._stack

    @property
    def read_only(self) -> bool:
        """Whether edits are refused because the file comes from a newer program."""
        return self._read_only

    @property
    def last_step(self) -> HistoryStep[ValueT] | None:
        """The step, or note, that an undo would take back; None when there is none."""
        command = self._stack.command(self._stack.index() - 1)
        return _step(command) if isinstance(command, Replacement) else None

    def apply(self, name: str, edit: Callable[[ValueT], ValueT], merge: str = "", mark: str = "") -> None:
        """Run the pure `edit` and make its result one undo step called `name`; nothing happens when it changes nothing.

        `merge`: edits that follow each other with the same key become one step (typing). `mark`: see `HistoryStep`.
        Raises RulesError, with its reason, when the edit refuses or the value is read-only.
        """
        if self._read_only:
            raise refuse("read-only-character")
        after = edit(self._value)
        if after != self._value:
            push_step(self._stack, Replacement(name, self._value, after, self._show, merge, mark))

    def attempt(
        self,
        name: str,
        edit: Callable[[ValueT], ValueT],
        refused: Callable[[Reason], object],
        merge: str = "",
        mark: str = "",
    ) -> bool:
        """Apply an edit and return whether it was allowed; if not, `refused` is told why and nothing has changed."""
        try:
            self.apply(name, edit, merge, mark)
        except RulesError as error:
            refused(error.reason)
            return False
        return True

    def note(self, name: str, mark: str = "") -> None:
        """Put a step called `name` into the history that changes nothing of the value, read-only or not.

        What was done lies outside; whoever did it follows its undo and redo by `changed`. It is not kept for another
        day: `history` leaves it out.
        """
        self._stack.push(Replacement(name, self._value, self._value, self._show, mark=mark))

    def open(
        self, value: ValueT, *, read_only: bool = False, history: Sequence[HistoryStep[ValueT]] = (), undone: int = 0
    ) -> None:
        """Show another value with its history, of which the last `undone` steps are undone; emits `changed` once.

        A history that does not end at `value` is dropped.
        """
        before = self._value
        self._silent = True
        try:
            self._stack.clear()
            self._read_only = read_only
            for step in history:
                self._stack.push(Replacement(step.name, step.before, step.after, self._show, mark=step.mark))
            if history:
                self._stack.setIndex(max(0, len(history) - undone))
            if not history or self._value != value:
                self._stack.clear()
                self._set(value)
        finally:
            self._silent = False
        self.changed.emit(Change(before, self._value, ""))

    def history(self) -> tuple[tuple[HistoryStep[ValueT], ...], int]:
        """Return all steps that change the value, oldest first, and how many of the last ones are undone.

        It leads to `value`, also within `about_to_show` and `changed`, when Qt's own stack does not yet.
        """
        commands = [self._stack.command(place) for place in range(self._stack.count())]
        done = self._stack.index()
        if self._showing is not None:
            command, undone = self._showing
            at = next((place for place, each in enumerate(commands) if each is command), None)
            if at is None:
                commands[done:] = [command]
                at = done
            done = at if undone else at + 1
        steps = [
            (_step(command), place >= done)
            for place, command in enumerate(commands)
            if isinstance(command, Replacement) and command.before is not command.after
        ]
        return tuple(step for step, _undone in steps), sum(undone for _step, undone in steps)

    def _set(self, value: ValueT) -> None:
        """Take the value in; subclasses also drop what they derived from the one before."""
        self._value = value

    def _show(self, step: Replacement[ValueT], undone: bool) -> None:
        before = self._value
        self._set(step.before if undone else step.after)
        if self._silent:
            return
        change = Change(before, self._value, step.text(), step.is_typing, undone, step.mark)
        outer, self._showing = self._showing, (step, undone)
        try:
            self.about_to_show.emit(change)
            self.changed.emit(change)
        finally:
            self._showing = outer


def _step(command: Replacement[ValueT]) -> HistoryStep[ValueT]:
    return HistoryStep(command.text(), command.before, command.after, command.mark)
