"""A face not yet made tells apart what is sure, a choice and any skill; a strip of them fits where it is narrow."""

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QImage, QPainter
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import FaceLook
from bones_desktop.widgets.dice.facetile import FaceStrip, SlotLook, paint_slot

SIDE = 48


def painted(look: SlotLook) -> QImage:
    image = QImage(SIDE, SIDE, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    paint_slot(painter, QRectF(0, 0, SIDE, SIDE), look, Theme("iron"))
    painter.end()
    return image


LOOKS = {
    "sure": SlotLook(("melee",)),
    "free": SlotLook(free=True),
    **{f"{n} options": SlotLook(("melee", "defend", "craft", "social", "riding", "magic")[:n]) for n in range(2, 7)},
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
    strip.set_faces((FaceLook(code="melee"), *(SlotLook(free=True),) * 5))
    strip.resize(700, 120)
    wide = strip.face_rect(5)
    assert wide.width() == theme.px(56)
    strip.resize(200, 80)
    narrow = strip.face_rect(5)
    assert narrow.right() <= 200
    assert narrow.width() < wide.width()
    assert strip.sizeHint().height() < 80


def test_each_face_of_a_strip_says_what_it_is(qtbot: QtBot) -> None:
    strip = FaceStrip(Theme("iron"), None)
    qtbot.addWidget(strip)
    strip.set_faces((FaceLook(code="melee", tip="Melee"), SlotLook(free=True, tip="any skill")))
    strip.resize(300, 60)
    with qtbot.waitExposed(strip):
        strip.show()

    def tip_at(at: QPointF) -> str:
        spot = at.toPoint()
        QApplication.sendEvent(strip, QHelpEvent(QHelpEvent.Type.ToolTip, spot, strip.mapToGlobal(QPoint(spot))))
        return QToolTip.text()

    assert tip_at(strip.face_rect(0).center()) == "Melee"
    assert tip_at(strip.face_rect(1).center()) == "any skill"
    QToolTip.hideText()
