"""A character of Story Bones, the tables of the game as values, and the facts, tracks and sheet derived from both.

The character stores phrases and Traits, its health, and the ledger of its Story Points.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Final, Literal

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.fields import with_at
from bones_desktop.rules.games import UNMARKED, Fact, ListedThing, Listing, SheetLine, SheetPart, Track, things
from bones_desktop.rules.reading import Proposal
from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.rules.records import Record
from bones_desktop.rules.values import GameCharacter, Limits, Line, Note, Prose, Value

DESCRIPTORS: Final = 3
QUIRKS: Final = 1
TRAITS: Final = 3
"""Numbers of phrases and Traits of a new character (SB-L1, SB-L2)."""
HIGHEST: Final = 3
"""The level of a Strong Trait."""
LEVELS: Final = ("weak", "mild", "strong")
LADDER: Final = ("healthy", "injured", "out", "dead")
"""The health ladder (SB-R24). A character that is out or dead cannot act (SB-R06)."""
OUT: Final = 2
DEAD: Final = 3
Health = Annotated[int, Limits(ge=0, le=DEAD)]
Days = Annotated[int, Limits(ge=0, le=1000)]


class Phrase(Value):
    """A Descriptor or Quirk of a character, or of an item."""

    text: Line = ""
    burnt: bool = False
    """True if the phrase is burnt. It is restored at the next session, or for a Story Point (SB-R10)."""
    bought: bool = False


class Trait(Value):
    """A Trait, which gives some Odds without a roll (SB-R14)."""

    name: Line = ""
    level: Annotated[int, Limits(ge=1, le=HIGHEST)] = 1


class StoryPower(Value):
    """A Special Power: a name and an effect, without dice (SB-A14)."""

    name: Line = ""
    note: Note = ""


class StoryItem(Value):
    """A special item. Its phrases count while it is in use (SB-R21)."""

    name: Line = ""
    phrases: Annotated[tuple[Phrase, ...], Limits(max_length=20)] = ()
    in_use: bool = True


class Companion(Value):
    """A companion, who can be hurt too. The companion's whole pool is added to the character's (SB-R07)."""

    name: Line = ""
    dice: Annotated[int, Limits(ge=1, le=40)] = 4
    """Number of its dice, including the Base Die."""
    health: Health = 0
    cared: Days = 0
    """Days of care that count toward the next Health level (SB-R28)."""


class PointKind(StrEnum):
    """The kinds of entries in the ledger."""

    AWARD = "award"
    REPLENISH = "replenish"
    DESCRIPTOR = "descriptor"
    QUIRK = "quirk"
    TRAIT = "trait"
    POWER = "power"


class PointEntry(Value):
    """One line of the ledger of Story Points."""

    kind: PointKind
    what: Line = ""
    points: Annotated[int, Limits(ge=-1000, le=1000)] = 0
    """Number of points: positive if gained, negative if spent."""


class StoryHouseRules(Value):
    """House rules for questions that the rulebook leaves open."""

    replenish_per_point: Literal[4, 1] = 4
    """SB-A1: number of burnt phrases that one Story Point restores."""
    traits_add: bool = True
    """SB-A3: if False, only the best of several relevant Traits gives its Odds."""
    quirks_all_count: bool = False
    """SB-A2: if True, the Quirk from creation also counts toward the cap of half the Descriptors."""


class StoryCharacter(GameCharacter):
    """A character of Story Bones."""

    player: Line = ""
    concept: Line = ""
    race: Line = "Human"
    gender: Line = ""
    age: Line = ""
    sketch: Prose = ""
    descriptors: Annotated[tuple[Phrase, ...], Limits(max_length=40)] = ()
    quirks: Annotated[tuple[Phrase, ...], Limits(max_length=40)] = ()
    traits: Annotated[tuple[Trait, ...], Limits(max_length=40)] = ()
    powers: Annotated[tuple[StoryPower, ...], Limits(max_length=20)] = ()
    powers_allowed: bool = False
    """True if the narrator allowed Special Powers when the character was made (SB-L3)."""
    items: Annotated[tuple[StoryItem, ...], Limits(max_length=40)] = ()
    companions: Annotated[tuple[Companion, ...], Limits(max_length=20)] = ()
    health: Health = 0
    """Level on the health ladder."""
    cared: Days = 0
    """Days of care that count toward the next Health level (SB-R28)."""
    ledger: Annotated[tuple[PointEntry, ...], Limits(max_length=2000)] = ()
    """Story Points gained and spent, oldest first. Their sum is the number of Story Points left."""
    house: StoryHouseRules = StoryHouseRules()

    @property
    def story_points(self) -> int:
        """Number of Story Points left."""
        return sum(entry.points for entry in self.ledger)

    @property
    def pool(self) -> int | None:
        """Number of dice in a roll before additions; None for a character that cannot act (SB-R03 to R06)."""
        if self.health >= OUT:
            return None
        return (self.health == 0) + len(self.descriptors) + sum(len(item.phrases) for item in self.items if item.in_use)

    def phrases(self) -> Iterator[tuple[str, Phrase]]:
        """Yield every phrase that can be burnt, with its key. Items count only while in use (SB-R10, SB-R21)."""
        yield from ((f"descriptor-{place}", each) for place, each in enumerate(self.descriptors, 1))
        yield from ((f"quirk-{place}", each) for place, each in enumerate(self.quirks, 1))
        for number, item in enumerate(self.items, 1):
            if item.in_use:
                yield from ((f"item-{number}-{place}", each) for place, each in enumerate(item.phrases, 1))

    def with_burnt(self, keys: frozenset[str], *, burnt: bool) -> "StoryCharacter":
        """Return the character with the phrases under these keys burnt, or restored."""
        who = self
        for key in keys:
            word, *places = key.split("-")
            path = "items.{}.phrases.{}" if word == "item" else f"{word}s.{{}}"
            who = with_at(who, path.format(*places) + ".burnt", burnt)
        return who


DEGREES: Final = (
    (4, "complete-success"),
    (2, "basic-success"),
    (0, "partial-success"),
    (-1, "partial-failure"),
    (-3, "basic-failure"),
)
"""Minimum Target Odds for each degree. Any lower number is a complete failure (SB-R19)."""
COMPLETE_FAILURE: Final = "complete-failure"
TRAIT_LEVEL: Final = 3
SPECIAL_POWER: Final = 7
"""Prices in Story Points for a level of a Trait and for a Special Power (SB-R32)."""


class StoryTarget(Record, kw_only=True):
    """The Odds that a task needs (SB-R17)."""

    id: str
    name: str
    odds: int


class StoryName(Record, kw_only=True):
    """The name of a Trait that would help with everything (SB-R16), or of an event that earns a point (SB-R30)."""

    id: str
    name: str


class StoryBook(Record):
    """All tables of the game. `storage` reads them from data."""

    targets: tuple[StoryTarget, ...]
    vague: tuple[StoryName, ...]
    events: tuple[StoryName, ...]


def degree(target_odds: int) -> str:
    """Return the degree of success or failure (SB-R19)."""
    return next((name for least, name in DEGREES if target_odds >= least), COMPLETE_FAILURE)


STORY_ENGINE = ("traits", "flux-traits", "targets", "powers", "descriptors", "pool", "story-points")
"""Names and meanings that differ in the full game, Story Engine (SB-R36)."""


def most_quirks(who: StoryCharacter) -> int:
    """Return the maximum number of Quirks: half the Descriptors (SB-R33, SB-L6)."""
    return len(who.descriptors) // 2


def quirks_counted(who: StoryCharacter) -> int:
    """Return the number of Quirks that count toward the cap: the bought ones, or by house rule all of them (SB-A2)."""
    return len(who.quirks) - (0 if who.house.quirks_all_count else 1)


def facts(_book: StoryBook, who: StoryCharacter) -> tuple[Fact, ...]:
    """Return the pool, Story Points, Traits and the prices of the next phrases, with their reasons."""
    items = sum(len(item.phrases) for item in who.items if item.in_use)
    base = int(who.health == 0)
    how = reason("sb-pool-how", "SB-R03", base=base, descriptors=len(who.descriptors), items=items)
    found = [
        Fact("pool", who.pool if who.pool is not None else "–", (how,)),
        Fact("story-points", who.story_points, (reason("sb-points-how", "SB-R30", lines=len(who.ledger)),)),
        Fact("descriptor-price", len(who.descriptors), (reason("sb-price-how", "SB-R32"),)),
        Fact("quirk-price", len(who.quirks), (reason("sb-quirk-price-how", "SB-R33", most=most_quirks(who)),)),
    ]
    if who.cared:
        found.append(Fact("care", who.cared, (reason("sb-care-how", "SB-R28"),)))
    traits = (
        Fact(
            f"trait-{n}",
            LEVELS[each.level - 1],
            (reason("sb-trait-how", "SB-R14", n=each.level),),
            each.name,
        )
        for n, each in enumerate(who.traits, 1)
        if each.name.strip()
    )
    return (*found, *traits)


def tracks(_book: StoryBook, who: StoryCharacter) -> tuple[Track, ...]:
    """Return the health ladder of the character, and the ladder of each companion."""
    rows = [_ladder("health", who.health, "self", "")]
    along = enumerate(who.companions, 1)
    return (*rows, *(_ladder(f"companion-{n}", each.health, f"companion-{n}", each.name) for n, each in along))


def _ladder(id: str, health: int, member: str, name: str) -> Track:
    final = reason("sb-dead-final", "SB-R28") if health == DEAD else None
    hurt, heal = (Proposal(act, Answers({"value": 1, "member": member})) for act in ("injure", "heal"))
    return Track(id, DEAD, health, LADDER[health], None if final else hurt, None if final else heal, final, name)


def lists(_book: StoryBook, who: StoryCharacter) -> tuple[Listing, ...]:
    """Return the phrases that can be burnt, the items, and the companions."""
    phrases = tuple(ListedThing(key, phrase.text or "–", notes=_notes(phrase)) for key, phrase in who.phrases())
    items = tuple(
        ListedThing(str(place), item.name, notes=tuple(reason("sb-phrase", text=each.text) for each in item.phrases),
             in_use=item.in_use)
        for place, item in enumerate(who.items, 1)
    )  # fmt: skip
    along = things((each.name, (reason("sb-companion", "SB-R07", n=each.dice),)) for each in who.companions)
    return (
        Listing("phrases", phrases, "phrase", ("burn",)),
        Listing("items", items, "item", ("use", "lose"), "take", "use"),
        Listing("companions", along, "companion", ("leave",), "join"),
    )


def _notes(phrase: Phrase) -> tuple[Reason, ...]:
    return (reason("sb-burnt", "SB-R10"),) if phrase.burnt else ()


def sheet(_book: StoryBook, who: StoryCharacter) -> tuple[SheetPart, ...]:
    """Return the lines of the printed page, with boxes to tick for phrases."""
    about = (("concept", who.concept), ("race", who.race), ("gender", who.gender), ("age", who.age))
    parts = [
        SheetPart("who", tuple(SheetLine(id, value) for id, value in about if value.strip())),
        SheetPart("descriptors", tuple(_line(each) for each in who.descriptors)),
        SheetPart("quirks", tuple(_line(each) for each in who.quirks)),
        SheetPart("traits", tuple(SheetLine(each.name, LEVELS[each.level - 1]) for each in who.traits)),
        SheetPart("powers", tuple(SheetLine(each.name, "", each.note) for each in who.powers)),
        SheetPart(
            "items",
            tuple(SheetLine(item.name, "", ", ".join(each.text for each in item.phrases)) for item in who.items),
        ),
        SheetPart("ledger", tuple(_entry(each) for each in who.ledger[-8:]), paper_only=True),
        SheetPart("sketch", (SheetLine("", "", who.sketch),) if who.sketch.strip() else ()),
        SheetPart("degrees", _degrees(), paper_only=True),
    ]
    return tuple(part for part in parts if part.lines)


def _line(phrase: Phrase) -> SheetLine:
    return SheetLine(phrase.text, "☒" if phrase.burnt else UNMARKED)


def _entry(entry: PointEntry) -> SheetLine:
    return SheetLine(entry.kind.value, f"{entry.points:+d}".replace("-", "−"), entry.what)


def _degrees() -> tuple[SheetLine, ...]:
    best, *others = DEGREES
    rows = [SheetLine(best[1], f"≥ {best[0]}")]
    above = best[0]
    for least, name in others:
        rows.append(SheetLine(name, ", ".join(map(str, range(least, above))).replace("-", "−")))
        above = least
    return (*rows, SheetLine(COMPLETE_FAILURE, f"≤ −{1 - above}"))


def reference(book: StoryBook) -> tuple[SheetPart, ...]:
    """Return the tables: Target Numbers, degrees, Traits, prices, extra dice, and the differences to Story Engine."""
    prices = (
        SheetLine("descriptor", "", "descriptor-cost"),
        SheetLine("quirk", "", "quirk-cost"),
        SheetLine("trait", str(TRAIT_LEVEL)),
        SheetLine("power", str(SPECIAL_POWER)),
    )
    full = tuple(SheetLine(each, "", f"{each}-there") for each in STORY_ENGINE)
    return (
        SheetPart("targets", tuple(SheetLine(each.name, str(each.odds)) for each in book.targets), "SB-R17"),
        SheetPart("degrees", _degrees(), "SB-R19"),
        SheetPart("trait-levels", tuple(SheetLine(name, str(n)) for n, name in enumerate(LEVELS, 1)), "SB-R14"),
        SheetPart("ladder", tuple(SheetLine(name, str(n)) for n, name in enumerate(LADDER)), "SB-R24"),
        SheetPart("prices", prices, "SB-R32"),
        SheetPart("events", tuple(SheetLine(each.name, "1") for each in book.events), "SB-R30"),
        SheetPart("advantages", tuple(SheetLine(f"advantage-{n}", str(n)) for n in (1, 2, 3)), "SB-R08"),
        SheetPart("story-engine", full, "SB-R36"),
    )
