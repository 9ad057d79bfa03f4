"""Which icons the palette offers for a face of the open character, and how each of them is shown; no widgets."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from bones_desktop.rules.bones.book.advancement import is_finished
from bones_desktop.rules.bones.book.character import STARTING_DICE, Character, Kind
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import short_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.creation import PaletteEntry, palette
from bones_desktop.rules.bones.making.improvement import may_place, with_next_die
from bones_desktop.widgets.dice.iconpalette import PaletteIcon
from bones_desktop.wording.reasons import sentence


def with_die(rulebook: Rulebook, character: Character, die: int) -> Character:
    """Return the character, with the die its next icon begins when that one is meant (IMP-3)."""
    return character if die < len(character.dice) else with_next_die(rulebook, character)


def icon_offers(
    rulebook: Rulebook, character: Character, die: int, face: int, *, permitted: bool
) -> tuple[PaletteEntry, ...]:
    """Return the icons worth showing for a face, those that may not be had there now with the reason.

    A player's four starting dice never bear masteries (MAST-3). `die` may be the next one to begin; `permitted` tells
    whether the GM permits changing a finished character.
    """
    held = with_die(rulebook, character, die)
    shown = held.dice[die].faces[face]
    entries = palette(rulebook, held, die, face)
    if held.kind is Kind.PLAYER and die < STARTING_DICE:
        masteries = {mastery.id for mastery in rulebook.masteries}
        entries = tuple(entry for entry in entries if entry.face.icons[0] not in masteries)
    if not is_finished(character):
        return entries

    def now(entry: PaletteEntry) -> PaletteEntry:
        if entry.reason is not None or entry.face == shown:
            return entry
        why = may_place(rulebook, character, die, face, entry.face, permitted=permitted)
        return entry if why is None else replace(entry, allowed=False, reason=why)

    return tuple(map(now, entries))


def is_closed(character: Character, die: int, shown: Face, *, permitted: bool) -> bool:
    """Return whether a face of a finished character changes with the GM's permission only."""
    if permitted or not is_finished(character):
        return False
    return die < STARTING_DICE or not shown.is_unfilled


def palette_icons(
    rulebook: Rulebook, entries: Iterable[PaletteEntry], shown: Face, tr: Callable[[str], str]
) -> list[PaletteIcon]:
    """Return the entries as the palette shows them; the one that stands on the face is marked."""
    return [
        PaletteIcon(
            entry.face.code,
            short_name(rulebook, entry.face),
            entry.allowed,
            "" if entry.reason is None else sentence(entry.reason, tr),
            words_of(rulebook, entry.face),
            not shown.is_unfilled and entry.face.icons == shown.icons,
        )
        for entry in entries
    ]


def words_of(rulebook: Rulebook, face: Face) -> str:
    """Return more words an icon is found by: its aliases, and the skill a mastery belongs to."""
    if not rulebook.has_icon(face.icons[0]):
        return ""  # of a race whose pack is missing
    icon = rulebook.icon(face.icons[0])
    skill = getattr(icon, "skill", "")
    return " ".join((*icon.aliases, rulebook.skill(skill).name if skill else ""))
