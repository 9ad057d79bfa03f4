from collections import Counter
from random import Random

import pytest

from bones_desktop.rules.dice import Die, Throw, throw

COIN = Die(("head", "tail"), "Coin", "character", "die 1")
D6 = Die((1, 2, 3, 4, 5, 6))


def test_a_throw_shows_one_face_of_each_die_in_order():
    shown = Throw((COIN, COIN, COIN), (0, 1, 0))
    assert shown.faces == ("head", "tail", "head")


def test_a_throw_needs_as_many_faces_as_dice():
    with pytest.raises(ValueError, match="2 dice need as many faces, not 1"):
        Throw((COIN, COIN), (0,))


@pytest.mark.parametrize("index", [-1, 2])
def test_a_face_must_be_on_its_die(index):
    with pytest.raises(ValueError, match="on a die of 2"):
        Throw((COIN,), (index,))


def test_the_same_seed_gives_the_same_throw():
    assert throw([D6] * 8, Random(7)) == throw([D6] * 8, Random(7))


def test_dice_are_drawn_in_their_order():
    rng = Random(11)
    expected = tuple(rng.randrange(6) for _ in range(5))
    assert throw([D6] * 5, Random(11)).indices == expected


def test_every_face_is_equally_likely():
    rng = Random(1)
    seen = Counter(throw([D6], rng).faces[0] for _ in range(6000))
    assert set(seen) == {1, 2, 3, 4, 5, 6}
    assert all(850 < number < 1150 for number in seen.values())


def test_no_dice_make_an_empty_throw():
    assert throw([], Random(1)).faces == ()
