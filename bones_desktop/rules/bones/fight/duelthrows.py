"""What may come of both throws in one state of a duel, whatever the results are worth."""

from collections.abc import Mapping, Sequence

from bones_desktop.rules.bones.fight.exchanges import Successes
from bones_desktop.rules.bones.fight.rounds import Fall

Losses = tuple[int, int]
"""How many dice each side loses in one exchange, A first."""

RankRange = tuple[int, int]
"""The lowest and the highest rank an open result may come to, see `Throws.ranked`."""

WeighedFall = tuple[int, int, int, int]
"""Successes after the other side's Nulls: attack, most defence, either; and their weight."""


class HandFalls:
    """What one hand rolls, after the Nulls of the other side; every state with that hand asks for the same."""

    def __init__(self, falls: Mapping[Fall, int]) -> None:
        self._falls = falls
        self._left: dict[tuple[int, int], list[WeighedFall]] = {}
        self.hinders = {hinders for *_, hinders in falls}

    def less(self, hinders: int, nulls: int) -> list[WeighedFall]:
        """Return what is left of the falls that hinder so much, after so many Nulls."""
        kept = self._left.get((hinders, nulls))
        if kept is not None:
            return kept
        found: dict[tuple[int, int, int], int] = {}
        for (attack, defence, either, own), weight in self._falls.items():
            if own != hinders:
                continue
            left = Successes(attack, defence, either).less(nulls)
            key = (left.attack, left.most_defence, left.either)
            found[key] = found.get(key, 0) + weight
        self._left[hinders, nulls] = listed = [(*key, weight) for key, weight in found.items()]
        return listed


class Throws:
    """The results of both throws of one state, as far as they differ in what can be allotted."""

    def __init__(self, a: HandFalls, b: HandFalls, most_a: int, most_b: int) -> None:
        self._most = most_a, most_b
        self._classes: dict[tuple[int, int, int, int], int] = {}
        for by_a in a.hinders:
            for by_b in b.hinders:
                self._pair(a.less(by_a, by_b), b.less(by_b, by_a))

    def _pair(self, a: Sequence[WeighedFall], b: Sequence[WeighedFall]) -> None:
        """Count (excess of A, excess of B, flexible of A, flexible of B), each excess no further than it matters."""
        most_a, most_b = self._most
        classes = self._classes
        for attack_a, guard_a, either_a, weight_a in a:
            for attack_b, guard_b, either_b, weight_b in b:
                least = -either_a - either_b
                over_b = attack_a - guard_b
                if over_b < least:
                    over_b = least
                elif over_b > most_b:
                    over_b = most_b
                over_a = attack_b - guard_a
                if over_a < least:
                    over_a = least
                elif over_a > most_a:
                    over_a = most_a
                key = (over_b, over_a, either_a, either_b)
                if key in classes:
                    classes[key] += weight_a * weight_b
                else:
                    classes[key] = weight_a * weight_b

    def ranked(self, rank: Mapping[Losses, int]) -> tuple[dict[int, int], dict[RankRange, int]]:
        """Return the weight of each settled result by its rank, and of each open one by its (lowest, highest) rank.

        Ranks order the results by what they are worth to A; "nobody is hurt" may take any place among them: an open
        result is that, or the lowest where it is worth less, or the highest where it is worth more. A lowest of -1 and
        a highest of len(rank) mean no bound.
        """
        most_a, most_b = self._most
        pad = max((key[2] + key[3] for key in self._classes), default=0)
        # Each success turned from defence to attack is one step on: one more damage to both.
        width = most_b + 2 * pad + 1
        step = width + 1
        low = _Answers(_padded({**rank, (0, 0): -1}, most_a, most_b, pad), step)
        high = _Answers(_padded({**rank, (0, 0): len(rank)}, most_a, most_b, pad), step)
        settled: dict[int, int] = {}
        open_: dict[RankRange, int] = {}
        for (over_b, over_a, either_a, either_b), weight in self._classes.items():
            place, line = divmod((over_a + pad) * width + over_b + pad, step)
            choices = slice(place, place + either_b + 1)
            lowest = min(low[line, either_a][choices])
            if over_b > 0 or over_a > 0:
                settled[lowest] = settled.get(lowest, 0) + weight
                continue
            highest = min(high[line, either_a][choices])
            if lowest == highest:
                settled[lowest] = settled.get(lowest, 0) + weight
            else:
                open_[lowest, highest] = open_.get((lowest, highest), 0) + weight
        return settled, open_


class _Answers(dict[tuple[int, int], list[int]]):
    """For each line of ranks, and steps that A may go on: the highest rank in reach from every place of the line.

    A line holds every so many-th rank. B moves first and wants what A then makes of it low.
    """

    def __init__(self, ranks: list[int], step: int) -> None:
        super().__init__()
        self._ranks = ranks
        self._step = step

    def __missing__(self, key: tuple[int, int]) -> list[int]:
        line, steps = key
        ranks = self._ranks[line :: self._step]
        found = list(map(max, self[line, steps - 1], ranks[steps:])) if steps else ranks
        self[key] = found
        return found


def _padded(rank: Mapping[Losses, int], most_a: int, most_b: int, pad: int) -> list[int]:
    """Return ranks row by row for damage from -pad to most + pad, those outside as the nearest inside."""
    rows = []
    for a in range(most_a + 1):
        row = [rank[a, b] for b in range(most_b + 1)]
        rows.append(row[:1] * pad + row + row[-1:] * pad)
    return [*(rows[0] * pad), *(number for row in rows for number in row), *(rows[-1] * pad)]
