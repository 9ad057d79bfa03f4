"""The lines of a text with a stat block in it, before it is read: without decoration, and by what they are about."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

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
