"""The assets that earn along, as an item model and its painter."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.lists.rowground import paint_line_ground
from bones_desktop.widgets.lists.rowmodel import Index, RowModel
from bones_desktop.widgets.text.plaintip import plain_tip

ROW: Final = 32


@dataclass(frozen=True, slots=True)
class AssetRow:
    """One asset; texts are finished."""

    name: str
    source: str
    place: int | None
    """Which of the character's assets it is; None for one that a mastery brings."""


class AssetRole(IntEnum):
    """Roles beside Qt's own."""

    ROW = Qt.ItemDataRole.UserRole + 1


class AssetModel(RowModel[AssetRow]):
    """The assets in the order given."""

    def set_rows(self, rows: Iterable[AssetRow]) -> None:
        """Show other assets; nothing happens when they are the same."""
        self._show(rows)

    @guarded(None)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the name, both texts as a tip and for screen readers, or the row itself."""
        row = self.at(index)
        if row is None:
            return None
        if role == AssetRole.ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.name
        said = f"{row.name}, {row.source}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(said)
        return said if role == Qt.ItemDataRole.AccessibleTextRole else None


class AssetDelegate(QStyledItemDelegate):
    """Paints an asset in one line: its name, and at the right where it comes from."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the height of a line."""
        return QSize(self._theme.px(120), self._theme.px(ROW))

    @guarded(None)
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the line."""
        row = index.data(AssetRole.ROW)
        if not isinstance(row, AssetRow):
            return
        theme = self._theme
        painter.save()
        paint_line_ground(painter, theme, option.rect, option.state)
        room = QRectF(option.rect).adjusted(theme.px(10), 0, -theme.px(8), 0)
        small, font = theme.font("sans", 12), theme.font("sans", 14)
        source = QFontMetricsF(small).elidedText(row.source, Qt.TextElideMode.ElideRight, room.width() / 2)
        painter.setFont(small)
        painter.setPen(theme.color("muted"))
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, source)
        room.setRight(room.right() - QFontMetricsF(small).horizontalAdvance(source) - theme.px(8))
        painter.setFont(font)
        painter.setPen(theme.color("text"))
        name = QFontMetricsF(font).elidedText(row.name, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name)
        painter.restore()
