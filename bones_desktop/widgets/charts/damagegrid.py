"""The damage of one round as a grid: what both sides do at once, what each does by itself, and the averages."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from bones_desktop.rules.chances import Chance

MOST: Final = 8
"""Damage from which on larger damage is counted together."""


@dataclass(frozen=True, slots=True)
class DamageGrid:
    """Chances of damage dealt and taken, and of each by itself. The greatest number stands for all beyond it too."""

    cells: Mapping[tuple[int, int], Chance]
    dealt: tuple[Chance, ...]
    taken: tuple[Chance, ...]
    dealt_open: bool
    taken_open: bool
    dealt_mean: float
    taken_mean: float


def damage_grid(damage: Mapping[tuple[int, int], Chance], most: int = MOST) -> DamageGrid:
    """Return the grid of (dealt, taken), everything above `most` counted as `most`."""
    sums: dict[tuple[int, int], Fraction] = {}
    means = [Fraction(0), Fraction(0)]
    for (dealt, taken), chance in damage.items():
        share = Fraction(chance.num, chance.den)
        cell = (min(dealt, most), min(taken, most))
        sums[cell] = sums.get(cell, Fraction(0)) + share
        means[0] += share * dealt
        means[1] += share * taken
    columns = 1 + max((dealt for dealt, _ in sums), default=-1)
    rows = 1 + max((taken for _, taken in sums), default=-1)
    return DamageGrid(
        {cell: _chance(share) for cell, share in sums.items()},
        tuple(_chance(sum((sums.get((x, y), Fraction(0)) for y in range(rows)), Fraction(0))) for x in range(columns)),
        tuple(_chance(sum((sums.get((x, y), Fraction(0)) for x in range(columns)), Fraction(0))) for y in range(rows)),
        any(dealt > most for dealt, _ in damage),
        any(taken > most for _, taken in damage),
        float(means[0]),
        float(means[1]),
    )


def _chance(share: Fraction) -> Chance:
    return Chance(share.numerator, share.denominator)
