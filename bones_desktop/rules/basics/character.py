"""A character of the Basics: attributes and skills as dice, weapons, armour, and the pips that are marked.

What the text does not have (creation, growth) is house data; its limits are advice and never keep anything from being
saved.

The tables of the Basics as values: difficulties, degrees of success, and the house's budget for new characters.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Final, Literal

from bones_desktop.rules.doneacts import DoneActs
from bones_desktop.rules.values import Id, Limits, Line, Prose, Tags, Value

ATTRIBUTES: Final = ("strength", "dexterity", "fortitude", "wits", "resolve", "presence")
SKILLS: Final = ("hide-and-sneak", "bluff", "perception", "empathy", "dodge", "medicine", "brawl", "swords", "shooting")
"""Those a new character is offered; any other may be written."""
HELD: Final = 40
"""Weapons at the most."""
RESERVE: Final = 8
"""Pips of the four reserve dice (BA-R25)."""
PENALTIES: Final = (0, 2, 4, 8, 16)
"""Black dice by the last reserve die that is marked (BA-R25)."""
Rating = Annotated[int, Limits(ge=-20, le=40)]
Dice = Annotated[int, Limits(ge=0, le=60)]
Mark = Literal["normal", "bruise", "fading"]
"""A bruise fades once rest has begun on it (BA-R27)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BasicsAttributes(Value):
    """Dice of each attribute; they may be below zero."""

    strength: Rating = 0
    dexterity: Rating = 0
    fortitude: Rating = 0
    wits: Rating = 0
    resolve: Rating = 0
    presence: Rating = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BasicsSkill(Value):
    """A skill and its dice."""

    name: Line = ""
    dice: Dice = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon(Value):
    """A weapon; its list is missing in the text, so everything is typed in."""

    name: Line = ""
    damage: Dice = 1
    skill: Line = ""
    ranged: bool = False
    bruise: bool = False
    """Whether it does bruises (BA-R20)."""
    reload: Annotated[int, Limits(ge=0, le=20)] = 0
    """Rounds that reloading takes after a shot; 0 for a weapon that is not reloaded (BA-R15)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BasicsArmour(Value):
    """What is worn: its value, and whether it works against shots as in melee (BA-R21)."""

    name: Line = ""
    value: Dice = 0
    works_as_melee: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Tries(Value):
    """How often something was tried and failed (BA-R09)."""

    task: Line = ""
    failed: Annotated[int, Limits(ge=1, le=60)] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class BasicsHouseRules(Value):
    """Where the text leaves a choice."""

    fortitude_as_pips: bool = False
    """BA-A2: with True, Health is four pips and Fortitude, not two and Fortitude in dice of two pips."""
    sixes_once: bool = False
    """BA-A1: with True, a six that is thrown again is not thrown a second time."""
    growth: bool = False
    """Whether points buy skills and attributes; the text has no growth."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BasicsCharacter(Value):
    """One character."""

    id: Id = ""
    name: Line = ""
    player: Line = ""
    concept: Line = ""
    attributes: BasicsAttributes = BasicsAttributes()
    skills: Annotated[tuple[BasicsSkill, ...], Limits(max_length=60)] = ()
    movement: Annotated[int, Limits(ge=0, le=1000)] = 0
    """Yards a round, typed in; 0 for not known (BA-A13)."""
    weapons: Annotated[tuple[Weapon, ...], Limits(max_length=HELD)] = ()
    armour: BasicsArmour = BasicsArmour()
    marks: Annotated[tuple[Mark, ...], Limits(max_length=200)] = ()
    """In the order they were marked."""
    is_out: bool = False
    """Unconscious."""
    is_dead: bool = False
    """By the Gamesmaster's word, once every pip of the reserve is marked (BA-R30)."""
    tries: Annotated[tuple[Tries, ...], Limits(max_length=60)] = ()
    points: Annotated[int, Limits(ge=0, le=10_000)] = 0
    note: Prose = ""
    done_acts: DoneActs = ()
    """Marks of what throws proposed and the character has done."""
    tags: Tags = ()
    house: BasicsHouseRules = BasicsHouseRules()

    @property
    def most_pips(self) -> int:
        """The pips of Health (BA-R24, BA-A2)."""
        fortitude = self.attributes.fortitude
        return max(2, 4 + fortitude) if self.house.fortitude_as_pips else 2 * max(1, 2 + fortitude)

    @property
    def reserve_marked(self) -> int:
        """How many pips of the reserve are marked."""
        return min(RESERVE, max(0, len(self.marks) - self.most_pips))

    @property
    def penalty(self) -> int:
        """Black dice that wounds add to every action (BA-R25, BA-R32)."""
        return PENALTIES[(self.reserve_marked + 1) // 2]

    @property
    def most_actions(self) -> int:
        """How many actions a round has room for (BA-R13)."""
        return 1 + max(0, self.attributes.dexterity)

    @property
    def state(self) -> str:
        """Return "fine", "hurt", "reserve", "unconscious" or "dead"."""
        if self.is_dead:
            return "dead"
        if self.is_out:
            return "unconscious"
        if self.reserve_marked:
            return "reserve"
        return "hurt" if self.marks else "fine"

    def skill(self, name: str) -> int:
        """Return the dice of a skill by its name; 0 for one that nobody wrote."""
        wanted = name.casefold()
        return next((each.dice for each in self.skills if each.name.casefold() == wanted), 0)


FAILURE: Final = "failure"
FOUL: Final = "foul"
DEGREES: Final = (
    (20, "godlike"),
    (15, "awe"),
    (10, "virtuoso"),
    (6, "impressive"),
    (3, "good"),
    (2, "success"),
    (1, "partial"),
    (0, FAILURE),
)
"""From which net successes on; below all of them it is a foul failure (BA-R04)."""
CALLED: Final = {"none": 0, "arm-leg": 3, "hand-foot": 6, "eye-ear": 12}
"""Black dice of a called shot by the part of the body it aims at (BA-R22)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BasicsDifficulty:
    """A rating: black dice against the pool, dice for it, or no throw at all (BA-R05)."""

    id: str
    name: str
    black: int = 0
    dice: int = 0
    automatic: int = 0
    """Net successes without a throw; 0 where dice are thrown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """What a new character has by the house, for the text says nothing of it (BA-L1, BA-L2)."""

    id: str
    total: int
    least: int
    most: int


@dataclass(frozen=True)
class BasicsBook:
    """All tables; `storage` reads them."""

    difficulties: tuple[BasicsDifficulty, ...]
    budgets: tuple[Budget, ...]

    @cached_property
    def by_id(self) -> dict[str, BasicsDifficulty]:
        """Difficulties by their ids."""
        return {each.id: each for each in self.difficulties}

    def budget(self, id: str) -> Budget:
        """Return the budget of "attributes" or "skills"; KeyError when there is none."""
        return {each.id: each for each in self.budgets}[id]


def degree(net: int) -> str:
    """Return what net successes come to (BA-R04)."""
    return next((name for least, name in DEGREES if net >= least), FOUL)
