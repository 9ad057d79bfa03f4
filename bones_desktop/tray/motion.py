"""How dice move: through the air as a baked flight says, hopping on the spot, gliding into rows; and what plays it."""

import struct
import zlib
from array import array
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from math import cos, hypot, pi, sin, sqrt
from pathlib import Path
from random import Random
from sys import byteorder
from typing import Final, Literal, NamedTuple, Protocol

from PySide6.QtCore import QAbstractAnimation, QObject, QVariantAnimation, Signal

from bones_desktop.tray.solids import CUBE, Solid
from bones_desktop.widgets.dice.geometry import Matrix, Turn, Vector, between, combine, matrix, times, turn_of, unit

RATE: Final = 60
"""Frames a second of every flight."""

_HEAD: Final = struct.Struct("<4sBBHHHH")
_COLUMNS: Final = 7
_LONGEST: Final = 600
_LARGEST: Final = 1 << 22


@dataclass(frozen=True, slots=True)
class Flight:
    """Where each body is at each frame: `places[body][frame]`, `turns[body][frame]`; the last frame is the rest."""

    width: float
    depth: float
    places: tuple[tuple[Vector, ...], ...]
    turns: tuple[tuple[Turn, ...], ...]

    @property
    def frames(self) -> int:
        """How many frames the flight has; at least one when it has a body."""
        return len(self.places[0]) if self.places else 0

    @property
    def seconds(self) -> float:
        """How long the flight takes at normal speed."""
        return max(0, self.frames - 1) / RATE


class ThrowSource(Protocol):
    """Something that knows how dice may fly; it never decides what they show."""

    def flight(self, count: int, seed: int) -> Flight | None:
        """Return a flight of `count` bodies, the same for the same seed, or None when it has none of so many."""


class ThrowFileError(Exception):
    """A file of throws that is missing parts or is not one; the tray then shows results without motion."""


class BakedThrows:
    """Flights from the files `NN.throws` in a folder, each read when a throw of so many dice is asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def flight(self, count: int, seed: int) -> Flight | None:
        """Return a flight of `count` bodies, chosen, mirrored and dealt to the dice by `seed`; None when unreadable."""
        rng = Random(seed)  # noqa: S311 - how dice fly, never what they show
        try:
            file = _read(self._folder / f"{count:02}.throws")
            flight = file.flight(rng.randrange(file.variants))
        except (OSError, ThrowFileError):
            return None
        order = list(range(count))
        rng.shuffle(order)
        return varied(flight, order, mirrored=rng.random() < 0.5)


class ThrowFile:
    """The flights of one number of dice. ThrowFileError when the bytes are not such a file."""

    def __init__(self, data: bytes) -> None:
        try:
            magic, version, self.count, width, depth, self._unit, self._turn = _HEAD.unpack_from(data)
            (self.variants,) = struct.unpack_from("<H", data, _HEAD.size)
            sizes = struct.unpack_from(f"<{self.variants}I", data, _HEAD.size + 2)
        except struct.error as error:
            raise ThrowFileError("too short") from error
        if magic != b"BTHR" or version != 1 or not self.variants or not self._unit or not self._turn:
            raise ThrowFileError("not a file of rolls")
        self.width, self.depth = width / 100, depth / 100
        start = _HEAD.size + 2 + 4 * self.variants
        ends = list(accumulate(sizes, initial=start))
        if ends[-1] != len(data):
            raise ThrowFileError("not of the length it states")
        self._blobs = tuple(data[a:b] for a, b in pairwise(ends))

    def flight(self, variant: int) -> Flight:
        """Return one flight as it was simulated."""
        blob = self._blobs[variant]
        try:
            (frames,) = struct.unpack_from("<H", blob)
            unpacker = zlib.decompressobj()
            raw = unpacker.decompress(blob[2:], _LARGEST)
        except (struct.error, zlib.error) as error:
            raise ThrowFileError("damaged") from error
        half = len(raw) // 2
        if not 0 < frames <= _LONGEST or half != frames * _COLUMNS * self.count:
            raise ThrowFileError("damaged")
        mixed = bytearray(len(raw))
        mixed[0::2], mixed[1::2] = raw[:half], raw[half:]
        steps = array("h", bytes(mixed))
        if byteorder == "big":
            steps.byteswap()
        columns = [list(accumulate(accumulate(steps[i : i + frames]))) for i in range(0, half, frames)]
        places, turns = [], []
        unit, turn = 1 / self._unit, 1 / self._turn
        for first in range(0, len(columns), _COLUMNS):
            xs, ys, zs, qw, qx, qy, qz = columns[first : first + _COLUMNS]
            places.append(tuple((x * unit, y * unit, z * unit) for x, y, z in zip(xs, ys, zs, strict=True)))
            turns.append(
                tuple((w * turn, x * turn, y * turn, z * turn) for w, x, y, z in zip(qw, qx, qy, qz, strict=True))
            )
        return Flight(self.width, self.depth, tuple(places), tuple(turns))


@lru_cache(maxsize=4)  # what is thrown again and again, by any tray; all files are 3 MB
def _read(path: Path) -> ThrowFile:
    return ThrowFile(path.read_bytes())


def varied(flight: Flight, order: list[int], *, mirrored: bool) -> Flight:
    """Return `flight` with its bodies dealt in `order` and, when `mirrored`, left and right exchanged."""
    places = tuple(flight.places[i] for i in order)
    turns = tuple(flight.turns[i] for i in order)
    if mirrored:
        places = tuple(tuple((-x, y, z) for x, y, z in path) for path in places)
        turns = tuple(tuple((w, x, -y, -z) for w, x, y, z in path) for path in turns)
    return Flight(flight.width, flight.depth, places, turns)


_FROM: Final = 1.4
"""How far before its flight begins a die comes in from, in die edges: out of sight."""
_COMING: Final = 0.1
"""Seconds that takes; the flight itself is as long as it is."""
_HOP: Final = 0.35
"""How high dice rise that glide without meeting any."""
_LEVEL: Final = 1.06
"""How far above one another dice pass whose ways cross."""
_RISE: Final = 0.26
"""Share of a glide in which they rise, and come down again."""
_CLEAR: Final = 1.34
"""How near each other the middles of two dice may come on one level: turned by an eighth, they still do not touch."""
_DRIFTING: Final = 0.7
"""Share of a flight in which dice drift to where they have room."""
Speed = Literal["normal", "quick", "off"]
_FASTER: Final = {"normal": 1.0, "quick": 2.2, "off": 1.0}


class Pose(NamedTuple):
    """Where a die is, how it lies, and its shape."""

    place: Vector
    turn: Matrix
    solid: Solid = CUBE


class Motion(Protocol):
    """Poses of all dice over time."""

    @property
    def seconds(self) -> float:
        """How long it takes at normal speed."""

    def poses(self, seconds: float) -> list[Pose]:
        """Return each die's pose at that time; from `seconds` on, the pose it rests in."""


class Flying:
    """A flight relabelled so that every die comes to rest with its decided face up; dice come in over the near rim."""

    def __init__(
        self,
        flight: Flight,
        faces: Sequence[int],
        shift: tuple[float, float] = (0.0, 0.0),
        lifts: Sequence[Sequence[float]] = (),
        run_up: float = 0.0,
        solids: Sequence[Solid] = (),
        drifts: Sequence[tuple[float, float]] = (),
    ) -> None:
        """Move the flight by `shift` on the felt and each die up by its `lifts`, one a frame.

        `run_up` is how much farther than over the flight's own rim the dice come from. `solids` are their shapes where
        not all are cubes; `drifts` is how far aside each comes to rest, so that shapes wider than a cube have room.
        """
        self._flight, self._shift, self._lifts = flight, shift, lifts
        self._solids = solids or [CUBE] * len(faces)
        self._drifts = drifts
        self._within = [
            solid.within(matrix(unit(path[-1])), face)
            for path, face, solid in zip(flight.turns, faces, self._solids, strict=True)
        ]
        self._far = _FROM + run_up
        self._coming = min(_COMING + 0.02 * run_up, flight.seconds / 3)

    @property
    def seconds(self) -> float:
        """How long the flight takes."""
        return self._flight.seconds

    def poses(self, seconds: float) -> list[Pose]:
        """Return the poses of the nearest frame."""
        frame = max(0, min(self._flight.frames - 1, round(seconds * RATE)))
        left = 1 - seconds / self._coming if seconds < self._coming else 0.0
        ahead, back = self._shift[0], self._shift[1] - self._far * left * left
        found = []
        for die, (path, turns, within) in enumerate(
            zip(self._flight.places, self._flight.turns, self._within, strict=True)
        ):
            x, y, z = path[frame]
            lift = self._lifts[die][frame] if self._lifts else 0.0
            body, solid = matrix(unit(turns[frame])), self._solids[die]
            turn = times(body, within)
            if not solid.is_cube:  # as far above the felt as the cube that was simulated
                z += solid.low(turn) - CUBE.low(body)
            if self._drifts:
                drift = _smooth(frame / self._flight.frames / _DRIFTING)
                x, y = x + self._drifts[die][0] * drift, y + self._drifts[die][1] * drift
            found.append(Pose((x + ahead, y + back, z + lift), turn, solid))
        return found


class Among:
    """Dice that fly while others lie still."""

    def __init__(self, lying: Sequence[Pose], thrown: Sequence[int], flying: Flying) -> None:
        """`thrown` are the places of the flying dice among all; what `lying` holds there does not matter."""
        self._lying, self._thrown, self._flying = tuple(lying), tuple(thrown), flying

    @property
    def seconds(self) -> float:
        """How long the flight takes."""
        return self._flying.seconds

    def poses(self, seconds: float) -> list[Pose]:
        """Return the poses at that time."""
        found = list(self._lying)
        for die, pose in zip(self._thrown, self._flying.poses(seconds), strict=True):
            found[die] = pose
        return found


class Gliding:
    """From some flat poses to others: dice turn by the shorter arc, and none passes through another.

    Dice whose ways cross rise to levels of their own before they set off and come down where they lie at last.
    """

    def __init__(self, start: Sequence[Pose], end: Sequence[Pose]) -> None:
        self._start, self._end = tuple(start), tuple(end)
        self._turns = [(turn_of(a.turn), turn_of(b.turn)) for a, b in zip(start, end, strict=True)]
        self._levels = levels(self._start, self._end)
        self._crowded = any(self._levels)
        self.seconds = 0.42 if self._crowded else 0.32
        """How long it takes; longer where dice rise first."""

    def poses(self, seconds: float) -> list[Pose]:
        """Return the poses at that time."""
        t = max(0.0, min(1.0, seconds / self.seconds))
        if t >= 1:
            return list(self._end)
        ease = _smooth((t - _RISE) / (1 - 2 * _RISE)) if self._crowded else _smooth(t)
        lift = _smooth(min(t, 1 - t) / _RISE) if self._crowded else sin(pi * t)
        found = []
        for a, b, (p, q), level in zip(self._start, self._end, self._turns, self._levels, strict=True):
            if a == b:
                found.append(a)
                continue
            (ax, ay, az), (bx, by, bz) = a.place, b.place
            height = lift * (level * _LEVEL if self._crowded else _HOP)
            place = (ax + (bx - ax) * ease, ay + (by - ay) * ease, az + (bz - az) * ease + height)
            found.append(Pose(place, matrix(between(p, q, ease)), b.solid))
        return found


def levels(start: Sequence[Pose], end: Sequence[Pose]) -> list[int]:
    """Return how high each die has to go so that none meets another on the straight way: 0 for the felt."""
    moves = [
        (a.place[0], a.place[1], b.place[0] - a.place[0], b.place[1] - a.place[1])
        for a, b in zip(start, end, strict=True)
    ]
    met: list[set[int]] = [set() for _ in moves]
    for i, (x, y, dx, dy) in enumerate(moves):
        for j in range(i):
            u, v, du, dv = moves[j]
            gx, gy, wx, wy = u - x, v - y, du - dx, dv - dy
            speed = wx * wx + wy * wy
            if speed <= 1e-9:
                continue
            at = max(0.0, min(1.0, -(gx * wx + gy * wy) / speed))
            if hypot(gx + wx * at, gy + wy * at) < _CLEAR:
                met[i].add(j)
                met[j].add(i)
    found = [0] * len(moves)
    still = [abs(dx) + abs(dy) < 1e-9 for _, _, dx, dy in moves]
    placed: set[int] = set()
    for i in sorted(range(len(moves)), key=lambda i: (not still[i], len(met[i]), i)):
        taken = {found[j] for j in met[i] & placed}
        if not still[i]:
            found[i] = next(level for level in range(len(moves)) if level not in taken)
        placed.add(i)
    return found


def _smooth(t: float) -> float:
    t = max(0.0, min(1.0, t))
    return t * t * (3 - 2 * t)


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
            low = found[die].solid.low(turn)
            place = (ax + (bx - ax) * ease, ay + (by - ay) * ease, low + height * _bounces(t))
            found[die] = Pose(place, turn, found[die].solid)
        return found


def _bounces(t: float) -> float:
    """Height over a hop and two smaller ones, 0 to 1."""
    for start, end, height in ((0.0, 0.58, 1.0), (0.58, 0.86, 0.22), (0.86, 1.0, 0.04)):
        if t < end:
            u = (t - start) / (end - start)
            return 4 * height * u * (1 - u)
    return 0.0


class Playback(QObject):
    """Runs a motion to its end and then emits `ended`; a motion that is stopped never does."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.speed: Speed = "normal"
        self._motion: Motion | None = None
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self.moved, self.ended = self._animation.valueChanged, self._animation.finished

    @property
    def motion(self) -> Motion | None:
        """The motion being played."""
        return self._motion

    def play(self, motion: Motion) -> None:
        """Play `motion` from its beginning, instead of any other."""
        self.stop()
        self._motion = motion
        self._animation.setDuration(max(1, round(motion.seconds * 1000 / _FASTER[self.speed])))
        self._animation.start()

    def stop(self) -> Motion | None:
        """Stop and return the motion that was being played."""
        motion, self._motion = self._motion, None
        if self._animation.state() != QAbstractAnimation.State.Stopped:
            self._animation.stop()
        return motion

    def poses(self) -> list[Pose]:
        """Return the poses of this moment; none when nothing moves."""
        if self._motion is None:
            return []
        share = self._animation.currentValue()
        return self._motion.poses(share * self._motion.seconds if isinstance(share, float) else 0.0)


class DiceMoves(QObject):
    """Plays one motion at a time. `landed` comes once for each `play`, unless something newer replaces it first."""

    moved = Signal()
    landed = Signal()
    """The dice show their faces; they may still glide into rows."""
    rested = Signal()
    """Nothing moves any more."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.gather = True
        """Whether dice that have landed glide into rows."""
        self._poses: list[Pose] = []
        self._rows: list[Pose] | None = None
        self._playback = Playback(self)
        self._playback.moved.connect(self._advance)
        self._playback.ended.connect(self._arrive)

    @property
    def moving(self) -> bool:
        """Whether dice are in motion."""
        return self._playback.motion is not None

    @property
    def poses(self) -> list[Pose]:
        """Where the dice are now and how they lie."""
        return self._poses

    @property
    def speed(self) -> Speed:
        """How fast dice move."""
        return self._playback.speed

    def set_speed(self, speed: Speed) -> None:
        """Set how fast dice move from the next motion on."""
        self._playback.speed = speed

    def lay(self, poses: Sequence[Pose]) -> None:
        """Lay dice still, dropping any motion."""
        self._playback.stop()
        self._poses = list(poses)

    def play(self, motion: Motion, rows: Sequence[Pose] | None) -> None:
        """Play `motion` from its beginning; then dice glide to `rows` if they gather, None where they stay."""
        self._rows = list(rows) if rows is not None else None
        self._poses = motion.poses(0.0)
        self._playback.play(motion)
        self.moved.emit()

    def skip(self) -> None:
        """End any motion at once: the dice lie where it would have ended."""
        motion = self._playback.stop()
        if motion is not None:
            self._land(motion, glide=False)

    def _advance(self) -> None:
        self._poses = self._playback.poses() or self._poses
        self.moved.emit()

    def _arrive(self) -> None:
        motion = self._playback.stop()
        if motion is not None:
            self._land(motion, glide=True)

    def _land(self, motion: Motion, *, glide: bool) -> None:
        self._poses = motion.poses(motion.seconds)
        rows, self._rows = self._rows if self.gather else None, None
        if rows is not None and glide:
            self._playback.play(Gliding(self._poses, rows))
        elif rows is not None:
            self._poses = rows
        if not isinstance(motion, Gliding):
            self.landed.emit()
        if not self.moving:
            self.rested.emit()
