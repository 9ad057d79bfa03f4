"""Clean ends: SIGTERM, SIGINT and SIGHUP, and the end of the desktop session, save what is typed and close."""

import contextlib
import signal
import socket
from collections.abc import Callable

from PySide6.QtCore import QObject, QSocketNotifier
from PySide6.QtGui import QGuiApplication, QSessionManager


class Endings(QObject):
    """Calls `end` in the event loop when the process is asked to go, and `save` when the session ends."""

    def __init__(
        self,
        app: QGuiApplication,
        *,
        save: Callable[[], None],
        end: Callable[[], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._save = save
        self._end = end
        self._former: dict[int, object] = {}
        app.commitDataRequest.connect(self._session_ends)
        self._near, self._far = socket.socketpair()
        for end_point in (self._near, self._far):
            end_point.setblocking(False)
        # A Python signal handler runs only between byte codes, and none run while Qt waits: the socket wakes Qt.
        self._notifier = QSocketNotifier(self._far.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._woken)
        self._former_wakeup = signal.set_wakeup_fd(self._near.fileno(), warn_on_full_buffer=False)
        for name in ("SIGTERM", "SIGINT", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None:
                self._former[number] = signal.signal(number, lambda _number, _frame: None)

    def close(self) -> None:
        """Give the signals back."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._former_wakeup)
        for number, handler in self._former.items():
            with contextlib.suppress(TypeError, ValueError):
                signal.signal(number, handler)  # type: ignore[arg-type]
        self._former.clear()
        self._near.close()
        self._far.close()

    def _woken(self) -> None:
        with contextlib.suppress(OSError):
            received = self._far.recv(64)
            if any(number in self._former for number in received):
                self._end()

    def _session_ends(self, _manager: QSessionManager) -> None:
        self._save()
