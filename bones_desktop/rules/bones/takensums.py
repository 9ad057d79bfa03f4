"""Sums over dice of which hindering damage takes some: exact, without going through the throws one by one (HIND-5)."""

from collections.abc import Sequence
from dataclasses import dataclass
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


def sums_after_damage(dice: Sequence[TakeableDie]) -> tuple[dict[Vector, int], int]:
    """Return the weight of each sum, and the weight of the throws in which every own die is lost.

    Of the own dice that show a success the least is taken, the later of equals; when none is left, the last of the
    rest (amendment 8). A die taken adds nothing; damage is all that the throw shows, that of dice taken too.
    """
    if not any(face.damage for die in dice for face in die.faces):
        return joint([[face.adds for face in die.faces] for die in dice]), 0
    width = len(dice[0].faces[0].adds)
    own = sum(die.own for die in dice)
    sums: dict[Vector, int] = {}
    for vector, weight in joint([[(*face.adds, face.damage) for face in die.faces] for die in dice]).items():
        if not vector[width]:
            sums[vector[:width]] = weight
    hurts = joint([[(face.damage,) for face in die.faces] for die in dice])
    lost = sum(weight for (hurt,), weight in hurts.items() if hurt >= own)
    keys = {_key(face, place) for place, die in enumerate(dice) if die.own for face in die.faces}
    for last in keys:
        spread = [_split(die, place, last, width) for place, die in enumerate(dice)]
        for vector, weight in joint(spread).items():
            taken, hurt = vector[width:]
            # The die itself is among them: only throws in which it is the last one that damage reaches.
            if taken == hurt < own:
                sums[vector[:width]] = sums.get(vector[:width], 0) + weight
    return sums, lost


def _key(face: Outcome, place: int) -> tuple[int, int]:
    """Return what orders the dice by when they are taken."""
    return (face.worth or _LAST, -place)


def _split(die: TakeableDie, place: int, last: tuple[int, int], width: int) -> list[Vector]:
    nothing = (0,) * width
    found: list[Vector] = []
    for face in die.faces:
        key = _key(face, place)
        if not die.own:
            found.append((*face.adds, 0, face.damage))
        elif -last[1] == place:
            if key == last:
                found.append((*nothing, 1, face.damage))
        elif key < last:
            found.append((*nothing, 1, face.damage))
        else:
            found.append((*face.adds, 0, face.damage))
    return found
