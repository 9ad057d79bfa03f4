"""Words of the Table page."""

import pytest

from bones_desktop.rules.bones.attempts import Task
from bones_desktop.wording.table import dice_count, dice_left, task_name
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
    assert task_name(rulebook(), task, str) == words


@pytest.mark.parametrize(
    ("available", "owned", "words"),
    [(4, 4, "4 dice"), (2, 4, "2 of 4 dice"), (1, 1, "one die"), (0, 4, "0 of 4 dice"), (0, 0, "no dice")],
)
def test_dice_left(available, owned, words):
    assert dice_left(available, owned, str) == words


def test_challenge_dice():
    assert dice_count(1, str) == "one challenge die"
    assert dice_count(12, str) == "12 challenge dice"
