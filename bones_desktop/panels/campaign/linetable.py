"""A table of short texts, one line a row, whose first cell may have a tick: its model and its view."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QHeaderView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.minidie import tinted
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.rows import Index, paint_cell_ground, set_bare_lines
from bones_desktop.widgets.sheetproperty import set_font
from bones_desktop.widgets.text.labels import plain_tip

ROW = 36
"""Height of a line in pixels at 100 % text size."""
TICK = 18


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
    """A line's key, and whether it is to be ticked."""

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


class LineDelegate(QStyledItemDelegate):
    """Paints a cell in one line, shortened where it has no room; its tip has the whole text."""

    def __init__(self, theme: Theme, parent: QTableView) -> None:
        super().__init__(parent)
        self._theme = theme
        self._view = parent

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the room of the text in one line."""
        cell = index.data(LineRole.CELL)
        if not isinstance(cell, Cell):
            return QSize()
        theme = self._theme
        width = QFontMetricsF(theme.font("sans", 14, bold=cell.bold)).horizontalAdvance(cell.text) + theme.px(18)
        if index.data(LineRole.TICK) is not None:
            width += theme.px(TICK + 8)
        return QSize(int(width) + 1, theme.px(ROW))

    @guarded(None)
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell."""
        cell = index.data(LineRole.CELL)
        if not isinstance(cell, Cell):
            return
        theme, room = self._theme, QRectF(option.rect)
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        current = bool(state & QStyle.StateFlag.State_Selected)
        lit = current or bool(state & QStyle.StateFlag.State_MouseOver)
        paint_cell_ground(painter, theme, room, lit=lit, focused=current and self._view.hasFocus(), ruled=True)
        inner = room.adjusted(theme.px(8), 0, -theme.px(8), 0)
        ticked = index.data(LineRole.TICK)
        if ticked is not None:
            paint_tick(painter, theme, QPoint(int(inner.left()), int(inner.center().y())), ticked=bool(ticked))
            inner.setLeft(inner.left() + theme.px(TICK + 8))
        font = theme.font("sans", 14, bold=cell.bold)
        painter.setFont(font)
        painter.setPen(theme.color(cell.tone))
        shown = QFontMetricsF(font).elidedText(cell.text, Qt.TextElideMode.ElideRight, inner.width() + 1)
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
        painter.restore()


def paint_tick(painter: QPainter, theme: Theme, middle_left: QPoint, *, ticked: bool) -> None:
    """Paint the box of a tick whose left edge has its middle at `middle_left`."""
    side = theme.px(TICK)
    box = QRectF(middle_left.x() + 0.5, middle_left.y() - side / 2 + 0.5, side - 1, side - 1)
    painter.setPen(QPen(theme.color("second" if ticked else "edge"), 1))
    painter.setBrush(theme.color("second" if ticked else "surface"))
    painter.drawRoundedRect(box, theme.px(4), theme.px(4))
    if ticked:
        mark = tinted(theme, "check", "on-second", side - 4, painter.device().devicePixelRatioF())
        painter.drawPixmap(QPoint(middle_left.x() + 2, middle_left.y() - side // 2 + 2), mark)


class LineTable(QTableView):
    """Rows are chosen as a whole; Space or a click on its box ticks a row, Enter or a double click asks for it."""

    line_activated = Signal(str)
    """A line's key."""
    current_changed = Signal(str)
    """The key of the current line, "" for none."""

    def __init__(
        self, theme: Theme, heads: Sequence[str], name: str, parent: QWidget, *, wide: int = 0, grows: bool = False
    ) -> None:
        """`name` is read to those who cannot see it; the column `wide` takes the room the others leave.

        Unless it `grows`, the table is no higher than its lines need.
        """
        super().__init__(parent)
        self._theme = theme
        self.lines = LineModel(heads, self)
        self.setModel(self.lines)
        self.setItemDelegate(LineDelegate(theme, self))
        set_bare_lines(self)
        self.setAccessibleName(name)
        vertical = QSizePolicy.Policy.Expanding if grows else QSizePolicy.Policy.Maximum
        self.setSizePolicy(QSizePolicy.Policy.Expanding, vertical)
        self.lines.modelReset.connect(self.updateGeometry)
        header = self.horizontalHeader()
        header.setMinimumSectionSize(1)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(wide, QHeaderView.ResizeMode.Stretch)
        self.doubleClicked.connect(lambda index: self.line_activated.emit(self._key(index)))
        self.clicked.connect(self._click)
        self.selectionModel().currentChanged.connect(lambda now, _before: self.current_changed.emit(self._key(now)))
        theme.changed.connect(self.restyle)
        self.restyle()

    @property
    def current(self) -> str:
        """The key of the current line, "" for none."""
        return self._key(self.currentIndex())

    def go_to(self, key: str) -> None:
        """Make the line with this key current, where there is one."""
        row = self.lines.row_of(key)
        if row >= 0 and row != self.currentIndex().row():
            self.setCurrentIndex(self.lines.index(row, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask with Enter, tick with Space."""
        line = self.lines.line(self.currentIndex())
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and line is not None:
            self.line_activated.emit(line.key)
        elif event.key() == Qt.Key.Key_Space and line is not None and line.ticked is not None:
            self.lines.toggled.emit(line.key, not line.ticked)
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """Return room for every line; where there is less, they scroll."""
        head = self.horizontalHeader().sizeHint().height()
        return QSize(self._theme.px(320), head + max(1, self.lines.rowCount()) * self._theme.px(ROW) + 2)

    def minimumSizeHint(self) -> QSize:
        """Return room for three lines, if there are as many."""
        head = self.horizontalHeader().sizeHint().height()
        return QSize(self._theme.px(160), head + min(3, max(1, self.lines.rowCount())) * self._theme.px(ROW) + 2)

    def restyle(self) -> None:
        """Fit rows and heads to the text size."""
        self.verticalHeader().setDefaultSectionSize(self._theme.px(ROW))
        set_font(self.horizontalHeader(), self._theme.font("sans", 14, bold=True))
        self.viewport().update()
        self.updateGeometry()

    def _click(self, index: QModelIndex) -> None:
        line = self.lines.line(index)
        if line is not None and line.ticked is not None and index.column() == 0:
            self.lines.toggled.emit(line.key, not line.ticked)

    def _key(self, index: Index) -> str:
        line = self.lines.line(index)
        return line.key if line is not None else ""
