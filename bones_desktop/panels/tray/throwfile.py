"""Throws to play: paths of bodies through the tray, simulated once (packaging/bake_throws.py) and read from files."""

import struct
import zlib
from array import array
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from pathlib import Path
from random import Random
from sys import byteorder
from typing import Final, Protocol

from bones_desktop.widgets.dice.geometry import Turn, Vector

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
            raise ThrowFileError("not a file of throws")
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
