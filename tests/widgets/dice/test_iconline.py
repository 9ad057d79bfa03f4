"""The line above a grid of icons."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.iconpalette import IconSearch, PaletteIcon

ICONS = (PaletteIcon("craft", "Craft", False), PaletteIcon("melee", "Melee", True), PaletteIcon("magic", "Magic", True))


@pytest.fixture
def icons(qtbot) -> Iterator[IconSearch]:
    top = QWidget()
    qtbot.addWidget(top)
    made = IconSearch(Theme("iron"), top)
    made.model.set_icons(ICONS)
    QVBoxLayout(top).addWidget(made)
    with qtbot.waitExposed(top):
        top.show()
    top.activateWindow()
    made.search.setFocus()
    yield made
    top.close()


def test_enter_takes_the_first_that_is_allowed(icons, qtbot):
    with qtbot.waitSignal(icons.view.picked) as told:
        qtbot.keyClick(icons.search, Qt.Key.Key_Return)
    assert told.args[0].code == "melee"
    icons.model.set_icons(())
    with qtbot.waitSignal(icons.view.picked) as told:
        qtbot.keyClick(icons.search, Qt.Key.Key_Return)
    assert told.args == [None]


def test_down_goes_on_to_the_grid_and_tab_too(icons, qtbot):
    qtbot.keyClick(icons.search, Qt.Key.Key_Down)
    assert icons.view.hasFocus()
    assert icons.view.currentIndex().row() == 1
    icons.search.setFocus()
    qtbot.keyClick(icons.search, Qt.Key.Key_Tab)
    assert icons.view.hasFocus()


def test_escape_is_told_and_letters_are_typed(icons, qtbot):
    qtbot.keyClicks(icons.search, "mel")
    assert icons.search.text() == "mel"
    with qtbot.waitSignal(icons.leave_requested):
        qtbot.keyClick(icons.search, Qt.Key.Key_Escape)
