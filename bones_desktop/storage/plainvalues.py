"""Values of plain dataclasses out of JSON, strictly and quickly: what does not fit is refused without saying where."""

from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from math import isfinite
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, get_args, get_origin

from bones_desktop.rules.bones.icons import Face, face

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Read = Callable[[Any], Any]


@cache
def reader(kind: Any) -> Read:  # noqa: ANN401 (an annotation)
    """Return what makes a value of `kind` out of JSON: text, whole number, number, truth, list, object or face code.

    It raises ValueError, TypeError or KeyError for anything else: unknown keys, missing ones, another type.
    """
    if kind is Face:
        return _face
    if kind is float:
        return _number
    if kind is str:
        return _text
    if kind in {int, bool, NoneType}:
        return _exactly(kind)
    if get_origin(kind) is tuple:
        return _list(get_args(kind))
    if get_origin(kind) is UnionType:
        return _either(get_args(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {each.value: each for each in kind}.__getitem__
    if isinstance(kind, type) and is_dataclass(kind):
        return _object(kind)
    raise TypeError(f"nothing in JSON is a {kind}")


def _exactly(kind: type) -> Read:
    def read(value: object) -> object:
        if type(value) is not kind:
            raise TypeError
        return value

    return read


_read_face = cache(face)


def _face(value: object) -> Face:
    if type(value) is not str:
        raise TypeError
    return _read_face(value)


def _text(value: object) -> str:
    if type(value) is not str:
        raise TypeError
    if not value.isascii():
        value.encode()  # refuses halves of characters
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise TypeError
    return float(value)


def _list(inner: tuple[Any, ...]) -> Read:
    each, _any_length = inner
    read_each = reader(each)

    def read(value: object) -> tuple[Any, ...]:
        if type(value) is not list:
            raise TypeError
        return tuple(map(read_each, value))

    return read


def _either(kinds: tuple[Any, ...]) -> Read:
    some, nothing = kinds
    read_some = reader(some)
    if nothing is not NoneType:
        raise TypeError(f"{kinds} is no choice between something and nothing")
    return lambda value: None if value is None else read_some(value)


def _object(kind: type["DataclassInstance"]) -> Read:
    kinds: dict[str, Any] = {part.name: part.type for part in fields(kind)}
    parts = {name: reader(each) for name, each in kinds.items()}
    needed = {part.name for part in fields(kind) if part.default is MISSING and part.default_factory is MISSING}

    def read(value: object) -> object:
        if type(value) is not dict:
            raise TypeError
        if not needed <= value.keys():
            raise KeyError
        return kind(**{name: parts[name](given) for name, given in value.items()})

    return read
