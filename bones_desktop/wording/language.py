"""The one door between English texts in the code and the user's language; no Qt.

Every sentence for users passes through one of these functions. No catalogue is loaded yet: they return the English.
"""

from gettext import NullTranslations
from typing import Final

LANGUAGE: Final = "en"
"""The language of the program. Numbers are written as in this language."""

_catalogue: Final = NullTranslations()


def _(text: str) -> str:
    """Return `text` in the user's language."""
    return _catalogue.gettext(text)


def ngettext(one: str, many: str, n: int) -> str:
    """Return the form of a text that fits the number `n`, in the user's language; `{n}` is not yet filled in."""
    return _catalogue.ngettext(one, many, n)


def pgettext(context: str, text: str) -> str:
    """Return `text` in the user's language where the English alone is ambiguous, for example "open" on a button."""
    return _catalogue.pgettext(context, text)


def N_(text: str) -> str:  # noqa: N802 (the name that translators' tools search for)
    """Return `text` unchanged: it marks a text in a table for translation, and `_` translates it where it is shown."""
    return text
