"""A row of widgets that goes on in the next line when the width ends."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Lays widgets from left to right (from right to left where people read so), each at its own size."""

    def __init__(self, gap: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._sizes: list[tuple[QLayoutItem, QSize, int]] | None = None
        self._heights: dict[int, int] = {}
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(gap)

    def addItem(self, item: QLayoutItem) -> None:
        """Take an item in at the end."""
        self._items.append(item)
        # Qt asks for a new layout only when a widget is new or changes its size, not when the order does.
        self.invalidate()
        self.update()

    def count(self) -> int:
        """Return how many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return an item, None past the end."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Take an item out and return it, None past the end."""
        self.invalidate()
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def clear(self) -> None:
        """Take every widget out and delete it."""
        self.invalidate()
        while self._items:
            widget = self._items.pop().widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def expandingDirections(self) -> Qt.Orientation:
        """Return that no more room than needed is wanted."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Return that fewer columns need more lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines at `width`."""
        height = self._heights.get(width)
        if height is None:
            height = self._heights[width] = self._place(QRect(0, 0, width, 0), move=False)
        return height

    def invalidate(self) -> None:
        """Measure everything anew: Qt tells that an item changed."""
        self._sizes = None
        self._heights.clear()
        super().invalidate()

    def sizeHint(self) -> QSize:
        """Return the least size; the lines follow from the width given."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """Return the room of the largest item."""
        size = QSize()
        for item in self._items:
            if not item.isEmpty():
                size = size.expandedTo(item.minimumSize())
        return size

    def setGeometry(self, rect: QRect) -> None:
        """Lay the items out in `rect`."""
        super().setGeometry(rect)
        self._place(rect, move=True)

    def _place(self, rect: QRect, *, move: bool) -> int:
        x, y, line = rect.x(), rect.y(), 0
        owner = self.parentWidget()
        mirrored = owner is not None and owner.layoutDirection() is Qt.LayoutDirection.RightToLeft
        first, room, gap = rect.x(), rect.width(), self.spacing()
        for item, wanted, least in self._measured():
            width, height = min(wanted.width(), max(room, least)), wanted.height()
            if line and x + width > first + room:
                x, y, line = first, y + line + gap, 0
            if move:
                left = rect.left() + rect.right() - x - width + 1 if mirrored else x
                item.setGeometry(QRect(QPoint(left, y), QSize(width, height)))
            x += width + gap
            line = max(line, height)
        return y + line - rect.y()

    def _measured(self) -> list[tuple[QLayoutItem, QSize, int]]:
        """Return the items to be seen with the size each wants and its least width."""
        if self._sizes is not None:
            return self._sizes
        sizes = []
        for item in self._items:
            if not item.isEmpty():
                least = item.minimumSize()
                sizes.append((item, item.sizeHint().expandedTo(least), least.width()))
        self._sizes = sizes  # only now: a widget that is asked may tell that it changed
        return sizes
