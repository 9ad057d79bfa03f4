"""Paints entries as cards and sections as lines with the number of answers."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from bones_desktop.panels.reference.cardlayout import WRAP, Card, CardLayout, Tile
from bones_desktop.panels.reference.entry import Entry, Look
from bones_desktop.panels.reference.referencemodel import ReferenceRole
from bones_desktop.theme.measures import CARD_RADIUS, RADIUS
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.lists.rowmodel import Index

_MARGIN: Final = 4
"""Half the gap between cards."""


class EntryDelegate(QStyledItemDelegate):
    """Cards in columns: those side by side are of one height."""

    def __init__(self, theme: Theme, parent: QListView) -> None:
        super().__init__(parent)
        self._theme = theme
        self._columns = 1
        self._width = theme.px(400)
        self._cards: dict[int, tuple[Entry, Card]] = {}
        self._layout = self._new_layout()

    def fit(self, columns: int, width: int) -> None:
        """Lay the cards out anew, `columns` side by side and each `width` wide."""
        self._columns, self._width = columns, width
        self._layout = self._new_layout()
        self._cards.clear()

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of the card: as tall as the tallest beside it."""
        model = index.model()
        first = index.row() - index.row() % self._columns
        beside = (model.index(row, 0) for row in range(first, min(first + self._columns, model.rowCount())))
        heights = [self._card(each).height for each in beside]
        return QSize(self._width, max(heights, default=0) + 2 * self._theme.px(_MARGIN))

    @guarded(None)
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the card."""
        state: QStyle.StateFlag = option.state
        gap = self._theme.px(_MARGIN)
        outside = QRectF(option.rect).adjusted(gap, gap, -gap, -gap)
        painter.save()
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        _body(painter, self._theme, outside, state)
        painter.translate(outside.topLeft())
        card = self._card(index)
        self._badge(painter, card)
        for words in card.words:
            painter.setFont(words.font)
            painter.setPen(self._theme.color(words.role))
            painter.drawText(words.rect, WRAP, words.text)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.color("muted"), 1, Qt.PenStyle.DashLine))
        for frame in card.choices:
            painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), self._theme.px(4), self._theme.px(4))
        for tile in card.tiles:
            self._tile(painter, tile)
        painter.restore()

    def _new_layout(self) -> CardLayout:
        return CardLayout(self._theme, self.tr("house rule"))

    def _card(self, index: Index) -> Card:
        entry = index.data(ReferenceRole.ENTRY)
        if not isinstance(entry, Entry):
            return Card()
        known = self._cards.get(id(entry))
        if known is None:
            known = (entry, self._layout.card(entry, self._width - 2 * self._theme.px(_MARGIN)))
            self._cards[id(entry)] = known
        return known[1]

    def _badge(self, painter: QPainter, card: Card) -> None:
        if card.badge is not None:
            painter.setPen(QPen(self._theme.color("warn"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(card.badge), self._theme.px(4), self._theme.px(4))

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
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, self.tr("any", "a face any skill may stand on"))
            return
        ink: QColor | None = None if tile.look is Look.BONE else theme.color(f"{look}-ink")
        inset = round(rect.width() * 0.12)
        inner = rect.adjusted(inset, inset, -inset, -inset)
        scale = painter.device().devicePixelRatio()
        painter.drawImage(inner, theme.faces.image(tile.code, round(inner.width() * scale), ink))


class SectionDelegate(QStyledItemDelegate):
    """A line a section: its name, and at the right how many answers it has."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the size of a line; the view stretches it to its own width."""
        return QSize(self._theme.px(180), self._theme.px(30))

    @guarded(None)
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the line; a section without answers steps back."""
        theme = self._theme
        state: QStyle.StateFlag = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        count = index.data(ReferenceRole.COUNT)
        line = QRectF(option.rect).adjusted(theme.px(2), theme.px(1), -theme.px(2), -theme.px(1))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if chosen or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("raised" if chosen else "hover"))
            painter.drawRoundedRect(line, theme.px(RADIUS), theme.px(RADIUS))
        if chosen:
            painter.setPen(QPen(theme.color("second"), theme.px(3), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            x = line.left() + theme.px(3)
            painter.drawLine(QPointF(x, line.top() + theme.px(6)), QPointF(x, line.bottom() - theme.px(6)))
            if state & QStyle.StateFlag.State_HasFocus:
                painter.setPen(QPen(theme.color("focus"), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(line.adjusted(1, 1, -1, -1), theme.px(RADIUS), theme.px(RADIUS))
        inner = line.adjusted(theme.px(12), 0, -theme.px(8), 0)
        painter.setFont(theme.font("sans", 14, bold=chosen))
        painter.setPen(theme.color("text" if count else "muted"))
        room = int(inner.width()) - theme.px(32)
        name = painter.fontMetrics().elidedText(str(index.data()), Qt.TextElideMode.ElideRight, room)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(inner, flags | Qt.AlignmentFlag.AlignLeft, name)
        painter.setFont(theme.font("sans", 12))
        painter.setPen(theme.color("muted"))
        painter.drawText(inner, flags | Qt.AlignmentFlag.AlignRight, str(count))
        painter.restore()


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
