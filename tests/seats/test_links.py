"""Links over a broker in memory that loses, repeats, reorders, delays, replays, changes and misdirects messages."""

import json
import os
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bones_desktop.seats.messages import LARGEST
from bones_desktop.seats.sealing import Identity, SealError, seal, token_of, unseal
from bones_desktop.seats.seatlink import HostWatch, SeatLink
from tests.seats.memorybroker import MemoryBroker, TestedSeat, TestedTable

FAULTS = ("lose", "repeat", "late", "alter", "cut", "misdirect", "replay", "replace")


@pytest.fixture
def table() -> TestedTable:
    return TestedTable()


class Faults:
    """Changes each message as a list of faults says, and leaves the others alone."""

    def __init__(self, broker: MemoryBroker, faults: list[str]) -> None:
        self.broker, self.faults, self.late = broker, faults, []

    def change(self, topic: str, payload: bytes) -> list[tuple[str, bytes]]:
        late, self.late = self.late, []
        fault = self.faults.pop(0) if self.faults else ""
        middle = len(payload) // 2
        altered = payload[:middle] + bytes((payload[middle] ^ 1,)) + payload[middle + 1 :] if payload else b"?"
        old = self.broker.history[len(self.faults) * 7 % len(self.broker.history)]
        match fault:
            case "lose":
                return late
            case "repeat":
                return [(topic, payload), (topic, payload), *late]
            case "late":
                self.late = [(topic, payload)]
                return late
            case "alter":
                return [(topic, altered), *late]
            case "cut":
                return [(topic, payload[:-1]), *late]
            case "misdirect":
                return [(old[0], payload), *late]
            case "replay":
                return [old, (topic, payload), *late]
            case "replace":
                return [(topic, old[1]), *late]
        return [(topic, payload), *late]


def liar(public: str) -> Identity:
    """Return an identity that gives itself out for another."""
    found = Identity(os.urandom(32))
    found.public = public
    return found


def is_beginning(part: list[str], whole: list[str]) -> bool:
    return whole[: len(part)] == part


def check_links(table: TestedTable, seat: TestedSeat) -> None:
    # Nothing arrives twice, out of order, or with a gap before it.
    by_link = {text: link for link, texts in enumerate(seat.sent) for text in texts}
    for texts in table.received.values():
        theirs = [text for text in texts if text in by_link]
        assert len({by_link[text] for text in theirs}) <= 1
        assert not theirs or is_beginning(theirs, seat.sent[by_link[theirs[0]]])
    for texts in seat.opens:
        numbers = {int(text.split(":")[0]) for text in texts}
        assert len(numbers) <= 1
        assert all(is_beginning(texts, table.sent[number]) for number in numbers)
    # What was lost ended the link, and there is a new one, on which nothing was lost.
    assert seat.is_open
    (number,) = [each for each, token in table.tokens.items() if token == seat.token]
    assert table.received[number] == seat.sent[-1]
    assert table.sent[number] == seat.opens[-1]


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.sampled_from(("host", "seat", "wait", "long", "roster", "back")), max_size=40),
    st.lists(st.sampled_from(("", "", "", "", *FAULTS)), max_size=40),
)
def test_whatever_the_broker_does_a_link_is_whole_or_broken(steps, faults):
    table = TestedTable()
    seats = [table.seat(), table.seat()]
    table.broker.change = Faults(table.broker, faults).change
    for place, step in enumerate(steps):
        match step:
            case "host":
                for number in list(table.tokens):
                    table.say(number)
            case "seat":
                seats[place % 2].say()
            case "wait":
                table.wait(1)
            case "long":
                table.wait(12)
            case "roster":
                table.links.show_roster(frozenset({seats[0].token}), {"evening": place})
            case "back":
                table.back()
        table.broker.run()
    table.broker.change = lambda topic, payload: [(topic, payload)]
    table.wait(90)

    for seat in seats:
        check_links(table, seat)
    if "roster" in steps:
        assert seats[0].rosters[-1]["evening"] == max(at for at, step in enumerate(steps) if step == "roster")
    assert not seats[1].rosters


def test_texts_go_both_ways_and_the_token_is_the_hash_of_the_key(table):
    seat = table.seat()
    number = table.number(seat)
    assert table.tokens == {-1: token_of(seat.identity.public)}
    for _each in range(3):
        seat.say()
        table.say(number)
    table.links.send(number, "ü🎲\ud800")
    table.broker.run()
    assert table.received[number] == seat.sent[0]
    assert seat.opens == [[*table.sent[number], "ü🎲?"]]
    assert seat.seen == [(table.identity.public, True)]
    other = table.seat()
    assert table.number(other) == -2
    table.links.send(-99, "nobody")
    table.links.drop(-99, 4403, "")


def test_a_quiet_link_stays_open_and_says_little(table):
    seat = table.seat()
    before = len(table.broker.history)
    table.wait(600)
    assert seat.is_open
    assert not seat.closes
    assert 100 <= len(table.broker.history) - before <= 120


def test_a_lost_last_message_breaks_the_link_within_a_dozen_seconds(table):
    seat = table.seat()
    number = table.number(seat)
    table.broker.change = lambda topic, payload: []
    table.say(number)
    table.broker.change = lambda topic, payload: [(topic, payload)]
    table.wait(12)
    assert seat.closes == [(1006, "")]
    assert seat.is_open
    assert table.closed == [number]
    assert seat.opens == [[], []]


@pytest.mark.parametrize("code", [4403, 4401, 4400])
def test_a_seat_that_was_put_out_does_not_come_back_by_itself(table, code):
    seat = table.seat()
    number = table.number(seat)
    table.say(number)
    table.links.drop(number, code, "The game master has removed you from the table. " * 40)
    table.wait(40)
    assert seat.opens == [table.sent[number]]
    (closed,) = seat.closes
    assert closed[0] == code
    assert closed[1].startswith("The game master has removed you from the table.")
    assert not table.tokens
    seat.link.open(table.now)
    table.broker.run()
    assert seat.is_open


def test_a_seat_that_leaves_is_gone_at_once_and_one_that_dies_after_25_seconds(table):
    seat, dead = table.seat(), table.seat()
    seat.link.close()
    table.broker.run()
    assert table.closed == [-1]
    assert not seat.closes
    table.seats.remove(dead)
    table.wait(24)
    assert table.closed == [-1]
    table.wait(2)
    assert table.closed == [-1, -2]


def test_a_host_that_was_started_again_is_found_at_once(table):
    seat = table.seat()
    table.start(1_000)
    table.broker.run()
    assert seat.closes == [(1006, "")]
    assert seat.is_open
    assert table.number(seat) == -1
    seat.say()
    table.broker.run()
    assert table.received[-1] == seat.sent[-1]


def test_a_host_whose_clock_was_set_back_is_heard_all_the_same(table):
    table.start(1_000)
    seat = table.seat()
    table.links.show_roster(frozenset({seat.token}), {"draws": 1})
    table.start(10)
    table.links.show_roster(frozenset({seat.token}), {"draws": 2})
    table.wait(60)
    assert seat.is_open
    assert seat.rosters[-1]["draws"] == 2
    table.start(11)
    table.broker.run()
    assert len(seat.opens) == 3


def test_the_will_says_that_the_host_is_away_and_a_late_one_is_put_right(table):
    seat = table.seat()
    late = table.will
    table.back()
    assert len(seat.opens) == 2
    table.broker.publish(*table.will)
    table.broker.run()
    assert not seat.is_open
    assert seat.seen[-1] == (table.identity.public, False)
    table.back()
    assert seat.is_open
    assert seat.seen[-1] == (table.identity.public, True)
    # The broker finds only now that a connection from before is lost.
    table.broker.publish(*late)
    table.wait(2)
    assert seat.is_open
    assert len(seat.opens) == 3
    watch = HostWatch(table.keys)
    watch.take(watch.filter, table.broker.retained[watch.filter])
    assert watch.is_here


def test_a_closed_table_says_goodbye_and_is_kept_or_forgotten_by_the_broker(table):
    table.links.show_roster(frozenset(), {"evening": "e"})
    seat = table.seat()
    table.links.close()
    table.broker.run()
    assert seat.closes[0][0] == 1001
    assert "closed" in seat.closes[0][1]
    assert seat.seen[-1] == (table.identity.public, False)
    assert not seat.link.watch.is_closed
    assert len(table.broker.retained) == 2
    before = len(table.broker.history)
    table.wait(60)
    assert len(table.broker.history) - before < 10
    assert not table.tokens
    table.start(50)
    table.wait(1)
    assert seat.is_open
    table.links.close(forget=True)
    table.broker.run()
    assert table.broker.retained == {}
    assert seat.link.watch.is_closed


def test_a_broker_that_was_away_or_forgot_everything_costs_only_time(table):
    seat = table.seat()
    table.broker.is_away = True
    table.broker.retained.clear()
    seat.say()
    table.wait(60)
    assert not seat.is_open
    table.broker.is_away = False
    table.links.back(table.now)
    for each in table.links.subscriptions:
        table.client.subscribe(each)
    seat.link.open(table.now)
    table.broker.run()
    assert seat.is_open
    assert table.received[table.number(seat)] == []


def test_open_forgets_the_old_link_without_a_word(table):
    seat = table.seat()
    seat.is_open = False
    seat.link.open(table.now)
    table.broker.run()
    assert seat.is_open
    assert not seat.closes
    assert len(table.tokens) == 2
    table.wait(40)
    assert len(table.tokens) == 1


# --- other keys -------------------------------------------------------------------------------------------------------


def test_another_host_is_refused_and_changes_nothing_for_those_who_know_the_host(table):
    seat = table.seat()
    other = TestedTable(table.broker, table.keys, b"x" * 32)
    other.links.show_roster(frozenset({seat.token}), {"evening": "false"})
    table.wait(2)
    assert seat.is_open
    assert len(seat.opens) == 1
    assert seat.seen == [(table.identity.public, True)]
    assert not seat.rosters
    # A newcomer gets answers of both. Only the right one counts.
    late = table.seat()
    table.wait(3)
    assert late.is_open
    assert late.token in table.tokens.values()
    # Who knows only the words trusts the first who answers, and nobody else later.
    table.client.filters.clear()
    fresh = TestedSeat(other, None)
    fresh.link.open(table.now)
    table.broker.run()
    assert fresh.is_open
    assert fresh.link.watch.host_key == other.identity.public


def test_a_broker_that_loses_messages_is_told_until_a_link_holds(table):
    seat = table.seat()
    table.broker.change = lambda topic, payload: [(topic, payload)] if len(payload) < 1_000 else []
    for breaks in range(1, 5):
        number = table.number(seat)
        table.links.send(number, "x" * 2_000)
        # Nothing follows, so it is missed only when the host shows that it is there.
        table.wait(15)
        assert len(seat.closes) == breaks
        assert ("loses messages" in seat.closes[-1][1]) is (breaks >= 3)
        assert table.links.losses == breaks
        table.wait(10)
        assert seat.is_open
    table.wait(30)
    table.links.send(table.number(seat), "x" * 2_000)
    table.wait(30)
    assert seat.closes[-1] == (1006, "")
    # The host misses messages of a seat as well.
    other = table.seat()
    for _each in range(3):
        other.link.send("x" * 2_000)
        table.wait(20)
    assert "loses messages" in other.closes[2][1]


ANOTHER = (1006, "Another host answers at this table. Ask for a new invitation.")


def test_a_seat_that_another_host_answers_goes_on_trying_and_says_why(table):
    other = TestedTable(table.broker, table.keys, b"x" * 32)
    table.client.filters.clear()
    seat = table.seat()
    table.wait(5)
    assert seat.closes == [ANOTHER]
    assert seat.link.trouble == ANOTHER[1]
    before = len(table.broker.history)
    table.wait(300)
    # It is told once, and handshakes are few.
    assert seat.closes == [ANOTHER]
    assert not seat.opens
    door = table.links._topics.door
    assert 10 <= sum(at == door for at, _payload in table.broker.history[before:]) <= 30
    # Then nobody answers, so nothing is wrong with the invitation.
    other.client.filters.clear()
    table.wait(25)
    assert seat.closes == [ANOTHER, (1006, "")]
    assert seat.link.trouble == ""
    for each in table.links.subscriptions:
        other.client.subscribe(each)
    table.wait(25)
    assert seat.closes == [ANOTHER, (1006, ""), ANOTHER]
    # The right host is back.
    table.start(1_000)
    assert seat.is_open
    assert seat.link.trouble == ""
    assert table.number(seat) == -1
    table.wait(60)
    assert len(seat.opens) == 1


def test_a_seat_that_another_host_answers_is_let_in_by_the_right_one_before_long(table):
    TestedTable(table.broker, table.keys, b"x" * 32)
    table.client.filters.clear()
    seat = table.seat()
    table.wait(300)
    # The right host was there all the time. Only its answers were lost.
    for each in table.links.subscriptions:
        table.client.subscribe(each)
    table.wait(20)
    assert seat.is_open
    assert seat.closes == [ANOTHER]
    seat.link.open(table.now)
    assert seat.link.trouble == ""


def test_who_lacks_the_words_or_has_others_is_not_heard(table):
    other = TestedTable(table.broker)
    table.seat()
    assert other.tokens == {}
    seat = other.seat(host_key=other.identity.public)
    assert len(table.tokens) == len(other.tokens) == 1
    seat.say()
    table.broker.run()
    assert table.received == {-1: []}
    assert other.received[-1] == seat.sent[0]
    topics = {at for at, _payload in table.broker.history}
    mine = {each.removesuffix("/+") for each in table.links.subscriptions}
    theirs = {each.removesuffix("/+") for each in other.links.subscriptions}
    assert not mine & theirs
    assert all(any(at.startswith(each) for each in mine | theirs) or len(at) == 40 for at in topics)


def test_a_stolen_name_is_no_identity(table):
    anna = table.seat()
    table.links.show_roster(frozenset({anna.token}), {})
    table.seat(liar(anna.identity.public))
    assert len(table.tokens) == 1
    assert len(table.links._links) == 1


def test_nobody_else_can_answer_in_the_name_of_the_host(table):
    false = TestedTable(table.broker, table.keys)
    false.client.filters.clear()
    false.identity = liar(table.identity.public)
    false.start(2**40)
    table.client.filters.clear()
    seat = table.seat()
    table.wait(10)
    assert false.links._links
    assert not seat.opens
    assert not seat.closes
    for each in table.links.subscriptions:
        table.client.subscribe(each)
    table.wait(10)
    assert seat.is_open
    assert table.number(seat) == -1


def test_frames_of_one_link_are_nothing_on_another_and_old_ones_nothing_at_all(table):
    anna, ben = table.seat(), table.seat()
    anna.say()
    ben.say()
    table.broker.run()
    into = [(at, payload) for at, payload in table.broker.history if at.startswith(table.links._topics.into)]
    texts = {number: list(each) for number, each in table.received.items()}
    half = len(table.links._links)
    for at in {at for at, _payload in table.broker.history}:
        for _at, payload in list(table.broker.history):
            table.broker.bring(at, payload)
            table.broker.run()
    assert len(into) == 4
    assert table.received == texts
    assert set(table.tokens) == {-1, -2}
    assert anna.is_open
    assert ben.is_open
    # Old handshakes were heard before, so they make no links.
    assert len(table.links._links) == half
    table.wait(8)
    anna.say()
    table.broker.run()
    assert table.received[-1] == anna.sent[0]


@pytest.mark.parametrize("spoil", ["zeros", "one", "key", "short", "foreign"])
def test_a_handshake_that_is_not_proper_is_not_answered(table, spoil):
    identity, door = Identity(os.urandom(32)), table.links._topics.door
    # The first two are points whose products everybody knows.
    ephemeral = {"zeros": bytes(32), "one": (1).to_bytes(32, "little")}.get(spoil, os.urandom(32))
    signature = identity.sign(b"bones-desktop 1 open\n" + door.encode() + ephemeral)
    content = signature + bytes.fromhex(identity.public) + ephemeral
    if spoil == "key":
        content = signature + bytes(32) + ephemeral
    payload = seal(
        os.urandom(32) if spoil == "foreign" else table.keys.door, door, content[: -(spoil == "short") or None]
    )
    table.broker.bring(door, payload)
    before = len(table.broker.history)
    table.broker.run()
    assert len(table.broker.history) == before
    assert not table.links._links


def test_an_old_handshake_is_never_opened(table):
    seat = table.seat()
    door = table.links._topics.door
    (old,) = [payload for at, payload in table.broker.history if at == door]
    history = list(table.broker.history)
    seat.link.close()
    table.start(2)
    for _round in range(5):
        for at, payload in [(door, old), *history]:
            table.broker.bring(at, payload)
        table.broker.run()
        assert len(table.links._links) <= 1
        assert not table.tokens
    table.wait(6)
    assert not table.links._links


# --- limits -----------------------------------------------------------------------------------------------------------


def test_limits_of_the_house_hold(table):
    seat = table.seat()
    seat.link.send("x" * LARGEST)
    table.broker.run()
    assert len(table.received[-1]) == 1
    seat.link.send("x" * (LARGEST + 1))
    table.broker.run()
    assert seat.closes[0][0] == 4400
    seat.link.open(table.now)
    table.broker.run()
    seat.link._write(1, b"\xff\xfe")
    table.broker.run()
    assert [code for code, _reason in seat.closes] == [4400, 4400]
    talker = table.seat()
    number = table.number(talker)
    for _each in range(40):
        talker.say()
    table.broker.run()
    assert len(table.received[number]) == 19  # and the frame that opened the link
    assert talker.closes[0][0] == 4429
    assert not talker.is_open
    table.wait(3)
    assert talker.is_open


def test_a_huge_payload_is_dropped_unread(table, monkeypatch):
    seat = table.seat()
    read = []
    monkeypatch.setattr("bones_desktop.seats.sealing.unseal", lambda *given: read.append(given))
    for at in (*table.links.subscriptions[:1], seat.link._into):
        table.links.take(at, bytes(128 * 1024 + 1), table.now)
    seat.link.take(seat.link._out, bytes((4 << 20) + 1), table.now)
    assert not read
    assert seat.is_open


def test_strangers_can_neither_fill_the_table_nor_keep_seats_out(table):
    anna = table.seat(opened=False)
    table.links.show_roster(frozenset({anna.token}), {})
    strangers = []
    for _each in range(40):
        strangers.append(table.seat())
        table.wait(1)
    assert sum(each.is_open for each in strangers) == 24
    assert 4429 in {code for each in strangers for code, _reason in each.closes}
    anna.link.open(table.now)
    table.broker.run()
    assert anna.is_open
    # Devices of one seat: the oldest makes room.
    more = [table.seat(anna.identity) for _each in range(3)]
    table.wait(5)
    more += [table.seat(anna.identity) for _each in range(5)]
    assert all(each.is_open for each in more)
    assert anna.closes[0][0] == 4429
    assert sum(token == anna.token for token in table.tokens.values()) == 8


def test_half_open_links_are_few_and_short(table):
    playing = table.seat()
    for _round in range(10):
        for _each in range(50):
            silent = SeatLink(table.keys, Identity(os.urandom(32)))
            silent.publish = table.client.publish
            silent.open(table.now)
        table.broker.run()
        assert len(table.links._links) <= 65
        playing.say()
        table.wait(1)
    # A seat whose answer is on its way for a while finds the host waiting all the same.
    anna = table.seat(opened=False)
    table.links.show_roster(frozenset({anna.token}), {})
    anna.link.open(table.now)
    door, opening = table.broker.history[-1]
    table.broker.queue.clear()
    table.links.take(door, opening, table.now)
    answers = list(table.broker.queue)
    table.broker.queue.clear()
    for _round in range(4):
        for _each in range(30):
            silent = SeatLink(table.keys, Identity(os.urandom(32)))
            silent.publish = table.client.publish
            silent.open(table.now)
        table.now += 1
        table.broker.run()
    table.broker.queue.extend(answers)
    table.broker.run()
    assert anna.is_open
    table.wait(6)
    assert len(table.links._links) == 2
    assert table.received[-1] == playing.sent[0]
    assert playing.is_open


def test_who_repeats_handshakes_of_a_seat_does_not_keep_it_out(table):
    seat = table.seat()
    table.links.show_roster(frozenset({seat.token}), {})
    for _each in range(30):
        seat.is_open = False
        table.now += 1
        seat.link.open(table.now)
        table.broker.run()
        for at, payload in list(table.broker.history):
            if at == table.links._topics.door:
                table.broker.bring(at, payload)
        table.broker.run()
        assert seat.is_open


def test_junk_leaves_memory_bounded_and_the_playing_link_working(table):
    seat = table.seat()
    table.links.show_roster(frozenset({seat.token}), {"evening": "e"})
    at = (*(each.replace("+", "00" * 8) for each in table.links.subscriptions), seat.link._into, seat.link._out)
    words = [os.urandom(400), b"", b"{}", os.urandom(90_000)]
    stranger = Identity(os.urandom(32))

    def junk(count: int) -> None:
        for number in range(count):
            topic = at[number % len(at)]
            payload = words[number % 7] if number % 7 < 4 else seal(table.keys.door, topic, os.urandom(128))
            table.broker.bring(topic, payload)
            if number % 100 == 0:
                table.broker.run()
                seat.say()
                table.wait(1)
                link = SeatLink(table.keys, stranger)
                link.publish = table.client.publish
                link.open(table.now)
        table.broker.run()

    junk(15_000)
    tracemalloc.start()
    junk(1_000)
    before = tracemalloc.get_traced_memory()[0]
    junk(4_000)
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    table.wait(3)
    assert after - before < 300_000
    assert seat.is_open
    assert len(seat.opens) == 1
    assert table.received[-1] == seat.sent[0]
    assert seat.rosters[-1]["evening"] == "e"


def test_a_long_stop_of_this_program_says_nothing_about_the_others(table):
    seat = table.seat()
    table.now += 300
    table.wait(3)
    assert seat.is_open
    assert len(seat.opens) == 1


def flood(table: TestedTable, count: int) -> None:
    """Begin handshakes of strangers who know the words, and never go on with one."""
    for _each in range(count):
        silent = SeatLink(table.keys, Identity(os.urandom(32)))
        silent.publish = table.client.publish
        silent.open(table.now)
    table.broker.run()


def test_strangers_share_twenty_handshakes_a_second_and_seats_have_their_own(table, monkeypatch):
    anna = table.seat(opened=False)
    table.links.show_roster(frozenset({anna.token}), {})
    flood(table, 50)
    assert len(table.links._links) == 20
    anna.link.open(table.now)
    table.broker.run()
    assert anna.is_open
    checked = []
    monkeypatch.setattr("bones_desktop.seats.sealing.verify", lambda *given: checked.append(given))
    flood(table, 500)
    assert 100 < len(checked) < 200


def test_what_the_host_remembers_of_strangers_is_bounded(table):
    for _each in range(70):
        flood(table, 20)
        table.wait(1)
    assert sum(map(len, table.links._met)) == 1_000
    for _each in range(1_100):
        table.links._allowance(os.urandom(8).hex(), table.now)
    assert len(table.links._allowances) == 1_000


def test_a_seat_that_comes_back_often_has_no_more_subscriptions(table):
    seat = table.seat()
    for _each in range(5):
        table.back()
        table.wait(2)
    assert len(seat.opens) == 6
    assert len(seat.client.filters) == 3


def test_whatever_is_said_about_hosts_a_seat_tries_once_a_second(table):
    table.client.filters.clear()
    seat = table.seat(host_key="")
    door = table.links._topics.door
    for each in range(50):
        elsewhere = TestedTable(None, table.keys, bytes((each,)) * 32)
        table.broker.bring(table.links._topics.state, elsewhere.broker.retained[table.links._topics.state])
        table.broker.run()
    assert sum(at == door for at, _payload in table.broker.history) == 2
    assert not seat.opens


# --- roster -----------------------------------------------------------------------------------------------------------


def test_the_roster_is_for_seats_alone_and_not_for_one_that_was_put_out(table):
    anna, ben, watcher = table.seat(), table.seat(), table.seat()
    table.links.show_roster(frozenset({anna.token, ben.token}), {"draws": 1})
    table.broker.run()
    both = sorted((anna.token, ben.token))
    assert anna.rosters == ben.rosters == [{"draws": 1, "seats": both}]
    table.links.show_roster(frozenset({anna.token, ben.token}), {"draws": 1})
    table.broker.run()
    assert len(anna.rosters) == 1
    table.links.show_roster(frozenset({anna.token}), {"draws": 2})
    table.broker.run()
    assert anna.rosters[-1] == {"draws": 2, "seats": [anna.token]}
    assert len(ben.rosters) == 1
    # Ben's program may try every key it ever got.
    at = table.links._topics.roster
    with pytest.raises(SealError):
        unseal(ben.link._table_key, at, table.broker.retained[at])
    # A seat that comes later finds what the broker keeps.
    late = table.seat(opened=False)
    table.links.show_roster(frozenset({anna.token, late.token}), {"draws": 3})
    late.link.open(table.now)
    table.broker.run()
    assert late.rosters[-1]["draws"] == 3
    assert not watcher.rosters


def test_an_old_or_foreign_roster_or_state_changes_nothing(table):
    anna = table.seat()
    at = table.links._topics.roster
    for draws in range(3):
        table.links.show_roster(frozenset({anna.token}), {"draws": draws})
    table.broker.run()
    shown = list(anna.rosters)
    foreign = Identity(os.urandom(32))
    for topic, payload in list(table.broker.history):
        if topic in {at, table.links._topics.state}:
            table.broker.publish(topic, payload, retain=True)
    table.broker.publish(at, seal(table.links._table_key, at, foreign.sign(b"{}") + b"{}"), retain=True)
    table.broker.publish(at, b"", retain=True)
    table.broker.publish(table.links._topics.state, b"", retain=True)
    table.broker.run()
    assert anna.rosters == shown
    assert anna.is_open
    table.wait(2)
    # The host sees that the broker keeps something else, and puts it right.
    newcomer = table.seat(anna.identity)
    assert newcomer.rosters == shown[-1:]
    assert newcomer.seen == [(table.identity.public, True)]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"1",
        b'{"host": 1}',
        b'{"host": "zz"}',
        b"[" * 5_000,
        b'{"host": "%s"}',
        b'{"host": "%s", "here": 1}',
        b'{"host":"%s","session":"","revision":9,"here":false,"x":"' + b"x" * 900 + b'"}',
    ],
)
def test_a_state_that_is_none_is_ignored(table, content):
    seat = table.seat()
    content = content.replace(b"%s", table.identity.public.encode())
    at = table.links._topics.state
    signed = table.identity.sign(b"bones-desktop 1 state\n" + at.encode() + b"\n" + content) + content
    table.broker.bring(at, seal(table.keys.door, at, signed))
    table.broker.run()
    assert seat.is_open
    assert len(seat.seen) == 1


def test_a_seat_that_missed_a_roster_asks_for_it(table):
    anna, ben = table.seat(), table.seat()
    tokens = frozenset({anna.token, ben.token})
    table.links.show_roster(tokens, {"draws": 1})
    table.broker.run()
    table.broker.loses = lambda client, topic: client is ben.client and topic == table.links._topics.roster
    table.links.show_roster(tokens, {"draws": 2})
    table.broker.run()
    table.broker.loses = lambda _client, _topic: False
    assert [each.rosters[-1]["draws"] for each in (anna, ben)] == [2, 1]
    table.wait(12)
    assert ben.rosters[-1]["draws"] == 2
    assert len(ben.opens) == 1


def test_facts_may_be_changed_by_their_owner_after_they_were_shown(table):
    anna = table.seat()
    words = ["by my beard"]
    for _each in range(3):
        table.links.show_roster(frozenset({anna.token}), {"words": words})
        words.append("and axe")
    table.broker.run()
    assert [len(each["words"]) for each in anna.rosters] == [1, 2, 3]


def test_a_watch_of_a_host_that_is_not_known_is_not_kept_blind_by_another(table):
    other = TestedTable(table.broker, table.keys, b"x" * 32)
    watch = HostWatch(table.keys)
    seen = []
    watch.seen = lambda public, here: seen.append((public, here))
    other.start(2**62)
    table.broker.client(watch.take).subscribe(watch.filter)
    table.wait(2)
    assert (other.identity.public, True) in seen
    watch.host_key = table.identity.public
    table.links.close()
    table.broker.run()
    assert seen[-1] == (table.identity.public, False)
    assert not watch.is_here


# --- secrecy ----------------------------------------------------------------------------------------------------------


def test_nothing_on_the_broker_can_be_read(table):
    secrets = ("Ragnar", "Alauda", "melee", "by my beard", "knock", "thrown", "dice", "evening", "player")
    seat = table.seat()
    number = table.number(seat)
    table.links.show_roster(frozenset({seat.token}), {"evening": "a1b2c3d4", "words": [["Ragnar", "by my beard"]]})
    seat.link.send(json.dumps({"kind": "knock", "id": "1", "name": "Ragnar", "role": "player"}))
    table.links.send(number, json.dumps({"kind": "thrown", "by": "Alauda", "dice": [{"face": 3, "icon": "melee"}]}))
    table.wait(30)
    table.links.drop(number, 4403, "by my beard")
    table.links.close()
    table.broker.run()
    assert len(table.broker.history) > 10
    everything = b"\n".join(at.encode() + b"\n" + payload for at, payload in table.broker.history)
    known = [table.identity.public, seat.identity.public, seat.token, table.keys.id, table.links._session or "bones-"]
    for each in (*secrets, *known):
        assert each.encode() not in everything.replace(b"bones/1/", b"")
        for size in range(0, len(each) - 3, 4):
            assert len(each) < 12 or each[size : size + 12].encode() not in everything
    for each in (table.keys.door, bytes.fromhex(table.identity.public), bytes.fromhex(seat.identity.public)):
        assert each not in everything
    # Equal contents are not equal on the broker.
    payloads = [payload for _at, payload in table.broker.history]
    assert len(set(payloads)) == len(payloads)


def test_who_knows_the_words_cannot_read_what_seats_and_host_say(table):
    seat = table.seat()
    seat.say()
    table.say(-1)
    table.broker.run()
    frames = [each for each in table.broker.history if each[0] in {seat.link._into, seat.link._out}]
    assert len(frames) >= 4
    readable = 0
    for at, payload in frames:
        try:
            unseal(table.keys.door, at, payload)
        except SealError:
            continue
        readable += 1
    assert readable == 1  # the host's answer to the handshake: public keys alone
