"""The marks of a die belong to it: nearer dice cover them, and what it shows stays easy to read."""

from collections.abc import Iterator, Sequence

import pytest
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap, QPolygonF

from bones_desktop.rules.reading import Role
from bones_desktop.theme.theme import Theme
from bones_desktop.tray.art import ShadowSprites
from bones_desktop.tray.contents import TrayScene
from bones_desktop.tray.dicepainter import Body, FacePictures, upright
from bones_desktop.tray.looks import BLOOD, BONE, EMBER, LOST, NIGHT, STEEL, VERDIGRIS, Look
from bones_desktop.tray.marks import DiceMarks
from bones_desktop.tray.motion import Pose
from bones_desktop.tray.solids import numbered
from bones_desktop.widgets.dice.geometry import Camera

SIZE = QSize(700, 460)
TRAY = (6.9, 4.6)
FACES = ("melee", "defend", "melee x2", "maneuver", "", "universal")
NEAR = upright((0.3, -0.2, 0.5), 0)
HEAP = (upright((0.0, 0.75, 0.5), 1), NEAR, upright((-0.75, -0.1, 0.5), 2))
"""Dice that hide parts of each other, the second the nearest to the eye."""


@pytest.fixture
def scene(qapp) -> TrayScene:
    backdrop = QPixmap(SIZE)
    backdrop.fill(Qt.GlobalColor.darkGreen)
    camera = Camera(SIZE.width(), SIZE.height(), *TRAY)
    pictures = FacePictures(Theme("iron").faces)
    return TrayScene(pictures, ShadowSprites(), camera, SIZE, 1.0, TRAY, backdrop, sharp=True)


def picture(scene: TrayScene, poses: Sequence[Pose], marks: DiceMarks, look: Look = BONE) -> QImage:
    image = QImage(SIZE, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    scene.forget()
    scene.paint_still(painter, [Body(look, FACES)] * len(poses), poses, marks)
    painter.end()
    return image


def on(scene: TrayScene, pose: Pose) -> Iterator[QPoint]:
    """Yield the points of the screen on a die, but for its very edge."""
    outline = QPolygonF([QPointF(x, y) for x, y in scene.dice.corners(pose)])
    middle = outline.boundingRect().center()
    inner = QPolygonF([middle + (corner - middle) * 0.97 for corner in outline])
    box = inner.boundingRect().toRect()
    for y in range(box.top(), box.bottom() + 1):
        for x in range(box.left(), box.right() + 1):
            if inner.containsPoint(QPointF(x, y), Qt.FillRule.WindingFill):
                yield QPoint(x, y)


@pytest.mark.parametrize("role", [Role.HURTS, Role.IDLE, Role.CANCELLED])
def test_a_nearer_die_covers_the_marks_of_those_behind_it(scene, role):
    plain = picture(scene, HEAP, DiceMarks())
    marked = picture(scene, HEAP, DiceMarks((role, Role.LOST, role)))
    assert all(marked.pixel(at) == plain.pixel(at) for at in on(scene, NEAR))
    assert marked != plain


def test_of_a_die_that_counts_only_its_tick_lies_on_others(scene):
    plain = picture(scene, HEAP, DiceMarks())
    marked = picture(scene, HEAP, DiceMarks((Role.COUNTS, Role.LOST, Role.COUNTS)))
    tops = [scene.dice.top(pose) for pose in (HEAP[0], HEAP[2])]
    edge = tops[0][1][0] - tops[0][0][0]
    corners = [max(top, key=lambda point: point[0] - point[1]) for top in tops]
    for at in on(scene, NEAR):
        if marked.pixel(at) != plain.pixel(at):
            assert any(abs(at.x() - x) < edge * 0.3 and abs(at.y() - y) < edge * 0.3 for x, y in corners)


def test_a_die_that_can_be_picked_keeps_its_frame_from_nearer_dice(scene):
    apart = picture(scene, HEAP, DiceMarks(offered=frozenset({9})))
    offered = picture(scene, HEAP, DiceMarks(offered=frozenset({2})))
    badge = min(scene.dice.top(HEAP[2]), key=lambda point: point[0] - point[1])
    for at in on(scene, NEAR):
        if abs(at.x() - badge[0]) > 40:
            assert offered.pixel(at) == apart.pixel(at)


@pytest.mark.parametrize("look", [BONE, STEEL, NIGHT, VERDIGRIS, EMBER, BLOOD], ids=lambda look: look.name)
def test_a_die_that_does_nothing_is_dimmed_and_easy_to_read(scene, look):
    poses = [upright((x, 0.0, 0.5), face) for face, x in enumerate((-2.0, 0.0, 2.0))]
    idle = picture(scene, poses, DiceMarks((Role.IDLE,) * 3), look)
    counting = picture(scene, poses, DiceMarks((Role.COUNTS,) * 3), look)
    for pose in poses:
        dark, light = extremes(idle, scene, pose)
        assert (light + 0.05) / (dark + 0.05) >= 4.5
        assert light < 0.7 * extremes(counting, scene, pose)[1]


def test_the_number_of_a_waiting_d4_is_read_on_its_sides(scene):
    pose = upright((0.0, 0.0, 0.5), 0, numbered(4))
    image = picture(scene, [pose], DiceMarks((Role.IDLE,)), STEEL)
    box = QPolygonF([QPointF(x, y) for x, y in scene.dice.corners(pose)]).boundingRect()
    around = box.center() + QPointF(0, box.height() * 0.1)
    # The number is in the middle of the near side, below the corner that points upwards.
    found = sorted(
        luminance(image.pixelColor(round(around.x()) + x, round(around.y()) + y))
        for x in range(-12, 13)
        for y in range(-12, 13)
    )
    assert (found[-len(found) // 4] + 0.05) / (found[len(found) // 25] + 0.05) >= 3


def test_what_a_lost_die_showed_is_easy_to_read(scene):
    for face in range(3):
        pose = upright((0.0, 0.0, 0.5), face)
        dark, light = extremes(picture(scene, [pose], DiceMarks((Role.LOST,)), LOST), scene, pose)
        assert (light + 0.05) / (dark + 0.05) >= 4.5


def extremes(image: QImage, scene: TrayScene, pose: Pose) -> tuple[float, float]:
    """Return the luminance of the dark and of the light in the middle of the upper face."""
    top = scene.dice.top(pose)
    (left, right), (above, below) = ((min(each), max(each)) for each in zip(*top, strict=True))
    shares = [0.22 + 0.56 * k / 40 for k in range(41)]
    found = sorted(
        luminance(image.pixelColor(round(left + (right - left) * a), round(above + (below - above) * b)))
        for a in shares
        for b in shares
    )
    return found[len(found) // 25], found[-len(found) // 25]


def luminance(colour: QColor) -> float:
    """Return the relative luminance of WCAG 2."""
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
