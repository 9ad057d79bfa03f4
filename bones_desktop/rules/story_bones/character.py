"""A character of Story Bones, and the tables of the game as values.

The character holds phrases and Traits, its health, and the ledger of its Story Points.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final, Literal

from bones_desktop.rules.doneacts import DoneActs
from bones_desktop.rules.fields import with_at
from bones_desktop.rules.values import Id, Limits, Line, Note, Prose, Tags, Value

DESCRIPTORS: Final = 3
QUIRKS: Final = 1
TRAITS: Final = 3
"""Numbers for a new character (SB-L1, SB-L2)."""
HIGHEST: Final = 3
"""The level of a Strong Trait."""
LEVELS: Final = ("weak", "mild", "strong")
LADDER: Final = ("healthy", "injured", "out", "dead")
"""The health ladder (SB-R24); a character that is out or dead does not act (SB-R06)."""
OUT: Final = 2
DEAD: Final = 3
Health = Annotated[int, Limits(ge=0, le=DEAD)]
Days = Annotated[int, Limits(ge=0, le=1000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase(Value):
    """A Descriptor or Quirk, of a character or an item."""

    text: Line = ""
    burnt: bool = False
    """Until the next session, or until it is replenished (SB-R10)."""
    bought: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Trait(Value):
    """A Trait gives some Odds without a roll (SB-R14)."""

    name: Line = ""
    level: Annotated[int, Limits(ge=1, le=HIGHEST)] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryPower(Value):
    """A Special Power: a name and its effect, no dice (SB-A14)."""

    name: Line = ""
    note: Note = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryItem(Value):
    """A special item; its phrases count while it is in use (SB-R21)."""

    name: Line = ""
    phrases: Annotated[tuple[Phrase, ...], Limits(max_length=20)] = ()
    in_use: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Companion(Value):
    """A companion whose whole pool joins the character's (SB-R07), and who may be hurt too."""

    name: Line = ""
    dice: Annotated[int, Limits(ge=1, le=40)] = 4
    """All of them, the Base Die included."""
    health: Health = 0
    cared: Days = 0
    """Days of care toward the next Health level (SB-R28)."""


class PointKind(StrEnum):
    """The kinds of entries in the ledger."""

    AWARD = "award"
    REPLENISH = "replenish"
    DESCRIPTOR = "descriptor"
    QUIRK = "quirk"
    TRAIT = "trait"
    POWER = "power"


@dataclass(frozen=True, slots=True, kw_only=True)
class PointEntry(Value):
    """One line of the ledger of Story Points."""

    kind: PointKind
    what: Line = ""
    points: Annotated[int, Limits(ge=-1000, le=1000)] = 0
    """Positive for points gained, negative for points spent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryHouseRules(Value):
    """Switches for what the text leaves open."""

    replenish_per_point: Literal[4, 1] = 4
    """SB-A1: burnt phrases that one Story Point restores."""
    traits_add: bool = True
    """SB-A3: with False, only the best of several relevant Traits gives its Odds."""
    quirks_all_count: bool = False
    """SB-A2: with True, the Quirk of creation counts toward the cap of half the Descriptors too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryCharacter(Value):
    """One character."""

    id: Id = ""
    name: Line = ""
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
    """Set by the narrator at creation (SB-L3)."""
    items: Annotated[tuple[StoryItem, ...], Limits(max_length=40)] = ()
    companions: Annotated[tuple[Companion, ...], Limits(max_length=20)] = ()
    health: Health = 0
    """The place on the health ladder."""
    cared: Days = 0
    """Days of care toward the next Health level (SB-R28)."""
    ledger: Annotated[tuple[PointEntry, ...], Limits(max_length=2000)] = ()
    """Oldest first; the Story Points are its sum."""
    done_acts: DoneActs = ()
    """Marks of what throws proposed and the character has done."""
    tags: Tags = ()
    house: StoryHouseRules = StoryHouseRules()

    @property
    def story_points(self) -> int:
        """The points left."""
        return sum(entry.points for entry in self.ledger)

    @property
    def pool(self) -> int | None:
        """The dice of a throw before additions; None for characters who cannot act (SB-R03 to R06)."""
        if self.health >= OUT:
            return None
        return (self.health == 0) + len(self.descriptors) + sum(len(item.phrases) for item in self.items if item.in_use)

    def phrases(self) -> Iterator[tuple[str, Phrase]]:
        """Yield every phrase that can be burnt with its key, of items only if in use (SB-R10, SB-R21)."""
        yield from ((f"descriptor-{place}", each) for place, each in enumerate(self.descriptors, 1))
        yield from ((f"quirk-{place}", each) for place, each in enumerate(self.quirks, 1))
        for number, item in enumerate(self.items, 1):
            if item.in_use:
                yield from ((f"item-{number}-{place}", each) for place, each in enumerate(item.phrases, 1))

    def with_burnt(self, keys: frozenset[str], *, burnt: bool) -> "StoryCharacter":
        """Return the character with the phrases of these keys burnt, or restored."""
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
"""Least Target Odds for each degree; below all of them it is a complete failure (SB-R19)."""
COMPLETE_FAILURE: Final = "complete-failure"
TRAIT_LEVEL: Final = 3
SPECIAL_POWER: Final = 7
"""Story Points of a level of a Trait, and of a Special Power (SB-R32)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryTarget:
    """The Odds that a task needs (SB-R17)."""

    id: str
    name: str
    odds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VagueTrait:
    """A name that would help with everything (SB-R16)."""

    id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """An event worth a Story Point at the end of a game (SB-R30)."""

    id: str
    name: str


@dataclass(frozen=True)
class StoryBook:
    """All tables of the game. `storage` reads them from data."""

    targets: tuple[StoryTarget, ...]
    vague: tuple[VagueTrait, ...]
    events: tuple[Event, ...]


def degree(target_odds: int) -> str:
    """Return the degree of success or failure (SB-R19)."""
    return next((name for least, name in DEGREES if target_odds >= least), COMPLETE_FAILURE)
