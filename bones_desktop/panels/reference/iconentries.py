"""The entries of everything that has an icon: symbols, skills, masteries, races, abilities of beasts."""

from collections.abc import Iterator

from bones_desktop.panels.reference.entry import Entry, Section
from bones_desktop.panels.reference.words import any_of
from bones_desktop.rules.bones.book.definitions import Ability, ActionClass, Mastery, MasteryType, Race, Skill
from bones_desktop.rules.bones.book.notation import icon_name, skill_label
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.wording import Translate
from bones_desktop.wording.names import action_class_name, aptitude_name


def icon_entries(rulebook: Rulebook, tr: Translate) -> Iterator[Entry]:
    """Yield one entry for each icon of the game, in the order of the data."""
    for symbol in rulebook.symbols:
        yield Entry(
            Section.SYMBOLS,
            symbol.id,
            symbol.name,
            symbol.source,
            tr("Drawn as {}").format(symbol.sign),
            (symbol.effect,),
            symbol.id,
            also=symbol.aliases,
        )
    for skill in rulebook.skills:
        yield _skill(rulebook, skill, tr)
    for mastery in rulebook.masteries:
        yield _mastery(rulebook, mastery, tr)
    for race in rulebook.races:
        yield _race(rulebook, race, tr)
    for ability in rulebook.abilities:
        yield _ability(ability, tr)


def _skill(rulebook: Rulebook, skill: Skill, tr: Translate) -> Entry:
    rule = {
        ActionClass.UNIVERSAL: tr("Anyone may try, and successes have no cap."),
        ActionClass.RESTRICTED: tr("Needs an icon of its own on your dice; two successes at most for each."),
        ActionClass.SPECIAL: tr("Needs an icon of its own on your dice; one success at most for each."),
    }[skill.action_class]
    details = [skill.covers, rule]
    if skill.often_opposed_by:
        details.append(tr("Often opposed by {}.").format(rulebook.skill(skill.often_opposed_by).name))
    masteries = [mastery.name for mastery in rulebook.masteries if mastery.skill == skill.id]
    if masteries:
        details.append(tr("Masteries: {}").format(", ".join(masteries)))
    kind = (aptitude_name(skill.aptitude, tr), action_class_name(skill.action_class, tr), skill.sign)
    return Entry(
        Section.SKILLS,
        skill.id,
        skill.name,
        skill.source,
        " · ".join(kind),
        tuple(details),
        skill.id,
        also=(skill_label(skill), *skill.aliases),
    )


def _mastery(rulebook: Rulebook, mastery: Mastery, tr: Translate) -> Entry:
    ranks = {1: tr("blue, one notch"), 2: tr("green, two notches"), 3: tr("red, three notches")}
    types = {
        MasteryType.DOUBLE: tr("doubled"),
        MasteryType.EITHER: tr("one or the other"),
        MasteryType.BOTH: tr("both at once"),
        MasteryType.OTHER: tr("with an effect of its own"),
        MasteryType.CONDITIONAL: tr("under a condition"),
        MasteryType.ASSET: tr("brings an asset"),
    }
    skill = skill_label(rulebook.skill(mastery.skill))
    return Entry(
        Section.MASTERIES,
        mastery.id,
        mastery.name,
        mastery.source,
        " · ".join((tr("Mastery of {}").format(skill), ranks[mastery.rank], types[mastery.type])),
        (mastery.effect,),
        mastery.id,
        also=(icon_name(rulebook, mastery.id), *mastery.aliases),
    )


def _race(rulebook: Rulebook, race: Race, tr: Translate) -> Entry:
    readings = [icon_name(rulebook, reading.mastery or reading.skill) for reading in race.readings]
    return Entry(
        Section.RACES,
        race.id,
        race.name,
        race.source,
        tr("Racial icon · {}").format(race.sign),
        (tr("Stands for {}.").format(any_of(readings, tr)),),
        race.id,
        house=race.house,
        also=race.aliases,
    )


def _ability(ability: Ability, tr: Translate) -> Entry:
    return Entry(
        Section.ABILITIES,
        ability.id,
        ability.name,
        ability.source,
        tr("Beast ability · {}").format(ability.sign),
        (ability.effect,),
        ability.id,
        also=ability.aliases,
    )
