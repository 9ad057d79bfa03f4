"""Choosing a task: what the strip offers, and what it hands on."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtTest import QTest

from bones_desktop.panels.table.taskstrip import TaskStrip
from bones_desktop.rules.bones.attempts import Task
from bones_desktop.rules.bones.belongings import add_printed_item
from bones_desktop.rules.bones.characterpool import task_pool
from bones_desktop.rules.bones.injuries import lose
from bones_desktop.rules.bones.tasks import eligibility
from bones_desktop.theme.theme import Theme
from bones_desktop.wording.reasons import sentence
from tests.support.people import bob, die, ragnar
from tests.support.rulebooks import rulebook

typing = pytest.mark.qt_log_ignore("This plugin does not support")
"""The offscreen platform has no keyboard to grab for the list that opens while one types."""


@pytest.fixture
def strip(qtbot):
    strip = TaskStrip(Theme("iron"), rulebook())
    qtbot.addWidget(strip)
    strip.told = []
    strip.changed.connect(lambda: strip.told.append(strip.task))
    strip.show_character(ragnar())
    strip.resize(480, 320)
    strip.show()
    return strip


def armed():
    character = ragnar()
    for item in ("sword", "full-shield", "medium-armour"):
        character = add_printed_item(rulebook(), character, item)
    return character


def choose(strip: TaskStrip, text: str) -> None:
    edit = strip.skill.box.lineEdit()
    edit.setFocus()
    edit.selectAll()
    QTest.keyClicks(edit, text)
    QTest.keyClick(edit, Qt.Key.Key_Return)


def test_it_begins_with_maneuver_against_average(strip):
    assert strip.task == Task("maneuver", "average")
    assert not strip.told


def test_every_difficulty_shows_its_dice(strip):
    assert [segment.accessibleName() for level, segment in strip.segments.items() if level] == [
        "Easy, 2",
        "Simple, 3",
        "Average, 4",
        "Challenging, 6",
        "Difficult, 8",
        "Almost Impossible, 12",
        "Impossible, 12+2",
    ]
    for level, segment in strip.segments.items():
        if level:
            QTest.mouseClick(segment, Qt.MouseButton.LeftButton)
            assert strip.task == Task("maneuver", level)
    assert "Nulls come without rolling" in strip.segments["impossible"].toolTip()


def test_tips_give_examples_of_the_skill(strip):
    strip.skill.set_skill("artisan")
    assert "Cheer up a taproom" in strip.segments["easy"].toolTip()
    strip.skill.set_skill("melee")
    assert "Cheer up a taproom" not in strip.segments["easy"].toolTip()


def test_against_the_other_side(strip):
    assert not strip.other.isVisible()
    QTest.mouseClick(strip.segments[""], Qt.MouseButton.LeftButton)
    assert strip.other.isVisible()
    strip.other.box.setValue(3)
    assert strip.task == Task("maneuver", against=3)
    QTest.mouseClick(strip.segments["easy"], Qt.MouseButton.LeftButton)
    assert not strip.other.isVisible()
    assert strip.task == Task("maneuver", "easy")


@typing
@pytest.mark.parametrize(
    ("typed", "skill"),
    [
        ("stealth", "stealth"),
        ("Riding", "riding"),
        ("unarmed combat", "unarmed"),
        ("physical", "physical"),
        ("mel", "melee"),
        ("mag", "magic"),
        ("orsm", "outdoorsman"),
    ],
)
def test_a_skill_is_found_by_typing(strip, typed, skill):
    choose(strip, typed)
    assert strip.task.skill == skill
    assert strip.told[-1].skill == skill
    assert strip.skill.box.currentText() == strip.skill._title(skill)


def test_a_first_click_chooses_the_whole_text(strip):
    edit = strip.skill.box.lineEdit()
    QTest.mouseClick(edit, Qt.MouseButton.LeftButton)
    edit.focusInEvent(QFocusEvent(QFocusEvent.Type.FocusIn, Qt.FocusReason.MouseFocusReason))
    QTest.mouseClick(edit, Qt.MouseButton.LeftButton)
    assert edit.selectedText() == "Maneuver"
    QTest.mouseClick(edit, Qt.MouseButton.LeftButton)
    assert edit.selectedText() == ""


@typing
def test_nonsense_leaves_the_skill(strip):
    choose(strip, "qqq")
    assert strip.task.skill == "maneuver"
    assert strip.skill.box.currentText() == "Maneuver"


def test_all_skills_and_two_without_skill(strip):
    offered = {strip.skill.box.itemData(place) for place in range(strip.skill.box.count())}
    assert offered == {skill.id for skill in rulebook().skills} | {"physical", "mental"}


def test_skills_used_lately_stand_beside(strip):
    strip.used()
    strip.skill.set_skill("melee")
    shown = [button for button in strip.skill._buttons if button.isVisible()]
    assert [button.property("skill") for button in shown] == ["maneuver"]
    QTest.mouseClick(shown[0], Qt.MouseButton.LeftButton)
    assert strip.task.skill == "maneuver"


@typing
def test_equipment_that_matters_goes_along_and_may_stay(strip):
    strip.show_character(armed())
    assert strip.items == (1, 2)
    choose(strip, "melee")
    assert strip.items == (0, 1, 2)
    QTest.mouseClick(strip.chips[1], Qt.MouseButton.LeftButton)
    assert strip.items == (0, 2)
    strip.show_character(lose(armed(), 0))
    assert strip.items == (0, 2), "a choice stays while the equipment does"


def test_penalties(strip):
    strip.penalty.box.setValue(2)
    strip.darkness.box.setValue(1)
    assert strip.task == Task("maneuver", "average", penalty=2, darkness=1)
    strip.show_character(bob().with_(id="f" * 32))
    assert strip.task == Task("maneuver", "average")


def test_a_kind_of_magic_is_asked_only_of_those_it_helps(strip):
    assert not strip._conditions
    healer = bob().with_(dice=(*bob().dice, die("universal,mental,magic,inspired,cure,cure")), id="e" * 32)
    strip.show_character(healer)
    assert not strip._conditions
    strip.skill.set_skill("magic")
    assert set(strip._conditions) == {"art", "healing"}
    QTest.mouseClick(strip._conditions["art"], Qt.MouseButton.LeftButton)
    assert strip.task.conditions == {"art"}
    strip.show_character(ragnar())
    assert not strip._conditions


def test_who_and_how_many_dice(strip):
    strip.show_character(lose(ragnar(), 1))
    assert strip._left.text() == "3 of 4 dice"


@pytest.mark.parametrize(("skill", "allowed"), [("maneuver", True), ("magic", False)])
def test_the_button_follows_the_rules(strip, skill, allowed):
    pool = task_pool(rulebook(), ragnar())
    found = eligibility(rulebook(), ragnar().house_rules, Task(skill, "average"), pool)
    strip.show_eligibility(found)
    assert strip.button.isEnabled() is allowed
    assert sentence(found.reason, str) in (strip._left.toolTip() if allowed else strip.button.toolTip())


def test_the_cap_is_told_beside_the_dice(strip):
    strip.show_character(bob())
    assert strip._left.text() == "4 dice"
    pool = task_pool(rulebook(), bob())
    strip.show_eligibility(eligibility(rulebook(), bob().house_rules, Task("magic", "average"), pool))
    assert strip._left.text() == "4 dice · cap 5"
    assert strip._left.toolTip() == "Magic is capped at 5: icons on your dice 5, 1 for each."


@typing
def test_keys_go_back_to_the_page_when_a_skill_is_chosen(strip, qtbot):
    with qtbot.waitSignal(strip.done):
        choose(strip, "melee")


def test_it_can_be_painted_in_every_theme(strip):
    strip.show_character(armed())
    for name in ("parchment", "contrast", "iron"):
        strip._theme.set_theme(name)
        assert not strip.grab().isNull()


def test_automatic_successes_are_part_of_the_task(strip):
    full = die("universal,physical,melee,melee,defend,maneuver")
    strip.show_character(ragnar().with_(dice=(full,) * 10, sessions=29))
    assert strip.task == Task("maneuver", "average", automatic=2)
