"""A portrait on the screen: its middle in a square, kept sharp, with an outline while there is none."""

from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.portraitview import PortraitView, square_of


def tall() -> QImage:
    """Return a picture, red above and below, blue in its middle square."""
    image = QImage(100, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    with QPainter(image) as painter:
        painter.fillRect(0, 50, 100, 100, QColor("blue"))
    return image


def test_the_middle_square_is_shown() -> None:
    square = square_of(tall(), 60)
    assert (square.width(), square.height()) == (60, 60)
    assert all(square.pixelColor(x, y) == QColor("blue") for x in (3, 30, 56) for y in (3, 30, 56))
    assert square_of(QImage(), 60).isNull()


def test_it_shows_the_picture_and_without_one_a_head(qtbot: QtBot) -> None:
    theme = Theme("iron")
    view = PortraitView(theme, 80)
    qtbot.addWidget(view)
    none = view.grab().toImage()
    view.set_picture(tall())
    assert view.grab().toImage().pixelColor(40, 40) == QColor("blue")
    view.set_picture(QImage())
    assert view.grab().toImage() == none
    assert len({none.pixel(x, 60) for x in range(80)}) > 1


def test_it_grows_with_the_text(qtbot: QtBot) -> None:
    theme = Theme("iron")
    view = PortraitView(theme, 80)
    qtbot.addWidget(view)
    assert view.width() == view.height() == 80
    theme.set_text_size(150)
    assert view.width() == view.height() == 120
