"""A whole fight as a game of two sides with dice to lose: solved exactly from its last exchanges upward, or estimated.

Only numbers here: what hands of dice roll, and what is left after losses. A state is a pair of hands; its worth is the
chance that A stands alone plus half the chance that nobody stands. In each exchange both throws lie open, B allots
first, then A; then B gives up dice, then A. "Nobody is hurt" leads back to the same state, whose worth v is unknown:
each result of the throws is then worth v held between two known worths, and v is the one root of a falling line in
pieces. All chances are fractions over one running product of whole numbers, so that nothing is rounded: worths that
differ as decimals differ in truth, and those that agree are compared as fractions.

`careful_share` estimates fights that are too large to solve: every exchange is won by as much as possible, and dice
are lost in a fixed order.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from math import inf
from typing import Final

from bones_desktop.rules.averages import Averages, Share
from bones_desktop.rules.bones.fight.losses import Hands
from bones_desktop.rules.bones.fight.rounds import Blows, Fall, HandFalls, RankRange, Throws

_NEAR: Final = 1e-12

Pair = tuple[int, int]
"""A state: the places of both sides' hands, A's first."""


class StoppedError(Exception):
    """The work was called off."""


@dataclass(frozen=True, slots=True)
class Side:
    """What a side brings: its hands, and the weight of each fall of successes with each hand."""

    hands: Hands
    falls: tuple[Mapping[Fall, int], ...]


class Duel:
    """The solved game. `solve` has been called by whoever hands it out."""

    def __init__(self, a: Side, b: Side) -> None:
        self.sides = a, b
        self._sizes = a.hands.sizes(), b.hands.sizes()
        self._falls = [[HandFalls(falls) for falls in side.falls] for side in self.sides]
        width = len(b.hands.hands)
        self._worth = [[0.0] * width for _ in a.hands.hands]
        self._lead = [[0.0] * width for _ in a.hands.hands]
        self._averages = Averages()
        self._shares: dict[Pair, Share] = {}
        self._after_a: dict[Pair, list[int]] = {}
        self._after: dict[Pair, list[list[Pair]]] = {}

    def solve(self, keep_on: Callable[[], bool]) -> None:
        """Solve every state, fewest dice first; StoppedError as soon as `keep_on` says no."""
        a, b = self.sides
        for i in range(len(a.hands.hands)):
            for j in range(len(b.hands.hands)):
                if not keep_on():
                    raise StoppedError
                self._list_losses(i, j)
                if self._sizes[0][i] and self._sizes[1][j]:
                    self._solve(i, j)
                else:
                    self._end(i, j)

    def share(self, state: Pair) -> tuple[Share, int]:
        """Return (chance that A wins, of a draw, dice A has left, dice B has left) on average, and the denominator."""
        share = self._shares[state]
        return share, self._averages.denominator(share)

    def worth(self, state: Pair) -> float:
        """Return the chance that A wins plus half the chance of a draw, rounded last of all."""
        return self._worth[state[0]][state[1]]

    def after(self, state: Pair, lost_a: int, lost_b: int) -> Pair:
        """Return the state both sides choose when they lose so many dice; more than there are is as many."""
        i, j = state
        return self._after[state][min(lost_a, self._sizes[0][i])][min(lost_b, self._sizes[1][j])]

    def higher(self, one: Pair, other: Pair) -> bool:
        """Return whether A would rather be in state `one`: by worth, by its surplus of dice over B, by its place."""
        return self._compare(one, other) > 0

    # --- which dice are given up --------------------------------------------------------------------------------------

    def _list_losses(self, i: int, j: int) -> None:
        """B gives up dice first, A then knows which (as both allot)."""
        a, b = self.sides
        mine = [i]
        for lost in range(1, self._sizes[0][i] + 1):
            options = [self._after_a[child, j][lost - 1] for child in a.hands.after_loss[i]]
            best = options[0]
            for option in options[1:]:
                if option != best and self.higher((option, j), (best, j)):
                    best = option
            mine.append(best)
        self._after_a[i, j] = mine
        table: list[list[Pair]] = []
        for lost_a in range(self._sizes[0][i] + 1):
            row = [(mine[lost_a], j)]
            for lost_b in range(1, self._sizes[1][j] + 1):
                choices = [self._after[i, child][lost_a][lost_b - 1] for child in b.hands.after_loss[j]]
                least = choices[0]
                for choice in choices[1:]:
                    if choice != least and self.higher(least, choice):
                        least = choice
                row.append(least)
            table.append(row)
        self._after[i, j] = table

    def _compare(self, one: Pair, other: Pair) -> int:
        here, there = self._worth[one[0]][one[1]], self._worth[other[0]][other[1]]
        if here != there:
            return 1 if here > there else -1
        exact = self._compare_exactly(one, other)
        if exact:
            return exact
        lead, behind = self._lead[one[0]][one[1]], self._lead[other[0]][other[1]]
        # States as good as each other still come in one order, so that what is played is what was reckoned with.
        return (lead > behind) - (lead < behind) or (one > other) - (one < other)

    def _compare_exactly(self, one: Pair, other: Pair) -> int:
        here, there = self._shares[one], self._shares[other]
        mine = _doubled(here) * self._averages.denominator(there)
        theirs = _doubled(there) * self._averages.denominator(here)
        return (mine > theirs) - (mine < theirs)

    # --- one state ----------------------------------------------------------------------------------------------------

    def _end(self, i: int, j: int) -> None:
        left_a, left_b = self._sizes[0][i], self._sizes[1][j]
        self._keep((i, j), Averages.known(int(left_a > 0), int(left_a == left_b == 0), left_a, left_b))

    def _keep(self, state: Pair, share: Share) -> None:
        whole = self._averages.denominator(share)
        _, _, left_a, left_b = share.numerators
        self._shares[state] = share
        self._worth[state[0]][state[1]] = _doubled(share) / (2 * whole)
        self._lead[state[0]][state[1]] = (left_a - left_b) / whole

    def _solve(self, i: int, j: int) -> None:
        table = self._after[i, j]
        most_a, most_b = self._sizes[0][i], self._sizes[1][j]
        cells = [(a, b) for a in range(most_a + 1) for b in range(most_b + 1) if a or b]
        by_worth = cmp_to_key(self._compare)
        cells.sort(key=lambda cell: by_worth(table[cell[0]][cell[1]]))
        rank = {cell: place for place, cell in enumerate(cells)}
        throws = Throws(self._falls[0][i], self._falls[1][j], most_a, most_b)
        settled, open_ = throws.ranked(rank)
        worths = [self._worth[s][t] for s, t in (table[a][b] for a, b in cells)]
        chosen = _choose(worths, settled, open_)
        # Mending only ever turns a choice into another exchange, so that there is an end to it.
        for _ in range(len(open_) + 1):
            taken = _taken(settled, open_, chosen)
            if not taken:
                self._keep((i, j), Averages.known(0, 1, most_a, most_b))
                return
            by_state: dict[Pair, int] = {}
            for place, weight in taken.items():
                a, b = cells[place]
                by_state[table[a][b]] = by_state.get(table[a][b], 0) + weight
            self._keep((i, j), self._averages.mean((self._shares[end], weight) for end, weight in by_state.items()))
            mended = self._mend(self._worth[i][j], worths, open_, chosen)
            if mended == chosen:
                return
            chosen = mended
        raise AssertionError(f"what is played in state {(i, j)} has not settled")

    @staticmethod
    def _mend(
        worth: float, worths: Sequence[float], open_: Mapping[RankRange, int], chosen: Mapping[RankRange, int | None]
    ) -> dict[RankRange, int | None]:
        """Return the choices that fit the exact worth of the state, where rounding had them wrong."""
        mended = dict(chosen)
        for low, high in open_:
            place = chosen[low, high]
            if (place == low and worth > worths[low]) or (place == high and worth < worths[high]):
                mended[low, high] = None
        return mended


def _choose(
    worths: Sequence[float], settled: Mapping[int, int], open_: Mapping[RankRange, int]
) -> dict[RankRange, int | None]:
    """Return for each open result the rank it comes to, or None for another exchange."""
    last = len(worths)
    bounds = {
        (low, high): (worths[low] if low >= 0 else -inf, worths[high] if high < last else inf) for low, high in open_
    }
    worth = _root(worths, settled, open_, bounds)
    chosen: dict[RankRange, int | None] = {}
    for result, (least, most) in bounds.items():
        # Whoever is as well off by leaving leaves: no fight goes on for ever where one side would rather end it.
        if worth <= least + _NEAR:
            chosen[result] = result[0]
        elif worth >= most - _NEAR:
            chosen[result] = result[1]
        else:
            chosen[result] = None
    return chosen


def _root(
    worths: Sequence[float],
    settled: Mapping[int, int],
    open_: Mapping[RankRange, int],
    bounds: Mapping[RankRange, tuple[float, float]],
) -> float:
    """Return the worth v that equals the average over all results, an open one being v held within its bounds.

    Where every v of a range does, the fight may go on for ever, and the one nearest a draw is meant.
    """
    whole = sum(settled.values()) + sum(open_.values())
    fixed = sum(weight / whole * worths[place] for place, weight in settled.items())
    shares = [(open_[result] / whole, *bounds[result]) for result in open_]
    if not settled:
        least = max(low for _, low, _ in shares)
        most = min(high for _, _, high in shares)
        if least <= most:
            return min(max(0.5, least), most)

    def excess(worth: float) -> float:
        return fixed + sum(share * min(max(worth, low), high) for share, low, high in shares) - worth

    points = sorted({0.0, 1.0, *(edge for _, low, high in shares for edge in (low, high) if 0 < edge < 1)})
    below, above = 0, len(points) - 1
    while above - below > 1:
        middle = (below + above) // 2
        if excess(points[middle]) >= 0:
            below = middle
        else:
            above = middle
    left, right = points[below], points[above]
    high, low = excess(left), excess(right)
    if high <= 0:
        return left
    return right if low >= 0 else left + (right - left) * high / (high - low)


def _taken(
    settled: Mapping[int, int], open_: Mapping[RankRange, int], chosen: Mapping[RankRange, int | None]
) -> dict[int, int]:
    """Return the weight of each result by its rank, without those that lead to another exchange."""
    taken = dict(settled)
    for result, weight in open_.items():
        place = chosen[result]
        if place is not None:
            taken[place] = taken.get(place, 0) + weight
    return taken


def _doubled(share: Share) -> int:
    """Return twice the worth of a state as a numerator: a draw is half a win."""
    win, draw, *_ = share.numerators
    return 2 * win + draw


def careful_share(
    a: Sequence[Mapping[Fall, int]], b: Sequence[Mapping[Fall, int]], keep_on: Callable[[], bool] = lambda: True
) -> tuple[Share, int]:
    """Return (chance that A wins, of a draw, dice A has left, dice B has left) on average, and the denominator.

    `a` and `b` hold the weights of what each side rolls with no dice, with one, and so on to all of them.
    StoppedError once `keep_on` says no.
    """
    blows_a, blows_b = ([Blows(falls) for falls in side] for side in (a, b))
    averages = Averages()
    shares: dict[tuple[int, int], Share] = {}
    for i, mine in enumerate(blows_a):
        for j, theirs in enumerate(blows_b):
            if not keep_on():
                raise StoppedError
            if not i or not j:
                shares[i, j] = Averages.known(int(i > 0), int(i == j), i, j)
                continue
            ends: dict[tuple[int, int], int] = {}
            for (done, suffered), weight in mine.joint_damage(theirs).items():
                end = (max(0, i - suffered), max(0, j - done))
                ends[end] = ends.get(end, 0) + weight
            # An exchange that hurts nobody is only fought again; when none hurts anybody, nobody ever wins.
            ends.pop((i, j), None)
            if ends:
                shares[i, j] = averages.mean((shares[end], weight) for end, weight in ends.items())
            else:
                shares[i, j] = Averages.known(0, 1, i, j)
    share = shares[len(a) - 1, len(b) - 1]
    return share, averages.denominator(share)
