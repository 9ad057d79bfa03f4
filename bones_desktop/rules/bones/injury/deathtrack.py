"""The way to death, one point of damage after the other: what each took, and what each further one would do."""

from dataclasses import dataclass

from bones_desktop.rules.bones.book.character import Character, Kind
from bones_desktop.rules.bones.injury.injuries import State


@dataclass(frozen=True, slots=True)
class TrackStep:
    """One point of damage and how the character is with it."""

    damage: int
    """Which point it is, counted from 1."""
    die: int | None
    """The die it takes, counted from 0; None for damage below zero."""
    taken: bool
    """Whether it was done already."""
    state: State
    """How the character is once it is done."""


def death_track(character: Character) -> tuple[TrackStep, ...]:
    """Return every point of damage up to death, those done first (CMB-13..15); up to breaking for a horde (AMB-51).

    Dice still to be lost come in the order damage takes them where nobody chooses, the last first. Being killed
    outright (CMB-16) changes nothing here. Nothing for a character without dice.
    """
    owned = len(character.dice)
    available = character.available()
    lost = tuple(dict.fromkeys(entry.die for entry in character.lost if entry.die < owned))
    below = character.excess_damage
    points: list[tuple[int | None, bool]] = [(die, True) for die in lost]
    points += [(None, True)] * below
    points += [(die, False) for die in reversed(available)]
    if character.kind is not Kind.HORDE:
        points += [(None, False)] * max(0, owned - below)
    steps = []
    left = owned
    for damage, (die, taken) in enumerate(points, 1):
        left -= die is not None
        steps.append(TrackStep(damage, die, taken, _state(character, left, damage)))
    return tuple(steps)


def _state(character: Character, left: int, damage: int) -> State:
    if left:
        return State.HURT
    if character.kind is Kind.HORDE:
        return State.BROKEN
    return State.DEAD if damage >= 2 * len(character.dice) else State.INCAPACITATED
