"""The window before anything is in it: it has its place, size and ground, and comes up at once."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QByteArray, QSize, Signal
from PySide6.QtGui import QCloseEvent, QPaintEvent
from PySide6.QtWidgets import QMainWindow, QWidget

from bones_desktop.widgets.guarded import guarded

MINIMUM: Final = (1000, 620)
USUAL: Final = (1480, 900)
ROOMY: Final = 1600
"""A screen at least this wide has room around a window of the usual size."""
REACHABLE: Final = 80
"""So much of a window's top must lie on a screen, or the mouse could not bring it back."""


class WindowFrame(QMainWindow):
    """A window that knows its place."""

    painted = Signal()
    """The window was painted for the first time: it can be seen."""
    closing = Signal()
    """Just before the window goes: the last chance to keep what is typed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("main")
        self._unpainted = True
        self._fills_the_screen = False

    def take_place(self, geometry: bytes, px: Callable[[float], int]) -> None:
        """Take up the size and place of last time; without one, a good size, the whole of a small screen.

        `geometry` is what Qt made of it, `px` scales distances. A window that would lie off every screen is centred.
        """
        self.keep_room(px)
        room = self.screen().availableGeometry()
        self.resize(min(px(USUAL[0]), room.width()), min(px(USUAL[1]), room.height()))
        if geometry:
            self.restoreGeometry(QByteArray(geometry))
            room = self.screen().availableGeometry()
            # On a smaller screen than last time, the lower edge would lie below it.
            self._fills_the_screen = self.width() >= room.width() or self.height() >= room.height()
        else:
            self._fills_the_screen = room.width() < px(ROOMY)
        visible = [screen.availableGeometry() for screen in self.screen().virtualSiblings()]
        handle = self.frameGeometry()
        handle.setHeight(REACHABLE)
        if not any(area.intersected(handle).width() > REACHABLE for area in visible):
            self.move(self.screen().availableGeometry().center() - self.rect().center())

    def keep_room(self, px: Callable[[float], int]) -> None:
        """Let nobody make the window smaller than its pages can be, on a screen that has room for them."""
        self.setMinimumSize(QSize(px(MINIMUM[0]), px(MINIMUM[1])).boundedTo(self.screen().availableSize()))

    def come_up(self) -> None:
        """Show the window where it belongs; one that is on the screen stays as it is."""
        if self.isVisible():
            return
        if self._fills_the_screen:
            self.showMaximized()
        else:
            self.show()

    @guarded(None)
    def paintEvent(self, event: QPaintEvent) -> None:
        """Tell of the first time."""
        super().paintEvent(event)
        if self._unpainted:
            self._unpainted = False
            self.painted.emit()

    @guarded(None)
    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep what is typed, then close; only `Leaving` can hold the window open."""
        event.accept()
        self.closing.emit()
