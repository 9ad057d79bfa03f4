"""Breaking text into lines that fit, losing no word."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from bones_desktop.printing.items import TextStyle


class Measure(Protocol):
    """Tells how wide text will be on paper, in millimetres."""

    def width(self, text: str, style: TextStyle) -> float:
        """Return the width of `text`."""

    def ascent(self, style: TextStyle) -> float:
        """Return how far the baseline lies below the top of a line."""

    def leading(self, style: TextStyle) -> float:
        """Return the distance between two lines."""


NO_BREAK: Final = "\u00a0"
"""A space at which no line ends; it is written as a plain space."""

_SPACES: Final = re.compile(r"[^\S\u00a0]+")


@dataclass(frozen=True, slots=True)
class Wrapped:
    """A line and what stood between it and the next one: a space, a line end, or nothing inside a broken word."""

    text: str
    glue: str


def wrap(text: str, width: float, style: TextStyle, measure: Measure) -> tuple[Wrapped, ...]:
    """Break `text` into lines no wider than `width`; a word too wide for any line is broken. Empty text has no line."""
    paragraphs = text.expandtabs(2).strip().splitlines()
    return tuple(line for paragraph in paragraphs for line in _wrap_paragraph(paragraph, width, style, measure))


def _wrap_paragraph(text: str, width: float, style: TextStyle, measure: Measure) -> Iterator[Wrapped]:
    space = measure.width(" ", style)
    line: list[str] = []
    used = 0.0
    for word in _SPACES.split(text.strip(" ")):
        wide = measure.width(word, style)
        if line and used + space + wide > width:
            yield _wrapped(line, " ")
            line, used = [], 0.0
        if wide > width:
            *pieces, word = _break_word(word, width, style, measure)
            for piece in pieces:
                yield _wrapped([piece], "")
            wide = measure.width(word, style)
        used += wide + (space if line else 0.0)
        line.append(word)
    yield _wrapped(line, "\n")


def _wrapped(words: Sequence[str], glue: str) -> Wrapped:
    return Wrapped(" ".join(words).replace(NO_BREAK, " "), glue)


def _break_word(word: str, width: float, style: TextStyle, measure: Measure) -> Iterator[str]:
    start = 0
    while start < len(word):
        least, most = start + 1, len(word)
        while least < most:
            middle = (least + most + 1) // 2
            if measure.width(word[start:middle], style) <= width:
                least = middle
            else:
                most = middle - 1
        yield word[start:least]
        start = least


def without_empty_lines(text: str) -> str:
    """Return `text` with its paragraphs close together, for a box that is a little too small."""
    return "\n".join(line for line in text.splitlines() if line.strip())


def joined(lines: Iterable[Wrapped]) -> str:
    """Return the text that `lines` were broken from."""
    return "".join(line.text + line.glue for line in lines).strip()


def elided(text: str, width: float, style: TextStyle, measure: Measure) -> str:
    """Return `text` on one line, shortened with an ellipsis; only for what stands in full elsewhere."""
    text = " ".join(text.split())
    if measure.width(text, style) <= width:
        return text
    room = width - measure.width("…", style)
    return next(_break_word(text, room, style, measure)).rstrip() + "…"


def fitting(
    text: str, width: float, height: float, styles: Sequence[TextStyle], measure: Measure
) -> tuple[TextStyle, tuple[Wrapped, ...], int]:
    """Return the largest of `styles` (largest first) in which `text` fits, its lines, and how many fit.

    When it fits in none, the smallest is returned with more lines than fit.
    """
    for style in styles:
        lines = wrap(text, width, style, measure)
        most = max(1, int((height + 0.01) / measure.leading(style)))
        broken_word = any(line.glue == "" for line in lines)
        if len(lines) <= most and (not broken_word or style is styles[-1]):
            break
    return style, lines, most
