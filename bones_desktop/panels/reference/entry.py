"""One entry of the reference: what its card shows, what it says as text, and whether it answers a search."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.wording import Translate


class Section(StrEnum):
    """The parts of the reference, in their order."""

    GUIDE = "guide"
    SYMBOLS = "symbols"
    SKILLS = "skills"
    MASTERIES = "masteries"
    RACES = "races"
    ABILITIES = "abilities"
    DIFFICULTIES = "difficulties"
    FIGHT = "fight"
    EQUIPMENT = "equipment"
    MODULAR = "modular"
    HINDERING = "hindering"
    TEMPLATES = "templates"
    BEASTS = "beasts"
    CAST = "cast"
    HORDES = "hordes"
    MINDS = "minds"
    SPIFFS = "spiffs"
    IMPROVEMENT = "improvement"
    INCOME = "income"
    RULES = "rules"
    SETTING = "setting"
    ADVENTURE = "adventure"
    GAMES = "games"


class Look(StrEnum):
    """The kind of die a picture stands on; each is also the colour role of its body."""

    BONE = "bone"
    STEEL = "steel"
    CHALLENGE = "challenge"
    HINDERING = "hindering"
    FLAME = "flame"


@dataclass(frozen=True, slots=True)
class Cell:
    """One face of a die: its face codes, more than one for a limited choice; none when any skill may stand there."""

    codes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DieRow:
    """A die shown as six small faces, with its name and how many there are when it is one of several."""

    cells: tuple[Cell, ...]
    look: Look = Look.BONE
    label: str = ""
    spoken: str = ""
    """The faces in words."""


@dataclass(frozen=True)
class Entry:
    """One thing to look up."""

    section: Section
    id: str
    name: str
    source: str
    """Id of the rule, or number of the part of the rules."""
    kind: str = ""
    """What it is, in a few words below its name."""
    details: tuple[str, ...] = ()
    icon: str = ""
    """Face code of its large picture; "" for none."""
    look: Look = Look.BONE
    dice: tuple[DieRow, ...] = ()
    house: bool = False
    also: tuple[str, ...] = ()
    """Other names it is found by."""
    asks: Request | None = None
    """What it asks of the dice; None for nothing."""
    heading: str = ""
    """Name of its section; it is found by that too."""
    page: tuple[str, str] = ("", "")
    """Ids of the game and of the page of its guide that it opens."""

    @cached_property
    def rule(self) -> str:
        """Where the rule stands, as shown: "ICON-1", "§1.10"."""
        return f"§{self.source}" if self.source[:1].isdigit() else self.source

    @cached_property
    def text(self) -> str:
        """The entry as plain lines, for the clipboard and for screen readers."""
        dice = (f"{row.label}: {row.spoken}" if row.label else row.spoken for row in self.dice)
        return "\n".join(part for part in (self.name, self.kind, *dice, *self.details, self.rule) if part)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(name.casefold() for name in (self.name, *self.also))

    @cached_property
    def _haystack(self) -> str:
        return "\n".join((self.text, *self.also, self.heading)).casefold()

    def rank(self, words: Sequence[str]) -> int | None:
        """Return how well the entry answers `words`, casefolded; None when one of them is missing.

        0: they are a name; 1: a name begins with them; 2: a word of a name does; 3: they are in a name; 4: words of
        the entry begin with each; 5: they are somewhere in it.
        """
        if not all(word in self._haystack for word in words):
            return None
        phrase = " ".join(words)
        if phrase in self._names:
            return 0
        if any(name.startswith(phrase) for name in self._names):
            return 1
        if any(f" {phrase}" in name for name in self._names):
            return 2
        if any(phrase in name for name in self._names):
            return 3
        return 4 if all(re.search(rf"\b{re.escape(word)}", self._haystack) for word in words) else 5


def found(entries: Iterable[Entry], search: str) -> tuple[Entry, ...]:
    """Return the entries that hold every word of `search`, best answers first, else in their order."""
    words = search.casefold().split()
    if not words:
        return tuple(entries)
    ranked = ((entry.rank(words), entry) for entry in entries)
    answers = [(rank, entry) for rank, entry in ranked if rank is not None]
    answers.sort(key=lambda answer: answer[0])
    return tuple(entry for _, entry in answers)


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
        Section.GUIDE: tr("Guide"),
        Section.SYMBOLS: tr("Universal symbols"),
        Section.SKILLS: tr("Skills"),
        Section.MASTERIES: tr("Masteries"),
        Section.RACES: tr("Races"),
        Section.ABILITIES: tr("Beast abilities"),
        Section.DIFFICULTIES: tr("Difficulties and examples"),
        Section.FIGHT: tr("In a fight"),
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
        Section.RULES: tr("Rules"),
        Section.SETTING: tr("Cold Iron: years and peoples"),
        Section.ADVENTURE: tr("Adventure pack (GM)"),
        Section.GAMES: tr("Other games"),
    }[section]
