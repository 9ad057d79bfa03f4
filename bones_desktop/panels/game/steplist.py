"""The steps of making a character, one below the other: which are done, which is next, where something is wrong."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyleOptionViewItem, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.lines import write
from bones_desktop.widgets.rows import Index, RowDelegate, RowModel, paint_ground, set_bare_list

_HEIGHT: Final = 52


class StepState(Enum):
    """How a step stands."""

    DONE = "done"
    NEXT = "next"
    OPEN = "open"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step as it is shown. Texts are finished."""

    id: str
    title: str
    state: StepState
    held: str = ""
    """What stands in it, or what is wrong."""


class StepModel(RowModel[StepRow]):
    """The steps in their order."""

    def show_steps(self, rows: Sequence[StepRow]) -> None:
        """Show other steps."""
        self._update(rows, lambda row: row.id)

    def _text(self, row: StepRow) -> str:
        return row.title

    def _spoken(self, row: StepRow) -> str:
        said = {
            StepState.DONE: self.tr("done"),
            StepState.NEXT: self.tr("next"),
            StepState.OPEN: self.tr("still open"),
            StepState.PROBLEM: self.tr("problem"),
        }[row.state]
        return ", ".join(part for part in (row.title, said, row.held) if part)


class _StepDelegate(RowDelegate[StepRow]):
    """Paints a step as a sign, its title, and what stands in it."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the room of one row; the view gives it its width."""
        return QSize(self._theme.px(160), self._theme.px(_HEIGHT))

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, row: StepRow) -> None:
        theme, state = self._theme, option.state
        room = QRectF(option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        focused = chosen and bool(state & QStyle.StateFlag.State_HasFocus)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver) or chosen
        paint_ground(painter, theme, room.adjusted(2, 2, -2, -2), current=focused, hovered=hovered)
        if chosen:
            stripe = QRectF(room.left() + 2, room.top() + theme.px(8), theme.px(3), room.height() - theme.px(16))
            painter.fillRect(stripe, theme.color("second"))
        side = theme.px(20)
        sign = QRectF(room.left() + theme.px(14), room.center().y() - side / 2, side, side)
        self._sign(painter, sign, row.state)
        left = sign.right() + theme.px(12)
        words = QRectF(left, room.top(), room.right() - theme.px(8) - left, room.height())
        title, small = theme.font("sans", 14, bold=row.state is StepState.NEXT), theme.font("sans", 12)
        lines = QFontMetricsF(title).height() + (QFontMetricsF(small).height() if row.held else 0)
        top = room.center().y() - lines / 2
        line = QRectF(words.left(), top, words.width(), QFontMetricsF(title).height())
        write(painter, line, row.title, title, theme.color("muted" if row.state is StepState.OPEN else "text"))
        if row.held:
            line = QRectF(words.left(), line.bottom(), words.width(), QFontMetricsF(small).height())
            write(painter, line, row.held, small, theme.color("warn" if row.state is StepState.PROBLEM else "muted"))

    def _sign(self, painter: QPainter, square: QRectF, state: StepState) -> None:
        theme = self._theme
        roles = {StepState.DONE: "good", StepState.NEXT: "second", StepState.OPEN: "edge", StepState.PROBLEM: "warn"}
        colour = theme.color(roles[state])
        painter.setPen(QPen(colour, theme.px(2)))
        painter.setBrush(colour if state is StepState.NEXT else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(square.adjusted(1, 1, -1, -1))
        x, y, side = square.center().x(), square.center().y(), square.width()
        if state is StepState.DONE:
            painter.drawLine(QLineF(x - side * 0.22, y, x - side * 0.05, y + side * 0.18))
            painter.drawLine(QLineF(x - side * 0.05, y + side * 0.18, x + side * 0.24, y - side * 0.17))
        elif state is StepState.PROBLEM:
            painter.drawLine(QLineF(x, y - side * 0.24, x, y + side * 0.05))
            painter.drawPoint(QPointF(x, y + side * 0.24))


class StepList(QListView):
    """The steps; the current one is shown beside it. Enter goes into it."""

    chosen = Signal(str)
    """The id of the step to show."""
    entered = Signal()
    """The focus is to go into the step shown."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._showing = False
        self.steps = StepModel(self)
        self.setModel(self.steps)
        self.setItemDelegate(_StepDelegate(theme, self))
        set_bare_list(self)
        self.setAccessibleName(self.tr("Steps"))
        self.selectionModel().currentChanged.connect(self._choose)
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    def show_steps(self, rows: Sequence[StepRow], current: str) -> None:
        """Show other steps, of which the one with the id `current` is shown."""
        self._showing = True
        self.steps.show_steps(rows)
        place = next((place for place, row in enumerate(rows) if row.id == current), 0)
        self.setCurrentIndex(self.steps.index(place))
        self._showing = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go into the step with Enter; arrows move."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.entered.emit()
            return
        super().keyPressEvent(event)

    def _choose(self, index: Index) -> None:
        row = self.steps.at(index)
        if row is not None and not self._showing:
            self.chosen.emit(row.id)
