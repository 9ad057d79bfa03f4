"""The tables of Margin as values: difficulties, skills of a new character, powers, conditions."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

Effect = Literal["attribute", "skill", "dots", "lp", "luck", "weapons", "weapon", "defense"]
"""What a power adds by itself: one to an attribute or two to a skill that is chosen with it, dots, Life Points, Luck,
places for weapons, one to attacks with a weapon, one to Defense."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difficulty:
    """What a check must exceed (MG-R02)."""

    id: str
    name: str
    target: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Trained:
    """A skill; those of everyman may be tried untrained at a disadvantage (MG-R05a, MG-A2)."""

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
    """Life Points of a use (MG-R18)."""
    effect: Effect | None = None
    value: int = 0
    needs: str = ""
    """The power that must be there first."""
    once: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BookCondition:
    """What a condition changes, in words (MG-R22a)."""

    id: str
    name: str
    text: str


@dataclass(frozen=True)
class Book:
    """All tables; `storage` reads them."""

    difficulties: tuple[Difficulty, ...]
    skills: tuple[Trained, ...]
    powers: tuple[BookPower, ...]
    conditions: tuple[BookCondition, ...]

    @cached_property
    def by_id(self) -> dict[str, BookPower]:
        """Powers by their ids."""
        return {each.id: each for each in self.powers}
