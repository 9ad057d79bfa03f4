"""A list to pick from: a click or Enter picks, letters search, arrows walk."""

from PySide6.QtCore import QElapsedTimer, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QFrame, QListView, QWidget

PICKING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space})


class PickList(QListView):
    """Scrolls up and down only. `picked` carries what was clicked or chosen with Enter or Space."""

    picked = Signal(QModelIndex)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._typed = QElapsedTimer()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.clicked.connect(self.picked)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pick with Enter or Space; other keys move and search as in any list, and so does a Space between letters."""
        key = event.key()
        if key == Qt.Key.Key_Space and self.searches:
            self.keyboardSearch(" ")
        elif key in PICKING and self.currentIndex().isValid():
            self.picked.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Search for what is typed; "" begins anew."""
        if search:
            self._typed.start()
        else:
            self._typed.invalidate()
        super().keyboardSearch(search)

    @property
    def searches(self) -> bool:
        """Whether another letter would be added to those typed."""
        return self._typed.isValid() and not self._typed.hasExpired(QApplication.keyboardInputInterval())
