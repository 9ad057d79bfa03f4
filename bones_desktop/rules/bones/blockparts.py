"""The pieces a text with dice in it falls into, and their parts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bones_desktop.rules.bones.facetext import repeats

_TIMES: Final = re.compile(
    r"(?:double|triple|\d{1,3} ?[x×]?|[x×] ?\d{1,3}|an?|one|two|three|four|five|six) +(?=\S)", re.IGNORECASE
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
    """Yield the parts between commas, without the blanks around them."""
    at = piece.start
    for part in piece.text.split(","):
        yield Piece(part.strip(), at + len(part) - len(part.lstrip()) if part.strip() else max(0, at - 1))
        at += len(part) + 1


def bare_name(text: str) -> tuple[int, str]:
    """Return a name without how often it is meant, and where it starts: "Fightr" in "2x Fightr", "Fightr x2"."""
    words = repeats(text)[0]
    found = _TIMES.match(words)
    start = found.end() if found else 0
    return start, words[start:]
