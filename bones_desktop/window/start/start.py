"""Starting the window: crash log, logging, one instance, a first frame at once, and the rest behind it."""

import faulthandler
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Final

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from bones_desktop import __version__
from bones_desktop.storage.files.laststart import ALIVE_AFTER, StartCounter, take_last_crash
from bones_desktop.storage.files.locations import Locations, private_folder
from bones_desktop.theme import basestyle
from bones_desktop.window.shell.mainwindow import MainWindow
from bones_desktop.window.start.firstframe import FirstFrame
from bones_desktop.window.start.loading import Loading
from bones_desktop.window.start.singleinstance import SingleInstance

_WITHOUT_CLIPBOARD: Final = frozenset({"offscreen", "minimal", "minimalegl", "vnc", "linuxfb", "eglfs"})
"""Platforms where Qt makes do with a clipboard of its own."""
_LISTEN_AFTER_MS: Final = 500
"""So long after the window has its content: that is on the screen then, and the keys typed meanwhile have come."""
_LISTEN_AT_LATEST_MS: Final = 5_000


def start(paths: Sequence[Path], *, data_dir: Path | None, safe: bool) -> int:
    """Run the window until it is closed and return the exit code."""
    locations = Locations.under(data_dir) if data_dir else Locations.usual()
    counter = StartCounter(locations.start_counter)
    app = QApplication.instance() or QApplication([*sys.argv[:1], *basestyle.ARGUMENTS])
    if not isinstance(app, QApplication):
        return 2
    _name(app)
    instance = _claim(locations, paths)
    if instance is None:
        return 0
    safe = counter.begin() or safe
    last_crash = take_last_crash(locations.crash_log)
    trace = _crash_trace(locations.crash_log)
    window = MainWindow()
    loading = Loading(app, window, locations, paths, safe=safe, last_crash=last_crash)
    instance.handed_over.connect(loading.hand_over)
    frame = FirstFrame(app, window)
    frame.seen.connect(loading.load)
    loading.loaded.connect(frame.end)
    listening = _timer(app, instance.listen, _LISTEN_AT_LATEST_MS)
    loading.loaded.connect(lambda: listening.start(_LISTEN_AFTER_MS))
    frame.show(locations, safe=safe)
    alive = _timer(app, counter.succeeded, ALIVE_AFTER * 1000)
    try:
        return loading.outcome(app.exec())
    finally:
        alive.stop()
        listening.stop()
        counter.succeeded()
        loading.close()
        instance.close()
        _empty_own_clipboard()
        _end_trace(trace)


def _timer(app: QApplication, call: Callable[[], None], milliseconds: int) -> QTimer:
    timer = QTimer(app)
    timer.setSingleShot(True)
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
        # A state folder that cannot be made stops no one from playing; two windows are then possible.
        return SingleInstance(locations.state)
    instance = SingleInstance(locations.state)
    return instance if instance.claim(paths) else None


def _empty_own_clipboard() -> None:
    """Empty a clipboard nobody else can see: it outlives Python, and Qt would crash over data that Python made."""
    if QGuiApplication.platformName() in _WITHOUT_CLIPBOARD:
        QGuiApplication.clipboard().clear()


def _crash_trace(path: Path) -> IO[str] | None:
    try:
        trace = path.open("w", encoding="utf-8")
    except OSError:
        if sys.stderr is not None:
            faulthandler.enable(all_threads=True)
        return None
    faulthandler.enable(trace, all_threads=True)
    return trace


def _end_trace(trace: IO[str] | None) -> None:
    faulthandler.disable()
    if trace is not None:
        trace.close()
        os.unlink(trace.name)  # noqa: PTH108 (the open file's own name)
