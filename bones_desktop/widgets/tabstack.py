"""What the tabs of a page show, put there as it is made."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QWidget


class TabStack(QStackedWidget):
    """Keeps a place for each tab; a place is empty until something is put there."""

    def __init__(self, tabs: int, parent: QWidget | None = None) -> None:
        """Keep places for the tabs 0 to `tabs` - 1."""
        super().__init__(parent)
        self._filled: set[int] = set()
        for _tab in range(tabs):
            self.addWidget(QWidget(self))

    def has(self, tab: int) -> bool:
        """Return whether there is something in the place of `tab`."""
        return tab in self._filled

    def put(self, tab: int, page: QWidget) -> None:
        """Let `page` take the place kept for it; the tab in view stays in view."""
        current, place = self.currentIndex(), self.widget(tab)
        self.insertWidget(tab, page)
        if place is not None:
            self.removeWidget(place)
            place.deleteLater()
        self.setCurrentIndex(current)
        self._filled.add(tab)

    def put_scrolled(self, tab: int, page: QWidget) -> None:
        """Do the same with room to scroll, for very large text in a small window, where nothing should grow."""
        room = QScrollArea(self)
        room.setFrameShape(QFrame.Shape.NoFrame)
        room.setWidgetResizable(True)
        room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        room.setWidget(page)
        self.put(tab, room)
