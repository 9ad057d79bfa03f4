"""Exact chances of whole numbers, for every game: sums of dice, comparisons and re-rolls.

A die is a tuple of equally likely values. A sum of dice is a product of polynomials. Each polynomial is packed into one
integer with a lane of bits for each power (Kronecker substitution). So one multiplication of integers convolves whole
distributions without leaving C. A number is compared with one other number (`Hurdle`) or with several at once
(`Hurdles`). This module only imports modules that the interpreter has loaded anyway. For example, importing
`dataclasses` would take longer than a command needs to answer.
"""

from __future__ import annotations

import struct
from functools import lru_cache
from itertools import accumulate, compress, islice, product
from math import gcd, prod
from operator import mul

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

WORD = 64
"""Bits of a machine word. Every lane has a whole number of words."""
MOST_KEPT = 1 << 14
"""Maximum number of entries of a cache."""


class Chance(tuple[int, int]):
    """A probability as a fraction in lowest terms."""

    __slots__ = ()

    def __new__(cls, num: int, den: int) -> Chance:
        """Create the fraction `num`/`den` in lowest terms. Raise ValueError unless 0 <= num <= den and den > 0."""
        if not 0 <= num <= den or not den:
            raise ValueError(f"{num}/{den} is no probability")
        common = gcd(num, den)
        return tuple.__new__(cls, (num // common, den // common))

    @property
    def num(self) -> int:
        """The numerator of the fraction."""
        return self[0]

    @property
    def den(self) -> int:
        """The denominator of the fraction, above zero."""
        return self[1]

    @property
    def value(self) -> float:
        """The nearest decimal, from 0.0 to 1.0."""
        return self[0] / self[1]

    def __repr__(self) -> str:
        return f"Chance({self[0]}, {self[1]})"


NEVER = Chance(0, 1)
ALWAYS = Chance(1, 1)


def shares(ways: Mapping[str, int]) -> dict[str, Chance]:
    """Return the chance of each outcome, from the number of equally likely ways to get it."""
    total = sum(ways.values())
    return {outcome: Chance(count, total) for outcome, count in ways.items()}


class Distribution:
    """The chance of each whole number: weights from `lowest` up, with the sum `total`; instances never change."""

    __slots__ = ("lowest", "total", "weights")

    def __init__(self, lowest: int, weights: tuple[int, ...], total: int) -> None:
        self.lowest = lowest
        self.weights = weights
        self.total = total

    @property
    def highest(self) -> int:
        """The greatest number with a weight in the list."""
        return self.lowest + len(self.weights) - 1

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Yield each possible number with its weight, lowest first."""
        return ((number, weight) for number, weight in enumerate(self.weights, self.lowest) if weight)

    def __repr__(self) -> str:
        return f"Distribution({self.lowest}, {self.weights}, {self.total})"

    def __eq__(self, other: object) -> bool:
        """Return whether every number has the same chance in both distributions, even if their totals differ."""
        if not isinstance(other, Distribution):
            return NotImplemented
        here, there = list(self), list(other)
        return len(here) == len(there) and all(
            a == b and v * other.total == w * self.total for (a, v), (b, w) in zip(here, there, strict=True)
        )

    def __hash__(self) -> int:
        return hash(tuple((number, Chance(weight, self.total)) for number, weight in self))

    def weight(self, number: int) -> int:
        """Return the weight of exactly `number`."""
        place = number - self.lowest
        return self.weights[place] if 0 <= place < len(self.weights) else 0

    def chance(self, number: int) -> Chance:
        """Return the chance of exactly `number`."""
        return Chance(self.weight(number), self.total)

    def at_least(self, number: int) -> Chance:
        """Return the chance of `number` or more."""
        return Chance(sum(self.weights[max(0, number - self.lowest) :]), self.total)

    @property
    def mean(self) -> float:
        """The average number."""
        return sum(number * weight for number, weight in self) / self.total

    def shifted(self, by: int) -> Distribution:
        """Return the distribution of the number plus `by`."""
        return Distribution(self.lowest + by, self.weights, self.total)

    def at_most(self, cap: int) -> Distribution:
        """Return the distribution of the number if `cap` is its maximum."""
        if cap >= self.highest:
            return self
        if cap <= self.lowest:
            return Distribution(cap, (self.total,), self.total)
        place = cap - self.lowest
        return Distribution(self.lowest, (*self.weights[:place], sum(self.weights[place:])), self.total)

    def no_less_than(self, least: int) -> Distribution:
        """Return the distribution with every value below `least` replaced by `least`."""
        if least <= self.lowest:
            return self
        place = min(least - self.lowest, len(self.weights) - 1) + 1
        return Distribution(least, (sum(self.weights[:place]), *self.weights[place:]), self.total)

    def minus(self, other: Distribution) -> Distribution:
        """Return the distribution of this number minus another, independent number."""
        size = self.total * other.total
        lane = lane_of(size)
        packed = _join(self.weights, lane) * _join(other.weights[::-1], lane)
        more = len(other.weights) - 1
        return Distribution(self.lowest - other.lowest - more, unpacked(packed, len(self.weights) + more, lane), size)


def weighed(weights: Mapping[int, int]) -> Distribution:
    """Return the distribution with these weights. Raise ValueError if there are none."""
    if not weights:
        raise ValueError("a distribution needs a number")
    lowest = min(weights)
    spread = tuple(weights.get(number, 0) for number in range(lowest, max(weights) + 1))
    return Distribution(lowest, spread, sum(spread))


@lru_cache(MOST_KEPT)
def _words(count: int) -> struct.Struct:
    """Return a struct for this many words; it is cached, because making it takes longer than using it."""
    return struct.Struct(f"<{count}Q")


@lru_cache(MOST_KEPT)
def _shifted(values: tuple[int, ...]) -> tuple[int, int, int]:
    """Return the polynomial of each value minus the lowest, the lowest value, and the span."""
    lowest = min(values)
    return _polynomial(values, lowest, WORD), lowest, max(values) - lowest


class _FromZero(dict[tuple[int, ...], int]):
    """A cache of the polynomial of each die; 0 for a die that needs a shift, because its lowest value is not 0.

    A lookup here takes half the time of `lru_cache`.
    """

    def __missing__(self, values: tuple[int, ...]) -> int:
        if not values:
            raise ValueError("a die needs a face")
        if len(self) >= MOST_KEPT:
            self.clear()
        found = self[values] = 0 if min(values) else _polynomial(values, 0, WORD)
        return found


_FROM_ZERO = _FromZero()


def total(dice: Sequence[tuple[int, ...]]) -> Distribution:
    """Return the distribution of the sum of independent dice, each given by its equally likely values.

    Raise ValueError for a die without values.
    """
    size = prod(map(len, dice))
    if size >= 1 << WORD:
        return _wide_total(dice, size)
    packed = prod(map(_FROM_ZERO.__getitem__, dice))
    if packed:
        count = (packed.bit_length() + WORD - 1) // WORD
        return Distribution(0, _words(count).unpack(packed.to_bytes(WORD // 8 * count, "little")), size)
    polynomials, lows, spans = zip(*map(_shifted, dice), strict=True)
    return Distribution(sum(lows), unpacked(prod(polynomials), sum(spans) + 1, WORD), size)


def _wide_total(dice: Sequence[tuple[int, ...]], size: int) -> Distribution:
    lane = lane_of(size)
    lowest, highest = sum(map(min, dice)), sum(map(max, dice))
    packed = prod([_polynomial(values, min(values), lane) for values in dice])
    return Distribution(lowest, unpacked(packed, highest - lowest + 1, lane), size)


def _polynomial(values: tuple[int, ...], lowest: int, lane: int) -> int:
    return sum(1 << lane * (value - lowest) for value in values)


class Hurdle:
    """An independent number to beat, with tables that make many comparisons fast."""

    __slots__ = ("_below", "_tables", "resistance")

    def __init__(self, resistance: Distribution) -> None:
        self.resistance = resistance
        below, running = [0], 0
        for weight in resistance.weights:
            running += weight
            below.append(running)
        self._below = below
        self._tables: dict[tuple[int, int, int | None, int], tuple[int, ...]] = {}

    def beaten(self, number: Distribution, cap: int | None = None, bonus: int = 0) -> Chance:
        """Return the chance that the number, capped by `cap`, plus `bonus`, is above the resistance."""
        key = (number.lowest, len(number.weights), cap, bonus)
        table = self._tables.get(key)
        if table is None:
            table = self._table(*key)
        num, den = sum(map(mul, number.weights, table)), number.total * self.resistance.total
        # The chance is made without `Chance`, which would check once more that it is a probability.
        common = gcd(num, den)
        return tuple.__new__(Chance, (num // common, den // common))

    def ways(self, number: int) -> int:
        """Return the weight of all values of the resistance that are below `number`."""
        place = number - self.resistance.lowest
        return self._below[max(0, min(place, len(self._below) - 1))]

    def _table(self, lowest: int, count: int, cap: int | None, bonus: int) -> tuple[int, ...]:
        if len(self._tables) >= MOST_KEPT:
            self._tables.clear()
        numbers = range(lowest, lowest + count)
        capped = numbers if cap is None else [min(number, cap) for number in numbers]
        table = self._tables[lowest, count, cap, bonus] = tuple(self.ways(number + bonus) for number in capped)
        return table


@lru_cache(MOST_KEPT)
def _vectors(faces: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], dict[tuple[int, ...], int]]:
    """Return the maximum of each part of a die's vectors, and how many faces have each vector."""
    if not faces:
        raise ValueError("a die needs a face")
    if any(number < 0 for face in faces for number in face):
        raise ValueError("numbers added up side by side may not be below zero")
    return tuple(map(max, zip(*faces, strict=True))), {face: faces.count(face) for face in faces}


def joint(dice: Iterable[Sequence[tuple[int, ...]]]) -> dict[tuple[int, ...], int]:
    """Return the weight of each sum of vectors, if every die adds the vector of one of its equally likely faces.

    All vectors have the same length and no negative number, and each die has at least one vector. Raise ValueError
    otherwise. Without dice the result is {(): 1}.
    """
    pool = list(map(tuple, dice))
    if not pool:
        return {(): 1}
    mosts, vectors = zip(*map(_vectors, pool), strict=True)
    ranges = [1 + sum(most) for most in zip(*mosts, strict=True)]
    strides = [prod(ranges[part + 1 :]) for part in range(len(ranges))]
    lane = lane_of(prod(map(len, pool)))
    packed = 1
    for faces in vectors:
        packed = sum(packed * ways << lane * sum(map(mul, face, strides)) for face, ways in faces.items())
    weights = unpacked(packed, prod(ranges), lane)
    return dict(compress(zip(product(*map(range, ranges)), weights, strict=True), weights))


def lane_of(size: int) -> int:
    """Return a lane width in bits, a multiple of a word, that holds any weight of a total of this size."""
    return WORD * -(-size.bit_length() // WORD)


def _join(weights: Sequence[int], lane: int) -> int:
    if lane == WORD:
        return int.from_bytes(_words(len(weights)).pack(*weights), "little")
    width = lane // 8
    return int.from_bytes(b"".join([weight.to_bytes(width, "little") for weight in weights]), "little")


def unpacked(packed: int, count: int, lane: int = WORD) -> tuple[int, ...]:
    """Return the first `count` lanes of an integer, lowest first; none of them is wider than `lane` bits."""
    width = lane // 8
    spread = packed.to_bytes(width * count, "little")
    if lane == WORD:
        return _words(count).unpack(spread)
    return tuple([int.from_bytes(spread[at : at + width], "little") for at in range(0, width * count, width)])


class Hurdles:
    """Several numbers to be beaten by the same number; the chances for all are calculated at once, each in its lane."""

    __slots__ = ("_columns", "_hurdles", "_tables", "_wholes")

    def __init__(self, resistances: Iterable[Distribution]) -> None:
        self._hurdles = [Hurdle(resistance) for resistance in resistances]
        self._wholes: dict[int, tuple[int, list[int]]] = {}
        self._columns: dict[tuple[int, int], int] = {}
        self._tables: dict[tuple[int, int, int, int | None, int], list[int]] = {}

    def beaten(self, number: Distribution, cap: int | None = None, bonus: int = 0) -> tuple[Chance, ...]:
        """Return for each hurdle the chance that the number, capped by `cap`, plus `bonus`, is above it."""
        lane, wholes = self._wholes.get(number.total) or self._wholes_of(number.total)
        # Dice of different sizes share a table, because making a table takes longer than using it.
        key = (number.lowest, len(number.weights), lane, cap, bonus)
        table = self._tables.get(key) or self._table(*key)
        ways = unpacked(sum(map(mul, number.weights, table)), len(wholes), lane)
        # The chances are made without `Chance`, which would check each once more and take twice the time.
        make, found = tuple.__new__, []
        for num, den in zip(ways, wholes, strict=True):
            common = gcd(num, den)
            found.append(make(Chance, (num // common, den // common)))
        return tuple(found)

    def _wholes_of(self, total: int) -> tuple[int, list[int]]:
        """Return the lane width for numbers with this total weight, and the number of rolls against each hurdle."""
        if len(self._wholes) >= MOST_KEPT:
            self._wholes.clear()
        wholes = [total * hurdle.resistance.total for hurdle in self._hurdles]
        found = self._wholes[total] = lane_of(max(wholes, default=1)), wholes
        return found

    def _table(self, lowest: int, count: int, lane: int, cap: int | None, bonus: int) -> list[int]:
        """Return one integer for each number; its lanes hold the ways in which the number beats each hurdle."""
        if len(self._tables) >= MOST_KEPT:
            self._tables.clear()
            self._columns.clear()
        numbers = range(lowest, lowest + count)
        capped = numbers if cap is None else [min(number, cap) for number in numbers]
        found = self._tables[lowest, count, lane, cap, bonus] = [self._column(bonus + each, lane) for each in capped]
        return found

    def _column(self, number: int, lane: int) -> int:
        found = self._columns.get((number, lane))
        if found is None:
            found = sum(hurdle.ways(number) << lane * place for place, hurdle in enumerate(self._hurdles))
            self._columns[number, lane] = found
        return found


def may_choose_best(sizes: Sequence[int]) -> bool:
    """Return whether `with_best_reroll` can count dice of these sizes.

    All sizes must be equal, and every count must fit into a machine word.
    """
    # The largest count is the number of rolls times the faces of one die.
    return len(set(sizes)) == 1 and prod(sizes) * sizes[0] < 1 << WORD


def with_best_reroll(
    dice: Sequence[tuple[int, ...]], resistance: Distribution, cap: int | None = None, bonus: int = 0
) -> Chance:
    """Return the chance that the sum, capped by `cap`, plus `bonus`, is above the resistance, with one re-roll.

    The die is chosen after the whole roll is seen, and a successful roll is not changed. Raise ValueError unless
    `may_choose_best` for the dice.
    """
    sizes = list(map(len, dice))
    if not may_choose_best(sizes):
        raise ValueError("dice re-rolled must have equally many faces, and not too many in all")
    faces = sizes[0]
    sums = total(dice)
    count = len(sums.weights)
    # For each resistance: the place of the highest sum that does not beat the resistance, and the weight of the
    # resistance. Some of these places are beyond the cap.
    first = resistance.lowest - bonus - sums.lowest
    most = len(resistance.weights) if cap is None else cap + bonus - resistance.lowest
    wanted = list(enumerate(resistance.weights[: max(0, most)], first))
    spans = [_gaps(values) for values in dice]
    good = 0
    # `short` is the amount by which a roll fails. For each amount, count the faces of the best die to re-roll that
    # would make up for it.
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


@lru_cache(MOST_KEPT)
def _gaps(values: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return for each amount from 1 up: the polynomials of the faces that at most 0, 1, 2… other faces improve.

    A face improves another face if it is higher by that amount or more. The last polynomial is the whole die.
    """
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
    return tuple(found)
