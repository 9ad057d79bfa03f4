"""Layout and painting of entries as cards."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyleOptionViewItem

from bones_desktop.pages.reference.entry import Entry, EntryDieRow, EntryLook
from bones_desktop.rules.reasons import RULE_ID
from bones_desktop.theme.measures import CARD_RADIUS, upright
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.rows import Index, RowDelegate, RowModel, draw_text, paint_badge
from bones_desktop.wording.language import _, pgettext

WRAP: Final = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
_TALL: Final = 100_000
_NAME: Final = 110
"""Smallest width of a name that shares its line with the rule id, at 100 % text size."""
_MARGIN: Final = 4
"""Half the gap between cards."""


class EntryWords(NamedTuple):
    """A text, its font, and the role of its colour."""

    rect: QRect
    text: str
    font: QFont
    role: str


class Tile(NamedTuple):
    """A face: its code, the kind of its die, and whether any skill may be chosen for it."""

    rect: QRectF
    code: str
    look: EntryLook
    free: bool = False


@dataclass(slots=True)
class EntryCard:
    """Everything to paint on a card, in coordinates from its top left corner."""

    words: list[EntryWords] = field(default_factory=list)
    tiles: list[Tile] = field(default_factory=list)
    choices: list[QRectF] = field(default_factory=list)
    """Frames around the faces of a limited choice."""
    badge: QRect | None = None
    rule: QRect | None = None
    """Rectangle of the rule id, which is a link; None without a rule."""
    height: int = 0


class CardLayout:
    """Calculates the layout of cards for the fonts and distances of a theme.

    The object is replaced when the fonts or distances change.
    """

    def __init__(self, theme: Theme, house_badge: str) -> None:
        self._px = cache(theme.px)  # cached because each of hundreds of cards needs about twelve lengths
        self._badge = house_badge
        self._name = theme.font("serif", 16, bold=True)
        self._small = theme.font("sans", 12)
        self._link = QFont(self._small)
        self._link.setUnderline(True)
        self._text = theme.font("sans", 14)
        self._metrics = {id(font): QFontMetrics(font) for font in (self._name, self._small, self._text)}

    def card(self, entry: Entry, width: int) -> EntryCard:
        """Return the card of `entry`, `width` pixels wide."""
        px = self._px
        card = EntryCard()
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
            # Texts of two sizes look right on one line only when their baselines meet.
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
        # The picture may be taller than the text to its right.
        bottom = max(y, pad + px(48)) if entry.icon else y
        card.height = bottom + pad
        return card

    def _corner_width(self, entry: Entry) -> int:
        width = self._metrics[id(self._small)].horizontalAdvance(entry.rule) + 1
        return width + (self._badge_width() + self._px(8) if entry.house else 0)

    def _badge_width(self) -> int:
        return self._metrics[id(self._small)].horizontalAdvance(self._badge) + self._px(12)

    def _corner(self, card: EntryCard, entry: Entry, left: int, right: int, top: int) -> int:
        """Place the house rules badge and the rule id from `left` on, on two lines if needed; return their bottom."""
        px, metrics = self._px, self._metrics[id(self._small)]
        first, width = left, metrics.horizontalAdvance(entry.rule) + 1
        if entry.house:
            wide = self._badge_width()
            card.badge = QRect(left, top - px(1), wide, metrics.height() + px(2))
            inner = QRect(left + px(6), top, wide - px(6), metrics.height())
            card.words.append(EntryWords(inner, self._badge, self._small, "muted"))
            left += wide + px(8)
            if left + width > right:
                left, top = first, top + metrics.height() + px(4)
        rule = QRect(left, top, width, metrics.height())
        if RULE_ID.fullmatch(entry.rule):
            card.rule = rule
            card.words.append(EntryWords(rule, entry.rule, self._link, "second"))
        else:
            card.words.append(EntryWords(rule, entry.rule, self._small, "muted"))
        return top + metrics.height()

    def _put(self, card: EntryCard, space: QRect, text: str, font: QFont, role: str) -> int:
        """Place `text` at the top of `space`, wrapped; return its bottom."""
        used = self._metrics[id(font)].boundingRect(space, WRAP, text)
        rect = QRect(space.left(), space.top(), space.width(), used.height())
        card.words.append(EntryWords(rect, text, font, role))
        return rect.top() + rect.height()

    def _rows(self, card: EntryCard, rows: Sequence[EntryDieRow], space: QRect) -> int:
        """Place dice below one another, with names left of the faces, or above the faces in a narrow card."""
        px, metrics = self._px, self._metrics[id(self._small)]
        side, gap = px(28), px(4)
        labels = max((metrics.horizontalAdvance(row.label) + px(8) for row in rows if row.label), default=0)
        if labels + 6 * (side + gap) > space.width():
            labels = 0
        y = space.top()
        for number, row in enumerate(rows):
            if row.label and labels:
                place = QRect(space.left(), y + (side - metrics.height()) // 2, labels, metrics.height())
                card.words.append(EntryWords(place, row.label, self._small, "text"))
            elif row.label:
                y = self._put(card, QRect(space.left(), y, space.width(), _TALL), row.label, self._small, "text")
            y = self._cells(card, row, QRect(space.left() + labels, y, space.width() - labels, side))
            y += gap if number < len(rows) - 1 else 0
        return y

    def _cells(self, card: EntryCard, row: EntryDieRow, line: QRect) -> int:
        """Place the six faces of a die side by side, on a second line if a limited choice is too wide."""
        gap = self._px(4)
        side, x, y = line.height(), line.left(), line.top()
        for cell in row.cells:
            width = self._cell_width(cell, side)
            if x > line.left() and x + width > line.left() + line.width():
                x, y = line.left(), y + side + gap
            codes = cell or ("",)
            if len(codes) > 1:
                card.choices.append(QRectF(x, y, width, side))
                inset = self._px(3)
                small = side - 2 * inset
                for place, code in enumerate(codes):
                    rect = QRectF(x + inset + place * (small + inset), y + inset, small, small)
                    card.tiles.append(Tile(rect, code, row.look))
            else:
                card.tiles.append(Tile(QRectF(x, y, side, side), codes[0], row.look, free=not cell))
            x += width + gap
        return y + side

    def _cell_width(self, cell: tuple[str, ...], side: int) -> int:
        if len(cell) < 2:
            return side
        inset = self._px(3)
        return inset + len(cell) * (side - inset)


class EntryDelegate(RowDelegate[Entry]):
    """Paints cards in columns. All cards of a line have the same height."""

    def __init__(self, theme: Theme, parent: QListView) -> None:
        super().__init__(theme, parent)
        # Keyed by identity: hashing a whole entry for each paint would be slow.
        self._cards: dict[int, tuple[Entry, EntryCard]] = {}
        self.fit(1, theme.px(400))

    def fit(self, columns: int, width: int) -> None:
        """Set the layout to `columns` columns of `width` pixels each."""
        self._columns, self._width = columns, width
        self._layout = CardLayout(self._theme, _("house rule"))
        self.forget()

    def forget(self) -> None:
        """Drop all layouts because the entries or their sizes have changed."""
        self._cards.clear()

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of the card, which is as tall as the tallest card in its line."""
        # The height of a line depends on all its cards, so the loop begins with the first card of the line.
        model, first = index.model(), index.row() - index.row() % self._columns
        beside = model.rows[first : first + self._columns] if isinstance(model, RowModel) else ()
        heights = [self._card(entry).height for entry in beside]
        return QSize(self._width, max(heights, default=0) + 2 * self._theme.px(_MARGIN))

    def is_on_rule(self, entry: Entry, at: QPoint) -> bool:
        """Return whether the point `at`, counted from the card's top left corner, is on the rule id."""
        rule, gap = self._card(entry).rule, self._theme.px(_MARGIN)
        return rule is not None and rule.adjusted(-gap, -gap, gap, gap).contains(at - QPoint(gap, gap))

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, entry: Entry) -> None:
        gap = self._theme.px(_MARGIN)
        outside = QRectF(option.rect).adjusted(gap, gap, -gap, -gap)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        _body(painter, self._theme, outside, option.state)
        painter.translate(outside.topLeft())
        card = self._card(entry)
        if card.badge is not None:
            paint_badge(painter, self._theme, QRectF(card.badge), "")
        for words in card.words:
            painter.setFont(words.font)
            painter.setPen(self._theme.color(words.role))
            draw_text(painter, words.rect, WRAP, words.text)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.color("muted"), 1, Qt.PenStyle.DashLine))
        for frame in card.choices:
            painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), self._theme.px(4), self._theme.px(4))
        for tile in card.tiles:
            with upright(painter, tile.rect):
                self._tile(painter, tile)

    def _card(self, entry: Entry) -> EntryCard:
        if id(entry) not in self._cards:
            card = self._layout.card(entry, self._width - 2 * self._theme.px(_MARGIN))
            self._cards[id(entry)] = entry, card
        return self._cards[id(entry)][1]

    def _tile(self, painter: QPainter, tile: Tile) -> None:
        theme = self._theme
        rect, look = tile.rect, tile.look.value
        round_ = max(2.0, rect.width() * 0.16)
        line = rect.adjusted(0.5, 0.5, -0.5, -0.5)
        if not tile.code and not tile.free:
            painter.setPen(QPen(theme.color("muted"), 1, Qt.PenStyle.DotLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(line, round_, round_)
            return
        painter.setPen(QPen(theme.color(f"{look}-edge"), 1))
        painter.setBrush(theme.color(look))
        painter.drawRoundedRect(line, round_, round_)
        if tile.free:
            painter.setPen(theme.color("ink"))
            painter.setFont(theme.font("sans", 12))
            painter.drawText(
                rect, Qt.AlignmentFlag.AlignCenter, pgettext("any skill may be chosen for this face", "any")
            )
            return
        ink: QColor | None = None if tile.look is EntryLook.BONE else theme.color(f"{look}-ink")
        inset = round(rect.width() * 0.12)
        inner = rect.adjusted(inset, inset, -inset, -inset)
        scale = painter.device().devicePixelRatio()
        painter.drawImage(inner, theme.faces.image(tile.code, round(inner.width() * scale), ink))


def _body(painter: QPainter, theme: Theme, outside: QRectF, state: QStyle.StateFlag) -> None:
    chosen = bool(state & QStyle.StateFlag.State_Selected)
    hovered = bool(state & QStyle.StateFlag.State_MouseOver)
    focused = chosen and bool(state & QStyle.StateFlag.State_HasFocus)
    rim = theme.color("focus" if focused else "second" if chosen else "line")
    width = 2 if chosen else 1
    painter.setPen(QPen(rim, width))
    painter.setBrush(theme.color("raised" if chosen or hovered else "surface"))
    inset = width / 2
    painter.drawRoundedRect(
        outside.adjusted(inset, inset, -inset, -inset), theme.px(CARD_RADIUS), theme.px(CARD_RADIUS)
    )
