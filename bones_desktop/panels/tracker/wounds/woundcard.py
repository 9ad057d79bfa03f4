"""The card of a die that the pointer can drag to the other row."""

from typing import Final

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.diecard import DieCard
from bones_desktop.widgets.guarded import guarded

LINES: Final = 2
"""Of words below a die: why it was lost, and when."""


class WoundCard(DieCard):
    """Follows the pointer while it is dragged; its owner decides what a drop does."""

    double_clicked = Signal()
    dragged = Signal()
    """The card was moved; `geometry` says where it is now."""
    dropped = Signal()

    def __init__(self, theme: Theme, die: int, parent: QWidget) -> None:
        super().__init__(theme, die, parent, lines=LINES)
        self._pressed: QPoint | None = None
        self._is_dragged = False

    @guarded(None)
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where on the card the drag would begin."""
        super().mousePressEvent(event)
        if event.button() is Qt.MouseButton.LeftButton:
            self._pressed = event.position().toPoint()

    @guarded(None)
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer once it has gone a little way."""
        at, pressed = event.position().toPoint(), self._pressed
        if pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        if not self._is_dragged and (at - pressed).manhattanLength() < QApplication.startDragDistance():
            super().mouseMoveEvent(event)
            return
        if not self._is_dragged:
            self._is_dragged = True
            self.setDown(False)  # a drop is no click
            self.raise_()
        self.move(self.mapToParent(at) - pressed)
        self.dragged.emit()

    @guarded(None)
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a drag with `dropped`."""
        was_dragged, self._is_dragged, self._pressed = self._is_dragged, False, None
        super().mouseReleaseEvent(event)
        if was_dragged:
            self.dropped.emit()

    @guarded(None)
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Emit `double_clicked` for the left button."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.double_clicked.emit()
