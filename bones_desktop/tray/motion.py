"""Motions of dice (recorded flights, hops, glides into rows), and the object that plays them."""

import struct
import zlib
from array import array
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from math import cos, hypot, pi, sin, sqrt
from pathlib import Path
from random import Random
from sys import byteorder
from typing import Final, NamedTuple, Protocol

from PySide6.QtCore import QAbstractAnimation, QObject, QVariantAnimation, Signal

from bones_desktop.rules.records import Record, replace
from bones_desktop.theme.motion import Speed
from bones_desktop.tray.solids import CUBE, Solid
from bones_desktop.widgets.dice.geometry import Matrix, Turn, Vector, between, combine, matrix, times, turn_of, unit

RATE: Final = 60
"""Frames per second of every flight."""

_HEAD: Final = struct.Struct("<4sBBHHHH")
_COLUMNS: Final = 7
# Greatest number of frames in a flight, and of bytes of its unpacked data. The limits keep a damaged file from filling
# the memory.
_LONGEST: Final = 600
_LARGEST: Final = 1 << 22


class Flight(Record):
    """Position and rotation of each body at each frame.

    They are stored as `places[body][frame]` and `turns[body][frame]`. In the last frame all bodies are at rest.
    """

    width: float
    depth: float
    places: tuple[tuple[Vector, ...], ...]
    turns: tuple[tuple[Turn, ...], ...]
    squeezed: bool = False
    """True if the flight was fitted to a smaller tray than it was recorded for, so that dice may overlap."""

    @property
    def frames(self) -> int:
        """Number of frames, at least one if the flight has a body."""
        return len(self.places[0]) if self.places else 0

    @property
    def seconds(self) -> float:
        """Duration of the flight at normal speed."""
        return max(0, self.frames - 1) / RATE


class ThrowSource(Protocol):
    """A source of flights. It does not decide which faces the dice show."""

    def flight(self, count: int, seed: int) -> Flight | None:
        """Return a flight of `count` bodies, the same for the same seed; None if there is none."""


class ThrowFileError(Exception):
    """Raised when a file of flights is damaged or of another type.

    The tray then shows results without motion.
    """


class BakedThrows:
    """Flights from the files `NN.throws` in a folder. Each file is read at the first roll of that number of dice."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def flight(self, count: int, seed: int) -> Flight | None:
        """Return a flight of `count` bodies; None if it cannot be read. `seed` selects, mirrors and shuffles it."""
        rng = Random(seed)  # noqa: S311 - how dice fly, never what they show
        try:
            file = _read(self._folder / f"{count:02}.throws")
            flight = file.flight(rng.randrange(file.variants))
        # Without flights the dice only hop. Flights are decoration, so the player needs no message.
        except (OSError, ThrowFileError):
            return None
        order = list(range(count))
        rng.shuffle(order)
        return varied(flight, order, mirrored=rng.random() < 0.5)


class ThrowFile:
    """The flights for one number of dice. Creating it raises ThrowFileError if the bytes are not a file of flights."""

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
            # A damaged file could expand without end, so at most _LARGEST bytes are unpacked.
            raw = unpacker.decompress(blob[2:], _LARGEST)
        except (struct.error, zlib.error) as error:
            raise ThrowFileError("damaged") from error
        half = len(raw) // 2
        if not 0 < frames <= _LONGEST or half != frames * _COLUMNS * self.count:
            raise ThrowFileError("damaged")
        # Values are stored as second differences, low and high bytes separately, because this compresses best.
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


# The same numbers of dice are rolled repeatedly, and all files together have only 3 MB.
@lru_cache(maxsize=4)
def _read(path: Path) -> ThrowFile:
    return ThrowFile(path.read_bytes())


def varied(flight: Flight, order: list[int], *, mirrored: bool) -> Flight:
    """Return `flight` with its bodies in `order`; if `mirrored`, with left and right exchanged."""
    places = tuple(flight.places[i] for i in order)
    turns = tuple(flight.turns[i] for i in order)
    if mirrored:
        # A mirror image reverses rotations, so two components of each quaternion get the opposite sign.
        places = tuple(tuple((-x, y, z) for x, y, z in path) for path in places)
        turns = tuple(tuple((w, x, -y, -z) for w, x, y, z in path) for path in turns)
    return replace(flight, places=places, turns=turns)


_FROM: Final = 1.4
"""Distance in die edges that a die travels before its flight begins, coming from out of sight."""
_COMING: Final = 0.1
"""Seconds in which a die travels the distance _FROM.

They are subtracted from the flight, so that the whole motion does not get longer.
"""
_HOP: Final = 0.35
"""Height of gliding dice that do not meet others."""
_LEVEL: Final = 1.06
"""Vertical distance between two gliding dice whose paths cross."""
_RISE: Final = 0.26
"""Share of a glide during which dice rise; they sink during an equal share at its end."""
_CLEAR: Final = 1.34
"""Smallest distance between the centres of two dice at the same level, enough even for dice rotated by 45°."""
_DRIFTING: Final = 0.7
"""Share of a flight in which dice are moved aside to free positions."""
_FASTER: Final = {"normal": 1.0, "quick": 2.2, "off": 1.0}


class Pose(NamedTuple):
    """Position, rotation and shape of a die."""

    place: Vector
    turn: Matrix
    solid: Solid = CUBE


class Motion(Protocol):
    """Poses of all dice over time."""

    @property
    def seconds(self) -> float:
        """Duration at normal speed."""

    def poses(self, seconds: float) -> list[Pose]:
        """Return the pose of each die at a time. After `seconds` it is the final pose."""


class Flying:
    """A flight in which every die ends with its decided face up. Dice enter over the near rim."""

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
        """Move the flight by `shift` on the felt, and lift each die by its `lifts`, one for each frame.

        `run_up` is an additional distance beyond the near rim that dice travel before the flight begins. `solids` are
        the shapes of the dice if not all are cubes. `drifts` are the distances by which dice are moved aside before
        they stop, to make room for shapes wider than a cube.
        """
        self._flight, self._shift, self._lifts = flight, shift, lifts
        self._solids = solids or [CUBE] * len(faces)
        self._drifts = drifts
        # Each die is rotated inside its simulated body so that the decided face is up in the last frame. So the flight
        # never decides the result.
        self._within = [
            solid.within(matrix(unit(path[-1])), face)
            for path, face, solid in zip(flight.turns, faces, self._solids, strict=True)
        ]
        self._far = _FROM + run_up
        # The run-up takes at most a third of the flight, which may be very short.
        self._coming = min(_COMING + 0.02 * run_up, flight.seconds / 3)

    @property
    def seconds(self) -> float:
        """Duration of the flight."""
        return self._flight.seconds

    def poses(self, seconds: float) -> list[Pose]:
        """Return the poses at the nearest frame."""
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
            # The die stays as far above the felt as the simulated cube, whatever its shape.
            if not solid.is_cube:
                z += solid.low(turn) - CUBE.low(body)
            if self._drifts:
                drift = _smooth(frame / self._flight.frames / _DRIFTING)
                x, y = x + self._drifts[die][0] * drift, y + self._drifts[die][1] * drift
            found.append(Pose((x + ahead, y + back, z + lift), turn, solid))
        return found


class Among:
    """Some dice fly while the others stay."""

    def __init__(self, lying: Sequence[Pose], thrown: Sequence[int], flying: Flying) -> None:
        """`thrown` contains the indices of the flying dice, whose poses in `lying` are ignored."""
        self._lying, self._thrown, self._flying = tuple(lying), tuple(thrown), flying

    @property
    def seconds(self) -> float:
        """Duration of the flight."""
        return self._flying.seconds

    def poses(self, seconds: float) -> list[Pose]:
        """Return the poses at a time."""
        found = list(self._lying)
        for die, pose in zip(self._thrown, self._flying.poses(seconds), strict=True):
            found[die] = pose
        return found


class Gliding:
    """A glide from lying poses to others. Dice rotate by the shorter arc and never pass through one another.

    Dice whose paths cross rise to different levels first, and sink at their final positions.
    """

    def __init__(self, start: Sequence[Pose], end: Sequence[Pose]) -> None:
        self._start, self._end = tuple(start), tuple(end)
        self._turns = [(turn_of(a.turn), turn_of(b.turn)) for a, b in zip(start, end, strict=True)]
        self._levels = levels(self._start, self._end)
        self._crowded = any(self._levels)
        self.seconds = 0.42 if self._crowded else 0.32
        """The duration, which is longer if dice rise first."""

    def poses(self, seconds: float) -> list[Pose]:
        """Return the poses at a time."""
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
    """Return a level for each die at which its straight path meets no other die; 0 is the felt."""
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
                # Two dice that move by the same vector keep their distance, so they cannot meet.
                continue
            at = max(0.0, min(1.0, -(gx * wx + gy * wy) / speed))
            if hypot(gx + wx * at, gy + wy * at) < _CLEAR:
                met[i].add(j)
                met[j].add(i)
    found = [0] * len(moves)
    still = [abs(dx) + abs(dy) < 1e-9 for _, _, dx, dy in moves]
    placed: set[int] = set()
    # Dice that do not move stay at level 0. The others, fewest conflicts first, take the lowest free level.
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
    """Some dice hop and spin at their positions and end as decided, while the others rest.

    No recorded flight is needed.
    """

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
            # Each die has its own height, rotations and duration; otherwise all would hop in unison.
            self._spins[die] = (p, q, axis, rng.choice((2, 3)), rng.uniform(2.4, 3.4), rng.uniform(0.8, 1.0))

    def poses(self, seconds: float) -> list[Pose]:
        """Return the poses at a time. No die sinks into the felt."""
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
    """Return the height, from 0 to 1, during a hop and two smaller ones."""
    for start, end, height in ((0.0, 0.58, 1.0), (0.58, 0.86, 0.22), (0.86, 1.0, 0.04)):
        if t < end:
            u = (t - start) / (end - start)
            return 4 * height * u * (1 - u)
    return 0.0


_ENTERING_MS: Final = 400


class DiceMoves(QObject):
    """Plays a motion.

    `landed` is emitted once for each `play`, unless a newer motion replaces the motion first.
    """

    moved = Signal()
    landed = Signal()
    """Emitted when the dice show their faces. They may still glide into rows."""
    rested = Signal()
    """Emitted when all motion is over."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.gather = True
        """True if dice glide into rows after landing."""
        self.speed: Speed = "normal"
        """Speed of the next motions."""
        self.poses: list[Pose] = []
        """Current pose of each die."""
        self._rows: list[Pose] | None = None
        self._motion: Motion | None = None
        """The current motion; None if nothing moves."""
        self._animation = QVariantAnimation(self, startValue=0.0, endValue=1.0)
        self._animation.valueChanged.connect(self._advance)
        self._animation.finished.connect(self._arrive)

    @property
    def moving(self) -> bool:
        """True while dice are moving."""
        return self._motion is not None

    @property
    def entering(self) -> bool:
        """True while a motion has only just begun and the faces of dice cannot be recognized yet."""
        return isinstance(self._motion, Flying) and self._animation.currentTime() < _ENTERING_MS

    def lay(self, poses: Sequence[Pose]) -> None:
        """Set the dice to rest in these poses and stop any motion."""
        self._stop()
        self.poses = list(poses)

    def play(self, motion: Motion, rows: Sequence[Pose] | None) -> None:
        """Play `motion`; if `gather` is on, the dice then glide to `rows`.

        If `rows` is None, the dice stay where they landed.
        """
        self._rows = list(rows) if rows is not None else None
        self.poses = motion.poses(0.0)
        self._start(motion)
        self.moved.emit()

    def skip(self) -> None:
        """End any motion: the dice take their final positions."""
        motion = self._stop()
        if motion is not None:
            self._land(motion, glide=False)

    def _start(self, motion: Motion) -> None:
        self._stop()
        self._motion = motion
        # With a duration of 0, the animation would end before it starts, without `finished`.
        self._animation.setDuration(max(1, round(motion.seconds * 1000 / _FASTER[self.speed])))
        self._animation.start()

    def _stop(self) -> Motion | None:
        """Stop and return the current motion. A stopped motion emits nothing."""
        motion, self._motion = self._motion, None
        if self._animation.state() != QAbstractAnimation.State.Stopped:
            self._animation.stop()
        return motion

    def _advance(self, share: object) -> None:
        motion = self._motion
        if motion is not None:
            self.poses = motion.poses(share * motion.seconds if isinstance(share, float) else 0.0)
        self.moved.emit()

    def _arrive(self) -> None:
        motion = self._stop()
        if motion is not None:
            self._land(motion, glide=True)

    def _land(self, motion: Motion, *, glide: bool) -> None:
        self.poses = motion.poses(motion.seconds)
        rows, self._rows = self._rows if self.gather else None, None
        if rows is not None and glide:
            self._start(Gliding(self.poses, rows))
        elif rows is not None:
            self.poses = rows
        # A glide follows a motion that has already landed. So `landed` is not emitted again.
        if not isinstance(motion, Gliding):
            self.landed.emit()
        if not self.moving:
            self.rested.emit()
