"""What lies below a row of a list or a table that is pointed at or chosen."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from bones_desktop.theme.measures import RADIUS
from bones_desktop.theme.theme import Theme

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStyle


def paint_ground(painter: QPainter, theme: Theme, row: QRectF, *, current: bool, hovered: bool) -> None:
    """Raise the row the pointer or the keyboard is at; the current one has a rim too."""
    if current or hovered:
        painter.setPen(QPen(theme.color("focus"), 2) if current else Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("raised"))
        painter.drawRoundedRect(row, theme.px(RADIUS), theme.px(RADIUS))


def paint_cell_ground(painter: QPainter, theme: Theme, cell: QRectF, *, lit: bool, focused: bool, ruled: bool) -> None:
    """Raise a cell of a row that is `lit`, and put a rim above and below the current row.

    `ruled` cells end in a line.
    """
    if lit:
        painter.fillRect(cell, theme.color("raised"))
    if ruled:
        painter.setPen(theme.color("line"))
        painter.drawLine(cell.bottomLeft(), cell.bottomRight())
    if focused:
        down = QPointF(0, 1)
        painter.setPen(QPen(theme.color("focus"), 2))
        painter.drawLine(cell.topLeft() + down, cell.topRight() + down)
        painter.drawLine(cell.bottomLeft() - down, cell.bottomRight() - down)


def paint_line_ground(painter: QPainter, theme: Theme, rect: QRect, state: "QStyle.StateFlag") -> None:
    """Raise the chosen line of a list and put a stripe before it; tint the one the pointer is on."""
    from PySide6.QtWidgets import QStyle  # not sooner: a start that shows no row has no use for all its enumerations

    if state & QStyle.StateFlag.State_Selected:
        painter.fillRect(rect, theme.color("raised"))
        painter.fillRect(QRect(rect.left(), rect.top(), theme.px(3), rect.height()), theme.color("second"))
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(rect, theme.color("hover"))
