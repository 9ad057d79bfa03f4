"""The English sentence of each reason about finishing a character and what grows with it, by its code."""

from typing import Final

IMPROVEMENT: Final = {
    "finished-needs-permission": (
        "This character is finished and grows by the icons it earns. "
        "The Growth tab can open it for changes your GM permits."
    ),
    "finished-already": "This character is finished already.",
    "finish-wrong": "{wrong} things are against the rules; mend them first.",
    "finish-missing": "{missing} things are still to choose.",
    "finish-first": "Finish the character first; it grows from then on.",
    "not-finished": "This character is still being made.",
    "only-players-grow": "Only player characters are finished and grow.",
    "reopen-after-buying": (
        "{spent} sessions were spent on icons. Go back to the dice as created first, or change single faces."
    ),
    "as-created-already": "The dice are as they were created.",
    "award-nothing": "Say how many sessions.",
    "award-too-much": "{most} sessions at once are the most.",
    "starting-dice-stay": "The four starting dice stay as they were created; earned icons go on later dice.",
    "face-taken": "Die {die}, face {face} has its icon; icons are not moved once they are placed.",
    "first-icon-first": "Choose the first icon of die {die}; its Physical or Mental comes along for nothing.",
    "never-bought": "This is not bought: a new die brings its Universal, and Physical or Mental, along.",
    "no-price": "With {dice} dice no icon is for sale.",
    "sessions-missing": "This icon costs {price} sessions; {missing} more to earn.",
    "ledger-full": "{most} entries are the most the ledger can keep.",
    "mastery-near": "{skill} is on three dice; on one more it opens its masteries for later dice.",
    "theme-missing": "Magic is on the dice; say what this magic is about: a theme with its effect and limits.",
    "too-many-themes": "There are {themes} themes of magic; Magic on {dice} dice allows {allowed}.",
}

IMPROVEMENT_OF_ONE: Final = {
    "finish-wrong": ("wrong", "One thing is against the rules; mend it first."),
    "finish-missing": ("missing", "One thing is still to choose."),
    "reopen-after-buying": (
        "spent",
        "One session was spent on an icon. Go back to the dice as created first, or change single faces.",
    ),
    "too-many-themes": ("dice", "There are {themes} themes of magic; Magic on one die allows {allowed}."),
    "sessions-missing": ("price", "This icon costs one session, which is still to earn."),
}
"""Those that read differently when a number is one: which number, and the other sentence."""
