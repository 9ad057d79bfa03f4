"""Values of dataclasses as JSON: read strictly, written, and the keys that only another program knows kept apart.

Of a field its type and its `Limits` say what it may hold; `rules.values` checks that, as it does for every edit.
"""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType
from typing import Any, Final, TypeVar, get_args, get_origin

from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.values import UnfitError, checker

Json = Any
T = TypeVar("T")
_AS_THEY_ARE: Final = frozenset({str, int, float, bool, NoneType})


def read(kind: type[T], stored: object) -> T:
    """Return the value of `kind` that `stored`, as JSON gives it, stands for; UnfitError says what is wrong, and where.

    Unknown keys are wrong, and so are missing ones and another type.
    """
    of_kind: type = kind
    try:
        value: T = checker(of_kind, stored=True)(stored)
    except UnfitError as error:
        raise UnfitError(*error.faults, of=kind.__name__) from None
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


def changes(before: object, after: object) -> Json:
    """Return the fields of `after` that are not as `before` has them, as JSON."""
    of_kind: type = type(after)
    kept = ((name, getattr(before, name), getattr(after, name)) for name, _default in _parts(of_kind))
    return {name: plain(new) for name, old, new in kept if new is not old and new != old}


def with_changes(value: Any, stored: Mapping[str, Json]) -> Any:  # noqa: ANN401 (a `Value` and another like it)
    """Return `value` with what `changes` found; KeyError for an unknown field, UnfitError for what one cannot hold."""
    kinds: dict[str, Any] = {part.name: part.type for part in fields(value)}
    return value.with_(**{name: checker(kinds[name], stored=True)(new) for name, new in stored.items()})


@cache
def _parts(kind: type) -> tuple[tuple[str, object], ...]:
    return tuple((part.name, part.default) for part in fields(kind))


@dataclass(frozen=True, slots=True)
class Unknown:
    """Keys that were not known in one object of a file, and in the objects below it."""

    keys: dict[str, Json] = field(default_factory=dict)
    objects: dict[str, "Unknown"] = field(default_factory=dict)
    lists: dict[str, "UnknownInList"] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.keys or self.objects or self.lists)


@dataclass(frozen=True, slots=True)
class UnknownInList:
    """What was not known in the entries of a list of `length`: place, what was known of the entry, what was not."""

    length: int
    entries: tuple[tuple[int, Json, Unknown], ...]


def split(kind: type, data: Mapping[str, Json]) -> tuple[dict[str, Json], Unknown]:
    """Part `data` into what `kind`, a dataclass, knows and the rest; values of a wrong type are left for the reader."""
    inside = _inside(kind)
    known: dict[str, Json] = {}
    rest = Unknown()
    for key, value in data.items():
        if key not in inside:
            rest.keys[key] = value
            continue
        below, by_name = inside[key]
        if below is None:
            known[key] = value
        elif by_name and isinstance(value, dict):
            named = Unknown()
            known[key] = {name: _split_below(below, name, each, named) for name, each in value.items()}
            if named:
                rest.objects[key] = named
        else:
            known[key] = _split_below(below, key, value, rest)
    return known, rest


def _split_below(kind: type, key: str, value: Json, rest: Unknown) -> Json:
    """Return what is known of the value of `key`, an object of `kind` or a list of some; add what is not to `rest`."""
    if isinstance(value, dict):
        known, unknown = split(kind, value)
        if unknown:
            rest.objects[key] = unknown
        return known
    if isinstance(value, list):
        entries = [split(kind, entry) if isinstance(entry, dict) else (entry, None) for entry in value]
        found = tuple((place, entry[0], entry[1]) for place, entry in enumerate(entries) if entry[1])
        if found:
            rest.lists[key] = UnknownInList(len(value), found)
        return [entry[0] for entry in entries]
    return value


def put_back(data: Mapping[str, Json], unknown: Unknown) -> dict[str, Json]:
    """Return `data` with `unknown` at its old places. What belonged to an entry that is gone goes with it."""
    whole = {**unknown.keys, **data}
    for key, rest in unknown.objects.items():
        if isinstance(whole.get(key), dict):
            whole[key] = put_back(whole[key], rest)
    for key, found in unknown.lists.items():
        if isinstance(whole.get(key), list):
            whole[key] = _put_back_entries(whole[key], found)
    return whole


def _put_back_entries(entries: list[Json], found: UnknownInList) -> list[Json]:
    """With as many entries as before each keeps its place; otherwise an entry is known by its content."""
    whole = list(entries)
    free = list(range(len(entries)))
    for place, known, rest in found.entries:
        if len(entries) == found.length:
            at = place
        else:
            fits = [each for each in free if entries[each].items() >= known.items()]
            if not fits:
                continue
            at = fits[0]
            free.remove(at)
        whole[at] = put_back(whole[at], rest)
    return whole


@cache
def _inside(kind: type) -> Mapping[str, tuple[type | None, bool]]:
    """Return for each key which objects are under it, None for none, and whether by names of the user's own."""
    return {each.name: (next(_kinds(each.type), None), get_origin(each.type) is dict) for each in fields(kind)}


def _kinds(annotation: object) -> Iterator[type]:
    """Yield what in `annotation` is an object in files; a face is none, for its code stands there."""
    if isinstance(annotation, type) and is_dataclass(annotation) and annotation is not Face:
        yield annotation
    for inner in get_args(annotation):
        yield from _kinds(inner)
