"""Who could be opened instead."""

import os

import pytest

from bones_desktop.pages.table.stripparts import RECENT, WhoButton
from bones_desktop.storage.files.characterfile import write_character
from bones_desktop.storage.shelfcatalogue import Shelf
from bones_desktop.theme.theme import Theme
from tests.support.people import ragnar


@pytest.fixture
def shelf(tmp_path):
    shelf = Shelf(tmp_path)
    for number, name in enumerate("ABCDEFGH"):
        path = shelf.create(ragnar().with_(id=f"{number:032x}", name=name))
        os.utime(path, (1_000_000 + number, 1_000_000 + number))
    return shelf


def test_those_changed_last_come_first_then_the_rest_by_name(qtbot, shelf):
    button = WhoButton(Theme("iron"), "Who rolls", None, "bones")
    qtbot.addWidget(button)
    button.set_shelf(lambda: shelf)
    button.show_character(f"{7:032x}", "H", "4 dice")
    button.show()
    button.open()
    names = [choice.text for choice in button.model.rows]
    button.popup.close()
    button.shutdown()
    assert names == ["H", "G", "F", "E", "D", "C", "A", "B"]
    assert RECENT == 5
    assert button.accessibleName() == "Who rolls: H"
    assert button.model.rows[1].badge == "4 dice"


def test_files_opened_last_elsewhere_can_be_chosen_and_say_where_they_lie(qtbot, shelf, tmp_path):
    away = tmp_path / "stick" / "guest.bones"
    away.parent.mkdir()
    write_character(away, ragnar().with_(id="b" * 32, name="Guest"))
    button = WhoButton(Theme("iron"), "Who rolls", None, "bones")
    qtbot.addWidget(button)
    button.set_shelf(lambda: shelf, lambda: (str(away),))
    button.show_character(f"{7:032x}", "H", "4 dice")
    button.show()
    button.open()
    qtbot.waitUntil(lambda: len(button.model.rows) == 9)
    guest = next(choice for choice in button.model.rows if choice.text == "Guest")
    assert guest.note == f"In {away.parent}"
    button.popup.close()
    with qtbot.waitSignal(button.requested) as asked:
        button.activated.emit(guest)
    assert asked.args == [away]
    button.shutdown()


def test_a_character_without_a_name_has_none_yet(qtbot):
    button = WhoButton(Theme("iron"), "Who rolls", None, "bones")
    qtbot.addWidget(button)
    button.show_character("a" * 32, " ", "")
    assert button.text() == "No name yet"
