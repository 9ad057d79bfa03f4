"""The tables of the Basics as values: difficulties, degrees of success, and the house's budget for new characters."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

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
class Difficulty:
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
class Book:
    """All tables; `storage` reads them."""

    difficulties: tuple[Difficulty, ...]
    budgets: tuple[Budget, ...]

    @cached_property
    def by_id(self) -> dict[str, Difficulty]:
        """Difficulties by their ids."""
        return {each.id: each for each in self.difficulties}

    def budget(self, id: str) -> Budget:
        """Return the budget of "attributes" or "skills"; KeyError when there is none."""
        return {each.id: each for each in self.budgets}[id]


def degree(net: int) -> str:
    """Return what net successes come to (BA-R04)."""
    return next((name for least, name in DEGREES if net >= least), FOUL)
