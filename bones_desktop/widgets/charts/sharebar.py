"""A bar in parts, each as long as its share: filled, hatched or empty, so that no part is told by its colour alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from bones_desktop.theme.measures import RADIUS
from bones_desktop.theme.theme import Theme


class Fill(Enum):
    """How a part of a bar looks."""

    SUCCESS = auto()
    TIE = auto()
    FAILURE = auto()
    EMPTY = auto()


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a bar; all shares of one add up to at most 1."""

    size: float
    fill: Fill


_HATCH: Final = 6
"""Pixels between the lines of a hatch at 100 % text size."""

_LEAST: Final = 2.0
"""Pixels of a part that is possible, however unlikely."""

_WHOLE: Final = 1 - 1e-12
"""Shares that add up to this leave nothing over but an error of rounding."""


def paint_shares(painter: QPainter, rect: QRectF, theme: Theme, shares: Sequence[Share]) -> None:
    """Paint the parts from left to right within the rounded `rect`; what is left over stays empty."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    outline = QPainterPath()
    radius = min(theme.px(RADIUS), rect.height() / 2)
    outline.addRoundedRect(rect, radius, radius)
    painter.fillPath(outline, theme.color("ground"))
    painter.save()
    painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
    for part, share in placed(rect, shares):
        paint_fill(painter, part, theme, share.fill)
    painter.restore()
    painter.setPen(QPen(theme.color("edge"), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(outline)
    painter.restore()


def placed(rect: QRectF, shares: Sequence[Share]) -> list[tuple[QRectF, Share]]:
    """Return where each part that is possible at all lies; the least likely, the rest too, has room for a line."""
    possible = [share for share in shares if share.size > 0]
    widths = [max(_LEAST, share.size * rect.width()) for share in possible]
    whole = rect.width() - (_LEAST if sum(share.size for share in possible) < _WHOLE else 0.0)
    if widths and sum(widths) > whole:
        widths[widths.index(max(widths))] -= sum(widths) - whole
    found, left = [], rect.left()
    for width, share in zip(widths, possible, strict=True):
        found.append((QRectF(left, rect.top(), width, rect.height()), share))
        left += width
    return found


def paint_fill(painter: QPainter, rect: QRectF, theme: Theme, fill: Fill) -> None:
    """Paint one part, or its sample beside the words that explain it."""
    if fill is Fill.TIE:
        painter.fillRect(rect, theme.color("raised"))
        paint_hatch(painter, rect, theme.color("warn"), theme.px(_HATCH))
    elif fill is Fill.SUCCESS:
        painter.fillRect(rect, theme.color("success"))
    elif fill is Fill.FAILURE:
        painter.fillRect(rect, theme.color("failure"))


def paint_hatch(painter: QPainter, rect: QRectF, color: QColor, gap: float) -> None:
    """Paint slanted lines; unlike Qt's own pattern they are as crisp on a screen with small pixels."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
    painter.setPen(QPen(color, gap / 3))
    # Lines start at whole steps from the left of the window, so that a hatch that grows does not swim.
    at = rect.left() - rect.height() - (rect.left() - rect.height()) % gap
    while at < rect.right():
        painter.drawLine(QLineF(at, rect.bottom(), at + rect.height(), rect.top()))
        at += gap
    painter.restore()
