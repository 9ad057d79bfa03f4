"""An adventurer of Five Modes, and the tables of the game as values (FM-R04, FM-R05, FM-R07, FM-R09).

The adventurer stores choices, dice of creation and effects of play. Everything else is derived from them.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Final, Literal

from bones_desktop.rules.records import Record
from bones_desktop.rules.values import GameCharacter, Id, Limits, Line, Note, Prose, Value

LOADS: Final = ((15, 0, 12), (31, 2, 10))
"""Each step of load: its upper limit in thirds of a burden, its bonus to Agility, and the move in inches.

See FM-R08 and FM-T5.
"""
ENCUMBERED: Final = (4, 8)
EVERYBODY: Final = ("clothes", "shoes", "water", "knife", "miscellany", "dry-ration")
"""Equipment of every new adventurer (FM-R06)."""
LIGHTS: Final = {"torch": 12, "candle": 8, "lamp": 12}
"""Die of each new light (FM-R16).

A lamp can burn with any die that the oil is enough for (FM-R18).
"""
SIZES: Final = (12, 10, 8, 6, 4, 0)
"""Dice of a light, from large to small (FM-R17); 0 means that it is out."""
FLASK: Final = 30
"""Measures of oil in a flask (FM-R18)."""
SAVES: Final = {"death": 4, "paralysis": 3, "shape": 2, "blasting": 1, "magic": 0}
"""Bonus that each kind of save adds to the level (FM-R12)."""
HIGHEST_LEVEL: Final = 9


class ThingKind(StrEnum):
    """Kind of a thing, which says how the thing is used."""

    WEAPON = "weapon"
    DAGGER = "dagger"
    SHIELD = "shield"
    TOOL = "tool"
    ARMOUR = "armour"
    TORCH = "torch"
    CANDLE = "candle"
    LAMP = "lamp"
    OIL = "oil"
    RATION = "ration"
    OTHER = "other"


HELD: Final = frozenset({ThingKind.WEAPON, ThingKind.DAGGER, ThingKind.SHIELD, ThingKind.TOOL})
"""Kinds of things that an adventurer can hold in hand to defend with."""
DEFENDS: Final = {
    8: HELD,
    6: frozenset({ThingKind.DAGGER, ThingKind.SHIELD, ThingKind.TOOL}),
    4: frozenset({ThingKind.SHIELD}),
}
"""Kinds of things to defend with, by the adventurer's die (FM-R02, FM-A20)."""


class Thing(Record, kw_only=True):
    """A thing in the tables of the game."""

    id: str
    name: str
    kind: ThingKind
    thirds: int
    """Thirds of a burden (FM-R09, FM-A10)."""
    keys: tuple[int, ...] = ()
    """Sums of the dice that give this thing as the starting weapon."""
    hands: Literal[1, 2] = 1
    length: int = 0
    """Length in feet, which replaces the target's Guard if the weapon is thrust with both hands (FM-R25)."""
    damage: Literal["cutting", "blunt"] = "cutting"
    strokes: tuple[str, ...] = ()
    """The possible strokes: "chop", "thrust" or "shot"."""
    metal: bool = False


class FiveModesArmour(Record, kw_only=True):
    """Starting armour, given by the lower die of the body pair."""

    lower: int
    things: tuple[str, ...]


class KitPart(Record, kw_only=True):
    """One part of a kit entry: a fixed or rolled number of things."""

    thing: str
    count: int = 1
    dice: int = 0
    sides: int = 0


class Kit(Record, kw_only=True):
    """An entry of the d20 table for the kit."""

    number: int
    things: tuple[KitPart, ...]


@dataclass(frozen=True)
class FiveModesBook:
    """All tables of the game, which `storage` reads from data."""

    things: tuple[Thing, ...]
    armour: tuple[FiveModesArmour, ...]
    kit: tuple[Kit, ...]

    @cached_property
    def by_id(self) -> dict[str, Thing]:
        """Things by their ids."""
        return {thing.id: thing for thing in self.things}

    @cached_property
    def weapons(self) -> dict[int, str]:
        """Ids of the starting weapons by the sum of the defence pair."""
        return {key: thing.id for thing in self.things for key in thing.keys}


MOST_NUMBER: Final = 1_000_000
Count = Annotated[int, Limits(ge=0, le=MOST_NUMBER)]
Faces = Annotated[tuple[Annotated[int, Limits(ge=1, le=20)], ...], Limits(max_length=60)]


class Alignment(StrEnum):
    """The five modes: the alignments of adventurers (FM-R01)."""

    NONE = ""
    STAR = "star"
    BRIGHT = "bright"
    RED = "red"
    WEIGHT = "weight"
    RING = "ring"


class Rolls(Value):
    """The rolled dice of creation (FM-R03 to 07); empty before they are rolled."""

    defence: Faces = ()
    body: Faces = ()
    kit: Faces = ()
    kit_dice: Faces = ()
    """Rolled dice for the kit, in order: for amounts, and for the coins that replace repeated entries."""


class Gain(Value):
    """The dice rolled for one level (FM-R33, FM-R34)."""

    guard: Faces
    agility: Faces
    hits: Faces


class Spell(Value):
    """A spell and its difficulty."""

    name: Line = ""
    complexity: Annotated[int, Limits(ge=0, le=1000)] = 0
    note: Note = ""


class Belonging(Value):
    """A number of equal things that are carried: from the tables by `thing`, or the player's own by name."""

    thing: Id = ""
    name: Line = ""
    count: Annotated[int, Limits(ge=0, le=10_000)] = 1
    thirds: Annotated[int, Limits(ge=0, le=1000)] = 0
    """Weight of one of the things, in thirds of a burden; ignored for things from the tables."""
    in_use: bool = False
    """True if the things are worn or held in hand."""


class Light(Value):
    """The carried light and the present size of its die; 0 means that the light is out (FM-R17)."""

    kind: Literal["none", "torch", "candle", "lamp"] = "none"
    size: Literal[0, 4, 6, 8, 10, 12] = 0


class FiveModesHouseRules(Value):
    """House rules for questions that the text leaves open."""

    starting_magic_dice: Annotated[int, Limits(ge=0, le=10)] = 1
    """FM-A3: Number of Magic Dice of an adventurer with a d4 at level 1."""
    talents_help_all: bool = True
    """FM-A5: if False, only adventurers with a d6 benefit from their talents."""
    sure_tasks_can_fail: bool = True
    """FM-A6: if False, only talents use the rule for chances of 6 and more; other such tasks succeed."""
    base_die_counts: bool = True
    """FM-A7: if False, the uncanny die of the check adds nothing to a spell and causes no strain."""
    throw_again: bool = False
    """If True, the dice of creation may be rolled again."""


class Adventurer(GameCharacter):
    """An adventurer: a character of Five Modes."""

    player: Line = ""
    alignment: Alignment = Alignment.NONE
    die: Literal[0, 4, 6, 8] = 0
    """Sides of the adventurer's own die; 0 before it is chosen."""
    rolls: Rolls = Rolls()
    weapon_above: bool = False
    """True if the player chose the next weapon above the one rolled (FM-R04)."""
    gains: Annotated[tuple[Gain, ...], Limits(max_length=HIGHEST_LEVEL - 1)] = ()
    """Dice rolled for each level after the first."""
    xp: Count = 0
    """Experience gained since the present level was reached (FM-A12)."""
    hits: Count = 0
    """Hits taken."""
    is_dead: bool = False
    talents: Annotated[tuple[Line, ...], Limits(max_length=20)] = ()
    spells: Annotated[tuple[Spell, ...], Limits(max_length=60)] = ()
    magic_spent: Annotated[int, Limits(ge=0, le=100)] = 0
    belongings: Annotated[tuple[Belonging, ...], Limits(max_length=300)] = ()
    coins: Count = 0
    light: Light = Light()
    oil: Annotated[int, Limits(ge=0, le=FLASK * 100)] = 0
    """Measures of oil left in the flasks (FM-R18)."""
    note: Prose = ""
    house: FiveModesHouseRules = FiveModesHouseRules()

    @property
    def level(self) -> int:
        """The level, from 1 to 9."""
        return 1 + len(self.gains)
