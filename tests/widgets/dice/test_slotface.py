"""A face not yet made tells apart what is sure, a choice and any skill; a strip of them fits where it is narrow."""

import pytest
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import FaceLook, open_look, paint_face
from bones_desktop.widgets.dice.facetile import FaceStrip

SIDE = 48


def painted(look: FaceLook) -> QImage:
    image = QImage(SIDE, SIDE, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    paint_face(painter, QRectF(0, 0, SIDE, SIDE), look, Theme("iron"))
    painter.end()
    return image


LOOKS = {
    "sure": open_look(("melee",)),
    "free": open_look((), free=True),
    **{f"{n} options": open_look(("melee", "defend", "craft", "social", "riding", "magic")[:n]) for n in range(2, 7)},
}


def test_every_kind_of_face_looks_different(qapp: QApplication) -> None:
    images = [bytes(painted(look).constBits()) for look in LOOKS.values()]
    assert len(set(images)) == len(LOOKS)


@pytest.mark.parametrize("name", LOOKS)
def test_the_middle_of_a_face_is_filled_and_its_corner_is_not(qapp: QApplication, name: str) -> None:
    image = painted(LOOKS[name])
    assert image.pixelColor(SIDE // 2, SIDE // 2).alpha() == 255
    assert image.pixelColor(0, 0).alpha() == 0


def test_a_strip_shrinks_its_faces_into_the_width(qtbot: QtBot) -> None:
    theme = Theme("iron", 150)
    strip = FaceStrip(theme, None)
    qtbot.addWidget(strip)
    strip.set_faces((FaceLook(code="melee"), *(open_look((), free=True),) * 5))
    strip.resize(700, 120)
    with qtbot.waitExposed(strip):
        strip.show()
    wide = QRect(strip.tiles[5].geometry())
    assert wide.width() == theme.px(56) + 8
    strip.resize(200, 80)
    narrow = strip.tiles[5].geometry()
    assert narrow.right() - 4 <= 200
    assert narrow.width() < wide.width()
    assert strip.height() < 80


def test_each_face_of_a_strip_says_what_it_is(qtbot: QtBot) -> None:
    strip = FaceStrip(Theme("iron"), None)
    qtbot.addWidget(strip)
    strip.set_faces((FaceLook(code="melee", tip="Melee"), open_look((), free=True, tip="any skill")))
    strip.resize(300, 60)
    with qtbot.waitExposed(strip):
        strip.show()

    assert [tile.toolTip() for tile in strip.tiles[:2]] == ["Melee", "any skill"]
    assert [tile.isVisible() for tile in strip.tiles] == [True, True, False, False, False, False]
