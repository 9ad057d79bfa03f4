"""Which equipment dice usually go along with a task (AMB-38); the player may choose otherwise."""

from typing import Final

from bones_desktop.rules.bones.book.character import Character, ItemDie, ItemKind
from bones_desktop.rules.bones.book.facevalues import aim, worth
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.reading.hindering import ENCUMBERED_SKILLS

COMBAT_SKILLS: Final = frozenset({"melee", "missile", "unarmed", "defend"})
"""Skills of combat: what is worn is rolled with them."""

_WORN: Final = frozenset({ItemKind.ARMOUR, ItemKind.SHIELD})


def usual_items(rulebook: Rulebook, character: Character, skill: str) -> tuple[int, ...]:
    """Return the places of the equipment dice whose faces can matter for a task of `skill`.

    One weapon, the first that helps (EQP-7), one shield and one suit of armour, these in combat and wherever
    Encumbrance cancels; magic items where a face of theirs counts.
    """
    chosen: list[int] = []
    borne: set[ItemKind] = set()
    for place, item in enumerate(character.equipment):
        if item.kind in borne or not _matters(rulebook, character, item, skill):
            continue
        chosen.append(place)
        if item.kind is not ItemKind.MAGIC_ITEM:
            borne.add(item.kind)
    return tuple(chosen)


def _matters(rulebook: Rulebook, character: Character, item: ItemDie, skill: str) -> bool:
    if item.kind in _WORN:
        return skill in COMBAT_SKILLS or skill in ENCUMBERED_SKILLS
    goal = aim(rulebook, character.house_rules, skill)
    return any(worth(rulebook, goal, face).counts for face in item.faces)
