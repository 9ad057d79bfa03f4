"""The only undo command: it swaps one value of the character for another."""

from collections.abc import Callable

from PySide6.QtGui import QUndoCommand

from bones_desktop.rules.bones.character import Character


class Replacement(QUndoCommand):
    """Shows `after` when done and `before` when undone; the edit itself has run and been validated beforehand.

    Commands with the same non-empty `merge` key become one step, so that typing a name is undone at once.
    """

    def __init__(
        self, name: str, before: Character, after: Character, show: Callable[[Character, str], None], merge: str = ""
    ) -> None:
        super().__init__(name)
        self.before = before
        self.after = after
        self.merge = merge
        self._show = show

    def id(self) -> int:
        """Return one id for every command that may merge; the keys are compared in `mergeWith`."""
        return 1 if self.merge else -1

    def mergeWith(self, other: QUndoCommand) -> bool:  # noqa: N802 (Qt's name)
        """Take over the newer command's result when both are parts of the same typing."""
        if not isinstance(other, Replacement) or not self.merge or other.merge != self.merge:
            return False
        self.after = other.after
        if self.after == self.before:
            self.setObsolete(True)
        return True

    def redo(self) -> None:
        """Show the value after the edit."""
        self._show(self.after, self.text())

    def undo(self) -> None:
        """Show the value before the edit."""
        self._show(self.before, self.text())
