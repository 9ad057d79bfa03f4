"""Tables of lines, chosen row by row: their model, delegate and view."""

from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QHeaderView, QSizePolicy, QStyle, QStyleOptionViewItem, QTableView, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.lines import LEFT, RIGHT
from bones_desktop.widgets.lists.line import Ground, Line, LineLook, LinePainter
from bones_desktop.widgets.lists.linelist import ENTER
from bones_desktop.widgets.plaintext import beyond, plain_tip
from bones_desktop.widgets.rows import ROW_ROLE, Index, TellingDelegate, paint_cell_ground, set_bare_lines
from bones_desktop.widgets.scaled import follow, set_type

TABLE_ROW: Final = LineLook(height=36, ruled=True)
_MEASURED: Final = 200
"""Rows that Qt measures to size columns. Measuring a ledger of years at each change would take too long."""

TableRow = tuple[Line, ...]
"""The cells of a row. Key, tick and rule of the first cell are those of the row."""


class TableModel(Guarded, QAbstractTableModel):
    """Shows rows of cells below headings."""

    def __init__(self, heads: Sequence[str], looks: Sequence[LineLook], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = tuple(heads)
        self._numbers = frozenset(column for column, look in enumerate(looks) if look.number)
        self._rows: tuple[TableRow, ...] = ()

    @property
    def rows(self) -> tuple[TableRow, ...]:
        """The rows from the top."""
        return self._rows

    def key(self, index: Index) -> str:
        """Return the key of the row at `index`, "" outside the table."""
        return self._rows[index.row()][0].key if index.isValid() and index.row() < len(self._rows) else ""

    def row_of(self, key: str) -> int:
        """Return the row with this key, or -1."""
        return next((place for place, row in enumerate(self._rows) if row[0].key == key), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self._heads)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the cell itself for ROW_ROLE, else its text, tip, tick, alignment or spoken text."""
        column = index.column()
        if not index.isValid() or index.row() >= len(self._rows) or column >= len(self._heads):
            return None
        cell = self._rows[index.row()][column]
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
        """Return the heading of a column, or its alignment."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self._heads):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if section in self._numbers else LEFT
        return self._heads[section] if role == Qt.ItemDataRole.DisplayRole else None

    def set_rows(self, rows: Iterable[TableRow]) -> None:
        """Show other rows. Rows added or removed at the top and changed rows are reported one by one."""
        shown = tuple(rows)
        # New entries of a ledger come at the top. Reporting only those keeps the current row and the scroll position.
        more = len(shown) - len(self._rows)
        known = self._rows[max(0, -more) :]
        if [row[0].key for row in shown[max(0, more) :]] != [row[0].key for row in known]:
            self.beginResetModel()
            self._rows = shown
            self.endResetModel()
            return
        if more > 0:
            self.beginInsertRows(QModelIndex(), 0, more - 1)
            self._rows = (*shown[:more], *known)
            self.endInsertRows()
        elif more < 0:
            self.beginRemoveRows(QModelIndex(), 0, -more - 1)
            self._rows = known
            self.endRemoveRows()
        before, self._rows = self._rows, shown
        for place, (old, new) in enumerate(zip(before, shown, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(place, 0), self.index(place, len(self._heads) - 1))


class TableDelegate(TellingDelegate):
    """Paints cells on the background of their row, each column in its look."""

    def __init__(self, theme: Theme, looks: Sequence[LineLook], view: QTableView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._columns = [LinePainter(theme, look) for look in looks]

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of the texts of a cell, each in one line."""
        cell, column = index.data(ROW_ROLE), self._columns[index.column()]
        return QSize(column.width(cell), self._theme.px(column.look.height)) if isinstance(cell, Line) else QSize()

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
        ruled = column.look.ruled
        paint_cell_ground(painter, self._theme, room, lit=lit, focused=chosen and focused, ruled=ruled)
        column.paint(painter, room, cell)
        if chosen and not focused and column.look.ground is Ground.MARKED:
            stripe = QRectF(room.left(), room.top(), self._theme.px(3), room.height())
            painter.fillRect(stripe, self._theme.color("second"))
        painter.restore()


class LineTable(Guarded, QTableView):
    """Rows are chosen as a whole.

    Space or a click on its box asks for a row's tick. Enter or a double click activates it.
    """

    line_activated = Signal(str)
    """The key of a row."""
    current_changed = Signal(str)
    """The key of the current row, "" for none."""
    tick_requested = Signal(str)
    """The key of a row with a clicked box."""

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
        """`name` is for screen readers. The column `wide` takes the free space.

        Columns have these `looks`, all of one height. Unless it `grows`, the table is no higher than its rows.
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
        # The font of the style sheet, or the columns would be measured too narrow.
        set_type(theme, header, bold=True)
        follow(theme, self, lambda view: view.verticalHeader().setDefaultSectionSize(theme.px(self._height)))
        vertical = QSizePolicy.Policy.Expanding if grows else QSizePolicy.Policy.Maximum
        self.setSizePolicy(QSizePolicy.Policy.Expanding, vertical)
        for changed in (self.lines.modelReset, self.lines.rowsInserted, self.lines.rowsRemoved):
            changed.connect(self.updateGeometry)
        theme.changed.connect(self.viewport().update)
        theme.changed.connect(self.updateGeometry)
        self.doubleClicked.connect(self._activate)
        self.clicked.connect(self._click)
        self.selectionModel().currentChanged.connect(self._moved)

    @property
    def current(self) -> str:
        """The key of the current row, "" for none."""
        return self.lines.key(self.currentIndex())

    def go_to(self, key: str) -> None:
        """Make the row with this key current, if there is one."""
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
        """Return the size of all rows of a table that does not grow. With less space it scrolls."""
        if self._grows:
            return super().sizeHint()
        return QSize(self._theme.px(320), self._height_of(self.lines.rowCount()))

    def minimumSizeHint(self) -> QSize:
        """Return the size of up to three rows."""
        return QSize(self._theme.px(160), self._height_of(min(3, self.lines.rowCount())))

    def _height_of(self, rows: int) -> int:
        # An empty table keeps the height of one row, so that it is recognised as a table.
        return self.horizontalHeader().sizeHint().height() + max(1, rows) * self._theme.px(self._height) + 2

    def _has_box(self, index: Index) -> bool:
        return index.isValid() and self.lines.rows[index.row()][0].ticked is not None

    def _activate(self, index: QModelIndex) -> None:
        self.line_activated.emit(self.lines.key(index))

    def _click(self, index: QModelIndex) -> None:
        # Only the first cell has a box. A click elsewhere only chooses the row.
        if index.column() == 0 and self._has_box(index):
            self.tick_requested.emit(self.lines.key(index))

    def _moved(self, now: QModelIndex) -> None:
        self.current_changed.emit(self.lines.key(now))
