"""The carrier for devices in the same house: a WebSocket server, which also serves the page of the table.

It runs in a thread of its own, because the window may be busy for longer than a phone should wait.
"""

import asyncio
import contextlib
import errno
import json
import logging
import os
import socket
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from http import HTTPStatus
from ipaddress import ip_address
from itertools import count
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from bones_desktop.seats.messages import LARGEST, NO_MESSAGE, NOT_LET_IN, TOO_MANY, TOO_SLOW
from bones_desktop.seats.table import OpenTable
from bones_desktop.seats.webpage import Allowance, Door, File, headers, is_own_host, is_own_origin, load_page
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.seats.brokercarrier import BrokerCarrier

MOST, MOST_OF_ADDRESS = 64, 8
"""Connections to the table in all, and of one address other than this computer."""
_MOST_RAW, _MOST_RAW_OF_ADDRESS = 256, 48
"""Connections of every kind. A browser opens several at once for the files of the page."""
_MOST_ALLOWANCES: Final = 1_000
_UNSENT: Final = 1_000_000
"""Bytes that may wait for a device. A device that reads more slowly is disconnected, and comes back."""
_SOCKET_BUFFER: Final = 256 * 1024
"""Bytes that the system may hold for a device. Without a limit it holds many times more."""
_HANDSHAKE: Final = 5.0
"""Seconds until a new connection must have sent its request."""
_CLOSING: Final = 0.8
"""Seconds that a device has to answer a goodbye."""
_PING: Final = 10.0
_LOOK_MS: Final = 5_000
"""Milliseconds between looks whether the computer still has its address."""
_LONGEST_REASON: Final = 123
"""Bytes of the reason of a close, a limit of WebSockets."""


class ListenError(Exception):
    """Raised when the server cannot listen. The message is a sentence for the user.

    `is_taken` says whether the reason is that another program uses the port.
    """

    def __init__(self, why: str, *, is_taken: bool = False) -> None:
        super().__init__(why)
        self.is_taken = is_taken


class Server(QObject):
    """Carries messages between the host and devices. It belongs to the main thread."""

    opened = Signal(int, str)
    """A device with a valid token is connected: number of the connection, hash of the token."""
    received = Signal(int, str)
    """A text arrived."""
    closed = Signal(int)
    """A connection ended."""
    failed = Signal(str)
    """The server stopped by itself. The text is a sentence for the user."""
    moved = Signal(str, int)
    """The address and the port at which devices reach the table from now on: the computer has another address."""
    _called = Signal()

    def __init__(self, table: OpenTable, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self._is_called = False
        """Whether the other thread will be woken at the end of this turn of the event loop."""
        # A roll is sent to many devices. Waking the thread for each of them took longer than the sending: the two
        # threads took the interpreter from each other.
        self._called.connect(self._wake, Qt.ConnectionType.QueuedConnection)
        self._listener: _Listener | None = None
        self._thread: Thread | None = None
        self._place = ("", "", 0)
        """Where it listens, where devices reach it, and at which port."""
        self.numbers = count(1)
        """Numbers for connections. They go on when the server listens at another address."""
        self._looking = QTimer(self, interval=_LOOK_MS)
        self._looking.timeout.connect(self.look)

    def start(self, address: str, port: int) -> int:
        """Listen at an address of this computer and return the port. Raise ListenError or FileProblem.

        Port 0 stands for the port that the table had last time, and for any other if that one is taken now.
        """
        self.stop()
        page = load_page()
        try:
            listening = _listening(address, port or self._table.port or self._place[2])
        except ListenError as error:
            if port or not error.is_taken:
                raise
            listening = _listening(address, 0)
        self._listener = _Listener(self, Door(self._table), page, listening)
        self._thread = Thread(target=self._listener.run, name="table", daemon=True)
        self._thread.start()
        taken = int(listening.getsockname()[1])
        self._place = address, reached_at(address), taken
        self._looking.start()
        return taken

    def stop(self) -> None:
        """Say goodbye to all devices and stop listening, within 1.5 seconds."""
        self._looking.stop()
        thread = self._end()
        if thread is not None:
            thread.join(1.5)

    def _end(self) -> Thread | None:
        """Let the other thread end, and return it."""
        listener, thread = self._listener, self._thread
        self._listener = self._thread = None
        if listener is not None:
            listener.calls.append(listener.stopping.set)
            listener.wake()
        return thread

    def look(self) -> None:
        """Listen at another address if the computer has lost the one at which devices reached it.

        Without any network nothing changes: the address may come back. A second network beside it changes nothing.
        """
        address, reached, port = self._place
        new = house_address()
        if not new or new == reached or is_ours(reached):
            return
        if address == reached:
            # Not `stop`: devices do not answer any more, and the window would wait for them.
            self._end()
            try:
                port = self.start(new, 0)
            except (ListenError, FileProblem):
                self._looking.start()
                return
        else:
            self._place = address, new, port
        self.moved.emit(new, port)

    @Slot(int, str)
    def send(self, connection: int, text: str) -> None:
        """Send a text. A connection that has ended is ignored."""
        self._call(_Listener.send, connection, text)

    @Slot(int, int, str)
    def drop(self, connection: int, code: int, reason: str) -> None:
        """Close a connection with one of the codes from 4400. What was sent before still arrives."""
        self._call(_Listener.drop, connection, code, reason)

    def _call(self, do: Callable[..., object], *arguments: object) -> None:
        if self._listener is not None:
            self._listener.calls.append(partial(do, self._listener, *arguments))
            if not self._is_called:
                self._is_called = True
                self._called.emit()

    def _wake(self) -> None:
        self._is_called = False
        if self._listener is not None:
            self._listener.wake()


def tie(host: Any, server: "Server | BrokerCarrier") -> None:  # noqa: ANN401 (a Seating or a Bridge, which imports this)
    """Let the server, or another carrier, carry what the host says, and the host hear what it brings."""
    server.opened.connect(host.connected)
    server.received.connect(host.receive)
    server.closed.connect(host.disconnected)
    host.outgoing.connect(server.send)
    host.closing.connect(server.drop)


def _listening(address: str, port: int) -> socket.socket:
    """Return a socket that listens. Raise ListenError."""
    if not 0 <= port <= 65535:
        raise ListenError(_("A port is a number from 0 to 65535."))
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        listening = socket.create_server((address, port), family=family, backlog=MOST)
    except PermissionError as error:
        raise ListenError(_("Port {port} needs special rights; choose one above 1023.").format(port=port)) from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise ListenError(_("Another program uses port {port}.").format(port=port), is_taken=True) from error
        raise ListenError(
            _("This computer has no address {address}: {why}").format(
                address=address, why=os.strerror(error.errno or 0)
            )
        ) from error
    listening.setblocking(False)
    # Connections inherit this.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SOCKET_BUFFER)
    return listening


def house_address() -> str:
    """Return the address of this computer in the network of the house; "" if there is no network."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # This sends nothing: the system only chooses the address from which it would send. 192.0.2.1 never exists.
        probe.connect(("192.0.2.1", 9))
        found = ip_address(probe.getsockname()[0])
        if not (found.is_loopback or found.is_unspecified):
            return str(found)
    return ""


def is_ours(address: str) -> bool:
    """Return whether this computer has an address."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET) as probe:
        probe.bind((address, 0))
        return True
    return False


def reached_at(address: str) -> str:
    """Return the address under which devices reach a server that listens at `address`."""
    return (house_address() or "127.0.0.1") if address in {"0.0.0.0", "::"} else address  # noqa: S104 (only compared)


class _DeviceConnection(ServerConnection):
    """A connection of a device, from its first byte."""

    def __init__(self, listener: "_Listener", *arguments: Any, **options: Any) -> None:  # noqa: ANN401 (of websockets)
        super().__init__(*arguments, **options)
        self._listener = listener
        self.address = ""
        self.token = ""
        """Hash of the valid token that the device has shown."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        # A device that is gone already has no address.
        self.address = (self.remote_address or ("",))[0]
        if not (self.address and self._listener.accept(self)):
            self.transport.abort()
        self.loop.call_later(_HANDSHAKE, self._give_up)

    def _give_up(self) -> None:
        if self.request is None:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._listener.raw.discard(self)
        super().connection_lost(exc)


class _Listener:
    """The part of the server that runs in the other thread. Only `calls` and `wake` are for the main thread."""

    def __init__(self, server: Server, door: Door, page: dict[str, File], listening: socket.socket) -> None:
        self.stopping = asyncio.Event()
        self.raw: set[_DeviceConnection] = set()
        self._server, self._door, self._page, self._listening = server, door, page, listening
        self._loop = asyncio.new_event_loop()
        self.calls: deque[Callable[[], object]] = deque()
        """What the other thread does when it is woken."""
        self._open: dict[int, _DeviceConnection] = {}
        self._allowances: dict[str, Allowance] = {}
        """Allowances by token. A device that connects again does not get a new one."""
        self._closes: set[asyncio.Task[None]] = set()
        self._logger = logging.getLogger(__name__)
        # The library reports each device that disappears. Only mistakes of this program are worth a line.
        self._logger.setLevel(logging.ERROR)

    def wake(self) -> None:
        """Let the other thread do the calls."""
        # The loop is closed when the server has stopped by itself.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._do_calls)

    def _do_calls(self) -> None:
        while self.calls:
            self.calls.popleft()()

    def run(self) -> None:
        """Serve until `stopping` is set."""
        try:
            with asyncio.Runner(loop_factory=self._same_loop) as runner:
                runner.run(self._serve())
        except OSError as error:
            self._logger.exception("the server of the table stopped")
            self._server.failed.emit(_("The table is closed to devices: {why}").format(why=error.strerror or error))

    def _same_loop(self) -> asyncio.AbstractEventLoop:
        return self._loop

    async def _serve(self) -> None:
        server = await serve(
            # Each connection is one that `create_connection` makes.
            self._handle,  # type: ignore[arg-type]
            sock=self._listening,
            process_request=self._answer,  # type: ignore[arg-type]
            create_connection=partial(_DeviceConnection, self),  # type: ignore[arg-type]
            server_header=None,
            # Compressed messages cost 64 kB a connection, and a small one may unfold to a large one.
            compression=None,
            max_size=2 * 64 * 1024,
            max_queue=4,
            # Above this limit writing waits, also for pings and goodbyes. So no connection may come so far.
            write_limit=2 * _UNSENT,
            # A page must reach a phone with bad reception within these times. `_close` waits less for messages.
            open_timeout=20,
            close_timeout=12,
            ping_interval=_PING,
            ping_timeout=_PING,
            logger=self._logger,
        )
        await self.stopping.wait()
        server.close(reason=_short(_("The table is closed.")))
        closed = asyncio.ensure_future(server.wait_closed())
        await asyncio.wait([closed], timeout=_CLOSING)
        # A device that was switched off does not answer the goodbye.
        for each in list(self.raw):
            each.transport.abort()
        await asyncio.wait([closed], timeout=0.2)

    def accept(self, connection: _DeviceConnection) -> bool:
        """Take note of a new connection. Return False if there are too many."""
        same = sum(each.address == connection.address for each in self.raw)
        if len(self.raw) >= _MOST_RAW or (same >= _MOST_RAW_OF_ADDRESS and not _is_here(connection.address)):
            return False
        self.raw.add(connection)
        return True

    # --- requests ---------------------------------------------------------------------------------------------------

    def _answer(self, connection: _DeviceConnection, request: Request) -> Response | Awaitable[Response] | None:
        """Answer a request for a file; return None for a WebSocket, which is then accepted."""
        hosts, origins = request.headers.get_all("Host"), request.headers.get_all("Origin")
        address, port = connection.local_address[:2]
        if len(hosts) != 1 or not is_own_host(hosts[0], address, port) or not is_own_origin(origins, hosts[0]):
            return _response(HTTPStatus.FORBIDDEN, "text/plain", b"This is another address.\n")
        path = request.path.partition("?")[0]
        if request.method != "GET":
            return _response(HTTPStatus.METHOD_NOT_ALLOWED, "text/plain", b"Only GET.\n")
        if path == "/table":
            connection.token = self._door.token_in(request.headers.get_all("Cookie"))
            return None
        more = headers(hosts[0])
        if path == "/nonce":
            answer = {"table": self._door.table.id, "nonce": self._door.nonce(self._loop.time())}
            return _response(HTTPStatus.OK, "application/json", json.dumps(answer).encode(), **more)
        if path == "/enter":
            return self._enter(connection.address, request.headers)
        file = self._page.get(path)
        if file is None:
            return _response(HTTPStatus.NOT_FOUND, "text/plain", b"There is no such page.\n", **more)
        if file.kept:
            more["Cache-Control"] = "max-age=3600"
        return _response(HTTPStatus.OK, file.kind, file.data, **more)

    async def _enter(self, address: str, given: Headers) -> Response:
        await asyncio.sleep(self._door.delay(address))
        nonce, proof = (",".join(given.get_all(name)) for name in ("X-Nonce", "X-Proof"))
        token = self._door.enter(address, nonce, proof, self._loop.time())
        if not token:
            return _response(HTTPStatus.FORBIDDEN, "text/plain", b"The invitation is not valid.\n")
        return _response(HTTPStatus.NO_CONTENT, "", b"", **{"Set-Cookie": self._door.set_cookie(token)})

    # --- messages ---------------------------------------------------------------------------------------------------

    async def _handle(self, connection: _DeviceConnection) -> None:
        refused = self._refusal(connection)
        if refused is not None:
            await self._close(connection, *refused)
            return
        number = next(self._server.numbers)
        self._open[number] = connection
        self._server.opened.emit(number, connection.token)
        try:
            await self._receive(number, connection)
        finally:
            del self._open[number]
            self._server.closed.emit(number)

    def _refusal(self, connection: _DeviceConnection) -> tuple[int, str] | None:
        if not connection.token:
            return NOT_LET_IN, _("You are not let in. Open the invitation again.")
        same = sum(each.address == connection.address for each in self._open.values())
        if len(self._open) >= MOST or (same >= MOST_OF_ADDRESS and not _is_here(connection.address)):
            return TOO_MANY, _("Too many devices are connected.")
        return None

    async def _receive(self, number: int, connection: _DeviceConnection) -> None:
        allowance = self._allowances.setdefault(connection.token, Allowance(self._loop.time()))
        if len(self._allowances) > _MOST_ALLOWANCES:
            del self._allowances[next(iter(self._allowances))]
        with contextlib.suppress(ConnectionClosed):
            async for text in connection:
                if not allowance.take(self._loop.time()):
                    await self._close(connection, TOO_MANY, _("Too many messages at once."))
                elif not isinstance(text, str) or len(text.encode()) > LARGEST:
                    await self._close(connection, NO_MESSAGE, _("The message is too large or not a text."))
                else:
                    self._server.received.emit(number, text)

    def send(self, number: int, text: str) -> None:
        """Write a text at once."""
        connection = self._open.get(number)
        if connection is None:
            return
        broadcast((connection,), text)
        if connection.transport.get_write_buffer_size() > _UNSENT:
            self.drop(number, TOO_SLOW, _("This device reads too slowly."))

    def drop(self, number: int, code: int, reason: str) -> None:
        """Close a connection."""
        connection = self._open.get(number)
        if connection is not None:
            task = self._loop.create_task(self._close(connection, code, reason))
            self._closes.add(task)
            task.add_done_callback(self._closes.discard)

    async def _close(self, connection: _DeviceConnection, code: int, reason: str) -> None:
        # A device that does not read would never take note of the goodbye.
        self._loop.call_later(_CLOSING, connection.transport.abort)
        await connection.close(code, _short(reason))


def _short(reason: str) -> str:
    return reason.encode()[:_LONGEST_REASON].decode("utf-8", "ignore")


def _is_here(address: str) -> bool:
    return ip_address(address.partition("%")[0]).is_loopback


def _response(status: HTTPStatus, kind: str, body: bytes, **more: str) -> Response:
    given = {"Content-Type": kind, "Content-Length": str(len(body)), "Connection": "close", "Cache-Control": "no-store"}
    return Response(
        status.value, status.phrase, Headers({name: text for name, text in (given | more).items() if text}), body
    )
