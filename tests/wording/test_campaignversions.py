from bones_desktop.rules.bones.book.character import LostDie
from bones_desktop.rules.bones.life import campaigns
from bones_desktop.rules.bones.life.campaigns import Award
from bones_desktop.wording.notes import campaign_notes
from bones_desktop.wording.versions import back_words, short_words
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook

ANNA, BEN = "a" * 32, "b" * 32


def campaign(sessions=0):
    now = campaigns.new_campaign("c" * 32, "Wolves")
    for key, name in ((ANNA, "Anna"), (BEN, "Ben")):
        now = campaigns.add_member(now, key, name, f"{name}.bones")
    for _ in range(sessions):
        now = campaigns.end_session(rulebook(), campaigns.begin_session(now, "2026-11-21"))
    return now


def changed(member, name, now="c" * 32, then="c" * 32, **different):
    """Return a member before and after."""
    before = ragnar().with_(id=member, name=name, campaign=now, day=1, spiffs=2, sessions=2)
    return before, before.with_(campaign=then, **different)


def said(now, then, *changes):
    return back_words(now, then, changes)


def test_what_a_version_holds_is_one_line():
    assert short_words(campaign(1)) == "Day 1 of winter, year 1 · one session · 2 members"
    assert short_words(campaigns.new_campaign("c" * 32)).endswith("0 sessions · 0 members")


def test_the_same_is_said_to_be_the_same():
    assert said(campaign(2), campaign(2)) == ("Same as the current campaign.",)


def test_days_go_back_or_on():
    later = campaigns.advance(campaign(), 1)
    [back] = said(later, campaign())
    assert back.startswith("The calendar goes back 1 day. The characters have lived through them: until it has come as")
    assert back.endswith("days that pass heal none of them.")
    assert said(campaign(), later, changed(ANNA, "Anna", day=2)) == (
        "The calendar goes on 1 day. Characters who have not lived through them do so now.",
        "Anna: lives through 1 day.",
    )


def test_damage_that_rest_heals_is_told():
    before, after = changed(ANNA, "Anna", day=8)
    hurt = before.with_(lost=(LostDie(die=0), LostDie(die=1)))
    later = campaigns.advance(campaign(), 7, resting=(ANNA,))
    assert said(campaign(), later, (hurt, after))[-1] == "Anna: lives through 7 days, heals 2 points of damage."


def test_sessions_that_are_missing_are_told_with_what_the_next_one_does():
    [one] = said(campaign(3), campaign(2))
    assert one.startswith("Session 3 is not in it. The characters keep what came of that. ")
    assert "The next session has the number 3 again" in one
    [two] = said(campaign(4), campaign(2))
    assert two.startswith("Sessions 3 and 4 are not in it.")
    assert "its awards replace those of session 3" in two
    [many] = said(campaign(4), campaign())
    assert many.startswith("Sessions 1 to 4 are not in it.")
    assert "the number 1 again" in many
    assert said(campaign(), campaign(2)) == ("Sessions 1 and 2 are in it again.",)


def test_a_session_that_had_not_ended_gave_nothing():
    begun = campaigns.begin_session(campaign(1), "2026-11-21")
    assert said(begun, campaign(1)) == ("Session 2 is not in it.",)
    ended = campaigns.end_session(rulebook(), begun)
    assert said(ended, begun) == (
        "Session 2 is open again. When it ends, only changes to its earlier awards are applied.",
    )


def test_logs_notes_rules_name_and_year_are_told_when_they_differ():
    now = campaigns.set_log(rulebook(), campaign(2), 2, "They crossed.")
    now = campaigns.add_note(campaigns.set_gm_notes(now, "The spy"))
    now = campaigns.set_first_year(now, 7)
    now = campaigns.rename(campaigns.set_house_rule(now, "leather_as_in_prose", True), "Bears")
    assert said(now, campaign(2)) == (
        "Its name is “Wolves” again.",
        "The log of session 2 is as it was then.",
        "The house rules are as they were then, for the characters too.",
        "The GM's notes are as they were then.",
        "The notes and handouts are as they were then.",
        "The calendar begins in year 1 again.",
    )


def test_who_comes_and_who_goes_is_told_also_without_their_files():
    without = campaigns.remove_member(campaign(), ANNA)
    assert said(campaign(), without) == ("No longer in the party, but keep all they got: Anna.",)
    assert said(without, campaign()) == ("In the party again: Anna.",)
    assert said(None, without, changed(ANNA, "Anna", then=""))[1:] == (
        "No longer in the party, but keep all they got: Anna.",
    )
    assert said(None, campaign(), changed(ANNA, "Anna", now=""))[1:] == ("In the party again: Anna.",)


def test_what_members_get_or_lose_at_once_is_told():
    award = Award(member=ANNA, spiffs=2, note="Brave")
    begun = campaigns.begin_session(campaign(), "2026-11-21")
    now = campaigns.end_session(rulebook(), begun, (award,))
    then = campaigns.end_session(rulebook(), begun)
    lines = said(now, then, changed(ANNA, "Anna", spiffs=0), changed(BEN, "Ben", sessions=3, spiffs=3))
    assert lines == (
        "The awards of session 1 are as they were then.",
        "Anna: 2 spiffs fewer.",
        "Ben: one session more, one spiff more.",
    )


def test_who_would_leave_another_campaign_is_told():
    without = campaigns.remove_member(campaign(), ANNA)
    assert said(without, campaign(), changed(ANNA, "Anna", now="d" * 32)) == (
        "In the party again: Anna.",
        "Leave the other campaign they are in now: Anna.",
    )


def begun():
    """Return the campaign of two with its first session under way."""
    return campaigns.begin_session(campaign(), "2026-11-21")


def noted(now, *awards):
    return campaigns.note_awards(now, 1, awards)


HELP = Award(member=ANNA, spiffs=3, reason="campaign-help")
CAKE = Award(member=BEN, spiffs=1, note="Cake")


def test_who_is_shown_to_the_players_again_or_hidden_from_them_is_told():
    secret = campaigns.set_hidden(campaign(), ANNA, True)
    assert said(secret, campaign()) == ("Shown to the players again: Anna.",)
    assert said(campaign(), secret) == ("Hidden from the players again: Anna.",)
    assert said(secret, secret) == ("Same as the current campaign.",)
    assert said(secret, campaigns.remove_member(secret, ANNA)) == (
        "No longer in the party, but keep all they got: Anna.",
    )


def test_what_the_session_that_goes_on_is_going_to_give_is_told():
    assert said(noted(begun(), HELP), begun()) == (
        "The planned awards of session 1 are as they were then: nothing yet.",
    )
    assert said(begun(), noted(begun(), HELP, CAKE)) == (
        "The planned awards of session 1 are as they were then: Anna 3 spiffs, Ben one spiff.",
    )
    assert said(noted(begun(), HELP), campaign()) == (
        "Session 1 is not in it.",
        "The planned awards of session 1 are lost: Anna 3 spiffs.",
    )
    assert said(campaign(), noted(begun(), HELP)) == (
        "Session 1 is in it again.",
        "The planned awards of session 1 are as they were then: Anna 3 spiffs.",
    )
    gone = campaigns.remove_member(begun(), ANNA)
    stranger = gone.with_(sessions=(gone.sessions[0].with_(awards=(HELP,)),))
    assert said(gone, stranger)[0].endswith("Former member 3 spiffs.")


def test_a_session_that_ended_in_between_tells_what_its_end_is_going_to_give():
    promised = noted(begun(), HELP)
    ended = campaigns.end_session(rulebook(), promised, (CAKE,))
    again = "Session 1 is open again. When it ends, only changes to its earlier awards are applied."
    assert said(ended, promised) == (
        again,
        "The planned awards of session 1 are as they were then: Anna 3 spiffs.",
    )
    assert said(ended, campaigns.reopen_last_session(ended)) == (again,)
    assert said(campaigns.reopen_last_session(ended), ended) == (
        "Session 1 has ended again, with the awards it gave then.",
    )


def test_who_is_there_at_the_session_that_goes_on_is_told():
    alone = campaigns.set_present(begun(), (BEN,))
    assert said(begun(), alone) == ("The attendance of session 1 is as it was then: Ben.",)
    assert said(begun(), campaigns.set_present(begun(), ()))[0].endswith("as it was then: nobody.")


def test_sessions_that_gave_otherwise_are_told_also_where_no_file_is_here():
    now = campaign(2)
    first, second = now.sessions
    for one in (first.with_(present=(BEN,)), first.with_(awards=(HELP,))):
        assert said(now, now.with_(sessions=(one, second))) == ("The awards of session 1 are as they were then.",)
    both = now.with_(sessions=(first.with_(present=()), second.with_(present=())))
    assert said(now, both) == ("The awards of sessions 1 and 2 are as they were then.",)


def test_small_things_are_named_by_their_fields_and_never_said_to_be_the_same():
    now = campaign(2)
    first = now.sessions[0]

    def with_first(**changes):
        return now.with_(sessions=(first.with_(**changes), *now.sessions[1:]))

    ruled = campaigns.set_house_rule(now, "leather_as_in_prose", True, "Fun")
    came = now.with_(members=(now.members[0].with_(since=2), now.members[1]))
    for one, other, what in (
        (now, with_first(title="The ford", on="2026-11-20"), "sessions"),
        (with_first(awards=(HELP,)), with_first(awards=(HELP.with_(note="Wise"),)), "sessions"),
        (with_first(log="Over"), with_first(log="Over", log_by=ANNA), "sessions"),
        (campaigns.advance(now, 2, (ANNA,)), campaigns.advance(now, 2), "passages"),
        (now, came, "members"),
        (now, now.with_(members=now.members[::-1]), "members"),
        (ruled, campaigns.set_house_rule(now, "leather_as_in_prose", True), "rule reasons"),
    ):
        assert said(one, other) == (f"Minor details are as they were then: {what}.",)
        assert said(other, one) == (f"Minor details are as they were then: {what}.",)


def test_names_that_come_from_the_shelf_anew_make_no_difference():
    renamed = campaigns.set_known(campaign(), ANNA, "Anne", "Anne.bones")
    assert said(renamed, campaign()) == ("Same as the current campaign.",)


def test_who_is_caught_up_though_the_campaign_is_the_same_is_told():
    quiet = changed(ANNA, "Anna", back_story="New")
    assert said(campaign(), campaign(), quiet) == ("Same as the current campaign. Restoring it also updates: Anna.",)
    assert said(campaign(), campaign(), changed(BEN, "Ben", spiffs=3)) == ("Ben: one spiff more.",)


def test_a_handout_is_a_markdown_file_of_its_own_and_other_notes_stay_with_the_gm():
    now = campaigns.add_note(campaigns.add_note(campaign()))
    now = campaigns.set_note(now, 1, title="A letter", text="Come.", shared=True)
    now = campaigns.set_note(now, 2, title="The bridge", text="It is mined.")
    found = campaign_notes(now)
    handout = found[f"handout:{now.id}:1"]
    assert "Come." in handout.text
    assert "mined" in found[f"gm:{now.id}"].text
    assert not any("mined" in each.text for key, each in found.items() if not key.startswith("gm:"))
