"""Packs of house content: a user's own cultures, backgrounds, occupations, equipment and races.

Ids of a pack's content are "<pack's id>/<its own>": nothing clashes, and a character tells what it was made with.
"""

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from bones_desktop.rules.bones.book.character import ItemKind
from bones_desktop.rules.bones.book.fields import StoredFace
from bones_desktop.rules.bones.book.rulebook import TemplateKind
from bones_desktop.rules.fitting import Limits
from bones_desktop.rules.values import Value

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


@dataclass(frozen=True, slots=True, kw_only=True)
class PackSlot(Value):
    """What a template allows on a face: one option is fixed, several a limited choice, `free` is any basic skill."""

    options: Annotated[tuple[StoredFace, ...], Limits(max_length=40, fail_fast=True)] = ()
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
    """Ids of the names that lead to it beside those that say so themselves."""
    open_to_all: bool = False
    """An occupation every background leads to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackItem(Value):
    """An equipment die."""

    id: EntryId
    name: Name
    kind: ItemKind
    faces: Annotated[tuple[StoredFace, ...], Limits(max_length=20)]
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

Part = Literal["templates", "equipment", "races"]


def entries_of(pack: Pack) -> dict[Part, tuple[Entry, ...]]:
    """Return the lists of a pack under the names they have in its file."""
    return {"templates": pack.templates, "equipment": pack.equipment, "races": pack.races}


OPENED: Final = {
    TemplateKind.CULTURE: TemplateKind.BACKGROUND,
    TemplateKind.BACKGROUND: TemplateKind.OCCUPATION,
}
"""What each kind leads to (CHR-2); an occupation leads to nothing."""
OPENERS: Final = {opened: opener for opener, opened in OPENED.items()}
