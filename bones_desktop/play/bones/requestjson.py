"""What was asked of the dice as JSON, so that a line of the log can be asked again."""

import json
from dataclasses import fields
from typing import Final

from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.storage.files.plainvalues import plain, read

_NAMES: Final = tuple(part.name for part in fields(Request))
_MAY_BE_NEGATIVE: Final = "levels"
_MOST: Final = 1_000_000
"""Greater than anything that can be chosen, and small enough to reckon with."""


def request_json(request: Request) -> str:
    """Return the request as JSON: only what differs from a request of nothing in particular."""
    return json.dumps(plain(request, usual=False), ensure_ascii=False, separators=(",", ":"))


def request_from(text: str) -> Request | None:
    """Return the request in `text`; None when it is none. Keys that are not known are passed over."""
    try:
        told = json.loads(text)
        if not isinstance(told, dict):
            return None
        request = read(Request, {name: told[name] for name in _NAMES if name in told})
    except (ValueError, RecursionError):
        return None
    return request if all(_fits(name, getattr(request, name)) for name in _NAMES) else None


def _fits(name: str, value: object) -> bool:
    """Return whether the numbers of a field are within bounds."""
    least = -_MOST if name == _MAY_BE_NEGATIVE else 0
    return all(
        least <= each <= _MOST for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, int)
    )
