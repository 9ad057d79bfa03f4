"""Throwing one die again, for every game that counts a sum: the chance when the best die is chosen after the throw."""

from __future__ import annotations

from itertools import accumulate, islice
from math import prod

from bones_desktop.rules.chances import MOST_KEPT, WORD, Chance, Distribution, total, unpacked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def may_choose_best(sizes: Sequence[int]) -> bool:
    """Return whether `with_best_reroll` can count dice of so many faces: all alike, each number in a machine word."""
    # As many numbers as a die has faces are added up in one word.
    return len(set(sizes)) == 1 and prod(sizes) * sizes[0] < 1 << WORD


def with_best_reroll(
    dice: Sequence[tuple[int, ...]], resistance: Distribution, cap: int | None = None, bonus: int = 0
) -> Chance:
    """Return the chance that the sum, held under `cap`, plus `bonus`, is above the resistance, one die thrown again.

    All is seen before a die is chosen, and a throw that is good enough is left alone. ValueError unless
    `may_choose_best` of the dice.
    """
    sizes = list(map(len, dice))
    if not may_choose_best(sizes):
        raise ValueError("dice thrown again must have equally many faces, and not too many in all")
    faces = sizes[0]
    sums = total(dice)
    count = len(sums.weights)
    # The place of the greatest sum that does not beat each resistance, and its weight; some are beyond the cap.
    first = resistance.lowest - bonus - sums.lowest
    most = len(resistance.weights) if cap is None else cap + bonus - resistance.lowest
    wanted = list(enumerate(resistance.weights[: max(0, most)], first))
    spans = [_GAPS[values] for values in dice]
    good = 0
    # By how much a failed throw falls short, and of how many faces of its best die would make up for it.
    for short in range(1, max(map(len, spans)) + 1):
        helped = [gaps[short - 1] for gaps in spans if len(gaps) >= short]
        idle = prod([gaps[0][faces] for gaps in spans if len(gaps) < short])
        no_better = sum(map(prod, islice(zip(*helped, strict=True), faces)))
        spread = unpacked(idle * no_better, count)
        for place, weight in wanted:
            if 0 <= place - short + 1 < count:
                good += weight * (faces * sums.weights[place - short + 1] - spread[place - short + 1])
    enough = [*accumulate(reversed(sums.weights), initial=0)]
    for place, weight in wanted:
        good += faces * weight * enough[min(max(0, count - 1 - place), count)]
    return Chance(good, faces * sums.total * resistance.total)


class _Gaps(dict[tuple[int, ...], tuple[tuple[int, ...], ...]]):
    """Of a die by its values: for each gap from 1 up, the polynomials of the faces that at most 0, 1, 2… faces better.

    A face is bettered by a face that is higher by the gap or more; the last polynomial is that of the whole die.
    """

    def __missing__(self, values: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        if len(self) >= MOST_KEPT:
            self.clear()
        lowest, highest = min(values), max(values)
        found = []
        for gap in range(1, max(2, highest - lowest + 1)):
            better = [sum(other >= value + gap for other in values) for value in values]
            found.append(
                tuple(
                    sum(1 << WORD * (value - lowest) for value, n in zip(values, better, strict=True) if n <= most)
                    for most in range(len(values) + 1)
                )
            )
        self[values] = kept = tuple(found)
        return kept


_GAPS = _Gaps()
