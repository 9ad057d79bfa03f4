"""Looks through a folder of characters beside the window and tells what is new, bit by bit."""

import time
from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QObject, Signal

from bones_desktop.storage.shelfcatalogue import Catalogue, News
from bones_desktop.widgets.worker import KeepOn, Worker

_AT_ONCE: Final = 0.03
"""Seconds a folder that was never read may take before its first cards are shown."""


class ShelfWatch(QObject):
    """One look at a time; a newer one takes the place of the one under way."""

    news = Signal(object)
    """A News of the catalogue looked through last."""
    finished = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = Worker(self)
        self._worker.answered.connect(lambda _catalogue, news: self.news.emit(news))
        self._worker.finished.connect(lambda _catalogue: self.finished.emit())

    @property
    def busy(self) -> bool:
        """Whether a look is under way."""
        return self._worker.busy

    def look(self, catalogue: Catalogue) -> None:
        """Look through the folder of `catalogue`."""
        self._worker.start(catalogue, lambda keep_on: _look(catalogue, keep_on))

    def close(self) -> None:
        """Stop looking."""
        self._worker.close()


def _look(catalogue: Catalogue, keep_on: KeepOn) -> Iterator[News]:
    yield from catalogue.look(keep_on)


def first_cards(catalogue: Catalogue) -> None:
    """Read the newest files of a folder nothing is known of, as many as take no time."""
    if catalogue.known():
        return
    began = time.monotonic()
    for _entry in catalogue.newest():
        if time.monotonic() - began > _AT_ONCE:
            return
