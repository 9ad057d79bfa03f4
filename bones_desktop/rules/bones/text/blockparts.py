"""A text with dice in it taken apart: plain lines, sections, pieces, and the gaps that were not understood."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from bones_desktop.rules.bones.text.facetext import repeats
from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.rules.typedtext import LONGEST, key

_PROSE: Final = (
    r"appearance|description|magic(?: \([a-z0-9 ]{1,20}\)|(?=:)|(?=\n\s*(?:\w+ )?themes?\b))|notes?|tactics|background"
    r"|themes?|effects?|limitations?"
)
SECTION: Final = re.compile(
    r"(?:(?:^|(?<=[\n;]))[ ]{0,8}(?:(?P<name>name|title)|(?P<stats>dice|stats|statistics)"
    rf"|(?P<items>equipment|gear|weapons?|armou?r)|(?P<prose>{_PROSE}))(?: {{0,4}}:| - (?![0-9])|(?= {{0,8}}(?:\n|\Z)))"
    r"|(?<=\s)(?P<theme>(?:(?:first|second|third|fourth|[1-4](?:st|nd|rd|th)) )?themes?)(?: [1-4])?(?: {0,4}:| - ))",
    re.IGNORECASE,
)
"""A word that begins a part of the text: what `sections` calls it is the name of its group."""
_BETWEEN: Final = re.compile(r",(?:\s+(?:and|&|\+)(?=\s))?|(?<=\s)(?:and|&|\+)(?=\s)", re.IGNORECASE)
_WORDS: Final = {"a": 1, "an": 1, "one": 1, "a pair of": 2, "twice": 2, "both": 2, "two": 2, "thrice": 3} | {
    word: n for n, word in enumerate(("three", "four", "five", "six"), 3)
}
_NUMBER: Final = r"\(?(?:([0-9]{1,2}) ?(?:[x*]|times)?|(?:[x*]|times) ?([0-9]{1,2})|(" + "|".join(_WORDS) + r"))\)?"
_BEFORE: Final = re.compile(_NUMBER + r" +(?=\S)", re.IGNORECASE)
_BEHIND: Final = re.compile(rf"(?:[ ,:=-]+|(?=\())(?<![0-9])(?:{_NUMBER}|x([0-9]{{1,2}}))\Z", re.IGNORECASE)
_DOUBLED: Final = re.compile(r"(?:double|triple) +(?=\S)", re.IGNORECASE)


def counted(text: str) -> tuple[int, int] | None:
    """Return the number that `text` begins with ("2x ", "two ") and its length; None without one."""
    found = _BEFORE.match(text)
    return None if found is None else (_number(found), found.end())


def counted_behind(text: str) -> tuple[int, int] | None:
    """Return the number that `text` ends with ("x2", "(2)", "twice") and where what is counted ends; None without."""
    found = _BEHIND.search(text[-20:])
    return None if found is None else (_number(found), len(text) - len(text[-20:]) + found.start())


def _number(found: re.Match[str]) -> int:
    digits = next((each for each in found.groups() if each), "1")
    return int(digits) if digits.isdecimal() else _WORDS[digits.casefold()]


def sections(plain: str) -> Iterator[tuple[str, int, int]]:
    """Yield what each part of the text is about ("stats", "name", "items", "prose"), where it begins and ends."""
    heads = list(SECTION.finditer(plain))
    yield "stats", 0, heads[0].start() if heads else len(plain)
    for place, head in enumerate(heads):
        stop = heads[place + 1].start() if place + 1 < len(heads) else len(plain)
        kind = "prose" if head.lastgroup == "theme" else str(head.lastgroup)
        if kind == "name":
            line = plain.find("\n", head.end(), stop)
            line = stop if line < 0 else line
            yield kind, head.end(), line
            yield "stats", line, stop
        else:
            yield kind, head.start() if kind == "prose" else head.end(), stop


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
        yield Piece(bare, at)
        begin = len(piece.text) if mark is None else mark.end()


def bare_name(text: str) -> tuple[int, str]:
    """Return a name without how often it is meant, and where it starts: "Fightr" in "2x Fightr", "Fightr x2"."""
    words = repeats(text)[0]
    doubled, found = _DOUBLED.match(words), counted(words)
    start = doubled.end() if doubled else found[1] if found else 0
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
