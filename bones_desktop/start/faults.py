"""Handles unexpected errors: logs each error, saves work, and reports the error in one dialog."""

import logging
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from io import TextIOWrapper
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication, QObject, Qt, QtMsgType, Signal, qInstallMessageHandler
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from bones_desktop import __version__
from bones_desktop.storage.files.textfiles import is_there, open_regular
from bones_desktop.theme.theme import Theme
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.desk.helpdialogs import CrashDialog


LONGEST: Final = 500_000
"""Largest size of a log file, in bytes. A start with a full file begins a new one and keeps the old one."""
QUIET_SECONDS: Final = 30.0
"""Seconds in which a repeated fault is only logged: a fault in painting recurs with every frame."""
_QT_LEVELS: Final = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}

log = logging.getLogger("bones_desktop")


def log_to(path: Path) -> None:
    """Write log messages to `path`, or to the terminal if that file cannot be written."""
    try:
        handler: logging.Handler = LimitedFile(path, encoding="utf-8")
    except OSError:
        handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    log.info("start %s on Python %s", __version__, sys.version.split()[0])


class LimitedFile(logging.FileHandler):
    """Writes to a file until it is full. Only regular files are allowed, because opening a pipe would block."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write `record` unless the file is full: a fault in painting recurs with every frame."""
        # Ask the system for the size: `tell` would first write text that a full disk refused, and raise the error here.
        if self.stream is not None and os.fstat(self.stream.fileno()).st_size < LONGEST:
            super().emit(record)

    def _open(self) -> TextIOWrapper:
        path = Path(self.baseFilename)
        if is_there(path) and path.stat().st_size >= LONGEST:
            path.replace(path.with_name(f"{path.name}.1"))
        handle = open_regular(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        return os.fdopen(handle, "a", encoding="utf-8")


class FaultReporter(QObject):
    """Installs the hooks for exceptions and for Qt's messages."""

    fault = Signal(str)
    """The traceback. Emitted on the window's thread, only for the first of a burst of exceptions."""
    _raised = Signal(str)

    def __init__(self, save: Callable[[], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._save = save
        self._showing = False
        self._reported_last = ""
        self._answered_at = 0.0
        self._previous = (sys.excepthook, threading.excepthook)
        # The connection is queued, because an exception of a worker thread must be reported on the window's thread.
        self._raised.connect(self._report, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Send exceptions of slots, threads and overrides, and Qt's own messages, to the log and to `fault`."""
        sys.excepthook = self._exception
        threading.excepthook = self._thread_exception
        qInstallMessageHandler(self._qt_message)

    def uninstall(self) -> None:
        """Restore the previous hooks."""
        sys.excepthook, threading.excepthook = self._previous
        qInstallMessageHandler(None)

    def answered(self) -> None:
        """Record that the dialog was closed. The next fault opens a new one."""
        self._showing = False
        self._answered_at = time.monotonic()

    def _exception(self, kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
        # Ctrl+C in a terminal is a request to end, not a fault.
        if issubclass(kind, KeyboardInterrupt):
            return
        text = "".join(traceback.format_exception(kind, error, where))
        log.error("unexpected error\n%s", text)
        self._raised.emit(text)

    def _thread_exception(self, args: threading.ExceptHookArgs) -> None:
        self._exception(args.exc_type, args.exc_value or args.exc_type(), args.exc_traceback)

    def _qt_message(self, kind: QtMsgType, _context: object, message: str | None) -> None:
        log.log(_QT_LEVELS.get(kind, logging.WARNING), "Qt: %s", message or "")

    def _report(self, text: str) -> None:
        if self._showing or (text == self._reported_last and time.monotonic() - self._answered_at < QUIET_SECONDS):
            return
        self._showing = True
        self._reported_last = text
        try:
            # Work is saved before the report is shown, because the user may close the program while reading it.
            self._save()
        except Exception:
            log.exception("saving after a fault failed")
        self.fault.emit(text)


class CrashReports(QObject):
    """Opens the dialogs that report a fault: one that just happened, or one that ended the program last time."""

    def __init__(
        self, theme: Theme, is_saved: Callable[[], bool], folder: Path, window: QWidget, parent: QObject | None = None
    ) -> None:
        """Use `is_saved` to find out whether open work is saved. `folder` contains the log files."""
        super().__init__(parent)
        self._theme = theme
        self._is_saved = is_saved
        self._folder = folder
        self._window = window
        self.when_answered: Callable[[], object] = bool
        """Called when the dialog of a fault was closed."""

    def report(self, report: str) -> None:
        """Report a fault that just happened, and whether the open character is saved."""
        if self._is_saved():
            message = _(
                "Your character is saved. You can go on; if something looks odd, close the program and start it again."
            )
        else:
            message = _(
                "The last change to your character could not be saved. It is still on the screen: "
                "look at the message above the page before you close the program."
            )
        self._show(_("Something went wrong"), message, report).finished.connect(self._end)

    def _end(self) -> None:
        self.when_answered()

    def report_last_crash(self, report: str) -> None:
        """Report the fault that ended the program last time."""
        message = _("Your work is saved. This report helps us fix the problem.")
        self._show(_("The program crashed last time"), message, report)

    def _show(self, heading: str, message: str, report: str) -> "CrashDialog":
        # Imported late: only a report needs it.
        from bones_desktop.desk.helpdialogs import CrashDialog

        dialog = CrashDialog(self._theme, heading, message, report, self._folder, self._window)
        dialog.open()
        return dialog


def report_damage(window: QWidget, error: Exception) -> None:
    """Report a damaged installation in a message over the empty `window` and on the terminal.

    The event loop ends when the message is closed.
    """
    text = _("The program's own files are damaged: {}. Your characters are untouched. Please install it again.").format(
        " ".join(str(error).split())
    )
    log.error("%s", text)
    if sys.stderr is not None:
        print(f"bones-desktop: {text}", file=sys.stderr)  # noqa: T201
    box = QMessageBox(QMessageBox.Icon.Critical, QApplication.applicationDisplayName(), text, parent=window)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.finished.connect(QCoreApplication.quit)
    box.open()
