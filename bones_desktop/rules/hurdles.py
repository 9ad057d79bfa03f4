"""The chances of one number against several others at once, such as a skill against every difficulty."""

from __future__ import annotations

from math import gcd
from operator import mul

from bones_desktop.rules.chances import MOST_KEPT, Chance, Hurdle, lane_of, unpacked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from bones_desktop.rules.chances import Distribution


class Hurdles:
    """Several numbers, each to be beaten by the same one: their chances at once, a lane for each hurdle."""

    __slots__ = ("_hurdles", "_tables")

    def __init__(self, resistances: Iterable[Distribution]) -> None:
        self._hurdles = [Hurdle(resistance) for resistance in resistances]
        self._tables: dict[tuple[int, int, int, int | None, int], tuple[list[int], int, list[int]]] = {}

    def beaten(self, number: Distribution, cap: int | None = None, bonus: int = 0) -> tuple[Chance, ...]:
        """Return for each hurdle the chance that the number, held under `cap`, plus `bonus`, is above it."""
        key = (number.lowest, len(number.weights), number.total, cap, bonus)
        table, lane, wholes = self._tables.get(key) or self._table(*key)
        ways = unpacked(sum(map(mul, number.weights, table)), len(wholes), lane)
        # As Chance does it, without asking whether each is a probability: calls of their own take twice the time.
        new = tuple.__new__
        parts = zip(ways, wholes, map(gcd, ways, wholes), strict=True)
        return tuple([new(Chance, (num // common, den // common)) for num, den, common in parts])

    def _table(
        self, lowest: int, count: int, total: int, cap: int | None, bonus: int
    ) -> tuple[list[int], int, list[int]]:
        """Return for each number the ways to beat every hurdle, in lanes; their width; of how many throws they are."""
        if len(self._tables) >= MOST_KEPT:
            self._tables.clear()
        wholes = [total * hurdle.resistance.total for hurdle in self._hurdles]
        lane = lane_of(max(wholes, default=1))
        table = []
        for number in range(lowest, lowest + count):
            counted = bonus + (number if cap is None else min(number, cap))
            table.append(sum(hurdle.ways(counted) << lane * place for place, hurdle in enumerate(self._hurdles)))
        found = self._tables[lowest, count, total, cap, bonus] = (table, lane, wholes)
        return found
