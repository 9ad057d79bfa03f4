"""The only place where English texts in the code become texts in the user's language. It does not use Qt.

Every sentence for users passes through one of these functions. No catalogue is loaded yet, so they return the English
text.
"""

from gettext import NullTranslations
from typing import Final

LANGUAGE: Final = "en"
"""Language of the program. Numbers are written as in this language."""

_catalogue: Final = NullTranslations()


def _(text: str) -> str:
    """Return `text` in the user's language."""
    return _catalogue.gettext(text)


def ngettext(one: str, many: str, n: int) -> str:
    """Return the singular or plural of a text for the number `n`, in the user's language.

    `{n}` is not replaced by the number.
    """
    return _catalogue.ngettext(one, many, n)


def pgettext(context: str, text: str) -> str:
    """Return `text` in the user's language.

    `context` tells apart the meanings of an ambiguous English text, for example "open" on a button.
    """
    return _catalogue.pgettext(context, text)


def N_(text: str) -> str:  # noqa: N802 (the name that translators' tools search for)
    """Return `text` unchanged. This marks a text in a table for translation; `_` translates it where it is shown."""
    return text
