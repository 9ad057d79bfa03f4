"""Starting the window: crash log, logging, one instance, a first frame immediately, and the rest after it."""

import faulthandler
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QFileOpenEvent, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from bones_desktop import __version__
from bones_desktop.desk.mainwindow import MainWindow
from bones_desktop.start.loading import Loading
from bones_desktop.start.singleinstance import SingleInstance
from bones_desktop.storage.files.locations import Locations, private_folder, shipped
from bones_desktop.storage.files.settings import ALIVE_AFTER, LastLook, StartCounter, last_look, take_last_crash
from bones_desktop.storage.files.textfiles import open_regular
from bones_desktop.theme import measures
from bones_desktop.theme.measures import ThemeFileError, chosen_theme, load_palette, scaled, shown_theme
from bones_desktop.widgets.guarded import guarded

_WITHOUT_CLIPBOARD: Final = frozenset({"offscreen", "minimal", "minimalegl", "vnc", "linuxfb", "eglfs"})
"""Platforms where Qt's clipboard exists only in this process."""
_LISTEN_AFTER_MS: Final = 500
"""Delay from the filled window to listening. By then the content is painted, and keys typed meanwhile have arrived."""
_LISTEN_AT_LATEST_MS: Final = 5_000
PATIENCE_MS: Final = 250
"""Longest wait for the first paint: a window that comes up minimised or covered is never painted."""


def start(paths: Sequence[Path], *, data_dir: Path | None, safe: bool) -> int:
    """Run the window until it is closed and return the exit code."""
    locations = Locations.under(data_dir) if data_dir else Locations.usual()
    counter = StartCounter(locations.start_counter)
    app = QApplication.instance() or QApplication([*sys.argv[:1], *measures.STYLE_ARGUMENTS])
    if not isinstance(app, QApplication):
        return 2
    _name(app)
    instance = _claim(locations, paths)
    if instance is None:
        return 0
    # Starts that failed in a row make the next one a safe start.
    safe = counter.begin() or safe
    last_crash = take_last_crash(locations.crash_log)
    # After the report of last time was read: opening it for this run empties the file.
    trace = _crash_trace(locations.crash_log)
    window = MainWindow()
    loading = Loading(app, window, locations, paths, safe=safe, last_crash=last_crash)
    instance.open = loading.hand_over
    # macOS sends files as events, also while the program is running.
    if sys.platform == "darwin":
        app.installEventFilter(SentFiles(loading.hand_over, app))
    frame = FirstFrame(app, window)
    frame.shown.connect(loading.load)
    loading.loaded.connect(frame.end)
    listening = _timer(app, instance.listen, _LISTEN_AT_LATEST_MS)
    loading.loaded.connect(lambda: listening.start(_LISTEN_AFTER_MS))
    frame.show(locations, safe=safe)
    # Alive for a while, a start counts as good, even if the program is killed later.
    alive = _timer(app, counter.succeeded, ALIVE_AFTER * 1000)
    try:
        return loading.outcome(app.exec())
    finally:
        # In the reverse order of the start: the crash trace ends last and so covers everything else.
        alive.stop()
        listening.stop()
        counter.succeeded()
        loading.close()
        instance.close()
        _empty_own_clipboard()
        _end_trace(trace, locations.crash_log)


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


def _claim(locations: Locations, paths: Sequence[Path]) -> SingleInstance | None:
    try:
        private_folder(locations.state)
    except OSError:
        # A state folder that cannot be made must not stop anyone from playing. Two windows are then possible.
        return SingleInstance(locations.state)
    instance = SingleInstance(locations.state)
    return instance if instance.claim(paths) else None


def _empty_own_clipboard() -> None:
    """Empty a clipboard that exists only in this process. It outlives Python, and Qt would crash over Python's data."""
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
        # An empty file is no report, but removing it is not worth a failure.
        with suppress(OSError):
            path.unlink()


class SentFiles(QObject):
    """Accepts files that macOS sends as events: a double click there passes no path on the command line."""

    def __init__(self, hand_over: Callable[[Sequence[Path]], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hand_over = hand_over

    @guarded(False)
    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Hand a file over."""
        if not isinstance(event, QFileOpenEvent) or not event.file():
            return False
        self._hand_over((Path(event.file()),))
        return True


class FirstFrame(QObject):
    """Show `window` before it has any content, and before the rest of the program is imported."""

    shown = Signal()
    """The window is painted, or cannot be seen. Emitted once."""

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
        """Accept the mouse from now on. Mouse events from before are dropped."""
        QTimer.singleShot(0, self, self._let_through)

    @guarded(False)
    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Drop mouse events: a press would go to the widget that appears below the pointer a moment later."""
        kinds = QEvent.Type
        return event.type() in {kinds.MouseButtonPress, kinds.MouseButtonRelease, kinds.MouseButtonDblClick}

    def _take_ground(self, look: LastLook) -> None:
        theme = shown_theme(chosen_theme(look.theme), look.shown)
        try:
            ground = load_palette(shipped("resources") / "themes" / f"{theme}.json").color("ground")
        except ThemeFileError:
            return  # the error is reported when the whole theme is loaded
        palette = QPalette()  # made from a colour, it would import all of Qt's enumerations
        palette.setColor(QPalette.ColorRole.Window, ground)
        self._app.setPalette(palette)

    def _painted(self) -> None:
        # After the paint event has ended, so that the picture is on the screen.
        self._waiting.start(0)

    def _finish(self) -> None:
        self._window.painted.disconnect(self._painted)
        self.shown.emit()

    def _let_through(self) -> None:
        if (handle := self._window.windowHandle()) is not None:
            handle.removeEventFilter(self)
