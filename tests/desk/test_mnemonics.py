"""Letters that Alt chooses: on every page, in every menu and in every dialog none is there twice."""

import re
from collections import Counter
from collections.abc import Iterable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QMenu, QPushButton, QTabBar, QToolButton, QWidget

from bones_desktop.theme.measures import light_menu, mark_letters
from tests.support.tour import GAMES, Tour


def letter(text: str) -> str:
    found = re.search(r"(?<!&)&(\w)", text.replace("&&", ""))
    return found[1].casefold() if found else ""


def twice(texts: Iterable[str]) -> list[str]:
    counted = Counter(filter(None, map(letter, texts)))
    return [each for each, count in counted.items() if count > 1]


def texts_of(window: QWidget) -> list[str]:
    """The texts of buttons, tabs, and names of fields that are in view."""
    buttons = [each.text() for each in window.findChildren(QAbstractButton) if each.isVisible()]
    names = [each.text() for each in window.findChildren(QLabel) if each.isVisible() and each.buddy() is not None]
    bars = [each for each in window.findChildren(QTabBar) if each.isVisible()]
    return [*buttons, *names, *(bar.tabText(n) for bar in bars for n in range(bar.count()))]


def menus_of(window: QWidget) -> list[QMenu]:
    """The menus of the buttons in view."""
    buttons = [*window.findChildren(QPushButton), *window.findChildren(QToolButton)]
    return [menu for each in buttons if each.isVisible() and (menu := each.menu()) is not None]


def opened(menu: QMenu) -> list[str]:
    """Show a menu and return the texts of its entries."""
    menu.popup(menu.pos())
    texts = [each.text() for each in menu.actions() if each.isVisible() and each.text()]
    menu.close()
    return texts


@pytest.mark.parametrize("game", GAMES)
def test_no_letter_is_twice_on_a_page_or_in_a_menu(tmp_path, qapp, game) -> None:
    with Tour(tmp_path / "home") as tour:
        bar = [each.text() for each in tour.window.menuBar().actions()]
        assert all(map(letter, bar))
        for page in tour.pages(game):
            assert twice([*bar, *texts_of(tour.window)]) == [], page
            for menu in menus_of(tour.window):
                texts = opened(menu)
                assert twice(texts) == [], (page, texts)
                assert len(texts) > 15 or all(map(letter, texts)), (page, texts)


def test_every_entry_of_the_menu_bar_has_a_letter_of_its_own(shelf_tour: Tour) -> None:
    menus = [each.menu() for each in shelf_tour.window.menuBar().actions()]
    for menu in menus:
        menus += [each.menu() for each in menu.actions() if each.menu() is not None]
        texts = opened(menu)
        assert texts
        assert all(map(letter, texts)), texts
        assert twice(texts) == []
        shelf_tour.settle()


@pytest.mark.parametrize(
    "action",
    ["new", "from-text", "surprise", "tags", "versions", "print-dice", "makers", "compare", "packs", "settings",
     "everyone", "fight", "keys", "about"],
)  # fmt: skip
def test_every_button_of_a_dialog_has_a_letter_of_its_own(shelf_tour: Tour, action: str) -> None:
    shelf_tour.choose(2 if action == "compare" else 1)
    shelf_tour.trigger(action)
    [dialog] = shelf_tour.dialogs()
    QTest.qWaitForWindowActive(dialog)
    shelf_tour.settle()
    assert twice(texts_of(dialog)) == []
    bare = [
        each.text()
        for each in dialog.findChildren(QPushButton)
        if each.isVisible() and each.text() and not each.isCheckable() and not letter(each.text())
    ]
    # Buttons of choices show the chosen thing, and paint its name themselves.
    choices = [each for each in bare if each in {"Swordmaster", "Barrow Wight", "Cast member", "A4", "In colour"}]
    assert len(bare) == len(choices) or action == "everyone", bare


def test_letters_at_the_beginning_of_words_come_first_and_names_are_left_alone(qapp) -> None:
    parent = QWidget()
    menu = light_menu(parent)
    for text in ("Copy", "Copy as &picture\tCtrl+C", "Cut && paste", "…", "copy"):
        menu.addAction(text)
    mark_letters(menu.actions())
    texts = [each.text() for each in menu.actions()]
    assert texts == ["&Copy", "Copy as &picture\tCtrl+C", "C&ut && paste", "…", "c&opy"]
    mark_letters(menu.actions())
    assert texts == [each.text() for each in menu.actions()]


def test_alt_and_the_letter_press_the_button(shelf_tour: Tour) -> None:
    shelf_tour.trigger("about")
    [dialog] = shelf_tour.dialogs()
    QTest.qWaitForWindowActive(dialog)
    shelf_tour.settle()
    [close] = [each for each in dialog.findChildren(QPushButton) if each.text().replace("&", "") == "Close"]
    key = Qt.Key(ord(letter(close.text()).upper()))
    QTest.keyClick(dialog, key, Qt.KeyboardModifier.AltModifier)
    shelf_tour.wait_for(lambda: not shelf_tour.dialogs(), "the dialog closes")
