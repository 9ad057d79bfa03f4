"""Odds against figures known from elsewhere: the rulebook's own, the worked examples of the method, icepool."""

import random
from fractions import Fraction

import icepool
import pytest

from bones_desktop.rules.bones.book.attempts import CHARACTER, HINDERING, ITEM, Task
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.reading.odds import OddsCalculator
from bones_desktop.rules.dice import Die
from tests.support.foreach import for_each
from tests.support.people import bob
from tests.support.rulebooks import rulebook

RULES = rulebook()
DIFFICULTIES = ("easy", "simple", "average", "challenging", "difficult", "almost-impossible", "impossible")

GOLDEN = {
    "maneuver": "1247/2916 2891/8748 1660/6561 2852/19683 14336/177147 1027072/43046721 7168/14348907",
    "social": "1247/2916 2891/8748 1660/6561 2852/19683 14336/177147 1027072/43046721 7168/14348907",
    "scholar": "199/324 977/1944 295/729 184/729 992/6561 237824/4782969 8192/4782969",
    "magic": "349/486 148/243 1108/2187 6584/19683 12416/59049 357376/4782969 51200/14348907",
    "craft": "79/162 545/1458 616/2187 3032/19683 1600/19683 303104/14348907 0",
}
"""Bob's chances, counted by hand (rules, 3.6)."""

SUCCESSES = {
    "scholar": "5/36 3/8 25/72 1/8 1/72",
    "magic": "2/27 8/27 7/18 11/54 1/27",
    "craft": "25/108 95/216 71/216",
}


def fraction(chance):
    return Fraction(chance.num, chance.den)


def dice(*texts, group=CHARACTER):
    """Return dice of faces with commas between."""
    return [
        Die(tuple(face(code) for code in text.split(", ")), "", group, f"{group} {place}")
        for place, text in enumerate(texts)
    ]


@pytest.mark.parametrize("skill", GOLDEN)
def test_bobs_chances_are_those_counted_by_hand(skill):
    pool = task_pool(RULES, bob())
    odds = OddsCalculator(RULES, HouseRules())
    expected = [Fraction(text) for text in GOLDEN[skill].split()]
    assert [level.id for level in RULES.difficulties] == list(DIFFICULTIES)
    assert [fraction(odds.task(Task(skill, difficulty), pool).success) for difficulty in DIFFICULTIES] == expected
    row = next(row for row in odds.table(pool) if row.skill == skill)
    assert [fraction(chance) for chance in row.chances] == expected


@pytest.mark.parametrize("skill", SUCCESSES)
def test_bobs_successes_fall_as_counted_by_hand(skill):
    net = OddsCalculator(RULES, HouseRules()).task(Task(skill, against=0), task_pool(RULES, bob())).net
    assert [fraction(net.chance(n)) for n in range(net.highest + 1)] == [Fraction(t) for t in SUCCESSES[skill].split()]


K = (
    "universal, physical, melee, melee, defend, blank",
    "universal, melee, melee x2, defend, missile, blank",
    "physical, physical, melee, defend, defend, blank",
    "universal, mental, magic, magic, scholar, blank",
)


def test_the_worked_figures_of_the_method():
    odds = OddsCalculator(RULES, HouseRules())
    assert fraction(odds.task(Task("melee", "easy"), dice(*K)).success) == Fraction(481, 648)
    assert fraction(odds.with_reroll(Task("melee", "average"), dice(*K))) == Fraction(36785, 52488)
    alone = dice("universal, universal, slam, perception, blank, blank")
    assert fraction(odds.task(Task("perception", "easy"), alone).success) == Fraction(2, 9)


def icepool_net(values, cap, extra, losses, nulls):
    """Return the net result by another program: what counts, at most the cap, less what is lost."""
    counted = sum((icepool.Die(each) for each in values), icepool.Die([0]))
    kept = counted.map(lambda n: min(n, cap)) if cap is not None else counted
    against = nulls @ icepool.Die([1, 1, 0, 0, 0, 0]) if nulls else icepool.Die([0])
    return kept + extra - losses - against


VALUES = {
    "blank": 0,
    "universal": 1,
    "mental": 1,
    "physical": 0,
    "scholar": 1,
    "sage": 2,
    "doktor": 1,
    "melee": 0,
    "connections": 1,
}


@for_each("seed", range(12))
def test_large_pools_agree_with_icepool(seed):
    rng = random.Random(seed)
    codes = list(VALUES)
    pool = dice(*(", ".join(rng.choice(codes) for _ in range(6)) for _ in range(rng.randint(5, 10))))
    items = dice(
        *(", ".join(rng.choice(["scholar", "scholar x2", "blank"]) for _ in range(6)) for _ in range(2)), group=ITEM
    )
    hindering = dice(*["null, null, blank, blank, blank, blank"] * rng.randint(0, 2), group=HINDERING)
    level = rng.choice(RULES.difficulties)
    task = Task(
        "scholar", level.id, bought=rng.choice([0, 1]), automatic=rng.choice([0, 2]), penalty=rng.choice([0, 1])
    )
    odds = OddsCalculator(RULES, HouseRules()).task(task, [*pool, *items, *hindering])
    icons = sum(shown.icons[0] in {"scholar", "sage", "doktor", "connections"} for die in pool for shown in die.faces)
    values = [[VALUES[shown.icons[0]] * shown.count for shown in die.faces] for die in [*pool, *items]]
    values[0] = [value + task.automatic for value in values[0]]
    net = icepool_net(values, 2 * icons, task.bought - task.penalty, level.automatic_nulls, level.dice + len(hindering))
    if not icons:
        assert not odds.allowed
        return
    assert odds.cap == 2 * icons
    assert {n: Fraction(weight, odds.net.total) for n, weight in odds.net} == {
        n: net.probability(n) for n in net.outcomes()
    }


@pytest.mark.parametrize("seed", range(6))
def test_two_large_sides_agree_with_icepool(seed):
    rng = random.Random(seed)
    worths = {"blank": 0, "universal": 1, "physical": 1, "melee": 1, "riposte": 2, "melee x2": 2, "scholar": 0}

    def side():
        return [[rng.choice(list(worths)) for _ in range(6)] for _ in range(rng.randint(6, 10))]

    mine, theirs = side(), side()
    difference = sum(icepool.Die([worths[c] for c in die]) for die in mine) - sum(
        icepool.Die([worths[c] for c in die]) for die in theirs
    )
    task = Task("melee")
    odds = OddsCalculator(RULES, HouseRules()).opposed(
        task, dice(*map(", ".join, mine)), task, dice(*map(", ".join, theirs))
    )
    assert fraction(odds.success) == difference.probability(">=", 1)
    assert fraction(odds.tie) == difference.probability("==", 0)
