"""The base of every value that files keep: frozen, and never made with anything a file could not hold.

What a field may hold is said once, in its annotation: a type, and `Limits` on it. Whoever makes a value is held to
that, and so is whoever reads it from a file (`storage.plainvalues`, `storage.validation`).
"""

from dataclasses import fields
from functools import cache
from typing import Any, ClassVar, Self

from bones_desktop.rules.fitting import Fit, fit


class UnfitError(ValueError):
    """A value was to be made with something one of its fields cannot hold."""


class Value:
    """A base of dataclasses that are frozen, have slots and name their fields; UnfitError for what does not fit."""

    __slots__ = ()
    # For pydantic, which says what is wrong in a file that was refused.
    __pydantic_config__: ClassVar = {"extra": "forbid", "strict": True, "allow_inf_nan": False}

    def __post_init__(self) -> None:
        kind: type = type(self)
        for name, fit_field in _fits(kind).items():
            given = getattr(self, name)
            fitted = _fitted(self, name, fit_field, given)
            if fitted is not given:
                object.__setattr__(self, name, fitted)

    def with_(self, **changes: Any) -> Self:  # noqa: ANN401 (fields are of any type; each is checked)
        """Return a copy with `changes`; UnfitError when one does not fit, TypeError when there is no such field."""
        kind: type = type(self)
        parts = _fits(kind)
        if not changes.keys() <= parts.keys():
            raise TypeError(f"{kind.__name__} has no {', '.join(sorted(changes.keys() - parts.keys()))}")
        copy = object.__new__(type(self))
        for name, fit_field in parts.items():
            # What stays was checked when it was put there.
            value = _fitted(self, name, fit_field, changes[name]) if name in changes else getattr(self, name)
            object.__setattr__(copy, name, value)
        return copy


@cache
def _fits(kind: Any) -> dict[str, Fit]:  # noqa: ANN401 (a dataclass)
    kinds: dict[str, Any] = {part.name: part.type for part in fields(kind)}
    return {name: fit(each) for name, each in kinds.items()}


def _fitted(value: Value, name: str, fit_field: Fit, given: object) -> object:
    try:
        return fit_field(given)
    except (TypeError, ValueError, OverflowError) as error:
        raise UnfitError(f"{type(value).__name__}.{name}: {error}") from error
