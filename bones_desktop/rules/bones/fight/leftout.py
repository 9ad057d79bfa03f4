"""What reaches beyond one exchange, so that the odds of a whole fight do not follow it, and say so.

Codes: fight-leaves-hindering (), fight-leaves-riders (face), fight-leaves-healing (face), fight-leaves-frost (face),
fight-leaves-fatigue (), fight-leaves-thrown (), fight-leaves-sacrifice ().
"""

from collections.abc import Iterator

from bones_desktop.rules.bones.book.attempts import CHARACTER, ITEM
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.races import Ability
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.combat import WEAPON, Combatant, Mode
from bones_desktop.rules.bones.reading.hindering import hindrance
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import Reason, reason

_ARMOUR = "armour"
_SHIELD = "shield"


def not_followed(rulebook: Rulebook, a: Combatant, b: Combatant) -> tuple[Reason, ...]:
    """Return what both sides can do that a fight of many exchanges does not follow, each once."""
    return tuple(dict.fromkeys([*_of_side(rulebook, a, b), *_of_side(rulebook, b, a)]))


def _of_side(rulebook: Rulebook, side: Combatant, foe: Combatant) -> Iterator[Reason]:
    if side.mode is Mode.MAGIC:
        yield reason("fight-leaves-fatigue", "MAG-11")
    for die in side.dice:
        if die.group not in {CHARACTER, ITEM} or any(hindrance(shown, die.group).damage for shown in die.faces):
            yield reason("fight-leaves-hindering", "HIND-4")
        if _is_item(die, _ARMOUR, _SHIELD):
            yield reason("fight-leaves-sacrifice", "EQP-5")
        if side.mode is Mode.MISSILE and _is_item(die, WEAPON) and _strikes_and_flies(die):
            yield reason("fight-leaves-thrown", "AMB-42")
        for icon in (icon for shown in die.faces for icon in shown.icons):
            ability = rulebook.icon(icon) if rulebook.has_icon(icon) else None
            if isinstance(ability, Ability):
                yield from _of_ability(rulebook, ability, foe)


def _of_ability(rulebook: Rulebook, ability: Ability, foe: Combatant) -> Iterator[Reason]:
    name = face_name(rulebook, Face((ability.id,)))
    if ability.rider:
        yield reason("fight-leaves-riders", "AMB-55", face=name)
    elif ability.id == "regenerate":
        yield reason("fight-leaves-healing", "HEAL-6", face=name)
    elif ability.id == "hoar-frost" and any(_is_item(die, _ARMOUR) for die in foe.dice):
        yield reason("fight-leaves-frost", "AMB-62", face=name)


def _is_item(die: Die[Face], *kinds: str) -> bool:
    return die.group == ITEM and die.key.startswith(kinds)


def _strikes_and_flies(die: Die[Face]) -> bool:
    """Return whether it is a weapon for the hand that is thrown here (EQP-3)."""
    return all(any(shown.has(skill) for shown in die.faces) for skill in ("melee", "missile"))
