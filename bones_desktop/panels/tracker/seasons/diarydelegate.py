"""How a row of the diary is painted: words wrap to the width, and the height follows."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem

from bones_desktop.panels.tracker.seasons.diarymodel import DiaryRole, DiaryRow, RowKind
from bones_desktop.panels.tracker.seasons.wrapping import wrapped
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.lists.rowground import paint_line_ground
from bones_desktop.widgets.lists.rowmodel import Index

MEASURE: Final = 620
"""Widest lines of what became of an action, in pixels at 100 % text size."""
LARGE: Final = 600
"""From this width on, at 100 % text size, the diary is written in larger letters."""
_ENDLESS: Final = 1_000_000
_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


@dataclass(frozen=True, slots=True)
class _Part:
    """A line in its place within a row."""

    room: QRectF
    text: str
    font: QFont
    role: str
    side: Qt.AlignmentFlag = _LEFT


class DiaryDelegate(QStyledItemDelegate):
    """Remembers the heights of rows for one width; `forget` them when fonts change."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._heights: dict[DiaryRow, int] = {}
        self._width = 0

    def forget(self) -> None:
        """Measure all rows anew."""
        self._heights.clear()

    @guarded(QSize())
    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height the row's words need at the width of the view."""
        row = index.data(DiaryRole.ROW)
        width = self._width_of_rows()
        if not isinstance(row, DiaryRow):
            return QSize()
        if width != self._width:
            self._width = width
            self._heights.clear()
        if row not in self._heights:
            parts = self._parts(row, QRectF(0, 0, width, _ENDLESS))
            self._heights[row] = round(max(part.room.bottom() for part in parts) + self._theme.px(6))
        return QSize(width, self._heights[row])

    @guarded(None)
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the row."""
        row = index.data(DiaryRole.ROW)
        if not isinstance(row, DiaryRow):
            return
        theme = self._theme
        painter.save()
        paint_line_ground(painter, theme, option.rect, option.state)
        if row.kind is RowKind.SEASON and index.row():
            painter.setPen(theme.color("line"))
            painter.drawLine(option.rect.topLeft(), option.rect.topRight())
        room = QRectF(option.rect)
        room.setWidth(self._width_of_rows())
        for part in self._parts(row, room):
            painter.setFont(part.font)
            painter.setPen(theme.color(part.role))
            painter.drawText(part.room, part.side, part.text)
        painter.restore()

    def _width_of_rows(self) -> int:
        """Return the width with a scroll bar, whether or not there is one: heights must not depend on it."""
        return self._view.contentsRect().width() - self._view.verticalScrollBar().sizeHint().width()

    def _parts(self, row: DiaryRow, rect: QRectF) -> list[_Part]:
        theme = self._theme
        heading, act = row.kind is RowKind.SEASON, row.kind is RowKind.ACTION
        large = rect.width() >= theme.px(LARGE)
        body, small = (16, 14) if large else (14, 12)
        room = rect.adjusted(theme.px(10), theme.px(14 if heading else 6), -theme.px(10), 0)
        title = theme.font("serif", 20, bold=True) if heading else theme.font("sans", body, bold=act)
        side = theme.font("sans", small if heading else body, bold=act)
        result = QRectF(room.left(), room.top(), room.width(), QFontMetricsF(title).lineSpacing())
        wide = QFontMetricsF(side).horizontalAdvance(row.result)
        below = bool(row.result) and wide > room.width() * (0.5 if heading else 0.4)
        parts: list[_Part] = []
        left = room.width() - (wide + theme.px(12) if row.result and not below else 0)
        y = self._add(parts, row.title, title, "muted" if row.kind is RowKind.ASSETS else "text", room, left)
        if row.result and not below:
            parts.append(_Part(result, row.result, side, row.tone, _RIGHT))
        notes = [(row.result, row.tone, side)] if below else []
        notes += [(row.note, "muted", theme.font("sans", small)), (row.text, "text", theme.font("sans", body))]
        measure = min(room.width(), theme.px(MEASURE))
        for text, tone, font in notes:
            room.setTop(y)
            y = self._add(parts, text, font, tone, room, measure)
        return parts

    @staticmethod
    def _add(parts: list[_Part], text: str, font: QFont, role: str, room: QRectF, width: float) -> float:
        """Add the lines of a text from the top of `room` on; return where they end."""
        y, step = room.top(), QFontMetricsF(font).lineSpacing()
        for line in wrapped(text, font, width):
            parts.append(_Part(QRectF(room.left(), y, width + 1, step), line, font, role))
            y += step
        return y
