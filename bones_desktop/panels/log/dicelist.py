"""The list of dice that were counted: one below the other, or side by side where there is room."""

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QListView, QWidget

from bones_desktop.panels.log.facecountdelegate import FaceCountDelegate
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.rows import set_read_lines


class DiceList(QListView):
    """Shows the dice of a FaceCountModel with a FaceCountDelegate, which `set_delegate` gives it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._delegate: FaceCountDelegate | None = None
        self.setUniformItemSizes(True)
        set_read_lines(self)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)

    def set_delegate(self, delegate: FaceCountDelegate) -> None:
        """Paint dice with it, and let it share the width."""
        self._delegate = delegate
        self.setItemDelegate(delegate)
        self.share()

    def share(self) -> None:
        """Share the width among as many dice as have room side by side."""
        if self._delegate is None:
            return
        # Qt keeps room for a scroll bar when it wraps, seen or not.
        room = self.maximumViewportSize().width() - self.verticalScrollBar().sizeHint().width()
        self._delegate.share(max(1, room - 1))
        self.scheduleDelayedItemsLayout()

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width."""
        super().resizeEvent(event)
        self.share()
