"""The dice of a reading, one line each: pointed at with the pointer, walked with the arrows."""

from PySide6.QtCore import QEvent, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QListView, QWidget

from bones_desktop.panels.table.dielines import DieDelegate
from bones_desktop.panels.table.readingmodel import ReadingModel
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.lists.barelines import set_read_lines


class DiceList(QListView):
    """Shows what each die did, and leaves the keys of the page to the page.

    `die_hovered` carries the die under the pointer or chosen, -1 for none.
    """

    die_hovered = Signal(int)
    die_activated = Signal(int)
    """A line was clicked, or Return pressed on it."""
    reached = Signal(QModelIndex)
    """A line was reached by keys, and is to be seen."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        set_read_lines(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.dice = ReadingModel(self)
        self._lines = DieDelegate(theme, self)
        self._whole = False
        self._lines.sizeHintChanged.connect(lambda _index: self.updateGeometry())
        self.setModel(self.dice)
        self.setItemDelegate(self._lines)
        self.setAccessibleName(self.tr("What each die did"))
        self.entered.connect(self._entered)
        self.clicked.connect(lambda index: self.die_activated.emit(index.row()))
        self.activated.connect(lambda index: self.die_activated.emit(index.row()))
        self.selectionModel().currentChanged.connect(self._walked)

    def set_whole(self, whole: bool) -> None:
        """Set whether the list is as high as its lines, to be scrolled with what is around it."""
        if whole != self._whole:
            self._whole = whole
            needed = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if whole else Qt.ScrollBarPolicy.ScrollBarAsNeeded
            self.setVerticalScrollBarPolicy(needed)
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return room for three lines; a list takes what is left, and leaves the task above it in full view."""
        return QSize(self.fontMetrics().height() * 12, self.fontMetrics().height() * 6)

    def minimumSizeHint(self) -> QSize:
        """Return room for one line, or for all of them."""
        least = QSize(self.fontMetrics().height() * 6, self.fontMetrics().height() * 2)
        if self._whole:
            lines = sum(self.sizeHintForRow(row) for row in range(self.dice.rowCount()))
            least.setHeight(max(least.height(), lines + 2 * self.frameWidth()))
        return least

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave copying, plain letters, digits and Space to the page; walk the list with the rest."""
        plain = event.text().isprintable() and event.text() and not event.modifiers()
        if plain or event.matches(QKeySequence.StandardKey.Copy):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def clear(self) -> None:
        """Show no dice."""
        self._lines.point_at(-1)
        self.dice.clear()
        self.scrollToTop()

    def point_at(self, die: int) -> None:
        """Mark the line of a die, none for -1; nobody is told."""
        index = self.dice.index(die, 0) if 0 <= die < self.dice.rowCount() else QModelIndex()
        if self.currentIndex() == index:
            return
        selection = self.selectionModel()
        selection.blockSignals(True)
        self.setCurrentIndex(index)
        if not index.isValid():
            self.clearSelection()
        selection.blockSignals(False)
        # A list that moves under the pointer would point at the next line, and so on to its end.
        if not self.viewport().underMouse():
            self._lines.point_at(index.row())
            if index.isValid():
                self.doItemsLayout()
                self.scrollTo(index)
        self.viewport().update()

    @guarded(False)
    def viewportEvent(self, event: QEvent) -> bool:
        """Point at nothing once the pointer has left the list."""
        if event.type() == QEvent.Type.Leave:
            self._lines.point_at(self.currentIndex().row())
            self.die_hovered.emit(-1)
        return super().viewportEvent(event)

    def _entered(self, index: QModelIndex) -> None:
        self._lines.point_at(index.row())
        self.die_hovered.emit(index.row())

    def _walked(self, index: QModelIndex, _before: QModelIndex) -> None:
        self._lines.point_at(index.row())
        if self.hasFocus() and index.isValid():
            self.doItemsLayout()
            self.scrollTo(index)
            self.reached.emit(index)
        self.die_hovered.emit(index.row())
