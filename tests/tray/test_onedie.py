"""The net on paper, the die in the hand and the die in the tray are the same cube."""

from math import hypot

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QVector3D

from bones_desktop.theme.theme import Theme
from bones_desktop.tray.dicepainter import DicePainter, upright
from bones_desktop.tray.motion import Pose
from bones_desktop.tray.solids import CUBE
from bones_desktop.widgets.dice import cube
from bones_desktop.widgets.dice.dienet import PLACES
from bones_desktop.widgets.dice.geometry import CUBE_TURNS, NORMALS, UPS, Camera, Vector, apply, cross, times, top_face
from tests.support.foreach import for_each

FLAT: tuple[Vector, Vector] = ((0.0, 0.0, 1.0), (0.0, 1.0, 0.0))
"""A face lying on the table, picture side up: outward direction and upright direction."""


def minus(v: Vector) -> Vector:
    return (-v[0], -v[1], -v[2])


def folded() -> dict[int, tuple[Vector, Vector]]:
    """Fold the net cell by cell from its third face: over each shared edge the next face goes down behind the table."""
    found = {2: FLAT}
    while len(found) < len(PLACES):
        for face, (column, row) in enumerate(PLACES):
            for other, (there, below) in enumerate(PLACES):
                if face not in found or other in found:
                    continue
                out, up = found[face]
                right = cross(up, out)
                step = (there - column, below - row)
                if step == (1, 0):
                    found[other] = (right, up)
                elif step == (-1, 0):
                    found[other] = (minus(right), up)
                elif step == (0, -1):
                    found[other] = (up, minus(out))
                elif step == (0, 1):
                    found[other] = (minus(up), out)
    return found


def same(one: Vector, other: Vector) -> bool:
    return hypot(*(a - b for a, b in zip(one, other, strict=True))) < 1e-6


def test_the_table_of_faces_is_the_folded_net():
    for face, (normal, up) in folded().items():
        assert same(NORMALS[face], normal)
        assert same(UPS[face], up)


def test_the_die_in_the_hand_folds_the_same_net():
    for face, (normal, up) in folded().items():
        assert (cube.NORMALS[face] - QVector3D(*normal)).length() < 1e-6
        assert (cube.UPS[face] - QVector3D(*up)).length() < 1e-6


def straight_down() -> DicePainter:
    camera = Camera(400, 400, 6.0, 6.0)
    camera.sin, camera.cos, camera.eye = 0.0, 1.0, (0.0, 0.0, 40.0)
    return DicePainter(camera, Theme("iron").faces, 1.0)


@for_each("turn", CUBE_TURNS)
def test_the_tray_and_the_hand_show_the_same_top_with_its_picture_the_same_way_round(qapp, turn):
    tray, pose = straight_down(), Pose((0.0, 0.0, 0.5), turn)
    face = top_face(turn)
    corners = tray.top(pose)

    def seen(own: QVector3D) -> QPointF:
        x, y, _ = apply(turn, (own.x(), own.y(), own.z()))
        return QPointF(x, -y)

    out, up, right = cube.NORMALS[face], cube.UPS[face], cube.right_of(face)
    hand = [seen(out - right + up), seen(out + right + up), seen(out + right - up), seen(out - right - up)]
    for k in range(4):
        in_tray = QPointF(*corners[(k + 1) % 4]) - QPointF(*corners[k])
        in_hand = hand[(k + 1) % 4] - hand[k]
        along = QPointF.dotProduct(in_tray, in_hand) / hypot(in_tray.x(), in_tray.y()) / hypot(in_hand.x(), in_hand.y())
        assert along == pytest.approx(1, abs=1e-6)
    (x0, y0), (x1, y1), (x2, y2), _ = corners
    assert (x1 - x0) * (y2 - y1) - (y1 - y0) * (x2 - x1) > 0, "mirrored"


@pytest.mark.parametrize("face", range(6))
def test_a_die_laid_straight_shows_its_picture_upright_and_its_neighbours_as_folded(qapp, face):
    pose = upright((0.0, 0.0, 0.5), face)
    corners = straight_down().top(pose)
    assert corners[0] == pytest.approx((min(x for x, _ in corners), min(y for _, y in corners)))
    assert corners[1][0] > corners[0][0]
    net = folded()
    normal, up = net[face]
    beside = next(other for other, (out, _) in net.items() if same(out, cross(up, normal)))
    below = next(other for other, (out, _) in net.items() if same(out, minus(up)))
    assert same(apply(pose.turn, NORMALS[beside]), (1.0, 0.0, 0.0))
    assert same(apply(pose.turn, NORMALS[below]), (0.0, -1.0, 0.0))


def test_every_face_is_painted_on_its_own_side():
    assert len({frozenset(ribs) for ribs in CUBE.faces}) == 6
    for turn in CUBE_TURNS:
        assert [top_face(times(turn, other)) for other in CUBE_TURNS].count(0) == 4
