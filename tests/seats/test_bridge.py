"""A second house at a table: a bridge between its devices and a host, over a broker in memory."""

import json
import stat
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bones_desktop.seats.bridge import Bridge
from bones_desktop.seats.invitation import Broker, Invitation
from bones_desktop.seats.sealing import Identity, SealError
from tests.seats.farhost import BROKER, HOST, INVITATION, KEYS, FarHost, LoopBroker, LoopClient
from tests.seats.tableseats import Hosted

ROLL = {"kind": "throw", "roll": "task", "set": {"skill": "melee", "difficulty": "average"}}


class Phone:
    """A connection of a device in the second house."""

    def __init__(self, bridge: Bridge, number: int, token: str) -> None:
        self.bridge, self.number = bridge, number
        self.said: list[dict[str, Any]] = []
        self.closed: tuple[int, str] | None = None
        bridge.outgoing.connect(self._take)
        bridge.closing.connect(self._end)
        bridge.connected(number, token)

    def _take(self, number: int, text: str) -> None:
        if number == self.number:
            self.said.append(json.loads(text))

    def _end(self, number: int, code: int, why: str) -> None:
        if number == self.number:
            self.closed = code, why

    def say(self, message: dict[str, Any]) -> None:
        self.bridge.receive(self.number, json.dumps(message))

    def hears(self, qtbot: Any, kind: str, count: int = 1, **given: Any) -> dict[str, Any]:
        """Wait for so many messages of a kind, and return the newest."""
        qtbot.waitUntil(lambda: len(self.of(kind, **given)) >= count)
        return self.of(kind, **given)[-1]

    def of(self, kind: str, **given: Any) -> list[dict[str, Any]]:
        return [
            each
            for each in self.said
            if each["kind"] == kind and all(each.get(name) == it for name, it in given.items())
        ]


@pytest.fixture
def memory(monkeypatch) -> LoopBroker:
    monkeypatch.setattr("bones_desktop.seats.bridge.table_keys", lambda _words, _broker: KEYS)
    # A handshake that began before the host came is not waited for so long.
    monkeypatch.setattr("bones_desktop.seats.seatlink.HANDSHAKE", 0.5)
    return LoopBroker()


@pytest.fixture
def join(qtbot, tmp_path, memory) -> Iterator[Callable[..., Bridge]]:
    made: list[Bridge] = []

    def begin(invitation: Invitation = INVITATION) -> Bridge:
        bridge = Bridge(invitation, tmp_path / "seats", client=partial(LoopClient, memory))
        made.append(bridge)
        with qtbot.waitSignal(bridge.ready) as ready:
            bridge.start("127.0.0.1")
        bridge.house = ready.args[0]
        return bridge

    yield begin
    for each in made:
        each.stop()
        each.deleteLater()


def knock(qtbot: Any, phone: Phone, host: Hosted, name: str = "Anna") -> None:
    phone.hears(qtbot, "hello")
    phone.say({"kind": "knock", "id": "k", "name": name, "character": "Ragnar"})
    qtbot.waitUntil(lambda: bool(host.host.seating.waiting))
    host.host.seating.admit(name)
    phone.hears(qtbot, "welcome")
    phone.say({"kind": "again", "seen": 0, "epoch": ""})
    phone.hears(qtbot, "rolls")


def test_a_device_keeps_its_seat_at_the_host_over_a_start_of_its_house(qtbot, host, memory, join, tmp_path):
    FarHost(host, memory)
    bridge = join()
    phone = Phone(bridge, 1, "token of the phone")
    knock(qtbot, phone, host)
    phone.say({**ROLL, "id": "one"})
    phone.hears(qtbot, "thrown", id="one")
    other = Phone(bridge, 2, "token of another phone")
    other.hears(qtbot, "hello")
    bridge.stop()
    again = join()
    assert (again.house.secret, again.house.port) == (bridge.house.secret, bridge.house.port)
    phone = Phone(again, 1, "token of the phone")
    phone.hears(qtbot, "welcome")
    assert not phone.of("hello")
    (kept,) = (tmp_path / "seats").iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_two_tabs_of_one_device_share_its_seat(qtbot, host, memory, join):
    FarHost(host, memory)
    bridge = join()
    first = Phone(bridge, 1, "token")
    knock(qtbot, first, host)
    second = Phone(bridge, 2, "token")
    second.hears(qtbot, "welcome")
    first.say({**ROLL, "id": "one"})
    first.hears(qtbot, "thrown")
    bridge.disconnected(1)
    second.say({"kind": "again", "seen": 0, "epoch": ""})
    second.hears(qtbot, "thrown")
    (seat,) = host.host.seating.seats
    qtbot.waitUntil(lambda: len(seat.connections) == 1)


def test_where_no_host_was_seen_the_device_is_told_and_comes_in_when_the_host_opens(qtbot, host, memory, join):
    bridge = join()
    phone = Phone(bridge, 1, "token")
    assert phone.of("way")[-1]["text"] == "Looking for the host …"
    for _each in range(3):
        bridge._tick()
    assert "No host was seen at broker.example:1883" in phone.of("way")[-1]["text"]
    phone.say({"kind": "ping"})
    assert phone.of("pong")
    FarHost(host, memory)
    phone.hears(qtbot, "hello")
    assert bridge.way == ""


def test_a_host_that_goes_is_told_and_a_request_made_meanwhile_is_done_once(qtbot, host, memory, join):
    far = FarHost(host, memory)
    bridge = join()
    ways: list[str] = []
    bridge.way_changed.connect(ways.append)
    phone = Phone(bridge, 1, "token")
    knock(qtbot, phone, host)
    far.client.lose()
    qtbot.waitUntil(lambda: "The host has been away since" in phone.of("way")[-1]["text"])
    assert ways[-1] == phone.of("way")[-1]["text"]
    phone.say({**ROLL, "id": "one"})
    far.links._end_all()  # as after a start of the host
    FarHost(host, memory, revision=10)
    phone.hears(qtbot, "welcome", 2)
    assert ways[-1] == ""
    assert not host.lines
    for _each in range(2):
        phone.say({**ROLL, "id": "one"})
    phone.hears(qtbot, "thrown", 2, id="one")
    assert len(host.lines) == 1


def test_a_broker_that_goes_is_told_and_links_come_back_with_it(qtbot, host, memory, join):
    FarHost(host, memory)
    bridge = join()
    phone = Phone(bridge, 1, "token")
    knock(qtbot, phone, host)
    memory.stop("No broker answers at broker.example.")
    assert phone.of("way")[-1]["text"] == "The broker does not answer. Trying again …"
    assert bridge.way == "No broker answers at broker.example."
    phone.say({**ROLL, "id": "one"})
    memory.start()
    phone.hears(qtbot, "welcome", 2)
    assert bridge.way == ""


def test_a_table_that_is_closed_for_good_ends_the_bridge_and_all_devices_hear_it(qtbot, host, memory, join):
    far = FarHost(host, memory)
    bridge = join()
    ended: list[str] = []
    bridge.failed.connect(ended.append)
    phone = Phone(bridge, 1, "token")
    knock(qtbot, phone, host)
    host.host.close(forget=True)
    far.links.close(forget=True)
    qtbot.waitUntil(lambda: bool(ended))
    assert ended == ["The game master has closed this table for good. Its invitation is no longer valid."]
    assert all(each["for_good"] for each in phone.of("closing"))
    assert not any("when the host is back" in each["text"] for each in phone.of("way"))


def test_who_only_knows_the_words_cannot_close_the_table_for_good(qtbot, host, memory, join):
    FarHost(host, memory)
    bridge = join()
    ended: list[str] = []
    bridge.failed.connect(ended.append)
    phone = Phone(bridge, 1, "token")
    knock(qtbot, phone, host)
    FarHost(host, memory, Identity(b"x" * 32), revision=99).links.close(forget=True)
    qtbot.wait(50)
    assert not ended
    assert not phone.of("closing")


def test_a_seat_that_is_put_out_is_closed_and_the_others_are_not(qtbot, host, memory, join):
    FarHost(host, memory)
    bridge = join()
    phone, other = Phone(bridge, 1, "token"), Phone(bridge, 2, "other")
    knock(qtbot, phone, host)
    host.host.seating.remove("Anna")
    qtbot.waitUntil(lambda: phone.closed is not None)
    assert phone.closed == (4403, "The game master has removed you from the table.")
    assert other.closed is None


def test_another_host_than_the_one_of_the_link_is_told_until_the_right_one_answers(qtbot, host, memory, join):
    FarHost(host, memory, Identity(b"x" * 32))
    bridge = join(Invitation(INVITATION.secret, BROKER, host_key=HOST.public))
    phone = Phone(bridge, 1, "token")
    told = "Another host answers at this table. Ask for a new invitation."
    qtbot.waitUntil(lambda: phone.of("way")[-1]["text"] == told)
    assert bridge.way == told
    other = Phone(bridge, 2, "other")
    assert other.of("way")[-1]["text"] == told
    bridge.disconnected(2)
    assert phone.closed is None
    assert not phone.of("hello")
    FarHost(host, memory)
    phone.hears(qtbot, "hello")
    assert bridge.way == ""


def failure(qtbot: Any, memory: LoopBroker, folder: Path, address: str = "127.0.0.1") -> str:
    bridge = Bridge(INVITATION, folder, client=partial(LoopClient, memory))
    with qtbot.waitSignal(bridge.failed) as failed:
        bridge.start(address)
    bridge.deleteLater()
    return failed.args[0]


def test_a_broker_that_refuses_at_the_start_fails_in_one_sentence(qtbot, memory, tmp_path):
    memory.trouble = "The broker asks for a name and a password."
    assert failure(qtbot, memory, tmp_path) == memory.trouble


def test_an_address_of_another_computer_fails_in_one_sentence(qtbot, memory, tmp_path):
    assert "192.0.2.1" in failure(qtbot, memory, tmp_path, "192.0.2.1")


def test_without_memory_for_the_keys_joining_fails_in_one_sentence(qtbot, memory, tmp_path, monkeypatch):
    def refuse(_words: str, _broker: Broker) -> None:
        raise SealError("This needs 256 MB.")

    monkeypatch.setattr("bones_desktop.seats.bridge.table_keys", refuse)
    assert failure(qtbot, memory, tmp_path) == "This needs 256 MB."


@pytest.mark.parametrize("damage", ["", "[]", '{"secret": "", "port": 1, "host": ""}', "[" * 100_000, "\xff"])
def test_what_was_kept_is_replaced_when_it_is_damaged(qtbot, host, memory, join, tmp_path, damage):
    kept = tmp_path / "seats" / f"{KEYS.id}.json"
    kept.parent.mkdir()
    kept.write_bytes(damage[:4_000].encode("latin-1"))
    FarHost(host, memory)
    phone = Phone(join(), 1, "token")
    phone.hears(qtbot, "hello")
    assert json.loads(kept.read_bytes())["host"] == HOST.public


def test_nothing_is_kept_before_the_host_has_answered(qtbot, host, memory, join, tmp_path):
    phone = Phone(join(), 1, "token")
    assert not list(tmp_path.glob("seats/*"))
    FarHost(host, memory)
    phone.hears(qtbot, "hello")
    assert len(list(tmp_path.glob("seats/*"))) == 1
