"""Which dice are given up: hands left by owners who choose well, and by those who follow an order."""

from itertools import combinations
from random import Random

from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.fight.combat import AttackMode, Combatant, Stance, allot
from bones_desktop.rules.bones.fight.rounds import Hands, best_hands, hands_in_order, may_burden, weakest_first
from bones_desktop.rules.dice import Die, Throw
from tests.support.fighting import FIGHTING, HINDERING, die, own, random_dice, random_fighter, read_side
from tests.support.rulebooks import rulebook

MELEE = AttackMode.MELEE


def stance(*dice: Die, mode: AttackMode = MELEE, against: AttackMode = MELEE) -> Stance:
    return Stance(rulebook(), HouseRules(), Combatant(dice, mode), against)


def hands(*texts: str, mode: AttackMode = MELEE, **more: bool) -> set[frozenset[int]]:
    dice = own(*texts)
    return {places(hand, len(dice)) for hand in best_hands(stance(*dice, mode=mode), dice, **more).hands}


def places(hand: int, count: int) -> frozenset[int]:
    return frozenset(place for place in range(count) if hand >> place & 1)


def every(*dice: int) -> set[frozenset[int]]:
    return {frozenset(some) for size in range(len(dice) + 1) for some in combinations(dice, size)}


def test_a_die_that_does_all_another_does_is_kept_longer() -> None:
    assert hands("melee, melee", "melee, blank") == {frozenset({0, 1}), frozenset({0}), frozenset()}
    assert hands("melee, blank", "blank, melee x2") == {frozenset({0, 1}), frozenset({1}), frozenset()}
    assert hands("universal", "missile, missile") == every(0, 1)  # of different sizes
    assert hands("universal, universal", "melee, defend") == {frozenset({0, 1}), frozenset({0}), frozenset()}


def test_dice_that_do_different_things_may_both_go() -> None:
    assert hands("defend, blank", "riposte, blank") == every(0, 1)
    assert hands("melee, blank", "blank, blank, melee") == every(0, 1)


def test_of_equal_dice_the_later_goes() -> None:
    assert hands("melee, blank", "blank, melee", "melee, blank") == {
        frozenset(),
        frozenset({0}),
        frozenset({0, 1}),
        frozenset({0, 1, 2}),
    }


def test_faces_that_do_nothing_in_this_fight_are_blank() -> None:
    assert hands("scholar, missile", "blank, melee") == {frozenset({0, 1}), frozenset({1}), frozenset()}
    assert frozenset({1, 2}) not in hands("melee, missile", "missile, missile", "melee, melee")
    assert hands("missile, blank", "melee, blank", mode=AttackMode.MISSILE) == every(0, 1)


def test_magic_icons_are_worth_their_place_under_the_cap() -> None:
    # The one die allows magic at all, the other does more when it is allowed.
    assert hands("magic, blank", "universal, universal", mode=AttackMode.MAGIC) == every(0, 1)
    assert frozenset({1}) not in hands("magic, magic", "magic, blank", mode=AttackMode.MAGIC)


def test_a_die_with_nulls_is_no_better_than_one_without() -> None:
    assert frozenset({0}) in hands("melee+null, melee", "melee, blank")
    assert frozenset({0}) not in hands("null, melee", "blank, melee")


def test_fear_is_worth_keeping() -> None:
    assert frozenset({1}) not in hands("fear-caster, blank", "defend, blank")
    assert frozenset({0}) in hands("fear-caster, blank", "defend x2, blank")


def test_two_weapon_is_more_than_melee_only_with_a_second_weapon() -> None:
    dice = own("two-weapon, blank", "melee, melee")
    assert frozenset({0}) not in {places(hand, 2) for hand in best_hands(stance(*dice), dice).hands}
    weapons = die("melee", "item", "weapon 1"), die("melee", "item", "weapon 2")
    armed = best_hands(stance(*dice, *weapons), dice)
    assert {places(hand, 2) for hand in armed.hands} == every(0, 1)


def test_where_dice_may_be_a_burden_only_equal_ones_stand_for_each_other() -> None:
    assert hands("melee, melee", "melee, blank", spare_equals_only=True) == every(0, 1)
    assert hands("melee, blank", "blank, melee", spare_equals_only=True) == {
        frozenset({0, 1}),
        frozenset({0}),
        frozenset(),
    }


def test_only_what_hinders_its_own_side_is_a_burden() -> None:
    for text, mode, expected in (
        ("melee, blank, defend", MELEE, False),
        ("fear-caster", MELEE, False),
        ("null, melee", MELEE, True),
        ("encumbrance, magic", MELEE, False),
        ("encumbrance, magic", AttackMode.MAGIC, True),
    ):
        dice = own(text)
        assert may_burden(stance(*dice, mode=mode), dice) is expected
    # Items stay whatever is lost.
    assert not may_burden(stance(), (die("null", "item", "armour 1"), die("null", "hindering", "hindering 1")))


def test_every_hand_leads_to_hands_with_one_die_less() -> None:
    rng = Random(2)
    for _ in range(30):
        dice = random_dice(rng, rng.randint(1, 5), FIGHTING)
        for found in (best_hands(stance(*dice), dice), hands_in_order(weakest_first(stance(*dice), dice))):
            assert_closed(found, len(dice))


def assert_closed(found: Hands, count: int) -> None:
    assert found.hands[0] == 0
    assert found.hands[found.full] == (1 << count) - 1
    assert list(found.sizes()) == sorted(found.sizes())
    assert len(set(found.hands)) == len(found.hands)
    for hand, after in zip(found.hands, found.after_loss, strict=True):
        assert bool(after) == bool(hand)
        for child in (found.hands[place] for place in after):
            assert child & hand == child
            assert child.bit_count() == hand.bit_count() - 1


def test_dice_lost_in_order() -> None:
    assert hands_in_order((2, 0, 1)).hands == (0b000, 0b010, 0b011, 0b111)


def test_the_weakest_die_is_the_one_worth_least() -> None:
    dice = own("melee, melee, blank", "blank", "universal x3, blank", "defend, blank, blank")
    assert weakest_first(stance(*dice), dice) == (1, 3, 0, 2)
    # Of equals the later one goes first; what may attack or defend is worth more than what does but one.
    equal = own("defend, blank", "melee, blank", "defend, blank")
    assert weakest_first(stance(*equal), equal) == (2, 0, 1)
    nulls = own("melee, null x2", "blank")
    assert weakest_first(stance(*nulls), nulls) == (0, 1)


def test_a_kept_die_can_do_whatever_the_one_given_up_could() -> None:
    """Face for face, beside any other dice: its allotments are at least those of the other."""
    rng = Random(8)
    compared = 0
    while compared < 150:
        mode = rng.choice(list(AttackMode))
        one, other = random_dice(rng, 2, HINDERING, 2)
        rest = random_fighter(rng, 2, HINDERING, sides=1, mode=mode).dice
        fighter = stance(one, other, *rest, mode=mode)
        kept = {places(hand, 2) for hand in best_hands(fighter, (one, other)).hands}
        if frozenset({1}) in kept:
            continue
        compared += 1

        def reached(first: Die, shown: int, fighter: Stance = fighter, rest=rest):
            read = read_side(fighter, Throw((first, *rest), (shown, *(0 for _ in rest)))).successes
            return read.hinders, [allot(read, attack) for attack in range(read.either + 1)]

        def does_as_much(mine: int, its: int, one: Die = one, other: Die = other) -> bool:
            (fear, ours), (least_fear, theirs) = reached(one, mine), reached(other, its)
            return fear >= least_fear and all(
                any(some.attack >= wanted.attack and some.defence >= wanted.defence for some in ours)
                for wanted in theirs
            )

        assert (does_as_much(0, 0) and does_as_much(1, 1)) or (does_as_much(0, 1) and does_as_much(1, 0))
