"""The call-out beside a die: which die it is, what it shows, and what it did."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPainterPath, QPen, QPolygon

from bones_desktop.theme.theme import Theme

_WRAPPED: Final = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
_WIDTH: Final = 300
"""Comfortable width before the text size."""
_EDGE: Final = 6
"""Least distance from the edges of the tray, in pixels."""


@dataclass(frozen=True, slots=True)
class CallOut:
    """What is said of one die; `die` is how it is called, "" for a die without a name."""

    die: str
    face: str
    sentence: str


class CallOutPainter:
    """Sets a call-out in the theme's letters, as large as there is room for, and paints it."""

    def __init__(self, theme: Theme, callout: CallOut, room: QRect) -> None:
        self._theme, self._callout = theme, callout
        self._room = room.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        self._pad = theme.px(12)
        most = self._room.width()
        wide, full = min(theme.px(_WIDTH), most), most
        choices = ((20, 16, wide), (20, 14, wide), (16, 12, wide), (16, 12, full))
        for head, body, width in choices:
            self._fonts = self._chosen_fonts(head, body)
            self.size = self._measured(width)
            if self.size.height() <= self._room.height():
                break
        self.size = self.size.boundedTo(self._room.size())

    def place(self, die: QRect) -> QRect:
        """Return where the call-out goes: beside `die` where it fits, never over the edges of the room."""
        gap = self._theme.px(12)
        size, room, middle = self.size, self._room, die.center()
        beside = middle.y() - size.height() // 2
        centred = middle.x() - size.width() // 2
        corners = (
            QPoint(die.right() + gap, beside),
            QPoint(die.left() - gap - size.width(), beside),
            QPoint(centred, die.top() - gap - size.height()),
            QPoint(centred, die.bottom() + gap),
        )
        inside = [self._pushed(QRect(corner, size), room) for corner in corners]
        return min(inside, key=lambda at: _area(at.intersected(die)))

    def paint(self, painter: QPainter, die: QRect) -> None:
        """Paint the call-out with its tip towards the die."""
        theme, callout = self._theme, self._callout
        box = self.place(die)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shape = QPainterPath()
        shape.addRoundedRect(box, theme.px(8), theme.px(8))
        tip = self._tip(box, die)
        if tip is not None:
            arrow = QPainterPath()
            arrow.addPolygon(tip)
            arrow.closeSubpath()
            shape = shape.united(arrow)
        shadow = theme.color("shadow")
        shadow.setAlpha(90)
        painter.fillPath(shape.translated(0, theme.px(3)), shadow)
        painter.setPen(QPen(theme.color("edge"), 1.5))
        painter.setBrush(theme.color("raised"))
        painter.drawPath(shape)
        at = box.adjusted(self._pad, self._pad, -self._pad, -self._pad)
        for text, font, role in zip(
            (callout.die, callout.face, callout.sentence), self._fonts, ("muted", "text", "text"), strict=True
        ):
            if text:
                painter.setFont(font)
                painter.setPen(theme.color(role))
                painter.drawText(at, _WRAPPED, text)
                at.setTop(at.top() + self._high(text, font, at.width()) + theme.px(2))
        painter.restore()

    def _chosen_fonts(self, head: int, body: int) -> tuple[QFont, QFont, QFont]:
        theme = self._theme
        return theme.font("sans", 12), theme.font("serif", head, bold=True), theme.font("sans", body)

    def _measured(self, width: int) -> QSize:
        callout = self._callout
        said = [
            (text, font)
            for text, font in zip((callout.die, callout.face, callout.sentence), self._fonts, strict=True)
            if text
        ]
        longest = max((QFontMetrics(font).horizontalAdvance(text) for text, font in said), default=0) + 2
        inner = max(1, min(width - 2 * self._pad, longest))
        gaps = self._theme.px(2) * max(0, len(said) - 1)
        high = sum(self._high(text, font, inner) for text, font in said) + gaps
        return QSize(inner + 2 * self._pad, high + 2 * self._pad)

    @staticmethod
    def _high(text: str, font: QFont, width: int) -> int:
        return QFontMetrics(font).boundingRect(0, 0, width, 1 << 20, _WRAPPED, text).height()

    @staticmethod
    def _pushed(box: QRect, room: QRect) -> QRect:
        moved = QRect(box)
        moved.moveRight(min(moved.right(), room.right()))
        moved.moveBottom(min(moved.bottom(), room.bottom()))
        moved.moveLeft(max(moved.left(), room.left()))
        moved.moveTop(max(moved.top(), room.top()))
        return moved

    def _tip(self, box: QRect, die: QRect) -> QPolygon | None:
        half, round_ = self._theme.px(8), self._theme.px(10)
        middle = die.center()
        if box.left() > die.right() or box.right() < die.left():
            x, out = (box.left(), die.right()) if box.left() > die.right() else (box.right(), die.left())
            y = max(box.top() + round_ + half, min(box.bottom() - round_ - half, middle.y()))
            return QPolygon([QPoint(x, y - half), QPoint((x + 2 * out) // 3, y), QPoint(x, y + half)])
        if box.top() > die.bottom() or box.bottom() < die.top():
            y, out = (box.top(), die.bottom()) if box.top() > die.bottom() else (box.bottom(), die.top())
            x = max(box.left() + round_ + half, min(box.right() - round_ - half, middle.x()))
            return QPolygon([QPoint(x - half, y), QPoint(x, (y + 2 * out) // 3), QPoint(x + half, y)])
        return None


def _area(rect: QRect) -> int:
    return max(0, rect.width()) * max(0, rect.height()) if rect.isValid() else 0
