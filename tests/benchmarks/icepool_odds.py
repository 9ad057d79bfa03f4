"""The questions of the benchmark asked of icepool, in its own idioms: dice in, icepool's own answers out."""

from itertools import accumulate

import icepool
from icepool import Die

from tests.benchmarks import by_hand


def built(dice):
    return [Die(values) for values in dice]


def challenge(number, values):
    return number @ Die(values)


def total(dice):
    return sum(dice)


def quicker_total(dice):
    """Return the same from a pool, in two thirds of the time for ten dice."""
    return icepool.Pool(dice).sum()


def task(dice, nulls, total=total):
    return (total(dice) > nulls).probability(True)


def margin(dice, others, total=total):
    return total(built(dice)) - total(built(others))


def table(skills, hurdles, total=total):
    """Return each chance of each allowed skill, a pair (dice, cap), against the built challenge dice."""
    found = []
    for dice, cap in skills:
        counted = total(built(dice))
        if cap is not None:
            counted = counted.clip(0, cap)
        found.extend((counted > nulls).probability(True) for nulls in hurdles)
    return found


def joint_damage(falls, others):
    return _damage(*(quicker_total(built(dice)).map(by_hand.decoded, star=False) for dice in (falls, others)))


def careful_fight(falls, others):
    """Return the chance that the first side wins, by hand from the last dice upward."""
    ours, theirs = _in_order(falls), _in_order(others)
    return by_hand.win(len(falls), len(others), lambda a, b: _damage(ours[a], theirs[b]))


def careful_fight_repeated(falls, others):
    """Return the same by repeating the exchange without end."""
    ours, theirs = _in_order(falls), _in_order(others)

    def exchange(a, b):
        if not a or not b:
            return a, b
        return _damage(ours[a], theirs[b]).map(lambda hurt: by_hand.after(a, b, hurt), star=False)

    ends = icepool.map(exchange, (len(falls), len(others)), repeat="inf", star=True)
    return sum(ends.probability(end) for end in ends if end[0])


def best_reroll(dice, nulls):
    """Return the chance of success when one die may be thrown again."""
    most = max(max(values) - min(values) for values in dice)
    states = Die([(0,) * (most + 1)])
    for values in dice:
        states = icepool.map(by_hand.with_die, states, Die(by_hand.reroll_faces(values, most)), star=False)
    return icepool.map(by_hand.sixths_with_reroll, states, nulls, star=False).mean() / 6


def _damage(mine, other):
    return icepool.map(by_hand.damage, mine, other, star=False)


def _in_order(falls):
    """Return what is thrown with the first die, the first two, …, from none to all."""
    return [sums.map(by_hand.decoded, star=False) for sums in accumulate(built(falls), initial=Die([0]))]
