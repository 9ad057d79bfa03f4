"""The line above every page."""

import pytest
from PySide6.QtGui import QAction, QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QToolButton
from pytestqt.qtbot import QtBot

from bones_desktop.desk.windowparts import Header
from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.document.portraits import portrait_from_image
from bones_desktop.rules.bones.book.character import LostDie
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.portraitview import PortraitView
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


def test_a_condition_that_does_not_fit_ends_in_an_ellipsis(qtbot: QtBot) -> None:
    """With large text its end was cut off in the menu bar, in German in the middle of a letter."""
    hurt = ragnar().with_(lost=(LostDie(die=0), LostDie(die=1)))
    header = Header(Theme("iron", 200), CharacterDocument(rulebook(), hurt), *map(QAction, ("Undo", "Redo", "Keys")))
    qtbot.addWidget(header)
    header.keep_up()
    header.show()
    for width, whole in ((1400, True), (560, False)):
        header.resize(width, 80)
        assert header.name.text() == "Ragnar"
        assert (header._state.text() == header._state.full_text) == whole
        assert header._state.text().endswith("." if whole else "…")


def test_another_text_size_leaves_nothing_of_the_one_before(qtbot: QtBot) -> None:
    def shown(theme: Theme) -> Header:
        header = Header(
            theme, CharacterDocument(rulebook(), ragnar()), QAction("Undo"), QAction("Redo"), QAction("Keys")
        )
        qtbot.addWidget(header)
        header.keep_up()
        header.resize(900, 80)
        header.show()
        assert QTest.qWaitForWindowExposed(header.window())
        return header

    def places(header: Header) -> list[tuple[int, int, int]]:
        parts = [part for part in header.children() if isinstance(part, QLabel | QToolButton)]
        return [(part.x(), part.width(), part.height()) for part in parts if part.isVisible()]

    fresh, theme = shown(Theme("iron")), Theme("iron", 150)
    changed = shown(theme)
    theme.set_text_size(100)

    def alike() -> bool:
        changed.resize(fresh.size())
        return places(changed) == places(fresh)

    qtbot.waitUntil(alike)
    assert changed.sizeHint() == fresh.sizeHint()
