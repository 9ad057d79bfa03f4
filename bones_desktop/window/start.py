"""Starting the window: crash log, logging, one instance, a first frame at once, and the rest behind it."""

import faulthandler
import logging
import logging.handlers
import os
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtGui import QIcon, QImageReader
from PySide6.QtWidgets import QApplication, QMessageBox

from bones_desktop import __version__
from bones_desktop.storage.locations import Locations, private_folder, shipped
from bones_desktop.storage.rescue import ALIVE_AFTER, StartCounter, take_last_crash
from bones_desktop.window.faults import FaultReporter
from bones_desktop.window.singleinstance import SingleInstance

if TYPE_CHECKING:
    from bones_desktop.window.application import Application

LARGEST_PICTURE_MB = 64
log = logging.getLogger("bones_desktop")


def now() -> datetime:
    """Return the present moment."""
    return datetime.now(UTC)


def start(paths: Sequence[Path], *, data_dir: Path | None, safe: bool) -> int:
    """Run the window until it is closed and return the exit code."""
    locations = Locations.under(data_dir) if data_dir else Locations.usual()
    counter = StartCounter(locations.start_counter)
    app = QApplication.instance() or QApplication(sys.argv[:1])
    if not isinstance(app, QApplication):
        return 2
    _name(app)
    instance = _claim(locations, paths)
    if instance is None:
        return 0
    safe = counter.begin() or safe
    last_crash = take_last_crash(locations.crash_log)
    trace = _crash_trace(locations.crash_log)
    _log_to(locations.error_log)
    QImageReader.setAllocationLimit(LARGEST_PICTURE_MB)

    # A start that only hands over needs none of it.
    from bones_desktop.storage.rulebookfile import RulebookFileError
    from bones_desktop.theme.fonts import FontFileError
    from bones_desktop.theme.palette import ThemeFileError
    from bones_desktop.window.application import Application

    try:
        running = Application(app, locations, now, safe=safe, last_crash=last_crash)
    except (RulebookFileError, ThemeFileError, FontFileError) as error:
        instance.close()
        _end_trace(trace)
        return _damaged_installation(app, error)
    faults = FaultReporter(running.save_everything)
    faults.fault.connect(running.crashes.tell)
    running.crashes.answered.connect(faults.answered)
    faults.install()
    instance.handed_over.connect(running.hand_over)
    alive = QTimer(app)
    alive.setSingleShot(True)
    alive.timeout.connect(counter.succeeded)
    alive.start(ALIVE_AFTER * 1000)
    QTimer.singleShot(0, lambda: _show(running, paths))
    try:
        return app.exec()
    finally:
        alive.stop()
        counter.succeeded()
        running.close()
        instance.close()
        faults.uninstall()
        _end_trace(trace)


def _damaged_installation(app: QApplication, error: Exception) -> int:
    """Say that the program's own files are damaged, in a window and on the terminal, and return the exit code."""
    text = QCoreApplication.translate(
        "Start", "The program's own files are damaged: {}. Your characters are untouched. Please install it again."
    ).format(" ".join(str(error).split()))
    log.error("%s", text)
    if sys.stderr is not None:
        print(f"bones-desktop: {text}", file=sys.stderr)  # noqa: T201
    box = QMessageBox(QMessageBox.Icon.Critical, app.applicationDisplayName(), text)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.finished.connect(app.quit)
    box.open()
    app.exec()
    return 1


def _show(running: "Application", paths: Sequence[Path]) -> None:
    running.open_first(paths)
    log.info("window shown")


def _name(app: QApplication) -> None:
    app.setApplicationName("bones-desktop")
    app.setApplicationDisplayName("Bones Desktop")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("bones-desktop")
    app.setWindowIcon(QIcon(str(shipped("icons") / "app" / "bones-desktop.svg")))


def _claim(locations: Locations, paths: Sequence[Path]) -> SingleInstance | None:
    try:
        private_folder(locations.state)
    except OSError:
        # A state folder that cannot be made stops no one from playing; two windows are then possible.
        return SingleInstance(locations.state)
    instance = SingleInstance(locations.state)
    return instance if instance.claim(paths) else None


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


def _log_to(path: Path) -> None:
    try:
        handler: logging.Handler = logging.handlers.RotatingFileHandler(
            path, maxBytes=500_000, backupCount=2, encoding="utf-8"
        )
    except OSError:
        handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    log.info("start %s on Python %s", __version__, sys.version.split()[0])
