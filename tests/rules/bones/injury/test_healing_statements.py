"""HEAL-1 to HEAL-7, each by its number."""

import pytest

from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.injury.injuries import damage, forecast, pass_days, regenerate, suffer_all, treat
from bones_desktop.rules.bones.injury.magic import maintain_by_health, release
from bones_desktop.rules.bones.life.campaigns import Campaign, add_member, advance, catch_up
from tests.support.foreach import for_each
from tests.support.people import ID, bob, someone
from tests.support.rulebooks import rulebook

DIE = "universal,melee,melee,defend,defend,regenerate"


def hurt(points: int):
    """Return a beast of eight dice with so much damage."""
    return suffer_all(someone(CharacterKind.BEAST, *[DIE] * 8), points)


@for_each(("days", "left"), [(1, 3), (6, 3), (7, 2), (13, 2), (14, 1), (20, 1), (21, 0), (400, 0)])
def test_heal_1_rest_alone_heals_a_die_a_week(days, left):
    assert damage(pass_days(hurt(3), days, resting=True)) == left
    assert damage(pass_days(hurt(3), days, resting=False)) == 3


def test_heal_1_the_party_rests_by_the_campaign_s_calendar():
    campaign = add_member(Campaign(id="c" * 32), ID, "Bob", "Bob.bones")
    wounded = catch_up(rulebook(), campaign, suffer_all(bob(), 2), "")
    later = advance(campaign, 7, (ID,))
    assert damage(catch_up(rulebook(), later, wounded, "")) == 1
    assert damage(catch_up(rulebook(), advance(campaign, 7), wounded, "")) == 2


@for_each(("successes", "left"), [(0, 8), (1, 8), (2, 7), (3, 7), (4, 6), (5, 6), (7, 5), (16, 0), (30, 0)])
def test_heal_2_attention_heals_a_die_at_once_for_two_successes(successes, left):
    assert damage(treat(hurt(8), successes)) == left


@for_each(("successes", "days"), [(0, 7), (1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1), (7, 1), (9, 1)])
def test_heal_3_then_a_die_heals_in_seven_days_less_the_successes(successes, days):
    treated = treat(hurt(8), successes)
    left = damage(treated)
    assert damage(pass_days(treated, days, resting=True)) == left - 1
    assert days == 1 or damage(pass_days(treated, days - 1, resting=True)) == left
    assert damage(pass_days(treated, 3 * days, resting=True)) == left - 3


def test_heal_4_healing_magic_heals_by_the_same_measure():
    """AMB-44: three Magic successes are one die at once and the others in four days each."""
    treated = treat(hurt(3), 3)
    assert [step.in_days for step in forecast(treated).steps] == [4, 8]


def test_heal_5_a_die_given_for_an_effect_does_not_heal_while_it_lasts():
    given = maintain_by_health(bob(), "Ward", 3, 0)
    assert pass_days(given, 70, resting=True).available() == (1, 2, 3)
    assert forecast(given).whole_in is None
    assert pass_days(release(given, 0), 7, resting=True).available() == (0, 1, 2, 3)


@pytest.mark.parametrize(("icons", "left"), [(0, 3), (1, 2), (2, 1), (3, 0), (4, 0)])
def test_heal_6_each_regenerate_icon_heals_a_die(icons, left):
    assert damage(regenerate(hurt(3), icons)) == left


@pytest.mark.parametrize(("medic", "left"), [(0, 7), (1, 6), (2, 5), (3, 5)])
def test_heal_7_medic_adds_to_what_heals_at_once_two_dice_at_most(medic, left):
    assert damage(treat(hurt(8), 2, medic=medic)) == left
