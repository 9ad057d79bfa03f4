"""Throwing one die again, for every game that counts a sum: the chance when the best die is chosen after the throw."""

from __future__ import annotations

from math import prod
from operator import itemgetter

from bones_desktop.rules.chances import Chance, Distribution, total, unpacked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_LANE = 64
_MOST_KEPT = 1 << 14


def with_best_reroll(
    dice: Sequence[tuple[int, ...]], resistance: Distribution, cap: int | None = None, bonus: int = 0
) -> Chance:
    """Return the chance that the sum, held under `cap`, plus `bonus`, is above the resistance, one die thrown again.

    All is seen before a die is chosen, and a throw that is good enough is left alone. The dice have equally many
    faces; ValueError otherwise, or when they are too many to count in one machine word each (64 bits).
    """
    sizes = {len(values) for values in dice}
    size = prod(len(values) for values in dice)
    if len(sizes) != 1 or size.bit_length() > _LANE:
        raise ValueError("dice thrown again must have equally many faces, and not too many in all")
    faces = sizes.pop()
    sums = total(dice)
    spans = [_GAPS[values] for values in dice]
    good = 0
    # By how much a failed throw falls short, and of how many faces of its best die would make up for it.
    for short in range(1, max(map(len, spans)) + 1):
        wanted = [
            (resistance.lowest + place + 1 - bonus - short - sums.lowest, weight)
            for place, weight in enumerate(resistance.weights)
            if weight and (cap is None or cap + bonus > resistance.lowest + place)
        ]
        wanted = [(place, weight) for place, weight in wanted if 0 <= place < len(sums.weights)]
        if not wanted:
            continue
        helped = [gaps[short - 1] for gaps in spans if len(gaps) >= short]
        idle = prod(gaps[0][faces] for gaps in spans if len(gaps) < short)
        for level in range(faces):
            no_better = idle * prod(map(itemgetter(level), helped))
            spread = unpacked(no_better, len(sums.weights))
            good += sum(weight * (sums.weights[place] - spread[place]) for place, weight in wanted)
    for place, weight in enumerate(resistance.weights):
        needed = resistance.lowest + place + 1 - bonus
        if weight and (cap is None or cap >= needed):
            good += faces * weight * sum(sums.weights[max(0, needed - sums.lowest) :])
    return Chance(good, faces * sums.total * resistance.total)


class _Gaps(dict[tuple[int, ...], tuple[tuple[int, ...], ...]]):
    """Of a die by its values: for each gap from 1 up, the polynomials of the faces that at most 0, 1, 2… faces better.

    A face is bettered by a face that is higher by the gap or more; the last polynomial is that of the whole die.
    """

    def __missing__(self, values: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        if len(self) >= _MOST_KEPT:
            self.clear()
        lowest, highest = min(values), max(values)
        found = []
        for gap in range(1, max(2, highest - lowest + 1)):
            better = [sum(other >= value + gap for other in values) for value in values]
            found.append(
                tuple(
                    sum(1 << _LANE * (value - lowest) for value, n in zip(values, better, strict=True) if n <= most)
                    for most in range(len(values) + 1)
                )
            )
        self[values] = kept = tuple(found)
        return kept


_GAPS = _Gaps()
