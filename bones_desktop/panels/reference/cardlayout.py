"""Where everything on the card of an entry goes, for one width. Painting only follows."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics

from bones_desktop.panels.reference.entry import Cell, DieRow, Entry, Look
from bones_desktop.theme.theme import Theme

WRAP: Final = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
_TALL: Final = 100_000
_NAME: Final = 110
"""Width a name needs to have the rule beside it, at 100 % text size."""


@dataclass(frozen=True, slots=True)
class Words:
    """A text, its font, and the role of its colour."""

    rect: QRect
    text: str
    font: QFont
    role: str


@dataclass(frozen=True, slots=True)
class Tile:
    """A face: its code, the die it is on, and whether any skill may stand there."""

    rect: QRectF
    code: str
    look: Look
    free: bool = False


@dataclass(slots=True)
class Card:
    """What to paint, from the card's own top left corner."""

    words: list[Words] = field(default_factory=list)
    tiles: list[Tile] = field(default_factory=list)
    choices: list[QRectF] = field(default_factory=list)
    """Frames around the faces of a limited choice."""
    badge: QRect | None = None
    height: int = 0


class CardLayout:
    """Lays cards out in the fonts and distances of a theme; make another one when they change."""

    def __init__(self, theme: Theme, house_badge: str) -> None:
        self._theme = theme
        self._badge = house_badge
        self._name = theme.font("serif", 16, bold=True)
        self._small = theme.font("sans", 12)
        self._text = theme.font("sans", 14)
        self._metrics = {id(font): QFontMetrics(font) for font in (self._name, self._small, self._text)}

    def card(self, entry: Entry, width: int) -> Card:
        """Return the card of `entry`, `width` pixels wide."""
        px = self._theme.px
        card = Card()
        pad = px(12)
        left, right, top = pad, width - pad, pad
        if entry.icon:
            side = px(48)
            card.tiles.append(Tile(QRectF(left, top, side, side), entry.icon, entry.look))
            left += side + px(12)
        aside = self._corner_width(entry) + px(12)
        beside = right - left - aside >= px(_NAME)
        y = self._put(card, QRect(left, top, right - left - aside * beside, _TALL), entry.name, self._name, "text")
        if entry.kind:
            y = self._put(card, QRect(left, y, right - left, _TALL), entry.kind, self._small, "muted")
        if beside:
            drop = self._metrics[id(self._name)].ascent() - self._metrics[id(self._small)].ascent()
            self._corner(card, entry, right - aside + px(12), right, top + drop)
        else:
            y = self._corner(card, entry, left, right, y + px(2))
        if entry.dice:
            y = self._rows(card, entry.dice, QRect(left, y + px(8), right - left, _TALL))
        if entry.details:
            y += px(4)
        for detail in entry.details:
            y = self._put(card, QRect(left, y + px(2), right - left, _TALL), detail, self._text, "text")
        bottom = max(y, pad + px(48)) if entry.icon else y
        card.height = bottom + pad
        return card

    def _corner_width(self, entry: Entry) -> int:
        width = self._metrics[id(self._small)].horizontalAdvance(entry.rule) + 1
        return width + (self._badge_width() + self._theme.px(8) if entry.house else 0)

    def _badge_width(self) -> int:
        return self._metrics[id(self._small)].horizontalAdvance(self._badge) + self._theme.px(12)

    def _corner(self, card: Card, entry: Entry, left: int, right: int, top: int) -> int:
        """Put the badge of house rules and the rule from `left` on, on two lines if need be; return where they end."""
        px, metrics = self._theme.px, self._metrics[id(self._small)]
        first, width = left, metrics.horizontalAdvance(entry.rule) + 1
        if entry.house:
            wide = self._badge_width()
            card.badge = QRect(left, top - px(1), wide, metrics.height() + px(2))
            inner = QRect(left + px(6), top, wide - px(6), metrics.height())
            card.words.append(Words(inner, self._badge, self._small, "warn"))
            left += wide + px(8)
            if left + width > right:
                left, top = first, top + metrics.height() + px(4)
        rule = QRect(left, top, width, metrics.height())
        card.words.append(Words(rule, entry.rule, self._small, "muted"))
        return top + metrics.height()

    def _put(self, card: Card, space: QRect, text: str, font: QFont, role: str) -> int:
        """Put `text` at the top of `space`, wrapped; return where it ends."""
        used = self._metrics[id(font)].boundingRect(space, WRAP, text)
        rect = QRect(space.left(), space.top(), space.width(), used.height())
        card.words.append(Words(rect, text, font, role))
        return rect.top() + rect.height()

    def _rows(self, card: Card, rows: Sequence[DieRow], space: QRect) -> int:
        """Put dice below one another: names before the faces, or above them where there is no room beside."""
        px, metrics = self._theme.px, self._metrics[id(self._small)]
        side, gap = px(28), px(4)
        labels = max((metrics.horizontalAdvance(row.label) + px(8) for row in rows if row.label), default=0)
        if labels + 6 * (side + gap) > space.width():
            labels = 0
        y = space.top()
        for number, row in enumerate(rows):
            if row.label and labels:
                place = QRect(space.left(), y + (side - metrics.height()) // 2, labels, metrics.height())
                card.words.append(Words(place, row.label, self._small, "text"))
            elif row.label:
                y = self._put(card, QRect(space.left(), y, space.width(), _TALL), row.label, self._small, "text")
            y = self._cells(card, row, QRect(space.left() + labels, y, space.width() - labels, side))
            y += gap if number < len(rows) - 1 else 0
        return y

    def _cells(self, card: Card, row: DieRow, line: QRect) -> int:
        """Put the six faces of a die side by side, on a second line when a limited choice takes too much room."""
        gap = self._theme.px(4)
        side, x, y = line.height(), line.left(), line.top()
        for cell in row.cells:
            width = self._cell_width(cell, side)
            if x > line.left() and x + width > line.left() + line.width():
                x, y = line.left(), y + side + gap
            codes = cell.codes or ("",)
            if len(codes) > 1:
                card.choices.append(QRectF(x, y, width, side))
                inset = self._theme.px(3)
                small = side - 2 * inset
                for place, code in enumerate(codes):
                    rect = QRectF(x + inset + place * (small + inset), y + inset, small, small)
                    card.tiles.append(Tile(rect, code, row.look))
            else:
                card.tiles.append(Tile(QRectF(x, y, side, side), codes[0], row.look, free=not cell.codes))
            x += width + gap
        return y + side

    def _cell_width(self, cell: Cell, side: int) -> int:
        if len(cell.codes) < 2:
            return side
        inset = self._theme.px(3)
        return inset + len(cell.codes) * (side - inset)
