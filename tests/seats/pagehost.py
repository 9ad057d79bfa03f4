"""A small host for tests of the page: it serves the files and plays the messages that a test gives it."""

import asyncio
import hmac
import json
import secrets
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from bones_desktop.seats.webpage import headers as protection
from bones_desktop.seats.webpage import load_page

SECRET = "aSecretThatNobodyGuesses_0123456789-abcdefg"
TABLE = "00112233445566ff"


class PageHost:
    """A host in a thread of its own. `answer(message)` returns what the host sends after a message of the page."""

    def __init__(self) -> None:
        self._files = load_page()
        self.received: list[dict[str, Any]] = []
        self.answer: Callable[[dict[str, Any]], list[dict[str, Any]]] = lambda _message: []
        self.hello: dict[str, Any] = {}
        self.welcome: dict[str, Any] | None = None
        self.state: list[dict[str, Any]] = []
        """What a seat gets after `welcome`."""
        self.close_with: tuple[int, str] | None = None
        self.mute = False
        """True while the host hears everything and says nothing, as behind a network that is gone."""
        self.n = 0
        self._tokens: set[str] = set()
        self._nonces: set[str] = set()
        self._open: set[ServerConnection] = set()
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self._ready.wait(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._serve())

    async def _serve(self) -> None:
        self._stop = asyncio.Event()
        async with serve(
            self._seat, "127.0.0.1", 0, process_request=self._page, ping_interval=None, close_timeout=0.1
        ) as server:
            self.port = server.sockets[0].getsockname()[1]
            self._ready.set()
            await self._stop.wait()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def _page(self, connection: ServerConnection, request: Request) -> Response | None:
        path = request.path.partition("?")[0]
        if path == "/table":
            return None
        headers, status, body = Headers(), HTTPStatus.OK, b""
        if path == "/nonce":
            nonce = secrets.token_hex(8)
            self._nonces.add(nonce)
            body, headers["Content-Type"] = json.dumps({"table": TABLE, "nonce": nonce}).encode(), "application/json"
        elif path == "/enter":
            nonce, given = request.headers.get("X-Nonce", ""), request.headers.get("X-Proof", "")
            right = hmac.new(SECRET.encode(), nonce.encode(), "sha256").hexdigest()
            if nonce in self._nonces and given == right:
                token = secrets.token_hex(8)
                self._tokens.add(token)
                status = HTTPStatus.NO_CONTENT
                headers["Set-Cookie"] = f"bones-{TABLE}={token}; HttpOnly; SameSite=Strict; Path=/"
            else:
                status = HTTPStatus.FORBIDDEN
        else:
            file = self._files.get(path)
            status = HTTPStatus.OK if file else HTTPStatus.NOT_FOUND
            body, headers["Content-Type"] = (file.data, file.kind) if file else (b"", "text/plain")
            headers.update(protection(f"127.0.0.1:{self.port}"))
        headers["Content-Length"] = str(len(body))
        headers["Cache-Control"] = "no-store"
        headers["Connection"] = "close"
        return Response(status.value, status.phrase, headers, body)

    async def _seat(self, connection: ServerConnection) -> None:
        cookie = connection.request.headers.get("Cookie", "")
        if not any(token in cookie for token in self._tokens):
            await connection.close(4401, "")
            return
        if self.close_with:
            await connection.close(*self.close_with)
            return
        self._open.add(connection)
        try:
            await self._send(connection, [self.welcome] if self.welcome else [self.hello])
            async for text in connection:
                message = json.loads(text)
                if self.mute:
                    continue
                if message["kind"] == "ping":
                    await self._send(connection, [{"kind": "pong"}])
                    continue
                self.received.append(message)
                if message["kind"] == "again":
                    await self._send(connection, self.state)
                for each in self.answer(message):
                    # What everybody may see goes to everybody.
                    to = self._open if each["kind"] in {"thrown", "party", "sealed"} else {connection}
                    for other in list(to):
                        await self._send(other, [each])
        except ConnectionClosed:
            pass
        finally:
            self._open.discard(connection)

    async def _send(self, connection: ServerConnection, messages: list[dict[str, Any]]) -> None:
        for each in messages:
            self.n += 1
            with suppress(ConnectionClosed):
                await connection.send(json.dumps({**each, "n": self.n}))

    def say(self, *messages: dict[str, Any]) -> None:
        """Send messages to every page."""
        self._do(self._say(messages))

    async def _say(self, messages: tuple[dict[str, Any], ...]) -> None:
        for each in list(self._open):
            await self._send(each, list(messages))

    def let_in(self, welcome: dict[str, Any]) -> None:
        """Give every page that knocked its seat."""
        self.welcome = welcome
        self.say(welcome)

    def drop(self, code: int = 1001, reason: str = "") -> None:
        """Close every connection."""
        self._do(self._drop(code, reason))

    async def _drop(self, code: int, reason: str) -> None:
        for each in list(self._open):
            await each.close(code, reason)

    def cut(self) -> None:
        """End every connection without a word."""
        self._do(self._cut())

    async def _cut(self) -> None:
        for each in list(self._open):
            each.transport.abort()

    def _do(self, work: Any) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    @property
    def count(self) -> int:
        return len(self._open)

    def of(self, kind: str) -> list[dict[str, Any]]:
        """Return the messages of a kind that pages have sent."""
        return [each for each in self.received if each["kind"] == kind]

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(5)
        self._loop.close()


class Relay:
    """A network between page and host that can go silent without closing anything, as a sleeping Wi-Fi does."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._frozen: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _address = self._door.accept()
                far = socket.create_connection(("127.0.0.1", self._target))
                self._pairs.append((near, far))
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                if one not in self._frozen:
                    other.sendall(data)
            if one not in self._frozen:
                other.shutdown(socket.SHUT_WR)

    def freeze(self) -> None:
        """Carry nothing more over the connections that are there now. New ones work."""
        self._frozen |= {each for pair in self._pairs for each in pair}

    def stop(self) -> None:
        for each in (self._door, *(each for pair in self._pairs for each in pair)):
            each.close()
