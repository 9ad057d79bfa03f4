"""Where in a JSON text something stands: line and column of every value, and of what a strict reader refused."""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from bones_desktop.storage.files.plainjson import JsonError

Path = tuple[str | int, ...]
"""Keys and places from the outside in: ("templates", 0, "name")."""

_TOKEN: Final = re.compile(r'[ \t\r\n]*(?:([{}\[\],:])|("(?:[^"\\]|\\.)*")|([^\s{}\[\],:"]+))', re.DOTALL)
_DEEPEST: Final = 65
"""One more than a strict reader takes; keeps hostile text cheap."""
_LONG_NUMBER: Final = 12


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
        self._lines: list[int] = []
        self._values: Mapping[Path, int] | None = None

    def spot(self, path: Path) -> Spot:
        """Return where the value at `path` begins; of one that is missing, where what it belongs in begins."""
        if self._values is None:
            found: dict[Path, int] = {}
            for mark in _marks(self._text):
                if not mark.is_key:
                    found.setdefault(mark.path, mark.at)
            self._values = found
        for end in range(len(path), -1, -1):
            at = self._values.get(path[:end])
            if at is not None:
                return self._spot(at)
        return UNKNOWN

    def fault(self, error: JsonError) -> Spot:
        """Return where what `error` speaks of stands."""
        if error.line:
            return Spot(error.line, error.column)
        for mark in _faulty(self._text, error):
            return self._spot(mark.at)
        return UNKNOWN

    def _spot(self, at: int) -> Spot:
        if not self._lines:
            self._lines = [0, *(found.end() for found in re.finditer("\n", self._text))]
        line = bisect_right(self._lines, at)
        return Spot(line, at - self._lines[line - 1] + 1)


@dataclass(frozen=True, slots=True)
class _Mark:
    """A key or the beginning of a value."""

    path: Path
    at: int
    token: str
    is_key: bool


@dataclass(slots=True)
class _Frame:
    """A list or an object that is open."""

    path: Path
    is_object: bool
    step: str | int
    wants_key: bool


def _marks(text: str) -> Iterator[_Mark]:
    """Yield keys and values in the order of the text, as far as it can be followed."""
    frames: list[_Frame] = []
    position = 0
    while (found := _TOKEN.match(text, position)) is not None and len(frames) <= _DEEPEST:
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
    seen: set[Path] = set()
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
                if len(mark.path) >= _DEEPEST:
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
