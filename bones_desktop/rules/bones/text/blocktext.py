"""Reads a stat block from any text, such as a chat: readable parts are kept, all other parts are listed as gaps.

The text is first put into the notation of stat blocks (`cleantext`). In that notation a die ends at `;`, a new line or
a label, and in a labelled block also at the comma before a label. A piece without commas names a printed die. A piece
with commas lists faces, or dice if all its parts name dice and not all of them name faces too. `x2` or `Double` before
a face makes one doubled face; `x2` after a die or face repeats it. The text may also have headings anywhere, several
lines, brackets around the faces of a die, one face on each line, lists of dice with slashes or full stops, sections
("Equipment:"), and words without meaning. `parse_dice` and `parse_block` refuse a text with gaps.

Codes of gaps (text, suggestion): left-out-die, left-out-face, left-out-lone-face, left-out-no-face,
left-out-die-in-list, left-out-seventh-face, left-out-mastery, left-out-multiple, left-out-repeat, left-out-equipment,
left-out-words, left-out-label, left-out-twice, left-out-backwards, left-out-many-dice, left-out-second-block,
left-out-movement, left-out-data, left-out-stated (stated, n), left-out-rest, left-out-end (most).

Codes refused: empty-text (), text-too-long (most), and those of gaps, with line and column too.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from operator import attrgetter
from typing import Final

from bones_desktop.rules.bones.book.fields import FACES, FASTEST, MOST_DICE
from bones_desktop.rules.bones.book.notation import CHARACTER_USES, ParsedDie
from bones_desktop.rules.bones.book.rulebook import DieUse, PrintedDie, Rulebook
from bones_desktop.rules.bones.text import cleantext, statblock
from bones_desktop.rules.bones.text.blockpieces import PieceReader
from bones_desktop.rules.bones.text.cleantext import CleanText
from bones_desktop.rules.bones.text.statblock import Gap, Piece
from bones_desktop.rules.reasons import reason, refuse
from bones_desktop.rules.records import Record, replace
from bones_desktop.rules.typedtext import key

MOST_GAPS: Final = 100
LONGEST_NAME: Final = 80
MOST_BLOCKS: Final = 40

_STATED: Final = re.compile(r"(?<![A-Za-z0-9])([0-9]{1,2}) ?(?:[dD]|(?i:dice))(?![A-Za-z0-9])[\])]?( {0,4}:)?")
_STATED_BEFORE: Final = re.compile(r"[0-9] ?(?:d|dice)[\])]? {0,4}:? {0,4}\Z", re.IGNORECASE)
_MARK: Final = re.compile(rf"[;\n\[\]]|\.(?=\s|\Z)|(?P<label>{statblock.LABEL})")
_FIRST_WORD: Final = re.compile(r"\([^)]*\)|[^ ]+|\Z")
_NAME_BEHIND: Final = re.compile(r" {1,4}(?![dD][0-9])([^\n:;,]{1,60})(?::|(?=\n))")
_DICE_BEHIND: Final = re.compile(r"(?<=[ )])(?:dice|stats) ?:? ?\Z", re.IGNORECASE)
_FACES_IN_BRACKETS: Final = re.compile(r"\(([^()\n]{5,200}(?:\([^()\n]{0,20}\)[^()\n]{0,200}){0,6})\)")
_LABEL_BEHIND: Final = re.compile(r"(?<=[\w)\]]) ?(\( ?[dD][^()\n]{1,40}\)) ?")
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_AGAIN: Final = re.compile(r"\(?(?:x ?([0-9]{1,2})|([0-9]{1,2}) ?x)\)?", re.IGNORECASE)
_COUNT_BEFORE: Final = re.compile(
    r"(?:\A|(?<=[,;:\n.]))[ ]*(?:x ?([0-9]{1,2})|([0-9]{1,2}) ?[x*]?)[ ]*\Z", re.IGNORECASE
)
_AND_BEHIND: Final = re.compile(r"(?:\A|(?<=[\s,)]))(?:and|&|\+)\Z", re.IGNORECASE)
_BLANK_BEHIND: Final = re.compile(r"[\w)] *, *-\s*\Z")
"""Pattern of a hyphen for a blank face at the end of a list (DICE-4)."""
_LIST_END: Final = re.compile(r"[,;\n.]| and ", re.IGNORECASE)
_TRIM: Final = " \n,.:-/"
_TITLE: Final = 60
"""Maximum length of a line that can be read as a name, in characters."""


class BlockText(Record):
    """The parts of a stat block found in a text; a part that is missing in the text is "", None or ()."""

    name: str
    dice: tuple[ParsedDie, ...]
    """The dice; a face that could not be read is unfilled."""
    move: float | None = None
    flying: float | None = None
    stated: int | None = None
    """Number of dice in the heading ("6D")."""
    equipment: tuple[PrintedDie, ...] = ()
    gaps: tuple[Gap, ...] = ()
    """Pieces that could not be read, in the order of the text and without overlap."""
    start: int = 0
    """Position of the block in the whole text, in characters."""


def read_block(
    rulebook: Rulebook, text: str, use: DieUse | Collection[DieUse] | None = CHARACTER_USES, *, whole: bool = False
) -> BlockText:
    """Return everything readable in `text`; `use` limits the printed dice.

    Positions of gaps count characters of `text`. No error is raised; only the first MOST_TEXT characters are read.
    `whole` says that the text contains only dice, so that each gap is a mistake in a die.
    """
    return _block(text, _cleaned(text), PieceReader(rulebook, use, whole=whole))


def read_blocks(rulebook: Rulebook, text: str) -> tuple[BlockText, ...]:
    """Return the result of `read_block` for each character in `text`, at least one.

    A character begins with a heading that gives its number of dice ("Wolf - 3D"), or with its name ("Name: Wolf"). Gaps
    and `start` count characters of the whole text. Text beyond MOST_BLOCKS belongs to the last character.
    """
    given = _cleaned(text)
    starts = [0]
    while len(starts) < MOST_BLOCKS:
        rest = given.cut(starts[-1], len(given.text))
        second = _Reading(PieceReader(rulebook, CHARACTER_USES), rest.text).second_block()
        second = second or _behind_move(rulebook, rest)
        if not second:
            break
        starts.append(starts[-1] + second)
    parts = [given.cut(start, stop) for start, stop in zip(starts, (*starts[1:], len(given.text)), strict=True)]
    ends = [*(given.places[start] for start in starts[1:]), len(text)]
    begins = [0, *ends[:-1]]
    return tuple(
        replace(_block(text[:end], part, PieceReader(rulebook, CHARACTER_USES)), start=start)
        for start, end, part in zip(begins, ends, parts, strict=True)
    )


def _behind_move(rulebook: Rulebook, given: CleanText) -> int:
    """Return the end of the first of two characters in a text; 0 for a single character.

    The first character ends with its movement. This is used if the headings give no number of dice.
    """
    ends = [found.end() for found in re.finditer(statblock.MOVE, given.text)][:2]
    parts = [given.cut(start, end) for start, end in zip((0, *ends), ends, strict=False)]
    both = len(parts) > 1 and all(_block("", part, PieceReader(rulebook, CHARACTER_USES)).dice for part in parts)
    return ends[0] if both else 0


def _cleaned(text: str) -> CleanText:
    """Return the text in the notation of stat blocks, with a label that comes after its die moved before the die."""
    given = cleantext.in_notation(
        cleantext.of_table(
            cleantext.without_markup(cleantext.of_json(cleantext.in_plain_signs(text[: statblock.MOST_TEXT])))
        )
    )
    behind = list(_LABEL_BEHIND.finditer(given.text))
    first = re.search(statblock.LABEL, given.text) if behind else None
    after = given.text[first.start() :] if first else ""
    if not first or not after.startswith(behind[0][1]) or _STATED_BEFORE.search(given.text[: first.start()][-16:]):
        return given
    parts, at = list[CleanText](), 0
    for found in behind:
        start = max(at, *(given.text.rfind(sign, 0, found.start()) + 1 for sign in ":;\n"))
        parts += given.cut(at, start), given.cut(found.start(1), found.end(1)), given.cut(start, found.start())
        at = found.end()
    return CleanText.joined([*parts, given.cut(at, len(given.text))])


def _block(text: str, given: CleanText, pieces: PieceReader) -> BlockText:
    """Return the stat block in `given`, which is the last part of `text`."""
    reading = _Reading(pieces, given.text)
    reading.read()
    found = statblock.in_order(given.text, reading.pieces.gaps)
    if cleantext.is_json(text) and not reading.dice:
        found = (statblock.gap_at("left-out-data", 0, given.text),)
    gaps = tuple(sorted((_in_source(given, gap) for gap in found), key=attrgetter("start")))
    if len(gaps) > MOST_GAPS:
        rest = Gap(
            gaps[MOST_GAPS].start, min(len(text), statblock.MOST_TEXT), reason("left-out-rest", text="", suggestion="")
        )
        gaps = (*gaps[:MOST_GAPS], rest)
    if len(text) > statblock.MOST_TEXT:
        gaps = (*gaps, Gap(statblock.MOST_TEXT, len(text), reason("left-out-end", most=statblock.MOST_TEXT)))
    return BlockText(
        reading.name,
        tuple(reading.dice),
        reading.move,
        reading.flying,
        reading.stated,
        tuple(reading.pieces.equipment),
        gaps,
    )


def _in_source(given: CleanText, gap: Gap) -> Gap:
    start, end = given.source(gap.start, gap.end)
    return replace(gap, start=start, end=end)


def names_dice(rulebook: Rulebook, text: str) -> bool:
    """Return whether any die can be read in `text`."""
    return bool(text.strip()) and len(text) <= statblock.MOST_TEXT and bool(read_block(rulebook, text).dice)


def looks_like_block(rulebook: Rulebook, text: str) -> bool:
    """Return whether `text` is probably the dice of a character. If so, the program offers to create the character."""
    if not text.strip() or len(text) > statblock.MOST_TEXT:
        return False
    block = read_block(rulebook, text)
    if not block.dice:
        return False
    left_out = sum(gap.end - gap.start for gap in block.gaps)
    own = any(not die.printed and FACES - sum(face.is_unfilled for face in die.faces) > 3 for die in block.dice)
    return (own or len(block.dice) > 1 or block.stated is not None) and 2 * left_out < len(text)


class _Reading:
    """Reads one text; parts already read are replaced by blanks, so that positions stay the same."""

    def __init__(self, pieces: PieceReader, text: str) -> None:
        self.pieces = pieces
        self.name = ""
        self.stated: int | None = None
        self.move: float | None = None
        self.flying: float | None = None
        self.dice: list[ParsedDie] = []
        self._plain = text
        self._given: set[int] = set()
        self._run: list[Piece] = []
        """Faces on separate lines, collected until they make up a die."""
        self._named_until = 0
        """End of the last die's name; 0 if the last die was given by its faces, or if there was no die."""
        self._stated_at = (0, 0)

    def read(self) -> None:
        """Read the whole text into the fields of this object."""
        self._leave_second_block()
        self._movement()
        self._heading()
        for kind, start, stop in statblock.sections(self._plain):
            if kind == "name":
                self._take_name(start, stop)
            elif kind == "items" and not self.pieces.items_are_dice:
                for piece in self._split(_LIST_END, start, stop):
                    self.pieces.items(piece)
            elif kind == "prose":
                self._words(start, stop)
            else:
                self._stats(start, stop)
        self._end_run()
        if not self.dice and self.stated:
            # A heading can name one printed die for all dice: "Horde - 3D".
            for die in self.pieces.dice_named(self.name):
                self._add([die] * self.stated, Piece(self.name, 0))
        explained = any(gap.reason.code != "left-out-words" for gap in self.pieces.gaps)
        if self.dice and self.stated not in {None, len(self.dice)} and not explained:
            why = reason("left-out-stated", text="", suggestion="", stated=self.stated, n=len(self.dice))
            self.pieces.gaps.append(Gap(*self._stated_at, why))

    def _brackets(self, start: int, stop: int) -> None:
        """Replace round brackets around lists of faces by square brackets, which mark the faces of a die."""
        for found in _FACES_IN_BRACKETS.finditer(self._plain, start, stop):
            parts = found[1].split(",")
            if len(parts) > 2 and all(self.pieces.is_face(part) for part in parts):
                self._put(found.start(), "[")
                self._put(found.end() - 1, "]")

    def second_block(self) -> int:
        """Return the start of another character's heading; 0 if there is none."""
        names = [found.start() for found in statblock.SECTION.finditer(self._plain) if found["name"]]
        if len(names) > 1:
            return names[1]
        headings = [found.start() for found in _STATED.finditer(self._plain) if found[2] or self._is_line(found)]
        return self._name_start(headings[1]) if len(headings) > 1 else 0

    def _is_line(self, found: re.Match[str]) -> bool:
        """Return whether the line has only a name and a number of dice."""
        before = self._plain[self._plain.rfind("\n", 0, found.start()) + 1 : found.start()].rstrip(" (")
        after = self._plain[found.end() :].partition("\n")[0]
        return bool(key(before)) and not set(before) & set(",;:()") and not key(after)

    def _leave_second_block(self) -> None:
        start = self.second_block()
        if start:
            second = self._trimmed(start, len(self._plain))
            self.pieces.gap("left-out-second-block", second.start, second.text)
            self._blank(start, len(self._plain))

    def _movement(self) -> None:
        # Most texts have no movement, and `re` takes longer to compile these patterns than to read dice.
        if not re.search("(?i)mv|move|speed|fl(?:y|ie)|bewegung", self._plain):
            return
        found = re.search(statblock.MOVE, self._plain)
        if found is not None:
            self.move = self._score(found, 1)
            self.flying = self._score(found, next((group for group in (2, 3, 4) if found[group]), 2))
            self._blank(found.start(), found.end())
        flown = re.search(statblock.FLYING, self._plain)
        if flown is not None and self.flying is None:
            self.flying = self._score(flown, 1)
            self._blank(flown.start(), flown.end())

    def _score(self, found: re.Match[str], group: int) -> float | None:
        score = within(statblock.moved(found[group]))
        if score is None and found[group] is not None:
            self.pieces.gap("left-out-movement", found.start(group), found[group])
        return score

    def _heading(self) -> None:
        """Read and remove a heading "Name - 6D:", otherwise a first line that can only be a name."""
        for found in _STATED.finditer(self._plain):
            after = self._plain[found.end() : found.end() + LONGEST_NAME]
            if (
                found[2]
                or re.match(rf"(?: {{0,8}}[;,])? {{0,8}}(?:\n|\Z|[()\[]|{statblock.LABEL}|[^,;:\n]{{1,60}}:)", after)
                or self.pieces.die_length(after.lstrip())
            ):
                self.stated, self._stated_at = int(found[1]), found.span()
                start = self._name_start(found.start())
                stop = min(found.start(), (self._plain + "\n").find("\n", start))
                bare = self._plain[start:stop]
                word = _DICE_BEHIND.search(bare)
                if word is not None or stop < found.start():
                    bare = bare[: word.start() if word else len(bare)].partition("(")[0]
                    self._blank(*((start + word.start(), start + word.end()) if word else (stop, stop)))
                self._take_name(start, start + len(bare))
                self._blank(start, start + len(bare))
                self._blank(*found.span())
                if self._plain[stop : found.start()].strip() in {"(", "["}:
                    self._blank(stop, found.start())
                behind = _NAME_BEHIND.match(self._plain, found.end())
                if not self.name and behind and not self.pieces.means(behind[1]):
                    self._take_name(*behind.span(1))
                    self._blank(*behind.span())
                break
        if not self.name:
            self._title()

    def _name_start(self, end: int) -> int:
        """Return the start of the name, which comes before the number of dice or on a line above it."""
        end = len(self._plain[:end].rstrip(" ;,"))
        start = max(self._plain.rfind(sign, 0, end) for sign in "\n:;") + 1
        start = max([start, *(found.end() for found in re.compile(statblock.MOVE).finditer(self._plain, start, end))])
        labels = list(re.compile(statblock.LABEL).finditer(self._plain, self._plain.rfind("\n", 0, end) + 1, end))
        labels = [label for label in labels if label.end() >= start]  # a colon may end a label
        at = labels[-1].end() if labels else start
        while (comma := self._plain.find(",", at, end)) >= 0 and self.pieces.knows(self._plain[at:comma]):
            at = comma + 1
        if (labels or at > start) and key(self._plain[at:end]):
            # If two blocks follow one another without a break, the last die of the first block is still part of these
            # words. The name of that die ends where the words fit no name of a die or face any more.
            words = self._plain[at:end]
            bare = words.lstrip(" ")
            name = bare.rstrip(_TRIM + "([")
            length = max(self.pieces.die_length(name), self.pieces.face_length(name))
            return end - len(bare) + (length or len(_CAMEL.split(bare, maxsplit=1)[0]))
        return start if key(self._plain[start:end]) else self._title_above(start)

    def _title_above(self, start: int) -> int:
        """Return the start of the line above `start` if it can only be the name; `start` if there is no such line."""
        for line in reversed(list(re.finditer(r"[^\n]+", self._plain[:start]))):
            bare = line[0].partition("(")[0].strip()
            if not key(line[0]) or bare.casefold().rstrip(":") in {"dice", "stats"}:
                continue
            above = self._plain[: line.start()].rstrip(" ")
            apart = not key(above) or above.endswith("\n\n")
            title = 0 < len(bare) <= _TITLE and not set(bare) & set(",;:.") and (apart or not self.pieces.knows(bare))
            return line.start() if title else start
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
        known = (
            (not colon and self.pieces.means(bare))
            or re.search(statblock.LABEL, words)
            or statblock.SECTION.match(words + "\n")
        )
        if not known:
            start = first.start() + words.index(bare)
            self._take_name(start, start + len(bare))
            self._blank(start, start + len(bare) + (len(colon) if words.endswith(bare) else 0))

    def _take_name(self, start: int, stop: int) -> None:
        said = self._plain[start:stop].strip(_TRIM + "([;")
        name = " ".join(_DICE_BEHIND.sub("", said).split())
        if key(name) and not self.name and len(name) <= LONGEST_NAME:
            self.name = name
        else:
            self._words(start, stop)

    def _stats(self, start: int, stop: int) -> None:
        label: re.Match[str] | None = None
        copies: int | None = None
        begin, bracketed = start, False
        self._brackets(start, stop)
        for mark in (*_MARK.finditer(self._plain, start, stop), None):
            if mark is not None and mark[0] in {"\n", ";", "."} and self._goes_on(begin, mark.start(), copies):
                continue
            before = len(self.dice)
            end = stop if mark is None else mark.start()
            times = _COUNT_BEFORE.search(self._plain, begin, end) if mark is not None and mark[0] == "[" else None
            if mark is not None and times is not None:
                self._piece(self._trimmed(begin, times.start(), copies))
                copies = (copies if copies and len(self.dice) == before else 1) * int(times[1] or times[2])
                begin, bracketed, label = mark.end(), True, None
                continue
            piece = self._trimmed(begin, end, copies, bracketed)
            if (mark is None or mark[0] == ";") and copies is None and not self._run:
                listed = self._plain[begin:end].rstrip().endswith(",")  # A list can have only one face, as in "Melee,".
                piece = replace(piece, bracketed=bracketed or (listed and self.pieces.faces_in(piece.text) > 0))
            read = self._piece(piece)
            if label is not None and not read and (mark is None or mark["label"] or mark[0] == ";"):
                self.pieces.gap("left-out-label", label.start(), label[0].rstrip(_TRIM))
            if mark is None:
                return
            begin = mark.end()
            bracketed = mark[0] == "["
            # If the name of a die comes before its faces in brackets, the label of the die belongs to these faces too.
            if (read and not (bracketed and len(self.dice) == before)) or mark[0] == ";":
                label = copies = None
            if mark["label"]:
                label, copies = mark, self._copies(mark)
                if copies is None:
                    label = None

    def _goes_on(self, begin: int, end: int, copies: int | None) -> bool:
        """Return whether the piece continues after a line end or another sign that usually ends a die.

        A name that is broken at a line end continues, and so does a numbered die with fewer than six faces.
        """
        before = self._plain[begin:end].strip(_TRIM)
        next_ = end + len(self._plain[end:]) - len(self._plain[end:].lstrip(" \n;."))
        stop = _MARK.search(self._plain, next_)
        after = self._plain[next_ : len(self._plain) if stop is None else stop.start()].strip(_TRIM)
        if not key(after) or not key(before) or len(after) > 3 * LONGEST_NAME:
            return False
        last, first = before.rpartition(",")[2].strip(), after.partition(",")[0].strip()
        words = [] if self.pieces.knows(first) else [(last.rpartition(" ")[2], _FIRST_WORD.findall(first)[0])]
        for one, two in ((last, first), *words):
            whole = not two.startswith("(") and self.pieces.knows(one) and self.pieces.knows(two)
            if self._plain[end] == "\n" and not whole and self.pieces.knows(f"{one} {two}"):
                self._put(end, " ")
                return True
        faces, more = self.pieces.faces_in(before), self.pieces.faces_in(after)
        if copies and more and (faces > 1 or self.pieces.is_face(before)) and faces + more <= FACES:
            self._put(end, " " if self._plain[begin:end].rstrip().endswith(",") else ",")
            return True
        return False

    def _copies(self, mark: re.Match[str]) -> int | None:
        copies = statblock.copies_of(mark, self._given)
        if isinstance(copies, int):
            return copies
        self.pieces.gap(copies, mark.start(), mark[0].rstrip(_TRIM))
        return None

    def _piece(self, piece: Piece) -> bool:
        """Read one piece and return whether there was one. A piece that is only a number is skipped."""
        if not key(piece.text):
            return False
        again = _AGAIN.fullmatch(piece.text)
        if again is not None and self._plain[: piece.start].rstrip()[-1:] == "]" and self.dice:
            self._add([self.dice[-1]] * (int(again[1] or again[2]) - 1), piece)
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
        """Return whether a piece lists the faces of the printed die on the line above, and not of another die."""
        if not self._named_until or die.printed or first.copies is not None:
            return False
        between = self._plain[self._named_until : first.start]
        shown = Counter(face for face in die.faces if not face.is_unfilled)
        joined = bool(set("\n[") & set(between)) and not set(",;") & set(between) and not key(between)
        return joined and shown <= Counter(self.dice[-1].faces)

    def _end_run(self) -> None:
        run, self._run = self._run, []
        if len(run) > 1 or self.pieces.count(run) == FACES:  # This is a face with a count, such as "Melee x6".
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
        """Record words that have nothing to do with dice as gaps."""
        piece = self._trimmed(start, stop)
        if key(piece.text):
            self.pieces.gap("left-out-words", piece.start, piece.text)

    def _split(self, at: re.Pattern[str], start: int, stop: int) -> Iterator[Piece]:
        for mark in (*at.finditer(self._plain, start, stop), None):
            yield self._trimmed(start, stop if mark is None else mark.start())
            start = stop if mark is None else mark.end()

    def _trimmed(self, start: int, stop: int, copies: int | None = None, bracketed: bool = False) -> Piece:
        words = self._plain[start:stop]
        if _BLANK_BEHIND.search(words[-20:]):
            words = words.rstrip()
        else:
            words = _AND_BEHIND.sub("", words.rstrip(_TRIM)).rstrip(_TRIM)
        bare = words.lstrip(_TRIM)
        return Piece(bare, start + len(words) - len(bare), copies, bracketed)

    def _put(self, at: int, sign: str) -> None:
        self._plain = self._plain[:at] + sign + self._plain[at + 1 :]

    def _blank(self, start: int, stop: int) -> None:
        self._plain = self._plain[:start] + "\n" * (stop - start) + self._plain[stop:]


def within(score: float | None) -> float | None:
    """Return a movement score if it is a valid one (MOVE-1), else None."""
    return score if score is not None and 0 <= score <= FASTEST else None


def parse_dice(rulebook: Rulebook, text: str, use: DieUse | Collection[DieUse] | None = None) -> tuple[ParsedDie, ...]:
    """Return the dice in `text`; `use` limits the printed dice. Raise RulesError if the text has no dice."""
    return parse_block(rulebook, text, use).dice


def parse_block(rulebook: Rulebook, text: str, use: DieUse | Collection[DieUse] | None = None) -> BlockText:
    """Return the stat block in `text`: an optional "Name - 6D:", dice, an optional "• Move 2 (flying 8)".

    The number of dice in its heading may differ from the number of dice listed.
    """
    if len(text) > statblock.MOST_TEXT:
        raise refuse("text-too-long", most=statblock.MOST_TEXT)
    block = read_block(rulebook, text, use, whole=True)
    gap = next((gap for gap in block.gaps if gap.reason.code != "left-out-stated"), None)
    if gap is not None:
        # Lines and columns of the error are counted from 1, as in an editor.
        line, column = text.count("\n", 0, gap.start) + 1, gap.start - text.rfind("\n", 0, gap.start)
        values = dict(gap.reason.values) | {"line": line, "column": column}
        raise refuse(gap.reason.code, gap.reason.rule, **values)
    if not block.dice:
        raise refuse("empty-text")
    return block
