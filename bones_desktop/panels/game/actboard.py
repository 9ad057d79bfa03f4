"""What can be done to a character, a button each, by what it belongs to; those that cannot be done now say why."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.card import Card
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.layouts import FlowLayout, follow_one_another
from bones_desktop.widgets.plaintext import without_mnemonic
from bones_desktop.widgets.scaled import set_gaps
from bones_desktop.widgets.sheetproperty import set_sheet_property
from bones_desktop.widgets.text.labels import SteadyLabel


@dataclass(frozen=True, slots=True)
class ActRow:
    """An act as it is offered. Texts are finished."""

    id: str
    group: str
    name: str
    about: str = ""
    why_not: str = ""


class ActBoard(Card):
    """The buttons, and a line about the one that is pointed at or has the focus."""

    chosen = Signal(str)
    """The id of an act that can be done."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, edges=(20, 14, 20, 14), gap=6)
        self._rows: dict[str, ActRow] = {}
        self._groups: dict[str, tuple[QLabel, QWidget, FlowLayout]] = {}
        self.buttons: dict[str, QPushButton] = {}
        self._pressed = ""
        self.says = SteadyLabel(2, self, theme=theme)
        self.column.addWidget(self.says)
        self.column.addStretch(1)

    def show_acts(self, rows: Sequence[ActRow]) -> None:
        """Offer other acts; a button stays where it is as long as its act does."""
        other = tuple(row.id for row in rows) != tuple(self._rows)
        self._rows = {row.id: row for row in rows}
        for row in rows:
            if row.id not in self.buttons:
                self._make(row)
            button = self.buttons[row.id]
            button.setText(without_mnemonic(row.name))
            button.setAccessibleName(row.name)
            button.setAccessibleDescription(row.why_not or row.about)
            set_sheet_property(button, "kind", "dim" if row.why_not else "")
        if other:
            for id, button in self.buttons.items():
                button.setVisible(id in self._rows)
            for group, (heading, board, _flow) in self._groups.items():
                for part in (heading, board):
                    part.setVisible(any(row.group == group for row in rows))
            follow_one_another([self.buttons[row.id] for row in rows])
        self._say(next((id for id, button in self.buttons.items() if button.hasFocus()), ""))

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Say what the button pointed at, or the one with the focus, does or why it cannot."""
        if event.type() in {QEvent.Type.FocusIn, QEvent.Type.Enter}:
            self._say(str(watched.property("act")))
        elif event.type() in {QEvent.Type.FocusOut, QEvent.Type.Leave}:
            self._say(next((id for id, button in self.buttons.items() if button.hasFocus()), self._pressed))
        return super().eventFilter(watched, event)

    def _say(self, id: str) -> None:
        row = self._rows.get(id)
        self.says.show_text((row.why_not or row.about) if row is not None else "")
        set_sheet_property(self.says, "role", "warn" if row is not None and row.why_not else "muted")

    def _make(self, row: ActRow) -> None:
        if row.group not in self._groups:
            heading = self.label(row.group, 12, "muted")
            board = QWidget(self)
            flow = FlowLayout(self._theme.px(8), board)
            set_gaps(self._theme, flow, gap=8)
            place = self.column.count() - 2
            self.column.insertWidget(place, heading)
            self.column.insertWidget(place + 1, board)
            self._groups[row.group] = heading, board, flow
        _heading, board, flow = self._groups[row.group]
        button = self.buttons[row.id] = QPushButton(board)
        button.setAutoDefault(True)  # Enter presses it
        button.setProperty("act", row.id)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda _on=False, id=row.id: self._press(id))
        button.installEventFilter(self)
        flow.addWidget(button)
        button.show()

    def _press(self, id: str) -> None:
        self._pressed = id  # what is said of it stays, so that the pointer may go on to the rule
        self._say(id)
        if not self._rows[id].why_not:
            self.chosen.emit(id)
