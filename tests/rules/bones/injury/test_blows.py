from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.rules.bones.book.character import CharacterKind, SpiffEntry
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.injury.blows import Blow, DamageKind, absorb_refusal, blow_plan, take_blow
from bones_desktop.rules.bones.injury.injuries import State, add_printed_item, condition, damage, lose, slay, suffer_all
from bones_desktop.rules.reasons import RulesError
from tests.support.people import bob, ragnar, someone
from tests.support.rulebooks import rulebook

TODAY = "2026-11-21"
ONE_EACH = HouseRules(armour_absorbs_one_damage=True)
HORDE_DIE = "melee,melee,melee,blank,blank,regenerate"
SWORD, SHIELD, LEATHER = 0, 1, 2


def armed(house_rules: HouseRules | None = None, spiffs: int = 0):
    """Return Ragnar with a sword, a shield and leather armour."""
    character = ragnar().with_(spiffs=spiffs, house_rules=house_rules or HouseRules())
    for die in ("sword", "full-shield", "light-armour"):
        character = add_printed_item(rulebook(), character, die)
    return character


def refused(character, blow: Blow) -> str:
    """Return why a blow is refused, for its plan as for itself."""
    codes = set()
    for call in (lambda: blow_plan(rulebook(), character, blow), lambda: take_blow(rulebook(), character, blow, TODAY)):
        with pytest.raises(RulesError) as error:
            call()
        codes.add(error.value.reason.code)
    assert len(codes) == 1
    return codes.pop()


def both(character, blow: Blow):
    """Return the plan and the character after it, which must agree."""
    plan = blow_plan(rulebook(), character, blow)
    hurt = take_blow(rulebook(), character, blow, TODAY)
    assert plan.after == condition(hurt)
    assert blow.points == plan.absorbed + plan.soaked + len(plan.dice) + plan.below_zero + plan.wasted
    assert damage(hurt) - damage(character) == len(plan.dice) + plan.below_zero
    assert character.spiffs - hurt.spiffs == plan.spiffs
    assert len(character.equipment) - len(hurt.equipment) == len(plan.ruined)
    return plan, hurt


def test_each_point_takes_the_die_the_owner_gives_up_then_the_last():
    plan, hurt = both(armed().with_(day=9), Blow(3, " a goblin's\naxe ", dice=(0, 2)))
    assert plan.dice == (0, 2, 3)
    assert hurt.available() == (1,)
    assert {(entry.cause, entry.day, entry.held) for entry in hurt.lost} == {("a goblin's axe", 9, False)}


def test_points_beyond_the_dice_count_below_zero_and_those_beyond_death_are_wasted():
    plan, hurt = both(armed(), Blow(6))
    assert (plan.dice, plan.below_zero, plan.wasted) == ((3, 2, 1, 0), 2, 0)
    assert plan.after.state is State.INCAPACITATED
    plan, hurt = both(hurt, Blow(5))
    assert (plan.dice, plan.below_zero, plan.wasted, plan.after.state) == ((), 2, 3, State.DEAD)


def test_armour_given_up_absorbs_the_whole_blow_and_is_gone():
    plan, hurt = both(armed(), Blow(2, "goblins", absorbed_by=(LEATHER,)))
    assert (plan.absorbed, plan.ruined, plan.after.state) == (2, ("Light armour",), State.UNHURT)
    assert [item.name for item in hurt.equipment] == [item.name for item in armed().equipment[:2]]
    assert hurt.equipment == armed().equipment[:2]
    assert refused(armed(), Blow(2, absorbed_by=(SHIELD, LEATHER))) == "absorbed-enough"


def test_by_house_rule_each_die_absorbs_one_damage():
    plan, hurt = both(armed(ONE_EACH), Blow(3, absorbed_by=(LEATHER, SHIELD)))
    assert (plan.absorbed, plan.dice, len(hurt.equipment)) == (2, (3,), 1)
    plan, _ = both(armed(ONE_EACH), Blow(3, absorbed_by=(SHIELD,)))
    assert (plan.absorbed, plan.dice) == (1, (3, 2))
    assert refused(armed(ONE_EACH), Blow(1, absorbed_by=(SHIELD, LEATHER))) == "absorbed-enough"


def test_only_armour_and_shields_absorb_and_each_once():
    assert refused(armed(), Blow(1, absorbed_by=(SWORD,))) == "cannot-absorb"
    assert refused(armed(), Blow(1, absorbed_by=(3,))) == "no-such-item"
    assert refused(armed(), Blow(1, absorbed_by=(-1,))) == "no-such-item"
    assert refused(armed(ONE_EACH), Blow(3, absorbed_by=(SHIELD, SHIELD))) == "absorbs-once"


@pytest.mark.parametrize("harm", [DamageKind.POISON, DamageKind.FLAMING, DamageKind.FATIGUE])
def test_inner_harm_is_not_absorbed(harm):
    assert refused(armed(), Blow(1, absorbed_by=(LEATHER,), harm=harm)) == "cannot-absorb-this"
    assert refused(armed(), Blow(1, absorbed_by=(SHIELD,), harm=harm)) == "cannot-absorb-this"


def test_frost_passes_armour_but_no_shield():
    assert refused(armed(), Blow(1, absorbed_by=(LEATHER,), harm=DamageKind.FROST)) == "frost-passes-armour"
    assert both(armed(), Blow(1, absorbed_by=(SHIELD,), harm=DamageKind.FROST))[0].absorbed == 1
    assert absorb_refusal(rulebook(), armed(), LEATHER, DamageKind.FALL) is None


def test_spiffs_soak_one_damage_and_the_ledger_tells_of_it():
    plan, hurt = both(armed(spiffs=3), Blow(2, "goblins", soaked=True))
    assert (plan.soaked, plan.spiffs, plan.dice, hurt.spiffs) == (1, 2, (3,), 1)
    assert hurt.spiff_ledger == (SpiffEntry(by=-2, reason="soak", note="goblins", on=TODAY),)


def test_poison_may_be_soaked():
    assert both(armed(spiffs=2), Blow(1, "poison", soaked=True, harm=DamageKind.POISON))[0].after.state is State.UNHURT


def test_nothing_is_soaked_without_spiffs_or_without_damage_left():
    assert refused(armed(spiffs=1), Blow(1, soaked=True)) == "spiffs-too-few"
    assert refused(armed(spiffs=2), Blow(1, absorbed_by=(SHIELD,), soaked=True)) == "nothing-to-soak"
    cast = someone(CharacterKind.CAST, HORDE_DIE).with_(spiffs=5)
    assert refused(cast, Blow(1, soaked=True)) == "spiffs-for-players"


def test_a_blow_does_something_to_somebody():
    assert refused(armed(), Blow(0)) == "blow-nothing"
    assert refused(slay(armed()), Blow(1)) == "dead-already"
    assert refused(suffer_all(armed(), 8), Blow(1)) == "dead-already"
    assert refused(suffer_all(someone(CharacterKind.HORDE, HORDE_DIE), 1), Blow(1)) == "horde-broken"
    assert refused(someone(CharacterKind.CAST), Blow(1)) == "no-dice-to-lose"


def test_dice_that_cannot_be_given_up():
    assert refused(armed(), Blow(1, dice=(0, 1))) == "too-many-taken"
    assert refused(armed(), Blow(2, dice=(1, 1))) == "taken-twice"
    assert refused(armed(), Blow(1, dice=(4,))) == "no-such-die"
    assert refused(lose(armed(), 1), Blow(1, dice=(1,))) == "die-already-lost"
    assert refused(armed(spiffs=2), Blow(1, dice=(0,), soaked=True)) == "too-many-taken"
    assert refused(armed(), Blow(1, "x" * 201)) == "text-too-long"


@given(
    st.builds(
        Blow,
        points=st.integers(-1, 12),
        dice=st.lists(st.integers(-1, 4), max_size=4).map(tuple),
        absorbed_by=st.lists(st.integers(-1, 3), max_size=3).map(tuple),
        soaked=st.booleans(),
        harm=st.sampled_from(DamageKind),
    ),
    st.integers(0, 9),
    st.integers(0, 4),
    st.booleans(),
)
def test_a_plan_and_its_blow_agree_whatever_the_blow(blow, before, spiffs, one_each):
    character = suffer_all(armed(ONE_EACH if one_each else None, spiffs), before)
    try:
        blow_plan(rulebook(), character, blow)
    except RulesError:
        refused(character, blow)
        return
    plan, hurt = both(character, blow)
    assert hurt.spiffs >= 0
    assert plan.dice[: len(blow.dice)] == blow.dice
    assert take_blow(rulebook(), character, replace(blow, cause="b"), TODAY).available() == hurt.available()


def test_bob_s_two_blows_of_the_fried_goblin():
    """EX-29: two points and no defence leave Bob two of four dice; armour would have absorbed both (EQP-6)."""
    assert both(bob(), Blow(2, "a goblin"))[0].after.available == 2
