"""Small faces of a throw: which faces an entry shows, which of them count, and cached pictures of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap

from bones_desktop.rules.bones.book.attempts import CHALLENGE, CHARACTER, HINDERING, ITEM, OPPONENT
from bones_desktop.rules.bones.book.notation import ITEM_USES
from bones_desktop.rules.bones.book.rulebook import DieUse, Rulebook
from bones_desktop.storage.log.logentry import LogEntry
from bones_desktop.theme.measures import to_keep
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.minidie import paint_mini, painted_group

MOST: Final = 2048
FADED: Final = 0.6


class MiniFaces:
    """Draws faces of thrown dice by code and kind from cached pictures. `clear` them when the theme changes."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._kept: dict[tuple[str, str, int, float, bool], QPixmap] = {}

    def clear(self) -> None:
        """Forget what is drawn."""
        self._kept.clear()

    def paint(self, painter: QPainter, at: QPointF, side: int, code: str, group: str, *, crossed: bool = False) -> None:
        """Draw a face of `side` pixels with its upper left corner at `at`, `crossed` out when it does not count."""
        ratio = painter.device().devicePixelRatioF()
        key = (code, group, side, ratio, crossed)
        pixmap = self._kept.get(key)
        if pixmap is None:
            if len(self._kept) >= MOST:
                self._kept.clear()
            pixmap = self._kept[key] = self._draw(code, group, side, ratio, crossed=crossed)
        painter.drawPixmap(at, pixmap)

    def _draw(self, code: str, group: str, side: int, ratio: float, *, crossed: bool) -> QPixmap:
        pixmap = QPixmap(QSize(side, side) * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if crossed:
            painter.setOpacity(FADED)
        paint_mini(painter, QRectF(0, 0, side, side), self._theme, code, group)
        if crossed:
            painter.setOpacity(1)
            painter.setPen(QPen(self._theme.color("bad"), max(1.5, side * 0.075), c=Qt.PenCapStyle.RoundCap))
            painter.drawLine(QPointF(side * 0.12, side * 0.88), QPointF(side * 0.88, side * 0.12))
        painter.end()
        return to_keep(pixmap)


@dataclass(frozen=True, slots=True)
class ShownFace:
    """One small face."""

    code: str
    group: str
    """Group of the die, which decides its colour."""
    crossed: bool = False
    """Whether the face does not count: the die was re-rolled, or the throw struck out."""
    parted: bool = False
    """Whether it is the first of the dice of the opponent."""


def shown_faces(entry: LogEntry, groups: Mapping[str, str]) -> tuple[ShownFace, ...]:
    """Return the faces of an entry. `groups` gives the group of a die by its name, for old lines without groups."""
    faces: list[ShownFace] = []
    parted = False
    for place, die in enumerate(entry.dice):
        group = die.group or groups.get(die.name, CHARACTER)
        seen = entry.faces_of(place)
        begins = group == OPPONENT and not parted
        parted = parted or begins
        painted = painted_group(group, die.faces)
        faces += [
            ShownFace(die.faces[index], painted, crossed=not stands, parted=begins and first == 0)
            for first, (index, stands) in enumerate(seen)
        ]
    return tuple(faces)


def die_groups(rulebook: Rulebook) -> dict[str, str]:
    """Return the group of each printed die that is not a character's own, by its name: old lines keep names only."""
    kinds = {DieUse.CHALLENGE: CHALLENGE, DieUse.HINDERING: HINDERING}
    kinds |= dict.fromkeys(ITEM_USES, ITEM)
    return {die.name: kinds[die.use] for die in rulebook.dice if die.use in kinds}
