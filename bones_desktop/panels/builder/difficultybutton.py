"""A button to choose the difficulty that the odds on the Build page are for."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.rules.bones.book.definitions import Difficulty
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choices import Choice
from bones_desktop.wording.table import dice_count


class DifficultyButton(ChoiceButton):
    """Shows the difficulty chosen. It shows what its owner sets; `requested` carries what was picked."""

    requested = Signal(str)
    """A difficulty's id."""

    def __init__(
        self, rulebook: Rulebook, theme: Theme, label: str, current: str, parent: QWidget | None = None
    ) -> None:
        """`label` is read to those who cannot see it."""
        super().__init__(theme, label, "", parent)
        self._offered = [Choice(level.id, level.name, self._dice(level)) for level in rulebook.difficulties]
        self.set_difficulty(current)
        self.activated.connect(self._ask)

    def set_difficulty(self, difficulty: str) -> None:
        """Show another difficulty as chosen."""
        self.set_choices(self._offered, difficulty)

    def _dice(self, level: Difficulty) -> str:
        dice = dice_count(level.dice, self.tr)
        if not level.automatic_nulls:
            return dice
        return self.tr("{dice} and {n} Nulls without rolling").format(dice=dice, n=level.automatic_nulls)

    def _ask(self, choice: object) -> None:
        if isinstance(choice, Choice):
            self.requested.emit(choice.key)
