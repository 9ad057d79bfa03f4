"""Characters made from the rulebook's stat blocks and printed dice (CAST-3)."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bones_desktop.rules.bones.book.character import (
    STARTING_DICE,
    Character,
    CharacterDie,
    ItemDie,
    Kind,
    MagicTheme,
    Mode,
)
from bones_desktop.rules.bones.book.fields import LINE, NOTE
from bones_desktop.rules.bones.book.rulebook import BlockKind, DieUse, PrintedDie, Rulebook, StatBlock
from bones_desktop.rules.bones.injury.belongings import item_from
from bones_desktop.rules.bones.making.edits import new_character
from bones_desktop.rules.bones.text.blockparts import Gap, gap_at, in_order, in_sections, plain_lines
from bones_desktop.rules.bones.text.statblock import ParsedDie, write_dice, write_faces
from bones_desktop.rules.typedtext import clean_text, one_line

if TYPE_CHECKING:
    from bones_desktop.rules.bones.text.blocktext import BlockText

HUMAN_MOVE = 1.0
"""Movement where a block names none (MOVE-1)."""
_THEMES: Final = re.compile(r"\s*themes?\s*:(\s*)", re.IGNORECASE)
_UNLESS_IN_BRACKETS = rf"(?![^(]{{0,{3 * NOTE}}}\))"
_LIST_END: Final = re.compile(rf"(?:\n|(?:(?<=\w{{3}}[.!?])|(?<=\)[.!?])) +(?=[A-Z])){_UNLESS_IN_BRACKETS}")
"""Where a list within a line ends: with the line, or before a sentence that follows it."""
_BLANK_LINE: Final = re.compile(r"\n[ \t]*\n")
_APART: Final = re.compile(rf"[;\n]{_UNLESS_IN_BRACKETS}")
"""Between two themes, and not within the brackets of one."""
_AROUND: Final = " .\n-–*•·"
"""What stands around the name of a theme in a sentence or a list."""
_NOTHING: Final = _AROUND + ";:"
MOST_THEMES: Final = 10
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


def themes_in(words: str, room: int = MOST_THEMES) -> tuple[tuple[MagicTheme, ...], tuple[Gap, ...]]:
    """Return the themes of magic that a piece of text lists after "Themes:", and the gaps that are left of it (MAG-3).

    They are parted by semicolons, or stand on lines of their own below the word; in brackets after a name stands
    "effect: …; limitations: …", and what is named neither is a limitation. Left are names that are none or too long,
    themes past `room` ("left-out-theme"), and what follows the list.
    """
    begun = _THEMES.match(plain_lines(words))
    if begun is None:
        return (), tuple(_words_at(0, words))
    found: list[MagicTheme] = []
    end = (_BLANK_LINE if "\n" in begun[1] else _LIST_END).search(words, begun.end())
    stop = len(words) if end is None else end.start()
    left = _words_at(stop, words[stop:])
    at = begun.end()
    for mark in (*_APART.finditer(words, at, stop), None):
        listed = words[at : stop if mark is None else mark.start()]
        theme = _theme_in(listed)
        if theme is None:
            left += _words_at(at, listed)
        elif len(found) < room:
            found.append(theme)
        else:
            at += len(listed) - len(listed.lstrip(_AROUND))
            left.append(gap_at("left-out-theme", at, listed.strip(_AROUND)))
        at = stop if mark is None else mark.end()
    return tuple(found), in_order(words, left)


def _words_at(at: int, text: str) -> list[Gap]:
    at += len(text) - len(text.lstrip())
    return [gap_at("left-out-words", at, text.strip())] if text.strip(_NOTHING) else []


def themes_among(text: str, gaps: Iterable[Gap]) -> tuple[tuple[MagicTheme, ...], tuple[Gap, ...]]:
    """Return the themes of magic that pieces left out of `text` list, MOST_THEMES at most, and what else is left."""
    found: list[MagicTheme] = []
    left: list[Gap] = []
    for gap in gaps:
        at, before, parts = gap.start, len(found), []
        for words in in_sections(text[gap.start : gap.end]):
            themes, rest = themes_in(words, MOST_THEMES - len(found))
            found += themes
            parts += [replace(part, start=part.start + at, end=part.end + at) for part in rest]
            at += len(words)
        narrowed = in_order(text, parts)
        whole = len(found) == before and all(part.reason.code == "left-out-words" for part in narrowed)
        left += [gap] if whole and narrowed else narrowed
    return tuple(found), tuple(left)


def _theme_in(listed: str) -> MagicTheme | None:
    named, _, rest = listed.partition("(")
    name = " ".join(clean_text(named).split()).strip(_AROUND)
    told = {"effect": "", "limit": ""}
    for part in rest.rstrip(" .)").split(";"):
        label, colon, text = part.partition(":")
        kind = label.strip().casefold()
        known = bool(colon) and kind.startswith(tuple(told))
        which = "effect" if known and kind.startswith("effect") else "limit"
        told[which] = "; ".join(each for each in (told[which], (text if known else part).strip()) if each)
    effect, limits = clean_text(told["effect"]), clean_text(told["limit"])
    if not name or len(name) > LINE or max(len(effect), len(limits)) > NOTE:
        return None
    return MagicTheme(name=name, effect=effect, limitations=limits)


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
