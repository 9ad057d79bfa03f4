"""The English sentence of each reason about a round of a fight; keys are codes.

`ROUND_OF_ONE` has the sentences that read differently when a number is one: which number, and the other sentence.
"""

from typing import Final

REFUSALS: Final = {
    "fight-full": "A fight has room for {most} fighters.",
    "round-not-over": "{n} choices are still open.",
    "read-only-fight": "This fight was written by a newer version of the program and cannot be changed here.",
    "changed-since-throw": (
        "{who}: changed elsewhere since the dice of this round were thrown, so the round stays open. Take that back "
        "there, or begin the round again."
    ),
    "nobody-by-that-id": "Nobody here is called “{who}”.",
    "needs-target": "Say whom this is done to.",
    "attacks-itself": "Nobody attacks himself.",
    "item-not-at-hand": "{item} is not at hand.",
    "weapon-cannot": "{item} is no weapon.",
    "one-weapon": "One weapon a round; a second one strikes by Two Weapon only.",
    "task-needs-skill": "Say which skill the task is for.",
    "one-task": "Nobody does anything else in the same round.",
    "not-incapacitated": "A coup de grace is for somebody incapacitated; {whom} is not.",
    "horde-only-attacks": "A horde does nothing but attack by hand.",
    "does-not-evade": "{skill} keeps no blow off.",
    "faces-count": "There are {n} faces for {dice} dice.",
    "lost-die-shown": "Die {die} is lost and shows no face.",
    "reroll-own-die": "Only one's own dice are thrown again, not hindering dice.",
    "word-unknown": "“{word}” is no use of a success.",
    "no-such-place": "There is no die {place}.",
    "nothing-to-allot": "{face} gives no success here.",
    "no-such-reading": "{face} cannot be read as “{reading}”.",
    "too-many-uses": "{face} gives {n} successes, not more.",
    "not-declared-against": "No attack on {whom} was declared.",
    "cannot-attack-so": "{face} cannot attack {whom} this way.",
    "cannot-defend": "{face} cannot defend.",
    "cannot-lend": "{face} cannot help {whom}.",
    "not-in-the-fight": "Who does something else neither attacks nor defends.",
    "horde-chooses-not": "A horde chooses nothing: all it has attacks.",
    "absorbs-nothing": "No blow of {whom} is there to absorb.",
    "absorbed-already": "{item} is given up already.",
    "not-hindering-die": "{die} is no hindering die.",
    "nobody-hurt-there": "Nobody was hurt there.",
    "override-unknown": "There is no number “{key}” to set.",
}

CIRCUMSTANCES: Final = {
    "circumstance-cover": "{percent} % cover takes {n} off.",
    "circumstance-friends": "Friends in the melee shot into: {friends}; they take {n} off.",
    "circumstance-size": "The target's size gives {n} back.",
    "circumstance-range": "{metres} m take {n} off.",
    "circumstance-darkness": "Darkness takes {n} off.",
    "circumstance-prone-target": "The target lies prone: {n} off for a shot.",
    "circumstance-prone-attacker": "The attacker lies prone: {n} off by hand.",
    "circumstance-over-prone": "The target lies prone: {n} more by hand.",
    "circumstance-accuracy": "Accuracy gives {n} back.",
    "circumstance-night-vision": "Night Vision gives {n} back.",
    "effort-lent": "Lent by others: {n}.",
    "effort-fear": "Fear takes {n} off.",
    "effort-distance": "{metres} m take {n} off the search.",
}

STEPS: Final = {
    "round-out": "Out of the fight.",
    "round-lies-prone": "Lies prone and allots first.",
    "round-rides-to-war": "Fights mounted and allots after those on foot.",
    "two-handed-and-shield": "{item} takes both hands, beside a shield.",
    "round-not-thrown": "Has not thrown yet.",
    "round-hindered": "Hindering dice do {n} damage.",
    "round-die-taken": "It takes a die with its success: {dice}.",
    "round-fear": "Fear and Nulls cancel {n} successes.",
    "round-regenerates": "Regenerates a die: {dice}.",
    "round-thrown-again": "Throws die {die} again: {face}.",
    "round-bought": "Buys a success.",
    "round-magic-use": "Uses magic.",
    "round-fatigue": "Magic past the safe level takes {n} off.",
    "round-encumbrance": "Encumbrance takes {n} off the magic.",
    "round-attacks": "Allots {n} to the attack on {whom}.",
    "round-defends": "Allots {n} to defence.",
    "round-lends": "Lends {n} to {whom}.",
    "round-commands": "Commands: {whom}.",
    "round-above": "Successes that do not count: {n}.",
    "round-unplaced": "Successes not placed: {n}.",
    "round-defence-wasted": "Defences with nothing to stop: {n}.",
    "round-no-defence": "Does something else and has no defence.",
    "round-evades": "Evades: {n} against every blow, as long as they last.",
    "round-moves": "Moves {metres} m.",
    "round-coup": "Kills {whom}, who cannot help it.",
    "round-strikes": "Attacks {whom}: {n}.",
    "round-stopped": "{whom} stops {n}.",
    "round-net": "Damage to {whom}: {n}.",
    "round-damage-icons": "Damage icons hurt {whom} in any case: {n}. Your GM may say otherwise.",
    "round-mind": "Magic on the mind of {whom}: {n} against {resisted}.",
    "round-mind-open": "Magic on the mind of {whom}: {n}. {whom} throws to resist.",
    "round-mind-fails": "The magic on {whom} fails.",
    "round-mind-degree": "{whom} goes as far as {n}: {meaning}.",
    "round-order-refused": "{whom} refuses the order, which needs {n}.",
    "round-order-open": "{whom} throws to resist the order, which needs {n}.",
    "round-order-left": "{whom} resists the order with {resisted}; {n} is left of the magic.",
    "round-order-obeyed": "{whom} does as ordered ({n}): {meaning}.",
    "round-mind-freed": "{whom} breaks free of the magic.",
    "round-order-resisted": "{whom} may throw to resist each time such an order is given.",
    "round-absorbs": "{item} absorbs {n} of {whom} and is ruined.",
    "round-soaks": "A spiff soaks {n} damage.",
    "round-fatigue-damage": "The magic fails and does {n} damage to who uses it.",
    "round-falls": "Falls {metres} m: {n} damage.",
    "round-loses": "Loses dice: {dice}.",
    "round-below": "Damage below zero: {n}.",
    "round-gains": "Gains a hindering die: {die}.",
    "round-dies": "Is killed outright.",
    "round-overridden": "Your GM sets {what} to {n}.",
    "round-seed": "Thrown with seed {seed}.",
}

SUGGESTIONS: Final = {
    "suggest-careful": "Suggested: {attack} to attack and {defence} to defence, which wins this exchange by most.",
    "suggest-falls": "Suggested: so that {whom} falls.",
    "suggest-damage": "Suggested: {n} to attack, for most damage at least cost.",
    "suggest-guard": "Suggested: defence first; {n} may still come through.",
    "suggest-mind": "Suggested: everything on the mind of {whom}.",
    "suggest-absorbs": "Suggested: give up {item} to stay in the fight.",
    "suggest-soaks": "Suggested: soak one damage to stay in the fight.",
    "suggest-least": "Suggested: give up the dice that do least.",
}

ROUND: Final = {**REFUSALS, **CIRCUMSTANCES, **STEPS, **SUGGESTIONS}

ROUND_OF_ONE: Final = {
    "round-not-over": ("n", "One choice is still open."),
    "faces-count": ("n", "There is one face for {dice} dice."),
    "too-many-uses": ("n", "{face} gives one success, not more."),
    "round-fear": ("n", "Fear and Nulls cancel one success."),
}
