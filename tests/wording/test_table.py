"""Words of the Table page."""

import pytest

from bones_desktop.rules.bones.book.attempts import Task
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind
from bones_desktop.rules.chances import Chance, weighed
from bones_desktop.wording.table import (
    MOST_OUTCOMES,
    dice_count,
    dice_left,
    fall_text,
    income_text,
    kind_name,
    kind_note,
    level_dice,
    levels_text,
    modifiers_text,
    movement_text,
    outcome_shares,
    outcome_text,
    outcome_unit,
    outcomes_text,
    raised_text,
    request_name,
    task_name,
)
from tests.support.foreach import for_each
from tests.support.rulebooks import rulebook


@pytest.mark.parametrize(
    ("task", "words"),
    [
        (Task("maneuver", "average"), "Maneuver against Average"),
        (Task("melee", against=3), "Melee against 3 successes"),
        (Task("stealth", against=1), "Stealth against one success"),
        (Task("physical", "almost-impossible"), "Physical against Almost Impossible"),
    ],
)
def test_a_task_in_words(task, words):
    assert task_name(rulebook(), task) == words


@pytest.mark.parametrize(
    ("available", "owned", "words"),
    [(4, 4, "4 dice"), (2, 4, "2 of 4 dice"), (1, 1, "one die"), (0, 4, "0 of 4 dice"), (0, 0, "no dice")],
)
def test_dice_left(available, owned, words):
    assert dice_left(available, owned) == words


def test_challenge_dice():
    assert level_dice(rulebook().difficulty("average")) == "4 challenge dice"
    assert level_dice(rulebook().difficulty("impossible")) == "12 challenge dice and 2 Nulls"
    assert dice_count(1) == "one challenge die"
    assert dice_count(12) == "12 challenge dice"


@for_each(
    ("asked", "words"),
    [
        (Request(), "Maneuver against Average"),
        (Request("magic", levels=3), "Magic against Almost Impossible"),
        (Request("melee", difficulty="", against=2), "Melee against 2 successes"),
        (Request("stealth", difficulty="", opponent="block:goblin"), "Stealth against an opponent"),
        (Request("magic", ThrowKind.MOVEMENT), "Movement"),
        (Request("magic", ThrowKind.FALL, metres=20), "Fall of 20 m"),
        (Request(kind=ThrowKind.FALL, yielding=True), "Fall of 15 m onto yielding ground"),
        (Request("scholar", ThrowKind.STRATEGIC, "difficult"), "Scholar against Difficult, off stage"),
        (Request("scholar", ThrowKind.INCOME), "Income with Scholar"),
    ],
)
def test_what_is_asked_of_the_dice_in_words(asked, words):
    assert request_name(rulebook(), asked) == words


def test_modifiers_in_words():
    full = Request("perception", distance=120, darkness=1, penalty=2, free=3)
    assert modifiers_text(full) == "120 m away, darkness −1, penalty −2, +3 automatic"
    assert modifiers_text(Request("melee", distance=120)) == ""
    assert modifiers_text(Request("missile", items=(0,), distance=120)) == "120 m away"
    assert modifiers_text(Request("missile", distance=120)) == ""


def test_an_opponent_is_named():
    asked = Request("stealth", difficulty="", opponent="block:goblin")
    assert request_name(rulebook(), asked, "Goblin") == "Stealth against Goblin"


def test_every_kind_of_throw_has_a_name_and_says_what_it_is_for():
    assert len({kind_name(kind) for kind in ThrowKind}) == len({kind_note(kind) for kind in ThrowKind}) == 5


@pytest.mark.parametrize(
    ("levels", "words"),
    [(1, "1 level harder"), (3, "3 levels harder"), (-1, "1 level easier"), (-2, "2 levels easier")],
)
def test_levels(levels, words):
    assert levels_text(levels) == words


@pytest.mark.parametrize(
    ("difficulty", "levels", "words"),
    [
        ("average", 3, "Average, 3 levels harder: Almost Impossible, 12 challenge dice."),
        (
            "difficult",
            3,
            "Difficult, 3 levels harder: Impossible, 12 challenge dice and 2 Nulls. Nothing is harder than Impossible.",
        ),
        ("simple", -2, "Simple, 2 levels easier: Easy, 2 challenge dice. Nothing is easier than Easy."),
    ],
)
def test_what_levels_make_of_a_difficulty(difficulty, levels, words):
    assert raised_text(rulebook(), difficulty, levels) == words


@pytest.mark.parametrize(
    ("kind", "outcome", "words"),
    [
        (ThrowKind.MOVEMENT, 30, "30 m"),
        (ThrowKind.FALL, 2, "2 damage"),
        (ThrowKind.FALL, 0, "no damage"),
        (ThrowKind.INCOME, 300, "300 coins"),
        (ThrowKind.INCOME, 0, "no coins"),
    ],
)
def test_what_a_throw_comes_to(kind, outcome, words):
    assert outcome_text(kind, outcome) == words


def test_what_outcomes_are_measured_in():
    assert [outcome_unit(kind) for kind in (ThrowKind.MOVEMENT, ThrowKind.FALL, ThrowKind.INCOME)] == [
        "Metres",
        "Damage",
        "Coins",
    ]


def test_few_outcomes_are_told_one_by_one():
    odds = weighed({30: 1, 45: 2, 60: 1})
    assert outcome_shares(ThrowKind.MOVEMENT, odds) == (
        ("30 m", Chance(1, 4)), ("45 m", Chance(1, 2)), ("60 m", Chance(1, 4)),
    )  # fmt: skip
    assert outcomes_text(ThrowKind.MOVEMENT, odds) == "30 m: 25.0 %\n45 m: 50.0 %\n60 m: 25.0 %"


def test_of_many_outcomes_the_rare_ends_are_told_together_and_nothing_is_left_out():
    odds = weighed({0: 1, 100: 2, 200: 8, 300: 20, 400: 9, 500: 4, 600: 1})
    shares = outcome_shares(ThrowKind.INCOME, odds)
    assert [words for words, _ in shares] == ["200 coins or less", "300 coins", "400 coins", "500 coins or more"]
    assert len(shares) == MOST_OUTCOMES
    assert sum(chance.value for _, chance in shares) == pytest.approx(1)


def test_what_moving_falling_and_earning_bring():
    assert movement_text(1.0, (15, 30, 45, 60)) == (
        "Movement 1: 15 m. A whole round: 30 m, 45 m with 2 successes, 60 m with 4."
    )
    assert movement_text(0.5, (7.5, 22.5, 37.5, 52.5)) == (
        "Movement 0.5: 7.5 m. A whole round: 22.5 m, 37.5 m with 2 successes, 52.5 m with 4."
    )
    assert fall_text(2) == "It does 2 damage; every two Maneuver successes remove one."
    assert fall_text(0) == "A fall from this height does no damage."
    assert "assets earn nothing" in income_text(50, assets_count=False)
    assert "each asset" in income_text(100, assets_count=True)


def test_by_house_rule_levels_beyond_impossible_say_what_they_take():
    words = raised_text(rulebook(), "impossible", 2, nulls_beyond=True)
    assert words.endswith("4 more successes are removed.")
