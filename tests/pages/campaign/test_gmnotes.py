"""The GM's notes: saved automatically, and not lost by a refusal."""

import pytest
from PySide6.QtTest import QTest

from bones_desktop.pages.campaign import campaignpanel
from bones_desktop.pages.campaign.campaignpanel import GmNotes
from bones_desktop.rules.bones.life import campaigns
from bones_desktop.storage.files.textfiles import FileProblem


@pytest.fixture
def notes(show, theme, world) -> GmNotes:
    panel = show(GmNotes(world.campaigns, theme, world.notices, None))
    panel.field.setFocus()
    return panel


def test_they_are_kept_after_a_pause(show, theme, world, monkeypatch, qtbot):
    monkeypatch.setattr(campaignpanel, "WRITING_MS", 40)
    panel = show(GmNotes(world.campaigns, theme, world.notices, None))
    panel.field.setFocus()
    QTest.keyClicks(panel.field, "The miller lies")
    qtbot.waitUntil(lambda: world.now.gm_notes == "The miller lies")
    assert world.campaigns.undo_text == "GM's notes"


def test_they_are_kept_when_the_page_goes(notes, world):
    QTest.keyClicks(notes.field, "The miller lies")
    assert world.now.gm_notes == ""
    notes.hide()
    assert world.now.gm_notes == "The miller lies"


def test_undo_shows_what_was_there(notes, world):
    QTest.keyClicks(notes.field, "One")
    notes.field.flush()
    QTest.keyClicks(notes.field, " two")
    notes.field.flush()
    world.campaigns.undo()
    assert notes.field.value() == "One"


def test_what_is_being_typed_stays_while_something_else_changes(notes, world):
    QTest.keyClicks(notes.field, "Half a sen")
    world.campaigns.apply("Name", lambda now: now.with_(name="Other"))
    assert notes.field.value() == "Half a sen"


def test_a_full_disk_loses_nothing(notes, world, monkeypatch):
    def fails(name, edit):
        raise FileProblem("disk-full", world.path, needed=1, free=0)

    monkeypatch.setattr(world.campaigns, "apply", fails)
    QTest.keyClicks(notes.field, "Precious")
    notes.field.flush()
    assert [signal for signal, _value in world.told] == ["trouble"]
    notes.refresh()
    assert notes.field.value() == "Precious"
    monkeypatch.undo()
    notes.field.flush()
    assert world.now.gm_notes == "Precious"


def test_without_a_campaign_nothing_is_written(notes, world):
    world.campaigns.close()
    assert notes.field.isReadOnly()
    assert notes.field.value() == ""


def test_what_could_not_be_kept_goes_into_no_other_campaign_and_waits_for_its_own(notes, world, monkeypatch):
    other = world.folder.create(campaigns.new_campaign("1" * 32, "The bridge"))

    def fails(name, edit):
        raise FileProblem("disk-full", world.path, needed=1, free=0)

    with monkeypatch.context() as full:
        full.setattr(world.campaigns, "apply", fails)
        QTest.keyClicks(notes.field, "Precious")
        notes.field.flush()
        world.campaigns.open(other)
        assert notes.field.value() == ""
    notes.field.flush()
    assert world.now.gm_notes == ""
    world.campaigns.open(world.path)
    assert notes.field.value() == "Precious"
    notes.field.flush()
    assert world.now.gm_notes == "Precious"


def test_out_of_view_what_could_not_be_kept_goes_into_no_other_campaign_either(notes, world, monkeypatch):
    other = world.folder.create(campaigns.new_campaign("1" * 32, "The bridge"))

    def fails(name, edit):
        raise FileProblem("disk-full", world.path, needed=1, free=0)

    with monkeypatch.context() as full:
        full.setattr(world.campaigns, "apply", fails)
        QTest.keyClicks(notes.field, "Precious")
        notes.hide()
        world.campaigns.open(other)
    notes.field.flush()
    assert world.now.gm_notes == ""
    world.campaigns.open(world.path)
    notes.field.flush()
    assert world.now.gm_notes == "Precious"
