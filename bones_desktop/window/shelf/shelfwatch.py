"""Watches the folder of the shelf while it is seen, for what other programs put there, change or take away."""

import time
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from bones_desktop.window.shelf.shelffeed import ShelfFeed

_EVERY_MS: Final = 2_000
_SHARE: Final = 50
"""A look may take one part in so many of the time: a slow disk, or a very full folder, is looked at less often."""


class ShelfWatch(QObject):
    """Looks through the folder every two seconds, beside the window, as long as the shelf is on the screen.

    The system's own watching of folders is of no use here: it does not tell of files written anew in place, nor of
    anything on a network, and ends with a folder that goes away.
    """

    def __init__(self, page: QWidget, feed: ShelfFeed, may_look: Callable[[], bool]) -> None:
        """`may_look` says no while this program itself is about to write into the folder."""
        super().__init__(page)
        self._page = page
        self._feed = feed
        self._may_look = may_look
        self._began = 0.0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_EVERY_MS)
        self._timer.timeout.connect(self._look)
        feed.finished.connect(self._rest)

    def start(self) -> None:
        """Begin to watch, or go on."""
        self._timer.start(_EVERY_MS)

    def stop(self) -> None:
        """Watch no more."""
        self._timer.stop()

    def _look(self) -> None:
        if not self._page.isVisible():
            return
        if self._feed.busy:
            return  # it goes on when that look is done
        window = self._page.window()
        if window.isMinimized() or not self._may_look():
            self._timer.start(_EVERY_MS)
            return
        self._began = time.monotonic()
        self._feed.look_again()

    def _rest(self) -> None:
        if not self._page.isVisible():
            return
        took = time.monotonic() - self._began if self._began else 0.0
        self._began = 0.0
        self._timer.start(max(_EVERY_MS, int(1_000 * took * _SHARE)))
