"""The parts of the picture that do not move: wooden rim, felt, and soft shadows of dice.

They are painted once for each size and then copied.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import hypot, sqrt
from random import Random
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QRadialGradient,
    QTransform,
)

from bones_desktop.rules.records import Record
from bones_desktop.theme.measures import to_keep
from bones_desktop.tray.motion import Pose
from bones_desktop.widgets.dice.geometry import Camera, Point

SHADOW_SIZE: Final = 96
_CORNER: Final = 0.07
"""Corner radius of a shadow, as a share of its side."""
Tile = tuple[QImage, float, float, float]
"""A repeated picture of specks, its scales along and across a plank, and the strength of the specks."""
# There are several layers of different sizes, because the repetition of a single layer would be noticeable.
_SPECKS: Final = (
    (1, 70, (0, 0, 0), 1.0, 0.7),
    (2, 60, (190, 255, 220), 1.0, 0.42),
    (3, 60, (0, 0, 0), 2.3, 0.42),
    (4, 56, (200, 255, 230), 5.0, 0.2),
    (5, 60, (0, 0, 0), 17.0, 0.26),
)
"""Specks on the felt: seed, strength, colour, size and opacity of each layer."""
STROKES: Final = len(_SPECKS) + 3
"""Number of steps in which an empty tray is painted."""
_TILES: Final = 7
"""Number of different tiles of specks in wood and felt."""
_CASTS: Final = ((0.60, 0.10, 165), (0.52, 0.16, 125), (0.44, 0.22, 88), (0.36, 0.28, 58))
"""Core, blur and strength of a die's shadow, for each height from lying on the felt to high in the air."""
_ROUNDISH: Final = 0.8
"""Half the side of the shadow of a die that is not a cube, as a share of the die's `reach`."""
_THREE_CORNERED: Final = 0.6
"""Half the side of the shadow of a d4, as a share of the die's `reach`."""
_CONTACT: Final = (0.56, 0.14, 205)


class TrayColours(Record):
    """Colours and grain of the tray."""

    table: QColor
    wood: QColor
    wood_dark: QColor
    felt: QColor
    grain: float
    """Strength of the grain of the wood."""


def colours(table: QColor, flat: Callable[[str], QColor] | None = None) -> TrayColours:
    """Return the colours of walnut for a dark table and of oak for a light table.

    The felt is always green. For high contrast, `flat` returns the colours of the theme by their roles, and the wood
    has no grain.
    """
    if flat is not None:
        return TrayColours(table, flat("wood"), flat("wood"), flat("felt"), 0.0)
    if table.lightnessF() < 0.5:
        return TrayColours(table, QColor("#7d4c28"), QColor("#4c2a14"), QColor("#1d5546"), 0.8)
    return TrayColours(table, QColor("#c0915a"), QColor("#8d5f33"), QColor("#246350"), 0.5)


def lit(colour: QColor, light: float) -> QColor:
    """Return `colour` under `light`: 1 leaves it unchanged, a lower value makes it darker, a higher value lighter."""
    if light <= 1:
        k = max(0.0, light)
        return QColor.fromRgbF(colour.redF() * k, colour.greenF() * k, colour.blueF() * k)
    return mixed(colour, QColor(255, 250, 240), min(1.0, (light - 1) * 0.9))


def mixed(a: QColor, b: QColor, share: float) -> QColor:
    """Return a colour `share` of the way from `a` to `b`."""
    k, rest = share, 1 - share
    return QColor.fromRgbF(
        a.redF() * rest + b.redF() * k, a.greenF() * rest + b.greenF() * k, a.blueF() * rest + b.blueF() * k
    )


@lru_cache(maxsize=_TILES)
def noise(side: int, seed: int, strength: int, rgb: tuple[int, int, int]) -> QImage:
    """Return a tile with random specks in one colour and opacity up to `strength`; the same for the same seed."""
    specks = Random(seed).randbytes(side * side)  # noqa: S311 - specks of felt
    tile = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    tile.fill(QColor(*rgb, strength))
    painter = QPainter(tile)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
    painter.drawImage(0, 0, QImage(specks, side, side, side, QImage.Format.Format_Alpha8))
    painter.end()
    return tile


def _wood() -> tuple[Tile, ...]:
    dark, pale = noise(160, 7, 70, (16, 8, 2)), noise(96, 8, 80, (255, 214, 160))
    return (dark, 42, 2.4, 1.0), (pale, 64, 1.7, 0.34), (dark, 9, 1.0, 0.4)


def soft_square(core: float, blur: float, strength: int) -> QPixmap:
    """Return a dark square.

    `core` and `blur` are shares of the picture's side: the dark part, and the part that fades.
    """
    # Half the resolution is enough for a soft picture. Its four quarters are equal, so only one is painted.
    half = SHADOW_SIZE // 4
    beyond = [max(0.0, (k + 0.5) / (2 * half) - core / 2 + _CORNER) for k in range(half)]
    rows = {y: bytes([_faded(hypot(x, y) - _CORNER, blur, strength) for x in beyond]) for y in dict.fromkeys(beyond)}
    lower = [rows[y][::-1] + rows[y] for y in beyond]
    shades = b"".join((*reversed(lower), *lower))
    image = QImage(shades, 2 * half, 2 * half, 2 * half, QImage.Format.Format_Alpha8)
    soft = image.scaled(SHADOW_SIZE, SHADOW_SIZE, mode=Qt.TransformationMode.SmoothTransformation)
    return QPixmap.fromImage(soft.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied))


def _faded(outside: float, blur: float, strength: int) -> int:
    """Return the darkness of a soft edge at a distance from a square with the darkness `strength`."""
    if outside <= 0:
        return strength
    t = 1 - outside / blur
    return round(strength * t * t * (3 - 2 * t)) if t > 0 else 0


def _strip(box: QRectF, edge: QPointF, inside: QPointF) -> QRectF:
    """Return the part of `box` beyond `inside`, in the direction of `edge`."""
    strip = QRectF(box)
    if inside.x() > edge.x():
        strip.setRight(inside.x())
    elif inside.x() < edge.x():
        strip.setLeft(inside.x())
    elif inside.y() > edge.y():
        strip.setBottom(inside.y())
    else:
        strip.setTop(inside.y())
    return strip


class TrayArt:
    """Paints the empty tray as seen by `camera`."""

    def __init__(self, camera: Camera, size: tuple[float, float], palette: TrayColours) -> None:
        self._camera, self._palette = camera, palette
        self._x, self._y, self._rim = size[0] / 2, size[1] / 2, camera.rim
        self._grain = True

    def pixmap(self, width: int, height: int, ratio: float, *, grain: bool = True) -> QPixmap:
        """Return the picture behind the dice for a widget of `width` and `height`. Without `grain` it is smooth."""
        *_, picture = self.strokes(width, height, ratio, grain=grain)
        return picture or QPixmap()

    def strokes(self, width: int, height: int, ratio: float, *, grain: bool = True) -> Iterator[QPixmap | None]:
        """Yield None after each painting step of `pixmap`, and finally the picture."""
        self._grain = grain and self._palette.grain > 0
        image = QImage(round(width * ratio), round(height * ratio), QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        # Fill the picture first, because no later step paints the last fraction of a pixel at the edge.
        image.fill(self._palette.table)
        painter = QPainter(image)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        try:
            self._table(painter, width, height)
            self._frame(painter)
            self._walls(painter)
            yield None
            yield from self._felt(painter)
            self._edges(painter)
        finally:
            painter.end()
        yield QPixmap.fromImage(to_keep(image))

    def _at(self, x: float, y: float, z: float = 0.0) -> QPointF:
        return QPointF(*self._camera.point(x, y, z))

    def _polygon(self, corners: Sequence[tuple[float, float, float]]) -> QPolygonF:
        return QPolygonF([self._at(*corner) for corner in corners])

    def _square(self, outward: float, z: float) -> QPolygonF:
        x, y = self._x + outward, self._y + outward
        return self._polygon([(-x, -y, z), (x, -y, z), (x, y, z), (-x, y, z)])

    def _table(self, painter: QPainter, width: int, height: int) -> None:
        table = self._palette.table
        painter.fillRect(QRectF(0, 0, width, height), table)
        box = self._square(self._rim, 0).boundingRect()
        shadow = soft_square(0.84, 0.08, 120 if table.lightnessF() < 0.5 else 52)
        grow_x, grow_y = box.width() * 0.1, box.height() * 0.1
        # The picture of the shadow ends at the edge of the widget, so that the shadow has faded out there. Otherwise a
        # cut edge would be visible on a light table.
        room = box.adjusted(-grow_x, -grow_y + 8, grow_x, grow_y + 16).intersected(QRectF(0, 0, width, height))
        painter.drawPixmap(room, shadow, QRectF(0, 0, SHADOW_SIZE, SHADOW_SIZE))

    def _frame(self, painter: QPainter) -> None:
        a, b, c, d, top = self._x, self._y, self._x + self._rim, self._y + self._rim, self._rim
        # Painting grain takes most of the time, so the first picture that the program shows has no grain.
        tiles = _wood() if self._grain else ()
        # The lamp is at the far left, so each plank and wall gets a different amount of light.
        for corners, light, upright in (
            ([(-c, d, top), (c, d, top), (a, b, top), (-a, b, top)], 0.94, False),
            ([(-c, -d, top), (c, -d, top), (a, -b, top), (-a, -b, top)], 1.06, False),
            ([(-c, -d, top), (-c, d, top), (-a, b, top), (-a, -b, top)], 0.86, True),
            ([(c, -d, top), (c, d, top), (a, b, top), (a, -b, top)], 0.99, True),
        ):
            self._plank(painter, self._polygon(corners), light, upright, tiles)

    def _plank(self, painter: QPainter, shape: QPolygonF, light: float, upright: bool, tiles: Sequence[Tile]) -> None:
        box = shape.boundingRect()
        path = QPainterPath()
        path.addPolygon(shape)
        painter.save()
        painter.setClipPath(path)
        wood, deep = lit(self._palette.wood, light), lit(self._palette.wood_dark, light)
        across = QLinearGradient(box.topLeft(), box.topRight() if upright else box.bottomLeft())
        for at, share in ((0.0, 0.35), (0.18, 0.0), (0.55, 0.3), (1.0, 0.9)):
            across.setColorAt(at, mixed(wood, deep, share))
        painter.fillRect(box, across)
        for tile, along, wide, strength in tiles:
            brush = QBrush(QPixmap.fromImage(tile))
            turn = QTransform()
            if upright:
                turn.rotate(90)
            brush.setTransform(turn.scale(along, wide))
            painter.setOpacity(strength * self._palette.grain)
            painter.fillRect(box, brush)
        painter.restore()

    def _walls(self, painter: QPainter) -> None:
        a, b, top = self._x, self._y, self._rim
        painter.setPen(Qt.PenStyle.NoPen)
        for corners, light in (
            ([(-a, b, top), (a, b, top), (a, b, 0), (-a, b, 0)], 0.6),
            ([(-a, -b, top), (-a, b, top), (-a, b, 0), (-a, -b, 0)], 0.42),
            ([(a, -b, top), (a, b, top), (a, b, 0), (a, -b, 0)], 0.8),
            ([(-a, -b, top), (a, -b, top), (a, -b, 0), (-a, -b, 0)], 0.5),
        ):
            painter.setBrush(lit(self._palette.felt, light))
            painter.drawPolygon(self._polygon(corners))

    def _felt(self, painter: QPainter) -> Iterator[None]:
        painter.save()
        try:
            yield from self._cloth(painter)
        finally:
            # This code also runs when the generator is closed early.
            painter.restore()

    def _cloth(self, painter: QPainter) -> Iterator[None]:
        felt = self._palette.felt
        floor = self._square(0, 0)
        box = floor.boundingRect()
        path = QPainterPath()
        path.addPolygon(floor)
        painter.setClipPath(path)
        glow = QRadialGradient(
            QPointF(box.center().x() - box.width() * 0.1, box.center().y() - box.height() * 0.14), box.width() * 0.68
        )
        for at, light in ((0.0, 1.13 if self._palette.grain else 1.0), (0.5, 0.96), (1.0, 0.56)):
            glow.setColorAt(at, lit(felt, light))
        painter.fillRect(box, glow)
        yield
        for seed, strength, rgb, scale, opacity in _SPECKS if self._grain else ():
            brush = QBrush(QPixmap.fromImage(noise(160, seed, strength, rgb)))
            turn = QTransform()
            turn.rotate(seed * 17)
            brush.setTransform(turn.scale(scale * 1.15, scale * 0.85))
            painter.setOpacity(opacity)
            painter.fillRect(box, brush)
            yield
        painter.setOpacity(1)
        a, b = self._x, self._y
        for start, end, strength in (
            # The lamp is at the far left, so the walls there cast the widest shadows.
            ((-a, 0.0), (-a + 1.5, 0.0), 150),
            ((0.0, b), (0.0, b - 1.25), 140),
            ((a, 0.0), (a - 0.7, 0.0), 75),
            ((0.0, -b), (0.0, -b + 0.55), 65),
        ):
            edge, inside = self._at(*start), self._at(*end)
            fall = QLinearGradient(edge, inside)
            for at, share in ((0.0, 1.0), (0.35, 0.42), (1.0, 0.0)):
                fall.setColorAt(at, QColor(0, 0, 0, int(strength * share)))
            painter.fillRect(_strip(box, edge, inside), fall)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(235, 215, 160, 62), 1.5, Qt.PenStyle.DashLine, Qt.PenCapStyle.RoundCap))
        painter.drawPolygon(self._square(-0.26, 0))

    def _edges(self, painter: QPainter) -> None:
        a, b, c, d, top = self._x, self._y, self._x + self._rim, self._y + self._rim, self._rim
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(255, 226, 178, 110), 1.5))
        painter.drawPolyline(self._polygon([(-c, -d, top), (-c, d, top), (c, d, top)]))
        painter.setPen(QPen(QColor(0, 0, 0, 130), 1.6))
        painter.drawPolyline(self._polygon([(c, d, top), (c, -d, top), (-c, -d, top)]))
        painter.setPen(QPen(QColor(20, 8, 2, 160), 2))
        painter.drawPolygon(self._square(0, top))
        painter.setPen(QPen(QColor(255, 226, 178, 70), 1.2))
        painter.drawPolygon(self._square(0.05, top))
        painter.setPen(QPen(QColor(25, 10, 3, 140), 1.4))
        for x in (-1, 1):
            for y in (-1, 1):
                painter.drawLine(self._at(x * a, y * b, top), self._at(x * c, y * d, top))


class ShadowSprites:
    """Pictures of shadows, painted at their first use and shared by trays of all sizes."""

    def __init__(self) -> None:
        self._kept: dict[tuple[float, float, int], QPixmap] = {}

    def cast(self, height: int) -> QPixmap:
        """Return the shadow for a height from 0, a lying die, to 3, high in the air."""
        return self._square(_CASTS[height])

    @property
    def contact(self) -> QPixmap:
        """Return the picture of the dark spot where a die touches the felt."""
        return self._square(_CONTACT)

    def warm(self) -> bool:
        """Paint in advance the shadows that a roll needs.

        Return whether any of these shadows was missing.
        """
        before = len(self._kept)
        for kind in (*_CASTS, _CONTACT):
            self._square(kind)
        return len(self._kept) > before

    def _square(self, kind: tuple[float, float, int]) -> QPixmap:
        if kind not in self._kept:
            self._kept[kind] = soft_square(*kind)
        return self._kept[kind]


class Shadows:
    """Paints shadows as seen by `camera`, softer for higher dice. Dice outside the tray cast none."""

    def __init__(self, sprites: ShadowSprites, camera: Camera, tray: tuple[float, float]) -> None:
        self._sprites, self._camera, self._tray = sprites, camera, tray
        x, y = tray[0] / 2, tray[1] / 2
        self._felt = QPolygonF([QPointF(*camera.point(a, b, 0.0)) for a in (-x, x) for b in (-y, y)]).boundingRect()

    def paint(self, painter: QPainter, poses: Sequence[Pose], *, fine: bool) -> None:
        """Paint the shadows of dice on the felt."""
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, fine)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        base = painter.transform()
        painter.save()
        painter.setClipRect(self._felt)
        wide, deep = self._tray[0] / 2 - 0.4, self._tray[1] / 2 - 0.4
        for place, m, solid in poses:
            x, y, z = place
            axis = max(range(3), key=lambda k: m[k] * m[k] + m[3 + k] * m[3 + k])
            ux, uy = m[axis], m[3 + axis]
            length = sqrt(ux * ux + uy * uy)
            ux, uy = ux / length, uy / length
            half_u = sum(abs(m[k] * ux + m[3 + k] * uy) for k in range(3)) / 2
            half_v = sum(abs(m[3 + k] * ux - m[k] * uy) for k in range(3)) / 2
            if not solid.is_cube:
                half_u = half_v = solid.reach * (_THREE_CORNERED if len(solid.normals) == 4 else _ROUNDISH)
            air = max(0.0, z - solid.low(m))
            grow = 0.9 * (1 + 0.1 * min(air, 6.0))
            # A higher die casts its shadow farther from the lamp, but not beyond the walls.
            at = (max(-wide, min(wide, x + 0.489 * z)), max(-deep, min(deep, y - 0.442 * z)))
            inside = min(1.0, 1.6 + (deep - abs(y)))
            # A die outside the tray casts no shadow on the felt.
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
        """Return the transform that centres the picture of a shadow at the position `at` on the felt."""
        (x, y), (ux, uy) = at, u
        point = self._camera.point
        cx, cy = point(x, y, 0.0)
        ax, ay = point(x + ux * half_u, y + uy * half_u, 0.0)
        bx, by = point(x + uy * half_v, y - ux * half_v, 0.0)
        k = 2 / 0.62 / SHADOW_SIZE
        ax, ay, bx, by = (ax - cx) * k, (ay - cy) * k, (bx - cx) * k, (by - cy) * k
        half = SHADOW_SIZE / 2
        return QTransform(ax, ay, bx, by, cx - (ax + bx) * half, cy - (ay + by) * half)
