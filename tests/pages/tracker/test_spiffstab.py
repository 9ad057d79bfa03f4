"""Spiffs earned, spent and vetoed, by mouse and keys: one press, one line of the ledger, one step of the history."""

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.tracker.spiffstab import SpiffsTab
from bones_desktop.rules.bones.book.character import CharacterKind, SpiffEntry
from bones_desktop.rules.bones.injury import injuries, spiffs
from bones_desktop.rules.bones.injury.injuries import State, condition
from bones_desktop.rules.bones.making.improvement import award, finish
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.layouts import TabStack
from bones_desktop.widgets.lists.line import Line
from bones_desktop.widgets.lists.linelist import LineList
from tests.support.forms import FormPage
from tests.support.layouts import restless
from tests.support.people import ragnar, someone
from tests.support.rulebooks import rulebook

TODAY = "2026-11-21"
BEAST = "universal,melee,melee,defend,perception,perception"


@pytest.fixture
def make(qtbot):
    def new(character=None, width=1250, height=608, **opened) -> SpiffsTab:
        document = CharacterDocument(rulebook(), ragnar())
        document.open(character or ragnar(), **opened)
        theme = Theme("iron")
        stack = TabStack(theme, 1)
        qtbot.addWidget(stack)
        tab = SpiffsTab(document, theme, lambda: TODAY, stack)
        stack.put_scrolled(0, tab)
        tab.document, tab.theme, tab.heard, tab.said, tab.stack = document, theme, [], [], stack
        tab.refused.connect(lambda why: tab.heard.append(why.code))
        tab.message.connect(tab.said.append)
        stack.resize(width, height)
        stack.show()
        QTest.qWaitForWindowActive(stack)
        return tab

    return new


def press(button) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def take(ways: LineList, way: str) -> None:
    """Click a way to earn or spend spiffs."""
    place = ways.visualRect(ways.lines.index(ways.lines.row_of(way))).center()
    QTest.mouseClick(ways.viewport(), Qt.MouseButton.LeftButton, pos=place)


def line(ways: LineList, way: str) -> Line:
    return ways.lines.rows[ways.lines.row_of(way)]


def form(tab: SpiffsTab) -> FormPage:
    assert tab.place.form.isVisible()
    return FormPage(tab.place.form)


def steps(tab: SpiffsTab) -> list[str]:
    stack = tab.document.undo_stack
    return [stack.text(place) for place in range(stack.count())]


def entries(tab: SpiffsTab) -> list[tuple[str, int, str]]:
    return [(entry.reason, entry.by, entry.note) for entry in tab.document.character.spiff_ledger]


def choose(tab: SpiffsTab, row: int) -> None:
    view = tab.balance.ledger
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(view.lines.index(row, 0)).center())


# earning


@pytest.mark.parametrize("way", spiffs.ways_to_earn(rulebook()), ids=lambda way: way.id)
def test_each_reason_to_earn_is_one_press(make, way):
    tab = make()
    take(tab.earning, way.id)
    if way.least != way.most:
        form(tab).press()
    assert entries(tab) == [(way.id, way.least, "")]
    assert tab.document.character.spiffs == way.least
    assert tab.document.character.spiff_ledger[0].on == TODAY
    assert len(steps(tab)) == 1
    assert steps(tab)[0].endswith(way.name)


def test_the_balance_is_told_large_and_undo_takes_it_back(make):
    tab = make()
    assert tab.balance.balance.text() == "0 spiffs"
    take(tab.earning, "portraits")
    assert tab.balance.balance.text() == "1 spiff"
    tab.document.undo_stack.undo()
    assert tab.balance.balance.text() == "0 spiffs"
    assert tab.balance.ledger.lines.rows == ()


def test_the_note_goes_into_the_line_and_is_used_once(make):
    tab = make()
    tab.note.setFocus()
    QTest.keyClicks(tab.note, "the map of the ford")
    take(tab.earning, "portraits")
    take(tab.earning, "portraits")
    assert [note for _reason, _by, note in entries(tab)] == ["the map of the ford", ""]


def test_amounts_that_vary_are_asked_for(make):
    tab = make()
    tab.note.setText("Ford")
    assert line(tab.earning, "campaign-help").text.endswith("…")
    take(tab.earning, "campaign-help")
    assert entries(tab) == []
    assert form(tab).answers.text("note") == "Ford"
    number = tab.place.form.fields["n"]
    assert (number.minimum(), number.maximum()) == (1, 3)
    form(tab).fill("n", 3)
    assert form(tab).says == ["Then 3 spiffs are left."]
    form(tab).press()
    assert entries(tab) == [("campaign-help", 3, "Ford")]
    assert steps(tab) == ["Earn 3 spiffs: Helping the campaign along, with maps or GM work"]
    assert tab.note.text() == ""
    assert not tab.place.id


def test_one_back_story_is_rewarded(make):
    tab = make()
    take(tab.earning, "good-back-story")
    great = line(tab.earning, "great-back-story")
    assert great.second == "The back-story has already earned its spiffs: A good back-story."
    assert great.second in great.spoken
    take(tab.earning, "great-back-story")
    assert tab.heard == ["back-story-rewarded"]
    assert len(entries(tab)) == 1
    tab.document.undo_stack.undo()
    assert line(tab.earning, "great-back-story").second == ""


def test_another_reason_needs_its_note(make):
    tab = make()
    take(tab.earning, "other")
    assert not form(tab).can_be_done
    form(tab).fill("note", "Brought the cake")
    form(tab).enter("note")
    assert entries(tab) == [("", 1, "Brought the cake")]
    assert steps(tab) == ["Earn 1 spiff: Brought the cake"]


# spending


@pytest.mark.parametrize(
    "way",
    [way for way in spiffs.ways_to_spend(rulebook()) if way.id != "survive" and way.least],
    ids=lambda way: way.id,
)
def test_each_use_is_one_press(make, way):
    tab = make(ragnar().with_(spiffs=5))
    take(tab.spending, way.id)
    assert entries(tab) == [(way.id, -way.least, "")]
    assert tab.document.character.spiffs == 5 - way.least


def test_what_is_too_dear_says_so_and_answers_with_its_reason(make):
    tab = make(ragnar().with_(spiffs=1))
    assert line(tab.spending, "soak").second == "This costs 2 spiffs; you have 1."
    assert line(tab.spending, "reroll").second == ""
    take(tab.spending, "soak")
    assert tab.heard == ["spiffs-too-few"]
    take(tab.spending, "reroll")
    assert line(tab.spending, "reroll").second
    assert tab.document.character.spiffs == 0


def test_the_gm_names_the_price_of_a_major_change(make):
    tab = make(ragnar().with_(spiffs=4))
    take(tab.spending, "major-change")
    form(tab).fill("n", 3)
    form(tab).press()
    assert entries(tab) == [("major-change", -3, "")]
    take(tab.spending, "major-change")
    form(tab).fill("n", 2)
    assert not form(tab).can_be_done
    assert tab.document.character.spiffs == 1


def test_surviving_needs_a_death_and_an_explanation(make):
    tab = make(ragnar().with_(spiffs=6))
    assert line(tab.spending, "survive").second == "The character is not dead."
    tab.document.apply("x", injuries.slay)
    take(tab.spending, "survive")
    assert not form(tab).can_be_done
    form(tab).fill("note", "The river bore him away")
    form(tab).press()
    assert condition(tab.document.character).state is not State.DEAD
    assert entries(tab) == [("survive", -5, "The river bore him away")]
    assert len(steps(tab)) == 2


# the ledger


def story():
    character = spiffs.earn(rulebook(), ragnar(), "great-back-story", "2026-11-01")
    character = spiffs.earn(rulebook(), character, "campaign-help", "2026-11-02", n=3)
    return spiffs.spend_on(rulebook(), character, "soak", "2026-11-03", note="arrow")


def test_a_use_that_is_chosen_is_vetoed_and_gives_back(make):
    tab = make(story())
    choose(tab, 0)
    assert tab.balance.veto.text() == "Veto: 2 spiffs back"
    press(tab.balance.veto)
    assert tab.document.character.spiffs == 5
    assert steps(tab) == ["Veto: 2 spiffs back"]
    assert [(row[0].text, row[0].struck) for row in tab.balance.ledger.lines.rows[:2]] == [
        ("Veto: Soak one damage", False),
        ("Soak one damage", True),
    ]
    assert tab.said == ["2 spiffs returned. Undo their effect at the table."]
    assert tab.balance.veto.text() == "Veto"
    tab.document.undo_stack.undo()
    assert tab.document.character == story()


def test_v_vetoes_the_line_the_keys_are_at(make):
    tab = make(story())
    view = tab.balance.ledger
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Home)
    QTest.keyClick(view, Qt.Key.Key_V)
    assert tab.document.character.spiffs == 5


def test_what_was_earned_cannot_be_vetoed(make):
    tab = make(story())
    choose(tab, 1)
    assert tab.balance.veto.text() == "Veto"
    press(tab.balance.veto)
    assert tab.heard == ["not-a-use"]


def test_a_veto_without_a_line_takes_the_newest_use_that_can_be_vetoed(make):
    used = spiffs.spend_on(rulebook(), story(), "reroll", TODAY)
    tab = make(spiffs.earn(rulebook(), spiffs.veto(used, 3, TODAY), "portraits", TODAY))
    tab.note.setFocus()
    tab.balance.ledger.setCurrentIndex(QModelIndex())
    veto = tab.balance.veto
    assert veto.text() == "Veto: 2 spiffs back"
    assert veto.accessibleDescription() == "Refunds the newest use: Soak one damage (V)"
    assert "Soak one damage" in veto.toolTip()
    veto.click()
    assert tab.heard == []
    last = tab.document.character.spiff_ledger[-1]
    assert (last.reason, last.by, last.veto) == ("soak", 2, True)


def test_a_veto_where_no_use_is_left_says_what_can_be_vetoed(make):
    earned = spiffs.earn(rulebook(), ragnar(), "portraits", TODAY)
    tab = make(earned)
    tab.note.setFocus()
    tab.balance.ledger.setCurrentIndex(QModelIndex())
    assert tab.balance.veto.text() == "Veto"
    tab.balance.veto.click()
    assert tab.heard == ["not-a-use"]
    assert tab.document.character == earned
    assert tab.balance.ledger.hasFocus()


def test_the_line_chosen_stays_chosen_when_others_come(make):
    tab = make(story())
    choose(tab, 0)
    take(tab.earning, "portraits")
    assert tab.balance.ledger.lines.rows[tab.balance.ledger.currentIndex().row()][0].text == "Soak one damage"


def test_a_veto_of_survival_is_death_again(make):
    dead = injuries.slay(ragnar().with_(spiffs=5))
    tab = make(spiffs.spend_on(rulebook(), dead, "survive", TODAY, note="luck"))
    choose(tab, 0)
    press(tab.balance.veto)
    assert condition(tab.document.character).state is State.DEAD
    assert tab.said == []


def test_a_full_ledger_is_refused_in_words(make):
    full = tuple(SpiffEntry(by=0) for _line in range(5_000))
    tab = make(ragnar().with_(spiff_ledger=full))
    take(tab.earning, "portraits")
    assert tab.heard == ["spiff-ledger-full"]


# growth


def test_sessions_toward_the_next_icon_lead_to_growth(make):
    tab = make()
    assert tab.balance.growth.text() == "Sessions bring icons once the character is finished."
    grown = award(finish(rulebook(), ragnar().with_(back_story="Born by the ford."), TODAY), 3, "", TODAY)
    tab.document.apply("x", lambda _each: grown)
    assert tab.balance.growth.text() == "3 icons are earned, the next for 1 session; 3 are saved."
    asked = []
    tab.balance.go.clicked.connect(lambda: asked.append(True))
    press(tab.balance.go)
    assert asked == [True]


# who, and where


def test_only_players_have_spiffs(make):
    tab = make(someone(CharacterKind.BEAST, BEAST))
    assert tab.others.isVisible()
    assert tab.others.text() == "Only player characters earn and spend spiffs."
    assert not tab.earning.isVisible()
    assert not tab.balance.isVisible()


def test_spiffs_that_a_cast_member_has_all_the_same_are_shown(make):
    tab = make(someone(CharacterKind.CAST, BEAST).with_(spiffs=2))
    assert tab.balance.isVisible()
    assert tab.balance.balance.text() == "2 spiffs"
    assert not tab.balance.go.isVisible()


def test_a_locked_character_says_why_nothing_changes(make):
    tab = make(story(), read_only=True)
    take(tab.earning, "portraits")
    take(tab.spending, "reroll")
    choose(tab, 0)
    press(tab.balance.veto)
    assert tab.heard == ["read-only-character"] * 3
    assert tab.document.character == story()


def test_keys_alone(make):
    tab = make(ragnar().with_(spiffs=1))
    tab.setFocus()
    assert tab.note.hasFocus()
    QTest.keyClick(tab.note, Qt.Key.Key_Return)
    assert tab.earning.hasFocus()
    assert tab.earning.current == "good-back-story"
    QTest.keyClick(tab.earning, Qt.Key.Key_Down)
    QTest.keyClick(tab.earning, Qt.Key.Key_Return)
    assert entries(tab) == [("great-back-story", 2, "")]
    seen = []
    for _press in range(12):
        QTest.keyClick(tab.window().focusWidget(), Qt.Key.Key_Tab)
        seen.append(tab.window().focusWidget())
    expected = [tab.spending, tab.balance.go, tab.balance.ledger, tab.balance.veto]
    assert [each for each in seen if each in expected][:4] == expected


def test_another_character_begins_without_the_note(make):
    tab = make()
    tab.note.setText("half a note")
    take(tab.earning, "campaign-help")
    tab.document.open(ragnar().with_(id="e" * 32))
    assert tab.note.text() == ""
    assert tab.place.form.isHidden()


def test_a_line_chosen_for_one_character_is_not_vetoed_for_another(make):
    tab = make(spiffs.spend_on(rulebook(), story(), "reroll", TODAY))
    choose(tab, 1)
    tab.document.open(tab.document.character.with_(id="e" * 32))
    press(tab.balance.veto)
    assert next(entry.reason for entry in tab.document.character.spiff_ledger if entry.veto) == "reroll"


def test_what_changed_out_of_sight_is_shown_when_it_comes_back(make):
    tab = make()
    tab.hide()
    tab.document.apply("x", lambda each: spiffs.earn(rulebook(), each, "portraits", TODAY))
    tab.show()
    assert tab.balance.balance.text() == "1 spiff"


@pytest.mark.parametrize(("text", "width", "height"), [(100, 1250, 560), (150, 1200, 560), (100, 2440, 1290)])
def test_nothing_is_cut_off(make, text, width, height):
    tab = make(ragnar(), width, height)
    tab.theme.set_text_size(text)
    QTest.qWait(20)
    assert tab.width() <= width
    for ways in (tab.earning, tab.spending):
        last = ways.visualRect(ways.lines.index(len(ways.lines.rows) - 1))
        assert last.bottom() <= ways.viewport().height() or ways.verticalScrollBar().maximum() > 0


def test_at_the_usual_size_nothing_has_to_be_scrolled(make):
    tab = make(story(), 1282, 600)
    assert tab.minimumHeight() <= 600
    assert tab.earning.verticalScrollBar().maximum() == 0


@pytest.mark.parametrize("width", [560, 800, 1250, 2440])
def test_the_layout_comes_to_rest(make, width):
    assert restless(make(story(), width, 420)) == 0


def test_the_heads_of_the_ledger_are_painted_in_the_text_size_of_now(make, qapp):
    tab = make(ragnar().with_(spiffs=5))
    tab.theme.apply(qapp)
    QTest.qWait(20)
    head = tab.balance.ledger.horizontalHeader()
    before = head.grab().toImage()
    for size in (200, 100):
        tab.theme.set_text_size(size)
        QTest.qWait(20)
        head.grab()
    assert head.grab().toImage() == before
