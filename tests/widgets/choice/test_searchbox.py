"""A box of choices is opened as ever, and its list is searched."""

from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.choicepopup import SearchBox

pytestmark = pytest.mark.qt_log_ignore(r"does not support (raise|grabbing)", extend=True)


@pytest.fixture
def box(qtbot: QtBot) -> Iterator[SearchBox]:
    page = QWidget()
    qtbot.addWidget(page)
    made = SearchBox(Theme("iron"), page)
    made.setAccessibleName("Which scene")
    for name in ("The whole log", "At the ford", "Night at the mill", "The ford again"):
        made.addItem(name, name[:3])
    with qtbot.waitExposed(page):
        page.show()
    yield made
    if shiboken6.isValid(made):
        made.hidePopup()


@pytest.mark.parametrize("way", ["mouse", "key"])
def test_a_scene_is_found_by_any_word(box: SearchBox, way: str, qtbot: QtBot) -> None:
    told: list[int] = []
    box.currentIndexChanged.connect(told.append)
    if way == "mouse":
        qtbot.mouseClick(box, Qt.MouseButton.LeftButton)
    else:
        qtbot.keyClick(box, Qt.Key.Key_Space)
    assert box.popup.isVisible()
    assert box.popup.view.currentIndex().data() == "The whole log"
    qtbot.keyClicks(box.popup.view, "mill")
    qtbot.keyClick(box.popup.view, Qt.Key.Key_Return)
    assert not box.popup.isVisible()
    assert (box.currentText(), told) == ("Night at the mill", [2])


def test_a_closed_list_changes_nothing_and_offers_what_there_is_then(box: SearchBox, qtbot: QtBot) -> None:
    box.setCurrentIndex(1)
    box.showPopup()
    assert box.popup.view.currentIndex().data() == "At the ford"
    qtbot.keyClicks(box.popup.view, "xyz")
    qtbot.keyClick(box.popup.search, Qt.Key.Key_Escape)
    qtbot.keyClick(box.popup.view, Qt.Key.Key_Escape)
    assert not box.popup.isVisible()
    assert box.currentIndex() == 1
    box.addItem("The last night")
    box.showPopup()
    assert box.popup.view.model().rowCount() == 5


def test_the_list_is_named_as_the_box(box: SearchBox) -> None:
    box.showPopup()
    assert box.popup.view.accessibleName() == "Which scene"


def pick(box: SearchBox, words: str, qtbot: QtBot) -> None:
    qtbot.keyClicks(box.popup.view, words)
    qtbot.keyClick(box.popup.search, Qt.Key.Key_Return)


@pytest.mark.parametrize(
    ("rows", "chosen"),
    [
        ([("The whole log", "The"), ("Night at the mill", "Nig"), ("The end", "end")], "Night at the mill"),
        ([("The whole log", "The"), ("By night", "Nig")], "By night"),
        ([("The whole log", "The"), ("Night at the mill", "another")], "The whole log"),
        ([], ""),
    ],
    ids=["moved", "renamed", "another of that name", "gone"],
)
def test_a_box_filled_anew_while_its_list_is_open_takes_what_was_picked(
    box: SearchBox, rows: list[tuple[str, str]], chosen: str, qtbot: QtBot
) -> None:
    told: list[int] = []
    box.showPopup()
    box.clear()
    for text, data in rows:
        box.addItem(text, data)
    box.activated.connect(told.append)
    pick(box, "mill", qtbot)
    assert box.currentText() == chosen
    assert told == ([1] if chosen in {"Night at the mill", "By night"} else [])


def test_rows_without_data_are_known_by_their_text(box: SearchBox, qtbot: QtBot) -> None:
    box.clear()
    box.addItems(["One", "Two", "Three"])
    box.showPopup()
    box.removeItem(0)
    pick(box, "thr", qtbot)
    assert box.currentText() == "Three"


def test_what_cannot_be_chosen_is_not_offered(box: SearchBox, qtbot: QtBot) -> None:
    box.insertSeparator(1)
    box.setItemData(2, 0, Qt.ItemDataRole.UserRole - 1)  # Qt keeps a row's flags there: none
    box.setCurrentIndex(3)
    box.showPopup()
    assert [each.text for each in box.popup.model.offered] == ["The whole log", "Night at the mill", "The ford again"]
    assert box.popup.view.currentIndex().data() == "Night at the mill"
    pick(box, "again", qtbot)
    assert box.currentIndex() == 4


def test_the_list_goes_with_its_box(box: SearchBox) -> None:
    box.showPopup()
    box.hidePopup()
    popup = box.popup
    box.deleteLater()
    for _ in range(2):
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not shiboken6.isValid(popup)
