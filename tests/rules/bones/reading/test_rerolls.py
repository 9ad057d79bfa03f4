"""Throwing one die again, against trying every die of every throw (SPF-9, AMB-52, AMB-85)."""

import random
from dataclasses import replace
from fractions import Fraction

from bones_desktop.rules.bones.book.attempts import CHARACTER, HINDERING, ITEM, Task
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.reading.odds import OddsCalculator
from bones_desktop.rules.bones.reading.tasks import opposed
from bones_desktop.rules.dice import Die
from tests.support.everythrow import (
    DIFFICULTIES,
    HOUSES,
    RULES,
    best_of_one_more,
    fraction,
    nulls_of,
    random_dice,
    random_die,
    random_task,
    throws,
    two_swords,
)
from tests.support.foreach import for_each


@for_each("seed", range(24))
def test_one_reroll_is_worth_what_trying_every_die_of_every_throw_says(seed):
    rng = random.Random(2000 + seed)
    difficulty = rng.choice(DIFFICULTIES[:3])
    task = random_task(rng, difficulty=difficulty)
    dice = random_dice(rng, task.skill, most=3)
    if seed % 2:
        dice = [random_die(rng, task.skill, CHARACTER, place, 6) for place in range(2)]
    elif seed % 4 == 0:
        task, dice = replace(task, skill="melee"), two_swords(rng)[:4]
    house = rng.choice(HOUSES)
    expected = Fraction(0)
    number = 0
    known, nulls = {}, nulls_of(difficulty)
    for shown in throws(dice):
        number += 1
        expected += sum(share * best_of_one_more(house, task, shown, n, known) for n, share in nulls.items())
    assert fraction(OddsCalculator(RULES, house).with_reroll(task, dice)) == expected / number


@for_each("seed", range(20))
def test_a_reroll_against_another_side_is_worth_what_trying_every_die_says(seed):
    rng = random.Random(5000 + seed)
    task, other = random_task(rng), random_task(rng)
    if seed % 2:
        skills = ("stealth", "perception") if seed % 4 == 1 else ("perception", "stealth")
        task, other = replace(task, skill=skills[0]), replace(other, skill=skills[1])
    house = rng.choice(HOUSES)
    mine = [random_die(rng, task.skill, group, place, 4) for place, group in enumerate((CHARACTER, CHARACTER, ITEM))]
    mine[2 if seed % 3 else 1] = random_die(rng, task.skill, HINDERING, 2, 3)
    theirs = [random_die(rng, other.skill, CHARACTER, 0, 4)]
    expected = Fraction(0)
    number = 0
    for their_throw in throws(theirs):
        against = opposed(RULES, house, task, other, their_throw)
        known = {}
        for shown in throws(mine):
            number += 1
            expected += best_of_one_more(house, against, shown, None, known)
    assert fraction(OddsCalculator(RULES, house).opposed_with_reroll(task, mine, other, theirs)) == expected / number


def test_dice_of_many_faces_are_thrown_again_too():
    die = Die((Face(("melee",)), *[Face(())] * 30), group=CHARACTER)
    expected = 1 - Fraction(30, 31) ** 13
    task = Task("melee", against=0, against_skill="melee")
    assert fraction(OddsCalculator(RULES, HOUSES[0]).with_reroll(task, [die] * 12)) == expected
