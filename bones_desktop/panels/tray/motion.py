"""How dice move: through the air as a baked flight says, hopping on the spot, or gliding into rows."""

from collections.abc import Collection, Sequence
from math import cos, pi, sin, sqrt
from random import Random
from typing import NamedTuple, Protocol

from bones_desktop.panels.tray.geometry import (
    Matrix,
    Turn,
    Vector,
    between,
    combine,
    matrix,
    relabel,
    times,
    turn_of,
    unit,
)
from bones_desktop.panels.tray.throwfile import RATE, Flight


class Pose(NamedTuple):
    """Where a die is and how it lies."""

    place: Vector
    turn: Matrix


class Motion(Protocol):
    """Poses of all dice over time."""

    @property
    def seconds(self) -> float:
        """How long it takes at normal speed."""

    def poses(self, seconds: float) -> list[Pose]:
        """Return each die's pose at that time; from `seconds` on, the pose it rests in."""


class Flying:
    """A flight relabelled so that every die comes to rest with its decided face up."""

    def __init__(self, flight: Flight, faces: Sequence[int]) -> None:
        self._flight = flight
        self._within = [relabel(matrix(unit(path[-1])), face) for path, face in zip(flight.turns, faces, strict=True)]

    @property
    def seconds(self) -> float:
        """How long the flight takes."""
        return self._flight.seconds

    def poses(self, seconds: float) -> list[Pose]:
        """Return the poses of the nearest frame."""
        frame = max(0, min(self._flight.frames - 1, round(seconds * RATE)))
        return [
            Pose(path[frame], times(matrix(unit(turns[frame])), within))
            for path, turns, within in zip(self._flight.places, self._flight.turns, self._within, strict=True)
        ]


class Gliding:
    """From some poses to others: a short lift, a turn by the shorter arc, and down again."""

    seconds = 0.32

    def __init__(self, start: Sequence[Pose], end: Sequence[Pose]) -> None:
        self._start, self._end = tuple(start), tuple(end)
        self._turns = [(turn_of(a.turn), turn_of(b.turn)) for a, b in zip(start, end, strict=True)]

    def poses(self, seconds: float) -> list[Pose]:
        """Return the poses at that time."""
        t = max(0.0, min(1.0, seconds / self.seconds))
        if t >= 1:
            return list(self._end)
        ease = t * t * (3 - 2 * t)
        lift = sin(pi * t) * 0.35
        found = []
        for a, b, (p, q) in zip(self._start, self._end, self._turns, strict=True):
            (ax, ay, az), (bx, by, bz) = a.place, b.place
            place = (ax + (bx - ax) * ease, ay + (by - ay) * ease, az + (bz - az) * ease + lift)
            found.append(Pose(place, matrix(between(p, q, ease))))
        return found


class Tossing:
    """Some dice hop and spin where they lie and end as decided; the others rest. Needs no baked flight."""

    seconds = 0.9

    def __init__(self, start: Sequence[Pose], end: Sequence[Pose], moving: Collection[int], seed: int) -> None:
        rng = Random(seed)  # noqa: S311 - how a die hops, never what it shows
        self._start, self._end = tuple(start), tuple(end)
        self._spins: dict[int, tuple[Turn, Turn, Vector, int, float, float]] = {}
        for die in sorted(moving):
            x, y, z = rng.gauss(0, 1), rng.gauss(0, 1), rng.gauss(0, 0.4)
            length = sqrt(x * x + y * y + z * z) or 1.0
            axis = (x / length, y / length, z / length)
            p, q = turn_of(start[die].turn), turn_of(end[die].turn)
            self._spins[die] = (p, q, axis, rng.choice((2, 3)), rng.uniform(2.4, 3.4), rng.uniform(0.8, 1.0))

    def poses(self, seconds: float) -> list[Pose]:
        """Return the poses at that time; no die dips into the felt."""
        found = list(self._end)
        for die, (p, q, axis, rounds, height, share) in self._spins.items():
            t = max(0.0, seconds / (self.seconds * share))
            if t >= 1:
                continue
            ease = 1 - (1 - t) ** 2
            angle = pi * rounds * ease
            spin = (cos(angle), *(sin(angle) * part for part in axis))
            turn = matrix(unit(combine((spin[0], spin[1], spin[2], spin[3]), between(p, q, ease))))
            (ax, ay, _), (bx, by, _) = self._start[die].place, self._end[die].place
            low = (abs(turn[6]) + abs(turn[7]) + abs(turn[8])) / 2
            place = (ax + (bx - ax) * ease, ay + (by - ay) * ease, low + height * _bounces(t))
            found[die] = Pose(place, turn)
        return found


def _bounces(t: float) -> float:
    """Height over a hop and two smaller ones, 0 to 1."""
    for start, end, height in ((0.0, 0.58, 1.0), (0.58, 0.86, 0.22), (0.86, 1.0, 0.04)):
        if t < end:
            u = (t - start) / (end - start)
            return 4 * height * u * (1 - u)
    return 0.0
