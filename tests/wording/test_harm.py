"""What harm at the table is called."""

import pytest

from bones_desktop.rules.bones.harm import Harm
from bones_desktop.wording.harm import harm_step, opponent_loses, opponent_lost


@pytest.mark.parametrize(
    ("harm", "name"),
    [
        (Harm("Poison", (1,)), "Lose die 2"),
        (Harm("Poison", (0, 2)), "Lose dice 1, 3"),
        (Harm("Fall", damage=3), "Take 3 damage"),
        (Harm("Poison", beyond=2), "Take 2 damage"),
    ],
)
def test_a_step_is_named_by_what_it_takes(harm, name):
    assert harm_step(harm, str) == name


@pytest.mark.parametrize(
    ("harm", "dice", "loses", "lost"),
    [
        (Harm("Poison", (1,)), ["Warrior"], "Bjorn loses Warrior (Poison)", "Bjorn lost Warrior (Poison)"),
        (Harm("", (1, 2)), ["Gaul", "Thief"], "Bjorn loses Gaul, Thief (Damage)", "Bjorn lost Gaul, Thief (Damage)"),
        (
            Harm("Poison", (1,), beyond=2),
            ["Gaul"],
            "Bjorn loses Gaul and takes 2 damage more (Poison)",
            "Bjorn lost Gaul and took 2 damage more (Poison)",
        ),
        (
            Harm("Poison", beyond=2),
            [],
            "Bjorn takes 2 damage more than dice were left (Poison)",
            "Bjorn took 2 damage more than dice were left (Poison)",
        ),
    ],
)
def test_an_opponents_harm_is_told_before_and_after(harm, dice, loses, lost):
    assert opponent_loses("Bjorn", harm, dice, str) == loses
    assert opponent_lost("Bjorn", harm, dice, str) == lost


def test_long_names_are_cut():
    text = opponent_loses("B" * 200, Harm("Poison", (1,)), ["W" * 200], str)
    assert len(text) < 100
