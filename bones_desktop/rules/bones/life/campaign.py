"""A campaign: who plays in it, its calendar, its sessions and its house rules. What it gives to characters is derived.

The calendar and the sessions are kept here; `campaignlife.catch_up` brings a character's own file up to them.
"""

from dataclasses import dataclass
from typing import Annotated, Final

from bones_desktop.rules.bones.book.calendar import MOST_DAYS
from bones_desktop.rules.bones.book.fields import Day, Id, Line, Note, Text
from bones_desktop.rules.bones.book.houserules import USUAL, HouseRules
from bones_desktop.rules.bones.book.limits import MOST_GIFT
from bones_desktop.rules.fitting import Limits
from bones_desktop.rules.values import Value

MOST_MEMBERS: Final = 60

CharacterId = Annotated[str, Limits(pattern=r"^[0-9a-f]{32}$")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Member(Value):
    """A character of the campaign, which has a file of its own."""

    id: CharacterId
    name: Line = ""
    """As it was last known."""
    file: Line = ""
    """Name of its file, as it was last known."""
    hidden: bool = False
    """Whether it is the GM's secret and not shown in the players' view."""
    since: Annotated[int, Limits(ge=1, le=MOST_DAYS)] = 1
    """Day of the calendar it came in on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage(Value):
    """Days that went by: how many from one day on, and who rested (HEAL-1)."""

    day: Annotated[int, Limits(ge=1, le=MOST_DAYS)]
    """The day it begins on."""
    days: Annotated[int, Limits(ge=1, le=10_000)]
    resting: Annotated[tuple[CharacterId, ...], Limits(max_length=MOST_MEMBERS)] = ()
    note: Line = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Award(Value):
    """Spiffs given to a member for a session (SPF-3..8)."""

    member: CharacterId
    spiffs: Annotated[int, Limits(ge=0, le=MOST_GIFT)]
    """0 only while the session goes on: its note is written, and what it gives is not decided."""
    reason: Id = ""
    """Id of the rulebook's entry; "" for another reason, told in the note."""
    note: Line = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSession(Value):
    """One session of play. It gives each player present a session toward the next icon once it has ended (IMP-2)."""

    number: Annotated[int, Limits(ge=1, le=10_000)]
    on: Day = ""
    day: Annotated[int, Limits(ge=1, le=MOST_DAYS)] = 1
    """Day of the calendar it began on."""
    title: Line = ""
    ended: bool = False
    present: Annotated[tuple[CharacterId, ...], Limits(max_length=MOST_MEMBERS)] = ()
    awards: Annotated[tuple[Award, ...], Limits(max_length=500)] = ()
    """What it gave, or is going to give while it goes on."""
    log: Text = ""
    """What happened, as the campaign log tells it."""
    log_by: Annotated[str, Limits(pattern=r"^([0-9a-f]{32})?$")] = ""
    """The member whose player wrote it, and earns a spiff for it (SPF-3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleReason(Value):
    """Why the group plays by a house rule."""

    rule: Annotated[str, Limits(pattern=r"^[a-z_]{1,80}$")]
    """Field of `HouseRules`."""
    reason: Note = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign(Value):
    """The whole campaign, as its file holds it."""

    id: CharacterId
    name: Line = ""
    gm_notes: Text = ""
    """For the GM alone."""
    house_rules: HouseRules = USUAL
    rule_reasons: Annotated[tuple[RuleReason, ...], Limits(max_length=40)] = ()
    first_year: Annotated[int, Limits(ge=-10_000, le=10_000)] = 1
    """The year the calendar's first winter lies in."""
    members: Annotated[tuple[Member, ...], Limits(max_length=MOST_MEMBERS)] = ()
    passages: Annotated[tuple[Passage, ...], Limits(max_length=20_000)] = ()
    """Each begins on the day the one before ended on; the first on day 1."""
    sessions: Annotated[tuple[GameSession, ...], Limits(max_length=5_000)] = ()
    """In the order they were played; at most the last has not ended."""

    @property
    def day(self) -> int:
        """The day of the calendar it is now."""
        last = self.passages[-1] if self.passages else None
        return last.day + last.days if last else 1
