"""How a second start hands its files to the program that runs: a local socket, and few lines of text over it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

WAIT_MS: Final = 2_000
ANSWER_MS: Final = 20_000
"""A program that is just starting, on a busy machine, answers late; taking over from it would make two."""
MOST_WAITING: Final = 200
"""Starts that may wait for a program that is not ready to answer yet."""
MOST_PATHS: Final = 50
MOST_BYTES: Final = 512 * 1024
"""Room for that many of the longest paths, in hexadecimal."""
_END: Final = b"\n"


def hand_over(address: str, paths: Sequence[Path]) -> bool:
    """Send `paths` to the program at `address` and return whether it has taken them."""
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

    The system refuses a connection to the socket of a killed program: one that is made leads to a live one.
    """
    socket = QLocalSocket()
    socket.connectToServer(address)
    return socket.waitForConnected(WAIT_MS)


class HandoverServer(QObject):
    """Takes what other starts hand over."""

    handed_over = Signal(object)
    """A tuple of paths another start asked to open; empty when it only wants the window raised."""

    def __init__(self, address: str, parent: QObject | None = None) -> None:
        """Listen at `address`, which no living program may listen at."""
        super().__init__(parent)
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
