"""The game of numbers under a fight, with falls given as they are."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from bones_desktop.rules.bones.fight.fights import Duel, DuelSide, StoppedError
from bones_desktop.rules.bones.fight.rounds import Fall, Hands, hands_in_order
from tests.support.bestplay import value
from tests.support.bruteforce import HALF, fixed_point

Faces = Sequence[Fall]
NOTHING: Fall = (0, 0, 0, 0)
ATTACKS, DEFENDS, EITHER, BOTH_WAYS_TWICE = (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 2, 0)


def side(*dice: Faces, last_first: bool = True) -> DuelSide:
    """A side that gives up its last die first."""
    order = list(reversed(range(len(dice)))) if last_first else list(range(len(dice)))
    hands = hands_in_order(order)
    return DuelSide(
        hands, tuple(_thrown([dice[die] for die in range(len(dice)) if hand >> die & 1]) for hand in hands.hands)
    )


def _thrown(dice: Sequence[Faces]) -> Counter[Fall]:
    found: Counter[Fall] = Counter()
    for faces in product(*dice):
        attack, defence, either, hinders = (sum(column) for column in zip(NOTHING, *faces, strict=True))
        found[attack, defence, either, hinders] += 1
    return found


def fought(a: DuelSide, b: DuelSide) -> Duel:
    duel = Duel(a, b)
    duel.solve(lambda: True)
    return duel


def test_a_known_fight_of_two_against_two() -> None:
    # A value that an iteration which only follows the best replies goes round without reaching.
    k1 = (EITHER, EITHER, EITHER, EITHER, DEFENDS, NOTHING)
    k2 = (EITHER, EITHER, BOTH_WAYS_TWICE, DEFENDS, ATTACKS, NOTHING)
    g1 = (EITHER, EITHER, EITHER, EITHER, EITHER, NOTHING)
    g2 = (EITHER, EITHER, EITHER, DEFENDS, DEFENDS, NOTHING)
    duel = fought(side(k1, k2), side(g1, g2))
    assert value(duel, (2, 2)) == Fraction(21988, 36099)
    assert duel.worth((2, 2)) == pytest.approx(21988 / 36099, abs=1e-15)


def literal(a: DuelSide, b: DuelSide) -> dict[tuple[int, int], Fraction]:
    """Return the worth of every state of two sides that lose their dice in a fixed order."""
    worths: dict[tuple[int, int], Fraction] = {}
    for i, j in product(range(len(a.falls)), range(len(b.falls))):
        if not i or not j:
            worths[i, j] = HALF if i == j else Fraction(i > 0)
            continue
        whole = sum(a.falls[i].values()) * sum(b.falls[j].values())

        def expected(again: Fraction, i: int = i, j: int = j, whole: int = whole) -> Fraction:
            found = Fraction(0)
            for (mine, m), (other, n) in product(a.falls[i].items(), b.falls[j].items()):
                found += Fraction(m * n, whole) * min(
                    max(
                        again if hurt == (0, 0) else worths[max(0, i - hurt[0]), max(0, j - hurt[1])]
                        for hurt in _hurts(mine, other, attack_b)
                    )
                    for attack_b in range(other[2] + 1)
                )
            return found

        worths[i, j] = fixed_point(expected, {Fraction(0), HALF, Fraction(1), *worths.values()})
    return worths


def _hurts(mine: Fall, other: Fall, attack_b: int):
    for attack_a in range(mine[2] + 1):
        to_a = other[0] + attack_b - mine[1] - (mine[2] - attack_a)
        to_b = mine[0] + attack_a - other[1] - (other[2] - attack_b)
        yield max(0, to_a), max(0, to_b)


def test_every_state_is_worth_what_the_literal_game_says() -> None:
    rng = Random(12)
    kinds = (NOTHING, ATTACKS, DEFENDS, EITHER, BOTH_WAYS_TWICE, (1, 1, 0, 0), (2, 0, 1, 0))
    for _ in range(60):
        a, b = (side(*(rng.choices(kinds, k=rng.choice((1, 2, 3))) for _ in range(rng.randint(1, 3)))) for _ in "AB")
        duel = fought(a, b)
        for state, expected in literal(a, b).items():
            assert value(duel, state) == expected


def test_shares_are_whole() -> None:
    a = side((ATTACKS, NOTHING), (EITHER, DEFENDS))
    duel = fought(a, a)
    for state in product(range(3), repeat=2):
        (win, draw, left_a, left_b), whole = duel.share(state)[0].numerators, duel.share(state)[1]
        assert 0 <= win + draw <= whole
        assert left_a <= state[0] * whole
        assert left_b <= state[1] * whole


def test_more_damage_than_dice_is_as_much_as_there_are() -> None:
    duel = fought(side((NOTHING,), (NOTHING,)), side((NOTHING,)))
    assert duel.after((2, 1), 9, 9) == (0, 0)
    assert duel.after((2, 1), 0, 0) == (2, 1)


def test_who_may_choose_gives_up_the_die_he_needs_least() -> None:
    # Two dice, one that hits and one that does nothing; B cannot be hurt but by the first.
    archer, idle = (ATTACKS,), (NOTHING,)
    hands = Hands((0b00, 0b01, 0b10, 0b11), ((), (0,), (0,), (1, 2)))
    falls = tuple(
        _thrown([die for place, die in enumerate((archer, idle)) if hand >> place & 1]) for hand in hands.hands
    )
    duel = fought(DuelSide(hands, falls), side((NOTHING,)))
    assert duel.after((3, 1), 1, 0) == (1, 1)
    turned = fought(side((NOTHING,)), DuelSide(hands, falls))
    assert turned.after((1, 3), 0, 1) == (1, 1)


def test_states_have_one_order_even_when_as_good_as_each_other() -> None:
    a = side((ATTACKS, NOTHING), (NOTHING,))
    duel = fought(a, a)
    states = list(product(range(3), repeat=2))
    for one, other in product(states, repeat=2):
        assert duel.higher(one, other) + duel.higher(other, one) == (one != other)
        if value(duel, one) > value(duel, other):
            assert duel.higher(one, other)


def test_it_stops_when_told() -> None:
    with pytest.raises(StoppedError):
        Duel(side((ATTACKS,)), side((ATTACKS,))).solve(lambda: False)


def test_choices_that_never_settle_are_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Duel, "_mend", staticmethod(lambda *given: {**given[-1], (-9, len(given[-1])): None}))
    a = side((EITHER, NOTHING))
    with pytest.raises(AssertionError, match="not settled"):
        fought(a, a)
