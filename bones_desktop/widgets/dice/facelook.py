"""The content of a face, and its painting, large or as a small picture of a rolled die."""

from collections.abc import Iterable
from enum import Enum
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QIcon, QLinearGradient, QPainter, QPainterPath, QPen, QPixmap

from bones_desktop.rules.records import Record
from bones_desktop.theme.faces import COLOURED_ON_STEEL
from bones_desktop.theme.measures import TINTS, paint_tint_sign, to_keep
from bones_desktop.theme.theme import Theme


class ChoiceRim(Enum):
    """The number of choices that a face offers, shown by its border."""

    NONE = "none"
    DASHED = "dashed"
    SOLID = "solid"


class FaceLook(Record):
    """The content of a face. Texts are ready to show."""

    code: str = ""
    rim: ChoiceRim = ChoiceRim.NONE
    locked: bool = False
    illegal: bool = False
    lost: bool = False
    body: str = "bone"
    """Colour role of the die.

    Border and ink have the roles "<body>-edge" and "<body>-ink"; the ink of bone is "ink".
    """
    ghosts: tuple[str, ...] = ()
    """Codes allowed on an empty face. If there are only a few, their icons are painted faintly."""
    open: bool = False
    """True for a face of a template. Its border contains all `ghosts`, or a dot if any skill is allowed."""
    marked: bool = False
    """True if a ring marks the face, because it differs from the same face of another build."""
    closed: bool = False
    """True if the player must make another choice before choosing this face."""
    label: str = ""
    """Name of the icon on the face; "" for none."""
    name: str = ""
    """The text for screen readers."""
    tip: str = ""


_PICTURE: Final = 0.70
_RADIUS: Final = 0.16
_MOST_GHOSTS: Final = 4


def paint_face(
    painter: QPainter, rect: QRectF, look: FaceLook, theme: Theme, *, lifted: bool = False, bodiless: bool = False
) -> None:
    """Paint a face in `rect`, without its body if `bodiless`. `lifted` is True if the pointer is over it."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if look.open:
        _open(painter, rect, look, theme)
    elif look.code:
        if bodiless:
            _rim(painter, rect, look, theme)
        else:
            _body(painter, rect, look, theme, lifted)
        _picture(painter, rect, look, theme)
        _signs(painter, rect, look, theme)
    else:
        _empty(painter, rect, look, theme, lifted)
    if look.marked:
        painter.setPen(QPen(theme.color("second"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect.adjusted(-1, -1, 1, 1), _radius(rect), _radius(rect))
    painter.restore()


def _radius(rect: QRectF) -> float:
    return rect.width() * _RADIUS


def _faded(colour: QColor, alpha: float) -> QColor:
    faint = QColor(colour)
    faint.setAlphaF(alpha)
    return faint


def _body(painter: QPainter, rect: QRectF, look: FaceLook, theme: Theme, lifted: bool) -> None:
    body = "lost" if look.lost else look.body
    base, edge = theme.color(body), theme.color(f"{body}-edge")
    radius = _radius(rect)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(edge)
    painter.drawRoundedRect(rect, radius, radius)
    thick = max(1.5, rect.height() * 0.045)
    top = rect.adjusted(0, 0, 0, -thick)
    shade = QLinearGradient(top.topLeft(), top.bottomLeft())
    shade.setColorAt(0, base.lighter(106 if lifted else 103))
    shade.setColorAt(1, base.lighter(102) if lifted else base.darker(105))
    # With high contrast, the body has no shading and exactly the colour of its owner.
    painter.setBrush(base if theme.is_flat else shade)
    painter.drawRoundedRect(top, radius, radius)
    # Bone is as light as the page of a light theme, so an outline is needed.
    painter.setPen(QPen(edge, max(1.0, rect.width() * 0.016)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    half = painter.pen().widthF() / 2
    painter.drawRoundedRect(top.adjusted(half, half, -half, -half), radius, radius)
    if body == "steel":
        _rivets(painter, top, theme)
    elif body == "challenge":
        painter.setPen(QPen(theme.color("challenge-ink"), max(1.0, rect.width() * 0.03)))
        inset = rect.width() * 0.07
        painter.drawRoundedRect(top.adjusted(inset, inset, -inset, -inset), radius * 0.6, radius * 0.6)
    paint_tint_signs(painter, top, body)
    _rim(painter, top, look, theme)


def _rivets(painter: QPainter, square: QRectF, theme: Theme) -> None:
    side = square.width()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("steel-edge"))
    for x in (0.13, 0.87):
        for y in (0.13, 0.87):
            at = QPointF(square.left() + side * x, square.top() + side * y)
            painter.drawEllipse(at, side * 0.05, side * 0.05)


def _rim(painter: QPainter, top: QRectF, look: FaceLook, theme: Theme) -> None:
    """Hatch a face that is not allowed, and paint the border that shows how many choices there are."""
    radius, rect = _radius(top), top
    if look.illegal:
        path = QPainterPath()
        path.addRoundedRect(top, radius, radius)
        painter.fillPath(path, QBrush(_faded(theme.color("mastery3"), 0.55), Qt.BrushStyle.BDiagPattern))
    if look.rim is not ChoiceRim.NONE:
        pen = QPen(_faded(theme.color("ink"), 0.62), max(1.4, rect.width() * 0.026))
        if look.rim is ChoiceRim.DASHED:
            pen.setDashPattern([3.2, 2.6])
        inset = rect.width() * 0.065
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        inner = top.adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(inner, radius * 0.72, radius * 0.72)


def _picture(painter: QPainter, rect: QRectF, look: FaceLook, theme: Theme) -> None:
    share = rect.width() * (1 - _PICTURE) / 2
    inner = rect.adjusted(share, share * 0.9, -share, -share * 1.1)
    ink = None if look.body == "bone" else theme.color(f"{look.body}-ink")
    # Players recognize poison and fire by their colour, so these icons keep it even on equipment.
    keeps = COLOURED_ON_STEEL if look.body == "steel" else ()
    theme.faces.paint(painter, inner, look.code, ink, grey=look.lost, keeps=keeps)


def _signs(painter: QPainter, rect: QRectF, look: FaceLook, theme: Theme) -> None:
    if look.lost:
        _crack(painter, rect, theme)
    if look.locked:
        side = max(9.0, rect.width() * 0.17)
        corner = rect.width() * 0.07
        square = QRectF(rect.right() - side - corner, rect.bottom() - side - corner * 1.5, side, side)
        paint_lock(painter, square, _faded(theme.color("lost-ink" if look.lost else "ink"), 0.6))
    if look.illegal:
        side = max(14.0, rect.width() * 0.30)
        badge = QRectF(rect.right() - side * 0.82, rect.top() - side * 0.18, side, side)
        painter.setPen(QPen(theme.color("bone"), 1.5))
        painter.setBrush(theme.color("mastery3"))
        painter.drawEllipse(badge)
        painter.setPen(QPen(theme.color("bone"), max(2.0, side * 0.13), c=Qt.PenCapStyle.RoundCap))
        x, y = badge.center().x(), badge.center().y()
        painter.drawLine(QLineF(x, y - side * 0.24, x, y + side * 0.04))
        painter.drawPoint(QPointF(x, y + side * 0.25))


def paint_lock(painter: QPainter, square: QRectF, colour: QColor) -> None:
    """Paint a closed lock."""
    body = QRectF(square.left(), square.top() + square.height() * 0.42, square.width(), square.height() * 0.58)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(body, square.width() * 0.14, square.width() * 0.14)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, max(1.1, square.width() * 0.14)))
    arch = QRectF(square.left() + square.width() * 0.22, square.top(), square.width() * 0.56, square.height() * 0.8)
    painter.drawArc(arch, 0, 180 * 16)


def _crack(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    def at(x: float, y: float) -> QPointF:
        return QPointF(rect.left() + rect.width() * x, rect.top() + rect.height() * y)

    path = QPainterPath(at(0.30, 0.0))
    for x, y in ((0.38, 0.22), (0.27, 0.40), (0.46, 0.58), (0.40, 0.78), (0.55, 0.955)):
        path.lineTo(at(x, y))
    path.moveTo(at(0.46, 0.58))
    path.lineTo(at(0.70, 0.66))
    path.lineTo(at(0.80, 0.60))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.color("lost-edge"), max(1.5, rect.width() * 0.03), j=Qt.PenJoinStyle.MiterJoin))
    painter.drawPath(path)


def _empty(painter: QPainter, rect: QRectF, look: FaceLook, theme: Theme, lifted: bool) -> None:
    radius = _radius(rect)
    line = theme.color("line" if look.closed else "edge")
    painter.setBrush(theme.color("raised") if lifted else Qt.BrushStyle.NoBrush)
    pen = QPen(theme.color("text") if lifted else line, max(1.5, rect.width() * 0.026), c=Qt.PenCapStyle.RoundCap)
    pen.setDashPattern([0.1, 2.6])
    painter.setPen(pen)
    painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), radius, radius)
    if look.closed:
        return
    # Many pictures would be too small to see. A single one would look like an icon that is already chosen.
    if 1 < len(look.ghosts) <= _MOST_GHOSTS:
        paint_options(painter, rect, look.ghosts, theme, "muted", 0.36)
        return
    arm = rect.width() * 0.15
    painter.setPen(QPen(theme.color("muted"), max(2.0, rect.width() * 0.045), c=Qt.PenCapStyle.RoundCap))
    centre = rect.center()
    painter.drawLine(QLineF(centre.x() - arm, centre.y(), centre.x() + arm, centre.y()))
    painter.drawLine(QLineF(centre.x(), centre.y() - arm, centre.x(), centre.y() + arm))


def open_look(options: tuple[str, ...], *, free: bool = False, tip: str = "") -> FaceLook:
    """Return the look of a template's face: its icon, several codes to choose from, or any skill if `free`."""
    if len(options) == 1 and not free:
        return FaceLook(options[0], tip=tip)
    return FaceLook(ghosts=() if free else options, open=True, tip=tip)


def _open(painter: QPainter, rect: QRectF, look: FaceLook, theme: Theme) -> None:
    pen = QPen(theme.color("muted"), max(1.2, rect.width() * 0.035))
    if look.ghosts:
        pen.setDashPattern([3.0, 2.0])
    painter.setPen(pen)
    painter.setBrush(theme.color("ground"))
    half = pen.widthF() / 2
    painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), _radius(rect), _radius(rect))
    if look.ghosts:
        few = len(look.ghosts) <= _MOST_GHOSTS
        paint_options(painter, rect, look.ghosts, theme, "text", 0.40 if few else 0.28, 2 if few else 3)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("muted"))
        painter.drawEllipse(rect.center(), rect.width() * 0.06, rect.width() * 0.06)


def paint_options(
    painter: QPainter, rect: QRectF, codes: tuple[str, ...], theme: Theme, role: str, share: float, columns: int = 2
) -> None:
    """Paint the possible icons small, in centred rows. `share` is the size of an icon as a share of the face."""
    side, gap = rect.width() * share, rect.width() * 0.05
    rows = [codes[start : start + columns] for start in range(0, len(codes), columns)]
    top = rect.center().y() - (len(rows) * side + (len(rows) - 1) * gap) / 2
    for row, entries in enumerate(rows):
        left = rect.center().x() - (len(entries) * side + (len(entries) - 1) * gap) / 2
        for column, code in enumerate(entries):
            square = QRectF(left + column * (side + gap), top + row * (side + gap), side, side)
            theme.faces.paint(painter, square, code, theme.color(role))


BURNING: Final = "burning"
"""Group used to paint a flaming hindering die. Dice of a roll never belong to this group."""

_ITEM: Final = "-item"
"""Suffix of the group name of equipment dice whose owner has a colour."""
BODIES: Final = {
    "character": "bone",
    "item": "steel",
    "challenge": "challenge",
    "hindering": "hindering",
    BURNING: "flame",
    "opponent": "opponent",
    "uncanny": "steel",
    "magic": "hindering",
    "d20": "steel",
    "hits": "opponent",
    "strain": "flame",
    "theirs": "opponent",
    "injuries": "flame",
    "black": "challenge",
    "their_pool": "opponent",
    "their_black": "challenge",
    **{name: name for name in TINTS},
    **dict.fromkeys((f"{name}{_ITEM}" for name in TINTS), "steel"),
}
"""Colour role of the body for each group of dice of any game, as on the tray; other groups are bone."""
THEIRS: Final = frozenset({"opponent", "theirs", "their_pool"})
"""Groups of the dice that belong to the other side of a roll."""


def painted_group(group: str, faces: Iterable[str], colour: str = "") -> str:
    """Return the group that determines a die's colours.

    If the owner has a `colour`, the owner's dice are painted in this colour, and equipment dice carry the sign of this
    colour. Other kinds of dice do not change. A die is flaming if any of its `faces` shows it, even if the rolled face
    is blank.
    """
    if colour and (group in THEIRS or group == "d20" or BODIES.get(group, "bone") == "bone"):
        return colour
    if colour and group == "item":
        return f"{colour}{_ITEM}"
    return BURNING if group == "hindering" and any("flaming" in code for code in faces) else group


def paint_mini(
    painter: QPainter, rect: QRectF, theme: Theme, code: str, group: str = "character", *, lost: bool = False
) -> None:
    """Paint a face in the largest centred square of `rect`, in the colours of its group."""
    side = min(rect.width(), rect.height()) - 2
    square = QRectF(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side)
    body = BODIES.get(painted_group(group, (code,)), "bone")
    paint_face(painter, square, FaceLook(code or "blank", body=body, lost=lost), theme)
    if body != group:
        paint_tint_signs(painter, square, group)


def paint_tint_signs(painter: QPainter, square: QRectF, group: str) -> None:
    """Paint the sign of a colour at two corners of a die.

    On a die of that colour, the sign is darker than the die. On equipment, the sign has the colour itself.
    """
    name = group.removesuffix(_ITEM)
    if name in TINTS:
        gap, radius = square.width() * 0.17, square.width() * 0.12
        for corner, inward in ((square.topLeft(), 1), (square.bottomRight(), -1)):
            paint_tint_sign(painter, name, corner + QPointF(gap, gap) * inward, radius, on_steel=name != group)


def mini_icon(theme: Theme, code: str, size: int, ratio: float, group: str = "character") -> QIcon:
    """Return a face as an icon of `size` pixels for a screen with `ratio` device pixels per logical pixel."""
    pixmap = QPixmap(QSize(size, size) * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_mini(painter, QRectF(0, 0, size, size), theme, code, group)
    painter.end()
    return QIcon(to_keep(pixmap))


def tinted(theme: Theme, name: str, role: str, size: int, ratio: float) -> QPixmap:
    """Return the drawing of an action in the colour `role`, `size` pixels wide."""
    pixmap = theme.icon(name).pixmap(QSize(size, size), ratio)
    painter = QPainter(pixmap)
    # Only the shape of the drawing is kept, in the new colour.
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(pixmap.rect(), theme.color(role))
    painter.end()
    return to_keep(pixmap)
