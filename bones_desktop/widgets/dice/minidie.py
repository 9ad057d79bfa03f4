"""Small pictures: one face of a thrown die on the body of its kind, and drawings in any colour of the theme."""

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPen, QPixmap

from bones_desktop.theme.faces import COLOURED_ON_STEEL
from bones_desktop.theme.measures import to_keep
from bones_desktop.theme.theme import Theme

BURNING: Final = "burning"
"""Group of a hindering die that burns, beside the groups of the dice of a throw."""

BODIES: Final = {
    "character": "bone",
    "item": "steel",
    "challenge": "challenge",
    "hindering": "hindering",
    BURNING: "flame",
    "opponent": "opponent",
}
"""Role of the body's colour by the group of the die."""


def painted_group(group: str, faces: Iterable[str]) -> str:
    """Return the group a die with these faces is painted as: one that burns is known by its blank faces too."""
    return BURNING if group == "hindering" and any("flaming" in code for code in faces) else group


def paint_mini(
    painter: QPainter, rect: QRectF, theme: Theme, code: str, group: str = "character", *, lost: bool = False
) -> None:
    """Paint one face into the largest square in the middle of `rect`."""
    body = "lost" if lost else BODIES.get(painted_group(group, (code,)), "bone")
    side = min(rect.width(), rect.height()) - 2
    square = QRectF(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.color(f"{body}-edge"), max(1.0, side * 0.04)))
    painter.setBrush(theme.color(body))
    painter.drawRoundedRect(square, side * 0.16, side * 0.16)
    if body == "steel":
        _rivets(painter, square, theme)
    elif body == "challenge":
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.color("challenge-ink"), max(1.0, side * 0.03)))
        inset = side * 0.07
        painter.drawRoundedRect(square.adjusted(inset, inset, -inset, -inset), side * 0.1, side * 0.1)
    own = body in {"bone", "lost"}
    gap = side * (0.14 if own else 0.2)
    ink = None if own else theme.color(f"{body}-ink")
    keeps = COLOURED_ON_STEEL if body == "steel" else ()
    theme.faces.paint(painter, square.adjusted(gap, gap, -gap, -gap), code, ink, grey=lost, keeps=keeps)
    painter.restore()


def mini_icon(theme: Theme, code: str, size: int, ratio: float, group: str = "character") -> QIcon:
    """Return the picture as an icon of `size` pixels for a screen with `ratio` device pixels to each."""
    pixmap = QPixmap(QSize(size, size) * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_mini(painter, QRectF(0, 0, size, size), theme, code, group)
    painter.end()
    return QIcon(to_keep(pixmap))


def tinted(theme: Theme, name: str, role: str, size: int, ratio: float) -> QPixmap:
    """Return the drawing of an action in the colour of `role`, `size` pixels wide."""
    pixmap = theme.icon(name).pixmap(QSize(size, size), ratio)
    painter = QPainter(pixmap)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(pixmap.rect(), theme.color(role))
    painter.end()
    return to_keep(pixmap)


def _rivets(painter: QPainter, square: QRectF, theme: Theme) -> None:
    side = square.width()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("steel-edge"))
    for x in (0.13, 0.87):
        for y in (0.13, 0.87):
            at = QPointF(square.left() + side * x, square.top() + side * y)
            painter.drawEllipse(at, side * 0.05, side * 0.05)
