"""The odds against the program's own throws, read and played as at the table: within four standard errors.

Seeds are fixed. Each number of throws is chosen so that a face read otherwise by odds and play would be seen.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest

from bones_desktop.rules.bones.book.attempts import Task
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.fight.combat import AttackMode, Combatant, Stance, careful, damage, facing
from bones_desktop.rules.bones.fight.fights import FightSide, solve
from bones_desktop.rules.bones.fight.rounds import round_odds
from bones_desktop.rules.bones.reading.odds import OddsCalculator
from bones_desktop.rules.bones.reading.tasks import challenge_dice, read_task
from bones_desktop.rules.chances import Chance
from bones_desktop.rules.dice import Die, throw
from tests.support.bestplay import BestPlay
from tests.support.fighting import (
    FIGHTING,
    HINDERING,
    SICKENING,
    cap_of,
    random_dice,
    random_fighter,
    random_items,
    random_poison,
    read_side,
)
from tests.support.foreach import for_each
from tests.support.rulebooks import rulebook

PLAIN = HouseRules()
TASK_FACES = (
    *SICKENING,
    *("universal", "physical", "mental") * 4,
    *("maneuver", "stealth", "craft", "sneaky", "acrobat", "sea-legs", "social", "perception"),
)
COMMON = ("universal", "physical", "melee", "missile", "defend", "magic", "unarmed", "slam", "fear-caster") * 5
TASKS_EACH, ROUNDS_EACH, FIGHTS_EACH = 500, 1500, 500


def assert_agrees(seen: Mapping[object, int], expected: Mapping[object, Chance]) -> None:
    """Fail where an end was seen more or less often than four standard errors allow, or cannot be at all."""
    assert set(seen) <= set(expected)
    whole = sum(seen.values())
    for end, chance in expected.items():
        error = sqrt(chance.value * (1 - chance.value) / whole)
        # One throw more or less, for what is too rare to be judged by its error.
        assert abs(seen.get(end, 0) / whole - chance.value) <= 4 * error + 1 / whole, (end, seen.get(end, 0), chance)


@pytest.mark.parametrize("seed", range(24))
def test_tasks(seed: int) -> None:
    rng = Random(100 + seed)
    book = rulebook()
    skill = rng.choice([*(skill.id for skill in book.skills), "magic", "stealth", "maneuver", "physical", "mental"])
    # One face of the skill itself, so that most may try.
    own = random_dice(rng, rng.randint(1, 6), (*TASK_FACES, *([skill] * 6 if book.has_icon(skill) else ())))
    dice = (*own, *random_items(rng, rng.randint(0, 2)), *random_poison(rng))
    task = Task(skill, bought=rng.choice((0, 0, 1)), automatic=rng.choice((0, 0, 1)), penalty=rng.choice((0, 0, 1)))
    task = replace(task, fatigue=seed % 3)
    if rng.random() < 0.3:
        task = replace(task, against=rng.randint(0, 3))
    else:
        task = replace(task, difficulty=rng.choice([level.id for level in book.difficulties[:4]]))
    odds = OddsCalculator(book, PLAIN).task(task, dice)
    pool: tuple[Die[Face], ...] = (*dice, *challenge_dice(book, task))
    readings = [read_task(book, PLAIN, task, throw(pool, rng)) for _ in range(TASKS_EACH)]
    assert_agrees(
        Counter(reading.success for reading in readings),
        {True: odds.success, False: Chance(odds.success.den - odds.success.num, odds.success.den)},
    )
    if odds.net is not None:
        expected = {number: odds.net.chance(number) for number, _ in odds.net}
        assert_agrees(Counter(reading.net for reading in readings), expected)


@for_each("seed", range(20))
def test_rounds(seed: int) -> None:
    rng = Random(200 + seed)
    book = rulebook()
    kinds = (*SICKENING, *COMMON)
    a, b = (random_fighter(rng, rng.randint(1, 4), kinds, items=rng.randint(0, 2)) for _ in "AB")
    a, b = (replace(side, dice=(*side.dice, *random_poison(rng))) for side in (a, b))
    stances = Stance(book, PLAIN, a, b.mode), Stance(book, PLAIN, b, a.mode)
    sides = [(stance, side.dice, cap_of(stance, side.dice)) for stance, side in zip(stances, (a, b), strict=True)]
    seen: Counter[object] = Counter()
    for _ in range(ROUNDS_EACH):
        mine, theirs = (read_side(stance, throw(dice, rng), cap=cap).successes for stance, dice, cap in sides)
        suffered, done = damage(*careful(*facing(mine, theirs)))
        seen[done, suffered] += 1
    assert_agrees(seen, dict(round_odds(book, PLAIN, a, b).damage))


@for_each("seed", range(10))
def test_fights(seed: int) -> None:
    rng = Random(300 + seed)
    book = rulebook()
    kinds = (*(FIGHTING, HINDERING)[seed % 2], *COMMON)
    mode = (AttackMode.MELEE, AttackMode.MELEE, AttackMode.MISSILE)[seed % 3]
    a, b = (random_fighter(rng, rng.randint(1, 3), kinds, items=rng.randint(0, 1), mode=mode) for _ in "AB")
    first = rng.choice(list(FightSide))
    reckoned = BestPlay(solve(book, PLAIN, a, b, first=first), a, b, first)
    stances = Stance(book, PLAIN, a, b.mode), Stance(book, PLAIN, b, a.mode)
    items = [[die for die in side.dice if die.group == "item"] for side in (a, b)]
    ends: list[tuple[int, int]] = []
    for _ in range(FIGHTS_EACH):
        state = reckoned.start
        for _ in range(3000):
            held = reckoned.dice(state)
            if not all(held):
                break
            mine, theirs = (
                read_side(stances[side], throw((*held[side], *items[side]), rng)).successes for side in (0, 1)
            )
            state = reckoned.after(state, *damage(*reckoned.allotments(state, mine, theirs)))
        else:
            pytest.fail("a fight that does not end")
        ends.append((len(held[0]), len(held[1])))
    odds = reckoned.odds
    seen = Counter((left_a > 0) - (left_b > 0) for left_a, left_b in ends)
    assert_agrees(seen, {1: odds.win, 0: odds.draw, -1: odds.loss})
    for left, expected in zip(zip(*ends, strict=True), (odds.left_a, odds.left_b), strict=True):
        assert abs(fmean(left) - expected) <= 4 * stdev(left) / sqrt(len(left)) + 1 / len(left)


def test_every_fight_here_is_one_that_ends() -> None:
    """A fight that is drawn for sure would prove nothing."""
    rng = Random(1)
    fighter = random_fighter(rng, 3, ("melee", "missile", "defend", "universal"), mode=AttackMode.MELEE)
    assert solve(rulebook(), PLAIN, fighter, Combatant(fighter.dice[:2])).odds.draw.value < 0.5
