"""Tasks kept under names: chosen from the menu, thrown by a key, renamed, removed, each its character's own."""

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.pages.table.taskstrip import TaskStrip
from bones_desktop.play.bones.played import ChosenOpponent, request_json
from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.storage.files.settings import Favourite
from bones_desktop.theme.theme import Theme
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook

CLIMB = Request("riding", difficulty="difficult", darkness=2)


@pytest.fixture
def strip(qtbot):
    strip = TaskStrip(Theme("iron"), rulebook(), ChosenOpponent(rulebook()))
    qtbot.addWidget(strip)
    strip.show_character(ragnar())
    strip.kept, strip.told, strip.thrown = [], [], []
    strip.favourites.changed.connect(strip.kept.append)
    strip.message.connect(strip.told.append)
    strip.throw_requested.connect(lambda: strip.thrown.append(strip.request))
    strip.show()
    yield strip
    strip.shutdown()


def keep(strip, name: str, request: Request = CLIMB) -> None:
    strip.show_request(request)
    assert strip.handle_command("keep")
    popup = strip.favourites.popup
    popup.form.fields["name"].setText(name)
    QTest.keyClick(popup.form.fields["name"], Qt.Key.Key_Return)


def entries(strip) -> dict[str, object]:
    strip.last.open()
    menu = strip.last.menu_of_tasks
    # A letter is marked with one ampersand; an ampersand of a name is written twice.
    found = {re.sub(r"(?<!&)&(?!&)", "", each.text()).split("\t")[0]: each for each in menu.actions() if each.text()}
    menu.close()
    return found


def changes(strip) -> dict[str, object]:
    entries(strip)
    return {each.text().replace("&", ""): each for each in strip.favourites.changes.actions()}


def test_a_favourite_is_named_first_as_the_task_is_and_thrown_by_a_key(strip):
    keep(strip, "The cliff & back")
    assert strip.kept[-1] == (Favourite(who=ragnar().id, name="The cliff & back", request=request_json(CLIMB)),)
    strip.show_request(Request("magic"))
    QTest.keyClick(strip, Qt.Key.Key_F3)
    assert strip.thrown == [CLIMB]
    strip.show_request(Request("magic"))
    entries(strip)["The cliff && back"].trigger()
    assert strip.request == CLIMB
    assert strip.thrown == [CLIMB]


def test_a_key_without_a_favourite_says_how_to_keep_one(strip):
    QTest.keyClick(strip, Qt.Key.Key_F4)
    assert not strip.thrown
    assert "first keep the task at hand as one (F)." in strip.told[-1]


def test_each_character_has_its_own(strip):
    keep(strip, "The cliff")
    strip.show_character(bob().with_(id="f" * 32))
    assert "The cliff" not in entries(strip)
    keep(strip, "The door", Request("thief"))
    assert [each.name for each in strip.kept[-1]] == ["The cliff", "The door"]
    strip.show_character(ragnar())
    assert "The cliff" in entries(strip)
    assert "The door" not in entries(strip)


def test_favourites_are_renamed_and_removed(strip):
    for name, skill in (("One", "melee"), ("Two", "magic"), ("Three", "thief")):
        keep(strip, name, Request(skill))
    changes(strip)["Rename “Two”…"].trigger()
    assert strip.favourites.popup.form.fields["name"].text() == "Two"
    strip.favourites.popup.form.fields["name"].setText("Zwei")
    QTest.keyClick(strip.favourites.popup.form.fields["name"], Qt.Key.Key_Return)
    assert [each.name for each in strip.kept[-1]] == ["One", "Zwei", "Three"]
    changes(strip)["Remove “One”"].trigger()
    assert [each.name for each in strip.kept[-1]] == ["Zwei", "Three"]
    keep(strip, "Three", Request("riding"))
    assert [each.request for each in strip.kept[-1]] == [request_json(Request(skill)) for skill in ("magic", "riding")]


def test_one_whose_skill_is_gone_says_why_and_is_not_thrown(strip):
    gone = Request("astrology")
    kept = [Favourite(who=ragnar().id, name="Stars", request=request_json(gone)),
            Favourite(who=ragnar().id, name="Torn", request="{")]  # fmt: skip
    strip.favourites.set_all(kept)
    shown = [text for text in entries(strip) if text.startswith(("Stars – ", "Torn – "))]
    assert len(shown) == 2
    assert "astrology" in shown[0]
    assert not any(entries(strip)[text].isEnabled() for text in shown)
    for key in (Qt.Key.Key_F3, Qt.Key.Key_F4):
        QTest.keyClick(strip, key)
    assert [text.split(" – ")[0] for text in strip.told] == ["Stars", "Torn"]
    assert not strip.thrown
