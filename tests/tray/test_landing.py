"""Re-rolled dice fly where there is room, touch nobody, and come to rest on free felt."""

from itertools import product
from random import Random

from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.tray.choreography import rethrow_motion, rows, tray_size
from bones_desktop.tray.dicepainter import upright
from bones_desktop.tray.motion import Among, BakedThrows, Pose, Tossing
from bones_desktop.widgets.dice.geometry import Vector, apply, cross, top_face
from tests.support.foreach import for_each

SOURCE = BakedThrows(shipped("resources") / "throws")
GROUPS = ("character", "item", "challenge", "hindering")
AXES: tuple[Vector, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def laid(count: int) -> tuple[list[Pose], tuple[float, float]]:
    tray = tray_size(count)
    groups = [GROUPS[die * 4 // count] for die in range(count)]
    return [upright(place, 0) for place in rows(groups, *tray)], tray


def overlap(a: Pose, b: Pose) -> float:
    """How deep two cubes are in one another, negative when they are apart: by all their separating axes."""
    mine, theirs = ([apply(pose.turn, axis) for axis in AXES] for pose in (a, b))
    between = [p - q for p, q in zip(a.place, b.place, strict=True)]
    free = sum(part * part for part in between) ** 0.5 - 3**0.5
    if free > 0.05:
        return -free  # their corners cannot touch, however they lie
    found = []
    for axis in mine + theirs + [cross(p, q) for p, q in product(mine, theirs)]:
        length = sum(part * part for part in axis) ** 0.5
        if length > 1e-6:
            unit = [part / length for part in axis]
            reach = sum(abs(sum(u * p for u, p in zip(unit, side, strict=True))) for side in mine + theirs) / 2
            found.append(reach - abs(sum(u * p for u, p in zip(unit, between, strict=True))))
    return min(found)


@for_each(("count", "again"), [(4, 1), (6, 1), (6, 2), (9, 1), (12, 1), (12, 3), (20, 2), (40, 1)])
def test_they_touch_no_other_die_and_end_apart(count, again):
    poses, tray = laid(count)
    flown = 0
    for seed in range(8):
        places = set(Random(seed).sample(range(count), again))
        faces = [seed % 6 if die in places else 0 for die in range(count)]
        motion = rethrow_motion(SOURCE, poses, places, faces, tray, seed)
        assert motion.seconds <= 1.3
        end = motion.poses(motion.seconds)
        assert [top_face(pose.turn) for pose in end] == faces
        for x, y, z in (end[die].place for die in places):
            assert abs(z - 0.5) < 0.01
            assert abs(x) < tray[0] / 2 - 0.45
            assert abs(y) < tray[1] / 2 - 0.45
        if isinstance(motion, Tossing):
            continue
        flown += 1
        for frame in range(0, round(motion.seconds * 60) + 1, 2):
            now = motion.poses(frame / 60)
            for die, pose in enumerate(now):
                if die not in places:
                    assert pose == poses[die]
                    assert all(overlap(now[other], pose) < 1e-3 for other in places), f"seed {seed}, frame {frame}"
        assert max(overlap(end[die], end[other]) for die in places for other in range(count) if other != die) < -0.01
    assert flown >= 4


def test_they_come_in_over_the_near_rim():
    poses, tray = laid(12)
    motion = rethrow_motion(SOURCE, poses, {3}, [0] * 12, tray, 1)
    assert isinstance(motion, Among)
    assert motion.poses(0.0)[3].place[1] < -tray[1] / 2 - 1


def test_without_room_they_hop_on_the_spot():
    poses, tray = laid(40)
    motion = rethrow_motion(SOURCE, poses, range(20), [3] * 40, tray, 1)
    assert isinstance(motion, Tossing)
    assert [pose.place for pose in motion.poses(9.0)] == [pose.place for pose in poses]


def test_the_same_seed_flies_the_same():
    poses, tray = laid(8)
    one, other = (rethrow_motion(SOURCE, poses, {2, 5}, [1] * 8, tray, 4) for _ in range(2))
    assert one.poses(0.4) == other.poses(0.4)
