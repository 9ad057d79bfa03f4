"""The rulebook with packs of house content in it, and what is unfinished or wrong in a pack.

An entry with a fault stays outside the rulebook until it is mended. The codes of faults begin with pack-.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bones_desktop.rules.bones.book.definitions import Race, RacialReading
from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL, UNIVERSAL, Face
from bones_desktop.rules.bones.book.notation import icon_name, skill_label
from bones_desktop.rules.bones.book.rulebook import (
    DieUse,
    FaceSlot,
    PackTitle,
    PrintedDie,
    Rulebook,
    Template,
    TemplateKind,
)
from bones_desktop.rules.bones.life.packs import (
    OPENED,
    OPENERS,
    RESERVED,
    Entry,
    Pack,
    PackItem,
    PackRace,
    PackTemplate,
    entries_of,
)
from bones_desktop.rules.bones.making.origins import name_id, origin_names
from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.rules.typedtext import key

Where = tuple[str | int, ...]
MOST_OPTIONS = 6


@dataclass(frozen=True, slots=True)
class PackFault:
    """One thing to mend: why, and where in the pack: ("templates", 0, "slots", 2)."""

    reason: Reason
    where: Where
    entry: str = ""
    """Id of the entry it is about, "" for the pack itself."""
    keeps_out: bool = True
    """Whether the entry cannot be used before it is mended."""


def faults(rulebook: Rulebook, pack: Pack, others: Sequence[Pack] = ()) -> tuple[PackFault, ...]:
    """Return every fault of `pack` in the order of its file. `others` are packs whose names it may open."""
    return tuple(_faults(rulebook, pack, others))


def sound(rulebook: Rulebook, pack: Pack) -> Pack:
    """Return the pack without the entries that cannot be used: without any when its id is that of the shipped ones."""
    if pack.id == RESERVED:
        return pack.with_(templates=(), equipment=(), races=())
    bad = {fault.where[:2] for fault in _faults(rulebook, pack, ()) if fault.keeps_out}
    if not bad:
        return pack
    return pack.with_(
        templates=tuple(each for place, each in enumerate(pack.templates) if ("templates", place) not in bad),
        equipment=tuple(each for place, each in enumerate(pack.equipment) if ("equipment", place) not in bad),
        races=tuple(each for place, each in enumerate(pack.races) if ("races", place) not in bad),
    )


def _faults(rulebook: Rulebook, pack: Pack, others: Sequence[Pack]) -> Iterator[PackFault]:
    if not pack.name.strip():
        yield PackFault(reason("pack-name-missing"), ("name",), keeps_out=False)
    if pack.id == RESERVED:
        yield PackFault(reason("pack-id-reserved", id=pack.id), ("id",))
    check = _Check(rulebook, pack, [each for each in others if each.id != RESERVED])
    for part, entries in entries_of(pack).items():
        for place, entry in enumerate(entries):
            yield from check.entry(entry, (part, place))


class _Check:
    """Looks at one entry after the other and remembers the ids and names that were taken."""

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
    """Return the rulebook with everything in `packs` that has no fault; all of it is house content.

    A template called like one of the rulebook's names answers to that name; an occupation that names no second ones
    then leads to those of that name (AMB-90). Names that nothing has are passed over.
    Packs need ids of their own; one with that of the house templates shipped is passed over.
    """
    packs = [pack for pack in packs if pack.id != RESERVED]
    if not packs:
        return rulebook
    whole = [(pack, sound(rulebook, pack)) for pack in packs]
    races = [_race(pack, race) for pack, good in whole for race in good.races]
    dice = [_die(pack, item) for pack, good in whole for item in good.equipment]
    added = [_template(rulebook, pack, template) for pack, good in whole for template in good.templates]
    opened = _opened_by(template for _, good in whole for template in good.templates)
    templates = (*rulebook.templates, *added)
    known = {name.id for name in origin_names(replace(rulebook, templates=templates))}
    return replace(
        rulebook,
        templates=tuple(_opening(template, opened, known) for template in templates),
        dice=(*rulebook.dice, *dice),
        races=(*rulebook.races, *races),
        packs=(*rulebook.packs, *(PackTitle(pack.id, pack.name) for pack in packs)),
    )


def stands_for(rulebook: Rulebook, template: PackTemplate) -> str:
    """Return the id of the rulebook's name that a pack's template is called like, "" for a name of its own."""
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
    """Return what is opened beside `opens`, by kind and id or name id of the opener."""
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
