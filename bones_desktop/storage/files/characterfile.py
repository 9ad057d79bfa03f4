"""The `.bones` file: one character as JSON with a schema number, written the same way for the same character."""

import secrets
from collections.abc import Iterator
from typing import Final

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.values import Fault
from bones_desktop.storage.files.datafile import DataFileError, Form

SUFFIX: Final = ".bones"
FORMAT: Final = "bones-desktop"
# The portrait is stored in the file, so a character may be far larger than its text.
LARGEST: Final = 8_000_000


class CharacterFileError(DataFileError):
    """Raised when a file does not contain a character that we can read."""

    kind = "character"
    suffix = SUFFIX


def _faults(character: Character) -> Iterator[Fault]:
    """Yield a fault for each lost die that the character does not have, or that is listed twice."""
    seen: set[int] = set()
    for place, entry in enumerate(character.lost):
        if entry.die >= len(character.dice) or entry.die in seen:
            yield Fault(("lost", place, "die"), "lost_die")
        seen.add(entry.die)


CHARACTERS: Final[Form[Character]] = Form(
    FORMAT, "bones", "character", Character, LARGEST, CharacterFileError, "not-character", faults=_faults
)
"""Files of BONES characters."""

read_character: Final = CHARACTERS.read
parse_character: Final = CHARACTERS.parse
dump_character: Final = CHARACTERS.dump
write_character: Final = CHARACTERS.write


def new_id() -> str:
    """Return an id that no other character has."""
    # Files are copied between computers, and there is no central register, so only a long random id is unique.
    return secrets.token_hex(16)
