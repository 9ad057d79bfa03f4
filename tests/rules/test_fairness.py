from dataclasses import replace
from random import Random

import pytest

from bones_desktop.rules.fairdice import chain_next, chain_start, commitment, draw_label, sealed_indices
from bones_desktop.rules.fairness import (
    MOST_DRAWS,
    ChainedDraw,
    Draw,
    FaceCounts,
    Sealed,
    assess,
    assess_together,
    chi_square_p,
    numbers_text,
    verify,
)
from tests.support.foreach import for_each

SEED = bytes(range(32))
DICE = (("die 1", 6), ("die 2", 6), ("coin", 2))


def counts(*each: int, name: str = "Roman") -> FaceCounts:
    return FaceCounts(name, tuple("abcdefghijkl"[: len(each)]), each)


@for_each(
    ("chi_square", "degrees", "p"),
    [
        # Critical values as tables print them.
        (3.841459, 1, 0.05),
        (6.634897, 1, 0.01),
        (5.991465, 2, 0.05),
        (7.814728, 3, 0.05),
        (11.070498, 5, 0.05),
        (15.086272, 5, 0.01),
        (20.515006, 5, 0.001),
        (49.801850, 35, 0.05),
        (124.342113, 100, 0.05),
        (1358.0, 1358, 0.4949),
        (0.0, 5, 1.0),
        (0.554298, 5, 0.99),
        (5000.0, 5, 0.0),
    ],
)
def test_chi_square_agrees_with_the_tables(chi_square, degrees, p):
    assert chi_square_p(chi_square, degrees) == pytest.approx(p, abs=2e-5 if p > 0.002 else 1e-7)


@for_each(
    ("die", "code", "values"),
    [
        (counts(0, 0, 0, 0, 0, 0), "fairness-too-few", {"n": 30}),
        (counts(4, 5, 5, 5, 5, 5), "fairness-too-few", {"n": 1}),
        (counts(29, 0, 0, 0, 0, 0), "fairness-too-few", {"n": 1}),
        (counts(5, 5, 5, 5, 5, 5), "fairness-as-expected", {"n": 100}),
        (counts(100, 110, 95, 105, 90, 100), "fairness-as-expected", {"n": 78}),
        (counts(100, 130, 80, 105, 85, 100), "fairness-unusual", {"n": 119}),
        (counts(100, 145, 75, 105, 75, 100), "fairness-rare", {"n": 265715}),
        (counts(600, 0, 0, 0, 0, 0), "fairness-extraordinary", {}),
        (counts(6, 4), "fairness-as-expected", {"n": 53}),
        (counts(50), "fairness-one-face", {}),
    ],
)
def test_one_die_is_told_in_degrees(die, code, values):
    found = assess(die)
    assert (found.verdict.code, dict(found.verdict.values)) == (code, values)
    assert found.throws == die.throws
    assert found.degrees == len(die.counts) - 1


def test_the_worst_of_many_fair_dice_is_no_news():
    rng = Random(5)
    dice = [counts(*(sum(rng.randrange(6) == 0 for _ in range(600)) for _ in range(6))) for _ in range(60)]
    assert min(assess(die).p for die in dice) < 0.05
    together = assess_together(dice)
    assert together.verdict.code == "dice-as-expected"
    assert together.degrees == 300


def test_one_bad_die_among_many_good_ones_is_found():
    good = [counts(100, 101, 99, 100, 98, 102)] * 30
    found = assess_together([*good, counts(180, 80, 90, 85, 80, 85)])
    assert found.verdict.code == "dice-extraordinary"
    assert dict(found.verdict.values) == {"dice": 31, "throws": 18600}


def test_many_dice_each_a_little_off_are_found_together():
    off = counts(130, 94, 94, 94, 94, 94)
    assert assess(off).verdict.code == "fairness-as-expected"
    assert assess_together([off] * 60).verdict.code == "dice-extraordinary"


def test_dice_thrown_too_seldom_are_left_out_of_the_whole():
    seldom = counts(9, 0, 0, 0, 0, 0)
    assert dict(assess_together([]).verdict.values) == {"n": 10}
    assert dict(assess_together([seldom, counts(0, 0, 1, 0, 0, 0)]).verdict.values) == {"n": 21}
    alone = counts(100, 130, 80, 105, 85, 100)
    found = assess_together([seldom, alone, counts(12)])
    assert (found.throws, found.p) == (600, assess(alone).p)
    assert found.verdict.code == "dice-unusual"


def draws(last: int = 9) -> list[Draw]:
    return [Draw(number, DICE, sealed_indices(SEED, number, DICE)) for number in range(1, last + 1)]


def sealed(last: int = 9) -> Sealed:
    """Return an evening of so many draws, with its chain."""
    head, chain = chain_start(commitment(SEED), ()), []
    for draw in draws(last):
        label = draw_label(draw.number, draw.dice)
        head = chain_next(head, label, draw.indices)
        chain.append(ChainedDraw(draw.number, label, draw.indices, head))
    return Sealed(commitment(SEED), SEED, chain=tuple(chain), last=last)


def codes(found) -> list[tuple[str, dict[str, int | str]]]:
    """What is said of an evening, besides that no player added words."""
    told = ((each.code, dict(each.values)) for each in found.findings)
    return [each for each in told if each[0] != "words-none"]


def test_an_honest_evening_is_sound():
    found = verify(sealed(), draws())
    assert found.sound
    assert verify(Sealed(commitment(SEED).upper(), SEED), []).commitment_matches
    assert codes(found) == [("evening-sound", {"n": 9})]
    assert codes(verify(Sealed(commitment(SEED), SEED), [])) == [("evening-empty", {})]


def test_the_order_of_lines_does_not_matter():
    assert verify(sealed(), reversed(draws())).sound


def test_a_throw_left_out_is_missed_even_at_the_end():
    written = [draw for draw in draws() if draw.number not in {3, 4, 5, 8}]
    assert verify(sealed(), written).missing == (3, 4, 5, 8)
    found = verify(sealed(10), written[:-1])
    assert codes(found) == [("draws-missing", {"n": 6, "numbers": "3–5, 8–10"})]


def test_a_number_out_of_a_damaged_log_is_not_counted_up_to():
    absurd = 2**63 - 1
    for found in (
        verify(Sealed(commitment(SEED), SEED, last=absurd), draws()),
        verify(Sealed(commitment(SEED), SEED), [*draws(), replace(draws()[0], number=absurd)]),
    ):
        assert not found.sound
        assert len(found.missing) == MOST_DRAWS - len(draws())


def test_a_throw_written_twice_is_told():
    found = verify(sealed(), [*draws(), draws()[3]])
    assert codes(found) == [("draws-repeated", {"n": 1, "numbers": "4"})]


def test_every_change_of_every_draw_is_seen():
    whole = draws()
    for place, draw in enumerate(whole):
        changes = [
            replace(draw, indices=(*draw.indices[:-1], 1 - draw.indices[-1])),
            replace(draw, indices=draw.indices[:-1]),
            replace(draw, indices=()),
        ]
        for changed in changes:
            written = [*whole[:place], changed, *whole[place + 1 :]]
            assert codes(verify(sealed(), written)) == [("draws-changed", {"n": 1, "numbers": str(draw.number)})]


def test_dice_exchanged_in_a_draw_are_seen():
    """Keys are part of what is drawn: over many draws a swap cannot pass."""
    whole = draws(12)
    swapped = [replace(draw, dice=(DICE[1], DICE[0], DICE[2])) for draw in whole]
    assert len(verify(Sealed(commitment(SEED), SEED), swapped).changed) > 8


def test_another_seed_does_not_pass():
    found = verify(Sealed(commitment(SEED), bytes(32)), draws())
    assert not found.sound
    assert codes(found)[0][0] == "seed-differs"
    for damaged in (b"", SEED[:-1]):
        assert not verify(Sealed(commitment(SEED), damaged), draws()).sound


def test_numbers_are_told_in_short():
    assert numbers_text([]) == ""
    assert numbers_text([1, 2, 4]) == "1–2, 4"
    assert numbers_text(range(0, 100, 2), 3) == "0, 2, 4, …"
