"""Uses of magic as a row of marks: free ones round, those past the safe level square with what they take away."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from bones_desktop.rules.bones.injury.magic import MagicPrice
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.plaintext import plain_tip

SIDE: Final = 30
GAP: Final = 8
RIM: Final = 2
"""Width of the line around a mark."""
NEXT_ROOM: Final = 10
"""Pixels below a mark for what points at the next use."""
AHEAD: Final = 3
"""Uses past the safe level that are shown before they happen."""
MOST_SHOWN: Final = 40
"""Marks of either kind; safe levels and uses beyond are seldom more than a few."""


class Mark(Enum):
    """What a mark of the row is."""

    USED = auto()
    FREE = auto()
    CLOSED = auto()
    """A use that would be free, were it not for fatigue."""
    PAST = auto()
    AHEAD = auto()


@dataclass(frozen=True, slots=True)
class Pip:
    """One mark; `takes` is what a use past the safe level takes away, 0 for those within it."""

    mark: Mark
    takes: int = 0
    next: bool = False


def pips(price: MagicPrice) -> tuple[Pip, ...]:
    """Return the marks for where a magic user stands, the next use marked."""
    used = price.safe if price.penalty and not price.beyond else min(price.recent, price.safe)
    rest = Mark.CLOSED if price.beyond else Mark.FREE
    within = [Pip(Mark.USED if place < used else rest) for place in range(min(price.safe, MOST_SHOWN))]
    if price.free and used < len(within):
        within[used] = Pip(Mark.FREE, next=True)
    first = max(1, price.beyond + AHEAD + 1 - MOST_SHOWN)
    past = (
        Pip(Mark.PAST if takes <= price.beyond else Mark.AHEAD, takes, takes == price.penalty)
        for takes in range(first, price.beyond + AHEAD + 1)
    )
    return (*within, *past)


class UsePips(QWidget):
    """Shows the marks, in as many lines as they need."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._pips: tuple[Pip, ...] = ()
        self._scale = 1.0
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self.updateGeometry)

    @property
    def shown(self) -> tuple[Pip, ...]:
        """The marks."""
        return self._pips

    def show_price(self, price: MagicPrice, said: str) -> None:
        """Show where a magic user stands; `said` is for tips and screen readers."""
        self.setAccessibleName(said)
        self.setToolTip(plain_tip(said))
        found = pips(price)
        if found != self._pips:
            self._pips = found
            self.updateGeometry()
            self.update()

    def set_scale(self, scale: float) -> None:
        """Show the marks so many times as large as usual."""
        if scale != self._scale:
            self._scale = scale
            self.updateGeometry()
            self.update()

    @guarded(0)
    def heightForWidth(self, width: int) -> int:
        """Return the height of the lines at `width`."""
        lines = -(-len(self._pips) // self._a_line(width))
        return max(1, lines) * self._px(SIDE + NEXT_ROOM + GAP) - self._px(GAP)

    def sizeHint(self) -> QSize:
        """Return the room of one line."""
        width = max(1, len(self._pips)) * self._px(SIDE + GAP)
        return QSize(min(width, self._px(400)), self._px(SIDE + NEXT_ROOM))

    def minimumSizeHint(self) -> QSize:
        """Return room for a few marks."""
        return QSize(self._px(4 * (SIDE + GAP)), self._px(SIDE + NEXT_ROOM))

    @guarded(None)
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the marks."""
        side, gap = self._px(SIDE), self._px(GAP)
        rim = self._px(RIM) / 2 + 0.5
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        a_line = self._a_line(self.width())
        for place, pip in enumerate(self._pips):
            line, column = divmod(place, a_line)
            top = line * (side + self._px(NEXT_ROOM) + gap)
            square = QRectF(column * (side + gap), top, side, side).adjusted(rim, rim, -rim, -rim)
            self._paint_pip(painter, square, pip)
        painter.end()

    def _px(self, size: float) -> int:
        return self._theme.px(size * self._scale)

    def _a_line(self, width: int) -> int:
        gap = self._px(GAP)
        return max(1, (width + gap) // (self._px(SIDE) + gap))

    def _paint_pip(self, painter: QPainter, square: QRectF, pip: Pip) -> None:
        theme = self._theme
        rim, fill = {
            Mark.USED: ("muted", "muted"),
            Mark.FREE: ("second", "second"),
            Mark.CLOSED: ("edge", ""),
            Mark.PAST: ("bad", "bad"),
            Mark.AHEAD: ("edge", ""),
        }[pip.mark]
        if pip.next and pip.takes:
            rim = "bad"
        pen = QPen(theme.color(rim), self._px(RIM))
        if pip.mark in {Mark.CLOSED, Mark.AHEAD} and not pip.next:
            pen.setStyle(Qt.PenStyle.DotLine)
        painter.setPen(pen)
        painter.setBrush(theme.color(fill) if fill and pip.mark is not Mark.USED else Qt.BrushStyle.NoBrush)
        if pip.takes:
            painter.drawRoundedRect(square, self._px(6), self._px(6))
            painter.setPen(theme.color("ground" if pip.mark is Mark.PAST else "bad" if pip.next else "muted"))
            painter.setFont(theme.font("sans", 20 if self._scale > 1 else 14, bold=True))
            painter.drawText(square, Qt.AlignmentFlag.AlignCenter, f"−{pip.takes}")
        else:
            painter.drawEllipse(square)
            if pip.mark is Mark.USED:
                self._paint_cross(painter, square)
        if pip.next:
            self._paint_next(painter, square, rim)

    def _paint_cross(self, painter: QPainter, square: QRectF) -> None:
        inset = square.width() * 0.3
        inner = square.adjusted(inset, inset, -inset, -inset)
        painter.drawLine(inner.topLeft(), inner.bottomRight())
        painter.drawLine(inner.topRight(), inner.bottomLeft())

    def _paint_next(self, painter: QPainter, square: QRectF, role: str) -> None:
        half, high = self._px(6), self._px(6)
        top = QPointF(square.center().x(), square.bottom() + self._px(4))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color(role))
        painter.drawPolygon([top, top + QPointF(-half, high), top + QPointF(half, high)])
