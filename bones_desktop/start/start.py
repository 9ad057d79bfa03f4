"""Starts the window: crash log, logging, a single instance, a first frame at once, and then the rest of the program."""

import faulthandler
import gc
import os
import sys
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from PySide6.QtCore import (
    QAbstractEventDispatcher,
    QCoreApplication,
    QEvent,
    QLibraryInfo,
    QLocale,
    QObject,
    QThread,
    QTimer,
    QTranslator,
    Signal,
)  # fmt: skip
from PySide6.QtGui import QFileOpenEvent, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from bones_desktop import __version__
from bones_desktop.desk.mainwindow import MainWindow
from bones_desktop.start.process import SingleInstance, TableIsOpenError
from bones_desktop.storage.files.checkedfile import ALIVE_AFTER, LastLook, StartCounter, last_look, take_last_crash
from bones_desktop.storage.files.locations import Locations, private_folder
from bones_desktop.storage.files.shippedfiles import ShippedFileError, shipped
from bones_desktop.storage.files.textfiles import open_regular
from bones_desktop.theme import measures
from bones_desktop.theme.measures import chosen_theme, load_palette, scaled, shown_theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.wording.language import ENGLISH, LANGUAGES, system_language, use

if TYPE_CHECKING:
    from bones_desktop.start.application import Application
    from bones_desktop.start.backups import RestoreResult
    from bones_desktop.start.faults import FaultReporter


LARGEST_PICTURE_MB: Final = 64
MODULES: Final = (
    "bones_desktop.pages.table.taskfields",
    "bones_desktop.pages.table.taskstrip",
    "bones_desktop.tray.traywidget",
    "bones_desktop.desk.table.readingview",
    "bones_desktop.pages.table.tablepage",
    "bones_desktop.pages.tracker.trackerpage",
    "bones_desktop.pages.shelf.shelfpage",
    "bones_desktop.pages.builder.builderpanel",
    "bones_desktop.pages.sheet",
    "bones_desktop.pages.log.logpage",
    "bones_desktop.pages.campaign.campaignpage",
    "bones_desktop.pages.reference.referencepanel",
)
"""Modules of pages, in the order in which they are imported in advance. Each import takes about one frame."""
_QUIET_MS: Final = 2_000
"""Milliseconds of rest before the next import, counted from the filled window or from the end of a roll."""
_PAUSE_MS: Final = 60
"""Milliseconds between two imports."""


def now() -> datetime:
    """Return the current time."""
    return datetime.now(UTC)


class Loading(QObject):
    """Loads the program once and keeps it until the window is closed."""

    loaded = Signal()
    """Emitted when the window has its content."""

    def __init__(
        self, app: QApplication, window: MainWindow, locations: Locations, paths: Sequence[Path], *,
        safe: bool, last_crash: str,
    ) -> None:  # fmt: skip
        """Open `paths` as soon as the program is loaded."""
        super().__init__()
        self._app = app
        self.window = window
        self.locations = locations
        self._paths = paths
        self.is_safe = safe
        self._last_crash = last_crash
        self._handed_over: list[Sequence[Path]] = []
        self.program: Application | None = None
        """The program; None before it is loaded."""
        self._faults: FaultReporter | None = None
        self._ahead: ReadAhead | None = None
        self._collector: Collector | None = None
        self._failure: Exception | None = None
        self.outcome_of_restoring: RestoreResult | None = None
        """Result of restoring a backup before this window, which is shown; None if there was none."""

    @property
    def opens_again(self) -> bool:
        """True if another window is to be opened after this one is closed."""
        return self.program is not None and self.program.opens_again

    @property
    def restoring(self) -> Path | None:
        """Backup to restore after the window is closed, because the user chose it; None if there is none."""
        return self.program.restoring if self.program is not None else None

    def load(self) -> None:
        """Load the program and fill the window. An error ends the event loop (see `outcome`)."""
        if not self.window.isVisible():
            return  # The window was closed before it had any content.
        try:
            self._fill()
        except Exception as error:
            self._give_up(error)
        else:
            self.loaded.emit()
        finally:
            # The objects created so far live until the program ends, so later garbage collections need not visit them.
            gc.freeze()
            self._collector = Collector(self)

    def hand_over(self, paths: Sequence[Path]) -> None:
        """Open files that another start handed over, as soon as the program is loaded."""
        if self.program is None:
            self._handed_over.append(paths)
        else:
            self.program.hand_over(paths)

    def outcome(self, code: int) -> int:
        """Return the exit code: `code`, or 1 for a damaged installation, which was reported.

        Raise any other exception that loading the program raised.
        """
        if self._failure is None:
            return code
        if isinstance(self._failure, ShippedFileError):
            return 1
        raise self._failure

    def close(self) -> None:
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
        # Without this, the user would see the parts of the window appear one after another.
        self.window.setUpdatesEnabled(False)
        try:
            self._make()
        except Exception:
            self.window.setUpdatesEnabled(True)
            raise
        self._open()
        # Updates are enabled a moment later, when Qt has shown the new widgets. Otherwise everything would be painted
        # twice.
        QTimer.singleShot(0, self.window, lambda: self.window.setUpdatesEnabled(True))

    def _make(self) -> None:
        # Imported late: the first frame does not need it.
        from PySide6.QtGui import QImageReader

        from bones_desktop.start.application import Application
        from bones_desktop.start.faults import FaultReporter, log_to

        # Logging starts first, so that every failure below is in the log. After restoring it has started already.
        if self.outcome_of_restoring is None:
            log_to(self.locations.error_log)
        QImageReader.setAllocationLimit(LARGEST_PICTURE_MB)
        program = Application(
            self._app, self.locations, now, safe=self.is_safe, last_crash=self._last_crash, window=self.window
        )
        faults = FaultReporter(program.save_everything)
        faults.fault.connect(program.crashes.report)
        program.crashes.when_answered = faults.answered
        faults.install()
        self.program, self._faults = program, faults
        # No module is imported while dice roll, because a late frame would be visible then.
        self._ahead = ReadAhead(lambda: program.dice_in_motion)
        self._ahead.begin()

    def _give_up(self, error: Exception) -> None:
        # Imported late: the first frame comes before the rest of the program.
        from bones_desktop.start.faults import report_damage

        self._failure = error
        if isinstance(error, ShippedFileError):
            report_damage(self.window, error)
        else:
            self._app.exit()

    @guarded(None)
    def _open(self) -> None:
        # Imported late: the first frame comes before the rest of the program.
        from bones_desktop.start.faults import log

        if self.program is None:
            return
        self.program.open_first(self._paths)
        log.info("window shown")
        for paths in self._handed_over:
            self.program.hand_over(paths)
        self._handed_over.clear()
        if (done := self.outcome_of_restoring) is not None:
            self.program.backups.report(done.text, tone=done.tone, kept=done.kept)


class Collector(QObject):
    """Collects garbage whenever the window is about to wait for the user. Python's own collector is off.

    Python collects on any thread that asks for memory, even in the middle of Qt's own work. A worker thread would then
    delete widgets and icons that the window still uses, and the program would crash.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._dispatcher = QAbstractEventDispatcher.instance()
        self._dispatcher.aboutToBlock.connect(self._collect)

    def stop(self) -> None:
        """Switch Python's own collector on again."""
        self._dispatcher.aboutToBlock.disconnect(self._collect)
        gc.enable()

    @guarded(None)
    def _collect(self) -> None:
        """Collect the oldest generation that is due, like Python."""
        if QThread.currentThread().loopLevel() > 1:
            return  # A menu or a drag runs its own event loop, and Qt still uses the objects that opened it.
        counted = zip(gc.get_count(), gc.get_threshold(), strict=True)
        due = [generation for generation, (count, most) in enumerate(counted) if count > most]
        if 0 in due:
            gc.collect(max(due))


class ReadAhead(QObject):
    """Imports the modules of pages that were not opened yet, one after another, but not while `busy` returns True."""

    def __init__(self, busy: Callable[[], bool], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._busy = busy
        self._left = deque(MODULES)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._next)

    def begin(self) -> None:
        """Begin to import after `_QUIET_MS`."""
        self._timer.start(_QUIET_MS)

    def stop(self) -> None:
        """Stop importing."""
        self._timer.stop()

    @guarded(None)
    def _next(self) -> None:
        if self._busy():
            self._timer.start(_QUIET_MS)
            return
        # Modules are imported one at a time, because importing all at once would freeze the window for many frames.
        self._timer.start(_PAUSE_MS)
        if self._left:
            import_module(self._left.popleft())
        else:
            self._timer.stop()
            gc.collect()
            gc.freeze()  # These modules stay until the program ends, so the garbage collector need not visit them.


_WITHOUT_CLIPBOARD: Final = frozenset({"offscreen", "minimal", "minimalegl", "vnc", "linuxfb", "eglfs"})
"""Platforms on which Qt's clipboard exists only in this process."""
_LISTEN_AFTER_MS: Final = 500
"""Milliseconds between filling the window and listening for other starts.

By then the content is painted, and keys typed during the start have been handled.
"""
_LISTEN_AT_LATEST_MS: Final = 5_000
PATIENCE_MS: Final = 250
"""Longest wait for the first paint, in milliseconds. A window that starts minimised or covered is never painted."""


def start(paths: Sequence[Path], *, data_dir: Path | None, safe: bool, language: str | None = None) -> int:
    """Run the window until it is closed and return the exit code.

    `language` is preferred to the language in the settings, until another one is chosen there.
    """
    locations = Locations.under(data_dir) if data_dir else Locations.usual()
    counter = StartCounter(locations.start_counter)
    app = QApplication.instance() or QApplication([*sys.argv[:1], *measures.STYLE_ARGUMENTS])
    if not isinstance(app, QApplication):
        return 2
    _name(app)
    instance = _claim(app, locations, paths, language)
    if instance is None:
        return 0
    # Several failed starts make the next one a safe start.
    safe = counter.begin() or safe
    last_crash = take_last_crash(locations.crash_log)
    # This comes after the last report has been read, because opening the file for this run empties it.
    trace = _crash_trace(locations.crash_log)
    # macOS sends files as events, also while the program is running.
    if sys.platform == "darwin":
        app.installEventFilter(SentFiles(lambda paths: instance.open(tuple(paths)), app))
    try:
        words_of_qt = QTranslator(app)
        speak(app, words_of_qt, locations, language)
        loading = Loading(app, MainWindow(), locations, paths, safe=safe, last_crash=last_crash)
        code = _show(app, loading, instance, counter)
        while loading.opens_again:
            backup, outcome = loading.restoring, None
            _forget(loading)
            if backup is not None:
                # Imported late: few sessions restore a backup.
                from bones_desktop.start.backups import restore_between

                outcome = restore_between(backup, locations, now)
            # Imported late: nothing of it is needed before the first frame.
            from bones_desktop.storage.games import forget_tables

            forget_tables()
            speak(app, words_of_qt, locations, None)
            loading = Loading(app, MainWindow(), locations, (), safe=False, last_crash="")
            loading.outcome_of_restoring = outcome
            code = _show(app, loading, instance, counter)
        return code
    finally:
        # The parts are closed in reverse order of the start. The crash trace ends last, so that it records crashes of
        # all other parts.
        instance.close()
        _empty_own_clipboard()
        _end_trace(trace, locations.crash_log)


def speak(app: QApplication, words_of_qt: QTranslator, locations: Locations, language: str | None) -> None:
    """Show the texts of the program and of Qt in `language`; None stands for the language in the settings.

    Numbers and dates have the format of the language in the user's country.
    """
    chosen = language or last_look(locations.settings_file, locations.window_state_file).language
    code = chosen if chosen in LANGUAGES else system_language()
    try:
        use(code, shipped("resources") / "languages")
    except OSError:  # The catalogue is missing, as --self-check reports.
        code = ENGLISH
    locale = QLocale(QLocale(code).language(), QLocale.system().territory())
    QLocale.setDefault(locale)
    app.removeTranslator(words_of_qt)
    if words_of_qt.load(locale, "qtbase", "_", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        app.installTranslator(words_of_qt)


def _show(app: QApplication, loading: Loading, instance: SingleInstance, counter: StartCounter) -> int:
    """Show the window until it is closed, and return the exit code."""
    instance.open = loading.hand_over
    frame = FirstFrame(app, loading.window)
    frame.shown.connect(loading.load)
    loading.loaded.connect(frame.end)
    listening = _timer(app, instance.listen, _LISTEN_AT_LATEST_MS)
    loading.loaded.connect(lambda: listening.start(_LISTEN_AFTER_MS))
    frame.show(loading.locations, safe=loading.is_safe)
    # After a while the start counts as successful, even if the program is killed later.
    alive = _timer(app, counter.succeeded, ALIVE_AFTER * 1000)
    try:
        return loading.outcome(app.exec())
    finally:
        alive.stop()
        listening.stop()
        counter.succeeded()
        loading.close()


def _forget(loading: Loading) -> None:
    """Delete a closed window and its program before the next window is created."""
    gc.unfreeze()
    for each in (loading.window, loading.program):
        if each is not None:
            each.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _timer(app: QApplication, call: Callable[[], None], milliseconds: int) -> QTimer:
    timer = QTimer(app, singleShot=True)
    timer.timeout.connect(call)
    timer.start(milliseconds)
    return timer


def _name(app: QApplication) -> None:
    app.setApplicationName("bones-desktop")
    app.setApplicationDisplayName("Bones Desktop")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("bones-desktop")


def _claim(
    app: QApplication, locations: Locations, paths: Sequence[Path], language: str | None
) -> SingleInstance | None:
    try:
        private_folder(locations.state)
    except OSError:
        # A state folder that cannot be created must not prevent playing. Two windows are then possible.
        return SingleInstance(locations.state)
    instance = SingleInstance(locations.state)
    while True:
        try:
            return instance if instance.claim(paths) else None
        except TableIsOpenError:
            speak(app, QTranslator(app), locations, language)
            if not instance.wait_for_table():
                return None


def _empty_own_clipboard() -> None:
    """Empty a clipboard that exists only in this process.

    The clipboard is deleted after Python has ended, and Qt would crash on data that belonged to Python.
    """
    if QGuiApplication.platformName() in _WITHOUT_CLIPBOARD:
        QGuiApplication.clipboard().clear()


def _crash_trace(path: Path) -> IO[str] | None:
    try:
        trace = os.fdopen(open_regular(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), "w", encoding="utf-8")
    except OSError:
        # A windowed program on Windows has no terminal.
        if sys.stderr is not None:
            faulthandler.enable(all_threads=True)
        return None
    faulthandler.enable(trace, all_threads=True)
    return trace


def _end_trace(trace: IO[str] | None, path: Path) -> None:
    faulthandler.disable()
    if trace is not None:
        trace.close()
        # An empty file is not a report, and failing to delete it does no harm.
        with suppress(OSError):
            path.unlink()


class SentFiles(QObject):
    """Accepts files that macOS sends as events, because a double click there passes no path on the command line."""

    def __init__(self, hand_over: Callable[[Sequence[Path]], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hand_over = hand_over

    @guarded(False)
    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Hand over the path in an event that opens a file."""
        if not isinstance(event, QFileOpenEvent) or not event.file():
            return False
        self._hand_over((Path(event.file()),))
        return True


class FirstFrame(QObject):
    """Shows `window` before it has any content, and before the rest of the program is imported."""

    shown = Signal()
    """Emitted once, when the window has been painted, or after PATIENCE_MS."""

    def __init__(self, app: QApplication, window: MainWindow, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._app = app
        self._window = window
        self._waiting = QTimer(self, singleShot=True)
        self._waiting.timeout.connect(self._finish)
        window.painted.connect(self._painted)

    def show(self, locations: Locations, *, safe: bool) -> None:
        """Show the window in its background colour at its last size and place; if `safe`, in the default place."""
        look = last_look(locations.settings_file, locations.window_state_file)
        self._take_ground(look)
        self._window.setWindowTitle(self._app.applicationDisplayName())
        self._window.take_place(b"" if safe else look.geometry, lambda size: scaled(size, look.text_size))
        self._window.come_up()
        self._window.windowHandle().installEventFilter(self)
        self._waiting.start(PATIENCE_MS)

    def end(self) -> None:
        """Accept the mouse from now on. Earlier mouse events are dropped."""
        QTimer.singleShot(0, self, self._let_through)

    @guarded(False)
    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Drop mouse events. A click would go to the widget that appears below the pointer a moment later."""
        kinds = QEvent.Type
        return event.type() in {kinds.MouseButtonPress, kinds.MouseButtonRelease, kinds.MouseButtonDblClick}

    def _take_ground(self, look: LastLook) -> None:
        theme = shown_theme(chosen_theme(look.theme), look.shown)
        try:
            ground = load_palette(shipped("resources") / "themes" / f"{theme}.json").color("ground")
        except ShippedFileError:
            return  # The error is reported when the whole theme is loaded.
        palette = QPalette()  # A palette made from a colour would import all of Qt's enumerations.
        palette.setColor(QPalette.ColorRole.Window, ground)
        self._app.setPalette(palette)

    def _painted(self) -> None:
        # The signal is emitted after the paint event has ended, so that the picture is on the screen.
        self._waiting.start(0)

    def _finish(self) -> None:
        self._window.painted.disconnect(self._painted)
        self.shown.emit()

    def _let_through(self) -> None:
        if (handle := self._window.windowHandle()) is not None:
            handle.removeEventFilter(self)
