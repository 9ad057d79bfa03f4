"""A form for any act: a field for each of its parameters, what it would do, and the button that does it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from bones_desktop.rules.acts import Act, Answers, Kind, Parameter, Value
from bones_desktop.rules.reasons import Reason, RulesError
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import (
    AnyField,
    DiceField,
    Field,
    YesNoField,
    YesNoRow,
    field_widget,
)
from bones_desktop.widgets.boxes import STRETCH, hbox, pad, vbox
from bones_desktop.widgets.card import ThemedCard
from bones_desktop.widgets.dice.diecard import DieCard
from bones_desktop.widgets.layouts import follow_one_another
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.sheetproperty import set_font
from bones_desktop.widgets.text.labels import plain_label, plain_tip
from bones_desktop.wording.reasons import sentence

Who = TypeVar("Who")
ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


@dataclass(frozen=True, slots=True)
class AskedAct(Generic[Who]):
    """An act and to whom it would be done, in words."""

    act: Act[Who]
    who: Who
    heading: str
    press: str
    """On the button that does it."""
    field: Callable[[Parameter, Answers], Field]
    note: str = ""
    """Below the heading."""
    preview: Callable[[Who, Answers], Sequence[str]] = lambda _after, _answers: ()
    """Returns what it would do, a text for each entry of `strong`; takes the character as it would be."""
    strong: tuple[bool, ...] = ()
    """Which texts of the preview stand out; a refusal takes the place of the first."""


class ActForm(ThemedCard):
    """A card within a page. Enter does the act, Escape closes the form; answers stay until `begin`."""

    requested = Signal(object)
    """The Answers with which it shall be done."""
    changed = Signal()
    """The answers or what would come of them are others."""
    refused = Signal(object)
    """A Reason."""
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget, *, framed: bool = True) -> None:
        """`framed` gives the form a ground and margins of its own."""
        super().__init__(theme, parent)
        if not framed:
            self.setProperty("kind", "")
        self._framed = framed
        self._roomy = False
        self._asked: AskedAct[object] | None = None
        self._answers = Answers()
        self._why: Reason | None = None
        self._order: tuple[str, ...] = ()
        self._stops: list[QWidget] = []
        self._labels: dict[str, QLabel] = {}
        self._rows: dict[str, YesNoRow] = {}
        self.fields: dict[str, AnyField] = {}
        """The widgets by the ids of their parameters, those not asked for now among them."""
        self.heading = plain_label(self)
        self.note = plain_label(self, role="muted", wrap=True)
        self._grid = QGridLayout()
        self._grid.setColumnStretch(1, 1)
        self._well = QFrame(self)
        self._well.setProperty("kind", "well")
        self._well_column = QVBoxLayout(self._well)
        self.says: list[QLabel] = []
        """The preview."""
        self.act = push_button(self, "", self.submit, kind="primary")
        self.cancel = push_button(self, self.tr("Cancel"), self.closed)
        self._acts = hbox(None, STRETCH, self.cancel, self.act)
        self._column = vbox(self, self.heading, self.note, self._grid, self._well, self._acts, STRETCH)
        theme.changed.connect(self.restyle)
        self.restyle()

    @property
    def answers(self) -> Answers:
        """The answers as they are filled in."""
        return self._answers

    @property
    def why_not(self) -> Reason | None:
        """Why it cannot be done now."""
        return self._why

    def show_act(self, asked: AskedAct[Who]) -> None:
        """Ask for an act as it is now; answers given stay as far as they are possible."""
        self._asked = asked  # type: ignore[assignment]  # whoever it is, the form only hands it on
        self.heading.setText(asked.heading)
        self.note.setText(asked.note)
        self.note.setVisible(bool(asked.note))
        self.act.setText(asked.press)
        self._refresh()

    def begin(self, values: Mapping[str, Value] | None = None) -> None:
        """Start with these answers, and those proposed for the rest, with the focus in the first field."""
        self._answers = Answers(values or {})
        self._refresh()
        self.focus_first()

    def focus_first(self) -> None:
        """Give the focus to the first field."""
        for first in self._stops[:1]:
            first.setFocus(Qt.FocusReason.OtherFocusReason)
            if isinstance(first, QSpinBox):
                first.selectAll()

    def forget(self, prefix: str) -> None:
        """Take back the answers to parameters whose ids begin so; `show_act` follows."""
        kept = {id: value for id, value in self._answers.values.items() if not id.startswith(prefix)}
        self._answers = Answers(kept)

    def answer(self, id: str, value: Value) -> None:
        """Give another answer."""
        if self._answers.values.get(id) != value:
            self._answers = Answers({**self._answers.values, id: value})
            self._refresh()

    def pick(self, id: str, die: int) -> None:
        """Pick a die, or put it back; `refused` says why none can be picked."""
        asked = self._asked
        if asked is None:
            return
        parameter = next(each for each in asked.act.parameters(self._answers) if each.id == id)
        if parameter.why_not is not None:
            self.refused.emit(parameter.why_not)
        else:
            self._answers = Answers({**self._answers.values, id: parameter.picked(self._answers.dice(id), die)})
            self._refresh()  # even if nothing was picked: the card that was pressed has changed its look

    def add_below(self, widget: QWidget) -> None:
        """Put a picture of the answers below the fields."""
        self._column.insertWidget(3, widget, 0, Qt.AlignmentFlag.AlignHCenter)

    def submit(self) -> None:
        """Ask for the act to be done, or say why it cannot be."""
        if self._why is not None:
            self.refused.emit(self._why)
        else:
            self.requested.emit(self._answers)

    def set_roomy(self, roomy: bool) -> None:
        """Show heading and dice larger where there is much room; `restyle` follows."""
        self._roomy = roomy

    def restyle(self) -> None:
        """Fit fonts and gaps to the theme."""
        theme = self._theme
        set_font(self.heading, theme.font("serif", 28 if self._roomy else 20, bold=True))
        self._grid.setHorizontalSpacing(theme.px(12))
        self._grid.setVerticalSpacing(theme.px(8))
        self._acts.setSpacing(theme.px(8))
        if self._framed:
            self._column.setContentsMargins(theme.px(20), theme.px(12), theme.px(20), theme.px(16))
        else:
            self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.px(10))
        pad(theme, self._well_column, 12, 8, 12, 8, spacing=4)
        for label in self.says:
            label.setMinimumWidth(theme.px(60))  # a name without spaces shall not widen the page
            strong = bool(label.property("strong"))
            set_font(label, theme.font("serif" if strong else "sans", 16, bold=strong))
            if not strong:
                label.setMinimumHeight(2 * label.fontMetrics().lineSpacing())
        for widget in (*self.fields.values(), *self._rows.values()):
            self._fit(widget)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Do it with Enter, close with Escape; on a die, Enter picks it."""
        focused = self.focusWidget()
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.key() not in ENTER:
            super().keyPressEvent(event)
        elif self.cancel.hasFocus():
            self.closed.emit()
        elif isinstance(focused, DieCard):
            focused.click()
        else:
            self.submit()

    def _refresh(self) -> None:
        asked = self._asked
        if asked is None:
            return
        self._answers = asked.act.fitted(self._answers)
        shown = [asked.field(each, self._answers) for each in asked.act.parameters(self._answers)]
        for field in shown:
            if field.parameter.id not in self.fields:
                self._make(field)
        order = tuple(field.parameter.id for field in shown)
        if order != self._order:
            self._order = order
            self._lay_out(shown)
        for field in shown:
            self.fields[field.parameter.id].show_field(field, self._answers)
            if field.parameter.kind is Kind.YES_NO:
                self._rows[field.label].show_words(field.words)
        self._lead_tab()
        self._say(asked)
        self.changed.emit()

    def _say(self, asked: AskedAct[object]) -> None:
        """Say what it would do, or why it cannot be done."""
        texts: Sequence[str] = ()
        self._why = None
        try:
            texts = asked.preview(asked.act.do(asked.who, self._answers), self._answers)
        except RulesError as error:
            self._why, texts = error.reason, (sentence(error.reason, self.tr),)
        self.act.setEnabled(self._why is None)
        self.act.setToolTip("" if self._why is None else plain_tip(texts[0]))
        self._well.setVisible(bool(asked.strong))
        for strong in asked.strong[len(self.says) :]:
            label = plain_label(self._well, wrap=True)
            label.setProperty("strong", strong)
            self._well_column.addWidget(label)
            self.says.append(label)
            self.restyle()
        for number, label in enumerate(self.says):
            label.setText(texts[number] if number < len(texts) else "")

    def _make(self, field: Field) -> None:
        parameter, theme = field.parameter, self._theme
        widget: AnyField
        if parameter.kind is Kind.YES_NO:
            row = self._rows.get(field.label)
            if row is None:
                row = self._rows[field.label] = YesNoRow(theme, self)
                self._labels[field.label] = self._label(field, row)
            widget = YesNoField(theme, row)
        else:
            widget = field_widget(theme, field, self)
            self._labels[parameter.id] = self._label(field, widget)
        give = self.pick if isinstance(widget, DiceField) else self.answer
        widget.answered.connect(lambda value, id=parameter.id: give(id, value))
        self.fields[parameter.id] = widget
        self._fit(widget)

    def _fit(self, widget: AnyField | YesNoRow) -> None:
        widget.fit(self._theme)
        if isinstance(widget, DiceField):
            widget.set_scale(1.4 if self._roomy else 1.0)

    def _label(self, field: Field, widget: QWidget) -> QLabel:
        label = plain_label(self, field.label)
        label.setBuddy(widget)
        return label

    def _lay_out(self, shown: Sequence[Field]) -> None:
        """Put the fields asked for below one another, and hide the others; the one with the focus keeps it."""
        while self._grid.count():
            self._grid.takeAt(0)
        for row in self._rows.values():
            row.clear()
        placed: set[str] = set()
        for field in shown:
            key, widget = field.parameter.id, self.fields[field.parameter.id]
            if isinstance(widget, YesNoField):
                self._rows[field.label].add(widget)
                key = field.label
            if key not in placed:
                placed.add(key)
                self._place(self._labels[key], self._rows.get(key, widget), wide=field.wide)
        for id, each in self.fields.items():
            each.setHidden(id not in self._order)
        for key, label in self._labels.items():
            label.setHidden(key not in placed)
            if key in self._rows:
                self._rows[key].setHidden(key not in placed)

    def _place(self, label: QLabel, widget: QWidget, *, wide: bool) -> None:
        row = self._grid.rowCount()
        if wide:
            self._grid.addWidget(label, row, 0, 1, 2)
            self._grid.addWidget(widget, row + 1, 0, 1, 2)
        else:
            self._grid.addWidget(label, row, 0)
            flag = Qt.AlignmentFlag.AlignLeft if isinstance(widget, QSpinBox) else Qt.AlignmentFlag(0)
            self._grid.addWidget(widget, row, 1, flag)

    def _lead_tab(self) -> None:
        stops = [stop for id in self._order for stop in self.fields[id].stops]
        if stops != self._stops:
            self._stops = stops
            follow_one_another((*stops, self.act, self.cancel))
