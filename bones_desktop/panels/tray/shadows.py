"""Soft shadows of dice on the felt: what the light throws aside, and the dark where a die touches."""

from collections.abc import Sequence
from math import sqrt
from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPixmap, QPolygonF, QTransform

from bones_desktop.panels.tray.art import SHADOW_SIZE, soft_square
from bones_desktop.panels.tray.camera import Camera
from bones_desktop.panels.tray.mesh import Point
from bones_desktop.panels.tray.motion import Pose

_CASTS: Final = ((0.60, 0.10, 165), (0.52, 0.16, 125), (0.44, 0.22, 88), (0.36, 0.28, 58))
"""What the light throws aside, from a die that lies to one high in the air: core, blur, strength."""
_CONTACT: Final = (0.56, 0.14, 205)


class ShadowSprites:
    """The squares that shadows are made of; each is painted when it is first needed and serves trays of every size."""

    def __init__(self) -> None:
        self._kept: dict[tuple[float, float, int], QPixmap] = {}

    def cast(self, height: int) -> QPixmap:
        """Return what the light throws aside: 0 for a die that lies, 3 for one high in the air."""
        return self._square(_CASTS[height])

    @property
    def contact(self) -> QPixmap:
        """The dark where a die touches."""
        return self._square(_CONTACT)

    def warm(self) -> bool:
        """Paint what a throw needs; return whether there was anything to do."""
        before = len(self._kept)
        for kind in (*_CASTS, _CONTACT):
            self._square(kind)
        return len(self._kept) > before

    def _square(self, kind: tuple[float, float, int]) -> QPixmap:
        if kind not in self._kept:
            self._kept[kind] = soft_square(*kind)
        return self._kept[kind]


class Shadows:
    """Paints shadows as `camera` sees them, softer the higher a die is; dice outside the tray throw none."""

    def __init__(self, sprites: ShadowSprites, camera: Camera, tray: tuple[float, float]) -> None:
        self._sprites, self._camera, self._tray = sprites, camera, tray
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
            painter.drawPixmap(0, 0, self._sprites.cast(min(3, int(air * 0.75))))
            if air < 0.6:
                painter.setOpacity(0.95 * (1 - air / 0.6))
                painter.setTransform(self._flat((x + 0.04, y - 0.04), (ux, uy), half_u * 0.97, half_v * 0.97) * base)
                painter.drawPixmap(0, 0, self._sprites.contact)
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
