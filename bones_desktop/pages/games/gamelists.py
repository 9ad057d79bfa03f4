"""Lines for the lists of a small game: steps of making a character, facts about the character, and belongings."""

from collections.abc import Sequence
from enum import Enum
from typing import Final

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from bones_desktop.desk.table.opengame import OpenGame
from bones_desktop.rules.games import ListedThing
from bones_desktop.rules.reasons import RULE_ID
from bones_desktop.rules.records import replace
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import Stretch, fill
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import NO_KEYS, LineList
from bones_desktop.widgets.rows import Index
from bones_desktop.widgets.text.labels import Card, SteadyLabel
from bones_desktop.wording.games.words import sheet_words
from bones_desktop.wording.language import _

STEPS: Final = LineLook(height=52, side=20, gap=12, pad=(14, 0), ground=Ground.MARKED)
_FACTS: Final = LineLook(height=30, right=("serif", 16, True), ground=Ground.FOCUSED)


class StepState(Enum):
    """State of a step in making a character. The value is its icon in the list."""

    DONE = "done"
    NEXT = "disc"
    OPEN = "ring"
    PROBLEM = "warning-ring"


def step_line(id: str, title: str, state: StepState, second: str, counted: str = "") -> Line:
    """Return the line of a step.

    `second` is the choice or the problem of the step; `counted` is the number of points or items placed.
    """
    word, tone = {
        StepState.DONE: (_("done"), "good"),
        StepState.NEXT: (_("next"), "second"),
        StepState.OPEN: (_("still open"), "edge"),
        StepState.PROBLEM: (_("problem"), "warn"),
    }[state]
    return Line(
        title,
        second,
        counted,
        key=id,
        sign=state.value,
        sign_tone=tone,
        tone="muted" if state is StepState.OPEN else "text",
        second_tone="warn" if state is StepState.PROBLEM else "muted",
        bold=state is StepState.NEXT,
        tip=second,
        spoken=", ".join(part for part in (title, word, counted, second) if part),
    )


def fact_lines(seat: OpenGame) -> list[Line]:
    """Return the facts calculated from the open character.

    The tooltip of a line explains the fact.
    """
    lines = []
    for each in seat.game.facts(seat.small.book, seat.who):
        name, value = each.name or seat.named(each.id), sheet_words(seat.game.id, str(each.value)) or "–"
        how = " ".join(map(seat.with_rule, each.how))
        found = RULE_ID.search(how)
        rule, spoken = found[0] if found else "", f"{name}: {value}. {how}".rstrip()
        lines.append(Line(name, "", value, each.id, tone="muted", rule=rule, tip=how, spoken=spoken))
    return lines


class FactCard(Card):
    """Card of the facts.

    A label explains the fact under the pointer, or else the current fact.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, edges=(16, 12, 16, 12), gap=6)
        self.title = self.heading(_("Numbers"), 16)
        self.view = LineList(theme, self.title.text(), self, _FACTS, keys=NO_KEYS, least=4, whole=True)
        self.how = SteadyLabel(3, self, "muted", theme=theme, size=12)
        fill(self.column, self.title, (self.view, 1), self.how, Stretch(0))
        self.view.entered.connect(self._say)
        self.view.selectionModel().currentChanged.connect(self._say)
        self.view.viewport().installEventFilter(self)
        self._say(self.view.currentIndex())

    def show_facts(self, lines: Sequence[Line]) -> None:
        """Show facts. Changed values have another colour."""
        # The colour shows which facts an edit elsewhere on the page has changed.
        before = {line.key: line.right for line in self.view.lines.rows}
        changed = {line.key for line in lines if before and before.get(line.key) != line.right}
        self.view.show_lines(replace(line, right_tone="second" if line.key in changed else "text") for line in lines)
        self._say(self.view.currentIndex())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Explain the current fact when the pointer leaves the list."""
        if event.type() is QEvent.Type.Leave:
            self._say(self.view.currentIndex())
        return super().eventFilter(watched, event)

    def _say(self, index: Index) -> None:
        line = self.view.lines.at(index)
        words = f"{line.text}: {line.tip}" if line is not None and line.tip else ""
        self.how.show_text(words or _("Point at a line, or move to it with the arrow keys, to see the reason."))


def thing_line(item: ListedThing, seat: OpenGame) -> Line:
    """Return the line of a belonging: its number, whether it is in use, and its notes."""
    words = f"{item.name} × {item.count}" if item.count != 1 else item.name
    note, used = " ".join(map(seat.said, item.notes)), _("in use") if item.in_use else ""
    spoken = ", ".join(part for part in (words, used, note) if part)
    sign = "check" if item.in_use else ""
    return Line(words, "", note, item.key, sign=sign, sign_tone="good", bold=item.in_use, tip=spoken, spoken=spoken)
