"""The worth of throwing one die again: after a throw, and before it (SPF-9, AMB-52, AMB-85)."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import lcm, prod
from operator import add, sub

from bones_desktop.rules.bones.reading.tasksums import Result, Scene, TaskPool, Vector, most_beaten, scene_sums, scenes
from bones_desktop.rules.chances import NEVER, Chance


@dataclass(frozen=True, slots=True)
class RerollChance:
    """What throwing one die of a throw again may do."""

    die: int
    """Place in the throw."""
    success: Chance
    """Of the task, with that die thrown again."""
    gain: float
    """Against success as the dice lie: above zero when it helps, below when it only risks."""
    margin: float = 0.0
    """How far the net result changes on average; 0 for what has none."""


def success_with_reroll(pool: TaskPool, against: Mapping[tuple[int, int], int]) -> Chance:
    """Return the chance of success when the best die is thrown again after any throw that fails.

    `against` are the weights of (successes or Nulls, own Stealth they sense) of the other side.
    """
    if not pool.allowed.allowed:
        return NEVER
    sizes = [len(die.faces) for die in pool.dice]
    unit = lcm(*sizes)
    own = sum(die.own for die in pool.dice)
    by_sense: dict[int, dict[int, int]] = {}
    for (theirs, sense), weight in against.items():
        by_sense.setdefault(sense, {})[theirs] = weight
    good = sum(
        _SceneOdds(pool, scene, own, unit, sense).good(weights)
        for scene in scenes(pool.dice)
        for sense, weights in by_sense.items()
        if all(scene)
    )
    return Chance(good, unit * prod(sizes) * sum(against.values()))


class _SceneOdds:
    """One scene of a pool against another side that senses so much, with what has been counted of it."""

    def __init__(self, pool: TaskPool, scene: Scene, own: int, unit: int, sense: int) -> None:
        self._pool = pool
        self._scene = scene
        self._own = own
        self._unit = unit
        self._sense = sense
        self._beaten: dict[Vector, int] = {}
        self._changes: dict[tuple[Vector, ...], int] = {}
        # What throwing a face again may change has a number: faces that are alike are asked about once.
        self._numbers = [[self._number(place, result) for result in die] for place, die in enumerate(scene)]
        self._filtered: dict[tuple[int, ...], list[tuple[int, dict[Vector, int]]]] = {}

    def good(self, against: Mapping[int, int]) -> int:
        """Return the weight of success against the weights of the other side's successes, times the unit."""
        return sum(self._with_best(sums, ways, against) for sums, ways in scene_sums(self._scene, self._own).items())

    def _number(self, place: int, result: Result) -> int:
        changes: tuple[Vector, ...] = ()
        if self._pool.rerollable[place] and not result.is_taken:
            shown = result.adds
            changes = tuple(sorted(tuple(map(sub, face.adds, shown)) for face in self._pool.dice[place].faces))
        return self._changes.setdefault(changes, len(self._changes))

    def _with_best(self, sums: Vector, ways: int, against: Mapping[int, int]) -> int:
        now = self._most_beaten(sums)
        again = [[self._most_beaten(tuple(map(add, sums, change))) for change in changes] for changes in self._changes]
        most = max(max(beaten, default=now) for beaten in again)
        good = 0
        for theirs, weight in against.items():
            if theirs <= now:
                good += weight * self._unit * ways
            elif theirs <= most:
                shares = [sum(theirs <= one for one in beaten) * self._unit // (len(beaten) or 1) for beaten in again]
                good += weight * self._best_of(sums, tuple(shares))
        return good

    def _best_of(self, sums: Vector, shares: tuple[int, ...]) -> int:
        """Return the weight of these sums, each throw times the greatest of its faces' shares."""
        found = before = 0
        for level, weights in self._up_to(shares):
            here = weights.get(sums, 0)
            found += level * (here - before)
            before = here
        return found

    def _up_to(self, shares: tuple[int, ...]) -> list[tuple[int, dict[Vector, int]]]:
        """Return for each share, lowest first, the weights of the sums of throws that show none above it."""
        if shares not in self._filtered:
            levels = sorted(set(shares))
            self._filtered[shares] = [(level, scene_sums(self._without(shares, level), self._own)) for level in levels]
        return self._filtered[shares]

    def _without(self, shares: tuple[int, ...], level: int) -> Scene:
        """Return the scene without the faces whose share is above the level."""
        return tuple(
            tuple(result for result, number in zip(die, numbers, strict=True) if shares[number] <= level)
            for die, numbers in zip(self._scene, self._numbers, strict=True)
        )

    def _most_beaten(self, sums: Vector) -> int:
        found = self._beaten.get(sums)
        if found is None:
            left = most_beaten(self._pool.total(sums), self._pool.sensed(sums), self._sense)
            found = self._beaten[sums] = left
        return found
