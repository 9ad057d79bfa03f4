"""Ticks made before a session ends survive any end of the program."""

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.pages.campaign.campaignpage import CampaignTab
from bones_desktop.storage.campaignfile import read_campaign, write_campaign
from tests.support.program import program, wait_until
from tests.support.running import Running

TICK = """
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from bones_desktop.start.application import Application
opened = Application.open_first
def tick(self):
    self.window.show_page("campaign")
    page = self.campaigns.page
    page.files.create("Wolves")
    page.party.members.add_members(self.desk.shelf.entries()[:1])
    page.show_tab(2)
    sessions = page.sessions
    QTest.mouseClick(sessions.start_card.form.act, Qt.MouseButton.LeftButton)
    table = sessions.now_card.board.table
    heads = [table.awards.headerData(n, Qt.Orientation.Horizontal) for n in range(table.awards.columnCount())]
    for head, key in (("Role", None), ("Help", Qt.Key.Key_3), ("Goal", Qt.Key.Key_2), ("Other", None)):
        index = table.awards.index(0, heads.index(head))
        table.setFocus()
        table.setCurrentIndex(index)
        if head == "Role":
            QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(index).center())
        elif key:
            QTest.keyClick(table, key)
    QTest.keyClicks(sessions.now_card.board.note, "Brought cake")
    print("ticked", flush=True)
def open_first(self, paths):
    opened(self, paths)
    QTimer.singleShot(0, lambda: tick(self))
Application.open_first = open_first
"""
"""Run in the program: begins a campaign of one and ticks its awards by mouse and keys."""


def awards(folder: Path) -> dict[str, tuple[int, str]]:
    """Return by reason what the one campaign's session is going to give, as its file has it."""
    found = [read_campaign(each).value for each in (folder / "data" / "campaigns").glob("*.bones-campaign")]
    sessions = [session for campaign in found for session in campaign.sessions]
    return {award.reason: (award.spiffs, award.note) for session in sessions for award in session.awards}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="kill as POSIX has it")
def test_awards_ticked_and_not_given_yet_are_there_after_a_kill(qapp, tmp_path: Path) -> None:
    with program(tmp_path, inside=TICK) as started:
        assert wait_until(lambda: awards(tmp_path).get("") == (0, "Brought cake")), "it was typed last"
        started.process.kill()
        started.process.wait()
    assert awards(tmp_path) == {
        "good-role-playing": (1, ""), "campaign-help": (3, ""), "adventure-award": (2, ""), "": (0, "Brought cake"),
    }  # fmt: skip
    with Running(tmp_path, page="campaign") as running:
        running.trigger("campaign")
        page = running.program.campaigns.page
        page.show_tab(CampaignTab.SESSIONS)
        board = page.sessions.now_card.board
        [player] = board.table.players
        shown = [int(board.table.awards.index(0, n + 1).data() or 0) for n in range(7)]
        told = dict(zip([each.short for each in board.table.rewards], shown, strict=True))
        assert told == {"Log": 0, "Portrait": 0, "Help": 3, "Role": 1, "Laugh": 0, "Goal": 2, "Other": 0}
        board.table.setCurrentIndex(board.table.awards.index(0, 7))
        assert board.note.text() == "Brought cake"
        QTest.mouseClick(page.sessions.now_card.end, Qt.MouseButton.LeftButton)
        [member] = running.program.campaigns.campaigns.members()
        assert member.character.id == player.id
        assert member.character.spiffs == 6
        assert running.program.campaigns.undo_text == "End session"
        QTest.keyClick(running.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert running.program.campaigns.campaigns.members()[0].character.spiffs == 0
        assert page.sessions.now_card.awards.award_of(player.id, "").note == "Brought cake"


def test_awards_ticked_in_one_campaign_wait_there_while_another_is_open(qapp, tmp_path: Path) -> None:
    with Running(tmp_path, page="campaign") as running:
        running.trigger("campaign")
        page = running.program.campaigns.page
        page.files.create("Wolves")
        wolves = running.program.campaigns.campaigns.path
        page.party.members.add_members(running.program.desk.shelf.entries()[:1])
        page.show_tab(CampaignTab.SESSIONS)
        QTest.mouseClick(page.sessions.start_card.form.act, Qt.MouseButton.LeftButton)
        board = page.sessions.now_card.board
        board.table.setFocus()
        board.table.setCurrentIndex(board.table.awards.index(0, 4))
        QTest.keyClick(board.table, Qt.Key.Key_Space)
        page.files.create("Bears")
        assert page.sessions.now_card.isHidden()
        page.files.open(wolves)
        assert board.table.awards.index(0, 4).data() == "1"
        assert awards(tmp_path) == {"good-role-playing": (1, "")}


@pytest.mark.parametrize("typed", ["tick", "log", "notes"])
def test_what_waits_for_a_removed_campaign_is_asked_for_no_more_and_there_again_with_it(qapp, tmp_path, typed):
    with Running(tmp_path, page="campaign") as running:
        running.trigger("campaign")
        campaigns = running.program.campaigns
        page = campaigns.page
        page.files.create("Wolves")
        page.party.members.add_members(running.program.desk.shelf.entries()[:1])
        page.show_tab(CampaignTab.SESSIONS)
        QTest.mouseClick(page.sessions.start_card.form.act, Qt.MouseButton.LeftButton)
        wolves = campaigns.campaigns.path
        write_campaign(wolves, campaigns.campaigns.campaign.with_(first_year=7))
        if typed == "tick":
            page.sessions.now_card.awards.give(campaigns.campaigns.campaign.members[0].id, "campaign-help", 2)
        elif typed == "log":
            QTest.keyClicks(page.sessions.log.field, "Over the ford")
        else:
            page.show_tab(CampaignTab.PARTY)
            QTest.keyClicks(page.party.notes.field, "The spy")
        assert not campaigns.flush()
        page.files.create("Bears")
        assert not campaigns.flush(), "it waits for a campaign that is there"
        bears = campaigns.campaigns.path
        page.files.remove(wolves)
        assert campaigns.flush()
        page.files.remove(bears)
        assert campaigns.flush()
        removed = {entry.name: entry.path for entry in page.files.folder.removed()}
        page.files.bring_back(removed["Wolves"])
        assert campaigns.flush()
        found = read_campaign(campaigns.campaigns.path).value
        kept = {"tick": found.sessions[0].awards, "log": found.sessions[0].log, "notes": found.gm_notes}
        assert [key for key, value in kept.items() if value] == [typed]


def test_what_waits_for_the_open_campaign_is_asked_for_no_more_when_it_is_removed(qapp, tmp_path):
    with Running(tmp_path, page="campaign") as running:
        running.trigger("campaign")
        campaigns = running.program.campaigns
        campaigns.page.files.create("Wolves")
        path = campaigns.campaigns.path
        path.write_bytes(b"{")
        QTest.keyClicks(campaigns.page.party.notes.field, "The spy")
        assert not campaigns.flush()
        campaigns.page.files.remove(path)
        assert campaigns.flush()
        campaigns.page.files.create("Bears")
        assert campaigns.flush()


def test_undo_takes_back_the_tick_that_was_just_made(qapp, tmp_path: Path) -> None:
    with Running(tmp_path, page="campaign") as running:
        running.trigger("campaign")
        page = running.program.campaigns.page
        page.files.create("Wolves")
        page.party.members.add_members(running.program.desk.shelf.entries()[:1])
        page.show_tab(CampaignTab.SESSIONS)
        QTest.mouseClick(page.sessions.start_card.form.act, Qt.MouseButton.LeftButton)
        table = page.sessions.now_card.board.table
        table.setFocus()
        table.setCurrentIndex(table.awards.index(0, 4))
        QTest.keyClick(table, Qt.Key.Key_Space)
        running.trigger("undo")
        assert table.awards.index(0, 4).data() == ""
        assert running.program.campaigns.undo_text == "Start session"
        running.trigger("redo")
        assert table.awards.index(0, 4).data() == "1"
        assert awards(tmp_path) == {"good-role-playing": (1, "")}
