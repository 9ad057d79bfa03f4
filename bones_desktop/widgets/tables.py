"""Tables of lines chosen as a whole: their model, the ground of their cells, and their view."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHeaderView, QStyle, QStyleOptionViewItem, QTableView, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.lines import LEFT, RIGHT
from bones_desktop.widgets.plaintext import beyond, plain_tip
from bones_desktop.widgets.rows import ROW_ROLE, Index, Row, TellingDelegate, paint_cell_ground, set_bare_lines
from bones_desktop.widgets.scaled import follow, set_type


class TableModel(Guarded, QAbstractTableModel, Generic[Row]):
    """Rows of one type; a model built on it sets `heads`, and says the texts of cells, tips, and what is spoken."""

    def __init__(self, parent: QObject | None = None, *, numbers: Sequence[int] = ()) -> None:
        """`numbers` are the columns set to the right."""
        super().__init__(parent)
        self.heads: tuple[str, ...] = ()
        self._numbers = frozenset(numbers)
        self._rows: tuple[Row, ...] = ()

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is shown."""
        return self._rows

    def at(self, index: Index) -> Row | None:
        """Return the row at `index`, None outside the table."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.heads)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the row itself for ROW_ROLE, else the text of a cell, its tip, its side, or what is spoken."""
        row, column = self.at(index), index.column()
        if row is None or column >= len(self.heads):
            return None
        if role == ROW_ROLE:
            return row
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(row, column)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(beyond(self._text(row, column), self._tip(row, column))) or None
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(row, column)
            case Qt.ItemDataRole.TextAlignmentRole:
                return RIGHT if column in self._numbers else LEFT
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the heading of a column, or its side."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self.heads):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if section in self._numbers else LEFT
        return self.heads[section] if role == Qt.ItemDataRole.DisplayRole else None

    def _text(self, row: Row, column: int) -> str:
        raise NotImplementedError

    def _spoken(self, row: Row, column: int) -> str:
        """Return what a screen reader says; the text unless a model says more."""
        return self._text(row, column)

    def _tip(self, _row: Row, _column: int) -> str:
        """Return the tip of a cell, "" for none."""
        return ""

    def _update(self, rows: Iterable[Row], identity: Callable[[Row], object]) -> None:
        """Show other rows; signals come row by row for those added or removed at the top, or changed."""
        shown = tuple(rows)
        more = len(shown) - len(self._rows)
        known = self._rows[max(0, -more) :]
        if list(map(identity, shown[max(0, more) :])) != list(map(identity, known)):
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
                self.dataChanged.emit(self.index(place, 0), self.index(place, len(self.heads) - 1))


class CellDelegate(TellingDelegate, Generic[Row]):
    """Paints the cells of a TableModel on the ground of their row; `ruled` rows end in a line."""

    ruled = True

    def __init__(self, theme: Theme, view: QTableView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell at `index`; the painter is left as it was."""
        row: Any = index.data(ROW_ROLE)
        if row is None:
            return
        theme, cell, state = self._theme, QRectF(option.rect), option.state
        current = bool(state & QStyle.StateFlag.State_Selected)
        lit = current or bool(state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_cell_ground(painter, theme, cell, lit=lit, focused=current and self._view.hasFocus(), ruled=self.ruled)
        self._paint(painter, cell.adjusted(theme.px(8), 0, -theme.px(8), 0), row, index.column())
        painter.restore()

    def _paint(self, painter: QPainter, room: QRectF, row: Row, column: int) -> None:
        raise NotImplementedError


class LinesView(QTableView):
    """Shows a TableModel in lines of `height` pixels at 100 % text size."""

    def __init__(
        self, theme: Theme, model: QAbstractTableModel, parent: QWidget | None, *, height: int, wide: int
    ) -> None:
        """Give the column `wide` the room that the others leave."""
        super().__init__(parent)
        self._theme = theme
        model.setParent(self)
        self.setModel(model)
        set_bare_lines(self)
        header = self.horizontalHeader()
        header.setMinimumSectionSize(1)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(wide, QHeaderView.ResizeMode.Stretch)
        # As large as it is painted by the style sheet, or its columns are measured too narrow.
        set_type(theme, header, bold=True)
        follow(theme, self, lambda view: view.verticalHeader().setDefaultSectionSize(theme.px(height)))
        theme.changed.connect(self.viewport().update)
        theme.changed.connect(self.updateGeometry)
