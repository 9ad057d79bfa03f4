"""Text from a chat, a PDF, a forum, a note or a table in plain signs, with the place of each letter kept.

Markup is taken out, signs of other scripts become those of the rulebook's notation, words broken at a line end are
joined, and whatever numbers a die becomes its label: "#4", "4th die" and "4." are "d4".
"""

import html
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

_SIGNS: Final = (
    dict.fromkeys("’‘ʼ´′", "'")
    | dict.fromkeys("•·‣▪◦●∙⋅▸►▶■□○◆◇★☆➤➢✓✔・", ";")
    | dict.fromkeys("×✕✖⨯", "x")
    | dict.fromkeys("\u2028\u2029\x85\v\f\r", "\n")
    | dict.fromkeys("、،", ",")
    | dict.fromkeys("【〔", "[")
    | dict.fromkeys("】〕", "]")
    | dict.fromkeys("\n\t\u200c\u200d")
    | {"¬": "-", "\u2212": "-", "\u2215": "/", "。": ". ", "؛": ";", "\u066b": ".", "〜": "~"}
)
"""Signs and what they are read as, themselves where that is None."""
_CARDINALS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
NUMBER_WORDS: Final = {word: n for words in (_ORDINALS, _CARDINALS) for n, word in enumerate(words, 1)}
_BLOCK_TAGS: Final = (
    "br|p|div|li|ul|ol|dl|dt|dd|tr|table|tbody|thead|h[1-6]|blockquote|hr|pre|section|article|body|html"
)
_INLINE_TAGS: Final = "[biusqa]|em|strong|span|font|small|big|su[bp]|code|tt|mark|del|ins|center|cite|t[dh]"
_BROKEN_LINE: Final = re.compile("\u00ad[ \t]*(?:\r?\n[ \t>]*)?|\r(?=\n)")
_UNMARKED: Final = re.compile(r"(?! *-)[A-Za-z0-9 ,;:()/-]*")
_MARKUP: Final = (
    # HTML
    (r"<!--[^>]{0,400}-->|<[?!][a-z][^<>]{0,200}>", ""),
    (r"</t[dh]>(?=[ \n]{0,80}<t[dh]\b)", "\t"),
    (rf"</?(?:{_BLOCK_TAGS})(?:[ /][^<>\n]{{0,200}})?>", "\n"),
    (rf"</?(?:{_INLINE_TAGS})(?:[ ][^<>\n]{{0,200}})?>", ""),
    # BBCode
    (r"\[/t[dh]\](?=[ \n]{0,80}\[t[dh]\])", "\t"),
    (r"\[\*\]|\[/?(?:list|quote|code|center|left|right|table|tr|hr|h[1-6]|spoiler|indent)(?:=[^\]\n]*)?\]", "\n"),
    (r"\[/?(?:[bius]|url|img|colou?r|size|font|su[bp]|t[dh]|highlight)(?:=[^\]\n]*)?\]", ""),
    # Markdown, Obsidian, wikis and LaTeX
    (r"^[ ]{0,8}![ ](?=.*[ ]!![ ])|[ ]!![ ]", "|"),
    (r"\{\{[a-z ]{1,30}(?=[\n|])|\\(?:begin|end)\{[a-z*]{1,20}\}", ""),
    (r"^[ >]*(?:```|~~~)[ ]*[a-z-]*[ ]*$", ""),
    (r"^[ ]*(?:\{\|.*|\|[-}].*|[|:+= -]*[-=]{2}[|:+= -]*|(?:[-*_][ ]?){3,})$", ""),
    (r"\|[ ]*:?-{3,}:?[ ]*(?=\|)", ""),
    (r"!?\[\[(?:[^\]|\n]{1,80}\|)?([^\]|\n]{1,80})\]\]", r"\1"),
    (r"!?\[([^\]\n]{1,80})\]\([^)\s]{1,300}\)", r"\1"),
    (r"\[![a-z]{1,20}\][-+]?", ""),
    (r"\\([-*_#.|()\[\]+!>~`&%])", r"\1"),
    (r"\\(?:[a-z]{2,20}\*?(?=[{ \n])|\\)", " "),
    (r"^(?:[ ]{0,8}>)+[ ]?", ""),
    (r"^[ ]{0,8}[-+*][ ]+(?:\[[ x]\][ ]+)?", ""),
    (r"(?<=[a-z)\]])[ ]?\*[ ]?(\d{1,2})(?![\d*]|[ ]?D\b)", r" x\1"),
    (r"(?<=[a-z)])[ ]?(?:\.[ ]?){2,}(?=\d)", " "),
    (r"(?<=\d)[ ]?~[ ]?(?=d?\d)", "-"),
    (r"['*_]{2,}|={2,}|~~|\|\|(?=[^\s|][^|\n]{0,80}\|\|)", ""),
    (r"\b(name|dice|move|flying|equipment|d\d{1,2})[ ]?=[ ]?", r"\1: "),
)
_ENTITY: Final = re.compile(r"&(?:#\d{1,6}|#x[0-9a-f]{1,6}|[a-z]{2,8});", re.IGNORECASE)
_TAG: Final = re.compile(r"<(/?)([a-z]\w{0,30})(?:[ ][^<>\n]{0,200})?>", re.IGNORECASE)
_TELLING_TAGS: Final = {"name", "title", "move", "movement", "flying", "equipment", "items", "notes", "themes", "theme"}
_HYPHEN: Final = re.compile(
    r"(?<=[A-Za-z][a-z])-[ \t]*\n[ \t>]*(?=[a-z](?!\d))|(?<=[A-Z]{2})-[ \t]*\n[ \t>]*(?=[A-Z]{2})"
)
_SOFT_END: Final = re.compile(
    r"(?<=[,(&/+])[ ]{0,8}\n|(?:(?<= through)|(?<= and)|(?<= to))[ ]{0,8}\n"
    r"|\n(?=[ ]{0,8}(?:[,)&+/]|(?:through|and|to) d?\d))|(?<=-)[ ]{0,8}\n(?=[ ]{0,8}\d{1,2} ?D\b)"
)
"""Line ends within a die or a heading: beside a sign or a word that goes on."""
_SPACES: Final = re.compile(r"(?<=[^\s])[ \t]{2,}")
_OCR: Final = re.compile(r"(?<![A-Za-z0-9])([dD])(?!O[^0-9lI])([0-9lLI|O]{1,2})(?=[ ]*(?:[-:.,)=\s&/+;]|\Z))")
_MARK_OF_A_LIST: Final = re.compile(r"(?:\A|(?<=\n))[ ]{0,8}\d{1,2}(?: ?- ?\d{1,2})?[ ]?[.:)]")
_OCR_STATED: Final = re.compile(r"(?<=[- (])([0-9lO]{1,2})(?=D\b)")
_OCR_DIGITS: Final = str.maketrans("lLI|O", "11110")
_NUMBER: Final = rf"(?:\d{{1,2}}(?:st|nd|rd|th)?|{'|'.join(NUMBER_WORDS)})"
_ANY_NUMBER: Final = re.compile(_NUMBER, re.IGNORECASE)
_SEVERAL: Final = rf"{_NUMBER}(?:\s?(?:,\s?and|through|thru|to|and|[-,&+/])\s?#?{_NUMBER})*"
_DIE_IN_WORDS: Final = re.compile(
    rf"(?<![A-Za-z0-9])(?:the )?(?:(?:die|dice) ?(?:no\.? ?|number )?#?({_SEVERAL})|({_SEVERAL})\s(?:die|dice))"
    r"(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_HASH: Final = re.compile(r"(?<![A-Za-z0-9#])#(?=\d{1,2}(?!\d))")
_ITEM: Final = re.compile(
    r"(?P<begin>(?:\A|(?<=[\n;:,]))[ ]{0,8})[(\[]?(\d{1,2})(?:[ ]?(-|to|through|and|[,&+/])[ ]?(\d{1,2}))?"
    r"(?P<sign>[ ]?[.:)\]]{1,2}(?=[ ]|[A-Za-z])|[ ]?-(?!\d)|(?=[ ]))[ ]{0,8}(?=[A-Za-z\[])(?![xX][ \d]|[dD]\b)"
    r"|(?<=[ ,:.;])[(\[]?(\d{1,2})(?:[ ]?(-|to|through|and|[,&+/])[ ]?(\d{1,2}))?[.)\]][ ]?(?=[A-Za-z\[])"
)
"""What may number a die: at the beginning of a piece any number, within a line one before a full stop or bracket."""
_STATED: Final = re.compile(r"\d ?[dD]\b")
_LABEL: Final = re.compile(r"(?<![A-Za-z0-9])[dD]\d{1,2}(?![A-Za-z0-9])")
_THROUGH: Final = {"-": "to", "to": "to", "through": "to"}
_PLURAL: Final = re.compile(r"[a-z]{2}s\b")
_COUNT: Final = re.compile(r"\[[ ]?([x*]? ?\d{1,2} ?[x*]?)[ ]?\]|,[ ]?(?=[xX][ ]?\d{1,2}[ ]*(?:[,;\n/]|\.\s|\.?\Z))")
_BLANKS: Final = re.compile(r"[*_#>~\"{}`]")
_QUOTE: Final = re.compile(r"(?<![A-Za-z])'|'(?![A-Za-z])")


@dataclass(frozen=True, slots=True)
class CleanText:
    """A text made from another, and for each of its letters where the letter it was made from stands."""

    text: str
    places: Sequence[int]

    @classmethod
    def of(cls, text: str) -> "CleanText":
        """Return the text as it is."""
        return cls(text, range(len(text)))

    @classmethod
    def joined(cls, parts: "Sequence[CleanText]") -> "CleanText":
        """Return the parts as one text."""
        return cls("".join(part.text for part in parts), [place for part in parts for place in part.places])

    def cut(self, start: int, end: int, put: str | None = None) -> "CleanText":
        """Return a part of the text, or `put` in its place."""
        if put is None:
            return CleanText(self.text[start:end], self.places[start:end])
        last = max(start, end - 1)
        places = [self.places[min(start + n, last, len(self.text) - 1)] for n in range(len(put))] if self.text else ()
        return CleanText(put, places)

    def sub(self, pattern: re.Pattern[str], put: str | Callable[[re.Match[str]], str]) -> "CleanText":
        """Return the text with each match replaced, as `re.sub` does."""
        parts: list[CleanText] = []
        at = 0
        for found in pattern.finditer(self.text):
            new = found.expand(put) if isinstance(put, str) else put(found)
            if new != found[0]:
                parts += self.cut(at, found.start()), self.cut(found.start(), found.end(), new)
                at = found.end()
        return CleanText.joined([*parts, self.cut(at, len(self.text))]) if at else self

    def source(self, start: int, end: int) -> tuple[int, int]:
        """Return where the letters from `start` up to `end` stood, one at least."""
        first = self.places[min(start, len(self.places) - 1)]
        return first, max(first, self.places[min(end, len(self.places)) - 1]) + 1


def in_plain_signs(text: str) -> CleanText:
    """Return the text in the signs of the rulebook's notation: its digits, dashes, quotes, line ends and bullets."""
    given = CleanText.of(text).sub(_BROKEN_LINE, "")
    if given.text.isascii() and given.text.isprintable():
        return given
    signs = [_sign(letter) for letter in given.text]
    places = [place for sign, place in zip(signs, given.places, strict=True) for _letter in sign]
    return CleanText("".join(signs), places)


def without_markup(given: CleanText) -> CleanText:
    """Return the text without the marks of HTML, BBCode, Markdown and wikis; tabs part the cells of a row."""
    if _UNMARKED.fullmatch(given.text):
        return given  # as dice are typed; the patterns of markup take a while to be made
    tags = {found[2].casefold() for found in _TAG.finditer(given.text) if found[1]}
    for pattern, put in _MARKUP:
        given = given.sub(re.compile(pattern, re.IGNORECASE | re.MULTILINE), put)
    given = given.sub(_TAG, lambda found: _other_tag(found, tags))
    return given.sub(_ENTITY, lambda found: "".join(map(_sign, html.unescape(found[0]))))


def in_words(text: str) -> CleanText:
    """Return a text that is no dice without markup and stray signs of it."""
    return without_markup(in_plain_signs(text)).sub(_BLANKS, " ")


def _other_tag(found: re.Match[str], closed: set[str]) -> str:
    """Return a line for an element of XML, as far as the text closes it, with its name where that says something."""
    if found[2].casefold() not in closed:
        return found[0]
    return f"\n{found[2]}: " if not found[1] and found[2].casefold() in _TELLING_TAGS else "\n"


def in_notation(given: CleanText) -> CleanText:
    """Return text without markup with broken words joined, and labels and counts as the rulebook has them."""
    given = given.sub(_HYPHEN, "").sub(_SOFT_END, " ").sub(_SPACES, " ")
    given = given.sub(_OCR, lambda found: found[1] + found[2].translate(_OCR_DIGITS))
    given = given.sub(_OCR_STATED, lambda found: found[1].translate(_OCR_DIGITS))
    given = given.sub(_DIE_IN_WORDS, _label_of_words).sub(_HASH, "d")
    given = _numbered(given).sub(_COUNT, lambda found: f"({found[1]})" if found[1] else " ")
    return given.sub(_BLANKS, " ").sub(_QUOTE, " ")


def _sign(letter: str) -> str:
    if letter in _SIGNS:
        return _SIGNS[letter] or letter
    if letter.isascii():
        return letter if letter.isprintable() else ""
    kind, digit = unicodedata.category(letter), unicodedata.decimal(letter, None)
    if digit is not None:
        return str(digit)
    if kind in {"Pd", "Pi", "Pf"} or letter == "„":
        return "-" if kind == "Pd" else '"'
    if letter.isspace() or kind[0] == "C":
        return " " if letter.isspace() else ""
    alike = unicodedata.normalize("NFKC", letter)
    if kind == "No" and "CIRCLED" in unicodedata.name(letter, ""):
        return f" ({unicodedata.numeric(letter):g})"
    # "1½" is one and a half, not eleven halves.
    return " " + alike.replace("\u2044", "/") if "\u2044" in alike else alike


def _label_of_words(found: re.Match[str]) -> str:
    said = (found[1] or found[2]).casefold()
    if found[2] and (said.isdecimal() or said in _CARDINALS):
        return found[0]  # "5 dice" are so many
    return "d" + _ANY_NUMBER.sub(lambda word: str(NUMBER_WORDS.get(word[0]) or re.sub("[a-z]", "", word[0])), said)


def _numbered(given: CleanText) -> CleanText:
    """Return the text with labels in the place of numbers that count dice from one; other numbers of lists go."""
    items = list(_ITEM.finditer(given.text))
    chains: list[list[re.Match[str]]] = []
    for found in items:
        begins = found["begin"] is not None or given.text[: found.start()].rstrip(" ")[-1:] in {"", "\n", *",:;"}
        if chains and _number(found) == _last(chains[-1][-1]) + 1:
            chains[-1].append(found)
        elif _number(found) == 1 and begins:
            chains.append([found])
    heads = any(_STATED.search(given.text, found.end(), found.end() + 60) for found in items)
    labelled = heads or _LABEL.search(given.text) is not None
    labels = [found for chain in chains if not labelled and _counts_dice(given.text, chain) for found in chain]
    rest = [found for found in items if found not in labels and _MARK_OF_A_LIST.match(given.text, found.start())]
    marks = all(_number(found) == 1 for found in rest) or all(
        _number(second) == _last(first) + 1 for first, second in pairwise(rest)
    )
    parts, at = list[CleanText](), 0
    for found in items:
        if found in labels or found in rest:
            number = f"d{found[2] or found[6]}" + (
                f" {_THROUGH.get(found[3] or found[7], 'and')} {_last(found)}" * (_last(found) != _number(found))
            )
            new = f"{number} " if found in labels else "" if marks else f"{found[2]} "
            parts += given.cut(at, found.start()), given.cut(found.start(), found.end(), new)
            at = found.end()
    return CleanText.joined([*parts, given.cut(at, len(given.text))])


def _number(found: re.Match[str]) -> int:
    return int(found[2] or found[6])


def _last(found: re.Match[str]) -> int:
    return int(found[4] or found[8] or _number(found))


def _counts_dice(text: str, chain: list[re.Match[str]]) -> bool:
    """Return whether numbers from one up count dice, and do not say how many of each there are."""
    if len(chain) < 2:
        return False
    if all(found["sign"] or found[6] for found in chain):
        return True
    stated = _STATED.search(text)
    if stated is not None:
        return stated[0].rstrip("dD ") == str(_last(chain[-1]))
    return len(chain) > 2 and not any(_PLURAL.search(text, found.end(), found.end() + 20) for found in chain[1:])
