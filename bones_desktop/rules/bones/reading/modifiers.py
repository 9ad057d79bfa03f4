"""What makes a task harder or a fall worse: levels of difficulty, distance, height (TASK-14, TASK-15, CMB-31..37)."""

from dataclasses import dataclass
from typing import Final

from bones_desktop.rules.bones.book.rulebook import Rulebook

OPEN_STEP: Final = 50
BROKEN_STEP: Final = 20
"""Metres that take one success off a search, over open and over broken or wooded ground (TASK-14)."""
FALL_STEP: Final = 5
"""Metres of a fall for each damage, and those at first that do none (CMB-34)."""


@dataclass(frozen=True, slots=True)
class RaisedDifficulty:
    """A difficulty so many levels up or down."""

    id: str
    beyond: int
    """Levels that the table has no room for; they change nothing (AMB-29). Below zero at the easy end."""


def raised(rulebook: Rulebook, difficulty: str, levels: int) -> RaisedDifficulty:
    """Return the difficulty `levels` above another, at most the hardest, at least the easiest (MAG-8, AMB-29)."""
    ids = [level.id for level in rulebook.difficulties]
    wanted = ids.index(difficulty) + levels
    reached = max(0, min(len(ids) - 1, wanted))
    return RaisedDifficulty(ids[reached], wanted - reached)


def distance_penalty(metres: int, *, broken: bool) -> int:
    """Return the successes that the distance takes off a search (TASK-14, AMB-46)."""
    return max(0, metres) // (BROKEN_STEP if broken else OPEN_STEP)


def range_penalty(metres: int, increment: int) -> int:
    """Return the successes that range takes off a shot: one for each increment begun after the first (CMB-31, AMB-42).

    `increment` is in metres, above zero.
    """
    return max(0, (max(0, metres) - 1) // increment)


def fall_damage(metres: int, successes: int, *, yielding: bool) -> int:
    """Return the damage of a fall from `metres` after so many Maneuver successes (CMB-34..37, AMB-50)."""
    return max(0, (metres - FALL_STEP) // FALL_STEP - yielding - max(0, successes) // 2)
