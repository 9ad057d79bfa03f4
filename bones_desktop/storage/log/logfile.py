"""The file of the log: used by one process only, flushed after each write, and repaired after damage."""

import contextlib
import os
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final, Literal

from bones_desktop.rules.records import Record
from bones_desktop.rules.typedtext import has_form
from bones_desktop.storage.files.locations import private_folder
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logbackups import (
    LogBackups,
    beside,
    copied,
    decoded,
    is_sound_log,
    make_new_log,
    new_log,
    put_new_in_place,
    read_only,
    write_copy,
)
from bones_desktop.storage.log.logrows import FAULTS, DieTable, is_damage, is_refused, is_sound, log_problem, prepare

_HEADER: Final = 100
"""Bytes at the start of every database. SQLite treats a shorter file as a new database."""

Cause = Literal["damaged", "gone", "restored", "opened"]
"""Reason for a repair.

"damaged": the log was damaged. "gone": its file was deleted or replaced. "restored": the user restored a backup.
"opened": the log could not be opened before.
"""


class Repair(Record):
    """Description of one repair of the log."""

    cause: Cause
    lines: int
    """Number of lines in the log after the repair."""
    aside: Path | None = None
    """New path of the old file; None if there was no file."""
    missing: int = 0
    """Number of lines known to be lost."""


class LogFile:
    """The open log.

    The log is checked completely when it is opened after a crash, and when `faults` is called.
    """

    def __init__(self, path: Path, clock: Callable[[], datetime], *, later: bool = False) -> None:
        """Open or create the log.

        Raise FileProblem on a disk error, or when another process has the log open. If `later` is True, this method
        raises nothing: every use of the log raises the error, and `look` tries to open the log again. A damaged log is
        renamed together with its journals. A new log is then made from the newest backup and from every row that can be
        read.
        """
        self._path = Path(os.path.realpath(path)) if os.path.isfile(path) else path  # noqa: PTH113 (raises nothing)
        self._clock = clock
        self.backups = LogBackups(self._path)
        self.repaired: Repair | None = None
        """The last repair; None if there was none."""
        self.on_repaired: Callable[[Repair], None] = lambda _repair: None
        """Called after each repair."""
        self._opened: tuple[sqlite3.Connection, DieTable] | None = None
        self._place: tuple[int, int] | None = None
        """Device and inode number of the open file, used to notice that the file was replaced."""
        self._thread = threading.get_ident()
        self._copying = threading.RLock()
        self._closing = False
        self._is_over = False
        self.refusal: FileProblem | None = None
        """Reason why the log is not open; None if it is open. `look` tries to open it again."""
        try:
            self._open()
        except FileProblem:
            if not later:
                raise

    @property
    def connection(self) -> sqlite3.Connection:
        """Connection to the log. Raises FileProblem when the log is not open."""
        return self._open()[0]

    @property
    def dice(self) -> DieTable:
        """The dice to which lines refer."""
        return self._open()[1]

    def close(self) -> None:
        """Close the log.

        All lines are already stored. If the file was deleted or replaced, it is written again before closing.
        """
        if self._opened is not None:
            with contextlib.suppress(FileProblem):
                self.look()
        self._close()
        self.refusal = FileProblem("other", self._path, text="closed")
        self._is_over = True

    @contextlib.contextmanager
    def reading(self) -> Iterator[None]:
        """Raise FileProblem when the block meets a disk error or damage.

        A damaged log is repaired before the error is raised.
        """
        # This lock keeps the log open while another thread reads. Only the first thread repairs the log, because it
        # tells the user.
        elsewhere = threading.get_ident() != self._thread
        try:
            with self._copying if elsewhere else contextlib.nullcontext():
                yield
        except (OSError, *FAULTS) as error:
            if is_damage(error) and self._opened is not None and not elsewhere:
                self._recover("damaged")
            raise log_problem(error, self._path) from error

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """Store everything written inside the block, or nothing, and flush it to the device."""
        self.look()
        with self.reading():
            connection = self.connection
            # The lock is taken first, so that a locked log is noticed before anything is written.
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                connection.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(*FAULTS):
                    self.dice.forget()
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
                raise

    def look(self) -> None:
        """Open the log if that failed before, and write the file again if it was deleted or replaced.

        Raise FileProblem when opening or writing fails.
        """
        if self._opened is None:
            self._try_again()
            return
        place = _place(self._path)
        if self._place == _UNKNOWN:
            self._place = place
        if place not in {self._place, _UNKNOWN}:
            if not self._is_free():
                raise FileProblem("in-use", self._path)
            # The open connection still has the whole content of the deleted file.
            if self.back_up(lambda: True):
                self._recover("gone", self.backups.list()[0].path, goes_on=True)
            else:
                self._recover("gone")

    def repair(self) -> bool:
        """Repair the log if it is damaged. Return whether it was damaged."""
        if not self.faults():
            return False
        self._recover("damaged")
        return True

    def restore(self, backup: Path) -> None:
        """Replace the log by a backup. Raise FileProblem when that fails; the log is then unchanged."""
        if not is_sound_log(backup):
            raise FileProblem("other", backup, text="damaged")
        self.look()
        self._recover("restored", backup)

    def faults(self) -> tuple[str, ...]:
        """Return the faults that SQLite finds in the log; empty if the log is not damaged."""
        try:
            found = self.connection.execute("PRAGMA integrity_check(20)").fetchall()
        except FAULTS as error:
            return () if is_refused(error) else (str(error) or type(error).__name__,)
        return () if found == [("ok",)] else tuple(str(row[0]) for row in found)

    def back_up(self, keep_on: Callable[[], bool]) -> bool:
        """Make a backup, on any thread. Stop when `keep_on` returns False. Return False when the log is damaged.

        Raise FileProblem when a file cannot be read or written.
        """
        return self.backups.keep(partial(self._copy_to, keep_on), self._clock())

    def write_copy(self, target: Path, keep_on: Callable[[], bool]) -> None:
        """Write a copy of the log to a new file, on any thread. Stop when `keep_on` returns False.

        Raise FileProblem when writing fails or stops, or when the log is damaged or not open.
        """
        try:
            if not write_copy(target, partial(self._copy_to, keep_on)):
                raise FileProblem("other", self._path, text="damaged" if self._opened else "not open")
        except (OSError, *FAULTS) as error:
            raise log_problem(error, target) from error

    def _copy_to(self, keep_on: Callable[[], bool], copy: sqlite3.Connection) -> bool:
        with self._copying:
            opened = self._opened
            return opened is not None and copied(opened[0], copy, lambda: keep_on() and not self._closing)

    def _open(self) -> tuple[sqlite3.Connection, DieTable]:
        if self._opened is not None:
            return self._opened
        if self.refusal is not None:
            raise FileProblem(self.refusal.code, self.refusal.path, **self.refusal.values)
        try:
            private_folder(self._path.parent)
            if _size(self._path) is None and new_log(self._path).exists():
                put_new_in_place(self._path, self._clock())  # Complete the interrupted repair.
            size = _size(self._path)
            # Otherwise SQLite would create a new log in place of the lost log, and delete the lost log's journal.
            if (size or 0) < _HEADER and (self.backups.list() or beside(self._path, "-wal").exists()):
                return self._recover("gone" if size is None else "damaged")
            return self._take(self._connect())
        except FileProblem as error:
            self.refusal = error
            raise
        except (OSError, *FAULTS) as error:
            if not is_refused(error):
                return self._recover("damaged")
            self.refusal = log_problem(error, self._path)
            raise self.refusal from error

    def _try_again(self) -> None:
        """Open the log if that failed before. Raise FileProblem if it fails again."""
        refused, repaired = self.refusal, self.repaired
        if refused is None or self._is_over:
            self._open()
            return
        if refused.code != "in-use" or self._is_free():  # Opening the log would wait for the other process.
            self.refusal = None
        self._open()
        if self.repaired is repaired:
            self._tell(Repair("opened", int(self.connection.execute("SELECT count(*) FROM line").fetchone()[0])))

    def _is_free(self) -> bool:
        """Return whether no other process has the log open."""
        try:
            with contextlib.closing(read_only(self._path, timeout=0)) as other:
                other.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone()
        except FAULTS as error:
            return log_problem(error, self._path).code != "in-use"
        return True

    def _connect(self) -> sqlite3.Connection:
        if beside(self._path, "-wal").exists():  # SQLite deletes this file when a program closes the log normally.
            # Uses a separate connection: closing the main one would write the journal into the damaged log.
            with contextlib.closing(read_only(self._path)) as looked_at:
                if not is_sound(looked_at):
                    raise sqlite3.DatabaseError("quick_check")
        connection = sqlite3.connect(self._path, timeout=0.5, isolation_level=None, check_same_thread=False)
        connection.text_factory = decoded
        connection.create_function("has_form", 3, has_form, deterministic=True)
        try:
            prepare(connection, self._path)
        except BaseException:
            connection.close()
            raise
        return connection

    def _take(self, connection: sqlite3.Connection) -> tuple[sqlite3.Connection, DieTable]:
        self._opened = opened = (connection, DieTable(connection))
        self.refusal = None
        # Delete files left behind when a repair, or the check of a log after a crash, was interrupted.
        for left in (new_log(self._path), beside(self._path, "-shm")):
            with contextlib.suppress(OSError):
                left.unlink(missing_ok=True)
        self._place = _place(self._path)
        return opened

    def _close(self) -> None:
        if self._opened is None:
            return
        opened, self._opened = self._opened, None
        self._closing = True
        with self._copying, contextlib.suppress(*FAULTS):
            opened[0].close()
        self._closing = False

    def _recover(
        self, cause: Cause, backup: Path | None = None, *, goes_on: bool = False
    ) -> tuple[sqlite3.Connection, DieTable]:
        """Make a new log from a backup and from readable rows of a damaged log, and open it.

        If `backup` is None, the newest undamaged backup is used.
        """
        self._close()
        now = self._clock()
        try:
            backup = backup or self.backups.newest_sound()
            lines, missing = make_new_log(self._path, backup, now, damaged=cause == "damaged", goes_on=goes_on)
            aside = put_new_in_place(self._path, now)
            opened = self._take(self._connect())
        except FileProblem as error:
            self.refusal = error
            raise
        except (OSError, *FAULTS) as error:
            self.refusal = log_problem(error, self._path)
            raise self.refusal from error
        self._tell(Repair(cause, lines, aside, missing if cause == "damaged" else 0))
        return opened

    def _tell(self, repair: Repair) -> None:
        self.repaired = repair
        self.on_repaired(repair)


_UNKNOWN: Final = (-1, -1)
"""Value of `_place` for a file whose status cannot be read."""


def _size(path: Path) -> int | None:
    """Return the size of a file; None if there is no file.

    Raise OSError if the size is unknown. A folder or a broken link counts as large enough, because opening it raises
    the right error.
    """
    try:
        found = path.lstat()
    except FileNotFoundError:
        return None
    return found.st_size if stat.S_ISREG(found.st_mode) else _HEADER


def _place(path: Path) -> tuple[int, int] | None:
    """Return device and inode number of a file; None if there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    except OSError:
        return _UNKNOWN
    return found.st_dev, found.st_ino
