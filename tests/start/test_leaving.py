"""Closing the window while the open character cannot be saved, in the whole program."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from bones_desktop.pages.campaign.campaignpage import CampaignTab
from bones_desktop.rules.bones.life.campaigns import begin_session
from bones_desktop.rules.reasons import refuse
from bones_desktop.storage.files import saving
from bones_desktop.storage.files.characterfile import read_character
from bones_desktop.storage.files.textfiles import FileProblem
from tests.support.running import Running


def _full(path: Path, data: bytes, _present: object) -> None:
    raise FileProblem("disk-full", path, needed=len(data), free=12)


@pytest.fixture
def typed(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Return the program with a name typed that the full disk does not take."""
    with Running(tmp_path) as running, monkeypatch.context() as broken:
        broken.setattr(saving, "save_bytes", _full)
        running.program.document.apply("Name", lambda now: now.with_(name="Typed"), merge="name")
        yield running
        running.program.end()


def click(running: Running, words: str) -> None:
    QTest.mouseClick(running.button(running.dialog(), words), Qt.MouseButton.LeftButton)
    running.app.processEvents()


def test_the_window_stays_when_the_character_cannot_be_saved(typed: Running) -> None:
    typed.trigger("quit")
    box = typed.dialog()
    assert isinstance(box, QMessageBox)
    assert box.text().startswith("Typed is not saved.\n")
    assert "\n\nThere is no room left" in box.text()
    click(typed, "Stay")
    assert typed.window.isVisible()
    assert typed.program.document.character.name == "Typed"


def test_it_asks_once_however_often_closing_is_tried_and_anew_after_the_answer(typed: Running) -> None:
    assert not typed.window.close()
    assert not typed.window.close()
    QTest.keyClick(typed.dialog(), Qt.Key.Key_Escape)
    QTest.qWait(0)
    assert typed.dialogs() == []
    assert not typed.window.close()
    assert typed.dialog()


def test_the_player_may_leave_all_the_same(typed: Running) -> None:
    typed.window.close()
    click(typed, "Close without saving")
    assert not typed.window.isVisible()
    assert typed.dialogs() == []


def test_an_end_asked_for_by_the_system_is_not_held_up(typed: Running) -> None:
    typed.program.end()
    assert not typed.window.isVisible()
    assert typed.dialogs() == []


def test_with_room_again_it_is_saved_and_closed_without_a_question(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Running(tmp_path) as running:
        path = running.program.session.path
        with monkeypatch.context() as broken:
            broken.setattr(saving, "save_bytes", _full)
            running.program.document.apply("Name", lambda now: now.with_(name="Typed"), merge="name")
            assert not running.window.close()
            click(running, "Stay")
        assert running.window.close()
        assert running.dialogs() == []
        assert read_character(path).value.name == "Typed"


def _refused(*_: object) -> bool:
    raise refuse("read-only-campaign")


@pytest.mark.parametrize("saves", [_full, _refused])
def test_the_window_stays_when_what_was_written_of_the_campaign_cannot_be_saved(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, saves
) -> None:
    with Running(tmp_path, page="campaign") as running:
        running.trigger("campaign")
        page = running.program.campaigns.page
        page.files.create("The ford")
        with monkeypatch.context() as broken:
            broken.setattr(saving, "save_bytes", saves)
            page.party.notes.field.setFocus()
            QTest.keyClicks(page.party.notes.field, "The miller lies")
            assert not running.window.close()
            box = running.dialog()
            assert isinstance(box, QMessageBox)
            assert box.text() == "What you wrote about the campaign is not saved."
            click(running, "Stay")
        assert page.party.notes.field.value() == "The miller lies"
        assert running.window.close()
        assert running.dialogs() == []
        campaign = running.program.campaigns.campaigns.campaign
        assert campaign is not None
        assert campaign.gm_notes == "The miller lies"


def test_a_log_that_waits_for_its_campaign_is_not_left_unasked(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Running(tmp_path, page="campaign") as running:
        running.trigger("campaign")
        page, campaigns = running.program.campaigns.page, running.program.campaigns.campaigns
        for name in ("The bridge", "The ford"):
            page.files.create(name)
            if name == "The bridge":
                other = campaigns.path
        campaigns.apply("Start session", lambda now: begin_session(now, "2026-11-21"))
        page.show_tab(CampaignTab.SESSIONS)
        running.app.processEvents()
        with monkeypatch.context() as broken:
            broken.setattr(saving, "save_bytes", _full)
            page.sessions.log.field.setFocus()
            QTest.keyClicks(page.sessions.log.field, "They crossed")
            page.files.open(other)
        assert not running.window.close()
        click(running, "Close without saving")
        assert not running.window.isVisible()
