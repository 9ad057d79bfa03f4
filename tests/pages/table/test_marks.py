"""A throw that was not meant is struck out and leads to nothing; a secret one is shown to the players when told to."""

from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt

from bones_desktop.play.bones.harm import result_words
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind
from bones_desktop.storage.log.logentry import HIDDEN, NOT_MEANT, EntryKind, LogFilter
from bones_desktop.storage.log.throwlog import ThrowLog
from tests.support.givendice import Faces
from tests.support.people import ragnar
from tests.support.running import Running
from tests.support.tabledesk import Desk, now, poison

FALL = Request(kind=ThrowKind.FALL, metres=20)
FREE = Request(difficulty="", against=0)
AGAIN = "Restore the roll"


def follow_ups(desk: Desk) -> list[str]:
    return [button.text() for button in desk.page.reading.follow_ups.buttons]


def line(desk: Desk):
    return next(each for each in reversed(desk.log.latest()) if each.kind is EntryKind.THROW)


@pytest.fixture
def fallen(make):
    """A fall on the table that did damage."""
    desk = make(rng=Faces(*(4,) * 100), character=ragnar().with_(spiffs=9))
    desk.page.ask(FALL)
    desk.key(Qt.Key.Key_Space)
    return desk


def test_a_throw_not_meant_leads_to_nothing_and_the_same_key_takes_that_back(fallen):
    offered, before = follow_ups(fallen), line(fallen)
    assert any("damage" in each for each in offered)
    fallen.key(Qt.Key.Key_N)
    assert follow_ups(fallen) == [AGAIN]
    assert line(fallen) == before.marked(NOT_MEANT, on=True)
    assert fallen.log.draws(before.evening)
    assert not line(fallen).is_meant
    reading = fallen.page.reading
    assert reading.headline.font().strikeOut()
    assert reading.strike.isChecked()
    assert "struck out" in reading.text()
    assert not any(button.isEnabled() for button in reading.row.buttons)
    fallen.key(Qt.Key.Key_N)
    assert follow_ups(fallen) == offered
    assert line(fallen) == before
    assert not reading.headline.font().strikeOut()


def test_nothing_can_be_spent_on_a_throw_not_meant_and_the_reason_is_said(fallen):
    fallen.key(Qt.Key.Key_N)
    for key in (Qt.Key.Key_S, Qt.Key.Key_R):
        fallen.key(key)
    fallen.page.spiffs.overrule(3, "")
    fallen.page.spiffs.soak()
    assert {each.code for each in fallen.refused} == {"throw-not-meant"}
    assert fallen.document.character.spiffs == 9
    assert not fallen.page.play.played.uses


def test_what_is_done_later_keeps_the_mark(fallen):
    fallen.page.spiffs.soak()
    fallen.key(Qt.Key.Key_N)
    fallen.document.undo_stack.undo()
    assert not line(fallen).is_meant
    assert follow_ups(fallen) == [AGAIN]
    fallen.document.undo_stack.redo()
    fallen.page.spiffs.veto()
    assert not line(fallen).is_meant
    fallen.key(Qt.Key.Key_N)
    assert any("damage" in each for each in follow_ups(fallen))


def test_harm_of_an_earlier_throw_struck_out_in_the_list_is_offered_no_more(fallen):
    fallen.page.ask(FREE)
    fallen.key(Qt.Key.Key_Space)
    assert any("(earlier roll)" in each for each in follow_ups(fallen))
    [fall] = [each for each in fallen.log.latest() if "damage" in each.result or "Fall" in each.title]
    view = fallen.page.log.view
    view.show_row(fallen.page.log.model.row_of(fall.id))
    view.mark(NOT_MEANT)
    assert not any("(earlier roll)" in each for each in follow_ups(fallen))
    assert not fallen.log.is_pending(ragnar().id)
    view.mark(NOT_MEANT)
    assert any("(earlier roll)" in each for each in follow_ups(fallen))
    assert fallen.log.is_pending(ragnar().id)


def test_a_mark_outlives_the_program_and_can_be_taken_back_on_another_day(fallen, theme, tmp_path):
    fallen.key(Qt.Key.Key_N)
    struck = line(fallen)
    fallen.log.close()
    fallen.log = ThrowLog(tmp_path / "log.db", now)
    page = fallen.another(theme, fallen.log)
    assert [each.id for each in fallen.log.read(fallen.log.ids(LogFilter(tag=NOT_MEANT)))] == [struck.id]
    assert not page.table.owed()
    page.spiffs.mark(struck, NOT_MEANT, on=False)
    assert any("damage" in each.text for each in page.table.owed())
    assert len(fallen.log.ids(LogFilter(tag=NOT_MEANT))) == 0
    page.shutdown()
    page.deleteLater()


def test_dice_taken_before_are_not_offered_twice_when_it_was_meant_after_all(make):
    desk = make(rng=Faces(*(0,) * 100))
    poison(desk)
    desk.page.ask(FREE)
    desk.key(Qt.Key.Key_Space)
    [harm] = desk.page.play.proposals()
    desk.page.play.take(harm)
    assert not desk.page.play.proposals()
    desk.key(Qt.Key.Key_N)
    desk.document.undo_stack.undo()
    assert not desk.page.play.proposals()
    desk.document.undo_stack.redo()
    desk.key(Qt.Key.Key_N)
    assert not desk.page.play.proposals()
    desk.document.undo_stack.undo()
    assert desk.page.play.proposals() == (harm,)


# --- secret throws ----------------------------------------------------------------------------------------------------


@pytest.fixture
def running(qapp, tmp_path):
    with Running(tmp_path, clock=lambda: datetime(2026, 11, 21, 20, 41, tzinfo=UTC), page="table") as running:
        running.program.document.open(ragnar().with_(spiffs=9))
        running.window.show_page("table")
        running.program.desk.pace.choose("off")
        yield running
        running.program.campaigns.players.close()


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_of_a_secret_throw_the_players_are_told_only_that_until_it_is_shown_to_them(running):
    table = running.program.pages.table
    running.trigger("players")
    players = running.program.campaigns.players
    table.throw()
    public = players.result.text
    assert public.startswith("Ragnar: ")
    table.strip.secret.click()
    # A word says so, and no tint alone.
    assert table.strip.secret.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonTextBesideIcon
    assert table.strip.secret.text() == "Secret"
    table.throw()
    assert not table.strip.secret.isChecked(), "for one roll only"
    assert table.strip.secret.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonIconOnly
    assert table.play.played.is_secret
    assert players.result.text == "Secret roll"
    assert not players.tray.isVisible()
    assert "secret" in table.reading.text()
    assert table.tray.contents.plate == "Secret"
    assert "Secret" in table.tray.accessibleDescription()
    table.spiffs.buy()
    assert players.result.text == "Secret roll"
    [show] = [each for each in table.reading.follow_ups.buttons if each.text() == "Show it to the players"]
    show.click()
    assert players.result.text == result_words(running.program.document.rulebook, table.play.played)
    assert players.tray.isVisible()
    assert table.tray.contents.plate == ""
    assert HIDDEN not in table.play.played.entry.tags
    table.throw()
    assert not table.play.played.is_secret


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_mark_set_on_the_log_page_is_on_the_table_too(running):
    table, log = running.program.pages.table, running.program.pages.log
    table.throw()
    running.window.show_page("log")
    view = log.throws.view
    view.show_row(log.throws.model.rowCount() - 1)
    log.throws.acts.strike.click()
    assert not table.play.played.is_meant
    assert view.current().tags[-1] == NOT_MEANT
    assert log.throws.acts.strike.text() == "Restore"
    box = log.throws.bar.where
    box.choose(next(choice.key for choice in box.model.offered if choice.text == "Struck out"))
    assert log.throws.model.rowCount() == 1
    log.throws.acts.strike.click()
    assert table.play.played.is_meant


def test_a_roll_is_made_secret_and_shown_again_beside_its_reading(fallen):
    reading = fallen.page.reading
    assert not reading.secret.isChecked()
    reading.secret.click()
    assert HIDDEN in line(fallen).tags
    assert reading.secret.isChecked()
    assert "Secret" in fallen.page.tray.contents.plate
    reading.secret.click()
    assert HIDDEN not in line(fallen).tags
