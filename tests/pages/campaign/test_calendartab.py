"""The Calendar tab: the preview, days that pass for the party, treatment, and undoing it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.pages.campaign.calendartab import CalendarTab
from bones_desktop.rules.bones.book.character import HinderingDie
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.injury.injuries import damage
from bones_desktop.rules.bones.life import campaigns
from tests.pages.campaign.conftest import BOB, EMMA, RAGNAR, WOLF


@pytest.fixture
def tab(show, theme, world) -> CalendarTab:
    return show(CalendarTab(world.campaigns, theme, world.notices, world.anyone, None))


def choose(tab, span: str) -> None:
    QTest.mouseClick(spans(tab)[span], Qt.MouseButton.LeftButton)


def spans(tab):
    return tab.form.fields["span"].buttons


def test_the_look_ahead_says_what_a_span_heals_before_it_passes(tab, world, lines):
    assert lines(tab.table)[0] == ("Ragnar", "2 of 4 dice lost", "–", "in 13 days", "–")
    choose(tab, "week")
    assert tab.form.act.text() == "Let 7 days pass"
    assert tab.ahead.text() == "Then it is day 8 of winter, year 1."
    assert lines(tab.table)[0] == ("Ragnar", "2 of 4 dice lost", "die 2", "in 7 days", "–")
    assert lines(tab.table)[1][1:4] == ("dying, 2 below zero", "1 below zero", "in 35 days")
    assert lines(tab.table)[2][1:4] == ("unhurt", "–", "whole")
    assert world.now.day == 1


def test_a_number_that_is_typed_is_chosen(tab):
    number = tab.form.fields["days"]
    number.setFocus()
    number.selectAll()
    QTest.keyClicks(number, "3")
    assert chosen(tab) == ["number"]
    assert tab.form.act.text() == "Let 3 days pass"
    assert number.hasFocus()
    choose(tab, "day")
    choose(tab, "number")
    assert (tab.days, number.hasFocus()) == (3, True)


def test_days_pass_for_those_who_rest_and_a_summary_stands_there(tab, world, lines):
    tab.table.setFocus()
    tab.table.setCurrentIndex(tab.table.lines.index(1, 0))
    QTest.keyClick(tab.table, Qt.Key.Key_Space)
    tab.form.fields["days"].setFocus()
    tab.form.fields["days"].selectAll()
    QTest.keyClicks(tab.form.fields["days"], "14")
    QTest.keyClicks(tab.form.fields["note"], "Camp by the river")
    QTest.keyClick(tab.form.fields["note"], Qt.Key.Key_Return)
    assert world.now.day == 15
    assert world.now.passages[0].resting == (RAGNAR, EMMA, WOLF)
    assert world.campaigns.undo_text == "14 days pass"
    assert damage(world.character(RAGNAR)) == 0
    assert damage(world.character(BOB)) == 6
    assert tab.passed.isVisible()
    assert tab.passed.words.text() == "14 days passed."
    assert lines(tab.passed.table)[:2] == [
        ("Ragnar", "dice 2, 4", "whole", "–"),
        ("Bob", "–", "in 42 days", "–"),
    ]
    assert lines(tab.passages.table) == [
        ("Day 1 of winter, year 1", "14 days", "Ragnar, Emma, Wolf", "Camp by the river")
    ]
    assert tab.form.fields["note"].text() == ""


def test_who_rests_is_as_last_time_until_it_is_ticked_otherwise(tab, world):
    index = tab.table.lines.index(1, 0)
    QTest.mouseClick(tab.table.viewport(), Qt.MouseButton.LeftButton, pos=tab.table.visualRect(index).center())
    QTest.mouseClick(tab.form.act, Qt.MouseButton.LeftButton)
    QTest.mouseClick(tab.form.act, Qt.MouseButton.LeftButton)
    assert [passage.resting for passage in world.now.passages] == [(RAGNAR, EMMA, WOLF)] * 2
    assert tab.table.lines.rows[1][0].ticked is False
    assert tab.passed.words.text() == "One day passed."


def test_the_next_season_is_told_and_poison_stays(tab, world, lines):
    poison = HinderingDie(name="Poison", faces=(face("poison"),) * 6)
    world.anyone.apply(world.paths[BOB], "Poison", lambda now: now.with_(hindering=(poison,)))
    tab.refresh()
    assert lines(tab.table)[1][4] == "Poison"
    choose(tab, "season")
    assert spans(tab)["season"].text() == "To spring (91 days)"
    assert "A new season begins" in tab.ahead.text()
    tab.let_pass()
    assert tab.passed.words.text() == "91 days passed. It is spring now: everyone has three new actions."
    assert lines(tab.passed.table)[1][3] == "Poison"
    assert tab.date.text() == "Day 1 of spring, year 1"
    assert spans(tab)["season"].text() == "To summer (91 days)"


def chosen(tab) -> list[str]:
    return [span for span, button in spans(tab).items() if button.isChecked()]


@pytest.mark.parametrize(("span", "day"), [("week", 8), ("number", 11), ("season", 92)])
def test_a_second_press_by_mistake_lets_one_day_pass(tab, world, span, day):
    choose(tab, span)
    QTest.mouseClick(tab.form.act, Qt.MouseButton.LeftButton)
    assert world.now.day == day
    assert chosen(tab) == ["day"]
    assert tab.form.act.text() == "Let 1 day pass"
    assert tab.form.act.hasFocus()
    QTest.mouseClick(tab.form.act, Qt.MouseButton.LeftButton)
    assert world.now.day == day + 1
    choose(tab, span)
    assert tab.days > 1, "who wants as many again chooses them again"


def test_days_that_could_not_pass_stay_chosen(tab, world):
    world.campaigns.apply("Far", lambda now: far(now))
    choose(tab, "week")
    tab.let_pass()
    assert world.refusals() == ["calendar-full"]
    assert chosen(tab) == ["week"]


def test_enter_pressed_twice_in_the_number_lets_the_days_pass_once(tab, world, qapp):
    number = tab.form.fields["days"]
    number.setFocus()
    number.selectAll()
    QTest.keyClicks(number, "14")
    QTest.keyClick(number, Qt.Key.Key_Return)
    QTest.keyClick(qapp.focusWidget(), Qt.Key.Key_Return)
    assert world.now.day == 15
    assert number.value() == 14
    choose(tab, "number")
    assert tab.days == 14


def test_tab_comes_to_the_span_that_is_chosen(tab, qapp):
    choose(tab, "season")
    tab.let_pass()
    tab.form.fields["note"].setFocus()
    for _press in range(2):
        QTest.keyClick(qapp.focusWidget(), Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert spans(tab)["day"].hasFocus()


def test_another_campaign_begins_with_one_day(tab, world):
    choose(tab, "season")
    world.campaigns.open(world.folder.create(campaigns.new_campaign("9" * 32, "The tower")))
    assert chosen(tab) == ["day"]


def test_taking_back_undoes_it_for_everyone(tab, world):
    choose(tab, "week")
    tab.let_pass()
    assert damage(world.character(RAGNAR)) == 1
    QTest.mouseClick(tab.passed.take_back, Qt.MouseButton.LeftButton)
    assert world.now.day == 1
    assert damage(world.character(RAGNAR)) == 2
    assert not tab.passed.isVisible()
    assert not tab.passages.table.isVisible()


def test_a_member_is_treated_in_its_own_file_and_it_can_be_taken_back(tab, world, lines):
    tab.table.setFocus()
    assert tab.care.heading.full_text == "Medical attention for Ragnar"
    tab.care.fields["successes"].setValue(3)
    assert tab.care.note.text() == "Heals 1 at once. After that, one untreated damage heals in 4 days of rest."
    tab.care.fields["successes"].setValue(2)
    before = world.now
    QTest.mouseClick(tab.care.act, Qt.MouseButton.LeftButton)
    assert damage(world.character(RAGNAR)) == 1
    assert world.character(RAGNAR).care[0].days == 5
    assert world.now is before
    assert lines(tab.passed.table)[0][:2] == ("Ragnar", "die 2")
    QTest.mouseClick(tab.passed.take_back, Qt.MouseButton.LeftButton)
    assert damage(world.character(RAGNAR)) == 2
    assert world.now.day == 1


def test_enter_in_a_number_enters(tab, world):
    tab.care.fields["successes"].setFocus()
    tab.care.fields["successes"].setValue(2)
    QTest.keyClick(tab.care.fields["successes"], Qt.Key.Key_Return)
    assert damage(world.character(RAGNAR)) == 1
    tab.form.fields["days"].setFocus()
    tab.form.fields["days"].setValue(3)
    QTest.keyClick(tab.form.fields["days"], Qt.Key.Key_Return)
    assert world.now.day == 4


def test_what_cannot_be_treated_says_why(tab, world):
    tab.table.setCurrentIndex(tab.table.lines.index(2, 0))
    assert not tab.care.act.isEnabled()
    assert tab.care.note.text() == "There is nothing to heal."
    assert tab.care.act.toolTip() == tab.care.note.text()


def test_the_healers_numbers_begin_anew_with_another_member(tab):
    tab.care.fields["successes"].setValue(5)
    tab.table.setCurrentIndex(tab.table.lines.index(1, 0))
    assert tab.care.fields["successes"].value() == 0


def test_a_die_that_magic_holds_is_named(tab, world, lines):
    world.anyone.apply(world.paths[EMMA], "Hold", lambda now: injuries.lose(now, 0, "Light", held=True))
    tab.refresh()
    assert lines(tab.table)[2][1:4] == ("1 of 4 dice lost", "–", "magic holds die 1")


def test_a_member_whose_file_is_gone_is_said_to_be_away(tab, world, lines):
    world.paths[EMMA].unlink()
    tab.refresh()
    assert lines(tab.table)[2][:2] == ("Emma", "not here")
    tab.let_pass()
    assert world.now.day == 2
    assert "Emma" not in [line[0] for line in lines(tab.passed.table)]


def test_an_empty_party_says_where_members_come_from(tab, world):
    world.campaigns.apply("Empty", lambda now: now.with_(members=()))
    assert tab.nobody.isVisible()
    assert not tab.table.isVisible()
    assert not tab.care.isVisible()
    tab.let_pass()
    assert world.now.day == 2


def test_the_end_of_the_calendar_is_refused_with_its_reason(tab, world):
    tab.form.answer("note", "kept")
    world.campaigns.apply("Far", lambda now: far(now))
    tab.let_pass()
    assert world.refusals() == ["calendar-full"]
    assert tab.form.fields["note"].text() == "kept"


def far(campaign):
    while campaign.day + campaigns.MOST_DAYS_AT_ONCE <= 1_000_000:
        campaign = campaigns.advance(campaign, campaigns.MOST_DAYS_AT_ONCE)
    return campaigns.advance(campaign, 1_000_000 - campaign.day) if campaign.day < 1_000_000 else campaign


def test_in_a_narrow_page_the_days_that_passed_stand_below(tab, qtbot):
    tab.resize(820, 900)
    qtbot.waitUntil(lambda: tab.passages.y() > tab.table.y())
    assert tab.passages.x() < 40
