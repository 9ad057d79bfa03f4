"""What is unfinished or not allowed about a character of any game, and how much that matters."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from bones_desktop.rules.reasons import Reason

Where = TypeVar("Where", covariant=True)
"""The place to go to: a place of the sheet, or the id of a field of a step, "" for none."""


class Weight(StrEnum):
    """How much a problem matters."""

    ILLEGAL = "illegal"
    UNFINISHED = "unfinished"
    ADVICE = "advice"
    """Worth a look; the character is legal and complete all the same."""


@dataclass(frozen=True, slots=True)
class Problem(Generic[Where]):
    """One thing to mend, with the rule in its reason and the place to go to."""

    reason: Reason
    place: Where
    weight: Weight


def is_legal(found: Iterable[Problem[Any]]) -> bool:
    """Return whether nothing among `found` is against the rules."""
    return all(problem.weight is not Weight.ILLEGAL for problem in found)


def is_complete(found: Iterable[Problem[Any]]) -> bool:
    """Return whether nothing among `found` is left to choose."""
    return all(problem.weight is not Weight.UNFINISHED for problem in found)
