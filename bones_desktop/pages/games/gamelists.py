"""Lists of facts and things of a small game, and its tracks of boxes."""

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from bones_desktop.pages.games.opengame import OpenGame
from bones_desktop.rules.games import ListedThing
from bones_desktop.rules.reasons import RULE_ID
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, Stretch, fill, hbox, vbox
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import flow_row
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import NO_KEYS, PICKING, LineList
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import tool_button
from bones_desktop.widgets.rows import Index
from bones_desktop.widgets.scaled import follow
from bones_desktop.widgets.text.labels import Card, SteadyLabel, heading_label, plain_label
from bones_desktop.wording.language import _

STEPS: Final = LineLook(height=52, side=20, gap=12, pad=(14, 0), ground=Ground.MARKED)
_FACTS: Final = LineLook(height=30, right=("serif", 16, True), ground=Ground.FOCUSED)
_THINGS: Final = LineLook(height=34, side=16, aligned=True)


class StepState(Enum):
    """State of a step in making a character. The value is its icon in the list."""

    DONE = "done"
    NEXT = "disc"
    OPEN = "ring"
    PROBLEM = "warning-ring"


def step_line(id: str, title: str, state: StepState, second: str, counted: str = "") -> Line:
    """Return the line of a step. `second` is the choice made in it, or its problem; `counted` what is placed."""
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
    """Return the facts calculated from the open character. The tip of a line gives the reason."""
    lines = []
    for each in seat.game.facts(seat.small.book, seat.who):
        name, value = each.name or seat.named(each.id), str(each.value) or "–"
        how = " ".join(map(seat.with_rule, each.how))
        found = RULE_ID.search(how)
        rule, spoken = found[0] if found else "", f"{name}: {value}. {how}".rstrip()
        lines.append(Line(name, "", value, each.id, tone="muted", rule=rule, tip=how, spoken=spoken))
    return lines


class FactCard(Card):
    """Card of the facts, with a label that explains the fact under the pointer, or the current one."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, edges=(16, 12, 16, 12), gap=6)
        self.title = self.heading(_("What follows"), 16)
        self.view = LineList(theme, self.title.text(), self, _FACTS, keys=NO_KEYS, least=4, whole=True)
        self.how = SteadyLabel(3, self, "muted", theme=theme, size=12)
        fill(self.column, self.title, (self.view, 1), self.how, Stretch(0))
        self.view.entered.connect(self._say)
        self.view.selectionModel().currentChanged.connect(self._say)
        self.view.viewport().installEventFilter(self)
        self._say(self.view.currentIndex())

    def show_facts(self, lines: Sequence[Line]) -> None:
        """Show facts. Changed values have another colour."""
        # The colour shows changes that an edit made elsewhere on the page.
        before = {line.key: line.right for line in self.view.lines.rows}
        changed = {line.key for line in lines if before and before.get(line.key) != line.right}
        self.view.show_lines(replace(line, right_tone="second" if line.key in changed else "text") for line in lines)
        self._say(self.view.currentIndex())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Explain the current fact when the pointer leaves."""
        if event.type() is QEvent.Type.Leave:
            self._say(self.view.currentIndex())
        return super().eventFilter(watched, event)

    def _say(self, index: Index) -> None:
        line = self.view.lines.at(index)
        words = f"{line.text}: {line.tip}" if line is not None and line.tip else ""
        self.how.show_text(words or _("Point at a line, or move to it with the arrow keys, to see the reason."))


def thing_line(item: ListedThing, seat: OpenGame) -> Line:
    """Return the line of a thing: its number, whether it is in use, and its notes."""
    words = f"{item.name} × {item.count}" if item.count != 1 else item.name
    note, used = " ".join(map(seat.said, item.notes)), _("in use") if item.in_use else ""
    spoken = ", ".join(part for part in (words, used, note) if part)
    sign = "check" if item.in_use else ""
    return Line(words, "", note, item.key, sign=sign, sign_tone="good", bold=item.in_use, tip=spoken, spoken=spoken)


class ThingCard(Card):
    """A list of things with its title, a button for each act on a thing, and a button that adds one."""

    requested = Signal(str, str)
    """Emitted with the id of an act, and the key of its thing; "" to add a thing."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, edges=(16, 12, 16, 12), gap=6)
        self.title = self.heading(size=16)
        self.view = LineList(theme, "", self, _THINGS, keys=PICKING, least=2, empty=_("None"))
        self.view.line_activated.connect(self._press_first)
        self._acts: dict[str, str] = {}
        self.buttons: dict[str, QPushButton] = {}
        self._board = QWidget(self)
        self._flow = flow_row(self._board, theme=theme, gap=8)
        fill(self.column, self.title, (self.view, 1), self._board)

    def show_list(self, title: str, lines: Sequence[Line], acts: dict[str, str], adds: dict[str, str]) -> None:
        """Show things. `acts` and `adds` are the names of acts by id."""
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
        button.clicked.connect(partial(self._press, id))
        self._flow.addWidget(button)
        button.show()

    def _press_first(self) -> None:
        self._press(next(iter(self._acts), ""))

    def _press(self, id: str) -> None:
        key = self.view.current if id in self._acts else ""
        if id and (key or id not in self._acts):
            self.requested.emit(id, key)


_SIDE: Final = 40
_GAP: Final = 6


class BoxRow(Guarded, QWidget):
    """A row of boxes. Marks always fill the first boxes.

    A click on an empty box marks all boxes up to it; a click on a marked one removes its mark and all later marks.
    Arrow keys move between boxes, Space or Enter works like a click, + and - change the marks by one.
    """

    asked = Signal(int)
    """Emitted with the wanted number of marks."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._name = ""
        self._boxes = self._marked = self._at = 0
        self._under: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        # Boxes wrap, so the height depends on the width.
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        follow(theme, self, QWidget.updateGeometry)

    def show_boxes(self, name: str, boxes: int, marked: int) -> None:
        """Show a number of boxes."""
        self._name = name
        self._boxes, self._marked = boxes, marked
        self._at = min(self._at, max(0, boxes - 1))
        self.setAccessibleName(_("{name}: {n} of {all} marked").format(name=name, n=marked, all=boxes))
        self.setAccessibleDescription(_("Plus marks one more, minus one less."))
        self.updateGeometry()
        self.update()

    def box_at(self, place: int) -> QRectF:
        """Return the rectangle of a box."""
        row, column = divmod(place, self._across(self.width()))
        side = self._theme.px(_SIDE)
        step = side + self._theme.px(_GAP)
        return QRectF(column * step + 2, row * step + 2, side, side)

    def hasHeightForWidth(self) -> bool:
        """Return True: fewer boxes in a line need more lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines."""
        return -(-self._boxes // self._across(width)) * self._theme.px(_SIDE + _GAP) + 4

    def sizeHint(self) -> QSize:
        """Return the size of all boxes in lines of ten."""
        step = self._theme.px(_SIDE + _GAP)
        return QSize(min(10, self._boxes) * step + 4, self.heightForWidth(10 * step + 4))

    def minimumSizeHint(self) -> QSize:
        """Return the size of a few boxes."""
        return QSize(3 * self._theme.px(_SIDE + _GAP), self._theme.px(_SIDE + _GAP))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Mark all boxes up to the clicked one, or remove the marks from it onwards."""
        place = self._box_under(event.position())
        if event.button() is Qt.MouseButton.LeftButton and place is not None:
            self._at = place
            self._press(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Highlight the boxes that a click would change."""
        self._under = self._box_under(event.position())
        self.update()

    def leaveEvent(self, event: object) -> None:
        """Remove the highlight."""
        del event
        self._under = None
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move, mark, or remove marks."""
        match event.key():
            case Qt.Key.Key_Left | Qt.Key.Key_Right:
                step = 1 if event.key() == Qt.Key.Key_Right else -1
                self._at = max(0, min(self._boxes - 1, self._at + step))
                self.update()
            case Qt.Key.Key_Home | Qt.Key.Key_End:
                self._at = 0 if event.key() == Qt.Key.Key_Home else max(0, self._boxes - 1)
                self.update()
            case Qt.Key.Key_Space | Qt.Key.Key_Return | Qt.Key.Key_Enter if self._boxes:
                self._press(self._at)
            case Qt.Key.Key_Plus:
                self.asked.emit(self._marked + 1)
            case Qt.Key.Key_Minus:
                self.asked.emit(self._marked - 1)
            case _:
                super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at the first box without a mark."""
        super().focusInEvent(event)
        # A click has chosen a box already.
        if event.reason() is not Qt.FocusReason.MouseFocusReason:
            self._at = max(0, min(self._marked, self._boxes - 1))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the boxes."""
        theme, painter = self._theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place in range(self._boxes):
            box = self.box_at(place)
            marked = place < self._marked
            lit = self._under is not None and min(self._marked, self._under) <= place <= max(
                self._marked - 1, self._under
            )
            here = self.hasFocus() and place == self._at
            painter.setPen(QPen(theme.color("focus" if here else "edge"), theme.px(2) if here else 1))
            painter.setBrush(theme.color("bad" if marked else "hover" if lit else "raised"))
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), theme.px(6), theme.px(6))
            if marked:
                inner = box.adjusted(*(theme.px(11) * sign for sign in (1, 1, -1, -1)))
                painter.setPen(QPen(theme.color("ground"), theme.px(3), c=Qt.PenCapStyle.RoundCap))
                painter.drawLine(inner.topLeft(), inner.bottomRight())
                painter.drawLine(inner.topRight(), inner.bottomLeft())
        painter.end()

    def _press(self, place: int) -> None:
        self.asked.emit(place if place < self._marked else place + 1)

    def _across(self, width: int) -> int:
        return max(1, (width - 4 + self._theme.px(_GAP)) // self._theme.px(_SIDE + _GAP))

    def _box_under(self, at: QPointF) -> int | None:
        return next((place for place in range(self._boxes) if self.box_at(place).contains(at)), None)


class TrackRow(QWidget):
    """A track with its name, its boxes, and the state that follows from the marks."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.name = heading_label(theme, self, size=16)
        self.state = plain_label(self, theme=theme, bold=True)
        self.count = plain_label(self, role="muted", theme=theme)
        self.boxes = BoxRow(theme, self)
        less, more = (
            tool_button(self, partial(self._step, by), theme=theme, icon=icon)
            for by, icon in ((-1, "subtract"), (1, "add"))
        )
        self.less, self.more = less, more
        self._marked = 0
        head = hbox(None, self.name, self.state, STRETCH, self.count, less, more, theme=theme, gap=10)
        vbox(self, head, self.boxes, margins=0, theme=theme, gap=4)

    def _step(self, by: int) -> None:
        self.boxes.asked.emit(self._marked + by)

    def show_track(self, name: str, boxes: int, marked: int, state: str) -> None:
        """Show a track. All texts are ready for display."""
        self._marked = marked
        self.name.setText(name)
        self.state.setText(state)
        self.state.setVisible(bool(state))
        self.count.setText(_("{n} of {all} marked").format(n=marked, all=boxes))
        self.boxes.show_boxes(f"{name}, {state}" if state else name, boxes, marked)
        for button, words in (
            (self.less, _("{name}: one mark less")),
            (self.more, _("{name}: one mark more")),
        ):
            button.setAccessibleName(words.format(name=name))
            button.setToolTip(plain_tip(words.format(name=name)))
