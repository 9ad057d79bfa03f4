"""Portraits of the cards in view: read, decoded and scaled beside the window, and the last few hundred kept."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QImage, QPixmap

from bones_desktop.document.portraits import square_of_portrait
from bones_desktop.storage.files.characterfile import CharacterFileError, read_character
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.shelf.shelfentry import Entry
from bones_desktop.widgets.worker import KeepOn, Worker

_KEPT: Final = 300
_WAITING: Final = 60
"""Cards scrolled past long ago are not waited for."""
Key = tuple[Path, float, int]


class Portraits(QObject):
    """Answers at once with what it has; `arrived` signals when there is more to show."""

    arrived = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kept: OrderedDict[Key, QPixmap] = OrderedDict()
        self._wanted: OrderedDict[Key, None] = OrderedDict()
        self._worker = Worker(self)
        self._worker.answered.connect(self._take)
        self._worker.finished.connect(lambda _request: self._work())
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._work)

    def pixmap(self, entry: Entry, side: int) -> QPixmap | None:
        """Return the portrait as a square of `side` device pixels; None while it is not there, or when there is none.

        A file whose portrait is no picture is shown as having none.
        """
        if not entry.portrait or side <= 0:
            return None
        key = (entry.path, entry.modified.timestamp(), side)
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return None if found.isNull() else found
        self._wanted[key] = None
        self._wanted.move_to_end(key)
        while len(self._wanted) > _WAITING:
            self._wanted.popitem(last=False)
        if not self._worker.busy and not self._soon.isActive():
            self._soon.start()
        return None

    def close(self) -> None:
        """Stop reading."""
        self._soon.stop()
        self._worker.close()

    def _work(self) -> None:
        if self._wanted:
            wanted = tuple(reversed(self._wanted))
            self._worker.start(None, lambda keep_on: _portraits(wanted, keep_on))

    def _take(self, _request: object, answer: tuple[Key, QImage]) -> None:
        key, image = answer
        self._wanted.pop(key, None)
        self._kept[key] = QPixmap.fromImage(image)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        self.arrived.emit()


def _portraits(keys: Iterable[Key], keep_on: KeepOn) -> Iterator[tuple[Key, QImage]]:
    for key in keys:
        if not keep_on():
            return
        path, _modified, side = key
        yield key, portrait_of(path, side)


def portrait_of(path: Path, side: int) -> QImage:
    """Return the middle square of the portrait in a character's file, `side` pixels wide; a null image for none."""
    try:
        return square_of_portrait(read_character(path).value.portrait, side)
    except (CharacterFileError, FileProblem):
        return QImage()
