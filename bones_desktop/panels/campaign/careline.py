"""Medical attention for a member: the healer's successes, Medic, and what they do, before it is done."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QSpinBox, QWidget

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury import acts
from bones_desktop.rules.bones.injury.recovery import MOST_MEDIC, damage, treat
from bones_desktop.rules.reasons import Reason
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.text.labels import ElidedLabel, SteadyLabel, plain_label
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.seasons import days_words


class CareLine(QFrame):
    """Always takes the same room. `requested` carries net successes and the Medic bonus."""

    requested = Signal(int, int)
    refused = Signal(object)
    """A Reason: it was asked for where it is not to be had."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "well")
        self._character: Character | None = None
        self._name = ""
        self.heading = ElidedLabel(self, theme=theme, bold=True)
        self.says = SteadyLabel(1, self, role="muted")
        self.successes = wheel_passes(QSpinBox(self))
        self.successes.setRange(0, acts.MOST_SUCCESSES)
        self.successes.setAccessibleName(_("Successes of the healer, after Nulls and poison"))
        self.successes.setToolTip(_("Net successes of the healer; healing magic counts alike"))
        self.medic = wheel_passes(QSpinBox(self))
        set_lengths(theme, self.successes, self.medic, width=72)
        self.medic.setRange(0, MOST_MEDIC)
        self.medic.setAccessibleName(_("Medic: dice more that heal at once"))
        self.medic.setToolTip(_("Dice more that heal at once, two at most"))
        self.treat = push_button(self, _("Treat"), self._ask)
        self._row = hbox(None, (self.heading, 1), theme=theme, gap=8)
        self._labels = (plain_label(self, _("Successes")), plain_label(self, _("Medic")))
        for label, field in zip(self._labels, (self.successes, self.medic), strict=True):
            label.setBuddy(field)
            self._row.addWidget(label)
            self._row.addWidget(field)
        self._row.addWidget(self.treat)
        vbox(self, self._row, self.says, theme=theme, gap=4, edges=(12, 8, 12, 8))
        self.successes.valueChanged.connect(self._show)
        self.medic.valueChanged.connect(self._show)
        for field in (self.successes, self.medic):
            field.lineEdit().returnPressed.connect(self._ask)
        self._show()

    def show_member(self, name: str, character: Character | None) -> None:
        """Offer to treat another member; None for one whose file is not here, "" for no one."""
        if (name, character) != (self._name, self._character):
            if name != self._name:
                for field in (self.successes, self.medic):
                    field.setValue(0)
            self._name, self._character = name, character
            self._show()

    @property
    def why_not(self) -> Reason | None:
        """Why nothing can be treated; None where something can."""
        if self._character is None:
            return None
        given = Answers({"successes": self.successes.value(), "medic": self.medic.value()})
        return acts.treat().why_not(self._character, given)

    def _show(self) -> None:
        found = self._outcome()
        can = self._character is not None and self.why_not is None
        self.heading.set_full_text(
            _("Medical attention for {name}").format(name=self._name) if self._name else _("Medical attention")
        )
        for widget in (self.successes, self.medic, *self._labels):
            widget.setEnabled(can)
        self.treat.setEnabled(can)
        self.treat.setToolTip(plain_tip("" if can else found))
        self.says.show_text(found)

    def _outcome(self) -> str:
        before = self._character
        if before is None:
            return _("Its file is not here.") if self._name else _("Choose a member above.")
        why = self.why_not
        if why is not None:
            return sentence(why)
        after = treat(before, self.successes.value(), medic=self.medic.value())
        healed = damage(before) - damage(after)
        said = _("Heals {n} at once.").format(n=healed) if healed else _("Heals nothing at once.")
        if after.care != before.care:
            pace = days_words(after.care[-1].days)
            said += " " + _("What was untreated then heals one in {days} of rest.").format(days=pace)
        return said

    def _ask(self) -> None:
        why = self.why_not
        if why is not None:
            self.refused.emit(why)
        else:
            self.requested.emit(self.successes.value(), self.medic.value())
