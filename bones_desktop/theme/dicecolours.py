"""Colours of players' dice, the same in every theme, and the sign of each colour for players who see no colours.

Every body is light. Dark ink is easy to read on it, and players see it well on the felt and among other dice, most of
which are dark.
"""

from typing import Final, NamedTuple

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

Corners = tuple[tuple[float, float], ...]


class Tint(NamedTuple):
    """The body of a die, and the corners of its sign between -1 and 1."""

    body: str
    sign: Corners

    @property
    def edge(self) -> str:
        """The darker colour of the edge and of the sign."""
        return QColor(self.body).darker(_DARK).name()


INK: Final = "#17110a"
"""Colour of pictures and numbers on every tint."""
_DARK: Final = 230
"""Factor for `QColor.darker`, in percent: the edge of a die is darker than its body."""
_SQUARE: Final = ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85))
TINTS: Final[dict[str, Tint]] = {
    "coral": Tint("#ff8f80", ((0, -1), (1, 0.8), (-1, 0.8))),
    "rose": Tint("#f9a8cf", ((0, -1), (1, -0.2), (0.6, 1), (-0.6, 1), (-1, -0.2))),
    "amber": Tint("#f7b731", _SQUARE),
    "lemon": Tint("#f6ee5f", ((0, -1.1), (1.1, 0), (0, 1.1), (-1.1, 0))),
    "lime": Tint("#b4e04c", ((-1, -0.35), (-0.35, -0.35), (-0.35, -1), (0.35, -1), (0.35, -0.35), (1, -0.35), (1, 0.35),
                             (0.35, 0.35), (0.35, 1), (-0.35, 1), (-0.35, 0.35), (-1, 0.35))),
    "aqua": Tint("#6fe3ec", ((-1, -0.4), (1, -0.4), (1, 0.4), (-1, 0.4))),
    "sky": Tint("#86c6fa", ((-1, -0.8), (1, -0.8), (0, 1))),
    "indigo": Tint("#a3b1ff", ((-0.4, -1), (0.4, -1), (0.4, 1), (-0.4, 1))),
    "lilac": Tint("#d3a5f5", ((-1, -1), (1, -1), (-1, 1), (1, 1))),
    "copper": Tint("#dfab78", ((-1, -1), (1, 1), (-1, 1))),
}  # fmt: skip


def tint_roles() -> dict[str, str]:
    """Return the colour roles of all tints: body, edge and ink, named as the colours of other dice are in a theme."""
    found: dict[str, str] = {}
    for name, tint in TINTS.items():
        found |= {name: tint.body, f"{name}-edge": tint.edge, f"{name}-ink": INK}
    return found


def paint_tint_sign(painter: QPainter, name: str, middle: QPointF, radius: float, *, on_steel: bool = False) -> None:
    """Paint the sign of a colour: darker than a die of this colour, or `on_steel` in the colour with a dark edge."""
    tint, shape = TINTS[name], QPainterPath()
    shape.addPolygon(QPolygonF([middle + QPointF(x, y) * radius for x, y in tint.sign]))
    shape.closeSubpath()
    painter.fillPath(shape, QColor(tint.body if on_steel else tint.edge))
    if on_steel:
        painter.strokePath(shape, QPen(QColor(INK), radius * 0.35))
