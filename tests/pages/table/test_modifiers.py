"""Modifiers: they are set with numbers, stay while they are shown, and are off when they are hidden."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.pages.table.taskstrip import TaskStrip
from bones_desktop.play.bones.played import ChosenOpponent
from bones_desktop.rules.bones.injury.injuries import add_printed_item
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind
from bones_desktop.theme.theme import Theme
from tests.support.focushome import is_home, make_home
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook
from tests.support.strips import modifiers, modify

ALL = Request("perception", levels=3, distance=120, darkness=1, penalty=2, free=1)


@pytest.fixture
def strip(qtbot):
    strip = TaskStrip(Theme("iron"), rulebook(), ChosenOpponent(rulebook()))
    qtbot.addWidget(strip)
    strip.show_character(ragnar())
    strip.told = []
    strip.changed.connect(lambda: strip.told.append(strip.request))
    strip.resize(480, 500)
    strip.show()
    yield strip
    strip.shutdown()


def test_they_take_one_chip_until_it_is_pressed(strip):
    chip = strip.form.fields["modifiers"]
    assert chip.isVisible()
    assert not modifiers(strip)
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert modifiers(strip) == ["levels", "darkness", "penalty", "free"]


def test_they_are_set_by_typing_and_enter_gives_the_keys_back(strip):
    strip.activateWindow()
    make_home(strip)
    strip.handle_command("modifiers")
    assert strip.form.fields["levels"].hasFocus()
    penalty = strip.form.fields["penalty"]
    penalty.selectAll()
    QTest.keyClicks(penalty, "4")
    QTest.keyClick(penalty, Qt.Key.Key_Return)
    assert strip.request.penalty == 4
    assert is_home(strip)
    QTest.mouseClick(strip.form.fields["modifiers"], Qt.MouseButton.LeftButton)
    assert strip.request == Request(), "pressed again, the chip takes all of them off"


def test_distance_says_what_it_costs(strip):
    strip.form.answer("skill", "perception")
    modify(strip, distance=120)
    away = strip.form.fields["distance"]
    assert "(−2)" in away.accessibleName()
    assert "each full 50 m" in away.toolTip()
    QTest.mouseClick(strip.form.fields["broken"], Qt.MouseButton.LeftButton)
    assert "(−6)" in away.accessibleName()
    modify(strip, distance=15)
    assert away.accessibleName() == "Metres away"


def test_a_shot_is_told_its_range(strip):
    archer = add_printed_item(rulebook(), ragnar(), "longbow")
    strip.show_character(archer)
    strip.show_request(Request("missile", items=(0,), distance=141))
    reach = archer.equipment[0].range_increment
    assert f"{reach} m begun after the first {reach} m" in strip.form.fields["distance"].toolTip()
    assert "broken" not in strip.form.shown
    strip.form.answer("skill", "melee")
    assert "distance" not in modifiers(strip)
    strip.form.answer("skill", "perception")
    assert strip.request.distance == 141, "what did not matter stayed set"


@pytest.mark.parametrize(
    ("request_", "levels", "distance"),
    [
        (Request("perception"), True, True),
        (Request("melee"), True, False),
        (Request("perception", difficulty=""), False, True),
        (Request("perception", ThrowKind.MOVEMENT), False, False),
        (Request("perception", ThrowKind.STRATEGIC), True, True),
        (Request("scholar", ThrowKind.INCOME), False, False),
    ],
)
def test_only_what_matters_is_offered(strip, request_, levels, distance):
    strip.show_request(request_)
    strip.form.answer("modifiers", 1)
    assert ("levels" in modifiers(strip)) is levels
    assert ("distance" in modifiers(strip)) is distance
    assert ("broken" in strip.form.shown) is distance


def test_what_the_gm_allows_is_a_chip_for_one_skill(strip):
    strip.show_request(Request("magic", penalty=1, allowed_by_gm=True))
    assert strip.form.fields["allowed_by_gm"].text() == "Allowed by the GM"
    strip.form.answer("skill", "thief")
    strip.form.answer("skill", "magic")
    assert strip.request == Request("magic", penalty=1)
    strip.show_request(Request("magic", allowed_by_gm=True))
    QTest.mouseClick(strip.form.fields["allowed_by_gm"], Qt.MouseButton.LeftButton)
    assert strip.request == Request("magic")


def test_more_than_can_be_set_is_never_thrown_with(strip):
    strip.show_request(Request("perception", levels=9, distance=100_000))
    assert strip.request == Request("perception", levels=3, distance=5_000)


def test_another_character_has_none_of_them(strip):
    strip.show_request(ALL)
    strip.show_character(bob().with_(id="f" * 32))
    assert strip.request == Request("perception")
    strip.form.answer("modifiers", 1)
    assert strip.request == Request("perception")


def test_escape_goes_back_to_the_button_of_the_modifiers(strip):
    strip.activateWindow()
    strip.handle_command("modifiers")
    QTest.keyClick(strip.form.fields["levels"], Qt.Key.Key_Escape)
    assert strip.form.fields["modifiers"].hasFocus()
    QTest.keyClick(strip.form.fields["modifiers"], Qt.Key.Key_Space)
    assert not modifiers(strip)
    assert strip.form.fields["modifiers"].hasFocus()


def test_switching_secret_by_key_keeps_the_focus(strip):
    strip.activateWindow()
    strip.secret.setFocus()
    QTest.keyClick(strip.secret, Qt.Key.Key_Space)
    assert strip.secret.isChecked()
    assert strip.secret.hasFocus()
