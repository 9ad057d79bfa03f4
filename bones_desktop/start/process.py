"""Keeps a second process out of a data folder, and ends the program in order.

A second start sends its files over a local socket, as one line of JSON, to the running instance, and ends. Qt's network
module is slow to import, so a first start imports it only after the window is shown.

The program ends in order when the window is closed, on SIGTERM, SIGINT and SIGHUP, and when the desktop session ends.
"""

import contextlib
import hashlib
import json
import os
import signal
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QDir, QElapsedTimer, QEvent, QLockFile, QObject, QSocketNotifier
from PySide6.QtGui import QGuiApplication, QSessionManager

from bones_desktop.desk.mainwindow import MainWindow
from bones_desktop.storage.files.locations import START_LOCK, TABLE_LOCK
from bones_desktop.widgets.guarded import guarded
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalServer, QLocalSocket
    from PySide6.QtWidgets import QMessageBox


class Leaving(QObject):
    """Keeps the window open while something cannot be saved, until the user closes it without saving."""

    def __init__(
        self,
        window: MainWindow,
        save: Callable[[], bool],
        leave: Callable[[], None],
        parent: QObject | None = None,
    ) -> None:
        """Watch `window`. `save` saves everything and returns whether that worked; `leave` ends the program."""
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
        # Imported late: the first frame does not need it.
        from bones_desktop.widgets.popups import ask

        # The informative text is not used, because Qt reads it as markup, whatever the text format of the box is.
        text = "\n\n".join(words for each in self._window.unsaved.sentences() for words in each if words)
        close = {_("Close without saving"): self._leave_unsaved}
        self._asking = ask(self._window, _("Not saved"), text, close, _("Stay"), loses=True)
        self._asking.destroyed.connect(self._asked)

    def _asked(self) -> None:
        self._asking = None

    def _leave_unsaved(self) -> None:
        self.allow()
        self._leave()


class Endings(QObject):
    """Ends the program on signals and saves its data when the desktop session ends.

    `end` is called in the event loop when a signal asks the process to end. `save` is called when the session ends.
    """

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
        self._former: dict[int, signal.Handlers] = {}
        self._pipe: tuple[int, ...] = ()
        app.commitDataRequest.connect(self.session_ends)
        # Windows does not send these signals to a program with a window. It closes the window instead.
        if os.name != "posix":
            return
        # Python handles a signal only when it next runs code, so not while Qt waits. A byte on this pipe wakes Qt.
        self._pipe = far, near = os.pipe()
        for descriptor in self._pipe:
            os.set_blocking(descriptor, False)
        self._notifier = QSocketNotifier(far, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._handle_signal)
        self._former_wakeup = signal.set_wakeup_fd(near, warn_on_full_buffer=False)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            # The handler does nothing: only the byte on the pipe matters.
            self._former[number] = signal.signal(number, lambda _number, _frame: None)  # type: ignore[assignment]

    def close(self) -> None:
        """Restore the former signal handlers."""
        pipe, self._pipe = self._pipe, ()
        if not pipe:
            return
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._former_wakeup)
        for number, handler in self._former.items():
            # `signal.signal` returns None for a handler that was not set from Python.
            signal.signal(number, handler or signal.SIG_DFL)
        for descriptor in pipe:
            os.close(descriptor)

    def _handle_signal(self) -> None:
        with contextlib.suppress(OSError):
            if any(number in self._former for number in os.read(self._pipe[0], 64)):
                self._end()

    def session_ends(self, _manager: QSessionManager | None) -> None:
        """Save everything. Qt calls this when the desktop session ends."""
        self._save()


ANSWERED_WITHIN_MS: Final = 20_000
"""Milliseconds to wait for the running instance, which may still be loading. On a busy machine it answers late."""
_BETWEEN_MS: Final = 50
_LOOK_MS: Final = 500
"""Milliseconds between two looks whether the command `host` still runs."""
_CONNECT_MS: Final = 2_000
MOST_WAITING: Final = 200
"""Number of starts that may wait for an instance that is not ready to answer yet."""


class TableIsOpenError(Exception):
    """Raised when the command `host` runs over the same data folder."""


class SingleInstance(QObject):
    """Decides whether this process is the running instance. Call `claim` first, and `listen` once the window is up.

    The running instance holds a lock until it ends. The lock of a killed program does not count.
    """

    def __init__(self, data_folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.open: Callable[[tuple[Path, ...]], object] = tuple
        """Opens the paths that another start sends. Without paths the window comes to the front."""
        self._name = server_name(data_folder)
        self._lock, self._table = (QLockFile(str(data_folder / name)) for name in (START_LOCK, TABLE_LOCK))
        for each in (self._lock, self._table):
            # A lock file that a power cut left empty would block starts for ever. A lock of a process never expires.
            each.setStaleLockTime(1)
        self._server: QLocalServer | None = None

    def claim(self, paths: Sequence[Path]) -> bool:
        """Return True if this process may run. Return False if `paths` were sent to a running instance.

        If the running instance does not answer in time, this process runs too, and `listen` does nothing. Raise
        TableIsOpenError if the command `host` runs instead: it accepts no files.
        """
        waited = QElapsedTimer()
        waited.start()
        # If no lock can be made, for example in a read-only folder, this process runs too: two windows are better than
        # none.
        while not self._lock.tryLock(_BETWEEN_MS) and self._lock.error() is QLockFile.LockError.LockFailedError:
            if self._is_host:
                raise TableIsOpenError
            if waited.hasExpired(ANSWERED_WITHIN_MS):
                break
            if hand_over(self._name, paths):
                return False
        return True

    @property
    def _is_host(self) -> bool:
        """Whether the command `host` holds the lock of the running instance: it holds that of the table too."""
        # Trying the second lock would make starts at the same moment take one another for the host.
        owners = [each.getLockInfo() for each in (self._lock, self._table)]
        return bool(owners[0][0]) and owners[0] == owners[1]

    def wait_for_table(self) -> bool:
        """Say that the command `host` runs, until it ends. Return False if the user does not wait for that."""
        # Imported late: see the module's docstring.
        from PySide6.QtCore import QCoreApplication, QEventLoop, Qt, QTimer
        from PySide6.QtWidgets import QMessageBox

        text = _(
            "The table is open in another program (bones-desktop host). Close that program first, for example with "
            "Ctrl+C in its terminal. Bones Desktop then opens by itself."
        )
        if sys.stderr is not None:
            print(f"bones-desktop: {text}", file=sys.stderr)  # noqa: T201
        box = QMessageBox(QMessageBox.Icon.Information, QGuiApplication.applicationDisplayName(), text)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setStandardButtons(QMessageBox.StandardButton.Cancel)
        looking = QTimer(box, interval=_LOOK_MS)
        looking.start()
        box.open()
        # Nothing of the program is there yet, so nothing can happen inside this loop but in the box.
        while box.isVisible() and not self._lock.tryLock(0):
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        is_over = self._lock.isLocked()
        self._lock.unlock()
        box.deleteLater()
        return is_over

    def listen(self) -> None:
        """Accept files from other starts from now on. Do nothing before `claim`, or when called again."""
        if self._server is not None or not self._lock.isLocked():
            return
        # Imported late: see the module's docstring.
        from PySide6.QtNetwork import QLocalServer

        # A killed program leaves its socket file behind, and Qt cannot listen where a socket file exists.
        QLocalServer.removeServer(self._name)
        self._server = server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        server.setListenBacklogSize(MOST_WAITING)
        server.newConnection.connect(partial(self._receive, server))
        server.listen(self._name)

    def close(self) -> None:
        """Stop listening and release the lock, so that another start can become the running instance."""
        if self._server is not None:
            self._server.close()
            self._server = None
        self._lock.unlock()

    def _receive(self, server: "QLocalServer") -> None:
        # Several starts may have connected before this signal was handled.
        while (socket := server.nextPendingConnection()) is not None:
            socket.readyRead.connect(partial(self._read, socket))
            socket.disconnected.connect(socket.deleteLater)
            # Data may have arrived before the signal was connected.
            self._read(socket)

    def _read(self, socket: "QLocalSocket") -> None:
        if not socket.canReadLine():
            return
        line = bytes(socket.readLine().data())
        socket.write(b"ok\n")
        socket.flush()
        try:
            paths = tuple(map(Path, json.loads(line)))
        except (ValueError, TypeError, RecursionError):  # Any program of this user may connect.
            return
        self.open(paths)


def hand_over(address: str, paths: Sequence[Path]) -> bool:
    """Send `paths` to the program at `address`; return whether the program accepted them."""
    # Imported late: see the module's docstring.
    from PySide6.QtNetwork import QLocalSocket

    # Another user can create a socket of this name in the temporary folder, and would then read the paths.
    if not _is_own(address):
        return False
    socket = QLocalSocket()
    socket.connectToServer(address)
    if not socket.waitForConnected(_CONNECT_MS):
        return False
    socket.write(json.dumps([str(path.absolute()) for path in paths]).encode() + b"\n")
    answered = socket.waitForReadyRead(ANSWERED_WITHIN_MS)
    socket.disconnectFromServer()
    return answered


def _is_own(address: str) -> bool:
    """Return whether the socket at `address` belongs to this user. True on Windows, which checks this itself."""
    if os.name != "posix":
        return True
    try:
        return Path(QDir.tempPath(), address).lstat().st_uid == os.getuid()
    except OSError:
        return False


def server_name(data_folder: Path) -> str:
    """Return the address of the local socket. It is in a folder of the user, or else in the temporary folder."""
    real = os.path.realpath(data_folder)  # `Path.resolve` raises an error if links form a circle.
    name = f"bones-desktop-{hashlib.sha256(real.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"
    folder = os.environ.get("XDG_RUNTIME_DIR", "")
    return str(Path(folder, name)) if folder and os.access(folder, os.W_OK) else name
