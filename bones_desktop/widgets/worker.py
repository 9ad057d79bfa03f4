"""Runs work on another thread, one request at a time, and reports each answer when it is found.

The work can be cancelled at any time.
"""

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final, TypeVar

from PySide6.QtCore import QObject, Qt, QThreadPool, Signal
from PySide6.QtWidgets import QProgressDialog, QWidget

from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.wording.language import _

KeepOn = Callable[[], bool]
"""Function that the work calls between its steps. It returns False when the answers are no longer needed."""

Work = Callable[[KeepOn], Iterable[object]]
"""Function that yields its answers as it finds them.

It runs on another thread, so the only types of Qt that it may use are QImage and plain values.
"""

_STRETCH: Final = 0.005
_REST: Final = 0.001
"""Seconds of rest after each `_STRETCH` of work.

Python runs one thread at a time, so the main thread handles the window during the rest.
"""


class _Ticket:
    """A request, and whether it is still needed."""

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
    """Do the work, unless it was cancelled before it began."""
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


class _Reporter(QObject):
    """Sends reports from the thread to the worker.

    The thread keeps the reporter alive. If the worker itself sent the reports, Qt could delete the worker meanwhile, as
    a child of a deleted widget, and the program would crash.
    """

    reported = Signal(object, str, object)

    def report(self, ticket: _Ticket, what: str, value: object) -> None:
        self.reported.emit(ticket, what, value)


class Worker(QObject):
    """Runs the last request on a separate thread. A cancelled or replaced request emits no more signals.

    An exception in the work is reported like any other exception, and `failed` is emitted. `close` ends the worker; the
    deletion of its parent ends it too.
    """

    answered = Signal(object, object)
    """Emitted with the request and one of its answers."""
    finished = Signal(object)
    """Emitted with the request after all its answers."""
    failed = Signal(object)
    """Emitted with a request that failed. No more answers to this request follow."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reporter = _Reporter()
        self._ticket: _Ticket | None = None
        self._closed = False
        self._pool = QThreadPool(self)
        # There is only one thread, because more threads would slow the window down, and the answers to older requests
        # are not needed.
        self._pool.setMaxThreadCount(1)
        # The connection is queued, so that answers arrive on the main thread, where widgets can be changed.
        self._reporter.reported.connect(self._on_reported, Qt.ConnectionType.QueuedConnection)
        if parent is not None:
            # The worker must be closed before Qt deletes it: a report sent by its thread during the deletion would
            # crash the program.
            parent.destroyed.connect(self.close)

    @property
    def busy(self) -> bool:
        """True if answers are still to come."""
        return self._ticket is not None

    def start(self, request: object, work: Work) -> None:
        """Cancel the current request and start this one. Do nothing after the worker is closed."""
        self.cancel()
        if self._closed:
            return
        self._ticket = _Ticket(request)
        # A plain function is passed, because PySide never frees a QRunnable that ends before `start` returns.
        self._pool.start(partial(_run, self._ticket, work, self._reporter.report))

    def cancel(self) -> None:
        """Cancel the current request."""
        if self._ticket is not None:
            self._ticket.called_off = True
            self._ticket = None

    def close(self) -> None:
        """Cancel the current request and wait for its thread. Afterwards the worker does nothing."""
        # The flag is set first, so that a signal during the wait cannot start new work.
        self._closed = True
        self.cancel()
        # Waiting requests end quickly, because their tickets are cancelled. They are not removed with `clear`, which
        # would never free them.
        self._pool.waitForDone()

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
"""Seconds of work before its progress is shown."""
_FRAME: Final = 0.05
"""Seconds between two updates of the progress of work on another thread."""

T = TypeVar("T")


def one_by_one(items: Sequence[T], text: str, parent: QWidget) -> Iterator[T]:
    """Yield the items one after another. If the work on them takes long, show `text` with a Stop button."""
    began = time.monotonic()
    dialog: QProgressDialog | None = None
    try:
        for place, item in enumerate(items):
            if dialog is None and time.monotonic() - began > _UNSHOWN:
                dialog = _dialog(text, len(items), parent)
            if dialog is not None:
                # `setValue` of a modal dialog handles events. This keeps the window responding.
                dialog.setValue(place)
                if dialog.wasCanceled():
                    return
            yield item
    finally:
        if dialog is not None:
            dialog.close()
            dialog.deleteLater()


R = TypeVar("R")


class _StoppedWorkError(Exception):
    """Raised on the other thread when the user has stopped its work."""


def all_beside(items: Sequence[T], work: Callable[[Iterator[T]], R], text: str, parent: QWidget) -> R | None:
    """Run `work` for the items on another thread and return its result; None if the user stopped it.

    If this takes long, show `text` with a Stop button. Raise the exceptions that `work` raises. Of the types of Qt,
    `work` may use only plain values.
    """
    from concurrent.futures import ThreadPoolExecutor, wait  # Imported late: a start does not need it.

    taken, stopped = 0, False

    def given() -> Iterator[T]:
        nonlocal taken
        for item in items:
            if stopped:
                raise _StoppedWorkError
            yield item
            taken += 1

    with ThreadPoolExecutor(max_workers=1) as thread:
        answer = thread.submit(work, given())
        wait((answer,), _UNSHOWN)
        # The bar has one step more than there are items, so that the bar is not full before the result is available.
        dialog = None if answer.done() else _dialog(text, len(items) + 1, parent)
        while dialog is not None and not answer.done():
            # `setValue` of a modal dialog handles events. This keeps the window responding.
            dialog.setValue(taken)
            stopped = dialog.wasCanceled()
            wait((answer,), _FRAME)
        if dialog is not None:
            dialog.close()
            dialog.deleteLater()
    try:
        return answer.result()
    except _StoppedWorkError:
        return None


def _dialog(text: str, count: int, parent: QWidget) -> QProgressDialog:
    dialog = QProgressDialog(plain_tip(text), _("Stop"), 0, count, parent)
    dialog.setWindowModality(Qt.WindowModality.WindowModal)
    dialog.setAutoReset(False)
    # Qt's own delay is switched off, because the caller decides when the dialog appears.
    dialog.setMinimumDuration(0)
    return dialog
