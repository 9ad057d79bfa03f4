"""The `.bones` file: one character as JSON with a schema number, written the same way for the same character."""

import hashlib
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from bones_desktop.rules.bones.character import Character
from bones_desktop.rules.fitting import Limits
from bones_desktop.rules.values import Value
from bones_desktop.storage import plainjson, plainvalues
from bones_desktop.storage.migrations import MIGRATIONS, Migration, migrate
from bones_desktop.storage.textfiles import FileProblem, read_bytes, save_bytes
from bones_desktop.storage.unknownkeys import Unknown, put_back, split

SUFFIX: Final = ".bones"
FORMAT: Final = "bones-desktop"
SYSTEM: Final = "bones"
LARGEST: Final = 8_000_000

ErrorCode = Literal[
    "too-large",
    "empty",
    "not-utf8",
    "not-json",
    "duplicate-key",
    "number",
    "nested",
    "text",
    "not-character",
    "other-system",
    "schema",
    "newer",
    "migration",
    "invalid",
]


class CharacterFileError(Exception):
    """The file does not hold a character we can read; `wording.files` makes the sentence. It was not touched.

    `where` is the path inside the file ("dice", 2, "faces"), `line` and `column` count from 1 (0: unknown),
    `hint` tells what is wrong there: a pydantic error type, or the offending text for the other codes.
    """

    def __init__(
        self,
        code: ErrorCode,
        path: Path,
        *,
        where: tuple[str | int, ...] = (),
        line: int = 0,
        column: int = 0,
        hint: str = "",
    ) -> None:
        super().__init__(f"{code}: {path}")
        self.code: ErrorCode = code
        self.path = path
        self.where = where
        self.line = line
        self.column = column
        self.hint = hint


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterDocument(Value):
    """The whole file."""

    format: Literal["bones-desktop"] = FORMAT
    schema: Annotated[int, Limits(ge=1)]
    system: Literal["bones"] = SYSTEM
    character: Character


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
    try:
        data = read_bytes(path, LARGEST)
    except FileProblem as error:
        if error.code == "too-large":
            raise CharacterFileError("too-large", path, hint=str(LARGEST // 1_000_000)) from error
        raise
    found = parse_character(data, path, chain)
    try:
        mtime = path.stat().st_mtime
    except OSError:
        mtime = 0.0
    return CharacterFile(found.character, found.unknown, found.schema, found.newer, found.digest, len(data), mtime)


def parse_character(data: bytes, path: Path, chain: Sequence[Migration] = MIGRATIONS) -> CharacterFile:
    """Return the character in `data`, which came from `path`; CharacterFileError when there is none."""
    document = _document(data, path)
    schema = document["schema"]
    newest = len(chain) + 1
    if schema < newest:
        try:
            document = migrate(document, schema, chain)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise CharacterFileError("migration", path, hint=str(schema)) from error
    known, unknown = split(CharacterDocument, document)
    known["schema"] = newest
    try:
        character = plainvalues.read(CharacterDocument, known).character
    except ValueError:
        character = _with_care(known, schema, newest, path)
    _check_lost(character, path)
    return CharacterFile(character, unknown, schema, schema > newest, digest_of(data), len(data))


def dump_character(character: Character, unknown: Unknown | None = None, newest: int = len(MIGRATIONS) + 1) -> bytes:
    """Return the bytes of the file: sorted keys, one space of indent, UTF-8, a final line end."""
    body = {
        "format": FORMAT,
        "schema": newest,
        "system": SYSTEM,
        "character": plainjson.storable(plainvalues.plain(character)),
    }
    whole = put_back(body, unknown or Unknown())
    return (json.dumps(whole, ensure_ascii=False, sort_keys=True, indent=1, allow_nan=False) + "\n").encode()


def write_character(path: Path, character: Character, unknown: Unknown | None = None) -> str:
    """Write `character` durably and return the digest of the file; FileProblem when it cannot be written."""
    data = dump_character(character, unknown)
    save_bytes(path, data)
    return digest_of(data)


def _with_care(known: dict[str, Any], schema: int, newest: int, path: Path) -> Character:
    """Return the character in what was refused; CharacterFileError tells the first thing wrong in it."""
    from bones_desktop.storage.validation import RefusedError, validated

    try:
        return validated(CharacterDocument, known).character
    except RefusedError as error:
        if schema > newest:
            raise CharacterFileError("newer", path, hint=str(schema)) from error
        first = error.faults[0]
        where = first.where[1:] if first.where[:1] == ("character",) else first.where
        raise CharacterFileError("invalid", path, where=where, hint=first.hint) from error


def _document(data: bytes, path: Path) -> dict[str, Any]:
    if not data.strip():
        raise CharacterFileError("empty", path)
    try:
        document = plainjson.parse(data)
    except plainjson.JsonError as fault:
        raise CharacterFileError(fault.fault, path, line=fault.line, column=fault.column, hint=fault.what) from fault
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise CharacterFileError("not-character", path)
    if document.get("system") != SYSTEM:
        raise CharacterFileError("other-system", path, hint=str(document.get("system"))[:40])
    schema = document.get("schema")
    if type(schema) is not int or not 1 <= schema < 1_000_000:
        raise CharacterFileError("schema", path, hint=str(schema)[:40])
    return document


def _check_lost(character: Character, path: Path) -> None:
    """Each lost die is one the character has, named once."""
    seen: set[int] = set()
    for place, entry in enumerate(character.lost):
        if entry.die >= len(character.dice) or entry.die in seen:
            raise CharacterFileError("invalid", path, where=("lost", place, "die"), hint="lost_die")
        seen.add(entry.die)
