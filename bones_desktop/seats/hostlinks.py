"""The host's end of links over a broker, and what both ends have in common. The other end is in `seatlink`.

A link behaves as a WebSocket connection. It begins with a handshake that makes a key for each direction. Then it
carries numbered, signed and sealed frames. A frame that is lost or out of order ends the link, and the seat opens
another. So everything above a link is the same as in the house. Messages that are repeated, changed or foreign have no
effect.

Nothing here has a network, a clock or a thread. Owners pass in messages and times, which are seconds of a clock that
never goes back, and call from one thread.
"""

import json
import secrets
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeVar

from bones_desktop.seats.messages import LARGEST, NO_MESSAGE, TOO_MANY
from bones_desktop.seats.sealing import (
    KEY_BYTES,
    NUMBER,
    Channel,
    GapError,
    Identity,
    OpenRequest,
    TableKeys,
    is_signed,
    read_opening,
    seal_json,
    token_of,
    topic,
    write_answer,
)
from bones_desktop.seats.webpage import Allowance
from bones_desktop.wording.language import _

_K = TypeVar("_K")
_V = TypeVar("_V")
_MOST_LINKS: Final = 64
_MOST_STRANGERS: Final = 24
"""Links of devices that have no seat. So who only knows the six words cannot keep seats away."""
_MOST_OF_TOKEN: Final = 8
_MOST_HALF_OPEN: Final = 64
HANDSHAKE: Final = 5.0
"""Seconds that a handshake may take."""
ALIVE: Final = 10.0
"""Seconds after which a side that has nothing to say shows that it is there."""
SILENCE: Final = 25.0
"""Seconds without a frame after which a link is broken."""
STALL: Final = 5.0
"""Seconds between two ticks that show that this program itself has stopped, so that nothing is known of the others."""
_CONFIRMED: Final = 5.0
"""Seconds in which the host gets what the broker keeps. Then it sends it again."""
_MOST_PAYLOAD: Final = 128 * 1024
"""Bytes of a payload of a seat. A larger one is dropped unread."""
_OPENS: Final = 20
"""New links of strangers in a second."""
_CHECKS: Final = 200
"""Handshakes in a second of which the signature is checked."""
MOST_LOSSES: Final = 3
"""Links that end because of lost messages, before users are told."""
_REMEMBERED: Final = 1_000
"""Handshakes, and tokens with their allowances, that are remembered. The oldest is forgotten first."""
_LONGEST_REASON: Final = 500

BROKEN, GOING = 1006, 1001
"""Codes of a link that broke, and of a host that closes the table. Others are those of the house."""
KIND_ALIVE, KIND_TEXT, KIND_CLOSE, KIND_KEY = range(4)


class Outgoing(NamedTuple):
    """A message for the broker."""

    topic: str
    payload: bytes
    retain: bool = False


def nobody_listens(*_event: object) -> None:
    """Do nothing. Links call this until an owner listens."""


class Topics:
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


def loses_messages() -> str:
    """Return a sentence for users whose links break again and again, because messages are missing."""
    return _(
        "The broker loses messages of this table. The person who runs it must raise its limits for messages "
        "(message_size_limit, max_queued_messages and memory_limit of Mosquitto)."
    )


def close_data(code: int, reason: str) -> bytes:
    """Return what a frame says that ends a link."""
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
        self.opened: Callable[[int, str], object] = nobody_listens
        """A seat is connected: number of the connection, token."""
        self.received: Callable[[int, str], object] = nobody_listens
        """A text of a seat arrived."""
        self.closed: Callable[[int], object] = nobody_listens
        """A connection ended."""
        self.publish: Callable[[Outgoing], object] = nobody_listens
        self._keys, self._identity, self._topics = keys, identity, Topics(keys)
        self.subscriptions = self._topics.door, f"{self._topics.into}/+", self._topics.state, self._topics.roster
        """Filters of the topics that the host must get."""
        self.is_confirmed = False
        """Whether the broker has passed on a message of this host since `back`."""
        self.losses = 0
        """How many links have ended because messages were lost. The owner may set it back."""
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

    def _state(self, session: str, revision: int, *, here: bool, for_good: bool = False) -> Outgoing:
        at = self._topics.state
        content = {"session": session, "revision": revision, "here": here, "host": self._identity.public}
        content |= {"for_good": for_good}
        return Outgoing(at, seal_json(self._keys.door, at, self._identity, content), retain=True)

    def back(self, now: float) -> None:
        """Begin a session, because the broker is connected. All links end; seats open new ones."""
        self._end_all()
        self._checks, self._opens = Allowance(now, _CHECKS, _CHECKS), Allowance(now, _OPENS, _OPENS)
        self._session, self._revision = self._next
        self._ticked, self.is_confirmed, self.losses = now, False, 0
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
        """End all links and say that the host is away.

        With `forget` it is away for good, and the broker keeps nothing of the table.
        """
        for link in self._links.values():
            self._write(link, KIND_CLOSE, close_data(GOING, _("The table is closed.")))
        if self._session:
            self.publish(self._state(self._session, self._revision, here=False, for_good=forget))
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
                self.is_confirmed = True
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

    def _accept(self, opening: OpenRequest, now: float) -> None:
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
            self.losses += 1
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
        elif kind == KIND_CLOSE:
            self.losses += data[:2] == BROKEN.to_bytes(2)
            self._forget(link)
        elif kind == KIND_TEXT:
            self._text(link, data)

    def _let_in(self, link: _HostLink) -> bool:
        """Open a half-open link, or close it because there are too many. Return whether it is open."""
        others = list(self._open.values())
        same = [each for each in others if each.token == link.token]
        strangers = sum(each.token not in self._tokens for each in others)
        if len(others) >= _MOST_LINKS or (link.token not in self._tokens and strangers >= _MOST_STRANGERS):
            self._end(link, TOO_MANY, _("Too many devices are connected."))
            return False
        if len(same) >= _MOST_OF_TOKEN:
            self._end(same[0], TOO_MANY, _("Too many devices are connected."))
        self._last -= 1
        link.number = self._last
        self._open[link.number] = link
        if link.token in self._tokens:
            self._write(link, KIND_KEY, self._table_key)
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
        self._write(link, KIND_CLOSE, close_data(code, reason))
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
            self._write(link, KIND_TEXT, text.encode("utf-8", "replace"))

    def drop(self, number: int, code: int, reason: str) -> None:
        """Close a connection with one of the codes from 4400. What was sent before still arrives."""
        link = self._open.get(number)
        if link is not None:
            self._end(link, code, reason)

    def tick(self, now: float) -> None:
        """End links that are silent, and show seats that the host is there."""
        stalled = now - self._ticked > STALL
        self._ticked = now
        for link in list(self._links.values()):
            if stalled:
                link.heard = now
            if not link.number:
                if now - link.heard >= HANDSHAKE:
                    self._forget(link)
            elif now - link.heard >= SILENCE:
                self._end(link, BROKEN)
            elif link.said is None:
                link.said = now
            elif now - link.said >= ALIVE:
                # A seat that has an older roster asks the broker for the newest.
                self._write(link, KIND_ALIVE, b"".join(each.to_bytes(NUMBER) for each in self._newest))
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
                self._write(link, KIND_KEY, self._table_key)
        self._keep_roster()

    def _keep_roster(self) -> None:
        if not (self._facts and self._session):
            return
        at = self._topics.roster
        self._newest = self._revision, self._newest[1] + 1
        content = {"revision": self._newest, "seats": sorted(self._tokens), "facts": json.loads(self._facts)}
        self._keep(Outgoing(at, seal_json(self._table_key, at, self._identity, content), retain=True))
