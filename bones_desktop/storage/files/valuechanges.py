"""What differs between two values of one kind, as JSON: of a long history only the differences are stored."""

from dataclasses import MISSING, Field, fields
from typing import Any, Final

from bones_desktop.storage.files.datafile import ValueT
from bones_desktop.storage.files.plainvalues import plain, read

_KEPT: Final = "kept"
_THEN: Final = "then"
_HEAD: Final = "head"
_PUT: Final = "put"
_TAIL: Final = "tail"
_SHORT: Final = 100
"""Characters of a text that is stored as a whole: what changed in it would take as much room."""


def changes(before: ValueT, after: ValueT) -> dict[str, Any]:
    """Return the fields that differ, as little of each as is needed.

    Of a list, how many entries at its beginning are kept, and those after them. Of a long text, how many letters at its
    beginning and at its end are kept, and those between.
    """
    pairs = {part.name: (getattr(before, part.name), getattr(after, part.name)) for part in _parts(before)}
    return {name: _change(*pair) for name, pair in pairs.items() if pair[0] != pair[1]}


def _change(old: object, new: object) -> Any:  # noqa: ANN401 (JSON)
    if isinstance(old, tuple) and isinstance(new, tuple):
        kept = _same(old, new)
        return {_KEPT: kept, _THEN: plain(new[kept:])}
    if isinstance(old, str) and isinstance(new, str) and min(len(old), len(new)) > _SHORT:
        return _edit(old, new)
    return plain(new)


def changed(before: ValueT, differences: dict[str, Any]) -> ValueT:
    """Return the value that differs from `before` as `changes` said; ValueError when they are no such differences."""
    lists = {name: value for name, value in differences.items() if _is_list(value)}
    stored = {
        name: value[_THEN] if name in lists else _edited(before, name, value) for name, value in differences.items()
    }
    needed = {part.name: plain(getattr(before, part.name)) for part in _parts(before) if _is_needed(part)}
    ends = read(type(before), {**needed, **stored})
    now = {name: getattr(ends, name) for name in stored}
    for name, value in lists.items():
        old = getattr(before, name)
        if not isinstance(old, tuple) or not isinstance(value[_KEPT], int) or not 0 <= value[_KEPT] <= len(old):
            raise ValueError(f"{name} has no {value[_KEPT]} entries to keep")
        now[name] = (*old[: value[_KEPT]], *now[name])
    return before.with_(**now)


def _parts(value: ValueT) -> tuple[Field[Any], ...]:
    of_value: Any = value
    return fields(of_value)


def _is_needed(part: Field[Any]) -> bool:
    return part.default is MISSING and part.default_factory is MISSING


def _same(old: tuple[object, ...], new: tuple[object, ...]) -> int:
    """Return how many entries at the beginning are the same."""
    pairs = enumerate(zip(old, new, strict=False))
    return next((place for place, (one, other) in pairs if one != other), min(len(old), len(new)))


def _edit(old: str, new: str) -> dict[str, Any]:
    """Return what was typed over, and how much of the beginning and the end of `old` stays."""
    head = _alike(old, new)
    shorter = min(len(old), len(new)) - head
    tail = _alike(old[len(old) - shorter :][::-1], new[len(new) - shorter :][::-1])
    return {_HEAD: head, _PUT: new[head : len(new) - tail], _TAIL: tail}


def _edited(before: ValueT, name: str, value: object) -> object:
    """Return a text with its edit made; any other value is its own."""
    if not isinstance(value, dict) or value.keys() != {_HEAD, _PUT, _TAIL}:
        return value
    old = getattr(before, name)
    head, put, tail = value[_HEAD], value[_PUT], value[_TAIL]
    whole = type(head) is int and type(tail) is int and isinstance(put, str) and isinstance(old, str)
    if not whole or min(head, tail) < 0 or head + tail > len(old):
        raise ValueError(f"{name} has no such beginning and end")
    return old[:head] + put + old[len(old) - tail :]


def _alike(one: str, other: str) -> int:
    """Return how many letters at the beginning are the same; halving finds them far faster than letter by letter."""
    same, most = 0, min(len(one), len(other))
    while same < most:
        middle = (same + most + 1) // 2
        if one[same:middle] == other[same:middle]:
            same = middle
        else:
            most = middle - 1
    return same


def _is_list(value: object) -> bool:
    return isinstance(value, dict) and value.keys() == {_KEPT, _THEN}
