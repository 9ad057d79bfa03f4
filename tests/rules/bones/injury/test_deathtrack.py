import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.rules.bones.book.character import Kind
from bones_desktop.rules.bones.injury.injuries import State, condition, death_track, lose, slay, suffer, suffer_all
from tests.support.people import bob, someone

HORDE_DIE = "melee,melee,melee,blank,blank,regenerate"
BEAST_DIE = "universal,melee,melee,defend,defend,defend"


def test_four_dice_die_of_eight_points():
    track = death_track(bob())
    assert [step.damage for step in track] == list(range(1, 9))
    assert [step.die for step in track] == [3, 2, 1, 0, None, None, None, None]
    assert [step.state for step in track] == [State.HURT] * 3 + [State.INCAPACITATED] * 4 + [State.DEAD]
    assert not any(step.taken for step in track)


def test_dice_lost_by_choice_come_first_in_the_order_they_were_lost():
    track = death_track(lose(lose(bob(), 1), 3))
    assert [(step.die, step.taken) for step in track[:4]] == [(1, True), (3, True), (2, False), (0, False)]


def test_damage_below_zero_counts_on_to_death():
    hurt = suffer_all(bob(), 5)
    track = death_track(hurt)
    assert [step.taken for step in track] == [True] * 5 + [False] * 3
    assert sum(not step.taken for step in track) == condition(hurt).until_death


def test_a_horde_breaks_and_nobody_without_dice_dies():
    track = death_track(suffer(someone(Kind.HORDE, HORDE_DIE, HORDE_DIE)))
    assert [step.state for step in track] == [State.HURT, State.BROKEN]
    assert [step.taken for step in track] == [True, False]
    assert death_track(someone(Kind.CAST)) == ()


def test_being_killed_outright_takes_no_points():
    assert [step.taken for step in death_track(slay(lose(bob(), 0)))] == [True] + [False] * 7


@given(st.integers(1, 9), st.data())
def test_the_track_says_what_each_next_point_does(dice, data):
    """Whatever was lost before, in whatever order, and however far below zero."""
    character = someone(Kind.BEAST, *[BEAST_DIE] * dice)
    for die in data.draw(st.lists(st.integers(0, dice - 1), unique=True)):
        character = lose(character, die)
    track = death_track(character)
    assert len(track) == 2 * dice
    for step in track[len(character.lost) :]:
        assert not step.taken
        lost = {entry.die for entry in character.lost}
        character = suffer(character)
        assert condition(character).state is step.state
        assert {entry.die for entry in character.lost} - lost == ({step.die} if step.die is not None else set())
    assert condition(character).state is State.DEAD
    assert all(step.taken for step in death_track(character))


@pytest.mark.parametrize("excess", [1, 4, 9])
def test_a_file_with_damage_below_zero_and_dice_left_has_a_track_all_the_same(excess):
    odd = bob().with_(excess_damage=excess)
    track = death_track(odd)
    assert sum(step.taken for step in track) == excess
    assert track[-1].state is State.DEAD
