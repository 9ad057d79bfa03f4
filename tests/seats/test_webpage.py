"""The door of a table and its page, without a network."""

import pytest

from bones_desktop.seats.table import is_token, new_table, proof, token_hash
from bones_desktop.seats.webpage import Allowance, Door, headers, is_own_host, is_own_origin, load_page


@pytest.fixture
def door() -> Door:
    return Door(new_table())


def let_in(door: Door, now: float = 0.0) -> str:
    nonce = door.nonce(now)
    return door.enter("192.0.2.7", nonce, proof(door.table.secret, nonce), now)


def test_who_knows_the_secret_gets_a_token_that_the_cookie_carries(door):
    token = let_in(door)
    assert is_token(door.table.secret, token)
    named, *options = door.set_cookie(token).split("; ")
    assert named == f"bones-{door.table.id}={token}"
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(options)
    assert door.token_in([f"theme=dark; {named}; x=y"]) == token_hash(token)
    assert door.token_in(["theme=dark", named]) == token_hash(token)


@pytest.mark.parametrize("spoil", ["", "x", ".", "{id}", "é" * 40, "\x00", "a" * 9_000])
def test_a_wrong_proof_or_nonce_lets_nobody_in(door, spoil):
    nonce = door.nonce(0)
    good = proof(door.table.secret, nonce)
    assert not door.enter("a", nonce, spoil, 0)
    assert not door.enter("a", nonce, good[:-1], 0)
    assert not door.enter("a", spoil, proof(door.table.secret, spoil.encode("utf-8", "replace").decode()), 0)
    assert not door.enter("a", f"9{nonce}", proof(door.table.secret, f"9{nonce}"), 0)
    other = Door(door.table).nonce(0)  # of the same table before the program was started again
    assert not door.enter("a", other, proof(door.table.secret, other), 0)
    assert door.enter("a", nonce, good, 0)


def test_a_nonce_serves_once_and_for_a_minute(door):
    nonce = door.nonce(100)
    good = proof(door.table.secret, nonce)
    assert not door.enter("a", nonce, good, 161)
    assert door.enter("a", nonce, good, 160)
    assert not door.enter("a", nonce, good, 160)
    let_in(door, 500)
    assert not door.enter("a", nonce, good, 500)


def test_failures_slow_down_the_next_answers_of_that_address_alone(door):
    delays = []
    for _each in range(7):
        door.enter("192.0.2.7", door.nonce(0), "wrong", 0)
        delays.append(door.delay("192.0.2.7"))
    assert delays == [0.2, 0.4, 0.8, 1.6, 3.2, 5, 5]
    assert door.delay("192.0.2.8") == 0
    let_in(door)
    assert door.delay("192.0.2.7") == 0


def test_many_addresses_that_fail_use_no_memory(door):
    for number in range(3_000):
        door.enter(str(number), "", "", 0)
    assert len(door._failed) == 1_000
    assert door.delay("2999") > 0


def test_a_token_that_is_forged_or_of_another_table_counts_nothing(door):
    token = let_in(door)
    other = Door(new_table())
    foreign = let_in(other)
    random, _dot, signature = token.partition(".")
    for forged in (
        foreign,
        random,
        f"{random}.",
        f"x{token}",
        f"{random}x.{signature}",
        signature,
        "",
        "é.é",
        f"{token}.",
    ):
        assert not door.token_in([f"{door.cookie}={forged}"]), forged
    assert not door.token_in([f"{other.cookie}={token}"])
    assert not door.token_in(["", ";;;===;", f"x{door.cookie}={token}"])


@pytest.mark.parametrize(
    ("host", "address", "port", "own"),
    [
        ("192.0.2.7:4711", "192.0.2.7", 4711, True),
        ("192.0.2.7", "192.0.2.7", 80, True),
        ("localhost:4711", "127.0.0.1", 4711, True),
        ("LOCALHOST:4711", "127.0.0.1", 4711, True),
        ("[::1]:4711", "::1", 4711, True),
        ("[fe80::1]:4711", "fe80::1%eth0", 4711, True),
        ("localhost:4711", "192.0.2.7", 4711, False),
        ("192.0.2.7", "192.0.2.7", 4711, False),
        ("192.0.2.7:4712", "192.0.2.7", 4711, False),
        ("192.0.2.7.evil.example:4711", "192.0.2.7", 4711, False),
        ("evil.example:4711", "127.0.0.1", 4711, False),
        ("127.1:4711", "127.0.0.1", 4711, False),
        ("", "127.0.0.1", 4711, False),
        (" 127.0.0.1:4711", "127.0.0.1", 4711, False),
    ],
)
def test_only_the_address_of_the_connection_is_a_host(host, address, port, own):
    assert is_own_host(host, address, port) is own


@pytest.mark.parametrize(
    ("origins", "own"),
    [
        ([], True),
        (["http://127.0.0.1:4711"], True),
        (["http://127.0.0.1:4712"], False),  # another program on the same computer, which gets the cookie too
        (["https://127.0.0.1:4711"], False),
        (["null"], False),
        (["http://evil.example"], False),
        (["http://127.0.0.1:4711", "http://evil.example"], False),
    ],
)
def test_only_our_page_and_programs_connect(origins, own):
    assert is_own_origin(origins, "127.0.0.1:4711") is own


def test_the_policy_names_the_address_and_allows_nothing_inline():
    policy = headers("192.0.2.7:4711")["Content-Security-Policy"]
    assert "connect-src 'self' ws://192.0.2.7:4711;" in policy
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_the_page_is_small_and_holds_all_it_asks_for():
    page = load_page()
    assert page["/"] == page["/index.html"]
    assert page["/"].kind.startswith("text/html")
    assert not page["/"].kept
    assert page["/icons.svg"].data.startswith(b"<svg")
    assert page["/icons.svg"].kept
    own = {path: file for path, file in page.items() if path != "/index.html"}
    assert sum(len(file.data) for file in own.values()) < 200_000


def test_a_seat_may_send_twenty_messages_at_once_and_ten_a_second():
    allowance = Allowance(now=0)
    assert [allowance.take(0) for _each in range(21)] == [True] * 20 + [False]
    assert [allowance.take(0.1), allowance.take(0.1)] == [True, False]
    assert all(allowance.take(1 + second / 10) for second in range(100))
    assert [allowance.take(10_000) for _each in range(21)].count(True) == 20
