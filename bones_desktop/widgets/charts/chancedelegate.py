"""Paints one cell of the table of chances: a ground as long as the chance, the percentage, and its last change."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from bones_desktop.rules.chances import Chance
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.charts.chancemodel import ChanceRole
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.lists.rowmodel import Index

_CORNER: Final = 3
_GAP: Final = 4


@dataclass(frozen=True, slots=True)
class _Type:
    """The type of all cells, worked out once for a text size and not for each of so many cells."""

    font: QFont
    small: QFont
    widest: int
    beside: int


class ChanceDelegate(QStyledItemDelegate):
    """The current cell has a rim, other chosen ones a raised ground."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._type = self._fitting()
        theme.changed.connect(self._restyle)

    @guarded(None)
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell."""
        theme, state = self._theme, option.state
        chance = index.data(ChanceRole.CHANCE)
        cell = QRectF(option.rect).adjusted(1, 1, -1, -1)
        corner = theme.px(_CORNER)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        painter.setBrush(theme.color("raised" if chosen or hovered else "surface"))
        painter.drawRoundedRect(cell, corner, corner)
        if isinstance(chance, Chance) and chance.num:
            least = 2.0 * corner
            filled = QRectF(cell.left(), cell.top(), max(least, cell.width() * chance.value), cell.height())
            painter.setBrush(theme.color("chance"))
            painter.drawRoundedRect(filled, corner, corner)
        self._paint_words(painter, cell, index, chance if isinstance(chance, Chance) else None)
        if state & QStyle.StateFlag.State_HasFocus or self._is_current(option, index):
            focused = bool(state & QStyle.StateFlag.State_HasFocus)
            painter.setPen(QPen(theme.color("focus" if focused else "second"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(cell, corner, corner)
        painter.restore()

    def _paint_words(self, painter: QPainter, cell: QRectF, index: Index, chance: Chance | None) -> None:
        """Write the percentage at the same place in every row, and the change beside it."""
        theme, align = self._theme, Qt.AlignmentFlag
        change = str(index.data(ChanceRole.CHANGE) or "")
        text = str(index.data(Qt.ItemDataRole.DisplayRole))
        painter.setFont(self._type.font)
        painter.setPen(theme.color("text" if chance is not None and chance.num else "muted"))
        right = min(cell.right() - self._type.beside, cell.center().x() + self._type.widest / 2)
        room = QRectF(cell.left(), cell.top(), right - cell.left(), cell.height())
        if chance is None or not chance.num:
            room, side = cell, align.AlignHCenter
        else:
            side = align.AlignRight
        painter.drawText(room, side | align.AlignVCenter, text)
        if change:
            painter.setFont(self._type.small)
            painter.setPen(theme.color("good" if change.startswith("+") else "bad"))
            painter.drawText(cell.adjusted(0, 0, -theme.px(_GAP), 0), align.AlignRight | align.AlignVCenter, change)

    def _restyle(self) -> None:
        self._type = self._fitting()

    def _fitting(self) -> _Type:
        theme = self._theme
        font, small = theme.font("sans", 14), theme.font("sans", 12, bold=True)
        beside = QFontMetrics(small).horizontalAdvance("+0.8") + 2 * theme.px(_GAP)
        return _Type(font, small, QFontMetrics(font).horizontalAdvance("> 99 %"), beside)

    @staticmethod
    def _is_current(option: QStyleOptionViewItem, index: Index) -> bool:
        view = option.widget
        return view is not None and hasattr(view, "currentIndex") and view.currentIndex() == index
