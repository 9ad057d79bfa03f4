"""Tables with equal cells that share the space, with headings and a bar behind each chance."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from bones_desktop.rules.chances import Chance
from bones_desktop.rules.records import Record
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.lists.line import Line
from bones_desktop.widgets.lists.linelist import TableModel
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.rows import MIDDLE, RIGHT, ROW_ROLE, Index, mirror_for, narrowed, write

_HEAD_GAP: Final = 8
_NUMBER: Final = 26
_LINE: Final = 15
_HEIGHT: Final = 60


class Cell(Line):
    """A cell of a table of chances."""

    chance: Chance | None = None
    change: str = ""
    shade: float | None = None
    """Strength of the colour that fills the cell, from 0 to 1.

    With None, the cell has a bar with the length of the chance instead.
    """

    @classmethod
    def saying(
        cls, key: str, text: str, said: str, chance: Chance | None = None, change: str = "", shade: float | None = None
    ) -> "Cell":
        """Return a cell of the row `key`. The sentence `said` is shown as tooltip and read by screen readers."""
        return cls(text, key=key, tip=said, spoken=said, chance=chance, change=change, shade=shade)


class Head(Record):
    """The heading of a row or a column. Texts are ready to show."""

    text: str
    note: str = ""
    said: str = ""
    """The sentence for the tooltip and for screen readers; "" for no tooltip."""
    allowed: bool = True


class CellModel(TableModel):
    """A table model that also has row headings.

    If the rows stay the same, only changed rows are reported to the view.
    """

    def __init__(self, columns: int) -> None:
        super().__init__(("",) * columns, ())
        self._across = (Head(""),) * columns
        self._down: tuple[Head, ...] = ()

    def show_cells(self, across: Sequence[Head], down: Sequence[Head], cells: Sequence[Sequence[Cell]]) -> None:
        """Replace headings and cells."""
        before, rows = (self._across, self._down), tuple(map(tuple, cells))
        # If the model were reset at every edit, the current cell and the position of the keyboard focus would be lost.
        if len(across) != self.columnCount() or [row[0].key for row in rows] != [row[0].key for row in self.rows]:
            self.beginResetModel()
            self._heads, self._across, self._down, self.rows = ("",) * len(across), tuple(across), tuple(down), rows
            self.endResetModel()
            return
        self._across, self._down = tuple(across), tuple(down)
        self.set_rows(rows)
        for side, old, new in (
            (Qt.Orientation.Horizontal, before[0], self._across),
            (Qt.Orientation.Vertical, before[1], self._down),
        ):
            if old != new:
                self.headerDataChanged.emit(side, 0, len(new) - 1)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return data of a heading."""
        heads = self._across if orientation == Qt.Orientation.Horizontal else self._down
        if section >= len(heads):
            return None
        head = heads[section]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return head.text
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(head.said) or None
            case Qt.ItemDataRole.AccessibleTextRole:
                # For a skill that is not allowed, the cells give the reason.
                return head.said if head.said and head.allowed else head.text
            case _ if role == ROW_ROLE:
                return head
        return None


class ChanceHeader(Guarded, QHeaderView):
    """Paints the headings of a table. The current row and column are highlighted."""

    def __init__(self, theme: Theme, orientation: Qt.Orientation, table: QTableView) -> None:
        super().__init__(orientation, table)
        self._theme = theme
        self._table = table
        self.noted = True
        """True if the row headings have room for their notes."""
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setSectionsClickable(True)
        self.setHighlightSections(True)

    def sizeHint(self) -> QSize:
        """Return the width of the longest row name, or the height of a column's number and name."""
        theme = self._theme
        if self.orientation() == Qt.Orientation.Horizontal:
            named = any(self._head(section).text for section in range(self.count()))
            return QSize(0, theme.px(_HEIGHT if named else _NUMBER + 4))
        return QSize(self.names_width(noted=self.noted), 0)

    def names_width(self, *, noted: bool) -> int:
        """Return the width of the longest name, with or without its note."""
        theme = self._theme
        bold = QFontMetrics(theme.font("sans", 14, bold=True))
        small = QFontMetrics(theme.font("sans", 12))
        widest = 0
        for section in range(self.count()):
            head = self._head(section)
            note = small.horizontalAdvance(head.note) if noted else 0
            name = bold.horizontalAdvance(head.text)
            widest = max(widest, name + (note + theme.px(_HEAD_GAP) if note else 0))
        return widest + 2 * theme.px(_HEAD_GAP)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:  # noqa: N803 (Qt's names)
        """Paint the name and the note of a row or column."""
        painter.save()
        mirror_for(self.layoutDirection(), painter, QRectF(rect))
        current = self._table.currentIndex()
        if self.orientation() == Qt.Orientation.Horizontal:
            self._paint_level(painter, QRectF(rect), logicalIndex, current.column() == logicalIndex)
        else:
            self._paint_skill(painter, QRectF(rect), logicalIndex, current.row() == logicalIndex)
        painter.restore()

    def _head(self, section: int) -> Head:
        head = self.model().headerData(section, self.orientation(), ROW_ROLE)
        return head if isinstance(head, Head) else Head("")

    def _paint_skill(self, painter: QPainter, rect: QRectF, section: int, current: bool) -> None:
        theme, gap, head = self._theme, self._theme.px(_HEAD_GAP), self._head(section)
        room = rect.adjusted(gap, 0, -gap, 0)
        note = head.note if self.noted else ""
        used = write(painter, room, note, theme.font("sans", 12), theme.color("muted"), RIGHT)
        room.setRight(room.right() - (used + gap if note else 0))
        color = theme.color("second" if current else "text" if head.allowed else "muted")
        write(painter, room, head.text, theme.font("sans", 14, bold=current), color)

    def _paint_level(self, painter: QPainter, rect: QRectF, section: int, current: bool) -> None:
        theme, head = self._theme, self._head(section)
        number = QRectF(rect.left(), rect.top() + theme.px(2), rect.width(), theme.px(_NUMBER))
        color = theme.color("second" if current else "text")
        write(painter, number, head.note, theme.font("serif", 16, bold=True), color, MIDDLE)
        font, color = theme.font("sans", 12, bold=current), theme.color("second" if current else "muted")
        line = QRectF(rect.left() + 1, number.bottom(), rect.width() - 2, theme.px(_LINE))
        # Names of two words are broken into two lines if needed, because columns are usually narrow.
        broken = QFontMetrics(font).horizontalAdvance(head.text) > line.width()
        for words in head.text.split(" ", 1) if broken else [head.text]:
            write(painter, line, words, narrowed(font, words, line.width()), color, MIDDLE)
            line.translate(0, theme.px(_LINE))


_CORNER: Final = 3
_GAP: Final = 4
_NARROW: Final = 0.94
"""Factor by which the letters of the widest percentage may be narrowed in the smallest cells."""


class ChanceDelegate(Guarded, QStyledItemDelegate):
    """Paints cells. The current cell has a border, other selected cells a raised background."""

    def __init__(self, theme: Theme, table: QTableView) -> None:
        super().__init__(table)
        self._theme = theme
        self._table = table
        self._restyle()
        theme.changed.connect(self._restyle)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell."""
        theme, state = self._theme, option.state
        shown: Cell = index.data(ROW_ROLE)
        cell = QRectF(option.rect).adjusted(1, 1, -1, -1)
        corner = theme.px(_CORNER)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirror_for(option.direction, painter, cell)
        painter.setPen(Qt.PenStyle.NoPen)
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        painter.setBrush(theme.color("raised" if chosen or hovered else "surface"))
        painter.drawRoundedRect(cell, corner, corner)
        if shown.shade is not None:
            painter.setOpacity(shown.shade)
            painter.setBrush(theme.color("chance"))
            painter.drawRoundedRect(cell, corner, corner)
            painter.setOpacity(1)
        elif shown.chance is not None and shown.chance.num:
            # A bar shorter than the round corners is as narrow as its chance, so that "< 1 %" is not written over it.
            filled = QRectF(cell.left(), cell.top(), max(2.0, cell.width() * shown.chance.value), cell.height())
            painter.setBrush(theme.color("chance"))
            painter.drawRoundedRect(filled, min(corner, filled.width() / 2), corner)
        self._paint_words(painter, cell, shown)
        focused = bool(state & QStyle.StateFlag.State_HasFocus)
        if focused or self._table.currentIndex() == index:
            painter.setPen(QPen(theme.color("focus" if focused else "second"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(cell, corner, corner)
        painter.restore()

    def _paint_words(self, painter: QPainter, cell: QRectF, shown: Cell) -> None:
        """Write the percentage at the same position in every row, with the change next to it."""
        theme = self._theme
        widest, beside = self._widest, self._beside
        right = max(cell.left() + widest * _NARROW, min(cell.right() - beside, cell.center().x() + widest / 2))
        room = QRectF(cell.left(), cell.top(), right - cell.left(), cell.height())
        if shown.shade is not None or shown.chance is None or not shown.chance.num:
            room, side, color = cell, MIDDLE, "text" if shown.shade is not None else "muted"
        else:
            side, color = RIGHT, "text"
        font = narrowed(self._font, shown.text, room.width())
        write(painter, room, shown.text, font, theme.color(color), side)
        if change := shown.change:
            room = QRectF(right + 2, cell.top(), cell.right() - right - 3, cell.height())
            room = room if room.width() < beside else cell.adjusted(0, 0, -theme.px(_GAP), 0)
            font, color = narrowed(self._small, change, room.width()), "good" if change.startswith("+") else "bad"
            write(painter, room, change, font, theme.color(color), RIGHT)

    def _restyle(self) -> None:
        """Calculate the fonts and widths once for all cells, because there are over a hundred cells."""
        theme = self._theme
        self._font, self._small = theme.font("sans", 14), theme.font("sans", 12, bold=True)
        self._widest = QFontMetrics(self._font).horizontalAdvance("> 99 %")
        self._beside = QFontMetrics(self._small).horizontalAdvance("+0.8") + 2 * theme.px(_GAP)


class CellSizes(Record):
    """Sizes in pixels at 100 % text size.

    Each pair is a minimum and a maximum.
    """

    row: tuple[int, int]
    column: tuple[int, int]
    air: int
    """Pixels added to the least width of a column in the preferred width of the table."""
    columns: int
    """Minimum number of visible columns."""


class CellTable(Guarded, QTableView):
    """A table whose rows and columns share the space equally, or scroll. Enter or a double click picks a cell."""

    cell_activated = Signal(QModelIndex)

    def __init__(self, theme: Theme, model: CellModel, sizes: CellSizes, name: str, parent: QWidget) -> None:
        """Show a model and become its parent.

        `name` is for screen readers.
        """
        super().__init__(parent)
        # The property is set first, because the style remembers the first `kind` that it sees.
        self.setProperty("kind", "bare")
        self._theme = theme
        self._sizes = sizes
        self._heads = (
            ChanceHeader(theme, Qt.Orientation.Horizontal, self),
            ChanceHeader(theme, Qt.Orientation.Vertical, self),
        )
        self.setHorizontalHeader(self._heads[0])
        self.setVerticalHeader(self._heads[1])
        model.setParent(self)
        self.setModel(model)
        self.setItemDelegate(ChanceDelegate(theme, self))
        self.setAccessibleName(name)
        self.doubleClicked.connect(self._activate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.selectionModel().currentChanged.connect(self._show_heads)
        model.modelReset.connect(self.fit)
        model.headerDataChanged.connect(self.fit)
        theme.changed.connect(self._restyle)
        self._restyle()

    def sizeHint(self) -> QSize:
        """Return the size of all rows and columns at a comfortable size."""
        px, sizes = self._theme.px, self._sizes
        width = self._heads[1].names_width(noted=True) + self.model().columnCount() * px(sizes.column[0] + sizes.air)
        return QSize(width + 2, self._heads[0].sizeHint().height() + self.model().rowCount() * px(sizes.row[0] + 3) + 2)

    def minimumSizeHint(self) -> QSize:
        """Return the size of a few rows, because more rows can be scrolled."""
        px, sizes = self._theme.px, self._sizes
        width = self._heads[1].names_width(noted=False) + sizes.columns * px(sizes.column[0])
        return QSize(width, self._heads[0].sizeHint().height() + 3 * px(sizes.row[0]))

    @property
    def whole_width(self) -> int:
        """The smallest width at which all columns are visible and rows have their notes."""
        columns = self.model().columnCount() * self._theme.px(self._sizes.column[0])
        return self._heads[1].names_width(noted=True) + columns + self.verticalScrollBar().sizeHint().width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give rows and columns equal shares of the new size."""
        super().resizeEvent(event)
        self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pick the cell with Enter. Other keys move between cells."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._activate()
        else:
            super().keyPressEvent(event)

    def fit(self) -> None:
        """Share the space among the current rows and columns."""
        px, sizes = self._theme.px, self._sizes
        rows, columns = self.model().rowCount(), self.model().columnCount()
        if not rows or not columns:
            return
        wide, high = self._heads
        room = self.contentsRect()
        high.noted = room.width() >= self.whole_width
        width = room.width() - high.sizeHint().width()
        height = room.height() - wide.sizeHint().height()
        tall = min(max(height // rows, px(sizes.row[0])), px(sizes.row[1]))
        # A scroll bar takes room in the other direction: the vertical bar makes columns narrower, the horizontal bar
        # makes rows lower. So the vertical bar is calculated first.
        if tall * rows > height:
            width -= self.verticalScrollBar().sizeHint().width()
        broad = min(max(width // columns, px(sizes.column[0])), px(sizes.column[1]))
        if broad * columns > width and tall * rows <= height:
            height -= self.horizontalScrollBar().sizeHint().height()
            tall = min(max(height // rows, px(sizes.row[0])), tall)
        for head, size in ((wide, broad), (high, tall)):
            # Qt's default minimum is wider than some cells.
            head.setMinimumSectionSize(1)
            # Setting a size starts a new layout of the whole table, so unchanged sizes are not set.
            if head.defaultSectionSize() != size:
                head.setDefaultSectionSize(size)
        if high.width() != high.sizeHint().width():
            self.updateGeometries()

    def _activate(self) -> None:
        if self.currentIndex().isValid():
            self.cell_activated.emit(self.currentIndex())

    def _show_heads(self) -> None:
        for head in self._heads:
            head.viewport().update()

    def _restyle(self) -> None:
        for bar in (self.verticalScrollBar(), self.horizontalScrollBar()):
            bar.setSingleStep(self._theme.px(self._sizes.row[0]))
        self.fit()
        self.updateGeometries()
        self.updateGeometry()
        self.viewport().update()
