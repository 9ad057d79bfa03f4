import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.rules.bones.book.character import CharacterKind, LostDie
from bones_desktop.rules.bones.injury.injuries import (
    State,
    condition,
    death_track,
    heal,
    heal_all,
    lose,
    revive,
    set_held,
    slay,
    suffer,
    suffer_all,
    with_dice_renumbered,
)
from bones_desktop.rules.bones.injury.magic import maintain_by_blood, maintain_by_health
from bones_desktop.rules.reasons import RulesError
from tests.support.people import bob, someone
from tests.support.refusals import refusal_code

HORDE_DIE = "melee,melee,melee,blank,blank,regenerate"
BEAST_DIE = "universal,melee,melee,defend,defend,defend"


def damaged(points: int):
    hurt = bob()
    for _ in range(points):
        hurt = suffer(hurt, "goblins")
    return hurt


def test_each_point_of_damage_takes_a_die():
    hurt = lose(bob(), 2, "a spear")
    assert hurt.available() == (0, 1, 3)
    assert condition(hurt).state is State.HURT
    assert hurt.lost[0].cause == "a spear"
    assert refusal_code(lambda: lose(hurt, 2)) == "die-already-lost"
    assert refusal_code(lambda: lose(hurt, 4)) == "no-such-die"


@pytest.mark.parametrize(
    ("points", "state", "left"),
    [
        (0, State.UNHURT, 8),
        (1, State.HURT, 7),
        (3, State.HURT, 5),
        (4, State.INCAPACITATED, 4),
        (7, State.INCAPACITATED, 1),
        (8, State.DEAD, 0),
    ],
)
def test_four_dice_are_alive_at_seven_damage_and_dead_at_eight(points, state, left):
    found = condition(damaged(points))
    assert (found.state, found.until_death) == (state, left)


def test_damage_below_zero_heals_first():
    hurt = damaged(6)
    assert hurt.excess_damage == 2
    hurt = heal(hurt, 0)
    assert (hurt.excess_damage, len(hurt.lost)) == (1, 4)
    hurt = heal(heal(hurt), 0)
    assert (hurt.excess_damage, hurt.available()) == (0, (0,))


def test_healing_without_a_choice_takes_the_die_lost_last():
    hurt = lose(lose(bob(), 3), 1)
    assert heal(hurt).available() == (0, 1, 2)
    assert heal(hurt, 3).available() == (0, 2, 3)
    assert refusal_code(lambda: heal(hurt, 0)) == "die-not-lost"
    assert refusal_code(lambda: heal(bob())) == "nothing-to-heal"


def test_a_held_die_does_not_heal_while_it_is_held():
    hurt = lose(bob(), 1, "consecration", held=True)
    assert refusal_code(lambda: heal(hurt, 1)) == "die-held"
    assert refusal_code(lambda: heal(hurt)) == "all-dice-held"
    assert refusal_code(lambda: heal_all(hurt)) == "all-dice-held"
    assert heal(set_held(hurt, 1, False)) == bob()


def test_healing_all_leaves_only_held_dice():
    hurt = lose(lose(bob(), 0, held=True), 1)
    assert heal_all(hurt).available() == (1, 2, 3)
    assert heal_all(damaged(7)) == bob()


def test_who_died_of_damage_is_not_healed_back_to_life():
    """CMB-15."""
    dead = damaged(8)
    assert condition(dead).state is State.DEAD
    assert refusal_code(lambda: heal(dead)) == refusal_code(lambda: heal_all(dead)) == "slain-cannot-heal"
    assert heal(revive(dead)).excess_damage == 2
    assert heal(damaged(7)).excess_damage == 2


def test_slain_and_back_by_a_miracle():
    slain = slay(damaged(5))
    assert condition(slain).state is State.DEAD
    assert refusal_code(lambda: heal(slain)) == "slain-cannot-heal"
    assert refusal_code(lambda: slay(slain)) == "dead-already"
    back = revive(slain)
    assert condition(back).state is State.INCAPACITATED
    assert condition(revive(damaged(8))).until_death == 1
    assert refusal_code(lambda: revive(bob())) == "not-dead"


def test_a_horde_without_dice_is_broken_and_takes_no_more():
    horde = someone(CharacterKind.HORDE, HORDE_DIE, HORDE_DIE)
    horde = suffer(suffer(horde))
    assert condition(horde).state is State.BROKEN
    assert refusal_code(lambda: suffer(horde)) == "horde-broken"
    assert condition(heal(horde)).state is State.HURT


def test_the_dead_take_no_more_damage() -> None:
    hurt = bob()
    for _ in range(8):
        hurt = suffer(hurt)
    assert condition(hurt).state is State.DEAD
    with pytest.raises(RulesError) as refused:
        suffer(hurt)
    assert refused.value.reason.code == "dead-already"


def test_damage_after_death_or_after_a_horde_broke_changes_nothing():
    dead = suffer_all(bob(), 99, "fall")
    assert dead == damaged(8).with_(lost=dead.lost)
    assert condition(dead).state is State.DEAD
    assert suffer_all(dead, 1) == dead
    assert suffer_all(bob(), 3, "goblins") == damaged(3)
    horde = someone(CharacterKind.HORDE, HORDE_DIE)
    assert condition(suffer_all(horde, 5)).state is State.BROKEN
    assert suffer_all(bob(), 0) == bob()


def test_a_lost_die_keeps_the_day():
    hurt = suffer(lose(bob().with_(day=40), 2, "a spear"))
    assert [entry.day for entry in hurt.lost] == [40, 40]


def test_injuries_and_effects_follow_dice_to_their_new_places():
    """Those of a die that is gone are gone; an effect it was given for stays, without a die."""
    given = maintain_by_health(maintain_by_health(lose(bob(), 0), "Light", 1, 1), "Wall", 1, 3)
    moved = with_dice_renumbered(maintain_by_blood(given, "Ward", 1), {0: 1, 1: 0, 2: 2})
    assert [entry.die for entry in moved.lost] == [1, 0]
    assert [(effect.name, effect.die) for effect in moved.effects] == [("Light", 0), ("Wall", None), ("Ward", None)]


def test_four_dice_die_of_eight_points():
    track = death_track(bob())
    assert len(track) == 8
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
    track = death_track(suffer(someone(CharacterKind.HORDE, HORDE_DIE, HORDE_DIE)))
    assert [step.state for step in track] == [State.HURT, State.BROKEN]
    assert [step.taken for step in track] == [True, False]
    assert death_track(someone(CharacterKind.CAST)) == ()


def test_being_killed_outright_takes_no_points():
    assert [step.taken for step in death_track(slay(lose(bob(), 0)))] == [True] + [False] * 7


def test_a_loss_of_a_die_that_is_not_there_is_no_point_on_the_track():
    """As a hand-made file may have it."""
    assert death_track(bob().with_(lost=(LostDie(die=4), LostDie(die=1)))) == death_track(lose(bob(), 1))


@given(st.integers(1, 9), st.data())
def test_the_track_says_what_each_next_point_does(dice, data):
    """Whatever was lost before, in whatever order, and however far below zero."""
    character = someone(CharacterKind.BEAST, *[BEAST_DIE] * dice)
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
