"""An effect of magic that is kept going: its strength, what was given for it, and how it ends."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSpinBox, QVBoxLayout, QWidget

from bones_desktop.panels.tracker.magic.magicwords import against_words, counter_words, effect_name, given_words
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.playstate import MaintainedEffect, Sacrifice
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.magic import MOST_STRENGTH
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.flowlayout import FlowLayout
from bones_desktop.widgets.sheetproperty import set_sheet_property
from bones_desktop.widgets.text.elidedlabel import ElidedLabel
from bones_desktop.widgets.text.plainlabel import plain_label
from bones_desktop.widgets.text.plaintip import plain_tip


class EffectCard(QFrame):
    """Shows one effect; what is pressed goes out as signals."""

    release_asked = Signal()
    counter_asked = Signal(int)
    """Successes that shall undo it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "well")
        self._theme = theme
        self._effect: MaintainedEffect | None = None
        self._roomy = False
        self.strength = plain_label(self)
        self.rounds = plain_label(self)
        self._units = [plain_label(self, self.tr("strength"), "muted"), plain_label(self, "", "muted")]
        for label in (self.strength, self.rounds, *self._units):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.name = ElidedLabel(self)
        self.given = plain_label(self, wrap=True)
        self.against = plain_label(self, role="muted", wrap=True)
        self.release = QPushButton(self.tr("Release"), self)
        self.release.clicked.connect(self.release_asked)
        self.successes = QSpinBox(self)
        self.successes.setRange(1, MOST_STRENGTH + 1)
        self.successes.valueChanged.connect(lambda _value: self._say())
        self.countered = QPushButton(self.tr("Countered"), self)
        self.countered.clicked.connect(lambda: self.counter_asked.emit(self.successes.value()))
        self._by = plain_label(self, self.tr("by successes:"), "muted")
        self.enough = plain_label(self)
        self._lay_out()
        self.restyle()

    @property
    def effect(self) -> MaintainedEffect | None:
        """What is shown."""
        return self._effect

    def show_effect(self, rulebook: Rulebook, character: Character, effect: MaintainedEffect) -> None:
        """Show an effect of a character; for another one the successes that counter it are proposed anew."""
        before, self._effect = self._effect, effect
        name = effect_name(effect, self.tr)
        self.setAccessibleName(name)
        self.name.set_full_text(name)
        self.strength.setText(str(effect.strength))
        self.strength.setAccessibleName(self.tr("Strength {n}").format(n=effect.strength))
        counted = effect.rounds is not None
        self.rounds.setVisible(counted)
        self._units[1].setVisible(counted)
        self.rounds.setText(str(effect.rounds))
        self._units[1].setText(self.tr("round left") if effect.rounds == 1 else self.tr("rounds left"))
        self.given.setText(given_words(rulebook, character, effect, self.tr))
        self.given.setToolTip(plain_tip(effect.given))
        self.against.setText(against_words(effect.strength, self.tr))
        lasts = effect.sacrifice is Sacrifice.BLOOD
        self.release.setEnabled(not lasts)
        why = self.tr("A life was given for this; it lasts until it is countered.") if lasts else ""
        self.release.setToolTip(why)
        self.release.setAccessibleName(self.tr("Release {name}").format(name=name))
        self.release.setAccessibleDescription(why)
        self.countered.setAccessibleName(self.tr("{name} is countered").format(name=name))
        self.successes.setAccessibleName(self.tr("Successes that counter {name}").format(name=name))
        if before is None or before.with_(rounds=None) != effect.with_(rounds=None):
            self.successes.setValue(effect.strength + 1)
        self._say()

    def begin_anew(self) -> None:
        """Forget what was typed: the effect shown next is another character's, even if it is alike."""
        self._effect = None

    def set_roomy(self, roomy: bool) -> None:
        """Set the words larger where there is much room; `restyle` follows."""
        self._roomy = roomy

    def restyle(self) -> None:
        """Fit fonts and gaps to the theme."""
        theme = self._theme
        for number in (self.strength, self.rounds):
            number.setFont(theme.font("serif", 40 if self._roomy else 28, bold=True))
        for unit in self._units:
            unit.setFont(theme.font("sans", 12))
        self.name.setFont(theme.font("serif", 28 if self._roomy else 20, bold=True))
        for label in (self.given, self.against, self._by, self.enough):
            label.setFont(theme.font("sans", 16 if self._roomy else 14))
        self.successes.setFixedWidth(theme.px(84))
        # As high as the buttons beside them, so that all stand on one line.
        for label in (self._by, self.enough):
            label.setMinimumHeight(theme.px(34))
        self._row.setSpacing(theme.px(8))
        self._top.setSpacing(theme.px(16))
        self._column.setContentsMargins(theme.px(16), theme.px(12), theme.px(16), theme.px(12))
        self._column.setSpacing(theme.px(8))

    def _say(self) -> None:
        if self._effect is None:
            return
        words = counter_words(self._effect.strength, self.successes.value(), self.tr)
        tone = "good" if self.successes.value() > self._effect.strength else "warn"
        self.countered.setAccessibleDescription(words)
        if words != self.enough.text() or tone != self.enough.property("tone"):
            self.enough.setText(words)
            set_sheet_property(self.enough, "tone", tone)
            self.enough.setFont(self._by.font())

    def _lay_out(self) -> None:
        numbers = []
        for number, unit in zip((self.strength, self.rounds), self._units, strict=True):
            column = QVBoxLayout()
            column.setSpacing(0)
            column.addWidget(number)
            column.addWidget(unit)
            column.addStretch(1)
            numbers.append(column)
        words = QVBoxLayout()
        words.setSpacing(2)
        for label in (self.name, self.given, self.against):
            words.addWidget(label)
        self._top = QHBoxLayout()
        self._top.addLayout(numbers[0])
        self._top.addLayout(words, 1)
        self._top.addLayout(numbers[1])
        acts = QWidget(self)
        self._row = FlowLayout(self._theme.px(8), acts)
        for part in (self.release, self.countered, self._by, self.successes, self.enough):
            self._row.addWidget(part)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._top)
        self._column.addWidget(acts)
