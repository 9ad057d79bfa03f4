"""The campaign of last time after a restart, whichever page asks for it first."""

import logging
import os
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from bones_desktop.document.bones.campaigndocument import CampaignDocument
from bones_desktop.pages.campaign.campaignhead import CampaignHead, NoCampaign
from bones_desktop.pages.campaign.campaignpage import CampaignTab
from bones_desktop.rules.bones.life.campaigns import advance, rename, set_first_year
from bones_desktop.storage.campaignfile import CAMPAIGNS, read_campaign, write_campaign
from bones_desktop.storage.files.locations import Locations
from tests.support.running import Running


@pytest.mark.parametrize("page", ["campaign", "tracker"])
def test_the_campaign_of_last_time_is_opened_once(qapp, tmp_path, caplog, monkeypatch, page):
    with Running(tmp_path, page="campaign") as running:
        running.window.show_page("campaign")
        running.program.campaigns.page.files.create("Wolves")
    opened = []
    open_campaign = CampaignDocument.open
    monkeypatch.setattr(CampaignDocument, "open", lambda self, path: opened.append(path) or open_campaign(self, path))
    with Running(tmp_path) as running, caplog.at_level(logging.WARNING, "bones_desktop"):
        running.window.show_page(page)
        assert running.program.campaigns.campaigns.campaign.name == "Wolves"
        assert len(opened) == 1
        assert not caplog.records


@pytest.mark.parametrize("name", ["long" * 100, "gone.bones-campaign"], ids=["bad name", "gone"])
def test_a_campaign_that_cannot_be_found_again_keeps_no_page_from_opening(qapp, tmp_path, caplog, name):
    with Running(tmp_path) as running, caplog.at_level(logging.WARNING, "bones_desktop"):
        running.program.settings.edit(last_campaign=str(tmp_path / name))
        running.window.show_page("campaign")
        assert running.program.campaigns.campaigns.campaign is None
        assert running.program.campaigns.page.isVisible()
        assert (name in running.window.banner.text) == name.startswith("long")


@pytest.mark.skipif(os.name != "posix", reason="file names are text elsewhere")
def test_a_campaign_whose_file_name_is_no_text_is_opened_and_not_remembered(qapp, tmp_path):
    with Running(tmp_path, page="campaign") as running:
        running.window.show_page("campaign")
        files = running.program.campaigns.page.files
        files.create("Wolves")
        odd = running.program.campaigns.campaigns.path.with_name("bad\udcff.bones-campaign")
        odd.write_bytes(running.program.campaigns.campaigns.path.read_bytes())
        files.open(odd)
        assert running.program.campaigns.campaigns.path == odd
        assert running.program.settings.value.last_campaign == ""


def changed_outside(running):
    """Return the campaign, open here and renamed by someone else, when the next step was refused."""
    running.window.show_page("campaign")
    running.program.campaigns.page.files.create("Wolves")
    campaigns = running.program.campaigns.campaigns
    write_campaign(campaigns.path, rename(campaigns.campaign, "Bears"))
    running.program.campaigns.page.calendar.let_pass()
    assert campaigns.campaign.day == 1
    assert "Something else has changed" in running.window.banner.text
    return campaigns


def test_a_campaign_changed_outside_can_be_taken_from_disk(qapp, tmp_path):
    with Running(tmp_path) as running:
        campaigns = changed_outside(running)
        running.button(running.window.banner, "Use the version on disk").click()
        assert campaigns.campaign.name == "Bears"
        assert not running.window.banner.text
        campaigns.apply("Year", lambda now: set_first_year(now, 7))
        assert read_campaign(campaigns.path).value == campaigns.campaign


@pytest.mark.parametrize("offer", ["Keep mine", "Use the version on disk"])
@pytest.mark.parametrize("leave", ["close", "remove", "another"])
def test_what_is_offered_for_a_campaign_goes_with_it(qapp, tmp_path, leave, offer):
    with Running(tmp_path) as running:
        campaigns = changed_outside(running)
        wolves, on_disk = campaigns.path, campaigns.path.read_bytes()
        button = running.button(running.window.banner, offer)
        if leave == "close":
            campaigns.close()
        elif leave == "remove":
            running.program.campaigns.page.files.remove(wolves)
        else:
            running.program.campaigns.page.files.create("Goats")
        assert not running.window.banner.text
        opened = campaigns.campaign
        button.click()
        assert not running.window.banner.text
        assert campaigns.campaign is opened
        assert leave == "remove" or wolves.read_bytes() == on_disk


def test_another_message_stays_when_the_campaign_is_left(qapp, tmp_path):
    with Running(tmp_path) as running:
        campaigns = changed_outside(running)
        running.window.banner.show_message("Something else")
        campaigns.close()
        assert running.window.banner.text == "Something else"


def test_a_campaign_that_may_not_be_written_any_more_says_so_and_keeps_what_is_on_disk(qapp, tmp_path):
    with Running(tmp_path) as running:
        campaigns = changed_outside(running)
        keep = running.button(running.window.banner, "Keep mine")
        newer = replace(CAMPAIGNS, schema=2).dump(campaigns.campaign)
        campaigns.path.write_bytes(newer)
        campaigns.take_from_disk()
        keep.click()
        assert running.refused == ["read-only-campaign"]
        assert campaigns.path.read_bytes() == newer


def test_a_campaign_changed_outside_can_be_kept_as_it_is_here(qapp, tmp_path):
    with Running(tmp_path) as running:
        campaigns = changed_outside(running)
        running.button(running.window.banner, "Keep mine").click()
        assert read_campaign(campaigns.path).value.name == "Wolves"
        assert running.window.banner.text == "Saved."
        campaigns.apply("Year", lambda now: set_first_year(now, 7))
        assert read_campaign(campaigns.path).value.first_year == 7


def test_a_campaign_whose_file_is_gone_can_be_written_again(qapp, tmp_path):
    with Running(tmp_path, page="campaign") as running:
        running.window.show_page("campaign")
        running.program.campaigns.page.files.create("Wolves")
        campaigns = running.program.campaigns.campaigns
        campaigns.path.unlink()
        running.program.campaigns.page.calendar.let_pass()
        running.button(running.window.banner, "Save it again").click()
        assert read_campaign(campaigns.path).value.name == "Wolves"


def test_a_campaign_just_begun_waits_for_someone_to_be_added(qapp, tmp_path):
    with Running(tmp_path, page="campaign") as running:
        running.window.show_page("campaign")
        page = running.program.campaigns.page
        page.files.create("Wolves")
        qapp.processEvents()
        assert page.party.members.add.hasFocus()
        shelf = running.program.desk.shelf
        page.party.members.add_members(shelf.entries()[:1])
        page.setFocus()
        assert page.party.board.hasFocus()
        QTest.keyClick(page.party.board, Qt.Key.Key_Tab)
        assert page.party.members.add.hasFocus()
        QTest.keyClick(page.party.members.add, Qt.Key.Key_Tab)
        assert page.party.members.view.hasFocus()


@pytest.mark.parametrize("tab", list(CampaignTab))
def test_tab_leaves_every_part_of_the_page(qapp, tmp_path, tab):
    with Running(tmp_path, page="campaign") as running:
        running.window.show_page("campaign")
        page = running.program.campaigns.page
        page.files.create("Wolves")
        page.party.members.add_members(running.program.desk.shelf.entries()[:1])
        page.show_tab(tab)
        page.setFocus()
        first, seen = qapp.focusWidget(), []
        while (now := qapp.focusWidget()) not in seen:
            seen.append(now)
            QTest.keyClick(now, Qt.Key.Key_Tab)
        assert qapp.focusWidget() is first
        assert page.tabs in seen
        assert any(isinstance(each, QToolButton) and each.text() == "Shelf" for each in seen)


def test_a_step_of_the_campaign_is_taken_back_after_a_restart(qapp, tmp_path):
    with Running(tmp_path, page="campaign") as running:
        running.window.show_page("campaign")
        running.program.campaigns.page.files.create("Wolves")
        running.program.campaigns.campaigns.apply("A day", lambda now: advance(now, 1, ()))
    with Running(tmp_path, page="campaign") as running:
        running.window.show_page("campaign")
        campaigns = running.program.campaigns
        assert campaigns.undo_text == "A day"
        campaigns.undo()
        assert campaigns.campaigns.campaign.day == 1


def test_a_step_of_the_campaign_opens_no_log_that_is_not_there(qapp, tmp_path):
    with Running(tmp_path, page="campaign") as running:
        running.window.show_page("campaign")
        program = running.program
        program.campaigns.page.files.create("Wolves")
        program.campaigns.page.party.members.add_members(program.desk.shelf.entries()[:1])
        program.desk.navigation.open_file(program.desk.shelf.entries()[0].path)
        program.campaigns.campaigns.apply("A day", lambda now: advance(now, 1, ()))
        assert program.document.character.day == 2
        assert "opened" not in vars(program.pages.room.keeper)


@pytest.mark.parametrize("how", ["denied", "a file"])
@pytest.mark.parametrize("kind", ["campaigns", "fights"])
def test_a_folder_that_cannot_be_listed_does_not_look_empty(qapp, tmp_path, monkeypatch, kind, how):
    folder = getattr(Locations.under(tmp_path), kind)
    folder.parent.mkdir(parents=True)
    if how == "denied":
        folder.mkdir()
        may = os.access
        monkeypatch.setattr(os, "access", lambda at, mode: at != folder and may(at, mode))
        told = f"You may not read or write {kind} in {folder.parent}. Allow it there, or use another folder."
    else:
        folder.write_bytes(b"in the way")
        told = f"The folder {folder} is missing."
    with Running(tmp_path) as running:
        if kind == "campaigns":
            running.window.show_page("campaign")
            words = running.program.campaigns.page.findChild(NoCampaign).none
            assert words.isVisible()
            assert words.text().startswith(told)
        else:
            running.window.show_page("encounter")
            menu = running.program.pages.fights.page.bar.menu
            menu.aboutToShow.emit()
            assert running.window.banner.text.startswith(told)
            running.window.banner.dismiss()
            menu.aboutToShow.emit()
            assert not running.window.banner.text, "it is told once"
            [others] = [each for each in menu.actions() if each.text().replace("&", "") == "Open a fight"]
            assert others.isVisible()
            assert not others.isEnabled()


def test_an_open_campaign_tells_that_others_cannot_be_seen(qapp, tmp_path, monkeypatch):
    with Running(tmp_path, page="campaign") as running:
        running.window.show_page("campaign")
        running.program.campaigns.page.files.create("Wolves")
        folder, may = running.locations.campaigns, os.access
        head = running.program.campaigns.page.findChild(CampaignHead)
        assert head.switch.isHidden()
        monkeypatch.setattr(os, "access", lambda at, mode: at != folder and may(at, mode))
        head.refresh()
        assert not head.switch.isHidden()
