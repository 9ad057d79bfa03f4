"""A fight solved without wit: every subset of dice, every throw, every allotment, in fractions."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, product

from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.fight.combat import Combatant, Stance, Successes
from bones_desktop.rules.dice import Throw
from tests.support.fighting import read_side

Held = frozenset[int]
Moves = tuple[tuple[tuple[int, int], ...], ...]
"""For each allotment of B, for each answer of A: the damage (to A, to B), no more than each has dice."""

HALF = Fraction(1, 2)


class BruteForce:
    """The worth of every state to A (a win 1, a draw 1/2), B declaring and giving up dice first in each exchange."""

    def __init__(
        self,
        rulebook: Rulebook,
        a: Combatant,
        b: Combatant,
        orders: tuple[Sequence[int] | None, Sequence[int] | None] = (None, None),
    ) -> None:
        """Solve it; `orders` are the places of dice in which a side must give them up, None where it may choose."""
        self._stances = Stance(rulebook, HouseRules(), a, b.mode), Stance(rulebook, HouseRules(), b, a.mode)
        self._sides = a, b
        self._orders = orders
        own = [[die for die in side.dice if die.group == "character"] for side in self._sides]
        self.full = frozenset(range(len(own[0]))), frozenset(range(len(own[1])))
        self.worth: dict[tuple[Held, Held], Fraction] = {}
        held = [
            [frozenset(some) for size in range(len(dice) + 1) for some in combinations(range(len(dice)), size)]
            for dice in own
        ]
        thrown = [{hand: self._throws(side, hand) for hand in held[side]} for side in (0, 1)]
        for mine, theirs in sorted(product(*held), key=lambda state: len(state[0]) + len(state[1])):
            if mine and theirs:
                self.worth[mine, theirs] = self._solved(mine, theirs, thrown[0][mine], thrown[1][theirs])
            else:
                self.worth[mine, theirs] = HALF if not mine and not theirs else Fraction(bool(mine))

    @property
    def value(self) -> Fraction:
        """The worth of the whole fight to A."""
        return self.worth[self.full]

    def _throws(self, side: int, hand: Held) -> Counter[Successes]:
        own = [die for die in self._sides[side].dice if die.group == "character"]
        items = [die for die in self._sides[side].dice if die.group == "item"]
        dice = (*(own[place] for place in sorted(hand)), *items)
        if not hand:
            return Counter()
        return Counter(
            read_side(self._stances[side], Throw(dice, indices)).successes
            for indices in product(*(range(len(die.faces)) for die in dice))
        )

    def _solved(self, mine: Held, theirs: Held, a: Counter[Successes], b: Counter[Successes]) -> Fraction:
        moves: Counter[Moves] = Counter()
        for (ours, m), (others, n) in product(a.items(), b.items()):
            moves[_moves(ours, others, len(mine), len(theirs))] += m * n
        after = {
            (i, j): self._after(mine, theirs, i, j)
            for i, j in product(range(len(mine) + 1), range(len(theirs) + 1))
            if i or j
        }
        whole = moves.total()

        def expected(again: Fraction) -> Fraction:
            ends = {**after, (0, 0): again}
            return sum(
                weight * min(max(ends[end] for end in answers) for answers in options)
                for options, weight in moves.items()
            ) / Fraction(whole)

        return fixed_point(expected, {Fraction(0), HALF, Fraction(1), *after.values()})

    def _after(self, mine: Held, theirs: Held, lost_a: int, lost_b: int) -> Fraction:
        """B gives up dice first, then A."""
        return min(
            max(self.worth[left_a, left_b] for left_a in self._left(0, mine, lost_a))
            for left_b in self._left(1, theirs, lost_b)
        )

    def _left(self, side: int, hand: Held, lost: int) -> list[Held]:
        order = self._orders[side]
        if order is None:
            return [hand - frozenset(gone) for gone in combinations(hand, lost)]
        return [hand - frozenset([place for place in order if place in hand][:lost])]


def _moves(ours: Successes, others: Successes, most_a: int, most_b: int) -> Moves:
    # Nulls first: each may cross out whatever its owner likes.
    mine, theirs = _left(ours, others.hinders), _left(others, ours.hinders)
    return tuple(
        tuple(
            (min(most_a, max(0, attack_b - guard_a)), min(most_b, max(0, attack_a - guard_b)))
            for attack_a, guard_a in mine
        )
        for attack_b, guard_b in theirs
    )


def _left(side: Successes, nulls: int) -> list[tuple[int, int]]:
    """Return every (attack, defence) of the side after it has crossed out as many successes as there are Nulls."""
    gone = min(nulls, side.all)
    found = set()
    for attack, defence in product(range(side.attack + 1), range(side.defence + 1)):
        either = side.all - gone - attack - defence
        if 0 <= either <= side.either:
            found |= {(attack + more, defence + either - more) for more in range(either + 1)}
    return sorted(found)


def fixed_point(function: Callable[[Fraction], Fraction], edges: set[Fraction]) -> Fraction:
    """Return where a rising function that is straight between the edges equals its argument, as near to 1/2 as can be.

    From 1/2 up or down: the fight that goes on for ever is a draw, and is the limit of longer and longer ones.
    """
    start = function(HALF)
    if start == HALF:
        return HALF
    onward = [edge for edge in edges if edge != HALF and (edge > HALF) == (start > HALF)]
    ahead = sorted(onward, key=lambda edge: abs(edge - HALF))
    before, at_before = HALF, start
    for edge in ahead:
        at_edge = function(edge)
        if (at_edge >= edge) != (start > HALF) or at_edge == edge:
            # Straight between the two, and across or onto the diagonal.
            drop = (at_before - before) - (at_edge - edge)
            return before + (edge - before) * (at_before - before) / drop
        before, at_before = edge, at_edge
    raise AssertionError("no fixed point between 0 and 1")
