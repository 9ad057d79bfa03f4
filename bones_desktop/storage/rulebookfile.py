"""Read the files of the rulebook into values for the rules. An error names the file, entry and field.

Tests check whether the files agree with each other (`tests/support/rulebookfaults.py`), not each start.
"""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from bones_desktop.rules.bones.book import definitions
from bones_desktop.rules.bones.book.definitions import Ability, Mastery, Race, Skill
from bones_desktop.rules.bones.book.icons import Symbol
from bones_desktop.rules.bones.book.rulebook import PrintedDie, Rulebook, SettingName, StatBlock, Template
from bones_desktop.rules.values import UnfitError, checker
from bones_desktop.storage.files.locations import shipped

FILES: Final[tuple[tuple[str, str, type], ...]] = (
    ("symbols.json", "symbols", Symbol),
    ("skills.json", "skills", Skill),
    ("masteries.json", "masteries", Mastery),
    ("races.json", "races", Race),
    ("abilities.json", "abilities", Ability),
    ("templates.json", "templates", Template),
    ("house-templates.json", "templates", Template),
    ("equipment.json", "dice", PrintedDie),
    ("magic-items.json", "dice", PrintedDie),
    ("modular-dice.json", "dice", PrintedDie),
    ("hindering.json", "dice", PrintedDie),
    ("beasts.json", "blocks", StatBlock),
    ("cast.json", "blocks", StatBlock),
    ("adventure-blocks.json", "blocks", StatBlock),
    ("house-blocks.json", "blocks", StatBlock),
    ("difficulties.json", "difficulties", definitions.Difficulty),
    ("task-examples.json", "examples", definitions.TaskExample),
    ("spiffs.json", "spiffs", definitions.SpiffPrice),
    ("income.json", "income", definitions.IncomeRate),
    ("improvement.json", "improvement", definitions.ImprovementStep),
    ("power-levels.json", "power_levels", definitions.PowerLevel),
    ("horde-sizes.json", "horde_sizes", definitions.HordeSize),
    ("mind-degrees.json", "mind_degrees", definitions.MindDegree),
    ("task-checks.json", "task_checks", definitions.TaskCheck),
    ("notes.json", "notes", definitions.BookNote),
    ("setting-names.json", "setting_names", SettingName),
    ("names.json", "name_lists", definitions.NameList),
    ("concepts.json", "concepts", definitions.Concept),
)
"""Each file, the rulebook field it fills, and the type of its entries. Dice come before blocks, which refer to them."""

MOST_REPEATS: Final = 40
"""Maximum number of equal dice that one entry of a block may represent."""


class RulebookFileError(Exception):
    """Raised when a rulebook file cannot be used. It gives the file, entry ("" for the whole file), field and cause."""

    def __init__(self, file: str, entry: str, field: str, message: str) -> None:
        place = ", ".join(part for part in (file, entry and f"entry {entry}", field and f"field {field}") if part)
        super().__init__(f"{place}: {message}")
        self.file = file
        self.entry = entry
        self.field = field
        self.message = message


_SENTENCES: Final = {
    "missing": "is missing",
    "unexpected_keyword_argument": "is not known here",
    "string_type": "should be text",
    "int_type": "should be a whole number",
    "float_type": "should be a number",
    "bool_type": "should be true or false",
    "tuple_type": "should be a list",
    "dataclass_type": "should be a group of named values",
    "enum": "is none of the words allowed here",
    "literal_error": "is none of the words allowed here",
    "value_error": "is not a face",
}
"""Message for each hint of a field's fault. Other hints, such as "too_long", are shown as they are."""


class _WrongFieldError(ValueError):
    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def _with_whole_dice(block: dict[str, Any], printed: Iterable[PrintedDie]) -> dict[str, Any]:
    """Return a block with its dice written out where an entry names a printed die or represents several dice."""
    known = {die.id: die for die in printed}
    whole: list[object] = []
    dice = block.get("dice")
    # The check of the whole entry reports this with a better message.
    if not isinstance(dice, list):
        return block
    for place, entry in enumerate(dice, 1):
        if not isinstance(entry, dict):
            raise _WrongFieldError(f"dice.{place}", "a die names a printed die, or has a name and faces of its own")
        die = {"die": "", **entry}
        times = die.pop("times", 1)
        if type(times) is not int or not 1 <= times <= MOST_REPEATS:
            raise _WrongFieldError(f"dice.{place}.times", f"must be a number from 1 to {MOST_REPEATS}")
        named = entry.get("die")
        if named is not None:
            if not isinstance(named, str) or named not in known:
                raise _WrongFieldError(f"dice.{place}.die", f"no printed die is called {named!r}")
            if die.keys() != {"die"}:
                raise _WrongFieldError(f"dice.{place}", "a printed die has its own name and faces already")
            faces = [shown.code for shown in known[named].faces]
            die = {"die": named, "name": known[named].name, "faces": faces}
        whole.extend([die] * times)
    return {**block, "dice": whole}


def load_rulebook(folder: Path) -> Rulebook:
    """Return the rulebook in `folder`. Raise RulebookFileError with the file, entry and field that is wrong."""
    parts: dict[str, list[Any]] = {part: [] for _, part, _ in FILES}
    for file, part, kind in FILES:
        entries = _entries(folder / file)
        if kind is StatBlock:
            for place, entry in enumerate(entries):
                try:
                    entries[place] = _with_whole_dice(entry, parts["dice"])
                except _WrongFieldError as error:
                    raise RulebookFileError(file, _name(entry, place), error.field, str(error)) from error
        parts[part].extend(_validated(file, entries, kind))
    return Rulebook(**{part: tuple(values) for part, values in parts.items()})


def _entries(path: Path) -> list[dict[str, Any]]:
    try:
        entries = json.loads(path.read_bytes())
    except OSError as error:
        raise RulebookFileError(path.name, "", "", f"cannot be read ({error.strerror})") from error
    except (ValueError, RecursionError) as error:
        raise RulebookFileError(path.name, "", "", f"is not valid JSON ({error})") from error
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise RulebookFileError(path.name, "", "", "must be a list of entries")
    return entries


def _name(entry: Mapping[str, Any], place: int) -> str:
    named = entry.get("id")
    return named if isinstance(named, str) and named else str(place + 1)


def _validated(file: str, entries: list[dict[str, Any]], kind: type) -> list[Any]:
    check, found = checker(kind, stored=True), []
    for place, entry in enumerate(entries):
        try:
            found.append(check(entry))
        except UnfitError as error:
            first = error.faults[0]
            field = ".".join(str(step + 1) if isinstance(step, int) else step for step in first.where)
            message = _SENTENCES.get(first.hint, first.hint)
            raise RulebookFileError(file, _name(entry, place), field, message) from error
    return found


@cache
def shipped_rulebook() -> Rulebook:
    """Return the rulebook shipped with the program. It is read once. Raise RulebookFileError like `load_rulebook`."""
    return load_rulebook(shipped("resources") / "games" / "bones")
