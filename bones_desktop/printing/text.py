"""Breaking text into lines that fit, losing no word."""

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from bones_desktop.printing.items import TextStyle
from bones_desktop.rules.typedtext import spread_fractions


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
_STRIDE: Final = 32
"""Letters measured at once: few words are longer."""


@dataclass(frozen=True, slots=True)
class Wrapped:
    """A line and what stood between it and the next one: a space, a line end, or nothing inside a broken word."""

    text: str
    glue: str


def wrap(text: str, width: float, style: TextStyle, measure: Measure, most: int | None = None) -> tuple[Wrapped, ...]:
    """Break `text` into lines no wider than `width`; a word too wide for any line is broken. Empty text has no line.

    What is left after `most` lines follows unbroken, as one more.
    """
    lines: list[Wrapped] = []
    paragraphs = spread_fractions(text).expandtabs(2).strip().splitlines()
    for number, paragraph in enumerate(paragraphs, start=1):
        words = deque(_words(paragraph))
        while words:
            if len(lines) == most:
                rest = "\n".join((" ".join(words), *paragraphs[number:]))
                return (*lines, _wrapped([rest], "\n"))
            lines.append(_take_line(words, width, style, measure))
    return tuple(lines)


def _words(text: str) -> list[str]:
    """Return the words of a paragraph, an empty one if there is none."""
    return (_SPACES.split(text.strip()) if NO_BREAK in text else text.split()) or [""]  # the former is slow


def _take_line(words: deque[str], width: float, style: TextStyle, measure: Measure) -> Wrapped:
    """Take as much from the front of `words` as has room in a line, and return it."""
    room = width
    line: list[str] = []
    while words:
        word = words[0]
        count = max(0 if line else 1, _letters(word, room, style, measure))
        if count < len(word):
            if line:
                return _wrapped(line, " ")
            words[0] = word[count:]
            return _wrapped([word[:count]], "")
        room -= measure.width(word, style) + measure.width(" ", style)
        line.append(words.popleft())
    return _wrapped(line, "\n")


def _wrapped(words: Sequence[str], glue: str) -> Wrapped:
    return Wrapped(" ".join(words).replace(NO_BREAK, " "), glue)


def _letters(word: str, width: float, style: TextStyle, measure: Measure) -> int:
    """Return how many letters of `word` have room; of a long one little more than those is measured."""
    fits, reach = 0, _STRIDE
    while measure.width(word[:reach], style) <= width:
        if reach >= len(word):
            return len(word)
        fits, reach = reach, 2 * reach
    between = range(fits + 1, min(reach, len(word)))
    return fits + bisect_right(between, width, key=lambda count: measure.width(word[:count], style))


def without_empty_lines(text: str) -> str:
    """Return `text` with its paragraphs close together, for a box that is a little too small."""
    return "\n".join(line for line in text.splitlines() if line.strip())


def joined(lines: Iterable[Wrapped]) -> str:
    """Return the text that `lines` were broken from."""
    return "".join(line.text + line.glue for line in lines).strip()


def elided(text: str, width: float, style: TextStyle, measure: Measure) -> str:
    """Return `text` on one line, shortened with an ellipsis; only for what stands in full elsewhere."""
    text = " ".join(text.split())
    if _letters(text, width, style, measure) == len(text):
        return text
    room = width - measure.width("…", style)
    return text[: max(1, _letters(text, room, style, measure))].rstrip() + "…"


def fitting(
    text: str, width: float, height: float, styles: Sequence[TextStyle], measure: Measure
) -> tuple[TextStyle, tuple[Wrapped, ...], int]:
    """Return the largest of `styles` (largest first) in which `text` fits, its lines, and how many fit.

    When it fits in none, the smallest is returned, with all that does not fit as one line more.
    """
    for style in styles:
        most = max(1, int((height + 0.01) / measure.leading(style)))
        lines = wrap(text, width, style, measure, most)
        broken_word = any(line.glue == "" for line in lines)
        if len(lines) <= most and (not broken_word or style is styles[-1]):
            break
    return style, lines, most
