"""A character of Margin, and the tables of the game as values.

The character holds attributes, dots, weapons and powers as chosen, and traces of play.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Final, Literal

from bones_desktop.rules.doneacts import DoneActs
from bones_desktop.rules.values import Id, Limits, Line, Note, Prose, Tags, Value

ATTRIBUTES: Final = ("body", "mind", "charisma", "spirit", "attack", "defense")
CONDITIONS: Final = ("blinded", "frightened", "held", "invisible", "poisoned", "prone")
BONUSES: Final = 6
"""Number of +1 for a new character (MG-R06a)."""
HIGHEST: Final = 3
"""The most an attribute has at the start, and the most that others may lack together."""
MOST_BONUS: Final = 6
"""Most bonus of a roll in all (MG-R03)."""
Rating = Annotated[int, Limits(ge=-20, le=20)]
Count = Annotated[int, Limits(ge=0, le=1000)]
Condition = Literal["blinded", "frightened", "held", "invisible", "poisoned", "prone"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MarginAttributes(Value):
    """Attributes as chosen; powers add to them."""

    body: Rating = 0
    mind: Rating = 0
    charisma: Rating = 0
    spirit: Rating = 0
    attack: Rating = 0
    defense: Rating = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MarginSkill(Value):
    """A skill and its dots."""

    name: Line = ""
    dots: Annotated[int, Limits(ge=0, le=20)] = 0
    everyman: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MarginPower(Value):
    """A power of the list by `power`, or the player's own by name."""

    power: Id = ""
    choice: Line = ""
    """The attribute or skill it adds to, if it needs one."""
    name: Line = ""
    text: Note = ""
    cost: Annotated[int, Limits(ge=0, le=20)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold(Value):
    """A hold that keeps the character from acting until it is broken or over (MG-R19)."""

    name: Line = ""
    total: Annotated[int, Limits(ge=-20, le=60)] = 0
    """The total of the attack, to be exceeded."""
    rounds: Annotated[int, Limits(ge=1, le=60)] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class MarginHouseRules(Value):
    """Switches for what the text leaves open."""

    bands: Literal["modified", "natural", "none"] = "modified"
    """MG-A3: whether totals up to 4 and from 17 decide a roll of combat, or sums of exactly three dice, or neither."""
    negatives_buy_bonuses: bool = True
    """MG-A1: with False, attributes below zero pay for nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarginCharacter(Value):
    """One character."""

    id: Id = ""
    name: Line = ""
    player: Line = ""
    archetype: Line = ""
    archetype_skills: Line = ""
    description: Prose = ""
    intimacies: Annotated[tuple[Line, ...], Limits(max_length=8)] = ()
    attributes: MarginAttributes = MarginAttributes()
    skills: Annotated[tuple[MarginSkill, ...], Limits(max_length=60)] = ()
    weapons: Annotated[tuple[Line, ...], Limits(max_length=40)] = ()
    level: Annotated[int, Limits(ge=1, le=40)] = 1
    powers: Annotated[tuple[MarginPower, ...], Limits(max_length=60)] = ()
    lp_lost: Count = 0
    bleeding: Annotated[int, Limits(ge=0, le=18)] = 0
    """Rounds left to live; 0 without bleeding (MG-R27)."""
    is_dead: bool = False
    is_aided: bool = False
    """Whether first aid has helped since the last harm (MG-R29)."""
    luck_used: Count = 0
    luck_awarded: Count = 0
    conditions: Annotated[tuple[Condition, ...], Limits(max_length=6)] = ()
    holds: Annotated[tuple[Hold, ...], Limits(max_length=20)] = ()
    done_acts: DoneActs = ()
    """Marks of what throws proposed and the character has done."""
    tags: Tags = ()
    house: MarginHouseRules = MarginHouseRules()


Effect = Literal["attribute", "skill", "dots", "lp", "luck", "weapons", "weapon", "defense"]
"""The automatic effect of a power.

One to an attribute or two to a skill chosen with it, dots, Life Points, Luck, places for weapons, one to attacks with a
weapon, one to Defense.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarginDifficulty:
    """The number a check must exceed (MG-R02)."""

    id: str
    name: str
    target: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Trained:
    """A skill; everyman skills may be tried untrained at a disadvantage (MG-R05a, MG-A2)."""

    id: str
    name: str
    everyman: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BookPower:
    """A power of the list."""

    id: str
    name: str
    text: str
    cost: int = 0
    """Life Points for one use (MG-R18)."""
    effect: Effect | None = None
    value: int = 0
    needs: str = ""
    """A power that is required first."""
    once: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BookCondition:
    """The effect of a condition, in words (MG-R22a)."""

    id: str
    name: str
    text: str


@dataclass(frozen=True)
class MarginBook:
    """All tables of the game. `storage` reads them from data."""

    difficulties: tuple[MarginDifficulty, ...]
    skills: tuple[Trained, ...]
    powers: tuple[BookPower, ...]
    conditions: tuple[BookCondition, ...]

    @cached_property
    def by_id(self) -> dict[str, BookPower]:
        """Powers by their ids."""
        return {each.id: each for each in self.powers}
