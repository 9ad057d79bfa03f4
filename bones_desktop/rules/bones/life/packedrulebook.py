"""The rulebook with packs of house content in it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bones_desktop.rules.bones.book.races import Race, RacialReading
from bones_desktop.rules.bones.book.rulebook import (
    DieUse,
    FaceSlot,
    PackTitle,
    PrintedDie,
    Rulebook,
    Template,
    TemplateKind,
)
from bones_desktop.rules.bones.book.spelling import key
from bones_desktop.rules.bones.life.packfaults import sound
from bones_desktop.rules.bones.life.packs import OPENERS, RESERVED, Pack, PackItem, PackRace, PackTemplate
from bones_desktop.rules.bones.making.originnames import origin_names
from bones_desktop.rules.bones.making.origins import name_id


def with_packs(rulebook: Rulebook, packs: Sequence[Pack]) -> Rulebook:
    """Return the rulebook with everything in `packs` that has no fault; all of it is house content.

    A template called like one of the rulebook's names answers to that name. Names that nothing has are passed over.
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
    return Template(
        id=template.id,
        name=template.name,
        kind=template.kind,
        slots=tuple(FaceSlot(slot.options, slot.free) for slot in template.slots),
        opens=template.opens,
        source=pack.name,
        open_to_all=template.open_to_all,
        house=True,
        stands_for=stands_for(rulebook, template),
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
    return opened


def _opening(template: Template, opened: dict[tuple[TemplateKind, str], list[str]], known: set[str]) -> Template:
    more = [
        name
        for opener in dict.fromkeys((name_id(template), template.id))
        for name in opened.get((template.kind, opener), ())
    ]
    opens = tuple(dict.fromkeys(name for name in (*template.opens, *more) if name in known))
    return template if opens == template.opens else replace(template, opens=opens)
