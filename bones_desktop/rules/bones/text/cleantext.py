"""Converts text from other sources to plain signs, and keeps the original position of each letter.

Sources are chats, PDFs, forums, notes, tables, JSON and CSV. Markup is removed, signs of other scripts are replaced by
those of the rulebook's notation, and words broken at a line end are joined. Any numbering of a die becomes its label:
"#4", "4th die" and "4." become "d4". Characters in JSON, CSV and tables become the lines of a stat block: "name: Wolf",
"dice: Stalker; Predator".
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from bones_desktop.rules.records import Record

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
"""Signs and their replacements; None leaves a sign as it is."""
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
    # Patterns for HTML.
    (r"<!--[^>]{0,400}-->|<[?!][a-z][^<>]{0,200}>", ""),
    (r"</t[dh]>(?=[ \n]{0,80}<t[dh]\b)", "\t"),
    (rf"</?(?:{_BLOCK_TAGS})(?:[ /][^<>\n]{{0,200}})?>", "\n"),
    (rf"</?(?:{_INLINE_TAGS})(?:[ ][^<>\n]{{0,200}})?>", ""),
    # Patterns for BBCode.
    (r"\[/t[dh]\](?=[ \n]{0,80}\[t[dh]\])", "\t"),
    (r"\[\*\]|\[/?(?:list|quote|code|center|left|right|table|tr|hr|h[1-6]|spoiler|indent)(?:=[^\]\n]*)?\]", "\n"),
    (r"\[/?(?:[bius]|url|img|colou?r|size|font|su[bp]|t[dh]|highlight)(?:=[^\]\n]*)?\]", ""),
    # Patterns for Markdown, Obsidian, wikis and LaTeX.
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
# Only few texts need these patterns, so they are strings. `re` compiles each when it is first used, and keeps it.
_ENTITY: Final = r"(?i)&(?:#\d{1,6}|#x[0-9a-f]{1,6}|[a-z]{2,8});"
_TAG: Final = r"(?i)<(/?)([a-z]\w{0,30})(?:[ ][^<>\n]{0,200})?>"
_TELLING_TAGS: Final = {"name", "title", "move", "movement", "flying", "equipment", "items", "notes", "themes", "theme"}
_HYPHEN: Final = re.compile(
    r"(?<=[A-Za-z][a-z])-[ \t]*\n[ \t>]*(?=[a-z](?!\d))|(?<=[A-Z]{2})-[ \t]*\n[ \t>]*(?=[A-Z]{2})"
)
_SOFT_END: Final = re.compile(
    r"(?<=[,(&/+])[ ]{0,8}\n|(?:(?<= through)|(?<= and)|(?<= to))[ ]{0,8}\n"
    r"|\n(?=[ ]{0,8}(?:[,)&+/]|(?:through|and|to) d?\d))|(?<=-)[ ]{0,8}\n(?=[ ]{0,8}\d{1,2} ?D\b)"
)
"""Pattern of line ends within a die or heading: the sign or word before or after shows that the text continues."""
_SPACES: Final = re.compile(r"(?<=[^\s])[ \t]{2,}")
_OCR: Final = re.compile(r"(?<![A-Za-z0-9])([dD])(?!O[^0-9lI])([0-9lLI|O]{1,2})(?=[ ]*(?:[-:.,)=\s&/+;]|\Z))")
_MARK_OF_A_LIST: Final = re.compile(r"(?:\A|(?<=\n))[ ]{0,8}\d{1,2}(?: ?- ?\d{1,2})?[ ]?[.:)]")
_OCR_STATED: Final = re.compile(r"(?<=[- (])([0-9lO]{1,2})(?=D\b)")
_OCR_DIGITS: Final = str.maketrans("lLI|O", "11110")
_NUMBER: Final = rf"(?:\d{{1,2}}(?:st|nd|rd|th)?|{'|'.join(NUMBER_WORDS)})"
_SEVERAL: Final = rf"{_NUMBER}(?:\s?(?:,\s?and|through|thru|to|and|[-,&+/])\s?#?{_NUMBER})*"
_DIE_IN_WORDS: Final = (
    rf"(?i)(?<![A-Za-z0-9])(?:the )?(?:(?:die|dice) ?(?:no\.? ?|number )?#?({_SEVERAL})|({_SEVERAL})\s(?:die|dice))"
    r"(?![A-Za-z0-9])"
)
_GERMAN_DIE: Final = re.compile(r"(?<![A-Za-z0-9])[wW](?=\d{1,2}(?![A-Za-z0-9]))|(?<=\d)W(?![A-Za-z0-9])")
_HASH: Final = re.compile(r"(?<![A-Za-z0-9#])#(?=\d{1,2}(?!\d))")
_ITEM: Final = (
    r"(?P<begin>(?:\A|(?<=[\n;:,]))[ ]{0,8})[(\[]?(\d{1,2})(?:[ ]?(-|to|through|and|[,&+/])[ ]?(\d{1,2}))?"
    r"(?P<sign>[ ]?[.:)\]]{1,2}(?=[ ]|[A-Za-z])|[ ]?-(?!\d)|(?=[ ]))[ ]{0,8}(?=[A-Za-z\[])(?![xX][ \d]|[dD]\b)"
    r"|(?<=[ ,:.;])[(\[]?(\d{1,2})(?:[ ]?(-|to|through|and|[,&+/])[ ]?(\d{1,2}))?[.)\]][ ]?(?=[A-Za-z\[])"
)
"""Pattern of a number that numbers a die.

The number is at the beginning of a piece, or within a line before a full stop or bracket.
"""
_STATED: Final = re.compile(r"\d ?[dD]\b")
_LABEL: Final = re.compile(r"(?<![A-Za-z0-9])[dD]\d{1,2}(?![A-Za-z0-9])")
_THROUGH: Final = {"-": "to", "to": "to", "through": "to"}
_PLURAL: Final = re.compile(r"[a-z]{2}s\b")
_COUNT: Final = re.compile(r"\[[ ]?([x*]? ?\d{1,2} ?[x*]?)[ ]?\]|,[ ]?(?=[xX][ ]?\d{1,2}[ ]*(?:[,;\n/]|\.\s|\.?\Z))")
_BLANKS: Final = re.compile(r"[*_#>~\"{}`]")
_QUOTE: Final = re.compile(r"(?<![A-Za-z])'|'(?![A-Za-z])")


class CleanText(Record):
    """A text made from another text, with the original position of each letter."""

    text: str
    places: Sequence[int]

    @classmethod
    def of(cls, text: str) -> "CleanText":
        """Return `text` as a CleanText without changes."""
        return cls(text, range(len(text)))

    @classmethod
    def joined(cls, parts: "Sequence[CleanText]") -> "CleanText":
        """Return the parts joined into one text."""
        return cls("".join(part.text for part in parts), [place for part in parts for place in part.places])

    def cut(self, start: int, end: int, put: str | None = None) -> "CleanText":
        """Return a part of the text, or `put` with the position of that part."""
        if put is None:
            return CleanText(self.text[start:end], self.places[start:end])
        last = max(start, end - 1)
        places = [self.places[min(start + n, last, len(self.text) - 1)] for n in range(len(put))] if self.text else ()
        return CleanText(put, places)

    def sub(self, pattern: re.Pattern[str] | str, put: str | Callable[[re.Match[str]], str]) -> "CleanText":
        """Return the text with each match replaced, as `re.sub` does."""
        parts: list[CleanText] = []
        at = 0
        for found in re.finditer(pattern, self.text):
            new = found.expand(put) if isinstance(put, str) else put(found)
            if new != found[0]:
                parts += self.cut(at, found.start()), self.cut(found.start(), found.end(), new)
                at = found.end()
        return CleanText.joined([*parts, self.cut(at, len(self.text))]) if at else self

    def source(self, start: int, end: int) -> tuple[int, int]:
        """Return the original start and end of the letters from `start` up to `end`. At least one letter is covered."""
        first = self.places[min(start, len(self.places) - 1)]
        return first, max(first, self.places[min(end, len(self.places)) - 1]) + 1


def in_plain_signs(text: str) -> CleanText:
    """Return the text in the signs of the rulebook's notation, such as its digits, dashes, quotes and bullets."""
    given = CleanText.of(text).sub(_BROKEN_LINE, "")
    # Typed text usually needs no replacement, so this test saves time.
    if given.text.isascii() and given.text.isprintable():
        return given
    # One sign may become several letters or none, so the position of the sign is repeated or left out.
    signs = [_sign(letter) for letter in given.text]
    places = [place for sign, place in zip(signs, given.places, strict=True) for _letter in sign]
    return CleanText("".join(signs), places)


def without_markup(given: CleanText) -> CleanText:
    """Return the text without the marks of HTML, BBCode, Markdown and wikis; tabs separate the cells of a row."""
    if _UNMARKED.fullmatch(given.text):
        return given  # A text without markup does not need the patterns for markup, which are slow to compile.
    import html  # Imported late: it has a table of 2,000 names.

    tags = {found[2].casefold() for found in re.finditer(_TAG, given.text) if found[1]}
    for pattern, put in _MARKUP:
        given = given.sub(re.compile(pattern, re.IGNORECASE | re.MULTILINE), put)
    given = given.sub(_TAG, lambda found: _other_tag(found, tags))
    return given.sub(_ENTITY, lambda found: "".join(map(_sign, html.unescape(found[0]))))


def in_words(text: str) -> CleanText:
    """Return the words of a text without dice, without any marks of markup."""
    return without_markup(in_plain_signs(text)).sub(_BLANKS, " ")


def _other_tag(found: re.Match[str], closed: set[str]) -> str:
    """Return the start of a line in place of an XML tag, with the name of the tag if the name has a meaning.

    A tag that is never closed is returned unchanged.
    """
    if found[2].casefold() not in closed:
        return found[0]
    return f"\n{found[2]}: " if not found[1] and found[2].casefold() in _TELLING_TAGS else "\n"


def in_notation(given: CleanText) -> CleanText:
    """Return text without markup in the rulebook's notation: broken words joined, labels and counts replaced."""
    # The order matters, because words broken at line ends must be joined before labels can be found.
    given = given.sub(_GERMAN_DIE, "D").sub(_HYPHEN, "").sub(_SOFT_END, " ").sub(_SPACES, " ")
    given = given.sub(_OCR, lambda found: found[1] + found[2].translate(_OCR_DIGITS))
    given = given.sub(_OCR_STATED, lambda found: found[1].translate(_OCR_DIGITS))
    if re.search("(?i)die|dice", given.text):
        given = given.sub(_DIE_IN_WORDS, _label_of_words)
    given = given.sub(_HASH, "d")
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
    # PDFs and Asian keyboards use full-width letters and other variants.
    alike = unicodedata.normalize("NFKC", letter)
    if kind == "No" and "CIRCLED" in unicodedata.name(letter, ""):
        return f" ({unicodedata.numeric(letter):g})"
    # The blank keeps "1½" from being read as eleven halves.
    return " " + alike.replace("\u2044", "/") if "\u2044" in alike else alike


def _label_of_words(found: re.Match[str]) -> str:
    said = (found[1] or found[2]).casefold()
    if found[2] and (said.isdecimal() or said in _CARDINALS):
        return found[0]  # In "5 dice" the number is a count, not a label.
    return "d" + re.sub(_NUMBER, lambda word: str(NUMBER_WORDS.get(word[0]) or re.sub("[a-z]", "", word[0])), said)


def _numbered(given: CleanText) -> CleanText:
    """Return the text with labels in place of numbers that count the dice from one; other list numbers are removed."""
    if not any(map(str.isdecimal, given.text)):
        return given
    items = list(re.finditer(_ITEM, given.text))
    chains: list[list[re.Match[str]]] = []
    for found in items:
        begins = found["begin"] is not None or given.text[: found.start()].rstrip(" ")[-1:] in {"", "\n", *",:;"}
        if chains and _number(found) == _last(chains[-1][-1]) + 1:
            chains[-1].append(found)
        elif _number(found) == 1 and begins:
            chains.append([found])
    heads = any(_STATED.search(given.text, found.end(), found.end() + 60) for found in items)
    # If the text has labels, its other numbers do not count dice.
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
    """Return whether numbers that ascend from one count the dice; if not, they give the amount of each die."""
    if len(chain) < 2:
        return False
    if all(found["sign"] or found[6] for found in chain):
        return True
    stated = _STATED.search(text)
    if stated is not None:
        return stated[0].rstrip("dD ") == str(_last(chain[-1]))
    return len(chain) > 2 and not any(_PLURAL.search(text, found.end(), found.end() + 20) for found in chain[1:])


_JSON: Final = re.compile(r"\s*(?:```\w*\s*)?[{\[]\s*[\[{\"]")
_JSON_PIECE: Final = r"\"(?:[^\"\\]|\\.)*\"|[{}\[\],:]|[^\s{}\[\],:\"]+"
_ESCAPE: Final = r"\\(?:u([0-9a-fA-F]{4})|(.))"
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\n", "b": " ", "f": " "}
_OF_A_DIE: Final = {"die", "name", "printed", "id", "faces", "icons", "type"}
"""Keys in the JSON object of a die that can be left out, because the values are clear without them."""
_COUNTS: Final = {"count", "times", "number", "qty", "quantity", "copies"}
_NAMES: Final = "name|title|creature|character|beast|monster|who"
_KEYS: Final = re.compile(
    rf"(?:{_NAMES}|dice|stats|die|faces?(?: ?\d)?|d\d{{1,2}}|move(?:ment)?|speed|fly(?:ing)?|flight"
    r"|equipment|gear|items|weapons?|armou?r|notes?|description|magic|themes?|count|number|qty|no\.?|\#|nd|size)",
    re.IGNORECASE,
)
_KEY_ALONE: Final = re.compile(r"d\d{1,2}|dice|name", re.IGNORECASE)
_A_NAME: Final = re.compile(_NAMES, re.IGNORECASE)
_BETWEEN_CELLS: Final = re.compile(r"[ ]*[\t|][ \t|]*")
_LABEL_CELL: Final = (
    r"(?i)\(?d\d{1,2}\b[^A-Za-z]*(?:(?:through|to|and)? ?d?\d{1,2})?|name|dice|stats"
    r"|move(?:ment)?|fly(?:ing)?|equipment|gear|notes?"
)
_NUMBER_CELL: Final = re.compile(r"#?\d{1,2}(?: ?- ?\d{1,2})?")


def is_json(text: str) -> bool:
    """Return whether a text is probably JSON."""
    return _JSON.match(text) is not None and '"' in text


def of_json(given: CleanText) -> CleanText:
    """Return JSON as lines. A list of faces within a list of dice gets brackets. Other text is unchanged."""
    if not is_json(given.text):
        return given
    inside: list[str] = []  # open: "{" a character, "(" a die, "[" a list of dice, "<" a list of faces
    parts: list[CleanText] = []
    tokens = list(re.finditer(_JSON_PIECE, given.text))
    word = ""
    for at, token in enumerate(tokens):
        after, *value = (each[0] for each in tokens[at + 1 : at + 4]) if at + 1 < len(tokens) else ("",)
        sign, where = token[0], inside[-1] if inside else ""
        if sign == "{":
            inside.append("(" if where == "[" and "{" in inside else "{")
            put = " " if inside[-1] == "(" else "\n"
        elif sign == "[":
            inside.append("<" if where in {"[", "("} or word in {"faces", "icons"} else "[")
            put = " [" if inside[-1] == "<" else " "
        elif sign in {"}", "]"}:
            put = {"<": "]", "(": " "}.get(inside.pop() if inside else "", "\n")
        elif sign == ",":
            put = {"<": ", ", "[": "; ", "(": " "}.get(where, "\n")
        elif sign == ":":
            put = ""
        elif after == ":":
            word = sign.strip('"').casefold()
            empty = value[:1] in (["null"], ['""']) or value == ["[", "]"]
            silent = empty or (word in _OF_A_DIE and (where == "(" or word in {"die", "faces"}))
            put = "" if silent else " x"
            if not silent and not (where == "(" and word in _COUNTS):
                known = _KEYS.fullmatch(word) is not None
                at, end = token.start() + sign.startswith('"'), token.end() - sign.startswith('"')
                parts += given.cut(at, at, "" if known else "\n; "), given.cut(at, end)
                put = ": " if known else " "
        elif sign == "null":
            continue
        else:
            quotes = sign.startswith('"')
            parts.append(given.cut(token.start() + quotes, token.end() - quotes).sub(_ESCAPE, _escaped))
            continue
        parts.append(given.cut(token.start(), token.end(), put))
    return CleanText.joined(parts)


def _escaped(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] else _ESCAPES.get(found[2], found[2])


def of_table(given: CleanText) -> CleanText:
    """Return the rows of CSV or of a table as lines, in which each cell comes after the heading of its column."""
    # A title or a sentence may come before the table, so the heading is sought in the first five lines.
    for head in list(re.finditer(r"[^\n]+", given.text))[:5]:
        mark = next((sign for sign in "\t|;," if sign in head[0]), "")
        keys = [cell.strip(' "') for cell in head[0].split(mark)] if mark else []
        if len([key for key in keys if key]) > 1 and all(not key or _KEYS.fullmatch(key) for key in keys):
            break
    else:
        return given.sub(_BETWEEN_CELLS, _between_cells)
    before = given.cut(0, head.start())
    rows = given.cut(head.end(), len(given.text))
    if not any(_KEY_ALONE.fullmatch(key) for key in keys):
        return CleanText.joined([before, rows.sub(_BETWEEN_CELLS, _between_cells)])
    parts, row = [before], list[tuple[str, CleanText]]()
    cell = re.compile(rf"[ ]*(?:\"((?:[^\"]|\"\")*)\"[ ]*|([^{mark}\n]*))({re.escape(mark)}|\n|\Z)")
    for found in cell.finditer(rows.text):
        group = 1 if found[1] is not None else 2
        name = keys[len(row)] if len(row) < len(keys) else ""
        row.append((name, rows.cut(found.start(group), found.end(group))))
        if found[3] != mark:
            # The name comes first, because a stat block begins with it.
            for key, value in sorted(row, key=lambda each: not _A_NAME.fullmatch(each[0])):
                if value.text.strip():
                    said = "name" if _A_NAME.fullmatch(key) else key.casefold()
                    label = (
                        " x" if said in _COUNTS and value.text.strip().isdecimal() else f"\n{said}: " if key else "; "
                    )
                    parts += rows.cut(found.start(), found.start(), label), value
            parts.append(rows.cut(found.start(), found.start(), "\n"))
            row = []
    return CleanText.joined(parts)


def _between_cells(found: re.Match[str]) -> str:
    """Return the separator that replaces the sign between two cells.

    It is empty at the ends of a row and a colon after a label; in all other places it is a comma or semicolon.
    """
    text = found.string
    start, end = text.rfind("\n", 0, found.start()) + 1, text.find("\n", found.end())
    line = text[start : len(text) if end < 0 else end]
    before = _BETWEEN_CELLS.split(text[start : found.start()])[-1].strip(" *_`")
    after = _BETWEEN_CELLS.split(text[found.end() : start + len(line)])[0].strip(" *_`")
    if not text[start : found.start()].strip() or not after:
        return " "
    if re.fullmatch(_LABEL_CELL, re.split("[;,]", before)[-1].strip()):
        return ": "
    if _NUMBER_CELL.fullmatch(before):
        return ". "
    if after.isdecimal() and "," not in before and not before.isdecimal():
        return " x"
    return "; " if any("," in each for each in _BETWEEN_CELLS.split(line)) else ", "
