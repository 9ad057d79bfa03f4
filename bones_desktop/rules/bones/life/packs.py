"""Packs of house content: a user's own templates, equipment and races, added to a rulebook.

Templates are cultures, backgrounds and occupations. An id in a pack consists of the pack's id, a slash and the entry's
own id. So packs never clash, and a character records which packs it uses. An entry with a fault is left out of the
rulebook until it is fixed. The codes of faults begin with pack-.

Codes refused: pack-full (most).
"""

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Annotated, Any, Final, Literal

from bones_desktop.rules.bones.book.character import ItemKind
from bones_desktop.rules.bones.book.definitions import Race, RacialReading
from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.rules.bones.book.icons import BLANK, MENTAL, PHYSICAL, UNIVERSAL, Face
from bones_desktop.rules.bones.book.notation import icon_name, skill_label
from bones_desktop.rules.bones.book.rulebook import (
    DieUse,
    FaceSlot,
    ForbiddenOccupation,
    PackTitle,
    PrintedDie,
    Rulebook,
    Template,
    TemplateKind,
)
from bones_desktop.rules.bones.making.creation import name_id, origin_names
from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.rules.records import Record, fields, replace
from bones_desktop.rules.typedtext import key
from bones_desktop.rules.values import Limits, Value, added

MOST_ENTRIES: Final = 200
"""Maximum number of entries of one kind in a pack."""
MOST_READINGS: Final = 20
"""Maximum number of ways to count a racial icon."""
PACK_ID: Final = r"[a-z][a-z0-9-]{0,15}"
SLUG: Final = r"[a-z][a-z0-9-]{0,19}"
"""Pattern of an id in a pack. It is short so that a face can hold the icons of two packs."""
RESERVED: Final = "house"
"""Prefix of the ids of the shipped house templates."""

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
"""For each kind of template, the kind that it gives access to (CHR-2)."""
OPENERS: Final = {TemplateKind.BACKGROUND: TemplateKind.CULTURE, TemplateKind.OCCUPATION: TemplateKind.BACKGROUND}
_LONGEST_PACK = 16
_LONGEST_ENTRY = 20


class PackSlot(Value):
    """The icons that a template allows on a face.

    One icon is fixed, several are a choice, and `free` allows any basic skill.
    """

    options: Annotated[tuple[Face, ...], Limits(max_length=40)] = ()
    free: bool = False


class PackTemplate(Value):
    """A culture, background or occupation in a pack."""

    id: EntryId
    name: Name
    kind: TemplateKind
    slots: Annotated[tuple[PackSlot, ...], Limits(max_length=20)]
    """The six faces, face 1 first."""
    opens: Annotated[tuple[NameId, ...], Limits(max_length=200)] = ()
    """Ids of the names, from the rulebook or a pack, that the template gives access to."""
    opened_by: Annotated[tuple[NameId, ...], Limits(max_length=200)] = ()
    """Ids of names that give access to this template although they do not list it.

    For a background the names are cultures; for an occupation they are backgrounds.
    """
    after: Annotated[tuple[NameId, ...], Limits(max_length=200)] = ()
    """Ids of first occupations that allow this second occupation although they do not list it."""
    forbids: Annotated[tuple[ForbiddenOccupation, ...], Limits(max_length=1_000)] = ()
    """Occupations that the template forbids; only a culture forbids any."""
    open_to_all: bool = False
    """True if every background and every first occupation gives access to this occupation."""


class PackItem(Value):
    """An equipment die in a pack."""

    id: EntryId
    name: Name
    kind: ItemKind
    faces: Annotated[tuple[Face, ...], Limits(max_length=20)]
    range_increment: Annotated[int, Limits(ge=1, le=10_000)] | None = None
    """Range increment in metres; None if it cannot be thrown or shot."""


class PackReading(Value):
    """A skill that a racial icon may count as, or that skill's `mastery` if it is given (RACE-2, RACE-3)."""

    skill: NameId
    mastery: Annotated[str, Limits(max_length=80, pattern=r"^[a-z0-9/_-]*$")] = ""


class PackRace(Value):
    """A non-human race and its racial icon, which is drawn as letters."""

    id: EntryId
    name: Name
    letters: Annotated[str, Limits(max_length=2)]
    readings: Annotated[tuple[PackReading, ...], Limits(max_length=MOST_READINGS)]


class Pack(Value):
    """A pack as its author wrote it, including its faults."""

    id: PackId
    name: Name
    author: Name = ""
    note: Annotated[str, Limits(max_length=2_000)] = ""
    templates: Annotated[tuple[PackTemplate, ...], Limits(max_length=MOST_ENTRIES)] = ()
    equipment: Annotated[tuple[PackItem, ...], Limits(max_length=MOST_ENTRIES)] = ()
    races: Annotated[tuple[PackRace, ...], Limits(max_length=MOST_ENTRIES)] = ()


Entry = PackTemplate | PackItem | PackRace
_PARTS: Final[dict[type[Entry], Part]] = {PackTemplate: "templates", PackItem: "equipment", PackRace: "races"}


def entries_of(pack: Pack) -> dict[Part, tuple[Entry, ...]]:
    """Return the lists of entries of a pack, by the keys that the lists have in the pack's file."""
    return {"templates": pack.templates, "equipment": pack.equipment, "races": pack.races}


def new_pack(name: str, taken: Collection[str]) -> Pack:
    """Return an empty pack with a new id made from its name and not in `taken`."""
    return Pack(id=_free_id(name, {*taken, RESERVED}, _LONGEST_PACK, "pack"), name=name)


def new_template(pack: Pack, name: str, kind: TemplateKind) -> PackTemplate:
    """Return a template for `pack` that allows every skill on its faces."""
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
    """Return a race for `pack` without readings, drawn as the first letters of its name."""
    letters = "".join(letter for letter in name if letter.isalnum())[:2].capitalize()
    return PackRace(id=_entry_id(pack, name), name=name, letters=letters[:2], readings=())


def find(pack: Pack, entry: str) -> Entry | None:
    """Return the entry with this id."""
    return next((each for entries in entries_of(pack).values() for each in entries if each.id == entry), None)


def with_entry(pack: Pack, entry: Entry) -> Pack:
    """Return the pack with one more entry. Raise RulesError `pack-full` if there are too many of its kind."""
    return added(pack, _PARTS[type(entry)], entry, "pack-full")


def changed_entry(pack: Pack, entry: str, changes: dict[str, Any]) -> Pack:
    """Return the pack with some fields of one entry changed. The pack is unchanged if there is no such entry."""
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
    """Return a copy named `name` with a new id; entries of the copy refer to each other as in the original."""
    # Ids in a pack begin with the id of the pack, so all references must change too.
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


def _entry_id(pack: Pack, name: str) -> str:
    taken = {each.id.partition("/")[2] for entries in entries_of(pack).values() for each in entries}
    return f"{pack.id}/{_free_id(name, taken, _LONGEST_ENTRY, 'entry')}"


def _free_id(name: str, taken: Collection[str], longest: int, usual: str) -> str:
    """Return an id that is not in `taken`, made from the letters and digits of `name` without accents."""
    # Users type ids in files and commands, so ids have only plain letters.
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = "".join(each if each.isalnum() else " " for each in plain).split()
    stem = "-".join(words)[:longest].strip("-").lstrip("0123456789-") or usual
    number, found = 1, stem
    while found in taken:
        number += 1
        end = f"-{number}"
        found = stem[: longest - len(end)].rstrip("-") + end
    return found


Where = tuple[str | int, ...]
MOST_OPTIONS = 6


class PackFault(Record):
    """One fault to fix: the reason, and the fault's place in the pack, such as ("templates", 0, "slots", 2)."""

    reason: Reason
    where: Where
    entry: str = ""
    """Id of the entry with the fault, "" for the pack itself."""
    keeps_out: bool = True
    """True if the entry cannot be used until the fault is fixed."""


def faults(rulebook: Rulebook, pack: Pack, others: Sequence[Pack] = ()) -> tuple[PackFault, ...]:
    """Return every fault of `pack` in the order of its file. Entries may refer to names in `others`."""
    return tuple(_faults(rulebook, pack, others))


def sound(rulebook: Rulebook, pack: Pack) -> Pack:
    """Return the pack without unusable entries.

    No entry is left if the pack has the id of the shipped templates.
    """
    if pack.id == RESERVED:
        return pack.with_(templates=(), equipment=(), races=())
    # The first two elements of a fault's place identify the entry. A single fault makes the entry unusable.
    bad = {fault.where[:2] for fault in _faults(rulebook, pack, ()) if fault.keeps_out}
    return pack.with_(
        **{
            part: tuple(each for place, each in enumerate(entries) if (part, place) not in bad)
            for part, entries in entries_of(pack).items()
        }
    )


def _faults(rulebook: Rulebook, pack: Pack, others: Sequence[Pack]) -> Iterator[PackFault]:
    if not pack.name.strip():
        yield PackFault(reason("pack-name-missing"), ("name",), keeps_out=False)
    if pack.id == RESERVED:
        yield PackFault(reason("pack-id-reserved", id=pack.id), ("id",))
    check = _PackCheck(rulebook, pack, [each for each in others if each.id != RESERVED])
    for part, entries in entries_of(pack).items():
        for place, entry in enumerate(entries):
            yield from check.entry(entry, (part, place))


class _PackCheck:
    """Checks entries one by one. Later entries are compared with the ids and names of earlier entries."""

    def __init__(self, rulebook: Rulebook, pack: Pack, others: Sequence[Pack]) -> None:
        self._rulebook = rulebook
        self._pack = pack
        self._ids: set[str] = set()
        self._names: set[tuple[object, str]] = set()
        self._icons = {race.id for race in pack.races}
        self._origins = {(name.kind, name.id) for name in origin_names(rulebook)}
        self._origins |= {(template.kind, template.id) for each in (*others, pack) for template in each.templates}
        self._skills = {skill.id for skill in rulebook.skills}
        self._masteries = {mastery.id: mastery.skill for mastery in rulebook.masteries}
        self._printed = {
            PackItem: {key(name) for die in rulebook.dice for name in (die.name, *die.aliases)},
            PackRace: {key(name) for icon in rulebook.icons for name in (icon.name, *icon.aliases)},
            PackTemplate: set[str](),
        }

    def entry(self, entry: Entry, at: Where) -> Iterator[PackFault]:
        for why, where, keeps_out in (*self._named(entry), *self._inside(entry)):
            yield PackFault(why, (*at, *where), entry.id, keeps_out)

    def _named(self, entry: Entry) -> Iterator[tuple[Reason, Where, bool]]:
        if not entry.id.startswith(f"{self._pack.id}/"):
            yield reason("pack-id-foreign", id=entry.id, pack=self._pack.id), ("id",), True
        if entry.id in self._ids:
            yield reason("pack-id-twice", id=entry.id), ("id",), True
        self._ids.add(entry.id)
        if not key(entry.name):
            yield reason("pack-entry-name-missing"), ("name",), True
            return
        kind = entry.kind if isinstance(entry, PackTemplate) else type(entry)
        named = (kind, key(entry.name))
        if named in self._names:
            yield reason("pack-name-twice", name=entry.name), ("name",), True
        # Two entries with the same name would make stat blocks and searches ambiguous.
        elif key(entry.name) in self._printed[type(entry)]:
            yield reason("pack-name-printed", name=entry.name), ("name",), True
        self._names.add(named)

    def _inside(self, entry: Entry) -> Iterable[tuple[Reason, Where, bool]]:
        match entry:
            case PackTemplate():
                return self._template(entry)
            case PackItem():
                return self._item(entry)
            case PackRace():
                return self._race(entry)

    def _template(self, template: PackTemplate) -> Iterator[tuple[Reason, Where, bool]]:
        if len(template.slots) != FACES:
            yield reason("pack-not-six", "DICE-1", count=len(template.slots)), ("slots",), True
        for place, slot in enumerate(template.slots[:FACES]):
            where: Where = ("slots", place)
            if slot.free and slot.options:
                yield reason("pack-slot-both"), where, True
            elif not slot.free and not slot.options:
                yield reason("pack-slot-empty", "CHR-4", face=place + 1), where, True
            elif len(slot.options) > MOST_OPTIONS:
                yield reason("pack-options-many", most=MOST_OPTIONS), (*where, "options"), True
            # Face 1 of every die is Universal (DICE-2), and face 2 Physical or Mental (DICE-3).
            elif place == 0 and [each.code for each in slot.options] != [UNIVERSAL]:
                yield reason("pack-face-one", "DICE-2"), where, True
            elif place == 1 and (slot.free or not {each.code for each in slot.options} <= {PHYSICAL, MENTAL}):
                yield reason("pack-face-two", "DICE-3"), where, True
            yield from self._options(slot.options[:MOST_OPTIONS], where, skills_only=place > 1)
        yield from self._links(template)

    def _options(
        self, options: Sequence[Face], where: Where, *, skills_only: bool
    ) -> Iterator[tuple[Reason, Where, bool]]:
        for place, option in enumerate(options):
            at: Where = (*where, "options", place)
            unknown = self._unknown(option)
            if unknown:
                yield reason("pack-icon-unknown", "DICE-1", icon=unknown), at, True
            elif option in options[:place]:
                yield reason("pack-option-twice", icon=self._said(option)), at, True
            elif skills_only and option.code not in self._skills:
                yield reason("pack-face-skill", "AMB-88", icon=self._said(option) or "?"), at, True

    def _links(self, template: PackTemplate) -> Iterator[tuple[Reason, Where, bool]]:
        occupation = TemplateKind.OCCUPATION if template.kind is TemplateKind.OCCUPATION else None
        forbidding = template.kind is TemplateKind.CULTURE
        for field, wanted, given in (
            ("opens", OPENED[template.kind], template.opens),
            ("opened_by", OPENERS.get(template.kind), template.opened_by),
            ("after", occupation, template.after),
            (
                "forbids",
                TemplateKind.OCCUPATION if forbidding else None,
                [each.occupation for each in template.forbids],
            ),
            ("forbids", TemplateKind.BACKGROUND, [each.background for each in template.forbids if forbidding]),
        ):
            if given and wanted is None:
                yield reason(f"pack-{field.replace('_', '-')}-nothing", "CHR-2"), (field,), False
                continue
            for place, name in enumerate(given):
                if not name or (wanted, name) in self._origins:
                    continue
                known = any((kind, name) in self._origins for kind in TemplateKind)
                code = f"pack-not-a-{wanted}" if known else "pack-opens-unknown"
                yield reason(code, "CHR-2", name=name), (field, place), False
        if template.open_to_all and template.kind is not TemplateKind.OCCUPATION:
            yield reason("pack-open-to-all", "CHR-2"), ("open_to_all",), False

    def _item(self, item: PackItem) -> Iterator[tuple[Reason, Where, bool]]:
        if len(item.faces) != FACES:
            yield reason("pack-not-six", "DICE-1", count=len(item.faces)), ("faces",), True
        for place, shown in enumerate(item.faces):
            unknown = self._unknown(shown)
            if shown.is_unfilled:
                yield reason("pack-face-empty", face=place + 1), ("faces", place), True
            elif unknown:
                yield reason("pack-icon-unknown", "DICE-1", icon=unknown), ("faces", place), True

    def _race(self, race: PackRace) -> Iterator[tuple[Reason, Where, bool]]:
        if not race.letters.strip() or not race.letters.isalnum():
            yield reason("pack-letters"), ("letters",), True
        if not race.readings:
            yield reason("pack-readings-none", "RACE-2"), ("readings",), True
        seen: set[str] = set()
        for place, reading in enumerate(race.readings):
            if reading.skill not in self._skills:
                yield reason("pack-skill-unknown", "RACE-2", skill=reading.skill), ("readings", place, "skill"), True
                continue
            skill = skill_label(self._rulebook.skill(reading.skill))
            if reading.skill in seen:
                yield reason("pack-reading-twice", "RACE-2", skill=skill), ("readings", place, "skill"), True
            seen.add(reading.skill)
            if reading.mastery and self._masteries.get(reading.mastery) != reading.skill:
                why = reason("pack-mastery-unknown", "RACE-3", mastery=reading.mastery, skill=skill)
                yield why, ("readings", place, "mastery"), True

    def _unknown(self, shown: Face) -> str:
        return next((icon for icon in shown.icons if not self._rulebook.has_icon(icon) and icon not in self._icons), "")

    def _said(self, shown: Face) -> str:
        return "/".join(icon_name(self._rulebook, icon) for icon in shown.icons)


def with_packs(rulebook: Rulebook, packs: Sequence[Pack]) -> Rulebook:
    """Return the rulebook with every faultless entry of `packs` added as house content.

    A template with the same name as one in the rulebook uses the id of that name. If such an occupation lists no second
    occupations, it gives access to those that the rulebook lists for the name (AMB-90). Unknown names are ignored. Each
    pack must have its own id; a pack with the id of the shipped house templates is ignored.
    """
    packs = [pack for pack in packs if pack.id != RESERVED]
    # Returning the same object keeps the caches of the rulebook valid.
    if not packs:
        return rulebook
    whole = [(pack, sound(rulebook, pack)) for pack in packs]
    races = [_race(pack, race) for pack, good in whole for race in good.races]
    dice = [_die(pack, item) for pack, good in whole for item in good.equipment]
    added = [_template(rulebook, pack, template) for pack, good in whole for template in good.templates]
    opened = _opened_by(template for _, good in whole for template in good.templates)
    templates = (*rulebook.templates, *added)
    # Packs may refer to names in other packs, so all templates are added before names are listed.
    known = {name.id for name in origin_names(replace(rulebook, templates=templates))}
    return replace(
        rulebook,
        templates=tuple(_opening(template, opened, known) for template in templates),
        dice=(*rulebook.dice, *dice),
        races=(*rulebook.races, *races),
        packs=(*rulebook.packs, *(PackTitle(pack.id, pack.name) for pack in packs)),
    )


def stands_for(rulebook: Rulebook, template: PackTemplate) -> str:
    """Return the id of the rulebook's name that equals a pack template's name; "" if there is none."""
    wanted = key(template.name)
    for known in rulebook.templates:
        if known.kind is template.kind and wanted in {key(each) for each in (known.name, *known.aliases)}:
            return name_id(known)
    for named in rulebook.setting_names:
        if named.kind is template.kind and wanted == key(named.name):
            return named.id
    return ""


def _template(rulebook: Rulebook, pack: Pack, template: PackTemplate) -> Template:
    named = stands_for(rulebook, template)
    opens = template.opens
    if not opens and template.kind is TemplateKind.OCCUPATION and named:
        opens = next((each.opens for each in rulebook.templates_of(template.kind) if name_id(each) == named), ())
    return Template(
        id=template.id,
        name=template.name,
        kind=template.kind,
        slots=tuple(FaceSlot(slot.options, slot.free) for slot in template.slots),
        opens=opens,
        source=pack.name,
        open_to_all=template.open_to_all,
        forbids=template.forbids,
        house=True,
        stands_for=named,
    )


def _die(pack: Pack, item: PackItem) -> PrintedDie:
    use, faces = DieUse(item.kind.value), item.faces
    return PrintedDie(item.id, item.name, use, faces, pack.name, range_increment=item.range_increment, house=True)


def _race(pack: Pack, race: PackRace) -> Race:
    readings = tuple(RacialReading(each.skill, each.mastery) for each in race.readings)
    return Race(
        race.id, race.name, f"the letters {race.letters}", readings, pack.name, letters=race.letters, house=True
    )


def _opened_by(given: Iterable[PackTemplate]) -> dict[tuple[TemplateKind, str], list[str]]:
    """Return the ids to add to each template's `opens`, by the template's kind and its own id or its name's id."""
    opened: dict[tuple[TemplateKind, str], list[str]] = {}
    for template in given:
        opener = OPENERS.get(template.kind)
        if opener is not None:
            for name in template.opened_by:
                opened.setdefault((opener, name), []).append(template.id)
        if template.kind is TemplateKind.OCCUPATION:
            for name in template.after:
                opened.setdefault((template.kind, name), []).append(template.id)
    return opened


def _opening(template: Template, opened: dict[tuple[TemplateKind, str], list[str]], known: set[str]) -> Template:
    more = [
        name
        for opener in dict.fromkeys((name_id(template), template.id))
        for name in opened.get((template.kind, opener), ())
    ]
    opens = tuple(dict.fromkeys(name for name in (*template.opens, *more) if name in known))
    return template if opens == template.opens else replace(template, opens=opens)
