"""The odds against every throw there is, read one by one by `read_task`."""

import random
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from bones_desktop.rules.bones.attempts import CHARACTER, HINDERING, ITEM, Task
from bones_desktop.rules.bones.houserules import HouseRules
from bones_desktop.rules.bones.icons import Aptitude, face
from bones_desktop.rules.bones.odds import Odds
from bones_desktop.rules.bones.skills import ActionClass
from bones_desktop.rules.bones.tasks import challenge_dice, read_opposition, read_task
from bones_desktop.rules.dice import Die, Throw
from tests.support.rulebooks import rulebook

RULES = rulebook()
HOUSES = (
    HouseRules(),
    HouseRules(bought_success_inside_cap=True, elf_icon_allows_magic=False),
    HouseRules(only_own_icons_open_a_skill=True, unarmed_class=ActionClass.SPECIAL, unarmed_aptitude=Aptitude.PHYSICAL),
)
SKILLS = [skill.id for skill in RULES.skills]
DIFFICULTIES = [level.id for level in RULES.difficulties]


def fraction(chance):
    return Fraction(chance.num, chance.den)


def shares(distribution):
    return {number: Fraction(weight, distribution.total) for number, weight in distribution}


def fitting(skill):
    """Return icons that do something for a skill: so that random dice are not mostly idle."""
    masteries = [m.id for m in RULES.masteries if any(count.skill == skill for count in m.counts)]
    races = [r.id for r in RULES.races if any(reading.skill == skill for reading in r.readings)]
    abilities = [a.id for a in RULES.abilities if any(count.skill == skill for count in a.counts)]
    own = [] if skill in {"physical", "mental"} else [skill]
    return [*own, *own, "universal", "physical", "mental", *masteries, *races, *abilities]


def random_face(rng, skill, group):
    draw = rng.random()
    if draw < 0.2:
        return face("blank")
    if group == HINDERING:
        return face(rng.choice(["poison", "flaming", "null", "damage", "encumbrance", "poison x2", "blank"]))
    if draw < 0.26:
        return face(rng.choice(["poison", "flaming", "null", "encumbrance", "null x2", "poison x2"]))
    if draw < 0.36:
        return face(rng.choice(["endurance", "night-vision", "sixth-sense", "orc", "dwarf"]))
    if group == ITEM and draw < 0.6:
        return face(rng.choice(["encumbrance", "encumbrance x3", "encumbrance+defend", "encumbrance x2"]))
    code = rng.choice(fitting(skill))
    return face(code if rng.random() < 0.8 else f"{code} x{rng.choice([2, 3])}")


def random_die(rng, skill, group, place, faces=6):
    kind = rng.choice(["armour", "shield", "weapon", "magic-item", "item"]) if group == ITEM else group
    return Die(tuple(random_face(rng, skill, group) for _ in range(faces)), "", group, f"{kind} {place}")


def random_dice(rng, skill, most=4):
    groups = [CHARACTER] * rng.randint(1, 3) + [ITEM] * rng.randint(0, 1) + [HINDERING] * rng.choice([0, 0, 1, 2])
    return [random_die(rng, skill, group, place, rng.choice([3, 4, 4])) for place, group in enumerate(groups[:most])]


def random_task(rng, **given):
    skill = rng.choice([*SKILLS, "magic", "magic", "maneuver", "stealth", "perception", "physical"])
    return Task(
        skill,
        bought=rng.choice([0, 0, 1]),
        automatic=rng.choice([0, 0, 1, 2]),
        penalty=rng.choice([0, 0, 1, 3]),
        darkness=rng.choice([0, 0, 2, 4]),
        conditions=frozenset(rng.sample(["art", "healing"], rng.randint(0, 2))),
        **given,
    )


def throws(dice):
    for indices in product(*(range(len(die.faces)) for die in dice)):
        yield Throw(tuple(dice), indices)


def nulls_of(difficulty):
    """Return how likely each number of Nulls is, the dice counted one by one."""
    found = Counter({0: Fraction(1)})
    for die in challenge_dice(RULES, Task("melee", difficulty)):
        bad = Fraction(sum(shown.has("null") for shown in die.faces), len(die.faces))
        found = Counter(
            {n: found[n] * (1 - bad) + found[n - 1] * bad for n in range(max(found) + 2) if found[n] or found[n - 1]}
        )
    return found


def by_enumeration(house, task, dice):
    """Return the exact share of each net result, over all throws and numbers of Nulls."""
    nulls = nulls_of(task.difficulty) if task.difficulty else {None: Fraction(1)}
    found = Counter()
    whole = 0
    for shown in throws(dice):
        whole += 1
        for number, share in nulls.items():
            found[read_task(RULES, house, task, shown, number).net] += share
    return {net: share / whole for net, share in found.items() if share}


@pytest.mark.parametrize("seed", range(120))
def test_task_odds_are_those_of_every_throw_read_one_by_one(seed):
    rng = random.Random(seed)
    task = random_task(rng, **(rng.choice([{"difficulty": rng.choice(DIFFICULTIES)}, {"against": rng.randint(0, 4)}])))
    dice, house = random_dice(rng, task.skill), rng.choice(HOUSES)
    odds = Odds(RULES, house).task(task, dice)
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


@pytest.mark.parametrize("seed", range(60))
def test_opposed_odds_are_those_of_every_pair_of_throws(seed):
    rng = random.Random(1000 + seed)
    task, other = random_task(rng), random_task(rng)
    if seed % 3 == 0:
        task, other = (Task("perception"), Task("stealth")) if seed % 2 else (Task("stealth"), Task("perception"))
    house = rng.choice(HOUSES)
    mine = [random_die(rng, task.skill, CHARACTER, place, 4) for place in range(rng.randint(1, 2))]
    theirs = [random_die(rng, other.skill, CHARACTER, place, 4) for place in range(rng.randint(1, 2))]
    odds = Odds(RULES, house).opposed(task, mine, other, theirs)
    expected = Counter()
    allowed = True
    for their_throw in throws(theirs):
        stands = read_opposition(RULES, house, other, their_throw, task.skill)
        against = Task(
            **{**fields(task), "against": stands.successes, "against_skill": other.skill, "sensed": stands.sensed}
        )
        for shown in throws(mine):
            reading = read_task(RULES, house, against, shown)
            allowed = reading.allowed
            expected[reading.net] += Fraction(1, 4 ** (len(mine) + len(theirs)))
    assert odds.allowed == allowed
    if allowed:
        assert shares(odds.net) == expected
        assert fraction(odds.tie) == expected[0]


def fields(task):
    return {name: getattr(task, name) for name in task.__dataclass_fields__}


def best_of_one_more(house, task, shown, nulls):
    """Return the chance of success when the best die of a throw is thrown again, by trying every face of every die."""
    now = read_task(RULES, house, task, shown, nulls)
    if now.success or not now.allowed:
        return Fraction(now.success)
    lost = now.reading.harm
    best = Fraction(0)
    for place, die in enumerate(shown.dice):
        if die.group == HINDERING or place in lost:
            continue
        good = 0
        for index in range(len(die.faces)):
            indices = list(shown.indices)
            indices[place] = index
            good += read_task(RULES, house, task, Throw(shown.dice, tuple(indices)), nulls, lost=lost).success
        best = max(best, Fraction(good, len(die.faces)))
    return best


@pytest.mark.parametrize("seed", range(40))
def test_one_reroll_is_worth_what_trying_every_die_of_every_throw_says(seed):
    rng = random.Random(2000 + seed)
    difficulty = rng.choice(DIFFICULTIES[:3])
    task = random_task(rng, difficulty=difficulty)
    dice = random_dice(rng, task.skill, most=3)
    if seed % 2:
        dice = [random_die(rng, task.skill, CHARACTER, place, 6) for place in range(2)]
    house = rng.choice(HOUSES)
    expected = Fraction(0)
    number = 0
    for shown in throws(dice):
        number += 1
        expected += sum(share * best_of_one_more(house, task, shown, n) for n, share in nulls_of(difficulty).items())
    assert fraction(Odds(RULES, house).with_reroll(task, dice)) == expected / number


@pytest.mark.parametrize("seed", range(4))
def test_the_table_is_every_skill_against_every_difficulty_after_each_edit(seed):
    rng = random.Random(3000 + seed)
    house = rng.choice(HOUSES)
    odds = Odds(RULES, house)
    dice = [random_die(rng, rng.choice(SKILLS), CHARACTER, place) for place in range(3)]
    dice.append(random_die(rng, "defend", rng.choice([ITEM, HINDERING]), 3))
    for _ in range(6):
        automatic = rng.choice([0, 0, 1])
        table = odds.table(dice, automatic=automatic)
        assert [row.skill for row in table] == SKILLS
        for row in table:
            for difficulty, chance in zip(DIFFICULTIES, row.chances, strict=True):
                alone = Odds(RULES, house).task(Task(row.skill, difficulty, automatic=automatic), dice)
                assert (row.allowed, row.cap, chance) == (alone.allowed, alone.cap, alone.success)
                assert row.reason == alone.reason
        place = rng.randrange(3)
        dice[place] = random_die(rng, rng.choice(SKILLS), CHARACTER, place)


@pytest.mark.parametrize("seed", range(30))
def test_a_reroll_after_a_throw_is_judged_face_by_face(seed):
    rng = random.Random(4000 + seed)
    task = random_task(rng, difficulty=rng.choice(DIFFICULTIES[:4]))
    dice, house = random_dice(rng, task.skill), rng.choice(HOUSES)
    shown = Throw(tuple(dice), tuple(rng.randrange(len(die.faces)) for die in dice))
    nulls = rng.randint(0, 2)
    now = read_task(RULES, house, task, shown, nulls)
    found = Odds(RULES, house).rerolls(task, shown, nulls)
    if not now.allowed:
        assert found == ()
        return
    free = [p for p, die in enumerate(dice) if die.group != HINDERING and p not in now.reading.harm]
    assert sorted(one.die for one in found) == free
    assert [one.gain for one in found] == sorted((one.gain for one in found), reverse=True)
    best = best_of_one_more(house, task, shown, nulls)
    if not now.success:
        assert max((fraction(one.success) for one in found), default=0) == best
    for one in found:
        assert one.gain == pytest.approx(one.success.value - now.success)


def test_with_all_dice_lost_to_poison_nothing_is_left_to_succeed():
    poisoned = Die((face("poison"),) * 6, "", HINDERING, "hindering 1")
    alone = Die((face("universal"),) * 6, "", CHARACTER, "die 1")
    odds = Odds(RULES, HouseRules())
    assert fraction(odds.task(Task("melee", "easy"), [alone]).success) == Fraction(4, 9)
    assert fraction(odds.task(Task("melee", "easy", bought=3), [alone, poisoned]).success) == 0
    assert fraction(odds.with_reroll(Task("melee", "easy"), [alone, poisoned])) == 0
