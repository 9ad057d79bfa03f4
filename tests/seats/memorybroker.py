"""A broker in memory that can lose, repeat, delay and change messages, and a table whose links go over it."""

import os
from collections import deque
from collections.abc import Callable, Iterable

from bones_desktop.seats.hostlinks import HostLinks, Outgoing
from bones_desktop.seats.sealing import Identity, TableKeys, host_identity, token_of
from bones_desktop.seats.seatlink import SeatLink

Message = tuple[str, bytes]


def matches(wanted: str, topic: str) -> bool:
    """Return whether a topic is one that a filter of MQTT means."""
    parts, given = wanted.split("/"), topic.split("/")
    return len(parts) == len(given) and all(each in {"+", part} for each, part in zip(parts, given, strict=True))


class MemoryClient:
    """One client: what it subscribes to, and the function that gets its messages."""

    def __init__(self, broker: "MemoryBroker", deliver: Callable[[str, bytes], object]) -> None:
        self.filters: set[str] = set()
        self.deliver = deliver
        self._broker = broker

    def publish(self, outgoing: Outgoing) -> None:
        """Send a message."""
        self._broker.publish(*outgoing)

    def subscribe(self, wanted: str) -> None:
        """Subscribe. The broker sends what it keeps."""
        self.filters.add(wanted)
        for topic, payload in self._broker.retained.items():
            if matches(wanted, topic):
                self._broker.queue.append((self, topic, payload))

    def unsubscribe(self, wanted: str) -> None:
        """End a subscription."""
        self.filters.discard(wanted)


class MemoryBroker:
    """Brings messages to all clients that subscribe to their topics, when `run` is called."""

    def __init__(self) -> None:
        self.clients: list[MemoryClient] = []
        self.retained: dict[str, bytes] = {}
        self.queue: deque[tuple[MemoryClient, str, bytes]] = deque()
        self.history: list[Message] = []
        """Every message that was published."""
        self.change: Callable[[str, bytes], Iterable[Message]] = lambda topic, payload: [(topic, payload)]
        """What becomes of a message on its way."""
        self.loses: Callable[[MemoryClient, str], bool] = lambda _client, _topic: False
        """Whether a message does not reach one client."""
        self.is_away = False

    def client(self, deliver: Callable[[str, bytes], object]) -> MemoryClient:
        """Return a new client."""
        self.clients.append(MemoryClient(self, deliver))
        return self.clients[-1]

    def publish(self, topic: str, payload: bytes, retain: bool = False) -> None:
        """Take a message of a client."""
        if self.is_away:
            return
        self.history.append((topic, payload))
        for at, changed in self.change(topic, payload):
            if retain:
                self.retained[at] = changed
                if not changed:
                    del self.retained[at]
            self.bring(at, changed)

    def bring(self, topic: str, payload: bytes) -> None:
        """Queue a message for everybody who subscribes to its topic."""
        for client in self.clients:
            if any(matches(each, topic) for each in client.filters):
                self.queue.append((client, topic, payload))

    def run(self) -> None:
        """Deliver until nothing is on its way."""
        while self.queue:
            client, topic, payload = self.queue.popleft()
            if not self.loses(client, topic):
                client.deliver(topic, payload)


class TestedSeat:
    """A seat link, and what it told."""

    __test__ = False

    def __init__(self, table: "TestedTable", identity: Identity | None = None, host_key: str = "") -> None:
        self.identity = identity or Identity(os.urandom(32))
        self.token = token_of(self.identity.public)
        self.link = SeatLink(table.keys, self.identity, host_key)
        self.opens: list[list[str]] = []
        """Received texts, a list for each time that the link was opened."""
        self.sent: list[list[str]] = []
        self.closes: list[tuple[int, str]] = []
        self.rosters: list[dict] = []
        self.seen: list[tuple[str, bool]] = []
        self.is_open = False
        self.client = table.broker.client(lambda topic, payload: self.link.take(topic, payload, table.now))
        self.link.publish, self.link.subscribe = self.client.publish, self.client.subscribe
        self.link.unsubscribe = self.client.unsubscribe
        self.link.opened, self.link.closed = self._opened, self._closed
        self.link.received = lambda text: self.opens[-1].append(text)
        self.link.roster = self.rosters.append
        self.link.watch.seen = lambda public, here: self.seen.append((public, here))

    def _opened(self) -> None:
        assert not self.is_open
        self.is_open = True
        self.opens.append([])
        self.sent.append([])

    def _closed(self, code: int, reason: str) -> None:
        self.is_open = False
        self.closes.append((code, reason))

    def say(self) -> None:
        """Send a text that says which link it belongs to, and its place there."""
        if self.is_open:
            self.sent[-1].append(f"{self.token[:6]} {len(self.opens)}:{len(self.sent[-1])}")
            self.link.send(self.sent[-1][-1])


class TestedTable:
    """A host's links and seats on one broker, with a clock of their own."""

    __test__ = False

    def __init__(
        self, broker: MemoryBroker | None = None, keys: TableKeys | None = None, key: bytes = b"h" * 32
    ) -> None:
        self.broker = broker or MemoryBroker()
        self.keys = keys or TableKeys(os.urandom(32), "0" * 16)
        self.identity = host_identity(key)
        self.now = 1000.0
        self.seats: list[TestedSeat] = []
        self.received: dict[int, list[str]] = {}
        self.sent: dict[int, list[str]] = {}
        self.tokens: dict[int, str] = {}
        """Tokens of open connections."""
        self.closed: list[int] = []
        self.client = self.broker.client(lambda topic, payload: self.links.take(topic, payload, self.now))
        self.start(1)

    def start(self, revision: int) -> None:
        """Start the host, for the first time or again after it was killed."""
        self.links = HostLinks(self.keys, self.identity, revision)
        self.links.publish = self.client.publish
        self.links.opened, self.links.closed = self._opened, self._closed
        self.links.received = lambda number, text: self.received[number].append(text)
        for number in self.tokens:
            self.closed.append(number)
        self.tokens.clear()
        self.received, self.sent = {}, {}
        for each in self.links.subscriptions:
            self.client.subscribe(each)
        self.back()

    def back(self) -> None:
        """Connect the host to the broker, again or for the first time."""
        self.will = self.links.will
        self.links.back(self.now)
        self.broker.run()

    def _opened(self, number: int, token: str) -> None:
        assert number not in self.received
        self.received[number], self.sent[number], self.tokens[number] = [], [], token

    def _closed(self, number: int) -> None:
        del self.tokens[number]
        self.closed.append(number)

    def say(self, number: int) -> None:
        """Send a text that says which connection it belongs to, and its place there."""
        if number in self.tokens:
            self.sent[number].append(f"{number}:{len(self.sent[number])}")
            self.links.send(number, self.sent[number][-1])

    def seat(self, identity: Identity | None = None, host_key: str | None = None, *, opened: bool = True) -> TestedSeat:
        """Return a new seat, which opens its link."""
        seat = TestedSeat(self, identity, self.identity.public if host_key is None else host_key)
        self.seats.append(seat)
        if opened:
            seat.link.open(self.now)
            self.broker.run()
        return seat

    def number(self, seat: TestedSeat) -> int:
        """Return the newest connection of a seat."""
        return min(number for number, token in self.tokens.items() if token == seat.token)

    def wait(self, seconds: int) -> None:
        """Let time pass."""
        for _each in range(seconds):
            self.now += 1
            self.links.tick(self.now)
            for seat in self.seats:
                seat.link.tick(self.now)
            self.broker.run()
