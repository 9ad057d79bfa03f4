"""The Reference page by mouse and keys, and cards with room for all their texts."""

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLineEdit, QListView

from bones_desktop.pages.reference.entries import reference_entries
from bones_desktop.pages.reference.entry import ReferenceSection
from bones_desktop.pages.reference.entrydelegate import CardLayout
from bones_desktop.pages.reference.guidepage import ThrowCard
from bones_desktop.pages.reference.referencepanel import ReferenceModel, ReferencePanel
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind
from bones_desktop.theme.theme import Theme
from tests.support.desks import PageDesk
from tests.support.rulebooks import rulebook


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    made = Theme("iron", 100)
    made.apply(qapp)
    yield made
    qapp.setStyleSheet("")


@pytest.fixture
def desk(theme: Theme, tmp_path: Path) -> PageDesk:
    return PageDesk(theme, tmp_path)


@pytest.fixture
def panel(on_screen, desk: PageDesk) -> ReferencePanel:
    made = on_screen(ReferencePanel(desk, lambda: None, lambda: None), 1180, 690, wait="exposed")
    made.activateWindow()
    made.setFocus()
    return made


def search_field(panel: ReferencePanel) -> QLineEdit:
    return panel.findChild(QLineEdit)


def lists(panel: ReferencePanel) -> tuple[QListView, QListView]:
    sections, view = panel.findChildren(QListView)
    return sections, view


def shown(panel: ReferencePanel) -> list[str]:
    model = lists(panel)[1].model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


@pytest.mark.parametrize(
    ("text", "request_"),
    [
        ("Pits of area 5", Request(kind=ThrowKind.FALL, metres=10)),
        ("Deprivation: a difficult", Request("physical", difficulty="difficult")),
        ("Climb out of the pit", Request("maneuver", difficulty="almost-impossible")),
        ("Enchanted vest", None),
    ],
)
def test_what_the_adventure_asks_of_the_dice_is_thrown_for(qtbot, desk, panel: ReferencePanel, text, request_) -> None:
    """CMB-34: 10 m do the one damage that the adventure states for its pits."""
    panel.set_spoilers(True)
    panel.search(text)
    view = lists(panel)[1]
    middle = view.visualRect(view.model().index(0, 0)).center()
    for press in (qtbot.mouseClick, qtbot.mouseDClick):
        press(view.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert desk.navigation.of("prepare_throw") == ([request_] * 2 if request_ is not None else [])


def press_section(qtbot, panel: ReferencePanel, name: str) -> None:
    sections, _ = lists(panel)
    row = next(row for row in range(sections.model().rowCount()) if sections.model().index(row, 0).data() == name)
    place = sections.visualRect(sections.model().index(row, 0)).center()
    qtbot.mouseClick(sections.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_the_model_keeps_the_contract(qtmodeltester, qapp: QApplication) -> None:
    model = ReferenceModel(reference_entries(rulebook()))
    qtmodeltester.check(model, force_py=True)


def test_filtering_keeps_the_contract(qtmodeltester, qapp: QApplication) -> None:
    model = ReferenceModel(reference_entries(rulebook()))
    model.show_only("defend", ReferenceSection.MASTERIES)
    qtmodeltester.check(model, force_py=True)
    assert {model.at(model.index(row, 0)).section for row in range(model.rowCount())} == {ReferenceSection.MASTERIES}
    assert model.counts[ReferenceSection.SKILLS] > 0


def test_screen_readers_hear_the_whole_entry_and_its_house_badge(qapp: QApplication) -> None:
    model = ReferenceModel(reference_entries(rulebook()))
    model.show_only("Citizen", ReferenceSection.TEMPLATES)
    heard = model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert heard.startswith("Citizen. Background. Universal, Mental, Craft or Merchant")
    assert heard.endswith("house rule")


def test_typing_searches_at_once_in_all_sections(qtbot, panel: ReferencePanel) -> None:
    press_section(qtbot, panel, "Races")
    assert shown(panel) == ["Elf", "Dwarf", "Halfling", "Orc"]
    qtbot.keyClicks(search_field(panel), "riposte")
    assert shown(panel)[0] == "Riposte"
    assert "Swordmaster" in shown(panel)


def test_escape_brings_the_section_back(qtbot, panel: ReferencePanel) -> None:
    press_section(qtbot, panel, "Races")
    qtbot.keyClicks(search_field(panel), "sword")
    qtbot.keyClick(search_field(panel), Qt.Key.Key_Escape)
    assert search_field(panel).text() == ""
    assert shown(panel) == ["Elf", "Dwarf", "Halfling", "Orc"]


def test_a_section_narrows_the_answers(qtbot, panel: ReferencePanel) -> None:
    qtbot.keyClicks(search_field(panel), "defend")
    press_section(qtbot, panel, "Races")
    assert shown(panel) == ["Dwarf", "Orc"]
    qtbot.keyClicks(search_field(panel), "s")
    assert shown(panel) == ["Dwarf", "Orc"], "another form of the word"
    qtbot.keyClicks(search_field(panel), " qq")
    assert shown(panel) == []


def test_sections_count_the_answers(qtbot, panel: ReferencePanel) -> None:
    sections, _ = lists(panel)
    qtbot.keyClicks(search_field(panel), "defend")
    counts = {line.text: int(line.right) for line in sections.lines.rows}
    assert counts["Races"] == 2
    assert counts["Improvement"] == 0
    assert counts["Everything"] == len(shown(panel)) == sum(counts.values()) - counts["Everything"]


def test_no_answer_is_told_kindly(qtbot, panel: ReferencePanel) -> None:
    qtbot.keyClicks(search_field(panel), "qwertz")
    _, view = lists(panel)
    assert not view.isVisible()
    assert panel.empty.isVisible()
    assert "qwertz" in panel.empty.text()


def test_find_goes_to_the_search_and_down_to_the_answers(qtbot, panel: ReferencePanel) -> None:
    _, view = lists(panel)
    qtbot.waitUntil(search_field(panel).hasFocus)
    qtbot.keyClick(search_field(panel), Qt.Key.Key_Down)
    assert view.hasFocus()
    qtbot.keyClick(view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert search_field(panel).hasFocus()


def test_letters_typed_on_the_cards_go_to_the_search(qtbot, panel: ReferencePanel) -> None:
    _, view = lists(panel)
    view.setFocus()
    qtbot.keyClick(view, "m")
    qtbot.keyClicks(search_field(panel), "ace")
    assert search_field(panel).text() == "mace"
    assert shown(panel)[0] == "Sword"


def test_arrows_walk_over_the_cards_and_enter_does_nothing(qtbot, panel: ReferencePanel) -> None:
    sections, view = lists(panel)
    sections.setCurrentIndex(sections.model().index(3, 0))
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.currentIndex().data() == "Physical"
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.currentIndex().data() == "Null"
    before = shown(panel)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert (view.currentIndex().data(), shown(panel)) == ("Null", before)


def test_copy_gives_the_entry_as_text(qtbot, panel: ReferencePanel) -> None:
    _, view = lists(panel)
    qtbot.keyClicks(search_field(panel), "boots of stealth")
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == (
        "Boots of Stealth\nMagic item\nStealth, Stealth, Stealth, Blank, Blank, Blank\n"
        "Stealth on 3 faces; the die is rolled too.\nEQP-8"
    )


def test_cards_side_by_side_are_of_one_height(panel: ReferencePanel) -> None:
    _, view = lists(panel)
    rects = [view.visualRect(view.model().index(row, 0)) for row in range(view.model().rowCount())]
    rows: dict[int, set[int]] = {}
    for rect in rects:
        rows.setdefault(rect.top(), set()).add(rect.height())
    assert len(rows) < len(rects)
    assert all(len(heights) == 1 for heights in rows.values())
    assert view.horizontalScrollBar().maximum() == 0


@pytest.mark.parametrize("size", [100, 150, 250])
def test_every_card_holds_all_it_says(qapp: QApplication, size: int) -> None:
    theme = Theme("parchment", size)
    layout = CardLayout(theme, "house rule")
    for entry in reference_entries(rulebook()):
        for width in (theme.px(180), theme.px(412), theme.px(640)):
            card = layout.card(entry, width)
            for words in card.words:
                assert words.rect.left() >= 0, entry.name
                assert words.rect.right() <= width, entry.name
                assert words.rect.bottom() < card.height, entry.name
            for tile in card.tiles:
                assert tile.rect.left() >= 0, entry.name
                assert tile.rect.right() <= width, entry.name
                assert tile.rect.bottom() < card.height, entry.name
            lines = [words.rect for words in card.words if words.text not in {entry.rule, "house rule"}]
            assert not [(one, two) for one in lines for two in lines if one is not two and one.intersects(two)]


def test_the_page_follows_theme_and_text_size(qtbot, panel: ReferencePanel, theme: Theme) -> None:
    _, view = lists(panel)
    index = view.model().index(0, 0)
    small = view.visualRect(index).height()
    before = panel.grab().toImage().pixelColor(QPoint(4, 4))
    theme.set_text_size(150)
    theme.set_theme("parchment")
    QApplication.processEvents()
    assert view.visualRect(index).height() > small
    assert view.visualRect(view.model().index(1, 0)).top() > 0
    assert panel.grab().toImage().pixelColor(QPoint(4, 4)) != before


def test_cards_that_are_not_seen_are_measured_when_they_are(
    qtbot, panel: ReferencePanel, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    _sections, view = lists(panel)
    before = view.visualRect(view.model().index(3, 0))
    measured: list[str] = []
    card = CardLayout.card
    monkeypatch.setattr(CardLayout, "card", lambda *args: measured.append(args[1].name) or card(*args))
    panel.hide()
    for size in (120, 150):
        theme.set_text_size(size)
        QApplication.processEvents()
    assert not measured
    panel.show()
    qtbot.waitUntil(lambda: bool(measured))
    assert view.visualRect(view.model().index(3, 0)).height() > before.height()


def test_each_card_is_measured_once_for_a_text_size_and_those_in_view_first(
    qtbot, panel: ReferencePanel, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = lists(panel)[1]
    cards = view.model().rowCount()
    QApplication.processEvents()
    measured: list[str] = []
    card = CardLayout.card
    monkeypatch.setattr(CardLayout, "card", lambda *args: measured.append(args[1].name) or card(*args))
    theme.set_text_size(110)
    QApplication.processEvents()
    assert 0 < len(measured) < cards / 2
    qtbot.waitUntil(lambda: len(measured) >= cards)
    QApplication.processEvents()
    assert len(measured) == cards
    assert view.visualRect(view.model().index(cards - 1, 0)).isValid()


def test_cards_of_entries_that_went_are_let_go(qtbot, panel: ReferencePanel) -> None:
    _sections, view = lists(panel)
    first = weakref.ref(view.model().rows[0])
    assert view.visualRect(view.model().index(0, 0)).height() > 0
    panel.open_at("margin")
    QApplication.processEvents()
    gc.collect()
    assert first() is None


def test_what_is_being_read_stays_in_view_with_another_text_size(qtbot, theme: Theme, panel: ReferencePanel) -> None:
    view = lists(panel)[1]
    bar = view.verticalScrollBar()
    QApplication.processEvents()
    for row in (400, 600):
        bar.setValue(bar.value() + view.visualRect(view.model().index(row, 0)).top())
        assert view.indexAt(QPoint(1, 1)).row() == row
        for size in (120, 150, 100):
            theme.set_text_size(size)
            QApplication.processEvents()
            assert view.indexAt(QPoint(1, 1)).row() == row
            assert view.visualRect(view.model().index(row, 0)).top() == 0


def test_the_last_cards_are_laid_out_where_they_are_seen_first(qtbot, theme: Theme, panel: ReferencePanel) -> None:
    view = lists(panel)[1]
    view.scrollToBottom()
    QApplication.processEvents()
    theme.set_text_size(75)
    QApplication.processEvents()
    last = view.visualRect(view.model().index(view.model().rowCount() - 1, 0))
    assert view.viewport().rect().contains(last.center())


def test_a_closed_page_of_the_guide_lets_go_of_what_stood_on_it(panel: ReferencePanel, qtbot) -> None:
    panel.open_page("bones", "trying")
    assert panel.guide.findChildren(ThrowCard)
    qtbot.mouseClick(panel.guide.all_pages, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not panel.guide.findChildren(ThrowCard))
    assert panel.guide.page is None
    assert lists(panel)[1].isVisible()
    panel.open_page("bones", "trying")
    assert panel.guide.findChildren(ThrowCard)


def test_a_die_says_what_it_is_worth_unless_the_dice_are_summed(panel: ReferencePanel) -> None:
    """A one that counts as one stood there without it, beside a three and a five with it."""

    def below(page: str) -> list[list[tuple[str, str]]]:
        panel.open_page(*page.split("/"))
        cards = [each for each in panel.guide.findChildren(ThrowCard) if each.isVisible()]
        return [[(die.code, die.below) for die in card.dice.dice] for card in cards]

    assert [("3", "+1"), ("4", ""), ("5", "+1"), ("1", "+1")] in below("story_bones/story-bones")
    assert not any(worth for card in below("margin/margin")[:1] for _code, worth in card)
