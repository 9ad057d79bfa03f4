from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.reading.tasks import Hindrance, hindrance, take_dice
from tests.support.foreach import for_each


@for_each(
    ("code", "group", "does"),
    [
        ("poison", "hindering", Hindrance(damage=1)),
        ("flaming", "hindering", Hindrance(damage=1)),
        ("poison x2", "hindering", Hindrance(damage=2)),
        ("poison", "item", Hindrance(damage=1)),
        ("damage", "hindering", Hindrance(damage=1)),
        ("damage", "character", Hindrance()),
        ("null", "challenge", Hindrance(nulls=1)),
        ("null x2", "character", Hindrance(nulls=2)),
        ("encumbrance x3", "item", Hindrance(encumbrance=3)),
        ("encumbrance+defend", "item", Hindrance(encumbrance=1)),
        ("hoar-frost", "character", Hindrance()),
        ("blank", "hindering", Hindrance()),
    ],
)
def test_what_a_face_does_against_its_owner(code, group, does):
    assert hindrance(face(code), group) == does


def test_damage_takes_the_counting_die_that_counted_least():
    assert take_dice({0: 2, 1: 0, 2: 1, 3: 2}, 1) == (2,)


def test_of_equals_the_later_die_goes():
    assert take_dice({0: 1, 1: 1, 2: 0}, 1) == (1,)


def test_several_damage_go_one_after_another():
    assert take_dice({0: 2, 1: 0, 2: 1}, 3) == (2, 0, 1)


def test_without_a_counting_die_the_last_goes():
    assert take_dice({0: 0, 1: 0, 4: 0}, 1) == (4,)


def test_more_damage_than_dice_takes_them_all():
    assert sorted(take_dice({0: 1, 1: 0}, 5)) == [0, 1]


def test_the_owner_may_choose_among_counting_dice():
    assert take_dice({0: 2, 1: 1, 2: 1}, 2, (0,)) == (0, 2)


def test_once_no_counting_die_is_left_any_may_be_chosen():
    assert take_dice({0: 1, 1: 0, 2: 0}, 2, (0, 1)) == (0, 1)


@given(st.dictionaries(st.integers(0, 9), st.integers(0, 3), max_size=10), st.integers(0, 12))
def test_every_damage_takes_a_die_while_there_is_one(counts, damage):
    taken = take_dice(counts, damage)
    assert len(taken) == len(set(taken)) == min(damage, len(counts))
    worth = [counts[place] for place in taken]
    useful = [number for number in worth if number]
    assert useful == sorted(useful)
    assert worth[: len(useful)] == useful
