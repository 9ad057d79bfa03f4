"""What spiffs buy, and whether a character has enough of them (SPF-9..15, SPF-18)."""

from typing import Final

from bones_desktop.rules.bones.character import Character
from bones_desktop.rules.bones.rulebook import Rulebook

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
