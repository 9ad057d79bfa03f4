"""Texts that people type: cleaned for files, folded for a search, and compared by spelling.

In names, case, spaces, hyphens and underscores make no difference, and a misspelling gets a suggestion. A search also
finds other forms and spellings of a word.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

_KEPT: Final = frozenset("\n\t\u200c\u200d")
"""Control characters that are kept: line end, tab, and the two joiners that some scripts and emoji families need."""
_REFUSED: Final = frozenset({"Cc", "Cf", "Cs"})
_BIDI_SIGNS: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Bidirectional control characters. They would change the direction of the text that follows a name."""
_UNSEEN: Final = frozenset("CMZ")
_FILLERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that are invisible: the fillers of Hangul, and Braille without a dot."""
LONGEST: Final = 60
"""Number of characters that are compared for a suggestion. The limit keeps hostile text cheap."""
SHORTEST: Final = 3
"""Minimum length, in characters, of a name that gets a suggestion."""
_ALIKE: Final = 0.75
"""Minimum similarity of a suggested name, from 0 to 1."""
_WHOLE: Final = re.compile("-?[0-9]+")
_NUMBER_SIGNS: Final = {
    **dict.fromkeys(",.\u066b\uff0c\uff0e", "."),
    **dict.fromkeys(" \u00a0\u2009\u202f'\u2019\u066c", "_"),
    **dict.fromkeys("-\u2212\u2010\u2011\u2013", "-"),
    "+": "+",
}
_IN_NUMBERS: Final = frozenset("0123456789._-+")
_UNGROUPED: Final = r"[-+]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)"
_SET_OFF: Final = r"[-+]?[0-9]{1,3}(?:_[0-9]{3})+(?:\.[0-9]+)?"
_GROUPS: Final = r"[-+]?[1-9][0-9]*(?:\.[0-9]{3})+"
_MIXED: Final = r"(?<=[0-9]) (?=[0-9]+/[0-9])"
_HYPHEN: Final = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
_PLAIN_LETTERS: Final = str.maketrans({
    "ł": "l", "đ": "d", "ø": "o", "æ": "ae", "œ": "oe", "ı": "i", "ð": "d", "þ": "th", "ħ": "h", "ŧ": "t",
    "‘": "'", "’": "'", "ʼ": "'", "\u00ad": "",
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2043", "-"),
})  # fmt: skip
"""Letters that Unicode cannot split into a plain letter and a mark, and signs with variants in print."""


class AnswerError(Exception):
    """Raised for an answer that is not possible. The message is the one line shown to the user."""


def clean_text(text: str) -> str:
    """Return `text` with plain line ends, and without control characters, bidirectional signs and lone surrogates."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    if plain.isprintable():
        return plain
    return "".join(each for each in plain if each in _KEPT or unicodedata.category(each) not in _REFUSED)


def strip_bidi(text: str) -> str:
    """Return `text` without bidirectional control characters, which would change the direction of text around it."""
    return text if text.isascii() else _BIDI_SIGNS.sub("", text)


def one_line(text: str) -> str:
    """Return `text` cleaned, on one line, and without unnecessary spaces."""
    return " ".join(clean_text(text).split())


def spread_fractions(text: str) -> str:
    """Return `text` with two non-breaking spaces between the whole and the fraction of a mixed number.

    The space of the shipped fonts is so narrow that "1 1/3" looks like 11/3.
    """
    return re.sub(_MIXED, "\u00a0\u00a0", text) if "/" in text else text


_LINK: Final = r"\[\[([^\[\]|\n]{1,200})(?:\|([^\[\]\n]{1,200}))?\]\]"


def linked_parts(text: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a note, each with the name that it links to; "" for text between links.

    `[[Ragnar]]` is a link to Ragnar, and `[[Ragnar|the hunter]]` shows other words.
    """
    end = 0
    for found in re.finditer(_LINK, text):
        if name := found[1].strip():
            yield text[end : found.start()], ""
            yield (found[2] or name).strip(), name
            end = found.end()
    yield text[end:], ""


def is_seen(text: str) -> bool:
    """Return whether `text` has anything visible: more than spaces, lone marks and invisible letters."""
    return any(unicodedata.category(each)[0] not in _UNSEEN and each not in _FILLERS for each in text)


def key(text: str) -> str:
    """Return the letters and digits of `text`, without differences of case."""
    plain = text.casefold()
    return plain if plain.isalnum() else "".join(filter(str.isalnum, plain))


def whole_number(text: str, digits: int = 12) -> int | None:
    """Return the whole number in `text`, else None.

    It may have an optional minus and at most `digits` of the digits 0 to 9. Python's `int` also accepts "1_0", "+3", "
    3" and the digits of every script.
    """
    fits = len(text) <= digits + text.startswith("-") and _WHOLE.fullmatch(text)
    return int(text) if fits else None


def is_like_number(text: str) -> bool:
    """Return whether `text` can be the beginning of a number: only signs of numbers, with a digit or decimal sign."""
    plain = plain_number(text)
    return not set(plain) - _IN_NUMBERS and any(each.isdigit() or each == "." for each in plain)


def plain_number(text: str) -> str:
    """Return `text` with the digits 0 to 9, a plain minus, "." for comma and point, and "_" between thousands."""
    return "".join(_NUMBER_SIGNS.get(each) or str(unicodedata.decimal(each, each)) for each in text.strip())


def typed_number(text: str, decimals: int = 0) -> str | None:
    """Return the number in `text`, with a point and at most `decimals` decimals; None if the number is not certain.

    Comma, point and the Arabic signs are decimal signs. A sign that can have no other meaning may separate thousands:
    "1 234,5", "1.234,5", "1,234,567", and "1,234" if there are no decimals.
    """
    plain = plain_number(text)
    if re.fullmatch(_UNGROUPED, plain):
        return plain if len(plain.partition(".")[2]) <= decimals else _grouped(plain, decimals)
    if re.fullmatch(_SET_OFF, plain) and len(plain.partition(".")[2]) <= decimals:
        return plain.replace("_", "")
    return _grouped(plain, decimals)


def _grouped(plain: str, decimals: int) -> str | None:
    """Return the number if its thousands are separated by a sign that usually comes before decimals, else None."""
    *groups, last = plain.split(".")
    if re.fullmatch(_GROUPS, plain) and (len(groups) > 1 or not decimals):
        return plain.replace(".", "")
    if re.fullmatch(_GROUPS, ".".join(groups)) and len(groups) > 1 and last.isdigit() and len(last) <= min(decimals, 2):
        return f"{''.join(groups)}.{last}"
    return None


def _near(text: str, known: Iterable[str], alike: float) -> list[str]:
    from difflib import get_close_matches  # Imported late: only a misspelling needs it.

    return get_close_matches(text, known, 1, alike)


def closest(text: str, names: Iterable[str]) -> str:
    """Return the name in `names` that is spelled most like `text`; "" if no name is near enough."""
    wanted = key(text)[:LONGEST]
    if len(wanted) < SHORTEST:
        return ""
    spelled: dict[str, str] = {}
    for name in names:
        spelled.setdefault(key(name)[:LONGEST], name)
    begun = [each for each in spelled if each.startswith(wanted)]
    return next((spelled[each] for each in (*begun, *_near(wanted, spelled, _ALIKE))), "")


def folded(text: str) -> str:
    """Return `text` for a search: without case, accents and hyphens in words ("Łódź-Ægir" is "lodzaegir")."""
    return _HYPHEN.sub("", _plain_letters(text))


def in_order_of_names(named: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return pairs of a name and an id, sorted by name without case and accents: "Äxte" before "Beile"."""
    return sorted(named, key=lambda pair: (folded(pair[0]), pair))


def search_words(text: str) -> tuple[str, ...]:
    """Return the words to look for in a `folded` text: "Jean-Luc" gives "jean" and "luc"."""
    return tuple(_HYPHEN.sub(" ", _plain_letters(text)).split())


def _plain_letters(text: str) -> str:
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in apart if not unicodedata.combining(each)).translate(_PLAIN_LETTERS)


_SPELLINGS: Final = {"armor": "armour", "defens": "defenc", "color": "colour", "manoeuvr": "maneuver", "ax": "axe"}
"""Different spellings of the same word, as stems."""
_SHORTEST: Final = 3
"""Minimum length of a stem, in characters."""
_WORD: Final = re.compile(r"\w+(?:'\w+)*")


_ENDING: Final = re.compile(r"(?<=\w{3})(?:ern|em|er|en|es|e|(?<=[lr])n|(?<=[bdfghklmnrt])s)$")
"""Ending of a folded German word, for its case and number."""
_INNER: Final = re.compile(r"(?<=\w{3})(?:en|er)$")
"""Ending that some words have before it, such as "Charaktere" and "Gegners"."""
BEGINNING: Final = 3
"""Number of letters with which all forms of a word begin."""


@lru_cache(maxsize=20_000)
def stem(word: str, language: str) -> str:
    """Return the stem of a word, which all its forms and spellings share: "climb" for "climbed" and "Climbing".

    `language` is the code of the language. The stem of German words, such as "wurf" for "Würfe", lacks their endings.
    """
    found = folded(word).replace("'", "")
    if language == "de":
        # Snowball's stemmer finds 2,255 pairs of forms among the 4,673 German words of the program. These endings find
        # 1,880 of the pairs, those of nouns and adjectives, and need no library.
        return _INNER.sub("", _ENDING.sub("", found))
    if found.endswith("ies") and len(found) > 4:
        found = f"{found[:-3]}y"
    elif found.endswith("s") and not found.endswith(("ss", "us", "is")) and len(found) > _SHORTEST:
        found = found[:-1]
    if found.endswith("ying") and len(found) == 5:
        found = f"{found[0]}ie"
    elif found.endswith(("ing", "ed")):
        bare = found[: -3 if found.endswith("ing") else -2]
        if len(bare) >= _SHORTEST and re.search(r"[aeiouy]", bare):
            twice = bare[-1] == bare[-2] and (bare[-1] not in "lsz" or len(bare) > 5)
            found = bare[:-1] if twice else bare
    if found.endswith("e") and len(found) > 2:
        found = found[:-1]
    return _SPELLINGS.get(found, found)


def stems(text: str, language: str) -> str:
    """Return the stems of all words in a text and of the parts of hyphenated words, each between spaces."""
    words = dict.fromkeys(_WORD.findall(f"{folded(text)} {' '.join(search_words(text))}"))
    return f" {' '.join([stem(word, language) for word in words])} "


def has_word(text: str, text_stems: str, word: str, language: str) -> bool:
    """Return whether a word of `search_words` occurs in a folded text, or is another form of one of its words."""
    return word in text or f" {stem(word, language)} " in text_stems


def has_form(text: bytes, wanted: str, language: str) -> bool:
    """Return whether a word of a folded text in UTF-8 has the stem `wanted`."""
    begun = re.findall(rf"\b{re.escape(wanted[:BEGINNING])}\w*", text.decode(errors="replace"))
    return any(stem(word, language) == wanted for word in begun)


def holds(text: str, search: str, language: str) -> bool:
    """Return whether `text` contains every word of `search`, in any form and order."""
    within, short = folded(text), stems(text, language)
    return all(has_word(within, short, word, language) for word in search_words(search))


def likeliest(word: str, known: Iterable[str]) -> str:
    """Return the word in `known` that `word` was probably meant to be; "" if no word is near."""
    return next(iter(_near(word, known, 0.8)), "") if len(word) > _SHORTEST else ""
