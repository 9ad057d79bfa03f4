"""Entries of the shelf, as shown on its cards, and fighters from files, stat blocks or text."""

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bones_desktop.rules.bones.book.attempts import CHARACTER, eligibility_of, rulebook_for
from bones_desktop.rules.bones.book.character import (
    MOST_PLAYER_DICE,
    Character,
    CharacterDie,
    CharacterKind,
    uses_house,
)
from bones_desktop.rules.bones.book.characterdice import (
    ON_EVERY_DIE,
    automatic_successes,
    counted_faces,
    task_pool,
    telling_faces,
)
from bones_desktop.rules.bones.book.icons import BLANK
from bones_desktop.rules.bones.book.notation import CHARACTER_USES, ITEM_USES, aim
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.injury.injuries import item_from
from bones_desktop.rules.bones.making.edits import character_from_block, is_untouched
from bones_desktop.rules.reasons import Reason
from bones_desktop.rules.records import Record, replace
from bones_desktop.rules.typedtext import clean_text, one_line, strip_bidi
from bones_desktop.storage.files.characterfile import CHARACTERS, CharacterFileError, read_character
from bones_desktop.storage.files.textfiles import FileProblem

if TYPE_CHECKING:
    from bones_desktop.rules.bones.fight.combat import AttackMode, Combatant


FILE: Final = "file:"
BLOCK: Final = "block:"
_NOBODY: Final = "0" * 32


class ShelfFighter(Record):
    """A character who takes part in a fight."""

    character: Character
    has_house_rules: bool
    """True if the fighter has house rules. A fighter from a stat block or text uses the rules of the other side."""


def fighter_of(rulebook: Rulebook, key: str, house_rules: HouseRules) -> ShelfFighter:
    """Return the fighter for the chosen file or stat block.

    Raise FileProblem or CharacterFileError when the file cannot be read, KeyError when there is no such stat block.
    """
    return fighter_of_file(key) if key.startswith(FILE) else fighter_of_block(rulebook, key, house_rules)


def opponent_name(rulebook: Rulebook, key: str) -> str:
    """Return the name of an opponent without reading its file: the name of the stat block or of the file."""
    if key.startswith(FILE):
        return Path(key.removeprefix(FILE)).stem
    block = key.removeprefix(BLOCK)
    return next((each.name for each in rulebook.blocks if each.id == block), "")


def file_of(key: str) -> Path | None:
    """Return the file with this key; None for a stat block."""
    return Path(key.removeprefix(FILE)) if key.startswith(FILE) else None


def fighter_of_file(key: str) -> ShelfFighter:
    """Return the fighter from a file. Raise FileProblem or CharacterFileError when it cannot be read."""
    return ShelfFighter(read_character(Path(key.removeprefix(FILE))).value, True)


def fighter_of_block(rulebook: Rulebook, key: str, house_rules: HouseRules) -> ShelfFighter:
    """Return the cast member, beast or horde from a stat block."""
    played = rulebook_for(rulebook, house_rules)
    character = character_from_block(played, played.block(key.removeprefix(BLOCK)), _NOBODY)
    return ShelfFighter(character.with_(house_rules=house_rules), False)


def fighter_of_text(rulebook: Rulebook, text: str, house_rules: HouseRules) -> ShelfFighter:
    """Return a fighter with the dice in `text`. Printed equipment dice become equipment. Raise RulesError."""
    # Imported late: the shelf is read at every start, but fights are not needed then.
    from bones_desktop.rules.bones.text.blocktext import parse_block

    played = rulebook_for(rulebook, house_rules)
    equipment = {die.id: die for die in played.dice if die.use in ITEM_USES}
    block = parse_block(played, text, CHARACTER_USES | ITEM_USES)
    dice = [
        CharacterDie(printed=die.printed, faces=tuple(BLANK if face.is_unfilled else face for face in die.faces))
        for die in block.dice
        if die.printed not in equipment
    ]
    items = [item_from(equipment[die.printed]) for die in block.dice if die.printed in equipment]
    return ShelfFighter(
        Character(id=_NOBODY, kind=CharacterKind.CAST, name=block.name[:200], dice=tuple(dice), equipment=tuple(items)),
        False,
    )


def combatant(rulebook: Rulebook, fighter: ShelfFighter, mode: "AttackMode", items: tuple[int, ...]) -> "Combatant":
    """Return the fighter ready for a fight.

    The result has the available dice, the equipment dice at `items`, hindering dice and free successes. A horde can
    only attack (AMB-51). A missile attack needs something to shoot or throw, or natural missiles (AMB-35).
    """
    # Imported late: the shelf is read at every start, but fights are not needed then.
    from bones_desktop.rules.bones.fight.combat import Combatant
    from bones_desktop.rules.bones.fight.successes import shoots_by_nature

    character = fighter.character
    own = [character.dice[place] for place in character.available()]
    armed = any(shown.has("missile") for place in items for shown in character.equipment[place].faces)
    return Combatant(
        task_pool(rulebook, character, items),
        mode,
        automatic_successes(character),
        horde=character.kind is CharacterKind.HORDE,
        shoots=armed or shoots_by_nature(rulebook, character.kind, own),
    )


def refusal(rulebook: Rulebook, house_rules: HouseRules, fighter: ShelfFighter, mode: "AttackMode") -> Reason | None:
    """Return why no die would count in this mode; None if at least one die counts (ACT-4)."""
    # Imported late: the shelf is read at every start, but fights are not needed then.
    from bones_desktop.rules.bones.fight.combat import AttackMode

    if mode is not AttackMode.MAGIC:
        return None
    own = [die for die in task_pool(rulebook, fighter.character) if die.group == CHARACTER]
    allowed = eligibility_of(rulebook, house_rules, aim(rulebook, house_rules, mode.value), own)
    return None if allowed.allowed or not own else allowed.reason


class ShelfEntry(Record):
    """One file on the shelf."""

    path: Path
    name: str
    """Name of the character, or of the file if the character has none."""
    modified: datetime
    kind: CharacterKind | None = None
    id: str = ""
    dice: int = 0
    emblem: str = ""
    """Code of the most frequent face on the character's dice; "" if there is none.

    Faces that are on every die are not counted.
    """
    damaged: CharacterFileError | FileProblem | None = None
    """Reason why the file cannot be opened; None if it can."""
    newer: bool = False
    race: str = ""
    tags: tuple[str, ...] = ()
    dice_colour: str = ""
    faces: tuple[str, ...] = ()
    """Code of the most characteristic face of each die, for up to ten dice; "" for a die without chosen faces."""
    origins: tuple[str, ...] = ()
    """Ids of the templates and printed dice from which the character's dice were made.

    Each id is listed once, in the order of the dice.
    """
    icons: tuple[str, ...] = ()
    """Ids of all icons on the character's dice, except icons that every die has."""
    portrait: bool = False
    """True if the file contains a picture."""
    house: bool = False
    """True if the character uses house rules.

    In BONES, this means a template, race, icon or gear that is not in the rulebook; in another game, a rule switch that
    differs from the default.
    """
    campaign: str = ""
    """Id of the character's campaign; "" for none."""
    game: str = CHARACTERS.system
    """Id of the game."""
    brief: tuple[tuple[str, str], ...] = ()
    """Summary of a character of another game, from `rules.games.in_brief`."""
    hurt: bool = False
    """True if the character is hurt.

    In BONES, the character has lost dice, has damage beyond the lost dice, or is dead (CMB-14..16). In another game,
    the state differs from the state of a new character.
    """
    untouched: bool = False
    """True if the character has no name, and nothing was chosen or written since its creation."""
    things: tuple[str, ...] = ()
    """Names of the character's equipment.

    In games other than BONES, other things that the player named are included.
    """
    copies: tuple[Path, ...] = ()
    """Other files in the folder with the same character, by its id. Cloud folders create them after a conflict."""


def with_copies(entries: Iterable[ShelfEntry]) -> tuple[ShelfEntry, ...]:
    """Return one entry for each character, with its `copies`.

    If several files contain the same character, the file with the shortest name is the main file, because programs that
    synchronize folders make the names of copies longer.
    """
    found: dict[tuple[str, str], list[ShelfEntry]] = {}
    for entry in entries:
        found.setdefault((entry.game, entry.id or str(entry.path)), []).append(entry)
    alike = (sorted(each, key=lambda one: (len(one.path.name), one.path.name)) for each in found.values())
    paths = ((first, tuple(each.path for each in others)) for first, *others in alike)
    return tuple(first if first.copies == copies else replace(first, copies=copies) for first, copies in paths)


def time_of(mtime: float) -> datetime:
    """Return the modification time of a file; the start of 1970 if the number is not a valid time."""
    try:
        return datetime.fromtimestamp(mtime, UTC)
    except (OSError, OverflowError, ValueError):
        return datetime.fromtimestamp(0, UTC)


def read_entry(path: Path, modified: datetime) -> ShelfEntry:
    """Return the entry of the file at `path`, last changed at `modified`.

    The entry of a damaged file contains the reason.
    """
    try:
        found = read_character(path)
    except (CharacterFileError, FileProblem) as error:
        if isinstance(error, CharacterFileError) and error.is_foreign:
            return _of_other_game(path, modified)
        return ShelfEntry(path, strip_bidi(path.stem), modified, damaged=error)
    character = found.value
    shown = counted_faces(character.dice)
    return ShelfEntry(
        path,
        character.name or strip_bidi(path.stem),
        modified,
        character.kind,
        character.id,
        len(character.dice),
        shown.most_common(1)[0][0] if shown else "",
        newer=found.newer,
        race=character.race,
        tags=tuple(clean_text(tag) for tag in character.tags),
        dice_colour=character.dice_colour,
        faces=telling_faces(character.dice)[:MOST_PLAYER_DICE],
        origins=tuple(dict.fromkeys(origin for die in character.dice if (origin := die.template or die.printed))),
        icons=_icons(character),
        portrait=bool(character.portrait),
        house=uses_house(character),
        campaign=character.campaign,
        hurt=bool(character.lost or character.excess_damage or character.slain),
        untouched=not found.newer and not character.name and is_untouched(character),
        things=_things((*(item.name for item in character.equipment), character.other_equipment)),
    )


def _of_other_game(path: Path, modified: datetime) -> ShelfEntry:
    """Return the entry of a character of another game than BONES."""
    # Imported late: needed only for other games, and the shelf is read at every start.
    from bones_desktop.rules.games import belongings, in_brief, is_hurt
    from bones_desktop.storage.games import read_any

    try:
        stored, found = read_any(path)
    except (CharacterFileError, FileProblem) as error:
        return ShelfEntry(path, strip_bidi(path.stem), modified, damaged=error)
    who = found.value
    return ShelfEntry(
        path,
        who.name or strip_bidi(path.stem),
        modified,
        id=who.id,
        newer=found.newer,
        tags=tuple(clean_text(tag) for tag in who.tags),
        dice_colour=who.dice_colour,
        house=who.house != type(who.house)(),
        game=stored.game.id,
        brief=in_brief(stored.game, stored.book, who),
        hurt=is_hurt(stored.game, stored.book, who),
        untouched=not (found.newer or who.name) and who == stored.new(who.id).with_(house=who.house),
        things=_things(belongings(stored.game, stored.book, who)),
    )


def _things(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(line for each in words if (line := one_line(each))))


def _icons(character: Character) -> tuple[str, ...]:
    found = {
        icon
        for die in character.dice
        for shown in die.faces
        if not shown.is_blank
        for icon in shown.icons
        if icon not in ON_EVERY_DIE
    }
    return tuple(sorted(found))
