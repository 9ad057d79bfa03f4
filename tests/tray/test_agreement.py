"""The face that is drawn, `shown`, the words for a screen reader and the pose agree, for every face and pose."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPointF, QVariantAnimation
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap

from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.theme.theme import Theme
from bones_desktop.tray.contents import TrayDie
from bones_desktop.tray.dicepainter import Body, DicePainter, FacePictures
from bones_desktop.tray.looks import BONE
from bones_desktop.tray.motion import BakedThrows, Pose
from bones_desktop.tray.traywidget import TrayWidget
from bones_desktop.widgets.dice.geometry import CUBE_TURNS, Camera, relabel, times, top_face
from tests.support.foreach import for_each

CODES = ("one", "two", "three", "four", "five", "six")
PAINTS = dict(zip(CODES, (QColor(name) for name in ("red", "lime", "blue", "yellow", "magenta", "cyan")), strict=True))
GROUPS = ("character", "item", "challenge", "opponent")
SIZE = (900, 600)


@pytest.fixture(autouse=True)
def plain_faces(monkeypatch) -> Iterator[None]:
    """Faces of one colour each, so that a pixel tells which one is drawn."""

    def lit(self, look, code, side, half, light) -> QPixmap:
        picture = QPixmap(side >> half, side >> half)
        picture.fill(PAINTS[code])
        return picture

    monkeypatch.setattr(FacePictures, "lit", lit)
    monkeypatch.setattr(FacePictures, "warm", lambda *_: False)
    return


class NoThrows:
    def flight(self, count: int, seed: int) -> None:
        return None


@pytest.fixture
def make(qtbot) -> Callable[..., TrayWidget]:
    def new(source=None) -> TrayWidget:
        tray = TrayWidget(Theme("iron"), source or BakedThrows(shipped("resources") / "throws"))
        qtbot.addWidget(tray)
        tray.resize(*SIZE)
        tray.show()
        return tray

    return new


def drawn(image: QImage, camera: Camera, pose: Pose) -> str:
    """The code of the face that is painted in the middle of a die's top."""
    x, y, z = pose.place
    found = image.pixelColor(QPointF(*camera.point(x, y, z + 0.5)).toPoint())
    return next(code for code, colour in PAINTS.items() if colour == found)


def pool(count: int) -> list[TrayDie]:
    """Dice whose faces are numbered from another one each, so that no index may stand for another."""
    dice = []
    for die in range(count):
        codes = CODES[die % 6 :] + CODES[: die % 6]
        dice.append(TrayDie(codes, GROUPS[die % 4], f"die {die + 1}", tuple(code.title() for code in codes)))
    return dice


def check(tray: TrayWidget, dice: list[TrayDie], outcome: tuple[int, ...]) -> None:
    assert tray.shown == outcome
    assert tuple(top_face(pose.turn) for pose in tray.poses) == outcome
    image = tray.grab().toImage()
    told = tray.contents.listing.split("; ")
    for die, pose, index, words in zip(dice, tray.poses, outcome, told, strict=True):
        assert drawn(image, tray.stage.scene.camera, pose) == die.faces[index]
        assert words == f"{die.label}: {die.faces[index].title()}"


def end_of(tray: TrayWidget) -> None:
    clock = tray.findChild(QVariantAnimation)
    clock.pause()
    clock.setCurrentTime(clock.duration())


def check_at_the_end(tray: TrayWidget, dice: list[TrayDie], outcome: tuple[int, ...]) -> None:
    """Check when all have come to rest, and when the glide into rows is cut short."""
    end_of(tray)
    check(tray, dice, outcome)
    tray.skip()
    check(tray, dice, outcome)


@for_each("face", range(6))
@for_each("fine", [False, True])
def test_every_face_in_every_pose(qapp, face, fine):
    camera = Camera(200, 200, 3.0, 3.0)
    painter = DicePainter(camera, FacePictures(Theme("iron").faces), 1.0)
    for rest in CUBE_TURNS:
        pose = Pose((0.3, 0.2, 0.5), times(rest, relabel(rest, face)))
        assert top_face(pose.turn) == face
        image = QImage(200, 200, QImage.Format.Format_RGB32)
        brush = QPainter(image)
        painter.die(brush, Body(BONE, CODES), pose, 1, fine=fine)
        brush.end()
        assert drawn(image, camera, pose) == CODES[face]


@pytest.mark.parametrize("count", range(1, 41))
def test_after_every_flight_and_glide(make, count):
    tray, dice = make(), pool(count)
    outcome = tuple((die * 5 + count) % 6 for die in range(count))
    tray.throw(dice, outcome, count)
    check_at_the_end(tray, dice, outcome)


def test_after_a_glide_that_is_played(make, qtbot):
    tray, dice = make(), pool(7)
    tray.set_speed("quick")
    tray.throw(dice, (5, 4, 3, 2, 1, 0, 5), 8)
    qtbot.waitUntil(lambda: not tray.moving)
    check(tray, dice, (5, 4, 3, 2, 1, 0, 5))


@pytest.mark.parametrize("count", [1, 5, 23])
def test_after_a_toss(make, count):
    tray, dice = make(NoThrows()), pool(count)
    outcome = tuple((die * 5 + 2) % 6 for die in range(count))
    tray.throw(dice, outcome, 3)
    check_at_the_end(tray, dice, outcome)


@pytest.mark.parametrize("gather", [True, False])
@pytest.mark.parametrize("baked", [True, False])
def test_after_dice_are_thrown_again(make, gather, baked):
    tray, dice = make() if baked else make(NoThrows()), pool(12)
    tray.set_gather(gather)
    tray.throw(dice, (1,) * 12, 3)
    tray.skip()
    for seed in range(6):
        outcome = tuple((die + seed) % 6 if die in {seed, 7} else face for die, face in enumerate(tray.shown))
        tray.rethrow({seed, 7}, outcome, seed)
        check_at_the_end(tray, dice, outcome)


@pytest.mark.parametrize("count", [41, 61])
def test_with_more_dice_than_fly(make, count):
    tray, dice = make(), pool(count)
    outcome = tuple((die * 5 + 2) % 6 for die in range(count))
    tray.throw(dice, outcome, 3)
    check_at_the_end(tray, dice, outcome)
