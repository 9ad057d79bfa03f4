"""The meaning of a roll, for every game. A tone decides only the colour of a line."""

from enum import StrEnum

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import Reason
from bones_desktop.rules.records import Record


class Tone(StrEnum):
    """How good a finding is for the player who rolled."""

    GREAT = "great"
    GOOD = "good"
    MIXED = "mixed"
    BAD = "bad"
    NEUTRAL = "neutral"


class Role(StrEnum):
    """The use of a die in a reading."""

    COUNTS = "counts"
    CANCELLED = "cancelled"
    IDLE = "idle"
    HURTS = "hurts"
    LOST = "lost"
    RETHROWN = "rethrown"
    """The die was re-rolled."""


class DieReading(Record):
    """The effect of one die: its index in the roll, the value of its face before any cap, and the reason."""

    die: int
    group: str
    label: str
    face: str
    """Name of the face as players say it ("Double Defend", "12")."""
    counts: int
    role: Role
    reason: Reason


class Finding(Record):
    """One result of a roll. A roll may have several."""

    id: str
    reason: Reason
    tone: Tone = Tone.NEUTRAL
    value: int | None = None
    outcome: str = ""
    """The outcome of the finding, if its odds are those of outcomes; "" if its odds are those of `value`."""


class Must(Record):
    """Dice that the rules force the player to roll next."""

    dice: tuple[Die[int], ...]
    cause: Reason


class Proposal(Record):
    """An act that a reading proposes, with its answers. The program never does it without asking the player."""

    act: str
    answers: Answers

    @property
    def value(self) -> int:
        """The number in the answer `value`, such as the amount of harm."""
        return self.answers.number("value")


class Offer(Record):
    """An option that the player has after the roll, or the reason why it is not available."""

    command: str
    reason: Reason
    cost: int = 0
    """The highest price that the player can pay; the answer gives the price paid. 0 for an offer without a price."""
    why_not: Reason | None = None
    does: Proposal | None = None
    """An act done when the player accepts the offer, because it uses something up; `value` is the price paid."""


class NextRoll(Record):
    """A roll that usually follows, such as the damage of an attack that hit, with the answers that are known."""

    roll: str
    answers: Answers


def sum_steps(
    rule: str, net: int, *, counted: int | None = None, dice: int | None = None, **parts: int
) -> tuple[Reason, ...]:
    """Return the steps of a sum: `counted` successes or the sum of `dice`, then all parts that are not 0, then `net`.

    `parts` are added ("automatic", "bonus", "margin") or subtracted ("black", "armour", "theirs", "target").
    """
    first = [("counted", counted), ("dice", dice)]
    known = [(name, n) for name, n in first if n is not None]
    known += [(name if n > 0 or name != "bonus" else "malus", abs(n)) for name, n in parts.items() if n]
    return tuple(Reason(f"sum-{name}", rule, (("n", n),)) for name, n in (*known, ("net", net)))


class Reading(Record):
    """The result of a roll: findings in order, each die with its reason, the steps of the sum, and offers.

    Any dice of a plan have a reading. Dice still to be rolled are in `must`.
    """

    findings: tuple[Finding, ...]
    dice: tuple[DieReading, ...]
    steps: tuple[Reason, ...] = ()
    """Steps of the sum, in order: counted, cap, bought, Encumbrance, penalties, Nulls."""
    must: tuple[Must, ...] = ()
    offers: tuple[Offer, ...] = ()
    lost: tuple[int, ...] = ()
    """Indexes of the dice that the character loses by this reading."""
    harm: Proposal | None = None
    """Proposed harm. A reading never applies it."""
    then: NextRoll | None = None
    """The roll that usually follows."""
