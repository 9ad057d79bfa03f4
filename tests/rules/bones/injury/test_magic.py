import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.rules.bones.book.character import MaintainedEffect, Sacrifice
from bones_desktop.rules.bones.injury.injuries import heal, lose, pass_days, set_held, suffer, suffer_all
from bones_desktop.rules.bones.injury.magic import (
    MOST_STRENGTH,
    MOST_USES,
    answer_use,
    counter,
    end_effect,
    four_hours_pass,
    four_hours_rest,
    magic_price,
    maintain_by_blood,
    maintain_by_health,
    maintain_by_value,
    overreach,
    release,
    rounds_pass,
    take_back_use,
    use_magic,
    use_without_roll,
)
from tests.support.foreach import for_each
from tests.support.people import bob, die, ragnar
from tests.support.refusals import refusal_code


def after(uses: int, character=None):
    character = character or bob()
    for _ in range(uses):
        character = use_magic(character)
    return character


def test_ex_26_eight_uses_of_a_safe_level_of_five():
    """EX-26: the eighth use leaves no success, so that Bob is hurt; the goblin hurts him as well."""
    thrown = {1: 2, 2: 3, 3: 0, 4: 2, 5: 1, 6: 2, 7: 3, 8: 3}
    expected = {1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 1, 7: 2, 8: 3}
    caster = bob()
    hurt = []
    for use, successes in thrown.items():
        price = magic_price(caster)
        assert (price.safe, price.recent, price.penalty) == (5, use - 1, expected[use])
        if overreach(price, successes - price.penalty):
            caster = suffer(caster, "magic")
            hurt.append(use)
        caster = use_magic(caster)
    assert hurt == [8]
    assert len(suffer(caster, "the goblin").available()) == 2


@pytest.mark.parametrize(("uses", "successes", "hurt"), [(4, 0, 0), (5, 1, 0), (5, 0, 1), (5, -1, 1), (7, 1, 0)])
def test_only_a_use_beyond_the_safe_level_without_success_hurts(uses, successes, hurt):
    assert overreach(magic_price(after(uses)), successes) == hurt


def test_the_uses_that_are_free():
    assert [magic_price(after(uses)).free for uses in (0, 3, 5, 6)] == [5, 2, 0, 0]
    assert [magic_price(after(uses)).beyond for uses in (5, 6, 8)] == [0, 1, 3]


def test_four_hours_free_the_uses_but_fatigue_stays_until_a_rest():
    assert magic_price(four_hours_pass(after(5))).penalty == 0
    tired = four_hours_pass(after(7))
    assert (magic_price(tired).recent, magic_price(tired).penalty, magic_price(tired).free) == (0, 3, 0)
    assert magic_price(use_magic(tired)).penalty == 4
    assert four_hours_rest(after(7)) == bob()
    assert four_hours_rest(tired) == bob()


def test_the_safe_level_falls_with_the_dice_that_are_lost():
    hurt = lose(bob(), 2)
    assert magic_price(hurt).safe == 3
    assert magic_price(after(3, hurt)).penalty == 1
    assert magic_price(lose(after(4), 2)).penalty == 1
    assert magic_price(suffer_all(bob(), 4)).safe == 0


def test_the_elf_s_icon_counts_where_the_group_plays_it_so():
    elf = bob().with_(dice=(die("universal,elf,magic,craft,missile,scholar"),))
    assert magic_price(elf).safe == 2
    strict = elf.with_(house_rules=elf.house_rules.__class__(elf_icon_allows_magic=False))
    assert magic_price(strict).safe == 1


def test_who_has_no_magic_has_nothing_free():
    assert magic_price(ragnar()).penalty == 1


@for_each("uses", range(9))
def test_a_use_taken_back_never_was(uses):
    assert take_back_use(after(uses + 1)) == after(uses)


def test_what_is_not_there_is_not_taken_back():
    assert refusal_code(lambda: take_back_use(bob())) == "no-magic-used"
    assert refusal_code(lambda: four_hours_pass(bob())) == "no-magic-used"
    assert refusal_code(lambda: four_hours_rest(bob())) == "magic-rested"
    assert refusal_code(lambda: use_magic(bob().with_(recent_magic=MOST_USES))) == "too-many"


def test_uses_that_are_not_free_wait_until_somebody_says_whether_a_success_was_left():
    """MAG-12."""
    person = bob()
    waiting = []
    for _use in range(7):
        person = use_without_roll(person)
        waiting.append(person.magic_unanswered)
    assert waiting == [0, 0, 0, 0, 0, 1, 2]
    assert take_back_use(person).magic_unanswered == 1
    rested = four_hours_rest(person)
    assert rested.magic_unanswered == 2, "a rest answers nothing"
    assert take_back_use(use_without_roll(rested)).magic_unanswered == 2, "a free use did not wait"
    answered = answer_use(answer_use(person))
    assert (answered.magic_unanswered, answered.magic_beyond) == (0, 2)
    assert refusal_code(lambda: answer_use(answered)) == "no-magic-waits"


def test_who_may_by_the_gms_word_has_one_use_free_before_it_tires():
    assert magic_price(ragnar(), by_gm=True).penalty == 0
    once = use_magic(ragnar(), by_gm=True)
    assert (once.recent_magic, once.magic_beyond) == (1, 0)
    assert magic_price(once, by_gm=True).penalty == 1
    assert use_magic(once, by_gm=True).magic_beyond == 1
    assert magic_price(bob(), by_gm=True) == magic_price(bob())


def joe():
    """Return somebody who consecrated a graveyard with four successes (EX-31)."""
    return maintain_by_health(bob().with_(day=12), " Consecration\n", 4, 1)


def test_ex_31_health_given_is_a_die_lost_until_release():
    """EX-31, MAG-28: the die is lost and held, and nothing is soaked."""
    assert joe().available() == (0, 2, 3)
    assert joe().effects == (
        MaintainedEffect(name="Consecration", strength=4, sacrifice=Sacrifice.HEALTH, die=1, day=12),
    )
    entry = joe().lost[0]
    assert (entry.cause, entry.held, entry.day) == ("Consecration", True, 12)
    assert refusal_code(lambda: heal(joe(), 1)) == "die-held"
    free = release(joe(), 0)
    assert free.effects == ()
    assert heal(free, 1) == bob().with_(day=12)


def test_an_effect_and_its_die_stay_together():
    assert refusal_code(lambda: set_held(joe(), 1, False)) == "die-keeps-effect"
    both = maintain_by_health(joe(), "Ward", 2, 3)
    first_gone = release(both, 0)
    assert [effect.name for effect in first_gone.effects] == ["Ward"]
    assert [(entry.die, entry.held) for entry in first_gone.lost] == [(1, False), (3, True)]


def test_a_die_that_a_file_gives_for_two_effects_is_held_by_the_other_still():
    both = joe().with_(effects=joe().effects * 2)
    assert release(both, 0) == joe()


def test_ex_33_more_successes_than_its_strength_undo_an_effect():
    """EX-33: five beat four, and Joe heals normally from then on (MAG-29)."""
    assert refusal_code(lambda: counter(joe(), 0, 4)) == "counter-too-weak"
    undone = counter(joe(), 0, 5)
    assert undone.effects == ()
    assert pass_days(undone, 6, resting=True).available() == (0, 2, 3)
    assert pass_days(undone, 7, resting=True).available() == (0, 1, 2, 3)


@pytest.mark.parametrize(("coins", "rounds"), [(10, 1), (19, 1), (250, 25)])
def test_value_lasts_a_round_for_ten_coins(coins, rounds):
    lit = maintain_by_value(bob(), "Light", 2, coins, "an opal")
    assert (lit.effects[0].rounds, lit.effects[0].given, lit.lost) == (rounds, "an opal", ())
    for _ in range(rounds - 1):
        lit = rounds_pass(lit)
        assert lit.effects
    assert rounds_pass(lit).effects == ()


def test_rounds_pass_for_what_lasts_by_rounds_only():
    all_three = maintain_by_value(maintain_by_blood(joe(), "Curse", 6, "a villager"), "Light", 2, 30)
    later = rounds_pass(all_three, 2)
    assert [effect.rounds for effect in later.effects] == [None, None, 1]
    assert [effect.name for effect in rounds_pass(later, 9).effects] == ["Consecration", "Curse"]
    assert refusal_code(lambda: rounds_pass(joe())) == "no-rounds-running"
    assert refusal_code(lambda: rounds_pass(later, 0)) == "rounds-too-few"


def test_blood_lasts_until_it_is_countered():
    cursed = maintain_by_blood(bob(), "Curse", 6, "a villager")
    assert cursed.effects[0].given == "a villager"
    assert refusal_code(lambda: release(cursed, 0)) == "blood-not-released"
    assert counter(cursed, 0, 7) == bob()
    assert end_effect(cursed, 0) == bob()


def test_value_may_be_let_go_before_its_rounds_are_over():
    assert release(maintain_by_value(bob(), "Light", 2, 30), 0) == bob()


def test_what_cannot_be_maintained():
    assert refusal_code(lambda: maintain_by_value(bob(), "Light", 2, 9)) == "value-too-small"
    assert refusal_code(lambda: maintain_by_value(bob(), "Light", 2, 10**9)) == "too-many"
    assert refusal_code(lambda: maintain_by_health(bob(), "Ward", 0, 1)) == "effect-needs-success"
    assert refusal_code(lambda: maintain_by_blood(bob(), "Curse", MOST_STRENGTH + 1)) == "too-many"
    assert refusal_code(lambda: maintain_by_health(lose(bob(), 1), "Ward", 2, 1)) == "die-already-lost"
    assert refusal_code(lambda: maintain_by_health(bob(), "Ward", 2, 4)) == "no-such-die"
    assert refusal_code(lambda: maintain_by_health(suffer_all(bob(), 4), "Ward", 2, 1)) == "no-dice-to-give"
    assert refusal_code(lambda: maintain_by_blood(bob(), "x" * 201, 2)) == "text-too-long"
    assert refusal_code(lambda: release(bob(), 0)) == "no-such-effect"
    full = bob().with_(effects=(MaintainedEffect(name="Ward", strength=1, sacrifice=Sacrifice.BLOOD),) * 40)
    assert refusal_code(lambda: maintain_by_blood(full, "Curse", 2)) == "most-effects"


def test_an_effect_whose_die_is_not_lost_ends_all_the_same():
    odd = joe().with_(lost=())
    assert end_effect(odd, 0).effects == ()


@given(st.lists(st.integers(0, 3), unique=True), st.data())
def test_releasing_everything_leaves_nothing_held(dice, data):
    caster = bob()
    for number in dice:
        caster = maintain_by_health(caster, "Ward", 2, number)
    while caster.effects:
        caster = release(caster, data.draw(st.integers(0, len(caster.effects) - 1)))
    assert sorted(entry.die for entry in caster.lost) == sorted(dice)
    assert not any(entry.held for entry in caster.lost)
