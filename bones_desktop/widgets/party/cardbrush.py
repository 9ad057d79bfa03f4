"""Words, signs and places on a card: lengths are given as they are at scale 1, places by where lines begin and end."""

from bisect import bisect_left
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from bones_desktop.theme.fonts import FontRole, make_font
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.minidie import tinted

_LEAST: Final = 0.7
"""Share of its size that a line may shrink to before it is shortened."""


class CardBrush:
    """A painter that knows the theme, the scale, and which way lines run."""

    def __init__(self, theme: Theme, painter: QPainter, scale: float) -> None:
        self.theme = theme
        self.painter = painter
        self.scale = scale
        self.mirrored = painter.layoutDirection() is Qt.LayoutDirection.RightToLeft

    def sign(self, square: QRectF, name: str, role: str) -> None:
        """Paint the drawing of an action in the colour of `role`."""
        ratio = self.painter.device().devicePixelRatioF()
        picture = tinted(self.theme, name, role, max(1, round(square.width())), ratio)
        self.painter.drawPixmap(square, picture, QRectF(picture.rect()))

    def text(
        self,
        room: QRectF,
        text: str,
        family: FontRole,
        size: int,
        role: str,
        *,
        bold: bool = False,
        trailing: bool = False,
        shrinks: bool = False,
    ) -> float:
        """Write one line, shortened where it must be, and return the width it takes."""
        text = " ".join(text.split())
        font = self.font(family, size, bold=bold)
        if shrinks:
            share = room.width() / max(1.0, QFontMetricsF(font).horizontalAdvance(text))
            if share < 1:
                font = self.font(family, size * max(_LEAST, share * 0.97), bold=bold)
        metrics = QFontMetricsF(font)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width() + 0.5)
        self.painter.setFont(font)
        self.painter.setPen(self.theme.color(role))
        self.painter.drawText(
            room,
            (Qt.AlignmentFlag.AlignRight if trailing else Qt.AlignmentFlag.AlignLeft)
            | Qt.AlignmentFlag.AlignVCenter
            | Qt.TextFlag.TextSingleLine
            | Qt.TextFlag.TextDontClip,
            shown,
        )
        return metrics.horizontalAdvance(shown)

    def advance(self, text: str, family: FontRole, size: int, *, bold: bool = False) -> float:
        """Return the width of a line of text."""
        return QFontMetricsF(self.font(family, size, bold=bold)).horizontalAdvance(text)

    def font(self, family: FontRole, size: float, *, bold: bool = False) -> QFont:
        """Return a font of `size` pixels at scale 1."""
        return make_font(family, int(size * self.scale), bold=bold)

    def px(self, size: float) -> float:
        """Return `size` pixels at scale 1 as they are here."""
        return size * self.scale

    def leading(self, room: QRectF, width: float) -> QRectF:
        """Return the part of the room at the edge where lines begin."""
        left = room.right() - width if self.mirrored else room.left()
        return QRectF(left, room.top(), width, room.height())

    def square(self, room: QRectF, side: float, *, centred: bool = False) -> QRectF:
        """Return a square in the middle of the room's height, at its leading edge unless `centred`."""
        square = QRectF(0, 0, side, side)
        square.moveCenter(room.center() if centred else self.leading(room, side).center())
        return square

    def trailing(self, room: QRectF, width: float) -> QRectF:
        """Return the part of the room at the edge where lines end."""
        left = room.left() if self.mirrored else room.right() - width
        return QRectF(left, room.top(), width, room.height())

    def without(self, room: QRectF, width: float, *, leading: bool = False) -> QRectF:
        """Return the room without `width` at its trailing end, or at its leading one."""
        rest = max(0.0, room.width() - width)
        return self.trailing(room, rest) if leading else self.leading(room, rest)

    def shortened(self, text: str, room: QRectF) -> str:
        """Return as many of the words as fit into the room."""
        words = text.split()

        def overflows(count: int) -> bool:
            shown = " ".join(words[:count]) + "…"
            needed = self.painter.boundingRect(room, Qt.TextFlag.TextWordWrap, shown)
            return needed.height() > room.height() or needed.width() > room.width()

        fitting = bisect_left(range(1, len(words) + 1), True, key=overflows)
        return " ".join(words) if fitting == len(words) else " ".join(words[:fitting]) + "…"
