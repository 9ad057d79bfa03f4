"""Plates stay on the rim and apart from one another, however large the text and however low the tray."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QBitmap, QImage, QPainter, QRegion

from bones_desktop.theme.theme import Theme
from bones_desktop.tray.choreography import tray_size
from bones_desktop.tray.stage import Plates, tray_camera
from bones_desktop.widgets.dice.geometry import Camera
from tests.support.foreach import for_each

SIZES = [(320, 220), (560, 220), (700, 420), (1500, 900)]


def inked(size: QSize, paint: Callable[[QPainter], None]) -> QRect:
    """Return where something is painted."""
    image = QImage(size, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    paint(painter)
    painter.end()
    return QRegion(QBitmap.fromImage(image.createAlphaMask())).boundingRect()


@for_each("dice", [2, 11, 40])
@for_each("text", [100, 150, 200])
@for_each("size", SIZES)
def test_plates_stay_on_the_rim_and_apart(qapp, size, text, dice):
    tray = tray_size(dice)
    theme, sheet = Theme("iron", text), QSize(*size)
    camera = tray_camera(theme, sheet, tray)
    plates = Plates(theme, camera, sheet, tray)
    far = inked(sheet, lambda painter: plates.far_side(painter, "Grizzly Bear"))
    own = inked(sheet, lambda painter: plates.own_side(painter, "Ragnar the most northern of all"))
    throw = inked(sheet, lambda painter: plates.throw(painter, "Roll 1 · By hand", 1.0))
    glow = 5
    assert far.bottom() <= camera.point(0, tray[1] / 2, camera.rim)[1] + 1, "not on the dice"
    for near in (own, throw.adjusted(glow, glow, -glow, -glow)):
        assert near.top() >= camera.point(0, -tray[1] / 2, camera.rim)[1] - 1, "not on the dice"
        assert near.bottom() < size[1]
    assert own.right() < throw.left()
    assert min(far.width(), own.width(), throw.width()) > 20, "they are there"


def test_the_far_plate_makes_way_for_dice_that_lean_over_the_rim(qapp):
    tray = tray_size(40)
    camera, sheet = Camera(700, 420, *tray), QSize(700, 420)
    plates = Plates(Theme("iron"), camera, sheet, tray)
    alone = inked(sheet, lambda painter: plates.far_side(painter, "Grizzly Bear"))
    low = QRect(alone.center().x(), alone.bottom() + 3, 30, 30)
    assert inked(sheet, lambda painter: plates.far_side(painter, "Grizzly Bear", [low])) == alone
    die = low.translated(0, -8)
    aside = inked(sheet, lambda painter: plates.far_side(painter, "Grizzly Bear", [die]))
    assert aside.size() == alone.size()
    assert aside.left() >= die.right() or aside.right() <= die.left() + 1
    everywhere = [QRect(x, die.top(), 30, 30) for x in range(0, 700, 40)]
    assert inked(sheet, lambda painter: plates.far_side(painter, "Grizzly Bear", everywhere)) == alone


@pytest.mark.parametrize("number", [2, 99])
def test_the_plate_of_a_secret_roll_says_so_in_full(qapp, number):
    tray = tray_size(15)  # on a screen of 1366 by 768
    camera, sheet = Camera(910, 290, *tray), QSize(910, 290)
    plates = Plates(Theme("iron"), camera, sheet, tray)
    words = f"Roll {number} · Secret"
    widths = [inked(sheet, lambda painter, n=n: plates.throw(painter, words[:n], 0.0)).width() for n in (-1, None)]
    assert widths[0] < widths[1], "nothing is cut off"


@pytest.mark.parametrize("dice", [5, 15, 26])
@pytest.mark.parametrize("size", [(480, 145), (720, 220), (620, 360)])
def test_plates_grow_with_the_text_however_low_the_rim(qapp, size, dice):
    tray, sheet, heights = tray_size(dice), QSize(*size), []
    for text in (100, 125, 150):
        theme = Theme("iron", text)
        plates = Plates(theme, tray_camera(theme, sheet, tray), sheet, tray)
        heights.append(inked(sheet, lambda painter, plates=plates: plates.own_side(painter, "Side A")).height())
    assert heights[0] < heights[1] < heights[2], heights
