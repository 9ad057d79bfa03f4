"""Read the shipped tables, including the files of the rulebook, into values. Their texts are in the user's language.

An error names the file and the entry. Whether the files agree with each other is checked by tests
(`tests/support/rulebookfaults.py`), not when the program starts.
"""

import json
import os
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from bones_desktop.rules.bones.book import definitions
from bones_desktop.rules.bones.book.definitions import Ability, Mastery, Race, Skill
from bones_desktop.rules.bones.book.icons import Symbol
from bones_desktop.rules.bones.book.rulebook import PrintedDie, Rulebook, SettingName, StatBlock, Template
from bones_desktop.rules.values import checker
from bones_desktop.storage.files.shippedfiles import ShippedFileError, shipped_folder
from bones_desktop.wording.language import pgettext

if TYPE_CHECKING:
    from pathlib import Path

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
    ("encounter-ratings.json", "encounter_ratings", definitions.EncounterRating),
    ("mind-degrees.json", "mind_degrees", definitions.MindDegree),
    ("task-checks.json", "task_checks", definitions.TaskCheck),
    ("notes.json", "notes", definitions.BookNote),
    ("setting-names.json", "setting_names", SettingName),
    ("face-words.json", "face_words", definitions.FaceWord),
    ("names.json", "name_lists", definitions.NameList),
    ("concepts.json", "concepts", definitions.Concept),
)
"""Each file, the rulebook field that it fills, and the type of its entries.

Dice come before stat blocks, because stat blocks refer to dice.
"""

TEXTS: Final = frozenset({
    "about", "covers", "effect", "example", "heading", "label", "limitations", "meaning", "name", "note", "purpose",
    "sign", "text", "title", "value",
})  # fmt: skip
"""Fields of the shipped tables that contain texts. A field that may contain a code too has no spaces in a code."""
LISTS: Final = frozenset({"aliases", "also", "examples", "words"})
"""Fields that contain a list of texts. `examples` are shown, and the user types the words of the other lists."""

T = TypeVar("T")


def texts_of(path: "Path | str", entry: Any) -> list[tuple[str, str]]:  # noqa: ANN401 (JSON)
    """Return the texts of one entry of a shipped table, each after its context in the catalogue of a language."""
    found = []

    def note(context: str, text: str) -> str:
        found.append((context, text))
        return text

    _translated(entry, _context(path, entry), note)
    return found


def _context(path: "Path | str", entry: Any) -> str:  # noqa: ANN401 (JSON)
    name = entry.get("id", "") if isinstance(entry, dict) else ""
    *_folders, game, file = str(path).replace("\\", "/").split("/")
    return f"{game}/{file.removesuffix('.json')} {name}".rstrip()


def _translated(value: Any, context: str, translate: Callable[[str, str], str]) -> Any:  # noqa: ANN401 (JSON)
    """Return `value` with `translate(context, text)` in place of each text."""
    if isinstance(value, list):
        return [_translated(each, context, translate) for each in value]
    if not isinstance(value, dict):
        return value
    found: dict[str, Any] = {}
    for name, each in value.items():
        if name in TEXTS and isinstance(each, str) and _is_text(name, each):
            found[name] = translate(context, each)
        elif name == "examples" and all(isinstance(text, str) for text in each):
            found[name] = [translate(context, text) for text in each]
        elif name in LISTS:
            # Whoever types an English word is understood in every language.
            words = translate(context, ", ".join(each))
            found[name] = list(dict.fromkeys([*words.split(", "), *each]))
        else:
            found[name] = _translated(each, context, translate)
    return found


def _is_text(name: str, value: str) -> bool:
    return bool(value) and (name not in {"effect", "purpose", "value"} or " " in value or not value.islower())


def load_table(path: "Path | str", kind: type[T], prepare: Callable[[Any], Any] | None = None) -> tuple[T, ...]:
    """Return the values in a shipped file, which contains a JSON list.

    `prepare` changes each entry before it is checked. Raise ShippedFileError when the file cannot be read or an entry
    is wrong. The error gives the number of the wrong entry.
    """
    of_kind: type = kind
    check, found, entries = checker(of_kind, stored=True), list[T](), None
    try:
        with open(path, "rb") as file:  # noqa: PTH123 (`shippedfiles` says why)
            entries = json.load(file)
        for entry in entries:
            shown = _translated(entry, _context(path, entry), pgettext)
            if "aliases" in kind.__annotations__ and shown["name"] != entry["name"]:
                # An English name is understood in every language.
                shown["aliases"] = [*shown.get("aliases", ()), entry["name"]]
            if kind is PrintedDie:
                shown["english"] = entry["name"]
            found.append(check(prepare(shown) if prepare is not None else shown))
    except (OSError, ValueError, TypeError, LookupError, RecursionError) as error:
        place = "" if entries is None else f", entry {len(found) + 1}"
        raise ShippedFileError(f"{os.path.basename(path)}{place}: {error}") from error  # noqa: PTH119
    return tuple(found)


def _with_whole_dice(known: Mapping[str, PrintedDie], block: dict[str, Any]) -> dict[str, Any]:
    """Return a stat block in which every die is written out as a separate entry.

    An entry that names a printed die gets the die's name and faces. An entry that represents several dice is repeated.
    """
    whole: list[dict[str, Any]] = []
    for entry in block["dice"]:
        die = {"die": "", **entry}
        times = die.pop("times", 1)
        if "die" in entry:
            printed = known[entry["die"]]
            die |= {"name": printed.name, "faces": [shown.code for shown in printed.faces]}
        whole += [die] * times
    return {**block, "dice": whole}


def load_rulebook(folder: "Path | str") -> Rulebook:
    """Return the rulebook in `folder`. Raise ShippedFileError like `load_table`."""
    parts: dict[str, list[Any]] = {part: [] for _, part, _ in FILES}
    for file, part, kind in FILES:
        known = {die.id: die for die in parts["dice"]}
        prepare = partial(_with_whole_dice, known) if kind is StatBlock else None
        parts[part].extend(load_table(f"{folder}/{file}", kind, prepare))
    return Rulebook(**{part: tuple(values) for part, values in parts.items()})


@cache
def shipped_rulebook() -> Rulebook:
    """Return the rulebook shipped with the program. It is read once. Raise ShippedFileError like `load_table`."""
    return load_rulebook(f"{shipped_folder('resources')}/games/bones")
