"""The heads of the table of chances: skills with their caps on the left, difficulties with their dice above."""

from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QHeaderView, QTableView

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.charts.chancemodel import ChanceRole
from bones_desktop.widgets.guarded import guarded

_GAP: Final = 8
_NUMBER: Final = 26
_LINE: Final = 15
_HEIGHT: Final = 60


class ChanceHeader(QHeaderView):
    """Paints one head of the table; the row and the current column stand out."""

    def __init__(self, theme: Theme, orientation: Qt.Orientation, table: QTableView) -> None:
        super().__init__(orientation, table)
        self._theme = theme
        self._table = table
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setSectionsClickable(True)
        self.setHighlightSections(True)

    def sizeHint(self) -> QSize:
        """Return room for the longest name, or for a number over two lines."""
        theme = self._theme
        if self.orientation() == Qt.Orientation.Horizontal:
            return QSize(0, theme.px(_HEIGHT))
        bold = QFontMetrics(theme.font("sans", 14, bold=True))
        small = QFontMetrics(theme.font("sans", 12))
        widest = 0
        for section in range(self.count()):
            note = small.horizontalAdvance(self._value(section, ChanceRole.NOTE))
            name = bold.horizontalAdvance(self._value(section, Qt.ItemDataRole.DisplayRole))
            widest = max(widest, name + (note + theme.px(_GAP) if note else 0))
        return QSize(widest + 2 * theme.px(_GAP), 0)

    @guarded(None)
    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:  # noqa: N803 (Qt's names)
        """Paint the name and the note of one row or column."""
        painter.save()
        current = self._table.currentIndex()
        if self.orientation() == Qt.Orientation.Horizontal:
            self._paint_level(painter, QRectF(rect), logicalIndex, current.column() == logicalIndex)
        else:
            self._paint_skill(painter, QRectF(rect), logicalIndex, current.row() == logicalIndex)
        painter.restore()

    def _value(self, section: int, role: int) -> str:
        model = self.model()
        return str(model.headerData(section, self.orientation(), role) or "") if model is not None else ""

    def _paint_skill(self, painter: QPainter, rect: QRectF, section: int, current: bool) -> None:
        theme, gap = self._theme, self._theme.px(_GAP)
        model = self.model()
        allowed = model is None or model.headerData(section, self.orientation(), ChanceRole.ALLOWED) is not False
        room = rect.adjusted(gap, 0, -gap, 0)
        note = self._value(section, ChanceRole.NOTE)
        painter.setFont(theme.font("sans", 12))
        painter.setPen(theme.color("muted"))
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, note)
        used = painter.fontMetrics().horizontalAdvance(note) + gap if note else 0
        painter.setFont(theme.font("sans", 14, bold=current))
        painter.setPen(theme.color("second" if current else "text" if allowed else "muted"))
        name = self._value(section, Qt.ItemDataRole.DisplayRole)
        shown = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, int(room.width() - used))
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)

    def _paint_level(self, painter: QPainter, rect: QRectF, section: int, current: bool) -> None:
        theme = self._theme
        painter.setFont(theme.font("serif", 16, bold=True))
        painter.setPen(theme.color("second" if current else "text"))
        number = QRectF(rect.left(), rect.top() + theme.px(2), rect.width(), theme.px(_NUMBER))
        painter.drawText(number, Qt.AlignmentFlag.AlignCenter, self._value(section, ChanceRole.NOTE))
        painter.setFont(theme.font("sans", 12, bold=current))
        painter.setPen(theme.color("second" if current else "muted"))
        line = QRectF(rect.left(), number.bottom(), rect.width(), theme.px(_LINE))
        for words in self._lines(
            painter.fontMetrics(), self._value(section, Qt.ItemDataRole.DisplayRole), rect.width()
        ):
            painter.drawText(line, Qt.AlignmentFlag.AlignCenter, words)
            line.translate(0, theme.px(_LINE))

    @staticmethod
    def _lines(metrics: QFontMetrics, name: str, width: float) -> list[str]:
        """Return the name on one line where it fits, else on two."""
        first, _, rest = name.partition(" ")
        lines = [name] if metrics.horizontalAdvance(name) <= width or not rest else [first, rest]
        return [metrics.elidedText(line, Qt.TextElideMode.ElideRight, int(width)) for line in lines]
