"""The base of every value that files keep: frozen, and never made with anything a file could not hold.

An annotation says what a field may hold: a type, and `Limits` on it. The same words bind edits, which make values, and
files, from which `storage` reads them. A text that is read or made loses the signs that would turn round the sentences
it is put into, unless it is to be exact; the file keeps them until the value is saved again. Prose that is shown in
paragraphs of its own is exact. Notes that stand in a row beside a name are not: those of dice, items, themes,
followers, powers and spells, what became of an action of a season, and why a house rule is played.

Of several keys that are one without their signs the first is kept. Keys are ids of fighters or words of the program,
and a fight with two fighters of one id is refused: no more than one such key was anybody's.

Words that players sort the shelf by, of characters of any game.

Codes refused: text-too-long (most), too-many-tags (most).
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import fields
from enum import Enum
from functools import cache
from math import isfinite
from operator import is_
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Final, Literal, Protocol, Self, TypeVar, Union, get_args, get_origin

from bones_desktop.rules.reasons import refuse
from bones_desktop.rules.typedtext import one_line, unturned

ItemT = TypeVar("ItemT")

Fit = Callable[[Any], Any]
"""Hands back the value to keep; ValueError, TypeError or OverflowError when it does not fit."""
_BEYOND: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "min_length": lambda value, limit: len(value) < limit,
    "max_length": lambda value, limit: len(value) > limit,
    "ge": lambda value, limit: value < limit,
    "le": lambda value, limit: value > limit,
    "lt": lambda value, limit: value >= limit,
}


class Limits:
    """How long a text or a list, and how large a number may be; metadata of an `Annotated` type.

    The names are those of pydantic, which learns of the limits by the method it asks for.
    """

    __slots__ = ("_given", "_pattern", "exact", "range")

    def __init__(
        self,
        *,
        min_length: int | None = None,
        max_length: int | None = None,
        pattern: str | None = None,
        ge: int | None = None,
        le: int | None = None,
        lt: int | None = None,
        fail_fast: bool | None = None,
        exact: bool = False,
    ) -> None:
        """Of a list, `fail_fast` says that the first wrong entry is enough to be told.

        A text that is `exact`, such as prose or the path of a file, is kept sign by sign.
        """
        self.exact: Final = exact
        self.range: Final = (ge or 0, le or 0)
        given = {
            "min_length": min_length,
            "max_length": max_length,
            "pattern": pattern,
            "ge": ge,
            "le": le,
            "lt": lt,
            "fail_fast": fail_fast,
        }
        self._given: Final = {name: limit for name, limit in given.items() if limit is not None}
        self._pattern: Final = re.compile(pattern) if pattern else None

    @property
    def longest(self) -> int | None:
        """How many letters or entries there may be; None where nothing is said."""
        found = self._given.get("max_length")
        return found if isinstance(found, int) else None

    def check(self, value: Any) -> None:  # noqa: ANN401 (text, a list or a number)
        """Raise ValueError when `value`, which is of the type the limits belong to, is beyond one."""
        for name, limit in self._given.items():
            if name in _BEYOND and _BEYOND[name](value, limit):
                raise ValueError(f"beyond {name} {limit}")
        if self._pattern is not None and not self._pattern.fullmatch(value):
            raise ValueError(f"not like {self._pattern.pattern}")

    def __get_pydantic_core_schema__(self, source: object, handler: Fit) -> dict[str, Any]:
        return {**handler(source), **self._given}


Id = Annotated[str, Limits(max_length=80)]
Line = Annotated[str, Limits(max_length=200)]
Note = Annotated[str, Limits(max_length=20_000)]
"""Texts of the characters of smaller games."""
Prose = Annotated[str, Limits(max_length=20_000, exact=True)]
"""Such a text that is shown in paragraphs of its own."""


def longest(kind: object) -> int | None:
    """Return how many entries or letters a value of `kind` may have; None where nothing is said."""
    limits = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    return next((each.longest for each in limits if isinstance(each, Limits) and each.longest is not None), None)


@cache
def fit(kind: object) -> Fit:
    """Return what checks a value for a field annotated with `kind`; of a whole number for a float it makes one."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        limits = [each for each in inner[1:] if isinstance(each, Limits)]
        return _limited(exact_text if any(each.exact for each in limits) else fit(inner[0]), limits)
    if origin in {UnionType, Union}:
        return _optional(*inner)
    if origin is Literal:
        return _one_of(inner)
    if origin is tuple:
        return _tuple(fit(inner[0]))
    if origin is dict:
        return _dict(*map(fit, inner))
    if kind in {str, float, int}:
        return {str: _text, float: _number, int: _integer}[kind]
    if isinstance(kind, type):
        return _instance(kind)
    raise TypeError(f"no field holds {kind}")


def _text(value: object) -> str:
    return unturned(exact_text(value))


def exact_text(value: object) -> str:
    """Hand back a text sign by sign."""
    if not isinstance(value, str):
        raise TypeError("no text")
    if not value.isascii():
        value.encode()  # refuses halves of characters
    return value


def _integer(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("no whole number")
    return value


def _number(value: object) -> float:
    if not isinstance(value, float | int) or isinstance(value, bool):
        raise TypeError("no number")
    if not isfinite(value):
        raise ValueError("not finite")
    return float(value)


def _instance(kind: type) -> Fit:
    def check(value: object) -> object:
        if not isinstance(value, kind):
            raise TypeError(f"no {kind.__name__}")
        return value

    return check


def _limited(fit_any: Fit, limits: list[Limits]) -> Fit:
    def check(value: object) -> object:
        fitted = fit_any(value)
        for each in limits:
            each.check(fitted)
        return fitted

    return check


def _optional(some: object, nothing: object) -> Fit:
    if nothing is not NoneType:
        raise TypeError(f"{some} | {nothing} is no choice between something and nothing")
    fit_some = fit(some)
    return lambda value: None if value is None else fit_some(value)


def _one_of(allowed: tuple[str | Enum, ...]) -> Fit:
    def check(value: object) -> object:
        for each in allowed:
            if isinstance(value, type(each)) and value == each:
                return value
        raise ValueError(f"none of {', '.join(map(str, allowed))}")

    return check


def _tuple(fit_each: Fit) -> Fit:
    def check(value: object) -> tuple[object, ...]:
        if not isinstance(value, tuple):
            raise TypeError("no tuple")
        fitted = tuple(map(fit_each, value))
        return value if all(map(is_, fitted, value)) else fitted

    return check


def _dict(fit_key: Fit, fit_each: Fit) -> Fit:
    def check(value: object) -> dict[Any, Any]:
        if not isinstance(value, dict):
            raise TypeError("no dict")
        found: dict[Any, Any] = {}
        for key, each in value.items():
            found.setdefault(fit_key(key), fit_each(each))
        return found

    return check


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
def _fits(kind: type) -> dict[str, Fit]:
    kinds: dict[str, Any] = {part.name: part.type for part in fields(kind)}
    return {name: fit(each) for name, each in kinds.items()}


def _fitted(value: Value, name: str, fit_field: Fit, given: object) -> object:
    try:
        return fit_field(given)
    except (TypeError, ValueError, OverflowError) as error:
        raise UnfitError(f"{type(value).__name__}.{name}: {error}") from error


ValueT = TypeVar("ValueT", bound=Value)


def replaced(items: tuple[ItemT, ...], place: int, new: ItemT) -> tuple[ItemT, ...]:
    """Return `items` with `new` in place of the one at `place`, counted from 0."""
    return (*items[:place], new, *items[place + 1 :])


def without(items: tuple[ItemT, ...], place: int) -> tuple[ItemT, ...]:
    """Return `items` without the one at `place`, counted from 0."""
    return (*items[:place], *items[place + 1 :])


LONGEST_TAG: Final = 40
MOST_TAGS: Final = 20
Tags = Annotated[tuple[Annotated[str, Limits(min_length=1, max_length=LONGEST_TAG)], ...], Limits(max_length=MOST_TAGS)]


class Tagged(Protocol):
    """A character that bears tags."""

    @property
    def tags(self) -> tuple[str, ...]: ...  # noqa: D102

    def with_(self, **changes: object) -> Self: ...  # noqa: D102


Who = TypeVar("Who", bound=Tagged)


def tag_of(text: str) -> str:
    """Return the tag that `text` means, without needless spaces; "" for none. Refused when it is too long."""
    tag = one_line(text)
    if len(tag) > LONGEST_TAG:
        raise refuse("text-too-long", "", most=LONGEST_TAG)
    return tag


def retag(who: Who, add: Iterable[str] = (), remove: Iterable[str] = ()) -> Who:
    """Return the character with tags added and removed, case-blind; refused when there would be too many."""
    gone = {tag_of(tag).casefold() for tag in remove}
    kept = {tag.casefold(): tag for tag in who.tags if tag_of(tag).casefold() not in gone}
    for text in add:
        tag = tag_of(text)
        if tag:
            kept.setdefault(tag.casefold(), tag)
    if len(kept) > MOST_TAGS:
        raise refuse("too-many-tags", "", most=MOST_TAGS)
    return who.with_(tags=tuple(kept.values()))
