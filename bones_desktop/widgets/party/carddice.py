"""The dice of a card, as large as their room allows: own dice by one telling face each, then the hindering ones."""

from collections import Counter
from dataclasses import dataclass
from math import ceil, cos, pi, sin
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from bones_desktop.rules.bones.making.glance import Glance
from bones_desktop.theme.measures import make_font
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import FaceLook, paint_face

LARGEST: Final = 76
"""Side of a die at scale 1."""
SMALLEST: Final = 17
"""Side at scale 1 below which dice are counted rather than shown one by one."""
MOST_SHOWN: Final = 14
"""From this number on a figure is shown, as dice cannot be counted across a table."""
_GAP: Final = 0.12
"""Between dice, of a die's side."""
_TILT: Final = -6.0
_LOST_SHARE: Final = 0.90
_TEETH: Final = 14


@dataclass(frozen=True, slots=True)
class DieGroup:
    """One die, or several that are shown as one with their number."""

    face: str
    lost: bool = False
    held: bool = False
    hindering: bool = False
    count: int = 1

    @property
    def width(self) -> float:
        """How wide it is, in sides of a die."""
        return 1.0 if self.count == 1 else 1.0 + 0.42 * (len(str(self.count)) + 0.4)


def paint_dice(painter: QPainter, room: QRectF, glance: Glance, theme: Theme, scale: float) -> None:
    """Paint the dice into `room` from its leading edge; of more than can be told apart, how many there are."""
    groups = [DieGroup(die.face, lost=die.lost, held=die.held) for die in glance.dice]
    groups += [DieGroup(die.face, hindering=True) for die in glance.hindering]
    if not groups:
        return
    side, columns = packed(len(groups), room.width(), room.height(), LARGEST * scale)
    if side < SMALLEST * scale or len(groups) > MOST_SHOWN:
        groups = counted(glance)
        side = min(room.height(), LARGEST * scale, room.width() / (sum(group.width for group in groups) or 1))
        columns = len(groups)
    step = side * (1 + _GAP)
    rows = ceil(len(groups) / columns)
    top = room.top() + (room.height() - (rows * step - side * _GAP)) / 2
    mirrored = painter.layoutDirection() is Qt.LayoutDirection.RightToLeft
    along = 0.0
    for place, group in enumerate(groups):
        if place % columns == 0:
            along = 0.0
        width = side * group.width
        left = room.right() - along - width if mirrored else room.left() + along
        square = QRectF(left + (width - side if mirrored else 0), top + place // columns * step, side, side)
        _paint(painter, square, group, theme)
        if group.count > 1:
            words = QRectF(left if mirrored else square.right(), square.top(), width - side, side)
            _number(painter, words, group.count, theme)
        along += width + side * _GAP


def counted(glance: Glance) -> list[DieGroup]:
    """Return the dice in few groups: those in, those out, those held, and the hindering ones."""
    groups = []
    for lost, held in ((False, False), (True, False), (True, True)):
        dice = [die for die in glance.dice if (die.lost, die.held) == (lost, held)]
        if dice:
            groups.append(DieGroup(dice[0].face, lost=lost, held=held, count=len(dice)))
    faces = Counter(die.face for die in glance.hindering)
    return groups + [DieGroup(face, hindering=True, count=count) for face, count in faces.items()]


def packed(count: int, width: float, height: float, largest: float) -> tuple[float, int]:
    """Return the largest side of `count` dice in a room, at most `largest`, and how many stand in a row.

    Rows are about equally long.
    """

    def side(columns: int) -> float:
        rows = ceil(count / columns)
        return min(width / (columns + (columns - 1) * _GAP), height / (rows + (rows - 1) * _GAP), largest)

    columns = max(range(1, count + 1), key=lambda each: (side(each), each))
    return max(1.0, side(columns)), ceil(count / ceil(count / columns))


def _paint(painter: QPainter, square: QRectF, group: DieGroup, theme: Theme) -> None:
    if group.hindering:
        _hindering(painter, square, group.face, theme)
    elif group.lost:
        _lost(painter, square, group.face, theme, held=group.held)
    elif group.face:
        paint_face(painter, square, FaceLook(group.face), theme)
    else:
        _bare(painter, square, theme)


def _number(painter: QPainter, room: QRectF, number: int, theme: Theme) -> None:
    painter.setFont(make_font("serif", int(room.height() * 0.62), bold=True))
    painter.setPen(theme.color("text"))
    painter.drawText(room, Qt.AlignmentFlag.AlignCenter, str(number))


def _bare(painter: QPainter, square: QRectF, theme: Theme) -> None:
    """Paint a die on which nothing is chosen."""
    painter.setPen(QPen(theme.color("bone-edge"), 1))
    painter.setBrush(theme.color("bone"))
    painter.drawRoundedRect(square, square.width() * 0.16, square.width() * 0.16)


def _lost(painter: QPainter, square: QRectF, code: str, theme: Theme, *, held: bool) -> None:
    """Paint a lost die: grey, cracked, tilted and crossed; one that is held has a lock."""
    painter.save()
    painter.translate(square.center())
    painter.rotate(_TILT)
    painter.scale(_LOST_SHARE, _LOST_SHARE)
    painter.translate(-square.center())
    paint_face(painter, square, FaceLook(code or "universal", lost=True, locked=held), theme)
    painter.restore()
    painter.save()
    inset = square.width() * 0.14
    inner = square.adjusted(inset, inset, -inset, -inset)
    width = max(2.0, square.width() * 0.075)
    for role, thick in (("lost", width * 2), ("sign-red", width)):
        painter.setPen(QPen(theme.color(role), thick, c=Qt.PenCapStyle.RoundCap))
        painter.drawLine(QLineF(inner.topLeft(), inner.bottomRight()))
        painter.drawLine(QLineF(inner.topRight(), inner.bottomLeft()))
    painter.restore()


def _hindering(painter: QPainter, square: QRectF, code: str, theme: Theme) -> None:
    """Paint a hindering die: its rim is jagged."""
    body = "flame" if "flaming" in code else "hindering"
    painter.setPen(QPen(theme.color(f"{body}-edge"), max(1.0, square.width() * 0.05), j=Qt.PenJoinStyle.MiterJoin))
    painter.setBrush(theme.color(body))
    painter.drawPolygon(_jagged(square))
    inset = square.width() * 0.24
    if code:
        theme.faces.paint(painter, square.adjusted(inset, inset, -inset, -inset), code, theme.color(f"{body}-ink"))


def _jagged(square: QRectF) -> QPolygonF:
    centre, outer = square.center(), square.width() / 2
    points = []
    for place in range(2 * _TEETH):
        reach = outer * (1.0 if place % 2 == 0 else 0.84)
        angle = pi * place / _TEETH
        points.append(QPointF(centre.x() + reach * sin(angle), centre.y() - reach * cos(angle)))
    return QPolygonF(points)
