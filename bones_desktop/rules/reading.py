"""The meaning of a throw, for every game. Tone colours a line; it never decides anything."""

from dataclasses import dataclass
from enum import StrEnum

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import Reason


class Tone(StrEnum):
    """How good a finding is for the player who rolled."""

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
    """Rolled again since."""


@dataclass(frozen=True, slots=True)
class DieReading:
    """What one die did: its place in the throw, the value of its face before any cap, and the reason."""

    die: int
    group: str
    label: str
    face: str
    """Name of the face as a player says it ("Double Defend", "12")."""
    counts: int
    role: Role
    reason: Reason


@dataclass(frozen=True, slots=True)
class Finding:
    """One answer of a throw; a game may give several."""

    id: str
    reason: Reason
    tone: Tone = Tone.NEUTRAL
    value: int | None = None
    outcome: str = ""
    """The outcome, if odds are given for exclusive outcomes; "" if they are given for `value`."""


@dataclass(frozen=True, slots=True)
class Must:
    """Dice that the rules force to be thrown next."""

    dice: tuple[Die[int], ...]
    cause: Reason


@dataclass(frozen=True, slots=True)
class Proposal:
    """An act that a reading proposes, with its answers; it is never done without asking."""

    act: str
    answers: Answers

    @property
    def value(self) -> int:
        """The harm in numbers."""
        return self.answers.number("value")


@dataclass(frozen=True, slots=True)
class Offer:
    """An option for the player after the roll, or why not."""

    command: str
    reason: Reason
    cost: int = 0
    """The most that can be paid; the answer has the price paid. 0 for an offer without a price."""
    why_not: Reason | None = None
    does: Proposal | None = None
    """An act done with the offer, because it uses something up; its answer `value` is the price paid."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything the table shows: findings in order, each die with its reason, the steps of the sum, and offers.

    It is total: any dice of a plan can be read; dice still to be rolled are in `must`.
    """

    findings: tuple[Finding, ...]
    dice: tuple[DieReading, ...]
    steps: tuple[Reason, ...] = ()
    """The sum in its order: counted, cap, bought, encumbrance, penalties, Nulls."""
    must: tuple[Must, ...] = ()
    offers: tuple[Offer, ...] = ()
    lost: tuple[int, ...] = ()
    """Places of the character's dice that this reading takes away."""
    harm: Proposal | None = None
    """Never applied here."""
