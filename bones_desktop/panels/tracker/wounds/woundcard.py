"""The card of a die that can be drawn with the pointer to the other row."""

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
    """Follows the pointer while it is drawn; where it is let go, its owner decides what comes of it."""

    twice = Signal()
    """Clicked twice."""
    drawn = Signal()
    """It is drawn somewhere else; its place is where the pointer has it."""
    let_go = Signal()

    def __init__(self, theme: Theme, die: int, parent: QWidget) -> None:
        super().__init__(theme, die, parent, lines=LINES)
        self._pressed: QPoint | None = None
        self._is_drawn = False

    @guarded(None)
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where the card was taken."""
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
        if not self._is_drawn and (at - pressed).manhattanLength() < QApplication.startDragDistance():
            super().mouseMoveEvent(event)
            return
        if not self._is_drawn:
            self._is_drawn = True
            self.setDown(False)  # letting go shall not count as a click
            self.raise_()
        self.move(self.mapToParent(at) - pressed)
        self.drawn.emit()

    @guarded(None)
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tell where the card was let go."""
        was_drawn, self._is_drawn, self._pressed = self._is_drawn, False, None
        super().mouseReleaseEvent(event)
        if was_drawn:
            self.let_go.emit()

    @guarded(None)
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Tell of two clicks."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.twice.emit()
