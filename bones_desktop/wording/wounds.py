"""The English sentence of each reason about blows, healing, magic's price and effects that last, by its code."""

from typing import Final

WOUNDS: Final = {
    # healing
    "die-keeps-effect": "Die {die} was given for magic that still lasts; release or counter that first.",
    "treated-already": "All of this damage is under care already; each damage is treated once.",
    "most-treatments": "{most} treatments at a time are the most.",
    "days-too-few": "At least one day passes.",
    "calendar-ends": "The calendar ends on day {most}.",
    "regeneration-needs-dice": "Without dice nothing is thrown, so nothing regenerates.",
    # blows
    "blow-nothing": "A blow does at least one damage.",
    "cannot-absorb": "{item} absorbs no damage; armour and shields do.",
    "cannot-absorb-this": "Armour and shields do not absorb poison, fire on yourself or what magic costs.",
    "frost-passes-armour": "This passes through {item}; a shield could stop it.",
    "absorbs-once": "{item} is given up already.",
    "absorbed-enough": "The blow is absorbed already; nothing more needs to be given up.",
    "nothing-to-soak": "No damage is left to soak.",
    # magic's price
    "no-magic-used": "No use of magic in the last four hours is noted.",
    "magic-rested": "Magic does not tire now; no rest is needed.",
    # effects that last
    "effect-needs-success": "Magic that lasts was cast with at least one success.",
    "most-effects": "{most} effects at a time are the most.",
    "no-dice-to-give": "There is no die left to give.",
    "value-too-small": "Something worth at least {least} coins keeps magic going for a round.",
    "no-such-effect": "There is no effect {effect}.",
    "blood-not-released": "A life was given for this; it lasts until it is countered.",
    "counter-too-weak": "More than {strength} successes undo this; there are {successes}.",
    "no-rounds-running": "Nothing here lasts for a number of rounds.",
    "rounds-too-few": "At least one round passes.",
    # hindering dice
    "hindering-faces": "A hindering die bears its icon on {least} to {most} faces.",
}

WOUNDS_OF_ONE: Final = {
    "counter-too-weak": ("successes", "More than {strength} successes undo this; there is one."),
}
"""Those that read differently when a number is one: which number, and the other sentence."""
