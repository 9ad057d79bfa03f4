"""Small crossed-out pictures of the faces that re-rolled dice showed before, hung on a corner of each die."""

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

_SHARE: Final = 0.55
"""Side of a tag as a share of its die's."""
_LEAST: Final = 22.0
_OUT: Final = 0.22
"""How far the middle of a tag lies outside its corner, as a share of its side."""
_CORNERS: Final = ((-1, -1), (1, 1), (-1, 1), (1, -1))
"""The right upper corner last: it has the tick of dice that count."""


def tag_places(dice: Sequence[QRectF], tagged: Sequence[int], room: QRectF) -> Mapping[int, QRectF]:
    """Return where each tag hangs, given where all dice are: at a corner clear of other dice, else on its own die."""
    found: dict[int, QRectF] = {}
    for die in tagged:
        box = dice[die]
        side = max(_LEAST, _SHARE * min(box.width(), box.height()))
        others = [other for k, other in enumerate(dice) if k != die] + list(found.values())
        found[die] = next(
            (
                place
                for place in (_hung(box, side, corner) for corner in _CORNERS)
                if room.contains(place) and not any(place.intersects(other) for other in others)
            ),
            QRectF(box.topLeft(), QSizeF(side, side)),
        )
    return found


def _hung(box: QRectF, side: float, corner: tuple[int, int]) -> QRectF:
    x, y = corner
    middle = box.center() + QPointF(x * (box.width() / 2 + _OUT * side), y * (box.height() / 2 + _OUT * side))
    middle -= QPointF(x * side / 4, y * side / 4)
    return QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)


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
