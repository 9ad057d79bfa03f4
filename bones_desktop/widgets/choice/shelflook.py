"""Characters who may throw or fight, as their files are read: of the shelf, and of files opened last elsewhere."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal

from bones_desktop.storage.shelf.shelf import Shelf
from bones_desktop.storage.shelf.shelfentry import ShelfEntry, read_entry, time_of
from bones_desktop.widgets.worker import KeepOn, Worker

RecentFiles = Callable[[], Iterable[str]]
"""Returns the files opened last, wherever they lie."""

AT_ONCE: Final = 0.1
"""Seconds of reading that may be waited for; a shelf seen before, or of a few hundred characters, takes less."""


class ShelfLook(QObject):
    """Looks through the shelf, beside the window when that takes long. `shutdown` ends it."""

    entries_changed = Signal()
    """`entries` is different from what it was when `refresh` was called."""

    def __init__(self, shelf: Callable[[], Shelf], parent: QObject | None = None, recent: RecentFiles = tuple) -> None:
        super().__init__(parent)
        self._shelf = shelf
        self._recent = recent
        self._known: tuple[ShelfEntry, ...] = ()
        self._elsewhere: tuple[ShelfEntry, ...] = ()
        self._worker = Worker(self)
        self._worker.answered.connect(lambda shelf, _news: self._take(shelf))
        # Another drive may answer late: it holds up neither the window nor the shelf.
        self._abroad = Worker(self)
        self._abroad.answered.connect(lambda _request, entries: self._take_elsewhere(entries))

    @property
    def entries(self) -> tuple[ShelfEntry, ...]:
        """What is known of the shelf, by name, then of the files opened last that lie elsewhere."""
        return (*self._known, *self._elsewhere)

    @property
    def elsewhere(self) -> frozenset[Path]:
        """Which of the files do not lie on the shelf."""
        return frozenset(entry.path for entry in self._elsewhere)

    @property
    def busy(self) -> bool:
        """Whether files are still being read."""
        return self._worker.busy or self._abroad.busy

    def refresh(self) -> None:
        """Look through the shelf that is in use now."""
        self.stop()
        shelf = self._shelf()
        whole = shelf.catalogue.look_briefly(AT_ONCE)
        self._known = shelf.known()
        paths = [Path(name) for name in self._recent()]
        self._elsewhere = tuple(entry for entry in self._elsewhere if entry.path in paths)
        if paths:
            self._abroad.start(shelf, partial(_read_elsewhere, paths, shelf.folder))
        if not whole:
            self._worker.start(shelf, shelf.catalogue.look)

    def stop(self) -> None:
        """Cancel reading."""
        for worker in (self._worker, self._abroad):
            worker.cancel()

    def shutdown(self) -> None:
        """Cancel reading for good."""
        for worker in (self._worker, self._abroad):
            worker.close()

    def _take(self, shelf: Shelf) -> None:
        self._known = shelf.known()
        self.entries_changed.emit()

    def _take_elsewhere(self, entries: tuple[ShelfEntry, ...]) -> None:
        before, self._elsewhere = self._elsewhere, entries
        if [*map(_comparable, entries)] != [*map(_comparable, before)]:
            self.entries_changed.emit()


def _comparable(entry: ShelfEntry) -> tuple[ShelfEntry, str]:
    """Return what two entries alike have in common: errors are never equal."""
    return replace(entry, damaged=None), str(entry.damaged)


def _read_elsewhere(paths: Sequence[Path], shelf: Path, keep_on: KeepOn) -> Iterator[tuple[ShelfEntry, ...]]:
    """Yield once the characters of those files that lie beside the shelf; a file that is gone is left out."""
    found = []
    for path in paths:
        if not keep_on():
            return
        with suppress(OSError, ValueError):
            # Not by `Path.resolve`, which raises something else over links in a circle.
            if path.is_file() and Path(os.path.realpath(path)).parent != Path(os.path.realpath(shelf)):
                found.append(read_entry(path, time_of(path.stat().st_mtime)))
    yield tuple(found)
