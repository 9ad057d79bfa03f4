"""Dice and faces written as text that the program can read again, in the notation of the rulebook's stat blocks."""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import face_name, find_printed_die
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.records import Record

_SUFFIX: Final = re.compile(r" ?[x×] ?([0-9]{1,3})\Z", re.IGNORECASE)


class ParsedDie(Record):
    """A die read from a text."""

    name: str
    """Name of the printed die; "" for a die given by its faces."""
    printed: str
    """Id of the printed die; "" for a die given by its faces."""
    faces: tuple[Face, ...]
    """The six faces."""
    padded: int = 0
    """Number of faces missing in the text; they are unfilled in `faces`."""


def write_dice(rulebook: Rulebook, dice: Sequence[ParsedDie]) -> str:
    """Return text that `parse_dice` reads as the same dice.

    Printed dice are written by name, with `x2` for equal dice next to each other. All other dice are written by their
    faces.
    """
    pieces: list[str] = []
    for (name, faces), group in groupby(dice, lambda die: (_name_to_write(rulebook, die), die.faces)):
        number = len(tuple(group))
        if name:
            pieces.append(name if number == 1 else f"{name} x{number}")
        else:
            pieces.extend([write_faces(rulebook, faces)] * number)
    return "; ".join(pieces)


def write_faces(rulebook: Rulebook, faces: Sequence[Face]) -> str:
    """Return the faces as a list that `parse_dice` can read."""
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


def repeats(text: str) -> tuple[str, int | None]:
    """Return `text` without a repeat such as "x2" at its end, and the number in the repeat; None if there is none."""
    found = _SUFFIX.search(text[-8:])
    if found is None:
        return text, None
    return text[: len(text) - len(found[0])].rstrip(), int(found[1])
