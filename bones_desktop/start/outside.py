"""Checks whether another program wrote to the open files."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from bones_desktop.storage.files.textfiles import state_of
from bones_desktop.widgets.worker import KeepOn, Worker

EVERY_MS: Final = 2_000
"""Asking for the state of a few files takes no time. The system's own notifications do not work on a network drive."""


class OutsideLooks(QObject):
    """Check the open files every two seconds, and when the program comes to the front.

    The check runs on a worker thread, because a drive may answer late. There is none while a dialog is open: its answer
    is meant for the character that is open now.
    """

    written = Signal()
    """One of the files was written."""

    def __init__(
        self, app: QApplication, window: QWidget, files: Callable[[], tuple[Path, ...]], parent: QObject
    ) -> None:
        """`files` returns the open files, and none at a moment when nothing may change."""
        super().__init__(parent)
        self._window = window
        self._files = files
        self._seen: object = None
        self._worker = Worker(self)
        self._worker.answered.connect(self._compare)
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()
        app.applicationStateChanged.connect(self._come)

    def close(self) -> None:
        """Stop checking."""
        self._timer.stop()
        self._worker.close()

    def look(self) -> None:
        """Check now, unless a check is running."""
        if self._worker.busy or self._window.isMinimized() or QApplication.activeModalWidget() is not None:
            return
        if not (files := self._files()):
            return
        self._worker.start(files, lambda keep_on: _states(files, keep_on))

    def _compare(self, files: object, states: object) -> None:
        # A dialog may have opened, or another file, while the worker was asking.
        if (files, states) != self._seen and files == self._files() and QApplication.activeModalWidget() is None:
            self._seen = files, states
            self.written.emit()

    def _come(self, state: Qt.ApplicationState) -> None:
        # The timer stops with `close`, but the application still sends this signal.
        if state is Qt.ApplicationState.ApplicationActive and self._timer.isActive():
            self.look()


def _states(files: tuple[Path, ...], _keep_on: KeepOn) -> Iterator[object]:
    yield tuple(map(state_of, files))
