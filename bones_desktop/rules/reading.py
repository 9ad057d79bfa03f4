"""The meaning of a roll, for every game. Tone decides only the colour of a line."""

from enum import StrEnum

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import Reason, Record


class Tone(StrEnum):
    """The value of a finding for the player who rolled."""

    GREAT = "great"
    GOOD = "good"
    MIXED = "mixed"
    BAD = "bad"
    NEUTRAL = "neutral"


class Role(StrEnum):
    """The role of a die in a reading."""

    COUNTS = "counts"
    CANCELLED = "cancelled"
    IDLE = "idle"
    HURTS = "hurts"
    LOST = "lost"
    RETHROWN = "rethrown"
    """The die was re-rolled."""


class DieReading(Record):
    """The effect of one die: its place in the roll, the value of its face before any cap, and the reason."""

    die: int
    group: str
    label: str
    face: str
    """Name of the face as a player says it ("Double Defend", "12")."""
    counts: int
    role: Role
    reason: Reason


class Finding(Record):
    """One result of a roll; a game may give several."""

    id: str
    reason: Reason
    tone: Tone = Tone.NEUTRAL
    value: int | None = None
    outcome: str = ""
    """Outcome of the finding, if odds are given for exclusive outcomes; "" if odds are given for `value`."""


class Must(Record):
    """Dice that the rules force to be rolled next."""

    dice: tuple[Die[int], ...]
    cause: Reason


class Proposal(Record):
    """An act that a reading proposes, with its answers; it is never done without asking the player."""

    act: str
    answers: Answers

    @property
    def value(self) -> int:
        """The number in the answer `value`, such as the amount of harm."""
        return self.answers.number("value")


class Offer(Record):
    """An option for the player after the roll, or the reason why there is none."""

    command: str
    reason: Reason
    cost: int = 0
    """The highest price that can be paid; the answer contains the price paid. 0 for an offer without a price."""
    why_not: Reason | None = None
    does: Proposal | None = None
    """An act done when the offer is accepted, because the offer uses something up; answer `value` is the price paid."""


class NextRoll(Record):
    """A roll that usually follows, with the answers that are known: the damage of an attack that hit."""

    roll: str
    answers: Answers


def sum_steps(
    rule: str, net: int, *, counted: int | None = None, dice: int | None = None, **parts: int
) -> tuple[Reason, ...]:
    """Return the steps of a sum: successes `counted`, or the sum of `dice`, then the parts that are not 0, and `net`.

    `parts` are added ("automatic", "bonus", "margin") or taken away ("black", "armour", "theirs", "target").
    """
    first = [("counted", counted), ("dice", dice)]
    known = [(name, n) for name, n in first if n is not None]
    known += [(name if n > 0 or name != "bonus" else "malus", abs(n)) for name, n in parts.items() if n]
    return tuple(Reason(f"sum-{name}", rule, (("n", n),)) for name, n in (*known, ("net", net)))


class Reading(Record):
    """The contents of the table: findings in order, each die with its reason, the steps of the sum, and offers.

    There is a reading for any dice of a plan; dice still to be rolled are in `must`.
    """

    findings: tuple[Finding, ...]
    dice: tuple[DieReading, ...]
    steps: tuple[Reason, ...] = ()
    """Steps of the sum, in order: counted, cap, bought, Encumbrance, penalties, Nulls."""
    must: tuple[Must, ...] = ()
    offers: tuple[Offer, ...] = ()
    lost: tuple[int, ...] = ()
    """Indexes of the character's dice that are lost according to this reading."""
    harm: Proposal | None = None
    """Proposed harm; a reading never applies it."""
    then: NextRoll | None = None
    """The roll that usually follows."""
