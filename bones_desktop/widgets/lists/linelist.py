"""Lists of lines: their model, delegate and view."""

from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QSizePolicy, QStyleOptionViewItem, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.lines import write
from bones_desktop.widgets.lists.line import Line, LineLook, LinePainter, paint_row
from bones_desktop.widgets.rows import ROW_ROLE, Index, RowDelegate, RowModel, follow_pointer, set_bare_list

ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
PICKING: Final = ENTER | {Qt.Key.Key_Space}
NO_KEYS: Final = frozenset[Qt.Key]()
"""Keys for lists in dialogs, where Enter presses the button."""
_PLAIN: Final = LineLook()


class LineModel(RowModel[Line]):
    """Shows lines in the given order."""

    def set_lines(self, lines: Iterable[Line]) -> None:
        """Show other lines. If their keys are the same, only changed lines are reported to views."""
        self._update(lines, lambda line: line.key)

    def row_of(self, key: str) -> int:
        """Return the row of the line with this key, or -1."""
        return next((row for row, line in enumerate(self.rows) if line.key == key), -1)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the tick of a line with a box, or the data of any row."""
        line = self.at(index)
        if role == Qt.ItemDataRole.CheckStateRole and line is not None and line.ticked is not None:
            return Qt.CheckState.Checked if line.ticked else Qt.CheckState.Unchecked
        return super().data(index, role)

    def _text(self, line: Line) -> str:
        return line.text

    def _tip(self, line: Line) -> str:
        return line.tip

    def _spoken(self, line: Line) -> str:
        return line.spoken or ", ".join(part for part in (line.text, line.right, line.second) if part)

    def _rule(self, line: Line) -> str:
        return line.rule


class LineDelegate(RowDelegate[Line]):
    """Paints lines on the background of their list."""

    def __init__(self, theme: Theme, look: LineLook, view: QListView) -> None:
        super().__init__(theme, view)
        self._view = view
        self.lines = LinePainter(theme, look)

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of a line, which is as wide as the list."""
        width, line = self._view.viewport().width(), index.data(ROW_ROLE)
        return QSize(width, self.lines.height(line, width)) if isinstance(line, Line) else QSize()

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, line: Line) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(option.rect)
        chosen = paint_row(painter, self._theme, rect, option.state, self.lines.look)
        self.lines.paint(painter, rect, line, chosen=chosen)


class LineList(Guarded, QListView):
    """Shows lines. A key of `keys` or a double click activates one. Space or a click on a box asks for its tick."""

    line_activated = Signal(str)
    """The key of a line."""
    current_changed = Signal(str)
    """The key of the current line, "" for none."""
    tick_requested = Signal(str)
    """The key of a line with a clicked box."""
    removal_requested = Signal(str)
    """The key of a line on which Delete was pressed."""

    def __init__(
        self,
        theme: Theme,
        name: str,
        parent: QWidget,
        look: LineLook = _PLAIN,
        *,
        keys: frozenset[Qt.Key] = ENTER,
        by_click: bool = False,
        least: int = 0,
        whole: bool = False,
        empty: str = "",
        framed: bool = False,
    ) -> None:
        """`name` is the list's name for screen readers, `empty` the text of a list without lines.

        `by_click` lines are activated by one click. A list has room for at least `least` lines. A `whole` list asks for
        room for all its lines and no more.
        """
        super().__init__(parent)
        self._theme = theme
        self._look = look
        self._keys = keys
        self._least = least
        self._whole = whole
        self._empty = empty
        self.lines = LineModel(self)
        self.setModel(self.lines)
        self.setItemDelegate(LineDelegate(theme, look, self))
        (follow_pointer if framed else set_bare_list)(self)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        # With equal heights Qt measures one line instead of all of them.
        self.setUniformItemSizes(not look.wraps)
        self.setAccessibleName(name)
        if whole:
            self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        asked: Callable[[QModelIndex], None] = self._activate
        (self.clicked if by_click else self.doubleClicked).connect(asked)
        self.clicked.connect(self._click)
        self.selectionModel().currentChanged.connect(self._moved)
        self.lines.modelReset.connect(self.updateGeometry)
        # A line with another text may have another height.
        if look.wraps:
            self.lines.dataChanged.connect(self.scheduleDelayedItemsLayout)
        theme.changed.connect(self._restyle)

    @property
    def current(self) -> str:
        """The key of the current line, "" for none."""
        return self._key(self.currentIndex())

    def show_lines(self, lines: Iterable[Line], *, current: str = "", begin: bool = False) -> None:
        """Show other lines and make the one with the key `current` current. "" keeps the current line.

        If that line is gone, the line in its place becomes current. If there was no current line, the first becomes
        current if the list is to `begin` there.
        """
        key, place = current or self.current, self.currentIndex().row()
        self.lines.set_lines(lines)
        row = self.lines.row_of(key)
        if row < 0 and (begin or place >= 0):
            # After removing a line with Delete, the next one can be removed at the same place.
            row = max(0, min(place, len(self.lines.rows) - 1))
        if row >= 0 and row != self.currentIndex().row():
            self._go(row)

    def go_to(self, key: str) -> None:
        """Make the line with this key current, if there is one."""
        row = self.lines.row_of(key)
        if row >= 0 and row != self.currentIndex().row():
            self._go(row)

    def sizeHint(self) -> QSize:
        """Return the size of all lines, or of the minimum number of lines."""
        if self._whole:
            return QSize(self._theme.px(220), self._height(len(self.lines.rows)) + 2)
        return self.minimumSizeHint() if self._least else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return the size of the minimum number of lines."""
        if not self._least:
            return super().minimumSizeHint()
        return QSize(self._theme.px(120), self._height(max(1, min(self._least, len(self.lines.rows)))))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines, or the text of an empty list."""
        super().paintEvent(event)
        if self._empty and not self.lines.rows:
            painter = QPainter(self.viewport())
            room = QRectF(self._theme.px(self._look.pad[0]), 0, self.viewport().width(), self._height(1))
            write(painter, room, self._empty, self._theme.font("sans", 14), self._theme.color("muted"))
            painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap texts again."""
        super().resizeEvent(event)
        if self._look.wraps:
            self.scheduleDelayedItemsLayout()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Start at the first line when reached by key, so that the focus is visible."""
        if not self.currentIndex().isValid() and event.reason() != Qt.FocusReason.MouseFocusReason:
            self._go(0)
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Activate, tick or remove by key. Other keys walk and search."""
        line, key = self.lines.at(self.currentIndex()), event.key()
        if line is None:
            super().keyPressEvent(event)
        elif key == Qt.Key.Key_Space and line.ticked is not None:
            self.tick_requested.emit(line.key)
        elif key in self._keys:
            self.line_activated.emit(line.key)
        elif key == Qt.Key.Key_Delete:
            self.removal_requested.emit(line.key)
        else:
            super().keyPressEvent(event)

    def _go(self, row: int) -> None:
        self.setCurrentIndex(self.lines.index(row))

    def _height(self, rows: int) -> int:
        return rows * self._theme.px(self._look.height)

    def _key(self, index: Index) -> str:
        line = self.lines.at(index)
        return line.key if line is not None else ""

    def _activate(self, index: Index) -> None:
        if index.isValid():
            self.line_activated.emit(self._key(index))

    def _click(self, index: Index) -> None:
        line = self.lines.at(index)
        if line is not None and line.ticked is not None:
            self.tick_requested.emit(line.key)

    def _moved(self, now: QModelIndex) -> None:
        self.current_changed.emit(self._key(now))

    def _restyle(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.updateGeometry()
