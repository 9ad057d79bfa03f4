"""Medical attention and healing magic: net successes, Medic, and what they do, before it is done."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from bones_desktop.panels.tracker.wounds.woundform import WoundForm, number_field
from bones_desktop.panels.tracker.wounds.woundwords import due_words, healed_words
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury.recovery import MOST_MEDIC, forecast, treat
from bones_desktop.rules.reasons import Reason, RulesError
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.plainlabel import plain_label
from bones_desktop.widgets.text.plaintip import plain_tip
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.seasons import days_words

MOST_SUCCESSES: Final = 60


class CareForm(WoundForm):
    """Shows what treatment would do at every change of its numbers. `requested` carries successes and Medic."""

    requested = Signal(int, int)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, "", "", parent)
        self._heading.setText(self.tr("Medical attention"))
        self.act.setText(self.tr("Treat"))
        self._character: Character | None = None
        self._why: Reason | None = None
        self._hint = plain_label(
            self,
            self.tr(
                "Count the successes left after the challenge dice; healing magic counts the same. "
                "Each Medic heals one more die at once."
            ),
            "muted",
            wrap=True,
        )
        self.column.insertWidget(1, self._hint)
        self.successes = number_field(self, 0, MOST_SUCCESSES, self.tr("Net successes"))
        self.medic = number_field(
            self, 0, MOST_MEDIC, self.tr("Medic"), self.tr("Dice more that heal at once, two at most")
        )
        self._row(self.tr("Successes"), self.successes)
        self._row(self.tr("Medic"), self.medic)
        self._well = QFrame(self)
        self._well.setProperty("kind", "well")
        self._well_column = QVBoxLayout(self._well)
        self.at_once = plain_label(self._well, wrap=True)
        self.then = plain_label(self._well, wrap=True)
        self._well_column.addWidget(self.at_once)
        self._well_column.addWidget(self.then)
        self.column.addWidget(self._well)
        self.successes.valueChanged.connect(self._refresh)
        self.medic.valueChanged.connect(self._refresh)
        self.finish_layout()

    def begin(self) -> None:
        """Start with no success and focus at their number."""
        self.successes.setValue(0)
        self.medic.setValue(0)
        self.successes.setFocus()
        self.successes.selectAll()

    def show_character(self, character: Character) -> None:
        """Prepare the treatment of a character as it is now."""
        self._character = character
        self._refresh()

    def submit(self) -> None:
        """Ask for the treatment, or say why there is none."""
        if not self._refuse(self._why):
            self.requested.emit(self.successes.value(), self.medic.value())

    def restyle(self) -> None:
        """Fit fonts and gaps to the theme."""
        super().restyle()
        theme = self._theme
        for field in (self.successes, self.medic):
            field.setFixedWidth(theme.px(76))
        self.at_once.setFont(theme.font("serif", 16, bold=True))
        self.then.setFont(theme.font("sans", 16))
        self._well_column.setContentsMargins(theme.px(12), theme.px(8), theme.px(12), theme.px(8))
        self._well_column.setSpacing(theme.px(4))
        self.then.setMinimumHeight(2 * self.then.fontMetrics().lineSpacing())

    def _refresh(self) -> None:
        before = self._character
        if before is None:
            return
        self._why = None
        try:
            after = treat(before, self.successes.value(), medic=self.medic.value())
        except RulesError as error:
            self._why = error.reason
            after = before
        self.act.setEnabled(self._why is None)
        self.act.setToolTip("" if self._why is None else plain_tip(sentence(self._why, self.tr)))
        if self._why is not None:
            self.at_once.setText(sentence(self._why, self.tr))
            self.then.setText("")
            return
        healed = healed_words(before, after, self.tr)
        self.at_once.setText(
            self.tr("Heals at once: {dice}").format(dice=healed) if healed else self.tr("Nothing heals at once.")
        )
        self.then.setText(self._then(before, after))

    def _then(self, before: Character, after: Character) -> str:
        found = forecast(after)
        if not found.steps and found.held:
            return self.tr("Then only what magic holds is left.")
        if not found.steps:
            return self.tr("Nothing is left to heal.")
        said = []
        if after.care != before.care:
            pace = days_words(after.care[-1].days, self.tr)
            said.append(self.tr("Then one heals in {pace} of rest.").format(pace=pace))
        if found.whole_in is not None:
            said.append(self.tr("Whole {when}.").format(when=due_words(found.whole_in, self.tr)))
        return " ".join(said)
