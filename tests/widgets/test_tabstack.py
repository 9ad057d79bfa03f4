"""The tabs of the Build page are made when first needed, and then show what was chosen before they were there."""

from PySide6.QtWidgets import QLabel, QScrollArea
from pytestqt.qtbot import QtBot

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.builder.builderpanel import BuilderPanel, Tab
from bones_desktop.pages.builder.dicepage import DicePage
from bones_desktop.pages.builder.growthpage import GrowthPage
from bones_desktop.pages.builder.oddspage import OddsPage
from bones_desktop.pages.builder.originpage import OriginPage
from bones_desktop.pages.builder.storypage import StoryPage
from bones_desktop.rules.bones.making.improvement import finish
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.layouts import TabStack
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook

PAGES = {
    Tab.ORIGIN: OriginPage, Tab.DICE: DicePage, Tab.STORY: StoryPage, Tab.GROWTH: GrowthPage, Tab.ODDS: OddsPage,
}  # fmt: skip


def panel_of(qtbot: QtBot, *, read_only: bool = False) -> BuilderPanel:
    document = CharacterDocument(rulebook(), ragnar())
    if read_only:
        document.open(ragnar(), read_only=True)
    panel = BuilderPanel(document, Theme("iron"))
    qtbot.addWidget(panel)
    panel.show()
    return panel


def made(panel: BuilderPanel) -> set[Tab]:
    return {tab for tab, kind in PAGES.items() if panel.findChildren(kind)}


def test_a_place_is_filled_and_the_one_in_view_stays_in_view(qtbot: QtBot) -> None:
    stack = TabStack(Theme("iron"), 3)
    qtbot.addWidget(stack)
    stack.setCurrentIndex(1)
    first, second, third = QLabel("first"), QLabel("second"), QLabel("third")
    stack.put(2, third)
    stack.put_scrolled(1, second)
    stack.put(0, first)
    assert (stack.count(), stack.currentIndex()) == (3, 1)
    assert (stack.widget(0), stack.widget(2)) == (first, third)
    room = stack.widget(1)
    assert isinstance(room, QScrollArea)
    assert room.widget() is second
    assert all(stack.has(tab) for tab in range(3))
    assert not stack.has(3)


def test_only_what_was_in_view_is_made(qtbot: QtBot) -> None:
    panel = panel_of(qtbot)
    seen = {panel.tabs.currentIndex()}
    assert made(panel) == seen | {Tab.DICE}
    for tab in (Tab.GROWTH, Tab.ODDS, Tab.STORY, Tab.ORIGIN):
        assert tab in seen or tab not in made(panel)
        panel.tabs.setCurrentIndex(tab)
        seen.add(tab)
        assert made(panel) == seen | {Tab.DICE}
        [page] = panel.findChildren(PAGES[tab])
        assert page.isVisible()


def test_a_late_tab_shows_what_was_chosen_before(qtbot: QtBot) -> None:
    panel = panel_of(qtbot)
    against = panel.dice.strip.against
    against.activated.emit(next(each for each in against.model.rows if each.key == "difficult"))
    assert panel.dice.strip.difficulty == "difficult"
    assert made(panel) & {Tab.ODDS} == set()
    panel.tabs.setCurrentIndex(Tab.ODDS)
    assert panel.odds.full.difficulty == "difficult"
    panel.odds.set_difficulty("easy")
    assert panel.dice.strip.difficulty == "easy"


def test_permission_given_before_the_growth_tab_was_made_is_seen_there(qtbot: QtBot) -> None:
    panel = panel_of(qtbot)
    document = panel._document
    document.apply("Finish", lambda now: finish(document.rulebook, now, "2026-05-04"))
    panel.head.permission.setChecked(True)
    assert Tab.GROWTH not in made(panel)
    panel.tabs.setCurrentIndex(Tab.GROWTH)
    assert panel.growth.created.permission.isChecked()


def test_a_late_tab_of_a_locked_character_is_locked(qtbot: QtBot) -> None:
    panel = panel_of(qtbot, read_only=True)
    assert not panel.story.isEnabled()
    assert not panel.origin.isEnabled()
