"""Files that contain one value. They are read with all checks and written as a whole.

A digest of the bytes read lets the caller notice changes by other programs.
"""

import contextlib
import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import new_class
from typing import Annotated, Any, ClassVar, Final, Generic, Literal, Protocol, Self, TypeVar, cast

from bones_desktop.rules.typedtext import folded, strip_bidi
from bones_desktop.rules.values import Fault, Limits, UnfitError, Value
from bones_desktop.storage.files import plainjson
from bones_desktop.storage.files.locations import REMOVED, free_path, make_folder, put_aside, renamed
from bones_desktop.storage.files.plainjson import Unknown, plain, put_back, read, split
from bones_desktop.storage.files.textfiles import (
    FileProblem,
    Present,
    is_file,
    move,
    read_bytes,
    save_bytes,
    unreadable,
)

Json = dict[str, Any]

ErrorCode = Literal[
    "too-large",
    "empty",
    "not-utf8",
    "not-json",
    "duplicate-key",
    "number",
    "nested",
    "not-character",
    "not-campaign",
    "not-fight",
    "no-system",
    "other-system",
    "schema",
    "newer",
    "invalid",
    "actor-foreign",
    "actor-damaged",
]
_SYSTEM: Final = re.compile(r"[A-Za-z0-9_.-]{1,40}")
"""Pattern of a game's id. It allows only characters that can be shown anywhere without escaping."""


class DataFileError(Exception):
    """Raised when a file does not contain a value that we can read. The file was not changed.

    `wording.files` makes the sentence for the user. `where` is the path inside the value ("dice", 2, "faces"). `line`
    and `column` count from 1; 0 means unknown. `hint` is the kind of error as in `Fault`, the id of the game for
    "other-system", or the offending text.
    """

    kind: ClassVar[Literal["character", "campaign", "fight"]]
    """Kind of value that a file of this class should contain."""
    suffix: ClassVar[str]
    """File name extension of files of this class."""

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
        """True if the file belongs to a game that this program does not know. The file is then not damaged."""
        return self.code == "other-system"


class Identified(Protocol):
    """A value with an id. Its versions and its undo history are kept under this id."""

    @property
    def id(self) -> str: ...  # noqa: D102

    def with_(self, **changes: Any) -> Self: ...  # noqa: D102, ANN401 (fields are of any type)


class Named(Identified, Protocol):
    """A value with a name. Its file is named after it."""

    @property
    def name(self) -> str: ...  # noqa: D102


ValueT = TypeVar("ValueT", bound=Identified)
NamedT = TypeVar("NamedT", bound=Named)


@dataclass(frozen=True)
class DataFile(Generic[ValueT]):
    """A value read from a file, with the data needed to write it back without loss."""

    value: ValueT
    unknown: Unknown
    """Keys written by other programs or versions. They are kept and written back."""
    schema: int
    """Schema number in the file."""
    newer: bool
    """True if a newer program wrote the file. It may be shown but never written."""
    digest: str
    """SHA-256 of the bytes read."""
    size: int = 0


def no_faults(_value: object) -> Iterator[Fault]:
    """Yield no faults. Used for values without checks beyond those of the reader."""
    return iter(())


@dataclass(frozen=True)
class Form(Generic[ValueT]):
    """Format of the files for one kind of value in one game."""

    format: str
    """Value of "format" in every file of this kind. It is the same for all games."""
    system: str
    """Id of the game."""
    key: str
    """Key under which the file stores the value."""
    kind: type[ValueT]
    """Class of the value."""
    largest: int
    """Maximum number of bytes of a file. A longer file is not read."""
    error: type[DataFileError]
    """Class of its errors. It also contains the file name extension."""
    other: ErrorCode
    """Error code for a file of another kind."""
    schema: int = 1
    """Schema number that this program writes."""
    faults: Callable[[ValueT], Iterator[Fault]] = no_faults
    """Yields the faults of a value whose types are correct."""

    @cached_property
    def document(self) -> type[Value]:
        """Class of the whole file: format, schema and game, with the value under `key`."""
        # The file is one object that contains the value, so one check finds every fault together with its path.
        kinds = {
            "format": Literal[self.format],
            "schema": Annotated[int, Limits(ge=1)],
            "system": Literal[self.system],
            self.key: self.kind,
        }
        usual = {"format": self.format, "system": self.system}
        made = new_class("File", (Value,), exec_body=lambda body: body.update(__annotations__=kinds, **usual))
        return cast("type[Value]", made)

    def read(self, path: Path) -> DataFile[ValueT]:
        """Read a file. Raise FileProblem when it cannot be read, `error` when it contains no value of this kind."""
        try:
            data = read_bytes(path, self.largest)
        except FileProblem as error:
            if error.code == "too-large":
                raise self.error("too-large", path, hint=str(self.largest // 1_000_000)) from error
            raise
        return self.parse(data, path)

    def parse(self, data: bytes, path: Path) -> DataFile[ValueT]:
        """Return the value in `data`, read from `path`. Raise `error` if it contains no value of this kind and game."""
        document = self._document(data, path)
        schema = document["schema"]
        # The reader refuses unknown keys. They are split off first, because saving must not lose the keys of newer
        # versions.
        known, unknown = split(self.document, document)
        # The value is checked against our schema even if the file is newer: if we understand it, we can at least show
        # it.
        known["schema"] = self.schema
        try:
            value: ValueT = getattr(read(self.document, known), self.key)
        except UnfitError as error:
            if schema > self.schema:
                raise self.error("newer", path, hint=str(schema)) from error
            first = error.faults[0]
            where = first.where[1:] if first.where[:1] == (self.key,) else first.where
            raise self.error("invalid", path, where=where, hint=first.hint) from error
        for fault in self.faults(value):
            raise self.error("invalid", path, where=fault.where, hint=fault.hint)
        return DataFile(value, unknown, schema, schema > self.schema, digest_of(data), len(data))

    def dump(self, value: ValueT, unknown: Unknown | None = None) -> bytes:
        """Return the bytes of the file: sorted keys, one space of indent, UTF-8, a final newline."""
        body = {
            "format": self.format,
            "schema": self.schema,
            "system": self.system,
            self.key: plainjson.storable(plain(value)),
        }
        whole = put_back(body, unknown or Unknown())
        return (plainjson.written(whole) + "\n").encode()

    def dump_for(self, path: Path, value: ValueT, unknown: Unknown | None = None) -> bytes:
        """Return the bytes for `path`. Raise FileProblem "too-much" if the file would be too large to read again."""
        data = self.dump(value, unknown)
        if len(data) > self.largest:
            raise FileProblem("too-much", path, most=self.largest // 1_000_000)
        return data

    def write(self, path: Path, value: ValueT, unknown: Unknown | None = None, present: Present = "any") -> str:
        """Write `value` durably and return the digest of the file. Raise FileProblem like `save_bytes`."""
        data = self.dump_for(path, value, unknown)
        save_bytes(path, data, present)
        return digest_of(data)

    def _document(self, data: bytes, path: Path) -> Json:
        """Return the JSON document in `data` after checking its format, game and schema."""
        if not data.strip():
            raise self.error("empty", path)
        try:
            document = plainjson.parse(data)
        except plainjson.JsonError as fault:
            raise self.error(fault.fault, path, line=fault.line, column=fault.column, hint=fault.what) from fault
        if not isinstance(document, dict) or document.get("format") != self.format:
            raise self.error(self.other, path)
        # The game is checked before the schema because each game has its own schema numbers.
        system, schema = document.get("system"), document.get("schema")
        if not isinstance(system, str) or not _SYSTEM.fullmatch(system):
            raise self.error("no-system", path)
        if system != self.system:
            raise self.error("other-system", path, hint=system)
        # `isinstance` would also accept True.
        if type(schema) is not int or not 1 <= schema < 1_000_000:
            raise self.error("schema", path, hint=str(schema)[:40])
        return document


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of `data` as hexadecimal text."""
    return hashlib.sha256(data).hexdigest()


@dataclass(frozen=True)
class FileEntry(Generic[NamedT]):
    """One file of a folder."""

    path: Path
    name: str
    """Name of the value, or of the file if the value has none."""
    value: NamedT | None = None
    """The value in the file; None if the file cannot be opened."""
    damaged: DataFileError | FileProblem | None = None
    """Reason why the file cannot be opened; None if it can."""
    newer: bool = False
    """True if a newer program wrote the file. It may be shown but never written."""


class ValueFolder(Generic[NamedT]):
    """The files of `form` in `folder`. The folder is created with the first file."""

    def __init__(self, form: Form[NamedT], folder: Path) -> None:
        self._form = form
        self.folder = folder

    def entries(self) -> tuple[FileEntry[NamedT], ...]:
        """Return the files in the folder, sorted by name, including damaged files with the reason."""
        return list_files(self._form, self.folder)

    def trouble(self) -> FileProblem | None:
        """Return why the folder or its subfolder of removed files cannot be listed; None if both can."""
        return unreadable(self.folder) or unreadable(self.folder / REMOVED)

    def create(self, value: NamedT) -> Path:
        """Write a new value to the folder and return its path. Raise FileProblem when that fails."""
        make_folder(self.folder)
        path = free_path(self.folder, value.name, self._form.error.suffix)
        self._form.write(path, value, present=None)
        return path

    def rename(self, path: Path, name: str) -> Path:
        """Rename the file after the value's `name` and return its path.

        If FileProblem is raised, the file keeps its old name.
        """
        return renamed(path, name, self._form.error.suffix)

    def remove(self, path: Path) -> Path:
        """Move a file, damaged or not, to the subfolder of removed files and return its path. Raise FileProblem."""
        return put_aside(path, path.parent / REMOVED, path.stem, self._form.error.suffix)

    def removed(self) -> tuple[FileEntry[NamedT], ...]:
        """Return the removed files, sorted by name."""
        return list_files(self._form, self.folder / REMOVED)

    def restore(self, removed: Path) -> Path:
        """Restore a removed file and return its path, which is new if the old name is taken. Raise FileProblem."""
        target = free_path(self.folder, removed.stem, self._form.error.suffix)
        move(removed, target)
        return target


def list_files(form: Form[NamedT], folder: Path) -> tuple[FileEntry[NamedT], ...]:
    """Return the files of `form` in `folder`, sorted by name, including damaged files with the reason."""
    paths: list[Path] = []
    with contextlib.suppress(OSError):
        paths = [path for path in folder.iterdir() if path.name.endswith(form.error.suffix) and is_file(path)]
    entries = [_entry(form, path) for path in paths]
    return tuple(sorted(entries, key=lambda each: (folded(each.name), each.path.name)))


def _entry(form: Form[NamedT], path: Path) -> FileEntry[NamedT]:
    try:
        found = form.read(path)
    except (DataFileError, FileProblem) as error:
        # A file name may contain marks for right-to-left text that would reverse the rest of the line.
        return FileEntry(path, strip_bidi(path.stem), damaged=error)
    return FileEntry(path, found.value.name or strip_bidi(path.stem), found.value, newer=found.newer)
