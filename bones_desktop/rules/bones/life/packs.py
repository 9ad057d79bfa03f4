"""Packs of house content: a user's own cultures, backgrounds, occupations, equipment and races, and edits of them.

Ids of a pack's content are "<the pack's id>/<its own>": nothing clashes, and a character records which packs it uses.

Codes refused: pack-full (most).
"""

import unicodedata
from collections.abc import Collection
from dataclasses import dataclass, fields
from typing import Annotated, Any, Final, Literal

from bones_desktop.rules.bones.book.character import ItemKind
from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.rules.bones.book.icons import BLANK, MENTAL, PHYSICAL, UNIVERSAL, Face
from bones_desktop.rules.bones.book.rulebook import ForbiddenOccupation, TemplateKind
from bones_desktop.rules.reasons import refuse
from bones_desktop.rules.values import Limits, Value

MOST_ENTRIES: Final = 200
"""Entries of one kind in a pack."""
MOST_READINGS: Final = 20
"""Of a racial icon."""
PACK_ID: Final = r"[a-z][a-z0-9-]{0,15}"
SLUG: Final = r"[a-z][a-z0-9-]{0,19}"
"""Short enough that a face may bear two icons of packs."""
RESERVED: Final = "house"
"""Begins the ids of the house templates that are shipped."""

PackId = Annotated[str, Limits(pattern=rf"^{PACK_ID}$")]
EntryId = Annotated[str, Limits(pattern=rf"^{PACK_ID}/{SLUG}$")]
NameId = Annotated[str, Limits(max_length=80, pattern=r"^[a-z0-9/_-]+$")]
Name = Annotated[str, Limits(max_length=60)]
Part = Literal["templates", "equipment", "races"]
OPENED: Final = {
    TemplateKind.CULTURE: TemplateKind.BACKGROUND,
    TemplateKind.BACKGROUND: TemplateKind.OCCUPATION,
    TemplateKind.OCCUPATION: TemplateKind.OCCUPATION,
}
"""What each kind leads to (CHR-2)."""
OPENERS: Final = {TemplateKind.BACKGROUND: TemplateKind.CULTURE, TemplateKind.OCCUPATION: TemplateKind.BACKGROUND}
_LONGEST_PACK = 16
_LONGEST_ENTRY = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class PackSlot(Value):
    """What a template allows on a face: one option is fixed, several a limited choice, `free` is any basic skill."""

    options: Annotated[tuple[Face, ...], Limits(max_length=40, fail_fast=True)] = ()
    free: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PackTemplate(Value):
    """A culture, background or occupation."""

    id: EntryId
    name: Name
    kind: TemplateKind
    slots: Annotated[tuple[PackSlot, ...], Limits(max_length=20)]
    """Six, face 1 first."""
    opens: Annotated[tuple[NameId, ...], Limits(max_length=200)] = ()
    """Ids of the names it leads to, of the rulebook or of a pack."""
    opened_by: Annotated[tuple[NameId, ...], Limits(max_length=200)] = ()
    """Ids of the names that lead to it beside those that say so themselves: of an occupation, backgrounds."""
    after: Annotated[tuple[NameId, ...], Limits(max_length=200)] = ()
    """Ids of first occupations that lead to this one as a second, beside those that say so themselves."""
    forbids: Annotated[tuple[ForbiddenOccupation, ...], Limits(max_length=1_000)] = ()
    """Of a culture."""
    open_to_all: bool = False
    """An occupation every background and every first occupation leads to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackItem(Value):
    """An equipment die."""

    id: EntryId
    name: Name
    kind: ItemKind
    faces: Annotated[tuple[Face, ...], Limits(max_length=20)]
    range_increment: Annotated[int, Limits(ge=1, le=10_000)] | None = None
    """Metres; None for what is not thrown or shot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackReading(Value):
    """One skill a racial icon may stand for; as that mastery's icon when `mastery` is named (RACE-2, RACE-3)."""

    skill: NameId
    mastery: Annotated[str, Limits(max_length=80, pattern=r"^[a-z0-9/_-]*$")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackRace(Value):
    """A non-human race with its racial icon, which is drawn as letters."""

    id: EntryId
    name: Name
    letters: Annotated[str, Limits(max_length=2)]
    readings: Annotated[tuple[PackReading, ...], Limits(max_length=MOST_READINGS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack(Value):
    """A pack as its author wrote it, with whatever is unfinished or wrong in it."""

    id: PackId
    name: Name
    author: Name = ""
    note: Annotated[str, Limits(max_length=2_000)] = ""
    templates: Annotated[tuple[PackTemplate, ...], Limits(max_length=MOST_ENTRIES)] = ()
    equipment: Annotated[tuple[PackItem, ...], Limits(max_length=MOST_ENTRIES)] = ()
    races: Annotated[tuple[PackRace, ...], Limits(max_length=MOST_ENTRIES)] = ()


Entry = PackTemplate | PackItem | PackRace


def entries_of(pack: Pack) -> dict[Part, tuple[Entry, ...]]:
    """Return the lists of a pack under the names they have in its file."""
    return {"templates": pack.templates, "equipment": pack.equipment, "races": pack.races}


def new_pack(name: str, taken: Collection[str]) -> Pack:
    """Return an empty pack with an id made from its name, which is none of `taken`."""
    return Pack(id=_free_id(name, {*taken, RESERVED}, _LONGEST_PACK, "pack"), name=name)


def new_template(pack: Pack, name: str, kind: TemplateKind) -> PackTemplate:
    """Return a template for `pack` that leaves open all it can."""
    free = PackSlot(free=True)
    slots = (
        PackSlot(options=(Face((UNIVERSAL,)),)),
        PackSlot(options=(Face((PHYSICAL,)), Face((MENTAL,)))),
        *(free,) * (FACES - 2),
    )
    return PackTemplate(id=_entry_id(pack, name), name=name, kind=kind, slots=slots)


def new_item(pack: Pack, name: str, kind: ItemKind) -> PackItem:
    """Return an equipment die for `pack` with six blank faces."""
    return PackItem(id=_entry_id(pack, name), name=name, kind=kind, faces=(BLANK,) * FACES)


def new_race(pack: Pack, name: str) -> PackRace:
    """Return a race for `pack`, drawn as the first letters of its name; what it may stand for is left to choose."""
    letters = "".join(letter for letter in name if letter.isalnum())[:2].capitalize()
    return PackRace(id=_entry_id(pack, name), name=name, letters=letters[:2], readings=())


def find(pack: Pack, entry: str) -> Entry | None:
    """Return the entry with this id."""
    return next((each for entries in entries_of(pack).values() for each in entries if each.id == entry), None)


def with_entry(pack: Pack, entry: Entry) -> Pack:
    """Return the pack with one entry more; RulesError `pack-full` when there are too many of its kind."""
    part = _part(entry)
    entries = entries_of(pack)[part]
    if len(entries) >= MOST_ENTRIES:
        raise refuse("pack-full", most=MOST_ENTRIES)
    return pack.with_(**{part: (*entries, entry)})


def changed_entry(pack: Pack, entry: str, changes: dict[str, Any]) -> Pack:
    """Return the pack with other values in the fields of one entry; nothing happens when it is not there."""
    return pack.with_(
        **{
            part: tuple(each.with_(**changes) if each.id == entry else each for each in entries)
            for part, entries in entries_of(pack).items()
            if any(each.id == entry for each in entries)
        }
    )


def without_entry(pack: Pack, entry: str) -> Pack:
    """Return the pack without one entry."""
    return pack.with_(
        **{part: tuple(each for each in entries if each.id != entry) for part, entries in entries_of(pack).items()}
    )


def copied_entry(pack: Pack, entry: Entry, name: str) -> Entry:
    """Return a copy of an entry called `name`, for the same pack."""
    return entry.with_(id=_entry_id(pack, name), name=name)


def copied_pack(pack: Pack, name: str, taken: Collection[str]) -> Pack:
    """Return a copy called `name` with an id of its own, whose entries speak of one another as the first one's do."""
    own = new_pack(name, taken).id

    def moved(value: Any) -> Any:  # noqa: ANN401 (any value of a pack)
        if isinstance(value, str) and value.startswith(f"{pack.id}/"):
            return own + value[len(pack.id) :]
        if isinstance(value, Face):
            return Face(tuple(moved(icon) for icon in value.icons), value.count)
        if isinstance(value, tuple):
            return tuple(moved(each) for each in value)
        if isinstance(value, PackSlot):
            return value.with_(options=moved(value.options))
        if isinstance(value, ForbiddenOccupation):
            return ForbiddenOccupation(occupation=moved(value.occupation), background=moved(value.background))
        return value

    entries = {
        part: tuple(
            each.with_(**{part.name: moved(getattr(each, part.name)) for part in fields(each) if part.name != "name"})
            for each in found
        )
        for part, found in entries_of(pack).items()
    }
    return pack.with_(id=own, name=name, **entries)


def _part(entry: Entry) -> Part:
    match entry:
        case PackTemplate():
            return "templates"
        case PackItem():
            return "equipment"
        case PackRace():
            return "races"


def _entry_id(pack: Pack, name: str) -> str:
    taken = {each.id.partition("/")[2] for entries in entries_of(pack).values() for each in entries}
    return f"{pack.id}/{_free_id(name, taken, _LONGEST_ENTRY, 'entry')}"


def _free_id(name: str, taken: Collection[str], longest: int, usual: str) -> str:
    """Return an id that is made from `name`, without accents and signs, and is none of `taken`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = "".join(each if each.isalnum() else " " for each in plain).split()
    stem = "-".join(words)[:longest].strip("-").lstrip("0123456789-") or usual
    number, found = 1, stem
    while found in taken:
        number += 1
        end = f"-{number}"
        found = stem[: longest - len(end)].rstrip("-") + end
    return found
