import random
from collections import Counter
from fractions import Fraction
from itertools import product

import icepool
import pytest

from bones_desktop.rules.chances import (
    ALWAYS,
    NEVER,
    Chance,
    Distribution,
    Hurdle,
    Hurdles,
    joint,
    may_choose_best,
    total,
    weighed,
    with_best_reroll,
)
from tests.support.foreach import for_each


def fraction(chance):
    return Fraction(chance.num, chance.den)


def random_dice(rng, count, *, least=0, most=3, faces=6):
    return [tuple(rng.randint(least, most) for _ in range(faces)) for _ in range(count)]


def negated(values):
    return tuple(-value for value in values)


def counted(dice):
    return Counter(sum(values) for values in product(*dice))


def test_a_chance_is_a_fraction_in_lowest_terms():
    assert Chance(6, 8) == Chance(3, 4)
    assert (Chance(6, 8).num, Chance(6, 8).den, Chance(6, 8).value) == (3, 4, 0.75)
    assert Chance(0, 7) == NEVER
    assert Chance(7, 7) == ALWAYS
    assert hash(Chance(2, 4)) == hash(Chance(1, 2))


@pytest.mark.parametrize(("num", "den"), [(1, 0), (-1, 2), (3, 2), (0, 0)])
def test_what_is_no_probability_is_refused(num, den):
    with pytest.raises(ValueError, match="probability"):
        Chance(num, den)


@for_each("seed", range(20))
def test_sums_are_counted_right_whatever_the_values(seed):
    rng = random.Random(seed)
    dice = random_dice(rng, rng.randint(0, 4), least=-3, most=4, faces=rng.randint(1, 5))
    found = total(dice)
    assert dict(found) == counted(dice)
    assert found.total == sum(counted(dice).values())


def test_pools_too_large_for_a_machine_word_are_still_exact():
    dice = random_dice(random.Random(1), 40)
    found = total(dice)
    assert found.total == 6**40
    assert sum(found.weights) == 6**40
    assert found == total(dice[:20]).minus(total([negated(die) for die in dice[20:]]))
    other = sum(icepool.Die(list(die)) for die in dice)
    for number, weight in found:
        assert Fraction(weight, found.total) == other.probability("==", number)


@pytest.mark.parametrize("count", [3, 40])
def test_a_sum_goes_from_all_at_their_least_to_all_at_their_highest(count):
    """In small pools and in those too large for a machine word alike."""
    found = total([(-2, 0, 1, 1, 5, 3)] * count)
    assert (found.lowest, len(found.weights)) == (-2 * count, 7 * count + 1)
    assert (found.weights[0], found.weights[-1]) == (1, 1)


def test_a_margin_is_the_sum_with_the_other_side_negated():
    mine, theirs = random_dice(random.Random(2), 10), random_dice(random.Random(3), 10)
    assert total([*mine, *map(negated, theirs)]) == total(mine).minus(total(theirs))


@pytest.mark.parametrize("cap", [-9, -2, 0, 1, 3, 50])
def test_a_cap_moves_what_lies_beyond(cap):
    found = total([(-2, 0, 1), (0, 1, 3)])
    plain = counted([(-2, 0, 1), (0, 1, 3)])
    capped = Counter()
    for number, weight in plain.items():
        capped[min(number, cap)] += weight
    assert dict(found.at_most(cap)) == capped


def test_chances_of_single_numbers_and_of_at_least():
    found = total([(0, 1, 2), (0, 1, 2)])
    assert fraction(found.chance(2)) == Fraction(3, 9)
    assert fraction(found.at_least(3)) == Fraction(3, 9)
    assert found.chance(9) == found.chance(-1) == NEVER
    assert found.at_least(-5) == ALWAYS
    assert found.at_least(99) == NEVER
    assert found.mean == 2
    assert found.shifted(3).lowest == 3
    assert total([(4,)]).chance(4) == ALWAYS


def test_distributions_are_equal_when_every_number_is_as_likely():
    assert Distribution(0, (1, 1), 2) == Distribution(0, (2, 2), 4)
    assert hash(Distribution(0, (1, 1), 2)) == hash(Distribution(-1, (0, 3, 3), 6))
    assert Distribution(0, (1, 1), 2) != Distribution(0, (1, 2), 3)
    assert Distribution(0, (1, 1), 2) != "heads or tails"
    assert weighed({3: 1, 1: 2}) == Distribution(1, (2, 0, 1), 3)
    with pytest.raises(ValueError, match="number"):
        weighed({})


@for_each("seed", range(20))
def test_a_hurdle_is_beaten_as_often_as_counted(seed):
    rng = random.Random(seed)
    dice, against = random_dice(rng, rng.randint(1, 3)), random_dice(rng, rng.randint(0, 2), most=2)
    hurdle = Hurdle(total(against).shifted(rng.randint(0, 2)))
    cap, bonus = rng.choice([None, 0, 2, 4]), rng.choice([-2, 0, 0, 1])
    good = sum(
        mine * weight
        for number, mine in counted(dice).items()
        for theirs, weight in hurdle.resistance
        if (number if cap is None else min(number, cap)) + bonus > theirs
    )
    expected = Fraction(good, 6 ** len(dice) * hurdle.resistance.total)
    assert fraction(hurdle.beaten(total(dice), cap, bonus)) == expected
    assert fraction(hurdle.beaten(total(dice), cap, bonus)) == expected


@for_each("seed", range(10))
def test_joint_sums_are_counted_right(seed):
    rng = random.Random(seed)
    dice = [
        [tuple(rng.randint(0, 2) for _ in range(3)) for _ in range(rng.randint(1, 6))] for _ in range(rng.randint(1, 4))
    ]
    expected = Counter(tuple(map(sum, zip(*faces, strict=True))) for faces in product(*dice))
    assert joint(dice) == expected
    assert joint([]) == {(): 1}


@pytest.mark.parametrize("add_up", [total, joint])
def test_a_die_needs_a_face(add_up):
    with pytest.raises(ValueError, match="needs a face"):
        add_up([()])


def test_numbers_below_zero_are_not_added_up_side_by_side():
    with pytest.raises(ValueError, match="below zero"):
        joint([[(0, 1)], [(1, -1), (0, 2)]])


@for_each("seed", range(30))
def test_the_best_die_thrown_again_is_worth_what_trying_each_says(seed):
    rng = random.Random(seed)
    faces = rng.choice([2, 4, 6])
    dice = random_dice(rng, rng.randint(1, 3), least=rng.choice([0, 0, -1]), faces=faces)
    if seed % 5 == 0:
        dice[0] = (1,) * faces
    resistance = total(random_dice(rng, rng.randint(0, 2), most=2)).shifted(rng.randint(0, 3))
    cap, bonus = rng.choice([None, None, 1, 3]), rng.choice([-1, 0, 0, 2])

    def passes(sum_, theirs):
        return (sum_ if cap is None else min(sum_, cap)) + bonus > theirs

    good = Fraction(0)
    for values in product(*dice):
        for theirs, weight in resistance:
            if passes(sum(values), theirs):
                good += weight
                continue
            again = [
                Fraction(sum(passes(sum(values) - shown + other, theirs) for other in die), faces)
                for shown, die in zip(values, dice, strict=True)
            ]
            good += weight * max(again)
    assert fraction(with_best_reroll(dice, resistance, cap, bonus)) == good / (faces ** len(dice) * resistance.total)


def test_dice_of_several_sizes_cannot_be_compared_for_a_reroll():
    with pytest.raises(ValueError, match="faces"):
        with_best_reroll([(0, 1), (0, 1, 2)], total([]))
    with pytest.raises(ValueError, match="faces"):
        with_best_reroll([(0, 1, 2, 3, 4, 5)] * 30, total([]))


@pytest.mark.parametrize("faces", [2, 6, 31])
def test_as_many_dice_as_fit_a_machine_word_can_be_thrown_again(faces):
    most = max(count for count in range(1, 65) if faces ** (count + 1) < 2**64)
    assert may_choose_best([faces] * most)
    assert not may_choose_best([faces] * (most + 1))
    sure = with_best_reroll([(1,) * faces] * most, total([]))
    assert sure == ALWAYS


def dice(rng, number):
    return [tuple(rng.randint(-1, 3) for _ in range(6)) for _ in range(number)]


@pytest.mark.parametrize("number", [0, 1, 10, 30])
def test_each_chance_is_that_of_the_hurdle_by_itself(number):
    rng = random.Random(number)
    for hurdles in range(8):
        resistances = [total(dice(rng, rng.choice([0, 1, 5, 20]))) for _ in range(hurdles)]
        counted, cap, bonus = total(dice(rng, number)), rng.choice([None, 2, 8]), rng.randint(-2, 2)
        alone = tuple(Hurdle(resistance).beaten(counted, cap, bonus) for resistance in resistances)
        assert Hurdles(resistances).beaten(counted, cap, bonus) == alone


def test_tables_for_one_number_do_not_serve_another():
    hurdles = Hurdles([total([(0, 1)]), total([(0, 1)] * 2)])
    assert hurdles.beaten(total([(0, 1)])) == (Chance(1, 4), Chance(1, 8))
    assert hurdles.beaten(total([(0, 0, 1)])) == (Chance(1, 6), Chance(1, 12))
    assert hurdles.beaten(total([(1, 2)])) == (Chance(3, 4), Chance(1, 2))
    assert hurdles.beaten(total([(1, 2)]), cap=1) == (Chance(1, 2), Chance(1, 4))
    assert hurdles.beaten(total([(1, 2)]), bonus=1) == (Chance(1, 1), Chance(7, 8))
