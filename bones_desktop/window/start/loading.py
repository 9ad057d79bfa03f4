"""What comes behind the first frame: the program is read from the disk, made and put into the window."""

import gc
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from bones_desktop.storage.files.locations import Locations
from bones_desktop.widgets.guarded import guarded
from bones_desktop.window.shell.mainwindow import MainWindow

if TYPE_CHECKING:
    from bones_desktop.window.start.application import Application
    from bones_desktop.window.start.faults import FaultReporter
    from bones_desktop.window.start.readahead import ReadAhead

LARGEST_PICTURE_MB: Final = 64


def now() -> datetime:
    """Return the present moment."""
    return datetime.now(UTC)


class Loading(QObject):
    """Loads the program once and keeps it until the window is closed."""

    loaded = Signal()
    """The window has its content."""

    def __init__(
        self, app: QApplication, window: MainWindow, locations: Locations, paths: Sequence[Path], *,
        safe: bool, last_crash: str,
    ) -> None:  # fmt: skip
        """`paths` are opened when there is something to open them with."""
        super().__init__()
        self._app = app
        self._window = window
        self._locations = locations
        self._paths = paths
        self._safe = safe
        self._last_crash = last_crash
        self._handed_over: list[Sequence[Path]] = []
        self._running: Application | None = None
        self._faults: FaultReporter | None = None
        self._ahead: ReadAhead | None = None
        self._failure: Exception | None = None

    def load(self) -> None:
        """Load the program and fill the window; what goes wrong ends the event loop, see `outcome`."""
        if not self._window.isVisible():
            return  # closed again before there was anything in it
        try:
            self._fill()
        except Exception as error:
            self._give_up(error)
        else:
            self.loaded.emit()
        finally:
            # What is there now stays: the collector need never walk over it again while dice tumble.
            gc.freeze()
            gc.enable()

    def hand_over(self, paths: Sequence[Path]) -> None:
        """Open files another start asked for, when there is something to open them with."""
        if self._running is None:
            self._handed_over.append(paths)
        else:
            self._running.hand_over(paths)

    def outcome(self, code: int) -> int:
        """Return the exit code, `code` when all went well; raises what kept the program from being loaded.

        A damaged installation was told of already.
        """
        if self._failure is None:
            return code
        from bones_desktop.window.start.damage import DAMAGES

        if isinstance(self._failure, DAMAGES):
            return 1
        raise self._failure

    def close(self) -> None:
        """Let go of the program after the event loop has ended."""
        if self._ahead is not None:
            self._ahead.stop()
        if self._running is not None:
            self._running.close()
        if self._faults is not None:
            self._faults.uninstall()

    def _fill(self) -> None:
        self._window.setUpdatesEnabled(False)
        try:
            self._make()
        except Exception:
            self._window.setUpdatesEnabled(True)
            raise
        self._open()
        # Not now: Qt shows what came into the window a moment later, and everything would be painted again.
        QTimer.singleShot(0, self._window, lambda: self._window.setUpdatesEnabled(True))

    def _make(self) -> None:
        from PySide6.QtGui import QImageReader

        from bones_desktop.window.start.application import Application
        from bones_desktop.window.start.errorlog import log_to
        from bones_desktop.window.start.faults import FaultReporter
        from bones_desktop.window.start.readahead import ReadAhead

        log_to(self._locations.error_log)
        QImageReader.setAllocationLimit(LARGEST_PICTURE_MB)
        running = Application(
            self._app, self._locations, now, safe=self._safe, last_crash=self._last_crash, window=self._window
        )
        faults = FaultReporter(running.save_everything)
        faults.fault.connect(running.crashes.show_fault)
        running.crashes.answered.connect(faults.answered)
        faults.install()
        self._running, self._faults = running, faults
        # While dice tumble, a frame that comes late would be seen.
        self._ahead = ReadAhead(lambda: running.pages.dice_in_motion)
        self._ahead.begin()

    def _give_up(self, error: Exception) -> None:
        from bones_desktop.window.start.damage import DAMAGES, tell_of_damage

        self._failure = error
        if isinstance(error, DAMAGES):
            tell_of_damage(self._window, error)
        else:
            self._app.exit()

    @guarded(None)
    def _open(self) -> None:
        from bones_desktop.window.start.errorlog import log

        if self._running is None:
            return
        self._running.open_first(self._paths)
        log.info("window shown")
        for paths in self._handed_over:
            self._running.hand_over(paths)
        self._handed_over.clear()
