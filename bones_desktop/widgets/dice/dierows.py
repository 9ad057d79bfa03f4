"""Dice as rows of small faces, one die a row: an item model, its painter and a list to read."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import FaceLook, paint_face
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.lines import write
from bones_desktop.widgets.rows import Index, RowDelegate, RowModel, paint_ground, set_bare_list

_LARGEST: Final = 34
_TITLE: Final = 17
_GAP: Final = 4


@dataclass(frozen=True, slots=True)
class DieRow:
    """One die. Texts are finished."""

    title: str
    codes: tuple[str, ...]
    spoken: str
    """The die with its faces in words."""
    marked: frozenset[int] = frozenset()
    """Places of the faces that differ from the other build's."""
    lost: bool = False
    body: str = "bone"
    """What its faces are made of, as in FaceLook."""


class DieRowModel(RowModel[DieRow]):
    """The dice in the order given."""

    def set_rows(self, rows: Sequence[DieRow]) -> None:
        """Show these dice; while their number is the same, only changed rows are reported to views."""
        self._update(rows, lambda _row: None)

    def _text(self, row: DieRow) -> str:
        return row.title

    def _spoken(self, row: DieRow) -> str:
        return row.spoken


class DieRowDelegate(RowDelegate[DieRow]):
    """Paints the title above six small faces; those that differ have a rim."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.side = theme.px(_LARGEST)
        """Side of a face in pixels, set by the view."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the room of one row; the view gives it its width."""
        return QSize(0, self._theme.px(_TITLE) + self.side + self._theme.px(3 * _GAP))

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, row: DieRow) -> None:
        theme, state = self._theme, option.state
        room = QRectF(option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focused = bool(state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_Selected)
        paint_ground(painter, theme, room.adjusted(1, 1, -1, -1), current=focused, hovered=False)
        gap = theme.px(_GAP)
        line = QRectF(room.left() + gap, room.top() + gap, room.width() - 2 * gap, theme.px(_TITLE))
        color = theme.color("bad" if row.lost else "text" if row.marked else "muted")
        write(painter, line, row.title, theme.font("sans", 12), color)
        for place, code in enumerate(row.codes):
            left = line.left() + place * (self.side + gap)
            square = QRectF(left, line.bottom() + gap / 2, self.side, self.side)
            paint_face(painter, square.adjusted(2, 2, -2, -2), FaceLook(code, lost=row.lost, body=row.body), theme)
            if place in row.marked:
                painter.setPen(QPen(theme.color("second"), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(square, self.side * 0.16, self.side * 0.16)


class DieRowView(QListView):
    """The rows, faces as large as the width allows."""

    def __init__(self, theme: Theme, model: DieRowModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        set_bare_list(self)
        self.setModel(model)
        self._delegate = DieRowDelegate(theme, self)
        self.setItemDelegate(self._delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setTabKeyNavigation(False)
        theme.changed.connect(self._fit)
        self._fit()

    def sizeHint(self) -> QSize:
        """Return room for a few dice; the rest scrolls."""
        return QSize(self._theme.px(220), self._theme.px(200))

    def minimumSizeHint(self) -> QSize:
        """Return room for one die."""
        return QSize(self._theme.px(120), self._theme.px(60))

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the faces share the new width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        theme = self._theme
        gap = theme.px(_GAP)
        # The room of the bar is kept free, so that faces stay as they are when it comes.
        width = self.width() - self.verticalScrollBar().sizeHint().width() - 2 * gap
        side = min(theme.px(_LARGEST), max(theme.px(14), (width - 5 * gap) // 6))
        if side != self._delegate.side:
            self._delegate.side = side
            self.scheduleDelayedItemsLayout()
