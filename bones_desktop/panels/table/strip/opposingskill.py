"""The skill of the other side: the one that usually opposes a task, or any other."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.reading.requests import usual_opposition
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.choicebutton import ChoiceButton
from bones_desktop.widgets.choice.choices import Choice
from bones_desktop.wording.table import skill_name

USUAL: Final = "usual"


class OpposingSkill(ChoiceButton):
    """Holds a skill. `changed` tells another one."""

    changed = Signal()

    def __init__(self, theme: Theme, rulebook: Rulebook, label: str, parent: QWidget) -> None:
        """`label` is what the button is called for those who cannot see it."""
        super().__init__(theme, label, "", parent)
        self._rulebook = rulebook
        self._skill = ""
        self._against = "maneuver"
        self.setToolTip(self.tr("The skill of the other side"))
        self.activated.connect(self._choose)
        self._offer()

    @property
    def skill(self) -> str:
        """The skill chosen, "" for the usual one."""
        return self._skill

    @property
    def used(self) -> str:
        """The skill the other side throws for."""
        return self._skill or usual_opposition(self._against)

    def set_skill(self, skill: str) -> None:
        """Choose a skill, "" for the usual one."""
        self._skill = skill
        self._offer()

    def oppose(self, skill: str) -> None:
        """Offer what usually opposes `skill`; one that was chosen stays."""
        self._against = skill
        self._offer()

    def _offer(self) -> None:
        rulebook = self._rulebook
        usual = skill_name(rulebook, usual_opposition(self._against))
        names = sorted((skill_name(rulebook, known.id), known.id) for known in rulebook.skills)
        rest = [Choice(skill, name) for name, skill in names]
        rest += [Choice(skill, skill_name(rulebook, skill)) for skill in (PHYSICAL, MENTAL)]
        self.set_choices((Choice(USUAL, usual, self.tr("What usually opposes it")), *rest), self._skill or USUAL)

    def _choose(self, choice: Choice) -> None:
        skill = "" if choice.key == USUAL else choice.key
        if skill != self._skill:
            self.set_skill(skill)
            self.changed.emit()
