"""Soft shadows of dice on the felt: what the light throws aside, and the dark where a die touches."""

from collections.abc import Sequence
from math import sqrt

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPolygonF, QTransform

from bones_desktop.panels.tray.art import SHADOW_SIZE, soft_square
from bones_desktop.panels.tray.camera import Camera
from bones_desktop.panels.tray.mesh import Point
from bones_desktop.panels.tray.motion import Pose


class Shadows:
    """Paints shadows as `camera` sees them, softer the higher a die is; dice outside the tray throw none."""

    def __init__(self, camera: Camera, tray: tuple[float, float]) -> None:
        self._camera, self._tray = camera, tray
        self._casts = [
            soft_square(core, blur, strength)
            for core, blur, strength in ((0.60, 0.10, 165), (0.52, 0.16, 125), (0.44, 0.22, 88), (0.36, 0.28, 58))
        ]
        self._contact = soft_square(0.56, 0.14, 205)
        x, y = tray[0] / 2, tray[1] / 2
        self._felt = QPolygonF([QPointF(*camera.point(a, b, 0.0)) for a in (-x, x) for b in (-y, y)]).boundingRect()

    def paint(self, painter: QPainter, poses: Sequence[Pose], *, fine: bool) -> None:
        """Paint what the dice throw on the felt."""
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, fine)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        base = painter.transform()
        painter.save()
        painter.setClipRect(self._felt)
        wide, deep = self._tray[0] / 2 - 0.4, self._tray[1] / 2 - 0.4
        for place, m in poses:
            x, y, z = place
            axis = max(range(3), key=lambda k: m[k] * m[k] + m[3 + k] * m[3 + k])
            ux, uy = m[axis], m[3 + axis]
            length = sqrt(ux * ux + uy * uy)
            ux, uy = ux / length, uy / length
            half_u = sum(abs(m[k] * ux + m[3 + k] * uy) for k in range(3)) / 2
            half_v = sum(abs(m[3 + k] * ux - m[k] * uy) for k in range(3)) / 2
            air = max(0.0, z - (abs(m[6]) + abs(m[7]) + abs(m[8])) / 2)
            grow = 0.9 * (1 + 0.1 * min(air, 6.0))
            at = (max(-wide, min(wide, x + 0.489 * z)), max(-deep, min(deep, y - 0.442 * z)))
            inside = min(1.0, 1.6 + (deep - abs(y)))
            if inside <= 0:
                continue
            painter.setOpacity(max(0.2, 0.85 - 0.05 * air) * inside)
            painter.setTransform(self._flat(at, (ux, uy), half_u * grow, half_v * grow) * base)
            painter.drawPixmap(0, 0, self._casts[min(3, int(air * 0.75))])
            if air < 0.6:
                painter.setOpacity(0.95 * (1 - air / 0.6))
                painter.setTransform(self._flat((x + 0.04, y - 0.04), (ux, uy), half_u * 0.97, half_v * 0.97) * base)
                painter.drawPixmap(0, 0, self._contact)
        painter.restore()

    def _flat(self, at: Point, u: Point, half_u: float, half_v: float) -> QTransform:
        """Return the transform that lays a shadow's sprite on the felt about `at`."""
        (x, y), (ux, uy) = at, u
        point = self._camera.point
        cx, cy = point(x, y, 0.0)
        ax, ay = point(x + ux * half_u, y + uy * half_u, 0.0)
        bx, by = point(x + uy * half_v, y - ux * half_v, 0.0)
        k = 2 / 0.62 / SHADOW_SIZE
        ax, ay, bx, by = (ax - cx) * k, (ay - cy) * k, (bx - cx) * k, (by - cy) * k
        half = SHADOW_SIZE / 2
        return QTransform(ax, ay, bx, by, cx - (ax + bx) * half, cy - (ay + by) * half)
