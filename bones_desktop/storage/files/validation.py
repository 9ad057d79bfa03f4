"""The careful way to read a file that the plain one refused: everything that is wrong in it, and where.

Importing pydantic takes a third of a start, so this module is imported when there is something to say.
"""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: the path of keys and places that leads to it, and pydantic's name for it."""

    where: tuple[str | int, ...]
    hint: str


class RefusedError(ValueError):
    """What was read is not what was asked for; `faults` are in the order of the file, at least one."""

    def __init__(self, kind: type, faults: tuple[Fault, ...]) -> None:
        super().__init__(f"no {kind.__name__}")
        self.faults = faults


def validated(kind: type[T], stored: object) -> T:
    """Return the value of `kind` that `stored`, as JSON gives it, stands for; RefusedError when it is none."""
    of_kind: type = kind
    try:
        value: T = _adapter(of_kind).validate_json(json.dumps(stored))
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False, include_input=False)
        raise RefusedError(kind, tuple(Fault(each["loc"], each["type"]) for each in found)) from error
    return value


def json_schema(kind: type) -> dict[str, Any]:
    """Return the JSON schema of files that hold a `kind`."""
    return _adapter(kind).json_schema(mode="validation")


@cache
def _adapter(kind: type) -> TypeAdapter[Any]:
    return TypeAdapter(kind)
