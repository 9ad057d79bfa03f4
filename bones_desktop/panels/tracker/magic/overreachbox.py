"""What is asked after a use of magic past the safe level: whether it left a success, else it does one damage."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.choicebutton import ChoiceButton
from bones_desktop.widgets.choice.choices import Choice
from bones_desktop.widgets.flowlayout import FlowLayout
from bones_desktop.widgets.text.plainlabel import plain_label


class OverreachBox(QFrame):
    """Proposes the damage of MAG-12; nothing is done before it is taken."""

    damage_requested = Signal(int, bool)
    """The die to lose, -1 where none is left, and whether spiffs soak it."""
    dismissed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "well")
        self._theme = theme
        self.heading = plain_label(self, self.tr("No success left?"), wrap=True)
        self.words = plain_label(self, role="muted", wrap=True)
        self.die = ChoiceButton(theme, self.tr("Die that is lost"), self.tr("Which die"), self)
        self.take = QPushButton(self.tr("Take one damage"), self)
        self.take.setProperty("kind", "danger")
        self.soak = QPushButton(self)
        self.spared = QPushButton(self.tr("A success was left"), self)
        self._buttons = QWidget(self)
        self._row = FlowLayout(theme.px(8), self._buttons)
        for part in (self.take, self.soak, self.spared):
            self._row.addWidget(part)
        self._column = QVBoxLayout(self)
        for widget in (self.heading, self.words, self.die, self._buttons):
            self._column.addWidget(widget)
        self.die.activated.connect(self._choose)
        self.take.clicked.connect(lambda: self._ask(soaked=False))
        self.soak.clicked.connect(lambda: self._ask(soaked=True))
        self.spared.clicked.connect(self.dismissed)
        self.restyle()

    def show_damage(self, words: str, dice: Sequence[tuple[int, str]], soak: str, why_not_soak: str) -> None:
        """Propose the damage; `dice` are those left with their names, of which the last goes unless another is chosen.

        `soak` is what the button to soak it says, "" for none; `why_not_soak` is shown where that is not possible.
        """
        self.words.setText(words)
        kept = self.die.current if any(str(die) == self.die.current for die, _name in dice) else ""
        current = kept or (str(dice[-1][0]) if dice else "")
        self.die.set_choices([Choice(str(die), name) for die, name in dice], current)
        self.die.setVisible(len(dice) > 1)
        self.soak.setVisible(bool(soak))
        self.soak.setText(soak)
        self.soak.setEnabled(not why_not_soak)
        self.soak.setToolTip(why_not_soak)
        self.soak.setAccessibleDescription(why_not_soak)

    def begin_anew(self) -> None:
        """Forget which die was chosen: it was another character's."""
        self.die.set_choices((), "")

    def restyle(self) -> None:
        """Fit fonts and gaps to the theme."""
        theme = self._theme
        self.heading.setFont(theme.font("serif", 20, bold=True))
        self.words.setFont(theme.font("sans", 14))
        self.die.setMaximumWidth(theme.px(420))
        self._row.setSpacing(theme.px(8))
        self._column.setContentsMargins(theme.px(16), theme.px(8), theme.px(16), theme.px(12))
        self._column.setSpacing(theme.px(8))

    def _choose(self, choice: object) -> None:
        if isinstance(choice, Choice):
            self.die.set_choices(self.die.model.rows, choice.key)

    def _ask(self, *, soaked: bool) -> None:
        self.damage_requested.emit(int(self.die.current or -1), soaked)
