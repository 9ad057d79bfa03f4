"""Chips and rows of chips for the task strip: equipment, conditions, difficulty, a stepper, removable values."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QSpinBox, QWidget

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.definitions import Difficulty
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.reading.requests import usual_items
from bones_desktop.rules.reasons import Reason
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox
from bones_desktop.widgets.choice.buttons import Chip
from bones_desktop.widgets.choice.levels import LevelRow
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.language import _
from bones_desktop.wording.names import item_kind_name, short_name
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import dice_count

MOST: Final = 99
MODIFIER_LIMITS: Final = {
    "levels": (-3, 3), "distance": (0, 5_000), "darkness": (0, MOST), "penalty": (0, MOST), "free": (0, MOST)
}  # fmt: skip
"""Lowest and highest value of each modifier of a roll, keyed by field of a Request."""
# With QSpinBox.ButtonSymbols.NoButtons, a styled box would have no room for its number.
_NO_ARROWS: Final = """
QSpinBox { padding: 0; }
QSpinBox::up-button, QSpinBox::down-button { width: 0; border: none; }
QSpinBox::up-arrow, QSpinBox::down-arrow { image: none; width: 0; }
"""


def set_touch(widget: QWidget, height: int) -> None:
    """Set the smallest height of a widget. Polish it first, or the style sheet would reset the height later."""
    widget.ensurePolished()
    widget.setMinimumHeight(height)


class NumberBox(QSpinBox):
    """Field for a number. Space is passed to the page, which rolls."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Before Space is passed on, accept the number typed so far."""
        if event.key() == Qt.Key.Key_Space:
            self.interpretText()
            event.ignore()
        else:
            super().keyPressEvent(event)


class Stepper(QWidget):
    """A number with its name and buttons for less and more."""

    changed = Signal(int)

    def __init__(self, theme: Theme, text: str, tip: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.label = plain_label(self, text)
        self.box = wheel_passes(NumberBox(self))
        self.box.setRange(0, MOST)
        name = text or tip
        self.box.setAccessibleName(name)
        self.box.setKeyboardTracking(False)
        # The buttons next to the field replace its small arrows.
        self.box.setStyleSheet(_NO_ARROWS)
        self.label.setBuddy(self.box)
        self.set_tip(tip)
        self.less = self._button(_("{name}: less").format(name=name))
        self.more = self._button(_("{name}: more").format(name=name))
        self.less.clicked.connect(self.box.stepDown)
        self.more.clicked.connect(self.box.stepUp)
        self._row = hbox(self, (self.label, 1), self.less, self.box, self.more, margins=0)
        self.box.valueChanged.connect(self._changed)
        self.restyle()

    def restyle(self, touch: int = 36) -> None:
        """Use the theme's sizes. `touch` is the smallest height of the buttons."""
        px = self._theme.px
        self._row.setSpacing(px(4))
        self.box.setFixedSize(px(56), px(touch))
        for button, icon in ((self.less, "subtract"), (self.more, "add")):
            button.setIcon(self._theme.icon(icon))
            button.setFixedSize(px(36), px(touch))
        self._enable()

    def set_tip(self, tip: str) -> None:
        """Set the explanation of the number."""
        self.box.setAccessibleDescription(tip)
        self.setToolTip(plain_tip(tip))

    @property
    def value(self) -> int:
        """The chosen number."""
        return self.box.value()

    def set_range(self, least: int, most: int, step: int = 1) -> None:
        """Set the allowed numbers. The buttons and arrow keys move by `step`."""
        self.box.setRange(least, most)
        self.box.setSingleStep(step)
        self._enable()

    def _button(self, name: str) -> QPushButton:
        button = push_button(self, name=name, tip=name)
        # The arrow keys do the same within the number.
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setAutoRepeat(True)
        button.setAutoDefault(False)
        return button

    def _changed(self, value: int) -> None:
        self._enable()
        self.changed.emit(value)

    def _enable(self) -> None:
        self.less.setEnabled(self.value > self.box.minimum())
        self.more.setEnabled(self.value < self.box.maximum())


class ValueChip(QPushButton):
    """Shows a modifier. A click removes it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        # Put the cross after the text, where people look for it.
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.hide()

    def show_value(self, text: str) -> None:
        """Show `text`; "" hides the chip."""
        self.setText(without_mnemonic(text))
        self.setAccessibleName(_("{value}: remove").format(value=text))
        self.setToolTip(_("Remove it"))
        self.setVisible(bool(text))

    def restyle(self, touch: int = 36) -> None:
        """Use the theme's colours and sizes."""
        self.setIcon(self._theme.icon("close"))
        self.setIconSize(QSize(self._theme.px(14), self._theme.px(14)))
        set_touch(self, self._theme.px(touch))


class Equipment(QObject):
    """A chip for each equipment die of a character.

    The owner places `chips` again when `show_character` returns True.
    """

    def __init__(self, theme: Theme, changed: Callable[[], object], parent: QWidget) -> None:
        """Make no chips yet. `changed` is called when a chip is pressed."""
        super().__init__(parent)
        self._changed = changed
        self._theme = theme
        self._frame = parent
        self._known: object = None
        self.chips: list[Chip] = []
        self._said: list[tuple[str, str]] = []
        """Text and tooltip of each chip if its die counts."""
        self._proposed: tuple[int, ...] = ()

    @property
    def chosen(self) -> tuple[int, ...]:
        """Indices of the selected equipment dice."""
        return tuple(place for place, chip in enumerate(self.chips) if chip.isChecked())

    def show_character(self, rulebook: Rulebook, character: Character, skill: str, metres: int = 0) -> bool:
        """Update the chips, and return whether they were replaced. They are kept for the same equipment and skill.

        If the user has not changed the suggested equipment, suggest it again for a new distance (amendment 28).
        """
        known = (character.id, tuple((item.name, item.kind) for item in character.equipment), skill)
        usual = usual_items(rulebook, character, skill, metres)
        # After a change of distance, keep a choice by the user but replace a suggestion.
        as_proposed, self._proposed = self.chosen == self._proposed, usual
        if known == self._known:
            if as_proposed:
                self.choose(usual)
            return False
        self._known = known
        _drop(self.chips)
        self.chips, self._said = [], []
        for item in character.equipment:
            kind = item_kind_name(item.kind)
            chip = Chip(self._theme, item.name or kind, self._frame)
            tip = _("{kind}: roll its die too").format(kind=kind)
            self._said.append((chip.text(), tip if short_name(item.name) == item.name else f"{item.name}\n{tip}"))
            chip.clicked.connect(self._changed)
            self.chips.append(chip)
        self.choose(usual)
        self.show_idle({})
        return True

    def show_idle(self, idle: Mapping[int, Reason]) -> None:
        """Mark the chips of dice that have no effect, with the reason (AMB-53)."""
        for place, (chip, (text, tip)) in enumerate(zip(self.chips, self._said, strict=True)):
            why = idle.get(place)
            chip.setText(text if why is None else _("{item} (not used)").format(item=text))
            chip.setToolTip(plain_tip(tip if why is None else sentence(why)))
            chip.setAccessibleDescription("" if why is None else sentence(why))

    def choose(self, places: Sequence[int]) -> None:
        """Select exactly these dice. Ignore indices without equipment."""
        for place, chip in enumerate(self.chips):
            chip.setChecked(place in places)

    def clear(self) -> None:
        """Remove all chips."""
        self._known = None
        _drop(self.chips)
        self.chips = []

    def restyle(self, touch: int = 36) -> None:
        """Use the theme's sizes."""
        for chip in self.chips:
            set_touch(chip, self._theme.px(touch))


def _drop(chips: Sequence[Chip]) -> None:
    # Hide first, because Qt deletes the chips only after the current event.
    for chip in chips:
        chip.hide()
        chip.deleteLater()


class Conditions(QObject):
    """A chip for each condition that matters for a character's dice and a skill."""

    def __init__(self, theme: Theme, changed: Callable[[], object], parent: QWidget) -> None:
        """Make no chips yet. `changed` is called when a chip is pressed."""
        super().__init__(parent)
        self._changed = changed
        self._theme = theme
        self._frame = parent
        self.by_name: dict[str, Chip] = {}

    @property
    def chips(self) -> tuple[Chip, ...]:
        """The chips, in order."""
        return tuple(self.by_name.values())

    @property
    def chosen(self) -> frozenset[str]:
        """The selected conditions."""
        return frozenset(name for name, chip in self.by_name.items() if chip.isChecked())

    def show_character(self, rulebook: Rulebook, character: Character, skill: str) -> bool:
        """Update the chips, and return whether they were replaced. The same conditions keep their chips."""
        names = _names(rulebook, character, skill)
        if names == tuple(self.by_name):
            return False
        _drop(self.chips)
        self.by_name = {}
        words = {"art": _("Art magic"), "healing": _("Healing magic")}
        for name in names:
            chip = Chip(self._theme, words.get(name, name), self._frame)
            chip.setToolTip(_("Counts masteries that apply only to this kind of magic"))
            chip.clicked.connect(self._changed)
            self.by_name[name] = chip
        return True

    def choose(self, names: Iterable[str]) -> None:
        """Select exactly these conditions."""
        held = set(names)
        for name, chip in self.by_name.items():
            chip.setChecked(name in held)

    def restyle(self, touch: int = 36) -> None:
        """Use the theme's sizes. `touch` is the smallest height of the buttons."""
        for chip in self.chips:
            set_touch(chip, self._theme.px(touch))


def _names(rulebook: Rulebook, character: Character, skill: str) -> tuple[str, ...]:
    """Return the conditions under which masteries on the character's dice would count for the skill."""
    icons = {icon for die in character.dice for face in die.faces for icon in face.icons}
    icons |= {reading.mastery for race in rulebook.races if race.id in icons for reading in race.readings}
    masteries = (mastery for mastery in rulebook.masteries if mastery.id in icons)
    counts = (count for mastery in masteries for count in mastery.counts)
    return tuple(sorted({count.condition for count in counts if count.skill == skill and count.condition}))


class Difficulties(LevelRow):
    """The row of difficulties of BONES; "" means an opponent."""

    def __init__(self, theme: Theme, rulebook: Rulebook, parent: QWidget) -> None:
        # Automatic Nulls make a difficulty harder without dice, so show them too.
        levels = [
            (each.id, f"{each.dice}+{each.automatic_nulls}" if each.automatic_nulls else str(each.dice), each.name)
            for each in rulebook.difficulties
        ]
        super().__init__(theme, [*levels, ("", _("vs"), _("Opposed"))], parent)
        self._rulebook = rulebook
        opposed = self.segments[""]
        opposed.setAccessibleName(_("Opposed: against the other side's successes"))
        opposed.setToolTip(_("Against the successes of the other side, without challenge dice"))
        self.set_level("average")

    def show_examples(self, skill: str) -> None:
        """Show examples of the skill in the tooltips."""
        self.show_tips({level.id: self._tip(level, skill) for level in self._rulebook.difficulties})

    def offer_opponents(self, offered: bool) -> None:
        """Set whether the task may have an opponent. If not, a difficulty is chosen."""
        opposed = self.segments[""]
        opposed.setVisible(offered)
        if not offered and opposed.isChecked():
            self.set_level("average")
        self._fit()

    def _tip(self, level: Difficulty, skill: str) -> str:
        lines = [dice_count(level.dice)]
        if level.automatic_nulls:
            lines.append(_("{n} Nulls come without rolling: each cancels a success.").format(n=level.automatic_nulls))
        for example in self._rulebook.examples:
            if example.difficulty == level.id and example.skill == skill:
                lines.extend(example.examples)
        return "\n".join(lines)
