"""The way from the fourth die to the tenth: which dice are begun and full, and the sessions the others still take."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from bones_desktop.rules.bones.book.advancement import FACES_BOUGHT
from bones_desktop.rules.bones.book.character import STARTING_DICE
from bones_desktop.rules.bones.making.standing import DieAhead
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded

SIDE: Final = 44
"""Sides of a die in pixels at 100 % text size."""


class GrowthPath(QWidget):
    """Paints the dice in a row, joined by a line; what it shows is read out as the description."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._dice: tuple[DieAhead, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("The way to ten dice"))
        theme.changed.connect(self._restyle)

    @property
    def captions(self) -> tuple[str, ...]:
        """What stands below each die, the four starting dice first."""
        return (self.tr("as created"), *(self._caption(die)[0] for die in self._dice))

    @property
    def side(self) -> float:
        """Sides of a die in pixels: less where there is little room, so that the dice stand apart."""
        return min(self._theme.px(SIDE), self.width() / (len(self._dice) + 1) - self._theme.px(6))

    def show_dice(self, dice: Sequence[DieAhead]) -> None:
        """Show another way."""
        if tuple(dice) == self._dice:
            return
        self._dice = tuple(dice)
        numbers = (self.tr("dice 1 to 4"), *(self.tr("die {n}").format(n=die.number) for die in self._dice))
        said = (f"{number}: {caption}" for number, caption in zip(numbers, self.captions, strict=True))
        self.setAccessibleDescription("; ".join(said))
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for the dice with two lines below them."""
        line = QFontMetricsF(self._theme.font("sans", 12)).height()
        return QSize(self._theme.px(560), int(self._theme.px(SIDE + 22) + line))

    def minimumSizeHint(self) -> QSize:
        """Return the same height and little width."""
        return QSize(self._theme.px(280), self.sizeHint().height())

    @guarded(None)
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the way."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, count = self._theme, len(self._dice) + 1
        step = self.width() / count
        side = self.side
        middle = side / 2 + 1
        self._line(painter, step, middle)
        for place in range(count):
            centre = step * (place + 0.5)
            square = QRectF(centre - side / 2, middle - side / 2, side, side)
            die = self._dice[place - 1] if place else None
            self._die(painter, square, die)
            if die is not None and die.begun:
                self._pips(painter, centre, side + theme.px(10), die.icons)
            font = theme.font("sans", 12)
            painter.setFont(font)
            here = die is not None and die.begun and die.icons < FACES_BOUGHT
            painter.setPen(theme.color("text" if here else "muted"))
            room = QRectF(step * place, side + theme.px(18), step, QFontMetricsF(font).height() + 2)
            long, short = self._caption(die) if die is not None else (self.tr("as created"), "")
            fits = QFontMetricsF(font).horizontalAdvance(long) <= step - theme.px(6)
            painter.drawText(room, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, long if fits else short)
        painter.end()

    def _line(self, painter: QPainter, step: float, middle: float) -> None:
        begun = sum(die.begun for die in self._dice)
        for place in range(len(self._dice)):
            there = place < begun
            pen = QPen(self._theme.color("second" if there else "line"), 2)
            if not there:
                pen.setDashPattern([2, 3])
            painter.setPen(pen)
            painter.drawLine(int(step * (place + 0.5)), int(middle), int(step * (place + 1.5)), int(middle))

    def _die(self, painter: QPainter, square: QRectF, die: DieAhead | None) -> None:
        theme = self._theme
        begun = die is None or die.begun
        painter.setBrush(theme.color("bone" if begun else "surface"))
        pen = QPen(theme.color("bone-edge" if begun else "edge"), 1.5)
        if not begun:
            pen.setDashPattern([2, 2])
        painter.setPen(pen)
        radius = square.width() * 0.16
        painter.drawRoundedRect(square, radius, radius)
        painter.setPen(theme.color("ink" if begun else "muted"))
        painter.setFont(theme.font("serif", 20, bold=True))
        number = str(die.number) if die is not None else f"1–{STARTING_DICE}"
        painter.drawText(square, Qt.AlignmentFlag.AlignCenter, number)

    def _pips(self, painter: QPainter, centre: float, y: float, filled: int) -> None:
        theme = self._theme
        gap, radius = theme.px(9), theme.px(5) / 2
        left = centre - gap * (FACES_BOUGHT - 1) / 2
        for place in range(FACES_BOUGHT):
            painter.setPen(QPen(theme.color("second"), 1))
            painter.setBrush(theme.color("second") if place < filled else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QRectF(left + gap * place - radius, y - radius, 2 * radius, 2 * radius))

    def _caption(self, die: DieAhead) -> tuple[str, str]:
        """Return what stands below a die, and the same for little room."""
        if die.icons == FACES_BOUGHT:
            return self.tr("full"), self.tr("full")
        sessions = die.until_full if die.begun else die.until_begun
        if not sessions:
            return self.tr("earned"), self.tr("earned")
        if sessions == 1:
            long = self.tr("full in one session") if die.begun else self.tr("in one session")
        else:
            long = (self.tr("full in {n} sessions") if die.begun else self.tr("in {n} sessions")).format(n=sessions)
        return long, self.tr("in {n}").format(n=sessions)

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()
