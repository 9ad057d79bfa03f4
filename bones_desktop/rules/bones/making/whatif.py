"""Effects of another icon on a face: on caps, masteries, magic, followers, and whether other faces are allowed.

Codes: cap-raised, cap-lowered (skill, before, after), skill-opened (skill, cap), skill-closed (skill),
masteries-opened (skill, die), masteries-too-late (skill), masteries-closed (skill, missing),
masteries-moved (skill, before, after), masteries-nearer, masteries-farther (skill, missing),
safe-level-changed, themes-changed (before, after), follower-gained, follower-lost (mastery, what, before, after),
face-broken, face-allowed (die, face, icon).

Codes refused: no-such-face (face).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from bones_desktop.rules.bones.book.character import MOST_PLAYER_DICE, Character, CharacterKind
from bones_desktop.rules.bones.book.characterdice import (
    AssetLine,
    MasteryOpening,
    SkillLine,
    asset_lines,
    magic_themes,
    mastery_openings,
    safe_level,
    skill_lines,
)
from bones_desktop.rules.bones.book.definitions import ActionClass
from bones_desktop.rules.bones.book.icons import Face, IconKind
from bones_desktop.rules.bones.book.notation import aim, face_name, is_appropriate, skill_label
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.creation import refusal
from bones_desktop.rules.bones.making.edits import with_face
from bones_desktop.rules.reasons import Reason, reason


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The effects of an icon on a face, whether or not it is allowed there."""

    after: Character
    refusal: Reason | None
    """Why the icon is not allowed there; None if it is."""
    caps: tuple[tuple[SkillLine, SkillLine], ...]
    """Skills whose cap changes, or that may be attempted only before or only after (ACT-2..5), before and after."""
    masteries: tuple[tuple[MasteryOpening, MasteryOpening], ...]
    """Skills whose masteries get closer or farther, open, close or open from another die (MAST-1..3)."""
    effects: tuple[Reason, ...]
    """All effects as reasons, the most important first."""


def as_created(character: Character) -> Character | None:
    """Return the unhurt character with its dice and equipment as created; None while it is being made."""
    made = character.created
    if made is None:
        return None
    # Injuries belong to the dice of today and would refer to the wrong ones.
    return character.with_(dice=made.dice, equipment=made.equipment, lost=(), hindering=(), excess_damage=0)


def what_if(rulebook: Rulebook, character: Character, die: int, face: int, new: Face) -> WhatIf:
    """Return the effects of `new` on a face, also for an icon that is not allowed there."""
    after = with_face(character, die, face, new)
    caps, masteries = _caps(rulebook, character, after, die, face), _masteries(rulebook, character, after, die, face)
    effects = (
        *_judged(rulebook, character, after, (die, face)),
        *(_cap_reason(rulebook, *change) for change in caps),
        *(_mastery_reason(rulebook, character.kind, *change) for change in masteries),
        *_moved("safe-level-changed", "MAG-10", safe_level(character).value, safe_level(after).value),
        *_moved("themes-changed", "MAG-4", magic_themes(character).value, magic_themes(after).value),
        *_followers(rulebook, character, after),
    )
    why = None if new.is_unfilled else refusal(rulebook, character, die, face, new)
    return WhatIf(after, why, caps, masteries, effects)


def _caps(
    rulebook: Rulebook, before: Character, after: Character, die: int, face: int
) -> tuple[tuple[SkillLine, SkillLine], ...]:
    """Compare only skills that one of the two faces opens: the others do not change."""
    house_rules = after.house_rules
    shown = before.dice[die].faces[face], after.dice[die].faces[face]
    skills = set()
    for skill in rulebook.skills:
        goal = aim(rulebook, house_rules, skill.id)
        if any(is_appropriate(rulebook, house_rules, goal, each) for each in shown):
            skills.add(skill.id)
    return tuple(
        (was, now)
        for was, now in zip(skill_lines(rulebook, before, skills), skill_lines(rulebook, after, skills), strict=True)
        if (was.allowed, was.cap) != (now.allowed, now.cap)
    )


def _masteries(
    rulebook: Rulebook, before: Character, after: Character, die: int, face: int
) -> tuple[tuple[MasteryOpening, MasteryOpening], ...]:
    skills = {*before.dice[die].faces[face].icons, *after.dice[die].faces[face].icons}
    old, new = mastery_openings(rulebook, before, skills), mastery_openings(rulebook, after, skills)
    return tuple(
        (was, now)
        for was, now in zip(old, new, strict=True)
        if (was.missing, was.first_die) != (now.missing, now.first_die)
    )


def _moved(code: str, rule: str, before: int, after: int) -> list[Reason]:
    return [reason(code, rule, before=before, after=after)] if before != after else []


def _cap_reason(rulebook: Rulebook, before: SkillLine, after: SkillLine) -> Reason:
    skill = skill_label(rulebook.skill(after.skill_id))
    special = after.action_class is ActionClass.SPECIAL
    if not before.allowed:
        return reason("skill-opened", "ACT-4" if special else "ACT-2", skill=skill, cap=after.cap or 0)
    if not after.allowed:
        return reason("skill-closed", "ACT-4" if special else "ACT-2", skill=skill)
    was, now = before.cap or 0, after.cap or 0
    code = "cap-raised" if now > was else "cap-lowered"
    return reason(code, "ACT-5" if special else "ACT-3", skill=skill, before=was, after=now)


def _mastery_reason(rulebook: Rulebook, kind: CharacterKind, before: MasteryOpening, after: MasteryOpening) -> Reason:
    skill = skill_label(rulebook.skill(after.skill_id))
    if after.first_die is None:
        if before.first_die is not None:
            return reason("masteries-closed", "MAST-1", skill=skill, missing=after.missing)
        code = "masteries-nearer" if after.missing < before.missing else "masteries-farther"
        return reason(code, "MAST-1", skill=skill, missing=after.missing)
    # The die that opens them can never be reached (AMB-82).
    if kind is CharacterKind.PLAYER and after.first_die > MOST_PLAYER_DICE:
        return reason("masteries-too-late", "AMB-82", skill=skill)
    if before.first_die is None:
        return reason("masteries-opened", "MAST-3", skill=skill, die=after.first_die)
    return reason("masteries-moved", "MAST-3", skill=skill, before=before.first_die, after=after.first_die)


def _judged(rulebook: Rulebook, before: Character, after: Character, but: tuple[int, int]) -> Iterator[Reason]:
    """Yield the other faces that become illegal or legal.

    Only masteries depend on other faces (MAST-1, MAST-4).
    """
    for number, die in enumerate(after.dice):
        for place, shown in enumerate(die.faces):
            if (number, place) == but or not any(_is_mastery(rulebook, icon) for icon in shown.icons):
                continue
            was = refusal(rulebook, before, number, place, shown)
            now = refusal(rulebook, after, number, place, shown)
            icon = face_name(rulebook, shown)
            if now is not None and was is None:
                yield reason("face-broken", now.rule, die=number + 1, face=place + 1, icon=icon)
            elif was is not None and now is None:
                yield reason("face-allowed", was.rule, die=number + 1, face=place + 1, icon=icon)


def _is_mastery(rulebook: Rulebook, icon: str) -> bool:
    return rulebook.has_icon(icon) and rulebook.kind(icon) is IconKind.MASTERY


def _followers(rulebook: Rulebook, before: Character, after: Character) -> Iterator[Reason]:
    was = {(line.mastery, line.what): line for line in asset_lines(rulebook, before)}
    now = {(line.mastery, line.what): line for line in asset_lines(rulebook, after)}
    for key in {**was, **now}:
        old, new = _count(was.get(key)), _count(now.get(key))
        if old != new:
            mastery, what = key
            code = "follower-gained" if new > old else "follower-lost"
            source = next(entry.source for entry in rulebook.masteries if entry.name == mastery)
            yield reason(code, source, mastery=mastery, what=what, before=old, after=new)


def _count(line: AssetLine | None) -> int:
    return 0 if line is None else line.count
