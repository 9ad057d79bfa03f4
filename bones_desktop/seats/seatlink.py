"""The seat's end of a link over a broker, and the watch that tells whether the host is there."""

from collections.abc import Callable
from typing import Any, Final

from nacl.public import PrivateKey

from bones_desktop.seats.hostlinks import (
    ALIVE,
    BROKEN,
    GOING,
    HANDSHAKE,
    KIND_ALIVE,
    KIND_CLOSE,
    KIND_KEY,
    KIND_TEXT,
    MOST_LOSSES,
    SILENCE,
    STALL,
    Outgoing,
    Topics,
    close_data,
    loses_messages,
    nobody_listens,
)
from bones_desktop.seats.messages import NO_MESSAGE, NOT_LET_IN, PUT_OUT
from bones_desktop.seats.sealing import (
    KEY_BYTES,
    NUMBER,
    Channel,
    GapError,
    Identity,
    TableKeys,
    read_answer,
    unseal_json,
    write_opening,
)
from bones_desktop.wording.language import _

_MOST_STATE, _MOST_PAYLOAD = 1_000, 4 << 20
"""Bytes of a state, and of any payload of the host. Larger ones are dropped unread."""
_WAITS: Final = (0, 1, 2, 4, 8, 15)
"""Seconds until a seat opens its next link. The last one is repeated."""
_SETTLED: Final = 10.0
"""Seconds after which a link has worked, so that the next one is opened without waiting."""
_HELD: Final = 30.0
"""Seconds after which a link shows that the broker loses no messages. By then each side has said something."""
_FINAL: Final = {NOT_LET_IN, PUT_OUT, NO_MESSAGE}
"""Codes after which a seat opens no further link."""


class HostWatch:
    """Knows from the messages of the broker whether the host of a table is there."""

    def __init__(self, keys: TableKeys, host_key: str = "") -> None:
        """With `host_key`, the public key of the host, no other host counts."""
        self.seen: Callable[[str, bool], object] = nobody_listens
        """The host came or went: its public key, and whether it is there."""
        self.filter = Topics(keys).state
        """The topic that the owner subscribes to."""
        self.host_key = host_key
        """Public key of the host; "" while that is not known."""
        self.session = ""
        self.is_here: bool | None = None
        """Whether the host is there; None while that is not known."""
        self.is_closed = False
        """Whether the host of `host_key` has closed the table for good."""
        self._keys = keys
        self._order = (0, False)
        """Revision of the newest state, and whether the host was away by then."""
        self._told: tuple[str, bool] = "", False

    def take(self, topic: str, payload: bytes) -> bool:
        """Take a message. Return whether it tells something new about the host."""
        if topic != self.filter or len(payload) > _MOST_STATE:
            return False
        match unseal_json(self._keys.door, topic, payload):
            case {"session": str(session), "revision": int(revision), "here": bool(here), "host": str(public), **rest}:
                # Anybody may repeat an older state. Before a host has answered, any state is only a hint.
                is_newer = public != self._told[0] or (revision, not here) > self._order
                if self.host_key in {"", public} and is_newer and (session, here) != (self.session, self.is_here):
                    self.is_closed = public == self.host_key and rest.get("for_good") is True
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

    The owner sets `opened`, `received`, `closed`, `roster`, `publish`, `subscribe` and `unsubscribe`. It calls `take`
    for each message, and `tick` once a second while the broker is connected.
    """

    def __init__(self, keys: TableKeys, identity: Identity, host_key: str = "") -> None:
        """With `host_key`, the public key of the host, no other host is accepted. Else the first to answer is."""
        self.opened: Callable[[], object] = nobody_listens
        """The link is open, for the first time or again after a break."""
        self.received: Callable[[str], object] = nobody_listens
        """A text of the host arrived."""
        self.closed: Callable[[int, str], object] = nobody_listens
        """The link ended, or `trouble` has changed: code and reason.

        After 4400, 4401 and 4403 the link is not opened again by itself.
        """
        self.roster: Callable[[dict[str, Any]], object] = nobody_listens
        """The host shows new facts about the table. `seats` are the tokens of all who may read them."""
        self.publish: Callable[[Outgoing], object] = nobody_listens
        self.subscribe: Callable[[str], object] = nobody_listens
        self.unsubscribe: Callable[[str], object] = nobody_listens
        """Called only for topics of this link. Those of the whole table stay subscribed."""
        self._keys, self._identity, self._topics = keys, identity, Topics(keys)
        self.watch = HostWatch(keys, host_key)
        """Its `host_key` is sure when the link has been opened."""
        self.trouble = ""
        """A sentence that says why the link cannot be opened; "" if that is not known or it is open."""
        self._wanted = False
        self._own: PrivateKey | None = None
        """The key of a handshake that goes on."""
        self._channel: Channel | None = None
        self._out = self._into = ""
        self._tries = 0
        self._until = 0.0
        """Time at which the handshake is given up, or the next one begins."""
        self._since = self._heard = self._said = self._ticked = 0.0
        self._looked = -1.0
        """Time of the last handshake that began because of a state."""
        self._losses = 0
        """How many links in a row have ended because messages were lost."""
        self._foreign = False
        """Whether another host has answered the handshake."""
        self._table_key = b""
        self._unread = b""
        """A roster that could not be read, because its key may still arrive."""
        self._roster = (0, 0)
        """Revision and number of the newest roster."""

    def open(self, now: float) -> None:
        """Open the link. One that is open or being opened is forgotten without a call of `closed`."""
        self._wanted, self._tries, self._losses, self._ticked, self.trouble = True, 0, 0, now, ""
        self.subscribe(self._topics.state)
        self.subscribe(self._topics.roster)
        self._try(now)

    def close(self) -> None:
        """Close the link for good, without a call of `closed`."""
        self._wanted = False
        self._write(KIND_CLOSE, close_data(GOING, ""))
        self._forget()

    def send(self, text: str) -> None:
        """Send a text. It is ignored while the link is not open."""
        self._write(KIND_TEXT, text.encode("utf-8", "replace"))

    def take(self, topic: str, payload: bytes, now: float) -> None:
        """Take a message of the broker."""
        if len(payload) > _MOST_PAYLOAD or not self._wanted:
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
        stalled = now - self._ticked > STALL
        self._ticked = now
        if not self._wanted:
            return
        if self._channel is not None:
            self._heard = now if stalled else self._heard
            if now - self._heard >= SILENCE:
                self._break(now)
            elif now - self._said >= ALIVE:
                self._said = now
                self._write(KIND_ALIVE)
        elif now >= self._until and self._own is None:
            self._try(now)
        elif now >= self._until:
            self._give_up(now)

    # --- handshake ----------------------------------------------------------------------------------------------------

    def _try(self, now: float) -> None:
        """Begin a handshake."""
        self._forget()
        self._own, self._foreign, self._until = PrivateKey.generate(), False, now + HANDSHAKE
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
        if self.watch.host_key not in {"", public}:
            # Anybody who knows the words can answer so. The right host may still answer, now or later.
            self._foreign = True
            return
        self._channel, self._own, self._into = answer.channel, None, self._topics.into_link(answer.link)
        self.trouble = ""
        self._since = self._heard = self._said = now
        self._write(KIND_ALIVE)
        revision = int.from_bytes(answer.session[NUMBER:])
        # The clock of the host may have been set back between two starts.
        self._roster = min(self._roster, (revision, 0))
        self.watch.pin(public, answer.session[:NUMBER].hex(), revision)
        self.opened()

    def _give_up(self, now: float) -> None:
        """End a handshake that the host has not answered in time."""
        before, self.trouble = self.trouble, loses_messages() if self._losses >= MOST_LOSSES else ""
        if self._foreign:
            self.trouble = _("Another host answers at this table. Ask for a new invitation.")
        self._forget()
        self._until = now + self._pause()
        if self.trouble != before:
            self.closed(BROKEN, self.trouble)

    def _look(self, payload: bytes, now: float) -> None:
        """Take the state of the host. A host that was started again does not know the link."""
        before = self.watch.session
        if not self.watch.take(self._topics.state, payload):
            return
        if self._channel is not None:
            self._tries = 0 if self.watch.is_here else 1
            self._break(now)
        elif self.watch.is_here and (self._own is None or before not in {"", self.watch.session}):
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
            self._write(KIND_CLOSE, close_data(BROKEN, ""))
            self._lose(now)
            return
        if frame is None:
            return
        self._heard = now
        kind, data = frame
        if kind == KIND_TEXT:
            self.received(data.decode("utf-8", "replace"))
        elif kind == KIND_CLOSE and data[:2] == BROKEN.to_bytes(2):
            self._lose(now)
        elif kind == KIND_CLOSE:
            self._end(now, int.from_bytes(data[:2]), data[2:].decode("utf-8", "ignore"))
        elif kind == KIND_ALIVE:
            newest = int.from_bytes(data[:NUMBER]), int.from_bytes(data[NUMBER:])
            if self._table_key and newest > self._roster:
                self.subscribe(self._topics.roster)
        elif kind == KIND_KEY and len(data) == KEY_BYTES:
            self._table_key = data
            self._read_roster()

    def _read_roster(self) -> None:
        """Show the newest roster, if its key is known."""
        if not (self._unread and self._table_key and self.watch.host_key):
            return
        match unseal_json(self._table_key, self._topics.roster, self._unread, self.watch.host_key):
            case {"revision": [int(session), int(number)], "seats": list(seats), "facts": dict(facts)}:
                self._unread = b""
                if (session, number) > self._roster:
                    self._roster = session, number
                    self.roster({**facts, "seats": seats})

    def _break(self, now: float) -> None:
        """End a link that does not work, and tell the host."""
        self._write(KIND_CLOSE, close_data(BROKEN, ""))
        self._end(now, BROKEN)

    def _lose(self, now: float) -> None:
        """End a link because this side or the host has missed a message."""
        self._losses = self._losses + 1 if now - self._since < _HELD else 1
        if self._losses >= MOST_LOSSES:
            self.trouble = loses_messages()
        self._end(now, BROKEN, self.trouble)

    def _end(self, now: float, code: int, reason: str = "") -> None:
        """End the link, and open the next one when it is time."""
        if now - self._since >= _SETTLED:
            self._tries = 0
        if code != BROKEN:
            self._tries = max(self._tries, 1)
        self._forget()
        self._wanted = code not in _FINAL
        self._until = now + self._pause()
        self.closed(code, reason)
        if self._wanted and self._channel is None and self._own is None and now >= self._until:
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
