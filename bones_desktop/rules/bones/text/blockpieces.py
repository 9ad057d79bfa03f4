"""Reads as much as possible of one piece of a stat block: dice by name, a die by its faces, or equipment.

People write the names of printed dice in many ways, such as "Fighter", "fighters", "2x Fighter", "two Fighters" or
"Fighter x2".
"""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache, lru_cache
from typing import Final

from bones_desktop.rules.bones.book.fields import FACES, MOST_DICE
from bones_desktop.rules.bones.book.icons import UNFILLED, UNIVERSAL, Face
from bones_desktop.rules.bones.book.notation import HINDERING_USES, ITEM_USES, ParsedDie, dice_of, repeats
from bones_desktop.rules.bones.book.rulebook import DieUse, PrintedDie, Rulebook
from bones_desktop.rules.bones.text import statblock
from bones_desktop.rules.bones.text.statblock import Gap, Piece, PieceError
from bones_desktop.rules.reasons import reason
from bones_desktop.rules.records import Record, replace
from bones_desktop.rules.typedtext import LONGEST, closest, key

MOST_WORDS: Final = 4
"""Maximum number of words in the name of a face or die."""
_WORD: Final = re.compile(r"\S+")
_BETWEEN_SLASHES: Final = re.compile(r"[^/ ][^/]*")
MOST_SPACED: Final = 40
"""Maximum number of words in a piece whose faces may be separated by spaces alone."""
ENDS: Final = " .!?:,-/"
MOST_EQUIPMENT: Final = 40
MOST_SUGGESTIONS: Final = 40
"""Maximum number of unknown words that get a suggestion, because a text with more is probably no stat block."""


class NamedDice(Record):
    """Printed dice that a piece names, and the number of letters that name them."""

    die: PrintedDie
    number: int
    length: int

    @property
    def dice(self) -> list[ParsedDie]:
        """The named dice, as many as the text says."""
        return [ParsedDie(self.die.name, self.die.id, self.die.faces)] * self.number


def _with_counts(text: str) -> Iterator[tuple[str, int]]:
    """Yield a name and its count: first the whole text, then the text without a count before or after the name."""
    yield text, 1
    behind, before = statblock.counted_behind(text), statblock.counted(text)
    if behind:
        yield text[: behind[1]], behind[0]
    if before:
        yield text[before[1] :], before[0]


class DieNames:
    """Finds dice by name; if a name and an alias are equal, the name is preferred, as in `find_printed_die`."""

    def __init__(self, dice: Iterable[PrintedDie]) -> None:
        self._dice = tuple(dice)
        self._named: dict[str, PrintedDie] = {}
        for die in self._dice:
            for name in (die.id, die.name):
                self._named.setdefault(key(name), die)
        for die in self._dice:
            for alias in die.aliases:
                self._named.setdefault(key(alias), die)
        self._spellings = {statblock.misread(name): die for name, die in self._named.items()}

    def find(self, text: str) -> NamedDice | None:
        """Return the dice that `text` names, with or without a note in brackets; None if it names none."""
        text = text.rstrip(ENDS)
        bracket = text.find("(")
        for words in (text, text[:bracket].rstrip() if bracket > 0 else ""):
            for name, times in _with_counts(words):
                die = self._one(name) if len(name) <= LONGEST and 1 <= times <= MOST_DICE else None
                if die is not None:
                    return NamedDice(die, times, len(words))
        return None

    def _one(self, name: str) -> PrintedDie | None:
        """Return the die with this name, which may have two parts with a slash ("Patrician/Aristocrat")."""
        said = key(name)
        for word in (said, said.removesuffix("s")):
            die = self._named.get(word) or self._spellings.get(statblock.misread(word))
            if die is not None:
                return die
        named = [self._one(each) for each in name.split("/")] if "/" in name else []
        return named[0] if len({each and each.id for each in named}) == 1 else None

    def begin(self, text: str) -> NamedDice | None:
        """Return the dice that the first words of `text` name."""
        for length in beginnings(text):
            named = self.find(text[:length])
            if named is not None:
                return NamedDice(named.die, named.number, length)
        return None

    def end(self, text: str) -> tuple[NamedDice | None, int]:
        """Return the dice that the last words of `text` name, and the start of their name.

        A count at the beginning of `text` gives the number of dice.
        """
        found = statblock.counted(text)
        for word in [*_WORD.finditer(text)][1:][-MOST_WORDS:]:
            named = self.find(text[word.start() :])
            if named is not None:
                number = min(MOST_DICE, named.number * (found[0] if found else 1))
                return NamedDice(named.die, number, named.length), word.start()
        return None, 0

    def nearest(self, text: str) -> str:
        """Return the known name nearest to `text`; "" if no name is near."""
        return closest(text, (die.name for die in self._dice))


def beginnings(text: str) -> Iterator[int]:
    """Yield the lengths of the text's beginnings that end after a word, longest first, without the whole text."""
    ends = [word.end() for word, _ in zip(_WORD.finditer(text), range(MOST_WORDS + 1), strict=False)]
    yield from reversed([end for end in ends[:MOST_WORDS] if end < len(text)])


# Cached by rulebook, because listing the names of its dice takes longer than reading a stat block.
@lru_cache(maxsize=16)
def _die_names(rulebook: Rulebook, uses: frozenset[DieUse]) -> DieNames:
    return DieNames(dice_of(rulebook, uses))


class PieceReader:
    """Reads pieces of a stat block and records in `gaps` the parts that could not be read."""

    def __init__(self, rulebook: Rulebook, use: DieUse | Collection[DieUse] | None, *, whole: bool = False) -> None:
        """With `whole`, every piece is read as dice and no piece as equipment."""
        uses = frozenset({use} if isinstance(use, DieUse) else DieUse if use is None else use)
        self.gaps: list[Gap] = []
        self.equipment: list[PrintedDie] = []
        self._faces = statblock.face_reader(rulebook, hindering=uses <= HINDERING_USES)
        self._known_faces: dict[tuple[str, bool], tuple[Face, ...]] = {}
        self._dice = _die_names(rulebook, uses)
        self.items_are_dice = bool(uses & ITEM_USES)
        self._items = _die_names(rulebook, frozenset() if whole or uses & ITEM_USES else ITEM_USES)
        self._whole = whole
        self._asked = 0
        # Finding near names is slow, and a hostile text could repeat unknown words many times.
        self._near = cache(self._sought)

    def gap(self, code: str, start: int, text: str, suggestion: str = "") -> None:
        """Record `text`, which starts at `start` and could not be read, as a gap; `code` is the reason."""
        self.gaps.append(statblock.gap_at(code, start, text, suggestion))

    def dice(self, piece: Piece) -> list[ParsedDie]:
        """Return the dice of a piece; a piece without dice is recorded as a gap."""
        piece = self._untitled(piece)
        parts = self._parts(piece)
        if len(parts) == 1 and not piece.bracketed:
            return self._lone_die(piece)
        named = [self._dice.find(part.text) for part in parts]
        faces = [self._understood(part) for part in parts]
        only_dice = sum(bool(die) and not shown for die, shown in zip(named, faces, strict=True))
        only_faces = sum(bool(shown) and not die for die, shown in zip(named, faces, strict=True))
        either = sum(bool(shown) and bool(die) for die, shown in zip(named, faces, strict=True))
        # Some names can be a die or a face, so the other parts decide whether the list contains dice or faces.
        if only_dice > only_faces and (not piece.bracketed or only_dice + either == len(parts)):
            return self._named_dice(piece, parts)
        known = only_faces + either
        marked = piece.bracketed or piece.copies is not None
        if self._whole or (known and (marked or (known > 1 and 2 * known >= len(parts)))):
            return [self.die_of_faces(parts)] * _copies(piece)
        if not marked and any(self._items.find(part.text) for part in parts):
            self.items(piece)
        # Brackets or a label show that a die was meant, so the gap is recorded as an unreadable die.
        elif marked:
            self._unknown("left-out-die", piece, self._dice)
        else:
            self.gap("left-out-words", piece.start, piece.text)
        return []

    def _untitled(self, piece: Piece) -> Piece:
        """Return a piece without the name before its die ("Fangs: Universal, Poison"). The name becomes a gap."""
        for sign in (":", " - ", "="):
            title, found, rest = piece.text.partition(sign)
            name = title.strip()
            if not found or not key(name) or "," in name or self._understood(Piece(name, 0)) or self._dice.find(name):
                continue
            bare = rest.lstrip()
            at = piece.start + len(piece.text) - len(bare)
            first = next(iter(statblock.parts_of(Piece(bare, at))))
            if self._understood(first) or self._dice.find(first.text):
                self.gap("left-out-words", piece.start, title.rstrip())
                return replace(piece, text=bare, start=at)
        return piece

    def _parts(self, piece: Piece) -> list[Piece]:
        """Return the parts of a piece, separated by commas or "and", otherwise by slashes or spaces."""
        parts = list(statblock.parts_of(piece))
        named = self._dice.find(piece.text)
        if len(parts) > 1:
            return [each for part in parts for each in (self._spaced(part) or [part])]
        if named and named.length == len(piece.text):
            return parts
        slashed = [
            Piece(found[0].strip(), piece.start + found.start()) for found in _BETWEEN_SLASHES.finditer(piece.text)
        ]
        # Two faces with a slash may be one face with two icons, such as "Enc/Defend".
        pair = len(slashed) == 2 and self._understood(piece)
        for listed in ([] if pair else slashed, self._spaced(piece)):
            known = all(self._understood(part) for part in listed) or all(self._dice.find(part.text) for part in listed)
            if len(listed) > 1 and known:
                return listed
        return parts

    def _spaced(self, piece: Piece) -> list[Piece]:
        """Return the faces or dice of a piece that are separated by spaces; [] if it contains other words."""
        words = list(_WORD.finditer(piece.text))
        if not 1 < len(words) <= MOST_SPACED or self._understood(piece) or self._dice.find(piece.text):
            return []
        found: list[Piece] = []
        at = 0
        while at < len(words):
            if words[at][0].startswith("("):
                return []
            # The longest name is tried first: "Melee Riposte" must not be read as "Melee".
            for last in range(min(at + MOST_WORDS, len(words)), at, -1):
                part = Piece(piece.text[words[at].start() : words[last - 1].end()], piece.start + words[at].start())
                named = self._dice.find(part.text)
                if self._understood(part) or (named and named.length == len(part.text)):
                    found.append(part)
                    at = last
                    break
            else:
                return []
        return found

    def items(self, piece: Piece) -> None:
        """Read the equipment of a piece. The rest of the piece is recorded as a gap."""
        for part in statblock.parts_of(piece):
            if key(part.text) and not self._item(part):
                self._unknown("left-out-equipment", part, self._items)

    def is_one_face(self, piece: Piece, *, in_a_run: bool) -> bool:
        """Return whether a piece is a single face, as in texts with one face on each line.

        A name that a die and a face share counts as a face only if the line before was a face too (`in_a_run`). The
        same is true of a misspelt name.
        """
        if piece.copies is not None or piece.bracketed or "," in piece.text:
            return False
        die = self._dice.find(piece.text) is not None
        if self._understood(piece):
            return in_a_run or not die
        return in_a_run and not die and bool(self._face_suggestion(piece.text))

    def dice_named(self, text: str) -> list[ParsedDie]:
        """Return the printed dice that the whole of `text` names; [] if it names none."""
        named = self._dice.find(text)
        return [] if named is None else named.dice

    def die_length(self, text: str) -> int:
        """Return the length of a die's name at the beginning of `text`; 0 if there is none."""
        named = self._dice.begin(text)
        return 0 if named is None else named.length

    def face_length(self, text: str) -> int:
        """Return the length of a face's name at the beginning of `text`; 0 if there is none."""
        return next((end for end in beginnings(text) if self._understood(Piece(text[:end], 0))), 0)

    def knows(self, text: str) -> bool:
        """Return whether the whole of `text` is the name of a known die or face."""
        text = text.strip(ENDS)
        named = self._dice.find(text)
        return (named is not None and named.length == len(text)) or bool(self._understood(Piece(text, 0)))

    def faces_in(self, text: str) -> int:
        """Return the number of faces in a list; 0 if `text` is no list of faces."""
        shown = [self._understood(part) for part in self._parts(Piece(text, 0))]
        return sum(map(len, shown)) if all(shown) else 0

    def is_face(self, text: str) -> bool:
        """Return whether `text` is one face and not the name of a die."""
        return bool(self._understood(Piece(text, 0))) and self._dice.find(text) is None

    def means(self, text: str) -> bool:
        """Return whether `text` is the name of a die or a face, or close to one."""
        known = self._dice.find(text) or self._understood(Piece(text, 0))
        return bool(known or self._suggest(text, self._dice) or self._face_suggestion(text))

    def count(self, faces: Iterable[Piece]) -> int:
        """Return the number of faces in these pieces; an unreadable piece counts as one."""
        return sum(len(self._understood(piece)) or 1 for piece in faces)

    def die_of_faces(self, parts: list[Piece]) -> ParsedDie:
        """Return a die with one face for each part. An unreadable part keeps its place if the die has room for it.

        "2x Melee" is one doubled face, but two faces if that makes exactly six.
        """
        beastly = any(shown.has(UNIVERSAL) for part in parts for shown in self._understood(part))
        read = [self._face(part, beastly) for part in parts]
        if sum(map(len, read)) < FACES and all(read):
            times = [statblock.counted(part.text) or (1, 0) for part in parts]
            each = [
                self._understood(Piece(part.text[at:], 0), beastly) for part, (_n, at) in zip(parts, times, strict=True)
            ]
            repeated = [shown * n for shown, (n, _at) in zip(each, times, strict=True)]
            read = repeated if sum(map(len, repeated)) == FACES and all(repeated) else read
        room = max(0, FACES - sum(len(shown) for shown in read))
        faces: list[Face] = []
        for part, shown in zip(parts, read, strict=True):
            if not shown:
                self._unknown_face(part, placed=room > 0)
                shown = (UNFILLED,) * min(room, max(1, repeats(part.text)[1] or 1))
                room -= len(shown)
            # A die has six faces. Further faces are recorded as a gap, because leaving them out silently would hide a
            # mistake.
            elif len(faces) + len(shown) > FACES:
                self.gap("left-out-seventh-face", part.start, part.text)
                shown = shown[: FACES - len(faces)]
            faces.extend(shown)
        padded = FACES - len(faces)
        return ParsedDie("", "", (*faces, *[UNFILLED] * padded), padded)

    def _lone_die(self, piece: Piece) -> list[ParsedDie]:
        named = self._dice.find(piece.text)
        if named is None and piece.copies is not None:
            named = self._dice.begin(piece.text)
        if named is not None:
            self._leave(piece, named.length)
            return named.dice * _copies(piece)
        if self._understood(piece):
            self.gap("left-out-lone-face", piece.start, piece.text)
            return []
        if piece.copies is None and self._item(piece):
            return []
        self._unknown("left-out-words" if piece.copies is None else "left-out-die", piece, self._dice)
        return []

    def _named_dice(self, piece: Piece, parts: list[Piece]) -> list[ParsedDie]:
        found: list[ParsedDie] = []
        for part in parts:
            named = self._dice.find(part.text)
            if named is not None:
                found.extend(named.dice)
                self._leave(part, named.length)
            elif key(part.text) and not self._item(part):
                self._unknown("left-out-words", part, self._dice)
        return found * _copies(piece) if len(found) == 1 else found

    def _unknown_face(self, part: Piece, *, placed: bool) -> None:
        if not part.text:
            if placed:
                self.gaps.append(Gap(part.start, part.start + 1, reason("left-out-no-face", text="", suggestion="")))
            return
        try:
            self._faces.faces(part.text, beastly=False)
        except PieceError as error:
            if self._dice.find(part.text) is not None:
                self.gap("left-out-die-in-list", part.start, part.text)
            elif error.code not in {"left-out-face", "left-out-no-face"}:
                self.gap(error.code, part.start, part.text, self._face_suggestion(part.text))
            else:
                self._unknown("left-out-face" if placed else "left-out-words", part, None)

    def _unknown(self, code: str, part: Piece, dice: DieNames | None) -> None:
        """Record a part that names no known die, or no known face if `dice` is None, as a gap.

        If a name is only misspelt, only the name is marked.
        """
        number = repeats(part.text)[1]
        if dice is not None and number is not None and not 1 <= number <= MOST_DICE:
            self.gap("left-out-repeat", part.start, part.text)
            return
        start, name = statblock.bare_name(part.text)
        if dice is None and "/" in name and "(" not in name:
            wrong = next((each for each in name.split("/") if not self._understood(Piece(each.strip(), 0))), name)
            start, name = start + name.index(wrong), wrong
        start += len(name) - len(name.lstrip())
        name = name.strip()
        suggestion = self._face_suggestion(name) if dice is None else self._suggest(name, dice)
        if suggestion:
            meant = "left-out-die" if dice is self._dice else code
            self.gap(meant, part.start + start, name, suggestion)
        else:
            self.gap(code, part.start, part.text)

    def _face(self, part: Piece, beastly: bool) -> tuple[Face, ...]:
        """Return the faces that a part names; words after the faces are recorded as a gap."""
        whole = self._understood(part, beastly)
        if whole:
            return whole
        for sign in (":", " - "):
            before, found, behind = part.text.rpartition(sign)
            if found and self._understood(Piece(behind, 0), beastly):
                self.gap("left-out-words", part.start, before)
                return self._understood(Piece(behind, 0), beastly)
        if "(" in part.text and self._face_suggestion(part.text):
            return ()
        for length in beginnings(part.text):
            shown = self._understood(Piece(part.text[:length], part.start), beastly)
            if shown and repeats(part.text)[1] is not None:
                self._unknown_face(part, placed=True)
                return shown
            if shown:
                self._leave(part, length)
                return shown
        return ()

    def _understood(self, part: Piece, beastly: bool = False) -> tuple[Face, ...]:
        # The same part is read many times: as a face, as part of a list, of a line and of a die.
        asked = (part.text, beastly)
        if asked not in self._known_faces:
            self._known_faces[asked] = self._read_faces(*asked)
        return self._known_faces[asked]

    def _read_faces(self, text: str, beastly: bool) -> tuple[Face, ...]:
        for words, number in _with_counts(text.strip(" .!?/")):
            try:
                if words and 1 <= number <= FACES:
                    return self._faces.faces(words, beastly=beastly) * number
            except PieceError:
                continue
        return ()

    def _item(self, part: Piece) -> bool:
        """Read the equipment that a part or its last words name, and return whether there was any."""
        named, start = self._items.find(part.text), 0
        if named is None:
            named, start = self._items.end(part.text)
            found = statblock.counted(part.text)
            before = part.text[found[1] if found else 0 : start]
            if named is not None and key(before):
                self.gap("left-out-words", part.start + start - len(before), before.rstrip())
        if named is None:
            return False
        self.equipment.extend([named.die] * min(named.number, MOST_EQUIPMENT - len(self.equipment)))
        self._leave(part, start + named.length)
        return True

    def _leave(self, part: Piece, length: int) -> None:
        """Record the rest of a part after its first `length` letters as a gap."""
        rest = part.text[length:]
        if key(rest):
            skipped = len(rest) - len(rest.lstrip(ENDS))
            self.gap("left-out-words", part.start + length + skipped, rest[skipped:].rstrip())

    def _suggest(self, text: str, dice: DieNames) -> str:
        return self._near(text, dice) if len(text) <= LONGEST // 2 else ""

    def _face_suggestion(self, text: str) -> str:
        if len(text) > LONGEST:
            return ""
        whole, first = text.strip(), text.casefold().removesuffix("success").strip()
        return self._near(whole, None) or (self._near(first, None) if first != whole.casefold() else "")

    def _sought(self, text: str, dice: DieNames | None) -> str:
        """Return the name of a die, or of a face if `dice` is None, that is nearest to `text`."""
        self._asked += 1
        if self._asked > MOST_SUGGESTIONS:
            return ""
        if dice is not None:
            return dice.nearest(text)
        try:
            self._faces.faces(text, beastly=False)
        except PieceError as error:
            return error.suggestion
        return ""


def _copies(piece: Piece) -> int:
    return 1 if piece.copies is None else piece.copies
