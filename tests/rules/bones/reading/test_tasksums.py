"""Sums over dice of which damage takes some, against all throws one by one."""

from collections import Counter
from itertools import product
from random import Random

from bones_desktop.rules.bones.reading.tasks import take_dice
from bones_desktop.rules.bones.reading.tasksums import Outcome, TakeableDie, sums_after_damage


def one_by_one(dice: list[TakeableDie]) -> tuple[Counter, int]:
    sums: Counter = Counter()
    lost = 0
    own = [place for place, die in enumerate(dice) if die.own]
    for shown in product(*(die.faces for die in dice)):
        taken = take_dice({place: shown[place].worth for place in own}, sum(face.damage for face in shown))
        if own and len(taken) == len(own):
            lost += 1
            continue
        live = [face.adds for place, face in enumerate(shown) if place not in taken]
        sums[tuple(map(sum, zip((0,) * len(shown[0].adds), *live, strict=True)))] += 1
    return sums, lost


def random_die(rng: Random, width: int, *, harmless: bool) -> TakeableDie:
    def outcome() -> Outcome:
        adds = tuple(rng.choice((0, 0, 1, 2)) for _ in range(width))
        return Outcome(rng.choice((0, sum(adds))), 0 if harmless else rng.choice((0, 0, 0, 1, 2)), adds)

    return TakeableDie(tuple(outcome() for _ in range(rng.randint(1, 4))), rng.random() < 0.75)


def test_sums_are_those_of_all_throws() -> None:
    rng = Random(7)
    hurt = 0
    for number in range(250):
        dice = [
            random_die(rng, 1 + number % 3, harmless=number % 5 == 0 or rng.random() < 0.4)
            for _ in range(rng.randint(1, 5))
        ]
        if not any(die.own for die in dice):
            continue
        sums, lost = sums_after_damage(dice)
        expected, expected_lost = one_by_one(dice)
        assert ({vector: weight for vector, weight in sums.items() if weight}, lost) == (dict(expected), expected_lost)
        hurt += expected_lost > 0
    assert hurt > 50
