"""The columns of a chart: single numbers in the middle, rare ones at the ends folded into one column each."""

from dataclasses import dataclass

from bones_desktop.rules.chances import Chance, Distribution
from bones_desktop.wording.chances import signed


@dataclass(frozen=True, slots=True)
class Scale:
    """What the numbers of a chart stand for: 0 for `first`, each next number for `step` more."""

    first: float = 0.0
    step: float = 1.0

    def value(self, number: float) -> float:
        """Return what a number stands for."""
        return self.first + number * self.step

    def text(self, number: int) -> str:
        """Return the same as a whole number in words."""
        return signed(round(self.value(number)))


PLAIN = Scale()


@dataclass(frozen=True, slots=True)
class Column:
    """One column: a number, or it and all beyond it."""

    number: int
    label: str
    chance: Chance
    or_more: Chance
    """Of this number or a greater one; certain for the column that holds all below too."""


def folded(
    distribution: Distribution, most: int, divide: int | None = None, scale: Scale = PLAIN
) -> tuple[Column, ...]:
    """Return at most `most` columns (three or more), lowest first; () for a distribution without any weight.

    They are labelled with what numbers stand for on `scale`. Numbers without weight keep a column between others.
    Folding takes the rarer end first and never mixes numbers below `divide` with others.
    """
    weights = dict(distribution)
    if not weights:
        return ()
    low, high = min(weights), max(weights)
    below, above = weights[low], weights[high]
    first, last = low, high
    while last - first + 1 > max(3, most):
        next_below, next_above = below + weights.get(first + 1, 0), above + weights.get(last - 1, 0)
        may_low = divide is None or first >= divide or first + 1 < divide
        may_high = divide is None or last < divide or last - 1 >= divide
        if may_low and (next_below <= next_above or not may_high):
            first, below = first + 1, next_below
        else:
            last, above = last - 1, next_above
    columns, left = [], distribution.total
    for number in range(first, last + 1):
        if number == first > low:
            label, weight = f"≤ {scale.text(number)}", below
        elif number == last < high:
            label, weight = f"≥ {scale.text(number)}", above
        else:
            label, weight = scale.text(number), weights.get(number, 0)
        total = distribution.total
        columns.append(Column(number, label, Chance(weight, total), Chance(left, total)))
        left -= weight
    return tuple(columns)
