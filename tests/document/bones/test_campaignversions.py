"""Going back to an earlier version of a campaign: what its members have stays theirs, and nothing is given twice."""

from functools import partial

import pytest

from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.life import campaigns
from bones_desktop.rules.bones.life.campaigns import Award
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.campaignfile import CAMPAIGNS, CampaignFolder, read_campaign, write_campaign
from bones_desktop.storage.files.characterfile import read_character
from bones_desktop.storage.files.textfiles import FileProblem
from tests.document.conftest import TODAY, added, week
from tests.support.rulebooks import rulebook


def begin(now):
    return campaigns.begin_session(now, TODAY, "The bridge")


def end(now, *awards):
    return campaigns.end_session(rulebook(), now, awards)


def play(campaigns, *awards):
    """Play one session of which everyone gets one toward the next icon."""
    campaigns.apply("Start", begin)
    campaigns.apply("End", lambda now: end(now, *awards))


@pytest.fixture
def later(table):
    """A week of rest and a session after what the earlier version holds."""
    campaigns = table.again()
    campaigns.open(table.campaigns.path)
    table.anyone.apply(table.paths[0], "Hurt", lambda now: injuries.suffer_all(now, 3, "arrow"))
    campaigns.apply("A week", week)
    play(campaigns, Award(member=table.character(0).id, spiffs=2, reason="", note="Brave"))
    return campaigns


def files(table):
    return [path.read_bytes() for path in table.paths]


def characters(table):
    return [table.character(place) for place in (0, 1)]


def earliest(campaigns):
    """Return the version kept before the week of rest."""
    return campaigns.version(campaigns.versions()[0])


def test_going_back_leaves_the_members_what_they_have_and_keeps_the_present_campaign(later, table):
    before, present = files(table), later.campaign
    assert earliest(later).day == 1
    assert not earliest(later).sessions
    later.bring_back("Back", earliest(later))
    assert (later.campaign.day, later.campaign.sessions) == (1, ())
    assert read_campaign(later.path).value == later.campaign
    assert files(table) == before
    assert later.version(later.versions()[0]) == present
    assert later.undo_text == "Back"


def test_what_is_noted_again_is_given_to_nobody_twice(later, table):
    before, present = characters(table), later.campaign
    brave = present.sessions[0].awards[0]
    assert before[0].lost
    later.bring_back("Back", earliest(later))
    later.apply("A week", week)
    play(later, brave)
    assert later.campaign == present
    assert characters(table) == before


def test_another_session_of_the_same_number_takes_the_place_of_what_the_first_gave(later, table):
    first, second = (each.id for each in characters(table))
    spiffs = [each.spiffs for each in characters(table)]
    later.bring_back("Back", earliest(later))
    later.apply("Start", lambda now: campaigns.begin_session(now, TODAY, "", (second,)))
    later.apply("End", lambda now: end(now, Award(member=second, spiffs=1, reason="", note="Wise")))
    assert [each.sessions for each in characters(table)] == [0, 1]
    assert [each.spiffs for each in characters(table)] == [spiffs[0] - 2, spiffs[1] + 1]
    assert first != second


def test_going_back_is_undone_and_done_again_with_its_members(later, table):
    first = table.character(0).id
    later.apply("Remove", lambda now: campaigns.remove_member(now, first))
    before, present = characters(table), later.campaign
    later.bring_back("Back", earliest(later))
    back, kept = later.campaign, characters(table)
    assert [each.campaign for each in kept] == [back.id, back.id]
    later.undo()
    assert (later.campaign, characters(table)) == (present, before)
    later.redo()
    assert (later.campaign, characters(table)) == (back, kept)


def test_going_back_is_undone_after_a_restart(later, table):
    before, present = characters(table), later.campaign
    later.bring_back("Back", earliest(later))
    again = table.again()
    again.open(later.path)
    again.undo()
    assert (again.campaign, characters(table)) == (present, before)


def test_who_came_since_leaves_with_all_he_got_and_comes_back_without_getting_it_again(table):
    path = table.paths[0]
    first = table.character(0)
    table.campaigns.apply("Remove", lambda now: campaigns.remove_member(now, first.id))
    reopened = table.again()
    reopened.open(table.campaigns.path)
    reopened.apply("Add", partial(added, found=first, path=path))
    reopened.apply("A week", week)
    play(reopened)
    got = table.character(0)
    earlier = earliest(reopened)
    assert [member.id for member in earlier.members] == [table.character(1).id]
    reopened.bring_back("Back", earlier)
    gone = table.character(0)
    assert (gone.campaign, gone.sessions, gone.day) == ("", 1, 8)
    reopened.apply("Add", partial(added, found=gone, path=path))
    reopened.apply("A week", week)
    play(reopened)
    assert table.character(0) == got


def test_what_becomes_of_the_members_is_foreseen_and_nothing_done(later, table):
    first, second = characters(table)
    earlier = earliest(later)
    assert later.foresee(earlier) == ()
    other = campaigns.remove_member(later.campaign, second.id)
    session = other.sessions[0].with_(awards=())
    before = files(table)
    found = {after.id: after for _before, after in later.foresee(other.with_(sessions=(session,)))}
    assert files(table) == before
    assert set(found) == {first.id, second.id}
    later.bring_back("Back", other.with_(sessions=(session,)))
    assert characters(table) == [found[first.id], found[second.id]]
    assert table.character(0).spiffs == first.spiffs - 2
    assert table.character(1).campaign == ""


def test_a_version_brought_back_from_a_damaged_file_gives_nothing_twice(later, table):
    before, present, path = characters(table), later.campaign, later.path
    earlier = earliest(later)
    later.close()
    path.write_bytes(path.read_bytes()[:-40])
    again = table.again()
    again.open(CampaignFolder(CAMPAIGNS, path.parent).create(earlier))
    assert characters(table) == before
    again.apply("A week", week)
    play(again, present.sessions[0].awards[0])
    assert characters(table) == before


def test_an_earlier_version_has_the_id_of_the_campaign_it_is_read_for(later):
    version = later.versions()[0]
    write_campaign(version.path, earliest(later).with_(id="e" * 32))
    assert later.version(version).id == later.campaign.id


def test_a_version_of_another_campaign_is_refused(later):
    present, on_disk, kept = later.campaign, later.path.read_bytes(), len(later.versions())
    with pytest.raises(RulesError, match="version-of-other-campaign"):
        later.bring_back("Back", earliest(later).with_(id="e" * 32))
    assert (later.campaign, later.path.read_bytes(), len(later.versions())) == (present, on_disk, kept)


def test_a_campaign_of_a_newer_program_is_not_taken_back(later, table):
    path, earlier, kept = later.path, earliest(later), len(later.versions())
    later.close()
    path.write_bytes(path.read_bytes().replace(b'"schema": 1', b'"schema": 99'))
    again = table.again()
    again.open(path)
    assert again.read_only
    with pytest.raises(RulesError):
        again.bring_back("Back", earlier)
    assert len(again.versions()) == kept


def test_going_back_never_overwrites_what_something_else_wrote(later):
    earlier = earliest(later)
    write_campaign(later.path, later.campaign.with_(name="Bears"))
    with pytest.raises(FileProblem, match="changed-outside"):
        later.bring_back("Back", earlier)
    assert read_campaign(later.path).value.name == "Bears"


def test_without_a_campaign_there_are_no_versions(table):
    table.campaigns.close()
    assert table.campaigns.versions() == ()


def test_a_member_out_of_reach_is_not_foreseen(later, table):
    table.shelf.remove(table.paths[0])
    found = later.foresee(later.campaign.with_(members=()))
    assert [after.id for _before, after in found] == [read_character(table.paths[1]).value.id]
