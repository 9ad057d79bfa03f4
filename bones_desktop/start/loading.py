"""Loading after the first frame: the program is imported, made and put into the window, and pages are read ahead."""

import gc
from collections import deque
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QAbstractEventDispatcher, QObject, QThread, QTimer, Signal
from PySide6.QtWidgets import QApplication

from bones_desktop.desk.mainwindow import MainWindow
from bones_desktop.storage.files.locations import Locations
from bones_desktop.widgets.guarded import guarded

if TYPE_CHECKING:
    from bones_desktop.start.application import Application
    from bones_desktop.start.faults import FaultReporter

LARGEST_PICTURE_MB: Final = 64
MODULES: Final = (
    "bones_desktop.pages.table.requestboard",
    "bones_desktop.pages.table.taskstrip",
    "bones_desktop.tray.traywidget",
    "bones_desktop.pages.table.readingview",
    "bones_desktop.pages.table.tablepage",
    "bones_desktop.pages.tracker.trackerpage",
    "bones_desktop.pages.shelf.shelfpage",
    "bones_desktop.pages.builder.builderpanel",
    "bones_desktop.pages.sheet.sheetpage",
    "bones_desktop.pages.log.logpage",
    "bones_desktop.pages.campaign.campaignpage",
    "bones_desktop.pages.reference.referencepanel",
)
"""The pages, in the order in which they are read ahead. Each takes about a frame once those before it are imported."""
_QUIET_MS: Final = 2_000
"""Wait before the next page is read ahead, from the filled window or from dice that were rolling."""
_PAUSE_MS: Final = 60
"""Wait between two pages."""


def now() -> datetime:
    """Return the current time."""
    return datetime.now(UTC)


class Loading(QObject):
    """Load the program once and keep it until the window is closed."""

    loaded = Signal()
    """The window has its content."""

    def __init__(
        self, app: QApplication, window: MainWindow, locations: Locations, paths: Sequence[Path], *,
        safe: bool, last_crash: str,
    ) -> None:  # fmt: skip
        """`paths` are opened as soon as the program is loaded."""
        super().__init__()
        self._app = app
        self.window = window
        self._locations = locations
        self._paths = paths
        self._safe = safe
        self._last_crash = last_crash
        self._handed_over: list[Sequence[Path]] = []
        self.program: Application | None = None
        """None before it is loaded."""
        self._faults: FaultReporter | None = None
        self._ahead: ReadAhead | None = None
        self._collector: Collector | None = None
        self._failure: Exception | None = None

    def load(self) -> None:
        """Load the program and fill the window. An error ends the event loop, see `outcome`."""
        if not self.window.isVisible():
            return  # closed again before it had any content
        try:
            self._fill()
        except Exception as error:
            self._give_up(error)
        else:
            self.loaded.emit()
        finally:
            # The objects made so far stay until the end: the collector need not walk over them again while dice roll.
            gc.freeze()
            self._collector = Collector(self)

    def hand_over(self, paths: Sequence[Path]) -> None:
        """Open files that another start handed over, as soon as the program is loaded."""
        if self.program is None:
            self._handed_over.append(paths)
        else:
            self.program.hand_over(paths)

    def outcome(self, code: int) -> int:
        """Return the exit code: `code` if all went well, 1 for a damaged installation, which was reported.

        Raises any other exception that loading the program raised.
        """
        if self._failure is None:
            return code
        from bones_desktop.start.faults import DAMAGES

        if isinstance(self._failure, DAMAGES):
            return 1
        raise self._failure

    def close(self) -> None:
        # Before the program closes: an import now would delay the end.
        """Close the program after the event loop has ended."""
        if self._ahead is not None:
            self._ahead.stop()
        if self._collector is not None:
            self._collector.stop()
        if self.program is not None:
            self.program.close()
        if self._faults is not None:
            self._faults.uninstall()

    def _fill(self) -> None:
        # Without updates, or the user would see the window fill up part by part.
        self.window.setUpdatesEnabled(False)
        try:
            self._make()
        except Exception:
            self.window.setUpdatesEnabled(True)
            raise
        self._open()
        # Later, because Qt shows the new widgets a moment later; otherwise everything would be painted twice.
        QTimer.singleShot(0, self.window, lambda: self.window.setUpdatesEnabled(True))

    def _make(self) -> None:
        from PySide6.QtGui import QImageReader

        from bones_desktop.start.application import Application
        from bones_desktop.start.faults import FaultReporter, log_to

        # First, so that all that goes wrong below is in the log.
        log_to(self._locations.error_log)
        QImageReader.setAllocationLimit(LARGEST_PICTURE_MB)
        program = Application(
            self._app, self._locations, now, safe=self._safe, last_crash=self._last_crash, window=self.window
        )
        faults = FaultReporter(program.save_everything)
        faults.fault.connect(program.crashes.report)
        program.crashes.when_answered = faults.answered
        faults.install()
        self.program, self._faults = program, faults
        # While dice roll, the user would see a frame that comes late.
        self._ahead = ReadAhead(lambda: program.dice_in_motion)
        self._ahead.begin()

    def _give_up(self, error: Exception) -> None:
        from bones_desktop.start.faults import DAMAGES, report_damage

        self._failure = error
        if isinstance(error, DAMAGES):
            report_damage(self.window, error)
        else:
            self._app.exit()

    @guarded(None)
    def _open(self) -> None:
        from bones_desktop.start.faults import log

        if self.program is None:
            return
        self.program.open_first(self._paths)
        log.info("window shown")
        for paths in self._handed_over:
            self.program.hand_over(paths)
        self._handed_over.clear()


class Collector(QObject):
    """Collect garbage whenever the window is about to wait for the user; Python's own collector is off.

    Python collects on the thread that asks for memory, even in the middle of Qt's own work. Widgets, pictures and icons
    in the garbage would then be deleted on a worker thread while the window uses their parts, which crashes.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._dispatcher = QAbstractEventDispatcher.instance()
        self._dispatcher.aboutToBlock.connect(self._collect)

    def stop(self) -> None:
        """Turn Python's own collector on again."""
        self._dispatcher.aboutToBlock.disconnect(self._collect)
        gc.enable()

    @guarded(None)
    def _collect(self) -> None:
        """Collect the oldest generation that is due, as Python would."""
        if QThread.currentThread().loopLevel() > 1:
            return  # a menu or a drag waits in a loop of its own, and Qt still uses the objects that opened it
        counted = zip(gc.get_count(), gc.get_threshold(), strict=True)
        due = [generation for generation, (count, most) in enumerate(counted) if count > most]
        if 0 in due:
            gc.collect(max(due))


class ReadAhead(QObject):
    """Import the modules of pages that were not opened yet, one after another, but not while `busy` returns True."""

    def __init__(self, busy: Callable[[], bool], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._busy = busy
        self._left = deque(MODULES)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._next)

    def begin(self) -> None:
        """Begin after `_QUIET_MS`."""
        self._timer.start(_QUIET_MS)

    def stop(self) -> None:
        """Stop importing."""
        self._timer.stop()

    @guarded(None)
    def _next(self) -> None:
        if self._busy():
            self._timer.start(_QUIET_MS)
            return
        # One module each time: importing all at once would freeze the window for many frames.
        self._timer.start(_PAUSE_MS)
        if self._left:
            import_module(self._left.popleft())
        else:
            self._timer.stop()
            gc.collect()
            gc.freeze()  # as after loading: these modules stay until the end
