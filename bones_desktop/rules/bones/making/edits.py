"""Edits of a character, and characters made from stat blocks (CAST-3).

An edit returns a new character or raises RulesError. The dice of a finished player change only by improvement (IMP-1).
Edits of these dice are refused unless the GM permits them (`permitted`). Each changed face is then recorded in the
ledger under `today`, a date such as 2026-11-21. Magic icons limit the number of magic themes (MAG-3, MAG-4).

Codes refused: fill-dice-first (die), four-dice-stay (dice), most-dice (most), movement-out-of-range (most), no-such-die
(die), no-such-face (face), no-such-theme (theme), only-players-grow (), race-unknown (race), template-unknown
(template), text-too-long (most), too-many (most).
"""

from typing import TYPE_CHECKING, Final, Literal

from bones_desktop.rules.bones.book import characterdice
from bones_desktop.rules.bones.book.character import (
    MOST_PLAYER_DICE,
    STARTING_DICE,
    Character,
    CharacterDie,
    CharacterKind,
    ItemDie,
    LedgerEntry,
    LedgerKind,
    MagicTheme,
    MakingMode,
)
from bones_desktop.rules.bones.book.fields import FACES, FASTEST, LINE, MOST_COUNTED, MOST_DICE, NOTE, TEXT, fit_typed
from bones_desktop.rules.bones.book.icons import UNFILLED, Face
from bones_desktop.rules.bones.book.notation import ParsedDie, write_dice, write_faces
from bones_desktop.rules.bones.book.rulebook import DieUse, HouseRules, PrintedDie, Rulebook, StatBlock, Template
from bones_desktop.rules.bones.injury.injuries import item_from, with_dice_renumbered
from bones_desktop.rules.bones.making import creation
from bones_desktop.rules.bones.making.creation import Lock
from bones_desktop.rules.reasons import Reason, RulesError, reason, refuse, refuse_if
from bones_desktop.rules.typedtext import one_line
from bones_desktop.rules.values import replaced, without

TextField = Literal[
    "name", "age", "race", "gender", "description", "back_story", "finances", "other_equipment", "notes"
]

_LENGTHS: Final = {"description": NOTE, "back_story": TEXT, "finances": NOTE, "other_equipment": NOTE, "notes": TEXT}
"""Maximum length of each long text of the sheet, in characters; every other text is a single line."""
ThemeField = Literal["name", "effect", "limitations"]


def new_character(id: str, mode: MakingMode = MakingMode.COLD_IRON, house_rules: HouseRules | None = None) -> Character:
    """Return a new player with four dice, on which only the Universal of face 1 is chosen (DICE-2, DICE-6)."""
    start = CharacterDie(faces=(creation.UNIVERSAL_FACE, *(UNFILLED,) * (FACES - 1)))
    return Character(id=id, mode=mode, dice=(start,) * STARTING_DICE, house_rules=house_rules or HouseRules())


def is_untouched(character: Character) -> bool:
    """Return whether a character is still blank; its house rules are ignored."""
    if character.kind is CharacterKind.PLAYER:
        return character == new_character(character.id, character.mode, character.house_rules)
    # A cast member or a beast begins without dice, so only its kind and race count.
    begun = Character(id=character.id, kind=character.kind, race=character.race, house_rules=character.house_rules)
    return character == begun and character.race in {"", "Human"}


def set_text(character: Character, field: TextField, value: str) -> Character:
    """Return the character with a text of the sheet replaced; refused if it is too long for the file."""
    return character.with_(**{field: fit_typed(value, _LENGTHS.get(field, LINE))})


def set_movement(character: Character, move: float, flying: float | None = None) -> Character:
    """Return the character with another movement score (MOVE-1); `flying` is None if it cannot fly."""
    if not all(0 <= score <= FASTEST for score in (move, flying or 0)):
        raise refuse("movement-out-of-range", "MOVE-1", most=FASTEST)
    return character.with_(move=float(move), flying=None if flying is None else float(flying))


def set_house_rules(character: Character, house_rules: HouseRules) -> Character:
    """Return the character with other house rules."""
    return character.with_(house_rules=house_rules)


def set_face(
    rulebook: Rulebook,
    character: Character,
    die: int,
    face: int,
    new: Face,
    *,
    permitted: bool = False,
    today: str = "",
) -> Character:
    """Return the character with one face set; refused with the reason if it is not allowed there."""
    characterdice.require_permission(character, permitted)
    own_die(character, die)
    _check_face(face)
    if new.is_unfilled:
        return characterdice.with_changes(character, _cleared(rulebook, character, die, face), today)
    refuse_if(creation.refusal(rulebook, character, die, face, new))
    return characterdice.with_changes(character, with_face(character, die, face, new), today)


def clear_face(
    rulebook: Rulebook, character: Character, die: int, face: int, *, permitted: bool = False, today: str = ""
) -> Character:
    """Return the character with one face emptied; a fixed face gets its fixed icon back."""
    return set_face(rulebook, character, die, face, UNFILLED, permitted=permitted, today=today)


def _cleared(rulebook: Rulebook, character: Character, die: int, face: int) -> Character:
    slot = creation.slot_state(rulebook, character, die, face)
    return with_face(character, die, face, slot.options[0] if slot.lock is Lock.FIXED else UNFILLED)


def set_template(
    rulebook: Rulebook, character: Character, die: int, template: str, *, permitted: bool = False, today: str = ""
) -> Character:
    """Return the character with a starting die made from another template, "" for none (CHR-1..4).

    With `permitted` the character may take a forbidden occupation, which is recorded in the ledger (AMB-90). Fixed
    faces are always set. All other faces that the player chose are kept, even if the new template does not allow them:
    such faces are conflicts, and `clear_conflicts` empties them.
    """
    characterdice.require_permission(character, permitted)
    return characterdice.with_changes(character, _remade(rulebook, character, die, template, permitted, today), today)


def _remade(
    rulebook: Rulebook, character: Character, die: int, template: str, permitted: bool, today: str
) -> Character:
    current = own_die(character, die)
    old = creation.template_of(rulebook, character, die)
    same = template == current.template
    if template and rulebook.has_template(template):
        found = creation.judge(rulebook, character, die, rulebook.template(template))
        if not found.allowed and found.reason is not None:
            if permitted and found.reason.code in creation.FOR_THE_GM:
                entry = LedgerEntry(kind=LedgerKind.PERMISSION, on=today, die=die, template=template)
                character = characterdice.with_entries(character, (entry,))
            elif not same:
                raise RulesError(found.reason)
    elif template and not same:
        raise refuse("template-unknown", "CHR-4", template=template)
    if same:
        return character
    # Faces set by the old template are emptied; faces that the player chose are kept.
    faces = tuple(UNFILLED if _given(old, f, s) else s for f, s in enumerate(current.faces))
    changed = character.with_(dice=replaced(character.dice, die, current.with_(template=template, faces=faces)))
    return with_fixed_faces(rulebook, changed, die)


def conflicts(rulebook: Rulebook, character: Character, die: int) -> tuple[int, ...]:
    """Return the faces of a die that have an icon not allowed there, if emptying the face solves the problem.

    A face with a required icon is left out, such as the icon of a race whose pack is missing.
    """
    return tuple(
        face
        for face, shown in enumerate(own_die(character, die).faces)
        if creation.conflict(rulebook, character, die, face) is not None
        and shown not in creation.slot_state(rulebook, character, die, face).options
    )


def clear_conflicts(
    rulebook: Rulebook, character: Character, die: int, *, permitted: bool = False, today: str = ""
) -> Character:
    """Return the character with all faces emptied that `conflicts` lists for this die."""
    wrong = conflicts(rulebook, character, die)
    if wrong:
        characterdice.require_permission(character, permitted)
    cleared = character
    for face in wrong:
        cleared = _cleared(rulebook, cleared, die, face)
    return characterdice.with_changes(character, cleared, today)


def set_die_text(character: Character, die: int, field: Literal["name", "note"], value: str) -> Character:
    """Return the character with a die's own name or note replaced."""
    current = own_die(character, die)
    changed = current.with_(**{field: fit_typed(value, LINE if field == "name" else NOTE)})
    return character.with_(dice=replaced(character.dice, die, changed))


def add_die(
    rulebook: Rulebook,
    character: Character,
    die: CharacterDie | None = None,
    *,
    permitted: bool = False,
    today: str = "",
) -> Character:
    """Return the character with one more die, added at the end.

    A player can get a fifth or later die only when all other dice are full (IMP-3), up to ten dice (AMB-82).
    """
    characterdice.require_permission(character, permitted)
    held = len(character.dice)
    if character.kind is not CharacterKind.PLAYER:
        if held >= MOST_DICE:
            raise refuse("most-dice", "", most=MOST_DICE)
        return character.with_(dice=(*character.dice, die or CharacterDie()))
    if held >= MOST_PLAYER_DICE:
        raise refuse("most-dice", "AMB-82", most=MOST_PLAYER_DICE)
    # A new die may begin only when all other dice are full (IMP-3).
    unfilled = next((n for n, d in enumerate(character.dice, 1) if any(f.is_unfilled for f in d.faces)), None)
    if held >= STARTING_DICE and unfilled is not None:
        raise refuse("fill-dice-first", "IMP-3", die=unfilled)
    grown = character.with_(dice=(*character.dice, die or CharacterDie()))
    return characterdice.with_changes(character, with_fixed_faces(rulebook, grown, held), today)


def set_played_before(character: Character, sessions: int) -> Character:
    """Return a player's character with the number of sessions played before this program was used (DICE-6, IMP-2)."""
    if character.kind is not CharacterKind.PLAYER:
        raise refuse("only-players-grow", "IMP-1")
    if not 0 <= sessions <= MOST_COUNTED:
        raise refuse("too-many", "", most=MOST_COUNTED)
    return character.with_(played_before=sessions)


def remove_die(character: Character, die: int, *, permitted: bool = False, today: str = "") -> Character:
    """Return the character without a die and its injury; a player keeps at least four dice (DICE-6)."""
    characterdice.require_permission(character, permitted)
    removed = own_die(character, die)
    if character.kind is CharacterKind.PLAYER and len(character.dice) <= STARTING_DICE:
        raise refuse("four-dice-stay", "DICE-6", dice=STARTING_DICE)
    left = character.with_(dice=without(character.dice, die))
    # Injuries refer to dice by index, so the indexes must change too.
    places = {old: old - (old > die) for old in range(MOST_DICE) if old != die}
    return characterdice.with_removal(with_dice_renumbered(left, places), die, removed, today)


def set_racial_icon(
    rulebook: Rulebook, character: Character, race: str, *, permitted: bool = False, today: str = ""
) -> Character:
    """Return the character with another race, "" for human, and its icon on face 2 of every die (DICE-3, DICE-4).

    The written name of the race is changed too, unless the player wrote something other than the old race.
    """
    characterdice.require_permission(character, permitted)
    if race and race not in {entry.id for entry in rulebook.races}:
        raise refuse("race-unknown", "RACE-5", race=race)
    names = {entry.id: (entry.name, *entry.aliases) for entry in rulebook.races}
    old = names.get(character.racial_icon, ("Human",))
    # If the player described the race in other words, that text is kept.
    written = names.get(race, ("Human",))[0] if character.race in {"", *old} else character.race
    changed = character.with_(racial_icon=race, race=written)
    if character.kind is not CharacterKind.PLAYER:
        return changed
    for die in range(len(changed.dice)):
        shown = changed.dice[die].faces[creation.APTITUDE_FACE]
        # A human may have Physical or Mental on face 2, so the player's choice of one of them is kept (DICE-3).
        if race or shown not in creation.APTITUDES:
            changed = _cleared(rulebook, changed, die, creation.APTITUDE_FACE)
    return characterdice.with_changes(character, changed, today)


def own_die(character: Character, die: int) -> CharacterDie:
    """Return a die by its index. Raise RulesError if there is none."""
    if not 0 <= die < len(character.dice):
        raise refuse("no-such-die", "", die=die + 1)
    return character.dice[die]


def with_face(character: Character, die: int, face: int, new: Face) -> Character:
    """Return the character with `new` on a face, even if it is not allowed there; refused if there is no such face."""
    faces = own_die(character, die).faces
    _check_face(face)
    return _with_faces(character, die, replaced(faces, face, new))


def _check_face(face: int) -> None:
    if not 0 <= face < FACES:
        raise refuse("no-such-face", "", face=face + 1)


def _given(template: Template | None, face: int, shown: Face) -> bool:
    """Return whether the template set the face; False if the player chose it."""
    return template is not None and template.slots[face].is_fixed and shown in template.slots[face].options


def with_fixed_faces(rulebook: Rulebook, character: Character, die: int) -> Character:
    """Return the character with its required icon on every fixed face of a die (DICE-2, DICE-4, CHR-4)."""
    faces = character.dice[die].faces
    for face in range(FACES):
        slot = creation.slot_state(rulebook, character, die, face)
        if slot.lock is Lock.FIXED:
            faces = replaced(faces, face, slot.options[0])
    return _with_faces(character, die, faces)


def _with_faces(character: Character, die: int, faces: tuple[Face, ...]) -> Character:
    return character.with_(dice=replaced(character.dice, die, character.dice[die].with_(faces=faces)))


def theme_refusal(character: Character) -> Reason | None:
    """Return why the character may not have one more theme; None if it may (MAG-3, MAG-4)."""
    dice = characterdice.dice_with(character.dice, characterdice.MAGIC)
    allowed = characterdice.magic_themes(character).value
    if not allowed:
        return reason("theme-needs-magic", "MAG-3")
    if len(character.themes) < allowed:
        return None
    if dice >= characterdice.THIRD_THEME_DICE:
        return reason("most-themes", "MAG-4", most=allowed)
    needed = (
        characterdice.SECOND_THEME_DICE if dice < characterdice.SECOND_THEME_DICE else characterdice.THIRD_THEME_DICE
    )
    return reason("theme-needs-more-magic", "MAG-4", themes=allowed + 1, needed=needed, dice=dice)


def add_theme(character: Character) -> Character:
    """Return the character with one more theme. Refused if its Magic icons allow no more themes."""
    refuse_if(theme_refusal(character))
    return character.with_(themes=(*character.themes, MagicTheme()))


def set_theme_text(character: Character, theme: int, field: ThemeField, value: str) -> Character:
    """Return the character with the name, effect or limitations of a theme replaced."""
    _require_theme(character, theme)
    changed = character.themes[theme].with_(**{field: fit_typed(value, LINE if field == "name" else NOTE)})
    return character.with_(themes=replaced(character.themes, theme, changed))


def remove_theme(character: Character, theme: int) -> Character:
    """Return the character without a theme."""
    _require_theme(character, theme)
    return character.with_(themes=without(character.themes, theme))


def _require_theme(character: Character, theme: int) -> None:
    if not 0 <= theme < len(character.themes):
        raise refuse("no-such-theme", "", theme=theme + 1)


if TYPE_CHECKING:
    from bones_desktop.rules.bones.text.blocktext import BlockText

HUMAN_MOVE = 1.0
"""Movement score of a character whose stat block gives none (MOVE-1)."""


def die_from(printed: PrintedDie) -> CharacterDie:
    """Return a character die with the id and the faces of a printed die."""
    return CharacterDie(printed=printed.id, faces=printed.faces)


def character_from_block(rulebook: Rulebook, block: StatBlock, id: str) -> Character:
    """Return the cast member, beast or horde that a stat block describes, with its equipment."""
    dice = []
    for entry in block.dice:
        # If the name is that of the printed die, the die has no name of its own.
        name = "" if entry.die and entry.name == rulebook.die(entry.die).name else entry.name
        dice.append(CharacterDie(printed=entry.die, name=name, faces=entry.faces))
    return without_dice(CharacterKind(block.kind.value), id).with_(
        name=block.name,
        dice=tuple(dice),
        equipment=tuple(item_from(rulebook.die(item)) for item in block.equipment),
        move=HUMAN_MOVE if block.move is None else float(block.move),
        flying=None if block.flying is None else float(block.flying),
        notes=block.note,
    )


def likely_kind(rulebook: Rulebook, block: "BlockText") -> CharacterKind:
    """Return the probable kind of character in a text, judged by its dice.

    The result is a horde if all dice are horde dice, a beast if any die is a beast die, else a cast member. If all dice
    are given by their faces, the result is a beast if a face shows a beast's ability (BST-2).
    """
    uses = [rulebook.die(die.printed).use for die in block.dice if die.printed]
    if uses and all(use is DieUse.HORDE for use in uses):
        return CharacterKind.HORDE
    abilities = {ability.id for ability in rulebook.abilities}
    # The name of a printed die shows the kind more reliably than icons do.
    able = not uses and any(abilities.intersection(shown.icons) for die in block.dice for shown in die.faces)
    return CharacterKind.BEAST if able or any(use is DieUse.BEAST for use in uses) else CharacterKind.CAST


def character_from_text(block: "BlockText", kind: CharacterKind, id: str) -> Character:
    """Return the character that a text describes. A player gets free faces (AMB-89) and at least four dice (DICE-6)."""
    equipment = tuple(item_from(item) for item in block.equipment)
    move = HUMAN_MOVE if block.move is None else block.move
    if kind is CharacterKind.PLAYER:
        start = new_character(id, MakingMode.CORE)
        own = tuple(CharacterDie(name=die.name, faces=die.faces) for die in block.dice)
        # A player always has at least four dice; missing dice are added unfilled (DICE-6).
        dice = (*own, *start.dice[: max(0, STARTING_DICE - len(own))])
        return start.with_(name=block.name, dice=dice, equipment=equipment, move=move, flying=block.flying)
    printed = tuple(CharacterDie(printed=die.printed, faces=die.faces) for die in block.dice)
    return without_dice(kind, id).with_(
        name=block.name, dice=printed, equipment=equipment, move=move, flying=block.flying
    )


def _theme_text(rulebook: Rulebook, theme: MagicTheme) -> str:
    words = rulebook.face_texts
    told = ((words["effect"], theme.effect), (words["limitations"], theme.limitations))
    # Each text is put on one line, because stat blocks are read line by line.
    said = "; ".join(f"{label}: {' '.join(text.split())}" for label, text in told if text.strip())
    return f"{theme.name} ({said})" if said else theme.name


def block_of(rulebook: Rulebook, character: Character) -> str:
    """Return the character as a stat block: heading, dice, movement, then equipment and notes (CAST-3).

    `read_block` can read everything for which the rulebook has a notation.
    """
    name, words = one_line(character.name), rulebook.face_texts
    dice = [ParsedDie("", die.printed, die.faces) for die in character.dice]
    moved = f"{words['move']} {character.move:g}"
    if character.flying is not None:
        moved += f" ({words['flying']} {character.flying:g})"
    head = f"{name} - {words['dice'].format(n=len(dice))}"
    lines = [f"{head}: {write_dice(rulebook, dice)} • {moved}" if name else write_dice(rulebook, dice)]
    if character.equipment:
        lines.append(f"{words['equipment']}: {', '.join(_item_text(rulebook, item) for item in character.equipment)}")
    themes = [_theme_text(rulebook, theme) for theme in character.themes if theme.name.strip()]
    if themes:
        lines.append(f"{words['themes']}: {'; '.join(themes)}")
    if character.notes.strip():
        lines.append(f"{words['notes']}: {' '.join(character.notes.split())}")
    return "\n".join(lines)


def _item_text(rulebook: Rulebook, item: ItemDie) -> str:
    name = characterdice.item_name(rulebook, item)
    printed = next((die for die in rulebook.dice if die.id == item.printed), None)
    # Only an unchanged printed item can be recognised by its name. For other items the faces are written out.
    known = printed is not None and printed.faces == item.faces and printed.name == name
    return name if known else f"{name} ({write_faces(rulebook, item.faces)})"


def without_dice(kind: CharacterKind, id: str) -> Character:
    """Return a cast member or beast whose dice are not chosen yet (CAST-3, BST-1)."""
    return Character(id=id, kind=kind, race="Human" if kind is CharacterKind.CAST else "", dice=())


def horde(rulebook: Rulebook, dice: int, id: str, name: str) -> Character:
    """Return a horde of this many horde dice (CMB-38..41)."""
    printed = next(die for die in rulebook.dice if die.use is DieUse.HORDE)
    return without_dice(CharacterKind.HORDE, id).with_(name=name, dice=(die_from(printed),) * dice)
