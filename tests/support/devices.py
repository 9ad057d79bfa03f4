"""Devices at a table: what a phone's browser does, done by hand, also wrongly."""

import http.client
import socket
from contextlib import ExitStack, suppress
from threading import Thread

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from bones_desktop.seats.table import proof


class Answer:
    """What a server answers to one request."""

    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body


def get(port: int, path: str, method: str = "GET", **headers: str) -> Answer:
    """Ask a server on this computer. An underscore in the name of a header stands for a hyphen."""
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        asked.putrequest(method, path, skip_host="Host" in headers)
        for name, value in headers.items():
            asked.putheader(name.replace("_", "-"), value)
        asked.endheaders()
        found = asked.getresponse()
        return Answer(found.status, dict(found.getheaders()), found.read())
    finally:
        asked.close()


def enter(port: int, secret: str) -> str:
    """Return the cookie that the server gives to a device that knows the secret; "" if it refuses."""
    import json

    nonce = json.loads(get(port, "/nonce").body)["nonce"]
    answer = get(port, "/enter", X_Nonce=nonce, X_Proof=proof(secret, nonce))
    return answer.headers.get("Set-Cookie", "").partition(";")[0]


class Device:
    """A connection to the table, which notes what arrives. `read` says whether it reads at all."""

    def __init__(self, port: int, cookie: str = "", *, origin: str = "", read: bool = True) -> None:
        self.texts: list[str] = []
        self.code: int | None = None
        self.reason = ""
        headers = {"Cookie": cookie} if cookie else {}
        own = socket.create_connection(("127.0.0.1", port), timeout=10)
        if not read:
            own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._entered = ExitStack()
        opening = connect(
            f"ws://127.0.0.1:{port}/table", sock=own, additional_headers=headers, compression=None, max_size=1 << 22,
            origin=origin or f"http://127.0.0.1:{port}", close_timeout=2, max_queue=None if read else 1,
            ping_interval=None,
        )  # fmt: skip
        self.socket = self._entered.enter_context(opening)
        self._thread = Thread(target=self._read, daemon=True)
        if read:
            self._thread.start()

    def _read(self) -> None:
        try:
            for text in self.socket:
                self.texts.append(text)
        except ConnectionClosed:
            pass
        closed = self.socket.protocol
        self.code, self.reason = closed.close_code, closed.close_reason or ""

    def say(self, text: str | bytes | list[str]) -> None:
        """Send a text, in pieces if it is a list."""
        with suppress(ConnectionClosed):
            self.socket.send(text)

    def leave(self) -> None:
        """Close the connection."""
        self._entered.close()
        if self._thread.is_alive():
            self._thread.join(5)

    def vanish(self) -> None:
        """End the connection without a word, as a phone in a lift."""
        with suppress(OSError):
            self.socket.socket.shutdown(socket.SHUT_RDWR)
