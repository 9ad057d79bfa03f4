"""SPF-1 to SPF-18, each by its number. Rerolls and bought successes are tested in tests/play/bones/test_spiffplay."""

import pytest

from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.injury.blows import Blow, take_blow
from bones_desktop.rules.bones.injury.spiffs import earn, set_right, spend_on, veto
from bones_desktop.rules.bones.life.campaigns import (
    Award,
    Campaign,
    add_member,
    begin_session,
    catch_up,
    end_session,
    set_log,
)
from tests.support.people import ID, bob, ragnar
from tests.support.refusals import refusal_code
from tests.support.rulebooks import rulebook

TODAY = "2026-11-21"


def earned(award: str, n: int | None = None) -> int:
    return earn(rulebook(), ragnar(), award, TODAY, n=n).spiffs


def rich(n: int):
    return ragnar().with_(spiffs=n)


def spent(purchase: str, have: int, **given) -> int:
    return spend_on(rulebook(), rich(have), purchase, TODAY, **given).spiffs


def test_spf_1_a_good_back_story_earns_one():
    assert earned("good-back-story") == 1


def test_spf_2_a_great_one_earns_two():
    assert earned("great-back-story") == 2


def test_spf_3_the_log_earns_its_writer_one_for_each_session():
    campaign = add_member(Campaign(id="c" * 32), ID, "Bob", "Bob.bones")
    for number in (1, 2):
        campaign = end_session(rulebook(), begin_session(campaign, TODAY))
        campaign = set_log(rulebook(), campaign, number, "They crossed.", ID)
    again = set_log(rulebook(), campaign, 2, "They crossed the ford.", ID)
    assert catch_up(rulebook(), campaign, bob(), TODAY).spiffs == 2
    assert catch_up(rulebook(), again, catch_up(rulebook(), campaign, bob(), TODAY), TODAY).spiffs == 2


def test_spf_4_portraits_earn_one():
    assert earned("portraits") == 1


def test_spf_5_help_with_the_campaign_earns_one_to_three():
    assert [earned("campaign-help", n) for n in (1, 2, 3)] == [1, 2, 3]
    assert {refusal_code(lambda n=n: earned("campaign-help", n)) for n in (0, 4)} == {"spiffs-from-to"}


def test_spf_6_playing_a_role_well_earns_one():
    assert earned("good-role-playing") == 1


def test_spf_7_making_the_gm_laugh_earns_one():
    assert earned("funny-moment") == 1


def test_spf_8_an_adventure_gives_its_own_awards():
    campaign = begin_session(add_member(Campaign(id="c" * 32), ID, "Bob", "Bob.bones"), TODAY)
    awards = [Award(member=ID, spiffs=1, reason="adventure-award", note=note) for note in ("Clarisse", "Karl", "Tomas")]
    given = catch_up(rulebook(), end_session(rulebook(), campaign, awards), bob(), TODAY)
    assert (given.spiffs, [line.note for line in given.spiff_ledger]) == (3, ["Clarisse", "Karl", "Tomas"])


def test_spf_9_throwing_a_die_again_costs_one():
    assert spent("reroll", 3) == 2


def test_spf_10_a_success_more_costs_two():
    assert spent("added-success", 3) == 1


def test_spf_11_soaking_one_damage_costs_two():
    hurt = take_blow(rulebook(), rich(3), Blow(2, soaked=True), TODAY)
    assert (hurt.spiffs, len(hurt.available())) == (1, 3)


def test_spf_12_a_minor_change_of_the_story_costs_one():
    assert spent("minor-change", 3) == 2


def test_spf_13_one_that_matters_costs_two():
    assert spent("meaningful-change", 3) == 1


def test_spf_14_surviving_death_costs_five_and_an_explanation():
    dead = injuries.slay(rich(6))
    assert refusal_code(lambda: spend_on(rulebook(), dead, "survive", TODAY)) == "survival-needs-explanation"
    alive = spend_on(rulebook(), dead, "survive", TODAY, note="The river carried him")
    assert (alive.spiffs, alive.slain) == (1, False)


def test_spf_15_a_major_change_has_no_price_but_the_gm_s():
    assert refusal_code(lambda: spent("major-change", 9)) == "spiffs-name-price"
    assert spent("major-change", 9, n=6, note="The Overlord") == 3


def test_spf_16_no_more_than_one_damage_of_a_blow_is_soaked():
    hurt = take_blow(rulebook(), rich(9), Blow(3, soaked=True), TODAY)
    assert (hurt.spiffs, len(hurt.available())) == (7, 2)


def test_spf_17_what_the_gm_vetoes_gives_its_spiffs_back():
    changed = spend_on(rulebook(), rich(3), "meaningful-change", TODAY)
    vetoed = veto(changed, 0, TODAY)
    assert (vetoed.spiffs, [line.veto for line in vetoed.spiff_ledger]) == (3, [True, True])
    assert refusal_code(lambda: veto(vetoed, 0, TODAY)) == "vetoed-already"


@pytest.mark.parametrize(("purchase", "price"), [("reroll", 1), ("added-success", 2), ("soak", 2), ("minor-change", 1)])
def test_spf_18_what_is_not_there_is_not_spent(purchase, price):
    assert refusal_code(lambda: spent(purchase, price - 1)) == "spiffs-too-few"
    assert spent(purchase, price) == 0
    assert refusal_code(lambda: set_right(rich(1), -2, "Counted", TODAY)) == "spiffs-too-few"
