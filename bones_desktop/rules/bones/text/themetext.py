"""Themes of magic in a stat block (MAG-3), read from the text that its dice leave over.

They are a list after "Themes:", with "effect: …; limitations: …" in brackets, or each behind a word "Theme" of
its own, with "Effect" and "Limitations" below it, as in the rulebook's adventure.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Final

from bones_desktop.rules.bones.book.character import MagicTheme
from bones_desktop.rules.bones.book.fields import LINE, NOTE
from bones_desktop.rules.bones.text.cleantext import in_words
from bones_desktop.rules.bones.text.statblock import SECTION, Gap, gap_at, in_order
from bones_desktop.rules.typedtext import clean_text

MOST_THEMES: Final = 10
_LIST: Final = re.compile(r"\s*(?:\w+ )?themes?(?: \d)?\s*(?::| -)(\s*)", re.IGNORECASE)
_TOLD: Final = re.compile(r"\s*(effect|limit)(?:s|ations?)?\s*(?::| -)\s*", re.IGNORECASE)
_TITLE: Final = re.compile(r"\s*magic(?: \([^)\n]{0,20}\))?\s*:?\s*", re.IGNORECASE)
_INLINE: Final = re.compile(r"(?<=\s)(?:effects?|limit(?:s|ations?))(?: {0,2}:| - )", re.IGNORECASE)
_UNLESS_IN_BRACKETS = rf"(?![^(]{{0,{3 * NOTE}}}\))"
_LIST_END: Final = re.compile(rf"(?:\n|(?:(?<=\w{{3}}[.!?])|(?<=\)[.!?])) +(?=[A-Z])){_UNLESS_IN_BRACKETS}")
"""End of a list within a line: the line end, or before a sentence that follows it."""
_TOLD_END: Final = re.compile(r"\n\s*\n|\n(?=[ ]*[A-Z])")
"""End of an effect: a broken line goes on with a small letter."""
_BLANK_LINE: Final = re.compile(r"\n[ \t]*\n")
_APART: Final = re.compile(rf"[;\n]{_UNLESS_IN_BRACKETS}")
"""Separator of two themes, outside the brackets of one."""
_AROUND: Final = " .\n-;"
"""Signs around the name of a theme in a sentence or a list."""
_NOTHING: Final = _AROUND + ":"


def themes_among(text: str, gaps: Iterable[Gap]) -> tuple[tuple[MagicTheme, ...], tuple[Gap, ...]]:
    """Return the themes in pieces left out of `text`, MOST_THEMES at most, and the rest of the pieces.

    The rest is empty or too long names, themes past the most ("left-out-theme"), and all other words.
    """
    found: list[MagicTheme] = []
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
    """Return a text in parts, each from a word that begins one ("Notes:") up to the next."""
    given = in_words(text)
    starts = [given.source(start, start + 1)[0] for start in _starts(given.text)[1:]] if given.text else []
    return tuple(text[start:stop] for start, stop in pairwise((0, *starts, len(text))))


def _starts(text: str) -> list[int]:
    heads = {found.start() for kind in (SECTION, _INLINE) for found in kind.finditer(text)}
    return sorted({0, *(at for at in heads if not _in_brackets(text, at))})


def _in_brackets(text: str, at: int) -> bool:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line.rfind("(") > line.rfind(")")


def _themes_in(text: str, found: list[MagicTheme]) -> list[Gap]:
    """Add the themes of a text to those found, and return the rest of it."""
    left: list[Gap] = []
    last = -1
    """The theme that the part before is about."""
    titles: list[Gap] = []
    for start, stop in pairwise((*_starts(text), len(text))):
        part = text[start:stop]
        listed, told = _LIST.match(part), _TOLD.match(part)
        if listed is not None:
            before = len(found)
            left += _listed(text, start + listed.end(), stop, found, below="\n" in listed[1])
            last = before if len(found) == before + 1 else -1
        elif told is not None and last >= 0:
            end = _TOLD_END.search(text, start + told.end(), stop)
            at = stop if end is None else end.start()
            said = " ".join(text[start + told.end() : at].split()).strip("; ")
            name = "effect" if told[1].casefold() == "effect" else "limitations"
            if getattr(found[last], name) or not 0 < len(said) <= NOTE:
                at = start
            else:
                found[last] = found[last].with_(**{name: said})
            left += _words_at(at, text[at:stop])
        elif _TITLE.fullmatch(part):
            titles += _words_at(start, part)
        elif part.strip(_NOTHING):
            left += _words_at(start, part)
            last = -1
    return left if found else left + titles


def _listed(text: str, at: int, stop: int, found: list[MagicTheme], *, below: bool) -> list[Gap]:
    """Add the themes of a list to those found; it ends with its line, or with a blank one if it begins `below`."""
    left: list[Gap] = []
    end = (_BLANK_LINE if below else _LIST_END).search(text, at, stop)
    last = stop if end is None else end.start()
    for mark in (*_APART.finditer(text, at, last), None):
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


def _theme_in(listed: str) -> MagicTheme | None:
    named, _, rest = listed.partition("(")
    name = " ".join(clean_text(named).split()).strip(_AROUND)
    told = {"effect": "", "limit": ""}
    for part in rest.rstrip(" .)").split(";"):
        label, colon, text = part.partition(":")
        kind = label.strip().casefold()
        known = bool(colon) and kind.startswith(tuple(told))
        which = "effect" if known and kind.startswith("effect") else "limit"
        told[which] = "; ".join(each for each in (told[which], (text if known else part).strip()) if each)
    effect, limits = clean_text(told["effect"]), clean_text(told["limit"])
    if not name or len(name) > LINE or max(len(effect), len(limits)) > NOTE:
        return None
    return MagicTheme(name=name, effect=effect, limitations=limits)
