"""A stat block read from any text, such as a chat: what is understood is kept, the rest is named piece by piece.

One line that `parse_block` reads is read the same. Beyond it: headings anywhere, several lines, bullets, brackets
around the faces of a die, one face a line, lists of dice with commas, sections ("Equipment:"), words of no meaning.

Codes of gaps (text, suggestion): left-out-die, left-out-face, left-out-lone-face, left-out-no-face,
left-out-seventh-face, left-out-mastery, left-out-multiple, left-out-equipment, left-out-words, left-out-label,
left-out-many-dice, left-out-second-block, left-out-movement, left-out-rest, left-out-end (most).
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Final

from bones_desktop.rules.bones.book.fields import FACES, FASTEST, MOST_DICE
from bones_desktop.rules.bones.book.notation import CHARACTER_USES
from bones_desktop.rules.bones.book.rulebook import DieUse, PrintedDie, Rulebook
from bones_desktop.rules.bones.text.blockparts import SECTION, Gap, Piece, in_order, plain_lines, sections
from bones_desktop.rules.bones.text.blockpieces import PieceReader
from bones_desktop.rules.bones.text.statblock import (
    LABEL,
    MOST_TEXT,
    ParsedDie,
    StatBlockError,
    copies_of,
    parse_block,
)
from bones_desktop.rules.reasons import reason
from bones_desktop.rules.typedtext import key

MOST_GAPS: Final = 100
LONGEST_NAME: Final = 80
MOST_BLOCKS: Final = 40

_STATED: Final = re.compile(r"(?<![A-Za-z0-9])([0-9]{1,2}) ?[dD](?![A-Za-z0-9])( {0,4}:)?")
_MOVE: Final = re.compile(
    r"(?<![a-z])move(?:ment)?:? {0,4}([0-9]{0,4}\.?[0-9]{1,4})"
    r"(?:[ ,;]{0,4}\(? {0,4}(?:fly(?:ing)?|flight):? {0,4}([0-9]{0,4}\.?[0-9]{1,4}) {0,4}\)?"
    r"| {0,4}\( {0,4}([0-9]{0,4}\.?[0-9]{1,4}) {0,4}(?:flying|flight)? {0,4}\))?",
    re.IGNORECASE,
)
_FLYING: Final = re.compile(r"(?<![a-z])fly(?:ing)?:? {0,4}([0-9]{0,4}\.?[0-9]{1,4})", re.IGNORECASE)
_MARK: Final = re.compile(rf"[;\n\[\]]|{LABEL}")
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_AGAIN: Final = re.compile(r"[x×] ?([0-9]{1,2})", re.IGNORECASE)
_LIST_END: Final = re.compile(r"[,;\n.]| and ", re.IGNORECASE)
_TRIM: Final = " \n,.:-–—"
_TITLE: Final = 60
"""Characters of the longest line that is taken for a name."""


@dataclass(frozen=True, slots=True)
class BlockText:
    """What a text says of a character; what it leaves out is "", None or ()."""

    name: str
    dice: tuple[ParsedDie, ...]
    """A face that was not understood is unfilled."""
    move: float | None = None
    flying: float | None = None
    stated: int | None = None
    """Number of dice its heading speaks of ("6D")."""
    equipment: tuple[PrintedDie, ...] = ()
    gaps: tuple[Gap, ...] = ()
    """Pieces that were not understood, in the order of the text; none overlaps another."""
    start: int = 0
    """Where its text begins among that of several, in characters."""


def read_block(rulebook: Rulebook, text: str, use: DieUse | Collection[DieUse] | None = CHARACTER_USES) -> BlockText:
    """Return what can be understood of `text`, however strange it is; `use` narrows which printed dice are meant.

    Offsets of gaps count characters of `text`. Nothing is raised; of more than MOST_TEXT characters the first are read.
    """
    kept = text[:MOST_TEXT]
    if len(text) <= MOST_TEXT and not set("\n[]") & set(text.strip()):
        try:
            block = parse_block(rulebook, text, use)
        except StatBlockError:
            pass
        else:
            move, flying = within(block.move), within(block.flying)
            name = " ".join(plain_lines(block.name).strip(_TRIM).split())[:LONGEST_NAME]
            return BlockText(name, block.dice, move, flying, block.stated)
    reading = _Reading(PieceReader(rulebook, use), kept)
    reading.read()
    gaps = in_order(kept, reading.pieces.gaps)
    if len(gaps) > MOST_GAPS:
        rest = Gap(gaps[MOST_GAPS].start, len(kept), reason("left-out-rest", text="", suggestion=""))
        gaps = (*gaps[:MOST_GAPS], rest)
    if len(text) > len(kept):
        gaps = (*gaps, Gap(len(kept), len(text), reason("left-out-end", most=MOST_TEXT)))
    return BlockText(
        reading.name,
        tuple(reading.dice),
        reading.move,
        reading.flying,
        reading.stated,
        tuple(reading.pieces.equipment),
        gaps,
    )


def read_blocks(rulebook: Rulebook, text: str) -> tuple[BlockText, ...]:
    """Return what `read_block` understands of each character that `text` describes, one at least.

    A character begins with a heading that says how many dice it has ("Wolf - 3D"). Their gaps and `start` count
    characters of the whole text; what goes beyond MOST_BLOCKS stays with the last one.
    """
    starts = [0]
    while len(starts) < MOST_BLOCKS:
        rest = text[starts[-1] : MOST_TEXT]
        second = _Reading(PieceReader(rulebook, CHARACTER_USES), rest).second_block()
        if not second:
            break
        starts.append(starts[-1] + second)
    found = []
    for start, stop in zip(starts, (*starts[1:], len(text)), strict=True):
        block = read_block(rulebook, text[start:stop])
        gaps = tuple(replace(gap, start=gap.start + start, end=gap.end + start) for gap in block.gaps)
        found.append(replace(block, gaps=gaps, start=start))
    return tuple(found)


def names_dice(rulebook: Rulebook, text: str) -> bool:
    """Return whether any die can be read in `text`, whatever else it says."""
    return bool(text.strip()) and len(text) <= MOST_TEXT and bool(read_block(rulebook, text).dice)


def looks_like_block(rulebook: Rulebook, text: str) -> bool:
    """Return whether `text` is most likely meant as the dice of a character, so that one may offer to make it."""
    if not text.strip() or len(text) > MOST_TEXT:
        return False
    block = read_block(rulebook, text)
    if not block.dice:
        return False
    left_out = sum(gap.end - gap.start for gap in block.gaps)
    own = any(not die.printed and FACES - sum(face.is_unfilled for face in die.faces) > 3 for die in block.dice)
    return (own or len(block.dice) > 1 or block.stated is not None) and 2 * left_out < len(text)


class _Reading:
    """One text while it is read; what has been taken from it is blanked, so that every place stays where it was."""

    def __init__(self, pieces: PieceReader, text: str) -> None:
        self.pieces = pieces
        self.name = ""
        self.stated: int | None = None
        self.move: float | None = None
        self.flying: float | None = None
        self.dice: list[ParsedDie] = []
        self._plain = plain_lines(text)
        self._given: set[int] = set()
        self._run: list[Piece] = []
        """Faces that stand in a line each, until they are a die."""
        self._named_until = 0
        """Where the name of the last die ends; 0 when that was given by its faces, or was none."""

    def read(self) -> None:
        """Read it all."""
        self._leave_second_block()
        self._movement()
        self._heading()
        for kind, start, stop in sections(self._plain):
            if kind == "name":
                self._take_name(start, stop)
            elif kind == "items":
                for piece in self._split(_LIST_END, start, stop):
                    self.pieces.items(piece)
            elif kind == "prose":
                self._words(start, stop)
            else:
                self._stats(start, stop)
        self._end_run()
        if not self.dice and self.stated:
            self._dice_of_heading()

    def _dice_of_heading(self) -> None:
        """Take a heading that names a printed die for all of the dice: "Horde - 3D"."""
        for die in self.pieces.dice_named(self.name):
            self._add([die] * (self.stated or 0), Piece(self.name, 0))

    def second_block(self) -> int:
        """Return where another character's heading begins, 0 where there is none."""
        headings = [found.start() for found in _STATED.finditer(self._plain) if found[2] or self._is_line(found)]
        return self._name_start(headings[1]) if len(headings) > 1 else 0

    def _is_line(self, found: re.Match[str]) -> bool:
        """Return whether a name and a number of dice are all that stands in their line."""
        before = self._plain[self._plain.rfind("\n", 0, found.start()) + 1 : found.start()]
        after = self._plain[found.end() :].partition("\n")[0]
        return bool(key(before)) and not set(before) & set(",;:()") and not key(after)

    def _leave_second_block(self) -> None:
        start = self.second_block()
        if start:
            second = self._trimmed(start, len(self._plain))
            self.pieces.gap("left-out-second-block", second.start, second.text)
            self._blank(start, len(self._plain))

    def _movement(self) -> None:
        moved = _MOVE.search(self._plain)
        if moved is not None:
            self.move = self._score(moved, 1)
            self.flying = self._score(moved, 2 if moved[2] else 3)
            self._blank(moved.start(), moved.end())
        flown = _FLYING.search(self._plain)
        if flown is not None and self.flying is None:
            self.flying = self._score(flown, 1)
            self._blank(flown.start(), flown.end())

    def _score(self, found: re.Match[str], group: int) -> float | None:
        score = within(None if found[group] is None else float(found[group]))
        if score is None and found[group] is not None:
            self.pieces.gap("left-out-movement", found.start(group), found[group])
        return score

    def _heading(self) -> None:
        """Take "Name - 6D:" out of the text, or else a first line that can only be a name."""
        for found in _STATED.finditer(self._plain):
            if found[2] or re.match(rf" {{0,8}}(?:\n|\Z|[()]|{LABEL})", self._plain[found.end() : found.end() + 60]):
                self.stated = int(found[1])
                start = self._name_start(found.start())
                self._take_name(start, found.start())
                self._blank(start, found.end() + (self._plain[found.end() : found.end() + 1] == ")"))
                break
        if not self.name:
            self._title()

    def _name_start(self, end: int) -> int:
        """Return where the name before the number of dice begins: behind a line end, colon, semicolon or die."""
        start = max(self._plain.rfind(sign, 0, end) for sign in "\n:;") + 1
        labels = list(re.finditer(LABEL, self._plain[start:end]))
        if labels:
            # Two blocks run together: the last die of the first ends where a word begins that is no part of its name.
            start += labels[-1].end()
            words = self._plain[start:end]
            start += self.pieces.die_length(words) or len(_CAMEL.split(words, maxsplit=1)[0])
        return start

    def _title(self) -> None:
        lines = [line for line in re.finditer(r"[^\n]+", self._plain) if key(line[0])]
        if not lines:
            return
        first = lines[0]
        words, colon, _rest = first[0].partition(":")
        bare = words.partition("(")[0].strip(_TRIM)
        if (not colon and len(lines) == 1) or not key(bare) or len(bare) > _TITLE or "," in words or ";" in words:
            return
        known = (not colon and self.pieces.means(bare)) or re.search(LABEL, words) or SECTION.match(words + "\n")
        if not known:
            start = first.start() + words.index(bare)
            self._take_name(start, start + len(bare))
            self._blank(start, start + len(bare) + (len(colon) if words.endswith(bare) else 0))

    def _take_name(self, start: int, stop: int) -> None:
        name = " ".join(self._plain[start:stop].strip(_TRIM + "(").split())
        if key(name) and not self.name and len(name) <= LONGEST_NAME:
            self.name = name
        else:
            self._words(start, stop)

    def _stats(self, start: int, stop: int) -> None:
        label: re.Match[str] | None = None
        copies: int | None = None
        begin, bracketed = start, False
        for mark in (*_MARK.finditer(self._plain, start, stop), None):
            if mark is not None and copies is not None and mark[0] == "\n" and self._goes_on(begin, mark.start()):
                continue
            read = self._piece(self._trimmed(begin, stop if mark is None else mark.start(), copies, bracketed))
            if label is not None and not read and (mark is None or mark[1] or mark[0] == ";"):
                self.pieces.gap("left-out-label", label.start(), label[0].rstrip(_TRIM))
            if mark is None:
                return
            begin = mark.end()
            bracketed = mark[0] == "["
            if read or mark[0] == ";":
                label = copies = None
            if mark[1]:
                label, copies = mark, self._copies(mark)
                if copies is None:
                    label = None

    def _goes_on(self, begin: int, end: int) -> bool:
        """Return whether the faces of a numbered die go on in the next line: fewer than six, and no die follows."""
        after = re.split(r"[,;\n]", self._plain[end + 1 : end + 1 + LONGEST_NAME].lstrip(" "), maxsplit=1)[0]
        if not key(after) or re.match(LABEL, after) or self.pieces.names_die(after):
            return False
        return 0 < self._plain.count(",", begin, end) < FACES - 1

    def _copies(self, mark: re.Match[str]) -> int | None:
        try:
            return copies_of(self._plain, mark, self._given)
        except StatBlockError:
            self.pieces.gap("left-out-label", mark.start(), mark[0].rstrip(_TRIM))
            return None

    def _piece(self, piece: Piece) -> bool:
        """Read one piece and return whether there was anything; a number by itself only counts lines."""
        if not key(piece.text) or (re.fullmatch("[0-9]+", piece.text) and piece.copies is None):
            return False
        again = _AGAIN.fullmatch(piece.text)
        if again is not None and self._plain[: piece.start].rstrip()[-1:] == "]" and self.dice:
            self._add([self.dice[-1]] * (int(again[1]) - 1), piece)
        elif self.pieces.is_one_face(piece, in_a_run=bool(self._run)):
            self._run.append(piece)
            if self.pieces.count(self._run) >= FACES:
                self._end_run()
        else:
            self._end_run()
            dice = self.pieces.dice(piece)
            if len(dice) != 1 or not self._describes_last(dice[0], piece):
                self._add(dice, piece)
            self._named_until = piece.start + len(piece.text) if dice and dice[-1].printed else 0
        return True

    def _describes_last(self, die: ParsedDie, first: Piece) -> bool:
        """Return whether this is no other die but the faces of the printed one that stands in the line above."""
        if not self._named_until or die.printed or first.copies is not None:
            return False
        between = self._plain[self._named_until : first.start]
        shown = Counter(face for face in die.faces if not face.is_unfilled)
        return "\n" in between and not key(between) and ";" not in between and shown <= Counter(self.dice[-1].faces)

    def _end_run(self) -> None:
        run, self._run = self._run, []
        if len(run) > 1:
            die = self.pieces.die_of_faces(run)
            if not self._describes_last(die, run[0]):
                self._add([die], run[0])
            self._named_until = 0
        elif run:
            self.pieces.gap("left-out-lone-face", run[0].start, run[0].text)

    def _add(self, dice: list[ParsedDie], piece: Piece) -> None:
        room = MOST_DICE - len(self.dice)
        self.dice.extend(dice[:room])
        if len(dice) > room:
            self.pieces.gap("left-out-many-dice", piece.start, piece.text)

    def _words(self, start: int, stop: int) -> None:
        """Note words that say nothing of dice."""
        piece = self._trimmed(start, stop)
        if key(piece.text):
            self.pieces.gap("left-out-words", piece.start, piece.text)

    def _split(self, at: re.Pattern[str], start: int, stop: int) -> Iterator[Piece]:
        for mark in (*at.finditer(self._plain, start, stop), None):
            yield self._trimmed(start, stop if mark is None else mark.start())
            start = stop if mark is None else mark.end()

    def _trimmed(self, start: int, stop: int, copies: int | None = None, bracketed: bool = False) -> Piece:
        words = self._plain[start:stop].rstrip(_TRIM)
        bare = words.lstrip(_TRIM)
        return Piece(bare, start + len(words) - len(bare), copies, bracketed)

    def _blank(self, start: int, stop: int) -> None:
        self._plain = self._plain[:start] + "\n" * (stop - start) + self._plain[stop:]


def within(score: float | None) -> float | None:
    """Return a movement score when it is one (MOVE-1)."""
    return score if score is not None and 0 <= score <= FASTEST else None
