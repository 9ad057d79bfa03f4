"""The questions of the benchmark asked of dyce, in its own idioms: dice in, dyce's own answers out."""

from fractions import Fraction
from itertools import accumulate

from dyce import H, P

from tests.benchmarks import by_hand


def built(dice):
    return [H(values) for values in dice]


def challenge(number, values):
    return number @ H(values)


def total(dice):
    return P(*dice).h()


def quicker_total(dice):
    """Return the same without a pool, in half the time for ten dice."""
    return sum(dice)


def task(dice, nulls, total=total):
    return chance(total(dice).gt(nulls))


def margin(dice, others, total=total):
    return total(built(dice)) - total(built(others))


def table(skills, hurdles, total=total):
    """Return each chance of each allowed skill, a pair (dice, cap), against the built challenge dice."""
    found = []
    for dice, cap in skills:
        counted = total(built(dice))
        if cap is not None:
            counted = counted.apply(min, cap)
        found.extend(chance(counted.gt(nulls)) for nulls in hurdles)
    return found


def joint_damage(falls, others):
    mine, other = (quicker_total(built(dice)).apply(by_hand.decoded) for dice in (falls, others))
    return mine.apply(by_hand.damage, other)


def careful_fight(falls, others):
    """Return the chance that the first side wins, by hand from the last dice upward."""
    ours, theirs = _in_order(falls), _in_order(others)
    return by_hand.win(len(falls), len(others), lambda a, b: ours[a].apply(by_hand.damage, theirs[b]))


def best_reroll(dice, nulls):
    """Return the chance of success when one die may be thrown again."""
    most = max(max(values) - min(values) for values in dice)
    states = H({(0,) * (most + 1): 1})
    for values in dice:
        states = states.apply(by_hand.with_die, H(by_hand.reroll_faces(values, most)))
    found = states.apply(by_hand.sixths_with_reroll, nulls)
    return Fraction(sum(sixths * count for sixths, count in found.items()), 6 * found.total)


def chance(outcome):
    return Fraction(outcome.get(True, 0), outcome.total)


def _in_order(falls):
    """Return what is thrown with the first die, the first two, …, from none to all."""
    return [sums.apply(by_hand.decoded) for sums in accumulate(built(falls), initial=H({0: 1}))]
