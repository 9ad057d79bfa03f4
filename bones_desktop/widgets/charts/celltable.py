"""A table of equal cells with heads above and at the left, which shares the room there is."""

from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QTableView, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.charts.chancedelegate import ChanceDelegate
from bones_desktop.widgets.charts.chanceheader import ChanceHeader
from bones_desktop.widgets.guarded import guarded


@dataclass(frozen=True, slots=True)
class CellSizes:
    """Pixels at 100 % text size; pairs are the least and the greatest."""

    row: tuple[int, int]
    column: tuple[int, int]
    air: int
    """What a comfortable column has beyond the least."""
    columns: int
    """How many columns are seen at the least."""


class CellTable(QTableView):
    """Rows and columns get equal shares; what has no room scrolls. Enter and a double click ask for a cell."""

    cell_activated = Signal(QModelIndex)

    def __init__(
        self, theme: Theme, model: QAbstractTableModel, sizes: CellSizes, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setProperty("kind", "bare")  # before anything asks the style, which would remember the looks of others
        self._theme = theme
        self._sizes = sizes
        self._heads = (
            ChanceHeader(theme, Qt.Orientation.Horizontal, self),
            ChanceHeader(theme, Qt.Orientation.Vertical, self),
        )
        self.setHorizontalHeader(self._heads[0])
        self.setVerticalHeader(self._heads[1])
        self.setModel(model)
        self.setItemDelegate(ChanceDelegate(theme, self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.doubleClicked.connect(self.cell_activated)
        self.selectionModel().currentChanged.connect(self._show_heads)
        model.modelReset.connect(self.fit)
        model.headerDataChanged.connect(self.fit)
        theme.changed.connect(self._restyle)
        self._restyle()

    def sizeHint(self) -> QSize:
        """Return room for every row and column at a comfortable size."""
        px, sizes = self._theme.px, self._sizes
        width = self._heads[1].sizeHint().width() + self.model().columnCount() * px(sizes.column[0] + sizes.air)
        return QSize(width + 2, self._heads[0].sizeHint().height() + self.model().rowCount() * px(sizes.row[0] + 3) + 2)

    def minimumSizeHint(self) -> QSize:
        """Return room for a few rows; the rest scrolls."""
        px, sizes = self._theme.px, self._sizes
        width = self._heads[1].sizeHint().width() + sizes.columns * px(sizes.column[0])
        return QSize(width, self._heads[0].sizeHint().height() + 3 * px(sizes.row[0]))

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give rows and columns equal shares of the new room."""
        super().resizeEvent(event)
        self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask for the cell with Enter, else walk over the cells."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.currentIndex().isValid():
            self.cell_activated.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def fit(self) -> None:
        """Share the room among the rows and columns there are now."""
        px, sizes = self._theme.px, self._sizes
        rows, columns = self.model().rowCount(), self.model().columnCount()
        if not rows or not columns:
            return
        wide, high = self._heads
        room = self.contentsRect()
        width = room.width() - high.sizeHint().width()
        height = room.height() - wide.sizeHint().height()
        tall = min(max(height // rows, px(sizes.row[0])), px(sizes.row[1]))
        if tall * rows > height:
            width -= self.verticalScrollBar().sizeHint().width()
        broad = min(max(width // columns, px(sizes.column[0])), px(sizes.column[1]))
        if broad * columns > width and tall * rows <= height:
            height -= self.horizontalScrollBar().sizeHint().height()
            tall = min(max(height // rows, px(sizes.row[0])), tall)
        for head, size in ((wide, broad), (high, tall)):
            head.setMinimumSectionSize(1)
            if head.defaultSectionSize() != size:
                head.setDefaultSectionSize(size)
        if high.width() != high.sizeHint().width():
            self.updateGeometries()

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
