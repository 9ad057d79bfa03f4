"""Dice with numbers as they lie on a table, seen from above: a triangle, a square, a kite, as many corners as fit."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QHideEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
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
    """A row of dice; none of it takes the focus. A click ends their tumbling."""

    settled = Signal()
    """The last die lies still."""

    def __init__(self, theme: Theme, parent: QWidget, side: int = _SIDE) -> None:
        """Give each die room of `side` pixels at 100 % text size."""
        super().__init__(parent)
        self._side = side
        self._theme = theme
        self._shown: tuple[Shown, ...] = ()
        self._tumbling = QVariantAnimation(self)
        self._tumbling.setStartValue(0.0)
        self._tumbling.setEndValue(1.0)
        self._tumbling.valueChanged.connect(lambda _part: self.update())
        self._tumbling.finished.connect(self.settled)
        follow(theme, self, lambda each: each.updateGeometry())

    @property
    def shown(self) -> tuple[Shown, ...]:
        """The dice shown."""
        return self._shown

    def show_dice(self, dice: Sequence[Shown]) -> None:
        """Show other dice."""
        self._tumbling.stop()
        self._shown = tuple(dice)
        said = (f"{die.label}: {number}" if number else die.label for die, number in dice)
        self.setAccessibleName(", ".join(said))
        self.setToolTip(self.accessibleName())
        self.setVisible(bool(dice))
        self.updateGeometry()
        self.update()

    def tumble(self, dice: Sequence[Shown], duration: int) -> None:
        """Let dice fall for so many milliseconds, one settling after the other; `settled` follows."""
        self.show_dice(dice)
        if duration > 0 and self.isVisible():
            self._tumbling.setDuration(duration)
            self._tumbling.start()
        else:
            self.settled.emit()

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        """Let the dice lie still at once."""
        self._end()

    @guarded(None)
    def hideEvent(self, event: QHideEvent) -> None:
        """Let the dice lie still: nobody sees them."""
        super().hideEvent(event)
        self._end()

    def _end(self) -> None:
        if self._tumbling.state() is QVariantAnimation.State.Running:
            self._tumbling.setCurrentTime(self._tumbling.duration())

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
            room = QRectF(column * step, row * step, step, step)
            part = self._part(place)
            if part >= 1:
                self._paint_die(painter, room, len(die.faces), number)
                continue
            painter.save()
            painter.translate(room.center() - QPointF(0, sin(part * 3 * pi) ** 2 * (1 - part) * step * 0.3))
            painter.rotate((1 - part) ** 2 * 720)
            painter.translate(-room.center())
            self._paint_die(painter, room, len(die.faces), die.faces[(int(part * 14) + place * 3) % len(die.faces)])
            painter.restore()
        painter.end()

    @property
    def _step(self) -> int:
        return self._theme.px(self._side + 8)

    def _part(self, place: int) -> float:
        """Return how far a die is on its way, 1 for one that lies still."""
        if self._tumbling.state() is not QVariantAnimation.State.Running:
            return 1.0
        settles = 0.6 + 0.4 * (place + 1) / len(self._shown)
        return min(1.0, float(self._tumbling.currentValue()) / settles)

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
