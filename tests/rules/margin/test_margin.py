"""MG-T1 to T19 and the oracles of 4(c): point rules, checks, attacks, defences, Luck, holds, bleeding."""

from fractions import Fraction

import pytest

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.games import Fallen
from bones_desktop.rules.margin import figures
from bones_desktop.rules.margin.character import Attributes, Hold, MarginCharacter, Power, Skill
from bones_desktop.rules.problems import Weight
from bones_desktop.rules.reasons import RulesError
from tests.support.gamedesk import GameDesk, outcomes

DESK = GameDesk("margin")
GAME, BOOK = DESK.game, DESK.book
planned, chances, reading, done, refused = DESK.planned, DESK.chances, DESK.reading, DESK.done, DESK.refused


def person(level: int = 1, powers: tuple[str, ...] = (), **attributes: int) -> MarginCharacter:
    return MarginCharacter(
        id="5" * 32,
        name="Ann",
        level=level,
        attributes=Attributes(**attributes),
        powers=tuple(Power(power=each) for each in powers),
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
    assert figures.most_lp(BOOK, person(3, ("healthy-body",), body=2)) == 20
    assert [figures.dots_due(BOOK, person(mind=mind)) for mind in (-1, 2)] == [3, 6]
    assert figures.dots_due(BOOK, person(powers=("two-skill-dots",))) == 6
    assert figures.weapons_due(BOOK, person(attack=2)) == 3
    assert figures.weapons_due(BOOK, person(attack=-1, powers=("weapon-expertise",))) == 4
    assert figures.most_lp(BOOK, person(4, ("healthy-body",), body=-3)) == 7


def test_t6_and_t7_a_check_must_exceed():
    assert outcomes(reading(planned("check", bonus=0, target=10), (4, 3, 3))) == {"success": "failure", "margin": "0"}
    smash = person(body=3).with_(skills=(Skill(name="Smashing", dots=2),))
    found = reading(planned("check", smash, attribute="body", skill="1", target=14), (4, 4, 3))
    assert outcomes(found) == {"success": "success", "margin": "2"}


def test_t8_and_t9_attack_and_defence_are_damage():
    assert outcomes(reading(planned("attack", bonus=3, score=12), (4, 4, 4))) == {"hit": "hit", "damage": "3"}
    hurt = reading(planned("defence", bonus=0, score=13), (3, 3, 3))
    assert outcomes(hurt) == {"hit": "hurt", "damage": "4"}
    assert (hurt.harm.act, hurt.harm.value) == ("hurt", 4)
    safe = reading(planned("defence", bonus=0, score=13), (5, 5, 3))
    assert (outcomes(safe), safe.harm) == ({"hit": "unhurt", "damage": "0"}, None)


@pytest.mark.parametrize(
    ("bands", "faces", "bonus", "score", "expected"),
    [
        ("natural", (1, 1, 2), 6, 5, "0"),
        ("natural", (6, 6, 5), 0, 20, "1"),
        ("none", (1, 1, 2), 6, 5, "5"),
        ("modified", (4, 4, 4), 5, 20, "1"),
        ("modified", (1, 1, 2), 3, 5, "2"),
    ],
)
def test_what_decides_an_attack_by_itself(bands, faces, bonus, score, expected):
    assert outcomes(reading(planned("attack", bonus=bonus, score=score, bands=bands), faces))["damage"] == expected


def test_a_defence_that_fails_by_itself_lets_one_through():
    assert outcomes(reading(planned("defence", bonus=6, score=5), (1, 1, 1)))["damage"] == "1"
    assert outcomes(reading(planned("defence", bonus=0, score=30), (6, 6, 6)))["damage"] == "0"


def test_t10_and_t11_the_cap_and_bonuses_of_one_kind():
    assert planned("check", bonus=9, target=10).asked.bonus == 6
    who = person(attack=3, powers=("magical-weapon", "enhanced-magical-weapon")).with_(weapons=("Bow",))
    assert planned("attack", who, attribute="attack", weapon="1", score=10, other=2).asked.bonus == 6
    twice = person(powers=("attribute-specialty", "attribute-specialty")).with_(
        powers=(Power(power="attribute-specialty", choice="Lore"),) * 2, skills=(Skill(name="Lore", dots=1),)
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
    assert figures.state(BOOK, down) == "unconscious"
    assert done(down, "hurt", value=1, deliberate=1).is_dead
    bleeding = done(down, "bleed", throw=(1, 1, 3))
    assert bleeding.bleeding == 8
    for _round in range(8):
        assert not bleeding.is_dead
        bleeding = done(bleeding, "round")
    assert bleeding.is_dead
    aided = done(done(down, "bleed", throw=(0, 0, 0)), "first-aid")
    assert (aided.bleeding, figures.lp_left(BOOK, aided)) == (0, 1)


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
    who = person().with_(skills=(Skill(name="Stealth", everyman=True), Skill(name="Medicine")))
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
    assert figures.luck_left(BOOK, done(used, "session")) == 1
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


def reading_fallen(plan, numbers):
    return tuple(Fallen(die, number) for die, number in zip(plan.dice, numbers, strict=True))


@pytest.mark.parametrize("by", ["hold", "condition"])
def test_who_is_held_neither_acts_nor_throws_a_defence(by):
    who = person(defense=2)
    who = done(who, "hold", name="Sleep", total=16, rounds=4) if by == "hold" else done(who, "condition", kind="held")
    for roll in ("check", "attack"):
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
    who = person(mind=3).with_(skills=(Skill(name="Lore", dots=5),))
    found = reading(planned("check", who, attribute="mind", skill="1", target=10), (3, 3, 3))
    assert [each.value for each in found.findings if each.id == "capped"] == [2]


def test_a_skill_counts_in_a_contest_and_is_needed_there():
    who = person(mind=1).with_(skills=(Skill(name="Perception", dots=2, everyman=True), Skill(name="Lore")))
    assert planned("contest", who, attribute="mind", skill="1").asked.bonus == 3
    with pytest.raises(RulesError):
        planned("contest", who, attribute="mind", skill="2")
    poor = planned("contest", who.with_(skills=(Skill(name="Perception", everyman=True),)), attribute="mind", skill="1")
    assert [die.group for die in poor.dice] == ["dice"] * 2 + ["theirs"] * 3
    ways = GAME.odds(poor).findings["first-throw"]
    won = sum(a + b + 1 > c + d + e for a in D6 for b in D6 for c in D6 for d in D6 for e in D6)
    assert Fraction(*ways["win"]) == Fraction(won, 6**5)


D6 = range(1, 7)


def test_a_magical_weapon_and_a_specialty_help_with_their_weapon_only():
    who = person(attack=1).with_(
        weapons=("Bow", "Axe"),
        powers=(Power(power="magical-weapon", choice="Bow"), Power(power="attribute-specialty", choice="Axe")),
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
    assert "mg-power-vague" in illegal(person(body=3, mind=3).with_(powers=(Power(name="Glow"),)))
    assert illegal(person(body=3, mind=3).with_(powers=(Power(name="Glow", text="shines"),))) == set()


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
    undefined = person(attack=3, defense=3).with_(powers=(Power(name="?"), Power(power="cleave")))
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
def test_hits_with_natural_bands(bonus, score, expected):
    assert chances("attack", "hit", bonus=bonus, score=score)["hit"] == Fraction(expected)


@pytest.mark.parametrize("choice", ["", "luck", "\u3164", "Attack"])
def test_an_attribute_that_there_is_not_cannot_be_raised(choice):
    raising = next(each.id for each in BOOK.powers if each.effect == "attribute")
    assert "mg-power-choice" in illegal(person().with_(powers=(Power(power=raising, choice=choice),)))
    assert "mg-power-choice" not in illegal(person().with_(powers=(Power(power=raising, choice="attack"),)))
