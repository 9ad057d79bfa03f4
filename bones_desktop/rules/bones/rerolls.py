"""The worth of throwing one die again: after a throw, and before it (SPF-9, AMB-52, AMB-85)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import lcm, prod
from operator import add, sub

from bones_desktop.rules.bones.attempts import CHARACTER, ITEM, Task
from bones_desktop.rules.bones.houserules import HouseRules
from bones_desktop.rules.bones.icons import Face
from bones_desktop.rules.bones.rulebook import Rulebook
from bones_desktop.rules.bones.takensums import Result, Scene, Vector, scene_sums, scenes
from bones_desktop.rules.bones.tasks import read_task
from bones_desktop.rules.bones.tasksums import TaskPool, margin
from bones_desktop.rules.chances import NEVER, Chance
from bones_desktop.rules.dice import Throw


@dataclass(frozen=True, slots=True)
class RerollChance:
    """What throwing one die of a throw again may do."""

    die: int
    """Place in the throw."""
    success: Chance
    """Of the task, with that die thrown again."""
    gain: float
    """Against success as the dice lie: above zero when it helps, below when it only risks."""


def reroll_chances(
    rulebook: Rulebook,
    house_rules: HouseRules,
    task: Task,
    throw: Throw[Face],
    rolled_nulls: int | None,
    taken: tuple[int, ...],
) -> tuple[RerollChance, ...]:
    """Return for each own character and item die what throwing it again may do, the best first.

    Dice that hindering damage took stay taken. Nothing is returned where the task may not be attempted.
    """
    now = read_task(rulebook, house_rules, task, throw, rolled_nulls, taken)
    if not now.allowed:
        return ()
    lost = now.reading.harm
    found = []
    for place, die in enumerate(throw.dice):
        if die.group not in {CHARACTER, ITEM} or place in lost:
            continue
        good = 0
        for index in range(len(die.faces)):
            again = replace(throw, indices=(*throw.indices[:place], index, *throw.indices[place + 1 :]))
            good += read_task(rulebook, house_rules, task, again, now.rolled_nulls, lost=lost).success
        chance = Chance(good, len(die.faces))
        found.append(RerollChance(place, chance, chance.value - now.success))
    return tuple(sorted(found, key=lambda one: -one.gain))


def success_with_reroll(pool: TaskPool, against: Mapping[tuple[int, int], int]) -> Chance:
    """Return the chance of success when the best die is thrown again after any throw that fails.

    `against` are the weights of (successes or Nulls, own Stealth they sense) of the other side.
    """
    if not pool.allowed.allowed:
        return NEVER
    sizes = [len(die.faces) for die in pool.dice]
    unit = lcm(*sizes)
    own = sum(die.own for die in pool.dice)
    good = sum(_SceneOdds(pool, scene, own, unit).good(against) for scene in scenes(pool.dice) if all(scene))
    return Chance(good, unit * prod(sizes) * sum(against.values()))


class _SceneOdds:
    """One scene of a pool, with what has been counted of it."""

    def __init__(self, pool: TaskPool, scene: Scene, own: int, unit: int) -> None:
        self._pool = pool
        self._own = own
        self._unit = unit
        self._width = len(pool.parts)
        self._sums = scene_sums(scene, own)
        self._dice = [[(result.adds, self._again(place, result)) for result in die] for place, die in enumerate(scene)]
        self._filtered: dict[tuple[tuple[bool, ...], ...], dict[Vector, int]] = {}
        self._left: dict[Vector, tuple[int, int]] = {sums: (pool.total(sums), pool.sensed(sums)) for sums in self._sums}

    def good(self, against: Mapping[tuple[int, int], int]) -> int:
        """Return the weight of success, times the unit."""
        return sum(
            weight * self._with_best(sums, ways, theirs, sense)
            for (theirs, sense), weight in against.items()
            for sums, ways in self._sums.items()
        )

    def _again(self, place: int, result: Result) -> tuple[Vector, ...]:
        """Return the changes of the sum that throwing the die again may bring; none when it may not be."""
        if not result.kept or not self._pool.rerollable[place]:
            return ()
        shown = result.adds[: self._width]
        return tuple(tuple(map(sub, face.adds, shown)) for face in self._pool.dice[place].faces)

    def _with_best(self, sums: Vector, ways: int, theirs: int, sense: int) -> int:
        if self._succeeds(sums, theirs, sense):
            return self._unit * ways
        shares: dict[tuple[Vector, ...], int] = {(): 0}
        for die in self._dice:
            for _, again in die:
                if again not in shares:
                    better = sum(self._succeeds(tuple(map(add, sums, change)), theirs, sense) for change in again)
                    shares[again] = better * self._unit // len(again)
        found = before = 0
        for level in sorted(set(shares.values())):
            mask = tuple(tuple(shares[again] <= level for _, again in die) for die in self._dice)
            here = self._ways(mask).get(sums, 0)
            found += level * (here - before)
            before = here
        return found

    def _ways(self, mask: tuple[tuple[bool, ...], ...]) -> dict[Vector, int]:
        """Return the weight of each sum of the results that the mask leaves."""
        if mask not in self._filtered:
            scene = tuple(
                tuple(Result(adds, True) for (adds, _), left in zip(die, leaves, strict=True) if left)
                for die, leaves in zip(self._dice, mask, strict=True)
            )
            self._filtered[mask] = scene_sums(scene, self._own)
        return self._filtered[mask]

    def _succeeds(self, sums: Vector, theirs: int, sense: int) -> bool:
        left = self._left.get(sums)
        if left is None:
            left = self._left[sums] = (self._pool.total(sums), self._pool.sensed(sums))
        return margin(*left, theirs, sense) >= 1
