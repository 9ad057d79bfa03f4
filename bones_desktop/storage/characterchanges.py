"""What differs between two values of a character, as JSON: of a long life only the steps are stored."""

from typing import Any, Final

from bones_desktop.rules.bones.character import Character
from bones_desktop.storage.checkedfile import to_json

_KEPT: Final = "kept"
_THEN: Final = "then"
_HEAD: Final = "head"
_PUT: Final = "put"
_TAIL: Final = "tail"
_SHORT: Final = 100
"""Letters of a text that is stored whole: telling what changed in it would take as many."""


def changes(before: Character, after: Character) -> dict[str, Any]:
    """Return the fields that differ, as little of them as tells the difference.

    Of a list, how many entries at its beginning are kept, and those after them. Of a long text, how many letters at its
    beginning and at its end are kept, and those between.
    """
    fields = {
        name: (getattr(before, name), getattr(after, name))
        for name in Character.model_fields
        if getattr(before, name) != getattr(after, name)
    }
    lists = {name: pair for name, pair in fields.items() if all(isinstance(value, tuple) for value in pair)}
    kept = {name: _same(old, new) for name, (old, new) in lists.items()}
    texts = {name: _edit(*pair) for name, pair in fields.items() if all(_is_long(value) for value in pair)}
    rest = after.model_copy(update={name: fields[name][1][number:] for name, number in kept.items()})
    dumped: dict[str, Any] = rest.model_dump(mode="json", include=fields.keys() - texts.keys())
    return texts | {
        name: {_KEPT: kept[name], _THEN: value} if name in kept else value for name, value in dumped.items()
    }


def changed(before: Character, differences: dict[str, Any]) -> Character:
    """Return the character that `changes` told of.

    ValueError, of which pydantic's ValidationError is one, when they are no changes of a character.
    """
    lists = {name: value for name, value in differences.items() if _is_list(value)}
    plain = {
        name: value[_THEN] if name in lists else _edited(before, name, value) for name, value in differences.items()
    }
    read = Character.model_validate_json(to_json({"id": before.id, **plain}))
    fields = {name: getattr(read, name) for name in plain}
    for name, value in lists.items():
        old = getattr(before, name)
        if not isinstance(old, tuple) or not isinstance(value[_KEPT], int) or not 0 <= value[_KEPT] <= len(old):
            raise ValueError(f"{name} has no {value[_KEPT]} entries to keep")
        fields[name] = (*old[: value[_KEPT]], *fields[name])
    return before.with_(**fields)


def _same(old: tuple[object, ...], new: tuple[object, ...]) -> int:
    """Return how many entries at the beginning are the same."""
    pairs = enumerate(zip(old, new, strict=False))
    return next((place for place, (one, other) in pairs if one != other), min(len(old), len(new)))


def _is_long(value: object) -> bool:
    return type(value) is str and len(value) > _SHORT


def _edit(old: str, new: str) -> dict[str, Any]:
    """Return what was typed over, and how much of the beginning and the end of `old` stays."""
    head = _alike(old, new)
    shorter = min(len(old), len(new)) - head
    tail = _alike(old[len(old) - shorter :][::-1], new[len(new) - shorter :][::-1])
    return {_HEAD: head, _PUT: new[head : len(new) - tail], _TAIL: tail}


def _edited(before: Character, name: str, value: object) -> object:
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
