"""Awards are saved in the campaign's file as they are decided, and given when the session ends."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.document.bones.campaigndocument import CampaignDocument, Party
from bones_desktop.pages.campaign import campaignpanel
from bones_desktop.pages.campaign.awardboard import OTHER
from bones_desktop.pages.campaign.sessionstab import SessionsTab
from bones_desktop.rules.bones.life import campaigns
from bones_desktop.rules.bones.life.campaigns import Award, Campaign
from bones_desktop.storage.campaignfile import CAMPAIGNS, read_campaign
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.undohistory import UndoHistories
from bones_desktop.storage.files.versions import Versions
from tests.pages.campaign.awardcells import cell
from tests.pages.campaign.conftest import BOB, EMMA, RAGNAR, TODAY
from tests.support.rulebooks import rulebook

ROLE = Award(member=RAGNAR, spiffs=1, reason="good-role-playing")
HELP = Award(member=BOB, spiffs=3, reason="campaign-help")
CAKE = Award(member=EMMA, spiffs=0, reason=OTHER, note="Brought cake")


@pytest.fixture
def tab(show, theme, world) -> SessionsTab:
    tab = show(SessionsTab(world.campaigns, theme, world.notices, rulebook, lambda: TODAY, None))
    QTest.keyClick(tab.start_card.form.fields["title"], Qt.Key.Key_Return)
    return tab


def press(tab, member: str, reason: str, key: Qt.Key) -> None:
    QTest.keyClick(cell(tab, member, reason), key)


def click(tab, member: str, reason: str) -> None:
    table = cell(tab, member, reason)
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(table.currentIndex()).center())


def type_note(tab, member: str, text: str, reason: str = OTHER) -> None:
    cell(tab, member, reason)
    tab.now_card.board.note.setFocus()
    QTest.keyClicks(tab.now_card.board.note, text)


def on_disk(world) -> tuple[Award, ...]:
    return read_campaign(world.path).value.sessions[-1].awards


def total(tab, member: str) -> int:
    return sum(award.spiffs for award in tab.now_card.awards.draft.values() if award.member == member)


def fails(world):
    def apply(name, edit):
        raise FileProblem("disk-full", world.path, needed=1, free=0)

    return apply


def test_what_is_ticked_is_in_the_file_an_instant_later(tab, world, qtbot):
    click(tab, RAGNAR, "good-role-playing")
    qtbot.waitUntil(lambda: on_disk(world) == (ROLE,))
    press(tab, BOB, "campaign-help", Qt.Key.Key_3)
    qtbot.waitUntil(lambda: on_disk(world) == (ROLE, HELP))
    assert world.campaigns.undo_text == "Awards"
    assert [world.character(each).spiffs for each in (RAGNAR, BOB)] == [0, 0]
    assert [world.character(each).spiff_ledger for each in (RAGNAR, BOB)] == [(), ()]


def test_a_note_is_kept_after_a_pause_and_when_it_is_finished(tab, world, monkeypatch, qtbot):
    monkeypatch.setattr(campaignpanel, "WRITING_MS", 40)
    type_note(tab, EMMA, "Brought ")
    qtbot.waitUntil(lambda: on_disk(world) == (CAKE.with_(note="Brought"),))
    monkeypatch.setattr(campaignpanel, "WRITING_MS", 100_000)
    QTest.keyClicks(tab.now_card.board.note, "cake")
    assert tab.now_card.board.note.text() == "Brought cake", "the space typed before the pause is there"
    QTest.keyClick(tab.now_card.board.note, Qt.Key.Key_Return)
    assert on_disk(world) == (CAKE,)


@pytest.mark.parametrize(("typed", "kept"), [("\ud83dCake", "Cake"), ("a\x00b", "ab"), ("x" * 200, "x" * 200)])
def test_a_note_may_be_pasted_from_anywhere(tab, world, typed, kept):
    type_note(tab, EMMA, "")
    tab.now_card.board.note.insert(typed)
    tab.now_card.board.note.textEdited.emit(typed)
    tab.flush()
    assert [award.note for award in on_disk(world)] == [kept]


@pytest.mark.parametrize("leave", ["note", "tab", "flush"])
def test_a_note_half_typed_is_kept_when_it_is_left(tab, world, leave):
    type_note(tab, EMMA, "Brought cake")
    assert on_disk(world) == ()
    if leave == "note":
        tab.now_card.board.table.setFocus()
    elif leave == "tab":
        tab.hide()
    else:
        tab.flush()
    assert on_disk(world) == (CAKE,)


def test_a_note_being_typed_holds_back_no_tick(tab, world, qtbot):
    press(tab, RAGNAR, "good-role-playing", Qt.Key.Key_Space)
    type_note(tab, EMMA, "Brought cake")
    qtbot.waitUntil(lambda: on_disk(world) == (ROLE, CAKE))
    type_note(tab, BOB, "Helped")
    press(tab, RAGNAR, "good-role-playing", Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: ROLE not in on_disk(world))


def test_all_of_it_is_there_again_after_the_program_ended(show, theme, tab, world):
    press(tab, RAGNAR, "good-role-playing", Qt.Key.Key_Space)
    press(tab, BOB, "campaign-help", Qt.Key.Key_3)
    press(tab, RAGNAR, "adventure-award", Qt.Key.Key_2)
    type_note(tab, RAGNAR, "Freed the ferryman", "adventure-award")
    press(tab, BOB, OTHER, Qt.Key.Key_4)
    type_note(tab, EMMA, "Brought cake")
    tab.flush()
    draft, says = tab.now_card.awards.draft, tab.now_card.says.text()
    store = FileStore(CAMPAIGNS, Versions(world.locations.versions), lambda: datetime(2026, 11, 22, tzinfo=UTC))
    steps = UndoHistories(world.locations.undo / "campaigns", Campaign)
    later = CampaignDocument(rulebook, store, Party(world.anyone, lambda: world.shelf), lambda: TODAY, steps)
    later.open(world.path)
    second = show(SessionsTab(later, theme, world.notices, rulebook, lambda: TODAY, None))
    assert second.shown is second.now_card
    assert second.now_card.awards.draft == draft
    assert {cell: award.spiffs for cell, award in draft.items() if award.spiffs} == {
        (RAGNAR, "good-role-playing"): 1, (BOB, "campaign-help"): 3, (RAGNAR, "adventure-award"): 2, (BOB, OTHER): 4,
    }  # fmt: skip
    assert second.now_card.says.text() == says
    cell(second, EMMA, OTHER)
    assert second.now_card.board.note.text() == "Brought cake"
    type_note(second, BOB, "Baked it")
    second.now_card.end.click()
    assert [(each.member, each.spiffs, each.reason, each.note) for each in on_disk(world)] == [
        (RAGNAR, 1, "good-role-playing", ""),
        (RAGNAR, 1, "adventure-award", "Freed the ferryman"),
        (RAGNAR, 1, "adventure-award", "Freed the ferryman"),
        (BOB, 3, "campaign-help", ""),
        (BOB, 4, OTHER, "Baked it"),
    ]
    assert [world.character(each).spiffs for each in (RAGNAR, BOB, EMMA)] == [3, 7, 0]


def test_another_campaign_and_back(tab, world):
    other = world.folder.create(campaigns.begin_session(campaigns.new_campaign("1" * 32, "Mill"), TODAY))
    press(tab, RAGNAR, "good-role-playing", Qt.Key.Key_Space)
    tab.flush()
    world.campaigns.open(other)
    assert not tab.now_card.awards.draft
    world.campaigns.open(world.path)
    assert tab.now_card.awards.award_of(RAGNAR, "good-role-playing").spiffs == 1


def test_ticks_are_steps_that_are_taken_back_and_done_again(tab, world):
    press(tab, RAGNAR, "good-role-playing", Qt.Key.Key_Space)
    tab.flush()
    press(tab, BOB, "campaign-help", Qt.Key.Key_3)
    tab.now_card.end.click()
    assert world.campaigns.undo_text == "End session"
    world.campaigns.undo()
    assert (on_disk(world), world.character(BOB).spiffs) == ((ROLE, HELP), 0)
    world.campaigns.undo()
    assert (on_disk(world), total(tab, BOB)) == ((ROLE,), 0)
    world.campaigns.undo()
    assert (on_disk(world), total(tab, RAGNAR)) == ((), 0)
    for _step in range(3):
        world.campaigns.redo()
    assert [world.character(each).spiffs for each in (RAGNAR, BOB)] == [1, 3]
    assert tab.shown is tab.past_card


def test_a_session_reopened_takes_nothing_before_it_ends_anew_with_less(tab, world):
    press(tab, RAGNAR, "good-role-playing", Qt.Key.Key_Space)
    press(tab, BOB, "campaign-help", Qt.Key.Key_3)
    tab.now_card.end.click()
    tab.reopen()
    press(tab, BOB, "campaign-help", Qt.Key.Key_1)
    press(tab, RAGNAR, "good-role-playing", Qt.Key.Key_Delete)
    tab.flush()
    assert on_disk(world) == (HELP.with_(spiffs=1),)
    world.campaigns.catch_up()
    assert [world.character(each).spiffs for each in (RAGNAR, BOB)] == [1, 3]
    tab.now_card.end.click()
    assert [world.character(each).spiffs for each in (RAGNAR, BOB)] == [0, 1]
    world.campaigns.undo()
    assert [world.character(each).spiffs for each in (RAGNAR, BOB)] == [1, 3]
    assert tab.now_card.awards.award_of(BOB, "campaign-help").spiffs == 1
    world.campaigns.redo()
    assert [world.character(each).spiffs for each in (RAGNAR, BOB)] == [0, 1]


def test_a_session_reopened_keeps_every_note_of_awards_that_become_one(tab, world):
    goals = [Award(member=RAGNAR, spiffs=1, reason="adventure-award", note=note) for note in ("Ford", "Bridge", "Ford")]
    others = [Award(member=BOB, spiffs=spiffs, note=note) for spiffs, note in ((2, "Cake"), (1, "Song"))]
    plain = [Award(member=EMMA, spiffs=1, reason="adventure-award", note=note) for note in ("", "Saved Bob", "")]
    given = (*goals, *others, *plain)
    world.campaigns.apply("End", lambda now: campaigns.end_session(rulebook(), now, given))
    had = [world.character(each).spiffs for each in (RAGNAR, BOB, EMMA)]
    for _again in range(2):
        tab.reopen()
        tab.now_card.end.click()
        assert [(each.member, each.spiffs, each.note) for each in on_disk(world)] == [
            *[(RAGNAR, 1, "Ford; Bridge")] * 3,
            (BOB, 3, "Cake; Song"),
            *[(EMMA, 1, "Saved Bob")] * 3,
        ]
        assert [world.character(each).spiffs for each in (RAGNAR, BOB, EMMA)] == had == [3, 3, 3]


def test_notes_joined_are_cut_to_a_line(tab, world):
    others = [Award(member=BOB, spiffs=1, note=letter * 150) for letter in "ab"]
    world.campaigns.apply("End", lambda now: campaigns.end_session(rulebook(), now, others))
    tab.reopen()
    tab.now_card.end.click()
    [award] = on_disk(world)
    assert (award.spiffs, len(award.note)) == (2, 200)
    assert award.note.startswith("a" * 150 + "; b")


def test_who_left_and_comes_back_has_his_ticks_and_loses_nothing(tab, world):
    press(tab, BOB, "campaign-help", Qt.Key.Key_3)
    tab.now_card.end.click()
    tab.reopen()
    world.campaigns.apply("Remove", lambda now: campaigns.remove_member(now, BOB))
    press(tab, RAGNAR, "good-role-playing", Qt.Key.Key_Space)
    tab.flush()
    world.campaigns.apply("Add", lambda now: campaigns.add_member(now, BOB, "Bob", "Bob.bones"))
    assert tab.now_card.awards.award_of(BOB, "campaign-help").spiffs == 3
    tab.now_card.end.click()
    assert world.character(BOB).spiffs == 3


def test_a_full_disk_loses_no_tick_and_puts_it_into_no_other_session(tab, world, monkeypatch):
    other = world.folder.create(campaigns.begin_session(campaigns.new_campaign("1" * 32, "Mill"), TODAY))
    with monkeypatch.context() as full:
        full.setattr(world.campaigns, "apply", fails(world))
        press(tab, RAGNAR, "good-role-playing", Qt.Key.Key_Space)
        tab.flush()
        assert [signal for signal, _value in world.told] == ["trouble"]
        assert tab.unkept == {world.now.id}
        assert tab.now_card.awards.award_of(RAGNAR, "good-role-playing").spiffs == 1
        world.campaigns.open(other)
        assert not tab.now_card.awards.draft
    tab.flush()
    assert world.now.sessions[0].awards == ()
    assert tab.unkept
    world.campaigns.open(world.path)
    assert tab.now_card.awards.award_of(RAGNAR, "good-role-playing").spiffs == 1
    tab.flush()
    assert on_disk(world) == (ROLE,)
    assert not tab.unkept


def test_what_was_decided_for_a_session_that_is_no_more_is_let_go(tab, world):
    press(tab, RAGNAR, "good-role-playing", Qt.Key.Key_Space)
    while world.now.sessions:
        world.campaigns.undo()
    assert not tab.unkept
    assert world.refusals() == []
    QTest.keyClick(tab.start_card.form.fields["title"], Qt.Key.Key_Return)
    tab.flush()
    assert on_disk(world) == ()


def test_a_campaign_of_a_newer_program_takes_none_and_says_why(tab, world):
    data = replace(CAMPAIGNS, schema=2).dump(world.now)
    world.path.write_bytes(data)
    world.campaigns.take_from_disk()
    assert world.campaigns.read_only
    press(tab, RAGNAR, "good-role-playing", Qt.Key.Key_Space)
    assert world.refusals() == ["read-only-campaign"]
    assert not tab.now_card.awards.draft
    assert not tab.unkept
    assert world.path.read_bytes() == data
