"""Shapes beside colours: what a die did, and what a part of the sum does, shown by a tick, a strike or a ring."""

from math import cos, pi, sin
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from bones_desktop.rules.reading import Role
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.minidie import paint_mini
from bones_desktop.wording.readings import SumPartKind

_ROUND: Final = Qt.PenCapStyle.RoundCap
_TEETH: Final = 10
_COLOURS: Final = {
    SumPartKind.COUNTS: "good",
    SumPartKind.ADDS: "good",
    SumPartKind.CAPS: "warn",
    SumPartKind.TAKES: "bad",
    SumPartKind.HURTS: "bad",
    SumPartKind.RULED: "second",
    SumPartKind.NET: "text",
}


def paint_part(painter: QPainter, square: QRectF, kind: SumPartKind, theme: Theme) -> None:
    """Paint the shape of a part of the sum: tick, plus, lid, strike, jagged ring or diamond; the result has none."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    colour = theme.color(_COLOURS[kind])
    middle, radius = square.center(), square.width() / 2
    painter.setPen(_pen(colour, radius * 0.28))
    match kind:
        case SumPartKind.COUNTS:
            _badge(painter, middle, radius, colour, theme.color("surface"))
        case SumPartKind.ADDS:
            reach = radius * 0.72
            painter.drawLine(middle - QPointF(reach, 0), middle + QPointF(reach, 0))
            painter.drawLine(middle - QPointF(0, reach), middle + QPointF(0, reach))
        case SumPartKind.CAPS:
            lid = radius * 0.55
            painter.drawLine(middle + QPointF(-radius * 0.8, -lid), middle + QPointF(radius * 0.8, -lid))
            painter.drawLine(middle + QPointF(0, lid), middle - QPointF(0, lid * 0.1))
            for side in (-1, 1):
                painter.drawLine(middle - QPointF(0, lid * 0.1), middle + QPointF(side * lid * 0.7, lid * 0.55))
        case SumPartKind.TAKES:
            reach = radius * 0.62
            painter.drawEllipse(middle, radius * 0.85, radius * 0.85)
            painter.drawLine(middle + QPointF(-reach, reach), middle + QPointF(reach, -reach))
        case SumPartKind.HURTS:
            painter.setPen(_pen(colour, radius * 0.24))
            painter.drawPolygon(_jagged(middle, radius))
        case SumPartKind.RULED:
            painter.setPen(_pen(colour, radius * 0.24))
            reach = radius * 0.85
            ways = (QPointF(0, -reach), QPointF(reach, 0), QPointF(0, reach), QPointF(-reach, 0))
            painter.drawPolygon(QPolygonF([middle + way for way in ways]))
            painter.drawPoint(middle)
        case SumPartKind.NET:
            pass
    painter.restore()


def paint_die(painter: QPainter, square: QRectF, theme: Theme, code: str, group: str, role: Role) -> None:
    """Paint a face with the mark of what its die did: as on the tray, by shape first."""
    lost = role in {Role.LOST, Role.RETHROWN}
    side = square.width()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if role in {Role.IDLE, Role.CANCELLED}:
        painter.setOpacity(0.5)
    paint_mini(painter, square, theme, code, group, lost=lost)
    painter.setOpacity(1)
    match role:
        case Role.COUNTS:
            radius = side * 0.22
            corner = square.topRight() + QPointF(-radius * 0.5, radius * 0.5)
            _badge(painter, corner, radius, theme.color("good"), theme.color("surface"))
        case Role.CANCELLED:
            _strike(painter, square, theme.color("bad"), theme.color("surface"))
        case Role.HURTS:
            painter.setPen(_pen(theme.color("bad"), max(1.5, side * 0.06)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolygon(_jagged_square(square))
        case Role.LOST:
            radius = side * 0.2
            corner = square.topRight() + QPointF(-radius * 0.5, radius * 0.5)
            painter.setPen(QPen(theme.color("surface"), 1))
            painter.setBrush(theme.color("bad"))
            painter.drawEllipse(corner, radius, radius)
            painter.setPen(_pen(theme.color("surface"), radius * 0.3))
            for way in (QPointF(radius * 0.4, radius * 0.4), QPointF(radius * 0.4, -radius * 0.4)):
                painter.drawLine(corner - way, corner + way)
        case Role.IDLE | Role.RETHROWN:
            pass
    painter.restore()


def paint_before(painter: QPainter, square: QRectF, theme: Theme, code: str, group: str) -> None:
    """Paint a face that was replaced: dimmed and struck out."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(0.55)
    paint_mini(painter, square, theme, code, group)
    painter.setOpacity(1)
    _strike(painter, square, theme.color("bad"), theme.color("surface"))
    painter.restore()


def _pen(colour: QColor, width: float) -> QPen:
    return QPen(colour, max(1.5, width), Qt.PenStyle.SolidLine, _ROUND, Qt.PenJoinStyle.MiterJoin)


def _badge(painter: QPainter, middle: QPointF, radius: float, colour: QColor, ink: QColor) -> None:
    painter.setPen(QPen(ink, 1))
    painter.setBrush(colour)
    painter.drawEllipse(middle, radius, radius)
    tick = QPainterPath(middle + QPointF(-radius * 0.45, radius * 0.05))
    tick.lineTo(middle + QPointF(-radius * 0.1, radius * 0.42))
    tick.lineTo(middle + QPointF(radius * 0.5, -radius * 0.38))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_pen(ink, radius * 0.28))
    painter.drawPath(tick)


def _strike(painter: QPainter, square: QRectF, colour: QColor, ground: QColor) -> None:
    width = square.width()
    for pen in (_pen(ground, width * 0.17), _pen(colour, width * 0.09)):
        painter.setPen(pen)
        painter.drawLine(square.bottomLeft() + QPointF(1, -1), square.topRight() + QPointF(-1, 1))


def _jagged(middle: QPointF, radius: float) -> QPolygonF:
    points = []
    for k in range(2 * _TEETH):
        reach = radius if k % 2 else radius * 0.66
        angle = pi * k / _TEETH
        points.append(middle + QPointF(cos(angle) * reach, sin(angle) * reach))
    return QPolygonF(points)


def _jagged_square(square: QRectF) -> QPolygonF:
    """Return a ring of teeth about a face."""
    tooth = square.width() * 0.11
    inner = square.adjusted(1, 1, -1, -1)
    corners = [inner.topLeft(), inner.topRight(), inner.bottomRight(), inner.bottomLeft()]
    out = [QPointF(0, -tooth), QPointF(tooth, 0), QPointF(0, tooth), QPointF(-tooth, 0)]
    steps = 8
    points = []
    for start, end, away in zip(corners, corners[1:] + corners[:1], out, strict=True):
        for k in range(steps):
            at = start + (end - start) * (k / steps)
            points.append(at + away if k % 2 else at)
    return QPolygonF(points)
