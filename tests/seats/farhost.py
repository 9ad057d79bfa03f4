"""A host in another house, and clients of its broker that run in Qt's event loop as BrokerClient does."""

from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import QTimer

from bones_desktop.seats.hostlinks import HostLinks, Outgoing
from bones_desktop.seats.invitation import Broker, Invitation
from bones_desktop.seats.sealing import Identity, TableKeys
from tests.seats.memorybroker import MemoryBroker, MemoryClient
from tests.seats.tableseats import Hosted

BROKER = Broker("broker.example", 1883)
KEYS = TableKeys(b"k" * 32, "0123456789abcdef")
INVITATION = Invitation("abandon-ability-able-about-above-absent", BROKER)
HOST = Identity(b"h" * 32)


class LoopBroker(MemoryBroker):
    """A broker that delivers by itself, a moment later. While `trouble` says why, it does not answer."""

    def __init__(self) -> None:
        super().__init__()
        self.trouble = ""

    def stop(self, trouble: str = "No broker answers.") -> None:
        self.trouble, self.is_away = trouble, True
        self.retained.clear()
        for client in self.clients:
            client.changed(False, trouble)

    def start(self) -> None:
        self.trouble, self.is_away = "", False
        for client in self.clients:
            client.changed(True, "")


class LoopClient(MemoryClient):
    """A client with the methods of BrokerClient."""

    def __init__(
        self, broker: LoopBroker, _place: Broker, _id: str, will: Outgoing | None, deliver: Callable, changed: Callable
    ) -> None:
        super().__init__(broker, lambda topic, payload: self in broker.clients and deliver([(topic, payload)]))
        self.broker, self.will, self.changed = broker, will, changed

    def start(self) -> None:
        self.broker.clients.append(self)
        self.changed(not self.broker.trouble, self.broker.trouble)

    def stop(self) -> None:
        if self in self.broker.clients:
            self.broker.clients.remove(self)

    def lose(self) -> None:
        """End without a goodbye, so that the broker publishes the will."""
        self.stop()
        if self.will is not None:
            self.publish(*self.will)

    def publish(self, topic: str, payload: bytes, retain: bool = False) -> None:
        self.broker.publish(topic, payload, retain)
        QTimer.singleShot(0, self.broker.run)

    def subscribe(self, wanted: str) -> None:
        super().subscribe(wanted)
        QTimer.singleShot(0, self.broker.run)


class FarHost:
    """The host in the first house, with the links that a BrokerCarrier would give it."""

    def __init__(self, hosted: Hosted, broker: LoopBroker, identity: Identity = HOST, revision: int = 1) -> None:
        self.host = hosted.host
        self.links = links = HostLinks(KEYS, identity, revision)
        self.client = LoopClient(broker, BROKER, "host", links.will, self._take, self._changed)
        links.opened, links.received, links.closed = (
            self.host.seating.connected,
            self.host.seating.receive,
            self.host.seating.disconnected,
        )
        links.publish = lambda outgoing: self.client.publish(*outgoing)
        self.host.seating.outgoing.disconnect()
        self.host.seating.outgoing.connect(links.send)
        self.host.seating.closing.disconnect()
        self.host.seating.closing.connect(links.drop)
        for each in links.subscriptions:
            self.client.subscribe(each)
        self.client.start()

    def _take(self, messages: list[tuple[str, bytes]]) -> None:
        for topic, payload in messages:
            self.links.take(topic, payload, monotonic())

    def _changed(self, connected: bool, _sentence: str) -> None:
        if connected:
            self.links.back(monotonic())
            self.client.will = self.links.will
