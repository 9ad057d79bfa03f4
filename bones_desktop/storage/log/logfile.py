"""The file of the log: one process has it open, a line written is on the device, a damaged file is kept."""

import contextlib
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

from bones_desktop.storage.files.checkedfile import set_aside
from bones_desktop.storage.files.locations import private_folder
from bones_desktop.storage.files.textfiles import FileProblem, problem
from bones_desktop.storage.log.logmarks import beside
from bones_desktop.storage.log.logrows import DieTable
from bones_desktop.storage.log.logschema import prepare

_text: Final = partial(str, encoding="utf-8", errors="replace")
"""A damaged byte costs one character, not its line and all lines that are read with it."""
_DAMAGED: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_REFUSED: Final = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_IOERR,
    }
)
"""Codes of a system that refuses: the log itself is sound and stays where it is."""


class LogFile:
    """An open log. Its pages are all read at opening only after an unclean end and where damage was met before."""

    def __init__(self, path: Path, now: datetime) -> None:
        """Open or make the log; FileProblem when another process has it open or the disk refuses.

        A damaged log is moved aside with its journal, see `moved_aside`, and a new one begun.
        """
        self._path = path
        self.moved_aside: Path | None = None
        """Where the damaged log now lies."""
        try:
            private_folder(path.parent)
        except OSError as error:
            raise problem(error, path) from error
        try:
            self.connection = self._open()
        except sqlite3.DatabaseError as error:
            if _code(error) in _REFUSED:
                raise self._problem(error) from error
            self.moved_aside = self._set_aside(now)
            if self.moved_aside is None:
                raise self._problem(error) from error
            self.connection = self._open_new()
        self.dice = DieTable(self.connection)

    def close(self) -> None:
        """Close the log; everything is stored already."""
        self.connection.close()

    @contextlib.contextmanager
    def reading(self) -> Iterator[None]:
        """Raise FileProblem for what the disk refuses within."""
        try:
            yield
        except sqlite3.Error as error:
            raise self._problem(error) from error

    @contextlib.contextmanager
    def writing(self, *, at_once: bool = True) -> Iterator[None]:
        """Store everything done within, or nothing; it is on the device afterwards.

        Not `at_once`: a killed process loses nothing, a power cut may take it, and the next write carries it along.
        """
        connection = self.connection
        with self.reading():
            connection.execute(f"PRAGMA synchronous={'FULL' if at_once else 'NORMAL'}")
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                connection.execute("COMMIT")
            except BaseException:
                self.dice.forget()
                with contextlib.suppress(sqlite3.Error):
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
                raise

    def _open(self) -> sqlite3.Connection:
        thorough = beside(self._path, "-wal").exists() or self._suspect.exists()
        connection = sqlite3.connect(self._path, timeout=0.5, isolation_level=None)
        connection.text_factory = _text
        try:
            prepare(connection, self._path, thorough=thorough)
        except BaseException:
            connection.close()
            raise
        with contextlib.suppress(OSError):
            self._suspect.unlink(missing_ok=True)
        return connection

    def _open_new(self) -> sqlite3.Connection:
        try:
            return self._open()
        except sqlite3.Error as error:
            raise self._problem(error) from error

    def _set_aside(self, now: datetime) -> Path | None:
        """Move the log with its journal files: left behind, SQLite would apply them to the new log."""
        moved = set_aside(self._path, now)
        for ending in ("-wal", "-shm"):
            journal = beside(self._path, ending)
            if moved is not None and journal.exists():
                with contextlib.suppress(OSError):
                    journal.replace(moved.with_name(moved.name + ending))
        return moved

    def _problem(self, error: sqlite3.Error) -> FileProblem:
        code = _code(error)
        if code in _DAMAGED:
            with contextlib.suppress(OSError):
                self._suspect.touch()
        if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            return FileProblem("in-use", self._path)
        if code == sqlite3.SQLITE_FULL:
            return problem(OSError(28, "full"), self._path, 4096)
        if code in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}:
            return FileProblem("denied", self._path)
        return FileProblem("other", self._path, text=str(error))

    @property
    def _suspect(self) -> Path:
        """Lies beside the log once damage was met: the next opening reads every page."""
        return beside(self._path, "-suspect")


def _code(error: sqlite3.Error) -> int:
    """Return SQLite's primary result code; the extended ones carry more in the higher bits."""
    return getattr(error, "sqlite_errorcode", 1) & 0xFF
