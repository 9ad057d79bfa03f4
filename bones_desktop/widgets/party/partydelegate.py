"""Paints members as cards; what stands on a card is painted once and kept until it changes."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from bones_desktop.theme.measures import CARD_RADIUS
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.lists.rowmodel import Index
from bones_desktop.widgets.party.partycard import PORTRAIT, PartyCard
from bones_desktop.widgets.party.partyfit import PartyFit, fit_party
from bones_desktop.widgets.party.partymodel import GlanceRole, GlanceRow, PartyModel

GAP: Final = 5
"""Around a card at scale 1."""
_KEPT: Final = 64
Key = TypeVar("Key")
Kept = TypeVar("Kept")
SquareOf = Callable[[str, int], QImage]
"""The middle square of a portrait with so many pixels a side; null for none."""


@dataclass(frozen=True, slots=True)
class _Look:
    """All that a painted card depends on."""

    row: GlanceRow
    size: QSize
    scale: float
    ratio: float
    below_zero: bool
    mirrored: bool


class PartyDelegate(QStyledItemDelegate):
    """Cards of one size, as `fit` says."""

    def __init__(self, theme: Theme, model: PartyModel, square_of: SquareOf, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self._square_of = square_of
        self._card = PartyCard(theme)
        self._painted: OrderedDict[str, tuple[_Look, QPixmap]] = OrderedDict()
        self._squares: OrderedDict[tuple[str, int], QImage] = OrderedDict()
        self.fit: PartyFit = fit_party(1, 1, 1)
        self.painted = 0
        """How many cards were painted anew so far."""
        theme.changed.connect(self._painted.clear)

    @guarded(QSize())
    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the size of a card with the gap around it."""
        return QSize(self.fit.width, self.fit.height)

    @guarded(None)
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the card."""
        row = index.data(GlanceRole.ROW)
        if not isinstance(row, GlanceRow):
            return
        gap = max(1, round(GAP * self.fit.scale))
        card = option.rect.adjusted(gap, gap, -gap, -gap)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, QRectF(card), option.state)
        mirrored = option.direction is Qt.LayoutDirection.RightToLeft
        ratio = painter.device().devicePixelRatioF()
        look = _Look(row, card.size(), self.fit.scale, ratio, self._model.below_zero, mirrored)
        painter.drawPixmap(card.topLeft(), self._content(look))
        painter.restore()

    def _ground(self, painter: QPainter, card: QRectF, state: QStyle.StateFlag) -> None:
        theme = self._theme
        radius = CARD_RADIUS * self.fit.scale
        focused = bool(state & QStyle.StateFlag.State_HasFocus)
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        rim = theme.color("focus" if focused else "second" if chosen else "line")
        painter.setPen(QPen(rim, max(2, 2 * self.fit.scale) if focused or chosen else 1))
        painter.setBrush(theme.color("raised" if state & QStyle.StateFlag.State_MouseOver else "surface"))
        painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)

    def _content(self, look: _Look) -> QPixmap:
        kept = self._painted.get(look.row.id)
        if kept is not None and kept[0] == look:
            self._painted.move_to_end(look.row.id)
            return kept[1]
        self.painted += 1
        content = QPixmap(look.size * look.ratio)
        content.setDevicePixelRatio(look.ratio)
        content.fill(Qt.GlobalColor.transparent)
        painter = QPainter(content)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            if look.mirrored:
                painter.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
            room = QRectF(0, 0, look.size.width(), look.size.height())
            picture = self._picture(look)
            self._card.paint(painter, room, look.row, picture, look.scale, below_zero=look.below_zero)
        finally:
            painter.end()
        self._painted[look.row.id] = look, content
        _limit(self._painted)
        return content

    def _picture(self, look: _Look) -> QImage:
        glance = look.row.glance
        if glance is None or not glance.portrait:
            return QImage()
        key = glance.portrait, round(PORTRAIT * look.scale * look.ratio)
        if key not in self._squares:
            self._squares[key] = self._square_of(*key)
            _limit(self._squares)
        return self._squares[key]


def _limit(kept: OrderedDict[Key, Kept]) -> None:
    while len(kept) > _KEPT:
        kept.popitem(last=False)
