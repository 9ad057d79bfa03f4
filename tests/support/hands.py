"""Dice for throws entered by hand."""

from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.widgets.byhand.byhandstate import HandDie
from tests.support.rulebooks import rulebook


def hand_die(codes: tuple[str, ...], group: str, label: str, owner: str = "Ragnar") -> HandDie:
    """Return a die with its faces named by the rulebook."""
    return HandDie(codes, tuple(face_name(rulebook(), face(code)) for code in codes), group, label, owner)


def character(label: str = "Armsman") -> HandDie:
    """Return a die of a character, all of its faces different."""
    return hand_die(("universal", "physical", "melee", "defend", "missile", "maneuver"), "character", label)


def item(*codes: str, owner: str = "Ragnar") -> HandDie:
    """Return a die of equipment."""
    return hand_die(codes, "item", "Full shield", owner)


def poison(owner: str = "Ragnar") -> HandDie:
    """Return a Poison die."""
    return hand_die(("poison", "poison", "blank", "blank", "blank", "blank"), "hindering", "Poison", owner)


CHALLENGE = hand_die(("null", "null", "blank", "blank", "blank", "blank"), "challenge", "Challenge", "")
SIDES = {"character": "Ragnar", "opponent": "Goblin"}
