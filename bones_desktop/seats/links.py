"""Links between the host and seats over a broker: each behaves as a WebSocket connection.

A link begins with a handshake that makes a key for each direction. Then it carries numbered, signed and sealed frames.
A frame that is lost or out of order ends the link, and the seat opens another. So everything above a link is the same
as in the house. Messages that are repeated, changed or foreign have no effect.

Nothing here has a network, a clock or a thread. Owners pass in messages and times, which are seconds of a clock that
never goes back, and call from one thread.
"""

import json
import secrets
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeVar

from nacl.public import PrivateKey

from bones_desktop.seats.messages import LARGEST
from bones_desktop.seats.sealing import (
    KEY_BYTES,
    NUMBER,
    Channel,
    GapError,
    Identity,
    Opening,
    TableKeys,
    is_signed,
    read_answer,
    read_opening,
    seal_json,
    token_of,
    topic,
    unseal_json,
    write_answer,
    write_opening,
)
from bones_desktop.seats.webpage import Allowance
from bones_desktop.wording.language import _

_K = TypeVar("_K")
_V = TypeVar("_V")
MOST_LINKS: Final = 64
_MOST_STRANGERS: Final = 24
"""Links of devices that have no seat. So who only knows the six words cannot keep seats away."""
_MOST_OF_TOKEN: Final = 8
_MOST_HALF_OPEN: Final = 64
_HANDSHAKE: Final = 5.0
"""Seconds that a handshake may take."""
_ALIVE: Final = 10.0
"""Seconds after which a side that has nothing to say shows that it is there."""
_SILENCE: Final = 25.0
"""Seconds without a frame after which a link is broken."""
_STALL: Final = 5.0
"""Seconds between two ticks that show that this program itself has stopped, so that nothing is known of the others."""
_CONFIRMED: Final = 5.0
"""Seconds in which the host gets what the broker keeps. Then it sends it again."""
_MOST_PAYLOAD: Final = 128 * 1024
"""Bytes of a payload of a seat. A larger one is dropped unread."""
_MOST_STATE: Final = 1_000
_MOST_HOST_PAYLOAD: Final = 4 << 20
_OPENS: Final = 20
"""New links of strangers in a second."""
_CHECKS: Final = 200
"""Handshakes in a second of which the signature is checked."""
_REMEMBERED: Final = 1_000
"""Handshakes, and tokens with their allowances, that are remembered. The oldest is forgotten first."""
_WAITS: Final = (0, 1, 2, 4, 8, 15)
"""Seconds until a seat opens its next link. The last one is repeated."""
_SETTLED: Final = 10.0
"""Seconds after which a link has worked, so that the next one is opened without waiting."""
_LONGEST_REASON: Final = 500

BROKEN, GOING = 1006, 1001
"""Codes of a link that broke, and of a host that closes the table. Others are those of the house."""
NOT_LET_IN, PUT_OUT, NO_MESSAGE, TOO_MANY = 4401, 4403, 4400, 4429
_FINAL: Final = {NOT_LET_IN, PUT_OUT, NO_MESSAGE}
"""Codes after which a seat opens no further link."""

_KIND_ALIVE, _KIND_TEXT, _KIND_CLOSE, _KIND_KEY = range(4)


class Outgoing(NamedTuple):
    """A message for the broker."""

    topic: str
    payload: bytes
    retain: bool = False


class _Topics:
    """The topics of a table. The broker cannot tell what they are for."""

    def __init__(self, keys: TableKeys) -> None:
        self._key = keys.door
        self.door = topic(keys.door, "door")
        self.state = topic(keys.door, "state")
        self.roster = topic(keys.door, "roster")
        self.into = topic(keys.door, "in")

    def into_link(self, link: bytes) -> str:
        """Return the topic of the frames of a seat."""
        return f"{self.into}/{link.hex()}"

    def out(self, ephemeral: bytes) -> str:
        """Return the topic of what the host sends to the seat with this key."""
        return topic(self._key, "out", ephemeral.hex())


def _close_data(code: int, reason: str) -> bytes:
    return code.to_bytes(2) + reason.encode("utf-8", "replace")[:_LONGEST_REASON]


def _remember(known: dict[_K, _V], key: _K, value: _V) -> None:
    known[key] = value
    if len(known) > _REMEMBERED:
        del known[next(iter(known))]


class _HostLink:
    """The host's end of one link. It is half-open until the seat has shown that it has the keys."""

    def __init__(self, channel: Channel, into: str, out: str, now: float) -> None:
        self.channel, self.into, self.out = channel, into, out
        self.token = token_of(channel.peer)
        self.number = 0
        """Number of the connection, below 0; 0 while the link is half-open."""
        self.heard = now
        self.said: float | None = None
        """Time of the last frame of the host; None for one since the last tick."""


class HostLinks:
    """The links of a host. The numbers of their connections are -1, -2, …; those of the house are above 0.

    The owner sets `opened`, `received`, `closed` and `publish`. It calls `back` whenever the broker is connected,
    `take` for each message, and `tick` once a second while the broker is connected.
    """

    def __init__(self, keys: TableKeys, identity: Identity, revision: int) -> None:
        """`revision` is a number that is larger at each start of the program, such as milliseconds since 1970."""
        self.opened: Callable[[int, str], object] = lambda _number, _token: None
        """A seat is connected: number of the connection, token."""
        self.received: Callable[[int, str], object] = lambda _number, _text: None
        """A text of a seat arrived."""
        self.closed: Callable[[int], object] = lambda _number: None
        """A connection ended."""
        self.publish: Callable[[Outgoing], object] = lambda _outgoing: None
        self._keys, self._identity, self._topics = keys, identity, _Topics(keys)
        self.subscriptions = (
            self._topics.door, f"{self._topics.into}/+", self._topics.state, self._topics.roster,
        )  # fmt: skip
        """Filters of the topics that the host must get."""
        self._links: dict[str, _HostLink] = {}
        """Links by the topic of their seats' frames, oldest first."""
        self._open: dict[int, _HostLink] = {}
        self._last = 0
        self._session, self._revision = "", revision
        self._retained: dict[str, Outgoing] = {}
        """What the broker should keep, by topic."""
        self._stale: dict[str, float] = {}
        """Topics for which the broker may keep something else, with the time to send the right message again."""
        self._checks = self._opens = Allowance(0)
        self._allowances: dict[tuple[str, bool], Allowance] = {}
        """Allowances by token, for messages and for new links. A device that opens another link gets no new one."""
        self._met: tuple[dict[bytes, None], dict[bytes, None]] = {}, {}
        """Keys of handshakes of strangers and of seats, because somebody may repeat one."""
        self._ticked = 0.0
        self._tokens: frozenset[str] = frozenset()
        self._facts = ""
        """The newest facts as text, which the owner cannot change later."""
        self._table_key = secrets.token_bytes(KEY_BYTES)
        self._newest = 0, 0
        """Revision and number of the newest roster."""
        self._prepare()

    def _prepare(self) -> None:
        """Choose the session that begins with the next connection to the broker."""
        self._next = secrets.token_hex(NUMBER), self._revision + 1
        self.will = self._state(*self._next, here=False)
        """What the broker publishes when it loses the host. Another one belongs to each connection to the broker."""

    def _state(self, session: str, revision: int, *, here: bool) -> Outgoing:
        at = self._topics.state
        content = {"session": session, "revision": revision, "here": here, "host": self._identity.public}
        return Outgoing(at, seal_json(self._keys.door, at, self._identity, content), retain=True)

    def back(self, now: float) -> None:
        """Begin a session, because the broker is connected. All links end; seats open new ones."""
        self._end_all()
        self._checks, self._opens = Allowance(now, _CHECKS, _CHECKS), Allowance(now, _OPENS, _OPENS)
        self._session, self._revision = self._next
        self._ticked = now
        self._keep(self._state(self._session, self._revision, here=True))
        self._prepare()
        self._keep_roster()

    def _end_all(self) -> None:
        ended = list(self._open)
        self._links.clear()
        self._open.clear()
        for number in ended:
            self.closed(number)

    def _keep(self, outgoing: Outgoing) -> None:
        self._retained[outgoing.topic] = outgoing
        self._stale[outgoing.topic] = self._ticked + _CONFIRMED
        self.publish(outgoing)

    def close(self, *, forget: bool = False) -> None:
        """End all links and say that the host is away. With `forget` the broker keeps nothing of the table."""
        for link in self._links.values():
            self._write(link, _KIND_CLOSE, _close_data(GOING, _("The table is closed.")))
        if self._session:
            self.publish(self._state(self._session, self._revision, here=False))
        if forget:
            for at in (self._topics.state, self._topics.roster):
                self.publish(Outgoing(at, b"", retain=True))
        self._session = ""
        self._retained.clear()
        self._end_all()

    # --- messages -----------------------------------------------------------------------------------------------------

    def take(self, topic: str, payload: bytes, now: float) -> None:
        """Take a message of the broker."""
        if not self._session:
            return
        if topic in {self._topics.state, self._topics.roster}:
            kept = self._retained.get(topic)
            if payload == (kept.payload if kept else b""):
                self._stale.pop(topic, None)
            else:
                # For example the will of an earlier connection, which the broker found to be lost only now.
                self._stale[topic] = now
        elif len(payload) > _MOST_PAYLOAD:
            return
        elif topic == self._topics.door:
            self._greet(payload, now)
        elif link := self._links.get(topic):
            self._read(link, payload, now)

    def _greet(self, payload: bytes, now: float) -> None:
        """Answer a handshake."""
        opening = read_opening(self._keys.door, self._topics.door, payload)
        if opening is None or any(opening.ephemeral in each for each in self._met) or not self._checks.take(now):
            return
        if not is_signed(opening, self._topics.door):
            return
        token = token_of(opening.seat.hex())
        is_seat = token in self._tokens
        _remember(self._met[is_seat], opening.ephemeral, None)
        allowed = self._allowance(token, now, opens=True) if is_seat else self._opens
        if allowed.take(now):
            self._accept(opening, now)

    def _accept(self, opening: Opening, now: float) -> None:
        """Make a half-open link. If there are too many, the oldest goes, rather one of a stranger than of a seat."""
        out, id = self._topics.out(opening.ephemeral), secrets.token_bytes(NUMBER)
        session = bytes.fromhex(self._session) + self._revision.to_bytes(NUMBER)
        answered = write_answer(self._keys.door, out, self._identity, opening, id, session)
        if answered is None:
            return
        payload, channel = answered
        half = [link for link in self._links.values() if not link.number]
        if len(half) >= _MOST_HALF_OPEN:
            strangers = [link for link in half if link.token not in self._tokens]
            del self._links[(strangers or half)[0].into]
        link = _HostLink(channel, self._topics.into_link(id), out, now)
        self._links[link.into] = link
        self.publish(Outgoing(out, payload))

    def _read(self, link: _HostLink, payload: bytes, now: float) -> None:
        """Take a frame of a seat."""
        try:
            frame = link.channel.read(link.into, payload)
        except GapError:
            self._end(link, BROKEN)
            return
        if frame is None:
            return
        link.heard = now
        kind, data = frame
        if not link.number and not self._let_in(link):
            return
        if not self._allowance(link.token, now).take(now):
            self._end(link, TOO_MANY, _("Too many messages at once."))
        elif kind == _KIND_CLOSE:
            self._forget(link)
        elif kind == _KIND_TEXT:
            self._text(link, data)

    def _let_in(self, link: _HostLink) -> bool:
        """Open a half-open link, or close it because there are too many. Return whether it is open."""
        others = list(self._open.values())
        same = [each for each in others if each.token == link.token]
        strangers = sum(each.token not in self._tokens for each in others)
        if len(others) >= MOST_LINKS or (link.token not in self._tokens and strangers >= _MOST_STRANGERS):
            self._end(link, TOO_MANY, _("Too many devices are connected."))
            return False
        if len(same) >= _MOST_OF_TOKEN:
            self._end(same[0], TOO_MANY, _("Too many devices are connected."))
        self._last -= 1
        link.number = self._last
        self._open[link.number] = link
        if link.token in self._tokens:
            self._write(link, _KIND_KEY, self._table_key)
        self.opened(link.number, link.token)
        # The owner may have closed it at once.
        return link.number in self._open

    def _text(self, link: _HostLink, data: bytes) -> None:
        try:
            text = data.decode() if len(data) <= LARGEST else None
        except UnicodeDecodeError:
            text = None
        if text is None:
            self._end(link, NO_MESSAGE, _("The message is too large or not a text."))
        else:
            self.received(link.number, text)

    def _allowance(self, token: str, now: float, *, opens: bool = False) -> Allowance:
        found = self._allowances.get((token, opens))
        if found is None:
            found = Allowance(now, 1, _MOST_OF_TOKEN) if opens else Allowance(now)
            _remember(self._allowances, (token, opens), found)
        return found

    def _write(self, link: _HostLink, kind: int, data: bytes = b"") -> None:
        # The next tick knows the time.
        link.said = None
        self.publish(Outgoing(link.out, link.channel.write(link.out, kind, data)))

    def _end(self, link: _HostLink, code: int, reason: str = "") -> None:
        """Close a link, and tell the seat."""
        self._write(link, _KIND_CLOSE, _close_data(code, reason))
        self._forget(link)

    def _forget(self, link: _HostLink) -> None:
        self._links.pop(link.into, None)
        if self._open.pop(link.number, None) is not None:
            self.closed(link.number)

    # --- owner --------------------------------------------------------------------------------------------------------

    def send(self, number: int, text: str) -> None:
        """Send a text. A connection that has ended is ignored."""
        link = self._open.get(number)
        if link is not None:
            self._write(link, _KIND_TEXT, text.encode("utf-8", "replace"))

    def drop(self, number: int, code: int, reason: str) -> None:
        """Close a connection with one of the codes from 4400. What was sent before still arrives."""
        link = self._open.get(number)
        if link is not None:
            self._end(link, code, reason)

    def tick(self, now: float) -> None:
        """End links that are silent, and show seats that the host is there."""
        stalled = now - self._ticked > _STALL
        self._ticked = now
        for link in list(self._links.values()):
            if stalled:
                link.heard = now
            if not link.number:
                if now - link.heard >= _HANDSHAKE:
                    self._forget(link)
            elif now - link.heard >= _SILENCE:
                self._end(link, BROKEN)
            elif link.said is None:
                link.said = now
            elif now - link.said >= _ALIVE:
                # A seat that has an older roster asks the broker for the newest.
                self._write(link, _KIND_ALIVE, b"".join(each.to_bytes(NUMBER) for each in self._newest))
        for at in [at for at, due in self._stale.items() if now >= due]:
            del self._stale[at]
            if at in self._retained:
                self._keep(self._retained[at])

    def show_roster(self, tokens: frozenset[str], facts: Mapping[str, Any]) -> None:
        """Show facts to seats, given by their tokens, and keep them at the broker. Nobody else can read them.

        When a token is missing that was there before, there is a new key, so that its device reads nothing more.
        """
        shown = json.dumps(facts, sort_keys=True)
        if tokens == self._tokens and shown == self._facts:
            return
        new = tokens - self._tokens
        if self._tokens - tokens:
            self._table_key, new = secrets.token_bytes(KEY_BYTES), tokens
        self._tokens, self._facts = tokens, shown
        for link in list(self._open.values()):
            if link.token in new:
                self._write(link, _KIND_KEY, self._table_key)
        self._keep_roster()

    def _keep_roster(self) -> None:
        if not (self._facts and self._session):
            return
        at = self._topics.roster
        self._newest = self._revision, self._newest[1] + 1
        content = {"revision": self._newest, "seats": sorted(self._tokens), "facts": json.loads(self._facts)}
        self._keep(Outgoing(at, seal_json(self._table_key, at, self._identity, content), retain=True))


class HostWatch:
    """Knows from the messages of the broker whether the host of a table is there."""

    def __init__(self, keys: TableKeys, host_key: str = "") -> None:
        """With `host_key`, the public key of the host, no other host counts."""
        self.seen: Callable[[str, bool], object] = lambda _public, _here: None
        """The host came or went: its public key, and whether it is there."""
        self.filter = topic(keys.door, "state")
        """The topic that the owner subscribes to."""
        self.host_key = host_key
        self.session = ""
        self.is_here: bool | None = None
        """Whether the host is there; None while that is not known."""
        self._keys = keys
        self._order = (0, False)
        self._told: tuple[str, bool] = "", False

    def take(self, topic: str, payload: bytes) -> bool:
        """Take a message. Return whether it tells something new about the host."""
        if topic != self.filter or len(payload) > _MOST_STATE:
            return False
        match unseal_json(self._keys.door, topic, payload):
            case {"session": str(session), "revision": int(revision), "here": bool(here), "host": str(public)}:
                # Anybody may repeat an older state. Before a host has answered, any state is only a hint.
                is_newer = public != self._told[0] or (revision, not here) > self._order
                if self.host_key in {"", public} and is_newer and (session, here) != (self.session, self.is_here):
                    self._set(public, session, revision, here=here)
                    return True
        return False

    def pin(self, public: str, session: str, revision: int) -> None:
        """Take note of a host that has answered. From now on no other host counts."""
        self.host_key = public
        self._set(public, session, revision, here=True)

    def _set(self, public: str, session: str, revision: int, *, here: bool) -> None:
        self.session, self.is_here = session, here
        self._order = (revision, not here)
        if self._told != (public, here):
            self._told = public, here
            self.seen(public, here)


class SeatLink:
    """A seat's link to the host. It behaves as one connection that is opened again after each break.

    The owner sets `opened`, `received`, `closed`, `roster`, `host_seen`, `publish`, `subscribe` and `unsubscribe`. It
    calls `take` for each message, and `tick` once a second while the broker is connected.
    """

    def __init__(self, keys: TableKeys, identity: Identity, host_key: str = "") -> None:
        """With `host_key`, the public key of the host, no other host is accepted. Else the first to answer is."""
        self.opened: Callable[[], object] = lambda: None
        """The link is open, for the first time or again after a break."""
        self.received: Callable[[str], object] = lambda _text: None
        """A text of the host arrived."""
        self.closed: Callable[[int, str], object] = lambda _code, _reason: None
        """The link ended: code and reason. After 4400, 4401 and 4403 it is not opened again by itself."""
        self.roster: Callable[[dict[str, Any]], object] = lambda _facts: None
        """The host shows new facts about the table. `seats` are the tokens of all who may read them."""
        self.publish: Callable[[Outgoing], object] = lambda _outgoing: None
        self.subscribe: Callable[[str], object] = lambda _filter: None
        self.unsubscribe: Callable[[str], object] = lambda _filter: None
        """Called only for topics of this link. Those of the whole table stay subscribed."""
        self._keys, self._identity, self._topics = keys, identity, _Topics(keys)
        self._watch = HostWatch(keys, host_key)
        self._wanted = False
        self._own: PrivateKey | None = None
        """The key of a handshake that goes on."""
        self._channel: Channel | None = None
        self._out = self._into = ""
        self._tries = 0
        self._until = self._since = self._heard = self._said = self._ticked = 0.0
        self._looked = -1.0
        self._foreign = False
        self._table_key = b""
        self._unread = b""
        """A roster that could not be read, because its key may still arrive."""
        self._roster = (0, 0)

    @property
    def host_key(self) -> str:
        """Public key of the host; "" while that is not known. It is sure when the link has been opened."""
        return self._watch.host_key

    @property
    def host_seen(self) -> Callable[[str, bool], object]:
        """The host came or went: its public key, and whether it is there."""
        return self._watch.seen

    @host_seen.setter
    def host_seen(self, seen: Callable[[str, bool], object]) -> None:
        self._watch.seen = seen

    def open(self, now: float) -> None:
        """Open the link. One that is open or being opened is forgotten without a call of `closed`."""
        self._forget()
        self._wanted, self._tries, self._ticked = True, 0, now
        self.subscribe(self._topics.state)
        self.subscribe(self._topics.roster)
        self._try(now)

    def close(self) -> None:
        """Close the link for good, without a call of `closed`."""
        self._wanted = False
        if self._channel is not None:
            self._write(_KIND_CLOSE, _close_data(GOING, ""))
        self._forget()

    def send(self, text: str) -> None:
        """Send a text. It is ignored while the link is not open."""
        if self._channel is not None:
            self._write(_KIND_TEXT, text.encode("utf-8", "replace"))

    def take(self, topic: str, payload: bytes, now: float) -> None:
        """Take a message of the broker."""
        if len(payload) > _MOST_HOST_PAYLOAD or not self._wanted:
            return
        if topic == self._out:
            if self._channel is not None:
                self._read(self._channel, payload, now)
            elif self._own is not None:
                self._accepted(self._own, payload, now)
        elif topic == self._topics.state:
            self._look(payload, now)
        elif topic == self._topics.roster:
            self._unread = payload
            self._read_roster()

    def tick(self, now: float) -> None:
        """End a silent link, show the host that the seat is there, and open the next link when it is time."""
        stalled = now - self._ticked > _STALL
        self._ticked = now
        if not self._wanted:
            return
        if self._channel is not None:
            self._heard = now if stalled else self._heard
            if now - self._heard >= _SILENCE:
                self._end(now, BROKEN, is_told=True)
            elif now - self._said >= _ALIVE:
                self._said = now
                self._write(_KIND_ALIVE)
        elif now >= self._until:
            if self._own is None:
                self._try(now)
            elif self._foreign:
                self._end(now, NOT_LET_IN, _("Another host answers at this table. Ask for a new invitation."))
            else:
                self._forget()
                self._wait(now)

    # --- handshake ----------------------------------------------------------------------------------------------------

    def _try(self, now: float) -> None:
        """Begin a handshake."""
        self._forget()
        self._own, self._foreign, self._until = PrivateKey.generate(), False, now + _HANDSHAKE
        self._out = self._topics.out(bytes(self._own.public_key))
        self.subscribe(self._out)
        door = self._topics.door
        self.publish(Outgoing(door, write_opening(self._keys.door, door, self._identity, self._own)))

    def _accepted(self, own: PrivateKey, payload: bytes, now: float) -> None:
        """Take the answer of a host."""
        answer = read_answer(self._keys.door, self._out, self._identity, own, payload)
        if answer is None:
            return
        public = answer.channel.peer
        if self.host_key not in {"", public}:
            # Anybody who knows the words can answer so. The right host may still answer in time.
            self._foreign = True
            return
        self._channel, self._own, self._into = answer.channel, None, self._topics.into_link(answer.link)
        self._since = self._heard = self._said = now
        self._write(_KIND_ALIVE)
        revision = int.from_bytes(answer.session[NUMBER:])
        # The clock of the host may have been set back between two starts.
        self._roster = min(self._roster, (revision, 0))
        self._watch.pin(public, answer.session[:NUMBER].hex(), revision)
        self.opened()

    def _look(self, payload: bytes, now: float) -> None:
        """Take the state of the host. A host that was started again does not know the link."""
        before = self._watch.session
        if not self._watch.take(self._topics.state, payload):
            return
        if self._channel is not None:
            self._tries = 0 if self._watch.is_here else 1
            self._end(now, BROKEN, is_told=True)
        elif self._watch.is_here and (self._own is None or before not in {"", self._watch.session}):
            # At most once a second, whatever is said.
            self._until = min(self._until, max(now, self._looked + 1))
            if self._until <= now:
                self._looked = now
                self._try(now)

    # --- frames -------------------------------------------------------------------------------------------------------

    def _write(self, kind: int, data: bytes = b"") -> None:
        if self._channel is not None:
            self.publish(Outgoing(self._into, self._channel.write(self._into, kind, data)))

    def _read(self, channel: Channel, payload: bytes, now: float) -> None:
        try:
            frame = channel.read(self._out, payload)
        except GapError:
            self._end(now, BROKEN, is_told=True)
            return
        if frame is None:
            return
        self._heard = now
        kind, data = frame
        if kind == _KIND_TEXT:
            self.received(data.decode("utf-8", "replace"))
        elif kind == _KIND_CLOSE:
            self._end(now, int.from_bytes(data[:2]), data[2:].decode("utf-8", "ignore"))
        elif kind == _KIND_ALIVE:
            newest = int.from_bytes(data[:NUMBER]), int.from_bytes(data[NUMBER:])
            if self._table_key and newest > self._roster:
                self.subscribe(self._topics.roster)
        elif kind == _KIND_KEY and len(data) == KEY_BYTES:
            self._table_key = data
            self._read_roster()

    def _read_roster(self) -> None:
        """Show the newest roster, if its key is known."""
        if not (self._unread and self._table_key and self.host_key):
            return
        match unseal_json(self._table_key, self._topics.roster, self._unread, self.host_key):
            case {"revision": [int(session), int(number)], "seats": list(seats), "facts": dict(facts)}:
                self._unread = b""
                if (session, number) > self._roster:
                    self._roster = session, number
                    self.roster({**facts, "seats": seats})

    def _end(self, now: float, code: int, reason: str = "", *, is_told: bool = False) -> None:
        """End the link, and open the next one when it is time. Tell the host if `is_told`."""
        if is_told:
            self._write(_KIND_CLOSE, _close_data(code, reason))
        if self._channel is not None and now - self._since >= _SETTLED:
            self._tries = 0
        self._forget()
        self._wanted = code not in _FINAL
        self._tries = self._tries if code == BROKEN else max(self._tries, 1)
        self._until = now + self._pause()
        self.closed(code, reason)
        if self._wanted and self._channel is None and self._own is None and now >= self._until:
            self._try(now)

    def _wait(self, now: float) -> None:
        self._until = now + self._pause()
        if now >= self._until:
            self._try(now)

    def _pause(self) -> float:
        """Return the seconds to wait before the next handshake."""
        pause = _WAITS[min(self._tries, len(_WAITS) - 1)]
        self._tries += 1
        return pause

    def _forget(self) -> None:
        """Forget the link or the handshake."""
        if self._out:
            self.unsubscribe(self._out)
        self._channel = self._own = None
        self._out = self._into = ""
