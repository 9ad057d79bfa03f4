"""Paints entries of the log in a list."""

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.storage.log.logentry import LogEntry
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.rows import Index, paint_line_ground
from bones_desktop.widgets.throwlist.entrydays import day_and_time, long_day
from bones_desktop.widgets.throwlist.throwfaces import die_groups
from bones_desktop.widgets.throwlist.throwmodel import ThrowRole
from bones_desktop.widgets.throwlist.throwpaint import ThrowPainter, Words
from bones_desktop.wording.log import clock_time

ONE_LINE: Final = 1500
"""Width from which the dice stand beside the words: below them, a result would be too far from its task."""


class ThrowDelegate(QStyledItemDelegate):
    """Two lines a throw, or one, and headings of the same height: a long list is scrolled without measuring it."""

    def __init__(self, theme: Theme, rulebook: Rulebook, parent: QWidget, *, dated: bool = False) -> None:
        """With `dated`, throws that are not of today tell their day too."""
        super().__init__(parent)
        self._theme = theme
        self._painter = ThrowPainter(theme)
        self._one_line = False
        self._stamp = day_and_time if dated else clock_time
        self.set_rulebook(rulebook)

    @property
    def words(self) -> Words:
        """What entries are told with."""
        return self._words

    @property
    def height(self) -> int:
        """Pixels of every entry."""
        return self._painter.low if self._one_line else self._painter.height

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Know the dice of another rulebook."""
        self._words = Words(self.tr, long_day, self._stamp, die_groups(rulebook))

    def fit(self, width: int) -> bool:
        """Take one line for each throw where there is `width` enough, else two; return whether that is new."""
        before, self._one_line = self._one_line, width >= self._theme.px(ONE_LINE)
        return before != self._one_line

    def refresh(self) -> None:
        """Take the looks anew."""
        self._painter.refresh()

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the size of one entry."""
        return QSize(self._theme.px(160), self.height)

    @guarded(None)
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one entry."""
        from PySide6.QtWidgets import QStyle  # not sooner: see `paint_line_ground`

        theme = self._theme
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_line_ground(painter, theme, rect, state)
        inner = rect.adjusted(theme.px(10), theme.px(4), -theme.px(10), -theme.px(6))
        entry = index.data(ThrowRole.ENTRY)
        if isinstance(entry, LogEntry):
            self._painter.paint(painter, inner, entry, self._words)
        else:
            self._painter.paint_unreadable(painter, inner, str(index.data()))
        painter.setPen(theme.color("line"))
        painter.drawLine(rect.left(), rect.bottom(), rect.right(), rect.bottom())
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(theme.color("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(1, 1, -1, -1))
        painter.restore()
