"""Characters made from the rulebook's stat blocks and printed dice (CAST-3)."""

from typing import TYPE_CHECKING

from bones_desktop.rules.bones.book.character import (
    STARTING_DICE,
    Character,
    CharacterDie,
    ItemDie,
    Kind,
    MagicTheme,
    Mode,
)
from bones_desktop.rules.bones.book.rulebook import BlockKind, DieUse, PrintedDie, Rulebook, StatBlock
from bones_desktop.rules.bones.injury.injuries import item_from
from bones_desktop.rules.bones.making.edits import new_character
from bones_desktop.rules.bones.text.statblock import ParsedDie, write_dice, write_faces
from bones_desktop.rules.typedtext import one_line

if TYPE_CHECKING:
    from bones_desktop.rules.bones.text.blocktext import BlockText

HUMAN_MOVE = 1.0
"""Movement where a block names none (MOVE-1)."""
_KINDS = {BlockKind.CAST: Kind.CAST, BlockKind.BEAST: Kind.BEAST, BlockKind.HORDE: Kind.HORDE}


def die_from(printed: PrintedDie) -> CharacterDie:
    """Return the character die a printed die makes."""
    return CharacterDie(printed=printed.id, faces=printed.faces)


def character_from_block(rulebook: Rulebook, block: StatBlock, id: str) -> Character:
    """Return the cast member, beast or horde of a stat block, with its equipment; nothing of it is a player's."""
    dice = []
    for entry in block.dice:
        name = "" if entry.die and entry.name == rulebook.die(entry.die).name else entry.name
        dice.append(CharacterDie(printed=entry.die, name=name, faces=entry.faces))
    return Character(
        id=id,
        kind=_KINDS[block.kind],
        name=block.name,
        race="Human" if block.kind is BlockKind.CAST else "",
        dice=tuple(dice),
        equipment=tuple(item_from(rulebook.die(item)) for item in block.equipment),
        move=HUMAN_MOVE if block.move is None else float(block.move),
        flying=None if block.flying is None else float(block.flying),
        notes=block.note,
    )


def likely_kind(rulebook: Rulebook, block: "BlockText") -> Kind:
    """Return what a text is of by its dice: a horde of nothing but horde dice, a beast of any beast die, else the cast.

    Dice that are all given by their faces are a beast's where they bear its abilities (BST-2).
    """
    uses = [rulebook.die(die.printed).use for die in block.dice if die.printed]
    if uses and all(use is DieUse.HORDE for use in uses):
        return Kind.HORDE
    abilities = {ability.id for ability in rulebook.abilities}
    able = not uses and any(abilities.intersection(shown.icons) for die in block.dice for shown in die.faces)
    return Kind.BEAST if able or any(use is DieUse.BEAST for use in uses) else Kind.CAST


def character_from_text(block: "BlockText", kind: Kind, id: str) -> Character:
    """Return the character a text describes; a player has free faces (AMB-89) and at least four dice (DICE-6)."""
    equipment = tuple(item_from(item) for item in block.equipment)
    move = HUMAN_MOVE if block.move is None else block.move
    if kind is Kind.PLAYER:
        start = new_character(id, Mode.CORE)
        own = tuple(CharacterDie(name=die.name, faces=die.faces) for die in block.dice)
        dice = (*own, *start.dice[: max(0, STARTING_DICE - len(own))])
        return start.with_(name=block.name, dice=dice, equipment=equipment, move=move, flying=block.flying)
    return Character(
        id=id,
        kind=kind,
        name=block.name,
        race="Human" if kind is Kind.CAST else "",
        dice=tuple(CharacterDie(printed=die.printed, faces=die.faces) for die in block.dice),
        equipment=equipment,
        move=move,
        flying=block.flying,
    )


def _theme_text(theme: MagicTheme) -> str:
    told = (("effect", theme.effect), ("limitations", theme.limitations))
    said = "; ".join(f"{label}: {' '.join(text.split())}" for label, text in told if text.strip())
    return f"{theme.name} ({said})" if said else theme.name


def block_of(rulebook: Rulebook, character: Character) -> str:
    """Return the character as a stat block: heading, dice, movement, and below them equipment and notes (CAST-3).

    Of what stands in the rulebook's notation, `read_block` reads the same back.
    """
    name = one_line(character.name)
    dice = [ParsedDie("", die.printed, die.faces) for die in character.dice]
    moved = f"Move {character.move:g}" + ("" if character.flying is None else f" (flying {character.flying:g})")
    lines = [f"{name} - {len(dice)}D: {write_dice(rulebook, dice)} • {moved}" if name else write_dice(rulebook, dice)]
    if character.equipment:
        lines.append("Equipment: " + ", ".join(_item_text(rulebook, item) for item in character.equipment))
    themes = [_theme_text(theme) for theme in character.themes if theme.name.strip()]
    if themes:
        lines.append("Themes: " + "; ".join(themes))
    if character.notes.strip():
        lines.append("Notes: " + " ".join(character.notes.split()))
    return "\n".join(lines)


def _item_text(rulebook: Rulebook, item: ItemDie) -> str:
    name = one_line(item.name)
    printed = next((die for die in rulebook.dice if die.id == item.printed), None)
    known = printed is not None and printed.faces == item.faces and printed.name == name
    return name if known else f"{name} ({write_faces(rulebook, item.faces)})"


def without_dice(kind: Kind, id: str) -> Character:
    """Return a cast member or beast whose dice are still to be chosen (CAST-3, BST-1)."""
    return Character(id=id, kind=kind, race="Human" if kind is Kind.CAST else "", dice=())


def horde(rulebook: Rulebook, dice: int, id: str, name: str) -> Character:
    """Return a horde of so many horde dice (CMB-38..41)."""
    printed = next(die for die in rulebook.dice if die.use is DieUse.HORDE)
    return Character(id=id, kind=Kind.HORDE, name=name, race="", dice=(die_from(printed),) * dice)
