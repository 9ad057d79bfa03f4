"""The tables of Story Bones as values: what is how hard, which Traits say too much, and what an evening earns."""

from dataclasses import dataclass
from typing import Final

DEGREES: Final = (
    (4, "complete-success"),
    (2, "basic-success"),
    (0, "partial-success"),
    (-1, "partial-failure"),
    (-3, "basic-failure"),
)
"""From which Target Odds on; below all of them it is a complete failure (SB-R19)."""
COMPLETE_FAILURE: Final = "complete-failure"
TRAIT_LEVEL: Final = 3
SPECIAL_POWER: Final = 7
"""Story Points of a level of a Trait, and of a Special Power (SB-R32)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """How many Odds something takes (SB-R17)."""

    id: str
    name: str
    odds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VagueTrait:
    """A name that would help with everything (SB-R16)."""

    id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What is worth a Story Point at the end of a game (SB-R30)."""

    id: str
    name: str


@dataclass(frozen=True)
class Book:
    """All tables; `storage` reads them."""

    targets: tuple[Target, ...]
    vague: tuple[VagueTrait, ...]
    events: tuple[Event, ...]


def degree(target_odds: int) -> str:
    """Return the degree of success or failure (SB-R19)."""
    return next((name for least, name in DEGREES if target_odds >= least), COMPLETE_FAILURE)
