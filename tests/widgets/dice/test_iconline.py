"""The line above a grid of icons."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.iconpalette import IconLine, PaletteIcon, PaletteModel, PaletteView

ICONS = (PaletteIcon("craft", "Craft", False), PaletteIcon("melee", "Melee", True), PaletteIcon("magic", "Magic", True))


@pytest.fixture
def line(qtbot) -> Iterator[IconLine]:
    top = QWidget()
    qtbot.addWidget(top)
    model = PaletteModel(top)
    model.set_icons(ICONS)
    made = IconLine(PaletteView(Theme("iron"), model, top), top)
    column = QVBoxLayout(top)
    column.addWidget(made)
    column.addWidget(made._view)
    with qtbot.waitExposed(top):
        top.show()
    top.activateWindow()
    made.setFocus()
    yield made
    top.close()


def test_enter_takes_the_first_that_is_allowed(line, qtbot):
    with qtbot.waitSignal(line.return_pressed) as told:
        qtbot.keyClick(line, Qt.Key.Key_Return)
    assert told.args[0].code == "melee"
    line._view._model.set_icons(())
    with qtbot.waitSignal(line.return_pressed) as told:
        qtbot.keyClick(line, Qt.Key.Key_Return)
    assert told.args == [None]


def test_down_goes_on_to_the_grid_and_tab_too(line, qtbot):
    qtbot.keyClick(line, Qt.Key.Key_Down)
    assert line._view.hasFocus()
    assert line._view.currentIndex().row() == 1
    line.setFocus()
    qtbot.keyClick(line, Qt.Key.Key_Tab)
    assert line._view.hasFocus()


def test_escape_is_told_and_letters_are_typed(line, qtbot):
    qtbot.keyClicks(line, "mel")
    assert line.text() == "mel"
    with qtbot.waitSignal(line.escaped):
        qtbot.keyClick(line, Qt.Key.Key_Escape)
