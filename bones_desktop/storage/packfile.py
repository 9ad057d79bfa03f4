"""The user's packs and random tables.

Packs are JSON files that people can read, edit and share. Random tables are text files: those shipped with the program,
and the user's own in the data folder. A file of the user replaces the shipped file with the same name, and a translated
file the English one.
"""

import contextlib
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Final, Literal

from bones_desktop.rules.bones.life.packs import Pack
from bones_desktop.rules.reasons import RulesError, refuse
from bones_desktop.rules.records import Record, field, fields
from bones_desktop.rules.tables import RandomTable, TableSet, parse_table
from bones_desktop.rules.typedtext import folded, key
from bones_desktop.rules.values import Limits, UnfitError
from bones_desktop.storage.files import plainjson
from bones_desktop.storage.files.datafile import digest_of
from bones_desktop.storage.files.locations import REMOVED, free_path, make_folder, put_aside
from bones_desktop.storage.files.plainjson import UNKNOWN, JsonPlaces, Spot, Unknown, plain, put_back, read, split
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.files.textfiles import (
    FileProblem,
    Present,
    is_file,
    is_folder,
    is_there,
    problem,
    read_bytes,
    save_bytes,
    state_of,
    unreadable,
)
from bones_desktop.wording.language import language

TABLE_SUFFIX: Final = ".txt"
LARGEST_TABLE: Final = 200_000
"""Largest table that is read, in bytes."""
_MOST_FILES: Final = 2_000


def read_table(path: Path, *, own: bool) -> RandomTable:
    """Return the table in a file.

    Raise RulesError when the file does not contain a table, FileProblem when it cannot be read.
    """
    try:
        data = read_bytes(path, LARGEST_TABLE)
    except FileProblem as error:
        if error.code == "too-large":
            raise refuse("table-too-large", file=path.name, most=LARGEST_TABLE // 1000) from error
        raise
    return parse_table(path.stem, decoded(data, path.name), path.name, own=own)


def decoded(data: bytes, file: str) -> str:
    """Return the content of a table as text. Raise RulesError if it is not text in UTF-8."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise refuse("table-no-text", file=file) from error
    # A picture or a document may be valid UTF-8 by chance, but contains zero bytes.
    if "\0" in text:
        raise refuse("table-no-text", file=file)
    return text


def load_tables(own: Path) -> TableSet:
    """Return the shipped tables and the tables in the folder `own`, by title.

    Files that cannot be used are in `refused`.
    """
    tables: dict[str, RandomTable] = {}
    refused: dict[str, Exception] = {}
    for folder in (*_shipped_folders(), own):
        try:
            paths = sorted(folder.glob(f"*{TABLE_SUFFIX}"))[:_MOST_FILES] if is_folder(folder) else []
        except OSError as error:
            refused[str(folder)] = problem(error, folder)
            continue
        for path in paths:
            name = key(path.stem)
            tables.pop(name, None)
            try:
                tables[name] = read_table(path, own=folder == own)
            except (RulesError, FileProblem) as error:
                refused[name] = error
    return TableSet(dict(sorted(tables.items(), key=_by_title)), refused)


def _shipped_folders() -> tuple[Path, Path]:
    """Return the folder of the shipped tables, and the folder of those in the language in use, if it has any."""
    resources = shipped("resources")
    return resources / "tables", resources / "languages" / language() / "tables"


def source_of(own: Path, name: str) -> Path | None:
    """Return the file of the table with the key `name`; None if there is none.

    A file of the user is preferred to a shipped file.
    """
    for folder in (own, *reversed(_shipped_folders())):
        found = next((path for path in sorted(folder.glob(f"*{TABLE_SUFFIX}")) if key(path.stem) == name), None)
        if found is not None:
            return found
    return None


def _by_title(item: tuple[str, RandomTable]) -> tuple[str, str]:
    return folded(item[1].title), item[0]


SUFFIX: Final = ".bonespack.json"
FORMAT: Final = "bones-desktop-pack"
SCHEMA: Final = 1
LARGEST: Final = 2_000_000
MOST_FILES: Final = 100
"""Maximum number of files in the folder. More would slow down the start."""
MOST_BYTES: Final = 4_000_000
"""Maximum size of all files in the folder together, in bytes."""

PackErrorCode = Literal[
    "too-large", "empty", "not-utf8", "not-json", "duplicate-key", "number", "nested", "not-pack",
    "schema", "newer", "invalid", "same-id", "too-many",
]  # fmt: skip


class PackError(Record):
    """One reason why a file cannot be read. The package `wording` makes the sentence for the user.

    `where` is the path inside the file. `hint` is the kind of error as in `Fault`, or the offending text.
    """

    code: PackErrorCode
    spot: Spot = UNKNOWN
    where: tuple[str | int, ...] = ()
    hint: str = ""


class PackFileError(Exception):
    """Raised when a file does not contain a pack that we can read. The file was not changed."""

    def __init__(self, path: Path, *errors: PackError) -> None:
        super().__init__(f"{', '.join(error.code for error in errors)}: {path}")
        self.path = path
        self.errors = errors
        """The errors with their positions, in the order in which they occur in the file."""


class PackFile(Record):
    """A pack read from a file, with the data needed to write it back without loss."""

    path: Path
    pack: Pack
    unknown: Unknown = field(default_factory=Unknown)
    """Keys written by other programs or versions. They are kept and written back."""
    digest: str = ""
    """SHA-256 of the bytes in the file."""
    places: JsonPlaces | None = field(default=None, compare=False)
    """Positions of values in the file that was read; None for a pack written here."""


class PackDocument(Pack):
    """The content of a pack file: a pack with its format and schema."""

    format: Literal["bones-desktop-pack"] = FORMAT
    schema: Annotated[int, Limits(ge=1)] = SCHEMA


def read_pack(path: Path) -> PackFile:
    """Read a pack. Raise FileProblem when the file cannot be read, PackFileError when it contains no pack."""
    try:
        data = read_bytes(path, LARGEST)
    except FileProblem as error:
        if error.code == "too-large":
            raise PackFileError(path, PackError("too-large", hint=str(LARGEST // 1_000_000))) from error
        raise
    return parse_pack(data, path)


def parse_pack(data: bytes, path: Path) -> PackFile:
    """Return the pack in `data`, read from `path`. Raise PackFileError with all errors."""
    if not data.strip():
        raise PackFileError(path, PackError("empty"))
    try:
        document = plainjson.parse(data)
    except plainjson.JsonError as error:
        spot = Spot(error.line, error.column)
        if error.fault == "duplicate-key":
            spot = JsonPlaces(data.decode("utf-8-sig")).repeated()
        raise PackFileError(path, PackError(error.fault, spot, hint=error.what)) from error
    # Packs are written by hand, so every fault is shown with its line and column.
    places = JsonPlaces(data.decode("utf-8-sig"))
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise PackFileError(path, PackError("not-pack"))
    schema = document.get("schema")
    if type(schema) is not int or schema != SCHEMA:
        newer = type(schema) is int and schema > SCHEMA
        code: PackErrorCode = "newer" if newer else "schema"
        raise PackFileError(path, PackError(code, places.spot(("schema",)), ("schema",), str(schema)[:40]))
    known, unknown = split(PackDocument, document)
    try:
        whole = read(PackDocument, known)
    except UnfitError as error:
        errors = (PackError("invalid", places.spot(each.where), each.where, each.hint) for each in error.faults)
        raise PackFileError(path, *errors) from error
    pack = Pack(**{part.name: getattr(whole, part.name) for part in fields(Pack)})
    return PackFile(path, pack, unknown, digest_of(data), places)


def dump_pack(pack: Pack, unknown: Unknown | None = None) -> bytes:
    """Return the bytes of the file, with keys in reading order and without default values."""
    entries = plain(pack, usual=False)
    body = {"format": FORMAT, "schema": SCHEMA, **plainjson.storable(entries)}
    whole = put_back(body, unknown or Unknown())
    ordered = {key: whole[key] for key in (*body, *(key for key in whole if key not in body))}
    return (_written(ordered) + "\n").encode()


def write_pack(path: Path, pack: Pack, unknown: Unknown | None = None, present: Present = "any") -> PackFile:
    """Write `pack` durably and return the stored file.

    Raise FileProblem like `save_bytes`, and "too-much" when the file would be too large to read again.
    """
    data = dump_pack(pack, unknown)
    if len(data) > LARGEST:
        raise FileProblem("too-much", path, most=LARGEST // 1_000_000)
    save_bytes(path, data, present)
    return PackFile(path, pack, unknown or Unknown(), digest_of(data))


_WIDTH: Final = 100


def _written(value: object, indent: str = "") -> str:
    """Return `value` as JSON. Lists and objects that fit on one line are written on one line."""
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


class LoadedPacks(Record):
    """The packs in the folder, and the files that cannot be used."""

    files: tuple[PackFile, ...] = ()
    damaged: tuple[PackFileError | FileProblem, ...] = ()

    @property
    def packs(self) -> tuple[Pack, ...]:
        """The packs that can be read, sorted by name."""
        return tuple(file.pack for file in self.files)


class PackFolder:
    """The packs in `folder`. The folder is created with the first pack."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def load(self) -> LoadedPacks:
        """Return all packs sorted by name, and the reasons why other files cannot be used.

        If two packs have the same id, the first file is used.
        """
        paths: list[Path] = []
        with contextlib.suppress(OSError):
            paths = sorted(path for path in self.folder.iterdir() if path.suffix == ".json" and is_file(path))
        files: dict[str, PackFile] = {}
        trouble = unreadable(self.folder)
        damaged: list[PackFileError | FileProblem] = [trouble] if trouble is not None else []
        read = 0
        for count, path in enumerate(paths):
            if state := state_of(path):
                read += state[0]
            # The file is listed as damaged, so that the user sees why its pack has no effect.
            if count >= MOST_FILES or read > MOST_BYTES:
                damaged.append(PackFileError(path, PackError("too-many", hint=str(MOST_BYTES // 1_000_000))))
                continue
            try:
                found = read_pack(path)
            except (PackFileError, FileProblem) as error:
                damaged.append(error)
                continue
            first = files.setdefault(found.pack.id, found)
            if first is not found:
                spot = found.places.spot(("id",)) if found.places else UNKNOWN
                damaged.append(PackFileError(path, PackError("same-id", spot, ("id",), first.path.name)))
        return LoadedPacks(in_order(files.values()), tuple(damaged))

    def path_for(self, pack: Pack) -> Path:
        """Return a free path for a new pack. Raise FileProblem when the folder has MOST_FILES files."""
        with contextlib.suppress(OSError):
            if sum(each.suffix == ".json" for each in self.folder.iterdir()) >= MOST_FILES:
                raise FileProblem("too-many", self.folder / pack.id, most=MOST_FILES)
        return free_path(self.folder, pack.id, SUFFIX)

    def path_again(self, file: PackFile) -> Path:
        """Return the path for restoring a removed pack.

        The pack gets its old path, or a free path if another file has the old path.
        """
        if not os.path.lexists(file.path):
            return file.path
        return free_path(self.folder, file.pack.id, SUFFIX)

    def save(self, file: PackFile) -> PackFile:
        """Write a pack to its path and return it as stored.

        Raise FileProblem: "changed-outside" if another program changed the file since we last read or wrote it.
        """
        make_folder(self.folder)
        present: Present = "any"
        if file.digest and is_there(file.path):
            present = read_bytes(file.path, LARGEST)
            if digest_of(present) != file.digest:
                raise FileProblem("changed-outside", file.path)
        return write_pack(file.path, file.pack, file.unknown, present)

    def remove(self, path: Path) -> None:
        """Move a pack, damaged or not, to the subfolder of removed files. Raise FileProblem when it cannot be moved."""
        put_aside(path, self.folder / REMOVED, path.name.removesuffix(SUFFIX), SUFFIX)

    def export(self, file: PackFile, target: Path) -> None:
        """Write a copy to `target`, replacing any file there. Raise FileProblem when that fails."""
        write_pack(target, file.pack, file.unknown)


def in_order(files: Iterable[PackFile]) -> tuple[PackFile, ...]:
    """Return the packs sorted by name."""
    return tuple(sorted(files, key=lambda file: (folded(file.pack.name), file.pack.id)))
