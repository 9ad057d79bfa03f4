"""Paints a cube of bone in perspective: a rounded body, lit faces, and on each what stands there."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF, QTransform, QVector3D

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.cubegeometry import BALL, NORMALS, ROUND, View, edges
from bones_desktop.widgets.dice.facelook import FaceLook, paint_marks

_LIGHT: Final = QVector3D(-0.25, 0.50, 0.83).normalized()
_SHADE: Final = 138
"""How dark a side is that no light falls on, as QColor.darker takes it."""
_AMBIENT: Final = 0.25
_LIFT: Final = 0.12
_PLATE: Final = 1 - ROUND
_SIDE: Final = 100.0
_FINENESS: Final = 0.75
"""Side of a picture as a share of the cube's: a little finer than a face is ever seen."""
_CORNER: Final = 14.0
"""Rounding of a plate whose side is _SIDE."""
_EDGES: Final = edges()
_CORNERS: Final = tuple(QVector3D(x, y, z) * _PLATE for x in (-1, 1) for y in (-1, 1) for z in (-1, 1))
_FLAT: Final = QRectF(0, 0, _SIDE, _SIDE)


class CubePainter:
    """Paints cubes; keeps pictures of what stands on faces, since paths lose their holes in perspective."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._pictures: dict[tuple[FaceLook, int], QImage] = {}

    def clear(self) -> None:
        """Forget the pictures, as colours or faces have changed."""
        self._pictures.clear()

    def paint(self, painter: QPainter, view: View, looks: Sequence[FaceLook], hovered: int | None) -> None:
        """Paint the cube as `view` sees it; the face under the pointer, if any, is lit a little more."""
        theme = self._theme
        painter.save()
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        seen = [face for face in range(len(looks)) if view.sees(face)]
        kind = "lost" if looks[0].lost else looks[0].body
        bone = (theme.color(kind).darker(_SHADE), theme.color(kind))
        hollow = (theme.color("line"), theme.color("surface"))
        # An edge as dark as the page would leave corners out of sight.
        _hull(painter, view, max(bone[0], theme.color(f"{kind}-edge"), key=QColor.lightness))
        painter.setPen(Qt.PenStyle.NoPen)
        for one, other in _EDGES:
            if one in seen and other in seen:
                painter.setBrush(_lit(bone, view, NORMALS[one] + NORMALS[other]))
                painter.drawPolygon(QPolygonF([*_rim(view, one, other), *_rim(view, other, one)]))
        for face in seen:
            light = _lit(bone if looks[face].code else hollow, view, NORMALS[face], more=face == hovered)
            self._face(painter, view, face, looks[face], light)
        painter.restore()

    def _face(self, painter: QPainter, view: View, face: int, look: FaceLook, colour: QColor) -> None:
        flat = QPolygonF([_FLAT.topLeft(), _FLAT.topRight(), _FLAT.bottomRight(), _FLAT.bottomLeft()])
        laid = QTransform()
        if not QTransform.quadToQuad(flat, view.outline(face, _PLATE), laid):
            return  # seen from its edge
        painter.save()
        painter.setTransform(laid, True)
        painter.setBrush(colour)
        painter.drawRoundedRect(_FLAT, _CORNER, _CORNER)
        painter.drawImage(
            _FLAT, self._picture(look, round(view.size * _FINENESS * painter.device().devicePixelRatio()))
        )
        painter.restore()

    def _picture(self, look: FaceLook, side: int) -> QImage:
        picture = self._pictures.get((look, side))
        if picture is None:
            picture = QImage(max(1, side), max(1, side), QImage.Format.Format_ARGB32_Premultiplied)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            paint_marks(painter, QRectF(picture.rect()), look, self._theme)
            painter.end()
            self._pictures[look, side] = picture
        return picture


def _hull(painter: QPainter, view: View, edge: QColor) -> None:
    """Paint the body: the outline of its inner cube, drawn with a pen as thick as its edges are round."""
    scale = view.size / 2 / BALL
    join = Qt.PenJoinStyle.RoundJoin
    painter.setPen(QPen(edge, 2 * ROUND * scale, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, join))
    painter.setBrush(edge)
    painter.drawPolygon(_around([view.point(corner) for corner in _CORNERS]))


def _lit(colours: tuple[QColor, QColor], view: View, normal: QVector3D, *, more: bool = False) -> QColor:
    """Return the colour of a side as the light falls on it, between those it has in the dark and in full light."""
    dark, bright = colours
    light = QVector3D.dotProduct(view.turn.rotatedVector(normal.normalized()), _LIGHT)
    share = min(1.0, _AMBIENT + (1 - _AMBIENT) * max(0.0, light) + (_LIFT if more else 0.0))
    red, green, blue = (
        low + (high - low) * share
        for low, high in (
            (dark.redF(), bright.redF()),
            (dark.greenF(), bright.greenF()),
            (dark.blueF(), bright.blueF()),
        )
    )
    return QColor.fromRgbF(red, green, blue)


def _rim(view: View, face: int, beside: int) -> list[QPointF]:
    """Return the two corners of a plate that lie along the face `beside` it."""
    towards = NORMALS[beside]
    across = QVector3D.crossProduct(NORMALS[face], towards)
    middle = NORMALS[face] + towards * _PLATE
    return [view.point(middle - across * _PLATE), view.point(middle + across * _PLATE)]


def _around(points: Sequence[QPointF]) -> QPolygonF:
    """Return the convex outline of some points."""
    ordered = sorted((point.x(), point.y()) for point in points)
    outline: list[tuple[float, float]] = []
    for half in (ordered, ordered[::-1]):
        start = len(outline)
        for x, y in half:
            while len(outline) >= start + 2:
                (ax, ay), (bx, by) = outline[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                outline.pop()
            outline.append((x, y))
        outline.pop()
    return QPolygonF([QPointF(x, y) for x, y in outline])
