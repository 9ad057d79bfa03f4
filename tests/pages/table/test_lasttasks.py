"""Tasks asked last, one key away."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.pages.table.strip import MOST
from bones_desktop.pages.table.taskstrip import TaskStrip
from bones_desktop.play.bones.played import ChosenOpponent
from bones_desktop.rules.bones.injury.injuries import add_printed_item
from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.theme.theme import Theme
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook


@pytest.fixture
def last(qtbot):
    theme = Theme("iron")
    frame = TaskStrip(theme, rulebook(), ChosenOpponent(rulebook()))
    qtbot.addWidget(frame)
    frame.whole_name = lambda request: f"{request.skill} & co"
    last = frame.last
    last.told = []
    frame.ask_again = lambda request, same=True: last.told.append((request, same))
    frame.show()
    yield last
    frame.close()


SKILLS = ("melee", "magic", "stealth", "social", "riding", "thief", "craft", "healer")


def test_there_is_nothing_at_first_and_it_says_so(last):
    assert not last.isEnabled()
    assert last.toolTip() == "Tasks you roll for are listed here"


def test_the_newest_comes_first_each_once_and_not_too_many(last):
    for skill in SKILLS:
        last.remember(Request(skill))
    last.remember(Request("healer"))
    last.remember(Request("social"))
    assert [each.skill for each in last.recent] == ["social", "healer", "craft", "thief", "riding", "stealth"]
    assert len(last.recent) == MOST
    assert last.isEnabled()


def test_digits_choose_in_the_menu(last):
    for skill in SKILLS[:3]:
        last.remember(Request(skill))
    last.open()
    assert last.menu_of_tasks.isVisible()
    actions = last.menu_of_tasks.actions()
    assert [action.text().split("\t")[0] for action in actions] == [
        "&1  stealth && co", "&2  magic && co", "&3  melee && co", "", "&Keep this task as a favourite…",
    ]  # fmt: skip
    assert not any(action.icon().isNull() for action in actions if not action.isSeparator())
    QTest.keyClick(last.menu_of_tasks, Qt.Key.Key_2)
    assert last.told == [(Request("magic"), True)]


def test_alt_and_a_digit_asks_again_at_once(last, qtbot):
    for skill in SKILLS[:3]:
        last.remember(Request(skill))
    QTest.keyClick(last.window(), Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
    assert last.told == [(Request("melee"), True)]
    QTest.keyClick(last.window(), Qt.Key.Key_6, Qt.KeyboardModifier.AltModifier)
    assert len(last.told) == 1


def test_what_is_given_at_the_start_was_asked_by_somebody_else(last):
    last.parentWidget().set_roller("a" * 32)
    last.set_recent([Request("melee"), Request("magic")])
    assert last.recent == (Request("melee"), Request("magic"))
    last.remember(Request("riding"))
    last.open()
    QTest.keyClick(last.menu_of_tasks, Qt.Key.Key_1)
    last.open()
    QTest.keyClick(last.menu_of_tasks, Qt.Key.Key_2)
    assert last.told == [(Request("riding"), True), (Request("melee"), False)]


@pytest.fixture
def strip(qtbot):
    strip = TaskStrip(Theme("iron"), rulebook(), ChosenOpponent(rulebook()))
    qtbot.addWidget(strip)
    strip.show_character(add_printed_item(rulebook(), add_printed_item(rulebook(), ragnar(), "sword"), "full-shield"))
    strip.show()
    yield strip
    strip.shutdown()


def test_a_task_asked_again_brings_its_own_modifiers(strip):
    first = Request("melee", difficulty="difficult", penalty=2, items=(1,))
    strip.show_request(first)
    strip.used()
    strip.show_request(Request("stealth", darkness=3))
    strip.used()
    QTest.keyClick(strip, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    assert strip.request == first
    assert strip.last.recent == (Request("stealth", darkness=3), first)


def test_another_character_brings_his_own_equipment(strip):
    strip.show_request(Request("melee", items=()))
    strip.used()
    strip.show_character(add_printed_item(rulebook(), bob().with_(id="f" * 32), "sword"))
    QTest.keyClick(strip, Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
    assert strip.request == Request("melee", items=(0,))


def test_an_opponent_is_named_in_the_menu(strip):
    strip.last.set_recent([Request("melee", difficulty="", opponent="block:goblin", penalty=2)])
    strip.last.open()
    assert "Melee against Goblin (example) · penalty −2" in strip.last.menu_of_tasks.actions()[0].text().replace(
        "&", ""
    )
    strip.last.menu_of_tasks.close()
