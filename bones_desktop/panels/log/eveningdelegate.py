"""Paints an evening that has ended: when it was, and its seal or what checking it has shown."""

from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from bones_desktop.panels.log.eveningmodel import CheckedEvening, EveningRole
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.minidie import tinted
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.rows import Index, paint_line_ground

_HEIGHT: Final = 48


class EveningDelegate(QStyledItemDelegate):
    """Two lines an evening; a sign at the right once it was checked."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the size of one evening."""
        return QSize(self._theme.px(160), self._theme.px(_HEIGHT))

    @guarded(None)
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one evening."""
        row = index.data(EveningRole.ROW)
        if not isinstance(row, CheckedEvening):
            return
        theme = self._theme
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        paint_line_ground(painter, theme, rect, state)
        inner = rect.adjusted(theme.px(10), theme.px(4), -theme.px(10), -theme.px(4))
        tone = "muted"
        if row.found is not None:
            tone = "good" if row.found.sound else "bad"
            side = theme.px(20)
            name = "check" if row.found.sound else "close"
            mark = tinted(theme, name, tone, side, painter.device().devicePixelRatioF())
            painter.drawPixmap(QPoint(inner.right() - side, inner.top()), mark)
            inner.setRight(inner.right() - side - theme.px(6))
        upper = QRect(inner.left(), inner.top(), inner.width(), inner.height() // 2)
        lower = QRect(inner.left(), upper.bottom(), inner.width(), inner.height() // 2)
        for line, text, size, role in (
            (upper, str(index.data()), 14, "text"),
            (lower, str(index.data(EveningRole.SECOND)), 12, tone),
        ):
            painter.setFont(theme.font("sans", size))
            painter.setPen(theme.color(role))
            shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, line.width())
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, shown)
        painter.setPen(theme.color("line"))
        painter.drawLine(rect.left(), rect.bottom(), rect.right(), rect.bottom())
        painter.restore()
