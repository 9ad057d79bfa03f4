"""The GM's leave for an opponent whose dice bear no fitting icon: a chip, there only while it makes a difference."""

from PySide6.QtWidgets import QWidget

from bones_desktop.rules.bones.book.attempts import Eligibility, Task, eligibility
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.houserules import HouseRules
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.chip import Chip


class OpponentLeave(Chip):
    """Given for one opponent, one skill of his and one who throws against him."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, self.tr("The GM allows it"), parent)
        self.setAccessibleName(self.tr("The GM allows it to the opponent"))
        self.setToolTip(self.tr("Have as many successes of the opponent count as with one fitting icon"))
        self._given_for = ("", "", "")
        self.hide()

    def ask_for(self, opponent: str, skill: str, against: str) -> None:
        """Take it back when it was given for another opponent, skill or one who throws."""
        if (opponent, skill, against) != self._given_for:
            self._given_for = (opponent, skill, against)
            self.setChecked(False)

    def show_eligibility(
        self, rulebook: Rulebook, house_rules: HouseRules, character: Character, skill: str
    ) -> Eligibility:
        """Return whether the opponent's successes count, with the leave if it is given; shown where it matters."""
        task = Task(skill, allowed_by_gm=self.isChecked())
        found = eligibility(rulebook, house_rules, task, task_pool(rulebook, character))
        self.setVisible(found.is_for_gm or found.by_gm)
        return found
