"""One program a data folder: a second start hands over its files and ends; works again after a kill."""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

WAIT_MS = 2_000
MOST_BYTES = 64 * 1024
MOST_PATHS = 50
_END = b"\n"


def _server_name(data_folder: Path) -> str:
    """Return a socket name private to this user and data folder, in the run-time folder where there is one."""
    digest = hashlib.sha256(str(data_folder.resolve()).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    name = f"bones-desktop-{digest}"
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if os.name == "posix" and runtime and Path(runtime).is_dir() and os.access(runtime, os.W_OK):
        return str(Path(runtime) / name)
    user = getattr(os, "getuid", lambda: "")()
    return f"{name}-{user}"


class SingleInstance(QObject):
    """Call `claim` once at start; True means this process is the one that runs."""

    handed_over = Signal(object)
    """A tuple of paths another start asked to open; empty when it only wants the window raised."""

    def __init__(self, data_folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = _server_name(data_folder)
        self._lock_path = data_folder / ".start.lock"
        self._server: QLocalServer | None = None

    def claim(self, paths: Sequence[Path]) -> bool:
        """Return True when no other instance answers; otherwise `paths` were handed to it.

        A lock file is held around asking, removing a dead socket and listening, so that many starts at once leave one.
        """
        lock = QLockFile(str(self._lock_path))
        lock.setStaleLockTime(10_000)
        lock.tryLock(15_000)
        try:
            if self._hand_over(paths):
                return False
            QLocalServer.removeServer(self._name)
            server = QLocalServer(self)
            server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
            server.newConnection.connect(self._receive)
            if server.listen(self._name):
                self._server = server
            return True
        finally:
            lock.unlock()

    def close(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.close()
            self._server = None

    def _hand_over(self, paths: Sequence[Path]) -> bool:
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(WAIT_MS):
            return False
        lines = [str(path.absolute()).encode("utf-8", "surrogatepass").hex() for path in paths[:MOST_PATHS]]
        socket.write("\n".join([*lines, "end"]).encode("ascii") + _END)
        socket.waitForBytesWritten(WAIT_MS)
        answered = socket.waitForReadyRead(WAIT_MS)
        socket.disconnectFromServer()
        return answered

    def _receive(self) -> None:
        if self._server is None:
            return
        while (socket := self._server.nextPendingConnection()) is not None:
            received = bytearray()
            socket.readyRead.connect(lambda socket=socket, received=received: self._read(socket, received))
            socket.disconnected.connect(socket.deleteLater)
            self._read(socket, received)

    def _read(self, socket: QLocalSocket, received: bytearray) -> None:
        received += socket.readAll().data()
        if len(received) > MOST_BYTES:
            socket.abort()
            return
        if not received.endswith(b"end" + _END):
            return
        socket.write(b"ok" + _END)
        socket.flush()
        lines = received.decode("ascii", "replace").split("\n")[:-2]
        received.clear()
        paths: list[Path] = []
        for line in lines[:MOST_PATHS]:
            try:
                paths.append(Path(bytes.fromhex(line).decode("utf-8", "surrogatepass")))
            except ValueError:
                continue
        self.handed_over.emit(tuple(paths))
