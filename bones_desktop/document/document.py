"""A value as a Qt object. Each pure edit becomes one undo step and emits one signal."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from bones_desktop.rules.reasons import Reason, RulesError, refuse
from bones_desktop.rules.typedtext import strip_bidi
from bones_desktop.storage.files.datafile import ValueT
from bones_desktop.storage.files.undohistory import HistoryStep

UNDO_STEPS: Final = 250

AnyT = TypeVar("AnyT")


class Replacement(QUndoCommand, Generic[AnyT]):
    """An undo step that replaces one value with another.

    The edit has already run and was validated. `show` is called with the step, and with True if the step is undone. For
    `merge`, see `push_step`.
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
        super().__init__(strip_bidi(name))  # The name may be from another person's file, with text direction marks.
        self.before = before
        self.after = after
        self.merge = merge
        self.mark = mark
        self.is_typing = bool(merge)
        """True if the edit comes from typing, which is likely to continue."""
        self.is_new = True
        """True until the edit was shown for the first time."""
        self._show = show

    def redo(self) -> None:
        """Show the value after the edit."""
        self._show(self, False)
        self.is_typing = self.is_new = False

    def undo(self) -> None:
        """Show the value before the edit."""
        self._show(self, True)


def push_step(stack: QUndoStack, step: Replacement[AnyT]) -> None:
    """Run `step` and add it to an undo history.

    Consecutive steps with the same non-empty `merge` key become one step, so that a typed name is undone as a whole. If
    the value is the same as before, no step remains. To merge two steps, the earlier step is removed. Qt's own merging
    is not used: it would delete the new step while it is pushed, and PySide would never release the new step or the
    objects that it holds.
    """
    last = stack.command(stack.index() - 1)
    if not isinstance(last, Replacement) or not step.merge or last.merge != step.merge:
        stack.push(step)
        return
    step.before, step.mark = last.before, last.mark
    step.setText(last.text())
    # Listeners must not see the state between removing the earlier step and adding the new one.
    heard = stack.blockSignals(True)
    _take_back(stack, last)
    stack.blockSignals(heard)
    stack.push(step)
    if step.before == step.after and stack.command(stack.index() - 1) is step:
        _take_back(stack, step)


def _take_back(stack: QUndoStack, last: QUndoCommand) -> None:
    """Remove the last step from a history without changing the value."""
    last.setObsolete(True)  # Qt deletes an obsolete step without calling its `undo`.
    stack.undo()


@dataclass(frozen=True)
class Change(Generic[ValueT]):
    """The effect of one edit, undo or redo. `name` is the step's name; "" if another value was opened."""

    before: ValueT
    after: ValueT
    name: str
    typing: bool = False
    """True if typing is likely to continue, so that saving may wait a moment."""
    undone: bool = False
    """True if the step was undone, rather than made or redone."""
    again: bool = False
    """True if the step was undone or redone, rather than made."""
    mark: str = ""
    """The mark of the step."""


class Document(QObject, Generic[ValueT]):
    """The open value of any game. The session saves each change on `about_to_show`, before the user sees it."""

    about_to_show = Signal(object)
    """A Change. Emitted just before `changed`, so that a value on the screen is already on disk."""
    changed = Signal(object)
    """A Change. Emitted exactly once for each edit, undo, redo or opening."""

    def __init__(self, value: ValueT, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._value = value
        self._silent = False
        self._showing: tuple[Replacement[ValueT], bool] | None = None
        """The step that is being made or undone."""
        self._read_only = False
        self.freshen: Callable[[], object] = lambda: None
        """Function that reads changes by another program.

        It is called before the value is used for anything but display.
        """
        self._stack = QUndoStack(self)
        self._stack.setUndoLimit(UNDO_STEPS)

    @property
    def value(self) -> ValueT:
        """The current value."""
        return self._value

    @property
    def undo_stack(self) -> QUndoStack:
        """The named steps that can be undone. Other objects may read the stack, but only this object adds steps."""
        return self._stack

    @property
    def read_only(self) -> bool:
        """True if edits are refused because the file comes from a newer program."""
        return self._read_only

    @property
    def last_step(self) -> HistoryStep[ValueT] | None:
        """The step or note that undo would undo; None if there is none."""
        command = self._stack.command(self._stack.index() - 1)
        return _step(command) if isinstance(command, Replacement) else None

    def apply(self, name: str, edit: Callable[[ValueT], ValueT], merge: str = "", mark: str = "") -> None:
        """Run the pure `edit` and make its result one undo step called `name`. An edit without effect makes no step.

        Consecutive edits with the same `merge` key become one step (typing). For `mark`, see `HistoryStep`. Raise
        RulesError when the edit is refused or the value is read-only.
        """
        if self._read_only:
            raise refuse("read-only-character")
        after = edit(self._value)
        if after != self._value:
            push_step(self._stack, Replacement(name, self._value, after, self._show, merge, mark))

    def replace(self, name: str, value: ValueT, mark: str = "") -> None:
        """Replace the current value with `value`; otherwise like `apply`."""
        self.apply(name, lambda _now: value, mark=mark)

    def attempt(
        self,
        name: str,
        edit: Callable[[ValueT], ValueT],
        refused: Callable[[Reason], object],
        merge: str = "",
        mark: str = "",
    ) -> bool:
        """Apply an edit and return whether it was allowed.

        If it was not, call `refused` with the reason and change nothing.
        """
        try:
            self.apply(name, edit, merge, mark)
        except RulesError as error:
            refused(error.reason)
            return False
        return True

    def note(self, name: str, mark: str = "") -> None:
        """Add a step called `name` to the history without changing the value, even if it is read-only.

        The action itself is outside the document. The caller handles undo and redo of the step through `changed`. Notes
        are not stored: `history` leaves them out.
        """
        self._stack.push(Replacement(name, self._value, self._value, self._show, mark=mark))

    def open(
        self, value: ValueT, *, read_only: bool = False, history: Sequence[HistoryStep[ValueT]] = (), undone: int = 0
    ) -> None:
        """Show another value with its history, of which the last `undone` steps are undone. Emits `changed` once.

        A history that does not end at `value` is dropped.
        """
        before = self._value
        self._silent = True
        try:
            self._stack.clear()
            self._read_only = read_only
            # Pushing runs each step, so afterwards the value is at the end of the history.
            for step in history:
                self._stack.push(Replacement(step.name, step.before, step.after, self._show, mark=step.mark))
            if history:
                self._stack.setIndex(max(0, len(history) - undone))
            # The history does not lead to this value, perhaps because another program wrote the file.
            if not history or self._value != value:
                self._stack.clear()
                self._set(value)
        finally:
            self._silent = False
        self.changed.emit(Change(before, self._value, ""))

    def history(self) -> tuple[tuple[HistoryStep[ValueT], ...], int]:
        """Return all steps that change the value, oldest first, and the number of undone ones at the end.

        The last step that is not undone ends at `value`, even during `about_to_show` and `changed`, when Qt's own stack
        is not yet up to date.
        """
        commands = [self._stack.command(place) for place in range(self._stack.count())]
        done = self._stack.index()
        if self._showing is not None:
            command, undone = self._showing
            at = next((place for place, each in enumerate(commands) if each is command), None)
            if at is None:
                # A new step removes all undone steps, but Qt removes them only after this signal.
                commands[done:] = [command]
                at = done
            done = at if undone else at + 1
        steps = [
            (_step(command), place >= done)
            for place, command in enumerate(commands)
            # Notes are left out. A note has the same object before and after.
            if isinstance(command, Replacement) and command.before is not command.after
        ]
        return tuple(step for step, _undone in steps), sum(undone for _step, undone in steps)

    def _set(self, value: ValueT) -> None:
        """Store the value. Subclasses also drop data derived from the previous one."""
        self._value = value

    def _show(self, step: Replacement[ValueT], undone: bool) -> None:
        before = self._value
        self._set(step.before if undone else step.after)
        if self._silent:
            return
        change = Change(before, self._value, step.text(), step.is_typing, undone, not step.is_new, step.mark)
        # A handler may make another step during this one, so the outer step is restored afterwards.
        outer, self._showing = self._showing, (step, undone)
        try:
            self.about_to_show.emit(change)
            self.changed.emit(change)
        finally:
            self._showing = outer


def _step(command: Replacement[ValueT]) -> HistoryStep[ValueT]:
    return HistoryStep(command.text(), command.before, command.after, command.mark)
