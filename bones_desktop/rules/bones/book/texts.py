"""Texts as files keep them: cleaned, and refused with the reason when they are too long.

Codes refused: text-too-long (most).
"""

from bones_desktop.rules.bones.book.limits import LINE, NOTE, TEXT
from bones_desktop.rules.cleantext import clean_text
from bones_desktop.rules.reasons import refuse


def fit_line(text: str) -> str:
    """Return `text` as one line of at most LINE characters."""
    return _fit(" ".join(clean_text(text).split()), LINE)


def cut_line(text: str) -> str:
    """Return `text`, which nobody typed here, as one line, cut after LINE characters."""
    return " ".join(clean_text(text).split())[:LINE]


def fit_note(text: str) -> str:
    """Return `text` as a note of at most NOTE characters."""
    return _fit(clean_text(text), NOTE)


def fit_text(text: str) -> str:
    """Return `text` as a long text of at most TEXT characters."""
    return _fit(clean_text(text), TEXT)


def _fit(text: str, most: int) -> str:
    if len(text) > most:
        raise refuse("text-too-long", "", most=most)
    return text
