"""Sums over dice of which hindering damage takes some: exact, without going through the throws one by one (HIND-5)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

from bones_desktop.rules.chances import joint

_LAST: Final = 1 << 30

Vector = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One face of a die: what it shows for HIND-5, the damage it does to its own side, the numbers it adds."""

    worth: int
    damage: int
    adds: Vector


@dataclass(frozen=True, slots=True)
class TakeableDie:
    """A die of a throw by its equally likely faces."""

    faces: tuple[Outcome, ...]
    own: bool
    """Whether damage may take it: character dice only (EQP-5)."""


@dataclass(frozen=True, slots=True)
class Result:
    """A face in a scene."""

    vector: Vector
    """What it adds; then 1 when damage takes its die, which adds nothing, otherwise 0; then the damage it does."""

    @property
    def adds(self) -> Vector:
        """What it adds to the sums."""
        return self.vector[:-2]

    @property
    def is_taken(self) -> bool:
        """Whether damage takes its die."""
        return self.vector[-2] > 0


Scene = tuple[tuple[Result, ...], ...]
"""All throws in which the same die is the last that damage takes, or in which nothing hurts: results of each die.

Only throws count whose dice taken are as many as the damage, and fewer than all own dice.
"""


def scenes(dice: Sequence[TakeableDie]) -> Iterator[Scene]:
    """Yield scenes that no throw shares, and that hold every throw in which an own die is left.

    Of the own dice that show a success the least is taken, the later of equals; when none is left, the last of the
    rest (amendment 8). A die taken adds nothing; damage is all that the throw shows, that of dice taken too.
    """
    yield tuple(tuple(Result((*face.adds, 0, 0)) for face in die.faces if not face.damage) for die in dice)
    if any(face.damage for die in dice for face in die.faces):
        for last in sorted({_key(face, place) for place, die in enumerate(dice) if die.own for face in die.faces}):
            yield tuple(_results(die, place, last) for place, die in enumerate(dice))


def scene_sums(scene: Scene, own: int) -> dict[Vector, int]:
    """Return the weight of each sum of a scene of `own` own dice, without the counts of dice taken and of damage."""
    if not all(scene):
        return {}
    sums: dict[Vector, int] = {}
    for (*vector, taken, hurt), weight in joint([[result.vector for result in die] for die in scene]).items():
        if taken == hurt < own:
            sums[tuple(vector)] = sums.get(tuple(vector), 0) + weight
    return sums


def sums_after_damage(dice: Sequence[TakeableDie]) -> tuple[dict[Vector, int], int]:
    """Return the weight of each sum where an own die is left, and the weight of the throws where none is."""
    if not any(face.damage for die in dice for face in die.faces):
        return joint([[face.adds for face in die.faces] for die in dice]), 0
    own = sum(die.own for die in dice)
    sums: dict[Vector, int] = {}
    for scene in scenes(dice):
        for vector, weight in scene_sums(scene, own).items():
            sums[vector] = sums.get(vector, 0) + weight
    return sums, prod(len(die.faces) for die in dice) - sum(sums.values())


def _key(face: Outcome, place: int) -> tuple[int, int]:
    """Return what orders the dice by when they are taken."""
    return (face.worth or _LAST, -place)


def _results(die: TakeableDie, place: int, last: tuple[int, int]) -> tuple[Result, ...]:
    found = []
    for face in die.faces:
        key = _key(face, place)
        if not die.own or key > last:
            found.append(Result((*face.adds, 0, face.damage)))
        elif key == last or -last[1] != place:
            found.append(Result((*(0 for _ in face.adds), 1, face.damage)))
    if -last[1] == place:
        # The die that is the last one taken is taken in every throw of the scene.
        return tuple(result for result in found if result.is_taken)
    return tuple(found)
