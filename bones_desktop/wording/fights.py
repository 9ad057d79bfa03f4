"""Sentences for what faces do in a fight, and for the odds of one."""

from typing import Final

FIGHT_SENTENCES: Final[dict[str, str]] = {
    "combat-either": "{face} attacks or defends, as you choose: {n}.",
    "combat-attack": "{face} attacks: {n}.",
    "combat-defence": "{face} defends: {n}.",
    "combat-both": "{face} attacks and defends: {n} in all.",
    "combat-magic": "{face} counts for the magic you fight with: {n}.",
    "combat-unarmed": "{face} counts for Unarmed Combat, to attack or defend: {n}.",
    "combat-unarmed-defence": "{face} counts for Unarmed Combat, to defend: {n}.",
    "combat-hinders": "{face} defends once and hinders everyone else near: {n} off.",
    "combat-second-weapon": "{face} of the second weapon counts when Two Weapon is rolled: {n}.",
    "combat-nothing": "{face} does nothing in this fight.",
    "allotted-too-much": "There are not so many successes to attack with.",
    "fight-without-dice": "Each side of a fight needs at least one die.",
    "fight-too-large": "{a} dice against {b} are too many to work out exactly.",
    "fight-leaves-hindering": "Poison and Flaming dice are left out of the fight.",
    "fight-leaves-riders": "{face} counts as a success; the hindering die its victim would gain is left out.",
    "fight-leaves-healing": "{face} is left out: no dice heal during the fight.",
    "fight-leaves-frost": "{face} strikes through armour; here armour defends against it all the same.",
    "fight-leaves-fatigue": "Magic does not tire here: what it costs beyond the safe level is left out.",
    "fight-leaves-thrown": "A weapon is thrown in every round; that it must be picked up again is left out.",
    "fight-leaves-sacrifice": "Armour and shields defend; giving one up to save a die is left out.",
}
