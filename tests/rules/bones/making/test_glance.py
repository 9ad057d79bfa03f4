"""One character at a glance."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.rules.bones.book.character import Character, CharacterKind, MaintainedEffect, Sacrifice
from bones_desktop.rules.bones.injury import injuries, magic
from bones_desktop.rules.bones.injury.injuries import State, forecast
from bones_desktop.rules.bones.making.standing import DieGlance, glance
from tests.support.people import ID, bob, ragnar, someone
from tests.support.rulebooks import rulebook


def seen(character: Character):
    return glance(rulebook(), character)


def test_an_unhurt_character_shows_its_dice_by_one_face_each():
    found = seen(ragnar().with_(spiffs=3, sessions=2, portrait="abcd"))
    assert found.character.portrait == "abcd"
    assert found.dice == tuple(map(DieGlance, ("riding", "perception", "missile", "missile")))
    assert found.condition.state is State.UNHURT
    assert (found.recovery.next_in, found.recovery.whole_in, found.held) == (None, 0, 0)
    assert (found.spiffs, found.sessions, found.next_icon) == (3, 2, 1)
    assert (found.magic, found.character.effects, found.character.hindering) == (None, (), ())


def test_lost_dice_stay_in_their_places_and_rest_brings_them_back():
    found = seen(injuries.suffer_all(ragnar(), 2, "spear"))
    assert [die.lost for die in found.dice] == [False, False, True, True]
    assert (found.recovery.next_in, found.recovery.whole_in) == (7, 14)
    assert not found.condition.is_dying


@pytest.mark.parametrize(
    ("damage", "state", "dying", "left"),
    [(4, State.INCAPACITATED, False, 4), (6, State.INCAPACITATED, True, 2), (8, State.DEAD, False, 0)],
)
def test_damage_below_zero_is_dying_until_it_kills(damage, state, dying, left):
    found = seen(injuries.suffer_all(ragnar(), damage))
    assert (found.condition.state, found.condition.is_dying, found.condition.until_death) == (state, dying, left)


def test_the_dead_are_not_waited_for():
    found = seen(injuries.slay(injuries.lose(ragnar(), 0)))
    assert (found.condition.state, found.recovery.next_in, found.recovery.whole_in) == (State.DEAD, None, None)


def test_a_die_held_by_magic_keeps_the_character_from_being_whole():
    found = seen(injuries.suffer(magic.maintain_by_health(bob(), "Light", 4, die=1)))
    assert found.dice[1] == DieGlance(found.dice[1].face, lost=True, held=True)
    assert (found.held, found.recovery.next_in, found.recovery.whole_in) == (1, 7, None)
    assert [(each.name, each.strength, each.sacrifice) for each in found.character.effects] == [
        ("Light", 4, Sacrifice.HEALTH)
    ]


def test_an_effect_that_runs_out_tells_its_rounds():
    ward = MaintainedEffect(name="Ward", strength=2, sacrifice=Sacrifice.VALUE, rounds=3)
    assert seen(bob().with_(effects=(ward,))).character.effects == (ward,)


def uses(character: Character) -> tuple[int, int, int]:
    """Return the safe level, the free uses left and the cost of the next."""
    found = seen(character).magic
    return found.safe, found.free, found.penalty


def test_magic_counts_down_and_then_costs():
    character = bob()
    assert uses(character) == (5, 5, 0)
    for left, penalty in ((4, 0), (3, 0), (2, 0), (1, 0), (0, 1), (0, 2), (0, 3)):
        character = magic.use_magic(character)
        assert uses(character) == (5, left, penalty)


def test_one_whose_magic_is_lost_still_has_to_do_with_magic():
    assert uses(injuries.suffer_all(bob(), 4)) == (0, 0, 1)


@pytest.mark.parametrize("kind", [CharacterKind.CAST, CharacterKind.BEAST, CharacterKind.HORDE])
def test_only_players_have_spiffs_and_sessions(kind):
    found = seen(someone(kind, "universal,physical,melee,melee,melee,melee").with_(spiffs=4, sessions=4))
    assert (found.spiffs, found.sessions, found.next_icon) == (None, None, None)


def test_a_character_without_dice_is_seen_too():
    assert seen(Character(id=ID)).dice == ()


@given(damage=st.integers(0, 10), held=st.sets(st.integers(0, 3)), slain=st.booleans())
def test_it_agrees_with_the_rules_it_is_made_of(damage, held, slain):
    character = injuries.suffer_all(ragnar(), damage).with_(slain=slain)
    for place in held & {entry.die for entry in character.lost}:
        character = injuries.set_held(character, place, True)
    found, recovery = seen(character), forecast(character)
    assert (found.recovery.next_in, found.recovery.whole_in) == (recovery.next_in, recovery.whole_in)
    assert found.condition == injuries.condition(character)
    assert [place for place, die in enumerate(found.dice) if not die.lost] == list(character.available())
    assert found.held == len(recovery.held)
