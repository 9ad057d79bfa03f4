"""The shipped rulebook for every test, read once."""

from dataclasses import fields
from functools import cache
from pathlib import Path

from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.storage.rulebook.rulebookfile import load_rulebook

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "games" / "bones"


@cache
def rulebook() -> Rulebook:
    """Return the shipped rulebook."""
    return load_rulebook(FOLDER)


def contents(book: Rulebook) -> tuple[object, ...]:
    """Return all that a rulebook defines, to be compared: a rulebook equals only itself."""
    return tuple(getattr(book, each.name) for each in fields(book))
