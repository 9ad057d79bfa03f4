"""How likely each outcome is where successes only count."""

from itertools import product

import pytest

from bones_desktop.rules.bones.book.attempts import Task
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.reading.odds import OddsCalculator
from bones_desktop.rules.bones.reading.plays import (
    Play,
    likeliest,
    outcome,
    outcome_odds,
    outcome_places,
    outcome_scale,
    read_play,
)
from bones_desktop.rules.bones.reading.requests import Occasion, Request, ThrowKind, occasion_of
from bones_desktop.rules.chances import weighed
from bones_desktop.rules.dice import Throw
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook

PLAIN = HouseRules()


@pytest.mark.parametrize(
    ("chosen", "value"),
    [
        (Request(kind=ThrowKind.MOVEMENT), "score"),
        (Request(kind=ThrowKind.FALL, metres=20), "damage"),
        (Request("perception", ThrowKind.INCOME), "coins"),
        (Request("perception", ThrowKind.INCOME, penalty=1), "coins"),
    ],
)
def test_every_throw_comes_to_what_the_odds_say(chosen, value):
    character = ragnar().with_(dice=ragnar().dice[1:3])
    occasion = occasion_of(rulebook(), character, chosen)
    pool = task_pool(rulebook(), character)
    counted: dict[int, int] = {}
    for indices in product(range(6), repeat=len(pool)):
        reading = read_play(rulebook(), PLAIN, Play(occasion, Throw(pool, indices)))
        found = getattr(reading, value)
        key = round(found * 15) if value == "score" else found
        counted[key] = counted.get(key, 0) + 1
    net = OddsCalculator(rulebook(), PLAIN).task(occasion.task, pool).net
    assert net is not None
    assert outcome_odds(rulebook(), occasion, net) == weighed(counted)


@pytest.mark.parametrize(
    ("chosen", "move", "reached", "places"),
    [
        (Request(kind=ThrowKind.MOVEMENT), 1.0, {30: 1, 60: 3}, {0: 1, 2: 3}),
        (Request(kind=ThrowKind.MOVEMENT), 0.5, {22: 1, 38: 2, 52: 1}, {0: 1, 1: 2, 2: 1}),
        (Request(kind=ThrowKind.FALL, metres=30), 1.0, {3: 1, 5: 1}, {3: 1, 5: 1}),
        (Request("merchant", ThrowKind.INCOME), 1.0, {0: 1, 750: 1}, {0: 1, 3: 1}),
    ],
)
def test_outcomes_stand_at_even_places(chosen, move, reached, places):
    occasion = occasion_of(rulebook(), ragnar().with_(move=move), chosen)
    scale = outcome_scale(rulebook(), occasion)
    assert outcome_places(weighed(reached), scale) == weighed(places)
    first, step = scale
    assert {round(first + step * place): weight for place, weight in weighed(places)} == reached


def test_a_task_comes_to_its_successes():
    assert outcome(rulebook(), Occasion(Task("melee", against=0)), 3) == 3
    assert outcome(rulebook(), Occasion(Task("melee", against=0)), -3) == 0


def test_the_likeliest_is_the_lesser_of_two():
    assert likeliest(weighed({0: 2, 30: 5, 45: 5})) == 30
