"""Random dice and tasks of all kinds, and what every throw of them comes to, read one by one."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Final

from bones_desktop.rules.bones.book.attempts import CHARACTER, HINDERING, ITEM, Task
from bones_desktop.rules.bones.book.definitions import ActionClass
from bones_desktop.rules.bones.book.icons import Aptitude, face
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.reading.tasks import challenge_dice, read_task
from bones_desktop.rules.dice import Die, Throw
from tests.support.rulebooks import rulebook

RULES: Final = rulebook()
HOUSES: Final = (
    HouseRules(),
    HouseRules(bought_success_inside_cap=True, elf_icon_allows_magic=False),
    HouseRules(second_weapon_by_owning=True),
    HouseRules(only_own_icons_open_a_skill=True, unarmed_class=ActionClass.SPECIAL, unarmed_aptitude=Aptitude.PHYSICAL),
)
SKILLS: Final = [skill.id for skill in RULES.skills]
DIFFICULTIES: Final = [level.id for level in RULES.difficulties]


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


def two_swords(rng):
    """Return dice some of whose throws show Two Weapon, with two or three weapons and perhaps a shield or armour."""
    own = [random_die(rng, "melee", CHARACTER, place, 4) for place in range(rng.randint(1, 2))]
    own[0] = replace(own[0], faces=(face(rng.choice(["two-weapon", "melee"])), *own[0].faces[1:]))
    kinds = ["weapon", "weapon", *rng.sample(["weapon", "shield", "armour", "armour"], rng.randint(0, 1))]
    items = [
        replace(random_die(rng, "melee", ITEM, place, 3), key=f"{kind} {place}") for place, kind in enumerate(kinds)
    ]
    poison = [random_die(rng, "melee", HINDERING, 0, 3)] if rng.random() < 0.4 else []
    return [*own, *items, *poison]


def random_task(rng, **given):
    skill = rng.choice([*SKILLS, "magic", "magic", "maneuver", "stealth", "perception", "physical"])
    return Task(
        skill,
        bought=rng.choice([0, 0, 1]),
        automatic=rng.choice([0, 0, 1, 2]),
        penalty=rng.choice([0, 0, 1, 3]),
        sensed=rng.choice([0, 0, 0, 2]),
        darkness=rng.choice([0, 0, 2, 4]),
        conditions=frozenset(rng.sample(["art", "healing"], rng.randint(0, 2))),
        allowed_by_gm=rng.random() < 0.5,
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


def best_of_one_more(house, task, shown, nulls, known):
    """Return the chance of success when the best die of a throw is thrown again, by trying every face of every die.

    `known` keeps what throws of these dice come to: most are come to from many others.
    """

    def read(indices, lost):
        at = indices, nulls, lost
        if at not in known:
            known[at] = read_task(RULES, house, task, Throw(shown.dice, indices), nulls, lost=lost).success
        return known[at]

    now = read_task(RULES, house, task, shown, nulls)
    if now.success or not now.allowed:
        return Fraction(now.success)
    lost = now.reading.lost
    best = Fraction(0)
    for place, die in enumerate(shown.dice):
        if die.group == HINDERING or place in lost:
            continue
        before, after = shown.indices[:place], shown.indices[place + 1 :]
        good = sum(read((*before, index, *after), lost) for index in range(len(die.faces)))
        best = max(best, Fraction(good, len(die.faces)))
    return best
