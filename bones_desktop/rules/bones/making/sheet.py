"""The sheet: every value derived from a character's choices, computed once per change and never stored."""

from collections.abc import Iterator
from dataclasses import dataclass

from bones_desktop.rules.bones.book.character import (
    MOST_PLAYER_DICE,
    Character,
    CharacterDie,
    CharacterKind,
    HinderingDie,
    ItemDie,
    ItemKind,
    pack_of,
    spoken,
)
from bones_desktop.rules.bones.book.characterdice import (
    AssetLine,
    Explained,
    IconTotal,
    MasteryOpening,
    SkillLine,
    asset_lines,
    icon_totals,
    magic_themes,
    mastery_openings,
    next_icon_price,
    safe_level,
    skill_lines,
)
from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.rules.bones.book.icons import UNIVERSAL, Face
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook, TemplateKind
from bones_desktop.rules.bones.injury.injuries import Condition, condition
from bones_desktop.rules.bones.making.creation import kinds_for
from bones_desktop.rules.bones.making.followers import FollowerSlot, follower_slots


@dataclass(frozen=True, slots=True)
class FaceCell:
    """One face of a column: the code for its picture and its name; both "" for an unfilled face."""

    code: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class DieColumn:
    """One character die (SHT-2, SHT-3), or an empty column for a later die if `exists` is False."""

    number: int
    """Counted from 1; `number - 1` is its place among the character's dice."""
    title: str
    """Name of its template or printed die, or its own; "" for none."""
    faces: tuple[FaceCell, ...]
    """Always six. Face 1 of a player's column is Universal even in an empty column (SHT-2)."""
    exists: bool = True
    note: str = ""
    lost: bool = False
    """Whether the check box is ticked."""
    cause: str = ""
    held: bool = False
    house: bool = False
    """Whether its template is a house rule."""


@dataclass(frozen=True, slots=True)
class ItemColumn:
    """One equipment die (SHT-4)."""

    number: int
    name: str
    kind: ItemKind
    faces: tuple[FaceCell, ...]
    note: str = ""
    range_increment: int | None = None
    house: bool = False
    """Whether it is house content rather than the rulebook's."""


@dataclass(frozen=True, slots=True)
class HinderingColumn:
    """One hindering die the character carries (SHT-7)."""

    number: int
    name: str
    faces: tuple[FaceCell, ...]


@dataclass(frozen=True, slots=True)
class FollowerLine:
    """A companion, lackey, asset or vessel of the character (MAST 21, 25, 36, 41)."""

    mastery: str
    """Name of its mastery; the id if the mastery is unknown."""
    noun: str
    """The word for it: "lackey", "small asset"; "" for an unknown mastery."""
    name: str
    note: str
    dice: tuple[DieColumn, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """One character's sheet (SHT-1..7). Texts are the player's own or display names, never ids unless it says so."""

    character: Character
    dice: tuple[DieColumn, ...]
    """Ten columns for a player; as many as dice for cast, beasts and hordes."""
    equipment: tuple[ItemColumn, ...]
    hindering: tuple[HinderingColumn, ...]
    followers: tuple[FollowerLine, ...]
    culture: str
    background: str
    occupations: tuple[str, ...]
    house: bool
    """Whether any of its templates, or its race, is a house rule."""
    condition: Condition
    icons: tuple[IconTotal, ...]
    """Every icon of the character's own dice with its number, in the rulebook's order (EX-2, EX-37)."""
    skills: tuple[SkillLine, ...]
    """All 18, in the rulebook's order."""
    safe_level: Explained
    """Free uses of magic in four hours (MAG-10)."""
    themes: Explained
    """Themes of magic allowed (MAG-4)."""
    masteries: tuple[MasteryOpening, ...]
    """Every skill with masteries, and how close it is to them (MAST-1..3)."""
    assets: tuple[AssetLine, ...]
    next_icon: Explained | None
    """Price of the next icon in sessions (IMP-2); None for all but players with at least four dice."""

    @property
    def name(self) -> str:
        """The character's name, as sheets of every game have one."""
        return self.character.name


def derive(rulebook: Rulebook, character: Character) -> Sheet:
    """Return the sheet of `character`; it also works for unfinished and illegal characters and unknown templates."""
    culture, background, occupations = _origins(rulebook, character)
    columns = tuple(_columns(rulebook, character))
    return Sheet(
        character=character,
        dice=columns,
        equipment=tuple(_item(rulebook, number, item) for number, item in enumerate(character.equipment, 1)),
        hindering=tuple(_hindering(rulebook, number, die) for number, die in enumerate(character.hindering, 1)),
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
        assets=asset_lines(rulebook, character),
        next_icon=next_icon_price(rulebook, character),
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
    """Return whether the template of a die is a house rule."""
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
    # For an unknown die only its id tells whether it came from a pack.
    house = {die.id: die.house for die in rulebook.dice}.get(item.printed, bool(pack_of(item.printed)))
    faces = _cells(rulebook, item.faces)
    return ItemColumn(number, item.name, item.kind, faces, item.note, item.range_increment, house)


def _hindering(rulebook: Rulebook, number: int, die: HinderingDie) -> HinderingColumn:
    return HinderingColumn(number, die.name, _cells(rulebook, die.faces))


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
            # An unknown template is listed by its id, so that the sheet is not silently empty.
            kind, name = kinds_for(place)[0], spoken(die.template)
        else:
            continue
        # The same origin twice is one entry on the sheet (CHR-3).
        if name not in names[kind]:
            names[kind].append(name)
    first = {kind: (found[0] if found else "") for kind, found in names.items()}
    return first[TemplateKind.CULTURE], first[TemplateKind.BACKGROUND], tuple(names[TemplateKind.OCCUPATION])
