"""The table of two builds: each skill's chance pinned and now, and its cap."""

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QTableView, QWidget

from bones_desktop.rules.bones.tables import Difficulty
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.chancedelegate import ChanceDelegate
from bones_desktop.widgets.chanceheader import ChanceHeader
from bones_desktop.widgets.comparemodel import CompareModel
from bones_desktop.widgets.guarded import guarded

_ROW: Final = (25, 48)
_COLUMN: Final = (84, 240)
"""Least and greatest height of a row and width of a column, in pixels at 100 % text size."""


class CompareTable(QTableView):
    """Shows a CompareModel in the room there is. Enter and a double click choose a skill."""

    chosen = Signal(str)
    """Id of a skill."""

    def __init__(
        self,
        theme: Theme,
        difficulties: Sequence[Difficulty],
        skill_names: Mapping[str, str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setProperty("kind", "bare")  # before anything asks the style, which would remember the looks of others
        self._theme = theme
        self.compare_model = CompareModel(difficulties, skill_names, self)
        self._heads = (
            ChanceHeader(theme, Qt.Orientation.Horizontal, self),
            ChanceHeader(theme, Qt.Orientation.Vertical, self),
        )
        self.setHorizontalHeader(self._heads[0])
        self.setVerticalHeader(self._heads[1])
        self.setModel(self.compare_model)
        self.setItemDelegate(ChanceDelegate(theme, self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(self.tr("The pinned build and the build now"))
        self.setAccessibleDescription(self.tr("Enter shows all chances of a skill."))
        self.doubleClicked.connect(self._choose)
        self.selectionModel().currentChanged.connect(self._show_heads)
        self.compare_model.modelReset.connect(self._fit)
        theme.changed.connect(self._restyle)
        self._restyle()

    def sizeHint(self) -> QSize:  # noqa: N802 (Qt's name)
        """Return room for every row and column at a comfortable size."""
        px = self._theme.px
        width = self._heads[1].sizeHint().width() + self.compare_model.columnCount() * px(_COLUMN[0] + 24)
        return QSize(width, self._heads[0].sizeHint().height() + self.compare_model.rowCount() * px(_ROW[0] + 3))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 (Qt's name)
        """Return room for a few rows; the rest scrolls."""
        px = self._theme.px
        width = self._heads[1].sizeHint().width() + px(_COLUMN[0])
        return QSize(width, self._heads[0].sizeHint().height() + 3 * px(_ROW[0]))

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 (Qt's name)
        """Give rows and columns equal shares of the new room."""
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's name)
        """Choose with Enter, else walk over the cells."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.currentIndex().isValid():
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _choose(self, index: QModelIndex) -> None:
        self.chosen.emit(self.compare_model.skills[index.row()])

    def _show_heads(self) -> None:
        for head in self._heads:
            head.viewport().update()

    def _fit(self) -> None:
        px = self._theme.px
        rows, columns = self.compare_model.rowCount(), self.compare_model.columnCount()
        if not rows:
            return
        wide, high = self._heads
        room = self.contentsRect()
        height = room.height() - wide.sizeHint().height()
        tall = min(max(height // rows, px(_ROW[0])), px(_ROW[1]))
        width = room.width() - high.sizeHint().width()
        if tall * rows > height:
            width -= self.verticalScrollBar().sizeHint().width()
        broad = min(max(width // columns, px(_COLUMN[0])), px(_COLUMN[1]))
        for head, size in ((wide, broad), (high, tall)):
            head.setMinimumSectionSize(1)
            if head.defaultSectionSize() != size:
                head.setDefaultSectionSize(size)
        if high.width() != high.sizeHint().width():
            self.updateGeometries()

    def _restyle(self) -> None:
        for bar in (self.verticalScrollBar(), self.horizontalScrollBar()):
            bar.setSingleStep(self._theme.px(_ROW[0]))
        self._fit()
        self.updateGeometries()
        self.updateGeometry()
        self.viewport().update()
