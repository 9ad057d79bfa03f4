"""Small crossed-out pictures of the faces that re-rolled dice showed before, hung on an edge or corner of each die."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF

LEAST: Final = 22.0
"""Side of a tag on small dice, before the text size."""
_SHARE: Final = 0.55
"""Side of a tag as a share of its die's."""
_MOST: Final = 0.65
"""The same of a tag on a small die with no room around it."""
_SMALLER: Final = (1.0, 0.85, 0.7)
_AIR: Final = 0.2
"""Least way to any other die, as a share of the tag's side."""
_RING: Final = 0.08
"""How far the marks of a die reach out of it, as a share of its side."""
_WAYS: Final = ((-1, -1), (0, 1), (0, -1), (-1, 1), (1, 1), (-1, 0), (1, 0), (1, -1))
"""To the left, right, up and down; the right upper corner last: it has the tick of dice that count."""
_HELD: Final = (0.3, 0.45, 0.6, 0.8, 1.0)
"""How much of a tag's side lies on its die, the less the better: it hides what the die shows."""
_SIGN: Final = 0.2
"""Half of the side of the sign at a die's right upper corner, as a share of the die's."""
_UPPER: Final = 0.8
"""How much of a die on the screen, from above, is the face it shows."""


def tag_places(
    dice: Sequence[QPolygonF], tagged: Sequence[int], room: QRectF, least: float = LEAST
) -> Mapping[int, QRectF]:
    """Return where each tag hangs, given the outlines of all dice.

    Always on its own die and, where that can be, clear of all others and away from them.
    """
    boxes = [die.boundingRect() for die in dice]
    found: dict[int, QRectF] = {}
    for die in tagged:
        ring = _RING * boxes[die].width()
        others = [box.adjusted(-ring, -ring, ring, ring) for k, box in enumerate(boxes) if k != die]
        others += found.values()
        found[die] = _best(dice[die], others, room, least)
    return found


def _best(die: QPolygonF, others: Sequence[QRectF], room: QRectF, least: float) -> QRectF:
    box = die.boundingRect()
    small = min(box.width(), box.height())
    wanted = max(least, _SHARE * small)
    smallest = max(_SHARE * small, min(_SMALLER[-1] * least, _MOST * small))
    sides = [share * wanted for share in _SMALLER if share * wanted > smallest] + [smallest]
    shown = box.adjusted(0, 0, 0, (_UPPER - 1) * box.height())
    sign = QRectF(box.right() - _SIGN * small, box.top() - _SIGN * small, 2 * _SIGN * small, 2 * _SIGN * small)
    for side in sides:
        clear = [
            place
            for place in _hung(die, side)
            if room.contains(place) and all(_way(place, other) >= _AIR * side for other in others)
        ]
        if clear:
            best = min(clear, key=lambda place: _cost(place, shown, others) + _area(place.intersected(sign)) / side**2)
            if side == sides[-1] or _area(best.intersected(shown)) <= 0.2 * _area(shown):
                return best
    inside = QRectF(0, 0, sides[-1], sides[-1])
    inside.moveTopLeft(box.topLeft())
    return inside


def _hung(die: QPolygonF, side: float) -> Iterator[QRectF]:
    box = die.boundingRect()
    corners = [die.at(k) for k in range(die.count())]
    for x, y in _WAYS:
        if x and y:
            at = max(corners, key=lambda corner: corner.x() * x + corner.y() * y)
        else:
            at = box.center() + QPointF(x * box.width(), y * box.height()) / 2
        for held in _HELD:
            out = (0.5 - held if not (x and y) else 0.5 - max(held, 0.45)) * side
            middle = at + QPointF(x, y) * out
            yield QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)


def _cost(place: QRectF, shown: QRectF, others: Sequence[QRectF]) -> float:
    """Return how bad a place is: for hiding the face of its own die, and for lying near others."""
    side = place.width()
    away = min((_way(place, other) for other in others), default=side)
    return _area(place.intersected(shown)) / (side * side) - 0.8 * min(away / side, 0.5)


def _way(one: QRectF, other: QRectF) -> float:
    """Return how far two boxes are apart, below zero when they overlap."""
    across = max(other.left() - one.right(), one.left() - other.right())
    along = max(other.top() - one.bottom(), one.top() - other.bottom())
    return max(across, along)


def _area(box: QRectF) -> float:
    return max(0.0, box.width()) * max(0.0, box.height())


def paint_tag(painter: QPainter, place: QRectF, face: QImage, cross: QColor) -> None:
    """Paint a face crossed out."""
    painter.save()
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    side = place.width()
    round_ = side * 0.14
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, 110))
    painter.drawRoundedRect(place.translated(side * 0.04, side * 0.06), round_, round_)
    shape = QPainterPath()
    shape.addRoundedRect(place, round_, round_)
    painter.setClipPath(shape)
    painter.drawImage(place, face)
    painter.fillPath(shape, QColor(70, 74, 72, 56))
    inset = place.adjusted(side * 0.1, side * 0.1, -side * 0.1, -side * 0.1)
    lines = (QLineF(inset.topLeft(), inset.bottomRight()), QLineF(inset.topRight(), inset.bottomLeft()))
    for colour, width in ((QColor(0, 0, 0, 190), 0.1), (cross, 0.06)):
        painter.setPen(QPen(colour, max(1.5, side * width), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLines(lines)
    painter.setClipping(False)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(12, 14, 12), max(1.5, side * 0.05)))
    painter.drawRoundedRect(place, round_, round_)
    painter.restore()
