"""Which equipment dice usually go along with a task (AMB-38); the player may choose otherwise."""

from typing import Final

from bones_desktop.rules.bones.character import Character, ItemDie, ItemKind
from bones_desktop.rules.bones.facevalues import aim, worth
from bones_desktop.rules.bones.hindering import ENCUMBERED_SKILLS
from bones_desktop.rules.bones.rulebook import Rulebook

COMBAT_SKILLS: Final = frozenset({"melee", "missile", "unarmed", "defend"})
"""Skills of combat: what is worn is rolled with them."""

_WORN: Final = frozenset({ItemKind.ARMOUR, ItemKind.SHIELD})


def usual_items(rulebook: Rulebook, character: Character, skill: str) -> tuple[int, ...]:
    """Return the places of the equipment dice whose faces can matter for a task of `skill`.

    One weapon at most, the first that helps (EQP-7); armour and shield in combat and wherever Encumbrance cancels;
    magic items where a face of theirs counts.
    """
    chosen: list[int] = []
    armed = False
    for place, item in enumerate(character.equipment):
        if item.kind in _WORN:
            along = skill in COMBAT_SKILLS or skill in ENCUMBERED_SKILLS
        else:
            along = _helps(rulebook, character, item, skill)
            if item.kind is ItemKind.WEAPON:
                along = along and not armed
                armed = armed or along
        if along:
            chosen.append(place)
    return tuple(chosen)


def _helps(rulebook: Rulebook, character: Character, item: ItemDie, skill: str) -> bool:
    goal = aim(rulebook, character.house_rules, skill)
    return any(worth(rulebook, goal, face).counts for face in item.faces)
