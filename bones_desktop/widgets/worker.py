"""Long work on another thread: one piece at a time, with answers as they come, and cancelled at any moment."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, TypeVar

from PySide6.QtCore import QObject, Qt, QThreadPool, Signal
from PySide6.QtWidgets import QProgressDialog, QWidget

from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.wording.language import _

KeepOn = Callable[[], bool]
"""Called by the work between its steps. Returns False when the answer is no longer needed."""

Work = Callable[[KeepOn], Iterable[object]]
"""Yields its answers as it finds them.

Runs on another thread: it may use plain values and QImage, but nothing else of Qt.
"""

_STRETCH: Final = 0.005
_REST: Final = 0.001
"""Seconds of work, and of rest after it. The interpreter runs one thread at a time, and the window must come first."""


class _Ticket:
    """One request, and whether it is still wanted."""

    def __init__(self, request: object) -> None:
        self.request = request
        self.called_off = False
        self._rested = time.monotonic()

    def keep_on(self) -> bool:
        if not self.called_off and time.monotonic() - self._rested > _STRETCH:
            time.sleep(_REST)
            self._rested = time.monotonic()
        return not self.called_off


def _run(ticket: _Ticket, work: Work, report: Callable[[_Ticket, str, object], None]) -> None:
    """Do the work, unless it was cancelled while it waited."""
    try:
        if ticket.keep_on():
            for answer in work(ticket.keep_on):
                if not ticket.keep_on():
                    break
                report(ticket, "answer", answer)
        report(ticket, "end", None)
    # The exception is raised again on the main thread.
    except Exception as error:
        report(ticket, "error", error)


class Worker(QObject):
    """Runs the last request on its own thread. A cancelled or replaced request emits nothing more.

    An exception in the work is reported like any other, and `failed` is emitted. `close` ends the worker, and
    so does the end of its parent.
    """

    answered = Signal(object, object)
    """The request and one of its answers."""
    finished = Signal(object)
    """The request, after all its answers."""
    failed = Signal(object)
    """The request. No more answers will come."""

    _reported = Signal(object, str, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ticket: _Ticket | None = None
        self._closed = False
        self._pool = QThreadPool(self)
        # One thread: two would slow the window down, and an older request is of no use.
        self._pool.setMaxThreadCount(1)
        # Queued, so that answers arrive on the main thread, where widgets may be changed.
        self._reported.connect(self._on_reported, Qt.ConnectionType.QueuedConnection)
        if parent is not None:
            # A report that the thread sends while Qt deletes this object with its parent would crash the program.
            parent.destroyed.connect(self.close)

    @property
    def busy(self) -> bool:
        """Whether answers are still to come."""
        return self._ticket is not None

    def start(self, request: object, work: Work) -> None:
        """Cancel the running request and start this one. Do nothing after the worker is closed."""
        self.cancel()
        if self._closed:
            return
        self._ticket = _Ticket(request)
        # A plain function, because PySide never frees a QRunnable that ends before `start` returns.
        self._pool.start(partial(_run, self._ticket, work, self._report))

    def cancel(self) -> None:
        """Cancel the running request."""
        if self._ticket is not None:
            self._ticket.called_off = True
            self._ticket = None

    def close(self) -> None:
        """Cancel the running request and wait for its thread. The worker does nothing more."""
        # Set first, so that a signal during the wait cannot start new work.
        self._closed = True
        self.cancel()
        # Waiting requests end quickly by their ticket. Clearing the pool would never free them.
        self._pool.waitForDone()

    def _report(self, ticket: _Ticket, what: str, value: object) -> None:
        # The worker may be deleted already, and the receiver with it.
        with suppress(RuntimeError):
            self._reported.emit(ticket, what, value)

    def _on_reported(self, ticket: _Ticket, what: str, value: object) -> None:
        current = ticket is self._ticket
        if current and what == "answer":
            self.answered.emit(ticket.request, value)
            return
        if current:
            self._ticket = None
        if isinstance(value, Exception) and what == "error":
            sys.excepthook(type(value), value, value.__traceback__)
            if current:
                self.failed.emit(ticket.request)
        elif current:
            self.finished.emit(ticket.request)


_UNSHOWN: Final = 0.3
"""Seconds before the progress of long work is shown."""

T = TypeVar("T")


def one_by_one(items: Sequence[T], text: str, parent: QWidget) -> Iterator[T]:
    """Yield the items one after the other. If it takes long, show `text` until it ends or the user stops it."""
    began = time.monotonic()
    dialog: QProgressDialog | None = None
    try:
        for place, item in enumerate(items):
            if dialog is None and time.monotonic() - began > _UNSHOWN:
                dialog = _dialog(text, len(items), parent)
            if dialog is not None:
                # `setValue` of a modal dialog handles events, so that the window stays alive.
                dialog.setValue(place)
                if dialog.wasCanceled():
                    return
            yield item
    finally:
        if dialog is not None:
            dialog.close()
            dialog.deleteLater()


def _dialog(text: str, count: int, parent: QWidget) -> QProgressDialog:
    dialog = QProgressDialog(plain_tip(text), _("Stop"), 0, count, parent)
    dialog.setWindowModality(Qt.WindowModality.WindowModal)
    dialog.setAutoReset(False)
    # The caller decides when the dialog appears, so Qt must not wait again.
    dialog.setMinimumDuration(0)
    return dialog
