"""The class for an entry of the reference, the search for entries, and the entries made from tables."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from operator import itemgetter
from typing import Final

from bones_desktop.rules.bones.book.definitions import Difficulty, NoteTopic
from bones_desktop.rules.bones.book.icons import MENTAL, NULL, PHYSICAL
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind
from bones_desktop.rules.records import Record
from bones_desktop.rules.typedtext import folded, has_word, likeliest, search_words, stem, stems
from bones_desktop.storage.games import fight_tables
from bones_desktop.wording.language import N_, _, decimal, language, ngettext
from bones_desktop.wording.table import spiff_price


class ReferenceSection(StrEnum):
    """The parts of the reference, in the order shown, and their headings."""

    english: str

    def __new__(cls, value: str, heading: str = "") -> "ReferenceSection":
        """Make a section from its value and heading. Looking a section up by its value gives no heading."""
        section = str.__new__(cls, value)
        section._value_, section.english = value, heading
        return section

    GUIDE = "guide", N_("Guide")
    TABLES = "tables", N_("Random tables")
    SYMBOLS = "symbols", N_("Universal symbols")
    SKILLS = "skills", N_("Skills")
    MASTERIES = "masteries", N_("Masteries")
    RACES = "races", N_("Races")
    ABILITIES = "abilities", N_("Beast abilities")
    DIFFICULTIES = "difficulties", N_("Difficulties and examples")
    FIGHT = "fight", N_("In a fight")
    EQUIPMENT = "equipment", N_("Equipment dice")
    MODULAR = "modular", N_("Modular dice")
    HINDERING = "hindering", N_("Hindering dice")
    TEMPLATES = "templates", N_("Templates")
    BEASTS = "beasts", N_("Beasts")
    CAST = "cast", N_("Cast")
    HORDES = "hordes", N_("Hordes")
    MINDS = "minds", N_("Ruling a mind")
    SPIFFS = "spiffs", N_("Spiffs")
    IMPROVEMENT = "improvement", N_("Improvement")
    INCOME = "income", N_("Off-stage income")
    RULES = "rules", N_("Rules")
    SETTING = "setting", N_("Cold Iron: years and peoples")
    ADVENTURE = "adventure", N_("Adventure pack (GM)")
    GAMES = "games", N_("Other games")

    @property
    def heading(self) -> str:
        """The heading in the user's language."""
        return _(self.english)


class EntryLook(StrEnum):
    """Kind of die shown as a picture. The value is also the colour role of the die's body."""

    BONE = "bone"
    STEEL = "steel"
    CHALLENGE = "challenge"
    HINDERING = "hindering"
    FLAME = "flame"


_ASKING: Final = N_("how what when who why does do is are can may must i my a the to")
"""Words of a question that are ignored in a search."""


class EntryDieRow(Record):
    """A die shown as six small faces. `label` is the die's name, with the number of dice if there are several."""

    cells: tuple[tuple[str, ...], ...]
    """The codes on each face: several codes for a limited choice, no code for a free choice of skill."""
    look: EntryLook = EntryLook.BONE
    label: str = ""
    spoken: str = ""
    """The faces in words."""


@dataclass(frozen=True)
class Entry:
    """One entry of the reference."""

    section: ReferenceSection
    id: str
    name: str
    source: str
    """Id of the rule, or number of the chapter of the rulebook."""
    kind: str = ""
    """A few words, shown below the name, that say what kind of entry it is."""
    details: tuple[str, ...] = ()
    icon: str = ""
    """Code of the face shown as a large picture; "" for none."""
    look: EntryLook = EntryLook.BONE
    dice: tuple[EntryDieRow, ...] = ()
    house: bool = False
    also: tuple[str, ...] = ()
    """Other names by which the search finds the entry."""
    asks: Request | None = None
    """The request that the entry offers to roll; None if it offers no roll."""
    page: tuple[str, str] = ("", "")
    """Ids of the game and of the guide page that the entry opens."""
    foreign: bool = False
    """True if the entry belongs to a game other than the open one."""

    @cached_property
    def rule(self) -> str:
        """The reference to the rules as shown: "ICON-1", "§1.10"."""
        # An entry without a rule id cites a chapter of the rulebook by its number.
        return f"§{self.source}" if self.source[:1].isdigit() else self.source

    @cached_property
    def text(self) -> str:
        """The entry as plain lines, for the clipboard and for screen readers."""
        dice = (f"{row.label}: {row.spoken}" if row.label else row.spoken for row in self.dice)
        return "\n".join(part for part in (self.name, self.kind, *dice, *self.details, self.rule) if part)

    @property
    def whole_text(self) -> str:
        """The text, with a note if the entry is a house rule."""
        return "\n".join((self.text, _("house rule"))) if self.house else self.text

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(" ".join(search_words(name)) for name in (self.name, *self.also))

    @cached_property
    def _other_forms(self) -> tuple[str, ...]:
        return tuple(stems(name, language()) for name in self._names)

    @property
    def _words(self) -> str:
        # A search for the heading of a section finds all its entries.
        return "\n".join((self.text, *self.also, self.section.heading))

    @cached_property
    def _haystack(self) -> str:
        return folded(self._words)

    @cached_property
    def _stems(self) -> str:
        return stems(self._words, language())

    def vocabulary(self) -> Iterable[str]:
        """Return the stems of all words of the entry. They are not cached: for all entries they would take some MB."""
        return self._stems.split()

    def has(self, word: str) -> bool:
        """Return whether the entry contains `word`, which comes from `search_words`, in any form."""
        return has_word(self._haystack, self._stems, word, language())

    def rank(self, words: Sequence[str]) -> int | None:
        """Return how well the entry matches the folded `words`; None if a word is missing.

        0: the words are a name; 1: the words are a name in another form; 2: a name begins with the words; 3: a word of
        a name begins with the words; 4: a name contains the words; 5: for each of the words, a word of the entry begins
        with it or is another form of it; 6: the entry contains the words. Modular dice of cast and beasts, and entries
        of a game that is not open, come later, because players rarely look for them.
        """
        if not all(map(self.has, words)):
            return None
        later = 4 if self.foreign else 3 if self.section is ReferenceSection.MODULAR else 0
        phrase = " ".join(words)
        if phrase in self._names:
            return later
        if stems(phrase, language()) in self._other_forms:
            return later + 1
        if any(name.startswith(phrase) for name in self._names):
            return later + 2
        if any(f" {phrase}" in name for name in self._names):
            return later + 3
        if any(phrase in name for name in self._names):
            return later + 4
        return later + (5 if all(map(self._begins, words)) else 6)

    def _begins(self, word: str) -> bool:
        begins = re.search(rf"\b{re.escape(word)}", self._haystack) is not None
        return begins or f" {stem(word, language())} " in self._stems


def found(entries: Iterable[Entry], search: str) -> tuple[Entry, ...]:
    """Return the entries with every word of `search`, best matches first, otherwise in the given order.

    A word that no entry contains is replaced by the most similar known word.
    """
    entries = tuple(entries)
    words = _asked(search)
    if not words:
        return entries
    answers = _ranked(entries, words)
    # Only a search without any match is corrected: a rare word must not be replaced by a common one.
    if not answers:
        known = frozenset(word for each in entries for word in each.vocabulary())
        meant = [word if any(each.has(word) for each in entries) else likeliest(word, known) for word in words]
        answers = _ranked(entries, meant) if all(meant) else []
    return tuple(entry for _rank, entry in sorted(answers, key=itemgetter(0)))


def _asked(search: str) -> list[str]:
    """Return the words of a search without question words: "how do I climb" becomes "climb"."""
    # People type whole questions, as they do in a search engine.
    words = list(search_words(search.rstrip("? ")))
    asking = search_words(_(_ASKING))
    about = [word for word in words if word not in asking]
    if not about or len(about) == len(words):
        return words
    return ["death" if word == "die" else word for word in about]  # in a question, "die" is usually the verb


def _ranked(entries: Sequence[Entry], words: Sequence[str]) -> list[tuple[int, Entry]]:
    ranked = ((entry.rank(words), entry) for entry in entries)
    return [(rank, entry) for rank, entry in ranked if rank is not None]


def task_entries(rulebook: Rulebook) -> Iterator[Entry]:
    """Yield the difficulties, then the examples of each skill."""
    for difficulty in rulebook.difficulties:
        yield _difficulty(rulebook, difficulty)
    for skill in rulebook.skills:
        examples = [each for each in rulebook.examples if each.skill == skill.id]
        if examples:
            yield Entry(
                ReferenceSection.DIFFICULTIES,
                f"examples/{skill.id}",
                skill.name,
                examples[0].source,
                _("Examples of tasks"),
                tuple(
                    _("{}: {}").format(rulebook.difficulty(each.difficulty).name, "; ".join(each.examples))
                    for each in examples
                ),
                skill.id,
                also=skill.aliases,
            )


def fight_entries() -> Iterator[Entry]:
    """Yield the lines of the tables for a fight."""
    for table in fight_tables():
        for line in table.lines:
            kind = _("In a fight · {}").format(table.name)
            yield Entry(ReferenceSection.FIGHT, f"{table.name}/{line.name}", line.name, line.rule, kind, (line.value,))


def _difficulty(rulebook: Rulebook, difficulty: Difficulty) -> Entry:
    dice, nulls = difficulty.dice, difficulty.automatic_nulls
    challenge = rulebook.die("challenge")
    bad = sum(face.has(NULL) for face in challenge.faces)
    # Exact average number of Nulls, both rolled on challenge dice and automatic.
    average = dice * bad / len(challenge.faces) + nulls
    kind = [ngettext("{n} challenge die", "{n} challenge dice", dice).format(n=dice)]
    if nulls:
        kind.append(ngettext("{n} Null on top", "{n} Nulls on top", nulls).format(n=nulls))
    return Entry(
        ReferenceSection.DIFFICULTIES,
        difficulty.id,
        difficulty.name,
        difficulty.source,
        " · ".join(kind),
        (
            _("On average 1 Null.")
            if average == 1
            else _("On average {} Nulls.").format(decimal(f"{round(average, 1):g}")),
        ),
        NULL,
        EntryLook.CHALLENGE,
    )


def cast_entries(rulebook: Rulebook) -> Iterator[Entry]:
    """Yield an entry for each number of dice that cast and hordes can have."""
    for level in rulebook.power_levels:
        number = f"{level.least}" if level.least == level.most else f"{level.least}-{level.most}"
        yield Entry(
            ReferenceSection.CAST,
            f"power/{number}",
            level.name,
            level.source,
            _("Power of a cast member · {} dice").format(number),
            (level.example,),
        )
    for size in rulebook.horde_sizes:
        yield Entry(
            ReferenceSection.HORDES,
            f"size/{size.dice}",
            size.name,
            size.source,
            ngettext("Size of a horde · {n} die", "Size of a horde · {n} dice", size.dice).format(n=size.dice),
            (size.example,),
        )
    for degree in rulebook.mind_degrees:
        yield Entry(
            ReferenceSection.MINDS,
            f"mind/{degree.net}",
            ngettext("{n} net success", "{n} net successes", degree.net).format(n=degree.net),
            degree.source,
            _("Limits of an order by magic"),
            (degree.meaning,),
        )


def campaign_entries(rulebook: Rulebook) -> Iterator[Entry]:
    """Yield the entries about spiffs, improvement and income."""
    for spiff in rulebook.spiffs:
        kind = _("Earn") if spiff.kind == "earn" else _("Spend")
        yield Entry(
            ReferenceSection.SPIFFS,
            spiff.id,
            spiff.name,
            spiff.source,
            f"{kind} · {spiff_price(spiff)}",
            also=(_("Spiff"),),
        )
    for step in rulebook.improvement:
        dice = ", ".join(str(die) for die in step.dice)
        yield Entry(
            ReferenceSection.IMPROVEMENT,
            f"improvement/{step.dice[0]}",
            ngettext("Die {dice}", "Dice {dice}", len(step.dice)).format(dice=dice),
            step.source,
            _("Highest die held"),
            (
                ngettext("{n} session buys one icon.", "{n} sessions buy one icon.", step.sessions).format(
                    n=step.sessions
                ),
            ),
        )
    for rate in rulebook.income:
        skills = ", ".join(rulebook.skill(each).name for each in rate.skills)
        counted = _("Assets count as well.") if rate.assets_count else _("Assets do not count.")
        yield Entry(
            ReferenceSection.INCOME,
            f"income/{rate.coins}",
            skills or _("Every other skill"),
            rate.source,
            _("Off-stage income"),
            (_("{} coins for each success.").format(rate.coins), counted),
        )


def adventure_entries(rulebook: Rulebook) -> Iterator[Entry]:
    """Yield the task checks of the adventure, the changes of standing, and the timetable."""
    aptitudes = {PHYSICAL: _("Physical"), MENTAL: _("Mental")}
    for number, check in enumerate(rulebook.task_checks):
        skill = aptitudes.get(check.skill) or rulebook.skill(check.skill).name
        # Areas have short numbers; longer places are names and need no word before them.
        kind = [_("Task check"), _("Area {}").format(check.place) if len(check.place) < 3 else check.place, skill]
        if check.difficulty:
            kind.append(rulebook.difficulty(check.difficulty).name)
        yield Entry(
            ReferenceSection.ADVENTURE,
            f"check/{number}",
            check.purpose,
            check.source,
            " · ".join(kind),
            (*((check.note,) if check.note else ()), *([_to_throw()] if check.difficulty else ())),
            check.skill,
            asks=Request(check.skill, difficulty=check.difficulty) if check.difficulty else None,
        )
    yield from _notes(rulebook, ReferenceSection.ADVENTURE, NoteTopic.ADVENTURE, _("Standing"))
    yield from _notes(rulebook, ReferenceSection.ADVENTURE, NoteTopic.TIMETABLE, _("Timetable"))


def setting_entries(rulebook: Rulebook) -> Iterator[Entry]:
    """Yield the chronology and the peoples of the setting."""
    yield from _notes(rulebook, ReferenceSection.SETTING, NoteTopic.CHRONOLOGY, _("Chronology"))
    yield from _notes(rulebook, ReferenceSection.SETTING, NoteTopic.PEOPLES, _("Peoples"))


def _notes(rulebook: Rulebook, section: ReferenceSection, topic: NoteTopic, kind: str) -> Iterator[Entry]:
    for note in rulebook.notes:
        if note.topic is topic:
            asks = Request(note.skill, difficulty=note.difficulty) if note.skill else None
            if note.fall_m:
                asks = Request(kind=ThrowKind.FALL, metres=note.fall_m)
            details = (note.text, _to_throw()) if asks is not None else (note.text,)
            yield Entry(section, f"{topic}/{note.title}", note.title, note.source, kind, details, asks=asks)


def _to_throw() -> str:
    return _("Double-click or press Return to roll for it on the Table.")
