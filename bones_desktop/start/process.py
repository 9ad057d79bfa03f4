"""Lets one process run for each data folder, and ends it in order.

A second start sends its files over a local socket, as a few lines of text, to the running instance, and ends. Qt's
network module is slow to import. If there is no socket, it is imported only after the window is shown. A socket left by
a killed program is replaced.

The program ends in order when the window is closed, on SIGTERM, SIGINT and SIGHUP, and when the desktop session ends.
"""

import contextlib
import hashlib
import os
import signal
import stat
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QDir, QElapsedTimer, QEvent, QObject, QSocketNotifier, Signal
from PySide6.QtGui import QGuiApplication, QSessionManager

from bones_desktop.desk.mainwindow import MainWindow
from bones_desktop.widgets.guarded import guarded
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalSocket
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
        self._asking = ask(self._window, _("Not saved"), text, close, _("Stay"))
        self._asking.destroyed.connect(self._asked)

    def _asked(self) -> None:
        self._asking = None

    def _leave_unsaved(self) -> None:
        self.allow()
        self._leave()


class Endings(QObject):
    """Calls `end` in the event loop when a signal asks the process to end, and `save` when the desktop session ends."""

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
        # Python runs signal handlers only between byte codes, so none runs while Qt waits. A byte on this pipe wakes
        # Qt.
        self._wire = _Wire()
        self._notifier = QSocketNotifier(self._wire.far, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._woken)
        self._former_wakeup = signal.set_wakeup_fd(self._wire.near, warn_on_full_buffer=False)
        for name in ("SIGTERM", "SIGINT", "SIGHUP"):
            number = getattr(signal, name, None)
            # Windows has no SIGHUP. The handler does nothing: only the byte on the pipe matters.
            if number is not None:
                self._former[number] = signal.signal(number, lambda _number, _frame: None)

    def close(self) -> None:
        """Restore the former signal handlers."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._former_wakeup)
        for number, handler in self._former.items():
            # `signal.signal` returns None for a handler that was not set from Python. Such a handler cannot be
            # restored.
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
        """Save everything. Qt calls this when the desktop session ends."""
        self._save()


class _Wire:
    """A pipe: bytes written to the descriptor `near` can be read from `far`. Neither end ever blocks."""

    _read: Callable[[int], bytes]
    _ends: tuple[Callable[[], None], ...]

    def __init__(self) -> None:
        if sys.platform == "win32":
            # On Windows, Qt's notifier can wait only for sockets.
            import socket  # other systems need not wait for this import

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
        """Return the bytes that have arrived. Raise OSError when there are none."""
        return self._read(64)

    def close(self) -> None:
        """Close both ends, only once: their numbers may soon belong to other files."""
        ends, self._ends = self._ends, ()
        for end in ends:
            end()


LOADED_WITHIN_MS: Final = 20_000
"""Milliseconds that other starts wait for a loading instance before they take its place."""
_PAUSE: Final = 0.05
"""Seconds between two attempts to lock."""
_LONGEST_ADDRESS: Final = 80
"""Longest socket address that is used. Unix allows about a hundred bytes, and Qt adds some while it creates the socket.
"""
WAIT_MS: Final = 2_000
ANSWER_MS: Final = 20_000
"""Milliseconds to wait for an answer. A program on a busy machine answers late, and two instances must not run."""
MOST_WAITING: Final = 200
"""Number of starts that may wait for an instance that is not ready to answer yet."""
MOST_PATHS: Final = 50
MOST_BYTES: Final = 512 * 1024
"""Most bytes of a handover: that many of the longest paths, in hexadecimal."""
_END: Final = b"\n"


class SingleInstance(QObject):
    """Decides whether this process is the running instance. Call `claim` first, and `listen` once the window is up."""

    def __init__(self, data_folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.open: Callable[[tuple[Path, ...]], object] = tuple
        """Opens the paths that another start sends. Without paths the window comes to the front."""
        self._name = _server_name(data_folder)
        self._lock = StartLock(data_folder / ".start.lock")
        self._claimed = False
        self._server: HandoverServer | None = None

    def claim(self, paths: Sequence[Path]) -> bool:
        """Return True if no other instance answers. Otherwise `paths` were sent to that instance.

        The process holds a lock from before it asks until it listens or closes. So only one of many starts remains. A
        running program that does not answer is left alone: then this process runs too, and does not listen.
        """
        if self._is_first():
            return True
        if hand_over(self._name, paths):
            return False
        # The other program may just have ended. If it runs but does not answer, two windows are better than none.
        self._is_first()
        return True

    def listen(self) -> None:
        """Accept files from other starts from now on. Do nothing before `claim`, or when called again."""
        if not self._claimed or self._server is not None:
            return
        if self._is_answered():
            return  # Loading took so long that another start has taken over.

        self._server = HandoverServer(self._name, self)
        self._server.handed_over.connect(self._open)
        # The lock is released only now, because a waiting start must find the server when it gets the lock.
        self._lock.unlock()

    def close(self) -> None:
        """Stop listening."""
        self._claimed = False
        self._lock.unlock()
        if self._server is not None:
            self._server.close()
            self._server = None

    def _open(self, paths: tuple[Path, ...]) -> None:
        self.open(paths)

    def _is_first(self) -> bool:
        """Return whether no other instance listens. The lock is held if so, and only then."""
        self._wait_for_the_lock()
        self._claimed = not self._is_answered()
        if not self._claimed:
            self._lock.unlock()
        return self._claimed

    def _wait_for_the_lock(self) -> None:
        waited = QElapsedTimer()
        waited.start()
        # The wait is limited, because the holder of the lock may hang while it loads.
        while not self._lock.lock() and not waited.hasExpired(LOADED_WITHIN_MS):
            time.sleep(_PAUSE)

    def _is_answered(self) -> bool:
        """Return whether an instance of this user listens.

        If there is no socket of this user, Qt's network module is not imported.
        """
        return (os.name != "posix" or _is_own_socket(self._name)) and is_answered(self._name)


class StartLock:
    """Keeps other starts waiting. The system releases the lock when the process ends; the file's content is unused."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle = -1

    def lock(self) -> bool:
        """Return False while another process holds the lock; True, without a lock, if the file cannot be used."""
        if self._handle >= 0:
            return True
        # Links are not followed and opening never waits, because the file may have been replaced by a link or a pipe.
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        try:
            self._handle = os.open(self._path, flags, 0o600)
        except (OSError, ValueError):
            return True
        try:
            if sys.platform == "win32":
                # Each system has only one of the two modules.
                import msvcrt

                msvcrt.locking(self._handle, msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (PermissionError, BlockingIOError):
            self.unlock()
            return False
        except OSError:  # The drive has no locks.
            self.unlock()
        return True

    def unlock(self) -> None:
        """Release the lock, so that other starts can continue."""
        handle, self._handle = self._handle, -1
        if handle >= 0:
            os.close(handle)


class HandoverServer(QObject):
    """Accepts the paths that other starts send."""

    handed_over = Signal(object)
    """A tuple of paths that another start asked to open; empty if only the window should come to the front."""

    def __init__(self, address: str, parent: QObject | None = None) -> None:
        """Listen at `address`, where no running program may be listening."""
        super().__init__(parent)
        # Imported late: see the module's docstring.
        from PySide6.QtNetwork import QLocalServer

        # A killed program leaves its socket file behind, and Qt cannot listen where a socket file exists.
        QLocalServer.removeServer(address)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.setListenBacklogSize(MOST_WAITING)
        self._server.newConnection.connect(self._receive)
        self._server.listen(address)

    def close(self) -> None:
        """Stop listening."""
        self._server.close()

    def _receive(self) -> None:
        # Several starts may have connected before this signal was handled.
        while (socket := self._server.nextPendingConnection()) is not None:
            received = bytearray()
            socket.readyRead.connect(lambda socket=socket, received=received: self._read(socket, received))
            socket.disconnected.connect(socket.deleteLater)
            # Data may have arrived before the signal was connected.
            self._read(socket, received)

    def _read(self, socket: "QLocalSocket", received: bytearray) -> None:
        received += socket.readAll().data()
        # A limit on memory, because any program of this user may connect.
        if len(received) > MOST_BYTES:
            socket.abort()
            return
        if not received.endswith(b"end" + _END):
            return
        socket.write(b"ok" + _END)
        socket.flush()
        # Paths are in hexadecimal, because a name may contain a line break.
        lines = received.decode("ascii", "replace").split("\n")[:-2]
        received.clear()
        paths: list[Path] = []
        for line in lines[:MOST_PATHS]:
            try:
                paths.append(Path(bytes.fromhex(line).decode("utf-8", "surrogatepass")))
            except ValueError:
                continue
        self.handed_over.emit(tuple(paths))


def hand_over(address: str, paths: Sequence[Path]) -> bool:
    """Send `paths` to the program at `address`; return whether the program accepted them."""
    # Imported late: see the module's docstring.
    from PySide6.QtNetwork import QLocalSocket

    socket = QLocalSocket()
    socket.connectToServer(address)
    if not socket.waitForConnected(WAIT_MS):
        return False
    lines = [str(path.absolute()).encode("utf-8", "surrogatepass").hex() for path in paths[:MOST_PATHS]]
    socket.write("\n".join([*lines, "end"]).encode("ascii") + _END)
    answered = socket.waitForReadyRead(ANSWER_MS)
    socket.disconnectFromServer()
    return answered


def is_answered(address: str) -> bool:
    """Return whether a program listens at `address`.

    The system refuses connections to a socket left by a killed program.
    """
    # Imported late: see the module's docstring.
    from PySide6.QtNetwork import QLocalSocket

    socket = QLocalSocket()
    socket.connectToServer(address)
    return socket.waitForConnected(WAIT_MS)


def _server_name(data_folder: Path) -> str:
    """Return a socket address in a folder owned by the user or, if none is usable, in the temporary folder."""
    real = os.path.realpath(data_folder)  # `Path.resolve` raises an error if links form a circle.
    digest = hashlib.sha256(real.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    name = f"bones-desktop-{digest}"
    if os.name == "posix":
        for folder in (os.environ.get("XDG_RUNTIME_DIR"), real):
            address = os.path.join(folder, name) if folder else ""  # noqa: PTH118 (length in bytes counts)
            if folder and _is_own_folder(folder) and len(os.fsencode(address)) <= _LONGEST_ADDRESS:
                return address
        return f"{QDir.tempPath()}/{name}-{os.getuid()}"
    return name


def _is_own_folder(folder: str) -> bool:
    try:
        return os.stat(folder).st_uid == os.geteuid() and os.access(folder, os.W_OK)  # noqa: PTH116 (circular links)
    except OSError:
        return False


def _is_own_socket(address: str) -> bool:
    """Return whether there is a socket of this user. A socket of another user could intercept the files and answer."""
    try:
        found = os.lstat(address)
    except OSError:
        return False
    return stat.S_ISSOCK(found.st_mode) and found.st_uid == os.geteuid()
