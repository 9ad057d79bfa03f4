"""Where re-rolled dice may fly among dice that stay: a baked flight moved so that it ends on free felt."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import cos, hypot, pi
from typing import Final

from bones_desktop.panels.tray.geometry import Matrix, Vector, matrix, unit
from bones_desktop.panels.tray.motion import Pose
from bones_desktop.panels.tray.throwfile import Flight

_AIR: Final = 0.06
"""Felt between a die that comes to rest and those that stay, in die edges."""
_OVER: Final = 0.03
"""Air between a die in flight and the top of one it passes over."""
_SWELL: Final = 9
"""Frames before and after an obstacle over which a flight rises."""
_BEYOND: Final = 0.8
"""How far a flight's own tray may stick out of the tray; its dice never do."""
_TRIED: Final = 14
"""Free landings whose whole way is looked at: some near, some far from home."""


@dataclass(frozen=True, slots=True)
class Landing:
    """A flight, how far it is moved on the felt, and how much each die is lifted at each frame to clear others."""

    flight: Flight
    shift: tuple[float, float]
    lifts: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class _Obstacle:
    """A die that lies flat: its middle and the direction of one of its sides."""

    x: float
    y: float
    ax: float
    ay: float

    def hit(self, x: float, y: float, m: Matrix, air: float) -> bool:
        """Return whether a cube about (x, y), turned as `m`, would be over this die, by the sides of this one."""
        dx, dy = x - self.x, y - self.y
        if abs(dx) > 1.7 or abs(dy) > 1.7:
            return False
        ax, ay = self.ax, self.ay
        along = 0.5 + sum(abs(m[k] * ax + m[3 + k] * ay) for k in range(3)) / 2 + air
        if abs(dx * ax + dy * ay) >= along:
            return False
        across = 0.5 + sum(abs(m[3 + k] * ax - m[k] * ay) for k in range(3)) / 2 + air
        return abs(dy * ax - dx * ay) < across


def find_landing(
    flights: Iterable[Flight], staying: Sequence[Pose], tray: tuple[float, float], homes: Sequence[Vector]
) -> Landing | None:
    """Return a landing clear of `staying`, near `homes` where the dice lay before; None when there is no room.

    Dice that would pass through others on their way are lifted over them; a way without lifts is preferred.
    """
    obstacles = [_obstacle(pose) for pose in staying]
    free: list[tuple[float, Flight, tuple[float, float]]] = []
    for flight in flights:
        last = [(path[-1], matrix(unit(turns[-1]))) for path, turns in zip(flight.places, flight.turns, strict=True)]
        for dx, dy in product(*_shifts(flight, tray)):
            if all(_fits((x + dx, y + dy), m, obstacles, tray) for (x, y, _), m in last):
                far = sum(hypot(x + dx - u, y + dy - v) for ((x, y, _), _), (u, v, _) in zip(last, homes, strict=True))
                free.append((far, flight, (dx, dy)))
    free.sort(key=lambda found: found[0])
    best: tuple[float, Landing] | None = None
    for _, flight, shift in free[:: max(1, len(free) // _TRIED)]:
        lifts = _lifts(flight, shift, obstacles, tray)
        if lifts is None:
            continue
        height = sum(max(lift) for lift in lifts)
        if best is None or height < best[0]:
            best = height, Landing(flight, shift, lifts)
        if height <= 0:
            break
    return best[1] if best is not None else None


def _obstacle(pose: Pose) -> _Obstacle:
    m = pose.turn
    axis = max(range(3), key=lambda k: m[k] * m[k] + m[3 + k] * m[3 + k])
    length = hypot(m[axis], m[3 + axis])
    return _Obstacle(pose.place[0], pose.place[1], m[axis] / length, m[3 + axis] / length)


def _shifts(flight: Flight, tray: tuple[float, float]) -> tuple[list[float], list[float]]:
    wide, deep = (tray[0] - flight.width) / 2 + _BEYOND, (tray[1] - flight.depth) / 2
    across = [wide * k / 3 for k in range(-3, 4)]
    ahead = [-deep + (2 * deep + _BEYOND) * k / 4 for k in range(5)]
    return across, ahead


def _fits(at: tuple[float, float], m: Matrix, obstacles: Sequence[_Obstacle], tray: tuple[float, float]) -> bool:
    x, y = at
    if abs(x) + sum(map(abs, m[0:3])) / 2 > tray[0] / 2 or abs(y) + sum(map(abs, m[3:6])) / 2 > tray[1] / 2:
        return False
    return not any(obstacle.hit(x, y, m, _AIR) for obstacle in obstacles)


def _lifts(
    flight: Flight, shift: tuple[float, float], obstacles: Sequence[_Obstacle], tray: tuple[float, float]
) -> tuple[tuple[float, ...], ...] | None:
    """Return how much each die rises at each frame; None where it would leave the tray or rise at the very end."""
    found: list[tuple[float, ...]] = []
    wide, deep = tray[0] / 2 - 0.45, tray[1] / 2 - 0.45
    for path, turns in zip(flight.places, flight.turns, strict=True):
        lift = [0.0] * flight.frames
        for frame, ((px, py, z), turn) in enumerate(zip(path, turns, strict=True)):
            x, y = px + shift[0], py + shift[1]
            if abs(x) > wide or y > deep or (y < -deep and z < 1.5):
                return None
            if z > 1.9:
                continue
            m = matrix(unit(turn))
            need = 1 + _OVER - (z - (abs(m[6]) + abs(m[7]) + abs(m[8])) / 2)
            if need > 0 and any(obstacle.hit(x, y, m, 0.0) for obstacle in obstacles):
                if frame >= flight.frames - _SWELL - 1:
                    return None
                _swell(lift, frame, need)
        found.append(tuple(lift))
    return tuple(found)


def _swell(lift: list[float], frame: int, height: float) -> None:
    """Raise a flight to `height` at a frame, with an even rise before and fall after it."""
    for at in range(max(0, frame - _SWELL), min(len(lift), frame + _SWELL + 1)):
        lift[at] = max(lift[at], height * (1 + cos(pi * (at - frame) / (_SWELL + 1))) / 2)
