"""Reasons as codes with values, which `wording` turns into sentences, and the problems of a character."""

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Any, Final, Generic, TypeVar

from bones_desktop.rules.records import Record

RULE_ID: Final = re.compile(
    r"\b(?:(?:ACT|AMB|BST|CAST|CHR|CMB|DICE|EQP|HEAL|HIND|ICON|IMP|MAG|MAST|MOVE|OFF|RACE|SHT|SPF|TASK)-\d{1,3}"
    r"|(?:BA|FM|MG|SB)-[ALRT]\d{1,2}[a-z]?)\b"
)
"""Pattern of rule ids in texts that the program shows."""


class Reason(Record):
    """One reason: a stable `code` such as "cap", the values for its sentence, and the id of its rule (ACT-3)."""

    code: str
    rule: str = ""
    values: tuple[tuple[str, str | int], ...] = ()

    def value(self, key: str) -> str | int:
        """Return the value under `key`. Raise KeyError if the reason has none."""
        return dict(self.values)[key]


def reason(code: str, rule: str = "", **values: str | int) -> Reason:
    """Return a Reason with `values` in the given order."""
    return Reason(code, rule, tuple(values.items()))


class RulesError(Exception):
    """Raised for an edit that the rules refuse. `reason` gives the sentence to show."""

    def __init__(self, why: Reason) -> None:
        super().__init__(why.code)
        self.reason = why


def counted(code: str, rule: str, held: int, due: int) -> Reason:
    """Return the reason for a count: the amount that is placed, and the amount that must be placed.

    `wording` adds how much is left to place, or is too much.
    """
    return reason(code, rule, held=held, due=due, to_place=due - held)


def is_placed(count: Reason) -> bool:
    """Return whether a count made by `counted` has nothing left to place and nothing too much."""
    return count.value("to_place") == 0


def refuse_if(why_not: Reason | None) -> None:
    """Raise RulesError with this reason; do nothing if it is None."""
    if why_not is not None:
        raise RulesError(why_not)


def refuse(code: str, rule: str = "", **values: str | int) -> RulesError:
    """Return the error to raise for a refused edit."""
    return RulesError(reason(code, rule, **values))


Where = TypeVar("Where", covariant=True)
"""The place of a problem: a place on the sheet, or the id of a field in a step; "" for none."""


class Weight(StrEnum):
    """The severity of a problem."""

    ILLEGAL = "illegal"
    UNFINISHED = "unfinished"
    ADVICE = "advice"
    """A hint. The character is legal and complete even if the player ignores it."""


class Problem(Record, Generic[Where]):
    """One problem of a character: the reason, which has its rule, and the place."""

    reason: Reason
    place: Where
    weight: Weight


def by_weight(found: Iterable[Problem[Where]]) -> tuple[Problem[Where], ...]:
    """Return the problems in order: violations of the rules first, hints last."""
    return tuple(problem for weight in Weight for problem in found if problem.weight is weight)


def is_legal(found: Iterable[Problem[Any]]) -> bool:
    """Return whether no problem in `found` violates the rules."""
    return all(problem.weight is not Weight.ILLEGAL for problem in found)


def is_complete(found: Iterable[Problem[Any]]) -> bool:
    """Return whether no problem in `found` is an open choice."""
    return all(problem.weight is not Weight.UNFINISHED for problem in found)
