"""What a new character begins as: the shipped samples, and the character a chosen start makes."""

from collections.abc import Callable

from bones_desktop.rules.bones.book.character import Character, Kind, Mode
from bones_desktop.rules.bones.book.houserules import HouseRules
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.blocks import character_from_block, horde, without_dice
from bones_desktop.rules.bones.making.edits import new_character
from bones_desktop.storage.files.characterfile import SUFFIX, CharacterFileError, new_id, read_character
from bones_desktop.storage.files.locations import shipped
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.window.shelf.startmodel import Start


def samples(tr: Callable[[str], str]) -> tuple[Start, ...]:
    """Return the shipped characters as starts."""
    found = []
    for path in sorted((shipped("resources") / "samples").glob(f"*{SUFFIX}")):
        try:
            sample = read_character(path).value
        except (FileProblem, CharacterFileError):
            continue
        title = tr("{}, half done").format(sample.name) if path.stem.endswith("half-done") else sample.name
        found.append(Start("sample", path.stem, title, tr("Sample character"), sample.dice[0].faces[2].code))
    return tuple(found)


def character_of(start: Start, rulebook: Rulebook, rules: HouseRules) -> Character:
    """Return a new character made from `start`; FileProblem, CharacterFileError or RulesError when it cannot be."""
    match start.source:
        case "core":
            return new_character(new_id(), Mode.CORE, rules)
        case "own":
            return without_dice(Kind(start.id), new_id()).with_(house_rules=rules)
        case "block":
            return character_from_block(rulebook, rulebook.block(start.id), new_id()).with_(house_rules=rules)
        case "horde":
            return horde(rulebook, int(start.id), new_id(), start.title).with_(house_rules=rules)
        case "sample":
            sample = read_character(shipped("resources") / "samples" / f"{start.id}{SUFFIX}").value
            return sample.with_(id=new_id(), house_rules=rules)
        case _:
            return new_character(new_id(), Mode.COLD_IRON, rules)
