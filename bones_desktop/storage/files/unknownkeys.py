"""Keys of a file that this program does not know: set aside on reading, put back in their places on writing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, get_args, get_origin

from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.typedtext import unturned
from bones_desktop.rules.values import longest

Json = Any


@dataclass(frozen=True, slots=True)
class Unknown:
    """What was not known in one object of the file, and in the objects below it."""

    keys: dict[str, Json] = field(default_factory=dict)
    objects: dict[str, "Unknown"] = field(default_factory=dict)
    lists: dict[str, "UnknownInList"] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.keys or self.objects or self.lists)


@dataclass(frozen=True, slots=True)
class _Inside:
    """What is under a key: objects of `model`, and whether by names of the user's own."""

    model: type
    keyed: bool
    longest: int | None
    """How many there may be; None where nothing is said."""


@dataclass(frozen=True, slots=True)
class UnknownInList:
    """What was not known in the entries of a list of `length`: place, what was known of the entry, what was not."""

    length: int
    entries: tuple[tuple[int, Json, Unknown], ...]


def split(model: type, data: Mapping[str, Json]) -> tuple[dict[str, Json], Unknown]:
    """Part `data` into what `model`, a dataclass, knows and the rest.

    Values of a wrong type are left for validation to refuse, and of a list that is too long one entry too many is.
    """
    inside = _inside(model)
    known: dict[str, Json] = {}
    rest = Unknown()
    for key, value in data.items():
        if key not in inside:
            rest.keys[key] = value
            continue
        below = inside[key]
        if below is None:
            known[key] = value
        elif below.keyed and isinstance(value, dict):
            named = Unknown()
            known[key] = {name: _split_below(below.model, name, each, named) for name, each in value.items()}
            if named:
                rest.objects[key] = named
        else:
            if isinstance(value, list) and below.longest is not None:
                value = value[: below.longest + 1]
            known[key] = _split_below(below.model, key, value, rest)
    return known, rest


def _split_below(model: type, key: str, value: Json, rest: Unknown) -> Json:
    """Return what is known of the value of `key`, an object of `model` or a list of some; add what is not to `rest`."""
    if isinstance(value, dict):
        known, unknown = split(model, value)
        if unknown:
            rest.objects[key] = unknown
        return known
    if isinstance(value, list):
        entries = [split(model, entry) if isinstance(entry, dict) else (entry, None) for entry in value]
        found = tuple((place, entry[0], entry[1]) for place, entry in enumerate(entries) if entry[1])
        if found:
            rest.lists[key] = UnknownInList(len(value), found)
        return [entry[0] for entry in entries]
    return value


def put_back(data: Mapping[str, Json], unknown: Unknown) -> dict[str, Json]:
    """Return `data` with `unknown` at its old places. What belonged to an entry that is gone goes with it."""
    whole = {**unknown.keys, **data}
    for named, rest in unknown.objects.items():
        key = named if named in whole else unturned(named)  # a value drops the signs of its names
        if isinstance(whole.get(key), dict):
            whole[key] = put_back(whole[key], rest)
    for key, found in unknown.lists.items():
        if isinstance(whole.get(key), list):
            whole[key] = _put_back_entries(whole[key], found)
    return whole


def _put_back_entries(entries: list[Json], found: UnknownInList) -> list[Json]:
    """With as many entries as before each keeps its place; otherwise an entry is known by its content."""
    whole = list(entries)
    free = set(range(len(entries)))
    plain = _unturned(entries) if len(entries) != found.length else []
    for place, known, rest in found.entries:
        if len(entries) == found.length:
            at = place
        else:
            wanted = _unturned(known)
            fits = [each for each in sorted(free) if _covers(plain[each], wanted)]
            if not fits:
                continue
            at = fits[0]
            free.discard(at)
        if isinstance(whole[at], dict):
            whole[at] = put_back(whole[at], rest)
    return whole


def _unturned(value: Json) -> Json:
    """Return `value` as one that dropped the signs of its texts would have them, and one that kept some too."""
    if isinstance(value, str):
        return unturned(value)
    if isinstance(value, list):
        return [_unturned(each) for each in value]
    if isinstance(value, dict):
        return {unturned(key): _unturned(each) for key, each in value.items()}
    return value


def _covers(entry: Json, known: Json) -> bool:
    return isinstance(entry, dict) and isinstance(known, dict) and all(entry.get(key) == known[key] for key in known)


@cache
def _inside(model: type) -> Mapping[str, _Inside | None]:
    """Return what is under each key a file may have; None where there are no objects."""
    if not is_dataclass(model):
        return {}
    models = {each: next(_models(each.type), None) for each in fields(model)}
    return {
        each.name: _Inside(inner, get_origin(each.type) is dict, longest(each.type)) if inner else None
        for each, inner in models.items()
    }


def _models(annotation: object) -> Iterator[type]:
    """Yield what in `annotation` is an object in files; a face is none, for its code stands there."""
    if isinstance(annotation, type) and is_dataclass(annotation) and annotation is not Face:
        yield annotation
    for inner in get_args(annotation):
        yield from _models(inner)
