"""The guide and the reference, tested in one running program."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from bones_desktop.pages.reference.entry import ReferenceSection
from bones_desktop.pages.reference.guideways import GuideWindow
from bones_desktop.rules.bones.reading.requests import ThrowKind
from bones_desktop.storage.games import GAMES, guide_of
from bones_desktop.widgets.text.labels import RuleLabel

LEFT = Qt.MouseButton.LeftButton


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("shelf", "Making a character"),
        ("table", "Trying something"),
        ("encounter", "Fighting"),
        ("tracker", "Damage and healing"),
        ("campaign", "The campaign"),
        ("log", "The log and its evenings"),
        ("sheet", "Sheet and printing"),
    ],
)
def test_f1_opens_what_is_at_hand_and_leads_back(reader, page, title):
    reader.trigger(page)
    reader.press(Qt.Key.Key_F1)
    assert reader.window.page == "reference"
    assert reader.reference.guide.page.name == title
    QTest.mouseClick(reader.reference.back, LEFT)
    assert reader.window.page == page
    reader.trigger("reference")
    assert not reader.reference.back.isVisible()


def test_f1_knows_the_tab(reader):
    reader.trigger("tracker")
    reader.program.pages.tracker.tabs.setCurrentIndex(1)
    reader.press(Qt.Key.Key_F1)
    assert reader.reference.guide.page.id == "magic"
    reader.trigger("build")
    reader.program.pages.build.tabs.setCurrentIndex(3)
    reader.press(Qt.Key.Key_F1)
    assert reader.reference.guide.page.id == "growing"


@pytest.mark.parametrize(
    ("change", "page"),
    [
        ({"skill": "magic"}, "magic"),
        ({"skill": "melee", "difficulty": ""}, "opposing"),
        ({"kind": ThrowKind.STRATEGIC}, "seasons"),
    ],
)
def test_f1_knows_what_is_to_be_thrown(reader, change, page):
    reader.trigger("table")
    table = reader.program.pages.table
    table.ask(replace(table.strip.request, **change))
    reader.press(Qt.Key.Key_F1)
    assert reader.reference.guide.page.id == page


@pytest.mark.parametrize(
    ("words", "rule"), [("cap", "ACT-3"), ("death", "CMB-15"), ("climb", "TASK-5"), ("leather", "EQP-5")]
)
def test_a_search_for_a_word_of_players_finds_the_rule(reader, words, rule):
    reader.trigger("reference")
    QTest.keyClicks(reader.reference.findChild(QLineEdit), words)
    found = [each.source for each in reader.reference.model.rows if each.section is ReferenceSection.RULES]
    assert rule in found


def test_every_page_opens_by_a_click_and_by_return_and_closes_with_escape(reader):
    reader.trigger("reference")
    panel = reader.reference
    view = panel.view
    pages = [each for each in panel.model.rows if each.section is ReferenceSection.GUIDE]
    assert len(pages) == 19 + len(GAMES) - 1
    for row, entry in enumerate(pages):
        index = panel.model.index(row, 0)
        view.scrollTo(index)
        reader.app.processEvents()
        QTest.mouseClick(view.viewport(), LEFT, pos=view.visualRect(index).center())
        assert panel.guide.page is not None, entry.name
        assert panel.guide.isVisible()
        assert not view.isVisible()
        QTest.keyClick(panel.guide, Qt.Key.Key_Escape)
        assert view.isVisible()
    view.setCurrentIndex(panel.model.index(3, 0))
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert panel.guide.page.name == pages[3].name
    QTest.mouseClick(panel.guide.after, LEFT)
    assert panel.guide.page.name == pages[4].name
    QTest.mouseClick(panel.guide.all_pages, LEFT)
    assert view.isVisible()


def test_the_id_in_the_corner_of_a_card_is_a_link(reader):
    reader.trigger("reference")
    panel = reader.reference
    panel.search("boots of stealth")
    reader.app.processEvents()
    view = panel.view
    room = view.visualRect(panel.model.index(0, 0))
    spots = [(x, y) for x in range(room.left(), room.right(), 3) for y in range(room.top(), room.bottom(), 3)]
    x, y = next(spot for spot in spots if view.rule_at(QPoint(*spot)))
    QTest.mouseClick(view.viewport(), LEFT, pos=QPoint(x + 6, y + 6))
    assert panel.findChild(QLineEdit).text() == "EQP-8"
    assert {each.source for each in panel.model.rows} == {"EQP-8"}


@pytest.mark.parametrize("width", [1000, 1366, 2560])
def test_nothing_of_a_page_is_cut_off(reader, width):
    reader.window.resize(width, 768)
    reader.trigger("reference")
    guide = reader.reference.guide
    for game in GAMES:
        for page in guide_of(game.game.id).pages:
            reader.reference.open_page(game.game.id, page.id)
            reader.app.processEvents()
            for part in (*guide.throws, *(card.dice for card in guide.throws)):
                assert part.height() >= part.heightForWidth(part.width()), page.id
            for label in guide._area.widget().findChildren(RuleLabel):
                if label.isVisible():
                    assert label.height() >= label.heightForWidth(label.width()), (page.id, label.text())


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("cap", "The cap of a restricted skill"), ("death", "Death"), ("dies", "Death"), ("climb", "Maneuver"),
        ("how do I die?", "Death"), ("how do I climb", "Maneuver"),
        ("climbed", "Maneuver"), ("leather", "Light armour"), ("heal", "Healer"), ("shields", "Full shield"),
        ("poisoned", "Poison"), ("ride", "Riding"), ("level", "Growing by icons"), ("xp", "Growing by icons"),
        ("magic points", "The safe level"), ("hit points", "Damage costs dice"), ("armor", "Armour gives itself up"),
        ("sneaking", "Stealth"), ("stealh", "Stealth"), ("steal", "Thief"), ("swords", "Sword"), ("spells", "Magic"),
        ("re-roll", "Re-rolling a die"), ("money", "Income"), ("initiative", "On the ground first"),
    ],
)  # fmt: skip
def test_what_is_meant_by_everyday_words_comes_first(reader, words, name):
    reader.trigger("reference")
    reader.reference.search(words)
    assert reader.reference.model.rows[0].name == name


@pytest.mark.parametrize("word", ["matron", "tomas", "karl", "clarisse", "dreg", "tribal"])
def test_no_word_of_the_adventure_finds_anything_before_the_switch(reader, word):
    reader.trigger("reference")
    reader.reference.search(word)
    assert [each.name for each in reader.reference.model.rows if word in each.text.casefold()] == []


@pytest.mark.parametrize(
    ("action", "page", "title"),
    [
        ("new", "table", "Making a character"),
        ("surprise", "shelf", "Making a character"),
        ("settings", "reference", "Settings"),
        ("makers", "build", "Sheet and printing"),
        ("fight", "build", "Fighting"),
        ("print", "build", "Icons and caps"),
    ],
)
def test_f1_in_a_dialog_opens_the_guide_over_it(reader, action, page, title):
    reader.trigger(page)
    reader.trigger(action)
    dialog = reader.app.activeWindow()
    assert dialog is not reader.window
    QTest.keyClick(dialog.focusWidget() or dialog, Qt.Key.Key_F1)
    QTest.qWait(20)
    guide = dialog.findChild(GuideWindow)
    assert guide.view.page.name == title
    assert guide.isVisible()
    assert reader.window.page == page
    rule = "CMB-15"
    reader.program.pages.guide.open_rule(rule)
    assert dialog.findChildren(GuideWindow) == [guide]
    assert guide.view._area.findChild(RuleLabel, rule).font().bold()
    QTest.keyClick(guide, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    dialog.close()
