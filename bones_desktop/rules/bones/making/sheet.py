"""The sheet: every value derived from a character's choices and never stored; and the effects of changing an icon.

Codes of effects: cap-raised, cap-lowered (skill, before, after), skill-opened (skill, cap), skill-closed (skill),
masteries-opened (skill, die), masteries-too-late (skill), masteries-closed (skill, missing), masteries-moved (skill,
before, after), masteries-nearer, masteries-farther (skill, missing), safe-level-changed, themes-changed (before,
after), follower-gained, follower-lost (mastery, what, before, after), face-broken, face-allowed (die, face, icon).

Codes refused: no-such-face (face).
"""

from collections.abc import Iterator

from bones_desktop.rules.bones.book.character import (
    MOST_PLAYER_DICE,
    Character,
    CharacterDie,
    CharacterKind,
    ItemDie,
    ItemKind,
    pack_of,
    spoken,
)
from bones_desktop.rules.bones.book.characterdice import (
    Explained,
    IconTotal,
    MasteryOpening,
    SkillLine,
    icon_totals,
    item_name,
    magic_themes,
    mastery_openings,
    safe_level,
    skill_lines,
)
from bones_desktop.rules.bones.book.definitions import ActionClass
from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.rules.bones.book.icons import UNIVERSAL, Face
from bones_desktop.rules.bones.book.notation import face_name, skill_label
from bones_desktop.rules.bones.book.rulebook import Rulebook, TemplateKind
from bones_desktop.rules.bones.injury.injuries import Condition, condition
from bones_desktop.rules.bones.making.creation import kinds_for, refusal
from bones_desktop.rules.bones.making.edits import with_face
from bones_desktop.rules.bones.making.followers import FollowerSlot, Grant, follower_slots, grants
from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.rules.records import Record


class FaceCell(Record):
    """One face of a column: its code for the picture, and its name; both are "" for an unfilled face."""

    code: str = ""
    name: str = ""


class DieColumn(Record):
    """One character die (SHT-2, SHT-3).

    If `exists` is False, the character has no such die yet and the column is empty.
    """

    number: int
    """Number of the die, from 1, which is its index plus one."""
    title: str
    """The die's own name, or the name of its template or printed die; "" for none."""
    faces: tuple[FaceCell, ...]
    """The six faces of the die.

    Face 1 of a player's column is Universal even if the column is empty (SHT-2).
    """
    exists: bool = True
    note: str = ""
    lost: bool = False
    """True if the die is lost, so that the sheet shows its check box ticked."""
    cause: str = ""
    held: bool = False
    house: bool = False
    """True if the template of the die is house content."""


class ItemColumn(Record):
    """One equipment die (SHT-4)."""

    number: int
    name: str
    kind: ItemKind
    faces: tuple[FaceCell, ...]
    note: str = ""
    range_increment: int | None = None
    house: bool = False
    """True if the item is house content, not from the rulebook."""


class HinderingColumn(Record):
    """One hindering die the character carries (SHT-7)."""

    number: int
    name: str
    faces: tuple[FaceCell, ...]


class FollowerLine(Record):
    """A companion, lackey, asset or vessel of the character (MAST-21, 25, 36, 41)."""

    mastery: str
    """Name of the mastery; the id if the mastery is unknown."""
    noun: str
    """The kind of follower: "lackey", "small asset"; "" for an unknown mastery."""
    name: str
    note: str
    dice: tuple[DieColumn, ...] = ()


class Sheet(Record):
    """One character's sheet (SHT-1..7). Texts are the player's own or display names, unless they are called ids."""

    character: Character
    dice: tuple[DieColumn, ...]
    """Ten columns for a player; for cast, beasts and hordes one for each die."""
    equipment: tuple[ItemColumn, ...]
    hindering: tuple[HinderingColumn, ...]
    followers: tuple[FollowerLine, ...]
    culture: str
    background: str
    occupations: tuple[str, ...]
    house: bool
    """True if a template or the race is house content."""
    condition: Condition
    icons: tuple[IconTotal, ...]
    """Every icon on the character's own dice with its count, in the rulebook's order (EX-2, EX-37)."""
    skills: tuple[SkillLine, ...]
    """All 18 skills, in the rulebook's order."""
    safe_level: Explained
    """Safe uses of magic in four hours (MAG-10)."""
    themes: Explained
    """Number of magic themes allowed (MAG-4)."""
    masteries: tuple[MasteryOpening, ...]
    """Every skill that has masteries, with the number of dice still needed to open the masteries (MAST-1..3)."""
    assets: tuple[Grant, ...]
    """Followers and assets that masteries grant."""

    @property
    def name(self) -> str:
        """The character's name; the sheets of all games have this field."""
        return self.character.name


def derive(rulebook: Rulebook, character: Character) -> Sheet:
    """Return the sheet of `character`, also for unfinished and illegal characters and unknown templates."""
    culture, background, occupations = _origins(rulebook, character)
    columns = tuple(_columns(rulebook, character))
    return Sheet(
        character=character,
        dice=columns,
        equipment=tuple(_item(rulebook, number, item) for number, item in enumerate(character.equipment, 1)),
        hindering=tuple(
            HinderingColumn(number, item_name(rulebook, die), _cells(rulebook, die.faces))
            for number, die in enumerate(character.hindering, 1)
        ),
        followers=tuple(_follower(rulebook, slot) for slot in follower_slots(rulebook, character) if slot.written),
        culture=culture,
        background=background,
        occupations=occupations,
        house=any(column.house for column in columns) or bool(pack_of(character.racial_icon)),
        condition=condition(character),
        icons=icon_totals(rulebook, character),
        skills=skill_lines(rulebook, character),
        safe_level=safe_level(character),
        themes=magic_themes(character),
        masteries=mastery_openings(rulebook, character),
        assets=grants(rulebook, character),
    )


def _cells(rulebook: Rulebook, faces: tuple[Face, ...]) -> tuple[FaceCell, ...]:
    return tuple(FaceCell(shown.code, "" if shown.is_unfilled else face_name(rulebook, shown)) for shown in faces)


def _columns(rulebook: Rulebook, character: Character) -> Iterator[DieColumn]:
    lost = {entry.die: entry for entry in character.lost}
    for place, die in enumerate(character.dice):
        entry = lost.get(place)
        yield DieColumn(
            number=place + 1,
            title=die_title(rulebook, die),
            faces=_cells(rulebook, die.faces),
            note=die.note,
            lost=entry is not None,
            cause=entry.cause if entry else "",
            held=entry.held if entry else False,
            house=is_house_die(rulebook, die),
        )
    # The printed sheet has ten columns, so the empty ones are shown too (SHT-2).
    if character.kind is CharacterKind.PLAYER:
        universal = FaceCell(UNIVERSAL, rulebook.icon(UNIVERSAL).name)
        for place in range(len(character.dice), MOST_PLAYER_DICE):
            yield DieColumn(place + 1, "", (universal, *(FaceCell(),) * (FACES - 1)), exists=False)


def is_house_die(rulebook: Rulebook, die: CharacterDie) -> bool:
    """Return whether the template of a die is house content."""
    if rulebook.has_template(die.template):
        return rulebook.template(die.template).house
    return bool(pack_of(die.template))


def die_title(rulebook: Rulebook, die: CharacterDie) -> str:
    """Return the name of a die: its own, its template's (the id if unknown), its printed die's, or ""."""
    if die.name:
        return die.name
    if die.template:
        return rulebook.template(die.template).name if rulebook.has_template(die.template) else spoken(die.template)
    names = {printed.id: printed.name for printed in rulebook.dice}
    return names.get(die.printed, "")


def _item(rulebook: Rulebook, number: int, item: ItemDie) -> ItemColumn:
    # If the printed die is unknown, only its id shows whether it came from a pack.
    house = {die.id: die.house for die in rulebook.dice}.get(item.printed, bool(pack_of(item.printed)))
    faces = _cells(rulebook, item.faces)
    return ItemColumn(number, item_name(rulebook, item), item.kind, faces, item.note, item.range_increment, house)


def _follower(rulebook: Rulebook, slot: FollowerSlot) -> FollowerLine:
    dice = tuple(
        DieColumn(number, die_title(rulebook, die), _cells(rulebook, die.faces), note=die.note)
        for number, die in enumerate(slot.follower.dice, 1)
    )
    return FollowerLine(slot.grant.name, slot.grant.noun, slot.follower.name, slot.follower.note, dice)


def _origins(rulebook: Rulebook, character: Character) -> tuple[str, str, tuple[str, ...]]:
    names: dict[TemplateKind, list[str]] = {kind: [] for kind in TemplateKind}
    for place, die in enumerate(character.dice):
        if rulebook.has_template(die.template):
            template = rulebook.template(die.template)
            kind, name = template.kind, template.name
        elif die.template:
            # An unknown template is listed by its id. Otherwise the sheet would not show where the die comes from.
            kind, name = kinds_for(place)[0], spoken(die.template)
        else:
            continue
        # An origin used for two dice is one entry on the sheet (CHR-3).
        if name not in names[kind]:
            names[kind].append(name)
    first = {kind: (found[0] if found else "") for kind, found in names.items()}
    return first[TemplateKind.CULTURE], first[TemplateKind.BACKGROUND], tuple(names[TemplateKind.OCCUPATION])


class WhatIf(Record):
    """The effects of putting an icon on a face, even if the icon is not allowed there."""

    after: Character
    refusal: Reason | None
    """The reason why the icon is not allowed on the face; None if it is."""
    caps: tuple[tuple[SkillLine, SkillLine], ...]
    """Skills, before and after, whose cap changes or that become possible or impossible to attempt (ACT-2..5)."""
    masteries: tuple[tuple[MasteryOpening, MasteryOpening], ...]
    """Skills, before and after, whose masteries open, close, need fewer or more dice, or open from another die.

    See MAST-1..3.
    """
    effects: tuple[Reason, ...]
    """All effects as reasons, the most important first."""


def as_created(character: Character) -> Character | None:
    """Return the character as it was created, without injuries; None while it is being made.

    Only dice and equipment are taken from the time of creation.
    """
    made = character.created
    if made is None:
        return None
    # Injuries refer to indexes of the present dice, so they are left out.
    return character.with_(dice=made.dice, equipment=made.equipment, lost=(), hindering=(), excess_damage=0)


def what_if(rulebook: Rulebook, character: Character, die: int, face: int, new: Face) -> WhatIf:
    """Return the effects of putting `new` on a face, even if it is not allowed there."""
    after = with_face(character, die, face, new)
    caps, masteries = _caps(rulebook, character, after), _masteries(rulebook, character, after)
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


def _caps(rulebook: Rulebook, before: Character, after: Character) -> tuple[tuple[SkillLine, SkillLine], ...]:
    return tuple(
        (was, now)
        for was, now in zip(skill_lines(rulebook, before), skill_lines(rulebook, after), strict=True)
        if (was.allowed, was.cap) != (now.allowed, now.cap)
    )


def _masteries(
    rulebook: Rulebook, before: Character, after: Character
) -> tuple[tuple[MasteryOpening, MasteryOpening], ...]:
    return tuple(
        (was, now)
        for was, now in zip(mastery_openings(rulebook, before), mastery_openings(rulebook, after), strict=True)
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
    # The die that opens the masteries is beyond the last die of a player (AMB-82).
    if kind is CharacterKind.PLAYER and after.first_die > MOST_PLAYER_DICE:
        return reason("masteries-too-late", "AMB-82", skill=skill)
    if before.first_die is None:
        return reason("masteries-opened", "MAST-3", skill=skill, die=after.first_die)
    return reason("masteries-moved", "MAST-3", skill=skill, before=before.first_die, after=after.first_die)


def _judged(rulebook: Rulebook, before: Character, after: Character, but: tuple[int, int]) -> Iterator[Reason]:
    """Yield an effect for each other face that the change makes illegal, or legal again.

    Only masteries depend on other faces (MAST-1, MAST-4).
    """
    masteries = {each.id for each in rulebook.masteries}
    for number, die in enumerate(after.dice):
        for place, shown in enumerate(die.faces):
            if (number, place) == but or masteries.isdisjoint(shown.icons):
                continue
            was = refusal(rulebook, before, number, place, shown)
            now = refusal(rulebook, after, number, place, shown)
            icon = face_name(rulebook, shown)
            if now is not None and was is None:
                yield reason("face-broken", now.rule, die=number + 1, face=place + 1, icon=icon)
            elif was is not None and now is None:
                yield reason("face-allowed", was.rule, die=number + 1, face=place + 1, icon=icon)


def _followers(rulebook: Rulebook, before: Character, after: Character) -> Iterator[Reason]:
    was, now = ({each.mastery: each for each in grants(rulebook, who)} for who in (before, after))
    for mastery, grant in {**was, **now}.items():
        old, new = (each[mastery].count if mastery in each else 0 for each in (was, now))
        if old != new:
            code = "follower-gained" if new > old else "follower-lost"
            yield reason(code, grant.rule, mastery=grant.name, what=grant.what, before=old, after=new)
