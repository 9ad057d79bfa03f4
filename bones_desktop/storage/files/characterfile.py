"""The `.bones` file: one character as JSON with a schema number, written the same way for the same character."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Final, Literal

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.values import Limits, Value
from bones_desktop.storage.files.datafile import SYSTEM, DataFileError, Form, dump, parse, read_data
from bones_desktop.storage.files.migrations import MIGRATIONS, Migration
from bones_desktop.storage.files.textfiles import save_bytes
from bones_desktop.storage.files.unknownkeys import Unknown

SUFFIX: Final = ".bones"
FORMAT: Final = "bones-desktop"
LARGEST: Final = 8_000_000


class CharacterFileError(DataFileError):
    """The file does not hold a character we can read."""

    kind = "character"
    suffix = SUFFIX


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterDocument(Value):
    """The whole file."""

    format: Literal["bones-desktop"] = FORMAT
    schema: Annotated[int, Limits(ge=1)]
    system: Literal["bones"] = SYSTEM
    character: Character


FORM: Final = Form(FORMAT, "character", CharacterDocument, LARGEST, CharacterFileError, "not-character")


@dataclass(frozen=True, slots=True)
class CharacterFile:
    """A character as read from a file, and what is needed to write it back without losing anything."""

    character: Character
    unknown: Unknown
    """Keys of other programs or versions, put back on writing."""
    schema: int
    """As the file says."""
    newer: bool
    """Whether a newer program wrote it: it may be shown, never written."""
    digest: str
    """SHA-256 of the bytes read."""
    size: int = 0
    mtime: float = 0.0


def new_id() -> str:
    """Return an id no other character has."""
    return secrets.token_hex(16)


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of `data` as hexadecimal text."""
    return hashlib.sha256(data).hexdigest()


def read_character(path: Path, chain: Sequence[Migration] = MIGRATIONS) -> CharacterFile:
    """Read a character. Raises FileProblem when the file cannot be read, CharacterFileError when it holds none."""
    data, mtime = read_data(FORM, path)
    return replace(parse_character(data, path, chain), mtime=mtime)


def parse_character(data: bytes, path: Path, chain: Sequence[Migration] = MIGRATIONS) -> CharacterFile:
    """Return the character in `data`, which came from `path`; CharacterFileError when there is none."""
    found = parse(FORM, data, path, chain)
    character = found.document.character
    _check_lost(character, path)
    return CharacterFile(character, found.unknown, found.schema, found.newer, digest_of(data), len(data))


def dump_character(character: Character, unknown: Unknown | None = None, newest: int = len(MIGRATIONS) + 1) -> bytes:
    """Return the bytes of the file: sorted keys, one space of indent, UTF-8, a final line end."""
    return dump(FORM, character, unknown, newest)


def write_character(path: Path, character: Character, unknown: Unknown | None = None) -> str:
    """Write `character` durably and return the digest of the file; FileProblem when it cannot be written."""
    data = dump_character(character, unknown)
    save_bytes(path, data)
    return digest_of(data)


def _check_lost(character: Character, path: Path) -> None:
    """Each lost die is one the character has, named once."""
    seen: set[int] = set()
    for place, entry in enumerate(character.lost):
        if entry.die >= len(character.dice) or entry.die in seen:
            raise CharacterFileError("invalid", path, where=("lost", place, "die"), hint="lost_die")
        seen.add(entry.die)
