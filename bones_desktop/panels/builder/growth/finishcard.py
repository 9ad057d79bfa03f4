"""What is missing before a character can be finished, and the button that finishes it."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from bones_desktop.panels.builder.problemlist import ProblemView
from bones_desktop.rules.bones.book.character import STARTING_DICE
from bones_desktop.rules.bones.making.problems import Problem, Weight
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.sheetproperty import set_sheet_property
from bones_desktop.widgets.text.plainlabel import plain_label


class FinishCard(QFrame):
    """Lists what is to be done; a click on a line asks to go there. Finish is told also while something is missing."""

    finish_requested = Signal()
    jump_requested = Signal(object)
    """The Place to go to."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._theme = theme
        self.headline = plain_label(self, wrap=True)
        self._meaning = plain_label(
            self,
            self.tr(
                "Finishing keeps a copy of the dice and the equipment as they were created. From then on the dice "
                "change by icons earned in play, or with your GM's permission. It can be undone."
            ),
            "muted",
            wrap=True,
        )
        self.dice = plain_label(self, wrap=True)
        self.dice.hide()
        self.problems = ProblemView(theme, self)
        self.finish = QPushButton(self.tr("Finish the character"), self)
        self.finish.clicked.connect(self.finish_requested)
        self.problems.jump_requested.connect(self.jump_requested)
        self._buttons = QHBoxLayout()
        self._buttons.addWidget(self.finish)
        self._buttons.addStretch(1)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.headline)
        self._column.addWidget(self._meaning)
        self._column.addWidget(self.dice)
        self._column.addWidget(self.problems, 1)
        self._column.addLayout(self._buttons)
        theme.changed.connect(self._restyle)
        self._restyle()

    def show_dice(self, dice: int) -> None:
        """Say with how many dice it is created, where that is more than one begins with: nobody pays for the others."""
        said = self.tr("It is created with {n} dice. More than {most} are for a character that grew on paper.")
        self.dice.setText(said.format(n=dice, most=STARTING_DICE))
        self.dice.setVisible(dice > STARTING_DICE)

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """List these problems; what must be done before finishing decides how the button looks."""
        wrong = sum(problem.weight is Weight.ILLEGAL for problem in problems)
        missing = sum(problem.weight is Weight.UNFINISHED for problem in problems)
        self.headline.setText(self._said(wrong, missing))
        self.problems.problems.set_problems(problems)
        kind = "" if wrong or missing else "primary"
        set_sheet_property(self.finish, "kind", kind)

    def _said(self, wrong: int, missing: int) -> str:
        if wrong:
            return self.tr("One conflict to mend") if wrong == 1 else self.tr("{n} conflicts to mend").format(n=wrong)
        if missing:
            return (
                self.tr("One thing still to choose")
                if missing == 1
                else self.tr("{n} things still to choose").format(n=missing)
            )
        return self.tr("Ready to be finished")

    def _restyle(self) -> None:
        theme = self._theme
        self.headline.setFont(theme.font("serif", 28, bold=True))
        for label in (self._meaning, self.dice):
            label.setFont(theme.font("sans", 14))
        self._column.setContentsMargins(theme.px(20), theme.px(16), theme.px(20), theme.px(20))
        self._column.setSpacing(theme.px(12))
