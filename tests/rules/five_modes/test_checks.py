"""FM-T8 to T12 and the oracles of 2(c): readings, and odds that equal them counted over every throw."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.chances import Chance
from bones_desktop.rules.five_modes import checks, figures
from bones_desktop.rules.five_modes.character import Adventurer, Belonging, Rolls, Spell
from bones_desktop.rules.five_modes.checks import odds
from bones_desktop.rules.games import DieResult, Plan, headline
from bones_desktop.rules.reading import Reading
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.games import game_of
from bones_desktop.wording.games.words import game_name
from bones_desktop.wording.reasons import sentence
from tests.support.foreach import for_each

BOOK = game_of("five_modes").book


def planned(roll: str, **asked: int | str) -> Plan:
    return checks.plan(BOOK, None, roll, Answers(asked))


def reading(plan: Plan, *numbers: int, more: tuple[int, ...] = (), **choices: int) -> Reading:
    fallen = tuple(DieResult(die, number) for die, number in zip(plan.dice, numbers, strict=True))
    first = checks.read(plan, fallen, Answers(choices))
    forced = [die for must in first.must for die in must.dice]
    hurts = tuple(DieResult(die, number, 1) for die, number in zip(forced, more, strict=False))
    return checks.read(plan, (*fallen, *hurts), Answers(choices))


def outcomes(read: Reading) -> dict[str, str]:
    return {each.id: each.outcome for each in read.findings}


@pytest.mark.parametrize(("number", "outcome"), [(8, "hit"), (9, "miss")])
def test_attack_hits_up_to_defence_and_level(number, outcome):
    assert outcomes(reading(planned("attack", defence=6, level=2), number)) == {"hit": outcome}


@pytest.mark.parametrize(("dice", "outcome"), [((3, 1), "failure"), ((6, 2), "failure"), ((5, 2), "success")])
def test_sure_tasks_fail_only_at_three_times_uncanny(dice, outcome):
    assert outcomes(reading(planned("check", die="4", chance=5, talent=1), *dice))["task"] == outcome


def test_a_check_answers_several_questions():
    read = reading(planned("check", die="8", chance=4, threat=3), 4, 4)
    assert outcomes(read) == {"task": "success", "threat": "passes", "doubles": "yes"}
    assert outcomes(reading(planned("check", die="10", light=1), 3, 1))["light"] == "drops"


@pytest.mark.parametrize(("complexity", "outcome"), [(7, "takes"), (8, "fails")])
def test_spell_is_above_its_complexity_and_strains_either_way(complexity, outcome):
    read = reading(planned("check", die="8", magic=1, complexity=complexity), 2, 5, 3)
    assert outcomes(read) == {"doubles": "no", "spell": outcome, "strain": "1"}
    assert [len(must.dice) for must in read.must] == [1]


def test_strain_is_paid_or_hurts():
    plan = planned("check", die="8", magic=2, complexity=3)
    hurt = reading(plan, 1, 5, 6, 2, more=(4, 3))
    assert (hurt.must, hurt.harm and hurt.harm.value) == ((), 7)
    paid = reading(plan, 1, 5, 6, 2, more=(4,), pay=1)
    assert (paid.must, paid.harm and paid.harm.value) == ((), 4)
    assert reading(plan, 1, 5, 6, 2, pay=2).harm is None


def test_a_spell_needs_dice_and_a_complexity():
    for asked in ({"magic": 1}, {"complexity": 4}):
        with pytest.raises(RulesError):
            planned("check", **asked)


PLANS = [
    planned("check", die=die, **asked)
    for die in ("4", "6", "12")
    for asked in (
        {},
        {"chance": 3, "threat": 2, "light": 1},
        {"chance": 7, "threat": 30},
        {"chance": 0, "magic": 2, "complexity": 9, "light": 1},
        {"magic": 1, "complexity": 3, "base_die_counts": 0},
        {"initiative": 3, "morale": 4, "threat": 5, "light": 1},
    )
] + [
    planned("attack", defence=-4, level=2),
    planned("attack", defence=30, level=2),
    planned("save", kind="death", level=9),
    planned("hits", die="8", how="higher", reduction=2),
    planned("hits", die="4", how="lower", reduction=2),
    planned("hits", die="6", how="one"),
]


@for_each("plan", PLANS)
def test_odds_are_every_throw_read(plan):
    counted: dict[str, Counter[str]] = {}
    joint: Counter[tuple[tuple[str, str], ...]] = Counter()
    throws = list(product(*(die.faces for die in plan.dice)))
    for numbers in throws:
        fallen = tuple(DieResult(die, number) for die, number in zip(plan.dice, numbers, strict=True))
        found = outcomes(checks.read(plan, fallen, Answers()))
        for finding, outcome in found.items():
            counted.setdefault(finding, Counter())[outcome] += 1
        joint[tuple(sorted((finding, each) for finding, each in found.items() if finding != "strain"))] += 1
    exact = odds(plan)
    assert set(exact.findings) == set(counted)
    for finding, chances in exact.findings.items():
        assert sum(Fraction(*chance) for chance in chances.values()) == 1
        read = {outcome: Fraction(count, len(throws)) for outcome, count in counted[finding].items()}
        assert {outcome: Fraction(*chance) for outcome, chance in chances.items() if chance.num} == read
    if exact.joint:
        cells = {tuple(sorted(cell.outcomes.items())): Fraction(*cell.chance) for cell in exact.joint}
        assert cells == {cell: Fraction(count, len(throws)) for cell, count in joint.items()}


def chance(plan: Plan, finding: str, outcome: str) -> Fraction:
    return Fraction(*odds(plan).findings[finding][outcome])


@pytest.mark.parametrize(
    ("die", "sure"), [("4", (19, 24)), ("6", (31, 36)), ("8", (43, 48)), ("10", (11, 12)), ("12", (67, 72))]
)
def test_sure_tasks_by_die(die, sure):
    assert chance(planned("check", die=die, chance=6), "task", "success") == Fraction(*sure)


@pytest.mark.parametrize(
    ("die", "magic", "complexity", "takes"),
    [
        ("12", 1, 10, (11, 24)),
        ("8", 1, 6, (11, 16)),
        ("4", 2, 10, (13, 36)),
        ("12", 2, 3, (431, 432)),
        ("4", 1, 10, (0, 1)),
    ],
)
def test_spells_by_dice(die, magic, complexity, takes):
    plan = planned("check", die=die, magic=magic, complexity=complexity)
    assert chance(plan, "spell", "takes") == Fraction(*takes)


def test_strain_by_dice():
    found = odds(planned("check", die="8", magic=2, complexity=1)).findings["strain"]
    assert [Fraction(*found[str(n)]) for n in range(4)] == [Fraction(n, 32) for n in (3, 11, 13, 5)]


@pytest.mark.parametrize(
    ("die", "how", "reduction", "mean"),
    [
        ("4", "higher", 0, (25, 8)),
        ("6", "lower", 0, (91, 36)),
        ("8", "higher", 2, (245, 64)),
        ("4", "lower", 2, (5, 16)),
        ("6", "one", 2, (5, 3)),
    ],
)
def test_mean_hits(die, how, reduction, mean):
    found = odds(planned("hits", die=die, how=how, reduction=reduction)).findings["hits"]
    assert sum(int(hits) * Fraction(*p) for hits, p in found.items()) == Fraction(*mean)


def parts(read: Reading) -> dict[str, str]:
    return {each.group: each.role.value for each in read.dice}


def test_the_uncanny_die_has_its_part_in_light_and_spell():
    assert parts(reading(planned("check", die="8", light=1), 3, 1))["uncanny"] == "hurts"
    assert parts(reading(planned("check", die="8", magic=1, complexity=6), 3, 5, 2))["uncanny"] == "counts"
    ruled = planned("check", die="8", magic=1, complexity=1, base_die_counts=0)
    assert parts(reading(ruled, 3, 5, 2))["uncanny"] == "idle"


def test_the_last_size_of_a_light_goes_out():
    codes = [reading(planned("check", die=die, light=1), 3, 1).findings[-1].reason.code for die in ("6", "4")]
    assert codes == ["fm-light-drops", "fm-light-ends"]


def test_metal_burns_when_strain_is_settled():
    plan = planned("check", die="8", magic=1, complexity=2, metal=1)
    waits, settled = reading(plan, 1, 5, 2), reading(plan, 1, 5, 2, more=(3,))
    assert [each.why_not is None for read in (waits, settled) for each in read.offers if each.command == "burn"] == [
        False,
        True,
    ]


def notes(who: Adventurer, roll: str, **asked: int | str) -> list[str]:
    return [each.code for each in checks.plan(BOOK, who, roll, Answers(asked)).notes]


@pytest.mark.parametrize(
    ("roll", "asked"),
    [("check", {}), ("attack", {}), ("hits", {"die": "6", "how": "one"}), ("save", {"kind": "magic"})],
)
def test_the_down_and_the_dead_are_told_so_before_a_throw(roll, asked):
    who = Adventurer(id="a" * 32, die=6, rolls=Rolls(defence=(1, 2), body=(4, 6)))
    assert notes(who.with_(hits=5), roll, **asked) == []
    assert notes(who.with_(hits=6), roll, **asked) == ["fm-is-down"]
    assert notes(who.with_(is_dead=True), roll, **asked) == ["fm-is-dead"]
    assert notes(who.with_(hits=6), "save", kind="death") == [], "it is what revives"
    assert notes(who.with_(is_dead=True), "save", kind="death") == ["fm-is-dead"]
    assert checks.plan(BOOK, None, roll, Answers(asked)).notes == ()


def armed(*things: str) -> Adventurer:
    belongings = tuple(Belonging(thing=each, in_use=True) for each in things)
    return Adventurer(id="a" * 32, die=8, rolls=Rolls(defence=(1, 2), body=(4, 6)), belongings=belongings)


@for_each(
    ("things", "expected"),
    [
        (("daggers",), {"chop": "lower", "chop-grip": "higher", "thrust": "lower", "thrust-grip": "higher"}),
        (("sword",), {"chop": "one", "thrust": "one"}),
        (("hand-axe",), {"chop": "one"}),
        (("cleaver",), {"chop": "one"}),
        (("battle-axe",), {"chop": "higher", "chop-one-handed": "lower"}),
        (("spear",), {"thrust": "one", "thrust-one-handed": "lower"}),
        (("short-bow",), {"shot": "lower"}),
        (("long-bow", "shield-wood"), {"shot": "lower"}),
        (
            ("halberd",),
            {"chop": "higher", "chop-one-handed": "lower", "thrust": "one", "thrust-one-handed": "lower"},
        ),
        (
            ("halberd", "shield-wood"),
            {"chop-one-handed": "lower", "thrust-one-handed": "lower", "chop": "higher", "thrust": "one"},
        ),
    ],
)
def test_the_weapon_in_hand_fills_the_hit_dice_in(things, expected):
    who = armed(*things)
    hits = next(each for each in checks.rolls(BOOK, who) if each.id == "hits")
    how = next(each for each in hits.parameters if each.id == "how")
    offered = [f"{things[0]}-{each}" for each in expected]
    assert how.choices == (*offered, "one", "higher", "lower")
    assert how.first == offered[0]
    for key, dice in zip(offered, expected.values(), strict=True):
        plan = checks.plan(BOOK, who, "hits", Answers({"die": "8", "how": key}))
        assert (len(plan.dice), plan.answers.key("how")) == (1 if dice == "one" else 2, dice)


def test_hits_say_their_kind_for_the_armour_of_the_target():
    plan = checks.plan(BOOK, armed("mace"), "hits", Answers({"die": "8", "how": "mace-chop", "reduction": 1}))
    assert [sentence(each.reason) for each in reading(plan, 5).findings] == ["Hits, blunt: 4, 1 taken off."]
    with pytest.raises(RulesError):
        checks.plan(BOOK, armed(), "hits", Answers({"die": "8", "how": "mace-chop"}))


@pytest.mark.parametrize(
    ("asked", "defence", "said"),
    [
        ({"defence": 6}, 6, ""),
        ({"defence": 6, "agility": 4}, 4, ""),
        ({"defence": 3, "agility": 8, "length": 7}, 7, "with Agility the defence is 7"),
        ({"defence": 5, "agility": 5, "length": 7}, 5, "with Agility the defence is 5"),
        ({"defence": 3, "length": 7}, 7, "unless the target’s Agility is lower"),
        ({"defence": 9, "agility": 11, "length": 7}, 9, "changes nothing"),
    ],
)
def test_the_length_of_a_thrust_counts_instead_of_guard(asked, defence, said):
    plan = planned("attack", level=2, **asked)
    assert checks.d20_least(plan) == defence + 2
    assert chance(plan, "hit", "hit") == Fraction(defence + 2, 20)
    assert outcomes(reading(plan, defence + 2)) == {"hit": "hit"}
    assert outcomes(reading(plan, defence + 3)) == {"hit": "miss"}
    notes = [sentence(each) for each in plan.notes]
    assert len(notes) == bool(said)
    assert all(said in each for each in notes)


@pytest.mark.parametrize(("weapon", "length"), [("staff", 6), ("spear", 7), ("halberd", 7), ("sword", 0)])
def test_the_length_comes_with_the_weapon(weapon, length):
    attack = next(each for each in checks.rolls(BOOK, armed(weapon)) if each.id == "attack")
    assert {each.id: each.first for each in attack.parameters}["length"] == length


@pytest.mark.parametrize(
    ("dice", "first", "allies"),
    [((4, 3), "enemies", "fight"), ((5, 4), "adventurers", "hesitate"), ((1, 8), "adventurers", "fight")],
)
def test_a_round_asks_who_acts_first_and_whether_allies_fight(dice, first, allies):
    """FM-R23: Initiative is a chance on the uncanny die, Morale one on the canny die."""
    read = reading(planned("check", die="8", initiative=3, morale=4), *dice)
    assert outcomes(read) == {"first": first, "allies": allies, "doubles": "no"}
    assert all(sentence(each.reason) for each in read.findings)
    shown = headline(game_of("five_modes").game, odds(planned("check", die="8", initiative=3)))
    assert shown == ("first", "adventurers", Chance(5, 8))
    assert chance(planned("check", die="8", morale=4), "allies", "fight") == Fraction(2, 3)


def proposed(who: Adventurer, roll: str, **given: int | str) -> dict[str, int | str]:
    """Return the answers a roll proposes, without optional ones."""
    found = next(each for each in checks.rolls(BOOK, who) if each.id == roll)
    return {each.id: each.first for each in found.asked(Answers(given)) if not each.optional}


def test_a_stroke_fills_its_length_in():
    who = armed("halberd")
    assert proposed(who, "attack")["strike"] == "halberd-chop"
    assert "length" not in proposed(who, "attack")
    assert proposed(who, "attack", strike="halberd-thrust")["length"] == 7
    assert "length" not in proposed(who, "attack", strike="halberd-thrust-one-handed")


def test_a_hit_is_followed_by_its_hit_dice():
    who = armed("halberd")
    plan = checks.plan(BOOK, who, "attack", Answers({"strike": "halberd-chop", "defence": 9, "level": 1}))
    then = reading(plan, 10).then
    assert (then.roll, then.answers.key("how")) == ("hits", "halberd-chop")
    assert reading(plan, 11).then is None
    assert reading(planned("save", kind="death", level=20), 1).then is None


def test_a_spell_fills_its_complexity_and_a_magic_die_in():
    spells = (Spell(name="Mist", complexity=7), Spell(), Spell(name="Calm", complexity=4))
    who = Adventurer(id="a" * 32, die=4, spells=spells)
    asked = proposed(who, "check")
    assert (asked["spell"], asked["magic"]) == ("", 0)
    assert "complexity" not in asked
    calm = proposed(who, "check", spell="2")
    assert (calm["magic"], calm["complexity"]) == (1, 4)
    spent = proposed(who.with_(magic_spent=1), "check", spell="1")
    with pytest.raises(RulesError):
        checks.plan(BOOK, who, "check", Answers(spent))


def test_the_reference_has_the_order_of_a_round():
    [part] = [part for part in figures.reference(BOOK) if part.id == "round-table"]
    names = [game_name("five_modes", "", each.title) for each in part.lines]
    assert [each[:2] for each in names] == ["1.", "2.", "3.", "Ca"]
