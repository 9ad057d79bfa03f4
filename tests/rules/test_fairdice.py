import hashlib
import hmac
from random import Random

import pytest

from bones_desktop.rules.dice import Die
from bones_desktop.rules.fairdice import (
    SealedRandom,
    commitment,
    draw_label,
    sealed_indices,
    sealed_throw,
    throw_label,
)

SEED = bytes(range(32))
D6 = tuple("abcdef")


def die(key: str, faces: tuple[str, ...] = D6) -> Die[str]:
    return Die(faces, "Roman", "character", key)


def test_what_was_sealed_once_is_drawn_for_ever():
    """These values may never change: seeds revealed long ago must still be checked against their logs."""
    assert commitment(SEED) == "1946ebcd4b812d189a7f3c4a9b51ab84f335e5abac1a4027949f0bd781149da0"
    dice = [die("die 1"), die("die 2"), die("challenge 1"), die("coin", ("h", "t"))] * 3
    assert sealed_throw(SEED, 7, dice).indices == (3, 2, 1, 1, 1, 4, 5, 0, 3, 5, 2, 1)
    assert sealed_throw(SEED, 8, dice).indices == (5, 1, 4, 1, 1, 2, 1, 1, 1, 3, 5, 1)
    assert sealed_throw(SEED, 1, [die("", tuple(map(str, range(1000))))] * 4).indices == (711, 515, 695, 299)
    source = SealedRandom(SEED, b"values")
    assert (source.getrandbits(17), source.randbytes(3).hex(), source.random(), source.choice("abc")) == (
        46109,
        "192869",
        0.9712922342741538,
        "c",
    )


def by_the_recipe(seed: bytes, number: int, dice: list[tuple[str, int]]) -> list[int]:
    """Draw as the module says in words, with nothing of its code."""
    label = f"throw|{number}"
    for key, faces in dice:
        label += "|" + key.replace("%", "%25").replace("|", "%7C").replace(":", "%3A") + f":{faces}"
    stream = b"".join(hmac.new(seed, f"{label}|{n}".encode(), hashlib.sha256).digest() for n in range(40))
    place, found = 0, []
    for _key, faces in dice:
        k = 1 if faces <= 256 else 2
        while True:
            taken = int.from_bytes(stream[place : place + k], "big")
            place += k
            if taken < 256**k - 256**k % faces:
                found.append(taken % faces)
                break
    return found


@pytest.mark.parametrize("count", [0, 1, 5, 40, 200])
def test_the_recipe_in_words_gives_the_same_faces(count):
    rng = Random(count)
    for number in range(1, 60):
        keys = [f"{rng.choice('a|b:c%d⚔')}{place}" for place in range(count)]
        dice = [
            die(key, tuple(map(str, range(rng.choice((1, 2, 6, 6, 6, 7, 20, 255, 256, 257, 1000)))))) for key in keys
        ]
        plain = [(each.key, len(each.faces)) for each in dice]
        assert list(sealed_throw(SEED, number, dice).indices) == by_the_recipe(SEED, number, plain)
        assert sealed_indices(SEED, number, plain) == sealed_throw(SEED, number, dice).indices


def test_bytes_that_would_favour_a_face_are_drawn_again():
    refused = 0
    for number in range(300):
        label = draw_label(number, [("die", 6)] * 20)
        stream = SealedRandom(SEED, label).randbytes(400)
        refused += any(byte >= 252 for byte in stream[:20])
        wanted = [byte % 6 for byte in stream if byte < 252][:20]
        assert list(sealed_indices(SEED, number, [("die", 6)] * 20)) == wanted
    assert refused > 50


def test_no_draw_can_be_read_as_another():
    labels = [
        throw_label(number, [die(key, faces) for key, faces in dice])
        for number in (1, 11, 111)
        for dice in (
            [],
            [("1", D6)],
            [("", D6)],
            [("", D6), ("", D6)],
            [("|:6", D6)],
            [(":6|", D6)],
            [("%7C%3A6", D6)],
            [("1", D6[:2])],
            [("1", D6), ("2", D6)],
            [("2", D6), ("1", D6)],
            [("1:6|2", D6)],
        )
    ]
    assert len(set(labels)) == len(labels)
    # The counter of blocks comes last, so that no label with a block is another label with another block.
    assert not any(one != other and one.startswith(other + b"|0") for one in labels for other in labels)


def test_a_source_is_whole_behind_the_interface_of_random():
    source = SealedRandom(SEED, b"interface")
    assert sorted(source.sample(range(50), 50)) == list(range(50))
    deck = list(range(20))
    source.shuffle(deck)
    assert sorted(deck) == list(range(20)) != deck
    assert all(0.0 <= source.random() < 1.0 for _ in range(1000))
    assert {source.randint(1, 6) for _ in range(200)} == {1, 2, 3, 4, 5, 6}
    assert {source.randrange(10, 0, -3) for _ in range(200)} == {10, 7, 4, 1}
    assert {source.randrange(1 << 70) >> 69 for _ in range(40)} == {0, 1}
    assert source.getrandbits(0) == 0
    assert max(source.getrandbits(3) for _ in range(100)) == 7
    assert len(source.randbytes(1000)) == 1000
    assert source.randbytes(0) == b""
    assert isinstance(source.gauss(), float)
    for empty in (0, -1):
        with pytest.raises(ValueError, match="empty range"):
            source.randrange(empty)
    with pytest.raises(ValueError, match="empty range"):
        source.randrange(5, 5)
    with pytest.raises(ValueError):
        source.getrandbits(-1)


def test_a_source_can_neither_be_begun_anew_nor_moved():
    source = SealedRandom(SEED, b"")
    for act in (source.seed, lambda: source.seed(1), source.getstate, lambda: source.setstate(())):
        with pytest.raises(NotImplementedError, match="seed and its label"):
            act()


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_has_32_bytes(seed):
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(seed)
    with pytest.raises(ValueError, match="32 bytes"):
        SealedRandom(seed, b"")


def test_the_base_class_is_never_asked(monkeypatch):
    """Everything random comes from the seed: two sources of one label agree in every method."""
    one, other = SealedRandom(SEED, b"same"), SealedRandom(SEED, b"same")
    for name in ("random", "gauss", "normalvariate", "expovariate", "betavariate", "triangular"):
        values = {"expovariate": (1.0,), "betavariate": (2, 3)}.get(name, ())
        assert getattr(one, name)(*values) == getattr(other, name)(*values)
    assert one.choices("abc", k=20) == other.choices("abc", k=20)
