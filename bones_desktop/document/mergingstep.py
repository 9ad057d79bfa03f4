"""An undo step that swaps one value for another, and into which what is typed further is merged."""

from typing import Generic, TypeVar

from PySide6.QtGui import QUndoCommand

T = TypeVar("T")


class MergingStep(QUndoCommand, Generic[T]):
    """Knows the values before and after the step; subclasses show them.

    Steps with the same non-empty `merge` key become one, so that typing a name is undone at once, and none when the
    value is what it was before.
    """

    def __init__(self, name: str, before: T, after: T, merge: str = "") -> None:
        super().__init__(name)
        self.before = before
        self.after = after
        self.merge = merge

    def id(self) -> int:
        """Return one id for every step that may merge; the keys are compared in `mergeWith`."""
        return 1 if self.merge else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take over the newer step's result when both are parts of the same typing."""
        if not isinstance(other, type(self)) or not self.merge or other.merge != self.merge:
            return False
        self.after = other.after
        if self.after == self.before:
            self.setObsolete(True)
        return True
