"""What was asked of the dice as JSON, so that a line of the log can be asked again."""

import json
from dataclasses import fields
from enum import Enum
from typing import Any, Final, cast

from bones_desktop.rules.bones.reading.requests import Request, ThrowKind

_DEFAULTS: Final[dict[str, Any]] = {part.name: part.default for part in fields(Request)}
_MAY_BE_NEGATIVE: Final = "levels"
_MOST: Final = 1_000_000
"""Greater than anything that can be chosen, and small enough to reckon with."""


def request_json(request: Request) -> str:
    """Return the request as JSON: only what differs from a request of nothing in particular."""
    chosen = {name: getattr(request, name) for name in _DEFAULTS}
    told = {name: _json(value) for name, value in chosen.items() if value != _DEFAULTS[name]}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def request_from(text: str) -> Request | None:
    """Return the request in `text`; None when it is none. Keys that are not known are passed over."""
    try:
        told = json.loads(text)
        if not isinstance(told, dict):
            return None
        chosen: dict[str, Any] = {name: _value(name, value) for name, value in told.items() if name in _DEFAULTS}
        return Request(**chosen)
    except (ValueError, TypeError, RecursionError):
        return None


def _json(value: object) -> object:
    if isinstance(value, frozenset):
        return sorted(value)
    return value.value if isinstance(value, Enum) else value


def _value(name: str, value: Any) -> object:  # noqa: ANN401 (JSON)
    default = _DEFAULTS[name]
    if isinstance(default, ThrowKind):
        return ThrowKind(value)
    if isinstance(default, frozenset):
        return frozenset(_each(value, str))
    if isinstance(default, tuple):
        return tuple(_value("against", place) for place in _each(value, int))
    if type(value) is not type(default):
        raise TypeError(name)
    if type(value) is int and not (-_MOST if name == _MAY_BE_NEGATIVE else 0) <= value <= _MOST:
        raise ValueError(name)
    return value


def _each(value: object, kind: type) -> list[Any]:
    if type(value) is not list or any(type(each) is not kind for each in cast("list[object]", value)):
        raise TypeError
    return value
