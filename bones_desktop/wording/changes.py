"""What changed from one value to a later one, in words: for earlier versions of any game's character.

Values are compared field by field, so that a new field needs no words of its own: its name is its words.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Final

from bones_desktop.wording.language import _, ngettext

MOST: Final = 8
"""Number of changes listed. The others are counted."""
SHORT: Final = 30
"""Longest text that is quoted. Of a longer one only the field is named."""
_UNSEEN: Final = frozenset({"id", "done_acts"})
"""Fields that mean nothing to a player."""
Part = object
"""A value of any type in a field."""


def changed_words(before: object, after: object) -> str:
    """Return the differences of two values as one line: "dice 5 → 6, spiffs 3 → 1, notes".

    Say so if there are none.
    """
    found = list(dict.fromkeys(_differences(before, after)))
    if not found:
        return _("nothing that is shown")
    if len(found) > MOST:
        more = len(found) - MOST
        found = [*found[:MOST], ngettext("{n} more", "{n} more", more).format(n=more)]
    return ", ".join(found)


def _differences(before: Part, after: Part) -> Iterator[str]:
    if not (is_dataclass(before) and type(before) is type(after)):
        yield _("another game or kind of character")
        return
    for each in fields(before):
        old, new = getattr(before, each.name), getattr(after, each.name)
        if old != new and each.name not in _UNSEEN:
            yield from _difference(field_words(each.name), old, new)


def field_words(name: str) -> str:
    """Return the words for a field: "back_story" is "back story", "is_dead" is "dead"."""
    return _(name.removeprefix("is_").replace("_", " "))


def _difference(words: str, old: Part, new: Part) -> Iterator[str]:
    """Yield the changes of one field, which differs."""
    if is_dataclass(old) and type(old) is type(new):
        # The fields of a part, such as attributes, are listed like those of the whole.
        yield from _differences(old, new)
    elif isinstance(old, tuple) and isinstance(new, tuple):
        if len(old) != len(new):
            yield _arrow(words, str(len(old)), str(len(new)))
            return
        places = [str(n) for n, pair in enumerate(zip(old, new, strict=True), 1) if pair[0] != pair[1]]
        yield _("{what} {which}").format(what=words, which=" + ".join(places)) if len(places) <= 3 else words
    elif isinstance(old, bool) or isinstance(new, bool):
        yield words if new else _("no longer {what}").format(what=words)
    else:
        before, after = _short(old), _short(new)
        yield words if before is None or after is None else _arrow(words, before, after)


def _arrow(words: str, old: str, new: str) -> str:
    return _("{what} {old} → {new}").format(what=words, old=old, new=new)


def _short(value: Part) -> str | None:
    """Return a number, choice or short text as it is quoted; None if it is too long or has parts."""
    if value is None or value == "":
        return "–"
    if isinstance(value, Enum):
        value = value.value
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return text if isinstance(value, int | float | str) and len(text) <= SHORT and text.isprintable() else None
