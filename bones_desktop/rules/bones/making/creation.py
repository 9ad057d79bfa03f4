"""Making a player character: what each die and each face may become (CHR-1..4)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from bones_desktop.rules.bones.book.advancement import mastery_allowed
from bones_desktop.rules.bones.book.character import STARTING_DICE, Character, Kind, Mode
from bones_desktop.rules.bones.book.icons import BLANK, MENTAL, PHYSICAL, UNIVERSAL, Face, IconKind
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.packuse import unknown_icon, unknown_template
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.origins import template_of
from bones_desktop.rules.reasons import Reason, reason

APTITUDE_FACE = 1
"""Face 2 carries the Physical, Mental or racial icon (SHT-6)."""
APTITUDES = (Face((PHYSICAL,)), Face((MENTAL,)))
UNIVERSAL_FACE = Face((UNIVERSAL,))


class Lock(StrEnum):
    """How much choice a face leaves."""

    FIXED = "fixed"
    LIMITED = "limited"
    FREE = "free"
    """Any basic skill."""
    OPEN = "open"
    """Any skill, masteries where the rules allow them, or nothing yet."""
    CLOSED = "closed"
    """Nothing until the die's template is known."""


@dataclass(frozen=True, slots=True)
class SlotState:
    """What may stand on one face; `options` is the fixed face, the limited choice or all basic skills."""

    lock: Lock
    options: tuple[Face, ...]
    reason: Reason


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """An icon to pick for a face: its name, and why not when it is not allowed."""

    face: Face
    name: str
    allowed: bool
    reason: Reason | None


def slot_state(rulebook: Rulebook, character: Character, die: int, face: int) -> SlotState:
    """Return what may stand on a face (DICE-2..5, CHR-4, IMP-3, IMP-4); cast, beasts and hordes may have anything."""
    if character.kind is not Kind.PLAYER:
        return SlotState(Lock.OPEN, (), reason("slot-anything", "CAST-3"))
    if face == 0:
        return SlotState(Lock.FIXED, (UNIVERSAL_FACE,), reason("slot-universal", "DICE-2"))
    if face == APTITUDE_FACE and character.racial_icon:
        racial = Face((character.racial_icon,))
        return SlotState(Lock.FIXED, (racial,), reason("slot-racial", "DICE-4", icon=face_name(rulebook, racial)))
    if character.mode is Mode.COLD_IRON and die < STARTING_DICE:
        return _template_slot(rulebook, character, die, face)
    if face == APTITUDE_FACE:
        return SlotState(Lock.LIMITED, APTITUDES, reason("slot-aptitude", "DICE-3"))
    if die < STARTING_DICE:
        return SlotState(Lock.FREE, basic_skills(rulebook), reason("slot-free", "DICE-5"))
    return SlotState(Lock.OPEN, basic_skills(rulebook), reason("slot-later", "IMP-1"))


def _template_slot(rulebook: Rulebook, character: Character, die: int, face: int) -> SlotState:
    template = template_of(rulebook, character, die)
    if template is None:
        if character.dice[die].template:
            return SlotState(Lock.CLOSED, (), unknown_template(rulebook, character.dice[die].template))
        return SlotState(Lock.CLOSED, (), reason("template-first", "CHR-4", die=die + 1))
    slot = template.slots[face]
    if slot.is_fixed:
        name = face_name(rulebook, slot.options[0])
        return SlotState(Lock.FIXED, slot.options, reason("slot-fixed", "CHR-4", template=template.name, face=name))
    if slot.free:
        return SlotState(
            Lock.FREE, basic_skills(rulebook), reason("slot-free-template", "AMB-88", template=template.name)
        )
    return SlotState(Lock.LIMITED, slot.options, one_of(rulebook, slot.options, template.name))


def one_of(rulebook: Rulebook, options: tuple[Face, ...], template: str) -> Reason:
    """Return the reason that names every option of a limited choice, "slot-one-of-2" for two and so on (CHR-4)."""
    names = {f"face{number}": face_name(rulebook, option) for number, option in enumerate(options, 1)}
    return reason(f"slot-one-of-{len(options)}", "CHR-4", template=template, **names)


@lru_cache(maxsize=4)
def basic_skills(rulebook: Rulebook) -> tuple[Face, ...]:
    """Return a face for each of the basic skills, in the rulebook's order."""
    return tuple(Face((skill.id,)) for skill in rulebook.skills)


def refusal(rulebook: Rulebook, character: Character, die: int, face: int, new: Face) -> Reason | None:
    """Return why `new` may not stand on a face, None when it may. A face may be left unfilled unless it is fixed."""
    unknown = next((icon for icon in new.icons if not rulebook.has_icon(icon)), None)
    if unknown is not None:
        return unknown_icon(rulebook, unknown)
    if character.kind is not Kind.PLAYER:
        return None
    slot = slot_state(rulebook, character, die, face)
    if new in slot.options or (new.is_unfilled and slot.lock is not Lock.FIXED):
        return None
    if slot.lock in {Lock.FIXED, Lock.LIMITED, Lock.CLOSED}:
        return slot.reason
    if len(new.icons) > 1 or new.count > 1:
        return reason("one-icon-a-face", "DICE-1")
    return _refused_icon(rulebook, character, die, face, new, slot)


def conflict(rulebook: Rulebook, character: Character, die: int, face: int) -> Reason | None:
    """Return why what stands on a face may not, None when it may, or nothing stands there.

    Nor is it one while the die's template is not chosen, or not here: only that can tell what may stand (CHR-4).
    """
    shown = character.dice[die].faces[face]
    if shown.is_unfilled or slot_state(rulebook, character, die, face).lock is Lock.CLOSED:
        return None
    return refusal(rulebook, character, die, face, shown)


def _refused_icon(
    rulebook: Rulebook, character: Character, die: int, face: int, new: Face, slot: SlotState
) -> Reason | None:
    (icon,) = new.icons
    if new.is_blank:
        return None if slot.lock is Lock.OPEN else reason("blank-not-here", "DICE-6")
    match rulebook.kind(icon):
        case IconKind.MASTERY:
            return mastery_allowed(rulebook, character.dice, die, icon, face)
        case IconKind.RACE:
            return reason("racial-face-two", "DICE-4", icon=face_name(rulebook, new))
        case IconKind.ABILITY:
            return reason("ability-of-beasts", "BST-2", icon=face_name(rulebook, new))
        case _:
            if icon == UNIVERSAL:
                return reason("universal-once", "DICE-2")
            if icon in {PHYSICAL, MENTAL}:
                return reason("aptitude-once", "DICE-3")
            return reason("symbol-not-own", "DICE-5", icon=face_name(rulebook, new))


def palette(rulebook: Rulebook, character: Character, die: int, face: int) -> tuple[PaletteEntry, ...]:
    """Return every icon one could think of for a face, those not allowed with the reason.

    Players: the symbols of their dice, 18 skills, their racial icon, 51 masteries. Others: every icon of the game.
    """
    return tuple(
        PaletteEntry(entry, face_name(rulebook, entry), why is None, why)
        for entry in _candidates(rulebook, character)
        for why in (refusal(rulebook, character, die, face, entry),)
    )


def _candidates(rulebook: Rulebook, character: Character) -> Iterator[Face]:
    if character.kind is Kind.PLAYER:
        yield UNIVERSAL_FACE
        yield from APTITUDES
        if character.racial_icon:
            yield Face((character.racial_icon,))
        yield from basic_skills(rulebook)
        yield from (Face((mastery.id,)) for mastery in rulebook.masteries)
        return
    for icon in rulebook.icons:
        if icon.id not in BLANK.icons:
            yield Face((icon.id,))
    yield BLANK
