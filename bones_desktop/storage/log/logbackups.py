"""The files of the log: its backups, and the new log that is made from a backup after damage.

The older the backups are, the fewer are kept.
"""

import contextlib
import errno
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import zip_longest
from pathlib import Path, PurePath
from typing import Any, Final
from urllib.parse import quote

from bones_desktop.rules.records import Record
from bones_desktop.storage.files.checkedfile import set_aside
from bones_desktop.storage.files.locations import make_folder
from bones_desktop.storage.files.textfiles import FileProblem, move, sync_file
from bones_desktop.storage.files.versions import Version, Versions, superfluous, version_name
from bones_desktop.storage.log.logrows import COLUMNS, FAULTS, SCHEMA, create, is_sound, moment

JOURNALS: Final = ("-wal", "-shm", "-journal")
"""Endings of the files that SQLite keeps next to a database."""
EVERY: Final = timedelta(hours=1)
"""Time between two backups while dice are rolled."""
_MOST: Final = 400_000_000
"""Maximum size of all backups except the newest `_FEW`, in bytes."""
_PAGES: Final = 16
"""Pages copied in one step. A roll waits for one step at most."""
_REST: Final = 0.002
"""Seconds between two copying steps."""
_FEW: Final = 3
_SUFFIX: Final = ".sqlite3"
_IDS: Final = range(1, 1 << 31)
"""Range of ids that the program uses. A damaged id near SQLite's largest would leave no id for the next row."""


def decoded(text: bytes) -> str:
    """Return a text of the log.

    A damaged byte changes one letter; an error would lose all lines that are read together with it.
    """
    return text.decode("utf-8", "replace")


class BackupSummary(Record):
    """Contents of a backup."""

    path: Path
    lines: int
    first: datetime | None
    last: datetime | None
    """Time of the last line; None if there are no lines."""


class LogBackups:
    """The backups, in a folder next to the log."""

    def __init__(self, log: Path) -> None:
        self._versions = Versions(log.parent)
        self._name = f"{log.stem}-backups"
        self._folder = log.parent / self._name

    def list(self) -> tuple[Version, ...]:
        """Return the backups, latest first."""
        return self._versions.list(self._name)

    def trouble(self) -> FileProblem | None:
        """Return why the backups cannot be listed; None if they can."""
        return self._versions.trouble(self._name)

    def newest_sound(self) -> Path | None:
        """Return the latest backup without damage; None if there is none."""
        return next((each.path for each in self.list() if is_sound_log(each.path)), None)

    def is_due(self, now: datetime) -> bool:
        """Return whether there is no backup, or the latest is at least an hour old or dated in the future."""
        kept = self.list()
        return not kept or not timedelta(0) <= now - kept[0].at < EVERY

    def keep(self, copy_to: Callable[[sqlite3.Connection], bool], now: datetime) -> bool:
        """Keep the database that `copy_to` writes, unless `copy_to` returns False, and delete superfluous backups.

        Return False only if the log is damaged. Raise FileProblem when a file cannot be read or written.
        """
        kept = self.list()
        path = self._folder / version_name(kept[0].sequence + 1 if kept else 1, now, _SUFFIX)
        make_folder(self._folder, path)
        part = self._folder / "next.part"  # If an earlier backup was interrupted, its file is overwritten.
        try:
            remove_log(part)
            is_sound_copy = write_copy(part, copy_to)
            if is_sound_copy is None:
                return True
            # A backup of a damaged log is not kept, because undamaged backups would be deleted to make room for it.
            if not is_sound_copy:
                return False
            sync_file(part)
            move(part, path)
        except (OSError, *FAULTS) as error:
            raise FileProblem("other", path, text=str(error)) from error
        finally:
            with contextlib.suppress(OSError):
                remove_log(part)
        self._thin(now)
        return True

    def _thin(self, now: datetime) -> None:
        kept = self.list()
        gone = {each.path for each in superfluous(kept, now)}
        room = _MOST
        for each in (each for each in kept[_FEW:] if each.path not in gone):
            room -= each.size
            if room < 0:
                gone.add(each.path)
        for path in gone:
            with contextlib.suppress(OSError):
                path.unlink()


def write_copy(path: Path, copy_to: Callable[[sqlite3.Connection], bool]) -> bool | None:
    """Write the database that `copy_to` gives to a new file. Return whether it is sound; None if `copy_to` stopped.

    Raise OSError or sqlite3.Error when the file cannot be written.
    """
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as copy:
        copy.execute("PRAGMA synchronous=OFF")  # The caller flushes the file once, when it is complete.
        if not copy_to(copy):
            return None
        # The copy must be a single file without a journal. SQLite raises no error if it cannot change the mode.
        if copy.execute("PRAGMA journal_mode=DELETE").fetchone() != ("delete",):
            raise sqlite3.OperationalError("the journal of the copy cannot be ended")
        return is_sound(copy)


def have_same_rows(first: Path, second: Path) -> bool:
    """Return whether two undamaged logs have the same content, except the ends of evenings. Raise sqlite3.Error."""
    with contextlib.closing(read_only(first)) as one, contextlib.closing(read_only(second)) as other:
        for table, columns in COLUMNS.items():
            # The end of an evening is ignored, because restoring a log ends its evening and changes nothing else.
            rows = f"SELECT {columns.replace('ended, ', '')} FROM {table} ORDER BY 1, 2"  # noqa: S608
            if any(a != b for a, b in zip_longest(one.execute(rows), other.execute(rows))):
                return False
    return True


def is_sound_log(path: Path) -> bool:
    """Return whether a file is a log of this program in which SQLite's quick check finds no damage."""
    try:
        with contextlib.closing(read_only(path)) as connection:
            return connection.execute("PRAGMA user_version").fetchone() == (SCHEMA,) and is_sound(connection)
    except FAULTS:
        return False


def summary(path: Path) -> BackupSummary:
    """Return the contents of a backup. Raise FileProblem when it cannot be read."""
    try:
        with contextlib.closing(read_only(path)) as connection:
            count = int(connection.execute("SELECT count(*) FROM line").fetchone()[0])
            first, last = connection.execute(
                "SELECT (SELECT at FROM line ORDER BY id LIMIT 1), (SELECT at FROM line ORDER BY id DESC LIMIT 1)"
            ).fetchone()
    except FAULTS as error:
        raise FileProblem("other", path, text=str(error)) from error
    return BackupSummary(path, count, None if first is None else moment(first), None if last is None else moment(last))


def read_only(path: Path, timeout: float = 0.5) -> sqlite3.Connection:
    """Return a connection that cannot change the database. Raise sqlite3.Error when it cannot be opened."""
    return sqlite3.connect(address(path.absolute(), "mode=ro"), isolation_level=None, uri=True, timeout=timeout)


class _StopError(Exception):
    """Raised to stop a copy that is no longer needed."""


def copied(connection: sqlite3.Connection, copy: sqlite3.Connection, keep_on: Callable[[], bool]) -> bool:
    """Copy a database while it is in use, on any thread. Return False if `keep_on` stopped the copy."""

    def look(_status: int, _left: int, _all: int) -> None:
        if not keep_on():
            raise _StopError
        time.sleep(_REST)  # During the rest, a roll can use the connection.

    try:
        connection.backup(copy, pages=_PAGES, progress=look)
    except _StopError:
        return False
    return True


def make_new_log(path: Path, backup: Path | None, now: datetime, *, damaged: bool, goes_on: bool) -> tuple[int, int]:
    """Make the log that will replace the log at `path`. Raise OSError or sqlite3.Error on failure.

    Return the number of its lines, and the number of lines that once existed and are now missing. Removed headings
    count as missing.

    The new log contains the rows of `backup`. If `damaged` is True, every row that can still be read at `path` is
    added; such a row replaces the row of the backup. If `goes_on` is True, the backup is complete, so its evening
    continues.
    """
    part = beside(path, "-part")
    remove_log(part)
    try:
        if backup is not None:
            shutil.copyfile(backup, part)
        with contextlib.closing(sqlite3.connect(part, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous=OFF")  # The file is synced once, when it is complete.
            if backup is None:
                create(connection)
            connection.execute("BEGIN")
            if not goes_on:
                _end_evenings(connection, now)
            if damaged:
                _fill(connection, path)
                _end_evenings(connection, now)
            lines, missing = connection.execute(_COUNT).fetchone()
            connection.execute("COMMIT")
        sync_file(part)
        remove_log(new_log(path))
        move(part, new_log(path))
    finally:
        with contextlib.suppress(OSError):
            remove_log(part)
    return lines, missing


_GIVEN: Final = "SELECT seq FROM sqlite_sequence WHERE name = 'line'"
_COUNT: Final = f"SELECT count(*), max(0, ifnull(({_GIVEN}), 0) - count(*)) FROM line"  # noqa: S608


def _end_evenings(connection: sqlite3.Connection, now: datetime) -> None:
    # A continued evening would use the numbers of lost draws again, and so draw the same dice a second time.
    connection.execute("UPDATE evening SET ended = ? WHERE ended IS NULL", (now.isoformat(),))


def _fill(connection: sqlite3.Connection, path: Path) -> None:
    with contextlib.suppress(*FAULTS), contextlib.closing(read_only(path)) as damaged:
        damaged.text_factory = decoded
        for table, columns in COLUMNS.items():
            places = ", ".join("?" * len(columns.split(",")))
            insert = f"INSERT OR REPLACE INTO {table} ({columns}) VALUES ({places})"  # noqa: S608
            for row in _rows(damaged, table, columns):
                if isinstance(row[0], int) and row[0] not in _IDS:
                    continue
                with contextlib.suppress(sqlite3.IntegrityError, OverflowError):  # A damaged row is skipped.
                    connection.execute(insert, row)
        given = damaged.execute(_GIVEN).fetchone()
        if given is not None and given[0] in _IDS:
            # The ids of lost lines are not used again.
            (highest,) = connection.execute("SELECT max(ifnull(max(id), 0), ?) FROM line", given).fetchone()
            connection.execute("DELETE FROM sqlite_sequence WHERE name = 'line'")
            connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('line', ?)", (highest,))


def _rows(damaged: sqlite3.Connection, table: str, columns: str) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table from its start. If that fails midway, yield rows from its end too."""
    for order in ("ASC", "DESC"):
        with contextlib.suppress(*FAULTS):
            yield from damaged.execute(f"SELECT {columns} FROM {table} NOT INDEXED ORDER BY 1 {order}")  # noqa: S608
            return


def beside(path: Path, ending: str) -> Path:
    """Return `path` with this ending added to the file name."""
    return path.with_name(path.name + ending)


def remove_log(path: Path) -> None:
    """Delete a log and its journals. Raise OSError when a file cannot be deleted."""
    for ending in ("", *JOURNALS):
        beside(path, ending).unlink(missing_ok=True)


def new_log(path: Path) -> Path:
    """Return the path at which a complete new log waits until it replaces the log."""
    return beside(path, "-new")


def put_new_in_place(path: Path, now: datetime) -> Path | None:
    """Rename the old log and its journals, put the new log in its place, and return the old log's new path.

    If the program is killed in between, the next start calls this function again. Raise FileProblem or OSError when a
    file cannot be moved.
    """
    aside = None
    if os.path.lexists(path):
        aside = set_aside(path, now)
        if aside is None:
            raise PermissionError(errno.EACCES, "cannot be moved", str(path))
    # A journal must not stay, because SQLite would apply it to the next log.
    for ending in JOURNALS:
        journal = beside(path, ending)
        if os.path.lexists(journal):
            if aside is None:
                set_aside(journal, now)
            else:
                move(journal, beside(aside, ending))
    move(new_log(path), path)
    return aside


def address(path: PurePath, how: str) -> str:
    """Return the URI by which SQLite opens an absolute path, with options such as "mode=ro".

    `as_uri` gives the server of a Windows network share as the host, which SQLite does not accept.
    """
    place = path.as_posix()
    return f"file://{'' if place.startswith('/') else '/'}{quote(os.fsencode(place), safe='/:')}?{how}"
