"""The open campaign over real files: it is written first, members follow, and a step is taken back from them too."""

import os

import pytest

from bones_desktop.document.bones import campaigndocument
from bones_desktop.document.bones.campaigndocument import Party, PartyStep
from bones_desktop.rules.bones.book.character import LivedUntil
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.life import campaigns
from bones_desktop.rules.bones.making import edits
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.campaignfile import read_campaign, write_campaign
from bones_desktop.storage.files.characterfile import read_character, write_character
from bones_desktop.storage.files.textfiles import FileProblem
from tests.document.conftest import TODAY, Table, week
from tests.support.rulebooks import rulebook


def test_members_follow_a_week_of_rest_and_it_is_taken_back_from_them(table):
    table.anyone.apply(table.paths[0], "Hurt", lambda now: injuries.suffer(now, "arrow"))
    hurt = table.character(0)
    table.changes.clear()
    table.campaigns.apply("A week", week)
    assert table.campaigns.campaign.day == 8
    assert not table.character(0).lost
    assert table.character(1).day == 8
    [change] = table.changes
    assert len(change.party.made) == 2
    assert not change.party.refused
    assert table.campaigns.undo_text == "A week"
    table.campaigns.undo()
    assert table.campaigns.campaign.day == 1
    assert table.character(0) == hurt
    assert read_campaign(table.campaigns.path).value == table.campaigns.campaign
    table.campaigns.redo()
    assert not table.character(0).lost
    assert table.campaigns.redo_text is None


def test_an_open_member_gets_its_part_as_a_step_of_its_own_history(table):
    table.session.open(table.paths[0])
    table.campaigns.apply("A week", week)
    assert table.document.character.day == 8
    assert table.document.undo_stack.undoText() == "A week"
    table.campaigns.undo()
    assert table.document.character.day == 1


def test_a_member_changed_since_keeps_its_part_and_that_is_told(table):
    told = []
    table.campaigns.undo_incomplete.connect(told.append)
    table.campaigns.apply("A week", week)
    table.anyone.apply(table.paths[0], "Hurt", injuries.suffer)
    table.campaigns.undo()
    assert table.character(0).day == 8
    assert table.character(1).day == 1
    assert told == [(table.character(0).id,)]


def test_what_was_written_of_the_campaign_only_reaches_the_members_at_the_next_start(table, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(Party, "apply", lambda *_args: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            table.campaigns.apply("A week", week)
    assert table.character(0).day == 1
    campaigns = table.again()
    campaigns.open(table.campaigns.path)
    assert campaigns.campaign.day == 8
    assert [table.character(place).day for place in (0, 1)] == [8, 8]


def test_a_campaign_that_cannot_be_written_changes_nobody(table, monkeypatch):
    def refuse(path, _data, _present):
        raise FileProblem("disk-full", path)

    monkeypatch.setattr("bones_desktop.storage.files.saving.save_bytes", refuse)
    with pytest.raises(FileProblem):
        table.campaigns.apply("A week", week)
    assert table.campaigns.campaign.day == 1
    assert table.character(0).day == 1
    assert table.campaigns.undo_text == "Add"


def test_an_undo_that_cannot_be_written_leaves_everything_as_it_was(table, monkeypatch):
    table.campaigns.apply("A week", week)
    saved = table.campaigns._saved

    def refuse(_campaign, **_more):
        raise FileProblem("disk-full", saved.path)

    with monkeypatch.context() as patched:
        patched.setattr(saved, "save", refuse)
        with pytest.raises(FileProblem):
            table.campaigns.undo()
    assert table.campaigns.campaign.day == 8
    assert [table.character(place).day for place in (0, 1)] == [8, 8]
    table.campaigns.undo()
    assert [table.character(place).day for place in (0, 1)] == [1, 1]


def test_one_that_leaves_keeps_what_it_got_and_comes_back_by_undo(table):
    member = table.character(0).id
    table.campaigns.apply("A week", week)
    table.campaigns.apply("Remove", lambda now: campaigns.remove_member(now, member))
    assert table.character(0).campaign == ""
    assert table.character(0).day == 8
    table.campaigns.apply("A week", week)
    assert table.character(0).day == 8
    table.campaigns.undo()
    table.campaigns.undo()
    assert table.character(0).campaign == table.campaigns.campaign.id


def test_one_that_left_while_it_was_out_of_reach_leaves_when_the_campaign_is_opened_again(table, monkeypatch):
    bob = table.character(0)
    monkeypatch.setattr(Party, "apply", lambda *_unused: PartyStep(()))  # the program ended before the files
    table.campaigns.apply("Remove", lambda now: campaigns.remove_member(now, bob.id))
    monkeypatch.undo()
    assert table.character(0).campaign == table.campaigns.campaign.id
    table.again().open(table.campaigns.path)
    until = LivedUntil(campaign=bob.campaign, day=bob.day)
    assert table.character(0) == bob.with_(campaign="", lived=(until,))
    assert table.character(1).campaign == table.campaigns.campaign.id


@pytest.mark.skipif(os.name != "posix", reason="file names are text elsewhere")
def test_a_file_whose_name_is_no_text_leaves_a_campaign_like_any_other(table):
    gone = table.character(1)
    table.campaigns.apply("Leave", lambda now: campaigns.remove_member(now, gone.id))
    table.paths[1].unlink()
    odd = table.paths[1].with_name("bad\udcff.bones")
    write_character(odd, gone.with_(name="", campaign=table.campaigns.campaign.id))
    table.again().open(table.campaigns.path)
    assert not read_character(odd).value.campaign


def test_a_session_gives_once_however_often_members_are_caught_up(table):
    def play(now):
        return campaigns.begin_session(now, TODAY, "The bridge")

    table.campaigns.apply("Start", play)
    table.campaigns.apply("End", lambda now: campaigns.end_session(rulebook(), now))
    table.campaigns.catch_up()
    again = table.again()
    again.open(table.campaigns.path)
    assert [table.character(place).sessions for place in (0, 1)] == [1, 1]


def test_a_member_whose_file_is_gone_stops_nobody_and_is_caught_up_when_it_comes_back(table):
    removed = table.shelf.remove(table.paths[0])
    table.campaigns.apply("A week", week)
    assert table.character(1).day == 8
    table.shelf.restore(removed)
    table.campaigns.catch_up()
    assert table.character(0).day == 8


def test_names_of_members_are_kept_as_they_are_now(table):
    table.anyone.apply(table.paths[0], "Rename", lambda now: edits.set_text(now, "name", "Bob the Burnt"))
    table.campaigns.apply("A week", week)
    assert table.campaigns.campaign.members[0].name == "Bob the Burnt"


def test_a_refusal_changes_nothing_and_leaves_no_step(table):
    with pytest.raises(RulesError):
        table.campaigns.apply("Remove", lambda now: campaigns.remove_member(now, "0" * 32))
    assert table.campaigns.undo_text == "Add"
    table.campaigns.apply("Nothing", lambda now: now)
    assert table.campaigns.undo_text == "Add"


def test_without_a_campaign_nothing_can_be_done_to_one(table):
    table.campaigns.close()
    assert table.campaigns.campaign is None
    assert table.campaigns.members() == ()
    with pytest.raises(RulesError):
        table.campaigns.apply("A week", week)


def test_a_step_is_taken_back_and_done_again_after_a_restart(table):
    table.campaigns.apply("A week", week)
    campaigns = table.again()
    campaigns.open(table.campaigns.path)
    assert campaigns.undo_text == "A week"
    campaigns.undo()
    assert campaigns.campaign.day == table.character(0).day == table.character(1).day == 1
    campaigns = table.again()
    campaigns.open(table.campaigns.path)
    assert campaigns.redo_text == "A week"
    campaigns.redo()
    assert campaigns.campaign.day == table.character(0).day == table.character(1).day == 8


def test_a_member_changed_since_keeps_its_part_after_a_restart(table):
    table.campaigns.apply("A week", week)
    table.anyone.apply(table.paths[0], "Hurt", injuries.suffer)
    campaigns, told = table.again(), []
    campaigns.undo_incomplete.connect(told.append)
    campaigns.open(table.campaigns.path)
    campaigns.undo()
    assert (table.character(0).day, table.character(1).day) == (8, 1)
    assert told == [(table.character(0).id,)]


def test_a_step_is_taken_back_from_a_member_whose_file_was_renamed(table):
    table.campaigns.apply("A week", week)
    renamed = table.paths[0].rename(table.paths[0].with_name("Other.bones"))
    campaigns = table.again()
    campaigns.open(table.campaigns.path)
    campaigns.undo()
    assert read_character(renamed).value.day == table.character(1).day == 1


def test_a_member_whose_file_is_gone_keeps_its_part_and_that_is_told(table):
    told, gone = [], table.character(0).id
    table.campaigns.undo_incomplete.connect(told.append)
    table.campaigns.apply("A week", week)
    table.shelf.remove(table.paths[0])
    table.campaigns.undo()
    assert table.character(1).day == 1
    assert told == [(gone,)]


def test_a_campaign_changed_outside_has_no_steps_after_a_restart(table):
    table.campaigns.apply("A week", week)
    path = table.campaigns.path
    write_campaign(path, table.campaigns.campaign.with_(name="Bears"))
    campaigns = table.again()
    campaigns.open(path)
    assert campaigns.undo_text is None
    assert campaigns.redo_text is None


def test_a_step_that_changes_no_member_names_none(table: Table) -> None:
    table.campaigns.apply("Year", lambda now: campaigns.set_first_year(now, 7))
    party = table.changes[-1].party
    assert party is not None
    assert party.made == ()


def test_a_step_after_an_undo_takes_the_place_of_what_was_undone(table: Table) -> None:
    table.campaigns.apply("Year 7", lambda now: campaigns.set_first_year(now, 7))
    table.campaigns.undo()
    table.campaigns.apply("Year 8", lambda now: campaigns.set_first_year(now, 8))
    assert (table.campaigns.undo_text, table.campaigns.redo_text) == ("Year 8", None)


def test_no_more_steps_are_kept_than_the_limit(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaigndocument, "UNDO_STEPS", 2)
    for year in (7, 8, 9):
        table.campaigns.apply(f"Year {year}", lambda now, year=year: campaigns.set_first_year(now, year))
    for _ in range(5):
        table.campaigns.undo()
    assert table.campaigns.campaign is not None
    assert table.campaigns.campaign.first_year == 7
