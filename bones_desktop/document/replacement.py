"""The only undo command of a document: it swaps one value of the character for another."""

from collections.abc import Callable

from bones_desktop.document.mergingstep import MergingStep
from bones_desktop.rules.bones.book.character import Character

Show = Callable[["Replacement", bool], None]
"""Takes the step, and whether it is undone."""


class Replacement(MergingStep[Character]):
    """Shows `after` when done and `before` when undone; the edit itself has run and been validated beforehand."""

    def __init__(
        self, name: str, before: Character, after: Character, show: Show, merge: str = "", mark: str = ""
    ) -> None:
        super().__init__(name, before, after, merge)
        self._show = show
        self.mark = mark

    def redo(self) -> None:
        """Show the value after the edit."""
        self._show(self, False)

    def undo(self) -> None:
        """Show the value before the edit."""
        self._show(self, True)
