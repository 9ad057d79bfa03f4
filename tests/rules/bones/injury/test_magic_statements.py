"""MAG-10 to MAG-16 and MAG-28 to MAG-34, each by its number: what magic costs, and what keeps it going.

MAG-17, that magic is overt, is for the table to play.
"""

import pytest

from bones_desktop.rules.bones.book.character import Sacrifice
from bones_desktop.rules.bones.injury.injuries import damage, forecast, lose, pass_days
from bones_desktop.rules.bones.injury.magic import (
    counter,
    counters,
    four_hours_pass,
    four_hours_rest,
    magic_price,
    maintain_by_blood,
    maintain_by_health,
    maintain_by_value,
    overreach,
    release,
    rounds_pass,
    use_magic,
)
from tests.support.people import bob
from tests.support.refusals import refusal_code


def used(times: int):
    """Return Bob, whose dice bear five Magic icons, after so many uses in a row."""
    character = bob()
    for _ in range(times):
        character = use_magic(character)
    return character


def test_mag_10_as_many_uses_are_free_in_four_hours_as_dice_bear_magic_icons():
    assert [magic_price(used(times)).penalty for times in range(5)] == [0] * 5
    assert magic_price(used(5)).free == 0
    assert magic_price(four_hours_pass(used(5))).free == 5
    assert magic_price(lose(bob(), 2)).safe == 3, "two of the five icons are on the third die (AMB-4)"


@pytest.mark.parametrize(("times", "penalty"), [(4, 0), (5, 1), (6, 2), (7, 3), (11, 7)])
def test_mag_11_each_use_beyond_takes_one_success_more(times, penalty):
    assert magic_price(used(times)).penalty == penalty


@pytest.mark.parametrize(("successes", "hurt"), [(3, 0), (2, 1), (1, 1), (0, 1)])
def test_mag_12_a_use_beyond_that_leaves_no_success_is_one_damage(successes, hurt):
    price = magic_price(used(6))
    assert overreach(price, successes - price.penalty) == hurt


def test_mag_13_a_failure_within_the_safe_level_costs_nothing():
    assert [overreach(magic_price(used(times)), 0) for times in range(6)] == [0, 0, 0, 0, 0, 1]


def test_mag_14_the_damage_looks_at_what_fatigue_alone_leaves():
    """Four successes less one for fatigue are three, however many Nulls cancel later."""
    price = magic_price(used(5))
    assert overreach(price, 4 - price.penalty) == 0


def test_mag_15_four_hours_of_rest_clear_fatigue_and_four_busy_hours_do_not():
    assert magic_price(four_hours_rest(used(8))).free == 5
    assert magic_price(four_hours_pass(used(8))).penalty == 4
    assert magic_price(pass_days(used(8), 1, resting=False)).free == 5


def test_mag_16_every_throw_for_magic_is_a_use():
    assert [magic_price(used(times)).recent for times in range(9)] == list(range(9))


def test_mag_28_health_is_a_die_that_does_not_heal_before_release():
    given = maintain_by_health(bob(), "Ward", 4, 2)
    assert (damage(given), given.available()) == (1, (0, 1, 3))
    assert damage(pass_days(given, 700, resting=True)) == 1
    assert damage(pass_days(release(given, 0), 7, resting=True)) == 0
    twice = maintain_by_health(given, "Light", 2, 0)
    assert (damage(twice), len(twice.effects)) == (2, 2), "one die for each effect"


def test_mag_29_countered_the_injury_heals_normally_from_then_on():
    undone = counter(pass_days(maintain_by_health(bob(), "Ward", 4, 2), 70, resting=True), 0, 5)
    assert forecast(undone).next_in == 7, "the days before did not count"


@pytest.mark.parametrize(("coins", "rounds"), [(10, 1), (19, 1), (20, 2), (999, 99)])
def test_mag_30_a_valuable_lasts_a_round_for_ten_coins(coins, rounds):
    lit = maintain_by_value(bob(), "Light", 2, coins)
    assert rounds == 1 or rounds_pass(lit, rounds - 1).effects[0].rounds == 1
    assert rounds_pass(lit, rounds).effects == ()
    assert refusal_code(lambda: maintain_by_value(bob(), "Light", 2, 9)) == "value-too-small"


def test_mag_31_blood_lasts_until_it_is_countered():
    cursed = maintain_by_blood(bob(), "Curse", 6, "a villager")
    assert pass_days(cursed, 1000, resting=True).effects == cursed.effects
    assert refusal_code(lambda: release(cursed, 0)) == "blood-not-released"
    assert counter(cursed, 0, 7).effects == ()


def test_mag_32_an_effect_keeps_its_successes():
    assert maintain_by_health(bob(), "Ward", 4, 0).effects[0].strength == 4


@pytest.mark.parametrize(("successes", "undone"), [(3, False), (4, False), (5, True)])
def test_mag_33_only_more_successes_than_its_strength_undo_an_effect(successes, undone):
    ward = maintain_by_health(bob(), "Ward", 4, 0)
    assert counters(4, successes) is undone
    if undone:
        assert counter(ward, 0, successes).effects == ()
    else:
        assert refusal_code(lambda: counter(ward, 0, successes)) == "counter-too-weak"


def test_mag_34_blood_is_spent_whatever_becomes_of_the_spell():
    """What was given is told with the effect; no way of ending it gives anything back, and a failure leaves none."""
    assert refusal_code(lambda: maintain_by_blood(bob(), "Curse", 0, "a villager")) == "effect-needs-success"
    cursed = maintain_by_blood(bob(), "Curse", 6, "a villager")
    assert (cursed.effects[0].sacrifice, cursed.effects[0].given) == (Sacrifice.BLOOD, "a villager")
    assert counter(cursed, 0, 7) == bob()
