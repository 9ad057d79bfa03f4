"""The odds against every throw there is, read one by one by `read_task`."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from bones_desktop.rules.bones.book.attempts import CHARACTER, HINDERING, ITEM, Task
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.reading.odds import OddsCalculator
from bones_desktop.rules.bones.reading.tasks import opposed, read_task
from bones_desktop.rules.dice import Die, Throw
from bones_desktop.rules.reasons import RulesError
from tests.support.everythrow import (
    DIFFICULTIES,
    HOUSES,
    RULES,
    SKILLS,
    by_enumeration,
    fraction,
    random_dice,
    random_die,
    random_task,
    shares,
    throws,
    two_swords,
)
from tests.support.foreach import for_each


@pytest.mark.parametrize("seed", range(48))
def test_task_odds_are_those_of_every_throw_read_one_by_one(seed):
    rng = random.Random(seed)
    task = random_task(rng, **(rng.choice([{"difficulty": rng.choice(DIFFICULTIES)}, {"against": rng.randint(0, 4)}])))
    dice, house = random_dice(rng, task.skill), rng.choice(HOUSES)
    if seed % 4 == 0:
        task, dice = replace(task, skill=rng.choice(["melee", "melee", "unarmed", "stealth"])), two_swords(rng)
    odds = OddsCalculator(RULES, house).task(task, dice)
    first = read_task(RULES, house, task, Throw(tuple(dice), (0,) * len(dice)), 0 if task.difficulty else None)
    assert odds.allowed == first.allowed
    assert odds.cap == first.cap
    if not odds.allowed:
        assert fraction(odds.success) == 0
        assert odds.net is None
        return
    expected = by_enumeration(house, task, dice)
    assert shares(odds.net) == expected
    assert fraction(odds.success) == sum(share for net, share in expected.items() if net >= 1)
    assert (odds.tie is None) == bool(task.difficulty)
    if odds.tie is not None:
        assert fraction(odds.tie) == expected.get(0, 0)
        read = [read_task(RULES, house, task, shown) for shown in throws(dice)]
        tied = sum(reading.reading.findings[0].reason.code == "tie-opposed" for reading in read)
        assert fraction(odds.drawn) == Fraction(tied, len(read))


@for_each("seed", range(60))
def test_opposed_odds_are_those_of_every_pair_of_throws(seed):
    rng = random.Random(1000 + seed)
    task, other = random_task(rng), random_task(rng)
    if seed % 3 == 0:
        task, other = (Task("perception"), Task("stealth")) if seed % 2 else (Task("stealth"), Task("perception"))
    house = rng.choice(HOUSES)
    mine = [random_die(rng, task.skill, CHARACTER, place, 4) for place in range(rng.randint(1, 2))]
    theirs = [random_die(rng, other.skill, CHARACTER, place, 4) for place in range(rng.randint(1, 2))]
    odds = OddsCalculator(RULES, house).opposed(task, mine, other, theirs)
    expected = Counter()
    tied, allowed = 0, True
    for their_throw in throws(theirs):
        against = opposed(RULES, house, task, other, their_throw)
        for shown in throws(mine):
            reading = read_task(RULES, house, against, shown)
            allowed = reading.allowed
            expected[reading.net] += Fraction(1, 4 ** (len(mine) + len(theirs)))
            tied += reading.reading.findings[0].reason.code == "tie-opposed"
    assert odds.allowed == allowed
    if allowed:
        assert shares(odds.net) == expected
        assert fraction(odds.tie) == expected[0]
        assert fraction(odds.drawn) == Fraction(tied, 4 ** (len(mine) + len(theirs)))


@pytest.mark.parametrize("seed", range(4))
def test_the_table_is_every_skill_against_every_difficulty_after_each_edit(seed):
    rng = random.Random(3000 + seed)
    house = rng.choice(HOUSES)
    odds = OddsCalculator(RULES, house)
    dice = [random_die(rng, rng.choice(SKILLS), CHARACTER, place) for place in range(3)]
    dice.append(random_die(rng, "defend", rng.choice([ITEM, HINDERING]), 3))
    for _ in range(6):
        automatic = rng.choice([0, 0, 1])
        table = odds.table(dice, automatic=automatic)
        assert [row.skill for row in table] == SKILLS
        for row in table:
            for difficulty, chance in zip(DIFFICULTIES, row.chances, strict=True):
                alone = OddsCalculator(RULES, house).task(Task(row.skill, difficulty, automatic=automatic), dice)
                assert (row.allowed, row.cap, chance) == (alone.allowed, alone.cap, alone.success)
                assert row.reason == alone.reason
        place = rng.randrange(3)
        dice[place] = random_die(rng, rng.choice(SKILLS), CHARACTER, place)


def test_with_all_dice_lost_to_poison_nothing_is_left_to_succeed():
    poisoned = Die((face("poison"),) * 6, "", HINDERING, "hindering 1")
    alone = Die((face("universal"),) * 6, "", CHARACTER, "die 1")
    odds = OddsCalculator(RULES, HouseRules())
    assert fraction(odds.task(Task("melee", "easy"), [alone]).success) == Fraction(4, 9)
    assert fraction(odds.task(Task("melee", "easy", bought=3), [alone, poisoned]).success) == 0
    assert fraction(odds.with_reroll(Task("melee", "easy"), [alone, poisoned])) == 0


@pytest.mark.parametrize(
    "wrong", [{"penalty": -1}, {"fatigue": -1}, {"bought": -1}, {"automatic": -1}, {"darkness": -2}]
)
def test_numbers_below_zero_are_refused_on_either_side(wrong):
    dice = [Die((face("universal"),) * 6, "", CHARACTER, "die 1")]
    odds = OddsCalculator(RULES, HouseRules())
    with pytest.raises(RulesError):
        odds.task(Task("melee", "easy", **wrong), dice)
    with pytest.raises(RulesError):
        odds.opposed(Task("melee", **wrong), dice, Task("melee"), dice)
    with pytest.raises(RulesError):
        odds.opposed(Task("melee"), dice, Task("melee", **wrong), dice)


def test_dice_are_told_apart_however_many_were_asked_about():
    kept = Die((face("universal"),) * 6, "", CHARACTER, "die 1")
    odds = OddsCalculator(RULES, HouseRules())
    codes = ["blank", "magic", "melee", "defend", "healer", "craft"]
    for number in range(1500):
        faces = tuple(face(codes[number // 6**place % 6]) for place in range(6))
        changing = Die(faces, "", CHARACTER, "die 2")
        found = odds.task(Task("perception", "easy"), [kept, changing])
        assert fraction(found.success) == Fraction(4, 9)
