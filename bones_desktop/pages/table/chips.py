"""Chips and rows of chips for the task strip: equipment, conditions, difficulty, a stepper, removable values."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QObject, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QPushButton, QSpinBox, QWidget

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.definitions import Difficulty
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.reading.requests import usual_items
from bones_desktop.rules.reasons import Reason
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox
from bones_desktop.widgets.choice.buttons import Chip
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import Fitting, flow_row
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


class Segment(Guarded, QAbstractButton):
    """Button for a difficulty: its number of challenge dice, and its name below."""

    def __init__(self, theme: Theme, number: str, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._number = number
        self._lines = name.split(" ")
        self._reached = self._brief = False
        self.setText(name)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        # Without this attribute Qt does not repaint a self-painted button under the pointer.
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"{name}, {number}" if number else name)

    @property
    def reached(self) -> bool:
        """Whether modifiers by levels turn the chosen difficulty into this one."""
        return self._reached

    def set_reached(self, reached: bool) -> None:
        """Mark this as the difficulty of the roll, although another one was chosen and modified by levels."""
        if reached != self._reached:
            self._reached = reached
            self.update()

    def set_brief(self, brief: bool) -> None:
        """Show only the number, where there is no room for names."""
        if brief != self._brief:
            self._brief = brief
            self.updateGeometry()
            self.update()

    def full_width(self) -> int:
        """Return the width with the name."""
        metrics = QFontMetrics(self._theme.font("sans", 12))
        wide = max(metrics.horizontalAdvance(line) for line in self._lines)
        return max(self._theme.px(44), wide + self._theme.px(10))

    def sizeHint(self) -> QSize:
        """Return the size of the number and two short lines, or of the number alone."""
        if self._brief:
            metrics = QFontMetrics(self._theme.font("serif", 20, bold=True))
            wide = metrics.horizontalAdvance(self._number) + self._theme.px(10)
            return QSize(max(self._theme.px(36), wide), self._theme.px(40))
        return QSize(self.full_width(), self._theme.px(58))

    def minimumSizeHint(self) -> QSize:
        """Return the preferred size, because the button must not shrink."""
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ignore Space, with which the page rolls."""
        if event.key() == Qt.Key.Key_Space:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the button. The chosen one has a border; the one reached by levels has a dashed border and a bar."""
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen, reached = self.isChecked(), self._reached
        rim = theme.color("second" if chosen else "warn" if reached else "line")
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        line = Qt.PenStyle.DashLine if reached and not chosen else Qt.PenStyle.SolidLine
        painter.setPen(QPen(rim, 2 if chosen or reached else 1, line))
        painter.setBrush(theme.color("raised" if chosen else "hover" if self.underMouse() else "surface"))
        painter.drawRoundedRect(box, theme.px(6), theme.px(6))
        painter.setPen(theme.color("second" if chosen else "warn" if reached else "text"))
        painter.setFont(theme.font("serif", 20, bold=True))
        top = self.rect() if self._brief else QRect(0, theme.px(3), self.width(), theme.px(24))
        painter.drawText(top, Qt.AlignmentFlag.AlignCenter, self._number)
        if not self._brief:
            painter.setPen(theme.color("text" if chosen or reached else "muted"))
            painter.setFont(theme.font("sans", 12))
            lower = QRect(0, theme.px(26), self.width(), theme.px(29))
            painter.drawText(lower, Qt.AlignmentFlag.AlignCenter, "\n".join(self._lines))
        painter.end()


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


_SCROLL_BAR: Final = 16
"""Greatest width of a scroll bar beside the row, before the text size."""


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


class LevelRow(Fitting):
    """The row of difficulties; "" means an opponent. `group` emits presses of the buttons."""

    brief_changed = Signal()
    """Emitted when the names below the numbers are shown or hidden."""

    def __init__(self, theme: Theme, rulebook: Rulebook, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rulebook = rulebook
        self.group = QButtonGroup(self)
        self.segments: dict[str, Segment] = {}
        """The buttons, keyed by id of the difficulty; "" for an opponent."""
        self._row = flow_row(self, theme=theme, gap=2)
        self.brief = False
        """Whether only numbers are shown, so that the chosen name must be shown elsewhere."""
        self._examples_of = ""
        for level in rulebook.difficulties:
            # Automatic Nulls make a difficulty harder without dice, so show them too.
            number = f"{level.dice}+{level.automatic_nulls}" if level.automatic_nulls else str(level.dice)
            self._add(level.id, Segment(theme, number, level.name, self))
        opposed = Segment(theme, _("vs"), _("Opposed"), self)
        opposed.setAccessibleName(_("Opposed: against the other side's successes"))
        opposed.setToolTip(_("Against the successes of the other side, without challenge dice"))
        self._add("", opposed)
        self.group.buttonToggled.connect(_let_tab_reach)
        self.set_level("average")

    @property
    def level(self) -> str:
        """The chosen difficulty; "" for an opponent."""
        return next((level for level, button in self.segments.items() if button.isChecked()), "")

    def set_level(self, level: str) -> None:
        """Choose a difficulty. Ignore one that the rulebook does not have."""
        if level in self.segments:
            self.segments[level].setChecked(True)

    def take_focus(self) -> None:
        """Focus the chosen difficulty. Arrow keys then choose another."""
        self.segments[self.level].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_reached(self, level: str) -> None:
        """Mark the difficulty reached by levels; "" for none."""
        for each, segment in self.segments.items():
            segment.set_reached(bool(level) and each == level)

    def show_examples(self, skill: str) -> None:
        """Show examples of the skill in the tooltips."""
        self._examples_of = skill
        for level in self._rulebook.difficulties:
            self.segments[level.id].setToolTip(plain_tip(self._tip(level, skill)))

    def offer_opponents(self, offered: bool) -> None:
        """Set whether the task may have an opponent. If not, a difficulty is chosen."""
        opposed = self.segments[""]
        opposed.setVisible(offered)
        if not offered and opposed.isChecked():
            self.set_level("average")
        self._fit()

    def restyle(self) -> None:
        """Use the sizes for the text size."""
        for segment in self.segments.values():
            segment.updateGeometry()
        self._fit()

    def _fit(self) -> None:
        """Hide the names if they would need a second line."""
        shown = [segment for segment in self.segments.values() if not segment.isHidden()]
        whole = sum(segment.full_width() for segment in shown) + self._row.spacing() * (len(shown) - 1)
        # Names are shown again only if they fit next to a scroll bar, because showing them may make it appear.
        spare = self._theme.px(_SCROLL_BAR) if self.brief else 0
        brief = whole + spare > self.width()
        if brief != self.brief:
            self.brief = brief
            for segment in self.segments.values():
                segment.set_brief(brief)
            self.show_examples(self._examples_of)
            self.brief_changed.emit()

    def _add(self, level: str, segment: Segment) -> None:
        self.segments[level] = segment
        self.group.addButton(segment)
        segment.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._row.addWidget(segment)

    def _tip(self, level: Difficulty, skill: str) -> str:
        dice = dice_count(level.dice)
        lines = [f"{level.name}: {dice}" if self.brief else dice]
        if level.automatic_nulls:
            lines.append(_("{n} Nulls come without rolling.").format(n=level.automatic_nulls))
        for example in self._rulebook.examples:
            if example.difficulty == level.id and example.skill == skill:
                lines.extend(example.examples)
        return "\n".join(lines)


def _let_tab_reach(segment: QAbstractButton, chosen: bool) -> None:
    """Let Tab stop at the chosen button only. Arrow keys reach the others."""
    segment.setFocusPolicy(Qt.FocusPolicy.TabFocus if chosen else Qt.FocusPolicy.NoFocus)
