"""How likely each outcome is where successes only count."""

from itertools import product

import pytest

from bones_desktop.rules.bones.characterpool import task_pool
from bones_desktop.rules.bones.houserules import HouseRules
from bones_desktop.rules.bones.odds import Odds
from bones_desktop.rules.bones.outcomes import likeliest, outcome, outcome_odds
from bones_desktop.rules.bones.plays import Play, read_play
from bones_desktop.rules.bones.requests import Occasion, Request, ThrowKind, occasion_of
from bones_desktop.rules.bones.tasks import Task
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
    net = Odds(rulebook(), PLAIN).task(occasion.task, pool).net
    assert net is not None
    assert outcome_odds(rulebook(), occasion, net) == weighed(counted)


def test_a_task_comes_to_its_successes():
    assert outcome(rulebook(), Occasion(Task("melee", against=0)), 3) == 3
    assert outcome(rulebook(), Occasion(Task("melee", against=0)), -3) == 0


def test_the_likeliest_is_the_lesser_of_two():
    assert likeliest(weighed({0: 2, 30: 5, 45: 5})) == 30
