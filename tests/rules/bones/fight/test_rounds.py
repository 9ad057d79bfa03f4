"""The odds of a round against every throw of both sides, read as in play, and the literal game of allotting."""

from collections import Counter
from fractions import Fraction
from functools import reduce
from itertools import product
from math import prod
from operator import add
from random import Random

import icepool
import pytest

from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.fight.combat import (
    Allotment,
    AttackMode,
    Combatant,
    Stance,
    Successes,
    allot,
    careful,
    damage,
    facing,
)
from bones_desktop.rules.bones.fight.rounds import RoundOdds, falls, joint_damage, round_odds
from bones_desktop.rules.chances import Chance
from bones_desktop.rules.dice import Die, Throw
from tests.support.fighting import (
    FIGHTING,
    HINDERING,
    SICKENING,
    cap_of,
    die,
    own,
    random_fighter,
    random_poison,
    read_side,
)
from tests.support.foreach import for_each
from tests.support.rulebooks import rulebook

PLAIN = HouseRules()
MELEE, MISSILE, MAGIC = AttackMode.MELEE, AttackMode.MISSILE, AttackMode.MAGIC


def every_throw(fighter: Combatant, against: AttackMode) -> Counter[Successes]:
    """Return how many throws of the fighter's dice read as each result."""
    stance = Stance(rulebook(), PLAIN, fighter, against)
    sides = [range(len(one.faces)) for one in fighter.dice]
    cap = cap_of(stance, fighter.dice)
    return Counter(read_side(stance, Throw(fighter.dice, indices), cap=cap).successes for indices in product(*sides))


def played(first: Successes, second: Successes) -> tuple[int, int]:
    """Return the damage (to the first, to the second) when the first declares, both after most net damage.

    Among allotments as good as each other the one who declares does the least harm in all, as does the one who
    answers: no blows are traded for nothing.
    """

    def allotments(side: Successes) -> list[Allotment]:
        return [allot(side, attack) for attack in range(side.either + 1)]

    def best_answer(declared: Allotment) -> tuple[int, int]:
        ends = [damage(declared, answered) for answered in allotments(second)]
        return min(ends, key=lambda end: (end[1] - end[0], sum(end)))

    ends = [best_answer(declared) for declared in allotments(first)]
    return max(ends, key=lambda end: (end[1] - end[0], -sum(end)))


def enumerated(
    ours: Counter[Successes], theirs: Counter[Successes], *, a_first: bool
) -> dict[tuple[int, int], Fraction]:
    """Return the chance of each (damage to B, damage to A) by going through every pair of throws of A and B."""
    found: dict[tuple[int, int], Fraction] = {}
    whole = ours.total() * theirs.total()
    for (mine, m), (other, n) in product(ours.items(), theirs.items()):
        here, there = facing(mine, other)
        suffered, done = played(here, there) if a_first else played(there, here)[::-1]
        found[done, suffered] = found.get((done, suffered), Fraction(0)) + Fraction(m * n, whole)
    return found


def as_fractions(odds: RoundOdds) -> dict[tuple[int, int], Fraction]:
    return {pair: Fraction(*chance) for pair, chance in odds.damage.items()}


@for_each("seed", range(36))
def test_a_round_is_what_all_throws_of_both_sides_come_to(seed: int) -> None:
    rng = Random(seed)
    kinds = (FIGHTING, HINDERING, SICKENING)[seed % 3]
    a, b = (
        random_fighter(rng, rng.randint(1, 3), kinds, items=rng.choice((0, 0, 1, 2)), sides=rng.choice((2, 3, 6)))
        for _ in "AB"
    )
    if seed % 3 == 2:
        a = Combatant((*a.dice, *random_poison(rng)), a.mode, a.automatic, a.conditions)
    odds = as_fractions(round_odds(rulebook(), PLAIN, a, b))
    assert sum(odds.values()) == 1
    ours, theirs = every_throw(a, b.mode), every_throw(b, a.mode)
    assert odds == enumerated(ours, theirs, a_first=True)
    assert odds == enumerated(ours, theirs, a_first=False)


@for_each("seed", range(16))
def test_falls_of_a_larger_pool_are_those_of_every_throw(seed: int) -> None:
    rng = Random(1000 + seed)
    mode, against = rng.choice(list(AttackMode)), rng.choice(list(AttackMode))
    fighter = random_fighter(rng, 4, SICKENING, items=rng.randint(0, 1), sides=4, mode=mode)
    fighter = Combatant((*fighter.dice, *random_poison(rng)), mode, fighter.automatic, fighter.conditions)
    found = falls(Stance(rulebook(), PLAIN, fighter, against), fighter.dice)
    expected: Counter[tuple[int, int, int, int]] = Counter()
    for result, weight in every_throw(fighter, against).items():
        expected[result.attack, result.defence, result.either, result.hinders] += weight
    assert found == expected


def test_the_quick_sum_is_the_sum_over_all_pairs() -> None:
    rng = Random(3)

    def random_falls(most: int, hinders: int) -> dict[tuple[int, int, int, int], int]:
        weights: dict[tuple[int, int, int, int], int] = {}
        for _ in range(rng.randint(1, 25)):
            attack, defence, either = (rng.randint(0, most) for _ in range(3))
            weights[attack, defence, either, rng.randint(0, hinders)] = rng.randint(1, 10 ** rng.choice((1, 30)))
        return weights

    for number in range(300):
        ours, theirs = (random_falls(rng.choice((1, 3, 7)), int(number % 4 == 0)) for _ in "AB")
        expected: Counter[tuple[int, int]] = Counter()
        for (mine, m), (other, n) in product(ours.items(), theirs.items()):
            suffered, done = damage(*careful(*facing(Successes(*mine), Successes(*other))))
            expected[done, suffered] += m * n
        assert joint_damage(ours, theirs) == expected


def counted(fighter: Combatant, against: AttackMode) -> icepool.Die:
    """Return the chance of each result as icepool adds the dice up, for dice without hindrances."""
    stance = Stance(rulebook(), PLAIN, fighter, against)
    cap = stance.cap([one for one in fighter.dice if one.group == "character"])

    def shown(one: Die[Face]) -> icepool.Die:
        uses = [stance.use(one, face) for face in one.faces]
        return icepool.Die([icepool.Vector((use.attack, use.defence, use.either, use.capped)) for use in uses])

    def result(sums: icepool.Vector) -> tuple[int, int, int]:
        attack, defence, either, capped = sums
        if fighter.mode is AttackMode.MAGIC:
            return attack, defence, either + min(capped + fighter.automatic, cap)
        held = min(capped, cap)
        free = either + fighter.automatic
        return (attack, defence, free + held) if stance.capped_attack else (attack, defence + held, free)

    return reduce(add, map(shown, fighter.dice)).map(result)


@pytest.mark.parametrize("seed", range(4))
def test_eight_dice_against_eight(seed: int) -> None:
    rng = Random(500 + seed)
    kinds = [code for code in FIGHTING if code not in {"endurance", "two-weapon"}]
    a, b = (random_fighter(rng, 8, kinds, mode=(MELEE, MISSILE, MAGIC)[(seed + shift) % 3]) for shift in (0, seed))

    def exchange(mine: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[int, int]:
        return damage(*careful(Successes(*mine), Successes(*theirs)))[::-1]

    ends = icepool.map(exchange, counted(a, b.mode), counted(b, a.mode))
    odds = round_odds(rulebook(), PLAIN, a, b)
    assert as_fractions(odds) == {pair: Fraction(weight, ends.denominator()) for pair, weight in ends.items()}


def test_a_round_worked_by_hand() -> None:
    # A hits with half its faces; B parries with a third. A does 1 where it hits and B does not parry.
    a = Combatant(own("melee, melee, melee, blank, blank, blank"))
    b = Combatant(own("defend, defend, blank, blank, blank, blank"))
    odds = round_odds(rulebook(), PLAIN, a, b)
    assert odds.damage == {(0, 0): Chance(2, 3), (1, 0): Chance(1, 3)}


def test_the_goblin_of_the_rulebook_falls() -> None:
    # EX-14: Universal, Physical, Missile, Defend against Universal, Missile.
    bob = Combatant(own("universal", "physical", "missile", "defend"), MISSILE)
    goblin = Combatant(own("universal", "missile"), MISSILE)
    assert round_odds(rulebook(), PLAIN, bob, goblin).damage == {(2, 0): Chance(1, 1)}


def test_the_fire_magic_of_the_rulebook() -> None:
    # EX-30: one Universal and one Magic stop the goblin's hit and strike him in turn.
    bob = Combatant(own("universal", "magic, magic"), MAGIC)
    goblin = Combatant(own("missile"), MISSILE)
    assert round_odds(rulebook(), PLAIN, bob, goblin).damage == {(1, 0): Chance(1, 1)}


def test_fear_takes_a_success_from_the_other_side() -> None:
    ghost = Combatant(own("fear-caster"))
    hero = Combatant(own("melee x2"))
    # It defends against one, and one is lost to fear.
    assert round_odds(rulebook(), PLAIN, hero, ghost).damage == {(0, 0): Chance(1, 1)}


def test_whoever_has_no_dice_left_does_nothing_with_his_armour() -> None:
    fallen = Combatant((die("defend x3, defend x3", "item", "armour 1"),))
    standing = Combatant(own("melee, blank"))
    assert round_odds(rulebook(), PLAIN, standing, fallen).damage == {(0, 0): Chance(1, 2), (1, 0): Chance(1, 2)}


def test_weights_of_falls_are_all_throws() -> None:
    fighter = random_fighter(Random(4), 6, FIGHTING, items=2, mode=MELEE)
    weights = falls(Stance(rulebook(), PLAIN, fighter, MELEE), fighter.dice)
    assert sum(weights.values()) == prod(len(one.faces) for one in fighter.dice)
