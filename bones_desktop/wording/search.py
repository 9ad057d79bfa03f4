"""Searching as people type: other forms and spellings of a word mean it too, and a slip of the finger does no harm."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from typing import Final

from bones_desktop.rules.typedtext import folded, search_words

_SPELLINGS: Final = {"armor": "armour", "defens": "defenc", "color": "colour", "manoeuvr": "maneuver", "ax": "axe"}
"""Other spellings, as stems."""
_SHORTEST: Final = 3
"""Letters a stem keeps at least."""
_WORD: Final = re.compile(r"\w+(?:'\w+)*")


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Return a word without what number, tense and spelling change: "climb" of "climbed" and "Climbing"."""
    found = folded(word).replace("'", "")
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


def stems(text: str) -> str:
    """Return the stems of the words of a text, and of the parts of words with hyphens, each between blanks."""
    words = dict.fromkeys(_WORD.findall(f"{folded(text)} {' '.join(search_words(text))}"))
    return f" {' '.join(map(stem, words))} "


def has_word(text: str, text_stems: str, word: str) -> bool:
    """Return whether a word of `search_words` is somewhere in a folded text, or one of its words in another form."""
    return word in text or f" {stem(word)} " in text_stems


def holds(text: str, search: str) -> bool:
    """Return whether `text` holds every word of `search`, in any form and order."""
    within, short = folded(text), stems(text)
    return all(has_word(within, short, word) for word in search_words(search))


def likeliest(word: str, known: Iterable[str]) -> str:
    """Return the one of the `known` words that `word` was probably meant to be, "" when none is near."""
    return next(iter(get_close_matches(word, known, 1, 0.8)), "") if len(word) > _SHORTEST else ""
