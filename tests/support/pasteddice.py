"""A die pasted in the place of another, as the builder does it."""

from typing import Any

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.originchange import PastedDie, paste_change


def paste_die(
    book: Rulebook,
    start: Character,
    target: int,
    template: str,
    faces: tuple[Face, ...],
    printed: str = "",
    **how: Any,
) -> Character:
    """Return the character with the die in its place and nothing else changed."""
    return paste_change(book, start, target, PastedDie(faces, template, printed), **how).kept
