"""The GM's word in place of what the dice came to."""

from dataclasses import replace

import pytest

from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.reading.plays import FARTHEST, LONGEST_WHY, Play, Ruling, best_rerolls, read_play, ruling
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind
from bones_desktop.rules.reading import Tone
from bones_desktop.rules.reasons import RulesError
from tests.support.people import bob, ragnar
from tests.support.plays import other_side, play_of, random_play
from tests.support.rulebooks import rulebook

PLAIN = HouseRules()


def read(play: Play, net: int, why: str = ""):
    return read_play(rulebook(), PLAIN, replace(play, ruling=ruling(net, why)))


def told(reading) -> list[tuple[str, dict[str, str | int]]]:
    return [(each.reason.code, dict(each.reason.values)) for each in reading.task.reading.findings]


@pytest.mark.parametrize(
    ("net", "code", "tone", "success"),
    [
        (4, "success", Tone.GREAT, True),
        (1, "success", Tone.GOOD, True),
        (0, "tie", Tone.BAD, False),
        (-2, "failure", Tone.BAD, False),
    ],
)
def test_the_gms_number_decides_and_that_of_the_dice_stays_told(net, code, tone, success):
    play = play_of(ragnar(), Request(), "universal,physical,maneuver,blank".replace("blank", "melee"), nulls=2)
    dice = read_play(rulebook(), PLAIN, play).task
    found = read(play, net, "a good plan").task
    assert (dice.net, found.net, found.success) == (1, net, success)
    first, second = found.reading.findings
    assert (first.reason.code, first.tone, first.value) == (code, tone, net)
    assert dict(second.reason.values) == {"n": net, "dice": 1, "why": "a good plan"}
    assert found.reading.steps == (*dice.reading.steps, found.reading.steps[-1])
    assert (found.reading.steps[-1].code, found.reading.steps[-1].value("n")) == ("step-overruled", net)
    assert (found.reading.dice, found.successes, found.nulls) == (dice.reading.dice, dice.successes, dice.nulls)


def test_against_an_opponent_a_tie_is_one_of_both_sides():
    play = play_of(
        ragnar(), Request("melee", difficulty="", opponent="x"), "universal,universal,melee,melee",
        other=other_side(bob(), "melee", "universal,physical,mental,physical"),
    )  # fmt: skip
    assert told(read(play, 0))[0][0] == "tie-opposed"
    assert read(play, 2).other == read_play(rulebook(), PLAIN, play).other


@pytest.mark.parametrize(
    ("kind", "net", "expected"),
    [
        (ThrowKind.MOVEMENT, 4, {"score": 4.0}),
        (ThrowKind.MOVEMENT, -1, {"score": 2.0}),
        (ThrowKind.FALL, 4, {"damage": 0}),
        (ThrowKind.FALL, 0, {"damage": 2}),
        (ThrowKind.INCOME, 3, {"coins": 150}),
    ],
)
def test_where_successes_only_count_the_gm_sets_how_many(kind, net, expected):
    found = read(random_play(ragnar(), Request("outdoorsman", kind), 3), net)
    assert {name: getattr(found, name) for name in expected} == expected
    assert told(found)[1][0] == "overruled"


def test_it_stands_whatever_is_thrown_again_and_where_nothing_counted():
    play = replace(random_play(ragnar(), Request(), 5), ruling=Ruling(2))
    assert all(each.gain == 0 for each in best_rerolls(rulebook(), PLAIN, play))
    refused = read(random_play(bob(), Request("thief"), 5), 1)
    assert (refused.task.success, refused.task.allowed) == (True, False)
    assert told(refused)[0] == ("success", {"n": 1})


def test_a_reason_is_one_short_line_and_a_number_within_reach():
    assert ruling(2, " he had\ta rope.\n ") == Ruling(2, "he had a rope")
    assert ruling(-FARTHEST, "x" * LONGEST_WHY).net == -FARTHEST
    for net, why, code in ((FARTHEST + 1, "", "ruling-too-far"), (0, "x" * (LONGEST_WHY + 1), "ruling-text-too-long")):
        with pytest.raises(RulesError) as refused:
            ruling(net, why)
        assert refused.value.reason.code == code
