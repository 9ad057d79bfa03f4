"""Dice with numbers as they lie on a table, seen from above: a triangle, a square, a kite, as many corners as fit."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from bones_desktop.rules.dice import Die
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.scaled import follow

_SIDE: Final = 72
_CORNERS: Final = {4: (3, -90.0), 8: (4, -90.0), 10: (4, -90.0), 12: (5, -90.0), 20: (6, -90.0)}
"""By sides: how many corners the outline has, and the angle of the first; a cube is drawn with round ones."""
Shown = tuple[Die[int], int]
"""A die and the number it shows, 0 for one that is still to be thrown."""


class NumberDice(QWidget):
    """A row of dice; none of it takes the focus."""

    def __init__(self, theme: Theme, parent: QWidget, side: int = _SIDE) -> None:
        """Give each die room of `side` pixels at 100 % text size."""
        super().__init__(parent)
        self._side = side
        self._theme = theme
        self._shown: tuple[Shown, ...] = ()
        follow(theme, self, lambda each: each.updateGeometry())

    @property
    def shown(self) -> tuple[Shown, ...]:
        """The dice shown."""
        return self._shown

    def show_dice(self, dice: Sequence[Shown]) -> None:
        """Show other dice."""
        self._shown = tuple(dice)
        said = (f"{die.label}: {number}" if number else die.label for die, number in dice)
        self.setAccessibleName(", ".join(said))
        self.setToolTip(self.accessibleName())
        self.setVisible(bool(dice))
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        """Return that fewer in a line need more lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines."""
        return -(-len(self._shown) // max(1, width // self._step)) * self._step

    def sizeHint(self) -> QSize:
        """Return the room of one line."""
        return QSize(len(self._shown) * self._step, self._step)

    def minimumSizeHint(self) -> QSize:
        """Return the room of a die."""
        return QSize(self._step, self._step)

    @guarded(None)
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the dice."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        step = self._step
        across = max(1, self.width() // step)
        for place, (die, number) in enumerate(self._shown):
            row, column = divmod(place, across)
            self._paint_die(painter, QRectF(column * step, row * step, step, step), len(die.faces), number)
        painter.end()

    @property
    def _step(self) -> int:
        return self._theme.px(self._side + 8)

    def _paint_die(self, painter: QPainter, room: QRectF, sides: int, number: int) -> None:
        theme = self._theme
        if number:
            painter.setPen(QPen(theme.color("bone-edge"), theme.px(2)))
            painter.setBrush(theme.color("bone"))
        else:
            painter.setPen(QPen(theme.color("edge"), theme.px(2), Qt.PenStyle.DashLine))
            painter.setBrush(theme.color("ground"))
        centre, radius = room.center(), theme.px(self._side) / 2
        if sides == 6:
            square = QRectF(0, 0, radius * 1.6, radius * 1.6)
            square.moveCenter(centre)
            painter.drawRoundedRect(square, theme.px(8), theme.px(8))
        else:
            corners, first = _CORNERS.get(sides, (8, -90.0))
            lower = radius * 0.18 if corners == 3 else 0.0  # a triangle has its middle below that of its square
            angles = (first * pi / 180 + 2 * pi * each / corners for each in range(corners))
            points = [
                QPointF(centre.x() + radius * cos(angle), centre.y() + lower + radius * sin(angle)) for angle in angles
            ]
            painter.drawPolygon(QPolygonF(points))
            room = room.translated(0, lower)
        size = (28 if number else 16) if self._side >= _SIDE else (20 if number else 12)
        painter.setFont(theme.font("serif", size, bold=True))
        painter.setPen(theme.color("ink" if number else "muted"))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, str(number) if number else f"d{sides}")
