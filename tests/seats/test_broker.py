"""The connection to a broker: against Debian's Mosquitto, and against servers that are no broker."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from bones_desktop.rules.records import replace
from bones_desktop.seats import broker as carrying
from bones_desktop.seats.broker import BrokerClient
from bones_desktop.seats.hostlinks import Outgoing
from bones_desktop.seats.invitation import Broker
from tests.seats.mosquitto import NAME, PASSWORD, Mosquitto, needs_mosquitto
from tests.support.program import wait_until

pytestmark = needs_mosquitto


class Box:
    """A client, and what it has delivered and told."""

    def __init__(self, qtbot, broker: Broker, id: str, will: Outgoing | None = None) -> None:
        self.got: list[tuple[str, bytes]] = []
        self.told: list[tuple[bool, str]] = []
        self._qtbot = qtbot
        self.client = BrokerClient(broker, id, will, self.got.extend, lambda *what: self.told.append(what))
        self.client.start()

    def until(self, what) -> None:
        self._qtbot.waitUntil(lambda: bool(what()))

    @property
    def is_connected(self) -> bool:
        return bool(self.told) and self.told[-1][0]


@pytest.fixture
def make(qtbot):
    """Return a function that connects a client."""
    made: list[Box] = []

    def connect(broker: Broker, will: Outgoing | None = None) -> Box:
        made.append(Box(qtbot, broker, f"test-{len(made)}", will))
        return made[-1]

    yield connect
    for each in made:
        each.client.stop()


def reaches(sender: Box, receiver: Box, text: bytes) -> None:
    """Publish a text to "bones/1/a" until it arrives: a new subscription needs a moment."""

    def sent() -> bool:
        sender.client.publish("bones/1/a", text)
        return ("bones/1/a", text) in receiver.got

    receiver.until(sent)


@contextmanager
def answering(answer: bytes, *, close: bool = False) -> Iterator[Broker]:
    """A server that answers the first bytes of each connection with `answer`, and then says nothing more."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        held: list[socket.socket] = []

        def serve() -> None:
            with suppress(OSError):
                while True:
                    held.append(listening.accept()[0])
                    held[-1].recv(1000)
                    held[-1].sendall(answer)
                    if close:
                        held.pop().close()

        thread = threading.Thread(target=serve)
        thread.start()
        yield Broker("127.0.0.1", listening.getsockname()[1])
        # Waking it, because closing the listening socket does not.
        listening.shutdown(socket.SHUT_RDWR)
        thread.join()
        for each in held:
            each.close()


def sentence(make, broker: Broker) -> str:
    """Return why a broker cannot be used."""
    box = make(broker)
    box.until(lambda: box.told)
    ((connected, told),) = box.told
    assert not connected
    assert told.endswith(".")
    assert told.count("\n") == 0
    for word in ("Error", "Errno", "errno", "ssl", "[", "Traceback"):
        assert word not in told
    return told


def test_messages_arrive_in_order_also_retained_and_large_ones(make, mosquitto):
    anna, bert = make(mosquitto.broker), make(mosquitto.broker)
    anna.client.subscribe("bones/1/a")
    anna.until(lambda: anna.is_connected and bert.is_connected)
    assert anna.client._client.socket().getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    bert.client.publish("bones/1/b", b"kept", retain=True)
    bert.client.publish("bones/1/nobody", b"lost")
    sent = [("bones/1/a", bytes([number]) * number * 100) for number in range(255)]
    for topic, payload in sent:
        bert.client.publish(topic, payload)
    anna.until(lambda: len(anna.got) == len(sent))
    assert anna.got == sent
    anna.client.subscribe("bones/1/b")
    anna.until(lambda: len(anna.got) > len(sent))
    assert anna.got[-1] == ("bones/1/b", b"kept")
    anna.client.unsubscribe("bones/1/a")
    # From the same client, because the broker does in order what one client asks for.
    anna.client.publish("bones/1/a", b"late")
    anna.client.publish("bones/1/b", b"last")
    anna.until(lambda: anna.got[-1] == ("bones/1/b", b"last"))
    assert ("bones/1/a", b"late") not in anna.got


def test_a_killed_broker_is_told_once_and_found_again_with_all_subscriptions(make, mosquitto):
    anna, bert = make(mosquitto.broker), make(mosquitto.broker)
    anna.client.subscribe("bones/1/a")
    anna.until(lambda: anna.is_connected and bert.is_connected)
    mosquitto.kill()
    anna.until(lambda: not anna.is_connected and not bert.is_connected)
    bert.client.publish("bones/1/a", b"lost")
    time.sleep(1.5)  # A second attempt fails meanwhile.
    mosquitto.start()
    anna.until(lambda: anna.is_connected and bert.is_connected)
    assert [connected for connected, _told in anna.told] == [True, False, True]
    assert anna.told[1][1].startswith("The connection to the broker at 127.0.0.1:")
    reaches(bert, anna, b"after")
    assert ("bones/1/a", b"lost") not in anna.got


def test_the_will_is_published_after_a_break_but_not_after_a_goodbye(make, mosquitto):
    watcher = make(mosquitto.broker)
    watcher.client.subscribe("bones/1/#")
    leaving, vanishing = (make(mosquitto.broker, Outgoing(f"bones/1/{name}", b"away", False)) for name in "lv")
    watcher.until(lambda: all(each.is_connected for each in (watcher, leaving, vanishing)))
    leaving.client.publish("bones/1/l", b"bye")
    leaving.client.stop()
    vanishing.client._client.socket().shutdown(socket.SHUT_RDWR)
    watcher.until(lambda: len(watcher.got) == 2)
    vanishing.until(lambda: len(vanishing.told) == 3)
    assert sorted(watcher.got) == [("bones/1/l", b"bye"), ("bones/1/v", b"away")]


def test_a_password_with_every_kind_of_letter_lets_in_and_a_wrong_one_is_told(make, tmp_path):
    mosquitto = Mosquitto(tmp_path, name=NAME, password=PASSWORD)
    right = make(mosquitto.broker)
    right.until(lambda: right.is_connected)
    assert "name and password" in sentence(make, replace(mosquitto.broker, password="guessed"))
    asked = sentence(make, replace(mosquitto.broker, user="", password=""))
    assert "asks for a name" in asked
    assert f"type mqtt://NAME:PASSWORD@{mosquitto.broker.address}." in asked
    mosquitto.kill()


@pytest.mark.parametrize(
    ("certificate", "trusted", "told"),
    [
        ("valid", True, ""),
        ("valid", False, "does not trust the certificate of 127.0.0.1"),
        ("expired", True, "has expired"),
        ("early", True, "is not valid yet"),
        ("elsewhere", True, "is for another name"),
        ("own", True, "is self-signed"),
    ],
)
def test_a_certificate_is_accepted_or_the_reason_told(
    make, tmp_path, certificates, monkeypatch, certificate, trusted, told
):
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificates.root))
    mosquitto = Mosquitto(tmp_path, certificates=certificates, certificate=certificate)
    if told:
        assert told in sentence(make, mosquitto.broker)
    else:
        anna = make(mosquitto.broker)
        anna.client.subscribe("bones/1/a")
        anna.until(lambda: anna.is_connected)
        anna.client.publish("bones/1/a", b"sealed" * 100_000)
        anna.until(lambda: anna.got)
        assert anna.got == [("bones/1/a", b"sealed" * 100_000)]
        assert "mqtts://" in sentence(make, replace(mosquitto.broker, secure=False))
    mosquitto.kill()


def test_tls_where_there_is_none_is_told(make, mosquitto):
    assert "Use mqtt:// instead" in sentence(make, replace(mosquitto.broker, secure=True))


@pytest.mark.parametrize(
    ("answer", "close", "told"),
    [
        (b"\x20\x02\x00\x01", False, "does not speak MQTT 3.1.1"),
        (b"\x20\x02\x00\x02", False, "refuses this program"),
        (b"\x20\x02\x00\x03", False, "not available now"),
        (b"\x20\x02\x00\x04", False, "asks for a name"),
        (b"\x20\x02\x00\x05", False, "asks for a name"),
        (b"\x20\x02\x00\x77", False, "refuses this program"),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", True, "Check the port"),
        (b"\x20\x00", False, "does not speak MQTT 3.1.1"),
        (b"\x20\x01\x00", False, "does not speak MQTT 3.1.1"),
        (b"\x20\xff\xff\xff\xff\xff", False, "does not speak MQTT 3.1.1"),
        (b"", True, "closed the connection at once"),
    ],
)
def test_an_answer_that_is_no_welcome_is_told(make, answer, close, told):
    with answering(answer, close=close) as broker:
        assert told in sentence(make, broker)


def test_a_broker_that_never_answers_is_told(make, monkeypatch):
    monkeypatch.setattr(carrying, "_ANSWER", 0.5)
    with answering(b"") as broker:
        assert "does not answer" in sentence(make, broker)


def test_a_refusing_port_and_an_unknown_name_are_told(make):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    assert f"No broker answers at 127.0.0.1:{port}" in sentence(make, Broker("127.0.0.1", port))
    for name in ("nowhere.invalid", "x" * 70, "ä..ö"):
        assert f"{name} is not known" in sentence(make, Broker(name, 1883))


def test_a_broker_that_forbids_the_topics_is_told(make, monkeypatch):
    monkeypatch.setattr(BrokerClient, "start", lambda self: self.subscribe("bones/1/a") or self._thread.start())
    # Accepted; then the subscription with the number 1 is refused.
    with answering(b"\x20\x02\x00\x00\x90\x03\x00\x01\x80") as broker:
        assert "does not let you read topics" in sentence(make, broker)


def test_connections_that_end_at_once_are_made_again_more_and_more_seldom(make, monkeypatch):
    monkeypatch.setattr(carrying, "_WAITS", (0.01, 0.01, 60))
    with answering(b"\x20\x02\x00\x00", close=True) as broker:
        box = make(broker)
        box.until(lambda: len(box.told) == 6)
        time.sleep(0.3)
    assert [connected for connected, _told in box.told] == [True, False] * 3


def test_a_broker_that_ends_the_connection_at_each_large_message_is_told(make, tmp_path, monkeypatch):
    monkeypatch.setattr(carrying, "_WAITS", (0.01,))
    mosquitto = Mosquitto(tmp_path / "narrow", more="max_packet_size 2000")
    box = make(mosquitto.broker)
    for breaks in range(1, 5):
        box.until(lambda: box.is_connected)
        box.client.publish("bones/1/a", b"x" * 3000)
        box.until(lambda so_far=breaks: [connected for connected, _told in box.told].count(False) == so_far)
    mosquitto.kill()
    told = ["max_packet_size" in sentence for connected, sentence in box.told if not connected]
    assert told[:4] == [False, False, True, True]


def test_a_topic_that_is_no_text_is_passed_over(make):
    with answering(b"\x20\x02\x00\x00\x30\x04\x00\x01\xffx\x30\x04\x00\x01ax") as broker:
        box = make(broker)
        box.until(lambda: box.got)
    assert box.got == [("a", b"x")]


def test_a_broker_that_takes_nothing_is_told_and_the_connection_made_again(make, monkeypatch):
    monkeypatch.setattr(carrying, "_MOST", 50)
    with answering(b"\x20\x02\x00\x00") as broker:
        box = make(broker)
        box.until(lambda: box.is_connected)
        for _each in range(60):
            box.client.publish("bones/1/a", b"x")
        assert len(box.client._unconfirmed) == 50
        box.until(lambda: len(box.told) == 3)
    assert "Too many messages wait for the broker" in box.told[1][1]
    assert box.told[2] == (True, "")


def test_more_messages_than_the_window_can_take_are_dropped_and_told_once(make, mosquitto, monkeypatch):
    monkeypatch.setattr(carrying, "_MOST_BYTES", 50_000)
    anna, bert, carl = (make(mosquitto.broker) for _each in range(3))
    anna.client.subscribe("bones/1/a")
    anna.until(lambda: anna.is_connected and bert.is_connected and carl.is_connected)
    for each in (bert, carl) * 45:
        each.client.publish("bones/1/a", bytes(1_000))
    # Without Qt's loop nothing is taken.
    assert wait_until(lambda: anna.client._has_dropped)
    assert 45_000 <= anna.client._arrived_bytes <= 50_000
    reaches(bert, anna, b"last")
    ((connected, told),) = (each for each in anna.told if each[1])
    assert connected
    assert "Some were dropped" in told


def test_a_huge_message_ends_the_connection_and_not_the_program(make, mosquitto, monkeypatch):
    monkeypatch.setattr(carrying, "_LARGEST_PACKET", 200_000)
    monkeypatch.setattr(carrying, "_SOCKET_BUFFER", 4_096)
    anna, bert = make(mosquitto.broker), make(mosquitto.broker)
    anna.client.subscribe("bones/1/#")
    anna.until(lambda: anna.is_connected and bert.is_connected)
    bert.client.publish("bones/1/a", b"x" * 6_000_000)
    anna.until(lambda: len(anna.told) >= 3)
    assert "huge messages" in anna.told[1][1]
    reaches(bert, anna, b"small")


def test_stopping_takes_less_than_two_seconds_whatever_the_broker_does(make, mosquitto):
    with answering(b"") as broker:
        boxes = [make(broker), make(mosquitto.broker), make(Broker("nowhere.invalid", 1883))]
        boxes[1].until(lambda: boxes[1].is_connected)
        begun = time.monotonic()
        for each in boxes:
            each.client.stop()
        assert time.monotonic() - begun < 4
    boxes[1].client.publish("bones/1/a", b"x")
    boxes[1].client.subscribe("bones/1/a")
    assert [connected for connected, _told in boxes[1].told] == [True]
