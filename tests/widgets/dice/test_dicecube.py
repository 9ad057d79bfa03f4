"""The cube is the net folded, and turns as the hand that holds it."""

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QQuaternion, QVector3D
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.cube import (
    NORMALS,
    TILT,
    UPS,
    CubePainter,
    DiceCube,
    View,
    front_face,
    quarter,
    resting,
    right_of,
    upright,
)
from bones_desktop.widgets.dice.dienet import PLACES
from bones_desktop.widgets.dice.facelook import FaceLook

CODES = ("universal", "physical", "outdoorsman", "riding", "melee", "")
LOOKS = tuple(FaceLook(code=code, name=f"die 2, face {face}") for face, code in enumerate(CODES, 1))
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def cube(qtbot: QtBot) -> DiceCube:
    made = DiceCube(Theme("iron"))
    qtbot.addWidget(made)
    made.set_animated(False)
    made.set_faces(LOOKS)
    made.resize(140, 140)
    with qtbot.waitExposed(made):
        made.show()
    made.activateWindow()
    made.setFocus()
    qtbot.waitUntil(made.hasFocus)
    return made


def near(one: QVector3D, other: QVector3D) -> bool:
    return (one - other).length() < 1e-4


def test_opposite_faces_are_those_the_net_says() -> None:
    for one, other in ((0, 5), (1, 3), (2, 4)):
        assert near(NORMALS[one], -NORMALS[other])


def test_faces_beside_each_other_in_the_net_meet_edge_to_edge() -> None:
    met = 0
    for one, (column, row) in enumerate(PLACES):
        for other, (there, below) in enumerate(PLACES):
            if (there - column, below - row) == (1, 0):
                assert near(right_of(one), NORMALS[other])
                assert near(right_of(other), -NORMALS[one])
                assert near(UPS[one], UPS[other])
                met += 1
            if (there - column, below - row) == (0, 1):
                assert near(-UPS[one], NORMALS[other])
                assert near(UPS[other], NORMALS[one])
                assert near(right_of(one), right_of(other))
                met += 1
    assert met == 5


@pytest.mark.parametrize("face", range(6))
def test_a_face_in_front_is_seen_upright_and_not_mirrored(face: int) -> None:
    view = View(QPointF(50, 50), 100, upright(face))
    corners = view.outline(face, 1.0)
    left_top, right_top, right_bottom, left_bottom = (corners[place] for place in range(4))
    assert left_top.x() == pytest.approx(left_bottom.x(), abs=0.01)
    assert left_top.x() < right_top.x()
    assert left_top.y() == pytest.approx(right_top.y(), abs=0.01)
    assert left_top.y() < right_bottom.y()
    assert front_face(resting(face)) == face


@pytest.mark.parametrize("face", range(6))
def test_three_faces_are_seen_as_it_lies_in_the_hand_and_none_leaves_the_square(face: int) -> None:
    view = View(QPointF(50, 50), 100, resting(face))
    seen = [each for each in range(6) if view.sees(each)]
    assert len(seen) == 3
    assert face in seen
    for each in seen:
        assert all(0 <= corner.x() <= 100 and 0 <= corner.y() <= 100 for corner in view.outline(each, 0.84))
        assert view.face_at(view.point(NORMALS[each])) == each
    assert view.face_at(QPointF(1, 1)) is None


def test_a_quarter_brings_the_neighbour_to_the_front_and_lies_straight() -> None:
    turn = quarter(resting(2), QVector3D(0, 1, 0), -90)
    assert front_face(turn) == 3
    askew = QQuaternion.fromAxisAndAngle(1, 2, 3, 12) * resting(2)
    assert front_face(quarter(askew, QVector3D(1, 0, 0), 90)) == 0
    for axis in (QVector3D(1, 0, 0), QVector3D(0, 1, 0)):
        turned = resting(4)
        for _ in range(4):
            turned = quarter(turned, axis, 90)
            straight = TILT.conjugated() * turned
            assert all(abs(abs(part) - round(abs(part))) < 1e-3 for part in _parts(straight))
        assert abs(QQuaternion.dotProduct(turned, resting(4))) == pytest.approx(1, abs=1e-3)


def _parts(turn: QQuaternion) -> list[float]:
    found = [turn.rotatedVector(normal) for normal in NORMALS]
    return [part for vector in found for part in (vector.x(), vector.y(), vector.z())]


def test_the_point_held_stays_under_the_pointer(cube: DiceCube) -> None:
    cube.set_face(2)
    size = min(cube.width(), cube.height()) - 8
    start, end = QPoint(70, 70), QPoint(92, 58)
    before = View(QPointF(70, 70), size, cube.turn)
    held = before.grip(QPointF(start))
    old = cube.turn
    QTest.mousePress(cube, LEFT, pos=start)
    for step in (QPoint(78, 66), end):
        QTest.mouseMove(cube, step)
    QTest.mouseRelease(cube, LEFT, pos=end)
    moved = (cube.turn * old.conjugated()).rotatedVector(held)
    assert (moved - before.grip(QPointF(end))).length() < 0.02


def test_a_drag_picks_nothing_and_a_click_picks_the_face_seen(cube: DiceCube) -> None:
    cube.set_face(2)
    picked: list[int] = []
    cube.face_picked.connect(picked.append)
    QTest.mousePress(cube, LEFT, pos=QPoint(70, 70))
    QTest.mouseMove(cube, QPoint(95, 70))
    QTest.mouseRelease(cube, LEFT, pos=QPoint(95, 70))
    assert picked == []
    cube.set_face(4)
    cube.set_face(2)
    view = View(QPointF(cube.rect().center()), min(cube.width(), cube.height()) - 8, resting(2))
    for face in (2, 0, 3):
        QTest.mouseClick(cube, LEFT, pos=view.point(NORMALS[face] * 1.0).toPoint())
    QTest.mouseClick(cube, LEFT, pos=QPoint(2, 2))
    assert picked == [2, 0, 3]


def test_double_click_and_home_lay_it_straight(cube: DiceCube) -> None:
    cube.set_face(1)
    for back in (
        lambda: QTest.mouseDClick(cube, LEFT, pos=QPoint(70, 70)),
        lambda: QTest.keyClick(cube, Qt.Key.Key_Home),
    ):
        QTest.mousePress(cube, LEFT, pos=QPoint(70, 70))
        QTest.mouseMove(cube, QPoint(120, 90))
        QTest.mouseRelease(cube, LEFT, pos=QPoint(120, 90))
        assert abs(QQuaternion.dotProduct(cube.turn, resting(1))) < 0.99
        back()
        assert abs(QQuaternion.dotProduct(cube.turn, resting(1))) == pytest.approx(1, abs=1e-4)


def test_keys_turn_it_and_pick_the_face_in_front(cube: DiceCube) -> None:
    picked: list[int] = []
    cube.face_picked.connect(picked.append)
    cube.set_face(2)
    for key, face in (
        (Qt.Key.Key_Left, 3),
        (Qt.Key.Key_Left, 4),
        (Qt.Key.Key_Right, 3),
        (Qt.Key.Key_Right, 2),
        (Qt.Key.Key_Down, 0),
        (Qt.Key.Key_Up, 2),
        (Qt.Key.Key_Up, 5),
    ):
        QTest.keyClick(cube, key)
        assert cube.face == face
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space):
        QTest.keyClick(cube, key)
    assert picked == [5, 5]
    before = cube.turn
    QTest.keyClick(cube, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert cube.face == 5
    assert cube.turn != before


def test_it_says_which_face_is_in_front(cube: DiceCube) -> None:
    cube.set_face(3)
    assert cube.accessibleName() == "Die in hand, in front: die 2, face 4"
    QTest.keyClick(cube, Qt.Key.Key_Right)
    assert cube.accessibleName().endswith("die 2, face 3")
    cube.set_faces(())
    assert cube.accessibleName() == "Die in hand"
    QTest.keyClick(cube, Qt.Key.Key_Return)
    assert not cube.grab().isNull()


def test_it_turns_gently_only_where_animation_is_wanted(cube: DiceCube, qtbot: QtBot) -> None:
    cube.set_face(0)
    assert abs(QQuaternion.dotProduct(cube.turn, resting(0))) == pytest.approx(1, abs=1e-4)
    cube.set_animated(True)
    cube.set_face(5)
    assert cube.face == 5
    assert abs(QQuaternion.dotProduct(cube.turn, resting(5))) < 0.9
    qtbot.waitUntil(lambda: abs(QQuaternion.dotProduct(cube.turn, resting(5))) > 0.9999)
    cube.set_face(1)
    cube.set_animated(False)
    assert abs(QQuaternion.dotProduct(cube.turn, resting(1))) == pytest.approx(1, abs=1e-4)
    cube.set_animated(True)
    cube.set_face(2)
    cube.hide()
    assert abs(QQuaternion.dotProduct(cube.turn, resting(2))) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("theme", ["iron", "parchment", "contrast"])
def test_every_state_of_a_face_is_seen_on_the_cube(qtbot: QtBot, theme: str) -> None:
    cube = DiceCube(Theme(theme))
    qtbot.addWidget(cube)
    cube.resize(140, 140)
    seen: list[QImage] = []
    for look in (FaceLook("melee"), FaceLook("melee", locked=True), FaceLook("melee", illegal=True), FaceLook(),
                 FaceLook("melee", lost=True), FaceLook(ghosts=("craft", "melee"))):  # fmt: skip
        cube.set_faces((look,) * 6)
        image = QImage(140, 140, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        cube.render(painter, QPoint())
        painter.end()
        seen.append(image)
    assert all(one != other for place, one in enumerate(seen) for other in seen[place + 1 :])


def ink(image: QImage) -> float:
    """Return the share of dark points."""
    points = [image.pixelColor(x, y).lightness() < 110 for x in range(image.width()) for y in range(image.height())]
    return sum(points) / len(points)


@pytest.mark.parametrize("code", ["perception", "damage", "melee", "defend", "universal"])
def test_pictures_keep_their_holes_in_perspective(qtbot: QtBot, code: str) -> None:
    theme = Theme("iron")
    flat = QImage(80, 80, QImage.Format.Format_ARGB32_Premultiplied)
    flat.fill(theme.color("bone"))
    painter = QPainter(flat)
    theme.faces.paint(painter, QRectF(flat.rect()).adjusted(12, 12, -12, -12), code)
    painter.end()
    view = View(QPointF(100, 100), 200, QQuaternion.fromAxisAndAngle(0, 1, 0, 8) * upright(2))
    seen = QImage(200, 200, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(seen)
    CubePainter(theme).paint(painter, view, (FaceLook(code),) * 6, None)
    painter.end()
    front = view.outline(2, 0.8).boundingRect().toRect()
    assert ink(seen.copy(front)) == pytest.approx(ink(flat), rel=0.25)
