"""Uses of magic that the log owes to a character until the character's file has them counted (MAG-16)."""

import contextlib
import secrets
from collections.abc import Iterable

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury.magic import use_magic
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.log.logentry import OwedUse


def owed_use(character: Character, unsettled: Iterable[OwedUse] = (), *, by_gm: bool) -> OwedUse:
    """Return what a throw for Magic owes to `character` as it was before the throw.

    What is owed to it already is `unsettled`: it comes first.
    """
    for owed in unsettled:
        with contextlib.suppress(RulesError):
            character = counted(character, owed)
    return OwedUse(secrets.token_hex(16), character.id, by_gm, _uses(character))


def is_due(character: Character, owed: OwedUse) -> bool:
    """Return whether a use that was left behind is still to be counted: the character is as before the throw."""
    return _uses(character) == owed.before


def counted(character: Character, owed: OwedUse) -> Character:
    """Return the character with a use that was left behind counted, if it still is to be; RulesError as `use_magic`."""
    return use_magic(character, by_gm=owed.by_gm) if is_due(character, owed) else character


def _uses(character: Character) -> tuple[int, int, int]:
    return character.recent_magic, character.magic_beyond, character.day
