"""The task at hand: who, which skill, against what, with which equipment and modifiers; and the button that throws."""

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from bones_desktop.panels.table.chips import Segment, Stepper
from bones_desktop.panels.table.skillbox import SkillBox
from bones_desktop.panels.table.taskchance import TaskChance
from bones_desktop.rules.bones.advancement import automatic_successes
from bones_desktop.rules.bones.attempts import Eligibility, Task
from bones_desktop.rules.bones.character import Character
from bones_desktop.rules.bones.masteries import Mastery
from bones_desktop.rules.bones.odds import TaskOdds
from bones_desktop.rules.bones.rulebook import Rulebook
from bones_desktop.rules.bones.spiffs import ADDED_SUCCESS, price
from bones_desktop.rules.bones.tables import Difficulty
from bones_desktop.rules.bones.usualitems import usual_items
from bones_desktop.rules.chances import Chance
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.chip import Chip
from bones_desktop.widgets.elidedlabel import ElidedLabel
from bones_desktop.widgets.fitscroll import FitBoard, FitScroll
from bones_desktop.widgets.flowlayout import FlowLayout
from bones_desktop.widgets.minidie import tinted
from bones_desktop.widgets.plaintip import plain_tip
from bones_desktop.wording.names import item_kind_name
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import dice_count, dice_left, task_name


class TaskStrip(QWidget):
    """Lets the player choose a task. `changed` tells a new task or other dice, `throw_asked` the main act."""

    changed = Signal()
    throw_asked = Signal()
    done = Signal()
    """A choice is made; the keys belong to the page again."""

    def __init__(self, theme: Theme, rulebook: Rulebook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rulebook = rulebook
        self._character: Character | None = None
        self._fed: object = None
        self._quiet = False
        self._who = ElidedLabel(self)
        self._left = QLabel(self)
        self._left.setProperty("role", "muted")
        self.skill = SkillBox(theme, rulebook, self)
        self._levels = QWidget(self)
        self._against = QButtonGroup(self)
        self.segments: dict[str, QAbstractButton] = {}
        self._level_row = FlowLayout(theme.px(2), self._levels)
        self._add_levels()
        self._items = QWidget(self)
        self._items_row = FlowLayout(theme.px(4), self._items)
        self.chips: list[Chip] = []
        self._conditions: dict[str, Chip] = {}
        self.penalty = Stepper(
            theme, self.tr("Penalty"), self.tr("Successes lost to distance, fatigue and the like"), self
        )
        self.darkness = Stepper(
            theme, self.tr("Darkness"), self.tr("Successes lost in the dark; Night Vision helps"), self
        )
        self.other = Stepper(theme, self.tr("Their successes"), self.tr("Successes of the other side"), self)
        self._allowed: Eligibility | None = None
        self.chance = TaskChance(theme, self)
        self.button = QPushButton(self.tr("Throw"), self)
        self.button.setProperty("kind", "primary")
        self.button.clicked.connect(self.throw_asked)
        self._lay_out()
        self.skill.changed.connect(self._new_skill)
        self.skill.done.connect(self.done)
        self._against.idClicked.connect(self._new_level)
        for stepper in (self.penalty, self.darkness, self.other):
            stepper.changed.connect(self._tell)
            stepper.box.lineEdit().returnPressed.connect(self.done)
        theme.changed.connect(self._restyle)
        self._restyle()
        self._show_tips()
        self.segments["average"].setChecked(True)
        self.other.hide()

    @property
    def task(self) -> Task:
        """The task as chosen."""
        chosen = next((level for level, button in self.segments.items() if button.isChecked()), "")
        return Task(
            skill=self.skill.skill,
            difficulty=chosen,
            against=None if chosen else self.other.value,
            automatic=0 if self._character is None else automatic_successes(self._character),
            penalty=self.penalty.value,
            darkness=self.darkness.value,
            conditions=frozenset(name for name, chip in self._conditions.items() if chip.isChecked()),
        )

    @property
    def items(self) -> tuple[int, ...]:
        """Places of the equipment dice to throw along."""
        return tuple(place for place, chip in enumerate(self.chips) if chip.isChecked())

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Read icons by another rulebook: packs came or went."""
        self._rulebook = rulebook

    def show_character(self, character: Character) -> None:
        """Show who throws. Choices stay while they mean the same; another character begins anew."""
        before, self._character = self._character, character
        self._who.set_full_text(character.name or self.tr("No name yet"))
        self._show_left()
        self._quiet = True
        if before is None or before.id != character.id:
            for stepper in (self.penalty, self.darkness, self.other):
                stepper.box.setValue(0)
        fed = (character.id, tuple(item.name for item in character.equipment), self._condition_names(character))
        if fed != self._fed:
            self._fed = fed
            self._fill_chips(character)
        self._quiet = False

    def show_eligibility(self, allowed: Eligibility) -> None:
        """Say whether and up to what the task may be attempted, before anything is thrown (ACT-2)."""
        self._allowed = allowed
        self._show_left()
        self.button.setEnabled(allowed.allowed)
        self.button.setToolTip(
            self.tr("Throw the dice (Space)") if allowed.allowed else sentence(allowed.reason, self.tr)
        )

    def show_chance(self, odds: TaskOdds, with_bought: Chance | None) -> None:
        """Show how likely the task is, and how likely with a success bought where that can be paid (SPF-10)."""
        spiffs = 0 if with_bought is None else price(self._rulebook, ADDED_SUCCESS)
        self.chance.show(task_name(self._rulebook, self.task, self.tr), odds, with_bought, spiffs)

    def set_animated(self, animated: bool) -> None:
        """Set whether the bar slides to another chance or takes it at once."""
        self.chance.bar.set_animated(animated)

    def show_moving(self, moving: bool) -> None:
        """Say on the button what it does while dice are in motion."""
        self.button.setText(self.tr("Show result") if moving else self.tr("Throw"))

    def used(self) -> None:
        """Remember the skill as used last."""
        self.skill.used()

    def _show_left(self) -> None:
        """Say how many dice there are and how many successes may count."""
        character, allowed = self._character, self._allowed
        if character is None:
            return
        text = dice_left(len(character.available()), len(character.dice), self.tr)
        if allowed is not None and allowed.allowed and allowed.cap is not None:
            text = self.tr("{dice} · cap {cap}").format(dice=text, cap=allowed.cap)
        self._left.setText(text)
        self._left.setToolTip("" if allowed is None else plain_tip(sentence(allowed.reason, self.tr)))

    def _add_levels(self) -> None:
        for place, level in enumerate(self._rulebook.difficulties):
            number = f"{level.dice}+{level.automatic_nulls}" if level.automatic_nulls else str(level.dice)
            self._add_segment(place, level.id, Segment(self._theme, number, level.name, self._levels))
        opposed = Segment(self._theme, "vs", self.tr("Opposed"), self._levels)
        opposed.setAccessibleName(self.tr("Opposed: against the other side's successes"))
        opposed.setToolTip(self.tr("Against the successes of the other side, without challenge dice"))
        self._add_segment(len(self._rulebook.difficulties), "", opposed)

    def _add_segment(self, place: int, level: str, segment: Segment) -> None:
        self.segments[level] = segment
        self._against.addButton(segment, place)
        self._level_row.addWidget(segment)

    def _level_tip(self, level: Difficulty) -> str:
        lines = [f"{level.name}: {dice_count(level.dice, self.tr)}"]
        if level.automatic_nulls:
            lines.append(self.tr("{n} Nulls come without rolling.").format(n=level.automatic_nulls))
        for example in self._rulebook.examples:
            if example.difficulty == level.id and example.skill == self.skill.skill:
                lines.extend(example.examples)
        return "\n".join(lines)

    def _fill_chips(self, character: Character) -> None:
        self._items_row.clear()
        self.chips = []
        self._conditions = {}
        for item in character.equipment:
            chip = self._chip(item.name or item_kind_name(item.kind, self.tr))
            chip.setToolTip(self.tr("{kind}: throw its die along").format(kind=item_kind_name(item.kind, self.tr)))
            self.chips.append(chip)
        for condition in self._condition_names(character):
            text = {"art": self.tr("Magic of art"), "healing": self.tr("Healing magic")}.get(condition, condition)
            chip = self._chip(text)
            chip.setToolTip(self.tr("Masteries that count for this kind of magic only are counted"))
            self._conditions[condition] = chip
        self._items.setVisible(bool(self.chips or self._conditions))
        self._choose_usual()

    def _chip(self, text: str) -> Chip:
        chip = Chip(self._theme, text, self._items)
        chip.clicked.connect(self._tell)
        self._items_row.addWidget(chip)
        return chip

    def _condition_names(self, character: Character) -> tuple[str, ...]:
        """Return the conditions under which masteries on the character's dice would count for the skill."""
        icons = {icon for die in character.dice for face in die.faces for icon in face.icons}
        icons |= {reading.mastery for race in self._rulebook.races if race.id in icons for reading in race.readings}
        masteries = (mastery for mastery in self._rulebook.masteries if mastery.id in icons)
        return tuple(sorted({name for mastery in masteries for name in _conditions(mastery, self.skill.skill)}))

    def _choose_usual(self) -> None:
        if self._character is None:
            return
        usual = usual_items(self._rulebook, self._character, self.skill.skill)
        for place, chip in enumerate(self.chips):
            chip.setChecked(place in usual)

    def _new_skill(self) -> None:
        self._show_tips()
        if self._character is not None:
            self._quiet = True
            self._fed = None
            self.show_character(self._character)
            self._tell()

    def _show_tips(self) -> None:
        for level in self._rulebook.difficulties:
            self.segments[level.id].setToolTip(self._level_tip(level))

    def _new_level(self) -> None:
        self.other.setVisible(self.segments[""].isChecked())
        self._tell()

    def _tell(self) -> None:
        if not self._quiet:
            self.changed.emit()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._who, 1)
        head.addWidget(self._left, 0, Qt.AlignmentFlag.AlignVCenter)
        head.addWidget(self.chance.details)
        steppers = QWidget(self)
        row = FlowLayout(self._theme.px(16), steppers)
        for stepper in (self.other, self.penalty, self.darkness):
            row.addWidget(stepper)
        inner = FitBoard(self)
        self._inner = QVBoxLayout(inner)
        self._inner.setContentsMargins(0, 0, 0, 0)
        for widget in (self.skill, self._levels, self._items, steppers):
            self._inner.addWidget(widget)
        self._foot = QHBoxLayout()
        self._foot.addWidget(self.chance.bar, 1)
        self._foot.addWidget(self.button)
        self.button.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Ignored)
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(0, 0, 0, 0)
        self._outer.addLayout(head)
        self._outer.addWidget(FitScroll(inner, self), 1)
        self._outer.addLayout(self._foot)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def _restyle(self) -> None:
        theme = self._theme
        for chip in (*self.chips, *self._conditions.values()):
            chip.restyle()
        for stepper in (self.penalty, self.darkness, self.other):
            stepper.restyle()
        for segment in self.segments.values():
            segment.updateGeometry()
        self._inner.setSpacing(theme.px(8))
        self._outer.setSpacing(theme.px(8))
        self._who.setFont(theme.font("serif", 20, bold=True))
        self._foot.setSpacing(theme.px(12))
        self.button.setFont(theme.font("sans", 16, bold=True))
        ratio = self.devicePixelRatioF()
        icon = QIcon(tinted(theme, "throw", "on-accent", theme.px(24), ratio))
        icon.addPixmap(tinted(theme, "throw", "edge", theme.px(24), ratio), QIcon.Mode.Disabled)
        self.button.setIcon(icon)
        self.button.setIconSize(QSize(theme.px(24), theme.px(24)))
        self.button.setMinimumWidth(theme.px(120))


def _conditions(mastery: Mastery, skill: str) -> Iterable[str]:
    return (count.condition for count in mastery.counts if count.skill == skill and count.condition)
