"""The characters of the shelf who may fight: those known at once, the others as soon as their files are read."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Signal

from bones_desktop.storage.shelf import Shelf
from bones_desktop.storage.shelfentry import Entry
from bones_desktop.widgets.worker import Worker

AT_ONCE: Final = 0.1
"""Seconds of reading that may be waited for; a shelf seen before, or of a few hundred characters, takes less."""


class ShelfLook(QObject):
    """Looks through the shelf, beside the window when that takes long. `shutdown` ends it."""

    more = Signal()
    """`entries` tells more, or other, than when `refresh` was called."""

    def __init__(self, shelf: Callable[[], Shelf], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shelf = shelf
        self._worker = Worker(self)
        self._worker.answered.connect(lambda shelf, _news: self._take(shelf))
        self.entries: tuple[Entry, ...] = ()
        """What is known of the shelf, by name."""

    @property
    def busy(self) -> bool:
        """Whether files are still being read."""
        return self._worker.busy

    def refresh(self) -> None:
        """Look through the shelf that is in use now."""
        self.stop()
        shelf = self._shelf()
        whole = shelf.catalogue.look_briefly(AT_ONCE)
        self.entries = shelf.known()
        if not whole:
            self._worker.start(shelf, shelf.catalogue.look)

    def stop(self) -> None:
        """Call the look off."""
        self._worker.cancel()

    def shutdown(self) -> None:
        """Call the look off, for good."""
        self._worker.close()

    def _take(self, shelf: Shelf) -> None:
        self.entries = shelf.known()
        self.more.emit()
