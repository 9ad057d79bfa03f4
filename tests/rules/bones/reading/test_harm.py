"""What harm of a throw is left, and taking it."""

import pytest

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.injury.blows import DamageKind
from bones_desktop.rules.bones.injury.injuries import heal, lose, slay
from bones_desktop.rules.bones.reading.plays import (
    Harm,
    PlayReading,
    dealt_to_thrower,
    has_dice_of,
    read_play,
    require_dice_of,
    suffer_harm,
)
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind
from bones_desktop.rules.bones.reading.tasks import TaskReading
from bones_desktop.rules.reasons import RulesError
from tests.support.people import bob, ragnar
from tests.support.plays import play_of
from tests.support.rulebooks import rulebook

EASY = Request("melee", difficulty="easy")


def poisoned(character: Character, count: int = 1) -> Character:
    for _ in range(count):
        character = injuries.add_hindering(character, injuries.hindering_from(rulebook().die("poison")))
    return character


def reading(character: Character) -> TaskReading:
    """Return the reading of a throw in which every own die shows Universal and every Poison poisons."""
    codes = ["universal"] * len(character.available()) + ["poison"] * len(character.hindering)
    play = play_of(character, EASY, ",".join(codes))
    return read_play(rulebook(), HouseRules(), play).task


def harm_left(character: Character, then: Character, task: TaskReading) -> Harm | None:
    """Return what hindering dice did and `character` has not taken since."""
    found = dealt_to_thrower(then.available(), PlayReading(task, None))
    return next(iter(found.left(character, injuries.damage(character) - injuries.damage(then))), None)


def left(character: Character, then: Character) -> Harm | None:
    return harm_left(character, then, reading(then))


def test_each_poison_takes_a_die_that_counted():
    hurt = poisoned(ragnar(), 2)
    assert left(hurt, hurt) == Harm("Poison", (2, 3))


@pytest.mark.parametrize(("gone", "dice"), [((), (3,)), ((3,), (2,)), ((3, 2), (1,)), ((3, 2, 1, 0), None)])
def test_what_a_die_was_to_take_that_another_throw_took_falls_to_another(gone, dice):
    hurt = poisoned(ragnar())
    found = dealt_to_thrower(hurt.available(), PlayReading(reading(hurt), None))
    for each in gone:
        hurt = lose(hurt, each, "Fall")
    harms = found.left(hurt, 0)
    assert [harm.dice for harm in harms] == ([] if dice is None else [dice])
    assert not found.left(hurt, 1)


def flaming(character: Character) -> Character:
    return injuries.add_hindering(character, injuries.hindering_from(rulebook().die("flaming")))


def hurt_by(character: Character, *hindering: str) -> TaskReading:
    """Return the reading of a throw in which own dice show Universal and hindering dice show these faces."""
    codes = ["universal"] * len(character.available()) + list(hindering)
    return read_play(rulebook(), HouseRules(), play_of(character, EASY, ",".join(codes))).task


def test_each_die_carries_the_cause_that_takes_it():
    then = flaming(poisoned(ragnar()))
    task = hurt_by(then, "poison", "flaming")
    harm = harm_left(then, then, task)
    assert harm.dice_with_causes == ((2, "Flaming"), (3, "Poison"))
    assert harm.every_cause == ("Flaming", "Poison")
    now = suffer_harm(then, harm)
    assert {each.die: each.cause for each in now.lost} == {2: "Flaming", 3: "Poison"}
    half = lose(then, 3, "Poison")
    rest = harm_left(half, then, task)
    assert rest == Harm("Flaming", (2,)), "what the other did is done"


def test_damage_beyond_the_dice_has_its_causes_too():
    then = flaming(poisoned(ragnar()))
    for die in (0, 1, 2):
        then = lose(then, die)
    harm = harm_left(then, then, hurt_by(then, "poison", "flaming"))
    assert (harm.dice_with_causes, harm.beyond) == (((3, "Poison"),), 1)
    assert harm.every_cause == ("Poison", "Flaming")


def test_each_point_beyond_the_dice_named_takes_one_with_its_own_cause():
    harm = Harm("Poison", (0, 1), beyond=3, causes=("Poison", "Poison", "Flaming", "Poison", "Flaming"))
    now = suffer_harm(ragnar(), harm)
    assert [each.cause for each in now.lost] == ["Poison", "Poison", "Flaming", "Poison"]
    assert now.excess_damage == 1
    alone = suffer_harm(ragnar(), Harm("Poison", (0,), beyond=2))
    assert [each.cause for each in alone.lost] == ["Poison"] * 3


def test_without_hindering_dice_there_is_none():
    assert left(ragnar(), ragnar()) is None


def test_taken_it_is_gone_and_comes_back_with_a_die_healed():
    then = poisoned(ragnar())
    harm = left(then, then)
    now = suffer_harm(then, harm)
    assert [(each.die, each.cause) for each in now.lost] == [(3, "Poison")]
    assert left(now, then) is None
    assert left(heal(now), then) == harm


def test_any_die_lost_since_counts():
    then = poisoned(ragnar(), 2)
    assert left(lose(then, 0), then) == Harm("Poison", (3,))


def test_dice_lost_before_the_throw_do_not_count():
    then = lose(poisoned(ragnar()), 0)
    assert left(then, then) == Harm("Poison", (3,))


def test_more_damage_than_dice_is_below_zero():
    then = poisoned(ragnar(), 3)
    for die in (0, 1, 2):
        then = lose(then, die)
    harm = left(then, then)
    assert harm == Harm("Poison", (3,), beyond=2)
    now = suffer_harm(then, harm)
    assert (now.available(), now.excess_damage) == ((), 2)
    assert left(now, then) is None


def test_the_dead_take_no_more():
    then = poisoned(ragnar())
    assert left(slay(then), then) is None


def test_a_die_lost_already_is_refused():
    with pytest.raises(RulesError) as caught:
        suffer_harm(lose(ragnar(), 1), Harm("Poison", (1,)))
    assert caught.value.reason.code == "die-already-lost"


def test_dice_are_those_that_were_thrown_while_their_faces_are():
    faces = [tuple(face.code for face in die.faces) for die in ragnar().dice]
    assert has_dice_of(ragnar(), range(4), faces)
    assert has_dice_of(lose(ragnar(), 0), range(4), faces), "lost or not"
    assert has_dice_of(lose(ragnar(), 0), (1, 2, 3), faces[1:])
    assert not has_dice_of(bob(), range(4), faces)
    assert not has_dice_of(ragnar(), range(5), (*faces, faces[0]))
    assert not has_dice_of(ragnar().with_(dice=ragnar().dice[:2]), range(4), faces)
    require_dice_of(ragnar(), range(4), faces)
    with pytest.raises(RulesError) as caught:
        require_dice_of(bob(), range(4), faces)
    assert caught.value.reason.code == "not-the-dice-thrown"


def fallen(character: Character, *, metres: int = 20) -> tuple[Harm, ...]:
    """Return the harm of a fall in which every own die is wasted and every Poison poisons."""
    codes = ["melee"] * len(character.available()) + ["poison"] * len(character.hindering)
    play = play_of(character, Request(kind=ThrowKind.FALL, metres=metres), ",".join(codes))
    found = read_play(rulebook(), HouseRules(), play)
    return dealt_to_thrower(character.available(), found).left(character, 0)


def test_a_fall_does_its_damage_beside_that_of_hindering_dice():
    assert fallen(ragnar()) == (Harm("", damage=3, kind=DamageKind.FALL),)
    assert fallen(poisoned(ragnar())) == (Harm("Poison", (3,)), Harm("", damage=3, kind=DamageKind.FALL))


def test_what_was_given_goes_to_hindering_dice_first_and_what_armour_absorbed_to_the_fall():
    then = poisoned(ragnar())
    play = play_of(then, Request(kind=ThrowKind.FALL, metres=20), "melee,melee,melee,melee,poison")
    found = read_play(rulebook(), HouseRules(), play)

    def still(now: Character, absorbed: int = 0) -> tuple[Harm, ...]:
        given = injuries.damage(now) - injuries.damage(then)
        return dealt_to_thrower(then.available(), found).left(now, given, absorbed)

    fall = Harm("", damage=3, kind=DamageKind.FALL)
    assert still(lose(then, 3)) == (fall,)
    assert still(lose(lose(then, 3), 2)) == (Harm("", damage=2, kind=DamageKind.FALL),)
    assert still(then, absorbed=3) == (Harm("Poison", (3,)),)
    assert still(then, absorbed=1) == (Harm("Poison", (3,)), Harm("", damage=2, kind=DamageKind.FALL))
    assert still(slay(then)) == ()


def test_magic_past_the_safe_level_does_what_it_does_once():
    tired = bob().with_(recent_magic=9, magic_beyond=4)
    play = play_of(tired, Request("magic", difficulty="easy"), "missile,missile,scholar,riding")
    found = read_play(rulebook(), HouseRules(), play)
    dealt = dealt_to_thrower(tired.available(), found)
    (harm,) = dealt.left(tired, 0)
    assert harm == Harm("", damage=1, kind=DamageKind.FATIGUE)
    hurt = suffer_harm(tired.with_(day=40), harm)
    assert [(lost.die, lost.day) for lost in hurt.lost] == [(3, 40)]
    assert dealt.left(hurt, injuries.damage(hurt)) == ()
