"""A form for any act: a field for each parameter, a preview of the effect, and the button that applies it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Final, Generic, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QGridLayout, QLabel, QLineEdit, QPushButton, QSizePolicy, QWidget

from bones_desktop.rules.acts import Act, Answers, Parameter, ParameterKind, Value
from bones_desktop.rules.reasons import Reason, RulesError
from bones_desktop.rules.records import Record
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import (
    AnyField,
    ButtonsField,
    ChoiceField,
    DiceField,
    Field,
    FieldPlace,
    NumberField,
    TextAnswer,
    ThrowField,
    YesNoField,
    YesNoRow,
    field_widget,
)
from bones_desktop.widgets.boxes import STRETCH, FoldBox, fill, fold, hbox, vbox
from bones_desktop.widgets.dice.diecard import DieCard
from bones_desktop.widgets.layouts import flow_row, follow_one_another, put_before, take_all
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import follow, set_gaps, set_lengths, set_sheet_property, set_type
from bones_desktop.widgets.spoken import Role, speak_as
from bones_desktop.widgets.text.labels import ElidedLabel, ThemedCard, plain_label
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence

Who = TypeVar("Who")
ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


class AskedAct(Record, Generic[Who]):
    """An act, the object it applies to, and the texts of its form."""

    act: Act[Who]
    who: Who
    heading: str
    press: str
    """Text of the button that applies the act; "" if each answer applies at once, without a button."""
    field: Callable[[Parameter, Answers], Field]
    note: str = ""
    """Text below the heading."""
    preview: Callable[[Who, Answers], Sequence[str]] = lambda _after, _answers: ()
    """Returns the texts that describe the effect.

    It receives the changed object and the answers, and returns one text for each item of `strong`.
    """
    strong: tuple[bool, ...] = ()
    """For each text of the preview, True if the text is emphasized.

    If the act is refused, the reason replaces the first text.
    """
    result: Callable[[Answers], tuple[str, str]] | None = None
    """Returns the result in words and the role of its colour.

    The result is shown next to the button of a compact form. An act with a result has no preview. The user can always
    request such an act, and learns only then that it is refused.
    """


def _keep_quiet(_why: Reason) -> None: ...


def _enter(field: QWidget) -> None:
    """Focus a field, and select its text, so that another answer can be typed at once."""
    field.setFocus(Qt.FocusReason.OtherFocusReason)
    if isinstance(field, NumberField | QLineEdit):
        field.selectAll()


def unchanged(who: Who, _answers: Answers) -> Who:
    """Return `who` unchanged.

    This is the edit of an act whose answers are applied by the owner of the form.
    """
    return who


class ActForm(ThemedCard):
    """A card with a form.

    Enter applies the act, Escape closes the form. Answers are kept until `begin` is called.
    """

    requested = Signal(object)
    """Emitted with the Answers when the user asks to apply the act."""
    answered = Signal(str, object)
    """Emitted with the id of a parameter and its new answer."""
    changed = Signal()
    """Emitted when the answers or their effect have changed."""
    closed = Signal()

    def __init__(
        self,
        theme: Theme,
        parent: QWidget,
        *,
        refuse: Callable[[Reason], object] | None = None,
        framed: bool = True,
        compact: bool = False,
    ) -> None:
        """`framed` gives the form a background and margins. `compact` puts fields next to each other.

        `refuse` receives the reason why a choice or the act is impossible.
        """
        super().__init__(theme, parent)
        self._refuse = refuse or _keep_quiet
        if not framed:
            self.setProperty("kind", "")
        self._compact = compact
        self._asked: AskedAct[object] | None = None
        self.answers = Answers()
        """The current answers."""
        self.why_not: Reason | None = None
        """The reason why the act is currently impossible; None if it is possible."""
        self._order: tuple[str, ...] = ()
        self._stops: list[QWidget] = []
        self._labels: dict[str, QLabel] = {}
        self._notes: dict[str, QLabel] = {}
        self._rows: dict[str, YesNoRow] = {}
        self.fields: dict[str, AnyField] = {}
        """The fields, keyed by the id of their parameter.

        Fields that are currently hidden are included.
        """
        self.heading = ElidedLabel(self) if compact else plain_label(self)
        self.note = plain_label(self, role="muted", wrap=True, rules=True)
        self._grid = QGridLayout()
        self._noted = False
        """True if there are notes after numbers.

        The notes then take the free width, and the fields do not.
        """
        self._beside_column = 0
        set_gaps(theme, self._grid, grid=(12, 8))
        self._lines: list[FoldBox] = []
        self._in_head: set[str] = set()
        self._shapes: dict[str, object] = {}
        self._beside: dict[str, QPushButton] = {}
        self._ends: dict[QPushButton, str] = {}
        """Buttons at the ends of rows, each with the id of the field after which it is placed."""
        self.result = ElidedLabel(self)
        self._well = QFrame(self)
        self._well.setProperty("kind", "well")
        self._well_column = vbox(self._well, theme=theme, gap=4, edges=(12, 8, 12, 8))
        self.says: list[QLabel] = []
        """The labels of the preview."""
        self.act = push_button(self, "", self.submit, kind="primary", name=_("Apply"))
        self.cancel = push_button(self, _("Cancel"), self.closed)
        self._head = hbox(None, (self.heading, 1), *([self.cancel] if compact else []), theme=theme, gap=8)
        self._foot = hbox(None, (self.result, 1), *([] if compact else [self.cancel]), self.act, theme=theme, gap=8)
        self._column = vbox(self, self._head, self.note, theme=theme, gap=8 if compact else 10)
        self._flow = QWidget(self)
        self._flow_row = flow_row(self._flow, theme=theme, gap=8)
        self._flow.hide()
        fill(self._column, self._flow if compact else self._grid, self._well, self._foot, STRETCH)
        edges = (0, 0, 0, 0) if not framed else (16, 10, 16, 12) if compact else (20, 12, 20, 16)
        set_gaps(theme, self._column, edges=edges)
        set_type(theme, speak_as(self.heading, Role.Heading), self.result, size=20, serif=True, bold=True)

    @property
    def shown(self) -> tuple[str, ...]:
        """The ids of the current questions, in order."""
        return self._order

    @property
    def given(self) -> dict[str, Value]:
        """The answers to the current questions that differ from the defaults."""
        values, proposed = self.answers.values, self._proposed().items()
        return {id: values[id] for id, first in proposed if values.get(id, first) != first}

    def show_act(self, asked: AskedAct[Who]) -> None:
        """Show the form of an act.

        Answers that are still possible are kept; the others are replaced by their defaults.
        """
        before = self._asked
        if before is not None and before.act.id != asked.act.id:
            self._drop_others({each.id for each in asked.act.parameters(self.answers)})
        # An answer that equals the old default did not come from the user, so it is replaced by the new default.
        elif before is not None:
            proposed = self._proposed()
            values = self.answers.values.items()
            self.answers = Answers({id: value for id, value in values if proposed.get(id) != value})
        # The form only passes the value on, so the value's type does not matter here.
        self._asked = asked  # type: ignore[assignment]
        if isinstance(self.heading, ElidedLabel):
            self.heading.set_full_text(asked.heading)
        else:
            self.heading.setText(asked.heading)
        self.note.setText(asked.note)
        self.note.setVisible(bool(asked.note))
        if not asked.heading:
            self.heading.hide()
        self.act.setText(asked.press)
        self.act.setAccessibleName(asked.press or _("Apply"))
        if not asked.press:
            for part in (self.act, self.cancel, self.result):
                part.setVisible(part is self.result and asked.result is not None)
        self._refresh()

    def show_fields(
        self,
        fields: Sequence[Field],
        heading: str = "",
        press: str = "",
        note: str = "",
        do: Callable[[object, Answers], object] = unchanged,
    ) -> None:
        """Show fields with the proposed answers of their parameters.

        Without `press`, each new answer applies at once and `answered` is emitted. With `press`, the form has a button,
        and `do` refuses impossible answers.
        """
        shown = {each.parameter.id: each for each in fields}

        def field(parameter: Parameter, _answers: Answers) -> Field:
            return shown[parameter.id]

        act: Act[object] = Act.asking("", "", do, *(each.parameter for each in fields))
        self.show_act(AskedAct(act, None, heading, press, field, note))
        self.fill({})

    def open_choice(self, id: str) -> None:
        """Open the list of a choice."""
        field = self.fields[id]
        if isinstance(field, ChoiceField):
            field.open()

    def begin(self, values: Mapping[str, Value] | None = None) -> None:
        """Start with these answers, and defaults for the rest. Focus the first field."""
        self.fill(values or {})
        self.focus_first()

    def fill(self, values: Mapping[str, Value]) -> None:
        """Start with these answers, and defaults for the rest."""
        self.answers = Answers(values)
        self._refresh()

    @property
    def first(self) -> QWidget:
        """The first field below the heading."""
        fields = (self.fields[id] for id in self._order if id not in self._in_head)
        return next((stop for field in fields if not isinstance(field, ThrowField) for stop in field.stops), self.act)

    def stop_of(self, id: str) -> QWidget:
        """Return the chosen button of a field, or the widget of the field that Tab reaches first.

        Return `first` if the field is not shown.
        """
        stops = (self.fields[id].stops if id in self.shown else []) or [self.first]
        chosen = (stop for stop in stops if isinstance(stop, QAbstractButton) and stop.isChecked())
        return next(chosen, stops[0])

    def focus_first(self) -> None:
        """Focus the first field."""
        _enter(self.first)

    def focus_on(self, id: str) -> None:
        """Focus a field that is shown."""
        _enter(self.fields[id])

    def forget(self, prefix: str) -> None:
        """Drop the answers to parameters whose id begins with `prefix`. Call `show_act` afterwards."""
        kept = {id: value for id, value in self.answers.values.items() if not id.startswith(prefix)}
        self.answers = Answers(kept)

    def answer(self, id: str, value: Value) -> None:
        """Set an answer. If the choice is forbidden, `refuse` receives the reason."""
        parameter = self._parameter(id)
        if parameter is not None and value in parameter.refused:
            self._refuse(parameter.refused[str(value)])
        elif self.answers.values.get(id) != value:
            # The choice fills in other fields and replaces their answers. In these fields, a proposal that the user did
            # not change is updated.
            filled = {each for fills in parameter.fills.values() for each in fills} if parameter is not None else set()
            proposed = self._proposed()
            known = self.answers.values.items()
            kept = {each: given for each, given in known if each not in filled and proposed.get(each) != given}
            self.answers = Answers({**kept, id: value})
            self._refresh()
            self.answered.emit(id, value)

    @property
    def faces(self) -> tuple[int, ...] | None:
        """The faces entered by hand; None if there are no dice or the program should roll."""
        return None if self._throw is None else self._throw.faces

    @property
    def _throw(self) -> ThrowField | None:
        fields = (self.fields[id] for id in self._order)
        return next((each for each in fields if isinstance(each, ThrowField)), None)

    def pick(self, id: str, die: int) -> None:
        """Pick a die, or put a picked die back.

        If the die cannot be picked, `refuse` receives the reason.
        """
        parameter = self._parameter(id)
        if parameter is None:
            return
        if parameter.why_not is not None:
            self._refuse(parameter.why_not)
        else:
            self.answers = Answers({**self.answers.values, id: parameter.picked(self.answers.dice(id), die)})
            # Pressing the card has changed how the card looks, so the form is updated even if nothing was picked.
            self._refresh()

    def add_below(self, widget: QWidget) -> None:
        """Add a widget below the fields that illustrates the answers."""
        self._column.insertWidget(3, widget, 0, Qt.AlignmentFlag.AlignHCenter)

    def add_beside(self, id: str, button: QPushButton) -> None:
        """Add a button at the end of a row of a compact form, after the field with this id."""
        self._beside[id] = button

    def submit(self) -> None:
        """Request the act, or report why it is impossible."""
        if self.why_not is not None:
            self._refuse(self.why_not)
        elif self._throw is None or self._throw.ready():
            self.requested.emit(self.answers)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Apply the act with Enter, close with Escape. On a die, Enter picks it."""
        focused = self.focusWidget()
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.key() not in ENTER:
            super().keyPressEvent(event)
        elif self.cancel.hasFocus():
            self.closed.emit()
        elif isinstance(focused, DieCard) or (isinstance(focused, QPushButton) and self._presses(focused)):
            focused.click()
        else:
            self.submit()

    def _presses(self, button: QPushButton) -> bool:
        """Return whether Enter should press the focused button instead of applying the act."""
        return button in self._ends or (button.isCheckable() and not button.isChecked())

    def _refresh(self) -> None:
        asked = self._asked
        if asked is None:
            return
        # A change of the character may have made answers impossible.
        self.answers = asked.act.fitted(self.answers)
        shown = [asked.field(each, self.answers) for each in asked.act.parameters(self.answers)]
        for field in shown:
            id = field.parameter.id
            if id in self.fields and self._shapes[id] != field.shape:
                self._drop(id)
            if id not in self.fields:
                self._make(field)
        order = tuple(field.parameter.id for field in shown)
        if order != self._order:
            self._order = order
            self._lay_out(shown)
        for field in shown:
            widget = self.fields[field.parameter.id]
            widget.show_field(field, self.answers)
            if field.parameter.kind is ParameterKind.YES_NO:
                self._rows[field.row].show_words(field.words)
            else:
                widget.setEnabled(field.enabled)
                # A label shared by several yes-or-no fields keeps its text.
                self._labels[field.parameter.id].setText(field.label)
            if field.note:
                self._notes[field.parameter.id].setText(field.note)
        self._lead_tab()
        self._say(asked)
        self.changed.emit()

    def _say(self, asked: AskedAct[object]) -> None:
        """Show the effect of the act, or why it is impossible."""
        texts: Sequence[str] = ()
        self.why_not = None
        if asked.result is not None:
            words, role = asked.result(self.answers)
            self.result.set_full_text(words)
            set_sheet_property(self.result, "role", role)
            self._well.hide()
            return
        try:
            texts = asked.preview(asked.act.do(asked.who, self.answers), self.answers)
        except RulesError as error:
            self.why_not, texts = error.reason, (sentence(error.reason),)
        self.act.setEnabled(self.why_not is None)
        self.act.setToolTip("" if self.why_not is None else plain_tip(texts[0]))
        self._well.setVisible(bool(asked.strong))
        for strong in asked.strong[len(self.says) :]:
            label = plain_label(self._well, wrap=True, theme=self._theme, size=16, serif=strong, bold=strong)
            # A long name without spaces must not make the page wider.
            set_lengths(self._theme, label, least_width=60)
            if not strong:
                follow(self._theme, label, lambda each: each.setMinimumHeight(2 * each.fontMetrics().lineSpacing()))
            self._well_column.addWidget(label)
            self.says.append(label)
        for number, label in enumerate(self.says):
            label.setText(texts[number] if number < len(texts) else "")

    def _drop_others(self, kept: Collection[str]) -> None:
        """Delete the fields of other acts. There are dozens of acts, each with its own fields."""
        for id in [id for id in self.fields if id not in kept]:
            self._drop(id)
        needed = {field.parentWidget() for field in self.fields.values()}
        for label in [label for label, row in self._rows.items() if row not in needed]:
            self._end(self._rows.pop(label), self._labels.pop(label))

    def _drop(self, id: str) -> None:
        """Delete a field, because another act uses its id for something else."""
        self._end(self.fields.pop(id), *(part.pop(id) for part in (self._labels, self._notes) if id in part))
        # Clearing the stored arrangement forces a new one, because the widgets have changed.
        self._order, self._stops = (), []

    @staticmethod
    def _end(*widgets: QWidget) -> None:
        for widget in widgets:
            widget.hide()
            widget.deleteLater()

    def _make(self, field: Field) -> None:
        parameter, theme = field.parameter, self._theme
        self._shapes[parameter.id] = field.shape
        widget: AnyField
        if parameter.kind is ParameterKind.YES_NO:
            row = self._rows.get(field.row)
            if row is None:
                row = self._rows[field.row] = YesNoRow(theme, self)
                if field.group != field.name:
                    row.setAccessibleName(field.group)
                label = self._labels[field.row] = self._label(field, row)
                if not self._compact:
                    # The label is as high as the first line of chips, so that both texts are level.
                    set_lengths(theme, label, least_height=34)
            widget = YesNoField(theme, field, row)
        else:
            widget = field_widget(theme, field, self)
            self._labels[parameter.id] = self._label(field, widget)
        if field.note and not self._compact:
            note = self._notes[parameter.id] = plain_label(self, role="muted", wrap=True, theme=theme, size=12)
            set_lengths(theme, note, least_width=60)
        give = self.pick if isinstance(widget, DiceField) else self.answer
        widget.answered.connect(partial(give, parameter.id))
        if isinstance(widget, ThrowField):
            widget.use = self.submit
        self.fields[parameter.id] = widget

    def _label(self, field: Field, widget: QWidget) -> QLabel:
        label = plain_label(self, field.label, "muted" if self._compact else "")
        if self._compact:
            set_type(self._theme, label, size=12)
        label.setBuddy(widget)
        return label

    def _lay_out(self, shown: Sequence[Field]) -> None:
        """Place the current fields and hide the others. The focused field keeps the focus."""
        take_all(self._grid)
        for row in self._rows.values():
            row.clear()
        placed: dict[str, tuple[Field, QWidget]] = {}
        for field in shown:
            key, part = field.row, self.fields[field.parameter.id]
            widget: QWidget = part
            if isinstance(part, YesNoField) and field.place is not FieldPlace.FLOW:
                self._rows[key].add(part)
                widget = self._rows[key]
            if key not in placed:
                placed[key] = field, widget
        if self._compact:
            self._place_in_rows(placed)
        else:
            below = self._beside_column = 0
            self._noted = any(field.note and isinstance(widget, NumberField) for field, widget in placed.values())
            for column in range(self._grid.columnCount()):
                self._grid.setColumnStretch(column, 0)
            self._grid.setColumnStretch(1, int(not self._noted))
            self._grid.setColumnStretch(2, int(self._noted))
            for key, (field, shown_as) in placed.items():
                below = self._place(below, self._labels[key], shown_as, field)
        for id, each in self.fields.items():
            each.setHidden(id not in self._order)
        for id, note in self._notes.items():
            note.setHidden(id not in self._order)
        for key, label in self._labels.items():
            label.setHidden(key not in placed or (self._compact and not label.text()))
            if key in self._rows:
                self._rows[key].setHidden(key not in placed or placed[key][0].place is FieldPlace.FLOW)

    def _place(self, row: int, label: QLabel, widget: QWidget, field: Field) -> int:
        """Place a field in the grid at `row`; return the next free row."""
        if field.wide:
            self._grid.addWidget(label, row, 0, 1, -1)
            self._grid.addWidget(widget, row + 1, 0, 1, -1)
            return row + 2
        if field.place is FieldPlace.BESIDE:
            self._beside_column += 2
            self._grid.addWidget(label, row - 1, self._beside_column)
            level = Qt.AlignmentFlag.AlignVCenter if isinstance(widget, YesNoRow) else Qt.AlignmentFlag(0)
            self._grid.addWidget(widget, row - 1, self._beside_column + 1, level)
            if isinstance(widget, ChoiceField):
                self._grid.setColumnStretch(self._beside_column + 1, 1)
            return row
        self._beside_column = 0
        beside = Qt.AlignmentFlag.AlignTop if isinstance(widget, YesNoRow) else Qt.AlignmentFlag(0)
        self._grid.addWidget(label, row, 0, beside)
        note, is_number = self._notes.get(field.parameter.id), isinstance(widget, NumberField)
        flag = Qt.AlignmentFlag.AlignLeft if is_number else Qt.AlignmentFlag(0)
        self._grid.addWidget(widget, row, 1, 1, 1 if is_number or not self._noted else -1, flag)
        if note is None:
            return row + 1
        below = 0 if is_number else 1
        self._grid.addWidget(note, row + below, 1 if below else 2, 1, -1)
        return row + 1 + below

    def _place_in_rows(self, placed: Mapping[str, tuple[Field, QWidget]]) -> None:
        """Place fields next to each other, each below its label if it has one."""
        take_all(self._flow_row)
        self._flow.setVisible(any(field.place is FieldPlace.FLOW for field, _widget in placed.values()))
        for old in self._lines:
            take_all(old)
            self._column.removeItem(old)
        self._lines.clear()
        button, row, level = None, fold(None), Qt.AlignmentFlag(0)
        self._ends.clear()
        self._in_head.clear()
        for key, (field, widget) in placed.items():
            if field.place is FieldPlace.HEAD:
                self._in_head.add(key)
                self._head.insertWidget(len(self._in_head), widget)
                continue
            if field.place is FieldPlace.FLOW:
                self._flow_row.addWidget(widget)
                continue
            if field.place is FieldPlace.FOOT:
                self._foot.insertWidget(0, widget, 100 if isinstance(widget, TextAnswer) else 0)
                continue
            if field.place is FieldPlace.ROW:
                row, button = fold(None, theme=self._theme, gap=8), self._beside.get(key)
                self._column.insertLayout(3 + len(self._lines), row, 100 if field.lines else 0)
                self._lines.append(row)
                # The button has no label, so next to a field with a label it is placed at the bottom, level with the
                # field.
                level = Qt.AlignmentFlag.AlignBottom if field.label else Qt.AlignmentFlag(0)
                if button is not None:
                    row.addWidget(button, 0, level)
            if button is not None:
                self._ends[button] = field.parameter.id
            cell = QGridLayout()
            set_gaps(self._theme, cell, grid=(0, 2))
            cell.setRowStretch(1, 1)
            if field.label:
                cell.addWidget(self._labels[key], 0, 0)
            is_fixed = widget.sizePolicy().verticalPolicy() is QSizePolicy.Policy.Fixed
            middle = Qt.AlignmentFlag.AlignVCenter if is_fixed else Qt.AlignmentFlag(0)
            short = isinstance(widget, ButtonsField | YesNoRow) and field.place is not FieldPlace.ROW
            stretches = not (short or isinstance(widget, NumberField) or field.width)
            side = Qt.AlignmentFlag.AlignLeft if field.width else Qt.AlignmentFlag(0)
            cell.addWidget(widget, 1, 0, side | (middle if field.label else level))
            row.insertLayout(row.count() - (button is not None), cell, int(stretches))
        for row in self._lines:
            # A row of short fields begins at the left instead of spreading.
            if not any(map(row.stretch, range(row.count()))):
                row.addStretch(1)

    def _parameters(self) -> tuple[Parameter, ...]:
        return () if self._asked is None else self._asked.act.parameters(self.answers)

    def _parameter(self, id: str) -> Parameter | None:
        return next((each for each in self._parameters() if each.id == id), None)

    def _proposed(self) -> dict[str, Value]:
        """Return the proposed answers to the current questions."""
        return {each.id: each.first for each in self._parameters()}

    def _lead_tab(self) -> None:
        stops: list[QWidget] = []
        # Fields may be reused in another order, so the Tab order must be set again.
        for id in self._order:
            stops += [*self.fields[id].stops, *(button for button, last in self._ends.items() if last == id)]
        if stops != self._stops:
            self._stops = stops
            put_before(self.act, stops)
            follow_one_another((self.act, self.cancel))
