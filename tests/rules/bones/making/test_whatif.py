"""What an icon would change: caps, masteries, magic, followers, other faces."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bones_desktop.rules.bones.book.character import CharacterKind, Created
from bones_desktop.rules.bones.book.icons import UNFILLED, face
from bones_desktop.rules.bones.injury.injuries import lose
from bones_desktop.rules.bones.making.edits import with_face
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.bones.making.sheet import as_created, derive, what_if
from bones_desktop.rules.reasons import RulesError, Weight
from bones_desktop.wording.reasons import sentence
from tests.support.people import bob, die, ragnar, someone
from tests.support.rulebooks import rulebook

MELEE = "universal,physical,melee,defend,riding,missile"


def found(character, place, number, code):
    return what_if(rulebook(), character, place, number, face(code))


def said(effects):
    return [sentence(effect) for effect in effects]


def codes(effects):
    return [effect.code for effect in effects]


def swordmaster(dice=5):
    """Return a fighter with Melee on four dice and Riposte on the fifth."""
    later = die("universal,physical,riposte,,,")
    return ragnar().with_(dice=(*ragnar().dice[:4], later, later)[:dice])


def test_a_restricted_skill_becomes_possible_and_its_cap_rises():
    opened = found(ragnar(), 3, 5, "craft")
    assert "Makes Craft possible, with a cap of 2 (successes that count)." in said(opened.effects)
    assert opened.refusal is None
    raised = found(ragnar(), 3, 5, "riding")
    assert said(raised.effects)[0] == "Raises the cap of Riding, the successes that count, from 2 to 4."
    assert raised.effects[0].rule == "ACT-3"


def test_a_skill_is_lost_and_a_cap_falls_with_what_stood_there():
    assert "Makes Riding impossible: no fitting icon is left." in said(found(ragnar(), 0, 3, "craft").effects)
    lowered = found(bob(), 2, 2, "defend")
    assert "Lowers the cap of Magic, the successes that count, from 5 to 4." in said(lowered.effects)
    assert "Safe uses of magic: 4 instead of 5." in said(lowered.effects)


def test_an_icon_that_may_not_stand_there_still_says_what_it_would_do():
    mastery = found(ragnar(), 3, 5, "riposte")
    assert mastery.refusal is not None
    assert mastery.after.dice[3].faces[5] != ragnar().dice[3].faces[5]
    racial = found(bob(), 0, 3, "dwarf")
    assert racial.refusal is not None
    assert racial.effects


@pytest.mark.parametrize(
    ("bare", "at", "code", "told"),
    [
        (3, 3, "melee", "Opens the masteries of Melee, from die 5 on."),
        (2, 2, "melee", "Brings the masteries of Melee nearer: one die still missing."),
        (1, 1, "melee", "Brings the masteries of Melee nearer: 2 dice still missing."),
    ],
)
def test_masteries_open_or_come_nearer(bare, at, code, told):
    plain = die("universal,physical,riding,riding,riding,riding")
    hero = ragnar().with_(dice=(*(die(MELEE),) * bare, *(plain,) * (4 - bare)))
    assert told in said(found(hero, at, 2, code).effects)


def test_taking_an_icon_away_closes_masteries_and_says_which_face_falls():
    closed = found(swordmaster(), 0, 4, "riding")
    assert "Closes the masteries of Melee: one die missing." in said(closed.effects)
    assert said(closed.effects)[0] == "Die 5, face 3: Melee (Riposte) will no longer be allowed."
    back = what_if(rulebook(), closed.after, 0, 4, face("melee"))
    assert said(back.effects)[0] == "Allows Melee (Riposte) on die 5, face 3."


def test_masteries_move_to_a_later_die():
    hero = swordmaster().with_(
        dice=(*ragnar().dice[:4], die("universal,physical,melee,,,"), die("universal,physical,,,,"))
    )
    assert "Opens the masteries of Melee from die 6 on instead of die 5." in said(found(hero, 0, 4, "riding").effects)


def test_four_icons_that_end_on_the_tenth_die_open_nothing():
    plain, craft = die("universal,mental,social,,,"), die("universal,mental,craft,,,")
    hero = bob().with_(dice=(*(plain,) * 6, craft, craft, craft, plain))
    assert "masteries-too-late" in codes(found(hero, 9, 3, "craft").effects)
    beast = someone(CharacterKind.CAST).with_(dice=hero.dice)
    assert "masteries-opened" in codes(found(beast, 9, 3, "craft").effects)


def test_magic_brings_themes_and_safe_uses():
    first = found(ragnar(), 3, 5, "magic")
    assert {"safe-level-changed", "themes-changed"} <= set(codes(first.effects))
    assert "Makes Magic possible, with a cap of 1 (successes that count)." in said(first.effects)
    elf = found(bob(), 0, 1, "elf")
    assert "Safe uses of magic: 6 instead of 5." in said(elf.effects)
    assert "themes-changed" not in codes(elf.effects)


def test_masteries_that_bring_followers_say_how_many():
    captain = ragnar().with_(
        dice=(*(die("universal,mental,social,social,social,social"),) * 4, die("universal,mental,,,,"))
    )
    leader = next(
        mastery for mastery in rulebook().masteries if any(asset.what == "lackey die" for asset in mastery.assets)
    )
    gained = found(captain, 4, 2, leader.id)
    assert f"{leader.name} gives more (lackey die): 2 instead of 0." in said(gained.effects)
    lost = what_if(rulebook(), gained.after, 4, 2, UNFILLED)
    assert f"{leader.name} gives less (lackey die): 0 instead of 2." in said(lost.effects)


def test_a_lost_die_raises_no_cap():
    hurt = lose(ragnar(), 3)
    assert "Raises the cap of Riding, the successes that count, from 2 to 4." not in said(
        found(hurt, 3, 5, "riding").effects
    )


def test_there_is_no_such_face():
    with pytest.raises(RulesError):
        with_face(ragnar(), 4, 0, UNFILLED)
    with pytest.raises(RulesError):
        with_face(ragnar(), 0, 6, UNFILLED)


def test_as_created_is_the_build_that_was_finished_unhurt():
    assert as_created(ragnar()) is None
    grown = lose(swordmaster(), 1).with_(created=Created(dice=ragnar().dice))
    made = as_created(grown)
    assert made is not None
    assert made.dice == ragnar().dice
    assert not made.lost


def wrong_faces(character):
    """Return the faces that are against the rules."""
    return {
        (problem.place.die, problem.place.face)
        for problem in problems(rulebook(), character)
        if problem.weight is Weight.ILLEGAL and problem.place.face is not None
    }


ICONS = st.sampled_from(["", *(icon.id for icon in rulebook().icons)])


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([ragnar(), bob(), swordmaster(6)]), st.integers(0, 3), st.integers(0, 5), ICONS)
def test_it_agrees_with_the_sheet_and_the_problems_of_the_changed_character(hero, place, number, code):
    changed = found(hero, place, number, code)
    before, after = derive(rulebook(), hero), derive(rulebook(), with_face(hero, place, number, face(code)))
    caps = {now.skill_id: (was.cap, now.cap) for was, now in changed.caps}
    for was, now in zip(before.skills, after.skills, strict=True):
        assert caps.get(now.skill_id, (now.cap, now.cap)) == (was.cap, now.cap)
    told = {
        e.code: (v["before"], v["after"])
        for e in changed.effects
        for v in [dict(e.values)]
        if e.code.endswith("-changed")
    }
    for code, was, now in (
        ("safe-level-changed", before.safe_level.value, after.safe_level.value),
        ("themes-changed", before.themes.value, after.themes.value),
    ):
        assert told.get(code, (was, was)) == (was, now)
    newly_wrong = wrong_faces(changed.after) - wrong_faces(hero) - {(place, number)}
    broken = {
        (v["die"] - 1, v["face"] - 1) for e in changed.effects if e.code == "face-broken" for v in [dict(e.values)]
    }
    assert broken == newly_wrong
    nearness = {now.skill_id: now for _was, now in changed.masteries}
    for was, now in zip(before.masteries, after.masteries, strict=True):
        moved = (was.missing, was.first_die) != (now.missing, now.first_die)
        assert nearness.get(now.skill_id) == (now if moved else None)
    for effect in changed.effects:
        assert sentence(effect)
        assert effect.rule
