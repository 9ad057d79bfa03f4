"""JSON that strangers wrote: each thing that can be wrong with it has a name and a place."""

import json
from collections.abc import Iterator
from typing import Any, Literal

Fault = Literal["not-utf8", "not-json", "duplicate-key", "number", "nested", "text"]
_DEEPEST = 64
_LONGEST_NUMBER = 300


class JsonError(Exception):
    """The bytes are not the JSON we accept; `line` and `column` count from 1 and are 0 where unknown."""

    def __init__(self, fault: Fault, line: int = 0, column: int = 0, what: str = "") -> None:
        super().__init__(fault)
        self.fault: Fault = fault
        self.line = line
        self.column = column
        self.what = what


def parse(data: bytes) -> Any:  # noqa: ANN401 (JSON)
    """Return the value in `data`; JsonError for broken JSON, and for what JSON allows but nobody means."""
    try:
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
    for each in _texts(value, 0):
        if "\0" in each or not _is_whole(each):
            raise JsonError("text", what=each.encode("ascii", "backslashreplace").decode()[:40])
    return value


def storable(value: Any) -> Any:  # noqa: ANN401 (JSON)
    """Return `value` without what could be written but not read again: NUL and halves of characters."""
    if isinstance(value, str):
        return value.replace("\0", "").encode("utf-8", "ignore").decode()
    if isinstance(value, dict):
        return {key: storable(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [storable(inner) for inner in value]
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _value in pairs:
            if key in seen:
                raise JsonError("duplicate-key", what=key[:40])
            seen.add(key)
    return found


def _constant(name: str) -> float:
    raise JsonError("number", what=name)


def _integer(digits: str) -> int:
    if len(digits) > _LONGEST_NUMBER:
        raise JsonError("number", what=f"{digits[:12]}…")
    return int(digits)


def _float(digits: str) -> float:
    number = float(digits)
    if number in {float("inf"), float("-inf")} or len(digits) > _LONGEST_NUMBER:
        raise JsonError("number", what=digits[:12])
    return number


def _texts(value: Any, depth: int) -> Iterator[str]:  # noqa: ANN401 (JSON)
    if depth > _DEEPEST:
        raise JsonError("nested")
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _texts(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner, depth + 1)


def _is_whole(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
