"""A box of choices is opened as ever, and its list is searched."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.searchbox import SearchBox

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
