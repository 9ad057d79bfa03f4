import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.rules.bones.book.fields import MOST_DAYS, days_to_next_season
from bones_desktop.rules.bones.life.campaigns import (
    MOST_MEMBERS,
    MOST_PASSAGES,
    Award,
    Campaign,
    Member,
    Passage,
    RuleReason,
    add_member,
    advance,
    begin_session,
    end_session,
    has_member,
    member_of,
    new_campaign,
    players_view,
    reason_for,
    remove_member,
    rename,
    set_first_year,
    set_gm_notes,
    set_hidden,
    set_house_rule,
    set_known,
    set_log,
)
from bones_desktop.rules.reasons import RulesError, reason
from tests.support.calendars import days_ago
from tests.support.refusals import refused
from tests.support.rulebooks import rulebook

ID = "c" * 32
ANNA, BEN, SPY = "a" * 32, "b" * 32, "d" * 32


def party() -> Campaign:
    """Return a campaign of two players and a spy that is the GM's secret."""
    campaign = new_campaign(ID, "The Vale")
    for each, name in ((ANNA, "Anna"), (BEN, "Ben")):
        campaign = add_member(campaign, each, name, f"{name}.bones")
    return add_member(campaign, SPY, "Spy", "Spy.bones", hidden=True)


def test_a_campaign_is_named_and_told_about():
    campaign = set_gm_notes(rename(new_campaign(ID), " The\nVale "), "The spy is Ben's uncle")
    assert (campaign.name, campaign.gm_notes, campaign.day) == ("The Vale", "The spy is Ben's uncle", 1)
    assert set_first_year(campaign, -44).first_year == -44
    assert refused("year-from-to", set_first_year, campaign, 10_001).rule == "OFF-2"
    assert refused("text-too-long", rename, campaign, "x" * 201) == reason("text-too-long", "", most=200)


def test_members_come_and_go():
    campaign = party()
    assert campaign.members[0] == Member(id=ANNA, name="Anna", file="Anna.bones")
    assert refused("member-already", add_member, campaign, BEN, "Ben", "").value("name") == "Ben"
    without = remove_member(campaign, BEN)
    assert not has_member(without, BEN)
    assert [member.name for member in without.members] == ["Anna", "Spy"]
    refused("no-such-member", remove_member, without, BEN)
    later = add_member(advance(without, 10), BEN, "Ben", "Ben.bones")
    assert member_of(later, BEN).since == 11


def test_a_member_that_goes_is_no_longer_present():
    playing = begin_session(party(), "2026-11-21")
    assert remove_member(playing, BEN).sessions[-1].present == (ANNA,)
    ended = end_session(rulebook(), playing)
    assert remove_member(ended, BEN).sessions[-1].present == (ANNA, BEN)


def test_a_campaign_has_room_for_so_many():
    full = new_campaign(ID).with_(members=tuple(Member(id=f"{n:032x}") for n in range(MOST_MEMBERS)))
    assert refused("most-members", add_member, full, ANNA, "Anna", "").value("most") == MOST_MEMBERS


def test_members_are_known_by_name_and_file_and_may_be_hidden():
    campaign = set_hidden(set_known(party(), ANNA, "Annabel", "Annabel.bones"), ANNA, True)
    assert campaign.members[0] == Member(id=ANNA, name="Annabel", file="Annabel.bones", hidden=True)
    assert set_hidden(campaign, ANNA, False).members[0].hidden is False
    refused("no-such-member", set_hidden, campaign, "e" * 32, True)


def test_house_rules_have_reasons():
    ruled = set_house_rule(party(), "leather_as_in_prose", True, "We like it so")
    assert ruled.house_rules.leather_as_in_prose
    assert ruled.rule_reasons == (RuleReason(rule="leather_as_in_prose", reason="We like it so"),)
    assert reason_for(ruled, "leather_as_in_prose") == "We like it so"
    back = set_house_rule(ruled, "leather_as_in_prose", False)
    assert (back.house_rules, back.rule_reasons) == (party().house_rules, ())
    assert reason_for(back, "leather_as_in_prose") == ""
    with pytest.raises(KeyError):
        set_house_rule(party(), "no_such_rule", True)


def test_days_and_years_may_be_as_many_as_their_limits():
    assert [set_first_year(party(), year).first_year for year in (-10_000, 10_000)] == [-10_000, 10_000]
    assert advance(party(), 10_000).day == 10_001
    last = party()
    while last.day + 10_000 < MOST_DAYS:
        last = advance(last, 10_000)
    left = MOST_DAYS - last.day
    assert advance(last, left).day == MOST_DAYS
    refused("calendar-full", advance, advance(last, left), 1)


def test_a_campaign_keeps_so_many_passages():
    full = party().with_(passages=tuple(Passage(day=day, days=1) for day in range(1, MOST_PASSAGES + 1)))
    assert refused("too-many", advance, full, 1) == reason("too-many", "", most=MOST_PASSAGES)
    assert len(advance(full.with_(passages=full.passages[:-1]), 1).passages) == MOST_PASSAGES


def test_each_house_rule_has_its_own_reason():
    ruled = set_house_rule(party(), "leather_as_in_prose", True, "We like it so")
    ruled = set_house_rule(ruled, "automatic_success_used_once", True, "Shorter evenings")
    assert reason_for(ruled, "automatic_success_used_once") == "Shorter evenings"
    assert reason_for(ruled, "leather_as_in_prose") == "We like it so"
    assert reason_for(ruled, "successes_from_tenth_gained") == ""


def test_days_pass():
    campaign = advance(party(), 3, (BEN, ANNA, BEN), "On the road")
    assert campaign.passages == (Passage(day=1, days=3, resting=(ANNA, BEN), note="On the road"),)
    assert campaign.day == 4
    in_spring = advance(campaign, days_to_next_season(campaign.day))
    assert in_spring.day == 92
    assert advance(in_spring, days_to_next_season(in_spring.day)).day == 183
    refused("no-such-member", advance, campaign, 1, ("e" * 32,))
    for days in (0, -1, 10_001):
        refused("days-from-to", advance, campaign, days)
    late = campaign.with_(passages=(Passage(day=999_999, days=1),))
    assert late.day == 1_000_000
    refused("calendar-full", advance, late, 1)


def test_players_see_neither_hidden_members_nor_the_gms_notes():
    campaign = set_gm_notes(advance(party(), 3, (ANNA, SPY)), "Secret")
    campaign = begin_session(campaign, "", present=(ANNA, BEN, SPY))
    awards = (Award(member=SPY, spiffs=1, reason="portraits"), Award(member=ANNA, spiffs=1, reason="portraits"))
    campaign = set_log(rulebook(), campaign, len(campaign.sessions), "They met.", SPY)
    campaign = end_session(rulebook(), campaign, awards)
    shown = players_view(campaign)
    assert shown.gm_notes == ""
    assert [member.name for member in shown.members] == ["Anna", "Ben"]
    assert shown.passages[0].resting == (ANNA,)
    (session,) = shown.sessions
    assert (session.present, session.log_by, session.log) == ((ANNA, BEN), "", "They met.")
    assert {award.member for award in session.awards} == {ANNA}
    assert SPY not in repr(shown)
    assert "Secret" not in repr(shown)


@given(st.lists(st.integers(-1, 40), max_size=20))
def test_each_passage_begins_where_the_one_before_ended(steps):
    campaign = party()
    for days in steps:
        try:
            campaign = advance(campaign, days) if days > 0 else days_ago(campaign)
        except RulesError:
            continue
    day = 1
    for passage in campaign.passages:
        assert passage.day == day
        day += passage.days
    assert campaign.day == day
