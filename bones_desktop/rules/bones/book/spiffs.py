"""What spiffs buy, and whether a character has enough of them (SPF-9..15, SPF-18). `spiffledger` spends them.

Codes refused: spiffs-too-few (n, have).
"""

from typing import Final

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.reasons import refuse

REROLL: Final = "reroll"
ADDED_SUCCESS: Final = "added-success"
"""Ids of the rulebook's prices."""


def price(rulebook: Rulebook, purchase: str) -> int:
    """Return the spiffs that `purchase` costs at least; KeyError when the rulebook gives no price for it."""
    prices = {each.id: each.least for each in rulebook.spiffs if each.kind == "spend"}
    return prices[purchase] or 0


def affords(rulebook: Rulebook, character: Character, purchase: str) -> bool:
    """Return whether the character has the spiffs for `purchase`; they are never owed (SPF-18)."""
    return character.spiffs >= price(rulebook, purchase)


def require(character: Character, n: int) -> None:
    """Refuse to spend `n` spiffs when there are not so many (SPF-18)."""
    if character.spiffs < n:
        raise refuse("spiffs-too-few", "SPF-18", n=n, have=character.spiffs)
