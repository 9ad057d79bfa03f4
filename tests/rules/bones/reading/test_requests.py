"""What is chosen before a throw, and the task that follows from it."""

import pytest

from bones_desktop.rules.bones.book.attempts import Task, check
from bones_desktop.rules.bones.book.character import Character, ItemDie, ItemKind
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.injury.injuries import add_printed_item, lose
from bones_desktop.rules.bones.reading.requests import (
    OFF_STAGE,
    OWN_COUNT,
    Occasion,
    RaisedDifficulty,
    Request,
    ThrowKind,
    asked_of_opponent,
    distance_counts,
    distance_penalty,
    fall_damage,
    is_magic_use,
    may_fly,
    occasion_of,
    raised,
    reach_of,
    require_known,
    skill_of,
    usual_items,
    usual_opposition,
)
from bones_desktop.rules.reasons import RulesError
from tests.support.foreach import for_each
from tests.support.people import bob, die, ragnar
from tests.support.rulebooks import rulebook


def task(request: Request, character=None) -> Task:
    return occasion_of(rulebook(), character or ragnar(), request).task


def test_nothing_chosen_is_maneuver_against_average():
    assert occasion_of(rulebook(), ragnar(), Request()) == Occasion(Task("maneuver", "average"), metres=15)


@for_each("kind", ThrowKind)
@for_each("skill", ["maneuver", "physical", "mental", "magic"])
def test_every_request_makes_a_task_that_can_be_read(kind, skill):
    for chosen in (Request(skill, kind), Request(skill, kind, difficulty="", against=2)):
        made = occasion_of(rulebook(), bob(), chosen)
        check(made.task)
        assert made.kind is kind
        assert bool(made.task.difficulty) == (kind not in OWN_COUNT and bool(chosen.difficulty))


def test_moving_and_falling_are_maneuver_whatever_was_chosen_before():
    for kind in (ThrowKind.MOVEMENT, ThrowKind.FALL):
        chosen = Request("magic", kind, metres=20, yielding=True)
        made = occasion_of(rulebook(), ragnar().with_(move=0.5), chosen)
        assert skill_of(chosen) == made.task.skill == "maneuver"
        assert (made.move, made.metres, made.yielding) == (0.5, 20, True)
    assert {skill_of(Request("magic", kind)) for kind in OFF_STAGE} == {"magic"}


def test_a_throw_for_magic_on_stage_costs_what_the_next_use_costs():
    tired = bob().with_(recent_magic=6, magic_beyond=1)
    assert task(Request("magic"), tired).fatigue == 2
    assert task(Request("scholar"), tired).fatigue == 0
    assert task(Request("magic", ThrowKind.MOVEMENT), tired).fatigue == 0
    for kind in OFF_STAGE:
        assert not is_magic_use(Request("magic", kind))
        assert task(Request("magic", kind), tired).fatigue == 0, "AMB-95"


def test_whom_the_gm_lets_use_magic_without_an_icon_has_one_free_use():
    allowed = Request("magic", allowed_by_gm=True)
    assert task(allowed).fatigue == 0
    assert task(allowed, ragnar().with_(recent_magic=1)).fatigue == 1
    assert task(allowed, bob().with_(recent_magic=4)).fatigue == 0, "who bears icons has their number"


def test_levels_change_the_difficulty_but_not_what_is_quoted():
    assert task(Request("magic", levels=3)).difficulty == "almost-impossible"
    assert task(Request("magic", levels=-3)).difficulty == "easy"
    assert task(Request("magic", difficulty="impossible", levels=2)).difficulty == "impossible"


@pytest.mark.parametrize(
    ("skill", "distance", "broken", "penalty"),
    [
        ("perception", 120, False, 2),
        ("perception", 120, True, 6),
        ("stealth", 120, False, 0),
        ("missile", 120, True, 0),
    ],
)
def test_distance_counts_for_perception_and_not_without_a_weapon_that_reaches(skill, distance, broken, penalty):
    found = task(Request(skill, penalty=1, distance=distance, broken=broken))
    assert (found.penalty, found.distance) == (1, penalty)


def archer() -> Character:
    """Return somebody with a bow that reaches 70 m, a dagger that is thrown 10 m, and a sword."""
    weapons = [("Bow", 70), ("Dagger", 10), ("Sword", None)]
    faces = die("missile,missile,missile,defend,defend,defend").faces
    return ragnar().with_(
        equipment=tuple(
            ItemDie(name=name, kind=ItemKind.WEAPON, faces=faces, range_increment=reach) for name, reach in weapons
        )
    )


@for_each(
    ("items", "distance", "penalty"),
    [
        ((1,), 10, 0),
        ((1,), 11, 1),
        ((1, 2), 31, 3),
        ((0,), 0, 0),
        ((0,), 70, 0),
        ((0,), 71, 1),
        ((0, 1, 2), 141, 2),
        ((2,), 500, 0),
        ((), 500, 0),
        ((9,), 500, 0),
        ((3,), 500, 0),
    ],
)
def test_a_shot_loses_one_success_for_each_range_increment_after_the_first(items, distance, penalty):
    asked = Request("missile", items=items, distance=distance, broken=True, penalty=1)
    assert task(asked, archer()).distance == penalty


@pytest.mark.parametrize(
    ("skill", "reach", "counts"),
    [("perception", None, True), ("missile", 70, True), ("missile", None, False), ("melee", None, False)],
)
def test_distance_is_asked_for_a_search_and_for_a_shot_with_a_range(skill, reach, counts):
    assert distance_counts(Request(skill), reach) is counts


def test_range_is_of_shots_alone():
    for asked in (
        Request("melee", items=(0,), distance=500),
        Request("missile", ThrowKind.STRATEGIC, items=(0,), distance=500),
        Request("missile", ThrowKind.FALL, items=(0,), distance=500),
    ):
        assert reach_of(archer(), asked) is None
        assert task(asked, archer()).penalty == 0


def test_distance_does_not_count_where_a_fall_is_maneuver():
    assert task(Request("perception", ThrowKind.FALL, distance=120)).penalty == 0


def test_free_successes_are_added_to_those_that_come_without_rolling():
    full = die("universal,physical,melee,melee,defend,maneuver")
    hero = ragnar().with_(dice=(full,) * 10, sessions=29)
    assert task(Request(free=2)).automatic == 2
    assert task(Request(free=2), hero).automatic == 4


def test_darkness_penalties_and_conditions_go_along():
    made = task(Request("magic", penalty=2, darkness=1, conditions=frozenset({"art"})))
    assert (made.penalty, made.darkness, made.conditions) == (2, 1, frozenset({"art"}))


def test_against_a_number_or_somebody():
    number = task(Request("melee", difficulty="", against=3, opponent_skill="defend"))
    assert number == Task("melee", against=3, against_skill="defend")
    somebody = task(Request("melee", difficulty="", opponent="block:goblin", against=3))
    assert somebody == Task("melee", against=0), "his dice decide, not a number left over"


def test_who_opposes_what_usually():
    opposed = {"perception": "stealth", "stealth": "perception", "missile": "defend", "defend": "melee",
               "thief": "perception", "melee": "melee", "social": "social", "physical": "physical"}  # fmt: skip
    assert {skill: usual_opposition(rulebook(), skill) for skill in opposed} == opposed


@pytest.mark.parametrize(
    ("chosen", "code"),
    [(Request("knitting"), "unknown-skill"), (Request(difficulty="hopeless"), "unknown-difficulty")],
)
def test_what_the_rulebook_lacks_is_refused(chosen, code):
    with pytest.raises(RulesError) as refused:
        occasion_of(rulebook(), ragnar(), chosen)
    assert refused.value.reason.code == code


@pytest.mark.parametrize(
    ("kept", "code"),
    [
        (Request("knitting", ThrowKind.FALL), "unknown-skill"),
        (Request("melee", difficulty="", against=2, opponent_skill="knitting"), "unknown-skill"),
        (Request("melee", ThrowKind.INCOME, difficulty="hopeless"), "unknown-difficulty"),
    ],
)
def test_what_was_kept_by_another_rulebook_is_refused_even_where_it_does_not_matter(kept, code):
    with pytest.raises(RulesError) as refused:
        require_known(rulebook(), kept)
    assert refused.value.reason.code == code
    require_known(rulebook(), Request("physical", difficulty="", against=2, opponent_skill="mental"))


@pytest.mark.parametrize(
    ("difficulty", "levels", "found"),
    [
        ("average", 0, RaisedDifficulty("average", 0)),
        ("average", 1, RaisedDifficulty("challenging", 0)),
        ("average", -2, RaisedDifficulty("easy", 0)),
        ("average", -3, RaisedDifficulty("easy", -1)),
        ("difficult", 2, RaisedDifficulty("impossible", 0)),
        ("almost-impossible", 3, RaisedDifficulty("impossible", 2)),
    ],
)
def test_levels_end_where_the_table_ends(difficulty, levels, found):
    assert raised(rulebook(), difficulty, levels) == found


def test_ex_41_shackles_on_a_magic_user():
    by_magic = raised(rulebook(), "average", 1)
    shackled = raised(rulebook(), by_magic.id, 2)
    assert by_magic.id == "challenging"
    assert shackled == RaisedDifficulty("almost-impossible", 0) == raised(rulebook(), "average", 3)
    assert rulebook().difficulty(shackled.id).dice == 12


@for_each(
    ("metres", "broken", "lost"),
    [(0, False, 0), (49, False, 0), (50, False, 1), (149, False, 2), (19, True, 0), (20, True, 1), (100, True, 5),
     (-5, True, 0)],
)  # fmt: skip
def test_distance_takes_a_success_for_each_full_step(metres, broken, lost):
    assert distance_penalty(metres, broken=broken) == lost


@for_each(
    ("metres", "successes", "yielding", "damage"),
    [
        (15, 0, False, 2),
        (10, 0, False, 1),
        (5, 0, False, 0),
        (0, 0, False, 0),
        (15, 0, True, 1),
        (15, 3, False, 1),
        (15, 4, False, 0),
        (15, 9, False, 0),
        (15, -2, False, 2),
        (14, 0, False, 1),
    ],
)
def test_ex_18_falls(metres, successes, yielding, damage):
    assert fall_damage(metres, successes, yielding=yielding) == damage


def armed(*dice: str):
    character = ragnar()
    for printed in dice:
        character = add_printed_item(rulebook(), character, printed)
    return character


@for_each(
    ("skill", "along"),
    [
        ("melee", (0, 1, 2)),
        ("defend", (1, 2)),
        ("unarmed", (1, 2)),
        ("maneuver", (1, 2)),
        ("stealth", (1, 2)),
        ("magic", (1, 2)),
        ("perception", ()),
        ("craft", ()),
        ("physical", ()),
    ],
)
def test_a_sword_a_shield_and_armour(skill, along):
    assert usual_items(rulebook(), armed("sword", "full-shield", "medium-armour"), skill) == along


def test_a_bow_goes_along_with_missile_and_not_with_melee():
    character = armed("longbow")
    assert usual_items(rulebook(), character, "missile") == (0,)
    assert usual_items(rulebook(), character, "melee") == ()


def test_one_weapon_the_first_that_helps():
    character = armed("longbow", "sword", "great-sword")
    assert usual_items(rulebook(), character, "melee") == (1,)


def test_one_suit_of_armour():
    assert usual_items(rulebook(), armed("light-armour", "heavy-armour"), "melee") == (0,)


def test_a_magic_item_goes_along_where_its_face_counts():
    character = armed("boots-of-stealth")
    assert usual_items(rulebook(), character, "stealth") == (0,)
    assert usual_items(rulebook(), character, "perception") == ()


@pytest.mark.parametrize(
    ("skill", "theirs", "sought"),
    [
        ("stealth", "", True),
        ("stealth", "perception", True),
        ("stealth", "social", False),
        ("defend", "missile", True),
        ("defend", "", False),
        ("perception", "perception", False),
        ("missile", "", False),
    ],
)
def test_distance_and_darkness_are_the_burden_of_whoever_searches_or_shoots(skill, theirs, sought):
    asked = Request(
        skill, difficulty="", opponent="block:goblin", opponent_skill=theirs, distance=120, darkness=2, penalty=1
    )
    found = asked_of_opponent(rulebook(), asked)
    assert (found is not None) == sought
    mine = task(asked)
    seeks = skill == "perception"
    assert (mine.penalty, mine.darkness, mine.distance) == (1, 0 if sought else 2, 2 if seeks else 0)


def test_a_difficulty_has_nobody_who_searches():
    assert asked_of_opponent(rulebook(), Request("stealth", opponent="block:goblin", distance=120)) is None


@pytest.mark.parametrize(("levels", "penalty"), [(0, 1), (1, 3), (3, 7), (-1, 1)])
def test_by_house_rule_each_level_beyond_impossible_takes_two_off(levels, penalty):
    chosen = Request("magic", difficulty="impossible", levels=levels, penalty=1)
    ruled = bob().with_(house_rules=HouseRules(nulls_beyond_impossible=True))
    assert task(chosen, bob()).penalty == 1
    assert task(chosen, ruled).penalty == penalty


def test_a_flier_moves_by_its_wings_until_the_last_is_lost():
    flier = ragnar().with_(
        move=1.0, flying=8.0, dice=(die("flight, flight, flight, flight, flight, flight"), *ragnar().dice)
    )
    chosen = Request(kind=ThrowKind.MOVEMENT)
    assert occasion_of(rulebook(), flier, chosen).move == 8
    assert occasion_of(rulebook(), lose(flier, 0), chosen).move == 1
    assert occasion_of(rulebook(), ragnar().with_(flying=8.0), chosen).move == 1


def test_a_flier_walks_where_it_chooses_to():
    """MOVE-5: it has a score for each."""
    falcon = ragnar().with_(move=1.0, flying=8.0, dice=(die("flight,flight,flight,flight,flight,flight"),))
    assert occasion_of(rulebook(), falcon, Request(kind=ThrowKind.MOVEMENT, on_foot=True)).move == 1
    assert may_fly(falcon)
    assert not may_fly(lose(falcon, 0))
