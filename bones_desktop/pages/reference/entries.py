"""All entries of the reference, by section, and those that a game master's screen shows as tables."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from bones_desktop.pages.reference.entry import (
    Entry,
    EntryCell,
    EntryDieRow,
    EntryLook,
    ReferenceSection,
    adventure_entries,
    any_of,
    campaign_entries,
    cast_entries,
    dice_count,
    fight_entries,
    section_name,
    setting_entries,
    task_entries,
)
from bones_desktop.rules.bones.book.character import ItemKind, spoken
from bones_desktop.rules.bones.book.definitions import Ability, ActionClass, Mastery, MasteryType, Race, Skill
from bones_desktop.rules.bones.book.icons import Face
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
from bones_desktop.storage.games import GAMES, SMALL_GAMES, fight_tables, guide_of
from bones_desktop.wording.games.words import game_name
from bones_desktop.wording.language import _
from bones_desktop.wording.names import (
    action_class_name,
    aptitude_name,
    faces_in_words,
    item_in_words,
    template_kind_name,
)

_SECTIONS: Final = {
    DieUse.WEAPON: ReferenceSection.EQUIPMENT,
    DieUse.SHIELD: ReferenceSection.EQUIPMENT,
    DieUse.ARMOUR: ReferenceSection.EQUIPMENT,
    DieUse.MAGIC_ITEM: ReferenceSection.EQUIPMENT,
    DieUse.CAST: ReferenceSection.MODULAR,
    DieUse.BEAST: ReferenceSection.MODULAR,
    DieUse.HORDE: ReferenceSection.HORDES,
    DieUse.HINDERING: ReferenceSection.HINDERING,
    DieUse.CHALLENGE: ReferenceSection.HINDERING,
}


_DIE_PAGES: Final = {
    DieUse.SHIELD: "healing",
    DieUse.ARMOUR: "healing",
    DieUse.CAST: "beasts",
    DieUse.BEAST: "beasts",
    DieUse.HORDE: "beasts",
    DieUse.CHALLENGE: "trying",
}
"""Pages of the guide with more about a die. All other dice are explained on the page about dice."""


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
            _SECTIONS[die.use],
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
    """Yield one entry for each template, and one for each kind of name without a template."""
    names = {name.id: name.name for name in origin_names(rulebook)}
    for template in rulebook.templates:
        said = ", ".join(_slot_text(rulebook, slot) for slot in template.slots)
        cells = tuple(EntryCell(tuple(face.code for face in slot.options)) for slot in template.slots)
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
    # A house template may stand in for a name of the setting, which then needs no entry of its own.
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
                (_("Named by the rulebook, without a template."),),
            )


def block_entries(rulebook: Rulebook) -> Iterator[Entry]:
    """Yield one entry for each sample beast, cast member and horde."""
    for block in rulebook.blocks:
        kind = [_block_kind(block.kind), dice_count(len(block.dice))]
        if block.move is not None:
            kind.append(_("moves {}").format(f"{block.move:g}"))
        if block.flying is not None:
            kind.append(_("flies {}").format(f"{block.flying:g}"))
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


def _look(die: PrintedDie) -> EntryLook:
    if die.use is DieUse.CHALLENGE:
        return EntryLook.CHALLENGE
    if die.use is DieUse.HINDERING:
        return EntryLook.FLAME if die.id == "flaming" else EntryLook.HINDERING
    return EntryLook.STEEL if _SECTIONS[die.use] is ReferenceSection.EQUIPMENT else EntryLook.BONE


def _row(rulebook: Rulebook, faces: Sequence[Face], look: EntryLook = EntryLook.BONE, label: str = "") -> EntryDieRow:
    spoken = ", ".join(face_name(rulebook, face) for face in faces)
    return EntryDieRow(tuple(EntryCell((face.code,)) for face in faces), look, label, spoken)


def _block_rows(rulebook: Rulebook, dice: Sequence[BlockDie]) -> Iterator[EntryDieRow]:
    """Yield each different die once, with its number."""
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
    return any_of([face_name(rulebook, face) for face in slot.options])


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


def _block_kind(kind: BlockKind) -> str:
    return {
        BlockKind.CAST: _("Cast member"),
        BlockKind.BEAST: _("Beast"),
        BlockKind.HORDE: _("Horde"),
    }[kind]


def _use_name(use: DieUse) -> str:
    return {
        DieUse.WEAPON: _("Weapon"),
        DieUse.SHIELD: _("Shield"),
        DieUse.ARMOUR: _("Armour"),
        DieUse.MAGIC_ITEM: _("Magic item"),
        DieUse.CAST: _("Cast die"),
        DieUse.BEAST: _("Beast die"),
        DieUse.HORDE: _("Horde die"),
        DieUse.HINDERING: _("Hindering die"),
        DieUse.CHALLENGE: _("Challenge die"),
    }[use]


def icon_entries(rulebook: Rulebook) -> Iterator[Entry]:
    """Yield one entry for each icon of the game, in the order of the data."""
    for symbol in rulebook.symbols:
        yield Entry(
            ReferenceSection.SYMBOLS,
            symbol.id,
            symbol.name,
            symbol.source,
            _("Drawn as {}").format(symbol.sign),
            (symbol.effect,),
            symbol.id,
            also=symbol.aliases,
        )
    for skill in rulebook.skills:
        yield _skill(rulebook, skill)
    for mastery in rulebook.masteries:
        yield _mastery(rulebook, mastery)
    for race in rulebook.races:
        yield _race(rulebook, race)
    for ability in rulebook.abilities:
        yield _ability(ability)


def _skill(rulebook: Rulebook, skill: Skill) -> Entry:
    rule = {
        ActionClass.UNIVERSAL: _("Anyone may try, and successes have no cap."),
        ActionClass.RESTRICTED: _("Needs an icon of its own on your dice; two successes at most for each."),
        ActionClass.SPECIAL: _("Needs an icon of its own on your dice; one success at most for each."),
    }[skill.action_class]
    details = [skill.covers, rule]
    if skill.often_opposed_by:
        details.append(_("Often opposed by {}.").format(rulebook.skill(skill.often_opposed_by).name))
    masteries = [mastery.name for mastery in rulebook.masteries if mastery.skill == skill.id]
    if masteries:
        details.append(_("Masteries: {}").format(", ".join(masteries)))
    kind = (aptitude_name(skill.aptitude), action_class_name(skill.action_class), skill.sign)
    return Entry(
        ReferenceSection.SKILLS,
        skill.id,
        skill.name,
        skill.source,
        " · ".join(kind),
        tuple(details),
        skill.id,
        also=(skill_label(skill), *skill.aliases, *skill.words),
    )


def _mastery(rulebook: Rulebook, mastery: Mastery) -> Entry:
    ranks = {1: _("blue, one notch"), 2: _("green, two notches"), 3: _("red, three notches")}
    types = {
        MasteryType.DOUBLE: _("doubled"),
        MasteryType.EITHER: _("one or the other"),
        MasteryType.BOTH: _("both at once"),
        MasteryType.OTHER: _("with an effect of its own"),
        MasteryType.CONDITIONAL: _("under a condition"),
        MasteryType.ASSET: _("brings an asset"),
    }
    skill = skill_label(rulebook.skill(mastery.skill))
    return Entry(
        ReferenceSection.MASTERIES,
        mastery.id,
        mastery.name,
        mastery.source,
        " · ".join((_("Mastery of {}").format(skill), ranks[mastery.rank], types[mastery.type])),
        (mastery.effect,),
        mastery.id,
        also=(icon_name(rulebook, mastery.id), *mastery.aliases),
    )


def _race(rulebook: Rulebook, race: Race) -> Entry:
    readings = [icon_name(rulebook, reading.mastery or reading.skill) for reading in race.readings]
    return Entry(
        ReferenceSection.RACES,
        race.id,
        race.name,
        race.source,
        _("Racial icon · {}").format(race.sign),
        (_("Stands for {}.").format(any_of(readings)),),
        race.id,
        house=race.house,
        also=race.aliases,
    )


def _ability(ability: Ability) -> Entry:
    return Entry(
        ReferenceSection.ABILITIES,
        ability.id,
        ability.name,
        ability.source,
        _("Beast ability · {}").format(ability.sign),
        (ability.effect,),
        ability.id,
        also=ability.aliases,
    )


def game_entries(first: str = "") -> Iterator[Entry]:
    """Yield the lines of the smaller games' tables. The game with the id `first` comes before the others."""
    for small in sorted(SMALL_GAMES, key=lambda each: each.game.id != first):
        game = small.game
        for part in game.reference(small.book):
            kind = _("{game} · {table}").format(game=game.title, table=game_name(game.id, "", part.id))
            for place, line in enumerate(part.lines):
                words = [game_name(game.id, "", text) for text in (line.title, line.value, line.text) if text]
                yield Entry(
                    ReferenceSection.GAMES,
                    f"{game.id}:{part.id}:{place}",
                    words[0],
                    part.rule,
                    kind,
                    tuple(words[1:]),
                    page=(game.id, ""),
                )


def guide_entries(first: str = "") -> Iterator[Entry]:
    """Yield the pages of the guides and then the rules. The game with the id `first` comes before the others."""
    games = sorted((each.game for each in GAMES), key=lambda game: game.id != (first or GAMES[0].game.id))
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


def reference_entries(rulebook: Rulebook, game: str = "") -> tuple[Entry, ...]:
    """Return every entry of the rulebook, sorted by section, within a section in the order of the data.

    The game with the id `game` comes first, BONES for "".
    """
    order = {section: place for place, section in enumerate(ReferenceSection)}
    every = chain(
        guide_entries(game),
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
    # The heading is set here once, because a search must find entries by it, too.
    headed = (
        replace(entry, heading=section_name(entry.section), foreign=(entry.page[0] or BONES.id) != open_game)
        for entry in every
    )
    return tuple(sorted(headed, key=lambda entry: order[entry.section]))


_SHOWN: Final = (
    ReferenceSection.DIFFICULTIES, ReferenceSection.CAST, ReferenceSection.HORDES,
    ReferenceSection.MINDS, ReferenceSection.SPIFFS, ReferenceSection.IMPROVEMENT,
    ReferenceSection.INCOME,
)  # fmt: skip


def screen_tables(rulebook: Rulebook) -> Iterator[tuple[str, tuple[tuple[str, str, str], ...]]]:
    """Yield each table's title and lines: a name, its kind, and its text. Entries with dice are left out.

    Tables of a fight come first.
    """
    for table in fight_tables():
        yield table.name, tuple((line.name, "", line.value) for line in table.lines)
    entries = reference_entries(rulebook)
    for section in _SHOWN:
        # Pictures of dice have no room on a screen of tables.
        here = [each for each in entries if each.section is section and not each.dice]
        kinds = Counter(each.kind for each in here if each.details)  # a kind that many share says nothing
        lines = tuple((each.name, "" if kinds[each.kind] > 1 else each.kind, "\n".join(each.details)) for each in here)
        if lines:
            yield here[0].heading, lines
