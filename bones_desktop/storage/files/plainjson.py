"""Reads and writes JSON, converts it to values of the program, and finds line and column of a fault."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache
from types import NoneType
from typing import Any, Final, Literal, TypeVar, get_args, get_origin

from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.records import MISSING, Record, field, fields
from bones_desktop.rules.values import UnfitError, checker

Json = Any
T = TypeVar("T")
_AS_THEY_ARE: Final = frozenset({str, int, float, bool, NoneType})


def read(kind: type[T], stored: object) -> T:
    """Return the value of `kind` that the JSON `stored` represents. Raise UnfitError with every fault and its path.

    Unknown keys, missing keys and wrong types are faults.
    """
    of_kind: type = kind
    try:
        value: T = checker(of_kind, stored=True)(stored)
    except UnfitError as error:
        raise UnfitError(*error.faults, of=kind.__name__) from None
    return value


def plain(value: Any, *, usual: bool = True) -> Any:  # noqa: ANN401 (JSON)
    """Return `value` as JSON. If `usual` is False, leave out fields that have their default."""
    if type(value) in _AS_THEY_ARE:
        return value
    # A face is a dataclass too, but files contain its short code.
    if isinstance(value, Face):
        return value.code
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [plain(each, usual=usual) for each in value]
    if isinstance(value, frozenset):
        # Sets have no order, and the same value must give the same file.
        return sorted(value)
    if isinstance(value, dict):
        return {key: plain(each, usual=usual) for key, each in value.items()}
    if isinstance(value, Record):
        of_kind: type = type(value)
        parts = ((name, default, getattr(value, name)) for name, default in _parts(of_kind))
        return {
            name: plain(held, usual=usual)
            for name, default, held in parts
            if usual or default is MISSING or held != default
        }
    return value


def changes(before: object, after: object) -> Json:
    """Return the fields of `after` that differ from `before`, as JSON."""
    of_kind: type = type(after)
    kept = ((name, getattr(before, name), getattr(after, name)) for name, _default in _parts(of_kind))
    # Most fields are the same object, and comparing whole lists of dice is slow.
    return {name: plain(new) for name, old, new in kept if new is not old and new != old}


def with_changes(value: Any, stored: Mapping[str, Json]) -> Any:  # noqa: ANN401 (a `Value` and another like it)
    """Return `value` with the result of `changes` applied to it.

    Raise KeyError for an unknown field, UnfitError for a wrong value.
    """
    kinds: dict[str, Any] = {part.name: part.type for part in fields(value)}
    return value.with_(**{name: checker(kinds[name], stored=True)(new) for name, new in stored.items()})


@cache
def _parts(kind: type) -> tuple[tuple[str, object], ...]:
    return tuple((part.name, part.default) for part in fields(kind))


class Unknown(Record):
    """Unknown keys of one object in a file, and of the objects inside it."""

    keys: dict[str, Json] = field(default_factory=dict)
    objects: dict[str, "Unknown"] = field(default_factory=dict)
    lists: dict[str, "UnknownInList"] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.keys or self.objects or self.lists)


class UnknownInList(Record):
    """The unknown keys in a list that has `length` entries.

    Each of `entries` is the place of an entry, its known part and its unknown part.
    """

    length: int
    entries: tuple[tuple[int, Json, Unknown], ...]


def split(kind: type, data: Mapping[str, Json]) -> tuple[dict[str, Json], Unknown]:
    """Split `data` into the keys that the dataclass `kind` has and the rest.

    Values of a wrong type stay in the first part, because `read` reports them.
    """
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
    """Return the known part of the value of `key`, and add its unknown keys to `rest`.

    The value is an object of `kind` or a list of such objects.
    """
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
    """Return `data` with the unknown keys in their old places. Unknown keys of removed entries are dropped."""
    whole = {**unknown.keys, **data}
    for key, rest in unknown.objects.items():
        if isinstance(whole.get(key), dict):
            whole[key] = put_back(whole[key], rest)
    for key, found in unknown.lists.items():
        if isinstance(whole.get(key), list):
            whole[key] = _put_back_entries(whole[key], found)
    return whole


def _put_back_entries(entries: list[Json], found: UnknownInList) -> list[Json]:
    """Return `entries` with their unknown keys.

    If the list is as long as before, entries are found by place, otherwise by content.
    """
    whole = list(entries)
    free = list(range(len(entries)))
    for place, known, rest in found.entries:
        if len(entries) == found.length:
            # An entry may have been edited and would not be recognized by its content.
            at = place
        else:
            fits = [each for each in free if entries[each].items() >= known.items()]
            if not fits:
                continue
            at = fits[0]
            # If two entries are equal, each gets the unknown keys of one old entry.
            free.remove(at)
        whole[at] = put_back(whole[at], rest)
    return whole


@cache
def _inside(kind: type) -> Mapping[str, tuple[type | None, bool]]:
    """Return, for each key of `kind`, the class of the objects stored there, or None.

    Each class comes with True if the objects are stored in a dictionary by name.
    """
    return {each.name: (next(_kinds(each.type), None), get_origin(each.type) is dict) for each in fields(kind)}


def _kinds(annotation: object) -> Iterator[type]:
    """Yield the classes in `annotation` that are stored as objects. Faces are stored as codes and are left out."""
    if isinstance(annotation, type) and issubclass(annotation, Record) and annotation is not Face:
        yield annotation
    for inner in get_args(annotation):
        yield from _kinds(inner)


Fault = Literal["not-utf8", "not-json", "duplicate-key", "number", "nested"]
KeyPath = tuple[str | int, ...]
"""Path to a value: keys and list places, outermost first, such as ("templates", 0, "name")."""

_SUSPECT: Final = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")
"""Escapes for NUL and for halves of surrogate pairs, which UTF-8 text cannot contain otherwise.

A match is only a suspicion, because two halves together are legal.
"""
_SPACE: Final = re.compile(r"[ \t\r\n]*")
_DEEPEST: Final = 64
_LONGEST_NUMBER: Final = 300
_READER: Final = json.JSONDecoder()
_WRITER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


class JsonError(Exception):
    """Raised for bytes that are not JSON as we accept it. `line` and `column` count from 1; 0 means unknown."""

    def __init__(self, fault: Fault, line: int = 0, column: int = 0, what: str = "") -> None:
        super().__init__(fault)
        self.fault: Fault = fault
        self.line = line
        self.column = column
        self.what = what


def parse(data: bytes) -> Any:  # noqa: ANN401 (JSON)
    """Return the value in `data`, made `storable`. Raise JsonError for JSON that our files never contain."""
    try:
        # Some editors on Windows put a byte order mark before the text.
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        column = error.start - (before.rfind(b"\n") + 1) + 1
        raise JsonError("not-utf8", before.count(b"\n") + 1, column) from error
    try:
        value = json.loads(
            text, object_pairs_hook=_object, parse_constant=_constant, parse_int=_integer, parse_float=_float
        )
    except json.JSONDecodeError as error:
        raise JsonError("not-json", error.lineno, error.colno) from error
    except RecursionError as error:
        raise JsonError("nested") from error
    if isinstance(value, dict | list):
        _require_flat(value, 0)
    # Searching the text first is much faster than visiting every string of every file.
    return storable(value) if _SUSPECT.search(text) else value


def written(value: Any, indent: str = "") -> str:  # noqa: ANN401 (JSON)
    """Return `value` as JSON with sorted keys and one space of indent, like `json.dumps` but twice as fast."""
    if not value or not isinstance(value, dict | list):
        return _WRITER.encode(value)
    inner = indent + " "
    if isinstance(value, dict):
        parts = [f"{_WRITER.encode(key)}: {written(value[key], inner)}" for key in sorted(value)]
        return f"{{\n{inner}" + f",\n{inner}".join(parts) + f"\n{indent}}}"
    return f"[\n{inner}" + f",\n{inner}".join([written(each, inner) for each in value]) + f"\n{indent}]"


def storable(value: Any) -> Any:  # noqa: ANN401 (JSON)
    """Return `value` without NUL and lone surrogates, which cannot be displayed or stored in the roll log."""
    if isinstance(value, str):
        return value.replace("\0", "").encode("utf-8", "ignore").decode()
    if isinstance(value, dict):
        return {storable(key): storable(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [storable(inner) for inner in value]
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _value in pairs)
        raise JsonError("duplicate-key", what=next(key for key in counts if counts[key] > 1)[:40])
    return found


def _constant(name: str) -> float:
    raise JsonError("number", what=name)


def _integer(digits: str) -> int:
    # Python refuses to convert very long numbers, and its error does not say where the number is.
    if len(digits) > _LONGEST_NUMBER:
        raise JsonError("number", what=f"{digits[:12]}…")
    return int(digits)


def _float(digits: str) -> float:
    number = float(digits)
    if number in {float("inf"), float("-inf")} or len(digits) > _LONGEST_NUMBER:
        raise JsonError("number", what=digits[:12])
    return number


def _require_flat(value: dict[str, Any] | list[Any], depth: int) -> None:
    if value and depth >= _DEEPEST:
        raise JsonError("nested")
    for inner in value.values() if isinstance(value, dict) else value:
        # Exact types are enough because JSON has no subclasses. This runs for every value of every file.
        if type(inner) is dict or type(inner) is list:
            _require_flat(inner, depth + 1)


class Spot(Record):
    """A position in a text. Line and column count from 1; 0 means unknown."""

    line: int = 0
    column: int = 0


UNKNOWN: Final = Spot()


class JsonPlaces:
    """Finds the positions of values in a JSON text. The text may be invalid after a repeated key."""

    def __init__(self, text: str) -> None:
        self._text = text

    def spot(self, path: KeyPath) -> Spot:
        """Return the position where the value at `path` begins; if the value is missing, where its object begins."""
        at = self._skip(0)
        for step in path:
            found = next((start for key, start in self._entries(at) if key == step), None)
            if found is None:
                break
            at = found
        return self._spot(at)

    def repeated(self, at: int = 0) -> Spot:
        """Return the position of the second value of a repeated key; an unknown position if no key is repeated."""
        starts: dict[str | int, list[int]] = {}
        for key, start in self._entries(self._skip(at)):
            inner = self.repeated(start)
            if inner.line:
                return inner
            starts.setdefault(key, []).append(start)
        return next((self._spot(found[1]) for found in starts.values() if len(found) > 1), UNKNOWN)

    def _spot(self, at: int) -> Spot:
        return Spot(self._text.count("\n", 0, at) + 1, at - self._text.rfind("\n", 0, at))

    def _entries(self, at: int) -> Iterator[tuple[str | int, int]]:
        """Yield the keys or places in the object or list at `at`, each with the start of its value."""
        text, kind = self._text, self._text[at]
        at, place = self._skip(at + 1), 0
        while kind in "{[" and text[at] not in "}]":
            key: str | int = place
            if kind == "{":
                key, at = _READER.raw_decode(text, at)
                at = self._skip(self._skip(at) + 1)  # The colon is skipped.
            yield key, at
            at = self._skip(_READER.raw_decode(text, at)[1])
            at, place = self._skip(at + 1) if text[at] == "," else at, place + 1

    def _skip(self, at: int) -> int:
        """Return the position of the next character that is not white space."""
        found = _SPACE.match(self._text, at)
        return found.end() if found is not None else at
