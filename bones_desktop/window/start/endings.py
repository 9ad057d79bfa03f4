"""Clean ends: SIGTERM, SIGINT and SIGHUP, and the end of the desktop session, save what is typed and close."""

import contextlib
import os
import signal
import sys
from collections.abc import Callable
from functools import partial

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
        # A Python signal handler runs only between byte codes, and none run while Qt waits: the wire wakes Qt.
        self._wire = _Wire()
        self._notifier = QSocketNotifier(self._wire.far, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._woken)
        self._former_wakeup = signal.set_wakeup_fd(self._wire.near, warn_on_full_buffer=False)
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
        self._wire.close()

    def _woken(self) -> None:
        with contextlib.suppress(OSError):
            received = self._wire.read()
            if any(number in self._former for number in received):
                self._end()

    def _session_ends(self, _manager: QSessionManager) -> None:
        self._save()


class _Wire:
    """What is written at the descriptor `near` is read at `far`; neither end ever waits."""

    _read: Callable[[int], bytes]
    _ends: tuple[Callable[[], None], ...]

    def __init__(self) -> None:
        if sys.platform == "win32":
            import socket  # nothing else can be waited for there; elsewhere it costs each start some milliseconds

            near, far = socket.socketpair()
            for each in (near, far):
                each.setblocking(False)
            self.near, self.far = near.fileno(), far.fileno()
            self._read = far.recv
            self._ends = (near.close, far.close)
        else:
            self.far, self.near = os.pipe()
            for descriptor in (self.far, self.near):
                os.set_blocking(descriptor, False)
            self._read = partial(os.read, self.far)
            self._ends = (partial(os.close, self.near), partial(os.close, self.far))

    def read(self) -> bytes:
        """Return what has come; OSError when nothing has."""
        return self._read(64)

    def close(self) -> None:
        """Let go of both ends, once: their numbers may soon be those of other files."""
        ends, self._ends = self._ends, ()
        for end in ends:
            end()
