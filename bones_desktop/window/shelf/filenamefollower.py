"""A file named when its character had no name takes the first name the character is given."""

import re
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from bones_desktop.document.bones.characterdocument import CharacterSession
from bones_desktop.storage.files.placing import UNNAMED
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.shelf.shelf import Shelf
from bones_desktop.window.shell.desk import FileEvents

WAIT_MS: Final = 2_000
"""A name is taken when nothing was written for this long: the first letters of it are not the name yet."""
_NOBODYS: Final = re.compile(rf"{re.escape(UNNAMED)}(?: \([0-9]+\))?\Z")


class FileNameFollower(QObject):
    """Renames the open file once, on the shelf only; where that cannot be done the file keeps its name, unsaid."""

    def __init__(
        self, session: CharacterSession, shelf: Callable[[], Shelf], events: FileEvents, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._shelf = shelf
        self._events = events
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(WAIT_MS)
        self._soon.timeout.connect(self._follow)
        session.written.connect(self._soon.start)
        session.opened.connect(lambda _path: self._soon.start())

    def close(self) -> None:
        """Follow no more."""
        self._soon.stop()

    def _follow(self) -> None:
        session = self._session
        path, saved, name = session.path, session.saved, session.value.name.strip()
        if path is None or saved is None or saved.read_only or not name or not _NOBODYS.match(path.stem):
            return
        if path.parent != self._shelf().folder:
            return
        if not session.is_saved or QApplication.activeModalWidget() is not None:
            self._soon.start()  # a dialog may be about this very file
            return
        try:
            new = path if saved.changed_outside() else self._shelf().rename(path, name)
        except FileProblem:
            return
        if new != path:
            session.moved(new)
            self._events.moved.emit(path, new)
            self._events.shelf_changed.emit(())
