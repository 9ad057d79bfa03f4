"""Sentences for how dice fell, and for what the seed of an evening says of its draws."""

from typing import Final

FAIRNESS: Final = {
    "fairness-too-few": "Too few throws to tell: {n} more of this die are needed.",
    "fairness-one-face": "With one face there is nothing to tell.",
    "fairness-as-expected": "As expected: of a hundred fair dice, {n} fall this far off or further.",
    "fairness-unusual": "Unusual: one fair die in {n} falls this far off. That happens.",
    "fairness-rare": "Rare: only one fair die in {n} falls this far off.",
    "fairness-extraordinary": "Extraordinary: less than one fair die in a million falls this far off.",
    "dice-too-few": "Too few throws to tell: {n} more of one die are needed.",
    "dice-as-expected": "As expected: {dice} dice in {throws} throws fell as fair dice do, even the worst of them.",
    "dice-unusual": (
        "Unusual: {dice} dice in {throws} throws, and one fair set in {n} falls this far off. That happens."
    ),
    "dice-rare": "Rare: {dice} dice in {throws} throws, and only one fair set in {n} falls this far off.",
    "dice-extraordinary": (
        "Extraordinary: {dice} dice in {throws} throws, and less than one fair set in a million falls this far off."
    ),
    "evening-sound": "All {n} draws are there, and each is the one that was sealed before the first throw.",
    "evening-empty": "The seed is the one that was sealed; nothing was drawn from it.",
    "seed-differs": "The seed is not the one that was sealed when the evening began.",
    "draws-missing": "{n} draws were made and are not in the log: {numbers}.",
    "draws-repeated": "{n} draws stand in the log more than once: {numbers}.",
    "draws-changed": "{n} draws in the log are not what the seed gives: {numbers}.",
}

FAIRNESS_OF_ONE: Final = {
    "fairness-too-few": ("n", "Too few throws to tell: one more of this die is needed."),
    "dice-too-few": ("n", "Too few throws to tell: one more of one die is needed."),
    "dice-as-expected": ("dice", "As expected: one die in {throws} throws fell as fair dice do."),
    "dice-unusual": ("dice", "Unusual: one fair die in {n} falls this far off in {throws} throws. That happens."),
    "dice-rare": ("dice", "Rare: only one fair die in {n} falls this far off in {throws} throws."),
    "dice-extraordinary": (
        "dice",
        "Extraordinary: less than one fair die in a million falls this far off in {throws} throws.",
    ),
    "evening-sound": ("n", "The one draw is there, and it is the one that was sealed before the throw."),
    "draws-missing": ("n", "One draw was made and is not in the log: number {numbers}."),
    "draws-repeated": ("n", "One draw stands in the log more than once: number {numbers}."),
    "draws-changed": ("n", "One draw in the log is not what the seed gives: number {numbers}."),
}

WHAT_CHI_SQUARE_SAYS: Final = (
    "Fair dice never fall exactly evenly. These sentences tell how often fair dice would be this uneven or more; "
    "they do not tell what comes next, and with many dice one of them is always the oddest."
)
WHAT_A_SEAL_IS: Final = (
    "Before the first throw of an evening the program draws one secret number, from which every throw of the evening "
    "follows, and shows its fingerprint: the seal. When the evening ends the number itself is shown, and anyone can "
    "check that it fits the seal and that no throw was changed, left out or thrown twice."
)
