"""One task has one chance, whichever page shows it."""

import pytest
from PySide6.QtCore import Qt

from bones_desktop.pages.builder.builderpanel import BuilderPanel, Tab
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.theme.theme import Theme
from bones_desktop.wording.chances import percent
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook
from tests.support.strips import items

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def clad():
    character = ragnar()
    for item in ("sword", "full-shield", "medium-armour"):
        character = injuries.add_printed_item(rulebook(), character, item)
    return character


@pytest.fixture
def desk(make):
    return make(character=clad())


@pytest.fixture
def build(on_screen, desk):
    return on_screen(BuilderPanel(desk.document, Theme("iron")))


def in_strip(build, skill):
    return next(cell for cell in build.dice.strip.model.rows if cell.skill == skill)


def test_every_skill_has_the_same_chance_on_both_pages(desk, build):
    strip = desk.page.strip
    at_table = {}
    for skill in rulebook().skills:
        strip.form.answer("skill", skill.id)
        odds = at_table[skill.id] = strip.odds
        cell = in_strip(build, skill.id)
        assert cell.chance == (percent(odds.success) if odds.allowed else "–"), skill.id
        names = ", ".join(items(strip)[place].accessibleName() for place in strip.request.items)
        assert f"Rolled too: {names}." in cell.spoken if names else "Rolled too" not in cell.spoken, skill.id
    build.tabs.setCurrentIndex(Tab.ODDS)
    for skill, odds in at_table.items():
        shown = build.odds.full.table.chance_model.place(skill, "average").data()
        assert shown == (percent(odds.success) if odds.allowed else "–"), skill
    assert "Each skill uses its default equipment" in build.odds.full.notes.text()


def test_ticks_for_one_character_are_none_for_the_next_even_unseen(desk, build, qtbot):
    build.odds.choose("maneuver", "average")
    build.tabs.setCurrentIndex(Tab.ODDS)
    qtbot.mouseClick(build.odds.full.chips[1], Qt.MouseButton.LeftButton)
    build.tabs.setCurrentIndex(Tab.DICE)
    ticked = in_strip(build, "maneuver").chance
    desk.document.open(clad().with_(id="e" * 32))
    desk.page.strip.form.answer("skill", "maneuver")
    assert in_strip(build, "maneuver").chance == percent(desk.page.strip.odds.success)
    assert in_strip(build, "maneuver").chance != ticked
