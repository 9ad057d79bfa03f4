"""A text with dice in it taken apart: plain lines, sections, pieces, and the gaps that were not understood."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from bones_desktop.rules.bones.text.facetext import repeats
from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.rules.typedtext import LONGEST, key

_BLANKS: Final = frozenset('*_`#>~"“”„«»\t')
_BULLETS: Final = frozenset("•·‣▪◦●|")
_LIST_ITEM: Final = re.compile(r"^[ ]{0,8}(?:[-–—+]|[0-9]{1,2}[.)])(?= )", re.MULTILINE)
_SOFT_END: Final = re.compile(
    r"(?<=[,(]) {0,8}\n|(?<= through) {0,8}\n|(?<= and) {0,8}\n|(?<= to) {0,8}\n|\n(?= {0,8}[,)])"
)
"""Line ends within a die: after a comma or a word that goes on."""
_DIE_IN_WORDS: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:die ([0-9]{1,2})|([0-9]{1,2})(?:st|nd|rd|th) die)(?![A-Za-z0-9])", re.IGNORECASE
)
"""Labels in words: "Die 2", "2nd die"."""
SECTION: Final = re.compile(
    r"(?:^|(?<=[\n;]))[ ]{0,8}(?:(?P<name>name)|(?P<stats>dice|stats)|(?P<items>equipment|gear|weapons?|armou?r)"
    r"|(?P<prose>appearance|description|magic|notes?|tactics|background|themes?|effects?|limitations?))"
    r"(?: {0,4}:|(?= {0,8}(?:\n|\Z)))",
    re.IGNORECASE,
)
"""A word that begins a part of the text: what `sections` calls it is the name of its group."""
_THEMES_AFTER_WORDS: Final = re.compile(r"(?<=[.!?]) {1,4}themes? {0,4}:", re.IGNORECASE)
_BETWEEN: Final = re.compile(r",(?:\s+(?:and|&|\+)(?=\s))?|(?<=\s)(?:and|&|\+)(?=\s)", re.IGNORECASE)
_TIMES: Final = re.compile(
    r"(?:double|triple|[0-9]{1,3} ?[x×]?|[x×] ?[0-9]{1,3}|an?|one|two|three|four|five|six) +(?=\S)", re.IGNORECASE
)


def plain_lines(text: str) -> str:
    """Return the text without signs that mean nothing here; every letter stays where it was."""
    plain = "".join(_letter(letter) for letter in text)
    for noise in (_LIST_ITEM, _SOFT_END):
        plain = noise.sub(lambda found: " " * len(found[0]), plain)
    return _DIE_IN_WORDS.sub(lambda found: f"d{found[1] or found[2]}".ljust(len(found[0])), plain)


def _letter(letter: str) -> str:
    if letter in _BLANKS:
        return " "
    if letter in _BULLETS:
        return ";"
    if letter.isascii() and letter.isprintable():
        return letter
    if letter in "\r\n\u2028\u2029\v\f":
        return "\n"
    return " " if letter.isspace() or unicodedata.category(letter)[0] == "C" else letter


def sections(plain: str) -> Iterator[tuple[str, int, int]]:
    """Yield what each part of the text is about ("stats", "name", "items", "prose"), where it begins and ends."""
    heads = list(SECTION.finditer(plain))
    yield "stats", 0, heads[0].start() if heads else len(plain)
    for place, head in enumerate(heads):
        stop = heads[place + 1].start() if place + 1 < len(heads) else len(plain)
        kind = str(head.lastgroup)
        if kind == "name":
            line = plain.find("\n", head.end(), stop)
            line = stop if line < 0 else line
            yield kind, head.end(), line
            yield "stats", line, stop
        else:
            yield kind, head.start() if kind == "prose" else head.end(), stop


def in_sections(text: str) -> tuple[str, ...]:
    """Return a text in parts, each from a word that begins one ("Themes:"), not in brackets, up to the next.

    Themes may begin after a sentence too, in its line.
    """
    plain = plain_lines(text)
    heads = {head.start() for kind in (SECTION, _THEMES_AFTER_WORDS) for head in kind.finditer(plain)}
    starts = sorted({0, len(text), *(at for at in heads if not _in_brackets(text, at))})
    return tuple(text[start:stop] for start, stop in pairwise(starts))


def _in_brackets(text: str, at: int) -> bool:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line.rfind("(") > line.rfind(")")


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


@dataclass(frozen=True, slots=True)
class Gap:
    """A piece of the text that was not understood: where it stands, from `start` up to `end`, and why it was not."""

    start: int
    end: int
    reason: Reason

    @property
    def suggestion(self) -> str:
        """What may stand in its place, "" when nothing is near."""
        return str(dict(self.reason.values).get("suggestion", ""))


def gap_at(code: str, start: int, text: str, suggestion: str = "") -> Gap:
    """Return the gap that `text` at `start` is, with as much of it as a sentence takes."""
    words = " ".join(text[: LONGEST * 2].split())
    shown = words if len(words) <= LONGEST else words[:LONGEST] + "…"
    return Gap(start, start + len(text), reason(code, text=shown, suggestion=suggestion))


def in_order(text: str, gaps: Iterable[Gap]) -> tuple[Gap, ...]:
    """Return the gaps as they follow each other, those joined between which nothing was understood."""
    joined: list[Gap] = []
    for gap in sorted(gaps, key=lambda each: (each.start, -each.end)):
        last = joined[-1] if joined else None
        if last is None or gap.start >= last.end:
            plain = last is not None and {last.reason.code, gap.reason.code} == {"left-out-words"}
            if last is not None and plain and not key(text[last.end : gap.start]):
                joined[-1] = gap_at("left-out-words", last.start, text[last.start : gap.end])
            else:
                joined.append(gap)
    return tuple(joined)
