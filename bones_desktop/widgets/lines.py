"""One painted line of words, shortened if there is no room, and badges."""

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from bones_desktop.rules.typedtext import spread_fractions

if TYPE_CHECKING:
    from bones_desktop.theme.theme import Theme

LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
MIDDLE: Final = Qt.AlignmentFlag.AlignCenter
_NARROWEST: Final = 68
"""Percentage to which a name is narrowed before it is shortened.

All skills then fit the narrowest cell of a palette.
"""


def narrowed(font: QFont, text: str, width: float) -> QFont:
    """Return `font`, narrowed if `text` then fits into `width`."""
    needed = QFontMetricsF(font).horizontalAdvance(text)
    if needed <= max(0.0, width):
        return font
    narrow = QFont(font)
    narrow.setStretch(max(_NARROWEST, int(100 * width / needed)))
    return narrow if QFontMetricsF(narrow).horizontalAdvance(text) <= width else font


def write(
    painter: QPainter,
    room: QRectF | QRect,
    text: str,
    font: QFont,
    color: QColor,
    side: Qt.AlignmentFlag = LEFT,
) -> float:
    """Write one line and return the number of pixels it takes. The painter keeps this font and colour."""
    metrics = QFontMetricsF(font)
    # A text that just fits by its own measure can be a fraction of a pixel wider than the room reserved for it.
    shown = metrics.elidedText(spread_fractions(text), Qt.TextElideMode.ElideRight, room.width() + 1)
    painter.setFont(font)
    painter.setPen(color)
    painter.drawText(room, side, shown)
    return metrics.horizontalAdvance(shown)


def paint_badge(painter: QPainter, theme: "Theme", frame: QRectF, text: str) -> None:
    """Frame a few words that name a kind and warn of nothing, such as "house rule"."""
    painter.setPen(QPen(theme.color("muted"), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(frame, theme.px(4), theme.px(4))
    write(painter, frame, text, theme.font("sans", 12), theme.color("muted"), MIDDLE)
