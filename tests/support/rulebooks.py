"""The shipped rulebook for every test, read once."""

from dataclasses import fields
from pathlib import Path

from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.storage.rulebookfile import shipped_rulebook

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "games" / "bones"


def rulebook() -> Rulebook:
    """Return the shipped rulebook."""
    return shipped_rulebook()


def contents(book: Rulebook) -> tuple[object, ...]:
    """Return all that a rulebook defines, to be compared: a rulebook equals only itself."""
    return tuple(getattr(book, each.name) for each in fields(book))
