"""What a throw means, in words every game shares. Tone colours a line; it never decides anything."""

from dataclasses import dataclass
from enum import StrEnum

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import Reason


class Tone(StrEnum):
    """How good a finding is for the player who threw."""

    GREAT = "great"
    GOOD = "good"
    MIXED = "mixed"
    BAD = "bad"
    NEUTRAL = "neutral"


class Role(StrEnum):
    """What a die did in a reading."""

    COUNTS = "counts"
    CANCELLED = "cancelled"
    IDLE = "idle"
    HURTS = "hurts"
    LOST = "lost"
    RETHROWN = "rethrown"
    """Thrown again since: another throw stands in its place."""


@dataclass(frozen=True, slots=True)
class DieReading:
    """What one die did: its place in the throw, what its face is worth before any cap, and why."""

    die: int
    group: str
    label: str
    face: str
    """Name of the face shown, as a player says it ("Double Defend", "12")."""
    counts: int
    role: Role
    reason: Reason


@dataclass(frozen=True, slots=True)
class Finding:
    """One answer a throw gives; a game may give several."""

    id: str
    reason: Reason
    tone: Tone = Tone.NEUTRAL
    value: int | None = None
    outcome: str = ""
    """Which of the exclusive outcomes that odds are given for; "" where they are those of `value`."""


@dataclass(frozen=True, slots=True)
class Must:
    """Dice that the rules force to be thrown next."""

    dice: tuple[Die[int], ...]
    cause: Reason


@dataclass(frozen=True, slots=True)
class Proposal:
    """An act that a reading proposes, with the answers it fills in; never done unasked."""

    act: str
    answers: Answers

    @property
    def value(self) -> int:
        """The harm in numbers."""
        return self.answers.number("value")


@dataclass(frozen=True, slots=True)
class Offer:
    """Something the player may do now that the dice lie there, or `why_not`."""

    command: str
    reason: Reason
    cost: int = 0
    """How much may be given at most; the answer says how much is. 0 for what is only taken."""
    why_not: Reason | None = None
    does: Proposal | None = None
    """An act that is done as the offer is taken, because it uses something up; its answer `value` is what is given."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What the table sees: findings first to last, each die with its reason, the steps of the sum, what may be done.

    It is total: any dice of a plan can be read, those still to fall are in `must`.
    """

    findings: tuple[Finding, ...]
    dice: tuple[DieReading, ...]
    steps: tuple[Reason, ...] = ()
    """The sum in its order: counted, cap, bought, encumbrance, penalties, Nulls."""
    must: tuple[Must, ...] = ()
    offers: tuple[Offer, ...] = ()
    lost: tuple[int, ...] = ()
    """Places in the throw of dice of the character that this reading takes away."""
    harm: Proposal | None = None
    """Never applied here."""
