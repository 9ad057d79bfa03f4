"""Functions that make all entries of the reference, section by section."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, Final

from bones_desktop.pages.reference.entry import (
    Entry,
    EntryDieRow,
    EntryLook,
    ReferenceSection,
    adventure_entries,
    campaign_entries,
    cast_entries,
    fight_entries,
    setting_entries,
    task_entries,
)
from bones_desktop.rules.bones.book.character import ItemKind, spoken
from bones_desktop.rules.bones.book.definitions import Ability, ActionClass, Mastery, MasteryType, Race, Skill
from bones_desktop.rules.bones.book.icons import Face, Symbol
from bones_desktop.rules.bones.book.notation import ITEM_USES, face_name, icon_name, skill_label
from bones_desktop.rules.bones.book.rulebook import (
    BlockDie,
    BlockKind,
    DieUse,
    FaceSlot,
    PrintedDie,
    Rulebook,
    StatBlock,
    Template,
    TemplateKind,
)
from bones_desktop.rules.bones.game import BONES
from bones_desktop.rules.bones.making.creation import origin_names
from bones_desktop.rules.tables import NO_TABLES, TableSet
from bones_desktop.storage.games import GAMES, SMALL_GAMES, StoredGame, guide_of
from bones_desktop.wording.games.words import game_name, sheet_words
from bones_desktop.wording.language import _, decimal, dice_words, ngettext
from bones_desktop.wording.names import (
    action_class_name,
    aptitude_name,
    character_kind_name,
    faces_in_words,
    item_in_words,
    item_kind_name,
    listed,
    template_kind_name,
)

_SECTIONS: Final = {
    DieUse.CAST: ReferenceSection.MODULAR,
    DieUse.BEAST: ReferenceSection.MODULAR,
    DieUse.HORDE: ReferenceSection.HORDES,
    DieUse.HINDERING: ReferenceSection.HINDERING,
    DieUse.CHALLENGE: ReferenceSection.HINDERING,
}
"""Sections of dice that are not equipment."""

_DIE_PAGES: Final = {
    DieUse.SHIELD: "healing",
    DieUse.ARMOUR: "healing",
    DieUse.CAST: "beasts",
    DieUse.BEAST: "beasts",
    DieUse.HORDE: "beasts",
    DieUse.CHALLENGE: "trying",
}
"""Guide pages that explain a die. Dice not listed here are explained on the page about dice."""


def _die_in_words(rulebook: Rulebook, die: PrintedDie) -> str:
    if die.use in ITEM_USES:
        return item_in_words(rulebook, ItemKind(die.use.value), die.faces)
    return _("{}.").format(faces_in_words(rulebook, die.faces))


def die_entries(rulebook: Rulebook) -> Iterator[Entry]:
    """Yield one entry for each printed die."""
    for die in rulebook.dice:
        kind = [_use_name(die.use)]
        if die.two_handed:
            kind.append(_("two-handed"))
        if die.range_increment is not None:
            kind.append(_("range increment {} m").format(die.range_increment))
        yield Entry(
            _section(die),
            die.id,
            die.name,
            die.source,
            " · ".join(kind),
            (_die_in_words(rulebook, die),),
            dice=(_row(rulebook, die.faces, _look(die)),),
            house=die.house,
            also=die.aliases,
            page=(BONES.id, _DIE_PAGES.get(die.use, "dice")),
        )


def template_entries(rulebook: Rulebook) -> Iterator[Entry]:
    """Yield one entry for each template, and for each kind one entry with all names that have no template."""
    names = {name.id: name.name for name in origin_names(rulebook)}
    for template in rulebook.templates:
        said = ", ".join(_slot_text(rulebook, slot) for slot in template.slots)
        cells = tuple(tuple(face.code for face in slot.options) for slot in template.slots)
        yield Entry(
            ReferenceSection.TEMPLATES,
            template.id,
            template.name,
            template.source,
            template_kind_name(template.kind),
            tuple(_template_details(rulebook, template, names)),
            dice=(EntryDieRow(cells, spoken=said),),
            house=template.house,
            also=template.aliases,
        )
    # A house template may replace a name of the setting. That name then has a template and is not listed.
    answered = {(template.kind, template.stands_for or template.id) for template in rulebook.templates}
    for kind in TemplateKind:
        left = [each for each in rulebook.setting_names if each.kind is kind and (kind, each.id) not in answered]
        if left:
            yield Entry(
                ReferenceSection.TEMPLATES,
                f"names/{kind}",
                ", ".join(each.name for each in left),
                left[0].source,
                template_kind_name(kind),
                (_("Named in the rulebook, but without a template."),),
            )


def block_entries(rulebook: Rulebook) -> Iterator[Entry]:
    """Yield one entry for each sample beast, each member of the cast and each horde."""
    for block in rulebook.blocks:
        count = len(block.dice)
        kind = [character_kind_name(block.kind), ngettext("{n} die", "{n} dice", count).format(n=count)]
        if block.move is not None:
            kind.append(_("moves {}").format(decimal(f"{block.move:g}")))
        if block.flying is not None:
            kind.append(_("flies {}").format(decimal(f"{block.flying:g}")))
        details = []
        if block.equipment:
            details.append(_("Equipment: {}").format(", ".join(_counted(rulebook, block.equipment))))
        if block.note:
            details.append(block.note)
        yield Entry(
            _block_section(block),
            block.id,
            block.name,
            block.source,
            " · ".join(kind),
            tuple(details),
            dice=tuple(_block_rows(rulebook, block.dice)),
            house=block.house,
        )


def _section(die: PrintedDie) -> ReferenceSection:
    return _SECTIONS.get(die.use, ReferenceSection.EQUIPMENT)


def _look(die: PrintedDie) -> EntryLook:
    if die.use is DieUse.CHALLENGE:
        return EntryLook.CHALLENGE
    if die.use is DieUse.HINDERING:
        return EntryLook.FLAME if die.id == "flaming" else EntryLook.HINDERING
    return EntryLook.STEEL if _section(die) is ReferenceSection.EQUIPMENT else EntryLook.BONE


def _row(rulebook: Rulebook, faces: Sequence[Face], look: EntryLook = EntryLook.BONE, label: str = "") -> EntryDieRow:
    spoken = ", ".join(face_name(rulebook, face) for face in faces)
    return EntryDieRow(tuple((face.code,) for face in faces), look, label, spoken)


def _block_rows(rulebook: Rulebook, dice: Sequence[BlockDie]) -> Iterator[EntryDieRow]:
    """Yield a row for each different die, with the number of such dice."""
    for die in dict.fromkeys(dice):
        count = dice.count(die)
        yield _row(rulebook, die.faces, label=die.name if count == 1 else f"{count} × {die.name}")


def _counted(rulebook: Rulebook, dice: Sequence[str]) -> Iterator[str]:
    for die in dict.fromkeys(dice):
        name, count = rulebook.die(die).name, dice.count(die)
        yield name if count == 1 else f"{count} × {name}"


def _slot_text(rulebook: Rulebook, slot: FaceSlot) -> str:
    if slot.free:
        return _("any skill")
    return _any_of([face_name(rulebook, face) for face in slot.options])


def _any_of(names: Sequence[str]) -> str:
    return listed(names, _("{these} or {last}"))


def _template_details(rulebook: Rulebook, template: Template, names: dict[str, str]) -> Iterator[str]:
    if template.opens:
        opened = dict.fromkeys(names.get(each) or spoken(each) for each in template.opens)
        yield _("Leads to {}").format(", ".join(opened))
    if template.open_to_all:
        yield _("Open to every background, and after every first occupation.")
    for each in template.forbids:
        occupation, background = (names.get(id) or spoken(id) for id in (each.occupation, each.background))
        words = _("Forbids {occupation} to the background {background}.") if background else _("Forbids {occupation}.")
        yield words.format(occupation=occupation, background=background)
    if template.derived_from:
        yield _("Built from the printed dice of: {}").format(_origin_name(rulebook, template.derived_from))


def _origin_name(rulebook: Rulebook, origin: str) -> str:
    """Return the name of the printed die or sample from which a house template is built."""
    dice = {die.id: die.name for die in rulebook.dice}
    return dice.get(origin) or rulebook.block(origin).name


def _block_section(block: StatBlock) -> ReferenceSection:
    if block.pack:
        return ReferenceSection.ADVENTURE
    return {
        BlockKind.BEAST: ReferenceSection.BEASTS,
        BlockKind.CAST: ReferenceSection.CAST,
        BlockKind.HORDE: ReferenceSection.HORDES,
    }[block.kind]


def _use_name(use: DieUse) -> str:
    if use in ITEM_USES:
        return item_kind_name(ItemKind(use.value))
    return {
        DieUse.CAST: _("Cast die"),
        DieUse.BEAST: _("Beast die"),
        DieUse.HORDE: _("Horde die"),
        DieUse.HINDERING: _("Hindering die"),
        DieUse.CHALLENGE: _("Challenge die"),
    }[use]


def icon_entries(rulebook: Rulebook) -> Iterator[Entry]:
    """Yield one entry for each icon of the game, in the order of the data."""
    for symbol in rulebook.symbols:
        kind = _("Drawn as {}").format(symbol.sign)
        yield _icon(ReferenceSection.SYMBOLS, symbol, kind, symbol.effect, also=symbol.aliases)
    for skill in rulebook.skills:
        yield _skill(rulebook, skill)
    for mastery in rulebook.masteries:
        yield _mastery(rulebook, mastery)
    for race in rulebook.races:
        readings = [icon_name(rulebook, reading.mastery or reading.skill) for reading in race.readings]
        kind, words = _("Racial icon · {}").format(race.sign), _("Stands for {}.").format(_any_of(readings))
        yield _icon(ReferenceSection.RACES, race, kind, words, also=race.aliases, house=race.house)
    for ability in rulebook.abilities:
        kind = _("Beast ability · {}").format(ability.sign)
        yield _icon(ReferenceSection.ABILITIES, ability, kind, ability.effect, also=ability.aliases)


def _icon(
    section: ReferenceSection,
    icon: Symbol | Skill | Mastery | Race | Ability,
    kind: str,
    *details: str,
    also: tuple[str, ...],
    house: bool = False,
) -> Entry:
    """Return the entry of an icon, which shows the icon as a picture."""
    return Entry(section, icon.id, icon.name, icon.source, kind, details, icon.id, also=also, house=house)


def _skill(rulebook: Rulebook, skill: Skill) -> Entry:
    rule = {
        ActionClass.UNIVERSAL: _("Anyone may try, and successes have no cap."),
        ActionClass.RESTRICTED: _("Needs its own icon on your dice; two successes at most for each icon."),
        ActionClass.SPECIAL: _("Needs its own icon on your dice; one success at most for each icon."),
    }[skill.action_class]
    details = [skill.covers, rule]
    if skill.often_opposed_by:
        details.append(_("Often opposed by {}.").format(rulebook.skill(skill.often_opposed_by).name))
    masteries = [mastery.name for mastery in rulebook.masteries if mastery.skill == skill.id]
    if masteries:
        details.append(_("Masteries: {}").format(", ".join(masteries)))
    kind = " · ".join((aptitude_name(skill.aptitude), action_class_name(skill.action_class), skill.sign))
    also = (skill_label(skill), *skill.aliases, *skill.words)
    return _icon(ReferenceSection.SKILLS, skill, kind, *details, also=also)


def _mastery(rulebook: Rulebook, mastery: Mastery) -> Entry:
    ranks = {1: _("blue, one notch"), 2: _("green, two notches"), 3: _("red, three notches")}
    types = {
        MasteryType.DOUBLE: _("doubled"),
        MasteryType.EITHER: _("one or the other"),
        MasteryType.BOTH: _("both at once"),
        MasteryType.OTHER: _("with a special effect"),
        MasteryType.CONDITIONAL: _("under a condition"),
        MasteryType.ASSET: _("brings an asset"),
    }
    skill = skill_label(rulebook.skill(mastery.skill))
    kind = " · ".join((_("Mastery of {}").format(skill), ranks[mastery.rank], types[mastery.type]))
    also = (icon_name(rulebook, mastery.id), *mastery.aliases)
    return _icon(ReferenceSection.MASTERIES, mastery, kind, mastery.effect, also=also)


def game_entries(first: str) -> Iterator[Entry]:
    """Yield an entry for each line of the smaller games' tables.

    The game with the id `first` comes first.
    """
    for small in _beginning_with(first, SMALL_GAMES):
        game = small.game
        for part in game.reference(small.book):
            kind = _("{game} · {table}").format(game=game.title, table=game_name(game.id, "", part.id))
            for place, line in enumerate(part.lines):
                words = [
                    game_name(game.id, "", line.title),
                    *(sheet_words(game.id, text) for text in (line.value, line.text) if text),
                ]
                yield Entry(
                    ReferenceSection.GAMES,
                    f"{game.id}:{part.id}:{place}",
                    words[0],
                    part.rule,
                    kind,
                    tuple(words[1:]),
                    page=(game.id, ""),
                )


def table_entries(known: TableSet) -> Iterator[Entry]:
    """Yield one entry for each random table of the game master."""
    for table in known.tables.values():
        kind = ngettext("{n} entry", "{n} entries", len(table.entries)).format(n=len(table.entries))
        texts = tuple(dice_words(each.plain) for each in table.entries)
        also = (_("Random table"), table.name)
        yield Entry(ReferenceSection.TABLES, table.name, table.title, "", kind, texts, house=table.own, also=also)


def _beginning_with(first: str, games: Sequence[StoredGame[Any, Any]]) -> list[StoredGame[Any, Any]]:
    return [each for each in games if each.game.id == first] + [each for each in games if each.game.id != first]


def guide_entries(first: str) -> Iterator[Entry]:
    """Yield the pages of the guides, and then the rules.

    The game with the id `first` comes first.
    """
    games = [each.game for each in _beginning_with(first, GAMES)]
    for game in games:
        for page in guide_of(game.id).pages:
            yield Entry(
                ReferenceSection.GUIDE,
                f"{game.id}/{page.id}",
                page.name,
                "",
                game.title,
                (page.about,),
                also=(_("Guide"),),
                page=(game.id, page.id),
            )
    for game in games:
        guide = guide_of(game.id)
        pages = {rule: page for page in guide.pages for rule in page.rules}
        for rule in guide.rules:
            page = pages[rule.id]
            kind = _("{game} · {page}").format(game=game.title, page=page.name)
            details = (rule.text, rule.example) if rule.example else (rule.text,)
            also = (rule.id, *rule.also)
            yield Entry(
                ReferenceSection.RULES, rule.id, rule.name, rule.id, kind, details, also=also, page=(game.id, page.id)
            )


def reference_entries(rulebook: Rulebook, game: str = "", tables: TableSet = NO_TABLES) -> tuple[Entry, ...]:
    """Return every entry of the rulebook and the random tables, by section.

    Within a section, the entries keep the order of the data. The game with the id `game` comes first; "" means BONES.
    """
    every = chain(
        guide_entries(game),
        table_entries(tables),
        icon_entries(rulebook),
        task_entries(rulebook),
        fight_entries(),
        die_entries(rulebook),
        template_entries(rulebook),
        block_entries(rulebook),
        cast_entries(rulebook),
        campaign_entries(rulebook),
        setting_entries(rulebook),
        adventure_entries(rulebook),
        game_entries(game),
    )
    open_game = game or BONES.id
    of_section: dict[ReferenceSection, list[Entry]] = {section: [] for section in ReferenceSection}
    for entry in every:
        of_section[entry.section].append(replace(entry, foreign=(entry.page[0] or BONES.id) != open_game))
    return tuple(chain.from_iterable(of_section.values()))
