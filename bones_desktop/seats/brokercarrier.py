"""The carrier for devices in other houses: sealed messages over an MQTT broker that the group already has.

The broker is trusted with nothing. It may lose everything, so each loss ends a link, and the seat opens a new one.
"""

from contextlib import suppress
from threading import Thread
from time import monotonic, time
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from bones_desktop.seats.broker import Arrived, BrokerClient, unreachable
from bones_desktop.seats.hostlinks import MOST_LOSSES, HostLinks, Outgoing, loses_messages
from bones_desktop.seats.invitation import Broker, Invitation
from bones_desktop.seats.sealing import SealError, TableKeys, derived, host_identity, table_keys, words_of
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.seats.host import Host

_FIRST_ANSWER_MS: Final = 10_000
_TICK_MS: Final = 1_000
_ROSTER_MS: Final = 2_000
"""Time between looks for changes of the roster, which the broker keeps."""
_PASSED_ON: Final = 10
"""Ticks in which the broker should have passed on a message of this host to this host itself."""
_LOSSES: Final = 60
"""Ticks in which some links may end because messages were lost."""


class BrokerCarrier(QObject):
    """Carries messages between the host and devices in other houses. It belongs to the main thread."""

    opened = Signal(int, str)
    """A device is connected: number of the connection, which is below 0, and its token."""
    received = Signal(int, str)
    """A text arrived."""
    closed = Signal(int)
    """A connection ended."""
    failed = Signal(str)
    """The broker did not answer at the start, and the carrier has stopped. The text is a sentence for the user."""
    ready = Signal(object)
    """The Invitation. Emitted once, when the broker has answered."""
    changed = Signal(bool, str)
    """The broker went or came back later: whether it is there, and a sentence or ""."""
    _derived = Signal(object, object)

    def __init__(self, host: "Host", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._host = host
        self._client: BrokerClient | None = None
        self._links: HostLinks | None = None
        self._key = b""
        self._broker: Broker
        self._invitation: Invitation | None = None
        """Set while the carrier runs."""
        self._is_ready = False
        self._has_told_losses = False
        self._ticks = 0
        """Ticks since the broker was connected."""
        self._derived.connect(self._connect, Qt.ConnectionType.QueuedConnection)
        self._late = QTimer(self, singleShot=True, interval=_FIRST_ANSWER_MS)
        self._late.timeout.connect(self._give_up)
        self._ticking = QTimer(self, interval=_TICK_MS)
        self._ticking.timeout.connect(self._tick)
        self._showing = QTimer(self, interval=_ROSTER_MS)
        self._showing.timeout.connect(self._show_roster)

    def start(self, broker: Broker, key: bytes) -> None:
        """Open the table of this key at a broker. `ready` or `failed` follows within 10 seconds."""
        self.stop()
        self._key, self._broker = key, broker
        self._invitation = Invitation(words_of(key), broker, host_key=host_identity(key).public)
        self._late.start()
        Thread(target=self._derive, args=(self._invitation, broker), name="keys", daemon=True).start()

    def stop(self, *, forget: bool = False) -> None:
        """Say goodbye to all devices and leave the broker, within 1.5 seconds. With `forget` it keeps nothing."""
        for timer in (self._late, self._ticking, self._showing):
            timer.stop()
        links, client = self._links, self._client
        self._links = self._invitation = None
        self._is_ready = False
        if links is not None and client is not None:
            links.close(forget=forget)
            self._client = None
            client.stop()

    @Slot(int, str)
    def send(self, connection: int, text: str) -> None:
        """Send a text. A connection that has ended is ignored."""
        if self._links is not None:
            self._links.send(connection, text)

    @Slot(int, int, str)
    def drop(self, connection: int, code: int, reason: str) -> None:
        """Close a connection with one of the codes from 4400. What was sent before still arrives."""
        if self._links is not None:
            self._links.drop(connection, code, reason)

    def _derive(self, invitation: Invitation, broker: Broker) -> None:
        """Calculate the keys in another thread, because that takes half a second."""
        found: TableKeys | SealError
        try:
            found = table_keys(invitation.secret, broker)
        except SealError as error:
            found = error
        # The program may have ended meanwhile.
        with suppress(RuntimeError):
            self._derived.emit(invitation, found)

    def _connect(self, invitation: Invitation, keys: TableKeys | SealError) -> None:
        if self._invitation is not invitation:
            return
        if isinstance(keys, SealError):
            self._fail(str(keys))
            return
        # The number is larger at each start of the program.
        self._links = links = HostLinks(keys, host_identity(self._key), int(time() * 1000))
        links.opened, links.received, links.closed = self.opened.emit, self.received.emit, self.closed.emit
        links.publish = self._publish
        # The same name at each start, so that the broker ends the connection of a host that has crashed.
        name = f"bones-{derived(self._key, b'client').hex()[:16]}"
        self._client = BrokerClient(self._broker, name, links.will, self._take, self._change, self)
        for each in links.subscriptions:
            self._client.subscribe(each)
        # Before devices connect: those that have a seat are not limited as strangers are.
        self._show_roster()
        self._client.start()

    def _publish(self, outgoing: Outgoing) -> None:
        if self._client is not None:
            self._client.publish(*outgoing)

    def _take(self, messages: Arrived) -> None:
        now = monotonic()
        for topic, payload in messages:
            # A message may close the table.
            if self._links is not None:
                self._links.take(topic, payload, now)

    def _change(self, connected: bool, sentence: str) -> None:
        if self._links is None or self._client is None:
            return
        if not (connected or self._is_ready):
            self._fail(sentence)
            return
        if connected and not sentence:
            self._links.back(monotonic())
            self._client.will = self._links.will
            self._ticks, self._has_told_losses = 0, False
            self._ticking.start()
            self._showing.start()
        elif not connected:
            self._ticking.stop()
        if self._is_ready:
            self.changed.emit(connected, sentence)
        else:
            self._late.stop()
            self._is_ready = True
            self.ready.emit(self._invitation)

    def _give_up(self) -> None:
        self._fail(str(unreachable(TimeoutError(), self._broker)))

    def _fail(self, sentence: str) -> None:
        self.stop()
        self.failed.emit(sentence)

    def _tick(self) -> None:
        if self._links is None:
            return
        self._links.tick(monotonic())
        self._ticks += 1
        if self._ticks == _PASSED_ON and not self._links.is_confirmed:
            # A broker does not say so when its access rules forbid a topic.
            words = _(
                "The broker at {place} does not pass on messages of the table. Its access rules must allow reading and "
                "writing topics under bones/."
            )
            self.changed.emit(True, words.format(place=self._broker.address))
        if self._links.losses >= MOST_LOSSES and not self._has_told_losses:
            self._has_told_losses = True
            self.changed.emit(True, loses_messages())
        if self._ticks % _LOSSES == 0:
            self._links.losses = 0

    def _show_roster(self) -> None:
        if self._links is not None:
            self._links.show_roster(
                frozenset(seat.row.token for seat in self._host.seating.seats), self._host.fair_facts()
            )
