"""A second house at a table over a broker: it serves the page here and passes messages on to the host, sealed.

The page and its server are those of the first house. For the server the bridge is the host; each connection of a device
has a link to the real host, with the identity of its device.
"""

import hmac
import json
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer, Signal

from bones_desktop.rules.records import Record, replace
from bones_desktop.seats.broker import BrokerClient
from bones_desktop.seats.hostlinks import Outgoing
from bones_desktop.seats.invitation import Invitation
from bones_desktop.seats.messages import text_of
from bones_desktop.seats.sealing import Identity, SealError, TableKeys, table_keys
from bones_desktop.seats.seatlink import HostWatch, SeatLink
from bones_desktop.seats.server import ListenError, Server, reached_at, tie
from bones_desktop.seats.table import OpenTable, new_table
from bones_desktop.storage.files.locations import make_folder
from bones_desktop.storage.files.textfiles import FileProblem, is_file, read_bytes, save_private
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _

_TICK_MS: Final = 1_000
_FOR_DEVICES: Final = 4000
"""Codes from here on are for devices. After others a link opens again by itself."""
_LARGEST: Final = 4_096
_ASKED: Final = 3
"""Ticks in which the broker says whether the host is there."""


class House(Record):
    """What this computer keeps of a table elsewhere: the same devices have the same seats at the next start."""

    secret: str
    """Secret of the page that is served here. The keys of the devices follow from it too."""
    port: int = 0
    host: str = ""
    """Public key of the host, once it was seen; "" before."""


class Bridge(QObject):
    """Joins a table over a broker, and serves its page here until `stop`.

    `connected`, `receive`, `disconnected`, `outgoing` and `closing` are those of Seating.
    """

    outgoing = Signal(int, str)
    """A connection of a device and a text for it."""
    closing = Signal(int, int, str)
    """A connection to close, with the code and a sentence that says why."""
    ready = Signal(object, str)
    """The Invitation for devices in this house, and the id of the table.

    Emitted when the broker has answered and the page is served, and again when this computer has another address.
    """
    failed = Signal(str)
    """A sentence for the user: the table was not joined, or the page is no longer served.

    The latter also when the host has closed the table for good.
    """
    way_changed = Signal(str)
    """A sentence about the way to the host: why it is interrupted; "" when it works."""
    _derived = Signal(object)

    def __init__(
        self,
        invitation: Invitation,
        folder: Path,
        parent: QObject | None = None,
        *,
        client: Callable[..., Any] = BrokerClient,
    ) -> None:
        """Prepare joining. `folder` is where this computer keeps what it knows of tables elsewhere."""
        super().__init__(parent)
        if invitation.broker is None:
            raise ValueError("an invitation over a broker is needed")
        self._invitation, self._broker, self._folder = invitation, invitation.broker, folder
        self._make_client = client
        self._client: Any = None
        self._server: Server | None = None
        self._keys: TableKeys
        self._house = House(new_table().secret, host=invitation.host_key)
        self._is_new = True
        """Whether nothing of this table is kept. It is kept once the host has answered: the words may be mistyped."""
        self._watch: HostWatch | None = None
        self._links: dict[int, SeatLink] = {}
        self._open: set[int] = set()
        """Connections whose link to the host works."""
        self._told: dict[int, str] = {}
        """What the other connections were told about their way to the host."""
        self._ticks = 0
        self._trouble = ""
        """Sentence of the broker; "" while it answers."""
        self._is_here: bool | None = None
        """Whether the host is there; None if it was not seen yet."""
        self._away_since = ""
        """When the host went, as text; "" if that was not seen."""
        self._way = ""
        self._place = ("", 0)
        self._is_over = False
        self._ticking = QTimer(self, interval=_TICK_MS)
        self._ticking.timeout.connect(self._tick)
        self._derived.connect(self._connect)

    # --- start and end ------------------------------------------------------------------------------------------------

    def start(self, address: str, port: int = 0) -> None:
        """Join, and serve the page at an address of this computer. Port 0 stands for the port of last time.

        `ready` or `failed` tells how that ended.
        """
        self._place = (address, port)
        # Half a second of hard work: so nobody finds the words by trying.
        Thread(target=self._derive, name="keys", daemon=True).start()

    def _derive(self) -> None:
        try:
            found: TableKeys | SealError = table_keys(self._invitation.secret, self._broker)
        except SealError as error:
            found = error
        # The bridge may be gone by now.
        with suppress(RuntimeError):
            self._derived.emit(found)

    def _connect(self, found: TableKeys | SealError) -> None:
        if self._is_over:
            return
        if isinstance(found, SealError):
            self._fail(str(found))
            return
        self._keys = found
        self._client = self._make_client(self._broker, f"bones-{secrets.token_hex(8)}", None, self._take, self._changed)
        self._client.start()

    def _serve(self) -> None:
        """Serve the page, once the broker has answered for the first time."""
        address, port = self._place
        try:
            stored = self._stored()
            self._is_new = stored is None
            if stored is not None:
                self._house = replace(stored, host=self._invitation.host_key or stored.host)
            table = OpenTable(self._keys.id, self._house.secret, self._house.port)
            self._server = Server(table, self)
            tie(self, self._server)
            self._server.failed.connect(self._fail)
            self._server.moved.connect(self._invite)
            taken = self._server.start(address, port)
            # The port of last time stays the usual one when another program has it today.
            self._house = replace(self._house, port=self._house.port or taken)
        except (FileProblem, ListenError) as error:
            self._fail(file_sentence(error) if isinstance(error, FileProblem) else str(error))
            return
        self._watch = HostWatch(self._keys, self._house.host)
        self._watch.seen = self._see
        self._client.subscribe(self._watch.filter)
        self._ticking.start()
        self._way = self.way
        self._invite(reached_at(address), taken)

    def _invite(self, address: str, port: int) -> None:
        self.ready.emit(Invitation(self._house.secret, None, address, port), self._keys.id)

    def stop(self) -> None:
        """Let the devices go, within 3 seconds."""
        self._is_over = True
        self._ticking.stop()
        for link in self._links.values():
            link.close()
        self._links.clear()
        self._open.clear()
        client, server, self._client, self._server = self._client, self._server, None, None
        if client is not None:
            client.stop()
        if server is not None:
            server.stop()

    def _fail(self, sentence: str) -> None:
        self.stop()
        self.failed.emit(sentence)

    # --- what this computer keeps -------------------------------------------------------------------------------------

    @property
    def _file(self) -> Path:
        return self._folder / f"{self._keys.id}.json"

    def _stored(self) -> House | None:
        """Return what was kept of this table; None if it is new here or the file is damaged. Raise FileProblem."""
        if not is_file(self._file):
            return None
        try:
            kept = json.loads(read_bytes(self._file, _LARGEST))
            found = House(str(kept["secret"]), int(kept["port"]), str(kept["host"]))
        except (ValueError, TypeError, KeyError, RecursionError):
            return None
        return found if found.secret and 0 <= found.port <= 65535 else None

    def _store(self) -> None:
        """Change what is kept. Where that fails, devices have to ask for a seat again after the next start."""
        kept = {"secret": self._house.secret, "port": self._house.port, "host": self._house.host}
        with suppress(FileProblem):
            make_folder(self._folder)
            save_private(self._file, json.dumps(kept).encode())

    # --- the broker ---------------------------------------------------------------------------------------------------

    def _publish(self, message: Outgoing) -> None:
        if self._client is not None:
            self._client.publish(*message)

    def _take(self, messages: list[tuple[str, bytes]]) -> None:
        now = monotonic()
        for topic, payload in messages:
            if self._watch is not None:
                self._watch.take(topic, payload)
            # A link may end with this message.
            for link in list(self._links.values()):
                link.take(topic, payload, now)

    def _changed(self, connected: bool, sentence: str) -> None:
        """Follow the connection to the broker. A sentence while it works is only a warning."""
        if self._server is None:
            if connected:
                self._serve()
            else:
                self._fail(sentence)
            return
        if connected and not self._trouble:
            return
        self._trouble = "" if connected else sentence
        self._open.clear()
        if connected:
            for link in list(self._links.values()):
                link.open(monotonic())
        self._tell_way()

    def _tick(self) -> None:
        self._ticks += 1
        self._tell_way()
        if not self._trouble:
            for link in list(self._links.values()):
                link.tick(monotonic())

    # --- the way to the host ------------------------------------------------------------------------------------------

    @property
    def way(self) -> str:
        """Why the way to the host is interrupted; "" while it works."""
        if self._open:
            return ""
        if self._trouble:
            return self._trouble
        if trouble := next(filter(None, (link.trouble for link in self._links.values())), ""):
            return trouble
        if self._is_here is None and self._ticks < _ASKED:
            return _("Looking for the host …")
        if self._is_here is None:
            return _(
                "No host was seen at {place} yet. If the table is open, check that words and address are the same as "
                "there, and that the broker lets you use topics under bones/."
            ).format(place=self._broker.address)
        if self._is_here:
            return ""
        if not self._away_since:
            return _("The host is away. Play goes on when the host is back.")
        told = _("The host has been away since {time}. Play goes on when the host is back.")
        return told.format(time=self._away_since)

    def _see(self, _host: str, here: bool) -> None:
        if self._watch is not None and self._watch.is_closed:
            reason = _("The game master has closed this table for good. Its invitation is no longer valid.")
            # Those whose links were interrupted do not know it yet.
            for connection in self._links:
                self.outgoing.emit(connection, text_of({"kind": "closing", "reason": reason, "for_good": True}))
            self._fail(reason)
            return
        if self._is_here and not here:
            self._away_since = datetime.now().astimezone().strftime("%H:%M")
        self._is_here = here
        self._tell_way()

    def _tell_way(self) -> None:
        """Tell devices and owner what has changed on the way to the host."""
        if self.way != self._way:
            self._way = self.way
            self.way_changed.emit(self._way)
        for connection in self._links:
            self._tell_device(connection)

    def _tell_device(self, connection: int) -> None:
        if connection not in self._open:
            # A phone has room for few words; those of the broker are for the owner of this computer.
            broker = self._trouble and _("The broker does not answer. Trying again …")
            text = broker or self._links[connection].trouble or self.way or _("Connecting to the host …")
            if text != self._told.get(connection):
                self._told[connection] = text
                self.outgoing.emit(connection, text_of({"kind": "way", "text": text}))

    # --- devices ------------------------------------------------------------------------------------------------------

    def connected(self, connection: int, token: str) -> None:
        """Open a link to the host for a connection of the device with this token."""
        if self._client is None:
            return
        # The host knows a device by this key. It follows from the secret of this house, which never leaves it.
        seed = hmac.digest(self._house.secret.encode(), token.encode(), "sha256")
        self._links[connection] = link = SeatLink(self._keys, Identity(seed), self._house.host)
        link.publish = self._publish
        link.subscribe, link.unsubscribe = self._client.subscribe, self._client.unsubscribe
        link.opened = partial(self._opened, connection, link)
        link.received = partial(self.outgoing.emit, connection)
        link.closed = partial(self._closed, connection)
        link.roster = partial(self._show_roster, connection)
        self._tell_device(connection)
        if not self._trouble:
            link.open(monotonic())

    def receive(self, connection: int, text: str) -> None:
        """Pass a message of a device on. While its link is interrupted, the device keeps what it needs to say again."""
        if connection in self._open:
            self._links[connection].send(text)
        elif text.replace(" ", "") == '{"kind":"ping"}':
            # Otherwise the page would take its connection to this computer for broken.
            self.outgoing.emit(connection, '{"kind":"pong"}')

    def disconnected(self, connection: int) -> None:
        """Close the link of a connection that has ended."""
        self._open.discard(connection)
        self._told.pop(connection, None)
        link = self._links.pop(connection, None)
        if link is not None:
            link.close()

    def _opened(self, connection: int, link: SeatLink) -> None:
        """Take note of a host that has shown its key, and keep it."""
        self._open.add(connection)
        self._told.pop(connection, None)
        if self._is_new or self._house.host != link.watch.host_key:
            self._is_new = False
            self._house = replace(self._house, host=link.watch.host_key)
            self._store()
        if self._watch is not None:
            self._watch.host_key = link.watch.host_key
        self._tell_way()

    def _closed(self, connection: int, code: int, reason: str) -> None:
        self._open.discard(connection)
        if code < _FOR_DEVICES:
            self._tell_way()
        else:
            self.closing.emit(connection, code, reason)

    def _show_roster(self, connection: int, facts: Mapping[str, object]) -> None:
        self.outgoing.emit(connection, text_of({"kind": "roster", **facts}))
