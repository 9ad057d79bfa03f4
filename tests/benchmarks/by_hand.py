"""The rules of the game that a user of an odds library writes by hand, for every library to apply.

A fall is attack + 64 defence + 4096 either, so that falls add up like numbers.
"""

from fractions import Fraction

ATTACK, DEFENCE, EITHER = 1, 1 << 6, 1 << 12


def decoded(fall):
    """Return (attack, defence, either) of a fall."""
    return fall & 63, fall >> 6 & 63, fall >> 12


def damage(mine, other):
    """Return (damage done, damage suffered): the stronger defends just enough, the other with all it can."""
    if sum(other) > sum(mine):
        suffered, done = _stronger_first(other, mine)
        return done, suffered
    return _stronger_first(mine, other)


def _stronger_first(strong, weak):
    attack, defence, either = strong
    blows, guard, spare = weak
    attacking = min(either, max(0, defence + either - blows))
    return max(0, attack + attacking - guard - spare), max(0, blows - defence - either + attacking)


def after(a, b, hurt):
    """Return the dice left to both sides when `hurt` is (damage done, damage suffered)."""
    done, suffered = hurt
    return max(0, a - suffered), max(0, b - done)


def win(a_dice, b_dice, exchange):
    """Return the chance that A wins; `exchange(a, b)` has as `items()` each hurt with so many dice and its weight."""
    wins = {}
    for a in range(a_dice + 1):
        for b in range(b_dice + 1):
            wins[a, b] = _win_from(wins, a, b, exchange(a, b)) if a and b else Fraction(a > 0)
    return wins[a_dice, b_dice]


def _win_from(wins, a, b, hurts):
    won, whole = Fraction(0), 0
    for hurt, weight in hurts.items():
        if hurt != (0, 0):
            won += weight * wins[after(a, b, hurt)]
            whole += weight
    return won / whole


def reroll_faces(values, most):
    """Return each face as (value, faces better by 1, by 2, … by `most`)."""
    return [(old, *(sum(new >= old + gain for new in values) for gain in range(1, most + 1))) for old in values]


def with_die(state, face):
    """Return (sum, best number of faces better by 1, by 2, …) with one more die thrown."""
    return (state[0] + face[0], *map(max, state[1:], face[1:]))


def sixths_with_reroll(state, nulls):
    """Return how many sixths of the chance of success are left when the best die may be thrown again."""
    deficit = nulls + 1 - state[0]
    if deficit <= 0:
        return 6
    return state[deficit] if deficit < len(state) else 0
