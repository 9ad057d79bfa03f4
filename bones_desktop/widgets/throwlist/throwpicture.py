"""Entries of the log as a picture to send to somebody: a light card with the faces, sharp at twice the size."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QImage, QPainter, QPen

from bones_desktop.storage.log.logentry import EntryKind, LogEntry
from bones_desktop.theme.measures import CARD_RADIUS
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.throwlist.throwpaint import ThrowPainter, Words

SCALE: Final = 2
MOST: Final = 20
"""How many entries a picture holds."""
_LEAST_WIDTH: Final = 380
_MOST_WIDTH: Final = 1200
_MARGIN: Final = 16


def entry_picture(entries: Sequence[LogEntry], paper: Theme, words: Words) -> QImage:
    """Return a card of the first MOST of `entries`, one below the other, below the day of the first.

    `paper` gives the looks of what leaves the program (`Theme.for_paper`).
    """
    shown = tuple(entries[:MOST])
    inks = ThrowPainter(paper)
    small = paper.font("sans", 12)
    dated = bool(shown) and shown[0].kind is not EntryKind.EVENING  # which tells the day itself
    head = QFontMetrics(small).height() + 4 if dated else 0
    widest = max((inks.width_of(entry, words) for entry in shown), default=0)
    width = min(max(widest, _LEAST_WIDTH), _MOST_WIDTH)
    row = inks.height
    size = QRect(0, 0, width + 2 * _MARGIN, head + row * len(shown) + _MARGIN + _MARGIN // 2)
    image = QImage(size.size() * SCALE, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(SCALE)
    image.fill(paper.color("ground"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(paper.color("line"), 1))
    painter.setBrush(paper.color("surface"))
    painter.drawRoundedRect(QRectF(size).adjusted(3.5, 3.5, -3.5, -3.5), CARD_RADIUS, CARD_RADIUS)
    if dated:
        painter.setFont(small)
        painter.setPen(paper.color("muted"))
        top = QRect(_MARGIN, _MARGIN // 2 + 2, width, head)
        painter.drawText(top, Qt.AlignmentFlag.AlignVCenter, words.day(shown[0]))
    for place, entry in enumerate(shown):
        top_line = _MARGIN // 2 + head + place * row
        if place:
            painter.setPen(QPen(paper.color("line"), 1))
            painter.drawLine(QPointF(_MARGIN, top_line + 0.5), QPointF(_MARGIN + width, top_line + 0.5))
        inks.paint(painter, QRect(_MARGIN, top_line + 5, width, row - 10), entry, words)
    painter.end()
    return image
