"""The cards of the shelf: a list in as many columns as fit, worked by mouse or keyboard alone."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyleOptionViewItem, QWidget

from bones_desktop.widgets.guarded import guarded
from bones_desktop.window.shelfdelegate import ShelfDelegate


class ShelfView(QListView):
    """Cards of one size; several may be chosen, and files dragged out to other programs."""

    open_asked = Signal()
    """Enter, or a double click."""
    remove_asked = Signal()
    """Delete."""

    def __init__(self, cards: ShelfDelegate, parent: QWidget) -> None:
        super().__init__(parent)
        self._cards = cards
        self.setItemDelegate(cards)
        self.setViewMode(QListView.ViewMode.ListMode)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setMouseTracking(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setProperty("kind", "bare")
        self.doubleClicked.connect(lambda _index: self.open_asked.emit())

    @guarded(None)
    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's name)
        """Open with Enter and remove with Delete, on every platform alike."""
        plain = event.modifiers() in {Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier}
        if plain and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.open_asked.emit()
        elif plain and event.key() == Qt.Key.Key_Delete:
            self.remove_asked.emit()
        else:
            super().keyPressEvent(event)

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 (Qt's name)
        """Give every card the same share of the width."""
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Work out the columns for the present width and text size."""
        # The layout keeps the bar's width free even while no bar is shown.
        bar = self.verticalScrollBar()
        reserved = 0 if bar.isVisible() else bar.sizeHint().width()
        width = self.viewport().width() - reserved - 2
        columns = max(1, width // self._cards.least_width())
        self._cards.set_width(width // columns)
        size = self._cards.sizeHint(QStyleOptionViewItem(), QModelIndex())
        if size != self.gridSize():
            self.setGridSize(size)
        self.verticalScrollBar().setSingleStep(max(1, size.height() // 3))
