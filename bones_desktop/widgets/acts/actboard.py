"""Acts and lists of a tracker: buttons in groups, cards with lists of things, and the place for an act's form."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from bones_desktop.rules.acts import Answers, Value
from bones_desktop.rules.reasons import Reason
from bones_desktop.rules.records import Record
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actform import ActForm, AskedAct
from bones_desktop.widgets.boxes import fill, hbox
from bones_desktop.widgets.focus import give_back_focus, send_focus_home
from bones_desktop.widgets.layouts import FlowLayout, bring_into_view, flow_row, follow_one_another
from bones_desktop.widgets.lists.line import Line, LineLook
from bones_desktop.widgets.lists.linelist import PICKING, LineList
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.widgets.scaled import set_lengths, set_sheet_property
from bones_desktop.widgets.text.labels import Card, SteadyLabel
from bones_desktop.wording.language import _

_GROUP: Final = 92
"""Width of the names of groups of acts, in pixels at 100 % text size."""
THINGS: Final = LineLook(height=34, side=16, aligned=True)
"""Look of a list in which each thing has one line.

A thing that is in use is marked with a sign.
"""


class ActRow(Record):
    """Content of the button of an act. Texts are ready to show."""

    id: str
    group: str
    name: str
    about: str = ""
    why_not: str = ""
    kind: str = ""
    """Kind of the button: "primary" for the main act, "danger" for a harmful act."""


class ActBoard(Card):
    """A button for each act, by group, and a text about the act under the pointer or with the focus."""

    chosen = Signal(str)
    """Emitted with the id of a chosen act that is possible."""

    def __init__(self, theme: Theme, parent: QWidget, *, framed: bool = True) -> None:
        """`framed` gives the board a background and margins."""
        super().__init__(theme, parent, edges=(20, 14, 20, 14) if framed else (0, 0, 0, 0), gap=6)
        if not framed:
            self.setProperty("kind", "")
        self._rows: dict[str, ActRow] = {}
        self._groups: dict[str, tuple[QLabel, QWidget, FlowLayout]] = {}
        self.buttons: dict[str, QPushButton] = {}
        self._pressed = ""
        self.says = SteadyLabel(2, self, theme=theme)
        self.column.addWidget(self.says)
        self.column.addStretch(1)

    def show_acts(self, rows: Sequence[ActRow]) -> None:
        """Offer these acts. A button keeps its place as long as its act exists."""
        other = tuple(row.id for row in rows) != tuple(self._rows)
        self._rows = {row.id: row for row in rows}
        for row in rows:
            if row.id not in self.buttons:
                self._make(row)
            button = self.buttons[row.id]
            button.setText(without_mnemonic(row.name))
            button.setAccessibleName(row.name)
            button.setAccessibleDescription(row.why_not or row.about)
            set_sheet_property(button, "kind", "dim" if row.why_not else row.kind)
        if other:
            self._show_buttons(rows)
        self._say(next((id for id, button in self.buttons.items() if button.hasFocus()), ""))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the text about the button under the pointer or with the focus, or why its act is impossible."""
        if event.type() in {QEvent.Type.FocusIn, QEvent.Type.Enter}:
            self._say(str(watched.property("act")))
        elif event.type() in {QEvent.Type.FocusOut, QEvent.Type.Leave}:
            self._say(next((id for id, button in self.buttons.items() if button.hasFocus()), self._pressed))
        return super().eventFilter(watched, event)

    def _show_buttons(self, rows: Sequence[ActRow]) -> None:
        gone = [button for id, button in self.buttons.items() if id not in self._rows]
        if any(button.hasFocus() for button in gone):
            # Otherwise Qt would focus the next button, and pressing it by mistake may do harm.
            send_focus_home(self)
        for button in gone:
            button.hide()
        for row in rows:
            self.buttons[row.id].show()
        for group, (heading, board, _flow) in self._groups.items():
            used = any(row.group == group for row in rows)
            heading.setVisible(used and bool(group))
            board.setVisible(used)
        follow_one_another([self.buttons[row.id] for row in rows])

    def _say(self, id: str) -> None:
        row = self._rows.get(id)
        self.says.show_text((row.why_not or row.about) if row is not None else "")
        set_sheet_property(self.says, "role", "warn" if row is not None and row.why_not else "muted")

    def _make(self, row: ActRow) -> None:
        if row.group not in self._groups:
            heading, board = self.label(row.group, 12, "muted", wrap=True), QWidget(self)
            flow = flow_row(board, theme=self._theme, gap=8)
            # The name is as high as a button, so that it is level with the first line of buttons.
            set_lengths(self._theme, heading, width=_GROUP, least_height=34)
            line = hbox(None, theme=self._theme, gap=8)
            line.addWidget(heading, 0, Qt.AlignmentFlag.AlignTop)
            line.addWidget(board, 1)
            self.column.insertLayout(self.column.count() - 2, line)
            self._groups[row.group] = heading, board, flow
        _heading, board, flow = self._groups[row.group]
        button = self.buttons[row.id] = QPushButton(board)
        button.setAutoDefault(True)  # Lets Enter press the button.
        button.setProperty("act", row.id)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(partial(self._press, row.id))
        button.installEventFilter(self)
        flow.addWidget(button)
        button.show()

    def _press(self, id: str) -> None:
        self._pressed = id  # The text about the act stays, so that the pointer can reach a link in the text.
        self._say(id)
        if not self._rows[id].why_not:
            self.chosen.emit(id)


class ThingCard(Card):
    """A list of things with its title, a button for each act on a thing, and a button that adds one."""

    requested = Signal(str, str)
    """Emitted with the id of an act, and the key of the thing it applies to.

    The key is "" for an act that adds a thing.
    """

    def __init__(
        self,
        theme: Theme,
        parent: QWidget,
        look: LineLook = THINGS,
        *,
        empty: str = "",
        least: int = 2,
        begin: bool = True,
    ) -> None:
        """`empty` is shown if there are no things. The list has room for at least `least` lines.

        If `begin` is true, the first line is selected initially.
        """
        self._begin = begin
        super().__init__(theme, parent, edges=(16, 12, 16, 12), gap=6)
        self.title = self.heading(size=16)
        self.view = LineList(theme, "", self, look, keys=PICKING, least=least, empty=empty)
        self.view.line_activated.connect(self._press_thing)
        self.view.removal_requested.connect(self._remove)
        self.view.current_changed.connect(self._enable)
        self.removing = ""
        """Id of the act that the Delete key performs; "" for none."""
        self._pressing = ""
        self._names: Mapping[str, str] = {}
        self._refused: Callable[[str, str], str] | None = None
        self._adds: Mapping[str, str] = {}
        self.buttons: dict[str, QPushButton] = {}
        self._board = QWidget(self)
        self._flow = flow_row(self._board, theme=theme, gap=8)
        self.head = hbox(None, (self.title, 1), theme=theme, gap=8)
        """The row of the title, to which the owner may add widgets."""
        fill(self.column, self.head, (self.view, 1), self._board)

    def show_list(
        self,
        title: str,
        lines: Sequence[Line],
        acts: Mapping[str, str],
        adds: Mapping[str, str],
        pressing: str = "",
        why_not: Callable[[str, str], str] | None = None,
    ) -> None:
        """Show things. `acts` and `adds` are the names of acts by id.

        Pressing a thing performs the act with the id `pressing`; with "", nothing happens. `why_not` receives the id of
        an act and the key of a thing. It returns the reason why the act is impossible for the thing, or "" if it is
        possible.
        """
        self.title.setText(title)
        self.view.setAccessibleName(title)
        self._names, self._pressing, self._adds, self._refused = {**acts, **adds}, pressing, adds, why_not
        self.view.show_lines(lines, begin=self._begin)
        for id in self._names:
            if id not in self.buttons:
                self._make(id)
            self.buttons[id].setText(self._names[id])
        for id, button in self.buttons.items():
            if id not in self._names and button.hasFocus():
                self.view.setFocus(Qt.FocusReason.OtherFocusReason)
            button.setVisible(id in self._names)
        self._enable()

    def forget_choice(self) -> None:
        """Clear the selection before another character's list is shown."""
        self.view.setCurrentIndex(QModelIndex())

    def _enable(self) -> None:
        for id, button in self.buttons.items():
            refused = self._refused(id, self.view.current) if self._refused is not None else ""
            enabled = not refused if id in self._adds else bool(self.view.current) and not refused
            if not enabled and button.hasFocus():
                # Otherwise Qt would focus the next button, and pressing it by mistake may do harm.
                self.view.setFocus(Qt.FocusReason.OtherFocusReason)
            button.setEnabled(enabled)
            line, name = self.view.lines.at(self.view.currentIndex()), self._names.get(id, "")
            about = name if line is None or id in self._adds else _("{act}: {thing}").format(act=name, thing=line.text)
            button.setAccessibleName(about)
            button.setToolTip(plain_tip(refused))
            button.setAccessibleDescription(refused)

    def _make(self, id: str) -> None:
        button = self.buttons[id] = QPushButton(self._board)
        button.setAutoDefault(True)  # Lets Enter press the button.
        button.clicked.connect(partial(self._press, id))
        self._flow.addWidget(button)
        button.show()
        # Owners add widgets to the card before the first button is made.
        follow_one_another([self.view, *self.buttons.values()])

    def _press_thing(self) -> None:
        if self._pressing and self.buttons[self._pressing].isEnabled():
            self._press(self._pressing)

    def _remove(self) -> None:
        if self.removing in self._names and self.buttons[self.removing].isEnabled():
            self._press(self.removing)

    def _press(self, id: str) -> None:
        key = "" if id in self._adds else self.view.current
        if key or id in self._adds:
            self.requested.emit(id, key)


class FormPlace(QObject):
    """Opens the forms of acts in a page, one at a time.

    An open form takes the place of other widgets of the page.
    """

    changed = Signal()
    """Emitted when a form was opened or closed."""

    def __init__(
        self, theme: Theme, page: QWidget, refuse: Callable[[Reason], object], *replaced: QWidget, framed: bool = True
    ) -> None:
        super().__init__(page)
        self._page = page
        self._replaced = replaced
        self.form = ActForm(theme, page, refuse=refuse, framed=framed)
        self.form.hide()
        self.id = ""
        """Id of the act whose form is open; "" for none."""
        self._ask: Callable[[], AskedAct[Any] | None] = _ask_nothing
        self._act: Callable[[Answers], bool] = _do_nothing
        self._from: QWidget | None = None
        self.form.requested.connect(self._do)
        self.form.closed.connect(self.close)

    def open(
        self,
        id: str,
        ask: Callable[[], AskedAct[Any] | None],
        act: Callable[[Answers], bool],
        values: Mapping[str, Value] | None = None,
    ) -> None:
        """Open the form that `ask` returns, filled with `values`.

        `act` applies the answers and returns whether that was possible. `ask` is called again after each change; the
        form closes if `ask` then returns None.
        """
        focused = self._page.focusWidget()
        # The fields of the previously open form will disappear, so the focus returns to where that form was opened.
        if focused is None or not self.form.isAncestorOf(focused):
            self._from = focused
        self.id, self._ask, self._act = id, ask, act
        self.refresh()
        if not self.id:
            return
        for each in self._replaced:
            each.hide()
        self.changed.emit()  # The page makes room before the form is shown, or it would grow for a moment.
        self.form.show()
        self.form.begin(values)
        asked = ask()
        # A harmful act without questions must not be done by pressing Enter twice.
        if asked is not None and asked.act.group == "harm" and self.form.act.hasFocus():
            self.form.cancel.setFocus(Qt.FocusReason.OtherFocusReason)
        bring_into_view(self.form)
        # A form may be higher than the view. In this case, its beginning must be visible.
        bring_into_view(self.form.first)

    def refresh(self) -> None:
        """Update the open form for the current character."""
        if self.id:
            asked = self._ask()
            if asked is None:
                self.close()
            else:
                self.form.show_act(asked)

    def close(self) -> None:
        """Close the form. The focus returns to the widget that opened it."""
        if not self.id:
            return
        self.id = ""
        focused = self._page.focusWidget()
        held = focused is not None and self.form.isAncestorOf(focused)
        self.form.hide()
        for each in self._replaced:
            each.show()
        self.changed.emit()
        if held:
            send_focus_home(self._page)
            give_back_focus(self._from)

    def _do(self, answers: Answers) -> None:
        if self._act(answers):
            self.close()


def _ask_nothing() -> None:
    return None


def _do_nothing(_answers: Answers) -> bool:
    return False
