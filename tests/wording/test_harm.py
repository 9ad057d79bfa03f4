"""What harm at the table is called."""

import pytest

from bones_desktop.rules.bones.reading.plays import Harm
from bones_desktop.wording.names import harm_step, keeps_dice, opponent_loses, opponent_lost, strike_off


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
    assert harm_step(harm) == name


@pytest.mark.parametrize(
    ("harm", "dice", "loses", "lost"),
    [
        (Harm("Poison", (1,)), ["Warrior"], "Bjorn loses Warrior (Poison)", "Bjorn lost Warrior (Poison)."),
        (Harm("", (1, 2)), ["Gaul", "Thief"], "Bjorn loses Gaul, Thief (Damage)", "Bjorn lost Gaul, Thief (Damage)."),
        (
            Harm("Poison", (0, 1, 2)),
            ["Gaul", "Armsman", "Hunter/Gatherer"],
            "Bjorn loses 3 dice (Poison)",
            "Bjorn lost Gaul, Armsman, Hunter/Gatherer (Poison).",
        ),
        (
            Harm("Poison", (1,), beyond=2),
            ["Gaul"],
            "Bjorn loses Gaul, takes 2 more damage (Poison)",
            "Bjorn lost Gaul and took 2 more damage (Poison).",
        ),
        (
            Harm("Poison", beyond=2),
            [],
            "Bjorn takes 2 more damage (Poison)",
            "Bjorn took 2 more damage, with no dice left (Poison).",
        ),
    ],
)
def test_an_opponents_harm_is_told_before_and_after(harm, dice, loses, lost):
    assert opponent_loses("Bjorn", harm, dice) == loses
    assert opponent_lost("Bjorn", harm, dice) == lost


def test_every_cause_is_listed():
    harm = Harm("Poison", (1, 2), causes=("Poison", "Flaming"))
    dice = ["Gaul", "Thief"]
    assert opponent_loses("Bjorn", harm, dice) == "Bjorn loses Gaul, Thief (Poison and Flaming)"
    assert opponent_lost("Bjorn", harm, dice) == "Bjorn lost Gaul, Thief (Poison and Flaming)."
    three = Harm("Poison", (1, 2), beyond=1, causes=("Poison", "Poison", ""))
    assert opponent_loses("Bjorn", three, dice).endswith("(Poison and Damage)")


def test_striking_off_and_taking_back_name_the_dice():
    harm = Harm("Poison", (1,))
    assert strike_off("Goblin", harm, ["Killer"]) == "Strike off: Killer of Goblin"
    assert keeps_dice("Goblin", ["Killer"]) == "Take back: Goblin keeps Killer"
    beyond = Harm("Poison", beyond=1)
    assert strike_off("Goblin", beyond, []) == "Goblin takes 1 more damage (Poison)"
    assert keeps_dice("Goblin", []) == "Take back: no damage for Goblin"


def test_long_names_are_cut_on_buttons():
    harm, dice = Harm("P" * 200, (1,), beyond=1), ["W" * 200]
    texts = (opponent_loses("B" * 200, harm, dice), strike_off("B" * 200, harm, dice))
    for text in (*texts, keeps_dice("B" * 200, dice)):
        assert len(text) < 90
    assert len(opponent_lost("B" * 200, harm, dice)) < 140
