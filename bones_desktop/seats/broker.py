"""The connection to an MQTT broker, made again after each break, and the sentences that say why there is none."""

import os
import socket
import ssl
from collections import deque
from collections.abc import Callable
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any, Final

import certifi
from paho.mqtt import client as mqtt
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode
from paho.mqtt.reasoncodes import ReasonCode
from PySide6.QtCore import QObject, Qt, Signal

from bones_desktop.seats.hostlinks import Outgoing
from bones_desktop.seats.invitation import Broker
from bones_desktop.wording.language import _

Arrived = list[tuple[str, bytes]]
"""Topics and payloads, oldest first."""

_KEEP_ALIVE: Final = 12
_ANSWER: Final = 4.0
"""Seconds for each step until the broker has accepted the connection: name, connection, TLS, MQTT."""
_WAITS: Final = (1, 2, 4, 8, 15)
"""Seconds to wait before the broker is called again. The last one is repeated."""
_SETTLED: Final = 2.0
"""Seconds after which a connection has worked, so that the next one is made soon."""
_GOODBYE: Final = 1.0
"""Seconds for the last messages before the connection is cut."""
_TURN: Final = 0.5
"""Longest time in seconds until a change of plan is noticed while nothing arrives."""
_MOST: Final = 2_000
_MOST_BYTES: Final = 8_000_000
"""Limits for messages that arrived and were not taken yet, and for those that the broker has not confirmed yet."""
_BATCH: Final = 100
"""Messages given to the owner at once. Between batches, its window can paint."""
_MOST_BREAKS: Final = 3
_SHORT: Final = 10.0
"""Seconds for which a connection lasts at least, unless the broker ends it for a reason."""
_LARGEST_PACKET: Final = 4_000_000
_SOCKET_BUFFER: Final = 256 * 1024
_EXPIRED, _NOT_YET, _SELF_SIGNED, _OTHER_NAMES = 10, 9, 18, {62, 64}
"""Codes of OpenSSL for certificates (X509_V_ERR_…): of a host's name, and of an address."""
_NOT_LET_IN, _NOT_NOW = {134, 135}, 136
"""Values of paho's ReasonCode: bad name or password, not authorised; server unavailable."""


class BrokerError(Exception):
    """Raised when the broker cannot be used. The message is a sentence for the user.

    `passes` says whether the reason is one that passes by itself, such as a lost connection.
    """

    def __init__(self, why: str, *, passes: bool = False) -> None:
        super().__init__(why)
        self.passes = passes


class BrokerClient(QObject):
    """A connection to a broker, in a thread of its own. After a break it is made again, until `stop`.

    `deliver` and `changed` are called in the thread that made the client. `changed` gets whether the broker is
    connected, and a sentence that says why not, or a warning; "" for none. A break is told once.
    """

    _woken = Signal()
    _told = Signal(bool, str)

    def __init__(
        self,
        broker: Broker,
        client_id: str,
        will: Outgoing | None,
        deliver: Callable[[Arrived], object],
        changed: Callable[[bool, str], object],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.will = will
        """The message that the broker publishes after a break. A new one holds from the next connection on."""
        self._broker, self._client_id = broker, client_id
        self._deliver, self._changed = deliver, changed
        self._thread = Thread(target=self._run, name="broker", daemon=True)
        self._ending = Event()
        self._was_connected = False
        self._lock = Lock()
        """Guards the attributes that follow."""
        self._client: mqtt.Client | None = None
        """The connected client, for which messages may be published."""
        self._trouble: BrokerError | None = None
        """Why the present connection must end."""
        self._filters: dict[str, None] = {}
        self._arrived: deque[tuple[str, bytes]] = deque()
        self._unconfirmed: deque[tuple[mqtt.MQTTMessageInfo, int]] = deque()
        """What was published, with its size, oldest first."""
        self._arrived_bytes = self._unconfirmed_bytes = 0
        self._is_woken = self._has_dropped = False
        self._woken.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._told.connect(self._tell, Qt.ConnectionType.QueuedConnection)

    # --- for the owner ------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Connect. `changed` tells whether that was possible."""
        self._thread.start()

    def stop(self) -> None:
        """Send what was published, and disconnect for good, within 1.5 seconds. From now on nothing is called."""
        self._ending.set()
        with self._lock:
            client, self._client = self._client, None
            if client is not None and self._is_confirmed():
                client.disconnect()
        if self._thread.is_alive():
            self._thread.join(_GOODBYE + 0.5)

    def publish(self, topic: str, payload: bytes, retain: bool = False) -> None:
        """Publish a message. It is dropped if there is no connection."""
        with self._lock:
            if self._client is None:
                return
            self._is_confirmed()
            if len(self._unconfirmed) >= _MOST or self._unconfirmed_bytes + len(payload) > _MOST_BYTES:
                why = _("Too many messages wait for the broker at {place}. The connection is made again.")
                self._client, self._trouble = None, BrokerError(why.format(place=self._broker.address))
                return
            info = self._client.publish(topic, payload, 1, retain)
            if info.rc == MQTTErrorCode.MQTT_ERR_SUCCESS:
                self._unconfirmed.append((info, len(payload)))
                self._unconfirmed_bytes += len(payload)

    def _is_confirmed(self) -> bool:
        """Return whether the broker has confirmed everything. The lock must be held."""
        while self._unconfirmed and self._unconfirmed[0][0].is_published():
            self._unconfirmed_bytes -= self._unconfirmed.popleft()[1]
        return not self._unconfirmed

    def subscribe(self, topics: str) -> None:
        """Receive the messages of a filter of topics, also after each break, until `unsubscribe`.

        When this is called again, the broker sends again what it keeps.
        """
        with self._lock:
            self._filters[topics] = None
            if self._client is not None:
                self._client.subscribe(topics, 1)

    def unsubscribe(self, topics: str) -> None:
        """Receive the messages of a filter of topics no more."""
        with self._lock:
            self._filters.pop(topics, None)
            if self._client is not None:
                self._client.unsubscribe(topics)

    def _take(self) -> None:
        with self._lock:
            taken = [self._arrived.popleft() for _each in range(min(_BATCH, len(self._arrived)))]
            self._arrived_bytes -= sum(len(payload) for _topic, payload in taken)
            self._is_woken = bool(self._arrived)
            if self._is_woken:
                self._woken.emit()
        if taken and not self._ending.is_set():
            self._deliver(taken)

    def _tell(self, connected: bool, sentence: str) -> None:
        if not self._ending.is_set():
            self._changed(connected, sentence)

    # --- in the other thread ------------------------------------------------------------------------------------------

    def _run(self) -> None:
        tries, breaks, told = 0, 0, ""
        while not self._ending.is_set():
            begun = monotonic()
            try:
                self._visit()
            except BrokerError as error:
                if self._was_connected:
                    told = ""
                    breaks = breaks + 1 if monotonic() - begun < _SHORT else 0
                    if breaks >= _MOST_BREAKS and error.passes:
                        error = _cut(self._broker)
                    # Another program with the same name may end each connection at once.
                    tries = tries if monotonic() - begun < _SETTLED else 0
                # The first word about a break is enough, unless the user has to do something.
                if not told or not (error.passes or told == str(error)):
                    told = str(error)
                    self._say(False, told)
            self._ending.wait(_WAITS[min(tries, len(_WAITS) - 1)])
            tries += 1

    def _say(self, connected: bool, sentence: str = "") -> None:
        if not self._ending.is_set():
            self._told.emit(connected, sentence)

    def _visit(self) -> None:
        """Connect, and stay until `stop`. Raise BrokerError when the connection ends before."""
        broker, will = self._broker, self.will
        # A new client for each connection, because paho sends what the last one had not sent.
        client = mqtt.Client(
            CallbackAPIVersion.VERSION2, self._client_id, clean_session=True, reconnect_on_failure=False
        )
        client.connect_timeout = _ANSWER
        # Everything is handed to the system at once, in order. `publish` has the limit.
        client.max_inflight_messages = 0
        client.on_socket_open = _prepare
        # With this callback, only the loop below writes to the socket, and not the thread that publishes.
        client.on_socket_register_write = _leave
        client.on_connect, client.on_subscribe, client.on_message = self._accept, self._check, self._keep
        if broker.user:
            client.username_pw_set(broker.user, broker.password)
        if will is not None:
            client.will_set(will.topic, will.payload, 1, will.retain)
        self._was_connected, self._trouble = False, None
        try:
            if broker.secure:
                context = ssl.create_default_context()
                context.load_verify_locations(certifi.where())
                context.sslsocket_class = _Handshake
                client.tls_set_context(context)
            client.connect(broker.host, broker.port, _KEEP_ALIVE)
            self._stay(client)
        except (OSError, ValueError) as error:
            raise unreachable(error, broker) from error
        finally:
            with self._lock:
                self._client = None
                self._arrived.clear()
                self._unconfirmed.clear()
                self._arrived_bytes = self._unconfirmed_bytes = 0

    def _stay(self, client: mqtt.Client) -> None:
        end = monotonic() + _ANSWER
        while not self._ending.is_set():
            result = client.loop(_TURN)
            if self._trouble is not None:
                raise self._trouble
            if result != MQTTErrorCode.MQTT_ERR_SUCCESS:
                raise _broken(result, self._broker, connected=self._was_connected)
            if not self._was_connected and monotonic() > end:
                raise TimeoutError
            # MQTT 3.1.1 has no limit for packets, and paho offers none: it takes up to 256 MB into memory.
            if client._in_packet["remaining_length"] > _LARGEST_PACKET:  # noqa: SLF001
                raise BrokerError(_("Somebody sends huge messages over the broker. The connection is made again."))
        # A socket that is closed before it was read to its end may take back what it has sent.
        end = monotonic() + _GOODBYE
        while self._was_connected and monotonic() < end and client.loop(_TURN) == MQTTErrorCode.MQTT_ERR_SUCCESS:
            with self._lock:
                if client.is_connected() and self._is_confirmed():
                    client.disconnect()

    def _accept(
        self, client: mqtt.Client, _data: object, _flags: object, reason: ReasonCode, _properties: object
    ) -> None:
        if reason.is_failure:
            self._trouble = _refused(reason, self._broker)
            return
        with self._lock:
            self._client, self._has_dropped = client, False
            if self._filters:
                client.subscribe([(each, 1) for each in self._filters])
                return
        self._begin()

    def _check(
        self, _client: mqtt.Client, _data: object, _id: int, reasons: list[ReasonCode], _properties: object
    ) -> None:
        if any(each.is_failure for each in reasons):
            why = _("The broker at {place} does not let you read topics under bones/. Ask the person who runs it.")
            self._trouble = BrokerError(why.format(place=self._broker.address))
        elif not self._was_connected:
            self._begin()

    def _begin(self) -> None:
        self._was_connected = True
        self._say(True)

    def _keep(self, _client: mqtt.Client, _data: object, message: mqtt.MQTTMessage) -> None:
        """Take a message in, or drop it if too many wait. That is a gap, which ends its link."""
        try:
            topic = message.topic
        except UnicodeDecodeError:
            return
        with self._lock:
            size = len(message.payload)
            if size > _LARGEST_PACKET or len(self._arrived) >= _MOST or self._arrived_bytes + size > _MOST_BYTES:
                is_first, self._has_dropped = not self._has_dropped, True
            else:
                is_first = False
                self._arrived.append((topic, bytes(message.payload)))
                self._arrived_bytes += size
                if not self._is_woken:
                    self._is_woken = True
                    self._woken.emit()
        if is_first:
            self._say(True, _("More messages come over the broker than this computer can read. Some were dropped."))


class _Handshake(ssl.SSLSocket):
    """A socket that is closed when the other side is not accepted. paho leaves it open."""

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
        except BaseException:
            self.close()
            raise


def _prepare(_client: mqtt.Client, _data: object, opened: Any) -> None:  # noqa: ANN401 (a socket, with or without TLS)
    # Otherwise the system waits for an answer to the last message before it sends another: 40 ms for each roll.
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _SOCKET_BUFFER)


def _leave(*_of_callback: object) -> None:
    """Do nothing."""


# --- sentences --------------------------------------------------------------------------------------------------------


def unreachable(error: Exception, broker: Broker) -> BrokerError:
    """Return why no connection could be made."""
    place = broker.address
    match error:
        case ssl.SSLCertVerificationError():
            return BrokerError(_untrusted(error.verify_code, broker.host))
        case socket.gaierror() | UnicodeError():
            words = _("The name {host} is not known. Check the address of the broker, and the network.")
            return BrokerError(words.format(host=broker.host), passes=True)
        case TimeoutError():
            words = _("The broker at {place} does not answer. Check its address and port, and the network.")
        case ConnectionRefusedError():
            words = _("No broker answers at {place}. Check its address and port, and whether it runs.")
        case ssl.SSLError() | ConnectionResetError() | BrokenPipeError() if broker.secure:
            words = _("There is no TLS at {place}. Use mqtt:// instead of mqtts://, or the port for TLS, usually 8883.")
        case _:
            why = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
            told = _("The broker at {place} cannot be reached: {why}. Check its address, and the network.")
            return BrokerError(told.format(place=place, why=why), passes=True)
    return BrokerError(words.format(place=place), passes=True)


def _untrusted(code: int, host: str) -> str:
    """Return why a certificate is not accepted. `code` is that of OpenSSL."""
    if code == _EXPIRED:
        words = _("The certificate of {host} has expired. The person who runs the broker must renew it.")
    elif code == _NOT_YET:
        words = _("The certificate of {host} is not valid yet. Check the clock of this computer.")
    elif code == _SELF_SIGNED:
        words = _("The certificate of {host} is self-signed. Add it to those that this computer trusts.")
    elif code in _OTHER_NAMES:
        words = _("The certificate of {host} is for another name. Use the name of the broker that is in it.")
    else:
        words = _("This computer does not trust the certificate of {host}. Add its issuer to those that it trusts.")
    return words.format(host=host)


def _broken(result: MQTTErrorCode, broker: Broker, *, connected: bool) -> BrokerError:
    """Return why a connection has ended."""
    if connected:
        words = _("The connection to the broker at {place} is lost. It is made again as soon as possible.")
    elif result == MQTTErrorCode.MQTT_ERR_PROTOCOL:
        words = _("The broker at {place} does not speak MQTT 3.1.1. Check the port, or use a newer broker.")
    else:
        words = _(
            "The broker at {place} closed the connection at once. Check the port, whether it needs mqtts://, and "
            "whether the broker allows retained messages and QoS 1."
        )
    return BrokerError(words.format(place=broker.address), passes=connected)


def _cut(broker: Broker) -> BrokerError:
    """Return why connections may end soon after they were made, again and again."""
    words = _(
        "The broker at {place} ends the connection again and again. If this table is open elsewhere too, close it "
        "there. Otherwise the person who runs the broker must allow larger messages (max_packet_size of Mosquitto)."
    )
    return BrokerError(words.format(place=broker.address), passes=True)


def _refused(reason: ReasonCode, broker: Broker) -> BrokerError:
    """Return why the broker does not let this program in."""
    if reason.value == _NOT_NOW:
        words = _("The broker at {place} is not available now. Try again later.")
    elif reason.value not in _NOT_LET_IN:
        words = _("The broker at {place} refuses this program. Ask the person who runs it.")
    elif broker.user:
        words = _("The broker at {place} does not accept this name and password. Check both.")
    else:
        words = _("The broker at {place} asks for a name and a password. Enter both; in a command, type {url}.")
    url = f"{'mqtts' if broker.secure else 'mqtt'}://{_('NAME:PASSWORD')}@{broker.address}"
    return BrokerError(words.format(place=broker.address, url=url))
