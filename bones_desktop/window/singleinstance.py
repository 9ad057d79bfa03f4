"""One program a data folder: a second start hands over its files and ends; works again after a kill."""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

WAIT_MS = 2_000
ANSWER_MS = 20_000
"""A program that is just starting, on a busy machine, answers late; taking over from it would make two."""
MOST_WAITING = 200
"""Starts that may wait for a program that is not ready to answer yet."""
MOST_PATHS = 50
MOST_BYTES = 512 * 1024
"""Room for that many of the longest paths, in hexadecimal."""
_LONGEST_ADDRESS = 80
"""Unix sockets have addresses of about a hundred bytes, and Qt needs some of them while it makes one."""
_END = b"\n"


def _server_name(data_folder: Path) -> str:
    """Return a socket address no other user can reach: in the run-time folder, or in the data folder itself."""
    digest = hashlib.sha256(str(data_folder.resolve()).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    name = f"bones-desktop-{digest}"
    if os.name == "posix":
        for folder in (os.environ.get("XDG_RUNTIME_DIR"), str(data_folder.resolve())):
            address = os.path.join(folder, name) if folder else ""  # noqa: PTH118 (bytes count, not parts)
            if folder and os.access(folder, os.W_OK) and len(os.fsencode(address)) <= _LONGEST_ADDRESS:
                return address
    user = getattr(os, "getuid", lambda: "")()
    return f"{name}-{user}"


def _hand_over(socket: QLocalSocket, paths: Sequence[Path]) -> bool:
    """Send `paths` to the program at the other end and return whether it has taken them."""
    lines = [str(path.absolute()).encode("utf-8", "surrogatepass").hex() for path in paths[:MOST_PATHS]]
    socket.write("\n".join([*lines, "end"]).encode("ascii") + _END)
    answered = socket.waitForReadyRead(ANSWER_MS)
    socket.disconnectFromServer()
    return answered


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
        socket = QLocalSocket()
        try:
            # The system refuses a connection to the socket of a killed program: one that is made leads to a live one.
            socket.connectToServer(self._name)
            if not socket.waitForConnected(WAIT_MS):
                self._listen()
                return True
        finally:
            lock.unlock()
        return not _hand_over(socket, paths)

    def close(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.close()
            self._server = None

    def _listen(self) -> None:
        QLocalServer.removeServer(self._name)
        server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        server.setListenBacklogSize(MOST_WAITING)
        server.newConnection.connect(self._receive)
        if server.listen(self._name):
            self._server = server

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
