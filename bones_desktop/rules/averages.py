"""Exact averages of averages: fractions over one running product, so that nothing is rounded and nothing reduced.

Adding fractions of their own would reduce each sum; with hundreds of states, whose denominators have thousands of
digits, that is where all the time would go. Here every denominator is a product of the first few factors of one list.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import gcd, prod


@dataclass(frozen=True, slots=True)
class Share:
    """Several numbers over the product of the first `level` factors of the `Averages` that made it."""

    level: int
    numerators: tuple[int, ...]


class Averages:
    """Makes shares, each the weighed mean of earlier ones."""

    def __init__(self) -> None:
        self._factors: list[int] = []
        self._products = [1]

    @staticmethod
    def known(*numbers: int) -> Share:
        """Return the share of whole numbers."""
        return Share(0, numbers)

    def denominator(self, share: Share) -> int:
        """Return what the numerators of the share are to be divided by."""
        return self._products[share.level]

    def mean(self, parts: Iterable[tuple[Share, int]]) -> Share:
        """Return the mean of shares by their weights, at least one of them; all have as many numerators."""
        ordered = sorted(parts, key=lambda part: part[0].level)
        whole = sum(weight for _, weight in ordered)
        common = gcd(*(weight for _, weight in ordered))
        sums = [0] * len(ordered[0][0].numerators)
        level = 0
        for share, weight in ordered:
            sums = self._raised(sums, level, share.level)
            level = share.level
            lowest = weight // common
            sums = [number + lowest * numerator for number, numerator in zip(sums, share.numerators, strict=True)]
        sums = self._raised(sums, level, len(self._factors))
        if whole > common:
            self._factors.append(whole // common)
            self._products.append(self._products[-1] * (whole // common))
        return Share(len(self._factors), tuple(sums))

    def _raised(self, sums: list[int], level: int, to: int) -> list[int]:
        if level == to:
            return sums
        step = prod(self._factors[level:to])
        return [number * step for number in sums]
