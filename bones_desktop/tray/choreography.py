"""The paths of dice in a roll and their final positions.

The path does not depend on the faces that the dice show. The module `motion` plays the path.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from itertools import combinations, product
from math import ceil, cos, hypot, pi
from random import Random
from typing import Final, TypedDict

from bones_desktop.rules.records import Record, replace
from bones_desktop.tray.dicepainter import upright
from bones_desktop.tray.looks import FAR
from bones_desktop.tray.motion import Among, Flight, Flying, Motion, Pose, ThrowSource, Tossing, varied
from bones_desktop.tray.solids import Solid
from bones_desktop.widgets.dice.geometry import Camera, Matrix, Vector, matrix, unit

_AIR: Final = 0.06
"""Gap on the felt between a die that comes to rest and the dice that were not rolled, in die edges."""
_OVER: Final = 0.03
"""Gap between a flying die and the top of a die below it, in die edges."""
_SWELL: Final = 9
"""Number of frames over which a die rises before an obstacle and sinks after it."""
_BEYOND: Final = 0.8
"""How much larger than the present tray the tray of a recorded flight may be, in die edges.

The dice of the flight must stay inside the present tray.
"""
_TRIED: Final = 14
"""Number of possible landings for which the whole path is checked.

Some of these landings are near the earlier positions of the dice, others are far away.
"""
MOST_FLYING: Final = 40
"""Number of dice that fly together. More dice are shown at rest behind them."""
_TRAYS: Final = ((4, 6.9, 4.6), (8, 9.0, 6.0), (16, 11.4, 7.6), (26, 14.1, 9.4), (MOST_FLYING, 17.4, 11.6))
_SHAPE: Final = 1.5
_LARGE_ENOUGH: Final = 64
"""Smallest edge of a die, in pixels, at which a tray keeps its usual shape."""
_EDGES: Final = 8.0
_DENSE: Final = 2.1
"""Smallest area of felt for each die, in squares of a die edge, in addition to `_EDGES` for the edges of the tray."""
_LOOSE: Final = 6.0
"""Largest area of felt for each die of a full tray, in squares of a die edge."""
_SHALLOWEST: Final = 4.6
# Distances between the centres of dice, the largest first. At 1.1 the gap is a tenth of an edge.
_PITCHES: Final = (1.42, 1.34, 1.26, 1.18, 1.1)
_WHOLE: Final = 1.26
"""If dice of a group would be closer than this, the group gets a second row."""
_MARGIN: Final = 0.7
_SIDES: Final = 1.1
"""Total length of felt left free at the two ends of the longest row."""
_BETWEEN_ROWS: Final = 0.35
"""Largest gap between two rows, in addition to the usual distance of dice.

`_BETWEEN_NAMED` is the largest gap between rows that have names below them.
"""
_BETWEEN_NAMED: Final = 0.75
_WIDEST: Final = 1.65
"""Largest distance between dice in a row, used for a few dice in a wide tray."""
_GAP: Final = 0.55
_BETWEEN_SIDES: Final = 0.45
_FAR_PITCH: Final = 1.15
_FAR_COLUMNS: Final = 14
_Line = list[tuple[int, float]]
"""Dice of a row with their distances from its left end."""
_Blocks = list[list[int]]
_Arrange = Callable[[_Blocks, float, float], list[_Line]]
_FLIGHTS: Final = 24
"""Number of flights tried to find one that ends on free felt."""
_CORNER: Final = 0.71
"""Distance of a cube's corner from its centre, seen from above."""
_PUSHES: Final = 60
"""Number of rounds in which overlapping dice are pushed apart."""
_MOST_AGAIN: Final = 8
"""Largest number of re-rolled dice that fly. For more dice there is rarely room between the others."""


class Landing(Record):
    """A flight, its offset on the felt, and the lift of each die at each frame to avoid other dice."""

    flight: Flight
    shift: tuple[float, float]
    lifts: tuple[tuple[float, ...], ...]


class _Obstacle(Record):
    """A lying die: its centre, the direction of one of its sides, and half its width."""

    x: float
    y: float
    ax: float
    ay: float
    half: float = 0.5

    def hit(self, x: float, y: float, m: Matrix, air: float) -> bool:
        """Return whether a cube at (x, y) with the rotation `m` would overlap this die.

        The test compares only along the directions of this die's sides.
        """
        dx, dy = x - self.x, y - self.y
        # At a greater distance, two cubes cannot touch at any rotation. This skips the slow test for most pairs.
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
    """Return a landing that is clear of `staying` and near `homes`; None if there is no room.

    `homes` are the earlier positions of the flying dice. `wider` is how much farther than cubes these dice extend to
    each side. Dice that would pass through others are lifted over them, but a path without lifts is preferred.
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
    # Checking a path is slow, so only a sample of the landings is checked, from near to far.
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
    # A lying die that is not a cube is treated as a square that contains it at every rotation.
    if not pose.solid.is_cube:
        return _Obstacle(pose.place[0], pose.place[1], 1.0, 0.0, pose.solid.reach)
    axis = max(range(3), key=lambda k: m[k] * m[k] + m[3 + k] * m[3 + k])
    length = hypot(m[axis], m[3 + axis])
    return _Obstacle(pose.place[0], pose.place[1], m[axis] / length, m[3 + axis] / length)


def _shifts(flight: Flight, tray: tuple[float, float]) -> tuple[list[float], list[float]]:
    wide, deep = (tray[0] - flight.width) / 2 + _BEYOND, (tray[1] - flight.depth) / 2
    across = [wide * k / 3 for k in range(-3, 4)]
    # Dice enter over the near rim, so the flight may be moved farther away from it than towards it.
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
    flight: Flight, shift: tuple[float, float], obstacles: Sequence[_Obstacle], tray: tuple[float, float], wider: float
) -> tuple[tuple[float, ...], ...] | None:
    """Return the lift of each die at each frame; None if the flight is impossible.

    It is impossible if a die would leave the tray, or would have to rise at the very end.
    """
    found: list[tuple[float, ...]] = []
    wide, deep = tray[0] / 2 - 0.45, tray[1] / 2 - 0.45
    for path, turns in zip(flight.places, flight.turns, strict=True):
        lift = [0.0] * flight.frames
        for frame, ((px, py, z), turn) in enumerate(zip(path, turns, strict=True)):
            x, y = px + shift[0], py + shift[1]
            if abs(x) > wide or y > deep or (y < -deep and z < 1.5):
                return None
            # Above 1.9 edges a cube cannot touch a lying die. Low dice may cross only the near rim.
            if z > 1.9:
                continue
            m = matrix(unit(turn))
            need = 1 + _OVER - (z - (abs(m[6]) + abs(m[7]) + abs(m[8])) / 2)
            if need > 0 and any(obstacle.hit(x, y, m, wider) for obstacle in obstacles):
                # A die that is lifted in the last frames would not lie on the felt at the end.
                if frame >= flight.frames - _SWELL - 1:
                    return None
                _swell(lift, frame, need)
        found.append(tuple(lift))
    return tuple(found)


def _swell(lift: list[float], frame: int, height: float) -> None:
    """Lift a die by at least `height` at one frame.

    The lift grows smoothly before that frame and shrinks smoothly after it.
    """
    for at in range(max(0, frame - _SWELL), min(len(lift), frame + _SWELL + 1)):
        lift[at] = max(lift[at], height * (1 + cos(pi * (at - frame) / (_SWELL + 1))) / 2)


def tray_size(count: int) -> tuple[float, float]:
    """Return the size of the tray for `count` dice, in die edges.

    Flights were recorded for trays of these sizes. Above MOST_FLYING dice, rows for the additional dice make the tray
    deeper, and the tray gets wider in proportion.
    """
    for most, width, depth in _TRAYS:
        if count <= most:
            return width, depth
    depth = _TRAYS[-1][2] + _behind(count)
    return depth * _SHAPE, depth


def _behind(count: int) -> float:
    """Return the depth of the rows of dice that do not fly, behind the flying dice."""
    return 0.5 + _FAR_PITCH * ceil((count - MOST_FLYING) / _FAR_COLUMNS) if count > MOST_FLYING else 0.0


@lru_cache(maxsize=64)
def fitting_tray(count: int, width: int, height: int) -> tuple[float, float]:
    """Return the tray for `count` dice in a widget of `width` by `height` pixels, in die edges.

    The tray has its usual size if its dice are large enough. Otherwise it is shallower and has the shape of the widget,
    so that the dice are larger.
    """
    most = next((most for most, _wide, _deep in _TRAYS if count <= most), count)
    best = tray_size(count)
    largest = _edge(width, height, best)
    least = _EDGES + min(count, MOST_FLYING) * _DENSE
    depth = best[1] + 0.2
    while largest < _LARGE_ENOUGH and (depth := depth - 0.2) >= _SHALLOWEST:
        # The width at which the widget's height and width limit the size of the dice equally, or a greater one at which
        # the dice are large enough.
        zoom = max(1.0, min(_edge(width, height, (depth, depth)), _LARGE_ENOUGH * 1.05))
        tray = min(most * _LOOSE / depth, width / zoom * 0.93 - 1.2), depth
        edge = _edge(width, height, tray)
        felt = tray[0] * (depth - _behind(count))
        if felt >= least and edge > largest:
            best, largest = tray, edge
    return best


def _edge(width: int, height: int, tray: tuple[float, float]) -> float:
    """Return the length in pixels of a die edge in the farthest row."""
    return Camera(width, height, *tray).zoom((0.0, tray[1] / 2 - 1, 1.0))


def far_rows(count: int, depth: float) -> tuple[Vector, ...]:
    """Return the positions of dice that do not fly: rows at the far rim of a tray `depth` deep."""
    found: list[Vector] = []
    for die in range(count):
        row, column = divmod(die, _FAR_COLUMNS)
        wide = min(_FAR_COLUMNS, count - row * _FAR_COLUMNS)
        x = (column - (wide - 1) / 2) * _FAR_PITCH
        found.append((x, depth / 2 - 0.7 - row * _FAR_PITCH, 0.5))
    return tuple(found)


def rows(groups: Sequence[str], width: float, depth: float, *, named: bool = False) -> tuple[Vector, ...]:
    """Return the position of each die, given the group of each die.

    If the groups are `named`, rows are farther apart while the tray has room, so that a name below a row covers no die.

    Each group has its own row or rows, in order of first appearance. The opponent's dice are on the far side, with a
    gap to the others. If there are too many rows, groups share rows with a gap between them. Finally dice move closer
    together.
    """
    members: dict[str, list[int]] = {}
    for die, group in enumerate(groups):
        members.setdefault(group, []).append(die)
    far = [dice for group, dice in members.items() if group == FAR]
    near = [dice for group, dice in members.items() if group != FAR]
    gap = _BETWEEN_SIDES if far and near else 0.0
    most = _BETWEEN_NAMED if named else _BETWEEN_ROWS
    # At each distance, try separate rows before shared rows, because groups are then easier to see.
    for pitch in _PITCHES:
        for arrange in _ARRANGED:
            lines = arrange(far, width, pitch), arrange(near, width, pitch)
            if sum(map(len, lines)) * pitch + gap <= depth - _MARGIN + 0.3:
                return _places(*_widened(lines, width, pitch), len(groups), depth, pitch, gap, most)
    # Not even these distances fit, so the rows use the smallest distance and may touch the rim.
    pitch = _PITCHES[-1]
    lines = _shared(far, width, pitch), _shared(near, width, pitch)
    return _places(*lines, len(groups), depth, pitch, 0.0, most)


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
    """Return the rows with their dice spread evenly, as far as the longest row fits."""
    longest = max((line[-1][1] for side in lines for line in side), default=0.0)
    more = max(1.0, min(_WIDEST / pitch, (width - _SIDES - 1) / longest if longest else 1.0))
    far, near = ([[(die, x * more) for die, x in line] for line in side] for side in lines)
    return far, near


_ARRANGED: Final[tuple[_Arrange, ...]] = (_apart, _shared)


def _places(
    far: list[_Line], near: list[_Line], count: int, depth: float, pitch: float, gap: float, most: float
) -> tuple[Vector, ...]:
    places: list[Vector] = [(0.0, 0.0, 0.5)] * count
    lines = far + near
    air = min(most, max(0.0, (depth - _MARGIN - gap - len(lines) * pitch) / max(1, len(lines))))
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
    """Return the motion of dice that fly in `tray` and end with `faces` up. `rest` are their final poses in rows.

    Dice beyond MOST_FLYING are shown at rest behind the others. Without a recorded flight, all dice hop at their final
    positions.
    """
    recorded = source.flight(min(len(rest), MOST_FLYING), seed)
    if recorded is None:
        return Tossing(rest, rest, range(len(rest)), seed)
    further = len(rest) - MOST_FLYING
    fitted = _squeezed(recorded, (tray[0], tray[1] - _behind(len(rest))))
    flight = dealt(fitted, [pose.place for pose in rest[:MOST_FLYING]])
    if further <= 0:
        return Flying(flight, faces, **_shapes(flight, rest, tray))
    shift = (0.0, (flight.depth - tray[1]) / 2)
    beyond = [
        upright(place, face, pose.solid)
        for place, face, pose in zip(far_rows(further, tray[1]), faces[MOST_FLYING:], rest[MOST_FLYING:], strict=True)
    ]
    flying = Flying(flight, faces[:MOST_FLYING], shift, **_shapes(flight, rest[:MOST_FLYING], tray))
    return Among([*rest[:MOST_FLYING], *beyond], range(MOST_FLYING), flying)


def _squeezed(flight: Flight, tray: tuple[float, float]) -> Flight:
    """Return a flight recorded for a deeper tray, fitted to `tray`. A flight that fits stays as it is."""
    if flight.width <= tray[0] + 1e-6 and flight.depth <= tray[1] + 1e-6:
        return flight
    # The outermost dice keep their distance from the rim.
    across, along = ((ours - 1) / (its - 1) for ours, its in zip(tray, (flight.width, flight.depth), strict=True))
    places = tuple(tuple((x * across, y * along, z) for x, y, z in path) for path in flight.places)
    return replace(flight, width=tray[0], depth=tray[1], places=places, squeezed=True)


class _Shapes(TypedDict):
    solids: Sequence[Solid]
    drifts: Sequence[tuple[float, float]]


def _shapes(flight: Flight, rest: Sequence[Pose], tray: tuple[float, float]) -> _Shapes:
    """Return the shapes of the dice in `rest`, and the drifts that move dice apart to make room for them.

    Drifts are needed if some dice are not cubes, because only cubes were simulated, or if the flight was squeezed.
    """
    solids = [pose.solid for pose in rest]
    if all(solid.is_cube for solid in solids) and not flight.squeezed:
        return {"solids": solids, "drifts": ()}
    ends = [path[-1] for path in flight.places]
    room = (flight.width, flight.depth) if flight.squeezed else tray
    return {"solids": solids, "drifts": apart(ends, solids, room, squeezed=flight.squeezed)}


def apart(
    ends: Sequence[Vector], solids: Sequence[Solid], tray: tuple[float, float], *, squeezed: bool = False
) -> tuple[tuple[float, float], ...]:
    """Return the offset of each die from the simulated cube's final position, so that no dice overlap.

    In a `squeezed` flight, cubes may overlap too.
    """
    at = [[x, y] for x, y, _ in ends]
    reach = [_CORNER if solid.is_cube else solid.reach for solid in solids]
    pairs = list(combinations(range(len(at)), 2))
    # Two simulated cubes may be closer together than this formula demands. Their distance is then kept.
    need = [
        min(hypot(at[i][0] - at[j][0], at[i][1] - at[j][1]), 2 * _CORNER)
        if solids[i].is_cube and solids[j].is_cube and not squeezed
        else reach[i] + reach[j] + _AIR
        for i, j in pairs
    ]
    # Pushing a pair apart may push a third die. So this is repeated until nothing moves, or up to the limit.
    for _ in range(_PUSHES):
        pushed = False
        for (i, j), least in zip(pairs, need, strict=True):
            dx, dy = at[j][0] - at[i][0], at[j][1] - at[i][1]
            far = hypot(dx, dy) or 1.0
            if far < least - 1e-6:
                push, pushed = (least - far) / far / 2, True
                at[i][0], at[i][1] = at[i][0] - dx * push, at[i][1] - dy * push
                at[j][0], at[j][1] = at[j][0] + dx * push, at[j][1] + dy * push
        for each, solid, room in zip(at, solids, reach, strict=True):
            if squeezed or not solid.is_cube:
                wide, deep = tray[0] / 2 - room, tray[1] / 2 - room
                each[0], each[1] = max(-wide, min(wide, each[0])), max(-deep, min(deep, each[1]))
        if not pushed:
            break
    return tuple((x - u, y - v) for (x, y), (u, v, _) in zip(at, ends, strict=True))


def dealt(flight: Flight, homes: Sequence[Vector]) -> Flight:
    """Return `flight` with its bodies assigned to dice so that the paths to `homes` rarely cross.

    `homes` are the positions to which the dice glide after landing. No swap of two dice would reduce the sum of squared
    distances, so two dice that are apart at both ends stay apart.
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
                # This product is negative exactly if a swap reduces the sum of squares. Each swap reduces it, so the
                # loop ends.
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
    """Return the motion in which the dice at `places` fly again while the others stay.

    With `toss`, or if there is no room, they hop at their positions.
    """
    thrown = sorted(places)
    flights = _flights(source, len(thrown), seed) if 0 < len(thrown) <= _MOST_AGAIN and not toss else []
    staying = [pose for die, pose in enumerate(lying) if die not in places]
    solids = [lying[die].solid for die in thrown]
    wider = max((solid.reach for solid in solids), default=0.5) - 0.5
    landing = find_landing(flights, staying, tray, [lying[die].place for die in thrown], wider)
    if landing is None:
        return Tossing(lying, hopped(lying, places, faces), thrown, seed)
    # If the landing was moved away from the near rim, its dice start farther outside the tray.
    run_up = max(0.0, landing.shift[1] + (tray[1] - landing.flight.depth) / 2)
    flying = Flying(landing.flight, [faces[die] for die in thrown], landing.shift, landing.lifts, run_up, solids)
    return Among(lying, thrown, flying)


def hopped(lying: Sequence[Pose], places: Collection[int], faces: Sequence[int]) -> list[Pose]:
    """Return the poses with each die at `places` rotated upright in its position to show its face."""
    return [upright(pose.place, faces[die], pose.solid) if die in places else pose for die, pose in enumerate(lying)]


def _flights(source: ThrowSource, count: int, seed: int) -> list[Flight]:
    rng = Random(seed)  # noqa: S311 - how dice fly, never what they show
    found = (source.flight(count, rng.getrandbits(32)) for _ in range(_FLIGHTS))
    return [flight for flight in found if flight is not None]
