"""What is kept of a picture is its pixels."""

import sys

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot

from bones_desktop.theme.measures import emptied, light_menu, to_keep
from bones_desktop.tray.choreography import tray_size
from bones_desktop.tray.stage import Backdrops
from bones_desktop.widgets.dice.geometry import Camera
from tests.support.heap import bytes_in_use

SIDE = 16
COUNT = 300


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc tells what is in use")
def test_a_kept_picture_takes_little_more_than_its_pixels(qapp: object) -> None:
    before = bytes_in_use()
    kept = [to_keep(painted()) for _time in range(COUNT)]
    assert (bytes_in_use() - before) / COUNT < 4 * SIDE * SIDE + 2_000, "Qt's engine alone is some 19,000"
    assert kept[0].devicePixelRatio() == 2.0
    assert kept[0].toImage() == painted().toImage()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc tells what is in use")
def test_so_is_what_is_kept_of_a_tray(qapp: object) -> None:
    backdrops, tray, size = Backdrops(QColor("black")), tray_size(0), QSize(300, 200)
    camera = Camera(size.width(), size.height(), *tray)
    backdrops.draft(camera, size, tray)  # what all trays share
    before = bytes_in_use()
    kept = backdrops.sharp(camera, size, 1.0, tray)
    assert bytes_in_use() - before < 4 * kept.width() * kept.height() + 50_000, "Qt's engine alone is some 340,000"


def test_a_closed_menu_lets_its_picture_go(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    menu = light_menu(window)
    menu.addAction("Words")
    pictures = []
    for _time in range(2):
        menu.popup(QPoint(0, 0))
        qtbot.waitUntil(lambda: menu.backingStore().size() == menu.size())
        pictures.append(menu.grab().toImage())
        menu.hide()
        qtbot.waitUntil(lambda: menu.backingStore().size() == QSize(1, 1))
    assert pictures[0] == pictures[1]


def test_a_menu_that_is_filled_anew_keeps_none_of_the_menus_made_in_it(qtbot: QtBot) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    menu = light_menu(owner)
    for _ in range(3):
        emptied(menu).addMenu("All of them").addAction("Prone")
        light_menu(menu, "Bob on Wolf")
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert len(menu.findChildren(QMenu)) == 2
    assert [action.text() for action in menu.actions()] == ["All of them"]


def painted() -> QPixmap:
    picture = QPixmap(SIDE, SIDE)
    picture.setDevicePixelRatio(2.0)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.GlobalColor.red)
    painter.drawRoundedRect(QRectF(1, 1, 6, 6), 2, 2)
    painter.end()
    return picture
