"""Those who may fight, by the key of a choice: a file of the shelf, a stat block of the rulebook, or written dice."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bones_desktop.rules.bones.book.advancement import automatic_successes
from bones_desktop.rules.bones.book.attempts import CHARACTER, eligibility_of, rulebook_for
from bones_desktop.rules.bones.book.character import Character, CharacterDie, CharacterKind
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.icons import BLANK
from bones_desktop.rules.bones.book.notation import CHARACTER_USES, ITEM_USES, aim
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.injury.injuries import item_from
from bones_desktop.rules.bones.making.edits import character_from_block
from bones_desktop.rules.reasons import Reason
from bones_desktop.storage.files.characterfile import read_character

if TYPE_CHECKING:
    from bones_desktop.rules.bones.fight.combat import AttackMode, Combatant

FILE: Final = "file:"
BLOCK: Final = "block:"
_NOBODY: Final = "0" * 32


@dataclass(frozen=True, slots=True)
class ShelfFighter:
    """Someone with dice to fight with."""

    character: Character
    has_house_rules: bool
    """Whether house rules were chosen for it; a stat block and written dice take those of the other side."""


def fighter_of(rulebook: Rulebook, key: str, house_rules: HouseRules) -> ShelfFighter:
    """Return the fighter of a file's or stat block's choice.

    FileProblem or CharacterFileError when the file cannot be read, KeyError when no stat block of the name is known.
    """
    return fighter_of_file(key) if key.startswith(FILE) else fighter_of_block(rulebook, key, house_rules)


def opponent_name(rulebook: Rulebook, key: str) -> str:
    """Return what an opponent is called without reading his file: the stat block's name, or the file's."""
    if key.startswith(FILE):
        return Path(key.removeprefix(FILE)).stem
    block = key.removeprefix(BLOCK)
    return next((each.name for each in rulebook.blocks if each.id == block), "")


def file_of(key: str) -> Path | None:
    """Return the file of a choice; None for whoever has none."""
    return Path(key.removeprefix(FILE)) if key.startswith(FILE) else None


def fighter_of_file(key: str) -> ShelfFighter:
    """Return the character of a file's choice; FileProblem or CharacterFileError when it cannot be read."""
    return ShelfFighter(read_character(Path(key.removeprefix(FILE))).value, True)


def fighter_of_block(rulebook: Rulebook, key: str, house_rules: HouseRules) -> ShelfFighter:
    """Return the cast member, beast or horde of a stat block's choice."""
    played = rulebook_for(rulebook, house_rules)
    character = character_from_block(played, played.block(key.removeprefix(BLOCK)), _NOBODY)
    return ShelfFighter(character.with_(house_rules=house_rules), False)


def fighter_of_text(rulebook: Rulebook, text: str, house_rules: HouseRules) -> ShelfFighter:
    """Return someone with the dice of `text`; printed equipment dice among them are carried. RulesError otherwise."""
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
    """Return the fighter with available dice, the equipment dice at `items`, hindering dice and free successes.

    A horde attacks only (AMB-51); missiles need something to shoot or throw, or that are its own (AMB-35).
    """
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
    """Return why nothing would count in this mode, None where something does (ACT-4)."""
    from bones_desktop.rules.bones.fight.combat import AttackMode

    if mode is not AttackMode.MAGIC:
        return None
    own = [die for die in task_pool(rulebook, fighter.character) if die.group == CHARACTER]
    allowed = eligibility_of(rulebook, house_rules, aim(rulebook, house_rules, mode.value), own)
    return None if allowed.allowed or not own else allowed.reason
