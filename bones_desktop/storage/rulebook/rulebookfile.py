"""Reads the rulebook's files, and checks what must agree between them; an error names the file, entry and field."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from bones_desktop.rules.bones.book import definitions
from bones_desktop.rules.bones.book.definitions import Ability, Mastery, Race, Skill
from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.rules.bones.book.icons import Face, Symbol
from bones_desktop.rules.bones.book.rulebook import PrintedDie, Rulebook, SettingName, StatBlock, Template
from bones_desktop.rules.typedtext import key
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
"""Each file, the part of the rulebook it fills, and what its entries are. Dice come before the blocks made of them."""

MOST_REPEATS: Final = 40
"""Equal dice that one entry of a block may stand for."""


class RulebookFileError(Exception):
    """A file of the rulebook cannot be used: which file, which entry ("" for the whole file), which field, and why."""

    def __init__(self, file: str, entry: str, field: str, message: str) -> None:
        place = ", ".join(part for part in (file, entry and f"entry {entry}", field and f"field {field}") if part)
        super().__init__(f"{place}: {message}")
        self.file = file
        self.entry = entry
        self.field = field
        self.message = message


_NAMED: Final = (
    "symbols",
    "skills",
    "masteries",
    "races",
    "abilities",
    "templates",
    "dice",
    "blocks",
    "difficulties",
    "spiffs",
    "setting_names",
    "concepts",
)
_SOURCED: Final = (
    *_NAMED,
    "examples",
    "income",
    "improvement",
    "power_levels",
    "horde_sizes",
    "mind_degrees",
    "task_checks",
    "notes",
    "name_lists",
)
_APTITUDES: Final = frozenset({"physical", "mental"})


@dataclass(frozen=True, slots=True)
class RulebookFault:
    """A disagreement: in which part of the rulebook, at which place of it, in which field, and what."""

    part: str
    place: int
    field: str
    message: str


def faults(rulebook: Rulebook) -> Iterator[RulebookFault]:
    """Yield everything in `rulebook` that does not fit together."""
    for part in _SOURCED:
        for place, entry in enumerate(getattr(rulebook, part)):
            if not entry.source:
                yield RulebookFault(part, place, "source", "is empty")
    for part in _NAMED:
        yield from _twice(part, getattr(rulebook, part))
    yield from _icons_twice(rulebook)
    for part, check in (
        ("masteries", _mastery),
        ("races", _race),
        ("abilities", _ability),
        ("templates", _template),
        ("dice", _die),
        ("blocks", _block),
        ("examples", _task),
        ("task_checks", _task),
        ("concepts", _concept),
    ):
        for place, entry in enumerate(getattr(rulebook, part)):
            for field, message in check(rulebook, entry):
                yield RulebookFault(part, place, field, message)
    for place, rate in enumerate(rulebook.income):
        for skill in rate.skills:
            if not _is_skill(rulebook, skill):
                yield RulebookFault("income", place, "skills", f"no skill is called {skill!r}")


def _twice(part: str, entries: Sequence[Any]) -> Iterator[RulebookFault]:
    """Yield ids used twice in a list, and names or aliases that would mean two entries of one kind."""
    ids: set[str] = set()
    names: dict[tuple[object, str], str] = {}
    for place, entry in enumerate(entries):
        if entry.id in ids:
            yield RulebookFault(part, place, "id", f"{entry.id!r} is used twice")
        ids.add(entry.id)
        for field, name in (("name", entry.name), *(("aliases", alias) for alias in getattr(entry, "aliases", ()))):
            kind = getattr(entry, "kind", None)
            owner = names.setdefault((kind, key(name) or name), entry.id)
            if owner != entry.id:
                yield RulebookFault(part, place, field, f"{name!r} already means {owner!r}")


def _icons_twice(rulebook: Rulebook) -> Iterator[RulebookFault]:
    """Yield icons of different kinds that share an id: on a face they would look the same."""
    seen: set[str] = set()
    for part in ("symbols", "skills", "masteries", "races", "abilities"):
        entries = getattr(rulebook, part)
        for place, entry in enumerate(entries):
            if entry.id in seen:
                yield RulebookFault(part, place, "id", f"another icon is called {entry.id!r}")
        seen.update(entry.id for entry in entries)


def _is_skill(rulebook: Rulebook, skill: str) -> bool:
    return any(entry.id == skill for entry in rulebook.skills)


def _faces(rulebook: Rulebook, faces: Sequence[Face], field: str) -> Iterator[tuple[str, str]]:
    for place, shown in enumerate(faces, 1):
        for icon in shown.icons:
            if not rulebook.has_icon(icon):
                yield f"{field}.{place}", f"no icon is called {icon!r}"


def _six(faces: Sequence[object], field: str) -> Iterator[tuple[str, str]]:
    if len(faces) != FACES:
        yield field, f"a die has six faces, not {len(faces)}"


def _mastery(rulebook: Rulebook, mastery: Mastery) -> Iterator[tuple[str, str]]:
    if not _is_skill(rulebook, mastery.skill):
        yield "skill", f"no skill is called {mastery.skill!r}"
    if mastery.rank not in {1, 2, 3}:
        yield "rank", "must be 1, 2 or 3"
    for field, counts in (("counts", mastery.counts), ("combat", mastery.combat)):
        for count in counts:
            if not _is_skill(rulebook, count.skill):
                yield field, f"no skill is called {count.skill!r}"


def _race(rulebook: Rulebook, race: Race) -> Iterator[tuple[str, str]]:
    masteries = {mastery.id: mastery.skill for mastery in rulebook.masteries}
    for reading in race.readings:
        if not _is_skill(rulebook, reading.skill):
            yield "readings", f"no skill is called {reading.skill!r}"
        if reading.mastery and masteries.get(reading.mastery) != reading.skill:
            yield "readings", f"no mastery of that skill is called {reading.mastery!r}"


def _ability(rulebook: Rulebook, ability: Ability) -> Iterator[tuple[str, str]]:
    for field, counts in (("counts", ability.counts), ("combat", ability.combat)):
        for count in counts:
            if not _is_skill(rulebook, count.skill):
                yield field, f"no skill is called {count.skill!r}"
    if ability.rider and all(die.id != ability.rider for die in rulebook.dice):
        yield "rider", f"no printed die is called {ability.rider!r}"


def _template(rulebook: Rulebook, template: Template) -> Iterator[tuple[str, str]]:
    yield from _six(template.slots, "slots")
    for place, slot in enumerate(template.slots, 1):
        if slot.free == bool(slot.options):
            yield f"slots.{place}", "must be free or have options"
        yield from _faces(rulebook, slot.options, f"slots.{place}.options")
    names = {entry.id for entry in rulebook.setting_names}
    names |= {entry.stands_for or entry.id for entry in rulebook.templates}
    for name in template.opens:
        if name not in names:
            yield "opens", f"nothing is called {name!r}"
    for each in template.forbids:
        if each.occupation not in names or each.background not in {"", *names}:
            yield "forbids", f"nothing is called {each.occupation!r} or {each.background!r}"
    sources = {die.id for die in rulebook.dice} | {block.id for block in rulebook.blocks}
    if template.derived_from and template.derived_from not in sources:
        yield "derived_from", f"no printed die is called {template.derived_from!r}"


def _die(rulebook: Rulebook, die: PrintedDie) -> Iterator[tuple[str, str]]:
    yield from _six(die.faces, "faces")
    yield from _faces(rulebook, die.faces, "faces")


def _block(rulebook: Rulebook, block: StatBlock) -> Iterator[tuple[str, str]]:
    if not block.dice:
        yield "dice", "is empty"
    for place, die in enumerate(block.dice, 1):
        if not die.name:
            yield f"dice.{place}.name", "is empty"
        yield from _six(die.faces, f"dice.{place}.faces")
        yield from _faces(rulebook, die.faces, f"dice.{place}.faces")
    known = {die.id for die in rulebook.dice}
    for item in block.equipment:
        if item not in known:
            yield "equipment", f"no printed die is called {item!r}"


def _concept(rulebook: Rulebook, concept: definitions.Concept) -> Iterator[tuple[str, str]]:
    for skill in concept.skills:
        if not _is_skill(rulebook, skill):
            yield "skills", f"no skill is called {skill!r}"
    printed = {die.id for die in rulebook.dice}
    for item in (each for group in concept.items for each in group if each not in printed):
        yield "items", f"no die is called {item!r}"


def _task(rulebook: Rulebook, entry: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401 (an example or a task check)
    if entry.skill not in _APTITUDES and not _is_skill(rulebook, entry.skill):
        yield "skill", f"no skill is called {entry.skill!r}"
    if entry.difficulty and all(level.id != entry.difficulty for level in rulebook.difficulties):
        yield "difficulty", f"no difficulty is called {entry.difficulty!r}"


__all__ = ["FILES", "RulebookFileError", "load_rulebook", "shipped_rulebook"]

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
"""What is wrong in one field, by the hint of the fault; other hints stand for themselves, as in "too_long"."""


class _WrongFieldError(ValueError):
    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def _with_whole_dice(block: dict[str, Any], printed: Iterable[PrintedDie]) -> dict[str, Any]:
    """Return a block with those of its dice that are printed dice, or stand for several, written out."""
    known = {die.id: die for die in printed}
    whole: list[object] = []
    dice = block.get("dice")
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
    """Return the rulebook kept in `folder`; RulebookFileError names the file, entry and field that is wrong."""
    parts: dict[str, list[Any]] = {part: [] for _, part, _ in FILES}
    origins: dict[str, list[str]] = {part: [] for _, part, _ in FILES}
    for file, part, kind in FILES:
        entries = _entries(folder / file)
        if kind is StatBlock:
            for place, entry in enumerate(entries):
                try:
                    entries[place] = _with_whole_dice(entry, parts["dice"])
                except _WrongFieldError as error:
                    raise RulebookFileError(file, _name(entry, place), error.field, str(error)) from error
        found = _validated(file, entries, kind)
        parts[part].extend(found)
        origins[part].extend([file] * len(found))
    rulebook = Rulebook(**{part: tuple(values) for part, values in parts.items()})
    fault = next(faults(rulebook), None)
    if fault is not None:
        raise _located(fault, parts[fault.part], origins[fault.part])
    return rulebook


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


def _located(fault: RulebookFault, values: list[Any], files: list[str]) -> RulebookFileError:
    before = files[: fault.place].count(files[fault.place])
    entry = getattr(values[fault.place], "id", "") or str(before + 1)
    return RulebookFileError(files[fault.place], entry, fault.field, fault.message)


@cache
def shipped_rulebook() -> Rulebook:
    """Return the rulebook that comes with the program, read once; RulebookFileError as above."""
    return load_rulebook(shipped("resources") / "games" / "bones")
