"""What differs between two values of a character, as JSON: of a long life only the steps are stored."""

from typing import Any, Final

from bones_desktop.rules.bones.character import Character
from bones_desktop.storage.checkedfile import to_json

_KEPT: Final = "kept"
_THEN: Final = "then"


def changes(before: Character, after: Character) -> dict[str, Any]:
    """Return the fields that differ; of a list, how many entries at its beginning are kept, and those after them."""
    fields = {
        name: (getattr(before, name), getattr(after, name))
        for name in Character.model_fields
        if getattr(before, name) != getattr(after, name)
    }
    lists = {name: pair for name, pair in fields.items() if all(isinstance(value, tuple) for value in pair)}
    kept = {name: _same(old, new) for name, (old, new) in lists.items()}
    rest = after.model_copy(update={name: fields[name][1][number:] for name, number in kept.items()})
    dumped: dict[str, Any] = rest.model_dump(mode="json", include=set(fields))
    return {name: {_KEPT: kept[name], _THEN: value} if name in kept else value for name, value in dumped.items()}


def changed(before: Character, differences: dict[str, Any]) -> Character:
    """Return the character that `changes` told of.

    ValueError, of which pydantic's ValidationError is one, when they are no changes of a character.
    """
    lists = {name: value for name, value in differences.items() if _is_list(value)}
    plain = {name: value[_THEN] if name in lists else value for name, value in differences.items()}
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


def _is_list(value: object) -> bool:
    return isinstance(value, dict) and value.keys() == {_KEPT, _THEN}
