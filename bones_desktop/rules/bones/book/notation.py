"""Names of icons, faces and dice in the notation of the rulebook's own stat blocks, and finding things by them.

Codes refused: unknown-skill, unknown-difficulty, unknown-die (text, suggestion).
"""

from collections.abc import Collection
from typing import Final

from bones_desktop.rules.bones.book.definitions import Ability, Difficulty, Mastery, Race, Skill
from bones_desktop.rules.bones.book.icons import (
    DAMAGE,
    ENCUMBRANCE,
    FLAMING,
    MENTAL,
    NULL,
    PHYSICAL,
    POISON,
    UNIVERSAL,
    Face,
)
from bones_desktop.rules.bones.book.rulebook import DieUse, PrintedDie, Rulebook, StatBlock
from bones_desktop.rules.reasons import refuse
from bones_desktop.rules.typedtext import LONGEST, closest, key

UNFILLED_NAME: Final = "Unfilled"
BLANK_NAME: Final = "Blank"
MULTIPLES: Final = {2: "Double", 3: "Triple"}

ITEM_USES: Final = frozenset({DieUse.WEAPON, DieUse.SHIELD, DieUse.ARMOUR, DieUse.MAGIC_ITEM})
"""Uses of the dice that are rolled beside a character's own."""
HINDERING_USES: Final = frozenset({DieUse.HINDERING, DieUse.CHALLENGE})
"""Uses of the dice that are rolled against the one who rolls them (HIND-1)."""
CHARACTER_USES: Final = frozenset({DieUse.CAST, DieUse.BEAST, DieUse.HORDE})
"""Uses of the dice that a cast member, beast or horde is made of."""

_SYMBOLS: Final = {
    UNIVERSAL: "Universal",
    PHYSICAL: "Physical",
    MENTAL: "Mental",
    NULL: "Null",
    DAMAGE: "Damage",
    POISON: "Poison",
    ENCUMBRANCE: "Encumbrance",
    FLAMING: "Flaming",
}
_BESIDE_ANOTHER: Final = {ENCUMBRANCE: "Enc"}
_ABILITIES: Final = {"poison-melee": "Poison (melee)", "poison-missile": "Poison (missile)"}


def skill_label(skill: Skill) -> str:
    """Return the skill's name as dice bear it: "Melee" for Melee combat."""
    words = skill.name.split()
    return " ".join(words[:-1]) if len(words) > 1 and words[-1].casefold() == "combat" else skill.name


def icon_name(rulebook: Rulebook, icon: str) -> str:
    """Return the icon's name as a stat block writes it; an icon the rulebook lacks is named by its id."""
    if icon in _SYMBOLS:
        return _SYMBOLS[icon]
    if icon in _ABILITIES:
        return _ABILITIES[icon]
    if not rulebook.has_icon(icon):
        return icon.rpartition("/")[2].replace("-", " ").capitalize()
    found = rulebook.icon(icon)
    match found:
        case Mastery():
            return f"{skill_label(rulebook.skill(found.skill))} ({found.name})"
        case Skill():
            return skill_label(found)
        case Race() | Ability():
            return found.name
        case _:
            return BLANK_NAME


def face_name(rulebook: Rulebook, face: Face) -> str:
    """Return the face's name ("Double Defend", "Melee (Riposte)", "Enc/Defend", "Blank", "Unfilled")."""
    if face.is_unfilled:
        return UNFILLED_NAME
    if len(face.icons) == 1:
        name = icon_name(rulebook, face.icons[0])
    else:
        name = "/".join(_BESIDE_ANOTHER.get(icon) or icon_name(rulebook, icon) for icon in face.icons)
    return f"{MULTIPLES[face.count]} {name}" if face.count in MULTIPLES else name


def short_name(rulebook: Rulebook, shown: Face) -> str:
    """Return the name of a face without the skill a mastery belongs to: "Riposte"."""
    if len(shown.icons) == 1 and shown.count == 1 and rulebook.has_icon(shown.icons[0]):
        icon = rulebook.icon(shown.icons[0])
        if isinstance(icon, Mastery):
            return icon.name
    return face_name(rulebook, shown)


def find_skill(rulebook: Rulebook, text: str) -> Skill:
    """Return the skill `text` names; RulesError `unknown-skill` with the nearest name otherwise."""
    wanted = key(text)
    for skill in rulebook.skills:
        if wanted in {key(name) for name in (skill.id, skill.name, skill_label(skill))}:
            return skill
    for skill in rulebook.skills:
        if wanted in {key(alias) for alias in skill.aliases}:
            return skill
    names = (name for skill in rulebook.skills for name in (skill_label(skill), *skill.aliases))
    raise refuse("unknown-skill", text=_short(text), suggestion=closest(text, names))


def find_task_skill(rulebook: Rulebook, text: str) -> str:
    """Return the id of the skill `text` names, or "physical" or "mental" for a task that names no skill (AMB-96)."""
    wanted = key(text)
    return wanted if wanted in {PHYSICAL, MENTAL} else find_skill(rulebook, text).id


def find_difficulty(rulebook: Rulebook, text: str) -> Difficulty:
    """Return the difficulty `text` names; RulesError `unknown-difficulty` otherwise."""
    wanted = key(text)
    for difficulty in rulebook.difficulties:
        if wanted in {key(difficulty.id), key(difficulty.name)}:
            return difficulty
    names = (difficulty.name for difficulty in rulebook.difficulties)
    raise refuse("unknown-difficulty", text=_short(text), suggestion=closest(text, names))


def find_printed_die(rulebook: Rulebook, text: str, use: DieUse | Collection[DieUse] | None = None) -> PrintedDie:
    """Return the printed die `text` names, of the wanted uses; RulesError `unknown-die` otherwise."""
    dice = dice_of(rulebook, use)
    wanted = key(text)
    for die in dice:
        if wanted in {key(die.id), key(die.name)}:
            return die
    for die in dice:
        if wanted in {key(alias) for alias in die.aliases}:
            return die
    names = (name for die in dice for name in (die.name, *die.aliases))
    raise refuse("unknown-die", text=_short(text), suggestion=closest(text, names))


def find_block(rulebook: Rulebook, text: str, *, or_die: bool = False) -> StatBlock | None:
    """Return the stat block `text` names, also with an article or of several ("The Tribal Matron", "Tribal Dregs").

    None when there is none; with `or_die` also for the name of a die, which goes before a block of that name.
    """
    wanted = key(text)
    if or_die and wanted in {key(name) for die in rulebook.dice for name in (die.id, die.name)}:
        return None
    known = {key(name): block for block in rulebook.blocks for name in (block.name, block.id)}
    bare = wanted.removeprefix("the")
    return next((known[each] for each in (wanted, bare, bare.removesuffix("s")) if each in known), None)


def dice_of(rulebook: Rulebook, use: DieUse | Collection[DieUse] | None) -> tuple[PrintedDie, ...]:
    """Return the printed dice of one use, of several, or all."""
    if use is None:
        return rulebook.dice
    uses = (use,) if isinstance(use, DieUse) else use
    return tuple(die for die in rulebook.dice if die.use in uses)


def _short(text: str) -> str:
    text = " ".join(text[: LONGEST * 2].split())
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"
