"""Growing: which mastery may go where (MAST-1..4) and what icons cost (IMP-2, IMP-9)."""

from collections.abc import Sequence
from typing import Final

from bones_desktop.rules.bones.book.character import (
    MOST_PLAYER_DICE,
    STARTING_DICE,
    Character,
    CharacterDie,
    Kind,
)
from bones_desktop.rules.bones.book.houserules import HouseRules
from bones_desktop.rules.bones.book.limits import FACES
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.reasons import Reason, reason

MASTERY_DICE: Final = 4
"""Separate dice that must carry the basic icon (MAST-1)."""
FACES_BOUGHT: Final = FACES - 2
"""Icons that fill a new die beside its Universal and its Physical or Mental (IMP-3)."""
SESSIONS_FOR_A_SUCCESS: Final = 10
"""Sessions after the tenth die that give one automatic success (IMP-5)."""


def dice_with(dice: Sequence[CharacterDie], icon: str) -> int:
    """Return on how many separate dice `icon` stands; twice on one die counts once (MAST-6)."""
    return sum(any(shown.has(icon) for shown in die.faces) for die in dice)


def mastery_allowed(
    rulebook: Rulebook, dice: Sequence[CharacterDie], die: int, mastery: str, face: int | None = None
) -> Reason | None:
    """Return why `mastery` may not stand on the die at `die`, None when it may (MAST-1..4, AMB-15, AMB-16).

    `face` is the face it would stand on, so that replacing a mastery by another of its skill is allowed.
    """
    entry = rulebook.mastery(mastery)
    skill = rulebook.skill(entry.skill)
    if die < MASTERY_DICE:
        return reason("mastery-fifth-die", "MAST-3", mastery=entry.name)
    have = dice_with(dice[:die], skill.id)
    if have < MASTERY_DICE:
        return reason(
            "mastery-needs-dice", "MAST-3", mastery=entry.name, skill=skill.name, have=have, missing=MASTERY_DICE - have
        )
    if die < len(dice):
        siblings = {other.id: other.name for other in rulebook.masteries if other.skill == skill.id}
        for place, shown in enumerate(dice[die].faces):
            there = next((icon for icon in shown.icons if icon in siblings), None)
            if there and place != face:
                return reason("mastery-twice", "MAST-4", skill=skill.name, other=siblings[there])
    return None


def icon_price(rulebook: Rulebook, held: int) -> int | None:
    """Return the sessions an icon on a die already begun costs while `held` dice are held (IMP-2).

    None for a row that is not in the table.
    """
    return next((step.sessions for step in rulebook.improvement if held in step.dice), None)


def first_icon_price(rulebook: Rulebook, house_rules: HouseRules, held: int) -> int | None:
    """Return the sessions the icon costs that begins a die beside `held` others (IMP-9, AMB-80)."""
    return icon_price(rulebook, held + house_rules.first_icon_at_new_rate)


def next_price(rulebook: Rulebook, character: Character) -> int | None:
    """Return the sessions the next icon costs: on a later die with an empty face, else on a new die (IMP-2, IMP-3)."""
    held = len(character.dice)
    later = (die.faces[FACES - FACES_BOUGHT :] for die in character.dice[STARTING_DICE:])
    if any(shown.is_unfilled for faces in later for shown in faces):
        return icon_price(rulebook, held)
    return first_icon_price(rulebook, character.house_rules, held)


def successes_begun(character: Character) -> bool:
    """Return whether a player's saved sessions count toward automatic successes (IMP-5, AMB-82).

    That is when the tenth die is full, which it is when no face waits for an icon; under the house rule, once it is
    gained: what is saved instead of being spent on its faces counts then as well.
    """
    if character.kind is not Kind.PLAYER or len(character.dice) < MOST_PLAYER_DICE:
        return False
    full = not any(shown.is_blank for die in character.dice for shown in die.faces)
    return full or character.house_rules.successes_from_tenth_gained


def earned_successes(character: Character) -> int:
    """Return the successes that a player character's saved sessions come to: one for every ten (IMP-5)."""
    return character.sessions // SESSIONS_FOR_A_SUCCESS if successes_begun(character) else 0


def automatic_successes(character: Character) -> int:
    """Return the earned successes that come without rolling to every throw; none where each is used once (AMB-81)."""
    return 0 if character.house_rules.automatic_success_used_once else earned_successes(character)


def single_successes(character: Character) -> int:
    """Return the earned successes left to use once each; none where they come to every throw (AMB-81)."""
    return earned_successes(character) if character.house_rules.automatic_success_used_once else 0
