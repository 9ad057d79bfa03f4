"""What happens when something goes wrong: exceptions anywhere are logged, work is saved, one dialog tells of it."""

import logging
import sys
import threading
import time
import traceback
from collections.abc import Callable
from types import TracebackType

from PySide6.QtCore import QObject, Qt, QtMsgType, Signal, qInstallMessageHandler

log = logging.getLogger("bones_desktop")

_QT_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


QUIET_SECONDS = 30.0
"""How long a fault that was told of is only logged when it comes again: one in painting comes with every frame."""


class FaultReporter(QObject):
    """Installs the hooks; `fault` is emitted on the window's thread for the first of a burst of exceptions."""

    fault = Signal(str)
    _reported = Signal(str)

    def __init__(self, save: Callable[[], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._save = save
        self._showing = False
        self._told = ""
        self._answered_at = 0.0
        self._previous = (sys.excepthook, threading.excepthook)
        self._reported.connect(self._tell, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Route exceptions of slots, threads and overrides, and Qt's own messages, to the log and to `fault`."""
        sys.excepthook = self._exception
        threading.excepthook = self._thread_exception
        qInstallMessageHandler(self._qt_message)

    def uninstall(self) -> None:
        """Put the former hooks back."""
        sys.excepthook, threading.excepthook = self._previous
        qInstallMessageHandler(None)

    def answered(self) -> None:
        """Say that the dialog was closed, so that another fault opens a new one."""
        self._showing = False
        self._answered_at = time.monotonic()

    def _exception(self, kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            return
        text = "".join(traceback.format_exception(kind, error, where))
        log.error("unexpected error\n%s", text)
        self._reported.emit(text)

    def _thread_exception(self, args: threading.ExceptHookArgs) -> None:
        self._exception(args.exc_type, args.exc_value or args.exc_type(), args.exc_traceback)

    def _qt_message(self, kind: QtMsgType, _context: object, message: str | None) -> None:
        log.log(_QT_LEVELS.get(kind, logging.WARNING), "Qt: %s", message or "")

    def _tell(self, text: str) -> None:
        if self._showing or (text == self._told and time.monotonic() - self._answered_at < QUIET_SECONDS):
            return
        self._showing = True
        self._told = text
        try:
            self._save()
        except Exception:
            log.exception("saving after a fault failed")
        self.fault.emit(text)
