import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.rules.bones.book.character import CharacterKind, SpiffEntry
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.injury.spiffs import (
    ADDED_SUCCESS,
    REROLL,
    affords,
    brought_forward,
    earn,
    lines,
    price,
    require,
    set_right,
    spend_on,
    veto,
    veto_last,
    ways_to_earn,
    ways_to_spend,
    why_not_earned,
    why_not_spent,
)
from bones_desktop.rules.reasons import RulesError, reason
from tests.support.foreach import for_each
from tests.support.people import ragnar, someone
from tests.support.refusals import refused
from tests.support.rulebooks import rulebook

TODAY = "2026-11-21"
ACTS = st.lists(
    st.tuples(
        st.sampled_from([*(each.id for each in (*ways_to_earn(rulebook()), *ways_to_spend(rulebook()))), "veto", ""]),
        st.integers(-3, 6),
    ),
    max_size=30,
)


def test_the_prices_are_the_rulebooks() -> None:
    assert price(rulebook(), REROLL) == 1
    assert price(rulebook(), ADDED_SUCCESS) == 2
    with pytest.raises(KeyError):
        price(rulebook(), "good-back-story")


@pytest.mark.parametrize(("spiffs", "reroll", "success"), [(0, False, False), (1, True, False), (2, True, True)])
def test_spiffs_are_never_owed(spiffs: int, reroll: bool, success: bool) -> None:
    character = ragnar().with_(spiffs=spiffs)
    assert affords(rulebook(), character, REROLL) is reroll
    assert affords(rulebook(), character, ADDED_SUCCESS) is success


def test_what_is_not_there_is_not_spent() -> None:
    poor = ragnar().with_(spiffs=1)
    require(poor, 1)
    with pytest.raises(RulesError) as refused:
        require(poor, 2)
    assert refused.value.reason == reason("spiffs-too-few", "SPF-18", n=2, have=1)


@for_each(
    ("award", "n"),
    [
        ("good-back-story", 1),
        ("great-back-story", 2),
        ("campaign-log", 1),
        ("portraits", 1),
        ("campaign-help", 1),
        ("good-role-playing", 1),
        ("funny-moment", 1),
        ("adventure-award", 1),
    ],
)
def test_spiffs_are_earned_as_the_rulebook_says(award, n):
    richer = earn(rulebook(), ragnar(), award, TODAY, note="At last")
    assert richer.spiffs == n
    assert richer.spiff_ledger == (SpiffEntry(by=n, reason=award, note="At last", on=TODAY),)
    assert award in {each.id for each in ways_to_earn(rulebook())}


def test_help_earns_one_to_three():
    assert earn(rulebook(), ragnar(), "campaign-help", TODAY, n=3).spiffs == 3
    for n in (0, 4, -1):
        why = refused("spiffs-from-to", earn, rulebook(), ragnar(), "campaign-help", TODAY, n=n)
        assert why == reason("spiffs-from-to", "SPF-5", least=1, most=3)


@pytest.mark.parametrize("first", ["good-back-story", "great-back-story"])
@pytest.mark.parametrize("second", ["good-back-story", "great-back-story"])
def test_a_back_story_is_rewarded_once(first, second):
    rewarded = earn(rulebook(), ragnar(), first, TODAY)
    why = refused("back-story-rewarded", earn, rulebook(), rewarded, second, TODAY)
    assert why.rule == "AMB-86"
    assert why_not_earned(rulebook(), rewarded, second) == why
    assert why_not_earned(rulebook(), rewarded, "portraits") is None


def test_another_reason_has_to_be_told():
    refused("spiffs-say-what-for", earn, rulebook(), ragnar(), "", TODAY, note="  ")
    assert earn(rulebook(), ragnar(), "", TODAY, n=4, note="Pizza").spiff_ledger[0].note == "Pizza"
    refused("spiffs-from-to", earn, rulebook(), ragnar(), "", TODAY, n=101, note="Pizza")


@pytest.mark.parametrize("kind", [CharacterKind.CAST, CharacterKind.BEAST, CharacterKind.HORDE])
def test_only_players_have_spiffs(kind):
    other = someone(kind, "universal,physical,melee,melee,defend,defend").with_(spiffs=9)
    refused("spiffs-for-players", earn, rulebook(), other, "portraits", TODAY)
    refused("spiffs-for-players", spend_on, rulebook(), other, "minor-change", TODAY)
    assert why_not_earned(rulebook(), other, "portraits").code == "spiffs-for-players"


@pytest.mark.parametrize(
    ("purchase", "n"),
    [("reroll", 1), ("added-success", 2), ("soak", 2), ("minor-change", 1), ("meaningful-change", 2)],
)
def test_spiffs_are_spent_at_the_rulebooks_prices(purchase, n):
    rich = ragnar().with_(spiffs=n)
    poorer = spend_on(rulebook(), rich, purchase, TODAY)
    assert poorer.spiffs == 0
    assert poorer.spiff_ledger == (SpiffEntry(by=-n, reason=purchase, on=TODAY),)
    poor = ragnar().with_(spiffs=n - 1)
    why = refused("spiffs-too-few", spend_on, rulebook(), poor, purchase, TODAY)
    assert why == reason("spiffs-too-few", "SPF-18", n=n, have=n - 1)
    assert why_not_spent(rulebook(), poor, purchase) == why
    assert why_not_spent(rulebook(), rich, purchase) is None
    refused("spiffs-from-to", spend_on, rulebook(), rich, purchase, TODAY, n=n + 1)


def test_ex_11_prices_of_a_changed_story():
    """EX-11: a bouncer is a small change, the Overlord's guard one that matters; the GM prices the Overlord."""
    ten = ragnar().with_(spiffs=10)
    assert spend_on(rulebook(), ten, "minor-change", TODAY).spiffs == 9
    assert spend_on(rulebook(), ten, "meaningful-change", TODAY).spiffs == 8
    refused("spiffs-name-price", spend_on, rulebook(), ten, "major-change", TODAY)
    refused("spiffs-name-price", spend_on, rulebook(), ten, "major-change", TODAY, n=0)
    assert spend_on(rulebook(), ten, "major-change", TODAY, n=7, note="The Overlord").spiffs == 3
    assert why_not_spent(rulebook(), ten, "major-change") is None
    assert why_not_spent(rulebook(), ragnar(), "major-change").code == "spiffs-too-few"


def test_ex_12_bobs_revenge():
    """EX-12: Steve is transferred for one spiff."""
    revenged = spend_on(rulebook(), ragnar().with_(spiffs=3), "minor-change", TODAY, note="Steve is transferred")
    assert (revenged.spiffs, lines(revenged)[-1].balance) == (2, 2)


def test_a_survivor_is_alive_again_and_a_veto_kills_him():
    dead = injuries.suffer_all(ragnar().with_(spiffs=6), 8)
    refused("survival-needs-explanation", spend_on, rulebook(), dead, "survive", TODAY)
    alive = spend_on(rulebook(), dead, "survive", TODAY, note="The river carried him")
    assert injuries.condition(alive).state is injuries.State.INCAPACITATED
    assert alive.spiffs == 1
    again = veto(alive, 0, TODAY)
    assert (injuries.condition(again).state, again.spiffs) == (injuries.State.DEAD, 6)
    refused("not-dead", spend_on, rulebook(), ragnar().with_(spiffs=6), "survive", TODAY, note="So")
    assert why_not_spent(rulebook(), ragnar().with_(spiffs=6), "survive").code == "not-dead"


def test_a_veto_gives_back_and_marks_both_lines():
    spent = spend_on(rulebook(), ragnar().with_(spiffs=3), "meaningful-change", TODAY, note="A guard")
    vetoed = veto(spent, 0, "2026-11-22")
    assert vetoed.spiffs == 3
    assert vetoed.spiff_ledger == (
        SpiffEntry(by=-2, reason="meaningful-change", note="A guard", on=TODAY, veto=True),
        SpiffEntry(by=2, reason="meaningful-change", note="A guard", on="2026-11-22", veto=True),
    )
    assert [(line.balance, line.vetoable) for line in lines(spent)] == [(1, True)]
    assert [(line.balance, line.vetoable) for line in lines(vetoed)] == [(1, False), (3, False)]
    refused("vetoed-already", veto, vetoed, 0, TODAY)
    refused("not-a-use", veto, vetoed, 1, TODAY)
    refused("no-such-line", veto, vetoed, 2, TODAY)
    refused("not-a-use", veto, set_right(spent, -1, "", TODAY), 1, TODAY)


def test_the_last_use_of_a_kind_is_vetoed():
    spent = ragnar().with_(spiffs=5)
    for purchase in ("reroll", "minor-change", "reroll", "added-success"):
        spent = spend_on(rulebook(), spent, purchase, TODAY)
    once = veto_last(spent, "reroll", 1, TODAY)
    assert [entry.veto for entry in once.spiff_ledger] == [False, False, True, False, True]
    twice = veto_last(once, "reroll", 1, TODAY)
    assert [entry.veto for entry in twice.spiff_ledger] == [True, False, True, False, True, True]
    from_before = veto_last(ragnar(), "reroll", 1, TODAY)
    assert (from_before.spiffs, brought_forward(from_before)) == (1, 0)


def test_the_ledger_shows_what_was_brought_forward():
    earned = earn(rulebook(), ragnar().with_(spiffs=4), "portraits", TODAY)
    assert brought_forward(earned) == 4
    assert [line.balance for line in lines(earned)] == [5]


def test_setting_right_is_a_line_as_well():
    right = set_right(ragnar(), 3, "Counted again", TODAY)
    assert (right.spiffs, right.spiff_ledger[-1]) == (3, SpiffEntry(by=3, note="Counted again", on=TODAY))
    assert set_right(right, 0, "", TODAY) == right
    refused("spiffs-too-few", set_right, right, -4, "", TODAY)
    refused("spiffs-too-many", set_right, right, 10_000, "", TODAY)


def test_a_full_ledger_says_so():
    full = ragnar().with_(spiff_ledger=(SpiffEntry(by=0),) * 5_000)
    refused("spiff-ledger-full", earn, rulebook(), full, "portraits", TODAY)


def test_unknown_ways_are_errors_of_the_program():
    with pytest.raises(KeyError):
        earn(rulebook(), ragnar(), "reroll", TODAY)
    with pytest.raises(KeyError):
        spend_on(rulebook(), ragnar(), "portraits", TODAY)


def test_only_a_back_story_is_in_the_way_of_a_back_story():
    """AMB-86: other awards, and one that was given for something else, leave the reward open."""
    rich = earn(rulebook(), earn(rulebook(), ragnar(), "", TODAY, n=5, note="A gift"), "portraits", TODAY)
    told = earn(rulebook(), rich, "great-back-story", TODAY)
    assert told.spiffs > rich.spiffs
    for story in ("good-back-story", "great-back-story"):
        why = refused("back-story-rewarded", earn, rulebook(), told, story, TODAY)
        assert why.value("award") == next(way.name for way in ways_to_earn(rulebook()) if way.id == "great-back-story")


@given(st.integers(0, 5), ACTS)
def test_spiffs_are_never_owed_and_the_ledger_always_adds_up(start, acts):
    character = ragnar().with_(spiffs=start)
    earning = {each.id for each in ways_to_earn(rulebook())}
    for name, n in acts:
        try:
            if name == "veto":
                character = veto(character, n, TODAY)
            elif not name:
                character = set_right(character, n, "By hand", TODAY)
            elif name in earning:
                character = earn(rulebook(), character, name, TODAY, n=n if n > 0 else None)
            else:
                character = spend_on(rulebook(), character, name, TODAY, n=n if n > 0 else None, note="So")
        except RulesError:
            continue
        assert character.spiffs >= 0
        assert brought_forward(character) == start
        shown = lines(character)
        assert not shown or shown[-1].balance == character.spiffs
        assert all(line.balance >= 0 for line in shown)
