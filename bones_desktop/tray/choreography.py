"""Which way dice move for a throw and where they end: chosen here, played elsewhere, whatever they show."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import ceil, cos, hypot, pi
from random import Random
from typing import Final, TypedDict

from bones_desktop.tray.dicepainter import upright
from bones_desktop.tray.looks import FAR
from bones_desktop.tray.motion import Among, Flight, Flying, Motion, Pose, ThrowSource, Tossing, varied
from bones_desktop.tray.solids import Solid
from bones_desktop.widgets.dice.geometry import Matrix, Vector, matrix, unit

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
MOST_FLYING: Final = 40
"""How many dice fly at once; further ones lie settled beyond them."""
_TRAYS: Final = ((4, 6.9, 4.6), (8, 9.0, 6.0), (16, 11.4, 7.6), (26, 14.1, 9.4), (MOST_FLYING, 17.4, 11.6))
_SHAPE: Final = 1.5
_PITCHES: Final = (1.42, 1.34, 1.26, 1.18, 1.1)
_WHOLE: Final = 1.26
"""How near each other dice of a group lie before it takes a second row."""
_MARGIN: Final = 0.7
_SIDES: Final = 1.1
"""Felt left free beside the longest row, both ends together."""
_WIDEST: Final = 1.65
"""How far from each other dice of a row lie at most; few dice take the width of the tray with it."""
_GAP: Final = 0.55
_BETWEEN_SIDES: Final = 0.45
_FAR_PITCH: Final = 1.15
_FAR_COLUMNS: Final = 14
_Line = list[tuple[int, float]]
"""Dice of one row with their distance from its left end."""
_Blocks = list[list[int]]
_Arrange = Callable[[_Blocks, float, float], list[_Line]]
_FLIGHTS: Final = 24
"""Flights looked through for one that ends on free felt."""
_CORNER: Final = 0.71
"""How far a corner of a cube is from its middle, seen from above."""
_PUSHES: Final = 60
"""Rounds in which dice that would overlap are moved apart."""
_MOST_AGAIN: Final = 8
"""More re-rolled dice than this hardly ever find room among others."""


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
    half: float = 0.5

    def hit(self, x: float, y: float, m: Matrix, air: float) -> bool:
        """Return whether a cube about (x, y), turned as `m`, would be over this die, by the sides of this one."""
        dx, dy = x - self.x, y - self.y
        if abs(dx) > 1.7 or abs(dy) > 1.7:
            return False
        ax, ay = self.ax, self.ay
        along = self.half + sum(abs(m[k] * ax + m[3 + k] * ay) for k in range(3)) / 2 + air
        if abs(dx * ax + dy * ay) >= along:
            return False
        across = self.half + sum(abs(m[3 + k] * ax - m[k] * ay) for k in range(3)) / 2 + air
        return abs(dy * ax - dx * ay) < across


def find_landing(
    flights: Iterable[Flight],
    staying: Sequence[Pose],
    tray: tuple[float, float],
    homes: Sequence[Vector],
    wider: float = 0.0,
) -> Landing | None:
    """Return a landing clear of `staying`, near `homes` where the dice lay before; None when there is no room.

    `wider` is how much farther than a cube the dice that fly reach to each side. Those that would pass through others
    on their way are lifted over them; a way without lifts is preferred.
    """
    obstacles = [_obstacle(pose) for pose in staying]
    free: list[tuple[float, Flight, tuple[float, float]]] = []
    for flight in flights:
        last = [(path[-1], matrix(unit(turns[-1]))) for path, turns in zip(flight.places, flight.turns, strict=True)]
        for dx, dy in product(*_shifts(flight, tray)):
            if all(_fits((x + dx, y + dy), m, obstacles, tray, wider) for (x, y, _), m in last):
                far = sum(hypot(x + dx - u, y + dy - v) for ((x, y, _), _), (u, v, _) in zip(last, homes, strict=True))
                free.append((far, flight, (dx, dy)))
    free.sort(key=lambda found: found[0])
    best: tuple[float, Landing] | None = None
    for _, flight, shift in free[:: max(1, len(free) // _TRIED)]:
        lifts = _lifts(flight, shift, obstacles, tray, wider)
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
    if not pose.solid.is_cube:
        return _Obstacle(pose.place[0], pose.place[1], 1.0, 0.0, pose.solid.reach)
    axis = max(range(3), key=lambda k: m[k] * m[k] + m[3 + k] * m[3 + k])
    length = hypot(m[axis], m[3 + axis])
    return _Obstacle(pose.place[0], pose.place[1], m[axis] / length, m[3 + axis] / length)


def _shifts(flight: Flight, tray: tuple[float, float]) -> tuple[list[float], list[float]]:
    wide, deep = (tray[0] - flight.width) / 2 + _BEYOND, (tray[1] - flight.depth) / 2
    across = [wide * k / 3 for k in range(-3, 4)]
    ahead = [-deep + (2 * deep + _BEYOND) * k / 4 for k in range(5)]
    return across, ahead


def _fits(
    at: tuple[float, float], m: Matrix, obstacles: Sequence[_Obstacle], tray: tuple[float, float], wider: float
) -> bool:
    x, y = at
    wide, deep = tray[0] / 2 - wider, tray[1] / 2 - wider
    if abs(x) + sum(map(abs, m[0:3])) / 2 > wide or abs(y) + sum(map(abs, m[3:6])) / 2 > deep:
        return False
    return not any(obstacle.hit(x, y, m, _AIR + wider) for obstacle in obstacles)


def _lifts(
    flight: Flight,
    shift: tuple[float, float],
    obstacles: Sequence[_Obstacle],
    tray: tuple[float, float],
    wider: float,
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
            if need > 0 and any(obstacle.hit(x, y, m, wider) for obstacle in obstacles):
                if frame >= flight.frames - _SWELL - 1:
                    return None
                _swell(lift, frame, need)
        found.append(tuple(lift))
    return tuple(found)


def _swell(lift: list[float], frame: int, height: float) -> None:
    """Raise a flight to `height` at a frame, with an even rise before and fall after it."""
    for at in range(max(0, frame - _SWELL), min(len(lift), frame + _SWELL + 1)):
        lift[at] = max(lift[at], height * (1 + cos(pi * (at - frame) / (_SWELL + 1))) / 2)


def tray_size(count: int) -> tuple[float, float]:
    """Return width and depth of the tray for `count` dice, in die edges; the same the throws were baked for.

    Beyond MOST_FLYING dice it is deeper by the rows that the further ones lie in, and wider in proportion.
    """
    for most, width, depth in _TRAYS:
        if count <= most:
            return width, depth
    depth = _TRAYS[-1][2] + 0.5 + _FAR_PITCH * ceil((count - MOST_FLYING) / _FAR_COLUMNS)
    return depth * _SHAPE, depth


def far_rows(count: int, depth: float) -> tuple[Vector, ...]:
    """Return where the dice lie that do not fly: in rows along the far rim of a tray `depth` deep."""
    found: list[Vector] = []
    for die in range(count):
        row, column = divmod(die, _FAR_COLUMNS)
        wide = min(_FAR_COLUMNS, count - row * _FAR_COLUMNS)
        x = (column - (wide - 1) / 2) * _FAR_PITCH
        found.append((x, depth / 2 - 0.7 - row * _FAR_PITCH, 0.5))
    return tuple(found)


def rows(groups: Sequence[str], width: float, depth: float) -> tuple[Vector, ...]:
    """Return where each die lies, given the group of each: one row a group (more when long), in order of appearance.

    An opponent's dice lie on the far side, a gap from all others. When groups need more rows than fit, they share
    rows with a gap between them; spacing tightens last.
    """
    members: dict[str, list[int]] = {}
    for die, group in enumerate(groups):
        members.setdefault(group, []).append(die)
    far = [dice for group, dice in members.items() if group == FAR]
    near = [dice for group, dice in members.items() if group != FAR]
    gap = _BETWEEN_SIDES if far and near else 0.0
    for pitch in _PITCHES:
        for arrange in _ARRANGED:
            lines = arrange(far, width, pitch), arrange(near, width, pitch)
            if sum(map(len, lines)) * pitch + gap <= depth - _MARGIN + 0.3:
                return _places(*_widened(lines, width, pitch), len(groups), depth, pitch, gap)
    pitch = _PITCHES[-1]
    lines = _shared(far, width, pitch), _shared(near, width, pitch)
    return _places(*lines, len(groups), depth, pitch, 0.0)


def _columns(width: float, pitch: float) -> int:
    return max(1, int((width - _SIDES + pitch - 1) / pitch))


def _apart(blocks: _Blocks, width: float, pitch: float) -> list[_Line]:
    lines: list[_Line] = []
    for block in blocks:
        count = ceil(len(block) / _columns(width, min(pitch, _WHOLE)))
        for k in range(count):
            part = block[k * len(block) // count : (k + 1) * len(block) // count]
            step = min(pitch, (width - _SIDES - 1) / max(1, len(part) - 1))
            lines.append([(die, i * step) for i, die in enumerate(part)])
    return lines


def _shared(blocks: _Blocks, width: float, pitch: float) -> list[_Line]:
    lines: list[_Line] = [[]]
    at = 0.0
    for block in blocks:
        if lines[-1]:
            at += _GAP
        for die in block:
            if at > width - _SIDES - 1 + 1e-9 and lines[-1]:
                lines.append([])
                at = 0.0
            lines[-1].append((die, at))
            at += pitch
    return lines if lines[-1] else []


def _widened(lines: tuple[list[_Line], list[_Line]], width: float, pitch: float) -> tuple[list[_Line], list[_Line]]:
    """Return the rows with their dice farther apart, all alike, as far as the longest has room."""
    longest = max((line[-1][1] for side in lines for line in side), default=0.0)
    more = max(1.0, min(_WIDEST / pitch, (width - _SIDES - 1) / longest if longest else 1.0))
    far, near = ([[(die, x * more) for die, x in line] for line in side] for side in lines)
    return far, near


_ARRANGED: Final[tuple[_Arrange, ...]] = (_apart, _shared)


def _places(
    far: list[_Line], near: list[_Line], count: int, depth: float, pitch: float, gap: float
) -> tuple[Vector, ...]:
    places: list[Vector] = [(0.0, 0.0, 0.5)] * count
    lines = far + near
    air = min(0.35, max(0.0, (depth - _MARGIN - gap - len(lines) * pitch) / max(1, len(lines))))
    step = pitch + air
    high = (len(lines) - 1) * step + gap
    for k, line in enumerate(lines):
        y = high / 2 - k * step - (gap if k >= len(far) else 0.0)
        left = -line[-1][1] / 2
        for die, x in line:
            places[die] = (left + x, y, 0.5)
    return tuple(places)


def throw_motion(
    source: ThrowSource, rest: Sequence[Pose], faces: Sequence[int], tray: tuple[float, float], seed: int
) -> Motion:
    """Return how dice fly in `tray` and end with `faces` up. `rest` is where they lie in rows at last.

    Further dice than fly lie settled beyond them. Without a flight all hop where they will lie.
    """
    flight = source.flight(min(len(rest), MOST_FLYING), seed)
    if flight is None or flight.width > tray[0] + 1e-6 or flight.depth > tray[1] + 1e-6:
        return Tossing(rest, rest, range(len(rest)), seed)
    flight = dealt(flight, [pose.place for pose in rest[:MOST_FLYING]])
    further = len(rest) - MOST_FLYING
    if further <= 0:
        return Flying(flight, faces, **_shapes(flight, rest, tray))
    shift = (0.0, (flight.depth - tray[1]) / 2)
    beyond = [
        upright(place, face, pose.solid)
        for place, face, pose in zip(far_rows(further, tray[1]), faces[MOST_FLYING:], rest[MOST_FLYING:], strict=True)
    ]
    flying = Flying(flight, faces[:MOST_FLYING], shift, **_shapes(flight, rest[:MOST_FLYING], tray))
    return Among([*rest[:MOST_FLYING], *beyond], range(MOST_FLYING), flying)


class _Shapes(TypedDict):
    solids: Sequence[Solid]
    drifts: Sequence[tuple[float, float]]


def _shapes(flight: Flight, rest: Sequence[Pose], tray: tuple[float, float]) -> _Shapes:
    """Return what a flight simulated with cubes needs for the shapes of `rest`; nothing for cubes."""
    solids = [pose.solid for pose in rest]
    if all(solid.is_cube for solid in solids):
        return {"solids": solids, "drifts": ()}
    ends = [path[-1] for path in flight.places]
    return {"solids": solids, "drifts": apart(ends, solids, tray)}


def apart(
    ends: Sequence[Vector], solids: Sequence[Solid], tray: tuple[float, float]
) -> tuple[tuple[float, float], ...]:
    """Return how far aside each die comes to rest from where a cube in its place would, so that none overlap."""
    at = [[x, y] for x, y, _ in ends]
    reach = [_CORNER if solid.is_cube else solid.reach for solid in solids]
    pairs = list(combinations(range(len(at)), 2))
    need = [
        min(hypot(at[i][0] - at[j][0], at[i][1] - at[j][1]), 2 * _CORNER)
        if solids[i].is_cube and solids[j].is_cube
        else reach[i] + reach[j] + _AIR
        for i, j in pairs
    ]
    for _ in range(_PUSHES):
        pushed = False
        for (i, j), least in zip(pairs, need, strict=True):
            dx, dy = at[j][0] - at[i][0], at[j][1] - at[i][1]
            far = hypot(dx, dy) or 1.0
            if far < least - 1e-6:
                push, pushed = (least - far) / far / 2, True
                at[i][0], at[i][1] = at[i][0] - dx * push, at[i][1] - dy * push
                at[j][0], at[j][1] = at[j][0] + dx * push, at[j][1] + dy * push
        for each, solid in zip(at, solids, strict=True):
            if not solid.is_cube:
                wide, deep = tray[0] / 2 - solid.reach, tray[1] / 2 - solid.reach
                each[0], each[1] = max(-wide, min(wide, each[0])), max(-deep, min(deep, each[1]))
        if not pushed:
            break
    return tuple((x - u, y - v) for (x, y), (u, v, _) in zip(at, ends, strict=True))


def dealt(flight: Flight, homes: Sequence[Vector]) -> Flight:
    """Return `flight` with its bodies dealt so that the ways from where they land to `homes` hardly cross.

    No exchange of two dice would make the squares of the ways shorter: then two that are apart at both ends stay so.
    """
    ends = [path[-1] for path in flight.places]
    order = list(range(len(ends)))
    better = True
    while better:
        better = False
        for i in range(len(order)):
            (hx, hy, _), (x, y, _) = homes[i], ends[order[i]]
            for j in range(i):
                u, v, _ = ends[order[j]]
                if (u - x) * (homes[j][0] - hx) + (v - y) * (homes[j][1] - hy) < -1e-9:
                    order[i], order[j] = order[j], order[i]
                    x, y, better = u, v, True
    return varied(flight, order, mirrored=False)


def rethrow_motion(
    source: ThrowSource,
    lying: Sequence[Pose],
    places: Collection[int],
    faces: Sequence[int],
    tray: tuple[float, float],
    seed: int,
    *,
    toss: bool = False,
) -> Motion:
    """Return how the dice at `places` fly again while the others stay.

    They hop where they lie with `toss`, and where there is no room.
    """
    thrown = sorted(places)
    flights = _flights(source, len(thrown), seed) if 0 < len(thrown) <= _MOST_AGAIN and not toss else []
    staying = [pose for die, pose in enumerate(lying) if die not in places]
    solids = [lying[die].solid for die in thrown]
    wider = max((solid.reach for solid in solids), default=0.5) - 0.5
    landing = find_landing(flights, staying, tray, [lying[die].place for die in thrown], wider)
    if landing is None:
        return Tossing(lying, hopped(lying, places, faces), thrown, seed)
    run_up = max(0.0, landing.shift[1] + (tray[1] - landing.flight.depth) / 2)
    flying = Flying(landing.flight, [faces[die] for die in thrown], landing.shift, landing.lifts, run_up, solids)
    return Among(lying, thrown, flying)


def hopped(lying: Sequence[Pose], places: Collection[int], faces: Sequence[int]) -> list[Pose]:
    """Return the poses with each die at `places` turned on the spot to its face, upright."""
    return [upright(pose.place, faces[die], pose.solid) if die in places else pose for die, pose in enumerate(lying)]


def _flights(source: ThrowSource, count: int, seed: int) -> list[Flight]:
    rng = Random(seed)  # noqa: S311 - how dice fly, never what they show
    found = (source.flight(count, rng.getrandbits(32)) for _ in range(_FLIGHTS))
    return [flight for flight in found if flight is not None]
