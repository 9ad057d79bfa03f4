"""Dice as text and back, in the notation of the rulebook's own stat blocks.

`;`, a new line or a label (`d1`, `d1 through d2-`, `d4 and d5-`) ends a die; in a labelled block so does the comma
before a label. A piece without commas names a printed die, with commas it lists faces, or dice if all of it names dice
and not all faces. `x2`, `Double` before a face
makes one doubled face; `x2` behind a die or face repeats it.

Codes of StatBlockError (each with text, line, column, suggestion): empty-text, text-too-long, too-many-dice,
die-not-understood, face-not-understood, face-missing, lone-face, die-in-list, too-many-faces, bad-multiple,
bad-repeat, mastery-of-another-skill, label-without-die, label-given-twice, label-backwards, tail-not-understood.
"""

import contextlib
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from bones_desktop.rules.bones.book.fields import FACES, MOST_DICE
from bones_desktop.rules.bones.book.icons import UNFILLED, Face
from bones_desktop.rules.bones.book.notation import HINDERING_USES, dice_of, face_name, find_printed_die
from bones_desktop.rules.bones.book.rulebook import DieUse, PrintedDie, Rulebook
from bones_desktop.rules.bones.text.facetext import FaceReader, PieceError, as_repeat, repeats
from bones_desktop.rules.reasons import RulesError, reason
from bones_desktop.rules.typedtext import LONGEST, key

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
_MARK: Final = re.compile(rf"[;\n]|(?P<label>{LABEL})")
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
_TAIL: Final = re.compile(rf"{MOVE}[ .\n]{{0,8}}", re.IGNORECASE)


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


@dataclass(frozen=True, slots=True)
class ParsedBlock:
    """A stat block: its heading, dice and movement; what the text leaves out is "" or None."""

    name: str
    dice: tuple[ParsedDie, ...]
    move: float | None = None
    flying: float | None = None
    stated: int | None = None
    """Number of dice the heading speaks of ("6D"); it may differ from those listed."""


class StatBlockError(RulesError):
    """Text that is no dice; the Reason says what was not understood, where, and what was perhaps meant."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """One die's text, where it starts, and how many dice its label makes it (None without a label)."""

    text: str
    start: int
    copies: int | None


def parse_dice(rulebook: Rulebook, text: str, use: DieUse | Collection[DieUse] | None = None) -> tuple[ParsedDie, ...]:
    """Return the dice `text` names; `use` narrows which printed dice are meant. StatBlockError when it names none."""
    return parse_block(rulebook, text, use).dice


def parse_block(rulebook: Rulebook, text: str, use: DieUse | Collection[DieUse] | None = None) -> ParsedBlock:
    """Return the stat block that `text` is: an optional "Name - 6D:", dice, an optional "• Move 2 (flying 8)"."""
    if len(text) > MOST_TEXT:
        raise StatBlockError(reason("text-too-long", text="", line=1, column=1, suggestion="", most=MOST_TEXT))
    plain = "".join(_plain(letter) for letter in text)
    name, stated, start = _heading(plain)
    end = plain.find("•", start)
    end = len(plain) if end < 0 else end
    move, flying = _tail(text, plain, end)
    faces = FaceReader(rulebook, hindering=use in (DieUse.HINDERING, HINDERING_USES))
    dice: list[ParsedDie] = []
    for piece in _pieces(text, plain, start, end):
        dice.extend(_dice(rulebook, faces, text, piece, use))
        if len(dice) > MOST_DICE:
            raise _error("too-many-dice", text, piece.start, piece.text, most=MOST_DICE)
    if not dice:
        raise _error("empty-text", text, start, "")
    return ParsedBlock(name, tuple(dice), move, flying, stated)


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


def _plain(letter: str) -> str:
    if letter in "*_":
        return " "
    if letter in "\r\n":
        return "\n"
    return " " if letter.isspace() else letter


def _heading(plain: str) -> tuple[str, int | None, int]:
    """Return the name and number of dice before the first colon, and where the dice start."""
    colon = plain.find(":", 0, 200)
    head = plain[:colon].rstrip() if colon >= 0 else ""
    digits = head[:-1].rstrip()
    name = digits.rstrip("0123456789")
    if head[-1:] not in {"D", "d"} or name == digits:
        return "", None, 0
    number = digits[len(name) :]
    if len(number) > 2 or name[-1:].isalpha() or set(name.strip()) & {",", ";", "\n"}:
        return "", None, 0
    return " ".join(name.strip(" \n-–—•").split()), int(number), colon + 1


def _tail(text: str, plain: str, start: int) -> tuple[float | None, float | None]:
    words = plain[start + 1 :].strip()
    if not words:
        return None, None
    found = _TAIL.fullmatch(words)
    if found is None:
        raise _error("tail-not-understood", text, start, words)
    return moved(found[1]), moved(found[2] or found[3] or found[4])


def moved(said: str | None) -> float | None:
    """Return the score that `MOVE` found: "2", "1.5", "1,5", "1 1/2", "half"; None for none."""
    if said is None:
        return None
    words = said.casefold().replace("half", "1/2").replace(",", ".").translate(str.maketrans("li", "11"))
    whole, _, part = " ".join(words.split()).rpartition(" ") if "/" in words else (words, "", "")
    above, _, below = part.partition("/")
    return float(whole or 0) + (float(above) / max(1.0, float(below)) if part else 0)


def _pieces(text: str, plain: str, start: int, end: int) -> Iterator[_Piece]:
    """Yield the text of each die, labels read and taken out."""
    given: set[int] = set()
    copies: int | None = None
    begin, labelled_at = start, start
    for mark in (*_MARK.finditer(plain, start, end), None):
        stop = end if mark is None else mark.start()
        piece = _trimmed(plain, begin, stop, copies)
        if piece.text:
            yield piece
        elif copies is not None:
            raise _error("label-without-die", text, labelled_at, plain[labelled_at:begin])
        if mark is None:
            return
        begin, copies = mark.end(), None
        if mark["label"]:
            labelled_at = mark.start()
            copies = copies_of(text, mark, given)


def _trimmed(plain: str, begin: int, stop: int, copies: int | None) -> _Piece:
    """Return the piece without blanks around it and, in a labelled block, without the comma before the next label."""
    words = plain[begin:stop]
    start = begin + len(words) - len(words.lstrip())
    words = words.strip()
    if copies is not None:
        words = words.removesuffix(",").rstrip()
    return _Piece(words, start, copies)


def copies_of(text: str, mark: re.Match[str], given: set[int]) -> int:
    """Return how many dice a label found by LABEL stands for, and note its numbers in `given`.

    A number given before stays with its first die (AMB-64); StatBlockError when all of them were.
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
            raise _error("label-backwards", text, mark.start(), mark[0])
        named.extend(range(first, min(last, MOST_DICE + 1) + 1))
    if max(named) > MOST_DICE:
        raise _error("too-many-dice", text, mark.start(), mark[0], most=MOST_DICE)
    new = {number for number in named if number not in given}
    if not new:
        raise _error("label-given-twice", text, mark.start(), mark[0])
    given.update(new)
    return len(new)


def _dice(
    rulebook: Rulebook, reader: FaceReader, text: str, piece: _Piece, use: DieUse | Collection[DieUse] | None
) -> list[ParsedDie]:
    copies = 1 if piece.copies is None else piece.copies
    if "," in piece.text:
        try:
            return [_die_of_faces(rulebook, reader, text, piece)] * copies
        except StatBlockError:
            named = list(_listed(piece)) if piece.copies is None else []
            if not named or not all(_names_a_die(rulebook, each.text) for each in named):
                raise
            return [die for each in named for die in _dice(rulebook, reader, text, each, use)]
    name, number = repeats(piece.text)
    if number is not None and not 1 <= number <= MOST_DICE:
        raise _error("bad-repeat", text, piece.start, piece.text)
    printed = _printed(rulebook, reader, text, _Piece(name, piece.start, None), use)
    return [ParsedDie(printed.name, printed.id, printed.faces)] * (copies * (number or 1))


def _listed(piece: _Piece) -> Iterator[_Piece]:
    """Yield what stands between the commas of a piece."""
    at = piece.start
    for part in piece.text.removesuffix(",").split(","):
        yield _Piece(part.strip(), at + len(part) - len(part.lstrip()), None)
        at += len(part) + 1


def _printed(
    rulebook: Rulebook, reader: FaceReader, text: str, piece: _Piece, use: DieUse | Collection[DieUse] | None
) -> PrintedDie:
    try:
        return find_printed_die(rulebook, piece.text, use)
    except RulesError as error:
        code = "lone-face" if reader.knows(piece.text) else "die-not-understood"
        suggestion = str(error.reason.value("suggestion"))
        raise _error(code, text, piece.start, piece.text, suggestion) from None


def _die_of_faces(rulebook: Rulebook, reader: FaceReader, text: str, piece: _Piece) -> ParsedDie:
    words = piece.text.removesuffix(",")
    beastly = any(reader.is_universal(part) for part in words.split(","))
    faces: list[Face] = []
    at = piece.start
    for part in words.split(","):
        start = at + len(part) - len(part.lstrip())
        at += len(part) + 1
        try:
            faces.extend(reader.faces(part, beastly=beastly))
        except PieceError as error:
            if error.code == "face-not-understood" and _names_a_die(rulebook, part):
                raise _error("die-in-list", text, start, part.strip()) from None
            raise _error(error.code, text, start, part.strip(), error.suggestion) from None
        if len(faces) > FACES:
            raise _error("too-many-faces", text, start, part.strip(), most=FACES)
    padded = FACES - len(faces)
    repeated = ",".join(map(as_repeat, words.split(",")))
    if padded and repeated != words:
        # "2x Melee" is one doubled face, but two faces where only these make six.
        with contextlib.suppress(StatBlockError):
            again = _die_of_faces(rulebook, reader, text, replace(piece, text=repeated))
            return again if not again.padded else ParsedDie("", "", (*faces, *[UNFILLED] * padded), padded)
    return ParsedDie("", "", (*faces, *[UNFILLED] * padded), padded)


def _names_a_die(rulebook: Rulebook, part: str) -> bool:
    wanted = key(repeats(" ".join(part[:200].split()))[0])
    return any(wanted in {key(name) for name in (die.name, *die.aliases)} for die in dice_of(rulebook, None))


def _error(
    code: str, text: str, offset: int, piece: str, suggestion: str = "", most: int | None = None
) -> StatBlockError:
    """Return the error, with the place counted from one as an editor does."""
    offset = min(offset, len(text))
    line = text.count("\n", 0, offset) + 1
    column = offset - (text.rfind("\n", 0, offset) + 1) + 1
    words = " ".join(piece[: LONGEST * 2].split())
    shown = words if len(words) <= LONGEST else words[:LONGEST] + "…"
    why = reason(code, text=shown, line=line, column=column, suggestion=suggestion)
    if most is not None:
        why = reason(code, text=shown, line=line, column=column, suggestion=suggestion, most=most)
    return StatBlockError(why)
