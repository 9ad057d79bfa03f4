"""What must agree between the rulebook's files beyond each entry's shape: a mistake in the data that we ship."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bones_desktop.rules.bones.book import definitions
from bones_desktop.rules.bones.book.definitions import Ability, Mastery, Race
from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.rulebook import PrintedDie, Rulebook, StatBlock, Template
from bones_desktop.rules.typedtext import key
from bones_desktop.storage.files.shippedfiles import ShippedFileError
from bones_desktop.storage.rulebookfile import FILES, load_rulebook

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
    "encounter_ratings",
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


def _task(rulebook: Rulebook, entry: Any) -> Iterator[tuple[str, str]]:
    if entry.skill not in _APTITUDES and not _is_skill(rulebook, entry.skill):
        yield "skill", f"no skill is called {entry.skill!r}"
    if entry.difficulty and all(level.id != entry.difficulty for level in rulebook.difficulties):
        yield "difficulty", f"no difficulty is called {entry.difficulty!r}"


def load_checked(folder: Path) -> Rulebook:
    """Return the rulebook in `folder`; ShippedFileError also where its entries do not fit together."""
    rulebook = load_rulebook(folder)
    for fault in faults(rulebook):
        files = [
            file for file, part, _ in FILES if part == fault.part for _entry in json.loads((folder / file).read_bytes())
        ]
        place = files[: fault.place + 1].count(files[fault.place])
        raise ShippedFileError(f"{files[fault.place]}, entry {place}: {fault.field}: {fault.message}")
    return rulebook
