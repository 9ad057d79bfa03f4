from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.rules.bones.book.character import Care, CharacterKind, LostDie
from bones_desktop.rules.bones.book.fields import MOST_DAYS
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.injury.injuries import (
    add_hindering,
    damage,
    forecast,
    heal,
    heal_next,
    healable,
    hindering_from,
    lose,
    pass_days,
    regenerate,
    revive,
    set_held,
    slay,
    suffer_all,
    treat,
    untreated,
)
from bones_desktop.rules.bones.injury.magic import maintain_by_health, maintain_by_value, release
from bones_desktop.rules.reasons import RulesError
from tests.support.foreach import for_each
from tests.support.people import bob, someone
from tests.support.refusals import refusal_code
from tests.support.rulebooks import rulebook

BEAST_DIE = "universal,melee,melee,defend,defend,defend"
HORDE_DIE = "melee,melee,melee,blank,blank,regenerate"


def beast(dice: int):
    return someone(CharacterKind.BEAST, *[BEAST_DIE] * dice)


def whole(character) -> bool:
    return damage(character) == 0


# rest


def test_rest_alone_heals_a_die_a_week():
    hurt = lose(lose(bob(), 1), 2)
    assert pass_days(hurt, 6, resting=True).available() == (0, 3)
    week = pass_days(hurt, 7, resting=True)
    assert (week.available(), week.day, week.rested) == ((0, 2, 3), 8, 0)
    assert whole(pass_days(hurt, 14, resting=True))


def test_days_rested_are_kept_over_days_that_were_busy():
    hurt = lose(bob(), 0)
    rested = pass_days(hurt, 6, resting=True)
    busy = pass_days(rested, 30, resting=False)
    assert (rested.rested, busy.rested, busy.available()) == (6, 6, (1, 2, 3))
    assert whole(pass_days(busy, 1, resting=True))


def test_days_rested_while_unhurt_count_for_nothing():
    later = pass_days(bob(), 6, resting=True)
    assert later == bob().with_(day=7)
    assert pass_days(lose(later, 0), 6, resting=True).available() == (1, 2, 3)
    over = pass_days(lose(bob(), 0), 10, resting=True)
    assert (whole(over), over.rested) == (True, 0)


def test_damage_below_zero_heals_before_dice_and_the_last_die_lost_first():
    hurt = suffer_all(lose(bob(), 2), 5)
    assert (hurt.excess_damage, [entry.die for entry in hurt.lost]) == (2, [2, 3, 1, 0])
    for healed, day in zip([(), (), (0,), (0, 1), (0, 1, 3), (0, 1, 2, 3)], range(7, 49, 7), strict=True):
        assert pass_days(hurt, day, resting=True).available() == healed


def test_the_owner_chooses_which_die_heals_next():
    hurt = lose(lose(lose(bob(), 0), 1), 2)
    first = heal_next(hurt, 0)
    assert pass_days(first, 7, resting=True).available() == (0, 3)
    assert [step.die for step in forecast(first).steps] == [0, 2, 1]
    assert heal_next(first, 0) == first
    assert refusal_code(lambda: heal_next(hurt, 3)) == "die-not-lost"
    assert refusal_code(lambda: heal_next(lose(hurt, 3, held=True), 3)) == "die-held"


def test_days_pass_one_at_least_and_not_beyond_the_calendar():
    assert refusal_code(lambda: pass_days(bob(), 0, resting=True)) == "days-too-few"
    assert refusal_code(lambda: pass_days(bob(), -1, resting=True)) == "days-too-few"
    assert pass_days(bob(), MOST_DAYS - 1, resting=True).day == MOST_DAYS
    assert refusal_code(lambda: pass_days(bob(), MOST_DAYS, resting=True)) == "calendar-ends"


def test_the_dead_do_not_heal_however_long_they_lie():
    for dead in (slay(lose(bob(), 0)), suffer_all(bob(), 8)):
        assert pass_days(dead, 100, resting=True) == dead.with_(day=101)
        assert forecast(dead).steps == ()
        assert forecast(dead).whole_in is None
        assert refusal_code(lambda dead=dead: treat(dead, 4)) == "slain-cannot-heal"


def test_a_horde_gathers_again():
    horde = suffer_all(someone(CharacterKind.HORDE, HORDE_DIE, HORDE_DIE), 2)
    assert pass_days(horde, 7, resting=True).available() == (0,)


def test_a_day_clears_what_magic_cost_and_what_lasts_for_rounds():
    tired = maintain_by_value(bob().with_(recent_magic=7, magic_beyond=2), "Light", 2, 30, "an opal")
    later = pass_days(tired, 1, resting=False)
    assert (later.recent_magic, later.magic_beyond, later.effects) == (0, 0, ())


def test_days_left_over_by_a_treated_point_count_toward_the_next():
    treated = treat(suffer_all(beast(6), 6), 4)
    later = pass_days(treated, 5, resting=True)
    assert (later.rested, later.care) == (2, (Care(points=3, days=3),))
    assert forecast(later).next_in == 1


# dice held by a sacrifice


def test_a_die_held_by_a_sacrifice_does_not_heal_and_blocks_no_other():
    hurt = maintain_by_health(lose(bob(), 0), "Consecration", 4, 3)
    later = pass_days(hurt, 700, resting=True)
    assert later.available() == (0, 1, 2)
    assert later.rested == 0
    found = forecast(hurt)
    assert ([(step.in_days, step.die) for step in found.steps], found.held) == ([(7, 0)], (3,))
    assert (found.next_in, found.whole_in) == (7, None)
    free = release(later, 0)
    assert forecast(free).whole_in == 7
    assert whole(pass_days(free, 7, resting=True))


def test_only_held_dice_are_not_treated():
    held = maintain_by_health(bob(), "Consecration", 4, 3)
    assert refusal_code(lambda: treat(held, 4)) == "all-dice-held"
    assert refusal_code(lambda: regenerate(held, 1)) == "all-dice-held"
    assert forecast(held).next_in is None


# treatment


@for_each(
    ("successes", "medic", "at_once", "days"),
    [
        (0, 0, 0, 7),
        (-3, 2, 0, 7),
        (0, 1, 0, 7),
        (1, 0, 0, 6),
        (1, 1, 1, 6),
        (2, 0, 1, 5),
        (3, 2, 3, 4),
        (3, 5, 3, 4),
        (4, 0, 2, 3),
        (5, 2, 4, 2),
        (6, 0, 3, 1),
        (7, 0, 3, 1),
        (9, 2, 6, 1),
    ],
)
def test_half_the_successes_heal_at_once_and_the_rest_faster(successes, medic, at_once, days):
    treated = treat(suffer_all(beast(8), 8), successes, medic=medic)
    assert len(treated.available()) == at_once
    assert treated.care == (Care(points=8 - at_once, days=days),)
    steps = forecast(treated).steps
    assert [step.in_days for step in steps] == [days * number for number in range(1, 9 - at_once)]
    assert all(step.treated for step in steps)
    assert pass_days(treated, days, resting=True).available() == tuple(range(at_once + 1))


def test_treatment_heals_no_more_than_there_is():
    assert treat(lose(bob(), 0), 9) == bob()
    assert refusal_code(lambda: treat(bob(), 4)) == "nothing-to-heal"


def test_damage_is_treated_once():
    treated = treat(suffer_all(beast(6), 4), 1)
    assert untreated(treated) == 0
    assert refusal_code(lambda: treat(treated, 6)) == "treated-already"
    again = treat(suffer_all(treated, 2), 3)
    assert again.care == (Care(points=4, days=6), Care(points=1, days=4))
    assert [step.in_days for step in forecast(again).steps] == [6, 12, 18, 24, 28]
    assert [step.treated for step in forecast(suffer_all(again, 1)).steps] == [True] * 5 + [False]


def test_two_treatments_at_the_same_rate_are_one():
    again = treat(suffer_all(treat(suffer_all(beast(6), 2), 1), 2), 1)
    assert again.care == (Care(points=4, days=6),)


def test_a_treatment_never_delays_what_rest_had_nearly_healed():
    rested = pass_days(lose(lose(bob(), 0), 1), 6, resting=True)
    assert forecast(treat(rested, 1)).next_in == 1
    fast = treat(rested, 5, medic=0)
    assert whole(fast)
    slow = treat(pass_days(suffer_all(beast(6), 6), 6, resting=True), 4)
    assert (slow.rested, forecast(slow).next_in) == (2, 1)


def test_a_second_treatment_leaves_the_first_one_s_days_alone():
    first = pass_days(treat(suffer_all(beast(6), 2), 1), 5, resting=True)
    second = treat(suffer_all(first, 3), 4)
    assert second.rested == 5
    assert [step.in_days for step in forecast(second).steps] == [1, 7, 10]


def test_treatments_are_counted():
    character = beast(40)
    for number in range(40):
        character = treat(lose(character, number), number % 2)
    character = character.with_(excess_damage=1)
    assert refusal_code(lambda: treat(character, 0)) == "most-treatments"


# the order and invariants of care


def test_what_heals_by_hand_was_untreated_if_anything_was():
    treated = suffer_all(treat(suffer_all(beast(6), 2), 1), 1)
    assert heal(treated).care == (Care(points=2, days=6),)
    assert heal(heal(treated)).care == (Care(points=1, days=6),)
    assert injuries.heal_all(treated).care == ()


def test_what_was_treated_last_is_let_go_first():
    twice = treat(suffer_all(treat(suffer_all(beast(6), 2), 1), 3), 3)
    assert twice.care == (Care(points=2, days=6), Care(points=2, days=4))
    once = heal(twice)
    assert once.care == (Care(points=2, days=6), Care(points=1, days=4))
    assert heal(heal(once)).care == (Care(points=1, days=6),)


def test_back_from_death_leaves_no_more_care_than_damage():
    dying = treat(suffer_all(beast(2), 3), 0)
    back = revive(suffer_all(dying, 1))
    assert (damage(back), back.care) == (3, (Care(points=3, days=7),))
    odd = dying.with_(excess_damage=9, care=(Care(points=11, days=7),))
    assert revive(odd).care == (Care(points=3, days=7),)


def test_holding_a_die_takes_it_out_of_care():
    treated = treat(suffer_all(bob(), 2), 1)
    held = set_held(treated, 3, True)
    assert held.care == (Care(points=1, days=6),)
    assert untreated(set_held(held, 3, False)) == 1


def test_rest_does_not_remove_hindering_dice():
    poisoned = add_hindering(bob(), hindering_from(rulebook().die("poison")))
    found = forecast(poisoned)
    assert (found.whole_in, found.next_in) == (0, None)
    assert pass_days(poisoned, 90, resting=True).hindering == poisoned.hindering


# regeneration


def test_regeneration_heals_a_die_an_icon_and_never_more_than_is_owned():
    hurt = suffer_all(beast(4), 3)
    assert regenerate(hurt, 1).available() == (0, 1)
    assert whole(regenerate(hurt, 9))
    assert regenerate(hurt, 0) == hurt
    assert refusal_code(lambda: regenerate(beast(4), 1)) == "nothing-to-heal"


def test_at_zero_dice_nothing_regenerates():
    assert refusal_code(lambda: regenerate(suffer_all(beast(2), 2), 1)) == "regeneration-needs-dice"
    assert refusal_code(lambda: regenerate(suffer_all(beast(2), 3), 1)) == "regeneration-needs-dice"
    assert refusal_code(lambda: regenerate(slay(lose(beast(2), 0)), 1)) == "slain-cannot-heal"


# laws

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("suffer"), st.integers(1, 4)),
        st.tuples(st.just("give"), st.integers(0, 5)),
        st.tuples(st.just("release"), st.just(0)),
        st.tuples(st.just("hold"), st.integers(0, 5)),
        st.tuples(st.just("let go"), st.integers(0, 5)),
        st.tuples(st.just("heal"), st.integers(0, 5)),
        st.tuples(st.just("next"), st.integers(0, 5)),
        st.tuples(st.just("treat"), st.integers(-1, 8)),
        st.tuples(st.just("rest"), st.integers(1, 20)),
        st.tuples(st.just("busy"), st.integers(1, 20)),
        st.tuples(st.just("regenerate"), st.integers(0, 2)),
        st.tuples(st.just("revive"), st.just(0)),
    ),
    max_size=25,
)


def step(character, what: str, n: int):
    do = {
        "suffer": lambda: suffer_all(character, n),
        "give": lambda: maintain_by_health(character, "Ward", 3, n),
        "release": lambda: release(character, n),
        "hold": lambda: set_held(character, n, True),
        "let go": lambda: set_held(character, n, False),
        "heal": lambda: heal(character, n),
        "next": lambda: heal_next(character, n),
        "treat": lambda: treat(character, n, medic=1),
        "rest": lambda: pass_days(character, n, resting=True),
        "busy": lambda: pass_days(character, n, resting=False),
        "regenerate": lambda: regenerate(character, n),
        "revive": lambda: revive(character),
    }[what]
    try:
        return do()
    except RulesError:
        return character


@given(STEPS)
def test_whatever_happens_care_and_rest_fit_the_damage(steps):
    character = beast(6)
    for what, n in steps:
        before = character
        character = step(character, what, n)
        assert sum(care.points for care in character.care) <= healable(character) <= damage(character)
        need = character.care[0].days if character.care else 7
        assert 0 <= character.rested < need
        assert character.rested == 0 or healable(character)
        if what in {"heal", "treat", "rest", "busy", "regenerate", "release", "next", "hold", "let go"}:
            assert damage(character) <= damage(before)
        held = {effect.die for effect in character.effects}
        assert held <= {entry.die for entry in character.lost if entry.held}


@given(
    st.lists(st.tuples(st.integers(1, 4), st.integers(0, 4)), max_size=3), STEPS, st.integers(1, 60), st.integers(1, 60)
)
def test_resting_in_two_parts_is_resting_in_one(treatments, steps, first, then):
    character = beast(9)
    for points, successes in treatments:
        character = treat(suffer_all(character, points), successes)
    for what, n in steps:
        character = step(character, what, n)
    parts = pass_days(pass_days(character, first, resting=True), then, resting=True)
    assert parts == pass_days(character, first + then, resting=True)


@given(STEPS)
def test_the_forecast_comes_true(steps):
    character = beast(6)
    for what, n in steps:
        character = step(character, what, n)
    found = forecast(character)
    for number, each in enumerate(found.steps, 1):
        after = pass_days(character, each.in_days, resting=True)
        assert damage(character) - damage(after) >= number
        assert each.die is None or each.die in after.available()
        if each.in_days > 1:
            day_before = pass_days(character, each.in_days - 1, resting=True)
            assert damage(character) - damage(day_before) < number
    if found.whole_in:
        assert whole(pass_days(character, found.whole_in, resting=True))
    assert found.whole_in != 0 or whole(character)


@given(STEPS, st.integers(0, 7), st.integers(0, 3), st.integers(1, 40))
def test_treating_never_makes_anybody_heal_later(steps, successes, medic, days):
    character = beast(6)
    for what, n in steps:
        character = step(character, what, n)
    try:
        treated = treat(character, successes, medic=medic)
    except RulesError:
        return
    assert damage(pass_days(treated, days, resting=True)) <= damage(pass_days(character, days, resting=True))


@given(
    st.lists(st.builds(LostDie, die=st.integers(0, 7), held=st.booleans()), max_size=8).map(tuple),
    st.lists(st.builds(Care, points=st.integers(1, 9), days=st.integers(1, 7)), max_size=3).map(tuple),
    st.integers(0, 6),
    st.integers(0, 9),
    st.integers(1, 400),
)
def test_a_file_that_fits_nothing_together_still_heals(lost, care, rested, excess, days):
    """Dice lost twice, or that are not there; more care than damage; more days rested than a point needs."""
    odd = beast(6).with_(lost=lost, care=care, rested=rested, excess_damage=excess)
    found = forecast(odd)
    later = pass_days(odd, days, resting=True)
    assert healable(later) == healable(odd) - sum(step.in_days <= days for step in found.steps)
    assert all(step.in_days >= 1 for step in found.steps)


def test_each_treatment_heals_its_own_points():
    """HEAL-3: the first treatment has one point less for each it heals; the one after it keeps its days."""
    hurt = suffer_all(bob(), 3).with_(care=(Care(points=2, days=3), Care(points=1, days=5)))
    rested = pass_days(hurt, 3, resting=True)
    assert rested.care == (Care(points=1, days=3), Care(points=1, days=5))
    assert [step.in_days for step in forecast(rested).steps] == [3, 8]
