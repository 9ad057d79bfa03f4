"""Lists of the smaller games: what follows from a character, the steps of making it, and what it carries."""

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from typing import Final

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from bones_desktop.pages.games.opengame import OpenGame
from bones_desktop.rules.games import ListedThing
from bones_desktop.rules.reasons import RULE_ID
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.card import Card
from bones_desktop.widgets.layouts import flow_row
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import NO_KEYS, PICKING, LineList
from bones_desktop.widgets.rows import Index
from bones_desktop.widgets.sheetproperty import set_sheet_property
from bones_desktop.widgets.text.labels import SteadyLabel
from bones_desktop.wording.language import _

STEPS: Final = LineLook(height=52, side=20, gap=12, pad=(14, 0), ground=Ground.MARKED)
_FACTS: Final = LineLook(height=30, right=("serif", 16, True), ground=Ground.FOCUSED)
_THINGS: Final = LineLook(height=34, side=16, aligned=True)


class StepState(Enum):
    """How far a step of making a character is, as its sign in the list."""

    DONE = "done"
    NEXT = "disc"
    OPEN = "ring"
    PROBLEM = "warning-ring"


def step_line(id: str, title: str, state: StepState, second: str) -> Line:
    """Return the line of a step; `second` is what was chosen in it, or what is wrong."""
    word, tone = {
        StepState.DONE: (_("done"), "good"),
        StepState.NEXT: (_("next"), "second"),
        StepState.OPEN: (_("still open"), "edge"),
        StepState.PROBLEM: (_("problem"), "warn"),
    }[state]
    return Line(
        title,
        second,
        key=id,
        sign=state.value,
        sign_tone=tone,
        tone="muted" if state is StepState.OPEN else "text",
        second_tone="warn" if state is StepState.PROBLEM else "muted",
        bold=state is StepState.NEXT,
        tip=second,
        spoken=", ".join(part for part in (title, word, second) if part),
    )


def fact_lines(seat: OpenGame) -> list[Line]:
    """Return what follows from the open character; how it follows is the tip of a line."""
    lines = []
    for each in seat.game.facts(seat.small.book, seat.who):
        name, value = each.name or seat.named(each.id), str(each.value) or "–"
        how = " ".join(map(seat.with_rule, each.how))
        found = RULE_ID.search(how)
        rule, spoken = found[0] if found else "", f"{name}: {value}. {how}".rstrip()
        lines.append(Line(name, "", value, each.id, tone="muted", rule=rule, tip=how, spoken=spoken))
    return lines


class FactCard(Card):
    """The facts, and a label that says how the one pointed at, or the current one, came about."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, edges=(16, 12, 16, 12), gap=6)
        self.title = self.heading(_("What follows"), 16)
        self.view = LineList(theme, self.title.text(), self, _FACTS, keys=NO_KEYS, least=4, whole=True)
        self.how = SteadyLabel(3, self, theme=theme, size=12)
        set_sheet_property(self.how, "role", "muted")
        self.column.addWidget(self.title)
        self.column.addWidget(self.view, 1)
        self.column.addWidget(self.how)
        self.column.addStretch(0)
        self.view.entered.connect(self._say)
        self.view.selectionModel().currentChanged.connect(self._say)
        self.view.viewport().installEventFilter(self)
        self._say(self.view.currentIndex())

    def show_facts(self, lines: Sequence[Line]) -> None:
        """Show facts; those with another value than before stand out."""
        before = {line.key: line.right for line in self.view.lines.rows}
        changed = {line.key for line in lines if before and before.get(line.key) != line.right}
        self.view.show_lines(replace(line, right_tone="second" if line.key in changed else "text") for line in lines)
        self._say(self.view.currentIndex())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Say how the current fact came about when the pointer leaves."""
        if event.type() is QEvent.Type.Leave:
            self._say(self.view.currentIndex())
        return super().eventFilter(watched, event)

    def _say(self, index: Index) -> None:
        line = self.view.lines.at(index)
        words = f"{line.text}: {line.tip}" if line is not None and line.tip else ""
        self.how.show_text(words or _("Point at a line, or go through them with the arrows, to see why."))


def thing_line(item: ListedThing, seat: OpenGame) -> Line:
    """Return the line of a thing: how many there are, whether it is in use, and what is noted of it."""
    words = f"{item.name} × {item.count}" if item.count != 1 else item.name
    note, used = " ".join(map(seat.said, item.notes)), _("in use") if item.in_use else ""
    spoken = ", ".join(part for part in (words, used, note) if part)
    sign = "check" if item.in_use else ""
    return Line(words, "", note, item.key, sign=sign, sign_tone="good", bold=item.in_use, tip=spoken, spoken=spoken)


class ThingCard(Card):
    """A list with its name, a button for each act done to a thing, and one that adds."""

    requested = Signal(str, str)
    """An act, and the key of the thing it is done to, "" for adding one."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, edges=(16, 12, 16, 12), gap=6)
        self.title = self.heading(size=16)
        self.view = LineList(theme, "", self, _THINGS, keys=PICKING, least=2, empty=_("None"))
        self.view.line_activated.connect(lambda _key: self._press(next(iter(self._acts), "")))
        self._acts: dict[str, str] = {}
        self.buttons: dict[str, QPushButton] = {}
        self._board = QWidget(self)
        self._flow = flow_row(self._board, theme=theme, gap=8)
        self.column.addWidget(self.title)
        self.column.addWidget(self.view, 1)
        self.column.addWidget(self._board)

    def show_list(self, title: str, lines: Sequence[Line], acts: dict[str, str], adds: dict[str, str]) -> None:
        """Show things; `acts` and `adds` are the names of what is done, by id."""
        self.title.setText(title)
        self.view.setAccessibleName(title)
        self.view.show_lines(lines, begin=True)
        self._acts = acts
        for id, name in (*acts.items(), *adds.items()):
            if id not in self.buttons:
                self._make(id)
            self.buttons[id].setText(name)
            self.buttons[id].setEnabled(id in adds or bool(lines))

    def _make(self, id: str) -> None:
        button = self.buttons[id] = QPushButton(self._board)
        button.setAutoDefault(True)  # Enter presses it
        button.clicked.connect(lambda _on=False: self._press(id))
        self._flow.addWidget(button)
        button.show()

    def _press(self, id: str) -> None:
        key = self.view.current if id in self._acts else ""
        if id and (key or id not in self._acts):
            self.requested.emit(id, key)
