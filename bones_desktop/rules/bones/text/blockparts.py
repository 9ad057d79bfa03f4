"""The pieces a text with dice in it falls into, and their parts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bones_desktop.rules.bones.text.facetext import repeats

_BETWEEN: Final = re.compile(r",(?:\s+(?:and|&|\+)(?=\s))?|(?<=\s)(?:and|&|\+)(?=\s)", re.IGNORECASE)
_TIMES: Final = re.compile(
    r"(?:double|triple|[0-9]{1,3} ?[x×]?|[x×] ?[0-9]{1,3}|an?|one|two|three|four|five|six) +(?=\S)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of the text and where it starts; `copies` dice by its label, None without one."""

    text: str
    start: int
    copies: int | None = None
    bracketed: bool = False
    """Whether brackets say that it is one die, given by its faces."""


def parts_of(piece: Piece) -> Iterator[Piece]:
    """Yield what a piece lists with commas, "and" or signs for it, without the blanks around each part."""
    begin = 0
    for mark in (*_BETWEEN.finditer(piece.text), None):
        part = piece.text[begin : len(piece.text) if mark is None else mark.start()]
        bare = part.strip()
        at = piece.start + begin + len(part) - len(part.lstrip())
        yield Piece(bare, at if bare else max(0, piece.start + begin - 1))
        begin = len(piece.text) if mark is None else mark.end()


def bare_name(text: str) -> tuple[int, str]:
    """Return a name without how often it is meant, and where it starts: "Fightr" in "2x Fightr", "Fightr x2"."""
    words = repeats(text)[0]
    found = _TIMES.match(words)
    start = found.end() if found else 0
    return start, words[start:]
