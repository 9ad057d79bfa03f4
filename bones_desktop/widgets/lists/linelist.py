"""Lists of lines: their model, delegate and view."""

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QListView,
    QSizePolicy,
    QStyle,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from bones_desktop.rules.records import replace
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.lists.line import Ground, Line, LineLook, LinePainter, paint_row
from bones_desktop.widgets.plaintext import beyond, plain_tip
from bones_desktop.widgets.rows import (
    LEFT,
    RIGHT,
    ROW_ROLE,
    Index,
    RowDelegate,
    RowModel,
    TellingDelegate,
    follow_pointer,
    mirror_for,
    paint_cell_ground,
    set_bare_lines,
    set_bare_list,
)
from bones_desktop.widgets.scaled import follow, set_type

TABLE_ROW: Final = LineLook(height=36, ruled=True)
_MEASURED: Final = 200
"""Number of rows that Qt measures to size columns. Measuring all rows of a long ledger would be slow."""

TableRow = tuple[Line, ...]
"""The cells of a row. The key, tick and rule of the first cell apply to the whole row."""


class TableModel(Guarded, QAbstractTableModel):
    """Shows rows of cells below headings."""

    def __init__(self, heads: Sequence[str], looks: Sequence[LineLook], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = tuple(heads)
        self._numbers = frozenset(column for column, look in enumerate(looks) if look.number)
        self.rows: tuple[TableRow, ...] = ()
        """The rows, from top to bottom."""

    def key(self, index: Index) -> str:
        """Return the key of the row at `index`; "" outside the table."""
        return self.rows[index.row()][0].key if index.isValid() and index.row() < len(self.rows) else ""

    def row_of(self, key: str) -> int:
        """Return the row with this key; -1 if there is none."""
        return next((place for place, row in enumerate(self.rows) if row[0].key == key), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self._heads)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the cell for ROW_ROLE, otherwise its text, tooltip, tick, alignment or spoken text."""
        column = index.column()
        if not index.isValid() or index.row() >= len(self.rows) or column >= len(self._heads):
            return None
        cell = self.rows[index.row()][column]
        match role:
            case int() if role == ROW_ROLE:
                return cell
            case Qt.ItemDataRole.DisplayRole:
                return cell.text
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(beyond(cell.text, cell.tip)) or None
            case Qt.ItemDataRole.AccessibleTextRole:
                return cell.spoken or f"{self._heads[column]}: {cell.tip or cell.text}".removeprefix(": ")
            case Qt.ItemDataRole.TextAlignmentRole:
                return RIGHT if column in self._numbers else LEFT
            case Qt.ItemDataRole.CheckStateRole if cell.ticked is not None:
                return Qt.CheckState.Checked if cell.ticked else Qt.CheckState.Unchecked
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the heading of a column, or its alignment; for screen readers, the first text of a row."""
        if orientation is Qt.Orientation.Vertical and role == Qt.ItemDataRole.AccessibleTextRole:
            return self.rows[section][0].text
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self._heads):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if section in self._numbers else LEFT
        return self._heads[section] if role == Qt.ItemDataRole.DisplayRole else None

    def set_rows(self, rows: Iterable[TableRow]) -> None:
        """Show other rows.

        If rows were only changed, or only added or removed at the top, the model signals just these rows and is not
        reset.
        """
        shown = tuple(rows)
        # A ledger gets new entries at the top. If only these rows are signalled, the view keeps its current row and
        # scroll position.
        more = len(shown) - len(self.rows)
        known = self.rows[max(0, -more) :]
        if [row[0].key for row in shown[max(0, more) :]] != [row[0].key for row in known]:
            self.beginResetModel()
            self.rows = shown
            self.endResetModel()
            return
        if more > 0:
            self.beginInsertRows(QModelIndex(), 0, more - 1)
            self.rows = (*shown[:more], *known)
            self.endInsertRows()
        elif more < 0:
            self.beginRemoveRows(QModelIndex(), 0, -more - 1)
            self.rows = known
            self.endRemoveRows()
        before, self.rows = self.rows, shown
        for place, (old, new) in enumerate(zip(before, shown, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(place, 0), self.index(place, len(self._heads) - 1))


class TableDelegate(TellingDelegate):
    """Paints cells on the background of their row. Each column has its own look."""

    def __init__(self, theme: Theme, looks: Sequence[LineLook], view: QTableView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._columns = [LinePainter(theme, look) for look in looks]

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of a cell's texts, each on one line.

        The width is at most two fifths of the table's width.
        """
        cell, column = index.data(ROW_ROLE), self._columns[index.column()]
        if not isinstance(cell, Line):
            return QSize()
        # A very long name must not push the other columns out of view.
        wide = min(column.width(cell), self._view.viewport().width() * 2 // 5)
        return QSize(wide, self._theme.finger(column.look.height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell at `index`. The painter keeps its settings."""
        cell = index.data(ROW_ROLE)
        if not isinstance(cell, Line):
            return
        column, room, state = self._columns[index.column()], QRectF(option.rect), option.state
        chosen, focused = bool(state & QStyle.StateFlag.State_Selected), self._view.hasFocus()
        lit = chosen or bool(state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirror_for(option.direction, painter, room)
        ruled = column.look.ruled
        paint_cell_ground(painter, self._theme, room, lit=lit, focused=chosen and focused, ruled=ruled)
        column.paint(painter, room, cell)
        if chosen and not focused and column.look.ground is Ground.MARKED:
            stripe = QRectF(room.left(), room.top(), self._theme.px(3), room.height())
            painter.fillRect(stripe, self._theme.color("second"))
        painter.restore()


class LineTable(Guarded, QTableView):
    """A table in which the user selects whole rows.

    Space or a click on the check box asks the owner to tick a row. Enter or a double click activates the row.
    """

    line_activated = Signal(str)
    """Emitted with the key of a row."""
    current_changed = Signal(str)
    """Emitted with the key of the current row; "" for none."""
    tick_requested = Signal(str)
    """Emitted with the key of the row whose check box was clicked."""

    def __init__(
        self,
        theme: Theme,
        heads: Sequence[str],
        name: str,
        parent: QWidget,
        looks: Sequence[LineLook] = (),
        *,
        wide: int = 0,
        grows: bool = False,
    ) -> None:
        """`name` is for screen readers. The column `wide` takes the remaining width.

        `looks` are the looks of the columns, all with the same height. Unless it `grows`, the table is no higher than
        its rows.
        """
        super().__init__(parent)
        self._theme = theme
        looks = looks or (TABLE_ROW,) * len(heads)
        self._height = looks[0].height
        self._grows = grows
        self.lines = TableModel(heads, looks, self)
        self.setModel(self.lines)
        self.setItemDelegate(TableDelegate(theme, looks, self))
        self.setAccessibleName(name)
        set_bare_lines(self)
        header = self.horizontalHeader()
        header.setMinimumSectionSize(1)
        header.setResizeContentsPrecision(_MEASURED)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(wide, QHeaderView.ResizeMode.Stretch)
        # The font of the style sheet is set here too; without this, Qt would make the columns too narrow.
        set_type(theme, header, bold=True)
        follow(theme, self, LineTable._fit_rows)
        vertical = QSizePolicy.Policy.Expanding if grows else QSizePolicy.Policy.Maximum
        self.setSizePolicy(QSizePolicy.Policy.Expanding, vertical)
        for changed in (self.lines.modelReset, self.lines.rowsInserted, self.lines.rowsRemoved):
            changed.connect(self.updateGeometry)
        # Qt does not measure the columns again when rows are inserted, so this is done here.
        self.lines.rowsInserted.connect(header.resizeSections)
        theme.changed.connect(self.viewport().update)
        theme.changed.connect(self.updateGeometry)
        self.doubleClicked.connect(self._activate)
        self.clicked.connect(self._click)
        self.selectionModel().currentChanged.connect(self._moved)

    @property
    def current(self) -> str:
        """The key of the current row; "" for none."""
        return self.lines.key(self.currentIndex())

    def go_to(self, key: str) -> None:
        """Make the row with this key the current one, if it exists."""
        row = self.lines.row_of(key)
        if row >= 0 and row != self.currentIndex().row():
            self.setCurrentIndex(self.lines.index(row, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Activate with Enter, tick with Space."""
        if event.key() in ENTER and self.current:
            self.line_activated.emit(self.current)
        elif event.key() == Qt.Key.Key_Space and self._has_box(self.currentIndex()):
            self.tick_requested.emit(self.current)
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """Return the size of all rows. With less room the table scrolls."""
        if self._grows:
            return super().sizeHint()
        return QSize(self._theme.px(320), self._height_of(self.lines.rowCount()))

    def minimumSizeHint(self) -> QSize:
        """Return the size of up to three rows."""
        return QSize(self._theme.px(160), self._height_of(min(3, self.lines.rowCount())))

    def _fit_rows(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self._theme.px(self._height))

    def _height_of(self, rows: int) -> int:
        # An empty table has the height of one row, so that it looks like a table.
        return self.horizontalHeader().sizeHint().height() + max(1, rows) * self._theme.px(self._height) + 2

    def _has_box(self, index: Index) -> bool:
        return index.isValid() and self.lines.rows[index.row()][0].ticked is not None

    def _activate(self, index: QModelIndex) -> None:
        self.line_activated.emit(self.lines.key(index))

    def _click(self, index: QModelIndex) -> None:
        # Only the first cell has a check box. A click on another cell only selects the row.
        if index.column() == 0 and self._has_box(index):
            self.tick_requested.emit(self.lines.key(index))

    def _moved(self, now: QModelIndex) -> None:
        self.current_changed.emit(self.lines.key(now))


ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
PICKING: Final = ENTER | {Qt.Key.Key_Space}
NO_KEYS: Final = frozenset[Qt.Key]()
"""An empty set of keys, for lists in dialogs: no key activates a line, because Enter presses the default button."""
_PLAIN: Final = LineLook()


class LineModel(RowModel[Line]):
    """Shows lines in the given order."""

    def set_lines(self, lines: Iterable[Line]) -> None:
        """Show other lines. If their keys stay the same, only changed lines are signalled."""
        self._update(lines, attrgetter("key"))

    def row_of(self, key: str) -> int:
        """Return the row with this key; -1 if there is none."""
        return next((row for row, line in enumerate(self.rows) if line.key == key), -1)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the tick of a line with a check box. For all other roles, return the same as any RowModel."""
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
    """Shows lines. `keys` or a double click activates a line. Space or a click on its check box requests to tick it."""

    line_activated = Signal(str)
    """Emitted with the key of a line."""
    current_changed = Signal(str)
    """Emitted with the key of the current line; "" for none."""
    tick_requested = Signal(str)
    """Emitted with the key of the line whose check box was clicked."""
    removal_requested = Signal(str)
    """Emitted with the key of the line on which Delete was pressed."""

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
        """`name` is for screen readers, `empty` is shown in a list without lines.

        With `by_click`, one click activates a line. The list has room for at least `least` lines; with `whole`, exactly
        for all its lines.
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
        # If all heights are equal, Qt measures a single line.
        self.setUniformItemSizes(not look.wraps)
        self.setAccessibleName(name)
        if whole:
            self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        asked: Callable[[QModelIndex], None] = self._activate
        (self.clicked if by_click else self.doubleClicked).connect(asked)
        self.clicked.connect(self._click)
        self.selectionModel().currentChanged.connect(self._moved)
        self.lines.modelReset.connect(self.updateGeometry)
        # A line whose text has changed may have another height.
        if look.wraps:
            self.lines.dataChanged.connect(self.scheduleDelayedItemsLayout)
        theme.changed.connect(self._restyle)

    @property
    def current(self) -> str:
        """The key of the current line; "" for none."""
        return self._key(self.currentIndex())

    def show_lines(self, lines: Iterable[Line], *, current: str = "", begin: bool = False) -> None:
        """Show other lines and make the one with the key `current` the current line; "" keeps the current one.

        If that line is gone, the line at its position becomes current. If there was no current line, the first becomes
        current if `begin`.
        """
        key, place = current or self.current, self.currentIndex().row()
        self.lines.set_lines(lines)
        # Without a current line, the key is that of a line without key, which must not become current.
        row = self.lines.row_of(key) if current or place >= 0 else -1
        if row < 0 and (begin or place >= 0):
            # If Delete has removed a line, the next line is now in its place and becomes current, so that Delete can
            # remove it too.
            row = max(0, min(place, len(self.lines.rows) - 1))
        if row >= 0 and row != self.currentIndex().row():
            self._go(row)

    def go_to(self, key: str) -> None:
        """Make the line with this key the current one, if it exists."""
        row = self.lines.row_of(key)
        if row >= 0 and row != self.currentIndex().row():
            self._go(row)

    def line_width(self) -> int:
        """Return the width that shows the titles of all lines whole, next to a scroll bar."""
        painter, bar = LinePainter(self._theme, self._look), self.verticalScrollBar().sizeHint().width()
        return bar + max((painter.width(replace(line, second="")) for line in self.lines.rows), default=0)

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
            room = self.viewport().rect().adjusted(self._theme.px(self._look.pad[0]), 0, 0, 0)
            painter.setFont(self._theme.font("sans", 14))
            painter.setPen(self._theme.color("muted"))
            painter.drawText(room, Qt.TextFlag.TextWordWrap, self._empty)
            painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap texts again, and keep the current line visible."""
        super().resizeEvent(event)
        if self._look.wraps:
            self.scheduleDelayedItemsLayout()
        self.scrollTo(self.currentIndex())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Select the first line when the focus comes by key, so that the focus is visible."""
        if not self.currentIndex().isValid() and event.reason() != Qt.FocusReason.MouseFocusReason:
            self._go(0)
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Activate, tick or remove by key. Other keys move and search."""
        line, key = self.lines.at(self.currentIndex()), event.key()
        if line is None:
            super().keyPressEvent(event)
        elif key == Qt.Key.Key_Space and line.ticked is not None:
            self.tick_requested.emit(line.key)
        elif key in self._keys:
            # Holding a key down must not activate a line repeatedly.
            if not event.isAutoRepeat():
                self.line_activated.emit(line.key)
        elif key == Qt.Key.Key_Delete:
            self.removal_requested.emit(line.key)
        else:
            super().keyPressEvent(event)

    def _go(self, row: int) -> None:
        self.setCurrentIndex(self.lines.index(row))

    def _height(self, rows: int) -> int:
        return rows * self._theme.finger(self._look.height)

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
        self.scrollTo(self.currentIndex())
