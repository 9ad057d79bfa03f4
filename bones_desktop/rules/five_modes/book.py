"""The tables of Five Modes as values: weapons, armour, kit and what things weigh (FM-R04, FM-R05, FM-R07, FM-R09)."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final, Literal

LOADS: Final = ((15, 0, 12), (31, 2, 10))
"""Below how many thirds of a burden: what is added to Agility, and the move in table-inches (FM-R08, FM-T5)."""
ENCUMBERED: Final = (4, 8)
EVERYBODY: Final = ("clothes", "shoes", "water", "knife", "miscellany", "dry-ration")
"""What everyone has at the start (FM-R06)."""
LIGHTS: Final = {"torch": 12, "candle": 8, "lamp": 12}
"""Size of the die of a fresh light (FM-R16); a lamp burns at any size that is paid for in oil (FM-R18)."""
SIZES: Final = (12, 10, 8, 6, 4, 0)
"""How a light grows smaller (FM-R17); 0 is out."""
FLASK: Final = 30
"""Measures of oil in a flask (FM-R18)."""
SAVES: Final = {"death": 4, "paralysis": 3, "shape": 2, "blasting": 1, "magic": 0}
"""What is added to the level for a save (FM-R12)."""
HIGHEST_LEVEL: Final = 9


class Kind(StrEnum):
    """What a thing is used as."""

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


HELD: Final = frozenset({Kind.WEAPON, Kind.DAGGER, Kind.SHIELD, Kind.TOOL})
"""What can be held to defend with."""
DEFENDS: Final = {8: HELD, 6: frozenset({Kind.DAGGER, Kind.SHIELD, Kind.TOOL}), 4: frozenset({Kind.SHIELD})}
"""What adventurers of each die may defend with (FM-R02, FM-A20)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """A thing of the tables."""

    id: str
    name: str
    kind: Kind
    thirds: int
    """Of a burden (FM-R09, FM-A10)."""
    keys: tuple[int, ...] = ()
    """Sums that give it as a starting weapon."""
    hands: Literal[1, 2] = 1
    length: int = 0
    """Feet, in place of the target's Guard when it is thrust with both hands (FM-R25)."""
    damage: Literal["cutting", "blunt"] = "cutting"
    strokes: tuple[str, ...] = ()
    """"chop", "thrust" or "shot"."""
    metal: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Armour:
    """What the lower die of the body pair gives."""

    lower: int
    things: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KitPart:
    """One thing of an entry of the kit: so many, or as many as dice say."""

    thing: str
    count: int = 1
    dice: int = 0
    sides: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Kit:
    """An entry of the d20 table of kit."""

    number: int
    things: tuple[KitPart, ...]


@dataclass(frozen=True)
class Book:
    """All tables; `storage` reads them."""

    things: tuple[Thing, ...]
    armour: tuple[Armour, ...]
    kit: tuple[Kit, ...]

    @cached_property
    def by_id(self) -> dict[str, Thing]:
        """Things by their ids."""
        return {thing.id: thing for thing in self.things}

    @cached_property
    def weapons(self) -> dict[int, str]:
        """Ids of the starting weapons by the sum of the defence pair."""
        return {key: thing.id for thing in self.things for key in thing.keys}
