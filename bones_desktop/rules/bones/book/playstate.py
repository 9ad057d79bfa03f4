"""Traces of play on a character: dice lost, treatment, effects, spiffs, actions and assets of seasons, coins."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from bones_desktop.rules.bones.book.fields import MOST_DICE, Day, Faces, GameDay, GameSeason, Id, Line, Note
from bones_desktop.rules.values import Limits, Value


@dataclass(frozen=True, slots=True, kw_only=True)
class HinderingDie(Value):
    """A Poison, Flaming or other hindering die the character carries until it is remedied (HIND-3, HIND-6)."""

    name: Line
    faces: Faces
    printed: Id = ""
    remedy: Line = ""
    """Its remedy, as the GM said."""
    day: GameDay = 0
    """Day on which it was given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LostDie(Value):
    """A die taken by damage (CMB-13); it is not rolled until healed."""

    die: Annotated[int, Limits(ge=0, le=MOST_DICE - 1)]
    """Place of the die among the character's dice, from 0."""
    cause: Line = ""
    held: bool = False
    """Whether it cannot heal while an effect it was given for lasts (HEAL-5)."""
    day: GameDay = 0
    """Treated damage: its points, one of which heals every so many days (HEAL-3, HEAL-4, AMB-45)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Care(Value):
    """The sacrifice that keeps an effect of magic going (MAG-28..31)."""

    points: Annotated[int, Limits(ge=1, le=1_000)]
    days: Annotated[int, Limits(ge=1, le=7)]


class Sacrifice(StrEnum):
    """A die, lost as long as the effect lasts."""

    HEALTH = "health"
    """A valuable thing, destroyed; the effect lasts for rounds."""
    VALUE = "value"
    """A valuable thing, destroyed; it lasts for rounds."""
    BLOOD = "blood"
    """A life."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MaintainedEffect(Value):
    """Magic that lasts because of a sacrifice (MAG-28..34)."""

    name: Line = ""
    strength: Annotated[int, Limits(ge=0, le=1_000)] = 0
    """Successes of the spell, after the cap and fatigue, before Nulls (MAG-32, AMB-77)."""
    sacrifice: Sacrifice = Sacrifice.HEALTH
    die: Annotated[int, Limits(ge=0, le=MOST_DICE - 1)] | None = None
    """The die given, if the sacrifice was health."""
    rounds: Annotated[int, Limits(ge=0, le=1_000_000)] | None = None
    """Rounds left, if something of value was given; None if it lasts until countered or released."""
    given: Line = ""
    """The thing or person sacrificed."""
    day: GameDay = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SpiffEntry(Value):
    """One line of the spiffs earned and spent (SPF-1..17)."""

    by: Annotated[int, Limits(ge=-10_000, le=10_000)]
    """Positive for spiffs earned, negative for spiffs spent."""
    reason: Id = ""
    """Id of the rulebook's entry for it; "" for another reason, which the note gives."""
    note: Line = ""
    on: Day = ""
    veto: bool = False
    """Whether it is a use the GM refused, or the line that returned its spiffs (SPF-17)."""
    occasion: Line = ""
    """Session of a campaign it was given in; "" for none."""


class ActionKind(StrEnum):
    """The purpose of an action between adventures (OFF-4, OFF-5)."""

    INCOME = "income"
    STRATEGIC = "strategic"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonAction(Value):
    """One strategic action of a season and its result (OFF-1..11)."""

    season: GameSeason
    kind: ActionKind
    title: Line = ""
    """The action in the player's words."""
    skill: Id = ""
    difficulty: Id = ""
    """Difficulty of a strategic action; "" for an income action or a number named by the GM."""
    successes: Annotated[int, Limits(ge=-1_000, le=1_000)] = 0
    """Net successes."""
    assets: Annotated[int, Limits(ge=0, le=1_000)] = 0
    """Assets that earned with it."""
    coins: Annotated[int, Limits(ge=0, le=10_000_000)] = 0
    outcome: Note = ""
    """The result."""
    made: Line = ""
    """The asset it brought; "" for none."""
    on: Day = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asset(Value):
    """Something that earns with an income action (OFF-6, OFF-7, OFF-10)."""

    name: Line = ""
    season: GameSeason | None = None
    """The only season it lasts; None if it stays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinEntry(Value):
    """Coins spent, or gained without an income action."""

    season: GameSeason
    by: Annotated[int, Limits(ge=-1_000_000_000, le=1_000_000_000)]
    """Positive for coins gained, negative for coins spent."""
    note: Line = ""
    on: Day = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LivedUntil(Value):
    """An earlier campaign of a character, and the last day of its calendar that it lived through there."""

    campaign: Id
    day: GameDay
