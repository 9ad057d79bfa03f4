"""What charts of chances share: focus, text to copy, and bars in parts that are never told apart by colour alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from PySide6.QtCore import QLineF, QPoint, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPainterPath,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from bones_desktop.theme.keeping import light_menu
from bones_desktop.theme.measures import RADIUS
from bones_desktop.theme.theme import Theme


class Chart(QWidget):
    """A painted picture of numbers. Ctrl+C and the context menu copy what `as_text` returns."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        """`name` is what screen readers call the chart."""
        super().__init__(parent)
        self._theme = theme
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(name)
        theme.changed.connect(self._restyle)

    def as_text(self) -> str:
        """Return everything the chart shows as lines of text; "" when it shows nothing."""
        return ""

    def copy(self) -> None:
        """Put the text on the clipboard."""
        if text := self.as_text():
            QGuiApplication.clipboard().setText(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy; other keys go on."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy, for those who use the mouse alone."""
        if self.as_text():
            self._menu(event.globalPos())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus ring."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the focus ring."""
        super().focusOutEvent(event)
        self.update()

    def _menu(self, where: QPoint) -> None:
        menu = light_menu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self._theme.icon("copy"), self.tr("Copy"), self.copy)
        menu.popup(where)

    def _paint_line(self, painter: QPainter, room: QRectF, *texts: str) -> None:
        """Write the first of `texts`, said ever shorter, that fits; the last is cut off where even it does not."""
        theme = self._theme
        painter.setPen(theme.color("text"))
        for text in texts:
            for size in (14, 12):
                painter.setFont(theme.font("sans", size, bold=True))
                if painter.fontMetrics().horizontalAdvance(text) <= room.width():
                    painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)
                    return
        shown = painter.fontMetrics().elidedText(texts[-1], Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, shown)

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()


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
