"""Keys, seals, signatures and channels of a table at a broker."""

import os
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.exceptions import CryptoError

from bones_desktop.seats import sealing
from bones_desktop.seats.invitation import read_broker, read_words, word_list
from bones_desktop.seats.sealing import (
    Channel,
    GapError,
    Identity,
    SealError,
    TableKeys,
    host_identity,
    seal,
    seal_json,
    table_keys,
    topic,
    unseal,
    unseal_json,
    verify,
    words_of,
)

KEY = bytes(range(32))
TRANSCRIPT = b"t" * 32


@pytest.fixture(scope="module")
def keys() -> TableKeys:
    return table_keys("fuel-ski-monkey-curve-jazz-medal", read_broker("Broker.Example"))


def test_the_keys_of_a_table_are_those_of_other_versions_of_the_program(keys):
    assert words_of(bytes(32)) == "fuel-ski-monkey-curve-jazz-medal"
    assert keys.id == "7a479ef916232a16"
    assert topic(keys.door, "door") == "bones/1/c9eb456ea7dc53927912cf1d82c8fb50"
    assert host_identity(bytes(32)).public == "b41abd65edbdfa680fe7b6ef373a28170c9a3389246bd8c69ddacea9bf032a67"


def test_the_address_belongs_to_the_keys(keys, monkeypatch):
    salts = []
    monkeypatch.setattr(
        sealing.argon2id, "kdf", lambda size, words, salt, *limits: salts.append((salt, limits)) or b"k" * size
    )
    for text in ("b.example", "b.example:1884", "c.example", "B.example"):
        table_keys("a-b", read_broker(text))
    assert len({salt for salt, _limits in salts}) == 3
    assert salts[0] == salts[3]
    # The published setting "moderate": three passes over 256 MiB.
    assert {limits for _salt, limits in salts} == {(3, 256 << 20)}


def test_too_little_memory_is_one_sentence(monkeypatch):
    def refuse(*_given: object) -> bytes:
        raise CryptoError("no")

    monkeypatch.setattr(sealing.argon2id, "kdf", refuse)
    with pytest.raises(SealError, match="256 MB"):
        table_keys("a-b", read_broker("nas"))


def test_words_follow_from_the_key_and_use_the_whole_list():
    found = Counter(word for _each in range(3_000) for word in words_of(os.urandom(32)).split("-"))
    assert len(found) > 2_000
    assert max(found.values()) < 40
    assert set(found) <= set(word_list())
    words = words_of(KEY)
    assert words_of(KEY) == words
    assert read_words(words) == words
    assert words_of(KEY[::-1]) != words


def test_what_is_sealed_opens_with_the_same_key_and_topic_alone():
    sealed = seal(KEY, "a", b"melee")
    assert unseal(KEY, "a", sealed) == b"melee"
    assert b"melee" not in sealed
    assert seal(KEY, "a", b"melee") != sealed
    assert len(sealed) == len(b"melee") + sealing.SEAL_BYTES
    assert unseal(KEY, "a", seal(KEY, "a", b"")) == b""
    for key, at, data in ((bytes(32), "a", sealed), (KEY, "b", sealed), (KEY, "", sealed), (KEY, "a", b"")):
        with pytest.raises(SealError):
            unseal(key, at, data)


@given(st.integers(0, 44), st.integers(1, 255))
def test_one_changed_byte_is_enough(place, by):
    sealed = bytearray(seal(KEY, "a", b"melee"))
    sealed[place] ^= by
    with pytest.raises(SealError):
        unseal(KEY, "a", bytes(sealed))
    with pytest.raises(SealError):
        unseal(KEY, "a", bytes(sealed[:place]))


def test_a_signature_is_that_of_one_identity_over_one_text():
    anna, ben = Identity(b"a" * 32), Identity(b"b" * 32)
    signature = anna.sign(b"text")
    assert Identity(b"a" * 32).public == anna.public
    assert verify(anna.public, b"text", signature)
    for public, text, given_signature in (
        (ben.public, b"text", signature),
        (anna.public, b"texts", signature),
        (anna.public, b"text", signature[:-1]),
        (anna.public, b"text", bytes(64)),
        (anna.public, b"text", b""),
        ("", b"text", signature),
        ("zz" * 32, b"text", signature),
        ("00" * 32, b"text", bytes(64)),
    ):
        assert not verify(public, text, given_signature)


def test_a_topic_tells_nothing_and_its_parts_do_not_run_together():
    names = [topic(KEY, *parts) for parts in ((), ("a",), ("a", "b"), ("ab",), ("", "ab"), ("door",))]
    assert len(set(names)) == len(names)
    assert all(name.startswith("bones/1/") and len(name) == 40 for name in names)
    assert topic(bytes(32), "door") != topic(KEY, "door")


def test_a_signed_object_is_read_with_its_signature_alone():
    anna, ben = Identity(b"a" * 32), Identity(b"b" * 32)
    content = {"host": anna.public, "text": "ü\ud800"}
    sealed = seal_json(KEY, "a", anna, content)
    expected = {"host": anna.public, "text": "ü?"}
    assert unseal_json(KEY, "a", sealed) == unseal_json(KEY, "a", sealed, anna.public) == expected
    assert unseal_json(KEY, "a", sealed, ben.public) is None
    assert unseal_json(KEY, "a", seal_json(KEY, "a", ben, content)) is None
    assert unseal_json(KEY, "b", sealed) is None
    # Signed for another topic.
    assert unseal_json(KEY, "b", seal(KEY, "b", unseal(KEY, "a", sealed))) is None
    assert unseal_json(KEY, "a", seal_json(KEY, "a", anna, ["host"]), anna.public) is None


def channels() -> tuple[Channel, Channel]:
    host, seat = Identity(b"h" * 32), Identity(b"s" * 32)
    return (
        Channel(host, seat.public, KEY, TRANSCRIPT, is_host=True),
        Channel(seat, host.public, KEY, TRANSCRIPT, is_host=False),
    )


def test_frames_are_read_once_and_in_their_order():
    host, seat = channels()
    frames = [host.write("out", 1, bytes((each,))) for each in range(4)]
    assert seat.read("out", frames[0]) == (1, b"\0")
    assert seat.read("out", frames[0]) is None
    assert seat.read("other", frames[1]) is None
    assert seat.read("out", frames[1][:-1]) is None
    assert host.read("out", frames[1]) is None  # its own frame came back
    assert seat.read("out", frames[1]) == (1, b"\1")
    with pytest.raises(GapError):
        seat.read("out", frames[3])
    assert seat.read("out", frames[2]) == (1, b"\2")
    assert host.read("in", seat.write("in", 2)) == (2, b"")


def test_a_frame_without_the_signature_of_its_sender_ends_the_link():
    host, _seat = channels()
    forged = Channel(Identity(b"x" * 32), host.peer, KEY, TRANSCRIPT, is_host=False)
    with pytest.raises(GapError):
        host.read("in", forged.write("in", 1, b"text"))
    other = Channel(Identity(b"s" * 32), host.peer, KEY, b"u" * 32, is_host=False)
    assert host.read("in", other.write("in", 1, b"text")) is None


@pytest.mark.parametrize("content", [b"", b"x" * 63, b"x" * 64, b"x" * 72, bytes(72), bytes(64) + b"\xff" * 9])
def test_a_frame_of_another_form_ends_the_link(content):
    host, seat = channels()
    with pytest.raises(GapError):
        host.read("in", seal(seat._sending, "in", content))
