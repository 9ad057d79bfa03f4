import pytest

from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.book.characterdice import (
    automatic_successes,
    icon_price,
    mastery_allowed,
    next_price,
    successes_begun,
)
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.making.standing import dice_ahead
from tests.support.foreach import for_each
from tests.support.people import bob, die, ragnar
from tests.support.rulebooks import rulebook


def code(dice, place, mastery, face=None):
    why = mastery_allowed(rulebook(), dice, place, mastery, face)
    return why and why.code


def test_the_fifth_die_is_the_first_for_a_mastery():
    assert code(ragnar().dice, 3, "riposte") == "mastery-fifth-die"
    assert code(ragnar().dice, 4, "riposte") is None


def test_four_separate_dice_are_needed_and_two_icons_on_one_count_once():
    why = mastery_allowed(rulebook(), bob().dice, 4, "sage")
    assert why is not None
    assert (why.code, why.value("have"), why.value("missing")) == ("mastery-needs-dice", 3, 1)


def test_bobs_fifth_die_completes_the_four_but_opens_only_the_sixth():
    dice = (*bob().dice, die("universal,mental,scholar,blank,blank,blank"))
    assert code(dice, 4, "sage") == "mastery-needs-dice"
    assert code(dice, 5, "sage") is None


def test_mastery_icons_do_not_count_toward_the_four():
    dice = (*ragnar().dice[:3], die("universal,physical,riposte,defend,missile,maneuver"))
    assert code(dice, 4, "riposte") == "mastery-needs-dice"


def test_ex_7_masteries_of_two_skills_share_a_die_two_of_one_do_not():
    rider = "universal,physical,melee,riding,defend,defend"
    dice = (*(die(rider) for _ in range(4)), die("universal,physical,riposte,,,"))
    assert code(dice, 4, "knight", 3) is None
    assert code(dice, 4, "deflection", 3) == "mastery-twice"
    assert code(dice, 4, "deflection", 2) is None


@for_each(("held", "sessions"), [(4, 1), (5, 1), (6, 2), (7, 2), (8, 3), (9, 3), (10, 4), (3, None)])
def test_price_of_an_icon(held, sessions):
    assert icon_price(rulebook(), held) == sessions


@pytest.mark.parametrize(
    ("at_new_rate", "ways"),
    [
        (False, [(5, 1, 4), (6, 5, 11), (7, 13, 19), (8, 21, 30), (9, 33, 42), (10, 45, 57)]),
        (True, [(5, 1, 4), (6, 6, 12), (7, 14, 20), (8, 23, 32), (9, 35, 44), (10, 48, 60)]),
    ],
)
def test_sessions_until_a_die_is_started_and_filled(at_new_rate, ways):
    player = ragnar().with_(house_rules=HouseRules(first_icon_at_new_rate=at_new_rate))
    assert [(die.number, die.until_begun, die.until_full) for die in dice_ahead(rulebook(), player)] == ways


@pytest.mark.parametrize(("held", "filled", "new"), [(4, 1, 1), (5, 1, 2), (6, 2, 2), (7, 2, 3), (9, 3, 4)])
def test_the_first_icon_of_a_die_is_bought_at_the_rate_the_group_chose(held, filled, new):
    for at_new_rate, price in ((False, filled), (True, new)):
        player = ragnar().with_(
            dice=(ragnar().dice * 3)[:held], house_rules=HouseRules(first_icon_at_new_rate=at_new_rate)
        )
        assert next_price(rulebook(), player) == price
        growing = player.with_(dice=(*player.dice[:-1], die("universal,physical,melee,,,")))
        if held > 4:
            assert next_price(rulebook(), growing) == icon_price(rulebook(), held)


def test_sessions_may_count_from_the_moment_the_tenth_die_is_gained():
    ten = (*(ragnar().dice * 3)[:9], die("universal,physical,melee,,,"))
    player = ragnar().with_(dice=ten, sessions=20)
    assert (automatic_successes(player), successes_begun(player)) == (0, False)
    early = player.with_(house_rules=HouseRules(successes_from_tenth_gained=True))
    assert (automatic_successes(early), successes_begun(early)) == (2, True)
    assert automatic_successes(early.with_(dice=ten[:9])) == 0


@pytest.mark.parametrize(("sessions", "automatic"), [(0, 0), (9, 0), (10, 1), (19, 1), (30, 3)])
def test_ten_sessions_after_the_tenth_die_bring_a_success_without_rolling(sessions, automatic):
    grown = ragnar().with_(dice=(ragnar().dice * 3)[:10], sessions=sessions)
    assert automatic_successes(grown) == automatic


def test_before_the_tenth_die_is_full_nothing_comes_without_rolling():
    ten = (ragnar().dice * 3)[:10]
    growing = (*ten[:9], die("universal,physical,melee,defend,maneuver,"))
    for dice in (ten[:9], growing):
        assert automatic_successes(ragnar().with_(dice=dice, sessions=30)) == 0
    assert automatic_successes(ragnar().with_(kind=CharacterKind.BEAST, dice=ten, sessions=30)) == 0
