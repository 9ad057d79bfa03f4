"""Feeds the shelf's model: what is known of a folder at once, then bit by bit what a look through it finds."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from bones_desktop.pages.shelf.shelfmodel import ShelfModel
from bones_desktop.storage.shelf.shelfcatalogue import Catalogue, News
from bones_desktop.storage.shelf.shelfentry import ShelfEntry
from bones_desktop.widgets.worker import Worker

_FIRST_SECONDS: Final = 0.03
"""Seconds a folder that was never read may take before its first cards are shown."""
_IN_ONE_GO: Final = 400
"""So many files' words are gathered in one go: a few milliseconds."""


class ShelfFeed(QObject):
    """Follows one folder at a time. The look runs beside the window and begins when the first cards are painted."""

    files_changed = Signal()
    """The model shows other files than before."""
    progress = Signal(int, int)
    """How many of the files to be read have been."""
    finished = Signal()
    """No more is to come: the whole folder has been looked through, or the look failed."""

    def __init__(self, model: ShelfModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._catalogue: Catalogue | None = None
        self._closed = False
        self._again = False
        self._gone: tuple[Path, ...] = ()
        """Told when all are read, or what has their character is: one with another name is known as the same so."""
        self._to_look = False
        self._worker = Worker(self)
        self._worker.answered.connect(lambda _catalogue, news: self._take(news))
        self._worker.finished.connect(lambda _catalogue: self._finish())
        self._worker.failed.connect(lambda _catalogue: self._finish())
        self._idle = QTimer(self, interval=0)
        self._idle.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        """Whether the folder is still being looked through."""
        return self._to_look or self._worker.busy

    def follow(self, catalogue: Catalogue) -> None:
        """Show what is known of a folder and look through it."""
        self._worker.cancel()
        self._gone = ()
        if catalogue is not self._catalogue:
            catalogue.look_briefly(_FIRST_SECONDS)
        self._catalogue = catalogue
        self._model.set_files(catalogue.by_file())
        self._to_look = True
        self._idle.start()
        self.files_changed.emit()

    def look_again(self) -> None:
        """Look through the folder once more, after the look under way if there is one."""
        if self._catalogue is None or self._closed:
            return
        if self._worker.busy:
            self._again = True
        else:
            self._to_look = True
            self._idle.start()

    def close(self) -> None:
        """Stop looking."""
        self._closed = True
        self._idle.stop()
        self._to_look = False
        self._worker.close()

    def _go_on(self) -> None:
        """Do what the first cards do not wait for, while the window has nothing else to do."""
        if self._to_look and self._catalogue is not None:
            self._to_look = False
            catalogue = self._catalogue
            self._worker.start(catalogue, catalogue.look)
        elif self._model.prepare_search(_IN_ONE_GO):
            self._idle.stop()

    def _finish(self) -> None:
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
