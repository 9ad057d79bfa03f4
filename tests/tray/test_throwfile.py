"""Every baked flight, and what happens with files that are not."""

from itertools import pairwise
from math import hypot
from pathlib import Path

import pytest

from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.tray.choreography import tray_size
from bones_desktop.tray.motion import BakedThrows, Flight, ThrowFile, ThrowFileError, varied
from bones_desktop.widgets.dice.geometry import Matrix, matrix, unit
from tests.support.foreach import for_each

THROWS = shipped("resources") / "throws"
MOST = 40


def load(count: int) -> ThrowFile:
    return ThrowFile((THROWS / f"{count:02}.throws").read_bytes())


def sides(turn: Matrix) -> list[tuple[float, float]]:
    """The two horizontal directions of a cube lying flat."""
    flat = [axis for axis in range(3) if abs(turn[6 + axis]) < 0.5]
    return [(turn[axis], turn[3 + axis]) for axis in flat]


def gap(a: tuple[tuple[float, ...], Matrix], b: tuple[tuple[float, ...], Matrix]) -> float:
    """The distance between two flat cubes, negative when they overlap, by their separating axes."""
    (pa, ma), (pb, mb) = a, b
    found = []
    for x, y in sides(ma) + sides(mb):
        reach = sum(abs(x * u + y * v) for u, v in sides(ma) + sides(mb)) / 2
        found.append(abs(x * (pa[0] - pb[0]) + y * (pa[1] - pb[1])) - reach)
    return max(found)


def check(flight: Flight, count: int) -> None:
    assert len(flight.places) == len(flight.turns) == count
    assert 0.3 < flight.seconds <= 1.3
    rest = [(path[-1], matrix(unit(turns[-1]))) for path, turns in zip(flight.places, flight.turns, strict=True)]
    for place, turn in rest:
        assert max(abs(part) for part in turn[6:]) > 0.9999, "not flat"
        assert abs(place[2] - 0.5) < 0.01, "not on the felt"
        assert abs(place[0]) < flight.width / 2 - 0.45
        assert abs(place[1]) < flight.depth / 2 - 0.45
    for i, one in enumerate(rest):
        for other in rest[:i]:
            if hypot(one[0][0] - other[0][0], one[0][1] - other[0][1]) < 1.5:
                assert gap(one, other) > 0.01, "two dice touch"


def speeds(flight: Flight) -> list[float]:
    """Edges a second of every body from frame to frame."""
    return [60 * hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]) for path in flight.places for a, b in pairwise(path)]


@pytest.mark.slow
@for_each("count", range(1, MOST + 1))
def test_baked_flights_come_to_rest_flat_and_apart_in_time(count):
    file = load(count)
    assert file.count == count
    assert file.variants >= 8
    assert (file.width, file.depth) == pytest.approx(tray_size(count))
    seen = set()
    for variant in range(file.variants):
        flight = file.flight(variant)
        check(flight, count)
        assert max(speeds(flight)) < 75
        seen.add(flight.places[0])
        for path in flight.places:
            assert min(z for _, _, z in path) > 0.35, "deep in the felt"
            last = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in zip(path[-3:], path[-2:], strict=False)]
            assert max(last) < 0.05, "not still at the end"
    assert len(seen) == file.variants


def test_all_files_together_are_small():
    assert sum(path.stat().st_size for path in THROWS.iterdir()) < 3.3e6
    assert sorted(path.name for path in THROWS.iterdir()) == [f"{count:02}.throws" for count in range(1, MOST + 1)]


@pytest.mark.parametrize("count", [1, 5, 12, 40])
def test_the_same_seed_flies_the_same(count):
    one, other = BakedThrows(THROWS), BakedThrows(THROWS)
    for seed in range(6):
        flight = one.flight(count, seed)
        assert flight is not None
        assert flight == other.flight(count, seed) == one.flight(count, seed)
        check(flight, count)


def test_seeds_vary_a_throw():
    source = BakedThrows(THROWS)
    assert len({flight.places for seed in range(40) if (flight := source.flight(6, seed))}) > 30


def test_a_mirrored_flight_turns_the_other_way():
    flight = load(3).flight(0)
    mirrored = varied(flight, [0, 1, 2], mirrored=True)
    for body in range(3):
        for frame in (0, 20, flight.frames - 1):
            x, y, z = flight.places[body][frame]
            assert mirrored.places[body][frame] == (-x, y, z)
            m, n = matrix(unit(flight.turns[body][frame])), matrix(unit(mirrored.turns[body][frame]))
            signs = (1, -1, -1, -1, 1, 1, -1, 1, 1)
            assert n == pytest.approx([sign * part for sign, part in zip(signs, m, strict=True)])


def test_no_file_no_flight(tmp_path: Path):
    assert BakedThrows(tmp_path).flight(4, 1) is None
    assert BakedThrows(THROWS).flight(MOST + 1, 1) is None


def whole(count: int = 2) -> bytes:
    return (THROWS / f"{count:02}.throws").read_bytes()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"BTHR",
        whole()[:-1],
        whole() + b"x",
        b"XXXX" + whole()[4:],
        whole()[:4] + b"\x09" + whole()[5:],
        whole()[:14] + b"\x00\x00" + whole()[16:],
    ],
    ids=["empty", "head only", "short", "long", "other magic", "other version", "no flights"],
)
def test_a_file_that_is_not_one_is_refused(data, tmp_path):
    with pytest.raises(ThrowFileError):
        ThrowFile(data)
    (tmp_path / "02.throws").write_bytes(data)
    assert BakedThrows(tmp_path).flight(2, 1) is None


def test_a_damaged_flight_is_refused_when_it_is_wanted(tmp_path):
    data = bytearray(whole())
    for at in range(60, len(data), 7):
        data[at] ^= 0xFF
    file = ThrowFile(bytes(data))
    with pytest.raises(ThrowFileError):
        file.flight(1)
    (tmp_path / "02.throws").write_bytes(bytes(data))
    source = BakedThrows(tmp_path)
    assert [source.flight(2, seed) for seed in range(4)] == [None] * 4
