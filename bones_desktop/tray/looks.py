"""Kinds of dice: material and decoration of their faces.

The kinds differ not only by colour.
"""

from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from random import Random
from typing import Final, Protocol

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF, QRadialGradient

from bones_desktop.theme.measures import INK, TINTS, paint_tint_sign, to_keep
from bones_desktop.tray.art import lit, mixed
from bones_desktop.tray.solids import FacePlan
from bones_desktop.widgets.dice.facelook import BODIES, painted_group
from bones_desktop.widgets.dice.geometry import Point

_WHITE: Final = QColor(255, 255, 255)
_BLACK: Final = QColor(0, 0, 0)


class Rim(Enum):
    """The pattern around a face."""

    PLAIN = "plain"
    RIVETS = "rivets"
    GOLD = "gold"
    JAGGED = "jagged"
    NOTCHED = "notched"
    CRACKED = "cracked"
    SIGNED = "signed"


@dataclass(frozen=True, eq=False)
class Look:
    """A kind of die. Each kind has a single `Look`, so that pictures are found by identity."""

    name: str
    body: str
    ink: str
    """Colour of the picture; "" for the picture's own colours."""
    rim: Rim
    line: str
    idle: float
    """Brightness of a die that did not count.

    It is as low as possible while the picture remains readable.
    """
    tint: str = ""
    """Name of the owner's colour; "" for none.

    The sign of this colour is at the corners of every face.
    """

    @property
    def outline(self) -> QColor:
        """The lightest of the colours of body, line and ink.

        With high contrast, the edges of dice on dark felt have this colour.
        """
        return max(map(QColor, (self.body, self.line, self.ink)), key=QColor.lightnessF)


BONE: Final = Look("bone", "#eee5cf", "", Rim.PLAIN, "#8d7b58", 0.7)
STEEL: Final = Look("steel", "#aab4be", "#12171c", Rim.RIVETS, "#4d5862", 0.68)
NIGHT: Final = Look("night", "#26242a", "#f0bd55", Rim.GOLD, "#c8933a", 0.71)
VERDIGRIS: Final = Look("verdigris", "#7cc9b2", "#08261f", Rim.JAGGED, "#124a3d", 0.7)
EMBER: Final = Look("ember", "#dd7430", "#2b0d02", Rim.JAGGED, "#7a2a08", 0.82)
BLOOD: Final = Look("blood", "#8f2228", "#fbeedb", Rim.NOTCHED, "#e9b6a4", 0.68)
LOST: Final = Look("lost", "#7c7f85", "#1b1c1f", Rim.CRACKED, "#1b1c1f", 0.8)

OWN: Final = "character"
FAR: Final = "opponent"
"""Group of the opponent's dice.

OWN is the group of the roller's dice. Both have the same names in the log of every game.
"""

_LOOKS: Final = {
    "bone": BONE,
    "steel": STEEL,
    "challenge": NIGHT,
    "hindering": VERDIGRIS,
    "flame": EMBER,
    "opponent": BLOOD,
    **{name: Look("bone", tint.body, INK, Rim.SIGNED, tint.edge, 0.7, name) for name, tint in TINTS.items()},
    **{painted_group("item", (), name): replace(STEEL, tint=name) for name in TINTS},
}
"""Looks, keyed by the name of a body in the small pictures of dice."""


def look_of(group: str, faces: tuple[str, ...]) -> Look:
    """Return the look of a die of `group`, or of the colour with that name."""
    painted = painted_group(group, faces)
    return _LOOKS.get(painted) or _LOOKS[BODIES.get(painted, "bone")]


class Faces(Protocol):
    """Paints the picture of a face code. `theme.faces` implements it."""

    def image(self, code: str, size: int, ink: QColor | None = None) -> QImage:
        """Return the picture as a square of `size` pixels with a transparent background."""


Code = str | FacePlan
"""The content of a face: a code for a square face, or the plan of a face that is not square."""


def face_image(faces: Faces, look: Look, code: Code, side: int, *, flat: bool = False) -> QImage:
    """Return a fully lit face of a die with this look: body, rim and the engraved picture of `code`.

    A `flat` face is not shaded and its picture is not engraved, for high contrast.
    """
    image = QImage(_blank(look, code.outline if isinstance(code, FacePlan) else (), side, flat=flat))
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    shift = max(0.6, side * 0.011)
    dark = QColor(look.body).lightnessF() < 0.4
    ink = QColor(look.ink) if look.ink else None
    edge = QColor(0, 0, 0) if dark else QColor(255, 255, 255)
    # The picture is painted twice, first shifted as a light or dark edge, so that it looks engraved.
    engraved = () if flat else ((edge, shift, 0.5 if dark else 0.75),)
    for colour, by, opacity in (*engraved, (ink, 0.0, 1.0)):
        painter.setOpacity(opacity)
        if isinstance(code, FacePlan):
            _numbers(painter, faces, code, side, colour, by)
        else:
            picture = round(side * _SHARE[look.rim])
            corner = (side - picture) / 2 + by
            painter.drawImage(QPointF(corner, corner), faces.image(code, picture, colour))
    painter.end()
    return to_keep(image)


@lru_cache(maxsize=24)  # This is enough for five shapes and four looks: all faces of a die have the same blank.
def _blank(look: Look, corners: tuple[Point, ...], side: int, *, flat: bool) -> QImage:
    """Return a face without its picture. Without `corners` it is square."""
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    body = QColor(look.body)
    glow = QRadialGradient(QPointF(side * 0.4, side * 0.34), side * 0.9)
    glow.setColorAt(0.55, body)
    if not flat:
        glow.setColorAt(0, mixed(body, _WHITE, 0.16 if body.lightnessF() < 0.8 else 0.45))
        glow.setColorAt(1, mixed(body, _BLACK, 0.17))
    if corners:
        outline = QPolygonF([QPointF(x * side, y * side) for x, y in corners])
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(glow)
        painter.drawPolygon(outline)
        _inset(painter, look, outline, float(side))
    else:
        painter.fillRect(0, 0, side, side, glow)
        _RIMS[look.rim](painter, look, float(side))
    painter.end()
    return image


def _numbers(painter: QPainter, faces: Faces, plan: FacePlan, side: int, ink: QColor | None, shift: float) -> None:
    """Paint the numbers of a face.

    Numbers that can be misread upside down are underlined.
    """
    for mark in plan.marks:
        number = plan.number(mark.index)
        wide, high = mark.wide * side, mark.high * side
        # On a d4, numbers are drawn at the size of the larger side and then compressed, so that they stay sharp.
        letters = faces.image(number, round(max(wide, high)), ink)
        painter.save()
        painter.translate(mark.at[0] * side + shift, mark.at[1] * side + shift)
        painter.rotate(mark.degrees)
        painter.drawImage(QRectF(-wide / 2, -high / 2, wide, high), letters)
        if plan.sides > _SIX_AND_NINE and number in {"6", "9"}:
            painter.fillRect(QRectF(-wide * 0.24, high * 0.48, wide * 0.48, high * 0.07), ink or QColor(_INK))
        painter.restore()


def _inset(painter: QPainter, look: Look, outline: QPolygonF, side: float) -> None:
    """Paint the pattern of a look along the edges of a face that is not square."""
    middle = sum((outline.at(k) for k in range(outline.count())), QPointF()) / outline.count()
    inner = QPolygonF([middle + (outline.at(k) - middle) * _INSET for k in range(outline.count())])
    painter.setBrush(Qt.BrushStyle.NoBrush)
    width, pattern = _LINES[look.rim]
    pen = QPen(_faint(look.line, 90 if look.rim is Rim.PLAIN else 200), side * width)
    if pattern:
        pen.setDashPattern(pattern)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.drawPolygon(inner)
    if look.tint:
        for k in range(outline.count()):
            paint_tint_sign(painter, look.tint, middle + (outline.at(k) - middle) * _SIGNS, side * 0.05)


def _frame(painter: QPainter, side: float, inset: float, colour: QColor, width: float, radius: float) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, side * width))
    gap = side * inset
    painter.drawRoundedRect(QRectF(gap, gap, side - 2 * gap, side - 2 * gap), side * radius, side * radius)


def _faint(colour: str, strength: int) -> QColor:
    found = QColor(colour)
    found.setAlpha(strength)
    return found


def _plain(painter: QPainter, look: Look, side: float) -> None:
    # The seed is fixed, so that all faces of a kind have the same pores, at any size and in every run.
    rng = Random(3)  # noqa: S311 - pores of the bone
    painter.setPen(Qt.PenStyle.NoPen)
    for _ in range(26):
        painter.setBrush(QColor(120, 96, 56, rng.randrange(10, 26)))
        at = QPointF(rng.uniform(0.04, 0.96) * side, rng.uniform(0.04, 0.96) * side)
        painter.drawEllipse(at, side * rng.uniform(0.006, 0.02), side * rng.uniform(0.004, 0.009))
    _frame(painter, side, 0.07, _faint(look.line, 90), 0.014, 0.16)
    _frame(painter, side, 0.083, QColor(255, 255, 255, 120), 0.010, 0.15)


def _rivets(painter: QPainter, look: Look, side: float) -> None:
    rng = Random(5)  # noqa: S311 - scratches
    for k in range(int(side * 0.6)):
        painter.setPen(
            QPen(QColor(255, 255, 255, rng.randrange(4, 30)) if k % 2 else QColor(0, 0, 0, rng.randrange(4, 22)), 0.8)
        )
        y = rng.uniform(0, side)
        x = rng.uniform(-0.3, 0.8) * side
        painter.drawLine(QLineF(x, y, x + side * rng.uniform(0.2, 0.7), y))
    _frame(painter, side, 0.155, _faint(look.line, 170), 0.018, 0.05)
    _frame(painter, side, 0.172, QColor(255, 255, 255, 120), 0.010, 0.04)
    radius = side * 0.046
    for x in (0.078, 0.36, 0.64, 0.922):
        for y in (0.078, 0.36, 0.64, 0.922):
            if 0.1 < x < 0.9 and 0.1 < y < 0.9:
                continue
            at = QPointF(x * side, y * side)
            painter.setPen(QPen(_faint(look.line, 230), side * 0.012))
            shine = QRadialGradient(at - QPointF(radius * 0.35, radius * 0.35), radius * 1.4)
            shine.setColorAt(0, QColor("#f4f8fb"))
            shine.setColorAt(1, QColor("#68737d"))
            painter.setBrush(shine)
            painter.drawEllipse(at, radius, radius)
    if look.tint:
        _signs(painter, look, side, on_steel=True)


def _gold(painter: QPainter, look: Look, side: float) -> None:
    _frame(painter, side, 0.075, QColor(look.line), 0.022, 0.03)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(look.line))
    k = side * 0.13
    for x, y, sx, sy in ((0, 0, 1, 1), (1, 0, -1, 1), (1, 1, -1, -1), (0, 1, 1, -1)):
        at = QPointF(side * (x + sx * 0.075), side * (y + sy * 0.075))
        painter.drawPolygon(QPolygonF([at, at + QPointF(sx * k, 0), at + QPointF(0, sy * k)]))


def _jagged(painter: QPainter, look: Look, side: float) -> None:
    teeth, rim = 7, side * 0.1
    points: list[QPointF] = []
    for turn in range(4):
        for k in range(teeth):
            for along, depth in ((k / teeth, 0.15), ((k + 0.5) / teeth, 1.15)):
                a, d = rim + along * (side - 2 * rim), rim * depth
                x, y = ((a, d), (side - d, a), (side - a, side - d), (d, side - a))[turn]
                points.append(QPointF(x, y))
    path = QPainterPath()
    path.addRect(QRectF(0, 0, side, side))
    ring = QPainterPath()
    ring.addPolygon(QPolygonF(points))
    ring.closeSubpath()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(look.line))
    painter.drawPath(path.subtracted(ring))
    stain = QLinearGradient(0, 0, side, side)
    stain.setColorAt(0, QColor(255, 255, 255, 34))
    stain.setColorAt(0.5, QColor(255, 255, 255, 0))
    stain.setColorAt(1, QColor(0, 0, 0, 40))
    painter.fillPath(ring, stain)


def _notched(painter: QPainter, look: Look, side: float) -> None:
    _frame(painter, side, 0.06, _faint(look.line, 190), 0.018, 0.10)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(look.line))
    w, d = side * 0.055, side * 0.115
    for at in (0.3, 0.5, 0.7):
        a, far, near = at * side, side * 0.06, side * 0.94
        painter.drawPolygon(QPolygonF([QPointF(a - w, far), QPointF(a + w, far), QPointF(a, far + d)]))
        painter.drawPolygon(QPolygonF([QPointF(a - w, near), QPointF(a + w, near), QPointF(a, near - d)]))
        painter.drawPolygon(QPolygonF([QPointF(far, a - w), QPointF(far, a + w), QPointF(far + d, a)]))
        painter.drawPolygon(QPolygonF([QPointF(near, a - w), QPointF(near, a + w), QPointF(near - d, a)]))


def _signed(painter: QPainter, look: Look, side: float) -> None:
    _frame(painter, side, 0.03, _faint(look.line, 150), 0.016, 0.12)
    _signs(painter, look, side, on_steel=False)


def _signs(painter: QPainter, look: Look, side: float, *, on_steel: bool) -> None:
    """Paint the sign of a colour at each corner of a square face."""
    near, far = side * 0.14, side * 0.86
    for x, y in ((near, near), (far, near), (near, far), (far, far)):
        paint_tint_sign(painter, look.tint, QPointF(x, y), side * 0.085, on_steel=on_steel)


def _cracked(painter: QPainter, look: Look, side: float) -> None:
    _frame(painter, side, 0.07, _faint(look.line, 110), 0.014, 0.16)
    for shift, colour, width in ((0.012, QColor(255, 255, 255, 60), 0.016), (0.0, QColor(look.line), 0.026)):
        painter.setPen(QPen(colour, side * width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        for crack in _CRACKS:
            painter.drawPolyline(QPolygonF([QPointF((x + shift) * side, (y + shift) * side) for x, y in crack]))


_CRACKS: Final = (
    ((0.62, -0.02), (0.56, 0.14), (0.66, 0.27), (0.55, 0.42), (0.63, 0.58), (0.48, 0.74), (0.55, 1.02)),
    ((0.66, 0.27), (0.80, 0.33), (0.88, 0.48), (1.02, 0.52)),
    ((0.63, 0.58), (0.40, 0.60), (0.28, 0.72), (0.10, 0.74), (-0.02, 0.84)),
)
_SHARE: Final = {
    Rim.PLAIN: 0.84,
    Rim.RIVETS: 0.68,
    Rim.GOLD: 0.76,
    Rim.JAGGED: 0.76,
    Rim.NOTCHED: 0.72,
    Rim.CRACKED: 0.80,
    Rim.SIGNED: 0.70,
}
"""Share of a face taken by the picture. A wide rim leaves less."""

_INSET: Final = 0.84
_SIGNS: Final = 0.7
"""Position of the signs of a colour on a face that is not square.

It is a share of the distance from the middle of the face to its corners.
"""
_SIX_AND_NINE: Final = 8
"""Number of sides above which a die has both a 6 and a 9."""
_INK: Final = "#2a1d0c"
_LINES: Final[dict[Rim, tuple[float, list[float]]]] = {
    Rim.PLAIN: (0.014, []),
    Rim.RIVETS: (0.03, [1.0, 3.0]),
    Rim.GOLD: (0.022, []),
    Rim.JAGGED: (0.03, [1.0, 1.0]),
    Rim.NOTCHED: (0.024, [6.0, 1.5]),
    Rim.CRACKED: (0.02, [4.0, 1.0, 1.0, 1.0]),
    Rim.SIGNED: (0.016, []),
}
"""Width and dash pattern of the line along the edges of faces that are not square."""

_RIMS: Final = {
    Rim.PLAIN: _plain,
    Rim.RIVETS: _rivets,
    Rim.GOLD: _gold,
    Rim.JAGGED: _jagged,
    Rim.NOTCHED: _notched,
    Rim.CRACKED: _cracked,
    Rim.SIGNED: _signed,
}


def body_colour(look: Look, light: float, gloss: float) -> QColor:
    """Return the colour of a bevel of this look under `light`, brightened by `gloss`."""
    return mixed(lit(QColor(look.body), light), _WHITE, gloss)
