"""Small words the entries share: lists, counts, and the names of sections."""

from collections.abc import Sequence

from bones_desktop.panels.reference.entry import Section
from bones_desktop.wording import Translate


def any_of(names: Sequence[str], tr: Translate) -> str:
    """Return "A", "A or B", "A, B or C"."""
    if len(names) < 2:
        return "".join(names)
    return tr("{} or {}").format(", ".join(names[:-1]), names[-1])


def number_of(count: int, one: str, many: str) -> str:
    """Return `one` for a single thing, else `many` with the number put in."""
    return one if count == 1 else many.format(count)


def dice_count(count: int, tr: Translate) -> str:
    """Return "1 die", "4 dice"."""
    return number_of(count, tr("1 die"), tr("{} dice"))


def section_name(section: Section, tr: Translate) -> str:
    """Return the section's heading."""
    return {
        Section.SYMBOLS: tr("Universal symbols"),
        Section.SKILLS: tr("Skills"),
        Section.MASTERIES: tr("Masteries"),
        Section.RACES: tr("Races"),
        Section.ABILITIES: tr("Beast abilities"),
        Section.DIFFICULTIES: tr("Difficulties and examples"),
        Section.EQUIPMENT: tr("Equipment dice"),
        Section.MODULAR: tr("Modular dice"),
        Section.HINDERING: tr("Hindering dice"),
        Section.TEMPLATES: tr("Templates"),
        Section.BEASTS: tr("Beasts"),
        Section.CAST: tr("Cast"),
        Section.HORDES: tr("Hordes"),
        Section.MINDS: tr("Ruling a mind"),
        Section.SPIFFS: tr("Spiffs"),
        Section.IMPROVEMENT: tr("Improvement"),
        Section.INCOME: tr("Off-stage income"),
        Section.ADVENTURE: tr("Adventure pack (GM)"),
    }[section]
