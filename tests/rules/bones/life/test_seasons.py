import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.rules.bones.book.character import ActionKind, Asset, CoinEntry, Follower, SeasonAction
from bones_desktop.rules.bones.book.fields import Season
from bones_desktop.rules.bones.injury.injuries import lose
from bones_desktop.rules.bones.life.seasons import (
    AssetSource,
    OwnedAsset,
    actions_left,
    actions_of,
    add_asset,
    assets_now,
    come_by_coins,
    diary,
    record_income,
    record_strategic,
    remove_action,
    remove_asset,
    season_now,
    set_action_texts,
    shifted,
    spend_coins,
    succeeded,
    without_throw,
)
from bones_desktop.rules.reasons import RulesError, reason
from tests.support.people import bob, die, ragnar
from tests.support.refusals import refused
from tests.support.rulebooks import rulebook

TODAY = "2026-11-21"


def strategic(character, successes=1, **named):
    given = {"title": "Write", "skill": "scholar", "difficulty": "difficult", **named}
    return record_strategic(rulebook(), character, TODAY, successes=successes, **given)


def lecture(character, successes=2, **named):
    return record_income(rulebook(), character, TODAY, skill="scholar", successes=successes, **named)


def bobs_season():
    """Return Bob after the season of the rulebook's example (EX-8, EX-9, EX-10)."""
    written = strategic(bob(), 1, title="Write Bob on Goblins", asset="Bob on Goblins")
    lectured = lecture(written, 2, title="Lecture")
    return strategic(lectured, 1 - 6, title="Court the Duke's daughter", skill="social", difficulty="almost-impossible")


def test_ex_8_bob_on_goblins():
    """EX-8: one net success makes a temporary asset."""
    written = strategic(bob(), 1, title="Write Bob on Goblins", asset="Bob on Goblins")
    assert written.actions == (
        SeasonAction(
            season=0,
            kind=ActionKind.STRATEGIC,
            title="Write Bob on Goblins",
            skill="scholar",
            difficulty="difficult",
            successes=1,
            made="Bob on Goblins",
            on=TODAY,
        ),
    )
    assert succeeded(written.actions[0])
    assert written.assets == (Asset(name="Bob on Goblins", season=0),)
    assert assets_now(rulebook(), written) == (OwnedAsset("Bob on Goblins", AssetSource.TEMPORARY, place=0),)
    assert assets_now(rulebook(), written, 1) == ()
    assert actions_left(written) == 2


def test_ex_9_lecturing():
    """EX-9: two successes and the asset earn 300 coins; the asset is gone with the season."""
    written = strategic(bob(), 1, asset="Bob on Goblins")
    lectured = lecture(written, 2, title="Lecture")
    action = lectured.actions[-1]
    assert (action.kind, action.assets, action.coins, lectured.coins) == (ActionKind.INCOME, 1, 300, 300)
    later = lecture(lectured.with_(day=92), 2)
    assert (later.actions[-1].season, later.actions[-1].coins, later.coins) == (1, 200, 500)


def test_ex_10_the_dukes_daughter():
    """EX-10: one success less six is failure, and the season's third action."""
    failed = bobs_season()
    assert failed.actions[-1].successes == -5
    assert not succeeded(failed.actions[-1])
    assert actions_left(failed) == 0
    assert refused("season-full", lecture, failed) == reason("season-full", "OFF-3", most=3)
    refused("season-full", strategic, failed)
    assert actions_left(failed.with_(day=92)) == 3


def test_an_action_without_a_throw_neither_succeeds_nor_fails():
    """By the GM's word it may bring an asset; a number or a difficulty tells of a throw all the same."""
    house = record_strategic(rulebook(), bob(), TODAY, title="Buys a house", asset="House", lasting=True)
    assert without_throw(house.actions[0])
    assert house.assets == (Asset(name="House", season=None),)
    for named in ({"successes": -1}, {"difficulty": "difficult"}, {"skill": "scholar"}):
        thrown = record_strategic(rulebook(), house, TODAY, **{"title": "Builds", **named})
        assert not without_throw(thrown.actions[1])
        assert [each.success for each in diary(rulebook(), thrown).seasons[0].actions] == [None, False]


def test_bobs_diary():
    """EX-8..10 as the diary tells them."""
    told = diary(rulebook(), spend_coins(bobs_season(), 120, "A horse", TODAY), first_year=1100)
    (winter,) = told.seasons
    assert (winter.name, winter.year, winter.left) == (Season.WINTER, 1100, 0)
    assert [each.success for each in winter.actions] == [True, True, False]
    assert winter.assets == ("Bob on Goblins",)
    assert winter.entries == (CoinEntry(season=0, by=-120, note="A horse", on=TODAY),)
    assert (told.earned, told.spent, told.received, told.brought, told.coins) == (300, 120, 0, 0, 180)
    assert told.standing == ()


def test_a_diary_shows_the_present_season_and_those_with_anything_in_them():
    character = bobs_season().with_(day=91 * 5 + 1)
    character = come_by_coins(character, 40, "Found", TODAY)
    told = diary(rulebook(), character.with_(coins=character.coins + 7))
    assert [(each.season, each.name, each.year, each.left) for each in told.seasons] == [
        (0, Season.WINTER, 1, 0),
        (5, Season.SPRING, 2, 3),
    ]
    assert (told.earned, told.received, told.brought, told.coins) == (300, 40, 7, 347)


@pytest.mark.parametrize(
    ("skill", "coins"), [("scholar", 300), ("healer", 300), ("magic", 300), ("craft", 300), ("social", 100)]
)
def test_each_skill_earns_at_its_rate(skill, coins):
    rich = add_asset(bob(), "House", season=None)
    earned = record_income(rulebook(), rich, TODAY, skill=skill, successes=2)
    assert (earned.coins, earned.actions[-1].assets) == (coins, int(coins == 300))


def test_a_merchant_earns_most():
    trader = bob().with_(dice=(die("universal,mental,merchant,merchant,merchant,merchant"),) * 4)
    rich = add_asset(trader, "House", season=None)
    assert record_income(rulebook(), rich, TODAY, skill="merchant", successes=3).coins == 1000


def test_assets_earn_without_a_success():
    """AMB-93."""
    assert lecture(add_asset(bob(), "House", season=None), 0).coins == 100
    assert lecture(bob(), 0).coins == 0


def test_a_skill_needs_its_icons():
    why = refused("no-icon", record_income, rulebook(), bob(), TODAY, skill="merchant", successes=1)
    assert why.rule == "ACT-2"
    hurt = lose(bob(), 3)
    refused("no-icon", record_income, rulebook(), hurt, TODAY, skill="healer", successes=1)
    past = hurt.with_(day=92)
    assert record_income(rulebook(), past, TODAY, skill="healer", successes=1, season=0).coins == 100
    for place in range(3):
        hurt = lose(hurt, place)
    refused("no-dice", strategic, hurt, 1)


def test_what_was_thrown_for_was_allowed_whatever_the_dice_are_now():
    told = record_income(rulebook(), ragnar(), "", skill="scholar", successes=2, thrown=True)
    assert told.coins == 200
    told = record_strategic(rulebook(), told, "", title="A map", skill="scholar", successes=1, thrown=True)
    assert [action.skill for action in told.actions] == ["scholar", "scholar"]


def test_the_gm_may_count_other_assets():
    assert lecture(bob(), 1, assets=3).coins == 400
    refused("assets-from-to", lecture, bob(), 1, assets=-1)


def test_masteries_bring_assets():
    """OFF-12: one small asset for two icons of Merchant Prince, one vessel for two of Captain; no lackeys."""
    prince = die("universal,mental,merchant-prince,captain,blank,blank")
    owner = bob().with_(
        dice=(*bob().dice, prince, prince, die("universal,mental,boss,boss,boss,boss")),
        followers=(Follower(mastery="captain", name="The Gull"),),
    )
    found = assets_now(rulebook(), owner)
    assert [(each.name, each.source, each.place) for each in found] == [
        ("small asset", AssetSource.MASTERY, None),
        ("The Gull", AssetSource.MASTERY, None),
    ]
    assert lecture(owner, 1).coins == 300
    assert diary(rulebook(), owner).standing == found


def test_an_asset_needs_success_and_a_name():
    refused("asset-needs-success", strategic, bob(), 0, asset="A book")
    refused("asset-needs-name", add_asset, bob(), " ", season=None)
    refused("action-needs-title", strategic, bob(), 1, title=" ")
    lasting = strategic(bob(), 1, asset="A mill", lasting=True)
    assert lasting.assets == (Asset(name="A mill"),)
    assert remove_asset(lasting, 0).assets == ()
    refused("no-such-asset", remove_asset, lasting, 1)
    full = bob().with_(assets=(Asset(name="A"),) * 100)
    refused("most-assets", strategic, full, 1, asset="A book")


def test_the_last_action_of_a_season_can_be_taken_out_with_all_it_brought():
    whole = bobs_season()
    refused("not-last-action", remove_action, whole, 1)
    without = remove_action(remove_action(whole, 2), 1)
    assert without == strategic(bob(), 1, title="Write Bob on Goblins", asset="Bob on Goblins")
    assert remove_action(without, 0) == bob()
    refused("no-such-action", remove_action, bob(), 0)


def test_taking_out_an_action_leaves_the_asset_of_the_same_name_that_another_season_made():
    """OFF-6: an asset belongs to its season, whatever it is called."""
    first = strategic(bob(), 1, asset="A book")
    both = strategic(first.with_(day=92), 1, asset="A book")
    assert both.assets == (Asset(name="A book", season=0), Asset(name="A book", season=1))
    assert remove_action(both, 0).assets == (Asset(name="A book", season=1),)
    assert remove_action(both, 1).assets == (Asset(name="A book", season=0),)


def test_an_action_whose_coins_are_spent_stays():
    poor = spend_coins(lecture(bob(), 2), 150, "Ale", TODAY)
    assert refused("coins-spent-already", remove_action, poor, 0) == reason(
        "coins-spent-already", "OFF-9", coins=200, have=50
    )


def test_a_season_gone_by_is_told_in_its_place_and_none_is_told_ahead():
    late = lecture(lecture(bob().with_(day=92)), season=0, title="Before")
    assert [action.season for action in late.actions] == [0, 1]
    assert [action.title for action in actions_of(late, 0)] == ["Before"]
    refused("season-not-come", lecture, bob(), season=1)


def test_what_was_done_can_be_told_otherwise():
    told = set_action_texts(bobs_season(), 2, title="Woo", outcome="She laughed")
    assert (told.actions[2].title, told.actions[2].outcome) == ("Woo", "She laughed")
    refused("action-needs-title", set_action_texts, bobs_season(), 2, title="", outcome="")
    assert set_action_texts(bobs_season(), 1, title="", outcome="").actions[1].title == ""
    refused("no-such-action", set_action_texts, bob(), 0, title="A", outcome="")


def test_coins_are_never_owed():
    rich = lecture(bob(), 2)
    left = spend_coins(rich, 200, "A mule", TODAY)
    assert (left.coins, left.coin_ledger) == (0, (CoinEntry(season=0, by=-200, note="A mule", on=TODAY),))
    assert refused("coins-too-few", spend_coins, rich, 201, "", TODAY) == reason(
        "coins-too-few", "OFF-9", n=201, have=200
    )
    refused("coins-from-to", spend_coins, rich, 0, "", TODAY)
    refused("coins-from-to", come_by_coins, rich, 10**9, "", TODAY)
    refused("coin-ledger-full", come_by_coins, rich.with_(coin_ledger=(CoinEntry(season=0, by=1),) * 5000), 1, "", "")


def test_numbers_may_be_as_large_and_as_small_as_their_limits():
    assert come_by_coins(bob(), 10**9, "", TODAY).coins == 10**9
    assert spend_coins(bob().with_(coins=1), 1, "", TODAY).coins == 0
    assert lecture(bob(), 1000).actions[0].successes == 1000
    assert strategic(bob(), -1000).actions[0].successes == -1000
    assert lecture(bob(), 1, assets=1000).actions[0].assets == 1000
    assert remove_action(lecture(bob(), 2), 0).coins == 0


def test_numbers_out_of_range_are_refused():
    refused("successes-from-to", lecture, bob(), -1)
    refused("successes-from-to", lecture, bob(), 1001)
    refused("successes-from-to", strategic, bob(), -1001)
    refused("text-too-long", strategic, bob(), title="x" * 201)
    full = bob().with_(day=92, actions=(SeasonAction(season=0, kind=ActionKind.INCOME),) * 5000)
    refused("diary-full", lecture, full)


def test_a_diary_moves_under_another_calendar():
    moved = shifted(spend_coins(add_asset(bobs_season(), "House", season=None), 5, "", TODAY), -2)
    assert {action.season for action in moved.actions} == {-2}
    assert [asset.season for asset in moved.assets] == [-2, None]
    assert moved.coin_ledger[0].season == -2
    assert diary(rulebook(), moved, 1).seasons[0].year == 0
    assert shifted(moved, 0) is moved


def test_the_season_is_that_of_the_day():
    assert [season_now(ragnar().with_(day=day)) for day in (1, 91, 92)] == [0, 0, 1]


ACTS = st.lists(
    st.tuples(
        st.sampled_from(["income", "strategic", "remove", "spend", "receive", "season"]),
        st.integers(-2, 6),
        st.booleans(),
    ),
    max_size=25,
)


@given(st.integers(0, 500), ACTS)
def test_coins_are_never_owed_and_the_diary_always_adds_up(start, acts):
    character = bob().with_(coins=start)
    for what, n, flag in acts:
        try:
            match what:
                case "income":
                    character = lecture(character, n)
                case "strategic":
                    character = strategic(character, n, asset="A book" if flag else "", lasting=n > 3)
                case "remove":
                    character = remove_action(character, n)
                case "spend":
                    character = spend_coins(character, 100 * n, "", TODAY)
                case "receive":
                    character = come_by_coins(character, n, "", TODAY)
                case _:
                    character = character.with_(day=character.day + 91)
        except RulesError:
            continue
    told = diary(rulebook(), character)
    assert character.coins >= 0
    assert told.brought == start
    assert told.coins == start + told.earned + told.received - told.spent
    assert all(len(each.actions) <= 3 for each in told.seasons)
    assert sum(len(each.actions) for each in told.seasons) == len(character.actions)
    made = sum(bool(action.made) for action in character.actions)
    assert len(character.assets) == made
    assert [action.season for action in character.actions] == sorted(action.season for action in character.actions)
