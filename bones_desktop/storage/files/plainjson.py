"""JSON from untrusted files: a strict reader, and the line and column of every value and of every fault."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal

Fault = Literal["not-utf8", "not-json", "duplicate-key", "number", "nested", "text"]
KeyPath = tuple[str | int, ...]
"""Keys and places from the outside in: ("templates", 0, "name")."""

_STRING: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
"""Written so that it takes neither memory nor a stretch of time for each letter."""
_SUSPECT: Final = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")
"""Nothing but an escape makes NUL or half a character; two halves make a whole one."""
_TOKEN: Final = re.compile(rf'[ \t\r\n]*(?:([{{}}\[\],:])|({_STRING.pattern})|([^\s{{}}\[\],:"]+))', re.DOTALL)
_DEEPEST: Final = 64
_TOO_DEEP: Final = _DEEPEST + 1
"""Where a strict reader stops; this keeps hostile text cheap."""
_LONGEST_NUMBER: Final = 300
_LONG_NUMBER: Final = 12
_WRITER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


class JsonError(Exception):
    """The bytes are not the JSON we accept; `line` and `column` count from 1 and are 0 where unknown."""

    def __init__(self, fault: Fault, line: int = 0, column: int = 0, what: str = "") -> None:
        super().__init__(fault)
        self.fault: Fault = fault
        self.line = line
        self.column = column
        self.what = what


def parse(data: bytes) -> Any:  # noqa: ANN401 (JSON)
    """Return the value in `data`; JsonError for broken JSON, and for what JSON allows but no file of ours holds."""
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
    if isinstance(value, dict | list):
        _require_flat(value, 0)
    if _SUSPECT.search(text):
        for each in _texts(value):
            if "\0" in each or not _is_whole(each):
                raise JsonError("text", what=each.encode("ascii", "backslashreplace").decode()[:40])
    return value


def written(value: Any, indent: str = "") -> str:  # noqa: ANN401 (JSON)
    """Return `value` as JSON with sorted keys and one space of indent, as `json.dumps` writes it, in half the time."""
    if not value or not isinstance(value, dict | list):
        return _WRITER.encode(value)
    inner = indent + " "
    if isinstance(value, dict):
        parts = [f"{_WRITER.encode(key)}: {written(value[key], inner)}" for key in sorted(value)]
        return f"{{\n{inner}" + f",\n{inner}".join(parts) + f"\n{indent}}}"
    return f"[\n{inner}" + f",\n{inner}".join([written(each, inner) for each in value]) + f"\n{indent}]"


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


def _require_flat(value: dict[str, Any] | list[Any], depth: int) -> None:
    if value and depth >= _DEEPEST:
        raise JsonError("nested")
    for inner in value.values() if isinstance(value, dict) else value:
        if type(inner) is dict or type(inner) is list:
            _require_flat(inner, depth + 1)


def _texts(value: object) -> Iterator[str]:
    """Yield keys and texts in the order of the file."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, dict):
            for key, inner in reversed(each.items()):
                waiting += (inner, key)
        elif isinstance(each, list):
            waiting += reversed(each)


def _is_whole(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a text; both count from 1 and are 0 where nothing is known."""

    line: int = 0
    column: int = 0


UNKNOWN: Final = Spot()


class JsonPlaces:
    """The places in one text. Of broken JSON those before the break are known."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _values(self) -> dict[KeyPath, int]:
        """Where each value begins; looked for when the first is asked for, since most files have no faults."""
        found: dict[KeyPath, int] = {}
        for mark in _marks(self._text):
            if not mark.is_key:
                found.setdefault(mark.path, mark.at)
        return found

    def spot(self, path: KeyPath) -> Spot:
        """Return where the value at `path` begins; of one that is missing, where what it belongs in begins."""
        for end in range(len(path), -1, -1):
            at = self._values.get(path[:end])
            if at is not None:
                return self._spot(at)
        return UNKNOWN

    def fault(self, error: JsonError) -> Spot:
        """Return where the fault of `error` is."""
        if error.line:
            return Spot(error.line, error.column)
        for mark in _faulty(self._text, error):
            return self._spot(mark.at)
        return UNKNOWN

    def _spot(self, at: int) -> Spot:
        return Spot(self._text.count("\n", 0, at) + 1, at - self._text.rfind("\n", 0, at))


@dataclass(frozen=True, slots=True)
class _Mark:
    """A key or the beginning of a value."""

    path: KeyPath
    at: int
    token: str
    is_key: bool


@dataclass(slots=True)
class _Frame:
    """A list or an object that is open."""

    path: KeyPath
    is_object: bool
    step: str | int
    wants_key: bool


def _marks(text: str) -> Iterator[_Mark]:
    """Yield keys and values in the order of the text, as far as it can be followed."""
    frames: list[_Frame] = []
    position = 0
    while (found := _TOKEN.match(text, position)) is not None and len(frames) <= _TOO_DEEP:
        position = found.end()
        sign, string, scalar = found.groups()
        top = frames[-1] if frames else None
        if sign in {"}", "]"}:
            if frames:
                frames.pop()
        elif sign == "," and top is not None:
            top.wants_key = top.is_object
            top.step = top.step if isinstance(top.step, str) else top.step + 1
        elif sign == ":" and top is not None:
            top.wants_key = False
        elif string and top is not None and top.wants_key:
            top.step = _decoded(string)
            yield _Mark((*top.path, top.step), found.start(2), string, True)
        elif sign not in {",", ":"}:
            path = () if top is None else (*top.path, top.step)
            token = sign or string or scalar
            yield _Mark(path, found.end() - len(token), token, False)
            if sign:
                is_object = sign == "{"
                frames.append(_Frame(path, is_object, "" if is_object else 0, is_object))


def _faulty(text: str, error: JsonError) -> Iterator[_Mark]:
    seen: set[KeyPath] = set()
    for mark in _marks(text):
        match error.fault:
            case "duplicate-key":
                if mark.is_key and mark.path in seen and str(mark.path[-1])[:40] == error.what:
                    yield mark
                if mark.is_key:
                    seen.add(mark.path)
            case "number":
                begun = error.what.rstrip("…")[:_LONG_NUMBER]
                if not mark.is_key and mark.token.startswith(begun):
                    yield mark
            case "nested":
                if len(mark.path) >= _TOO_DEEP:
                    yield mark
            case _:
                if mark.token.startswith('"') and _cannot_be_shown(_decoded(mark.token)):
                    yield mark


def _decoded(string: str) -> str:
    try:
        return str(json.loads(string, strict=False))
    except ValueError:
        return string


def _cannot_be_shown(text: str) -> bool:
    return "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text)
