"""Feeds the shelf's model: first the known files of a folder, then bit by bit the results of reading it."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from bones_desktop.pages.shelf.shelfmodel import ShelfModel
from bones_desktop.storage.shelf.shelfcatalogue import Catalogue, News
from bones_desktop.storage.shelf.shelfentry import ShelfEntry
from bones_desktop.widgets.worker import Worker

_FIRST_SECONDS: Final = 0.03
"""Time that a folder read for the first time may take before its first cards are shown."""
_IN_ONE_GO: Final = 400
"""Number of files whose search words are collected in one step, which takes a few milliseconds."""


class ShelfFeed(QObject):
    """Follows one folder at a time. Reading runs on a worker thread and begins when the first cards are painted."""

    files_changed = Signal()
    """The model shows other files than before."""
    progress = Signal(int, int)
    """The number of files read so far, and their total."""
    finished = Signal()
    """The whole folder was read, or reading failed."""

    def __init__(self, model: ShelfModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._catalogue: Catalogue | None = None
        self._closed = False
        self._again = False
        self._gone: tuple[Path, ...] = ()
        """Missing files. They are reported when all files were read, or when a file with the same character was found.

        Only so is a renamed file known as the same character.
        """
        self._to_look = False
        self._worker = Worker(self)
        self._worker.answered.connect(lambda _catalogue, news: self._take(news))
        self._worker.finished.connect(lambda _catalogue: self._finish())
        self._worker.failed.connect(lambda _catalogue: self._finish())
        self._idle = QTimer(self, interval=0)
        self._idle.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        """Whether the folder is still being read."""
        return self._to_look or self._worker.busy

    def follow(self, catalogue: Catalogue) -> None:
        """Show the known files of a folder, and read it."""
        self._worker.cancel()
        self._gone = ()
        # A short look first, so that a small folder appears complete from the start.
        if catalogue is not self._catalogue:
            catalogue.look_briefly(_FIRST_SECONDS)
        self._catalogue = catalogue
        self._model.set_files(catalogue.by_file())
        self._to_look = True
        self._idle.start()
        self.files_changed.emit()

    def look_again(self) -> None:
        """Read the folder once more, after the reading in progress if there is one."""
        if self._catalogue is None or self._closed:
            return
        if self._worker.busy:
            self._again = True
        else:
            self._to_look = True
            self._idle.start()

    def close(self) -> None:
        """Stop reading."""
        self._closed = True
        self._idle.stop()
        self._to_look = False
        self._worker.close()

    def _go_on(self) -> None:
        """Do work that the first cards need not wait for, while the window has nothing else to do."""
        if self._to_look and self._catalogue is not None:
            self._to_look = False
            catalogue = self._catalogue
            self._worker.start(catalogue, catalogue.look)
        # The words for the search are ready before the user types the first letter.
        elif self._model.prepare_search(_IN_ONE_GO):
            self._idle.stop()

    def _finish(self) -> None:
        # Files still missing at the end are really gone.
        gone, self._gone = self._gone, ()
        self._update((), gone)
        self.finished.emit()
        if self._again:
            self._again = False
            self.look_again()

    def _take(self, news: News) -> None:
        self.progress.emit(news.done, news.total)
        gone = (*self._gone, *news.gone)
        told = gone if news.done >= news.total else self._model.renamed(gone, news.entries)
        self._gone = tuple(path for path in gone if path not in told)
        self._update(news.entries, told)

    def _update(self, entries: tuple[ShelfEntry, ...], gone: tuple[Path, ...]) -> None:
        if entries or gone:
            self._model.update(entries, gone)
            self._tell()

    def _tell(self) -> None:
        self._idle.start()
        self.files_changed.emit()
