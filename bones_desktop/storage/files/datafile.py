"""Files of one value: JSON that names its format, its game and its schema number, read without trust.

What is sound is read in a plain and quick way. Only what that refuses is read again by pydantic, which says what is
wrong and where; importing pydantic takes a third of a start, so that is done inside the functions that need it.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, make_dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Generic, Literal, Protocol, Self, TypeVar

from bones_desktop.rules.values import Limits, Value
from bones_desktop.storage.files import plainjson, plainvalues
from bones_desktop.storage.files.textfiles import FileProblem, Present, read_bytes, save_bytes
from bones_desktop.storage.files.unknownkeys import Unknown, put_back, split

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Json = dict[str, Any]
Migration = Callable[[Json], Json]
"""Turns a document of one schema into one of the next. It is never changed once it has been released."""

ErrorCode = Literal[
    "too-large",
    "empty",
    "not-utf8",
    "not-json",
    "duplicate-key",
    "number",
    "nested",
    "crowded",
    "text",
    "not-character",
    "not-campaign",
    "not-fight",
    "no-system",
    "other-system",
    "schema",
    "newer",
    "migration",
    "invalid",
]
MOST_FAULTS: Final = 20
"""Faults of one file that are looked for."""
_SYSTEM: Final = re.compile(r"[A-Za-z0-9_.-]{1,40}")
"""What the id of a game may look like: it can be shown anywhere as it is."""


class DataFileError(Exception):
    """The file does not hold a value we can read; `wording.files` makes the sentence. It was not touched.

    `where` is the path inside the value ("dice", 2, "faces"), `line` and `column` count from 1 (0: unknown), `hint` is
    the kind of error that pydantic gives it, the id of the game for "other-system", or the offending text.
    """

    kind: ClassVar[Literal["character", "campaign", "fight"]]
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

    @property
    def is_foreign(self) -> bool:
        """Whether the file belongs to a game that this program does not know: nothing is wrong with it."""
        return self.code == "other-system"


class Identified(Protocol):
    """A value with an id of its own, under which its versions and its undo history are kept."""

    @property
    def id(self) -> str: ...  # noqa: D102

    def with_(self, **changes: Any) -> Self: ...  # noqa: D102, ANN401 (fields are of any type)


class Named(Identified, Protocol):
    """A value with a name that its file follows."""

    @property
    def name(self) -> str: ...  # noqa: D102


ValueT = TypeVar("ValueT", bound=Identified)
NamedT = TypeVar("NamedT", bound=Named)
T = TypeVar("T")


@dataclass(frozen=True)
class DataFile(Generic[ValueT]):
    """A value as read from a file, and what is needed to write it back without losing anything."""

    value: ValueT
    unknown: Unknown
    """Keys of other programs or versions, put back on writing."""
    schema: int
    """As the file says."""
    newer: bool
    """Whether a newer program wrote it: it may be shown, never written."""
    digest: str
    """SHA-256 of the bytes read."""
    size: int = 0


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: the keys and places that lead to it, and the kind of error, as pydantic names them."""

    where: tuple[str | int, ...]
    hint: str


def no_faults(_value: object) -> Iterator[Fault]:
    """Find nothing wrong in a value that has the right shape."""
    return iter(())


@dataclass(frozen=True)
class Form(Generic[ValueT]):
    """The files of one kind of value in one game."""

    format: str
    """What every file of the kind says of itself, whatever its game."""
    system: str
    """Id of the game."""
    key: str
    """Under which the value stands."""
    kind: type[ValueT]
    """Of the value."""
    suffix: str
    largest: int
    """Bytes that are read at most."""
    error: type[DataFileError]
    other: ErrorCode
    """Code of the error for a file of another kind."""
    migrations: tuple[Migration, ...] = ()
    """The first leads from schema 1 to 2, and so on."""
    faults: Callable[[ValueT], Iterator[Fault]] = no_faults
    """What is wrong in a value of the right shape."""

    @cached_property
    def document(self) -> type[Value]:
        """The whole file as a value: its marks, and the value under `key`."""
        return make_dataclass(
            "File",
            (
                ("format", Literal[self.format], self.format),
                ("schema", Annotated[int, Limits(ge=1)]),
                ("system", Literal[self.system], self.system),
                (self.key, self.kind),
            ),
            bases=(Value,), frozen=True, slots=True, kw_only=True,
        )  # fmt: skip

    @property
    def schema(self) -> int:
        """The schema this program writes."""
        return len(self.migrations) + 1

    def read(self, path: Path) -> DataFile[ValueT]:
        """Read a file. Raises FileProblem when that cannot be done, `error` when it holds no such value."""
        return self.parse(self.read_data(path), path)

    def read_data(self, path: Path) -> bytes:
        """Return the bytes of a file; FileProblem or "too-large" when it cannot be read."""
        try:
            return read_bytes(path, self.largest)
        except FileProblem as error:
            if error.code == "too-large":
                raise self.error("too-large", path, hint=str(self.largest // 1_000_000)) from error
            raise

    def parse(self, data: bytes, path: Path) -> DataFile[ValueT]:
        """Return the value in `data`, which came from `path`; `error` when there is none of this kind and game."""
        document = self._document(data, path)
        schema = document["schema"]
        try:
            document = migrate(document, schema, self.migrations)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise self.error("migration", path, hint=str(schema)) from error
        known, unknown = split(self.document, document)
        known["schema"] = self.schema
        try:
            value: ValueT = getattr(plainvalues.read(self.document, known), self.key)
        except ValueError:
            value = self._with_care(known, schema, path)
        for fault in self.faults(value):
            raise self.error("invalid", path, where=fault.where, hint=fault.hint)
        return DataFile(value, unknown, schema, schema > self.schema, digest_of(data), len(data))

    def dump(self, value: ValueT, unknown: Unknown | None = None) -> bytes:
        """Return the bytes of the file: sorted keys, one space of indent, UTF-8, a final line end."""
        body = {
            "format": self.format,
            "schema": self.schema,
            "system": self.system,
            self.key: plainjson.storable(plainvalues.plain(value)),
        }
        whole = put_back(body, unknown or Unknown())
        return (plainjson.written(whole) + "\n").encode()

    def dump_for(self, path: Path, value: ValueT, unknown: Unknown | None = None) -> bytes:
        """Return the bytes to be written to `path`; FileProblem "too-much" if they were too many to be read again."""
        data = self.dump(value, unknown)
        if len(data) > self.largest:
            raise FileProblem("too-much", path, most=self.largest // 1_000_000)
        return data

    def write(self, path: Path, value: ValueT, unknown: Unknown | None = None, present: Present = "any") -> str:
        """Write `value` durably and return the digest of the file; FileProblem as `save_bytes`."""
        data = self.dump_for(path, value, unknown)
        save_bytes(path, data, present)
        return digest_of(data)

    def _document(self, data: bytes, path: Path) -> Json:
        """Return the document in `data` once it is known to be one of this format and game."""
        if not data.strip():
            raise self.error("empty", path)
        try:
            document = plainjson.parse(data)
        except plainjson.JsonError as fault:
            raise self.error(fault.fault, path, line=fault.line, column=fault.column, hint=fault.what) from fault
        if not isinstance(document, dict) or document.get("format") != self.format:
            raise self.error(self.other, path)
        system, schema = document.get("system"), document.get("schema")
        if not isinstance(system, str) or not _SYSTEM.fullmatch(system):
            raise self.error("no-system", path)
        if system != self.system:
            raise self.error("other-system", path, hint=system)
        if type(schema) is not int or not 1 <= schema < 1_000_000:
            raise self.error("schema", path, hint=str(schema)[:40])
        return document

    def _with_care(self, known: Json, schema: int, path: Path) -> ValueT:
        """Return the value in what was refused; `error` says the first thing that is wrong in it."""
        try:
            value: ValueT = getattr(validated(self.document, known), self.key)
        except RefusedError as error:
            if schema > self.schema:
                raise self.error("newer", path, hint=str(schema)) from error
            first = error.faults[0]
            where = first.where[1:] if first.where[:1] == (self.key,) else first.where
            raise self.error("invalid", path, where=where, hint=first.hint) from error
        return value


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of `data` as hexadecimal text."""
    return hashlib.sha256(data).hexdigest()


def migrate(document: Json, schema: int, migrations: tuple[Migration, ...]) -> Json:
    """Return `document`, which is of `schema`, as the newest schema has it; a newer one comes back as it is."""
    for number, step in enumerate(migrations, start=1):
        if number >= schema:
            document = {**step(document), "schema": number + 1}
    return document


class RefusedError(ValueError):
    """What was read is not what was asked for; `faults` are in the order of the file, at least one."""

    def __init__(self, kind: type, faults: tuple[Fault, ...]) -> None:
        super().__init__(f"no {kind.__name__}")
        self.faults = faults


def validated(kind: type[T], stored: object) -> T:
    """Return the value of `kind` that `stored`, as JSON gives it, stands for; RefusedError when it is none.

    It names the first faults only, so that a file full of them is refused as quickly as any other.
    """
    from pydantic import ValidationError

    of_kind: type = kind
    try:
        value: T = _adapter(of_kind).validate_json(json.dumps(plainvalues.cut(of_kind, stored, MOST_FAULTS)))
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False, include_input=False)[:MOST_FAULTS]
        raise RefusedError(kind, tuple(Fault(each["loc"], each["type"]) for each in found)) from error
    return value


@cache
def _adapter(kind: type) -> "TypeAdapter[Any]":
    from pydantic import TypeAdapter

    return TypeAdapter(kind)
