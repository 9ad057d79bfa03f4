"""The call-out beside a die: which die it is, what it shows, and what it did."""

from collections.abc import Sequence
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
_OWN: Final = 1000.0
"""How much worse it is to cover the die itself than another."""
_FAR: Final = 0.3
"""How bad it is to lie as far away as a die is wide; to cover another die is 1."""
_EDGE: Final = 6
"""Least distance from the edges of the tray, in pixels."""


@dataclass(frozen=True, slots=True)
class CallOut:
    """What is said of one die; `die` is how it is called, "" for a die without a name."""

    die: str
    face: str
    sentence: str


class CallOutPainter:
    """Sets a call-out by a die in the theme's letters, as large as leaves the die in sight, and paints it.

    It covers as few of the `others` as can be without going far away.
    """

    def __init__(self, theme: Theme, callout: CallOut, room: QRect, die: QRect, others: Sequence[QRect] = ()) -> None:
        self._theme, self._callout, self._die, self._others = theme, callout, die, others
        self._taken = [(each.left(), each.top(), each.right(), each.bottom()) for each in others if not each.isEmpty()]
        self._room = room.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        self._pad = theme.px(12)
        wide = theme.px(_WIDTH)
        self._fonts = self._chosen_fonts(*_LETTERS[0])
        self.box = QRect()
        """Where it goes: never over the edges of the room."""
        least: float | None = None
        for letters in _LETTERS:
            fonts = self._chosen_fonts(*letters)
            for width in (wide, round(wide * 0.7), self._room.width()):
                size = self._measured(fonts, min(width, self._room.width()))
                box = self._place(size.boundedTo(self._room.size()))
                cut = size.width() > self._room.width() or size.height() > self._room.height()
                cost = self._cost(box) + (2 * _OWN if cut else 0)
                if least is None or cost < least:
                    self._fonts, self.box, least = fonts, box, cost
            if least is not None and least < _OWN and not self.box.intersects(die):
                break

    def _place(self, size: QSize) -> QRect:
        """Return where a call-out of `size` is best: beside the die, above or below, near or at the rim."""
        die, gap, room, middle = self._die, self._theme.px(12), self._room, self._die.center()
        wide, high = size.width(), size.height()
        beside, centred = middle.y() - high // 2, middle.x() - wide // 2
        rows = [box for box in (die, *self._others) if box.left() <= die.right() and box.right() >= die.left()]
        line = [box for box in (die, *self._others) if box.top() <= die.bottom() and box.bottom() >= die.top()]
        lefts = (*(box.right() + gap for box in line), *(box.left() - gap - wide for box in line))
        tops = (*(box.bottom() + gap for box in rows), *(box.top() - gap - high for box in rows))
        corners = [
            *(QPoint(x, y) for x in lefts for y in (beside, die.top(), die.bottom() - high)),
            *(QPoint(x, y) for y in tops for x in (centred, die.left(), die.right() - wide)),
            *(QPoint(x, y) for x in (die.right() + 2, die.left() - 2 - wide) for y in (tops[0], tops[len(rows)])),
        ]
        places = {
            (
                max(room.left(), min(room.right() + 1 - wide, at.x())),
                max(room.top(), min(room.bottom() + 1 - high, at.y())),
            )
            for at in corners
        }
        return min((QRect(QPoint(x, y), size) for x, y in sorted(places)), key=self._cost)

    def _cost(self, box: QRect) -> float:
        """Return how bad a place is: each other die covered counts as much as a way of a few dice."""
        die = self._die
        cost = _area(box.intersected(die)) / max(1, _area(die)) * _OWN
        left, top, right, bottom = box.left(), box.top(), box.right(), box.bottom()
        for x0, y0, x1, y1 in self._taken:
            if x0 < right and x1 > left and y0 < bottom and y1 > top:
                wide, high = min(x1, right) - max(x0, left), min(y1, bottom) - max(y0, top)
                cost += wide * high / ((x1 - x0) * (y1 - y0))
        across = max(0, left - die.right(), die.left() - right)
        along = max(0, top - die.bottom(), die.top() - bottom)
        return cost + (across + along) / max(1, die.width()) * _FAR

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

    def _tip(self, box: QRect, die: QRect) -> QPolygon | None:
        half, round_ = self._theme.px(8), self._theme.px(10)
        middle = die.center()
        across = max(box.left() - die.right(), die.left() - box.right())
        along = max(box.top() - die.bottom(), die.top() - box.bottom())
        if across > 0 and across >= along:
            x, out = (box.left(), die.right()) if box.left() > die.right() else (box.right(), die.left())
            y = max(box.top() + round_ + half, min(box.bottom() - round_ - half, middle.y()))
            to = max(die.top(), min(die.bottom(), y))
            return QPolygon([QPoint(x, y - half), QPoint((x + 2 * out) // 3, (y + 2 * to) // 3), QPoint(x, y + half)])
        if along > 0:
            y, out = (box.top(), die.bottom()) if box.top() > die.bottom() else (box.bottom(), die.top())
            x = max(box.left() + round_ + half, min(box.right() - round_ - half, middle.x()))
            to = max(die.left(), min(die.right(), x))
            return QPolygon([QPoint(x - half, y), QPoint((x + 2 * to) // 3, (y + 2 * out) // 3), QPoint(x + half, y)])
        return None


def _area(rect: QRect) -> int:
    return max(0, rect.width()) * max(0, rect.height()) if rect.isValid() else 0
