"""Which part of a picture is the portrait, by mouse, wheel and keys."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QWidget

from bones_desktop.pages.builder.portraitfield import CropDialog
from bones_desktop.theme.theme import Theme


@pytest.fixture
def asked(qtbot):
    image = QImage(400, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    painter = QPainter(image)
    painter.fillRect(QRect(0, 0, 200, 200), QColor("blue"))
    painter.end()
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = CropDialog(image, Theme("iron"), parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    dialog.show()
    assert QTest.qWaitForWindowExposed(dialog.window())
    dialog.keeps, dialog.parts = parent, []
    dialog.cropped.connect(lambda part, _where: dialog.parts.append(part))
    return dialog


def test_the_middle_is_taken_at_first(asked):
    assert asked.view.square == QRect(100, 0, 200, 200)
    QTest.mouseClick(
        asked.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Ok), Qt.MouseButton.LeftButton
    )
    [part] = asked.parts
    assert (part.width(), part.height()) == (200, 200)
    assert part.pixelColor(5, 5) == QColor("blue")
    assert part.pixelColor(195, 5) == QColor("red")


def test_it_is_dragged_and_stays_on_the_picture(asked):
    view = asked.view
    start = view.rect().center()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(view, start + QPoint(900, 30))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=start)
    assert view.square == QRect(200, 0, 200, 200)


def test_keys_move_it_and_change_its_size(asked):
    view = asked.view
    for _ in range(100):
        QTest.keyClick(view, Qt.Key.Key_Left)
    assert view.square.left() == 0
    for _ in range(6):
        QTest.keyClick(view, Qt.Key.Key_Minus)
    assert view.square.width() == 140
    assert asked.size_of_square.value() == 70
    for _ in range(30):
        QTest.keyClick(view, Qt.Key.Key_Minus)
    assert view.square.width() == 40
    for _ in range(100):
        QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.square.bottom() == 199
    asked.size_of_square.setValue(100)
    assert view.square == QRect(0, 0, 200, 200)


def test_placed_again_it_begins_where_it_was(asked):
    again = CropDialog(QImage(400, 200, QImage.Format.Format_RGB32), Theme("iron"), asked, QRect(250, 20, 100, 100))
    assert again.view.square == QRect(250, 20, 100, 100)
    assert again.size_of_square.value() == 50
