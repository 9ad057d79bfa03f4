import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.buttons import SuggestButton


@pytest.fixture
def button(qtbot: QtBot) -> SuggestButton:
    made = SuggestButton(Theme("iron", 100), "Suggest a name")
    qtbot.addWidget(made)
    made.set_words(("Brennus", "Ragnar"))
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_a_word_is_picked_by_mouse_alone(qtbot, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    view = button.popup.view
    with qtbot.waitSignal(button.suggested) as told:
        row = view.visualRect(button.model.index(1)).center()
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=row)
    assert told.args == ["Ragnar"]
    assert not button.popup.isVisible()


def test_a_word_is_picked_by_keys_alone(qtbot, button):
    qtbot.keyClick(button, Qt.Key.Key_Down)
    assert button.popup.isVisible()
    with qtbot.waitSignal(button.suggested) as told:
        qtbot.keyClick(button.popup.view, Qt.Key.Key_Down)
        qtbot.keyClick(button.popup.view, Qt.Key.Key_Return)
    assert told.args == ["Ragnar"]


def test_without_words_there_is_nothing_to_open(button):
    button.set_words(())
    assert not button.isEnabled()
