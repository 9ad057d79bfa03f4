"""The table of the ledger, with a small picture of each icon that was placed or taken off."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import (
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from bones_desktop.panels.builder.growth.ledgermodel import LedgerColumn, LedgerModel, LedgerRole
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.minidie import paint_mini
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.lists.barelines import set_bare_lines
from bones_desktop.widgets.lists.rowground import paint_cell_ground
from bones_desktop.widgets.lists.rowmodel import Index
from bones_desktop.widgets.sheetproperty import set_font

SIDE = 22
"""Sides of a picture in pixels at 100 % text size."""


class LedgerDelegate(QStyledItemDelegate):
    """Paints a cell in one line; sessions earned and spent have the colours of good and muted."""

    def __init__(self, theme: Theme, parent: QTableView) -> None:
        super().__init__(parent)
        self._theme = theme
        self._view = parent

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the room of the text in one line."""
        metrics = QFontMetricsF(self._theme.font("sans", 14))
        width = metrics.horizontalAdvance(str(index.data() or "")) + self._theme.px(20)
        return QSize(int(width), self._theme.px(SIDE + 10))

    @guarded(None)
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell."""
        theme, column = self._theme, LedgerColumn(index.column())
        state: QStyle.StateFlag = option.state
        cell = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        current = bool(state & QStyle.StateFlag.State_Selected)
        lit = current or bool(state & QStyle.StateFlag.State_MouseOver)
        paint_cell_ground(painter, theme, cell, lit=lit, focused=current and self._view.hasFocus(), ruled=False)
        inner = cell.adjusted(theme.px(8), 0, -theme.px(8), 0)
        code = index.data(LedgerRole.FACE)
        if code:
            side = theme.px(SIDE)
            square = QRectF(inner.left(), inner.center().y() - side / 2, side, side)
            paint_mini(painter, square, theme, code, lost=bool(index.data(LedgerRole.GONE)))
            inner.adjust(side + theme.px(8), 0, 0, 0)
        bold = column is LedgerColumn.SAVED
        font = theme.font("serif" if bold else "sans", 14, bold=bold)
        text = str(index.data() or "")
        painter.setFont(font)
        painter.setPen(theme.color(_tone(column, text)))
        shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, int(index.data(Qt.ItemDataRole.TextAlignmentRole)), shown)
        painter.restore()


class LedgerView(QTableView):
    """Shows the ledger; nothing in it can be changed here."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.ledger = LedgerModel(self)
        self.setModel(self.ledger)
        self.setItemDelegate(LedgerDelegate(theme, self))
        set_bare_lines(self)
        self.setAccessibleName(self.tr("Ledger"))
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(LedgerColumn.WHAT, QHeaderView.ResizeMode.Stretch)
        theme.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        height = self._theme.px(SIDE + 10)
        self.verticalHeader().setDefaultSectionSize(height)
        # As large as it is painted by the style sheet, or its columns are measured too narrow.
        set_font(self.horizontalHeader(), self._theme.font("sans", 14, bold=True))
        self.viewport().update()


def _tone(column: LedgerColumn, text: str) -> str:
    if column is LedgerColumn.DAY:
        return "muted"
    if column is LedgerColumn.SESSIONS:
        return "good" if text.startswith("+") else "muted"
    return "text"
