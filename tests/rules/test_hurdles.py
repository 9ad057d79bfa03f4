import random

import pytest

from bones_desktop.rules.chances import Chance, Hurdle, Hurdles, total


def dice(rng, number):
    return [tuple(rng.randint(-1, 3) for _ in range(6)) for _ in range(number)]


@pytest.mark.parametrize("number", [0, 1, 10, 30])
def test_each_chance_is_that_of_the_hurdle_by_itself(number):
    rng = random.Random(number)
    for hurdles in range(8):
        resistances = [total(dice(rng, rng.choice([0, 1, 5, 20]))) for _ in range(hurdles)]
        counted, cap, bonus = total(dice(rng, number)), rng.choice([None, 2, 8]), rng.randint(-2, 2)
        alone = tuple(Hurdle(resistance).beaten(counted, cap, bonus) for resistance in resistances)
        assert Hurdles(resistances).beaten(counted, cap, bonus) == alone


def test_tables_for_one_number_do_not_serve_another():
    hurdles = Hurdles([total([(0, 1)]), total([(0, 1)] * 2)])
    assert hurdles.beaten(total([(0, 1)])) == (Chance(1, 4), Chance(1, 8))
    assert hurdles.beaten(total([(0, 0, 1)])) == (Chance(1, 6), Chance(1, 12))
    assert hurdles.beaten(total([(1, 2)])) == (Chance(3, 4), Chance(1, 2))
    assert hurdles.beaten(total([(1, 2)]), cap=1) == (Chance(1, 2), Chance(1, 4))
    assert hurdles.beaten(total([(1, 2)]), bonus=1) == (Chance(1, 1), Chance(7, 8))
