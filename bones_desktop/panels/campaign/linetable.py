"""A table of short texts, one line a row, whose first cell may have a tick: its model and its view."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QStyleOptionViewItem, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.minidie import tinted
from bones_desktop.widgets.lines import write
from bones_desktop.widgets.rows import ROW_ROLE, Index
from bones_desktop.widgets.tables import CellDelegate, LinesView, TableModel

ROW = 36
"""Height of a line in pixels at 100 % text size."""
TICK = 18


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


class LineModel(TableModel[Line]):
    """Shows lines. `toggled` only asks for a tick; the owner shows it by new lines."""

    toggled = Signal(str, bool)
    """A line's key, and whether it is to be ticked."""

    def __init__(self, heads: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.heads = tuple(heads)

    def set_lines(self, lines: Iterable[Line]) -> None:
        """Show other lines; the same ones in the same order stay where they are."""
        self._update(lines, lambda line: line.key)

    def row_of(self, key: str) -> int:
        """Return the row of the line with this key, -1 where there is none."""
        return next((row for row, line in enumerate(self.rows) if line.key == key), -1)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that cells can be chosen, and that the first of a line may be ticked."""
        flags = super().flags(index)
        line = self.at(index)
        if line is not None and line.ticked is not None and index.column() == 0:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the tick of a line, or what the others return."""
        line = self.at(index)
        if line is None or index.column() >= len(line.cells):
            return None
        if role == Qt.ItemDataRole.CheckStateRole and line.ticked is not None:
            state = Qt.CheckState.Checked if line.ticked else Qt.CheckState.Unchecked
            return state if index.column() == 0 else None
        return super().data(index, role)

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Ask for a tick."""
        line = self.at(index)
        if role != Qt.ItemDataRole.CheckStateRole or line is None or line.ticked is None or index.column():
            return False
        self.toggled.emit(line.key, Qt.CheckState(value) is Qt.CheckState.Checked)
        return True

    def _text(self, line: Line, column: int) -> str:
        return line.cells[column].text

    def _tip(self, line: Line, column: int) -> str:
        return line.cells[column].tip or line.cells[column].text

    def _spoken(self, line: Line, column: int) -> str:
        return f"{self.heads[column]}: {self._tip(line, column)}".removeprefix(": ")


class LineDelegate(CellDelegate[Line]):
    """Paints a cell in one line, shortened where it has no room; its tip has the whole text."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the room of the text in one line."""
        line, theme = index.data(ROW_ROLE), self._theme
        if not isinstance(line, Line):
            return QSize()
        cell = line.cells[index.column()]
        width = QFontMetricsF(theme.font("sans", 14, bold=cell.bold)).horizontalAdvance(cell.text) + theme.px(18)
        if line.ticked is not None and index.column() == 0:
            width += theme.px(TICK + 8)
        return QSize(int(width) + 1, theme.px(ROW))

    def _paint(self, painter: QPainter, room: QRectF, line: Line, column: int) -> None:
        theme, cell = self._theme, line.cells[column]
        if line.ticked is not None and column == 0:
            paint_tick(painter, theme, QPoint(int(room.left()), int(room.center().y())), ticked=line.ticked)
            room.setLeft(room.left() + theme.px(TICK + 8))
        write(painter, room, cell.text, theme.font("sans", 14, bold=cell.bold), theme.color(cell.tone))


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


class LineTable(LinesView):
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
        self.lines = LineModel(heads)
        super().__init__(theme, self.lines, parent, height=ROW, wide=wide)
        self.setItemDelegate(LineDelegate(theme, self))
        self.setAccessibleName(name)
        vertical = QSizePolicy.Policy.Expanding if grows else QSizePolicy.Policy.Maximum
        self.setSizePolicy(QSizePolicy.Policy.Expanding, vertical)
        for signal in (self.lines.modelReset, self.lines.rowsInserted, self.lines.rowsRemoved):
            signal.connect(lambda *_rows: self.updateGeometry())
        self.doubleClicked.connect(lambda index: self.line_activated.emit(self._key(index)))
        self.clicked.connect(self._click)
        self.selectionModel().currentChanged.connect(lambda now, _before: self.current_changed.emit(self._key(now)))

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
        line = self.lines.at(self.currentIndex())
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

    def _click(self, index: QModelIndex) -> None:
        line = self.lines.at(index)
        if line is not None and line.ticked is not None and index.column() == 0:
            self.lines.toggled.emit(line.key, not line.ticked)

    def _key(self, index: Index) -> str:
        line = self.lines.at(index)
        return line.key if line is not None else ""
