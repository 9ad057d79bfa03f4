"""MG-T1 to T19 and the oracles of 4(c): point rules, checks, attacks, defences, Luck, holds, bleeding."""

from fractions import Fraction
from pathlib import Path

import pytest

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.games import DieResult, headline
from bones_desktop.rules.margin import character
from bones_desktop.rules.margin.character import Hold, MarginAttributes, MarginCharacter, MarginPower, MarginSkill
from bones_desktop.rules.reasons import RulesError, Weight
from bones_desktop.storage.games import game_of
from bones_desktop.wording.games.words import game_name
from tests.support.foreach import for_each
from tests.support.gamedesk import GameDesk, outcomes

DESK = GameDesk("margin")
GAME, BOOK = DESK.game, DESK.book
planned, chances, reading, done, refused = DESK.planned, DESK.chances, DESK.reading, DESK.done, DESK.refused
filled = DESK.filled


def person(level: int = 1, powers: tuple[str, ...] = (), **attributes: int) -> MarginCharacter:
    return MarginCharacter(
        id="5" * 32,
        name="Ann",
        level=level,
        attributes=MarginAttributes(**attributes),
        powers=tuple(MarginPower(power=each) for each in powers),
    )


def illegal(who: MarginCharacter) -> set[str]:
    return {each.reason.code for each in GAME.check(BOOK, who) if each.weight is Weight.ILLEGAL} - {"mg-powers"}


def test_t1_and_t2_points_for_attributes():
    assert illegal(person(attack=3, defense=2, body=1)) == set()
    assert illegal(person(attack=3, defense=3, body=3, mind=-3)) == set()
    assert illegal(person(attack=4, defense=2)) == {"mg-too-high"}
    assert "mg-too-low" in illegal(person(attack=3, defense=3, body=3, spirit=1, mind=-4))
    assert illegal(person(attack=3, defense=2)) == {"mg-bonuses"}
    strict = person(attack=3, defense=3, body=3, mind=-3)
    assert illegal(strict.with_(house=strict.house.with_(negatives_buy_bonuses=False))) == {"mg-bonuses"}


def test_t3_to_t5_life_points_dots_and_weapons():
    assert character.most_lp(BOOK, person(3, ("healthy-body",), body=2)) == 20
    assert [character.dots_due(BOOK, person(mind=mind)) for mind in (-1, 2)] == [3, 6]
    assert character.dots_due(BOOK, person(powers=("two-skill-dots",))) == 6
    assert character.weapons_due(BOOK, person(attack=2)) == 3
    assert character.weapons_due(BOOK, person(attack=-1, powers=("weapon-expertise",))) == 4
    assert character.most_lp(BOOK, person(4, ("healthy-body",), body=-3)) == 7


def test_t6_and_t7_a_check_must_exceed():
    assert outcomes(reading(planned("check", bonus=0, target=10), (4, 3, 3))) == {"success": "failure", "margin": "0"}
    smash = person(body=3).with_(skills=(MarginSkill(name="Smashing", dots=2),))
    found = reading(planned("check", smash, attribute="body", skill="1", target=14), (4, 4, 3))
    assert outcomes(found) == {"success": "success", "margin": "2"}


def test_t8_and_t9_attack_and_defence_are_damage():
    assert outcomes(reading(planned("attack", bonus=3, score=12), (4, 4, 4))) == {"hit": "hit", "damage": "3"}
    hurt = reading(planned("defence", bonus=0, score=13), (3, 3, 3))
    assert outcomes(hurt) == {"hit": "hurt", "damage": "4"}
    assert (hurt.harm.act, hurt.harm.value) == ("hurt", 4)
    safe = reading(planned("defence", bonus=0, score=13), (5, 5, 3))
    assert (outcomes(safe), safe.harm) == ({"hit": "unhurt", "damage": "0"}, None)


@for_each(
    ("bands", "faces", "bonus", "score", "expected"),
    [
        ("natural", (1, 1, 2), 6, 5, "0"),
        ("natural", (6, 6, 5), 0, 20, "1"),
        ("none", (1, 1, 2), 6, 5, "5"),
        ("modified", (4, 4, 4), 5, 20, "1"),
        ("modified", (1, 1, 2), 3, 5, "2"),
        ("modified", (1, 1, 2), 0, 2, "0"),
        ("modified", (6, 6, 6), -2, 20, "0"),
        (None, (5, 5, 1), 6, 30, "1"),
        (None, (1, 1, 1), 1, 2, "0"),
    ],
)
def test_what_decides_an_attack_by_itself(bands, faces, bonus, score, expected):
    house = {"bands": bands} if bands else {}
    assert outcomes(reading(planned("attack", bonus=bonus, score=score, **house), faces))["damage"] == expected


@pytest.mark.parametrize(("dice", "faces", "damage"), [("2", (1, 2), "0"), ("4", (6, 5, 5, 1), "1")])
def test_adjusted_totals_decide_however_many_dice_were_rolled(dice, faces, damage):
    asked = {"bonus": 0, "score": 0 if damage == "0" else 20, "dice": dice}
    assert outcomes(reading(planned("attack", **asked), faces))["damage"] == damage
    natural = outcomes(reading(planned("attack", **asked, bands="natural"), faces))["damage"]
    assert natural == ("3" if damage == "0" else "0"), "a natural sum is of exactly three dice"


def test_an_automatic_result_says_so_where_the_totals_say_otherwise():
    def said(bonus, score, faces):
        return [each.reason.code for each in reading(planned("attack", bonus=bonus, score=score), faces).findings]

    assert said(0, 20, (6, 6, 5)) == ["mg-hit", "mg-damage", "mg-automatic"]
    assert said(0, 10, (6, 6, 5)) == ["mg-hit", "mg-damage"]
    tie = reading(planned("defence", bonus=0, score=17), (6, 6, 5)).findings
    assert [each.reason.code for each in tie] == ["mg-unhurt", "mg-damage"], "a tie does no damage anyway"


def test_a_defence_that_fails_automatically_lets_one_through():
    assert outcomes(reading(planned("defence", bonus=0, score=3), (1, 1, 1)))["damage"] == "1"
    assert outcomes(reading(planned("defence", bonus=6, score=5), (1, 1, 1)))["damage"] == "0"
    assert outcomes(reading(planned("defence", bonus=0, score=30), (6, 6, 6)))["damage"] == "0"
    assert outcomes(reading(planned("defence", bonus=6, score=5, bands="natural"), (1, 1, 1)))["damage"] == "1"


def test_a_die_of_luck_is_part_of_the_adjusted_total():
    who = person()
    saved = reading(planned("defence", who, score=20), (4, 4, 4), (5,), **{"lucky-die": 1})
    assert outcomes(saved)["hit"] == "unhurt"
    natural = who.with_(house=who.house.with_(bands="natural"))
    low = reading(planned("defence", natural, score=9), (1, 1, 2), (6,), **{"lucky-die": 1})
    assert outcomes(low)["damage"] == "0", "four dice are no natural sum of three"


# Attacks against a rolled defence, and what the target's condition changes


def test_an_attack_against_a_rolled_defence_does_the_difference_as_damage():
    plan = planned("attack", bonus=3, their_bonus=2, against="roll")
    assert [die.group for die in plan.dice] == ["dice"] * 3 + ["theirs"] * 3
    assert outcomes(reading(plan, (4, 4, 3, 3, 3, 3))) == {"hit": "hit", "damage": "3"}
    assert outcomes(reading(plan, (3, 3, 3, 4, 3, 3))) == {"hit": "miss", "damage": "0"}
    assert outcomes(reading(plan, (3, 3, 2, 3, 3, 3))) == {"hit": "miss", "damage": "0"}, "a tie does nothing"
    assert outcomes(reading(plan, (6, 6, 3, 6, 6, 6)))["damage"] == "0", "both succeed: the totals decide"
    assert outcomes(reading(plan, (6, 6, 2, 6, 5, 3)))["damage"] == "1", "17 against 16"
    weak = planned("attack", bonus=-3, their_bonus=-2, against="roll")
    assert outcomes(reading(weak, (2, 2, 3, 1, 1, 3)))["damage"] == "1", "4 and 3 fail both: the totals decide"
    hurt = reading(planned("defence", bonus=0, their_bonus=0, against="roll"), (3, 3, 3, 5, 5, 3))
    assert (outcomes(hurt)["damage"], hurt.harm.value) == ("4", 4)


@pytest.mark.parametrize(
    ("against", "theirs"), [("roll", 3), ("roll-disadvantage", 2), ("roll-advantage", 4), ("no-roll", 0)]
)
def test_the_target_rolls_as_many_dice_as_its_condition_leaves(against, theirs):
    plan = planned("attack", bonus=0, their_bonus=2, against=against)
    assert sum(die.group == "theirs" for die in plan.dice) == theirs
    if not theirs:
        assert outcomes(reading(plan, (3, 3, 3)))["damage"] == "7", "held, only its Defense stands"


def test_odds_against_a_rolled_defence_are_every_throw():
    found = chances("attack", "damage", bonus=2, their_bonus=1, against="roll")
    ours, theirs = ([a + b + c for a in D6 for b in D6 for c in D6] for _side in range(2))
    won = [_damage(a + 2, d + 1) for a in ours for d in theirs]
    assert found == {str(hurt): Fraction(won.count(hurt), 6**6) for hurt in sorted(set(won))}


def _damage(attack: int, defence: int) -> int:
    """L31 and L74, written down once more."""
    attacks, defends = ((each >= 17) - (each <= 4) for each in (attack, defence))
    if attacks == defends:
        return max(0, attack - defence)
    return max(1, attack - defence) if attacks > defends else 0


@for_each(
    ("asked", "bonus", "dice"),
    [
        ({"target-prone": 1}, 3, 3),
        ({"target-prone": 1, "by": "missile"}, -1, 3),
        ({"target-prone": 1, "by": "spell"}, 1, 4),
        ({"target-prone": 1, "by": "power"}, 1, 3),
        ({"target-prone": 1, "into-melee": 1}, -1, 2),
        ({"target-prone": 1, "into-melee": 1, "by": "spell"}, 1, 3),
        ({"target-invisible": 1}, 1, 2),
        ({"target-invisible": 1, "advantage": 1}, 1, 3),
        ({"target-invisible": 1, "target-prone": 1}, 3, 2),
        ({"target-prone": 1, "bonus": 6}, 6, 3),
        ({"target-prone": 1, "bonus": 4, "by": "missile"}, 2, 3),
        ({"extra-die": 1}, 1, 4),
        ({"extra-die": 1, "disadvantage": 1}, 1, 3),
        ({"extra-die": 1, "advantage": 1}, 1, 4),
    ],
)
def test_what_the_target_and_the_way_of_the_attack_change(asked, bonus, dice):
    plan = planned("attack", person(attack=1), attribute="attack", score=10, **asked)
    assert (plan.asked.bonus, len(plan.dice)) == (bonus, dice)


def test_nobody_in_particular_attacks_a_prone_or_invisible_target_likewise():
    plan = planned("attack", bonus=5, score=10, **{"target-prone": 1, "target-invisible": 1})
    assert (plan.asked.bonus, len(plan.dice)) == (6, 2)
    assert len(planned("attack", bonus=5, score=10, by="spell").dice) == 4
    shot = planned("attack", bonus=7, score=10, by="missile", **{"target-prone": 1})
    assert (shot.asked.bonus, shot.asked.lost) == (4, 1), "as with a character: the cap first, then the penalty"


def test_who_is_prone_is_attacked_with_more_in_melee_and_less_from_afar():
    prone = done(person(defense=1), "condition", kind="prone")
    needed = [planned("defence", prone, score=10, by=by).asked.target for by in ("melee", "missile", "spell")]
    assert needed == [12, 8, 10]
    rolled = planned("defence", prone, against="roll", their_bonus=5)
    assert (rolled.asked.target, rolled.asked.their_bonus) == (0, 6)


def test_attacks_against_who_is_invisible_are_at_disadvantage():
    unseen = done(person(), "condition", kind="invisible")
    assert sum(die.group == "theirs" for die in planned("defence", unseen, against="roll").dice) == 2
    assert len(planned("defence", unseen, score=10).dice) == 4, "a Combat Score has no die to lose"


def test_a_second_attack_is_paid_for_with_other_weapons_and_in_defence():
    who = person().with_(weapons=("Bow", "Axe"), powers=(MarginPower(power="extra-attack", choice="Axe"),))
    assert [len(planned("attack", who, weapon=each, score=9).dice) for each in ("1", "2", "none")] == [2, 3, 2]
    assert len(planned("attack", who, weapon="none", by="power", score=9).dice) == 3, "a power is no weapon"
    assert len(planned("defence", who, score=9, **{"second-attack": 1}).dice) == 2


def test_a_power_that_holds_does_rounds_and_no_damage():
    plan = planned("attack", person(spirit=2), attribute="spirit", by="hold", score=10)
    assert outcomes(reading(plan, (4, 4, 4))) == {"hit": "hit", "rounds": "4"}
    assert outcomes(reading(plan, (1, 2, 3))) == {"hit": "miss", "rounds": "0"}
    assert set(GAME.odds(plan).findings) == {"hit", "rounds"}
    caught = reading(planned("defence", person(), by="hold", against="roll", their_bonus=2), (3, 3, 3, 4, 4, 4))
    assert outcomes(caught) == {"hit": "hurt", "rounds": "5"}
    held = done(person(), caught.harm.act, **caught.harm.answers.values)
    assert held.holds == (Hold(total=14, rounds=5),), "it is broken by more than the attack's 14"


def freed(who: MarginCharacter, plan, faces: tuple[int, ...]) -> MarginCharacter:
    """Return the character after the act that the roll proposes."""
    harm = reading(plan, faces).harm
    return done(who, harm.act, **harm.answers.values)


def test_a_hold_is_broken_by_its_total_and_the_roll_offers_to_end_it():
    holds = (Hold(name="Sleep", total=16, rounds=4), Hold(name="Vines", total=9, rounds=2))
    who = person(defense=1).with_(holds=holds)
    plan = filled("escape", who, hold="2")
    assert (plan.asked.target, filled("escape", who).asked.target) == (9, 16)
    assert reading(plan, (3, 3, 2)).harm is None
    assert freed(who, plan, (3, 3, 3)).holds == holds[:1]


# Grapples (MG-R23)


def test_a_grapple_is_at_disadvantage_outside_the_concept_and_does_no_damage():
    who = person(attack=2)
    assert len(filled("attack", who, by="grapple", score=10).dice) == 2
    plan = filled("attack", who, by="grapple", outside=0, score=10)
    assert outcomes(reading(plan, (4, 4, 4))) == {"hit": "hit"}
    assert set(GAME.odds(plan).findings) == {"hit"}
    caught = reading(planned("defence", person(), by="grapple", score=12), (3, 3, 3))
    assert (outcomes(caught), caught.harm) == ({"hit": "hurt"}, None), "the contest of Body decides"
    assert caught.then.answers.key("purpose") == "resist"
    then = reading(plan, (4, 4, 4)).then
    assert filled(then.roll, who, **then.answers.values).asked.purpose == "seize"
    assert reading(plan, (2, 2, 2)).then is None


@pytest.mark.parametrize(
    ("purpose", "ours", "code"),
    [
        ("seize", 5, "mg-seize-win"),
        ("seize", 4, "mg-seize-lose"),
        ("resist", 4, "mg-resist-win"),
        ("resist", 3, "mg-resist-lose"),
        ("break", 5, "mg-break-win"),
        ("break", 4, "mg-break-lose"),
        ("", 4, "mg-contest-tie"),
    ],
)
def test_a_contest_of_body_seizes_and_frees_and_on_a_tie_who_acts_fails(purpose, ours, code):
    found = reading(planned("contest", person(), attribute="body", purpose=purpose), (ours, 3, 3, 4, 3, 3))
    assert found.findings[0].reason.code == code


def test_one_who_is_seized_is_held_until_a_contest_is_won():
    who = person()
    held = freed(who, planned("contest", who, attribute="body", purpose="resist"), (1, 1, 1, 6, 6, 6))
    assert character.is_held(held)
    assert refused(held, "grip") == "mg-held-already"
    asked = {each.id: each.first for each in next(x for x in GAME.rolls(BOOK, held) if x.id == "contest").parameters}
    assert asked["purpose"] == "break"
    plan = filled("contest", held, attribute="body")
    assert freed(held, plan, (6, 6, 6, 1, 1, 1)) == who
    assert reading(plan, (1, 1, 1, 6, 6, 6)).harm is None
    assert refused(who, "break") == "mg-no-hold"


@pytest.mark.parametrize(("by", "amount"), [("crush", "damage"), ("toss", "tossed")])
def test_one_who_is_held_is_hurt_or_tossed_and_breaks_free_of_a_failure(by, amount):
    plan = planned("attack", person(), by=by, attribute="attack", against="roll", their_bonus=6)
    assert [die.group for die in plan.dice].count("theirs") == 0, "a held opponent rolls no defence"
    assert outcomes(reading(plan, (4, 4, 4))) == {"hit": "hit", amount: "6"}
    assert [each.id for each in reading(plan, (2, 2, 2)).findings] == ["hit", amount], "a margin of 0 frees nobody"
    assert [each.id for each in reading(plan, (2, 2, 1)).findings] == ["hit", amount, "free"]
    assert amount in GAME.odds(plan).findings
    thrown = reading(planned("defence", person(), by=by, score=12), (3, 3, 3))
    assert (thrown.harm is None) == (by == "toss")


@pytest.mark.parametrize(
    ("by", "ours", "theirs"), [("melee", 2, 0), ("missile", 2, 0), ("power", 3, 0), ("spell", 3, 0)]
)
def test_others_spare_one_side_of_a_grapple_and_neither_rolls_a_defence(by, ours, theirs):
    for who, asked in ((None, {"bonus": 0}), (person(), {"attribute": "attack"})):
        plan = planned("attack", who, by=by, against="roll", **asked, **{"target-grappled": 1})
        groups = [die.group for die in plan.dice]
        assert (groups.count("dice"), groups.count("theirs")) == (ours, 0)
    plan = planned("defence", person(defense=2), against="roll", grappled=1)
    assert [die.group for die in plan.dice] == ["theirs", "theirs"]


# Surprise and poison


@pytest.mark.parametrize(
    ("faces", "came"), [((4, 4, 4), "noticed"), ((4, 4, 3), "surprised"), ((1, 1, 1), "surprised")]
)
def test_surprise_is_perception_against_stealth(faces, came):
    skills = (MarginSkill(name="Stealth", dots=3, everyman=True), MarginSkill(name="Perception", dots=1, everyman=True))
    who = person(mind=1).with_(skills=skills)
    plan = filled("surprise", who, their_bonus=4)
    assert plan.asked.bonus == 2
    assert outcomes(reading(plan, (*faces, 3, 3, 3))) == {"surprise": came}
    assert sum(Fraction(*chance) for chance in GAME.odds(plan).findings["surprise"].values()) == 1
    assert headline(GAME, GAME.odds(plan))[:2] == ("surprise", "noticed")


@pytest.mark.parametrize(("faces", "damage"), [((4, 4, 4), 2), ((3, 3, 3), 5)])
def test_a_body_check_halves_the_damage_of_a_poison(faces, damage):
    plan = planned("poison", person(body=1), attribute="body", target=10, harm=5)
    found = reading(plan, faces)
    assert (outcomes(found)["damage"], found.harm.value) == (str(damage), damage)
    assert set(GAME.odds(plan).findings["damage"]) == {"2", "5"}
    assert [each.code for each in planned("poison", done(person(), "hurt", value=30), harm=1).notes] == ["cannot-act"]


# Powers


def caster() -> MarginCharacter:
    powers = ("cleave", "hold-person", "lightning-blast", "fire-hands", "invisibility", "healing-touch")
    own = MarginPower(name="Bolt", text="A bolt of frost.", cost=2)
    who = person(spirit=2, powers=powers).with_(weapons=("Staff",), skills=(MarginSkill(name="Stealth", dots=1),))
    return who.with_(powers=(*who.powers, own))


@pytest.mark.parametrize(
    ("weapon", "by", "attribute", "cost"),
    [
        ("1", "melee", "attack", 0),
        ("power-2", "hold", "spirit", 1),
        ("power-3", "power", "spirit", 1),
        ("power-7", "spell", "spirit", 2),
    ],
)
def test_a_power_fills_its_attack_in_and_is_paid_for(weapon, by, attribute, cost):
    who = caster()
    plan = filled("attack", who, weapon=weapon)
    assert (plan.answers.key("by"), plan.answers.key("attribute")) == (by, attribute)
    assert len(plan.dice) == (4 if by == "spell" else 3)
    for each in plan.first:
        who = done(who, each.act, **each.answers.values)
    assert (who.lp_lost, [each.code for each in plan.notes]) == (cost, ["mg-costs"] * bool(cost))
    [asked] = [each for each in GAME.rolls(BOOK, who)[1].parameters if each.id == "weapon"]
    assert asked.choices == ("none", "other", "1", "power-2", "power-3", "power-7")


def test_a_weapon_that_shoots_is_proposed_as_a_missile():
    who = person().with_(weapons=("Long bow", "Staff"))
    assert [filled("attack", who, weapon=each).answers.key("by") for each in ("1", "2")] == ["missile", "melee"]
    assert filled("attack", who, weapon="1", by="melee").answers.key("by") == "melee"


def test_a_power_lasts_for_minutes_helps_and_is_turned_off():
    who = caster()
    plan = filled("duration", who)
    assert [each.act for each in plan.first] == ["power"]
    lit = freed(who, plan, (3, 3, 4))
    assert [(each.name, each.minutes) for each in lit.running] == [("Fire Hands", 12)]
    assert (len(filled("attack", who).dice), len(filled("attack", lit).dice)) == (3, 4)
    assert len(filled("defence", lit).dice) == 3
    assert done(lit, "sustain", power="4", value=5).running[0].minutes == 17, "extended without a break"
    later = done(lit, "minutes", value=11)
    assert [each.minutes for each in later.running] == [1]
    assert done(later, "minutes").running == ()
    assert (done(lit, "end", running="1").running, refused(who, "minutes")) == ((), "mg-not-running")
    assert refused(who, "sustain", power="1") == "mg-no-minutes"
    [listed] = [each for each in GAME.lists(BOOK, lit) if each.id == "running"]
    assert [each.name for each in listed.items] == ["Fire Hands"]
    assert [each.id for each in GAME.lists(BOOK, person(powers=("cleave",)))] == ["powers", "weapons", "holds"]


def test_a_power_that_lasts_may_help_a_skill():
    who = caster()
    hidden = done(who, "sustain", power="5")
    assert [planned("check", each, skill="1", attribute="mind").asked.bonus for each in (who, hidden)] == [1, 2]


def test_a_great_leap_needs_no_roll_but_a_life_point():
    who = person(powers=("great-leap",))
    leap = filled("jump", who)
    assert ([each.act for each in leap.first], leap.dice) == (["power"], ())
    assert outcomes(reading(leap, ())) == {"feet": "30"}
    assert len(filled("jump", who, power="").dice) == 3


def test_a_touch_that_heals_costs_a_life_point():
    assert [each.act for each in filled("healing", caster()).first] == ["power"]
    assert filled("healing", person()).first == ()


def test_the_reference_has_areas_and_actions():
    parts = {part.id: part for part in GAME.reference(BOOK)}
    areas = [(game_name("margin", "", each.title), each.value) for each in parts["areas"].lines]
    assert areas[:2] == [("Sphere, radius", "10"), ("Line", "50")]
    assert all(not game_name("margin", "", each.title).startswith("act-") for each in parts["round-actions"].lines)


def test_how_long_a_power_lasts_and_what_a_touch_heals():
    long = planned("duration", person(spirit=2), attribute="spirit")
    assert outcomes(reading(long, (3, 3, 4))) == {"minutes": "12"}
    assert outcomes(reading(planned("healing", person()), (5,))) == {"points": "5"}


def test_t10_and_t11_the_cap_and_bonuses_of_one_kind():
    assert planned("check", bonus=9, target=10).asked.bonus == 6
    who = person(attack=3, powers=("magical-weapon", "enhanced-magical-weapon")).with_(weapons=("Bow",))
    assert planned("attack", who, attribute="attack", weapon="1", score=10, other=2).asked.bonus == 6
    twice = person(powers=("attribute-specialty", "attribute-specialty")).with_(
        powers=(MarginPower(power="attribute-specialty", choice="Lore"),) * 2,
        skills=(MarginSkill(name="Lore", dots=1),),
    )
    assert planned("check", twice, attribute="mind", skill="1", target=10).asked.bonus == 3


def test_t12_a_fall_is_halved_by_a_check():
    assert outcomes(reading(planned("fall", feet=10, halved=1), (5,))) == {"damage": "2"}
    assert len(planned("fall", feet=55).dice) == 5


@pytest.mark.parametrize(("standing", "feet"), [(0, "13"), (1, "6")])
def test_t13_a_jump_is_the_total_in_feet(standing, feet):
    assert outcomes(reading(planned("jump", bonus=2, standing=standing), (4, 4, 3))) == {"feet": feet}


def test_t14_who_is_held_must_exceed_the_attack():
    who = person().with_(holds=(Hold(name="Sleep", total=16, rounds=4),))
    asked = next(roll for roll in GAME.rolls(BOOK, who) if roll.id == "escape").parameters
    assert next(each.first for each in asked if each.id == "total") == 16
    plan = planned("escape", who, attribute="spirit", total=16)
    assert outcomes(reading(plan, (6, 5, 5)))["success"] == "failure"
    assert outcomes(reading(plan, (6, 6, 5)))["success"] == "success"
    for _round in range(3):
        who = done(who, "round")
    assert len(who.holds) == 1
    assert done(who, "round").holds == ()


def test_t15_bleeding_and_death():
    down = done(person(), "hurt", value=30)
    assert character.state(BOOK, down) == "unconscious"
    assert done(down, "hurt", value=1, deliberate=1).is_dead
    bleeding = done(down, "bleed", throw=(1, 1, 3))
    assert bleeding.bleeding == 8
    for _round in range(8):
        assert not bleeding.is_dead
        bleeding = done(bleeding, "round")
    assert bleeding.is_dead
    aided = done(done(down, "bleed", throw=(0, 0, 0)), "first-aid")
    assert (aided.bleeding, character.lp_left(BOOK, aided)) == (0, 1)


def test_t16_first_aid_is_one_at_least():
    hurt = done(person(body=-1), "hurt", value=5)
    assert done(hurt, "first-aid").lp_lost == 4
    assert done(done(person(body=2), "hurt", value=5), "first-aid").lp_lost == 3


def test_t17_advantage_and_disadvantage_cancel():
    who = person(attack=1).with_(weapons=("Bow",))
    bow = {"attribute": "attack", "weapon": "1", "score": 10}
    assert [len(planned("attack", who, **bow, **more).dice) for more in (
        {"advantage": 1}, {"into-melee": 1}, {"advantage": 1, "into-melee": 1}, {},
    )] == [4, 2, 3, 3]  # fmt: skip
    sharp = person(powers=("sharp-shooter",))
    assert len(planned("attack", sharp, **{**bow, "weapon": "", "into-melee": 1}).dice) == 3
    assert len(planned("attack", who, **{**bow, "weapon": "other"}).dice) == 2


def test_conditions_weigh_on_throws():
    blind = done(person(), "condition", kind="blinded")
    assert len(planned("defence", blind, score=10).dice) == 2
    prone = done(person(attack=1), "condition", kind="prone")
    assert planned("attack", prone, attribute="attack", score=10).asked.bonus == -1
    assert done(prone, "condition", kind="prone").conditions == ()
    held = done(person(), "condition", kind="held")
    with pytest.raises(RulesError):
        planned("attack", held, attribute="attack", score=10)


def test_untrained_skills():
    who = person().with_(skills=(MarginSkill(name="Stealth", everyman=True), MarginSkill(name="Medicine")))
    assert len(planned("check", who, attribute="mind", skill="1", target=10).dice) == 2
    with pytest.raises(RulesError) as caught:
        planned("check", who, attribute="mind", skill="2", target=10)
    assert caught.value.reason.code == "mg-untrained"


def test_t18_and_t19_luck_after_the_throw():
    who = person()
    plan = planned("check", who, attribute="mind", target=10)
    failed = reading(plan, (3, 3, 3))
    [offer] = failed.offers
    assert (offer.command, offer.why_not, offer.does.act) == ("reroll", None, "luck")
    again = reading(plan, (3, 3, 3), (4, 4, 4), reroll=1)
    assert outcomes(again) == {"success": "success", "margin": "2"}
    assert [each.role.value for each in again.dice] == ["rethrown"] * 3 + ["counts"] * 3
    used = done(who, "luck")
    assert refused(used, "luck") == "mg-no-luck"
    assert reading(planned("check", used, attribute="mind", target=10), (3, 3, 3)).offers[0].why_not is not None
    assert character.luck_left(BOOK, done(used, "session")) == 1
    saved = reading(planned("defence", who, score=12), (3, 3, 3), (4,), **{"lucky-die": 1})
    assert outcomes(saved) == {"hit": "unhurt", "damage": "0"}


def test_luck_throws_ones_own_dice_again_and_as_often_as_there_is_luck():
    who = person(powers=("extra-lucky",))
    plan = planned("contest", who, attribute="body", their_bonus=0)
    lost = reading(plan, (1, 1, 1, 6, 6, 6))
    again = GAME.read(plan, reading_fallen(plan, (1, 1, 1, 6, 6, 6)), Answers({"reroll": 1}))
    assert (lost.offers[0].command, [die.group for die in again.must[0].dice]) == ("reroll", ["dice"] * 3)
    defence = planned("defence", who, score=12)
    assert [each.command for each in reading(defence, (2, 2, 2), (2, 2, 2), reroll=1).offers] == ["lucky-die"]
    assert not reading(planned("defence", person(), score=12), (2, 2, 2), (2, 2, 2), reroll=1).offers
    assert [each.command for each in reading(planned("healing", who), (1,)).offers] == ["reroll"], "for any reason"
    assert outcomes(reading(planned("healing", who), (1,), (6,), reroll=1)) == {"points": "6"}


def reading_fallen(plan, numbers):
    return tuple(DieResult(die, number) for die, number in zip(plan.dice, numbers, strict=True))


@pytest.mark.parametrize("by", ["hold", "condition"])
def test_who_is_held_neither_acts_nor_throws_a_defence(by):
    who = person(defense=2)
    who = done(who, "hold", name="Sleep", total=16, rounds=4) if by == "hold" else done(who, "condition", kind="held")
    for roll in ("check", "attack", "jump", "duration", "healing"):
        with pytest.raises(RulesError):
            planned(roll, who, attribute="mind", target=10)
    plan = planned("defence", who, score=9)
    assert (plan.dice, outcomes(reading(plan, ()))) == ((), {"hit": "hurt", "damage": "7"})
    assert len(planned("escape", who, attribute="defense", total=16).dice) == 3


@pytest.mark.parametrize(
    ("asked", "dice"),
    [
        ({"outside": 1}, 2),
        ({"improvised": 1}, 2),
        ({"outside": 1, "improvised": 1}, 2),
        ({"outside": 1, "advantage": 1}, 3),
        ({"intimacy": "helps"}, 4),
        ({"intimacy": "hinders"}, 2),
    ],
)
def test_what_the_text_calls_a_disadvantage_is_one(asked, dice):
    who = person().with_(intimacies=("my sister",))
    for roll in ("check", "attack"):
        assert len(planned(roll, who, attribute="mind", target=10, **asked).dice) == dice


def test_bonuses_beyond_the_most_are_told():
    who = person(mind=3).with_(skills=(MarginSkill(name="Lore", dots=5),))
    found = reading(planned("check", who, attribute="mind", skill="1", target=10), (3, 3, 3))
    assert [each.value for each in found.findings if each.id == "capped"] == [2]


def test_a_skill_counts_in_a_contest_and_is_needed_there():
    who = person(mind=1).with_(skills=(MarginSkill(name="Perception", dots=2, everyman=True), MarginSkill(name="Lore")))
    assert planned("contest", who, attribute="mind", skill="1").asked.bonus == 3
    with pytest.raises(RulesError):
        planned("contest", who, attribute="mind", skill="2")
    poor = planned(
        "contest", who.with_(skills=(MarginSkill(name="Perception", everyman=True),)), attribute="mind", skill="1"
    )
    assert [die.group for die in poor.dice] == ["dice"] * 2 + ["theirs"] * 3
    ways = GAME.odds(poor).findings["first-throw"]
    won = sum(a + b + 1 > c + d + e for a in D6 for b in D6 for c in D6 for d in D6 for e in D6)
    assert Fraction(*ways["win"]) == Fraction(won, 6**5)


D6 = range(1, 7)


def test_a_magical_weapon_and_a_specialty_help_with_their_weapon_only():
    who = person(attack=1).with_(
        weapons=("Bow", "Axe"),
        powers=(
            MarginPower(power="magical-weapon", choice="Bow"),
            MarginPower(power="attribute-specialty", choice="Axe"),
        ),
    )
    bonus = [
        planned("attack", who, attribute="attack", weapon=each).asked.bonus for each in ("1", "2", "other", "none")
    ]
    assert bonus == [2, 3, 1, 1]


def test_first_aid_helps_once_after_a_fight():
    who = done(done(person(body=2), "hurt", value=6), "first-aid")
    assert (who.lp_lost, refused(who, "first-aid")) == (4, "mg-aided")
    assert done(done(who, "hurt", value=1), "first-aid").lp_lost == 3


def test_a_power_of_ones_own_says_what_it_does():
    assert "mg-power-vague" in illegal(person(body=3, mind=3).with_(powers=(MarginPower(name="Glow"),)))
    assert illegal(person(body=3, mind=3).with_(powers=(MarginPower(name="Glow", text="shines"),))) == set()


def test_powers_cost_life_points():
    mage = person(powers=("turn-undead", "cleave"))
    assert done(mage, "power", power="1").lp_lost == 2
    assert done(mage, "power", power="2").lp_lost == 0
    weak = done(mage, "hurt", value=9)
    assert refused(weak, "power", power="1") == "mg-too-weak"


def test_powers_have_needs():
    needy = person(powers=("enhanced-magical-weapon", "extra-attack"), attack=3, defense=3)
    assert "mg-power-needs" in illegal(needy)
    assert "mg-power-once" in illegal(person(powers=("extra-attack", "extra-attack"), attack=3, defense=3))
    undefined = person(attack=3, defense=3).with_(powers=(MarginPower(name="?"), MarginPower(power="cleave")))
    assert "mg-power-undefined" in illegal(undefined)


# Odds


@pytest.mark.parametrize(
    ("bonus", "dice", "target", "expected"),
    [
        (-3, 3, 10, "35/216"),
        (0, 3, 14, "20/216"),
        (3, 3, 10, "181/216"),
        (6, 3, 18, "56/216"),
        (4, 2, 10, "21/36"),
        (6, 4, 25, "70/1296"),
        (0, 4, 22, "5/1296"),
    ],
)
def test_the_chance_to_exceed(bonus, dice, target, expected):
    found = chances("check", "success", bonus=bonus, dice=str(dice), target=target)
    assert found["success"] == Fraction(expected)


@pytest.mark.parametrize(
    ("over", "won", "tie"),
    [
        (0, "3527/7776", "361/3888"),
        (1, "4249/7776", "469/5184"),
        (2, "9905/15552", "217/2592"),
        (3, "11207/15552", "3431/46656"),
    ],
)
def test_contests(over, won, tie):
    found = chances("contest", "first-throw", bonus=over, their_bonus=0)
    assert (found["win"], found["tie"]) == (Fraction(won), Fraction(tie))


def mean(found: dict[str, Fraction]) -> Fraction:
    return sum(int(hurt) * chance for hurt, chance in found.items())


@pytest.mark.parametrize(
    ("bonus", "score", "expected"),
    [(0, 8, "305/108"), (0, 14, "35/216"), (3, 10, "791/216"), (3, 14, "23/24")],
)
def test_mean_damage_is_mirrored_by_defence(bonus, score, expected):
    assert mean(chances("attack", "damage", bonus=bonus, score=score, bands="none")) == Fraction(expected)
    assert mean(chances("defence", "damage", bonus=-bonus, score=21 - score, bands="none")) == Fraction(expected)


@pytest.mark.parametrize(
    ("bonus", "score", "expected"),
    [(0, 5, "103/108"), (3, 5, "53/54"), (0, 14, "5/54"), (3, 14, "3/8"), (0, 20, "1/54"), (3, 20, "1/54")],
)
def test_hits_by_the_natural_sum(bonus, score, expected):
    assert chances("attack", "hit", bonus=bonus, score=score, bands="natural")["hit"] == Fraction(expected)


@pytest.mark.parametrize(
    ("bonus", "score", "expected"),
    [(0, 3, "212/216"), (0, 20, "1/54"), (3, 20, "35/216"), (6, 20, "1/2"), (6, 60, "1/2"), (2, 5, "215/216")],
)
def test_hits_by_the_adjusted_total(bonus, score, expected):
    assert chances("attack", "hit", bonus=bonus, score=score)["hit"] == Fraction(expected)


def test_shipped_samples_take_the_default_and_files_keep_what_they_hold():
    stored = game_of("margin")
    held = [stored.form.read(path) for path in stored.samples]
    assert {each.value.house.bands for each in held} == {"modified"}
    own = held[0].value.with_(house=held[0].value.house.with_(bands="natural"))
    assert stored.form.parse(stored.form.dump(own), Path("own.bones")).value.house.bands == "natural"


@pytest.mark.parametrize("choice", ["", "luck", "\u3164", "Attack"])
def test_an_attribute_that_there_is_not_cannot_be_raised(choice):
    raising = next(each.id for each in BOOK.powers if each.effect == "attribute")
    assert "mg-power-choice" in illegal(person().with_(powers=(MarginPower(power=raising, choice=choice),)))
    assert "mg-power-choice" not in illegal(person().with_(powers=(MarginPower(power=raising, choice="attack"),)))


# What is said before a roll


def notes(who: MarginCharacter, roll: str, **asked: int | str) -> list[str]:
    return [each.code for each in planned(roll, who, **asked).notes]


def test_the_down_and_the_dead_are_told_so_before_a_roll():
    down = done(person(defense=2), "hurt", value=99)
    for who in (down, done(down, "bleed", throw=(1, 1, 3)), done(down, "hurt", value=1, deliberate=1)):
        for roll in ("check", "attack", "contest", "escape", "jump", "duration", "healing"):
            with pytest.raises(RulesError) as caught:
                planned(roll, who)
            assert caught.value.reason.code == "cannot-act"
        assert notes(who, "fall", feet=30) == notes(who, "initiative") == ["cannot-act"]
    assert notes(person(), "fall", feet=30) == notes(person(), "check", attribute="mind") == []


def test_who_is_down_or_held_rolls_no_defence_and_is_told_so():
    down = done(person(defense=2), "hurt", value=99)
    assert notes(down, "defence", score=9) == ["mg-killed"]
    plan = planned("defence", down, score=9)
    assert (plan.dice, outcomes(reading(plan, ()))["damage"]) == ((), "9"), "unconscious is prone: 11 against 2"
    assert notes(done(person(), "condition", kind="held"), "defence", score=9) == ["mg-no-defence"]
    assert notes(done(person(), "condition", kind="blinded"), "check", attribute="mind") == ["mg-blind"]


def test_the_sheet_says_what_conditions_do():
    def shown(who):
        return {
            line.title: line.text for part in GAME.sheet(BOOK, who) if part.id == "conditions" for line in part.lines
        }

    prone = shown(done(person(), "condition", kind="prone"))
    assert list(prone) == ["prone"]
    assert "+2" in prone["prone"]
    assert list(shown(done(person(), "hurt", value=99))) == ["prone", "unconscious"]
    assert list(shown(done(person(), "hold", name="Sleep", total=14, rounds=2))) == ["held"]
    assert shown(person()) == {}
    assert all(each.text.endswith(".") for each in BOOK.conditions)
    facts = {each.id: each.value for each in GAME.facts(BOOK, done(person(), "hurt", value=99))}
    assert facts["conditions"] == "Prone, Unconscious"
    assert "conditions" not in {each.id for each in GAME.facts(BOOK, person())}
    assert len(next(part for part in GAME.reference(BOOK) if part.id == "conditions").lines) == 7
