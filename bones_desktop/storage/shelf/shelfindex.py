"""The index of a shelf: what the files said when last read, so that a large shelf shows at once. Never the truth.

It lies in the cache folder, one database for each folder of characters, and belongs to one version of the program.
A missing, damaged, locked or foreign index is made anew or done without, silently, for nothing is lost.
"""

import contextlib
import errno
import hashlib
import json
import os
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

from bones_desktop import __version__
from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.storage.files.characterfile import CharacterFileError
from bones_desktop.storage.files.locations import private_folder
from bones_desktop.storage.files.textfiles import is_file, is_there
from bones_desktop.storage.shelf.shelfentry import ShelfEntry, time_of

_LAYOUT: Final = 11
_STAMP: Final = zlib.crc32(f"{_LAYOUT} {__version__}".encode()) & 0x7FFF_FFFF
"""Another version may read files differently."""
_WAIT: Final = 0.1
_NEVER: Final = -1
"""A size no file has: the row is known but does not hold."""
_EARLIEST: Final = -(2**63)
_LATEST: Final = 2**63 - 1
"""Nanoseconds from 1970 a database holds; some disks have files from before 1677 or after 2262."""
_DAMAGED: Final = (ValueError, TypeError, LookupError, AttributeError)
_TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS entry (file BLOB PRIMARY KEY, size, mtime_ns, said TEXT, seal) WITHOUT ROWID"
)
_PUT: Final = "INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?, ?)"
_GET: Final = "SELECT file, size, mtime_ns, said, seal FROM entry ORDER BY mtime_ns DESC LIMIT ?"
_PLAIN: Final = [
    each.name for each in fields(ShelfEntry) if each.name not in {"path", "modified", "kind", "damaged", "copies"}
]
"""What of an entry is words, numbers and lists of them, as JSON has them."""


@dataclass(frozen=True, slots=True)
class IndexRow:
    """What a file said, and the size and time of change it had then."""

    size: int
    mtime_ns: int
    entry: ShelfEntry
    lasting: bool = True
    """Whether a change would show in size or time; not so for a file read at the very time it changed."""

    @property
    def is_read(self) -> bool:
        """Whether the file itself says all this; else the disk refused it, and may not the next time."""
        return self.entry.damaged is None or isinstance(self.entry.damaged, CharacterFileError)

    def fits(self, size: int, mtime_ns: int) -> bool:
        """Return whether this is true of a file with this size and time of change, unless it changed twice at once."""
        return self.is_read and (self.size, self.mtime_ns) == (size, mtime_ns)

    def holds(self, size: int, mtime_ns: int) -> bool:
        """Return whether this is still true of a file that has this size and time of change now."""
        return self.lasting and self.fits(size, mtime_ns)


class ShelfIndex:
    """The index of the characters in `folder`, kept below `cache`. It may be used on any thread, one at a time."""

    def __init__(self, cache: Path, folder: Path) -> None:
        self._folder = folder
        mark = hashlib.sha256(os.fsencode(folder.absolute())).hexdigest()[:24]
        self.path = cache / "shelves" / f"{mark}.sqlite3"

    def load(self, newest: int = -1) -> dict[str, IndexRow]:
        """Return the rows by the file's name, only the `newest` if given; empty when no index can be read."""
        if not is_file(self.path):
            return {}
        try:
            with self._open() as database:
                return _read(self._folder, database.execute(_GET, (newest,)))
        except (OSError, sqlite3.OperationalError):
            pass
        except (*_DAMAGED, sqlite3.Error):
            self._drop()  # else its rows would be in the way at each start
        return {}

    def store(self, rows: Mapping[str, IndexRow], gone: Iterable[str] = ()) -> bool:
        """Keep `rows` by the file's name, forget the files in `gone`, and return whether that is done.

        What the disk refused is not kept: the next look may find the file well.
        """
        kept = [(name, row) for name, row in rows.items() if row.is_read]
        forgotten = [*gone, *(name for name, row in rows.items() if not row.is_read)]
        if not kept and not forgotten:
            return True

        def write(database: sqlite3.Connection) -> None:
            database.executemany("DELETE FROM entry WHERE file = ?", ((os.fsencode(name),) for name in forgotten))
            database.executemany(_PUT, (_values(name, row) for name, row in kept))

        return self._write(write)

    def _write(self, change: Callable[[sqlite3.Connection], None]) -> bool:
        for damaged_before in (False, True):
            try:
                private_folder(self.path.parent)
                with self._open() as database:
                    change(database)
            except sqlite3.OperationalError:
                return False
            except sqlite3.DatabaseError:
                if not damaged_before:
                    self._drop()
            except (OSError, ValueError):
                return False
            else:
                return True
        return False

    @contextlib.contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """Open the database for one transaction, made where it is missing or of another version."""
        if is_there(self.path) and not is_file(self.path):
            raise NotADirectoryError(errno.ENOTDIR, "no file", str(self.path))  # SQLite would wait for a pipe
        with contextlib.closing(sqlite3.connect(self.path, timeout=_WAIT)) as database, database:
            if database.execute("PRAGMA user_version").fetchone()[0] != _STAMP:
                database.execute("DROP TABLE IF EXISTS entry")
                database.execute(f"PRAGMA user_version = {_STAMP}")
            database.execute(_TABLE)
            yield database

    def _drop(self) -> None:
        for suffix in ("", "-journal"):
            with contextlib.suppress(OSError):
                self.path.with_name(self.path.name + suffix).unlink()


def _values(name: str, row: IndexRow) -> tuple[Any, ...]:
    kept_time = min(max(row.mtime_ns, _EARLIEST), _LATEST)
    size = row.size if row.lasting and row.mtime_ns == kept_time else _NEVER
    values = (os.fsencode(name), size, kept_time, json.dumps(_said(row.entry), separators=(",", ":")))
    return (*values, _seal(values))


def _seal(values: tuple[Any, ...]) -> int:
    return zlib.crc32(repr(values).encode())


def _said(entry: ShelfEntry) -> dict[str, Any]:
    said = {name: value for name in _PLAIN if (value := getattr(entry, name))}
    if entry.name == entry.path.stem:
        said.pop("name", None)
    if entry.kind:
        said["kind"] = entry.kind
    if isinstance(fault := entry.damaged, CharacterFileError):
        said["damaged"] = (fault.code, fault.where, fault.line, fault.column, fault.hint)
    return said


def _read(folder: Path, found: Iterable[tuple[Any, ...]]) -> dict[str, IndexRow]:
    seen: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    rows = {}
    for *values, seal in found:
        if _seal(tuple(values)) != seal:
            raise ValueError("a row of the index is damaged")
        file, size, mtime_ns, text = values
        file_name = os.fsdecode(file)
        path = folder / file_name
        said = {"name": path.stem, **json.loads(text)}
        kind, fault = said.pop("kind", None), said.pop("damaged", None)
        for name, value in said.items():
            if isinstance(value, list):
                words = tuple(map(tuple, value) if name == "brief" else value)
                said[name] = seen.setdefault(words, words)  # many bear the same icons: one tuple serves them all
        rows[file_name] = IndexRow(
            size,
            mtime_ns,
            ShelfEntry(
                path,
                modified=time_of(mtime_ns / 1e9),
                kind=CharacterKind(kind) if kind else None,
                damaged=_fault(path, fault) if fault else None,
                **said,
            ),
        )
    return rows


def _fault(path: Path, stored: list[Any]) -> CharacterFileError:
    code, where, line, column, hint = stored
    return CharacterFileError(code, path, where=tuple(where), line=line, column=column, hint=hint)
