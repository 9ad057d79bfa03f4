"""The Sessions tab: starting a session, awards, the log and its writer, ending in one step, and later changes."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from bones_desktop.pages.campaign.awardboard import OTHER
from bones_desktop.pages.campaign.sessionstab import NEW, SessionsTab
from bones_desktop.rules.bones.injury.spiffs import BACK_STORIES
from bones_desktop.rules.bones.life import campaigns
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.widgets.choice.choicepopup import Choice
from tests.pages.campaign.awardcells import cell
from tests.pages.campaign.conftest import BOB, EMMA, RAGNAR, TODAY, WOLF
from tests.support.rulebooks import rulebook

HELP = "Helping the campaign along, with maps or GM work"


@pytest.fixture
def tab(show, theme, world) -> SessionsTab:
    return show(SessionsTab(world.campaigns, theme, world.notices, rulebook, lambda: TODAY, None))


@pytest.fixture
def begun(tab) -> SessionsTab:
    QTest.keyClicks(tab.start_card.form.fields["title"], "The ford")
    QTest.keyClick(tab.start_card.form.fields["title"], Qt.Key.Key_Return)
    return tab


def write(tab, text: str) -> None:
    log = tab.log
    log.field.setFocus()
    QTest.keyClicks(log.field, text)
    log.flush()


def test_a_session_starts_today_with_those_who_are_there(tab, world):
    assert tab.shown is tab.start_card
    assert tab.start_card.heading.text() == "Session 1"
    tab.start_card.form.fields[f"there.{EMMA}"].setFocus()
    QTest.keyClick(tab.start_card.form.fields[f"there.{EMMA}"], Qt.Key.Key_Space)
    QTest.keyClicks(tab.start_card.form.fields["title"], "  The   ford ")
    QTest.mouseClick(tab.start_card.form.act, Qt.MouseButton.LeftButton)
    [session] = world.now.sessions
    assert (session.number, session.on, session.title, session.ended) == (1, TODAY, "The ford", False)
    assert session.present == (RAGNAR, BOB, WOLF)
    assert tab.shown is tab.now_card
    assert tab.now_card.title.full_text == "1 · The ford"


def test_those_the_gm_hides_are_not_listed(tab, world):
    world.campaigns.apply("Hide", lambda now: campaigns.set_hidden(now, WOLF, True))
    assert [id for id, field in tab.start_card.form.fields.items() if not field.isHidden()] == [
        *(f"there.{each}" for each in (RAGNAR, BOB, EMMA)),
        "title",
    ]


def test_one_press_ends_the_session_and_gives_each_what_it_got(begun, world, lines):
    tab = begun
    write(tab, "They came to the ford.")
    QTest.keyClick(cell(tab, RAGNAR, "good-role-playing"), Qt.Key.Key_Space)
    QTest.keyClick(cell(tab, BOB, "campaign-help"), Qt.Key.Key_3)
    table = cell(tab, BOB, "funny-moment")
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(table.currentIndex()).center())
    QTest.keyClick(cell(tab, EMMA, "campaign-log"), Qt.Key.Key_Return)
    assert tab.log.writer.current == EMMA
    assert tab.now_card.says.text() == "3 players get a session, 6 spiffs in all."
    QTest.mouseClick(tab.now_card.end, Qt.MouseButton.LeftButton)
    assert world.campaigns.undo_text == "End session"
    assert [world.character(each).spiffs for each in (RAGNAR, BOB, EMMA)] == [1, 4, 1]
    assert [world.character(each).sessions for each in (RAGNAR, BOB, EMMA, WOLF)] == [1, 1, 1, 0]
    assert world.now.sessions[0].ended
    assert tab.shown is tab.past_card
    assert lines(tab.past_card.table) == [
        ("Ragnar", "+1", "+1", "Playing your role well in a session"),
        ("Bob", "+1", "+4", f"{HELP} (3); Making the GM laugh while in character"),
        ("Emma", "+1", "+1", "Keeping the campaign log, for each session"),
        ("Wolf", "there", "–", ""),
    ]  # fmt: skip
    assert tab.list.lines.rows[0][0].key == NEW
    world.campaigns.undo()
    assert [world.character(each).spiffs for each in (RAGNAR, BOB, EMMA)] == [0, 0, 0]
    assert tab.shown is tab.now_card


def test_taking_the_end_back_leaves_the_awards_on_the_board(begun, world):
    tab = begun
    QTest.keyClick(cell(tab, BOB, "campaign-help"), Qt.Key.Key_3)
    QTest.keyClick(cell(tab, RAGNAR, "adventure-award"), Qt.Key.Key_1)
    QTest.keyClicks(tab.now_card.board.note, "Freed the ferryman")
    tab.now_card.end.click()
    world.campaigns.undo()
    assert tab.now_card.says.text() == "3 players get a session, 4 spiffs in all."
    assert tab.now_card.awards.award_of(RAGNAR, "adventure-award").note == "Freed the ferryman"
    tab.now_card.end.click()
    assert [world.character(each).spiffs for each in (RAGNAR, BOB)] == [1, 3]


def test_a_session_begun_anew_gives_nothing_of_the_one_that_was_taken_back(begun, world):
    tab = begun
    QTest.keyClick(cell(tab, BOB, "campaign-help"), Qt.Key.Key_3)
    tab.now_card.end.click()
    while world.now.sessions:
        world.campaigns.undo()
    QTest.keyClick(tab.start_card.form.fields["title"], Qt.Key.Key_Return)
    assert tab.shown is tab.now_card
    assert tab.now_card.says.text() == "3 players get a session, 0 spiffs in all."


def test_a_spiff_that_the_end_does_not_give_is_not_counted(begun, world):
    kept = campaigns.Award(member=RAGNAR, spiffs=3, reason=BACK_STORIES[0])
    world.campaigns.apply("Keep", lambda now: campaigns.note_awards(now, 1, (kept,)))
    assert begun.now_card.says.text() == "3 players get a session, 0 spiffs in all."
    begun.now_card.end.click()
    assert world.character(RAGNAR).spiffs == 0


@pytest.mark.parametrize("size", [100, 150])
def test_the_heads_of_the_awards_are_read_in_full(begun, theme, size):
    table = begun.now_card.board.table
    theme.set_text_size(size)
    begun.setStyleSheet(f"QHeaderView::section {{ padding: 6px {theme.px(8)}px; font-weight: bold; }}")
    table.restyle()
    header = table.horizontalHeader()
    metrics = QFontMetrics(theme.font("sans", 14, bold=True))
    for column in range(1, table.awards.columnCount()):
        head = table.awards.headerData(column, Qt.Orientation.Horizontal)
        assert header.sectionSize(column) >= metrics.horizontalAdvance(head) + 2 * theme.px(8), head


def test_who_is_there_is_kept_at_once_and_who_is_not_gets_no_session(begun, world):
    tab = begun
    table = tab.now_card.board.table
    table.setFocus()
    table.setCurrentIndex(table.awards.index(1, 0))
    QTest.keyClick(table, Qt.Key.Key_Space)
    assert world.now.sessions[0].present == (RAGNAR, EMMA, WOLF)
    tab.now_card.end.click()
    assert world.character(BOB).sessions == 0
    assert world.character(RAGNAR).sessions == 1


def test_goals_are_given_one_by_one_with_a_note(begun, world, lines):
    tab = begun
    QTest.keyClick(cell(tab, RAGNAR, "adventure-award"), Qt.Key.Key_2)
    assert tab.now_card.board.label.text() == "Goal, Ragnar"
    QTest.keyClicks(tab.now_card.board.note, "Freed the ferryman")
    tab.now_card.end.click()
    assert [(each.spiffs, each.note) for each in world.now.sessions[0].awards] == [(1, "Freed the ferryman")] * 2
    assert lines(tab.past_card.table)[0][2:] == (
        "+2", "An award of the adventure, for each goal reached: Freed the ferryman (2)"
    )  # fmt: skip


def test_another_reason_needs_its_note(begun, world):
    tab = begun
    QTest.keyClick(cell(tab, RAGNAR, OTHER), Qt.Key.Key_2)
    tab.now_card.end.click()
    assert world.refusals() == ["award-says-what-for"]
    assert not world.now.sessions[0].ended
    QTest.keyClicks(tab.now_card.board.note, "Brought cake")
    tab.now_card.end.click()
    assert world.character(RAGNAR).spiffs == 2


def test_a_note_is_asked_for_only_where_one_belongs(begun):
    tab = begun
    cell(tab, RAGNAR, "funny-moment")
    assert not tab.now_card.board.note.isEnabled()
    assert tab.now_card.board.note.placeholderText()
    cell(tab, RAGNAR, OTHER)
    assert tab.now_card.board.note.isEnabled()


def test_beasts_are_on_the_board_and_earn_nothing(begun):
    tab = begun
    QTest.keyClick(cell(tab, WOLF, "funny-moment"), Qt.Key.Key_Space)
    assert all(award.member != WOLF for award in tab.now_card.awards.draft.values())
    index = tab.now_card.board.table.currentIndex()
    assert "Only player characters" in index.data(Qt.ItemDataRole.ToolTipRole)


def test_a_writer_needs_a_log(begun, world):
    tab = begun
    QTest.keyClick(cell(tab, EMMA, "campaign-log"), Qt.Key.Key_Space)
    assert world.refusals() == ["log-needs-text"]
    assert world.now.sessions[0].log_by == ""
    write(tab, "Rain.")
    tab.log.writer.activated.emit(Choice(EMMA, "Emma"))
    assert world.now.sessions[0].log_by == EMMA
    QTest.keyClick(cell(tab, EMMA, "campaign-log"), Qt.Key.Key_Space)
    assert world.now.sessions[0].log_by == ""


def test_the_log_is_kept_while_the_session_goes_on_and_its_words_are_counted(begun, world):
    tab = begun
    write(tab, "One two  three")
    assert world.now.sessions[0].log == "One two  three"
    assert tab.log.words.text() == "3 words"
    tab.now_card.end.click()
    assert tab.log.words.text() == "3 words"


def test_the_log_of_a_past_session_may_be_written_later_and_earns_its_spiff_once(begun, world):
    tab = begun
    tab.now_card.end.click()
    log = tab.log
    log.field.setFocus()
    QTest.keyClicks(log.field, "Late, but here.")
    log.writer.activated.emit(Choice(BOB, "Bob"))
    assert world.now.sessions[0].log == "Late, but here."
    assert world.character(BOB).spiffs == 1
    QTest.keyClicks(log.field, " More.")
    log.flush()
    assert world.now.sessions[0].log_by == BOB
    assert world.character(BOB).spiffs == 1


def test_the_last_session_can_be_reopened_with_its_awards(begun, world):
    tab = begun
    QTest.keyClick(cell(tab, RAGNAR, "good-role-playing"), Qt.Key.Key_Space)
    tab.now_card.end.click()
    QTest.mouseClick(tab.past_card.reopen, Qt.MouseButton.LeftButton)
    assert tab.shown is tab.now_card
    assert tab.now_card.awards.award_of(RAGNAR, "good-role-playing").spiffs == 1
    QTest.keyClick(cell(tab, RAGNAR, "funny-moment"), Qt.Key.Key_Space)
    tab.now_card.end.click()
    assert world.character(RAGNAR).spiffs == 2
    assert world.character(RAGNAR).sessions == 1


def test_only_the_last_can_be_reopened_and_titles_may_change(begun, world):
    tab = begun
    tab.now_card.end.click()
    tab.list.go_to(NEW)
    tab.start_card.form.act.click()
    tab.now_card.end.click()
    tab.list.setFocus()
    tab.list.go_to("1")
    assert not tab.past_card.reopen.isVisible()
    tab.past_card.title.setFocus()
    tab.past_card.title.selectAll()
    QTest.keyClicks(tab.past_card.title, "At the ford")
    QTest.keyClick(tab.past_card.title, Qt.Key.Key_Return)
    assert world.now.sessions[0].title == "At the ford"
    assert [row[0].text for row in tab.list.lines.rows] == ["New session…", "Session 2", "1 · At the ford"]
    assert tab.list.current == "1"
    tab.list.go_to("2")
    assert tab.past_card.reopen.isVisible()


def test_awards_that_are_being_decided_stay_while_days_or_logs_change(begun, world):
    tab = begun
    QTest.keyClick(cell(tab, RAGNAR, "good-role-playing"), Qt.Key.Key_Space)
    write(tab, "Rain.")
    world.campaigns.apply("Day", lambda now: campaigns.advance(now, 1))
    assert tab.now_card.awards.award_of(RAGNAR, "good-role-playing").spiffs == 1
    tab.hide()
    tab.show()
    assert tab.now_card.awards.award_of(RAGNAR, "good-role-playing").spiffs == 1


def test_digits_and_delete_set_spiffs_within_their_range(begun):
    tab = begun
    table = cell(tab, BOB, "campaign-help")
    QTest.keyClick(table, Qt.Key.Key_9)
    assert tab.now_card.awards.award_of(BOB, "campaign-help").spiffs == 3
    QTest.keyClick(table, Qt.Key.Key_Space)
    assert tab.now_card.awards.award_of(BOB, "campaign-help").spiffs == 0
    QTest.keyClick(table, Qt.Key.Key_2)
    QTest.keyClick(table, Qt.Key.Key_Delete)
    assert tab.now_card.awards.award_of(BOB, "campaign-help").spiffs == 0


def test_the_board_keeps_the_contract_and_speaks(begun, qtmodeltester):
    awards = begun.now_card.board.table.awards
    qtmodeltester.check(awards)
    assert awards.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole) == "Ragnar was there"
    row = awards.index(0, awards.columnCount() - 1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert row == "Ragnar, Session: +1"


def test_the_log_is_to_be_exported_only_where_there_is_one(tab, world):
    assert not tab.export.isEnabled()
    assert tab.export.toolTip()
    tab.start("", (RAGNAR,))
    QTest.mouseClick(tab.export, Qt.MouseButton.LeftButton)
    [dialog] = tab.findChildren(QFileDialog)
    assert dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
    dialog.close()


def test_beside_the_board_in_a_wide_page_below_it_in_a_narrow_one(begun, qtbot):
    begun.resize(1_900, 900)
    qtbot.waitUntil(lambda: begun.log.y() < 20)
    begun.resize(1_100, 700)
    qtbot.waitUntil(lambda: begun.log.y() > 200)


def test_in_large_text_the_list_stands_above_and_leaves_the_awards_their_width(begun, theme, qtbot):
    """Beside the list the columns of the awards had to be scrolled at 150 % text size on a small screen."""
    theme.set_text_size(150)
    begun.resize(1_176, 900)
    table, list_ = begun.now_card.board.table, begun.list
    qtbot.waitUntil(lambda: not table.horizontalScrollBar().maximum())
    assert list_.mapTo(begun, list_.rect().bottomLeft()).y() < begun.now_card.mapTo(begun, QPoint()).y()
    theme.set_text_size(100)
    qtbot.waitUntil(lambda: begun.now_card.mapTo(begun, QPoint()).x() > list_.width())
    qtbot.waitUntil(lambda: list_.height() > 300)


def test_someone_who_left_is_still_named_as_one_who_was_there(begun, world, lines):
    tab = begun
    tab.now_card.end.click()
    world.campaigns.apply("Remove", lambda now: campaigns.remove_member(now, BOB))
    assert "Former member" in [line[0] for line in lines(tab.past_card.table)]


def test_every_way_of_the_rulebook_has_a_column():
    ways = [way.id for way in campaigns.usual_awards(rulebook())]
    assert {"good-role-playing", "funny-moment", "campaign-log", "campaign-help", "portraits", "adventure-award"} == {
        *ways
    }


@pytest.mark.parametrize("seen", [True, False])
@pytest.mark.parametrize("ended", [True, False])
def test_a_log_that_could_not_be_kept_goes_into_no_other_campaign(begun, world, monkeypatch, seen, ended):
    def play(now):
        now = campaigns.begin_session(now, TODAY)
        return campaigns.end_session(rulebook(), now) if ended else now

    def fails(name, edit):
        raise FileProblem("disk-full", world.path, needed=1, free=0)

    other = world.folder.create(play(campaigns.new_campaign("1" * 32, "The bridge")))
    if ended:
        begun.now_card.end.click()
        begun.list.go_to("1")
    with monkeypatch.context() as full:
        full.setattr(world.campaigns, "apply", fails)
        begun.log.field.setFocus()
        QTest.keyClicks(begun.log.field, "They crossed")
        begun.flush()
        begun.setVisible(seen)
        world.campaigns.open(other)
        begun.list.go_to("1")
    begun.flush()
    assert [session.log for session in world.now.sessions] == [""]
    world.campaigns.open(world.path)
    begun.show()
    begun.list.go_to("1")
    begun.flush()
    assert [session.log for session in world.now.sessions] == ["They crossed"]
