"""The shapes of numbered dice: convex, every number reachable and inside its face, opposite ones as on real dice."""

from itertools import combinations, pairwise
from math import cos, hypot, pi, radians, sin

import pytest

from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.tray.choreography import rethrow_motion, rows, throw_motion, tray_size
from bones_desktop.tray.contents import TrayDie
from bones_desktop.tray.dicepainter import upright
from bones_desktop.tray.motion import BakedThrows, Flying, Gliding, Motion, Pose, Tossing
from bones_desktop.tray.solids import CUBE, Solid, numbered, solid_of
from bones_desktop.widgets.dice.geometry import CUBE_TURNS, apply, matrix, times
from tests.support.foreach import for_each

SOURCE = BakedThrows(shipped("resources") / "throws")
SIDES = (4, 6, 8, 10, 12, 20)
OTHERS = (4, 8, 10, 12, 20)


def dot(a, b) -> float:
    return sum(p * q for p, q in zip(a, b, strict=True))


def lowest(pose: Pose) -> float:
    """How far a die is above the felt, by its own points."""
    solid = pose.solid
    balls = (apply(pose.turn, point)[2] - solid.round for point in solid.points[solid.ribs :])
    return pose.place[2] + min(balls)


@pytest.mark.parametrize("sides", SIDES)
def test_they_are_convex_with_flat_faces(sides):
    solid = numbered(sides)
    assert len(solid.normals) == len(solid.faces) == len(solid.stands) == sides
    assert len(solid.points) - solid.ribs - len(solid.edges) + sides == 2  # Euler
    for normal, ring in zip(solid.normals, solid.faces, strict=True):
        assert hypot(*normal) == pytest.approx(1)
        for rib in ring:
            assert dot(normal, solid.points[rib]) == pytest.approx(solid.height)
        assert max(dot(normal, point) for point in solid.points) < solid.height + 1e-9


@pytest.mark.parametrize("sides", SIDES)
def test_every_number_counts_however_the_cube_lies_that_flies_for_it(sides):
    solid = numbered(sides)
    for index, stand in enumerate(solid.stands):
        assert solid.shown(stand) == index
        assert solid.low(stand) == pytest.approx(solid.height)
        for yaw in range(0, 360, 50):
            half = radians(yaw / 2)
            for turn in CUBE_TURNS[::5]:
                rest = times(matrix((cos(half), 0.0, 0.0, sin(half))), turn)
                lies = times(rest, solid.within(rest, index))
                assert solid.shown(lies) == index
                assert solid.low(lies) == pytest.approx(solid.height)
                # at most an eighth from upright: what was up the screen still leads up
                up = times(lies, tuple(stand[column * 3 + row] for row in range(3) for column in range(3)))
                assert up[4] >= cos(pi / 4) - 1e-9


@pytest.mark.parametrize(("sides", "total"), [(6, 7), (8, 9), (12, 13), (20, 21)])
def test_opposite_numbers_add_up(sides, total):
    solid = numbered(sides)
    for index, normal in enumerate(solid.normals):
        opposite = min(range(sides), key=lambda face: dot(solid.normals[face], normal))
        assert index + opposite + 2 == total


def test_a_d10_shows_0_to_9_whose_opposites_add_up_to_9():
    solid = numbered(10)
    digits = [plan.number(plan.marks[0].index) for plan in solid.plans]
    assert digits == ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"]
    for index, normal in enumerate(solid.normals):
        opposite = min(range(10), key=lambda face: dot(solid.normals[face], normal))
        assert int(digits[index]) + int(digits[opposite]) == 9


def test_the_three_faces_of_a_d4_bear_the_number_that_counts_at_its_top():
    solid = numbered(4)
    for index, stand in enumerate(solid.stands):
        seen = [face for face in range(4) if apply(stand, solid.normals[face])[2] > 0]
        assert len(seen) == 3
        for face in range(4):
            marks = [mark for mark in solid.plans[face].marks if mark.index == index]
            assert len(marks) == (face in seen)
        front = min(seen, key=lambda face: apply(stand, solid.normals[face])[1])
        # the corner of the face at the mark is the highest corner, and so the number stands upright for the viewer
        (mark,) = (mark for mark in solid.plans[front].marks if mark.index == index)
        outline = solid.plans[front].outline
        corner = min(range(3), key=lambda k: hypot(outline[k][0] - mark.at[0], outline[k][1] - mark.at[1]))
        heights = [apply(stand, solid.points[rib])[2] for rib in solid.faces[front]]
        assert heights[corner] == max(heights)
        assert abs(apply(stand, solid.points[solid.faces[front][corner]])[0]) < 1e-9


@pytest.mark.parametrize("sides", OTHERS)
def test_numbers_lie_within_their_face_and_apart(sides):
    for plan in numbered(sides).plans:
        boxes = []
        for mark in plan.marks:
            two = mark.index > 8 and sides > 10
            wide, high = (0.43, 0.31) if two else (0.29, 0.43)  # half of what letters take of their box
            turn = radians(mark.degrees)
            corners = [
                (
                    mark.at[0] + x * mark.wide * cos(turn) - y * mark.high * sin(turn),
                    mark.at[1] + x * mark.wide * sin(turn) + y * mark.high * cos(turn),
                )
                for x, y in ((-wide, -high), (wide, -high), (wide, high), (-wide, high))
            ]
            for (x, y), (u, v) in pairwise((*plan.outline, plan.outline[0])):
                assert all((u - x) * (b - y) - (v - y) * (a - x) > 0 for a, b in corners)
            boxes.append(corners)
        for one, other in combinations(boxes, 2):
            assert separated(one, other)


def separated(one, other) -> bool:
    """Whether a line goes between two convex shapes, each in the order of the clock."""
    for a, b in ((one, other), (other, one)):
        for (x, y), (u, v) in pairwise((*a, a[0])):
            if all((u - x) * (q - y) - (v - y) * (p - x) <= 0 for p, q in b):
                return True
    return False


def test_shapes_follow_the_faces_of_a_die():
    assert solid_of(("universal", "melee", "blank", "blank", "blank", "blank")) is CUBE
    assert solid_of(tuple(map(str, range(1, 21)))) is numbered(20)
    assert solid_of(("1", "2", "3", "4", "5", "6")).is_cube
    assert solid_of(("1", "2", "3", "4", "5", "6")) is not CUBE
    assert TrayDie(("1", "2", "3", "4", "5", "6", "7", "8", "9", "0")).solid is numbered(10)
    assert solid_of(("1", "2", "3")) is CUBE


def overlap(a: Pose, b: Pose) -> float:
    """How deep two dice are in one another at rest, from above: some number below zero when they are apart."""
    shapes = []
    for pose in (a, b):
        at = [apply(pose.turn, point) for point in pose.solid.points]
        shapes.append([(x + pose.place[0], y + pose.place[1]) for x, y, _ in at])
    best = 9.0
    for step in range(90):
        u, v = cos(step * pi / 90), sin(step * pi / 90)
        (p, q), (r, s) = ((min(x * u + y * v for x, y in each), max(x * u + y * v for x, y in each)) for each in shapes)
        best = min(best, min(q, s) - max(p, r))
        if best < 0:
            break
    return best


def kinds(count: int) -> list[Solid]:
    return [numbered(SIDES[(die * 5 + count) % 6]) for die in range(count)]


def thrown(count: int, seed: int) -> tuple[Motion, list[int], list[Solid], tuple[float, float]]:
    tray, solids = tray_size(count), kinds(count)
    faces = [(die * 7 + seed) % len(solid.normals) for die, solid in enumerate(solids)]
    places = rows([str(die % 3) for die in range(count)], *tray)
    rest = [upright(place, face, solid) for place, face, solid in zip(places, faces, solids, strict=True)]
    return throw_motion(SOURCE, rest, faces, tray, seed), faces, solids, tray


@pytest.mark.parametrize("count", [1, 3, 5, 8, 12, 20])
def test_they_fly_above_the_felt_and_rest_apart_within_the_tray_with_their_number(count):
    for seed in range(4):
        motion, faces, _, tray = thrown(count, seed)
        assert isinstance(motion, Flying)
        for frame in range(0, round(motion.seconds * 60), 3):
            assert all(lowest(pose) > -0.16 for pose in motion.poses(frame / 60))  # as deep as cubes on impact
        end = motion.poses(motion.seconds)
        assert [pose.solid.shown(pose.turn) for pose in end] == faces
        for pose in end:
            assert abs(lowest(pose)) < 0.01
            assert abs(pose.place[0]) < tray[0] / 2 - 0.4
            assert abs(pose.place[1]) < tray[1] / 2 - 0.4
        touching = [overlap(a, b) for a, b in combinations(end, 2) if not (a.solid.is_cube and b.solid.is_cube)]
        assert max(touching, default=-1.0) < 0.0


@for_each("count", [2, 6, 20])
@for_each("sides", OTHERS)
def test_in_rows_they_do_not_overlap(count, sides):
    tray, solids = tray_size(count), [numbered(sides)] * count
    for groups in (1, 3):
        places = rows([str(die % groups) for die in range(count)], *tray)
        rest = [upright(place, 0, solid) for place, solid in zip(places, solids, strict=True)]
        assert max(overlap(a, b) for a, b in combinations(rest, 2)) < 0


@pytest.mark.parametrize("toss", [True, False])
def test_dice_thrown_again_end_with_their_number_and_touch_none(toss):
    motion, faces, solids, tray = thrown(6, 2)
    places = rows(["a"] * 3 + ["b"] * 3, *tray)
    lying = [upright(place, face, solid) for place, face, solid in zip(places, faces, solids, strict=True)]
    for seed in range(6):
        again = seed % 6
        faces[again] = (faces[again] + 1) % len(solids[again].normals)
        motion = rethrow_motion(SOURCE, lying, {again}, faces, tray, seed, toss=toss)
        if toss:
            assert isinstance(motion, Tossing)
            assert motion.poses(0.0)[again].place[:2] == pytest.approx(lying[again].place[:2])
        lying_now = motion.poses(0.4)
        assert lowest(lying_now[again]) > -0.16
        end = motion.poses(motion.seconds)
        assert [pose.solid.shown(pose.turn) for pose in end] == faces
        assert max(overlap(end[again], end[die]) for die in range(6) if die != again) < 0
        lying = [upright(place, face, solid) for place, face, solid in zip(places, faces, solids, strict=True)]


def test_a_glide_keeps_the_shape():
    start, end = [upright((0.0, 0.0, 0.5), 3, numbered(12))], [upright((2.0, 1.0, 0.5), 3, numbered(12))]
    assert Gliding(start, end).poses(0.1)[0].solid is numbered(12)
