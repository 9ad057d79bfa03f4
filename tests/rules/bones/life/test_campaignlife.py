import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bones_desktop.rules.bones.book.character import (
    MOST_LIVED,
    ActionKind,
    CharacterKind,
    Created,
    HinderingDie,
    LedgerEntry,
    LedgerKind,
    LivedUntil,
    LostDie,
    MaintainedEffect,
    SeasonAction,
    SpiffEntry,
)
from bones_desktop.rules.bones.injury.injuries import lose, suffer_all
from bones_desktop.rules.bones.injury.spiffs import brought_forward, earn, spend_on
from bones_desktop.rules.bones.life.campaigns import (
    Award,
    Member,
    add_member,
    advance,
    begin_session,
    catch_up,
    change,
    end_session,
    leave,
    new_campaign,
    note_awards,
    remove_member,
    reopen_last_session,
    session_now,
    set_house_rule,
    set_log,
    set_present,
)
from bones_desktop.rules.bones.life.seasons import record_income
from bones_desktop.rules.reasons import RulesError
from tests.support.calendars import days_ago, lags
from tests.support.people import ID as RAGNAR
from tests.support.people import bob, ragnar, someone
from tests.support.rulebooks import rulebook

CAMPAIGN = "c" * 32
OTHER = "d" * 32
TODAY = "2026-11-22"
PLAYED = "2026-11-21"


def caught_up(campaign, character):
    return catch_up(rulebook(), campaign, character, TODAY)


def party():
    return add_member(new_campaign(CAMPAIGN), RAGNAR, "Ragnar", "Ragnar.bones")


def finished():
    return ragnar().with_(created=Created(on="", dice=ragnar().dice))


def played(campaign, *awards, present=(RAGNAR,), log="", log_by=""):
    """Return the campaign one session later."""
    begun = begin_session(campaign, PLAYED, "The ford", present)
    if log:
        begun = set_log(rulebook(), begun, len(begun.sessions), log, log_by)
    return end_session(rulebook(), begun, awards)


def award(reason="good-role-playing", spiffs=1, member=RAGNAR):
    return Award(member=member, spiffs=spiffs, reason=reason)


def test_a_member_joins_once_with_the_campaigns_day_and_house_rules():
    campaign = set_house_rule(advance(new_campaign(CAMPAIGN), 9), "leather_as_in_prose", True)
    campaign = add_member(campaign, RAGNAR, "Ragnar", "")
    assert lags(campaign, ragnar())
    joined = caught_up(campaign, ragnar())
    assert joined == ragnar().with_(campaign=CAMPAIGN, day=10, house_rules=campaign.house_rules)
    assert caught_up(campaign, joined) == joined
    assert not lags(campaign, joined)
    assert change(ragnar(), joined).joined
    assert change(ragnar(), joined).days == 0


def test_days_since_wounds_stay_when_a_character_joins():
    hurt = ragnar().with_(
        day=20,
        lost=(LostDie(die=3, day=18), LostDie(die=2, day=0, held=True), LostDie(die=1, day=3)),
        hindering=(HinderingDie(name="Poison", faces=ragnar().dice[0].faces, day=19),),
        effects=(MaintainedEffect(name="Ward", die=2, day=20),),
    )
    campaign = add_member(advance(new_campaign(CAMPAIGN), 9), RAGNAR, "Ragnar", "")
    joined = caught_up(campaign, hurt)
    assert joined.day == 10
    assert [entry.day for entry in joined.lost] == [8, 0, 0], "day 3 lies before the calendar began"
    assert (joined.hindering[0].day, joined.effects[0].day) == (9, 10)


def test_a_diary_comes_along_into_the_campaigns_seasons():
    worked = record_income(rulebook(), bob().with_(day=100), TODAY, skill="scholar", successes=1)
    joined = caught_up(party(), worked)
    assert (joined.day, joined.actions[0].season) == (1, 0)
    late = caught_up(add_member(advance(new_campaign(CAMPAIGN), 200), RAGNAR, "Bob", ""), worked)
    assert (late.day, late.actions[0].season) == (201, 2)


def test_days_pass_once():
    """HEAL-1: a week of rest heals a die; who did not rest does not heal."""
    joined = caught_up(party(), lose(lose(ragnar(), 0), 1))
    campaign = advance(advance(party(), 7, (RAGNAR,)), 30)
    later = caught_up(campaign, joined)
    assert (later.day, [entry.die for entry in later.lost]) == (38, [0])
    assert caught_up(campaign, later) == later
    assert change(joined, later).days == 37
    slow = caught_up(advance(advance(party(), 3, (RAGNAR,)), 4, (RAGNAR,)), joined)
    assert slow.lost == later.lost


def test_who_catches_up_late_has_what_those_have_who_did_at_once():
    campaign, at_once = party(), caught_up(party(), suffer_all(ragnar(), 5))
    for _ in range(5):
        campaign = played(advance(campaign, 9, (RAGNAR,)), award())
        at_once = caught_up(campaign, at_once)
    assert caught_up(campaign, caught_up(party(), suffer_all(ragnar(), 5))) == at_once


def test_days_taken_back_are_not_lived_through_twice():
    joined = caught_up(party(), lose(ragnar(), 0))
    later = caught_up(advance(party(), 5, (RAGNAR,)), joined)
    back = days_ago(advance(party(), 5, (RAGNAR,)))
    assert caught_up(back, later) == later
    again = advance(back, 7, (RAGNAR,))
    assert caught_up(again, later).day == 8
    assert caught_up(again, later).lost == ()


def test_a_session_gives_a_session_and_its_awards_once():
    """IMP-2, SPF-3, SPF-5, SPF-6."""
    campaign = played(party(), award(), award("campaign-help", 3), log="They crossed.", log_by=RAGNAR)
    got = caught_up(campaign, finished())
    occasion = f"{CAMPAIGN}/1"
    assert (got.sessions, got.spiffs) == (1, 5)
    assert got.ledger == (
        LedgerEntry(kind=LedgerKind.AWARD, on=PLAYED, sessions=1, note="The ford", occasion=occasion),
    )
    assert got.spiff_ledger == tuple(
        SpiffEntry(by=n, reason=reason, on=PLAYED, occasion=occasion)
        for reason, n in (("good-role-playing", 1), ("campaign-help", 3), ("campaign-log", 1))
    )
    assert caught_up(campaign, got) == got
    found = change(finished(), got)
    assert (found.spiffs, found.sessions, found.name) == (5, 1, "Ragnar")


def test_a_session_that_goes_on_gives_nothing_yet():
    playing = begin_session(party(), PLAYED)
    assert caught_up(playing, ragnar()) == caught_up(party(), ragnar())


def test_an_unfinished_player_gets_its_session_once_as_well():
    got = caught_up(played(party()), ragnar())
    assert (got.sessions, len(got.ledger)) == (1, 1)
    assert caught_up(played(party()), got) == got


def test_who_was_not_there_gets_no_session():
    got = caught_up(played(party(), award("portraits"), present=()), ragnar())
    assert (got.sessions, got.spiffs) == (0, 1)


@pytest.mark.parametrize("kind", [CharacterKind.CAST, CharacterKind.BEAST, CharacterKind.HORDE])
def test_only_players_get_sessions_and_spiffs(kind):
    """AMB-107."""
    other = someone(kind, "universal,physical,melee,melee,defend,defend").with_(id=RAGNAR)
    got = caught_up(played(advance(party(), 3), award()), other)
    assert (got.sessions, got.spiffs, got.day, got.campaign) == (0, 0, 4, CAMPAIGN)


def test_a_log_written_later_earns_its_spiff_then():
    campaign = played(party())
    before = caught_up(campaign, ragnar())
    after = caught_up(set_log(rulebook(), campaign, 1, "They crossed.", RAGNAR), before)
    assert (before.spiffs, after.spiffs) == (0, 1)


def test_what_a_reopened_session_gives_otherwise_is_made_good():
    campaign = played(party(), award(), award("funny-moment"))
    got = caught_up(campaign, finished())
    again = reopen_last_session(campaign)
    assert caught_up(again, got) == got
    absent = end_session(rulebook(), set_present(again, ()), (award("portraits"), award("funny-moment")))
    mended = caught_up(absent, got)
    assert (mended.sessions, mended.spiffs) == (0, 2)
    assert [(entry.reason, entry.by) for entry in mended.spiff_ledger[2:]] == [
        ("portraits", 1),
        ("good-role-playing", -1),
    ]
    assert caught_up(absent, mended) == mended
    assert caught_up(campaign, mended).spiffs == 2


def test_what_is_spent_is_not_taken():
    campaign = played(party(), award("campaign-help", 3))
    spent = spend_on(rulebook(), caught_up(campaign, ragnar()), "meaningful-change", TODAY)
    without = end_session(rulebook(), reopen_last_session(campaign))
    mended = caught_up(without, spent)
    assert mended.spiffs == 0
    assert caught_up(without, mended) == mended


def test_what_a_reopened_session_gave_too_much_is_taken_at_once_from_what_a_later_one_gives():
    campaign = played(party(), award("campaign-help", 3))
    spent = spend_on(rulebook(), caught_up(campaign, finished()), "meaningful-change", TODAY)
    absent = end_session(rulebook(), set_present(reopen_last_session(campaign), ()))
    got = caught_up(played(absent, award("good-role-playing", 1)), spent.with_(sessions=0))
    assert (got.spiffs, got.sessions) == (0, 0)
    assert caught_up(played(absent, award("good-role-playing", 1)), got) == got


def test_a_back_story_rewarded_before_is_not_rewarded_again():
    """AMB-86."""
    rewarded = earn(rulebook(), ragnar(), "good-back-story", TODAY)
    campaign = played(party(), award("great-back-story", 2))
    got = caught_up(campaign, rewarded)
    assert got.spiffs == 1
    assert not lags(campaign, got)
    assert caught_up(campaign, ragnar()).spiffs == 2


def test_who_is_removed_leaves_with_all_it_got():
    campaign = played(advance(party(), 5), award())
    got = caught_up(campaign, ragnar())
    left = caught_up(remove_member(campaign, RAGNAR), got)
    assert left == got.with_(campaign="", lived=(LivedUntil(campaign=CAMPAIGN, day=6),)) == leave(campaign, got)
    assert caught_up(remove_member(campaign, RAGNAR), ragnar()) == ragnar()
    assert leave(new_campaign(OTHER), got) == got
    back = add_member(advance(remove_member(campaign, RAGNAR), 10), RAGNAR, "Ragnar", "")
    assert caught_up(back, left) == got.with_(day=16)


def test_another_campaign_takes_over_and_the_first_ones_gifts_stay():
    got = caught_up(played(party(), award()), ragnar())
    second = played(add_member(new_campaign(OTHER), RAGNAR, "Ragnar", ""), award())
    both = caught_up(second, got)
    assert (both.campaign, both.spiffs, both.sessions) == (OTHER, 2, 2)


def test_who_plays_in_two_campaigns_heals_by_no_day_twice():
    first = advance(party(), 14, (RAGNAR,))
    second = advance(add_member(new_campaign(OTHER), RAGNAR, "Ragnar", ""), 7, (RAGNAR,))
    here = caught_up(first, caught_up(party(), suffer_all(ragnar(), 4)))
    assert (here.day, len(here.lost)) == (15, 2)
    there = caught_up(second, here)
    assert (there.day, len(there.lost)) == (8, 1), "a week of the other calendar is another week"
    for _ in range(3):
        here = caught_up(first, there)
        there = caught_up(second, here)
    assert (here.day, there.day, len(there.lost)) == (15, 8, 1)
    left = leave(second, there)
    assert len(caught_up(first, left).lost) == 1
    assert caught_up(advance(first, 7, (RAGNAR,)), left).lost == ()


def test_the_campaigns_left_last_are_remembered():
    wanderer = ragnar()
    for number in range(MOST_LIVED + 3):
        campaign = add_member(new_campaign(f"{number:032x}"), RAGNAR, "Ragnar", "")
        wanderer = leave(campaign, caught_up(campaign, wanderer))
    assert [int(each.campaign, 16) for each in wanderer.lived] == list(range(3, MOST_LIVED + 3))


def test_a_full_ledger_is_told_and_keeps_a_member_behind():
    full = ragnar().with_(spiff_ledger=(SpiffEntry(by=0),) * 5_000)
    campaign = played(party(), award())
    with pytest.raises(RulesError) as refused:
        caught_up(campaign, full)
    assert refused.value.reason.code == "spiff-ledger-full"
    assert lags(campaign, full)


def test_numbers_that_no_play_brings_are_refused_or_bounded():
    """What a file may hold never makes a character that no file may hold."""
    occasion = f"{CAMPAIGN}/1"
    owed = LedgerEntry(kind=LedgerKind.AWARD, sessions=-10_000, occasion=occasion)
    debt = SpiffEntry(by=-10_000, reason="portraits", occasion=occasion)
    campaign = played(party())
    for wrong, code in (
        (ragnar().with_(ledger=(owed,) * 3), "too-many"),
        (ragnar().with_(spiff_ledger=(debt,) * 3), "spiffs-too-many"),
    ):
        with pytest.raises(RulesError) as refused:
            caught_up(campaign, wrong)
        assert refused.value.reason.code == code
    far = ragnar().with_(
        lost=(LostDie(die=0, day=1_000_000),), actions=(SeasonAction(season=1_000_000, kind=ActionKind.INCOME),)
    )
    late = add_member(advance(new_campaign(CAMPAIGN), 200), RAGNAR, "Ragnar", "")
    assert caught_up(late, far).lost[0].day == 1_000_000
    assert caught_up(late, far).actions[0].season == 1_000_000


def test_a_summary_tells_the_points_that_healed():
    hurt = suffer_all(ragnar(), 5).with_(hindering=(HinderingDie(name="Poison", faces=ragnar().dice[0].faces),))
    joined = caught_up(party(), hurt)
    found = change(joined, caught_up(advance(party(), 14, (RAGNAR,)), joined))
    assert found.points == 2


def test_what_is_noted_in_a_session_that_goes_on_gives_and_takes_nothing():
    begun = note_awards(begin_session(party(), PLAYED), 1, [award(spiffs=3)])
    joined = caught_up(begun, finished())
    assert (joined.spiffs, joined.sessions, joined.spiff_ledger) == (0, 0, ())
    assert not lags(begun, joined)
    given = caught_up(end_session(rulebook(), begun, (award(),)), joined)
    open_again = reopen_last_session(end_session(rulebook(), begun, (award(),)))
    less = note_awards(open_again, 1, [award(spiffs=0), award("funny-moment")])
    assert caught_up(less, given) == given
    anew = caught_up(end_session(rulebook(), less, (award("funny-moment"),)), given)
    assert [(line.by, line.reason) for line in anew.spiff_ledger] == [
        (1, "good-role-playing"), (1, "funny-moment"), (-1, "good-role-playing"),
    ]  # fmt: skip
    assert (anew.spiffs, anew.sessions) == (1, 1)


DOINGS = st.lists(
    st.one_of(
        st.tuples(st.just("days"), st.integers(1, 20), st.booleans()),
        st.tuples(st.just("back"), st.just(0), st.just(False)),
        st.tuples(st.just("play"), st.integers(0, 3), st.booleans()),
        st.tuples(st.just("replay"), st.integers(0, 3), st.booleans()),
        st.tuples(st.just("decide"), st.integers(0, 3), st.booleans()),
        st.tuples(st.just("come"), st.integers(0, 1), st.just(False)),
    ),
    max_size=12,
)


@settings(max_examples=60)
@given(DOINGS, st.integers(0, 7), st.sets(st.integers(0, 11)))
def test_catching_up_twice_is_catching_up_once(doings, damage, moments):
    """Whenever it is done: nothing is given twice, spiffs are never owed, and the ledger adds up."""
    campaign, character = party(), suffer_all(finished().with_(spiffs=2), damage)
    for moment, (what, n, flag) in enumerate(doings):
        try:
            if what == "days":
                campaign = advance(campaign, n, (RAGNAR,) if flag else ())
            elif what == "back":
                campaign = days_ago(campaign)
            elif what == "come":
                campaign = remove_member(campaign, RAGNAR) if n else add_member(campaign, RAGNAR, "Ragnar", "")
            else:
                if session_now(campaign) is None:
                    campaign = reopen_last_session(campaign) if what == "replay" else begin_session(campaign, PLAYED)
                campaign = set_present(campaign, (RAGNAR,) if flag else ())
                if what == "decide":
                    campaign = note_awards(campaign, campaign.sessions[-1].number, [award(spiffs=n)])
                    continue
                campaign = end_session(rulebook(), campaign, (award(),) * n)
        except RulesError:
            continue
        if moment in moments:
            character = caught_up(campaign, character)
    once = caught_up(campaign, character)
    assert caught_up(campaign, once) == once
    assert not lags(campaign, once)
    assert once.spiffs >= 0
    assert once.sessions >= 0
    assert brought_forward(once) == 2
    if any(member == Member(id=RAGNAR, name="Ragnar", since=member.since) for member in campaign.members):
        assert once.day >= campaign.day


@settings(max_examples=60)
@given(
    st.lists(st.tuples(st.booleans(), st.integers(1, 3), st.booleans()), min_size=1, max_size=12),
    st.integers(0, 7),
    st.integers(0, 11),
)
def test_going_back_to_an_earlier_campaign_and_through_it_again_changes_nobody(doings, damage, back):
    """An earlier version of the campaign's file, brought back: nothing is taken, nothing given or healed anew."""
    campaign, character = party(), suffer_all(finished().with_(spiffs=2), damage)
    history = [campaign]
    for passes, n, flag in doings:
        there = (RAGNAR,) if flag else ()
        campaign = advance(campaign, n, there) if passes else played(campaign, *(award(),) * n, present=there)
        history.append(campaign)
        character = caught_up(campaign, character)
    for earlier in history[back % len(history) :]:
        assert caught_up(earlier, character) == character
