"""The notation of the rulebook's stat blocks: faces, labels and movement as text, and the parts of a text.

Faces are written as "Double Defend", "Melee (Riposte)", "Enc/Defend", "Universal success", "Healer x2". A label numbers
one die or several: `d1`, `d1 through d2-`, `d4 and d5-`. A text consists of sections and pieces; a part that could not
be read is a gap.

Themes of magic (MAG-3) are read from the gaps. Either they are a list after "Themes:", with "effect: …; limitations: …"
in brackets, or each theme comes after the word "Theme", with "Effect" and "Limitations" below it.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from bones_desktop.rules.bones.book.definitions import Skill
from bones_desktop.rules.bones.book.fields import LINE, MOST_DICE, NOTE
from bones_desktop.rules.bones.book.icons import BLANK, FLAMING, MENTAL, PHYSICAL, POISON, UNFILLED, UNIVERSAL, Face
from bones_desktop.rules.bones.book.notation import MULTIPLES, UNFILLED_NAME, icon_name, repeats
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.text.cleantext import in_words
from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.rules.records import Record, replace
from bones_desktop.rules.typedtext import LONGEST, clean_text, closest, key

if TYPE_CHECKING:
    from bones_desktop.rules.bones.book.character import MagicTheme

_PREFIX: Final = re.compile(
    r"(?:(double|triple)(?![a-z])|[x×] ?([0-9]{1,3})(?![a-z0-9])|([0-9]{1,3}) ?[x×](?![a-z]))", re.IGNORECASE
)
_WORDS: Final = {name: count for count, name in MULTIPLES.items()}
_BEASTLY: Final = {POISON: "poison-melee", FLAMING: "hoar-frost"}
"""Icons that these words mean on a beast's die (AMB-60).

A beast's die has a Universal face; a hindering die has none.
"""


_LETTERS: Final = {"u": UNIVERSAL, "p": PHYSICAL, "m": MENTAL}
"""Faces that may be written as a single letter, as on the printed sheet."""
_MISREAD: Final = str.maketrans("1i0", "llo")


class PieceError(Exception):
    """Raised for a face that could not be read; it has a suggestion."""

    def __init__(self, code: str, suggestion: str = "", *, near: str = "", names: Iterable[str] = ()) -> None:
        """`suggestion` is used if it is given, else the name in `names` that is nearest to `near`."""
        super().__init__(code)
        self.code = code
        self._suggestion = suggestion
        self._near = near
        self._names = names

    @cached_property
    def suggestion(self) -> str:
        """The suggestion, "" for none; it is searched for only when it is needed, because the search takes time."""
        return self._suggestion or closest(self._near[:LONGEST], self._names)


def misread(name: str) -> str:
    """Return a key in which characters that a scanner confuses are equal: 1, l and i, 0 and o, rn and m."""
    return name.replace("rn", "m").translate(_MISREAD)


# Cached by rulebook, because listing the names of its icons takes longer than reading a stat block.
@lru_cache(maxsize=4)
def face_reader(rulebook: Rulebook, *, hindering: bool = False) -> "FaceReader":
    """Return the reader of faces for the names of this rulebook's icons."""
    return FaceReader(rulebook, hindering=hindering)


class FaceReader:
    """Reads faces by the names, labels and aliases of the rulebook's icons."""

    def __init__(self, rulebook: Rulebook, *, hindering: bool = False) -> None:
        self._rulebook = rulebook
        self._hindering = hindering
        self._names: dict[str, str] = {}
        for icon in rulebook.icons:
            for name in (icon.id, icon.name, icon_name(rulebook, icon.id)):
                self._names.setdefault(key(name), icon.id)
        for icon in rulebook.icons:
            # Aliases are added after all names. So an alias never replaces the name of another icon.
            for alias in icon.aliases:
                self._names.setdefault(key(alias), icon.id)
        # The key of a name without letters is empty, and would match any text without letters.
        self._names.pop("", None)
        self._spellings = {misread(name): name for name in self._names}
        self._spelled = [icon_name(rulebook, icon.id) for icon in rulebook.icons]
        self._spelled += [icon.name for icon in rulebook.masteries]
        self._masteries = {key(name): each for each in rulebook.masteries for name in (each.id, each.name)}
        self._unfilled = {key(UNFILLED_NAME), key(rulebook.face_texts["unfilled"])}
        self._masteries.update({key(alias): each for each in rulebook.masteries for alias in each.aliases})

    def faces(self, text: str, *, beastly: bool) -> tuple[Face, ...]:
        """Return the faces that `text` names, with repeats. On a beast's die "Poison" is the ability."""
        text = " ".join(text.split())
        if not text:
            raise PieceError("left-out-no-face")
        text, number = repeats(text)
        if number is not None and not 1 <= number <= 6:
            raise PieceError("left-out-seventh-face" if number else "left-out-repeat")
        return (self._face(text, beastly),) * (number or 1)

    def _face(self, text: str, beastly: bool) -> Face:
        if text in {"-", "–", "—"}:
            return BLANK
        if key(text) in self._unfilled:
            return UNFILLED
        # If an icon of a pack has a single letter as its name, that icon is meant.
        if key(text) in _LETTERS and key(text) not in self._names:
            return Face((_LETTERS[key(text)],))
        count = 1
        found = _PREFIX.match(text)
        if found is not None:
            count = _WORDS.get((found[1] or "").casefold()) or int(found[2] or found[3])
            text = text[found.end() :].strip()
            if count not in MULTIPLES or not text:
                raise PieceError("left-out-multiple")
        icons = self._icons(text, beastly)
        if "blank" in icons:
            if len(icons) > 1 or count > 1:
                raise PieceError("left-out-face", "Blank")
            return BLANK
        return Face(icons, count)

    def _icons(self, text: str, beastly: bool) -> tuple[str, ...]:
        # Ids of packs contain a slash, so the whole text is tried before the parts between slashes.
        whole = self._named(text, beastly)
        if whole:
            return (whole,)
        parts = text.split("/")
        if len(parts) > 6:
            raise PieceError("left-out-face")
        return tuple(dict.fromkeys(self._icon(part.strip(), beastly) for part in parts))

    def _named(self, text: str, beastly: bool) -> str:
        wanted = key(text)
        if wanted not in self._names:
            wanted = self._spellings.get(misread(wanted), wanted)
        if wanted in {"poisonsymbol", "flamingsymbol"}:
            return wanted.removesuffix("symbol")
        if wanted in _BEASTLY:
            return _BEASTLY[wanted] if beastly and not self._hindering else wanted
        return self._names.get(wanted, "")

    def _icon(self, text: str, beastly: bool) -> str:
        found = self._named(text, beastly)
        if found:
            return found
        skill_text, bracket, mastery_text = text.partition("(")
        if bracket and mastery_text.rstrip().endswith(")"):
            return self._mastery(skill_text, mastery_text.rstrip()[:-1])
        raise PieceError("left-out-face", near=text, names=self._spelled)

    def _mastery(self, skill_text: str, mastery_text: str) -> str:
        """Return the mastery that `Skill (Mastery)` names (CAST-4)."""
        mastery = self._masteries.get(key(mastery_text))
        if mastery is None:
            names = (each.name for each in self._rulebook.masteries)
            raise PieceError("left-out-face", near=mastery_text, names=names)
        skill = self._names.get(key(skill_text), "")
        if not skill or not isinstance(self._rulebook.icon(skill), Skill):
            raise PieceError("left-out-face", icon_name(self._rulebook, mastery.id))
        if skill != mastery.skill:
            raise PieceError("left-out-mastery", icon_name(self._rulebook, mastery.id))
        return mastery.id


MOST_TEXT: Final = 20_000
"""Maximum number of characters that are read. A stat block has a few hundred."""

_JOIN: Final = (
    r"(?:[\s-]{0,6}(?:through|thru|until|till|to|and|or|und|bis|et)[\s-]{0,6}[dD]?"
    r"|[ ]?,?[ ]?[&+/,][ ]?[dD]?|[ ]?,[ ]?and[ ][dD]?"
    r"|[ ]{0,3}-{1,3}[ ]{0,3}[dD]|-|[ ]{1,3}-[ ]{0,3}(?=[0-9]{1,2} ?[-:])|\.{2,3}[dD]?|[ ]{1,3}[dD])"
)
LABEL: Final = (
    rf"(?i:(?<![A-Za-z0-9])(?:\([ ]?)?[dD][ ]?[0-9]{{1,2}}(?:{_JOIN}[0-9]{{1,2}}(?![A-Za-z0-9]))*(?![A-Za-z0-9])"
    r"(?:[ \-:.,;)=]|is |are ){0,8})"
)
"""Pattern of a label for one or several dice: "d1-", "d2 through d3", "d4 and d5:", "d4-5", "d1, d2 & d3"."""
_NUMBERED: Final = re.compile(r"([^0-9]*?)[dD]?[ ]?([0-9]{1,2})")
_RANGE: Final = re.compile(r"through|thru|until|till|to|bis|-|\.\.", re.IGNORECASE)
_NUMBER: Final = r"([0-9]{0,4}[.,][0-9]{1,4}|[0-9lI]{1,4}(?: {1,3}[0-9]/[0-9])?|[0-9]/[0-9]|half)(?![A-Za-z0-9/]| ?m\b)"
_FLIES: Final = r"(?:fly(?:ing|s)?|flies|flight|fliegend|fliegt)"
MOVE: Final = (
    rf"(?i)(?<![a-z])(?:move(?:s|ment)?|mv|speed|bewegung)"
    rf"(?: (?:score|of|is))?(?:,|(?:[:=\s;-]|,(?![0-9])){{0,4}}){_NUMBER}"
    rf"(?:[\s,;/]{{0,4}}\(?\s{{0,4}}{_FLIES}[:=\s]{{0,4}}{_NUMBER}\s{{0,4}}\)?"
    rf"|\s{{0,4}}\(\s{{0,4}}{_NUMBER}\s{{0,4}}(?:(?:when |while )?{_FLIES})?\s{{0,4}}\)"
    rf"|[\s,;/]{{1,4}}{_NUMBER} (?:when |while )?{_FLIES})?"
)
"""Pattern of the movement score. One of the later groups contains the score for flying."""
FLYING: Final = rf"(?i)(?<![a-z])fl(?:y(?:ing)?|ies|iegend|iegt):?[\s=-]{{0,4}}{_NUMBER}"


def moved(said: str | None) -> float | None:
    """Return the score in a match of `MOVE`: "2", "1.5", "1,5", "1 1/2", "half"; None if there is no score."""
    if said is None:
        return None
    words = said.casefold().replace("half", "1/2").replace(",", ".").translate(str.maketrans("li", "11"))
    whole, _, part = " ".join(words.split()).rpartition(" ") if "/" in words else (words, "", "")
    above, _, below = part.partition("/")
    return float(whole or 0) + (float(above) / max(1.0, float(below)) if part else 0)


def copies_of(mark: re.Match[str], given: set[int]) -> int | str:
    """Return how many new dice a label numbers; or the code of a gap if the label cannot be used.

    The label is a match of LABEL. The new numbers are added to `given`. A repeated number stays with its first die
    (AMB-64); a label with only repeated numbers is a gap. A range with a single number is a misprint and begins at the
    first number left out (AMB-63).
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


_PROSE: Final = (
    r"appearance|description|magic(?: \([a-z0-9 ]{1,20}\)|(?=:)|(?=\n\s*(?:\w+ )?themes?\b))|notes?|tactics|background"
    r"|themes?|effects?|limitations?|notiz(?:en)?|beschreibung|aussehen|them(?:a|en)|wirkung(?:en)?|grenzen?"
)
SECTION: Final = re.compile(
    r"(?:(?:^|(?<=[\n;]))[ ]{0,8}(?:(?P<name>name|title)|(?P<stats>dice|stats|statistics|würfel|werte)"
    r"|(?P<items>equipment|gear|weapons?|armou?r|ausrüstung|waffen?|rüstung)"
    rf"|(?P<prose>{_PROSE}))(?: {{0,4}}:| - (?![0-9])|(?= {{0,8}}(?:\n|\Z)))"
    r"|(?<=\s)(?P<theme>(?:(?:first|second|third|fourth|[1-4](?:st|nd|rd|th)) )?themes?)(?: [1-4])?(?: {0,4}:| - ))",
    re.IGNORECASE,
)
"""Pattern of a word that begins a part of the text; the name of its group tells the subject to `sections`."""
_BETWEEN: Final = re.compile(r",(?:\s+(?:and|&|\+)(?=\s))?|(?<=\s)(?:and|&|\+)(?=\s)", re.IGNORECASE)
_COUNT_WORDS: Final = {"a": 1, "an": 1, "one": 1, "a pair of": 2, "twice": 2, "both": 2, "two": 2, "thrice": 3} | {
    word: n for n, word in enumerate(("three", "four", "five", "six"), 3)
}
_COUNT: Final = (
    r"\(?(?:([0-9]{1,2}) ?(?:[x*]|times)?|(?:[x*]|times) ?([0-9]{1,2})|(" + "|".join(_COUNT_WORDS) + r"))\)?"
)
_BEFORE: Final = re.compile(_COUNT + r" +(?=\S)", re.IGNORECASE)
_BEHIND: Final = re.compile(rf"(?:[ ,:=-]+|(?=\())(?<![0-9])(?:{_COUNT}|x([0-9]{{1,2}}))\Z", re.IGNORECASE)
_DOUBLED: Final = re.compile(r"(?:double|triple) +(?=\S)", re.IGNORECASE)


def counted(text: str) -> tuple[int, int] | None:
    """Return the number at the beginning of `text` ("2x ", "two ") and its length; None without a number."""
    found = _BEFORE.match(text)
    return None if found is None else (_number(found), found.end())


def counted_behind(text: str) -> tuple[int, int] | None:
    """Return the number at the end of `text` ("x2", "(2)", "twice") and the end of the name before it, or None."""
    found = _BEHIND.search(text[-20:])
    return None if found is None else (_number(found), len(text) - len(text[-20:]) + found.start())


def _number(found: re.Match[str]) -> int:
    digits = next((each for each in found.groups() if each), "1")
    return int(digits) if digits.isdecimal() else _COUNT_WORDS[digits.casefold()]


def sections(plain: str) -> Iterator[tuple[str, int, int]]:
    """Yield the subject of each part of the text ("stats", "name", "items", "prose"), its start and its end."""
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


class Piece(Record):
    """One piece of the text and its start; `copies` is the number of dice in its label, None without a label."""

    text: str
    start: int
    copies: int | None = None
    bracketed: bool = False
    """True if the piece is in brackets, because it lists the faces of one die."""


def parts_of(piece: Piece) -> Iterator[Piece]:
    """Yield the parts of a piece between commas, "and" or signs for "and", without surrounding blanks."""
    begin = 0
    for mark in (*_BETWEEN.finditer(piece.text), None):
        part = piece.text[begin : len(piece.text) if mark is None else mark.start()]
        bare = part.strip()
        at = piece.start + begin + len(part) - len(part.lstrip())
        yield Piece(bare, at)
        begin = len(piece.text) if mark is None else mark.end()


def bare_name(text: str) -> tuple[int, str]:
    """Return a name without its count, and the name's start: "Fightr" in "2x Fightr" or "Fightr x2"."""
    words = repeats(text)[0]
    doubled, found = _DOUBLED.match(words), counted(words)
    start = doubled.end() if doubled else found[1] if found else 0
    return start, words[start:]


class Gap(Record):
    """A piece of the text that could not be read: its `start`, its `end`, and the reason."""

    start: int
    end: int
    reason: Reason

    @property
    def suggestion(self) -> str:
        """A known name that could replace the text; "" if no known name is similar."""
        return str(dict(self.reason.values).get("suggestion", ""))


def gap_at(code: str, start: int, text: str, suggestion: str = "") -> Gap:
    """Return the gap for `text`, found at `start`; `code` is the reason.

    The text in the gap is cut to fit into a sentence.
    """
    words = " ".join(text[: LONGEST * 2].split())
    shown = words if len(words) <= LONGEST else words[:LONGEST] + "…"
    return Gap(start, start + len(text), reason(code, text=shown, suggestion=suggestion))


def in_order(text: str, gaps: Iterable[Gap]) -> tuple[Gap, ...]:
    """Return the gaps in order; gaps without readable text between them are joined into one."""
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


MOST_THEMES: Final = 10
# Few texts have magic, so `re` compiles these patterns when they are first used.
_LIST: Final = r"(?i)\s*(?:\w+ )?them(?:es?|a|en)(?: \d)?\s*(?::| -)(\s*)"
_TOLD: Final = r"(?i)\s*(effect|limit|wirkung|grenze)(?:s|ations?|n|en)?\s*(?::| -)\s*"
_EFFECT: Final = ("effect", "wirkung")
_LIMITS: Final = ("limit", "grenze")
_TITLE: Final = r"(?i)\s*magic(?: \([^)\n]{0,20}\))?\s*:?\s*"
_INLINE: Final = r"(?i)(?<=\s)(?:effects?|limit(?:s|ations?)|wirkung(?:en)?|grenzen?)(?: {0,2}:| - )"
_UNLESS_IN_BRACKETS = rf"(?![^(]{{0,{3 * NOTE}}}\))"
_LIST_END: Final = rf"(?:\n|(?:(?<=\w{{3}}[.!?])|(?<=\)[.!?])) +(?=[A-Z])){_UNLESS_IN_BRACKETS}"
"""Pattern of the end of a list on one line: the line ends, or a new sentence begins."""
_TOLD_END: Final = r"\n\s*\n|\n(?=[ ]*[A-Z])"
"""Pattern of the end of an effect; a line that continues the effect begins with a small letter."""
_BLANK_LINE: Final = r"\n[ \t]*\n"
_APART: Final = rf"[;\n]{_UNLESS_IN_BRACKETS}"
"""Pattern of the sign between two themes, outside of brackets."""
_AROUND: Final = " .\n-;"
"""Signs around the name of a theme in a sentence or a list."""
_NOTHING: Final = _AROUND + ":"


def themes_among(text: str, gaps: Iterable[Gap]) -> "tuple[tuple[MagicTheme, ...], tuple[Gap, ...]]":
    """Return the themes in the gaps of `text`, at most MOST_THEMES, and the gaps that remain.

    Names that are empty or too long, themes beyond the limit ("left-out-theme") and all other words remain as gaps.
    """
    found = list["MagicTheme"]()
    left: list[Gap] = []
    for gap in gaps:
        before, given = len(found), in_words(text[gap.start : gap.end])
        rest = in_order(given.text, _themes_in(given.text, found))
        if len(found) == before and rest and all(part.reason.code == "left-out-words" for part in rest):
            left.append(gap)
            continue
        for part in rest:
            start, end = given.source(part.start, part.end)
            left.append(replace(part, start=start + gap.start, end=end + gap.start))
    return tuple(found), tuple(left)


def in_sections(text: str) -> tuple[str, ...]:
    """Return a text in parts, each of which begins with a word such as "Notes:" and ends before the next such word."""
    given = in_words(text)
    starts = [given.source(start, start + 1)[0] for start in _starts(given.text)[1:]] if given.text else []
    return tuple(text[start:stop] for start, stop in pairwise((0, *starts, len(text))))


def _starts(text: str) -> list[int]:
    heads = {found.start() for kind in (SECTION, _INLINE) for found in re.finditer(kind, text)}
    return sorted({0, *(at for at in heads if not _in_brackets(text, at))})


def _in_brackets(text: str, at: int) -> bool:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line.rfind("(") > line.rfind(")")


def _themes_in(text: str, found: "list[MagicTheme]") -> list[Gap]:
    """Add the themes in a text to `found`, and return gaps for the parts of the text that were not used."""
    left: list[Gap] = []
    last = -1
    """Index of the theme that the last part read belongs to."""
    titles: list[Gap] = []
    for start, stop in pairwise((*_starts(text), len(text))):
        part = text[start:stop]
        listed, told = re.match(_LIST, part), re.match(_TOLD, part)
        if listed is not None:
            before = len(found)
            left += _listed(text, start + listed.end(), stop, found, below="\n" in listed[1])
            last = before if len(found) == before + 1 else -1
        elif told is not None and last >= 0:
            end = re.compile(_TOLD_END).search(text, start + told.end(), stop)
            at = stop if end is None else end.start()
            said = " ".join(text[start + told.end() : at].split()).strip("; ")
            name = "effect" if told[1].casefold() in _EFFECT else "limitations"
            if getattr(found[last], name) or not 0 < len(said) <= NOTE:
                at = start
            else:
                found[last] = found[last].with_(**{name: said})
            left += _words_at(at, text[at:stop])
        elif re.fullmatch(_TITLE, part):
            titles += _words_at(start, part)
        elif part.strip(_NOTHING):
            left += _words_at(start, part)
            last = -1
    return left if found else left + titles


def _listed(text: str, at: int, stop: int, found: "list[MagicTheme]", *, below: bool) -> list[Gap]:
    """Add the themes of a list to `found`, and return the remaining gaps.

    The list ends at the end of its line. If it begins `below` that line, it ends at the next blank line.
    """
    left: list[Gap] = []
    end = re.compile(_BLANK_LINE if below else _LIST_END).search(text, at, stop)
    last = stop if end is None else end.start()
    for mark in (*re.compile(_APART).finditer(text, at, last), None):
        listed = text[at : last if mark is None else mark.start()]
        theme = _theme_in(listed)
        if theme is None:
            left += _words_at(at, listed)
        elif len(found) < MOST_THEMES:
            found.append(theme)
        else:
            at += len(listed) - len(listed.lstrip(_AROUND))
            left.append(gap_at("left-out-theme", at, listed.strip(_AROUND)))
        at = last if mark is None else mark.end()
    return left + _words_at(last, text[last:stop])


def _words_at(at: int, text: str) -> list[Gap]:
    at += len(text) - len(text.lstrip())
    return [gap_at("left-out-words", at, text.strip())] if text.strip(_NOTHING) else []


def _theme_in(listed: str) -> "MagicTheme | None":
    named, _, rest = listed.partition("(")
    name = " ".join(clean_text(named).split()).strip(_AROUND)
    told = {"effect": "", "limit": ""}
    for part in rest.rstrip(" .)").split(";"):
        label, colon, text = part.partition(":")
        kind = label.strip().casefold()
        known = bool(colon) and kind.startswith((*_EFFECT, *_LIMITS))
        which = "effect" if known and kind.startswith(_EFFECT) else "limit"
        told[which] = "; ".join(each for each in (told[which], (text if known else part).strip()) if each)
    effect, limits = clean_text(told["effect"]), clean_text(told["limit"])
    if not name or len(name) > LINE or max(len(effect), len(limits)) > NOTE:
        return None
    # Imported late: a command that reads dice as text needs no characters.
    from bones_desktop.rules.bones.book.character import MagicTheme

    return MagicTheme(name=name, effect=effect, limitations=limits)
