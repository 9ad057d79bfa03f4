"""Growing: which mastery may go where (MAST-1..4) and what icons cost (IMP-2, IMP-9)."""

from collections.abc import Sequence
from typing import Final

from bones_desktop.rules.bones.character import MOST_PLAYER_DICE, STARTING_DICE, Character, CharacterDie, Kind
from bones_desktop.rules.bones.limits import FACES
from bones_desktop.rules.bones.rulebook import Rulebook
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
    """Return the sessions an icon costs while `held` dice are held (IMP-2, AMB-80); None for a row not in the table."""
    return next((step.sessions for step in rulebook.improvement if held in step.dice), None)


def sessions_to(rulebook: Rulebook, die: int) -> tuple[int, int]:
    """Return the sessions played in all when die number `die` is started and when it is full (IMP-9).

    ValueError for a die that is not the fifth to the tenth.
    """
    if not STARTING_DICE < die <= MOST_PLAYER_DICE:
        raise ValueError(f"no die {die} is bought with sessions")
    started = filled = 0
    for number in range(STARTING_DICE + 1, die + 1):
        started = filled + (icon_price(rulebook, number - 1) or 0)
        filled = started + (FACES_BOUGHT - 1) * (icon_price(rulebook, number) or 0)
    return started, filled


def automatic_successes(character: Character) -> int:
    """Return the successes a player character has without rolling: one for ten sessions after its tenth die is full.

    Sessions that are not spent on icons count (IMP-5, AMB-82); the dice are full when no face waits for an icon.
    """
    if character.kind is not Kind.PLAYER or len(character.dice) < MOST_PLAYER_DICE:
        return 0
    if any(shown.is_blank for die in character.dice for shown in die.faces):
        return 0
    return character.sessions // SESSIONS_FOR_A_SUCCESS
