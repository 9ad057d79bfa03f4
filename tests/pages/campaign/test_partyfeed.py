"""The content of the party boards, and when it is read."""

from pathlib import Path

import pytest

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.campaign.playersview import PartyFeed
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.life.campaigns import Campaign
from bones_desktop.rules.bones.making.standing import glance
from bones_desktop.storage.files.textfiles import FileProblem
from tests.support.campaigns import CAMPAIGN_ID, GivenCampaign
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook

RAGNAR, BOB = ragnar(), bob().with_(id="b" * 32)


@pytest.fixture
def given_campaign(qapp) -> GivenCampaign:
    return GivenCampaign()


@pytest.fixture
def document(qapp) -> CharacterDocument:
    return CharacterDocument(rulebook(), RAGNAR)


@pytest.fixture
def feed(given_campaign, document) -> PartyFeed:
    given_campaign.show(Campaign(id=CAMPAIGN_ID), RAGNAR, BOB)
    return PartyFeed(given_campaign, document, None)


def test_nothing_is_read_before_someone_watches(feed, given_campaign):
    given_campaign.show(given_campaign.campaign, RAGNAR)
    assert (feed.rows, given_campaign.looks) == ((), 0)
    feed.watch(True)
    assert [row.name for row in feed.rows] == ["Ragnar"]
    feed.watch(False)
    given_campaign.show(given_campaign.campaign, RAGNAR, BOB)
    assert given_campaign.looks == 1
    feed.watch(True)
    assert [row.name for row in feed.rows] == ["Ragnar", "Bob"]


def test_the_open_character_is_followed_without_reading_the_others(feed, given_campaign, document, qtbot):
    feed.watch(True)
    looks = given_campaign.looks
    with qtbot.waitSignal(feed.changed):
        document.apply("Lose a die", injuries.suffer)
    assert feed.rows[0].glance == glance(rulebook(), injuries.suffer(RAGNAR))
    assert given_campaign.looks == looks


def test_a_character_that_is_not_in_the_party_changes_nothing(feed, given_campaign, document, qtbot):
    given_campaign.show(given_campaign.campaign, BOB)
    feed.watch(True)
    with qtbot.assertNotEmitted(feed.changed):
        document.apply("Lose a die", injuries.suffer)


def test_another_rulebook_reads_everyone_anew(feed, given_campaign, document):
    feed.watch(True)
    looks = given_campaign.looks
    from dataclasses import replace

    book = rulebook()
    document.set_rulebook(replace(book))
    assert given_campaign.looks == looks + 1


def test_the_gm_reads_what_is_wrong_with_a_file(feed, given_campaign):
    given_campaign.characters[BOB.id] = FileProblem("denied", Path("/secret plans/bob.bones"))
    feed.watch(True)
    assert feed.rows[1].glance is None
    assert "secret plans" in feed.rows[1].trouble
    given_campaign.characters[BOB.id] = None
    feed.refresh()
    assert "No file" in feed.rows[1].trouble


def test_the_players_neither_see_hidden_members_nor_read_of_files(given_campaign, document):
    given_campaign.show(Campaign(id=CAMPAIGN_ID), RAGNAR, BOB, hidden=frozenset({RAGNAR.id}))
    given_campaign.characters[BOB.id] = FileProblem("denied", Path("/secret plans/bob.bones"))
    feed = PartyFeed(given_campaign, document, None, players=True)
    feed.watch(True)
    assert [(row.name, row.trouble) for row in feed.rows] == [("Bob", "Not available just now.")]
    document.apply("Lose a die", injuries.suffer)
    assert [row.name for row in feed.rows] == ["Bob"]


def test_the_gm_sees_who_is_hidden(given_campaign, document):
    given_campaign.show(Campaign(id=CAMPAIGN_ID), RAGNAR, BOB, hidden=frozenset({RAGNAR.id}))
    feed = PartyFeed(given_campaign, document, None)
    feed.watch(True)
    assert [row.secret for row in feed.rows] == [True, False]
    document.apply("Lose a die", injuries.suffer)
    assert [row.secret for row in feed.rows] == [True, False]


def test_without_a_campaign_there_is_nobody(feed, given_campaign):
    feed.watch(True)
    given_campaign.show(None)
    assert feed.rows == ()


def test_a_member_without_a_name_has_words(feed, given_campaign):
    given_campaign.show(given_campaign.campaign, RAGNAR.with_(name=""))
    feed.watch(True)
    assert feed.rows[0].name == "No name yet"
