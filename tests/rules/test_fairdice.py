import hashlib
import hmac
from random import Random

import pytest

from bones_desktop.rules.dice import Die
from bones_desktop.rules.fairdice import (
    commitment,
    draw_label,
    sealed_indices,
    sealed_numbers,
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
        stream = sealed_numbers(SEED, label, [256] * 400)
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


def test_a_die_without_faces_is_refused():
    with pytest.raises(ValueError, match="has a face"):
        sealed_indices(SEED, 1, [("die", 0)])


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_has_32_bytes(seed):
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(seed)
    with pytest.raises(ValueError, match="32 bytes"):
        sealed_indices(seed, 1, [])
