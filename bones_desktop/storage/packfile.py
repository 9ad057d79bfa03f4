"""The file of a pack: JSON with a schema number, for people to read, write and share."""

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import Field, ValidationError

from bones_desktop.rules.bones.packs import Pack
from bones_desktop.storage import plainjson
from bones_desktop.storage.jsonplaces import UNKNOWN, JsonPlaces, Spot
from bones_desktop.storage.textfiles import FileProblem, read_bytes, save_bytes
from bones_desktop.storage.unknownkeys import Unknown, put_back, split

SUFFIX: Final = ".bonespack.json"
FORMAT: Final = "bones-desktop-pack"
SCHEMA: Final = 1
LARGEST: Final = 2_000_000
MOST_ERRORS: Final = 50

PackErrorCode = Literal[
    "too-large", "empty", "not-utf8", "not-json", "duplicate-key", "number", "nested", "text", "not-pack", "schema",
    "newer", "invalid", "same-id",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class PackError:
    """One thing that keeps a file from being read; `wording.packfiles` makes the sentence.

    `where` is the path inside the file, `hint` what is wrong there: a pydantic error type, or the offending text.
    """

    code: PackErrorCode
    spot: Spot = UNKNOWN
    where: tuple[str | int, ...] = ()
    hint: str = ""


class PackFileError(Exception):
    """The file holds no pack we can read. It was not touched."""

    def __init__(self, path: Path, *errors: PackError) -> None:
        super().__init__(f"{', '.join(error.code for error in errors)}: {path}")
        self.path = path
        self.errors = errors


@dataclass(frozen=True, slots=True)
class PackFile:
    """A pack as read from a file, and what is needed to write it back without losing anything."""

    path: Path
    pack: Pack
    unknown: Unknown = field(default_factory=Unknown)
    """Keys of other programs or versions, put back on writing."""
    digest: str = ""
    """SHA-256 of the bytes of the file."""
    places: JsonPlaces | None = field(default=None, compare=False)
    """Where what stands in the file as it was read; None for one that was written here."""


class PackDocument(Pack):
    """The whole file: the pack between its marks."""

    format: Literal["bones-desktop-pack"] = FORMAT
    schema_: Annotated[int, Field(ge=1, alias="schema")] = SCHEMA


def read_pack(path: Path) -> PackFile:
    """Read a pack. Raises FileProblem when the file cannot be read, PackFileError when it holds none."""
    try:
        data = read_bytes(path, LARGEST)
    except FileProblem as error:
        if error.code == "too-large":
            raise PackFileError(path, PackError("too-large", hint=str(LARGEST // 1_000_000))) from error
        raise
    return parse_pack(data, path)


def parse_pack(data: bytes, path: Path) -> PackFile:
    """Return the pack in `data`, which came from `path`; PackFileError with everything that is wrong in it."""
    if not data.strip():
        raise PackFileError(path, PackError("empty"))
    places = JsonPlaces(data.decode("utf-8-sig", "replace"))
    try:
        document = plainjson.parse(data)
    except plainjson.JsonError as fault:
        raise PackFileError(path, PackError(fault.fault, places.fault(fault), hint=fault.what)) from fault
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise PackFileError(path, PackError("not-pack"))
    schema = document.get("schema")
    if type(schema) is not int or schema != SCHEMA:
        newer = type(schema) is int and schema > SCHEMA
        code: PackErrorCode = "newer" if newer else "schema"
        raise PackFileError(path, PackError(code, places.spot(("schema",)), ("schema",), str(schema)[:40]))
    known, unknown = split(PackDocument, document)
    try:
        read = PackDocument.model_validate_json(json.dumps(known))
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False, include_input=False)[:MOST_ERRORS]
        errors = (PackError("invalid", places.spot(each["loc"]), each["loc"], each["type"]) for each in found)
        raise PackFileError(path, *errors) from error
    pack = Pack(**{name: getattr(read, name) for name in Pack.model_fields})
    return PackFile(path, pack, unknown, digest_of(data), places)


def dump_pack(pack: Pack, unknown: Unknown | None = None) -> bytes:
    """Return the bytes of the file: keys in the order people read them, what is as usual left out."""
    entries = pack.model_dump(mode="json", exclude_defaults=True)
    body = {"format": FORMAT, "schema": SCHEMA, **_storable(entries)}
    whole = put_back(body, unknown or Unknown())
    ordered = {key: whole[key] for key in (*body, *(key for key in whole if key not in body))}
    return (_written(ordered) + "\n").encode()


def write_pack(path: Path, pack: Pack, unknown: Unknown | None = None) -> PackFile:
    """Write `pack` durably and return it as the file has it now; FileProblem when it cannot be written."""
    data = dump_pack(pack, unknown)
    save_bytes(path, data)
    return PackFile(path, pack, unknown or Unknown(), digest_of(data))


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of `data` as hexadecimal text."""
    return hashlib.sha256(data).hexdigest()


_WIDTH: Final = 100


def _written(value: Any, indent: str = "") -> str:  # noqa: ANN401 (JSON)
    """Return `value` as JSON in which whatever fits on one line stands on one."""
    flat = json.dumps(value, ensure_ascii=False, allow_nan=False)
    if not isinstance(value, dict | list) or not value or (indent and len(flat) + len(indent) <= _WIDTH):
        return flat
    inner = indent + "  "
    if isinstance(value, dict):
        parts = [f"{json.dumps(key, ensure_ascii=False)}: {_written(each, inner)}" for key, each in value.items()]
    else:
        parts = [_written(each, inner) for each in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n{inner}" + f",\n{inner}".join(parts) + f"\n{indent}{closing}"


def _storable(value: Any) -> Any:  # noqa: ANN401 (JSON)
    """Drop what could be written but not read again: NUL and halves of characters."""
    if isinstance(value, str):
        return value.replace("\0", "").encode("utf-8", "ignore").decode()
    if isinstance(value, dict):
        return {key: _storable(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_storable(inner) for inner in value]
    return value
