"""Living through one's own death by spiffs: it has to be explained."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.panels.tracker.wounds.woundform import WoundForm
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.spiffs import SURVIVE, price, why_not_spent
from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.plainlabel import plain_label
from bones_desktop.widgets.text.plaintip import plain_tip
from bones_desktop.widgets.text.textfields import LineField
from bones_desktop.wording.reasons import sentence


class SurviveForm(WoundForm):
    """`requested` carries the explanation."""

    requested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, "", "", parent)
        self._heading.setText(self.tr("A miracle"))
        self._why: Reason | None = None
        self._hint = plain_label(self, wrap=True)
        self.column.insertWidget(1, self._hint)
        self.how = LineField(self.tr("How it was survived"), self)
        self.how.setPlaceholderText(self.tr("How it was survived"))
        self.how.setMaxLength(LINE)
        self._row(self.tr("How"), self.how)
        self.how.textChanged.connect(self._allow)
        self.finish_layout()

    def begin(self) -> None:
        """Start with no explanation and focus where it is written."""
        self.how.clear()
        self.how.setFocus()

    def show_character(self, rulebook: Rulebook, character: Character) -> None:
        """Say what it costs a character."""
        self._why = why_not_spent(rulebook, character, SURVIVE)
        cost = price(rulebook, SURVIVE)
        self._hint.setText(
            self.tr("It costs {n} spiffs of {have}, and the table has to believe it.").format(
                n=cost, have=character.spiffs
            )
        )
        self.act.setText(self.tr("Live on · {n} spiffs").format(n=cost))
        self._allow()

    def submit(self) -> None:
        """Ask for it, or say why it cannot be."""
        why = self._why_not()
        if not self._refuse(why):
            self.requested.emit(" ".join(self.how.text().split()))

    def restyle(self) -> None:
        """Fit fonts and gaps to the theme."""
        super().restyle()
        self._hint.setFont(self._theme.font("sans", 16))

    def _why_not(self) -> Reason | None:
        if self._why is not None:
            return self._why
        return None if self.how.text().strip() else reason("survival-needs-explanation", "SPF-14")

    def _allow(self) -> None:
        why = self._why_not()
        self.act.setEnabled(why is None)
        self.act.setToolTip("" if why is None else plain_tip(sentence(why, self.tr)))
