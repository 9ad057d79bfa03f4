"""The server of a table over the loopback: who is let in, what is refused, and that it stops."""

import http.client
import sys
import time
from collections.abc import Iterator

import pytest

from bones_desktop.rules.records import replace
from bones_desktop.seats import server as serving
from bones_desktop.seats.server import ListenError, Server, house_address
from bones_desktop.seats.table import OpenTable, new_table, token_hash
from tests.support.devices import Device, enter, get


class Table:
    """A server with a host that only takes notes."""

    def __init__(self, qtbot, table: OpenTable) -> None:
        self.table = table
        self.server = Server(table)
        self.here: dict[int, str] = {}
        self.heard: list[tuple[int, str]] = []
        self.gone: list[int] = []
        self.devices: list[Device] = []
        self._qtbot = qtbot
        self.server.opened.connect(self.here.__setitem__)
        self.server.received.connect(lambda number, text: self.heard.append((number, text)))
        self.server.closed.connect(self.gone.append)
        self.port = self.server.start("127.0.0.1", 0)

    def device(self, cookie: str | None = None, **given) -> Device:
        """Return a device that is connected and, unless its cookie is wrong, noted."""
        known = len(self.here)
        made = Device(self.port, enter(self.port, self.table.secret) if cookie is None else cookie, **given)
        self.devices.append(made)
        self.until(lambda: len(self.here) > known or made.code is not None)
        return made

    def until(self, what) -> None:
        self._qtbot.waitUntil(what)

    def last(self) -> int:
        return max(self.here)


@pytest.fixture
def table(qtbot) -> Iterator[Table]:
    made = Table(qtbot, new_table())
    yield made
    made.server.stop()
    for each in made.devices:
        each.leave()


def test_messages_go_both_ways_in_order_and_each_to_its_own(table):
    anna, bert = table.device(), table.device()
    first, second = sorted(table.here)
    for number in range(10):
        table.server.send(first, f"to Anna {number}")
        table.server.send(second, f"to Bert {number}")
        anna.say(f"Anna {number} ä–🎲")
    table.until(lambda: len(table.heard) == 10 and len(anna.texts) == len(bert.texts) == 10)
    assert table.heard == [(first, f"Anna {number} ä–🎲") for number in range(10)]
    assert anna.texts == [f"to Anna {number}" for number in range(10)]
    assert bert.texts == [f"to Bert {number}" for number in range(10)]


def test_the_host_is_told_the_hash_of_the_token_and_when_a_device_leaves_or_vanishes(table):
    cookie = enter(table.port, table.table.secret)
    leaving, vanishing = table.device(cookie), table.device(cookie)
    token = cookie.partition("=")[2]
    assert set(table.here.values()) == {token_hash(token)}
    leaving.leave()
    table.until(lambda: table.gone == [1])
    vanishing.vanish()
    table.until(lambda: table.gone == [1, 2])
    table.server.send(2, "to nobody")
    table.server.drop(2, 4403, "nobody")


@pytest.mark.parametrize("cookie", ["", "bones-0123456789abcdef=x.y", "{own}=forged.forged", "theme=dark"])
def test_without_a_valid_cookie_a_device_is_accepted_and_closed_with_4401(table, cookie):
    device = table.device(cookie.format(own=f"bones-{table.table.id}"))
    assert device.code == 4401
    assert device.reason
    assert not table.here


def test_a_cookie_of_another_table_does_not_open_this_one(table, qtbot):
    other = Table(qtbot, new_table())
    try:
        foreign = enter(other.port, other.table.secret).partition("=")[2]
        assert table.device(f"bones-{table.table.id}={foreign}").code == 4401
    finally:
        other.server.stop()


def test_a_wrong_secret_is_refused(table):
    assert enter(table.port, "guessed") == ""
    assert get(table.port, "/enter").status == 403
    assert enter(table.port, table.table.secret)


@pytest.mark.parametrize(
    ("path", "given", "status"),
    [
        ("/", {}, 200),
        ("/?view=dice", {}, 200),
        ("/icons.svg", {}, 200),
        ("/", {"Host": "evil.example"}, 403),
        ("/nonce", {"Host": "evil.example:{port}"}, 403),
        ("/enter", {"Origin": "http://evil.example"}, 403),
        ("/table", {"Host": "evil.example:{port}"}, 403),
        ("/table", {}, 426),
        ("/", {"method": "POST"}, 405),
        ("/", {"method": "DELETE"}, 405),
        ("/..%2f..%2fetc/passwd", {}, 404),
        ("/../pyproject.toml", {}, 404),
        ("/nowhere", {}, 404),
    ],
)
def test_pages_are_served_at_the_own_address_only(table, path, given, status):
    answer = get(table.port, path, **{name: text.format(port=table.port) for name, text in given.items()})
    assert answer.status == status
    assert int(answer.headers["Content-Length"]) == len(answer.body)
    assert "Server" not in answer.headers
    if status == 200:
        assert f"ws://127.0.0.1:{table.port};" in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_a_page_of_another_site_opens_no_connection(table):
    cookie = enter(table.port, table.table.secret)
    for origin in ("http://evil.example", f"http://127.0.0.1:{table.port + 1}", "null"):
        with pytest.raises(Exception, match="403"):
            Device(table.port, cookie, origin=origin)
    assert not table.here


@pytest.mark.parametrize("message", ["x" * 64_001, "ä" * 32_001, b"{}"])
def test_a_message_that_is_too_large_or_no_text_closes_with_4400(table, message):
    device = table.device()
    device.say("x" * 64_000)
    device.say(message)
    table.until(lambda: device.code is not None)
    assert device.code == 4400
    assert [len(text) for _number, text in table.heard] == [64_000]


def test_a_huge_message_is_not_even_read(table):
    device = table.device()
    device.say("x" * 10_000_000)
    table.until(lambda: device.code is not None)
    assert device.code in {1006, 1009}
    assert not table.heard
    table.until(lambda: table.gone == [1])


def test_too_many_messages_close_with_4429_and_tabs_of_one_seat_count_together(table):
    cookie = enter(table.port, table.table.secret)
    one, two = table.device(cookie), table.device(cookie)
    other = table.device()
    for number in range(30):
        one.say(f"one {number}")
        two.say(f"two {number}")
    table.until(lambda: 4429 in {one.code, two.code})
    other.say("quiet")
    table.until(lambda: (3, "quiet") in table.heard)
    assert len(table.heard) < 45
    # A new connection gets no new allowance.
    table.device(cookie).say("again")
    table.until(lambda: table.devices[-1].code == 4429)


def test_the_sixty_fifth_connection_is_closed_with_4429(table, monkeypatch):
    monkeypatch.setattr(serving, "MOST", 3)
    kept = [table.device() for _each in range(3)]
    assert table.device().code == 4429
    assert all(each.code is None for each in kept)
    kept[0].leave()
    table.until(lambda: table.gone == [1])
    assert table.device().code is None


def test_one_address_has_eight_connections_but_this_computer_all(table, monkeypatch):
    cookie = enter(table.port, table.table.secret)
    assert all(table.device(cookie).code is None for _each in range(9))
    monkeypatch.setattr(serving, "_is_here", lambda _address: False)
    assert table.device(cookie).code == 4429


def test_a_device_that_never_reads_is_dropped_and_the_others_do_not_wait(table):
    slow, quick = table.device(read=False), table.device()
    text = "x" * 60_000
    sent = 0
    while 1 not in table.gone and sent < 1_000:
        for number in (1, 2):
            table.server.send(number, text)
        sent += 1
        table.until(lambda: len(quick.texts) == sent)  # noqa: B023 (waited for at once)
    table.until(lambda: table.gone == [1])
    # How much the system takes first is its affair.
    assert sent < 1_000
    slow.vanish()


def test_put_out_the_device_gets_code_and_a_reason_that_fits(table):
    device = table.device()
    table.server.send(1, "last words")
    table.server.drop(1, 4403, "Du wurdest vom Tisch gewiesen: " + "ü" * 200)
    table.until(lambda: device.code is not None)
    assert device.texts == ["last words"]
    assert device.code == 4403
    assert device.reason.startswith("Du wurdest")
    assert len(device.reason.encode()) <= 123


def test_a_stopped_server_says_goodbye_within_a_second_and_a_half(table):
    device, mute = table.device(), table.device(read=False)
    for _each in range(20):
        table.server.send(2, "not read")  # so it does not read the goodbye either
    table.server.send(1, "closing")
    begun = time.monotonic()
    table.server.stop()
    assert time.monotonic() - begun < 1.5
    table.until(lambda: device.code is not None)
    assert device.texts == ["closing"]
    assert device.code == 1001
    with pytest.raises(OSError):
        get(table.port, "/")
    mute.vanish()


def test_the_port_of_the_last_time_is_kept_and_another_taken_when_it_is_in_use(table, qtbot):
    kept = replace(new_table(), port=table.port)
    second = Server(kept)
    assert second.start("127.0.0.1", 0) != table.port
    second.stop()
    with pytest.raises(ListenError, match=str(table.port)) as refused:
        second.start("127.0.0.1", table.port)
    assert refused.value.is_taken
    table.server.stop()
    assert second.start("127.0.0.1", 0) == table.port
    second.stop()


def test_an_address_of_another_computer_is_refused_with_a_sentence():
    with pytest.raises(ListenError, match=r"198\.51\.100\.7") as refused:
        Server(new_table()).start("198.51.100.7", 0)
    assert not refused.value.is_taken
    with pytest.raises(ListenError, match="65535"):
        Server(new_table()).start("127.0.0.1", 70_000)


@pytest.mark.skipif(sys.platform == "darwin", reason="has one address of its own")
def test_a_computer_that_loses_its_address_listens_at_the_next_one(table, monkeypatch):
    moved, new, here = [], "", True
    table.server.moved.connect(lambda *place: moved.append(place))
    monkeypatch.setattr(serving, "house_address", lambda: new)
    monkeypatch.setattr(serving, "is_ours", lambda _address: here)
    table.device()
    new = "127.0.0.2"
    table.server.look()
    assert not moved, "a second network changes nothing"
    here, new = False, ""
    table.server.look()
    assert not moved
    assert not table.gone, "the address may come back"
    new = "198.51.100.7"
    table.server.look()
    assert not moved
    table.until(lambda: table.gone == [table.last()])
    new = "127.0.0.2"
    table.server.look()
    assert moved == [("127.0.0.2", table.port)]
    here = True
    asked = http.client.HTTPConnection("127.0.0.2", table.port, timeout=10)
    asked.request("GET", "/nonce")
    assert asked.getresponse().status == 200
    asked.close()


def test_the_address_of_the_house_is_one_at_which_others_reach_this_computer():
    found = house_address()
    assert found != "127.0.0.1"
    assert found == "" or found.count(".") == 3
