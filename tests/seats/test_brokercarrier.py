"""A table over a broker: the host with its carrier, and devices that open links over Debian's Mosquitto."""

import json
import time
from hashlib import sha256

import pytest

from bones_desktop.rules.records import replace
from bones_desktop.seats import brokercarrier as carrying
from bones_desktop.seats.broker import BrokerClient
from bones_desktop.seats.brokercarrier import BrokerCarrier
from bones_desktop.seats.invitation import Broker, Invitation, link_of, read_invitation
from bones_desktop.seats.sealing import Identity, TableKeys
from bones_desktop.seats.seatlink import SeatLink
from bones_desktop.seats.server import Server, tie
from tests.seats.mosquitto import Mosquitto, needs_mosquitto
from tests.support.devices import Device, enter
from tests.support.tableclients import ROLL

pytestmark = needs_mosquitto


def quick_keys(words: str, broker: Broker) -> TableKeys:
    """Keys without the half second that the real ones take."""
    found = sha256(f"{words} {broker.address}".encode()).digest()
    return TableKeys(found, found[:8].hex())


class Far:
    """A device in another house. `said` is what the host sent, oldest first."""

    def __init__(self, invitation: Invitation, name: str) -> None:
        self.name = name
        self.said: list[dict] = []
        self.codes: list[int] = []
        self.rosters: list[dict] = []
        self.here: list[bool] = []
        broker = invitation.broker
        identity = Identity(sha256(name.encode()).digest())
        self.link = link = SeatLink(quick_keys(invitation.secret, broker), identity, invitation.host_key)
        self.client = BrokerClient(broker, f"far-{name}", None, self._take, self._change)
        link.publish = lambda outgoing: self.client.publish(*outgoing)
        link.subscribe, link.unsubscribe = self.client.subscribe, self.client.unsubscribe
        link.received, link.roster = self._hear, self.rosters.append
        link.closed = lambda code, _reason: self.codes.append(code)
        link.watch.seen = lambda _public, here: self.here.append(here)
        self.client.start()

    def _change(self, connected: bool, _sentence: str) -> None:
        if connected:
            self.link.open(time.monotonic())

    def _take(self, messages: list[tuple[str, bytes]]) -> None:
        for topic, payload in messages:
            self.link.take(topic, payload, time.monotonic())
        self.link.tick(time.monotonic())

    def _hear(self, text: str) -> None:
        self.said.append(json.loads(text))
        match self.said[-1]["kind"]:
            case "hello":
                self.say("knock", id="knock", name=self.name, character="Ragnar")
            case "welcome":
                self.say("again", seen=0, epoch="")

    def say(self, kind: str, **message) -> None:
        self.link.send(json.dumps({"kind": kind, **message}))

    def of(self, kind: str, **given) -> list[dict]:
        return [each for each in self.said if each["kind"] == kind and given.items() <= each.items()]


class Carried:
    """A host with a carrier."""

    def __init__(self, qtbot, hosted) -> None:
        self.hosted, self.host = hosted, hosted.host
        self.host.seating.admits_all = True
        self.ready: list[Invitation] = []
        self.failed: list[str] = []
        self.changed: list[tuple[bool, str]] = []
        # Only carriers take texts here.
        self.host.seating.outgoing.disconnect()
        self.host.seating.closing.disconnect()
        self.carrier = BrokerCarrier(self.host)
        tie(self.host.seating, self.carrier)
        self.carrier.ready.connect(self.ready.append)
        self.carrier.failed.connect(self.failed.append)
        self.carrier.changed.connect(lambda *what: self.changed.append(what))
        self._devices: list[Far] = []
        self._qtbot = qtbot

    def until(self, what) -> None:
        self._qtbot.waitUntil(lambda: bool(what()))

    def open(self, broker: Broker) -> Invitation:
        self.carrier.start(broker, self.host.broker_key())
        self.until(lambda: self.ready or self.failed)
        assert not self.failed
        return self.ready[-1]

    def far(self, name: str) -> Far:
        """A device that sits at the table."""
        made = Far(self.ready[-1], name)
        self._devices.append(made)
        self.until(lambda: made.of("sealed"))
        return made

    def end(self) -> None:
        self.carrier.stop()
        for each in self._devices:
            each.client.stop()


@pytest.fixture
def table(qtbot, host, monkeypatch):
    monkeypatch.setattr(carrying, "table_keys", quick_keys)
    monkeypatch.setattr(carrying, "_ROSTER_MS", 50)
    made = Carried(qtbot, host)
    yield made
    made.end()


def test_a_device_in_the_house_and_one_elsewhere_sit_at_the_same_table(table, mosquitto):
    server = Server(table.host.table)
    tie(table.host.seating, server)
    port = server.start("127.0.0.1", 0)
    invitation = table.open(mosquitto.broker)
    assert read_invitation(link_of(invitation)) == invitation
    assert read_invitation(f"{invitation.secret.replace('-', ' ')} {mosquitto.url}").secret == invitation.secret
    near = Device(port, enter(port, table.host.table.secret))
    table.until(lambda: near.texts)
    near.say('{"kind": "knock", "id": "1", "name": "Near", "role": "watcher"}')
    far = table.far("Far")
    assert [seat.row.name for seat in table.host.seating.seats] == ["Near", "Far"]
    far.say("throw", id="one", **ROLL)
    table.until(lambda: far.of("thrown", id="one"))
    table.until(lambda: any('"thrown"' in text for text in near.texts))
    table.until(lambda: far.rosters and far.rosters[-1]["draws"] == 1)
    assert far.rosters[-1]["commitment"] == table.host.fair_facts()["commitment"]
    assert table.host.seating.remove("Far")
    table.until(lambda: far.codes == [4403])
    near.leave()
    server.stop()


def test_a_broker_that_comes_back_brings_everybody_back_and_a_request_is_done_once(table, mosquitto):
    table.open(mosquitto.broker)
    far = table.far("Far")
    far.say("throw", id="one", **ROLL)
    table.until(lambda: far.of("thrown", id="one"))
    mosquitto.kill()
    table.until(lambda: table.changed)
    assert not table.changed[0][0]
    assert "is lost" in table.changed[0][1]
    mosquitto.start()
    table.until(lambda: table.changed[-1] == (True, ""))
    table.until(lambda: len(far.of("welcome")) >= 2)
    assert table.hosted.events[-2:] == [{"kind": "gone", "name": "Far"}, {"kind": "here", "name": "Far"}]
    before = len(far.of("thrown", id="one"))
    far.say("throw", id="one", **ROLL)
    table.until(lambda: len(far.of("thrown", id="one")) > before)
    assert len({json.dumps(each["dice"]) for each in far.of("thrown", id="one")}) == 1
    assert len(table.hosted.lines) == 1


def test_a_device_that_comes_later_learns_whether_the_host_is_there(table, mosquitto):
    invitation = table.open(mosquitto.broker)
    table.far("Far")
    table.carrier.stop()
    late = Far(invitation, "Late")
    table.until(lambda: late.here == [False])
    table.open(mosquitto.broker)
    table.until(lambda: late.of("sealed"))
    assert late.here == [False, True]
    table.carrier.stop(forget=True)
    table.until(lambda: 1001 in late.codes)
    late.client.stop()
    kept: list[tuple[str, bytes]] = []
    reader = BrokerClient(mosquitto.broker, "reader", None, kept.extend, lambda *_what: None)
    reader.subscribe("#")
    reader.start()
    # The broker sends what it keeps before this.
    table.until(lambda: reader.publish("bones/1/last", b"") or kept)
    assert {topic for topic, _payload in kept} == {"bones/1/last"}
    reader.stop()


def test_two_tables_on_one_broker_do_not_meet(table, mosquitto):
    first = table.open(mosquitto.broker)
    other = BrokerCarrier(table.host)
    met: list[int] = []
    other.opened.connect(lambda number, _token: met.append(number))
    other.ready.connect(table.ready.append)
    other.start(mosquitto.broker, bytes(32))
    table.until(lambda: len(table.ready) == 2)
    assert table.ready[-1].secret != first.secret
    guest = Far(table.ready[-1], "Guest")
    table.ready.pop()
    far = table.far("Far")
    far.say("throw", id="one", **ROLL)
    table.until(lambda: far.of("thrown", id="one") and met)
    assert met == [-1]
    assert guest.said == []
    other.stop()
    guest.client.stop()


def test_what_goes_over_the_broker_says_nothing(table, mosquitto, qtbot):
    heard: list[tuple[str, bytes]] = []
    spy = BrokerClient(mosquitto.broker, "spy", None, heard.extend, lambda *_what: None)
    spy.subscribe("#")
    spy.start()
    invitation = table.open(mosquitto.broker)
    far = table.far("Chrysothemis")
    far.say("throw", id="rolled", **ROLL)
    far.say("word", id="worded", text="abracadabra")
    table.until(lambda: far.of("thrown", id="rolled") and (far.of("done", id="worded") or far.of("refused")))
    known = json.dumps(far.said) + invitation.secret + table.host.title
    everything = b" ".join(topic.encode() + b" " + payload for topic, payload in heard)
    assert len(heard) > 10
    words = {word for word in "".join(c if c.isalpha() else " " for c in known).split() if len(word) > 4}
    assert {"Ragnar", "Chrysothemis", "melee"} <= words
    # All topics begin with "bones/1/".
    assert [word for word in words if word.encode() in everything] in ([], ["bones"])
    spy.stop()


def test_a_broker_that_cannot_be_used_opens_nothing(table, mosquitto, monkeypatch):
    mosquitto.kill()
    table.carrier.start(mosquitto.broker, table.host.broker_key())
    table.until(lambda: table.failed)
    assert table.failed == [
        f"No broker answers at 127.0.0.1:{mosquitto.port}. Check its address and port, and whether it runs."
    ]
    assert table.carrier._client is None
    monkeypatch.setattr(carrying, "_FIRST_ANSWER_MS", 200)
    late = BrokerCarrier(table.host)
    late.failed.connect(table.failed.append)
    monkeypatch.setattr(carrying, "unreachable", lambda _error, _broker: "late")
    monkeypatch.setattr(BrokerClient, "start", lambda _self: None)
    late.start(replace(mosquitto.broker, port=1), table.host.broker_key())
    table.until(lambda: len(table.failed) == 2)
    assert table.failed[1] == "late"


@pytest.mark.parametrize(
    ("rule", "is_warned"), [("readwrite other/#", 1), ("read bones/#", 1), ("readwrite bones/#", 0)]
)
def test_a_broker_whose_rules_forbid_the_table_is_told_once(table, tmp_path, rule, is_warned):
    (tmp_path / "rules").write_text(f"topic {rule}\n")
    mosquitto = Mosquitto(tmp_path / "strict", more=f"acl_file {tmp_path / 'rules'}")
    table.carrier._ticking.setInterval(50)
    table.open(mosquitto.broker)
    table.until(lambda: table.carrier._ticks > 12)
    assert [(connected, "under bones/" in sentence) for connected, sentence in table.changed] == [
        (True, True)
    ] * is_warned
    mosquitto.kill()


def test_a_broker_that_drops_large_messages_is_told_to_host_and_device(table, tmp_path, monkeypatch):
    mosquitto = Mosquitto(tmp_path / "small", more="message_size_limit 1000")
    monkeypatch.setattr("bones_desktop.seats.seatlink._WAITS", (0.2,))
    table.carrier._ticking.setInterval(50)
    table.open(mosquitto.broker)
    far = Far(table.ready[-1], "Anna")
    table.until(lambda: far.link.tick(time.monotonic()) or (far.link.trouble and table.changed))
    assert far.link.trouble.startswith("The broker loses messages of this table.")
    assert table.changed == [(True, far.link.trouble)]
    far.client.stop()
    mosquitto.kill()


@pytest.mark.parametrize("setting", ["retain_available false", "max_qos 0"])
def test_a_broker_that_keeps_or_confirms_nothing_opens_nothing_and_the_cause_is_named(table, tmp_path, setting):
    mosquitto = Mosquitto(tmp_path / "less", more=setting)
    table.carrier.start(mosquitto.broker, table.host.broker_key())
    table.until(lambda: table.failed)
    assert "whether the broker allows retained messages and QoS 1." in table.failed[0]
    mosquitto.kill()


def test_a_carrier_that_is_stopped_before_its_keys_are_known_stays_closed(table, mosquitto):
    table.carrier.start(mosquitto.broker, table.host.broker_key())
    table.carrier.stop()
    table.open(mosquitto.broker)
    assert len(table.ready) == 1
