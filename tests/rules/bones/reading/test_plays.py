"""Throws with all that was done to them: the rulebook's examples, opponents, spiffs, and successes that only count."""

from dataclasses import replace

import pytest

from bones_desktop.rules.bones.book.attempts import Eligibility, Task, eligibility
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.icons import Face, face
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.game import facts
from bones_desktop.rules.bones.reading.plays import (
    OtherSide,
    Play,
    PlayReading,
    Reroll,
    Ruling,
    income,
    measured_task,
    metres_of,
    read_play,
)
from bones_desktop.rules.bones.reading.requests import Occasion, Request, ThrowKind, occasion_of
from bones_desktop.rules.bones.reading.tasks import challenge_dice
from bones_desktop.rules.dice import Die, Throw
from bones_desktop.rules.reading import Role, Tone
from tests.support.foreach import for_each
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook

PLAIN = HouseRules()


def showing(*codes: str, group: str = "character", spare: str = "blank") -> tuple[Die[Face], ...]:
    """Return dice whose first face is the one given, with `spare` on the second."""
    rest = (face(spare), *[face("blank")] * 4)
    return tuple(Die((face(code), *rest), f"Die {n}", group, f"die {n}") for n, code in enumerate(codes, 1))


def bobs(*numbers: int) -> Throw[Face]:
    """Return Bob's own dice with these faces up, counted from 1."""
    return Throw(task_pool(rulebook(), bob()), tuple(number - 1 for number in numbers))


def with_nulls(fell: Throw[Face], task: Task, nulls: int) -> Throw[Face]:
    """Return the throw with the challenge dice of the task, so many of them Nulls."""
    dice = challenge_dice(rulebook(), task)
    null, other = (next(n for n, each in enumerate(dice[0].faces) if each.is_blank is blank) for blank in (False, True))
    return Throw((*fell.dice, *dice), (*fell.indices, *(null if n < nulls else other for n in range(len(dice)))))


def of(request: Request, fell: Throw[Face], nulls: int = 0, character=None) -> Play:
    occasion = occasion_of(rulebook(), character or bob(), request)
    return Play(occasion, with_nulls(fell, occasion.task, nulls) if occasion.task.difficulty else fell)


def read(play: Play) -> PlayReading:
    return read_play(rulebook(), PLAIN, play)


def first(reading: PlayReading):
    return reading.task.reading.findings[0]


def test_ex_1_bob_climbs_a_tree():
    fell = Throw(showing("universal", "maneuver", "magic", "scholar"), (0,) * 4)
    play = of(Request(difficulty="easy"), fell, nulls=1)
    assert len(play.throw.dice) == 6
    found = read(play).task
    assert (found.successes, found.net, found.success) == (2, 1, True)


@for_each(
    ("skill", "allowed", "cap"),
    [("melee", True, None), ("scholar", True, 6), ("magic", True, 5), ("craft", True, 2), ("riding", True, 2),
     ("healer", True, 2), ("thief", False, 0), ("artisan", False, 0), ("merchant", False, 0),
     ("outdoorsman", False, 0), ("sailor", False, 0), ("unarmed", False, 0)],
)  # fmt: skip
def test_ex_3_bobs_caps(skill, allowed, cap):
    occasion = occasion_of(rulebook(), bob(), Request(skill))
    found = eligibility(rulebook(), PLAIN, occasion.task, task_pool(rulebook(), bob()))
    assert (found.allowed, found.cap) == (allowed, cap)
    assert isinstance(found, Eligibility)


def goblin(*codes: str, skill: str = "perception") -> OtherSide:
    return OtherSide("Goblin", Task(skill, against=0), Throw(showing(*codes), (0,) * len(codes)))


def test_ex_4_bob_spies_a_goblin():
    play = of(Request("stealth", difficulty="", opponent="block:goblin"), bobs(1, 1, 3, 2))
    play = replace(play, other=goblin("universal", "perception"))
    found = read(play)
    assert found.task.successes == 3
    assert found.other is not None
    assert found.other.successes == 2
    assert (found.task.net, found.task.success) == (1, True)
    assert measured_task(rulebook(), PLAIN, play) == Task("stealth", against=2, against_skill="perception")


def test_an_opponent_who_may_not_try_has_no_successes():
    play = of(Request("magic", difficulty="", opponent="block:goblin"), bobs(3, 3, 3, 3))
    found = read(replace(play, other=goblin("universal", "melee", skill="magic")))
    assert found.other is not None
    assert not found.other.allowed
    assert found.task.net == found.task.successes == 4


@pytest.mark.parametrize(
    ("move", "successes", "metres"),
    [(1.0, 0, 30), (1.0, 1, 30), (1.0, 2, 45), (1.0, 3, 45), (1.0, 4, 60), (4.0, 0, 75), (0.5, 0, 22)],
)
def test_ex_6_movement(move, successes, metres):
    codes = ["maneuver"] * successes + ["blank"]
    character = bob().with_(move=move)
    fell = Throw(showing(*codes), (0,) * len(codes))
    found = read(of(Request(kind=ThrowKind.MOVEMENT), fell, character=character))
    assert (first(found).id, first(found).value, first(found).tone) == ("movement", metres, Tone.GOOD)
    assert found.score == move + 1 + successes // 2


def test_half_a_movement_score_is_seven_and_a_half_metres():
    """They were rounded to 8."""
    assert [metres_of(score) for score in (0.5, 1.0, 1.5, 2.25)] == [7.5, 15, 22.5, 33.75]
    zombie = bob().with_(move=0.5)
    assert next(fact.value for fact in facts(rulebook(), zombie) if fact.id == "metres") == "7.5"
    fell = Throw(showing("blank"), (0,))
    found = read(of(Request(kind=ThrowKind.MOVEMENT), fell, character=zombie))
    assert dict(first(found).reason.values)["metres"] == "22.5"


def test_ex_8_bob_on_goblins():
    play = of(Request("scholar", ThrowKind.STRATEGIC, "difficult"), bobs(6, 1, 2, 5), nulls=3)
    assert len(play.throw.dice) == 4 + 8
    found = read(play)
    assert (found.task.successes, found.task.net, found.task.success) == (4, 1, True)
    assert found.coins is None


def test_ex_9_lecturing():
    fell = Throw(showing("universal", "scholar", "blank", "blank"), (0,) * 4)
    found = read(of(Request("scholar", ThrowKind.INCOME, assets=1), fell))
    assert len(fell.dice) == 4, "no challenge dice"
    assert found.coins == 300
    assert dict(first(found).reason.values) == {"coins": 300, "n": 2}


@pytest.mark.parametrize(
    ("skill", "coins"), [("merchant", 750), ("sailor", 300), ("craft", 300), ("melee", 100), ("physical", 100)]
)
def test_assets_earn_with_some_skills_only(skill, coins):
    assert income(rulebook(), skill, 2, 1) == coins


def test_income_that_may_not_be_tried_earns_nothing():
    found = read(of(Request("merchant", ThrowKind.INCOME, assets=2), bobs(1, 1, 1, 1)))
    assert found.coins is None
    assert first(found).reason.code == "no-icon"


def test_ex_10_the_dukes_daughter():
    play = of(Request("social", ThrowKind.STRATEGIC, "almost-impossible"), bobs(1, 4, 3, 3), nulls=6)
    assert len(play.throw.dice) == 4 + 12
    found = read(play).task
    assert (found.successes, found.net, found.success) == (1, -5, False)


@pytest.mark.parametrize(
    ("metres", "yielding", "successes", "damage"),
    [(15, False, 0, 2), (10, False, 0, 1), (5, False, 0, 0), (15, True, 0, 1), (15, False, 3, 1), (15, False, 4, 0)],
)
def test_ex_18_fall(metres, yielding, successes, damage):
    codes = ["maneuver"] * successes + ["blank"]
    fell = Throw(showing(*codes), (0,) * len(codes))
    found = read(of(Request(kind=ThrowKind.FALL, metres=metres, yielding=yielding), fell))
    assert found.damage == damage
    assert first(found).tone is (Tone.BAD if damage else Tone.GREAT)
    assert first(found).reason.code == ("fall-damage" if damage else "fall-unharmed")


@pytest.mark.parametrize(
    ("faces", "beyond", "successes", "hurt"),
    [((2, 2, 2, 2), 0, 1, 0), ((2, 2, 2, 2), 1, 0, 1), ((5, 5, 5, 5), 0, -1, 1), ((5, 5, 5, 5), -1, 0, 0)],
)
def test_magic_past_the_safe_level_that_leaves_no_success_does_one_damage(faces, beyond, successes, hurt):
    tired = bob().with_(recent_magic=5 + beyond, magic_beyond=max(0, beyond))
    found = read(of(Request("magic", difficulty="easy"), bobs(*faces), character=tired))
    assert (found.task.after_fatigue, found.overreach) == (successes, hurt)
    said = [each.reason.code for each in found.task.reading.findings]
    assert ("overreach" in said) is bool(hurt)


def test_nulls_and_encumbrance_never_cause_the_damage_of_magic():
    """MAG-14, amendment 10."""
    tired = bob().with_(recent_magic=5)
    found = read(of(Request("magic", difficulty="average"), bobs(2, 1, 1, 1), nulls=2, character=tired))
    assert (found.task.after_fatigue, found.task.success, found.overreach) == (3, True, 0)
    found = read(of(Request("magic", difficulty="difficult"), bobs(2, 1, 1, 1), nulls=8, character=tired))
    assert (found.task.success, found.overreach) == (False, 0)


def test_a_success_by_the_gms_word_and_a_soaked_damage_leave_no_harm_of_magic():
    tired = bob().with_(recent_magic=9, magic_beyond=4)
    play = of(Request("magic", difficulty="easy"), bobs(5, 5, 5, 5), character=tired)
    assert read(play).overreach == 1
    assert read(replace(play, ruling=Ruling(1))).overreach == 0
    assert read(replace(play, ruling=Ruling(-1))).overreach == 1
    assert read(replace(play, soaked=1)).overreach == 0


def test_a_soaked_damage_is_taken_off_a_fall_once_hindering_dice_left_it_over():
    play = of(Request(kind=ThrowKind.FALL, metres=15), bobs(2, 3, 2, 3))
    assert (read(play).damage, read(replace(play, soaked=1)).damage) == (2, 1)
    assert read(replace(play, soaked=3)).task.reading.findings[0].reason.code == "fall-unharmed"
    poisoned = Throw((*play.throw.dice, *showing("poison", group="hindering")), (*play.throw.indices, 0))
    both = read(replace(play, throw=poisoned, soaked=1))
    assert (both.task.damage, both.damage) == (0, 2)


def test_regenerate_icons_heal_unless_their_die_is_just_lost():
    """HEAL-6, AMB-62."""
    own = showing("regenerate", "regenerate x2", "melee")
    fell = Throw(own, (0, 0, 0))
    play = Play(Occasion(Task("melee", "easy")), fell)
    assert read(play).regenerated == 3
    assert read(Play(Occasion(Task("melee", "easy")), Throw(own, (1, 0, 1)))).regenerated == 2
    hurt = Throw((*own, *showing("poison", "poison", "poison", group="hindering")), (0,) * 6)
    assert read(replace(play, throw=hurt)).regenerated == 0
    items = Throw((*own, *showing("regenerate", group="item")), (1, 1, 0, 0))
    assert read(replace(play, throw=items)).regenerated == 0


def test_penalties_take_from_what_only_counts_but_never_below_nothing():
    fell = Throw(showing("maneuver", "maneuver"), (0, 0))
    assert read(of(Request(kind=ThrowKind.MOVEMENT, penalty=1), fell)).score == 2
    assert read(of(Request(kind=ThrowKind.MOVEMENT, penalty=9), fell)).score == 2


def test_ex_41_shackled_magic():
    play = of(Request("magic", difficulty="average", levels=3), bobs(3, 3, 3, 3), nulls=2)
    assert len(play.throw.dice) == 4 + 12
    assert read(play).task.net == 2


# --- spiffs -----------------------------------------------------------------------------------------------------------


def test_a_bought_success_counts_after_the_cap():
    play = of(Request("craft", difficulty="easy"), bobs(4, 1, 1, 1), nulls=2)
    assert (read(play).task.net, read(replace(play, bought=1)).task.net) == (0, 1)


def test_a_die_thrown_again_shows_its_new_face():
    fell = Throw(showing("blank", spare="maneuver"), (0,))
    play = of(Request(difficulty="", against=0), fell)
    again = replace(play, reroll=Reroll(0, 1))
    assert not read(play).task.success
    assert read(again).task.success
    assert (again.throw.indices, again.shown.indices) == ((0,), (1,))
    assert play.shown is play.throw


def test_dice_taken_by_damage_stay_taken_when_one_is_thrown_again():
    own = showing("maneuver", "blank", spare="maneuver")
    poison = showing("poison", group="hindering")
    play = of(Request(difficulty="", against=0), Throw((*own, *poison), (0, 0, 0)))
    before = read(play).task
    assert before.reading.lost == (0,)
    after = read(replace(play, reroll=Reroll(1, 1))).task
    assert after.reading.lost == (0,)
    assert [die.role for die in after.reading.dice] == [Role.LOST, Role.COUNTS, Role.HURTS]
    assert after.net == 1


def test_an_occasion_of_another_kind_keeps_what_the_task_says():
    play = Play(Occasion(Task("melee", against=1)), Throw(showing("melee", "melee"), (0, 0)))
    found = read_play(rulebook(), ragnar().house_rules, play)
    assert (found.score, found.damage, found.coins, found.other) == (None, 0, None, None)
    assert first(found).reason.code == "success"
