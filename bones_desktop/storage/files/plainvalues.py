"""Values of plain dataclasses out of JSON and into it, strictly and quickly.

What does not fit is refused without saying where: `storage.validation` says that. Of a `Value` its own `Limits` hold.
"""

from collections.abc import Callable, Iterable
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from itertools import islice
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin

from bones_desktop.rules.bones.book.icons import Face, face
from bones_desktop.rules.values import Value, exact_text, fit, longest

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Read = Callable[[Any], Any]
T = TypeVar("T")
_AS_THEY_ARE: Final = frozenset({str, int, float, bool, NoneType})


def read(kind: type[T], stored: object) -> T:
    """Return the value of `kind` that `stored`, as JSON gives it, stands for; ValueError when it is none."""
    of_kind: type = kind
    try:
        value: T = reader(of_kind)(stored)
    except (TypeError, LookupError, ArithmeticError, RecursionError) as error:
        raise ValueError(f"no {kind.__name__}") from error
    return value


def plain(value: Any, *, usual: bool = True) -> Any:  # noqa: ANN401 (JSON)
    """Return `value` as JSON; with `usual` False without the fields that are as they are when nothing is said."""
    if type(value) in _AS_THEY_ARE:
        return value
    if isinstance(value, Face):
        return value.code
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [plain(each, usual=usual) for each in value]
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, dict):
        return {key: plain(each, usual=usual) for key, each in value.items()}
    if is_dataclass(value):
        of_kind: type = type(value)
        parts = ((name, default, getattr(value, name)) for name, default in _parts(of_kind))
        return {
            name: plain(held, usual=usual)
            for name, default, held in parts
            if usual or default is MISSING or held != default
        }
    return value


@cache
def _parts(kind: type) -> tuple[tuple[str, object], ...]:
    return tuple((part.name, part.default) for part in fields(kind))


@cache
def reader(kind: object) -> Read:
    """Return what makes a value of `kind` out of JSON: text, whole number, number, truth, list, object or face code.

    It raises ValueError, TypeError or KeyError for anything else: unknown keys, missing ones, another type.
    """
    if kind is Face:
        return _face
    if kind in _AS_THEY_ARE and kind is not NoneType:
        return exact_text if kind is str else fit(kind)  # a `Value` sees to the signs itself
    if get_origin(kind) is not None:
        return _composed(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {each.value: each for each in kind}.__getitem__
    if isinstance(kind, type) and is_dataclass(kind):
        return _object(kind)
    raise TypeError(f"nothing in JSON is a {kind}")


def _composed(kind: object) -> Read:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _limited(reader(inner[0]), longest(kind))
    if origin in {tuple, frozenset}:
        return _list(origin, inner[0])
    if origin is dict:
        return _mapping(inner)
    if origin in {UnionType, Union}:
        return _either(inner)
    if origin is Literal:
        return {each.value if isinstance(each, Enum) else each: each for each in inner}.__getitem__
    raise TypeError(f"nothing in JSON is a {origin}")


def _limited(read_any: Read, limit: int | None) -> Read:
    """Refuse what is too long before it is read."""
    if limit is None:
        return read_any

    def read(value: object) -> object:
        if isinstance(value, list | dict) and len(value) > limit:
            raise ValueError
        return read_any(value)

    return read


def cut(kind: object, stored: Any, most: int) -> Any:  # noqa: ANN401 (JSON)
    """Return `stored` without what follows its first `most` faults in any list or object, for whoever lists them.

    What is left has the same faults at the same places, as far as it goes; of what is too long one entry too many.
    """
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        limit = longest(kind)
        if limit is not None and isinstance(stored, list | dict) and len(stored) > limit:
            stored = _first(stored, limit + 1)
        return cut(inner[0], stored, most)
    if origin in {UnionType, Union}:
        return cut(inner[0], stored, most) if set(inner[1:]) <= {NoneType} else stored
    if origin is tuple and isinstance(stored, list):
        return stored[: _refused(inner[0], stored, most)]
    if origin is dict and isinstance(stored, dict):
        return _first(stored, _refused(inner[1], stored.values(), most))
    if isinstance(kind, type) and is_dataclass(kind) and kind is not Face and isinstance(stored, dict):
        kinds: dict[str, Any] = {part.name: part.type for part in fields(kind)}
        return {name: cut(kinds[name], each, most) if name in kinds else each for name, each in stored.items()}
    if kind in _AS_THEY_ARE and isinstance(stored, list | dict):
        return _first(stored, 1)  # it is one fault, whatever is in it
    return stored


def _first(stored: Any, count: int) -> Any:  # noqa: ANN401 (JSON)
    return stored[:count] if isinstance(stored, list) else dict(islice(stored.items(), count))


def _refused(kind: object, every: Iterable[Any], most: int) -> int:
    """Return how many of `every` come up to the one that is refused as the `most`th."""
    read_each, refused, count = reader(kind), 0, 0
    for each in every:
        count += 1
        try:
            read_each(each)
        except (TypeError, ValueError, LookupError, ArithmeticError, RecursionError):
            refused += 1
            if refused >= most:
                break
    return count


_read_face = cache(face)


def _face(value: object) -> Face:
    if type(value) is not str:
        raise TypeError
    return _read_face(value)


def _list(kind: Callable[[Iterable[Any]], Any], each: object) -> Read:
    read_each = reader(each)

    def read(value: object) -> Any:  # noqa: ANN401 (a tuple or a set)
        if type(value) is not list:
            raise TypeError
        return kind(map(read_each, value))

    return read


def _mapping(inner: tuple[Any, ...]) -> Read:
    read_key, read_each = map(reader, inner)

    def read(value: object) -> dict[Any, Any]:
        if type(value) is not dict:
            raise TypeError
        return {read_key(key): read_each(each) for key, each in value.items()}

    return read


def _either(kinds: tuple[Any, ...]) -> Read:
    some, other = kinds
    read_some = reader(some)
    if other is NoneType:
        return lambda value: None if value is None else read_some(value)
    if some in _AS_THEY_ARE and other in _AS_THEY_ARE:
        read_other = reader(other)
        return lambda value: (read_some if type(value) is some else read_other)(value)
    raise TypeError(f"{kinds} is no choice between something and nothing, or between plain values")


def _object(kind: type["DataclassInstance"]) -> Read:
    kinds: dict[str, Any] = {part.name: part.type for part in fields(kind)}
    # A `Value` looks at its texts and numbers itself.
    itself = issubclass(kind, Value)
    parts = {name: reader(each) for name, each in kinds.items() if not (itself and each in _AS_THEY_ARE)}

    def read(value: object) -> object:
        if type(value) is not dict:
            raise TypeError
        return kind(**{name: parts[name](given) if name in parts else given for name, given in value.items()})

    return read
