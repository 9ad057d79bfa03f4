import pytest

from bones_desktop.rules.bones.life.campaigns import (
    Award,
    GameSession,
    advance,
    begin_session,
    end_session,
    new_campaign,
    note_awards,
    remove_member,
    reopen_last_session,
    session_now,
    session_of,
    set_log,
    set_present,
    set_title,
    usual_awards,
)
from bones_desktop.rules.reasons import reason
from tests.rules.bones.life.test_campaigns import ANNA, BEN, ID, SPY, party, refused
from tests.support.rulebooks import rulebook

LOG = Award(member=ANNA, spiffs=1, reason="campaign-log")
ROLE = Award(member=ANNA, spiffs=1, reason="good-role-playing")
CAKE = Award(member=BEN, spiffs=0, note="Cake")


def playing():
    return begin_session(advance(party(), 3), "2026-11-21", "The ford")


def end(campaign, *awards, log=None, log_by=""):
    if log is not None:
        campaign = set_log(rulebook(), campaign, len(campaign.sessions), log, log_by)
    return end_session(rulebook(), campaign, awards)


def test_a_session_begins_with_everyone_but_the_gms_secrets():
    campaign = playing()
    assert session_now(campaign) == GameSession(number=1, on="2026-11-21", day=4, title="The ford", present=(ANNA, BEN))
    assert refused("session-begun-already", begin_session, campaign, "") == reason(
        "session-begun-already", "", number=1
    )
    assert session_now(end(campaign)) is None
    second = begin_session(end(campaign), "", present=(SPY,))
    assert (second.sessions[-1].number, second.sessions[-1].present) == (2, (SPY,))
    refused("no-such-member", begin_session, party(), "", present=("e" * 32,))


def test_presence_and_title_can_be_changed():
    campaign = set_title(set_present(playing(), (SPY, BEN)), 1, "The mill")
    assert (campaign.sessions[0].present, campaign.sessions[0].title) == ((BEN, SPY), "The mill")
    refused("no-session-begun", set_present, end(campaign), ())
    refused("no-such-session", set_title, campaign, 2, "")


def test_usual_awards_are_those_of_a_session():
    assert [(each.id, each.least, each.most) for each in usual_awards(rulebook())] == [
        ("campaign-log", 1, 1),
        ("portraits", 1, 1),
        ("campaign-help", 1, 3),
        ("good-role-playing", 1, 1),
        ("funny-moment", 1, 1),
        ("adventure-award", 1, 1),
    ]


def test_a_session_ends_with_awards():
    help_ = Award(member=BEN, spiffs=3, reason="campaign-help", note=" A  map ")
    ended = end(playing(), help_)
    assert ended.sessions[0].ended
    assert ended.sessions[0].awards == (help_.with_(note="A map"),)
    refused("no-session-begun", end, ended)


@pytest.mark.parametrize(
    ("award", "code"),
    [
        (Award(member=BEN, spiffs=4, reason="campaign-help"), "spiffs-from-to"),
        (Award(member=BEN, spiffs=2, reason="portraits"), "spiffs-from-to"),
        (Award(member=BEN, spiffs=1, note=" "), "award-says-what-for"),
        (Award(member="e" * 32, spiffs=1, reason="portraits"), "no-such-member"),
    ],
)
def test_awards_are_as_the_rulebook_has_them(award, code):
    refused(code, end, playing(), award)


def test_another_award_tells_what_it_is_for():
    pizza = Award(member=BEN, spiffs=5, note="Pizza")
    assert end(playing(), pizza).sessions[0].awards == (pizza,)
    with pytest.raises(KeyError):
        end(playing(), Award(member=BEN, spiffs=1, reason="reroll"))


def test_the_log_earns_its_writer_a_spiff_once():
    ended = end(playing(), log="They crossed.", log_by=ANNA)
    assert ended.sessions[0].awards == (LOG,)
    again = set_log(rulebook(), ended, 1, "They crossed the ford.", BEN)
    assert (again.sessions[0].awards, again.sessions[0].log_by) == ((LOG,), BEN)
    given = end(playing(), LOG, log="They crossed.", log_by=BEN)
    assert given.sessions[0].awards == (LOG,)
    refused("logs-once", end, playing(), LOG, LOG.with_(member=BEN))


def test_a_log_written_later_earns_its_spiff_then():
    ended = end(playing())
    assert ended.sessions[0].awards == ()
    untold = set_log(rulebook(), ended, 1, "They crossed.")
    assert untold.sessions[0].awards == ()
    told = set_log(rulebook(), untold, 1, "They crossed.", ANNA)
    assert told.sessions[0].awards == (LOG,)
    refused("log-needs-text", set_log, rulebook(), ended, 1, " \n", ANNA)
    refused("writer-unknown", set_log, rulebook(), ended, 1, "They crossed.", "e" * 32)
    refused("no-such-session", set_log, rulebook(), ended, 2, "They crossed.")


def test_a_log_written_while_the_session_goes_on_earns_at_its_end():
    writing = set_log(rulebook(), playing(), 1, "They crossed.", ANNA)
    assert writing.sessions[0].awards == ()
    assert end(writing).sessions[0].awards == (LOG,)
    assert end(writing).sessions[0].log == "They crossed."
    emptied = end(writing, log="").sessions[0]
    assert (emptied.log, emptied.log_by, emptied.awards) == ("", "", ())


def test_the_last_session_can_be_reopened():
    ended = end(playing(), Award(member=BEN, spiffs=1, reason="portraits"))
    open_again = reopen_last_session(ended)
    assert session_now(open_again) == session_of(ended, 1).with_(ended=False)
    refused("session-begun-already", reopen_last_session, open_again)
    refused("no-session-to-reopen", reopen_last_session, new_campaign(ID))
    assert end(open_again).sessions[0].awards == ()


def test_there_is_room_for_so_many():
    many = (Award(member=BEN, spiffs=1, reason="funny-moment"),) * 500
    refused("most-awards", end, playing(), *many, log="They crossed.", log_by=ANNA)
    refused("most-awards", end, playing(), *many, many[0])
    assert len(end(playing(), *many).sessions[0].awards) == 500
    full = party().with_(sessions=tuple(GameSession(number=n + 1, ended=True) for n in range(5000)))
    refused("most-sessions", begin_session, full, "")
    high = party().with_(sessions=(GameSession(number=10_000, ended=True),))
    refused("most-sessions", begin_session, high, "")
    below = party().with_(sessions=(GameSession(number=9_999, ended=True),))
    assert begin_session(below, "").sessions[-1].number == 10_000


def test_what_a_session_is_going_to_give_is_noted_while_it_goes_on():
    noted = note_awards(playing(), 1, [ROLE, CAKE.with_(note="  Cake ")])
    assert session_now(noted).awards == (ROLE, CAKE)
    more = note_awards(noted, 1, [CAKE.with_(spiffs=2)])
    assert session_now(more).awards == (ROLE, CAKE.with_(spiffs=2))
    less = note_awards(more, 1, [ROLE.with_(spiffs=0)])
    assert session_now(less).awards == (CAKE.with_(spiffs=2),)
    assert session_now(note_awards(less, 1, [CAKE.with_(note="")])).awards == ()


def test_goals_noted_one_by_one_are_counted_as_one():
    goal = Award(member=ANNA, spiffs=1, reason="adventure-award")
    open_again = reopen_last_session(end(playing(), goal, ROLE, goal))
    assert session_now(note_awards(open_again, 1, [ROLE])).awards == (goal, goal, ROLE)
    assert session_now(note_awards(open_again, 1, [goal.with_(spiffs=3)])).awards == (goal.with_(spiffs=3), ROLE)


def test_awards_are_noted_for_members_in_the_session_that_goes_on():
    refused("no-such-member", note_awards, playing(), 1, [ROLE.with_(member="e" * 32)])
    refused("no-such-session", note_awards, playing(), 2, [ROLE])
    refused("no-session-begun", note_awards, end(playing()), 1, [ROLE])
    refused("no-session-begun", note_awards, party(), 1, [ROLE])
    many = [Award(member=ANNA, spiffs=1, reason=f"reason-{n}") for n in range(501)]
    refused("most-awards", note_awards, playing(), 1, many)
    assert len(note_awards(playing(), 1, many[1:]).sessions[0].awards) == 500


def test_a_session_gives_what_it_ends_with_and_never_nothing():
    noted = note_awards(playing(), 1, [ROLE, CAKE])
    assert end(noted, ROLE).sessions[0].awards == (ROLE,)
    assert end(noted).sessions[0].awards == ()
    refused("spiffs-from-to", end, noted, CAKE)


def test_what_was_noted_for_one_who_left_is_there_when_he_comes_back():
    noted = note_awards(playing(), 1, [ROLE, CAKE])
    assert session_now(remove_member(noted, BEN)).awards == (ROLE, CAKE)
