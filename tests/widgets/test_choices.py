import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choicebutton import ChoiceButton, ChoicePopup
from bones_desktop.widgets.choices import Choice, ChoiceModel

CHOICES = (
    Choice("roman", "Roman", "Not open.", False),
    Choice("gaul", "Gaul", badge="house rule"),
    Choice("sword", "Sword", faces=("melee x2", "melee", "", "blank", "defend", "melee")),
)

pytestmark = pytest.mark.qt_log_ignore(r"does not support (raise|grabbing)", extend=True)


@pytest.fixture
def button(qtbot: QtBot) -> ChoiceButton:
    made = ChoiceButton(Theme("iron"), "Culture", "Choose a culture")
    qtbot.addWidget(made)
    made.set_choices(CHOICES)
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_choice_model(qtmodeltester: ModelTester) -> None:
    model = ChoiceModel()
    qtmodeltester.check(model)
    model.set_choices(CHOICES)
    qtmodeltester.check(model)
    assert model.index(0).data(Qt.ItemDataRole.AccessibleTextRole) == "Roman, Not open."
    assert model.index(1).data(Qt.ItemDataRole.AccessibleTextRole) == "Gaul, house rule"


def test_the_list_opens_at_the_first_allowed_and_enter_picks(button: ChoiceButton, qtbot: QtBot) -> None:
    picked: list[Choice] = []
    button.chosen.connect(picked.append)
    qtbot.keyClick(button, Qt.Key.Key_Return)
    assert button.popup.isVisible()
    assert button.popup.view.currentIndex().row() == 1
    qtbot.keyClick(button.popup.view, Qt.Key.Key_Return)
    assert [choice.key for choice in picked] == ["gaul"]
    assert not button.popup.isVisible()


def test_a_list_nobody_opened_is_not_made(button: ChoiceButton, qtbot: QtBot) -> None:
    button.set_choices(CHOICES[:1])
    assert not button.findChildren(ChoicePopup)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert button.findChildren(ChoicePopup) == [button.popup]
    button.popup.close()


def test_escape_closes_without_choosing(button: ChoiceButton, qtbot: QtBot) -> None:
    picked: list[Choice] = []
    button.chosen.connect(picked.append)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.keyClick(button.popup.view, Qt.Key.Key_Escape)
    assert not button.popup.isVisible()
    assert picked == []


def test_a_forbidden_choice_is_told_too_so_that_it_can_be_answered(button: ChoiceButton, qtbot: QtBot) -> None:
    picked: list[Choice] = []
    button.chosen.connect(picked.append)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    view = button.popup.view
    at = view.visualRect(button.model.index(0)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert [choice.key for choice in picked] == ["roman"]


def test_the_button_shows_and_says_what_is_chosen(button: ChoiceButton) -> None:
    assert button.accessibleName() == "Culture: Choose a culture"
    button.set_choices(CHOICES, "gaul")
    assert button.text() == "Gaul"
    assert button.accessibleName() == "Culture: Gaul"
    button.set_choices(CHOICES, "gone")
    assert button.text() == ""


def test_a_space_between_letters_is_searched_for(button: ChoiceButton, qtbot: QtBot) -> None:
    picked: list[Choice] = []
    button.chosen.connect(picked.append)
    names = ("Cow", "Fire Beetle", "Fire Drake", "Fox")
    button.set_choices(tuple(Choice(name, name) for name in names))
    button.open()
    view = button.popup.view
    qtbot.keyClicks(view, "fire d")
    assert button.popup.isVisible()
    assert view.currentIndex().data() == "Fire Drake"
    assert picked == []
    button.popup.close()
    button.open()
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert [choice.key for choice in picked] == ["Cow"], "nothing is typed in a list just opened"


def test_a_space_after_the_search_chooses(button: ChoiceButton, qtbot: QtBot) -> None:
    picked: list[Choice] = []
    button.chosen.connect(picked.append)
    button.open()
    view = button.popup.view
    qtbot.keyClicks(view, "sw")
    qtbot.wait(QApplication.keyboardInputInterval() + 50)
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert [choice.key for choice in picked] == ["sword"]


def test_a_list_of_one_is_as_high_as_that_one(button: ChoiceButton, qtbot: QtBot) -> None:
    button.set_choices(CHOICES[1:2])
    button.open()
    view = button.popup.view
    assert button.popup.height() < 2 * view.sizeHintForRow(0)
    assert view.viewport().height() >= view.sizeHintForRow(0)


def test_an_open_list_grows_with_what_it_offers(button: ChoiceButton, qtbot: QtBot) -> None:
    button.set_choices(CHOICES[1:2])
    button.open()
    button.set_choices(CHOICES)
    view = button.popup.view
    assert view.viewport().height() >= sum(view.sizeHintForRow(row) for row in range(len(CHOICES)))
    assert view.currentIndex().data() == "Gaul", "what the keys stand on stays"
