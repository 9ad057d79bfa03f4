"""The notation of the rulebook's own stat blocks: labels, movement, and dice written as text.

A label numbers a die or several: `d1`, `d1 through d2-`, `d4 and d5-`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from bones_desktop.rules.bones.book.fields import MOST_DICE
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import face_name, find_printed_die
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.text.facetext import repeats

MOST_TEXT: Final = 20_000
"""Characters of text that are read; a stat block has a few hundred."""

_JOIN: Final = (
    r"(?:[\s-]{0,6}(?:through|thru|until|till|to|and|or|und|bis|et)[\s-]{0,6}[dD]?"
    r"|[ ]?,?[ ]?[&+/,][ ]?[dD]?|[ ]?,[ ]?and[ ][dD]?"
    r"|[ ]{0,3}-{1,3}[ ]{0,3}[dD]|-|[ ]{1,3}-[ ]{0,3}(?=[0-9]{1,2} ?[-:])|\.{2,3}[dD]?|[ ]{1,3}[dD])"
)
LABEL: Final = (
    rf"(?i:(?<![A-Za-z0-9])(?:\([ ]?)?[dD][ ]?[0-9]{{1,2}}(?:{_JOIN}[0-9]{{1,2}}(?![A-Za-z0-9]))*(?![A-Za-z0-9])"
    r"(?:[ \-:.,;)=]|is |are ){0,8})"
)
"""What numbers a die, or several: "d1-", "d2 through d3", "d4 and d5:", "d4-5", "d1, d2 & d3"."""
_NUMBERED: Final = re.compile(r"([^0-9]*?)[dD]?[ ]?([0-9]{1,2})")
_RANGE: Final = re.compile(r"through|thru|until|till|to|bis|-|\.\.", re.IGNORECASE)
_NUMBER: Final = r"([0-9]{0,4}[.,][0-9]{1,4}|[0-9lI]{1,4}(?: {1,3}[0-9]/[0-9])?|[0-9]/[0-9]|half)(?![A-Za-z0-9/]| ?m\b)"
_FLIES: Final = r"(?:fly(?:ing|s)?|flies|flight)"
MOVE: Final = (
    rf"(?<![a-z])(?:move(?:s|ment)?|mv|speed)(?: (?:score|of|is))?(?:,|(?:[:=\s;-]|,(?![0-9])){{0,4}}){_NUMBER}"
    rf"(?:[\s,;/]{{0,4}}\(?\s{{0,4}}{_FLIES}[:=\s]{{0,4}}{_NUMBER}\s{{0,4}}\)?"
    rf"|\s{{0,4}}\(\s{{0,4}}{_NUMBER}\s{{0,4}}(?:(?:when |while )?{_FLIES})?\s{{0,4}}\)"
    rf"|[\s,;/]{{1,4}}{_NUMBER} (?:when |while )?{_FLIES})?"
)
"""Movement, and flying in one of the groups behind it."""
FLYING: Final = rf"(?<![a-z])fl(?:y(?:ing)?|ies):?[\s=-]{{0,4}}{_NUMBER}"


@dataclass(frozen=True, slots=True)
class ParsedDie:
    """A die as text names it."""

    name: str
    """Name of the printed die; "" for a die given by its faces."""
    printed: str
    """Id of the printed die; "" for a die given by its faces."""
    faces: tuple[Face, ...]
    """Always six."""
    padded: int = 0
    """Faces that the text left out and that are unfilled now."""


def write_dice(rulebook: Rulebook, dice: Sequence[ParsedDie]) -> str:
    """Return text that `parse_dice` reads as the same dice: printed names, equal neighbours as `x2`, else faces."""
    pieces: list[str] = []
    for (name, faces), group in groupby(dice, lambda die: (_name_to_write(rulebook, die), die.faces)):
        number = len(tuple(group))
        if name:
            pieces.append(name if number == 1 else f"{name} x{number}")
        else:
            pieces.extend([write_faces(rulebook, faces)] * number)
    return "; ".join(pieces)


def write_faces(rulebook: Rulebook, faces: Sequence[Face]) -> str:
    """Return the faces as a list `parse_dice` reads back."""
    beastly = any(shown.has("universal") for shown in faces)
    names = []
    for shown in faces:
        name = face_name(rulebook, shown)
        names.append(f"{name} symbol" if beastly and shown.icons in {("poison",), ("flaming",)} else name)
    return ", ".join(names)


def _name_to_write(rulebook: Rulebook, die: ParsedDie) -> str:
    printed = next((known for known in rulebook.dice if known.id == die.printed), None)
    if printed is None or printed.faces != die.faces or any(sign in printed.name for sign in ",;•"):
        return ""
    meant = find_printed_die(rulebook, printed.name)
    return printed.name if meant.id == printed.id and not repeats(printed.name)[1] else ""


def moved(said: str | None) -> float | None:
    """Return the score that `MOVE` found: "2", "1.5", "1,5", "1 1/2", "half"; None for none."""
    if said is None:
        return None
    words = said.casefold().replace("half", "1/2").replace(",", ".").translate(str.maketrans("li", "11"))
    whole, _, part = " ".join(words.split()).rpartition(" ") if "/" in words else (words, "", "")
    above, _, below = part.partition("/")
    return float(whole or 0) + (float(above) / max(1.0, float(below)) if part else 0)


def copies_of(mark: re.Match[str], given: set[int]) -> int | str:
    """Return how many dice a label found by LABEL stands for, and note its numbers in `given`; else why it is a gap.

    A number given before stays with its first die (AMB-64); a label of which all were is a gap.
    A range of one number is a misprint and reaches back to the first number that was left out (AMB-63).
    """
    named: list[int] = []
    for joined, digits in _NUMBERED.findall(mark[0]):
        last, first = int(digits), named[-1] + 1 if named else 0
        if not named or not _RANGE.search(joined):
            named.append(last)
            continue
        if last == named[-1]:
            first = max((number for number in given if number < last), default=last - 1) + 1
        if last < first:
            return "left-out-backwards"
        named.extend(range(first, min(last, MOST_DICE + 1) + 1))
    if max(named) > MOST_DICE:
        return "left-out-many-dice"
    new = {number for number in named if number not in given}
    given.update(new)
    return len(new) or "left-out-twice"
