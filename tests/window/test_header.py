"""The line above every page."""

import pytest
from PySide6.QtGui import QAction, QColor, QImage
from pytestqt.qtbot import QtBot

from bones_desktop.document.document import CharacterDocument
from bones_desktop.document.portraits import portrait_from_image
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.portraitview import PortraitView
from bones_desktop.window.header import Header
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook


@pytest.mark.parametrize("size", [100, 150])
def test_the_portrait_comes_and_goes_and_the_line_keeps_its_height(qtbot: QtBot, size: int) -> None:
    document = CharacterDocument(rulebook(), ragnar())
    header = Header(Theme("iron", size), document, QAction("Undo"), QAction("Redo"), QAction("Keys"))
    qtbot.addWidget(header)
    header.keep_up()
    [portrait] = header.findChildren(PortraitView)
    height = header.sizeHint().height()
    assert not portrait.isVisibleTo(header)
    image = QImage(90, 90, QImage.Format.Format_RGB32)
    image.fill(QColor("blue"))
    kept = portrait_from_image(image, QColor("white"))
    document.apply("Portrait", lambda now: now.with_(portrait=kept))
    assert portrait.isVisibleTo(header)
    assert portrait.picture.width() == 90
    assert header.sizeHint().height() == height
    document.apply("Damage", lambda now: now.with_(portrait="AAAA"))
    assert not portrait.isVisibleTo(header)
