"""The call-out beside a die: which die it is, what it shows, and what it did."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPainterPath, QPen, QPolygon

from bones_desktop.theme.theme import Theme

_WRAPPED: Final = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
_WIDTH: Final = 300
"""Comfortable width before the text size."""
_LETTERS: Final = ((20, 16), (20, 14), (16, 12))
"""Sizes of the face's name and of the sentence, the best first."""
_EDGE: Final = 6
"""Least distance from the edges of the tray, in pixels."""


@dataclass(frozen=True, slots=True)
class CallOut:
    """What is said of one die; `die` is how it is called, "" for a die without a name."""

    die: str
    face: str
    sentence: str


class CallOutPainter:
    """Sets a call-out beside a die in the theme's letters, as large as leaves the die in sight, and paints it."""

    def __init__(self, theme: Theme, callout: CallOut, room: QRect, die: QRect) -> None:
        self._theme, self._callout, self._die = theme, callout, die
        self._room = room.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        self._pad = theme.px(12)
        wide = theme.px(_WIDTH)
        self._fonts = self._chosen_fonts(*_LETTERS[0])
        self.box = QRect()
        """Where it goes: never over the edges of the room."""
        least = -1
        for letters in _LETTERS:
            fonts = self._chosen_fonts(*letters)
            for width in (wide, round(wide * 0.7), self._room.width()):
                size = self._measured(fonts, min(width, self._room.width()))
                box = self._place(size.boundedTo(self._room.size()))
                cut = size.width() > self._room.width() or size.height() > self._room.height()
                covered = _area(box.intersected(die)) + (1 << 20 if cut else 0)
                if least < 0 or covered < least:
                    self._fonts, self.box, least = fonts, box, covered
            if least == 0:
                break

    def _place(self, size: QSize) -> QRect:
        """Return where a call-out of `size` covers the die least: beside it, above or below."""
        die, gap, room, middle = self._die, self._theme.px(12), self._room, self._die.center()
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

    def paint(self, painter: QPainter) -> None:
        """Paint the call-out with its tip towards the die."""
        theme, callout = self._theme, self._callout
        box = self.box
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shape = QPainterPath()
        shape.addRoundedRect(box, theme.px(8), theme.px(8))
        tip = self._tip(box, self._die)
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

    def _measured(self, fonts: tuple[QFont, QFont, QFont], width: int) -> QSize:
        callout = self._callout
        said = [
            (text, font)
            for text, font in zip((callout.die, callout.face, callout.sentence), fonts, strict=True)
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
