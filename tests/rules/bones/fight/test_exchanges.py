"""One exchange: how successes may be allotted, what Nulls leave of them, and the careful allotment."""

from itertools import product
from random import Random

import pytest

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
from bones_desktop.rules.dice import Throw, throw
from bones_desktop.rules.reasons import RulesError
from tests.support.fighting import SICKENING, SideReading, die, own, random_fighter, random_poison, read_side
from tests.support.rulebooks import rulebook

SMALL = [Successes(*numbers) for numbers in product(range(4), repeat=3)]
PLAIN = HouseRules()


def allotments(side: Successes) -> list[Allotment]:
    return [allot(side, attack) for attack in range(side.either + 1)]


def net(mine: Allotment, theirs: Allotment) -> int:
    suffered, done = damage(mine, theirs)
    return done - suffered


def read(*dice, taken=(), mode=AttackMode.MELEE) -> SideReading:
    fighter = Stance(rulebook(), PLAIN, Combatant(dice, mode), AttackMode.MELEE)
    return read_side(fighter, Throw(dice, (0,) * len(dice)), taken)


def test_every_success_is_allotted_once() -> None:
    side = Successes(2, 1, 3)
    assert [(one.attack, one.defence) for one in allotments(side)] == [(2, 4), (3, 3), (4, 2), (5, 1)]
    for wrong in (-1, 4):
        with pytest.raises(RulesError) as caught:
            allot(side, wrong)
        assert caught.value.reason.code == "allotted-too-much"


def test_damage_is_attack_less_defence_and_both_blows_fall() -> None:
    assert damage(Allotment(3, 1), Allotment(2, 1)) == (1, 2)
    assert damage(Allotment(0, 5), Allotment(2, 0)) == (0, 0)


def test_nulls_leave_every_choice_of_what_to_give_up() -> None:
    # Against all ways to cross out so many successes of each kind, as far as they are not simply worse.
    for side, nulls in product(SMALL, range(5)):
        found = set()
        for attack, defence, either in product(range(side.attack + 1), range(side.defence + 1), range(side.either + 1)):
            crossed = side.all - attack - defence - either
            if crossed == min(nulls, side.all):
                found |= {(one.attack, one.defence) for one in allotments(Successes(attack, defence, either))}
        left = side.less(nulls)
        assert {(one.attack, one.defence) for one in allotments(left)} == found, (side, nulls)


def test_fear_falls_on_the_other_side_and_on_both_at_once() -> None:
    mine, theirs = facing(Successes(2, 0, 0, 1), Successes(0, 2, 1, 2))
    assert (mine.all, theirs.all) == (0, 2)
    assert (mine.hinders, theirs.hinders) == (1, 2)


def test_careful_is_a_saddle_point_of_net_damage() -> None:
    for first, second in product(SMALL, repeat=2):
        mine, theirs = careful(first, second)
        assert mine in allotments(first)
        assert theirs in allotments(second)
        value = net(mine, theirs)
        assert all(net(other, theirs) <= value for other in allotments(first)), (first, second)
        assert all(net(mine, other) >= value for other in allotments(second)), (first, second)


def test_careful_trades_no_blows_for_nothing() -> None:
    # Of all saddle points it is the one with the least damage in all.
    for first, second in product(SMALL, repeat=2):
        value = net(*careful(first, second))
        saddles = [
            (mine, theirs)
            for mine, theirs in product(allotments(first), allotments(second))
            if all(net(other, theirs) <= value for other in allotments(first))
            and all(net(mine, other) >= value for other in allotments(second))
        ]
        assert sum(damage(*careful(first, second))) == min(sum(damage(*saddle)) for saddle in saddles)


def test_careful_is_the_same_seen_from_either_side() -> None:
    for first, second in product(SMALL, repeat=2):
        assert damage(*careful(first, second)) == damage(*careful(second, first))[::-1]


def test_poison_takes_the_least_of_the_dice_that_showed_a_success() -> None:
    poison = die("poison", "hindering", "hindering 1")
    reading = read(*own("melee x2", "defend", "melee", "blank"), poison)
    assert (reading.damage, reading.taken) == (1, (2,))
    assert reading.successes == Successes(defence=1, either=2)
    chosen = read(*own("melee x2", "defend", "melee", "blank"), poison, taken=(0,))
    assert chosen.successes == Successes(defence=1, either=1)


def test_what_is_no_success_in_this_fight_does_not_draw_the_poison() -> None:
    poison = die("poison", "hindering", "hindering 1")
    assert read(*own("missile", "melee x2"), poison).taken == (1,)
    # An archer's swords still parry: the arrow is the lesser success.
    assert read(*own("missile", "melee x2"), poison, mode=AttackMode.MISSILE).taken == (0,)
    bow = read(*own("missile", "stealth"), poison, mode=AttackMode.MISSILE)
    assert (bow.taken, bow.successes) == ((0,), Successes())


def test_a_die_that_poison_takes_no_longer_frightens_or_hinders() -> None:
    poison = die("poison x2", "hindering", "hindering 1")
    reading = read(*own("fear-caster", "melee+null", "melee x3"), poison)
    assert reading.taken == (1, 0)
    assert reading.successes == Successes(either=3)


def test_the_last_die_lost_leaves_nothing_not_even_armour() -> None:
    dice = (*own("melee x2"), die("defend x3", "item", "armour 1"), die("poison", "hindering", "hindering 1"))
    assert read(*dice).successes == Successes()
    assert read(*dice[1:]).successes == Successes()


def test_a_cap_is_that_of_the_dice_held_when_the_throw_was_made() -> None:
    poison = die("poison", "hindering", "hindering 1")
    dice = own("magic", "magic x2", "universal", "mental")
    assert read(*dice, poison, mode=AttackMode.MAGIC).successes == Successes(either=2)


def test_hindrances_of_the_own_side_come_after_the_cap() -> None:
    nulls = die("null", "hindering", "hindering 1")
    dice = own("magic", "universal", "mental", "defend")
    # Cap 1, then one Null: either the spell or the shield goes.
    left = read(*dice, nulls, mode=AttackMode.MAGIC).successes
    assert {(one.attack, one.defence) for one in allotments(left)} == {(1, 0), (0, 1)}


def test_a_reading_is_the_sum_of_its_dice() -> None:
    # By itself: every die on the table that is not taken, added up by hand, capped and hindered by the rules.
    rng = Random(20260)
    for _ in range(300):
        fighter = random_fighter(rng, rng.randint(1, 5), SICKENING, items=rng.randint(0, 3))
        fighter = Combatant((*fighter.dice, *random_poison(rng)), fighter.mode, fighter.automatic, fighter.conditions)
        stance = Stance(rulebook(), PLAIN, fighter, rng.choice(list(AttackMode)))
        thrown = throw(fighter.dice, rng)
        reading = read_side(stance, thrown)
        characters = [place for place, one in enumerate(thrown.dice) if one.group == "character"]
        assert set(reading.taken) <= set(characters)
        assert len(reading.taken) == min(reading.damage, len(characters))
        if len(reading.taken) == len(characters):
            assert reading.successes == Successes()
            continue
        left = [use for place, use in enumerate(reading.uses) if place not in reading.taken]
        most_shown = max((reading.uses[place].successes for place in reading.taken), default=0)
        shown = [reading.uses[place].successes for place in characters if place not in reading.taken]
        assert not [n for n in shown if n and n < most_shown]
        second = [use for use in left if any(one.two_weapon for one in left)]
        attack = sum(use.attack for use in left) + sum(use.second_attack for use in second)
        defence = sum(use.defence for use in left)
        either = sum(use.either for use in left) + sum(use.second_either for use in second)
        capped = sum(use.capped for use in left)
        icons = stance.cap([thrown.dice[place] for place in characters])
        if fighter.mode is AttackMode.MAGIC:
            worn = max(0, sum(use.worn for use in left) - sum(use.lifted for use in left))
            either += max(0, min(capped + fighter.automatic, icons) - worn - sum(use.encumbrance for use in left))
        elif stance.capped_attack:
            either += min(capped, icons) + fighter.automatic
        else:
            defence, either = defence + min(capped, icons), either + fighter.automatic
        nulls = sum(use.nulls for use in left)
        assert reading.successes == Successes(attack, defence, either, sum(use.hinders for use in left)).less(nulls)
