"""The lists of the Table page."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget


class EntryList(QListView):
    """A list that leaves the keys of the table to the table; `copies` when Ctrl+C takes its chosen lines."""

    def __init__(self, parent: QWidget, *, copies: bool = True) -> None:
        super().__init__(parent)
        self._copies = copies
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)

    def sizeHint(self) -> QSize:  # noqa: N802 (Qt's name)
        """Return room for three lines; a list takes what is left, and leaves the task above it in full view."""
        return QSize(self.fontMetrics().height() * 12, self.fontMetrics().height() * 6)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 (Qt's name)
        """Return room for one line."""
        return QSize(self.fontMetrics().height() * 6, self.fontMetrics().height() * 2)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's name)
        """Copy, or leave plain letters, digits and Space to the page; walk the list with the rest."""
        if event.matches(QKeySequence.StandardKey.Copy):
            if not self._copies:
                event.ignore()
                return
            rows = sorted(self.selectedIndexes(), key=lambda index: index.row())
            lines = [str(index.data(Qt.ItemDataRole.DisplayRole)) for index in rows]
            if lines:
                QGuiApplication.clipboard().setText("\n".join(lines))
        elif event.text().isprintable() and event.text() and not event.modifiers():
            event.ignore()
        else:
            super().keyPressEvent(event)
