"""Dice that gather keep clear of one another, for many throws and every size of tray."""

from itertools import combinations, pairwise
from math import hypot
from random import Random

import pytest

from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.tray.choreography import fitting_tray, rethrow_motion, rows, throw_motion, tray_size
from bones_desktop.tray.dicepainter import upright
from bones_desktop.tray.motion import BakedThrows, Gliding, Pose

SOURCE = BakedThrows(shipped("resources") / "throws")
GROUPS = ("character", "challenge", "opponent", "item")
FRAMES = 26
TOLERANCE = 0.06
"""Die edges that two may be within each other for a frame: less than their rounded edges."""


def overlap(a: Pose, b: Pose) -> float:
    """Return how deep two dice that turn only about the upright are within each other, 0 for none."""
    (ax, ay, az), (bx, by, bz) = a.place, b.place
    depth = 1 - abs(az - bz)
    if depth <= 0 or hypot(ax - bx, ay - by) > 1.5:
        return 0.0
    for m in (a.turn, b.turn):
        side = max(range(3), key=lambda k: m[k] * m[k] + m[3 + k] * m[3 + k])
        for x, y in ((m[side], m[3 + side]), (-m[3 + side], m[side])):
            reach = sum(abs(turn[k] * x + turn[3 + k] * y) / 2 for turn in (a.turn, b.turn) for k in range(3))
            depth = min(depth, reach - abs((bx - ax) * x + (by - ay) * y))
    return max(0.0, depth)


def deepest(gliding: Gliding) -> float:
    frames = (gliding.poses(gliding.seconds * k / FRAMES) for k in range(FRAMES + 1))
    return max((overlap(a, b) for poses in frames for a, b in combinations(poses, 2)), default=0.0)


def throw(count: int, seed: int) -> tuple[list[Pose], list[Pose], list[int]]:
    chance = Random(seed)
    groups = [chance.choice(GROUPS[: 1 + seed % 4]) for _ in range(count)]
    faces = [chance.randrange(6) for _ in range(count)]
    rest = [upright(place, face) for place, face in zip(rows(groups, *tray_size(count)), faces, strict=True)]
    motion = throw_motion(SOURCE, rest, faces, tray_size(count), seed)
    return motion.poses(motion.seconds), rest, faces


@pytest.mark.parametrize("count", [2, 4, 8, 12, 20, 30, 40])
def test_no_two_dice_pass_through_each_other(count):
    for seed in range(16):
        landed, rest, _ = throw(count, seed)
        at_rest = max((overlap(a, b) for a, b in combinations(landed, 2)), default=0.0)
        assert deepest(Gliding(landed, rest)) <= max(TOLERANCE, at_rest), seed


@pytest.mark.parametrize("count", [4, 12, 30])
def test_a_die_thrown_again_goes_home_over_the_others(count):
    for seed in range(8):
        _, rest, faces = throw(count, seed)
        again = rethrow_motion(SOURCE, rest, [seed % count], faces, tray_size(count), seed)
        gliding = Gliding(again.poses(again.seconds), rest)
        assert deepest(gliding) <= TOLERANCE, seed
        for share in (0.2, 0.5, 0.8):
            poses = gliding.poses(gliding.seconds * share)
            assert all(poses[die] == rest[die] for die in range(count) if die != seed % count), "the others lie still"


def test_hardly_any_die_has_to_rise():
    heights = []
    for seed in range(24):
        landed, rest, _ = throw(20, seed)
        gliding = Gliding(landed, rest)
        heights.append(max(pose.place[2] for pose in gliding.poses(gliding.seconds / 2)) - 0.5)
    assert sorted(heights)[12] < 3.3
    assert max(heights) < 5.4


def test_four_dice_take_the_width_of_the_tray():
    width, depth = tray_size(4)
    xs = [x for x, _, _ in rows(["character"] * 4, width, depth)]
    assert max(xs) - min(xs) + 1 > 0.8 * width


def test_a_name_below_a_row_has_room_above_the_next_one():
    groups = ["Ann"] * 5 + ["Foe 1"] * 16 + ["Foe 2"] * 7
    width, depth = tray_size(len(groups))
    apart = [{y for _, y, _ in rows(groups, width, depth, named=named)} for named in (False, True)]
    plain, named = (sorted(each) for each in apart)
    assert min(b - a for a, b in pairwise(plain)) < 1.8
    assert min(b - a for a, b in pairwise(named)) > 2.0
    assert max(map(abs, named)) + 0.5 <= depth / 2 - 0.54


@pytest.mark.parametrize("own", [1, 4, 8])
def test_the_dice_of_a_difficult_task_stay_off_the_wall(own):
    width, depth = tray_size(own + 8)
    places = rows(["character"] * own + ["challenge"] * 8, width, depth)
    assert max(abs(x) for x, _, _ in places) + 0.5 <= width / 2 - 0.54
    assert max(abs(y) for _, y, _ in places) + 0.5 <= depth / 2 - 0.54


@pytest.mark.parametrize("count", [12, 24, 38, 40, 45, 54, 60])
def test_dice_come_to_rest_apart_in_a_tray_shallower_than_their_flight(count):
    tray = fitting_tray(count, 908, 304)
    places = rows(["character"] * count, *tray)
    for seed in range(8):
        motion = throw_motion(SOURCE, [upright(place, 0) for place in places], [0] * count, tray, seed)
        landed = motion.poses(motion.seconds)
        assert max((overlap(a, b) for a, b in combinations(landed, 2)), default=0.0) < 0.1, seed
        assert all(abs(pose.place[0]) < tray[0] / 2 and abs(pose.place[1]) < tray[1] / 2 for pose in landed)
