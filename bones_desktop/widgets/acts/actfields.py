"""Fields for the answers to an act: a number, a text, a choice, yes or no, dice picked or rolled.

Each field shows an answer with `show_field`, emits a new answer with `answered`, and lists its widgets in Tab order in
`stops`.
"""

from collections.abc import Callable
from enum import Enum
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QDoubleSpinBox, QGridLayout, QLabel, QLayout, QPushButton, QWidget

from bones_desktop.rules.acts import Answers, Parameter, ParameterKind
from bones_desktop.rules.dice import Die
from bones_desktop.rules.records import Record
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import fold, hbox, vbox
from bones_desktop.widgets.choice.buttons import Chip, ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.choice.levels import LevelRow
from bones_desktop.widgets.dice.diecard import DieCard, DieCardLook
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.layouts import FlowLayout, bring_into_view, flow_row, take_all
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import follow, set_gaps, set_lengths
from bones_desktop.widgets.spoken import Role, set_tip, speak_as
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.textfields import LineField, TextField, limit_letters
from bones_desktop.wording.language import _
from bones_desktop.wording.names import short_name
from bones_desktop.wording.reasons import sentence

if TYPE_CHECKING:
    from bones_desktop.widgets.byhand.byhand import ByHandEntry

_HANDS: Final = 340
"""Smallest height of the entry of real dice, in pixels at 100 % text size."""
_LARGE_NUMBER: Final = 10_000
_TALLEST: Final = 420
"""Largest height of a field of several lines, in pixels at 100 % text size."""


class FieldPlace(Enum):
    """The place of a field in a compact form."""

    ROW = "row"
    """The field begins a row."""
    BESIDE = "beside"
    """The field is in the row of the previous field."""
    HEAD = "head"
    """The field is next to the heading."""
    FOOT = "foot"
    """The field is in the row of the button."""
    FLOW = "flow"
    """The field is above all rows, without a label.

    Several such fields are next to each other, and wrap if the form is too narrow for them.
    """


class Unit(Record):
    """Look of a number field, which gives an answer only after all digits are typed."""

    suffix: str = ""
    """Unit after the number."""
    unset: str = ""
    """Text shown instead of the smallest number.

    The smallest number then means that no number is set.
    """
    step: int = 1
    decimals: int = 0
    """Number of decimals shown. With one decimal, the number 12 is shown as 1.2."""


class Field(Record):
    """Look of a parameter of an act. Texts are ready to show."""

    parameter: Parameter
    label: str
    name: str = ""
    """Name for screen readers; "" for the label."""
    tip: str = ""
    hint: str = ""
    """Text shown in an empty field.

    In a field for yes or no, it is the text of the button instead of the name.
    """
    choices: tuple[Choice, ...] = ()
    """The choices. For a number, one choice for each button."""
    buttons: bool = False
    """True if each choice has a button. The note of a choice is then the button's name for screen readers."""
    words: str = ""
    """Text shown instead of the field.

    In a field for yes or no, it is the text before the answers.
    """
    dice: tuple[tuple[int, DieCardLook], ...] = ()
    """The dice to pick from. If this is empty, dice are picked elsewhere, and `words` names the picked dice."""
    colours: tuple[str, ...] = ()
    """The colour of each die's owner, for a field of dice; empty for none."""
    wide: bool = False
    """True if the label is above the field."""
    told: bool = False
    """True if the buttons are in a column, each with the note of its choice to its right."""
    place: FieldPlace = FieldPlace.ROW
    lines: int = 0
    """Number of lines of a field for a longer text; 0 for other fields.

    A field with several lines takes the free space.
    """
    group: str = ""
    """Name of the row of a yes-or-no field, for screen readers. Without one, fields with the same label share a row."""
    note: str = ""
    """Text below the field, or after a number.

    It may change with the answer, but must not change from "" to a text or back.
    """
    unit: Unit | None = None
    """Unit and steps of a number; None for a plain number."""
    enabled: bool = True
    """True if the field can be answered now. If not, `tip` gives the reason."""
    width: int = 0
    """Width of a list in pixels at 100 % text size; 0 if it takes the free width."""
    opens: Callable[[], object] | None = None
    """Called before a list opens, so that it can be filled."""

    @property
    def shape(self) -> object:
        """The properties that determine the kind of widget. If they change, the field needs a new widget."""
        keys = tuple(choice.key for choice in self.choices) if self.buttons else ()
        kind, rungs = self.parameter.kind, self.parameter.rungs
        return kind, self.buttons, self.wide, self.told, bool(self.lines), keys, bool(self.note), rungs

    @property
    def row(self) -> str:
        """Key of the row and its label.

        Fields for yes or no with the same key are in one row.
        """
        return self.group or self.label if self.parameter.kind is ParameterKind.YES_NO else self.parameter.id


class NumberField(QDoubleSpinBox):
    """A field for a number. The answer is a whole number: 12 for 1.2."""

    answered = Signal(object)

    def __init__(self, theme: Theme, field: Field, parent: QWidget) -> None:
        super().__init__(parent)
        unit = field.unit
        decimals = 0 if unit is None else unit.decimals
        self._scale = 10**decimals
        self.setDecimals(decimals)
        # The wheel scrolls the form and does not change the number, because the pointer often passes over numbers while
        # scrolling.
        wheel_passes(self)
        if unit is None:
            set_lengths(theme, self, width=120 if field.parameter.most >= _LARGE_NUMBER else 76)
        else:
            self.setSingleStep(unit.step / self._scale)
            # Without this, every typed digit would be an answer.
            self.setKeyboardTracking(False)
        self.stops: list[QWidget] = [self]
        self.valueChanged.connect(self._give)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Accept the number typed so far when Space is pressed, and pass Space to the page, which rolls."""
        if event.key() == Qt.Key.Key_Space:
            self.interpretText()
            event.ignore()
        else:
            super().keyPressEvent(event)

    def show_field(self, field: Field, answers: Answers) -> None:
        """Show the current answer."""
        self.setAccessibleName(field.name or field.label)
        self.setToolTip(plain_tip(field.tip))
        if field.unit is not None:
            self.setSuffix(field.unit.suffix)
            self.setSpecialValueText(field.unit.unset)
        value = answers.number(field.parameter.id) / self._scale
        # A new range can change the value, but this is not an answer by the user.
        blocked = self.blockSignals(True)
        self.setRange(field.parameter.least / self._scale, field.parameter.most / self._scale)
        if value != self.value():
            self.setValue(value)
        self.blockSignals(blocked)

    def _give(self, value: float) -> None:
        self.answered.emit(round(value * self._scale))


class TextAnswer(LineField):
    """A field for a line of text."""

    def __init__(self, field: Field, parent: QWidget) -> None:
        super().__init__(field.name or field.label, parent)
        self.stops: list[QWidget] = [self]
        limit_letters(self, field.parameter.most)

    @property
    def answered(self) -> SignalInstance:
        """Qt's own signal for a new answer."""
        return self.textChanged

    def show_field(self, field: Field, answers: Answers) -> None:
        """Show the current answer."""
        self.setPlaceholderText(field.hint)
        self.set_value(answers.key(field.parameter.id))


class ProseAnswer(TextField):
    """A field for several lines of text."""

    def __init__(self, theme: Theme, field: Field, parent: QWidget) -> None:
        super().__init__(field.name or field.label, theme, field.lines, parent)
        self.stops: list[QWidget] = [self]
        set_lengths(theme, self, most_height=_TALLEST)

    @property
    def answered(self) -> SignalInstance:
        """The signal for a new answer."""
        return self.edited

    def show_field(self, field: Field, answers: Answers) -> None:
        """Show the current answer."""
        self.setPlaceholderText(field.hint)
        self.set_value(answers.key(field.parameter.id))


class ChoiceField(ChoiceButton):
    """A field to choose from a list."""

    answered = Signal(object)

    def __init__(self, theme: Theme, field: Field, parent: QWidget) -> None:
        super().__init__(theme, field.name or field.label, field.hint, parent)
        width = 180 if field.place is FieldPlace.FLOW else field.width
        if width:
            set_lengths(theme, self, width=width)
        # A click leaves the focus where it is, so that the keys of the page work after the list is closed.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._opens = field.opens
        self.stops: list[QWidget] = [self]
        self.activated.connect(self._give)

    def open(self) -> None:
        """Fill and show the list."""
        if self._opens is not None:
            self._opens()
        super().open()

    def show_field(self, field: Field, answers: Answers) -> None:
        """Show the current answer."""
        self.setToolTip(plain_tip(field.tip))
        self.set_choices(field.choices, answers.key(field.parameter.id))

    def _give(self, choice: Choice) -> None:
        self.answered.emit(choice.key)


class ButtonsField(QWidget):
    """A field with a button for each choice or number."""

    answered = Signal(object)

    def __init__(self, theme: Theme, field: Field, parent: QWidget) -> None:
        super().__init__(parent)
        self._is_number = field.parameter.kind is ParameterKind.NUMBER
        speak_as(self, Role.Grouping, field.name or field.label)
        grid = QGridLayout()
        grid.setColumnStretch(1, 1)
        set_gaps(theme, grid, grid=(12, 8))
        row: QLayout
        if field.told:
            row = vbox(self, grid, margins=0)
        else:
            row = FlowLayout(theme.px(4), self) if field.place is FieldPlace.ROW else hbox(self, margins=0)
            set_gaps(theme, row, gap=4 if self._is_number or field.place in {FieldPlace.BESIDE, FieldPlace.FOOT} else 8)
        self._notes: dict[str, QLabel] = {}
        self._group = QButtonGroup(self)
        self.buttons: dict[str, QPushButton] = {}
        for choice in field.choices:
            button = push_button(self, choice.text, checkable=True)
            self._group.addButton(button)
            # Screen readers present it as a radio button.
            button.setAutoExclusive(True)
            if not field.told:
                row.addWidget(button)
            else:
                place = len(self.buttons)
                grid.addWidget(button, place, 0, Qt.AlignmentFlag.AlignTop)
                note = self._notes[choice.key] = plain_label(self, role="muted", wrap=True, theme=theme)
                set_lengths(theme, note, least_width=60)
                grid.addWidget(note, place, 1)
            if self._is_number:
                set_lengths(theme, button, width=40)
            self.buttons[choice.key] = button
            button.clicked.connect(partial(self._give, choice.key))
        self.stops: list[QWidget] = [*self.buttons.values()]

    def show_field(self, field: Field, answers: Answers) -> None:
        """Show the current answer."""
        id = field.parameter.id
        set_tip(self, field.tip)
        for choice in field.choices:
            button = self.buttons[choice.key]
            button.setText(choice.text)
            button.setAccessibleName(choice.note or choice.text)
            if choice.key in self._notes:
                self._notes[choice.key].setText(choice.note)
                button.setAccessibleName(": ".join(filter(None, (choice.text, choice.note))))
        chosen = self.buttons.get(str(answers.number(id)) if self._is_number else answers.key(id))
        # An exclusive group always keeps one button checked, so it must be switched off to uncheck all.
        self._group.setExclusive(False)
        for button in self.buttons.values():
            button.setChecked(button is chosen)
        # Arrow keys move between the buttons of an exclusive group only.
        self._group.setExclusive(True)
        # After a click Qt lets Tab reach only the button that was clicked. The choice may have changed since then.
        policy = Qt.FocusPolicy
        if chosen is not None and not all(each.focusPolicy() & policy.TabFocus for each in self.buttons.values()):
            for button in self.buttons.values():
                button.setFocusPolicy(policy.StrongFocus if button is chosen else policy.ClickFocus)

    def _give(self, key: str) -> None:
        self.answered.emit(int(key) if self._is_number else key)


class YesNoField(Chip):
    """A field for yes or no.

    If the label already shows the field's name, the button shows the answer.
    """

    answered = Signal(object)
    _labelled = False

    def __init__(self, theme: Theme, field: Field, parent: QWidget) -> None:
        super().__init__(theme, "", parent)
        if field.place is not FieldPlace.BESIDE:
            set_lengths(theme, self, least_width=60)
        self.stops: list[QWidget] = [self]
        self.toggled.connect(lambda on: self.answered.emit(int(on)))

    def show_field(self, field: Field, answers: Answers) -> None:
        """Show the current answer, and the reason if yes is impossible."""
        why = field.parameter.why_not
        self._labelled = field.label == field.name and not field.hint
        self.setText(without_mnemonic(field.hint or short_name(field.name)))
        self.setAccessibleName(field.name)
        said = field.tip if why is None else sentence(why)
        self.setToolTip(plain_tip(said))
        self.setAccessibleDescription(said)
        self.setChecked(answers.yes(field.parameter.id))
        self.set_mark()
        self.setEnabled(why is None)

    def set_mark(self) -> None:
        """Show yes or no."""
        super().set_mark()
        if self._labelled:
            self.setText(_("Yes") if self.isChecked() else _("No"))
            if not self.isChecked():
                self.setIcon(QIcon())


class YesNoRow(QWidget):
    """Fields for yes or no next to each other, after a text."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        speak_as(self, Role.Grouping)
        self._row = flow_row(self, theme=theme, gap=6)
        self.words = plain_label(self, role="muted")

    def clear(self) -> None:
        """Remove all answers from the row, so that they can be added again in another order."""
        take_all(self._row)
        self._row.addWidget(self.words)

    def add(self, chip: YesNoField) -> None:
        """Add an answer at the end."""
        self._row.addWidget(chip)

    def show_words(self, words: str) -> None:
        """Show the text before the answers; "" for none."""
        self.words.setText(words)
        self.words.setVisible(bool(words))


class DiceField(QWidget):
    """A field for dice picked from cards.

    Without cards, a text names the picked dice, or the reason why none can be picked.
    """

    answered = Signal(object)
    """Emitted with the index of the pressed die."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.cards: list[DieCard] = []
        self.words = plain_label(self, wrap=True, theme=theme)
        # A long name without spaces must not make the page wider.
        set_lengths(theme, self.words, least_width=60)
        self._cards = QWidget(self)
        self._row = FlowLayout(theme.px(4), self._cards)
        vbox(self, self._cards, self.words, margins=0)

    @property
    def stops(self) -> list[QWidget]:
        """The widgets in Tab order."""
        return [*self.cards]

    def show_field(self, field: Field, answers: Answers) -> None:
        """Show the current answer."""
        picked = answers.dice(field.parameter.id)
        if [(card.die, card.look) for card in self.cards] != list(field.dice):
            self._row.clear()
            self.cards = [self._card(die, look) for die, look in field.dice]
        for card in self.cards:
            card.setChecked(card.die in picked)
        self._cards.setVisible(bool(self.cards))
        self.words.setText(field.words)
        self.words.setVisible(bool(field.words))

    def _card(self, die: int, look: DieCardLook) -> DieCard:
        card = DieCard(self._theme, die, self._cards)
        follow(self._theme, card, DieCard.updateGeometry)
        card.show_look(look)
        card.clicked.connect(partial(self.answered.emit, die))
        self._row.addWidget(card)
        card.show()
        return card


class ThrowField(QWidget):
    """A field for a roll, made by the program or entered by hand, die by die."""

    answered = Signal(object)
    """Emitted with the index of the face shown by each die.

    The index is 0 for dice that are not entered by hand.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._dice: tuple[Die[int], ...] = ()
        self._colours: tuple[str, ...] = ()
        self.use: Callable[[], object] | None = None
        """Called when the entered dice should be used."""
        self.words = plain_label(self, wrap=True, theme=theme)
        self.by_hand = Chip(theme, _("By hand"), self)
        self.by_hand.setToolTip(_("Enter the faces of real dice"))
        self.by_hand.toggled.connect(self._show_entry)
        self._column = vbox(
            self, hbox(None, (self.words, 1), self.by_hand, theme=theme, gap=8), margins=0, theme=theme, gap=6
        )

    @cached_property
    def entry(self) -> "ByHandEntry":
        """The entry of real dice."""
        # Imported late, because few groups use real dice.
        from bones_desktop.widgets.byhand.byhand import ByHandEntry

        entry = ByHandEntry(self._theme, self)
        set_lengths(self._theme, entry, least_height=_HANDS)
        entry.answered.connect(self._give)
        entry.faces_entered.connect(self._use)
        for leaves in (entry.cancelled, entry.board.back_button.clicked):
            leaves.connect(self._leave)
        self._column.addWidget(entry)
        return entry

    @property
    def stops(self) -> list[QWidget]:
        """The widgets in Tab order."""
        return [self.by_hand]

    @property
    def faces(self) -> tuple[int, ...] | None:
        """The faces entered by hand; None if the program should roll."""
        return self.entry.entered.indices if self.by_hand.isChecked() and self.entry.entered.complete else None

    def ready(self) -> bool:
        """Return whether the dice can be rolled.

        If a die is not entered yet, ask the player for it.
        """
        if not self.by_hand.isChecked() or self.entry.entered.complete:
            return True
        self.entry.finish()
        self.entry.setFocus()
        return False

    def show_field(self, field: Field, answers: Answers) -> None:
        """Show the dice of the field."""
        del answers
        self.words.setText(field.words)
        if field.parameter.thrown != self._dice:
            self._dice = field.parameter.thrown
            self._colours = field.colours or ("",) * len(self._dice)
            self.by_hand.setChecked(False)

    def _give(self) -> None:
        self.answered.emit(self.faces or (0,) * len(self._dice))

    def _use(self) -> None:
        if self.use is not None:
            self.use()

    def _leave(self) -> None:
        self.by_hand.setChecked(False)

    def _show_entry(self, on: bool) -> None:
        if on:
            # Imported late, because few groups use real dice.
            from bones_desktop.widgets.byhand.byhandstate import numbered_die

            dice = zip(self._dice, self._colours, strict=True)
            self.entry.begin("", [numbered_die(die, "", colour) for die, colour in dice], {})
            bring_into_view(self.entry)
        held = self.entry.isAncestorOf(self.focusWidget()) or self.entry.hasFocus()
        self.entry.setVisible(on)
        if on:
            self.entry.setFocus()  # from now on, digit keys enter faces
        elif held:
            self.by_hand.setFocus()
        self._give()


class LadderField(QWidget):
    """A field for a level, which has a name and a number.

    To the right of the levels, another number can be typed.
    """

    answered = Signal(object)

    def __init__(self, theme: Theme, field: Field, parent: QWidget) -> None:
        super().__init__(parent)
        speak_as(self, Role.Grouping, field.name or field.label)
        self._answers: dict[str, int | str] = {str(rung.answer): rung.answer for rung in field.parameter.rungs}
        levels = [(str(each.answer), each.number, each.name) for each in field.parameter.rungs]
        self.levels = LevelRow(theme, levels, self, wraps=field.buttons)
        follow(theme, self.levels, LevelRow.restyle)
        self.number = NumberField(theme, field, self) if field.parameter.kind is ParameterKind.NUMBER else None
        fold(self, (self.levels, 1), *([self.number] if self.number is not None else []), margins=0, theme=theme, gap=8)
        for key, segment in self.levels.segments.items():
            segment.clicked.connect(partial(self._give, key))
        if self.number is not None:
            self.number.answered.connect(self._give)
        self._tips: object = None

    @property
    def stops(self) -> list[QWidget]:
        """The widgets in Tab order.

        Qt orders only widgets that Tab reaches, and of the levels Tab reaches only one.
        """
        levels = [each for each in self.levels.segments.values() if each.focusPolicy() is not Qt.FocusPolicy.NoFocus]
        return [*levels, *([self.number] if self.number is not None else [])]

    def show_field(self, field: Field, answers: Answers) -> None:
        """Show the current answer."""
        # Without choices that explain the levels, the tips are their names.
        tips = {choice.key: choice.note for choice in field.choices}
        tips = tips or {str(rung.answer): rung.name for rung in field.parameter.rungs}
        if tips != self._tips:
            self._tips = tips
            self.levels.show_tips(tips)
        key = str(answers.values.get(field.parameter.id, field.parameter.first))
        if key in self._answers:
            self.levels.set_level(key)
        else:
            self.levels.choose_none()
        if self.number is not None:
            self.number.show_field(field, answers)

    def _give(self, key: int | str) -> None:
        self.answered.emit(self._answers.get(str(key), key))


OneField = NumberField | LadderField | TextAnswer | ProseAnswer | ChoiceField | ButtonsField | DiceField | ThrowField
"""A field for an answer that is not yes or no."""
AnyField = OneField | YesNoField


def field_widget(theme: Theme, field: Field, parent: QWidget) -> OneField:
    """Return the widget for an answer that is not yes or no."""
    match field.parameter.kind:
        case _ if field.parameter.rungs:
            return LadderField(theme, field, parent)
        case ParameterKind.TEXT if field.lines:
            return ProseAnswer(theme, field, parent)
        case ParameterKind.TEXT:
            return TextAnswer(field, parent)
        case ParameterKind.DICE:
            return DiceField(theme, parent)
        case ParameterKind.THROW:
            return ThrowField(theme, parent)
        case _ if field.buttons:
            return ButtonsField(theme, field, parent)
        case ParameterKind.CHOICE:
            return ChoiceField(theme, field, parent)
    return NumberField(theme, field, parent)
