import gc
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.buttons import ChoiceButton, FilterButton, combo_box
from bones_desktop.widgets.choice.choicepopup import FEW, Choice, ChoiceModel, ChoicePopup

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
    button.activated.connect(picked.append)
    qtbot.keyClick(button, Qt.Key.Key_Return)
    assert button.popup.isVisible()
    assert button.popup.view.currentIndex().row() == 1
    qtbot.keyClick(button.popup.view, Qt.Key.Key_Return)
    assert [choice.key for choice in picked] == ["gaul"]
    assert not button.popup.isVisible()


def test_a_narrow_button_leaves_the_icon_out_before_it_shortens_the_text(button: ChoiceButton) -> None:
    with_icon, without = (Choice("stealth", "Stealth", icon=icon) for icon in ("stealth", ""))
    same = {}
    for width in (180, 107):
        button.resize(width, 34)
        pictures = []
        for choice in (with_icon, without):
            button.set_choices((choice,), "stealth")
            pictures.append(button.grab().toImage())
        same[width] = pictures[0] == pictures[1]
    assert same == {180: False, 107: True}


def test_a_list_nobody_opened_is_not_made(button: ChoiceButton, qtbot: QtBot) -> None:
    button.set_choices(CHOICES[:1])
    assert not button.findChildren(ChoicePopup)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert button.findChildren(ChoicePopup) == [button.popup]
    button.popup.close()


def test_escape_closes_without_choosing(button: ChoiceButton, qtbot: QtBot) -> None:
    picked: list[Choice] = []
    button.activated.connect(picked.append)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.keyClick(button.popup.view, Qt.Key.Key_Escape)
    assert not button.popup.isVisible()
    assert picked == []


def test_a_forbidden_choice_is_told_too_so_that_it_can_be_answered(button: ChoiceButton, qtbot: QtBot) -> None:
    picked: list[Choice] = []
    button.activated.connect(picked.append)
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


def test_a_choice_without_a_key_shows_only_where_it_is_chosen(button: ChoiceButton) -> None:
    offered = (Choice("", "A die of your own"), *CHOICES)
    button.set_choices(offered)
    assert not button.text()  # what it is for stands there
    button.set_choices(offered, "")
    assert button.text() == "A die of your own"


def test_a_space_between_letters_is_searched_for(button: ChoiceButton, qtbot: QtBot) -> None:
    picked: list[Choice] = []
    button.activated.connect(picked.append)
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
    qtbot.keyClick(button.popup.view, Qt.Key.Key_Space)
    assert [choice.key for choice in picked] == ["Cow"], "nothing is typed in a list just opened"


BEASTS = tuple(Choice(name, name, badge="Beast · 4D") for name in ("Cow", "Doctor", "Dark Elf", "Fire Drake", "Drakon"))


@pytest.fixture
def beasts(button: ChoiceButton) -> Iterator[ChoiceButton]:
    button.set_choices((*BEASTS, Choice("drab", "Drab Knight", badge="Cast member · 6D")), "Cow")
    button.open()
    yield button
    button.popup.close()


def write(text: str) -> None:
    """Type where the keys go."""
    for letter in text:
        receiver = QApplication.focusWidget()
        assert receiver is not None
        QTest.keyClicks(receiver, letter)


def press(key: Qt.Key) -> None:
    receiver = QApplication.focusWidget()
    assert receiver is not None
    QTest.keyClick(receiver, key)


def shown(button: ChoiceButton) -> list[str]:
    return [choice.text for choice in button.model.rows]


def test_what_is_typed_searches_names_anywhere(beasts: ChoiceButton) -> None:
    picked: list[Choice] = []
    beasts.activated.connect(picked.append)
    write("DRAKE")
    assert beasts.popup.search.isVisible()
    assert beasts.popup.search.text() == "DRAKE"
    assert shown(beasts) == ["Fire Drake"]
    press(Qt.Key.Key_Return)
    assert [choice.key for choice in picked] == ["Fire Drake"]
    assert len(beasts.model.rows) == 6, "the next time all are offered again"


def test_words_of_name_and_kind_are_found_in_any_order(beasts: ChoiceButton) -> None:
    write("cast knight")
    assert shown(beasts) == ["Drab Knight"]


def test_the_name_that_begins_so_comes_first(beasts: ChoiceButton) -> None:
    write("rak")
    assert shown(beasts) == ["Fire Drake", "Drakon"], "within a word, one is as likely as the other"
    press(Qt.Key.Key_Escape)
    write("drak")
    assert shown(beasts) == ["Drakon", "Fire Drake"]
    assert beasts.popup.view.currentIndex().data() == "Drakon"


def test_backspace_shows_more_again(beasts: ChoiceButton) -> None:
    write("drakex")
    assert shown(beasts) == []
    assert beasts.popup.nothing.isVisible()
    press(Qt.Key.Key_Return)
    assert beasts.popup.isVisible(), "nothing is picked where nothing is found"
    press(Qt.Key.Key_Backspace)
    assert shown(beasts) == ["Fire Drake"]
    assert not beasts.popup.nothing.isVisible()


def test_escape_forgets_what_was_typed_and_closes_then(beasts: ChoiceButton) -> None:
    write("drake")
    press(Qt.Key.Key_Escape)
    assert beasts.popup.isVisible()
    assert len(shown(beasts)) == 6
    assert beasts.popup.view.currentIndex().data() == "Cow", "where the keys were at first"
    press(Qt.Key.Key_Escape)
    assert not beasts.popup.isVisible()


def test_arrows_walk_what_is_found_and_letters_search_on(beasts: ChoiceButton) -> None:
    picked: list[Choice] = []
    beasts.activated.connect(picked.append)
    write("dr")
    assert shown(beasts) == ["Drakon", "Drab Knight", "Fire Drake"]
    press(Qt.Key.Key_Down)
    assert beasts.popup.view.hasFocus()
    assert beasts.popup.view.currentIndex().data() == "Drab Knight"
    press(Qt.Key.Key_Down)
    assert beasts.popup.view.currentIndex().data() == "Fire Drake"
    write("ako")
    assert (beasts.popup.search.text(), shown(beasts)) == ("drako", ["Drakon"])
    press(Qt.Key.Key_Up)
    press(Qt.Key.Key_Backspace)
    assert beasts.popup.search.text() == "drak"
    press(Qt.Key.Key_Return)
    assert [choice.key for choice in picked] == ["Drakon"]


def test_what_is_found_is_picked_with_the_mouse(beasts: ChoiceButton, qtbot: QtBot) -> None:
    picked: list[Choice] = []
    beasts.activated.connect(picked.append)
    write("knight")
    view = beasts.popup.view
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(view.model().index(0, 0)).center())
    assert [choice.key for choice in picked] == ["drab"]


def test_a_list_closed_by_a_click_beside_it_begins_anew(beasts: ChoiceButton) -> None:
    write("knight")
    beasts.popup.hide()
    beasts.open()
    assert beasts.popup.search.text() == ""
    assert len(shown(beasts)) == 6
    assert beasts.popup.view.currentIndex().data() == "Cow"


def test_what_is_offered_later_is_searched_too(beasts: ChoiceButton) -> None:
    write("knight")
    size = beasts.popup.size()
    beasts.set_choices((*BEASTS, Choice("drab", "Drab Knight"), Choice("k", "Knight"), Choice("w", "Wolf")), "Cow")
    assert shown(beasts) == ["Knight", "Drab Knight"]
    assert beasts.popup.view.currentIndex().data() == "Drab Knight", "what the keys stand on stays"
    assert beasts.popup.height() > size.height()
    beasts.set_choices(BEASTS, "Cow")
    assert shown(beasts) == []
    assert beasts.popup.nothing.isVisible()


def test_only_a_long_list_shows_its_line_before_anything_is_typed(beasts: ChoiceButton) -> None:
    assert not beasts.popup.search.isVisible()
    beasts.popup.close()
    beasts.set_choices(tuple(Choice(str(n), f"Wolf {n}") for n in range(FEW + 1)))
    beasts.open()
    assert beasts.popup.search.isVisible()
    assert beasts.popup.view.hasFocus(), "a screen reader reads the list"


def test_list_and_line_are_named(beasts: ChoiceButton) -> None:
    assert beasts.popup.view.accessibleName() == "Culture: Cow"
    assert beasts.popup.search.accessibleName() == "Search: Culture: Cow"


def test_what_is_found_is_told(beasts: ChoiceButton, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr("bones_desktop.widgets.choice.choicepopup.announce", lambda _widget, text: told.append(text))
    write("dra")
    press(Qt.Key.Key_Backspace)
    write("ako")
    write("q")
    assert told[2:] == [
        "3 found: Drakon, Beast · 4D",
        "3 found: Drakon, Beast · 4D",
        "3 found: Drakon, Beast · 4D",
        "2 found: Drakon, Beast · 4D",
        "1 found: Drakon, Beast · 4D",
        "No match. Try fewer letters.",
    ]


def test_line_and_row_have_room_in_the_smallest_list(button: ChoiceButton) -> None:
    button.set_choices(CHOICES[1:2])
    button.open()
    popup = button.popup
    write("g")
    QApplication.processEvents()
    assert popup.view.viewport().height() >= popup.view.sizeHintForRow(0)
    write("z")
    QApplication.processEvents()
    assert popup.nothing.height() >= popup.nothing.heightForWidth(popup.nothing.width())
    popup.close()


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


def test_a_closed_list_is_let_go_and_another_opens(button: ChoiceButton, qtbot: QtBot) -> None:
    button.set_choices((Choice("cow", "Cow"), Choice("fox", "Fox")))
    for _time in range(2):
        button.open()
        assert button.popup.isVisible()
        qtbot.keyClick(button.popup.view, Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: not button.findChildren(QWidget))
        assert not button.is_open


def test_a_list_stays_while_what_it_picked_waits_in_a_loop_of_its_own(button: ChoiceButton, qtbot: QtBot) -> None:
    gone: list[bool] = []
    program = QEventLoop()

    def wait() -> None:
        loop = QEventLoop()
        QTimer.singleShot(20, loop.quit)
        loop.exec()
        gone.append(not isValid(popup))
        QTimer.singleShot(0, program.quit)

    button.activated.connect(lambda _choice: wait())
    button.open()
    popup = button.popup
    QTimer.singleShot(0, lambda: qtbot.keyClick(popup.view, Qt.Key.Key_Return))
    program.exec()
    assert gone == [False]
    qtbot.waitUntil(lambda: not isValid(popup))


def test_a_filter_keeps_what_was_picked_and_falls_back_to_the_first(button: ChoiceButton, qtbot: QtBot) -> None:
    box = FilterButton(Theme("iron"), "Which scene", button)
    told: list[str] = []
    box.changed.connect(lambda: told.append(box.current))
    box.offer([("All rolls", ""), ("At the ford", "1"), ("Night at\nthe mill", "2")])
    assert (box.text(), box.accessibleName(), told) == ("All rolls", "Which scene: All rolls", [])
    box.open()
    qtbot.keyClicks(box.popup.view, "mill")
    qtbot.keyClick(box.popup.view, Qt.Key.Key_Return)
    assert (box.text(), told) == ("Night at the mill", ["2"])
    box.offer([("All rolls", ""), ("At the mill again", "2")])
    assert (box.text(), told) == ("At the mill again", ["2"])
    box.offer([("All rolls", ""), ("At the ford", "1")])
    assert (box.text(), told) == ("All rolls", ["2", ""])


def test_a_filter_asks_for_its_names_when_its_list_opens_or_one_is_chosen(button: ChoiceButton) -> None:
    box, scenes, asked = FilterButton(Theme("iron"), "Which scene", button), ["At the ford"], []

    def rows() -> list[tuple[str, str]]:
        asked.append(len(scenes))
        return [("All rolls", ""), *((name, str(place)) for place, name in enumerate(scenes))]

    box.offer_when_opened(rows)
    assert (box.text(), asked) == ("All rolls", [1]), "a name is shown from the beginning"
    scenes.append("The mill")
    box.offer_when_opened(rows)
    assert asked == [1], "nobody has opened the list"
    box.open()
    assert [choice.text for choice in box.model.offered] == ["All rolls", "At the ford", "The mill"]
    box.popup.hide()
    box.choose("1")
    scenes[1] = "The old mill"
    box.offer_when_opened(rows)
    assert box.text() == "The old mill"


def test_the_closed_list_of_a_combo_box_keeps_no_picture_and_opens_again(button: ChoiceButton, qtbot: QtBot) -> None:
    box = combo_box(button)
    box.addItems(["Cow", "Fox"])
    box.show()
    gc.collect()  # what Python has of the list, which Qt made, goes
    for _time in range(2):
        box.showPopup()
        assert box.view().isVisible()
        assert box.view().window().windowHandle() is not None
        qtbot.keyClick(box.view(), Qt.Key.Key_Escape)
        gc.collect()
        qtbot.waitUntil(lambda: box.view().window().windowHandle() is None)
        assert not box.view().isVisible()
