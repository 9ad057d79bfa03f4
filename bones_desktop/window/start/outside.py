"""Has everything open look at its file again and again, for another program may have written it."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget

EVERY_MS: Final = 1_000
"""Asking for the state of a few files takes no time; the system's own watching tells nothing on a network."""


class OutsideLooks(QObject):
    """Looks every second and when the program comes to the front, but not while a dialog is open."""

    def __init__(self, app: QApplication, window: QWidget, look: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._look = look
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()
        app.applicationStateChanged.connect(self._come)

    def close(self) -> None:
        """Look no more."""
        self._timer.stop()

    def look(self) -> None:
        """Look now."""
        if not self._window.isMinimized() and QApplication.activeModalWidget() is None:
            self._look()

    def _come(self, state: Qt.ApplicationState) -> None:
        if state is Qt.ApplicationState.ApplicationActive and self._timer.isActive():
            self.look()
