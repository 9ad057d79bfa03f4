"""The House rules tab: every switch and reason is one step, and the members follow."""

from dataclasses import fields

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox

from bones_desktop.pages.campaign.campaignpage import HouseRulesTab
from bones_desktop.rules.bones.book.icons import Aptitude
from bones_desktop.rules.bones.book.rulebook import HouseRules
from tests.pages.campaign.conftest import RAGNAR


@pytest.fixture
def tab(show, theme, world) -> HouseRulesTab:
    return show(HouseRulesTab(world.campaigns, theme, world.notices, None))


def line(tab, field: str):
    return next(each for each in tab.lines if each.switch.field == field)


def test_every_rule_is_there_as_usual_at_first(tab):
    assert {each.switch.field for each in tab.lines} == {field.name for field in fields(HouseRules)}
    assert all(each.mark.text() == "" for each in tab.lines)


def test_a_switch_is_one_step_that_reaches_the_members(tab, world):
    rule = line(tab, "bought_success_inside_cap")
    assert isinstance(rule.box, QCheckBox)
    rule.box.setFocus()
    QTest.keyClick(rule.box, Qt.Key.Key_Space)
    assert world.now.house_rules.bought_success_inside_cap
    assert world.character(RAGNAR).house_rules.bought_success_inside_cap
    assert rule.mark.text() == "changed"
    world.campaigns.undo()
    assert not rule.box.isChecked()
    assert rule.mark.text() == ""


def test_a_choice_is_shown_and_marked(tab, world):
    rule = line(tab, "unarmed_aptitude")
    assert isinstance(rule.box, QComboBox)
    rule.box.setCurrentIndex(1)
    assert world.now.house_rules.unarmed_aptitude is Aptitude.PHYSICAL
    assert rule.mark.text() == "changed"


def test_a_reason_is_kept_when_it_is_finished_and_stays_with_the_rule(tab, world):
    rule = line(tab, "leather_as_in_prose")
    rule.reason.setFocus()
    QTest.keyClicks(rule.reason, "  Light is light  ")
    assert world.now.rule_reasons == ()
    QTest.keyClick(rule.reason, Qt.Key.Key_Return)
    assert [(each.rule, each.reason) for each in world.now.rule_reasons] == [("leather_as_in_prose", "Light is light")]
    rule.box.click()
    assert world.now.house_rules.leather_as_in_prose
    assert [each.reason for each in world.now.rule_reasons] == ["Light is light"]
    world.campaigns.undo()
    world.campaigns.undo()
    assert rule.reason.text() == ""


def test_what_is_typed_is_kept_when_asked_and_not_twice(tab, world):
    rule = line(tab, "elf_icon_allows_magic")
    rule.reason.setFocus()
    QTest.keyClicks(rule.reason, "No elves")
    tab.flush()
    tab.flush()
    assert world.campaigns.undo_text == "Reason for a house rule"
    world.campaigns.undo()
    assert world.now.rule_reasons == ()


def test_typing_goes_on_while_something_else_changes(tab, world):
    rule = line(tab, "elf_icon_allows_magic")
    rule.reason.setFocus()
    QTest.keyClicks(rule.reason, "No el")
    world.campaigns.apply("Name", lambda now: now.with_(name="Other"))
    assert rule.reason.text() == "No el"


def test_the_columns_of_all_lines_are_the_same(tab):
    assert len({each.reason.x() for each in tab.lines}) == 1
    assert len({each.reason.width() for each in tab.lines}) == 1


def test_in_a_narrow_page_reasons_stand_under_their_switches(tab, qtbot):
    rule = line(tab, "leather_as_in_prose")
    tab.resize(700, 900)
    qtbot.waitUntil(lambda: rule.reason.y() > rule.box.height() / 2)
    qtbot.waitUntil(lambda: rule.reason.height() >= rule.reason.minimumSizeHint().height())
    tab.resize(1_200, 560)
    qtbot.waitUntil(lambda: rule.reason.x() > rule.box.x() + rule.box.width())
