"""Orderly ends: closing the window, the signals SIGTERM, SIGINT and SIGHUP, and the end of the desktop session."""

import contextlib
import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSocketNotifier
from PySide6.QtGui import QGuiApplication, QSessionManager

from bones_desktop.desk.mainwindow import MainWindow
from bones_desktop.widgets.guarded import guarded
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMessageBox


class Leaving(QObject):
    """Keep the window open while something cannot be saved, until the user closes it without saving."""

    def __init__(
        self,
        window: MainWindow,
        save: Callable[[], bool],
        leave: Callable[[], None],
        parent: QObject | None = None,
    ) -> None:
        """`save` saves everything and returns whether that worked; `leave` ends the program."""
        super().__init__(parent)
        self._save = save
        self._window = window
        self._leave = leave
        self._allowed = False
        self._asking: QMessageBox | None = None
        window.installEventFilter(self)

    def allow(self) -> None:
        """Let the window close, even if something cannot be saved."""
        self._allowed = True

    @guarded(False)
    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Ignore a close event, and ask the user, while open work cannot be saved."""
        if event.type() != QEvent.Type.Close or self._allowed:
            return False
        if self._save():
            return False
        event.ignore()
        if self._asking is None:
            self._ask()
        return True

    def _ask(self) -> None:
        from bones_desktop.widgets.popups import ask

        # Not set as informative text: Qt reads that as markup, whatever the text format of the box is.
        text = "\n\n".join(words for each in self._window.unsaved.sentences() for words in each if words)
        close = {_("Close without saving"): self._leave_unsaved}
        self._asking = ask(self._window, _("Not saved"), text, close, _("Stay"))
        self._asking.destroyed.connect(self._asked)

    def _asked(self) -> None:
        self._asking = None

    def _leave_unsaved(self) -> None:
        self.allow()
        self._leave()


class Endings(QObject):
    """Call `end` in the event loop when a signal asks the process to end, and `save` when the desktop session ends."""

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
        app.commitDataRequest.connect(self.session_ends)
        # Python runs signal handlers only between byte codes, and none run while Qt waits. Writing to the wire wakes
        # Qt.
        self._wire = _Wire()
        self._notifier = QSocketNotifier(self._wire.far, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._woken)
        self._former_wakeup = signal.set_wakeup_fd(self._wire.near, warn_on_full_buffer=False)
        for name in ("SIGTERM", "SIGINT", "SIGHUP"):
            number = getattr(signal, name, None)
            # Windows has no SIGHUP. The handler does nothing: only the byte on the wire matters.
            if number is not None:
                self._former[number] = signal.signal(number, lambda _number, _frame: None)

    def close(self) -> None:
        """Restore the former signal handlers."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._former_wakeup)
        for number, handler in self._former.items():
            # `signal.signal` returned None for a handler that was not set by Python; that one cannot be set again.
            with contextlib.suppress(TypeError, ValueError):
                signal.signal(number, handler)  # type: ignore[arg-type]
        self._former.clear()
        self._wire.close()

    def _woken(self) -> None:
        with contextlib.suppress(OSError):
            received = self._wire.read()
            if any(number in self._former for number in received):
                self._end()

    def session_ends(self, _manager: QSessionManager | None) -> None:
        """Save everything: Qt calls this when the desktop session ends."""
        self._save()


class _Wire:
    """A pipe: bytes written to the descriptor `near` can be read from `far`. Neither end ever blocks."""

    _read: Callable[[int], bytes]
    _ends: tuple[Callable[[], None], ...]

    def __init__(self) -> None:
        if sys.platform == "win32":
            # Qt's notifier on Windows can wait for sockets only.
            import socket  # Elsewhere this import would cost milliseconds for nothing

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
        """Return the bytes that have arrived. Raises OSError when there are none."""
        return self._read(64)

    def close(self) -> None:
        """Close both ends, only once: their numbers may soon belong to other files."""
        ends, self._ends = self._ends, ()
        for end in ends:
            end()
