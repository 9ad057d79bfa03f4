"""Short texts in rows and columns, one line a row, whose first cell may have a tick."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal

from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.lists.rowmodel import Index
from bones_desktop.widgets.text.plaintip import plain_tip


class LineRole(IntEnum):
    """Roles beside Qt's own."""

    CELL = Qt.ItemDataRole.UserRole + 1
    """The Cell."""
    TICK = Qt.ItemDataRole.UserRole + 2
    """Whether the line is ticked; None where it cannot be."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A text and how it is set. Texts are finished."""

    text: str
    tone: str = "text"
    """Role of the theme."""
    bold: bool = False
    tip: str = ""
    """More of it, for the tip."""


@dataclass(frozen=True, slots=True)
class Line:
    """One row; `key` is what its owner knows it by."""

    key: str
    cells: tuple[Cell, ...]
    ticked: bool | None = None
    """Whether the tick before the first cell is set; None for none."""


class LineModel(QAbstractTableModel):
    """Shows lines under heads. `toggled` only asks for a tick; the owner shows it by new lines."""

    toggled = Signal(str, bool)
    """A line's key, and whether it shall be ticked."""

    def __init__(self, heads: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = tuple(heads)
        self._lines: tuple[Line, ...] = ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """What is shown."""
        return self._lines

    def set_lines(self, lines: Iterable[Line]) -> None:
        """Show other lines; the same ones in the same order stay where they are."""
        shown = tuple(lines)
        if [line.key for line in shown] != [line.key for line in self._lines]:
            self.beginResetModel()
            self._lines = shown
            self.endResetModel()
            return
        before, self._lines = self._lines, shown
        for row, (old, new) in enumerate(zip(before, shown, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(row, 0), self.index(row, len(self._heads) - 1))

    def line(self, index: Index) -> Line | None:
        """Return the line at `index`, None outside the table."""
        return self._lines[index.row()] if index.isValid() and index.row() < len(self._lines) else None

    def row_of(self, key: str) -> int:
        """Return the row of the line with this key, -1 where there is none."""
        return next((row for row, line in enumerate(self._lines) if line.key == key), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Return how many lines there are."""
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self._heads)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that cells can be chosen, and that the first of a line may be ticked."""
        flags = super().flags(index)
        line = self.line(index)
        if line is not None and line.ticked is not None and index.column() == 0:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    @guarded(None)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the text of a cell, its tick, its tip, or what a screen reader says."""
        line = self.line(index)
        if line is None or index.column() >= len(line.cells):
            return None
        cell = line.cells[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return cell.text
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(cell.tip or cell.text) or None
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{self._heads[index.column()]}: {cell.tip or cell.text}".removeprefix(": ")
            case LineRole.CELL:
                return cell
            case LineRole.TICK if index.column() == 0:
                return line.ticked
            case Qt.ItemDataRole.CheckStateRole if index.column() == 0 and line.ticked is not None:
                return Qt.CheckState.Checked if line.ticked else Qt.CheckState.Unchecked
        return None

    @guarded(False)
    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Ask for a tick."""
        line = self.line(index)
        if role != Qt.ItemDataRole.CheckStateRole or line is None or line.ticked is None or index.column():
            return False
        self.toggled.emit(line.key, Qt.CheckState(value) is Qt.CheckState.Checked)
        return True

    @guarded(None)
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the heading of a column."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self._heads):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return self._heads[section] if role == Qt.ItemDataRole.DisplayRole else None
