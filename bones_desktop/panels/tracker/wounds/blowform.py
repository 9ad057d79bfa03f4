"""One blow: how much, from what, what absorbs and soaks it, which dice go, and what comes of it beforehand."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from bones_desktop.panels.tracker.wounds.dicerows import Mark
from bones_desktop.panels.tracker.wounds.woundform import WoundForm, number_field
from bones_desktop.panels.tracker.wounds.woundwords import after_words, dice_words, plan_lines
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.blows import (
    ABSORBING,
    SOAK,
    Blow,
    BlowPlan,
    Harm,
    absorb_refusal,
    blow_plan,
)
from bones_desktop.rules.bones.injury.spiffs import price, why_not_spent
from bones_desktop.rules.reasons import Reason, RulesError, reason
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.chip import Chip
from bones_desktop.widgets.choice.choicebutton import ChoiceButton
from bones_desktop.widgets.choice.choices import Choice
from bones_desktop.widgets.flowlayout import FlowLayout
from bones_desktop.widgets.text.plainlabel import plain_label
from bones_desktop.widgets.text.plaintip import plain_tip
from bones_desktop.widgets.text.textfields import LineField
from bones_desktop.wording.reasons import sentence

MOST_POINTS: Final = 99


class BlowForm(WoundForm):
    """Shows what the blow would do at every change of it. Dice are chosen in the rows: `toggle_die`."""

    changed = Signal()
    """The blow or what would come of it is another."""
    requested = Signal(object)
    """The Blow."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, "", "", parent)
        self._heading.setText(self.tr("A blow"))
        self.act.setText(self.tr("Take the blow"))
        self._rulebook: Rulebook | None = None
        self._character: Character | None = None
        self._given: list[int] = []
        self._plan: BlowPlan | None = None
        self._why: Reason | None = None
        self.points = number_field(self, 1, MOST_POINTS, self.tr("Damage"), self.tr("Damage of one attacker"))
        self.harm = ChoiceButton(theme, self.tr("What does the damage"), "", self)
        self.cause = LineField(self.tr("Cause of the damage"), self)
        self.cause.setPlaceholderText(self.tr("Cause, if you like"))
        self.cause.setMaxLength(LINE)
        self._row(self.tr("Damage"), self.points)
        self._row(self.tr("From"), self.harm)
        self._row(self.tr("Cause"), self.cause)
        self._helps = QWidget(self)
        self._helps_row = FlowLayout(theme.px(6), self._helps)
        self.armour: dict[int, Chip] = {}
        """The armour and shields that may be given up, by their place."""
        self._no_armour = plain_label(self._helps, self.tr("no armour or shield"), "muted")
        self.soak = Chip(theme, "", self._helps)
        self.soak.toggled.connect(self._refresh)
        self._helps_row.addWidget(self._no_armour)
        self._helps_row.addWidget(self.soak)
        self._wide_row(self.tr("Protection"), self._helps)
        self.dice = plain_label(self, wrap=True)
        self._row(self.tr("Dice lost"), self.dice)
        self._well = QFrame(self)
        self._well.setProperty("kind", "well")
        self._well_column = QVBoxLayout(self._well)
        self.after = plain_label(self._well, wrap=True)
        self.outcome = plain_label(self._well, wrap=True)
        self._well_column.addWidget(self.outcome)
        self._well_column.addWidget(self.after)
        self.column.addWidget(self._well)
        self._offer_harms(Harm.ATTACK)
        self.points.valueChanged.connect(self._refresh)
        self.cause.textChanged.connect(self._refresh)
        self.harm.activated.connect(self._choose_harm)
        self.finish_layout()

    @property
    def blow(self) -> Blow:
        """The blow as it is filled in."""
        return Blow(
            points=self.points.value(),
            cause=" ".join(self.cause.text().split()),
            dice=tuple(self._given),
            absorbed_by=tuple(place for place, chip in self.armour.items() if chip.isChecked()),
            soaked=self.soak.isChecked(),
            harm=Harm(self.harm.current),
        )

    @property
    def plan(self) -> BlowPlan | None:
        """What would come of it; None where it is refused."""
        return self._plan

    def marks(self) -> Mapping[int, Mark]:
        """Return the dice that would be lost, numbered in their order."""
        if self._plan is None:
            return {}
        return {die: Mark(str(place), die in self._given) for place, die in enumerate(self._plan.dice, 1)}

    def begin_with(self, cause: str) -> None:
        """Start with a blow of one damage from a cause."""
        self._given.clear()
        self.points.setValue(1)
        self.cause.set_value(cause)
        self.soak.setChecked(False)
        for chip in self.armour.values():
            chip.setChecked(False)
        self._offer_harms(Harm.ATTACK)
        self._refresh()
        self.begin()

    def begin(self) -> None:
        """Focus the damage."""
        self.points.setFocus()
        self.points.selectAll()

    def show_character(self, rulebook: Rulebook, character: Character) -> None:
        """Prepare the blow for a character as it is now."""
        self._rulebook, self._character = rulebook, character
        self._given = [die for die in self._given if die in character.available()]
        wanted = {place: item.name for place, item in enumerate(character.equipment) if item.kind in ABSORBING}
        if wanted != {place: chip.accessibleName() for place, chip in self.armour.items()}:
            self._make_armour(wanted)
        words = self.tr("Soak one damage · {n} spiffs").format(n=price(rulebook, SOAK))
        self.soak.setText(words)
        self.soak.setAccessibleName(words)
        self._refresh()

    def toggle_die(self, die: int) -> None:
        """Give a die up, or keep it; when the blow takes no more dice, the one chosen first is kept instead."""
        if self._character is None:
            return
        if die not in self._character.available():
            self.refused.emit(reason("die-already-lost", "CMB-13", die=die + 1))
            return
        if die in self._given:
            self._given.remove(die)
        else:
            self._given = [*self._given, die]
            room = self._room()
            if not room:
                self.refused.emit(reason("too-many-taken", "AMB-13", damage=0))
            self._given = self._given[-room:] if room else []
        self._refresh()

    def submit(self) -> None:
        """Ask for the blow, or say why it cannot be taken."""
        if not self._refuse(self._why):
            self.requested.emit(self.blow)

    def restyle(self) -> None:
        """Fit fonts and gaps to the theme."""
        super().restyle()
        theme = self._theme
        self.points.setFixedWidth(theme.px(76))
        self._helps_row.setSpacing(theme.px(6))
        for chip in (*self.armour.values(), self.soak):
            chip.restyle()
            chip.setMinimumWidth(theme.px(60))
        for label in (self.dice, self.outcome, self.after):
            label.setMinimumWidth(theme.px(60))  # a name without spaces shall not widen the page
        self.dice.setFont(theme.font("sans", 14))
        self.outcome.setFont(theme.font("sans", 16))
        self.after.setFont(theme.font("serif", 16, bold=True))
        self._well_column.setContentsMargins(theme.px(12), theme.px(8), theme.px(12), theme.px(8))
        self._well_column.setSpacing(theme.px(4))
        self.outcome.setMinimumHeight(2 * self.outcome.fontMetrics().lineSpacing())

    def _offer_harms(self, harm: Harm) -> None:
        words = {
            Harm.ATTACK: (self.tr("An attack"), self.tr("Armour and shields absorb it")),
            Harm.FALL: (self.tr("A fall"), self.tr("Armour and shields absorb it")),
            Harm.FROST: (self.tr("Frost or a beast's fire"), self.tr("Passes through armour; shields absorb it")),
            Harm.POISON: (self.tr("Poison"), self.tr("Nothing absorbs it")),
            Harm.FLAMING: (self.tr("Being on fire"), self.tr("Nothing absorbs it")),
            Harm.FATIGUE: (self.tr("Magic beyond the safe level"), self.tr("Nothing absorbs it")),
        }
        choices = [Choice(key.value, text, note) for key, (text, note) in words.items()]
        self.harm.set_choices(choices, harm.value)

    def _choose_harm(self, choice: Choice) -> None:
        self._offer_harms(Harm(choice.key))
        self._refresh()

    def _make_armour(self, wanted: Mapping[int, str]) -> None:
        for chip in self.armour.values():
            self._helps_row.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._helps_row.removeWidget(self.soak)
        self.armour = {}
        before: QWidget = self.cause
        for place, name in wanted.items():
            chip = Chip(self._theme, name, self._helps)
            chip.setMinimumWidth(self._theme.px(60))
            chip.toggled.connect(self._refresh)
            self._helps_row.addWidget(chip)
            chip.show()
            QWidget.setTabOrder(before, chip)
            self.armour[place] = before = chip
        self._helps_row.addWidget(self.soak)
        QWidget.setTabOrder(before, self.soak)
        self._no_armour.setVisible(not wanted)

    def _room(self) -> int:
        """Return how many dice the blow takes, at the most."""
        if self._rulebook is None or self._character is None:
            return 0
        try:
            return len(blow_plan(self._rulebook, self._character, replace(self.blow, dice=())).dice)
        except RulesError:
            return 0

    def _refresh(self) -> None:
        rulebook, character = self._rulebook, self._character
        if rulebook is None or character is None:
            return
        self._allow(rulebook, character)
        self._given = self._given[: self._room()]
        self._plan, self._why = None, None
        try:
            self._plan = blow_plan(rulebook, character, self.blow)
        except RulesError as error:
            self._why = error.reason
        self._say(character)
        self.changed.emit()

    def _allow(self, rulebook: Rulebook, character: Character) -> None:
        """Offer what may absorb and soak now; the rest says why not."""
        harm, points = Harm(self.harm.current), self.points.value()
        for place, chip in self.armour.items():
            why = absorb_refusal(character, place, harm)
            if why is not None and chip.isChecked():
                chip.setChecked(False)
            full = points if character.house_rules.armour_absorbs_one_damage else 1
            used = sum(each.isChecked() for each in self.armour.values())
            if why is None and not chip.isChecked() and used >= full:
                why = reason("absorbed-enough", "AMB-40")
            self._enable(chip, why, self.tr("Gives up {item}: its die is gone").format(item=chip.accessibleName()))
        absorbed = sum(chip.isChecked() for chip in self.armour.values())
        left = points - absorbed if character.house_rules.armour_absorbs_one_damage else 0 if absorbed else points
        why = why_not_spent(rulebook, character, SOAK)
        if why is None and left < 1:
            why = reason("nothing-to-soak", "SPF-11")
        if why is not None and self.soak.isChecked():
            self.soak.setChecked(False)
        self._enable(self.soak, why, self.tr("One damage of a blow at the most"))

    def _enable(self, chip: Chip, why: Reason | None, tip: str) -> None:
        chip.setEnabled(why is None)
        said = tip if why is None else sentence(why, self.tr)
        chip.setToolTip(plain_tip(said))
        chip.setAccessibleDescription(said)

    def _say(self, character: Character) -> None:
        plan = self._plan
        self.act.setEnabled(plan is not None)
        self.act.setToolTip("" if self._why is None else plain_tip(sentence(self._why, self.tr)))
        if plan is None:
            self.outcome.setText(sentence(self._why, self.tr) if self._why is not None else "")
            self.after.setText("")
            self.dice.setText("")
            return
        self.outcome.setText(" ".join(plan_lines(plan, self.tr)))
        self.after.setText(after_words(character, plan, self.tr))
        others = [die for die in plan.dice if die not in self._given]
        if not plan.dice:
            words = self.tr("none")
        elif not self._given:
            words = self.tr("the last ones ({dice}); click others to give them up")
        elif others:
            words = self.tr("{given} by choice, then {dice}")
        else:
            words = self.tr("{given} by choice")
        given = dice_words(self._given, self.tr)
        self.dice.setText(words.format(dice=dice_words(others, self.tr), given=given))
