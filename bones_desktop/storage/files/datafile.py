"""What our files of one value have in common: JSON with a format, a schema number and the value, as safe as can be."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, Literal, TypeVar

from bones_desktop.rules.values import Value
from bones_desktop.storage.files import plainjson, plainvalues
from bones_desktop.storage.files.migrations import Migration, migrate
from bones_desktop.storage.files.textfiles import FileProblem, read_bytes
from bones_desktop.storage.files.unknownkeys import Unknown, put_back, split

SYSTEM: Final = "bones"

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
    "not-campaign",
    "other-system",
    "schema",
    "newer",
    "migration",
    "invalid",
]


class DataFileError(Exception):
    """The file does not hold a value we can read; `wording.files` makes the sentence. It was not touched.

    `where` is the path inside the value ("dice", 2, "faces"), `line` and `column` count from 1 (0: unknown),
    `hint` tells what is wrong there: a pydantic error type, or the offending text for the other codes.
    """

    kind: ClassVar[Literal["character", "campaign"]]
    """What the file was to hold."""
    suffix: ClassVar[str]
    """What the names of such files end in."""

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


Document = TypeVar("Document", bound=Value)


@dataclass(frozen=True, slots=True)
class Form(Generic[Document]):
    """What one kind of file looks like."""

    format: str
    """What every file of the kind says of itself."""
    key: str
    """Under which its value stands."""
    document: type[Document]
    """The whole file."""
    largest: int
    """Bytes that are read at most."""
    error: type[DataFileError]
    other: ErrorCode
    """Code of the error for a file of another kind."""


@dataclass(frozen=True, slots=True)
class Parsed(Generic[Document]):
    """A file as it was read."""

    document: Document
    unknown: Unknown
    """Keys of other programs or versions, put back on writing."""
    schema: int
    """As the file says."""
    newer: bool
    """Whether a newer program wrote it."""


def read_data(form: Form[Document], path: Path) -> tuple[bytes, float]:
    """Return the bytes of a file and when it was changed; FileProblem or the form's error when it cannot be read."""
    try:
        data = read_bytes(path, form.largest)
    except FileProblem as error:
        if error.code == "too-large":
            raise form.error("too-large", path, hint=str(form.largest // 1_000_000)) from error
        raise
    try:
        return data, path.stat().st_mtime
    except OSError:
        return data, 0.0


def parse(form: Form[Document], data: bytes, path: Path, chain: Sequence[Migration]) -> Parsed[Document]:
    """Return what `data`, which came from `path`, holds; the form's error when that is no value of its kind."""
    document = _document(form, data, path)
    schema = document["schema"]
    newest = len(chain) + 1
    if schema < newest:
        try:
            document = migrate(document, schema, chain)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise form.error("migration", path, hint=str(schema)) from error
    known, unknown = split(form.document, document)
    known["schema"] = newest
    try:
        read = plainvalues.read(form.document, known)
    except ValueError:
        read = _with_care(form, known, schema, newest, path)
    return Parsed(read, unknown, schema, schema > newest)


def dump(form: Form[Document], value: Value, unknown: Unknown | None, newest: int) -> bytes:
    """Return the bytes of the file: sorted keys, one space of indent, UTF-8, a final line end."""
    body = {
        "format": form.format,
        "schema": newest,
        "system": SYSTEM,
        form.key: plainjson.storable(plainvalues.plain(value)),
    }
    whole = put_back(body, unknown or Unknown())
    return (json.dumps(whole, ensure_ascii=False, sort_keys=True, indent=1, allow_nan=False) + "\n").encode()


def _with_care(form: Form[Document], known: dict[str, Any], schema: int, newest: int, path: Path) -> Document:
    """Return the document in what was refused; the form's error tells the first thing wrong in it."""
    from bones_desktop.storage.files.validation import RefusedError, validated

    try:
        return validated(form.document, known)
    except RefusedError as error:
        if schema > newest:
            raise form.error("newer", path, hint=str(schema)) from error
        first = error.faults[0]
        where = first.where[1:] if first.where[:1] == (form.key,) else first.where
        raise form.error("invalid", path, where=where, hint=first.hint) from error


def _document(form: Form[Document], data: bytes, path: Path) -> dict[str, Any]:
    if not data.strip():
        raise form.error("empty", path)
    try:
        document = plainjson.parse(data)
    except plainjson.JsonError as fault:
        raise form.error(fault.fault, path, line=fault.line, column=fault.column, hint=fault.what) from fault
    if not isinstance(document, dict) or document.get("format") != form.format:
        raise form.error(form.other, path)
    if document.get("system") != SYSTEM:
        raise form.error("other-system", path, hint=str(document.get("system"))[:40])
    schema = document.get("schema")
    if type(schema) is not int or not 1 <= schema < 1_000_000:
        raise form.error("schema", path, hint=str(schema)[:40])
    return document
