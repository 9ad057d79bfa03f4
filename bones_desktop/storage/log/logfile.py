"""The file of the log: one process has it open, a line written is on the device, and no damage closes it for good."""

import contextlib
import errno
import io
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from bones_desktop.storage.files.textfiles import FileProblem, dead_link, move, problem
from bones_desktop.storage.log.logbackups import LogBackups, copied, is_sound
from bones_desktop.storage.log.logplaces import (
    PART,
    UNKNOWN,
    Places,
    beside,
    copy_aside,
    is_free,
    is_huge,
    is_same,
    known,
    make_way,
    move_aside,
    places,
    put_aside,
    put_in_place,
    ready,
    sweep,
    take_away,
)
from bones_desktop.storage.log.logrows import FAULTS, DieTable, code_of, is_refused, split, unpacked
from bones_desktop.storage.log.logschema import prepare, put_right, require_short

if TYPE_CHECKING:
    from bones_desktop.storage.log.logrescue import Memory

_text: Final = partial(str, encoding="utf-8", errors="replace")
"""A damaged byte costs one character, not its line and all lines that are read with it."""

_WRITTEN_AS: Final = 18
"""Where a database says how it may be written to."""
_NEWEST_WAY: Final = 2
"""What SQLite may write to; it reads files that say more."""
_LOOKED_INTO: Final = 1 << 24
"""Bytes of a journal, from its start: four times as much as SQLite lets come together."""

Cause = Literal["damaged", "gone", "changed", "restored", "opened", "stray", "journal"]
"""Its file was damaged; was not there any more, or was another, while it was open; a backup was asked for; or the log
is as it was, and could not be opened before, or something that is not its own lay beside it, or a journal."""


class DamagedLogError(FileProblem):
    """Something was met in the log that may be damage; nothing has been done about it yet."""


@dataclass(frozen=True, slots=True)
class Mended:
    """What was done so that the log can go on."""

    cause: Cause
    aside: Path | None
    """Where that lies now which was found in its place; None where nothing was."""
    lines: int = 0
    """How many lines were rescued."""
    lent: int = 0
    """How many more the newest backup had."""
    missing: int = 0
    """How many there were before, as far as can be known."""


class LogFile:
    """An open log. Its pages are all read at opening only after an unclean end and where damage was met before."""

    def __init__(self, path: Path, clock: Callable[[], datetime], *, later: bool = False) -> None:
        """Open or make the log; FileProblem when another process has it open or the disk refuses.

        With `later` that is raised by what is done with the log, and every `look` tries to open it. A damaged log is
        moved aside with its journal, and a new one made of all that can be read: see `mended`.
        """
        self._path = Path(os.path.realpath(path)) if os.path.isfile(path) else path  # noqa: PTH113 (raises nothing)
        self._clock = clock
        self.backups = LogBackups(self._path)
        self.mended: Mended | None = None
        """What was done last to keep the log."""
        self.told: Callable[[Mended], None] = lambda _mended: None
        """Called after that."""
        self._opened: tuple[sqlite3.Connection, DieTable] | None = None
        self._seen: Places = (None, None)
        """The files as this program left them."""
        self._touched: list[tuple[str, str, int | str]] = []
        self._copying = threading.Lock()
        self._closing = False
        self._is_over = False
        self.refusal: FileProblem | None = None
        """Why the log is not open, until it is looked at again."""
        try:
            self._open()
        except FileProblem:
            if not later:
                raise

    @property
    def connection(self) -> sqlite3.Connection:
        """What the log is read and written with; FileProblem when it had to be closed and cannot be opened again."""
        return self._open()[0]

    @property
    def dice(self) -> DieTable:
        """The dice that lines name."""
        return self._open()[1]

    @cached_property
    def memory(self) -> "Memory":
        """What was written since the log was opened."""
        from bones_desktop.storage.log.logrescue import Memory  # not needed to open the log

        return Memory()

    def close(self) -> None:
        """Close the log; everything is stored already. What has become of its file meanwhile is seen to."""
        if self._opened is not None:
            with contextlib.suppress(FileProblem):
                self.look()
        self._close()
        self.refusal = FileProblem("other", self._path, text="closed")
        self._is_over = True

    @contextlib.contextmanager
    def reading(self) -> Iterator[None]:
        """Raise FileProblem for what the disk refuses within."""
        try:
            yield
        except FAULTS as error:
            raise self._problem(error) from error

    @contextlib.contextmanager
    def writing(self, *, at_once: bool = True) -> Iterator[None]:
        """Store everything done within, or nothing; it is on the device afterwards.

        Not `at_once`: a killed process loses nothing, a power cut may take it, and the next write carries it along.
        """
        self.look()
        self._touched.clear()
        with self.reading():
            connection = self.connection
            connection.execute(f"PRAGMA synchronous={'FULL' if at_once else 'NORMAL'}")
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                connection.execute("COMMIT")
            except BaseException:
                self.dice.forget()
                with contextlib.suppress(*FAULTS):
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
                raise
            finally:
                self._seen = known(places(self._path), self._seen)
        for touched in self._touched:
            self.remember(*touched)

    def remember(self, table: str, key: str, value: int | str) -> None:
        """Remember rows of a table as they are now, those whose column `key` is `value`."""
        with contextlib.suppress(*FAULTS):
            self.memory.keep(self.connection, table, key, value)

    def touch(self, table: str, key: str, value: int | str) -> None:
        """Remember rows of a table, those whose column `key` is `value`, once they are stored; called in `writing`."""
        self._touched.append((table, key, value))

    def touch_line(self, line: int, dice: bytes) -> None:
        """Remember a line once it is stored, with its packed dice and the acts on it."""
        self._touched += [("line", "id", line), ("act", "line", line)]
        self._touched += [("die", "id", die) for die in {split(each)[0] for each in unpacked(dice)}]

    def look(self) -> None:
        """Notice that the file is gone or another by now and make it again, or open what could not be opened before.

        FileProblem when the disk refuses.
        """
        if self._opened is None:
            self._try_again()
        now = places(self._path)
        pairs = zip(now, self._seen, strict=True)
        if all(is_ == UNKNOWN or is_same(is_, was) for is_, was in pairs if was is not None and was != UNKNOWN):
            return
        try:
            self._make_again(now)
        except (OSError, sqlite3.Error) as error:
            self._drop_part()
            raise self._problem(error) from error

    def mend(self) -> bool:
        """Make the log anew of what can be read, if it is damaged; return whether it was."""
        if self._opened is not None:
            if not self.faults():
                return False
            self._suspect(True)
            self._close()
        self._rescue("damaged")
        return True

    def restore(self, backup: Path) -> None:
        """Put a backup in the place of the log, with what was written since the program began."""
        self.look()
        self._close()
        self._rescue("restored", backup)

    def faults(self) -> tuple[str, ...]:
        """Return what SQLite and the schema find wrong with the log, nothing for a sound one."""
        try:
            found = self.connection.execute("PRAGMA integrity_check(20)").fetchall()
            if found != [("ok",)]:
                return tuple(str(row[0]) for row in found)
            put_right(self.connection)
            require_short(self.connection)
        except FAULTS as error:
            return () if is_refused(error) else (str(error) or type(error).__name__,)
        return ()

    def back_up(self, keep_on: Callable[[], bool]) -> bool:
        """Make a backup, on any thread, as long as `keep_on` wants it; return False when the log is damaged.

        FileProblem when the disk refuses.
        """

        def copy_to(copy: sqlite3.Connection) -> bool:
            with self._copying:
                opened = self._opened
                return opened is not None and copied(opened[0], copy, lambda: keep_on() and not self._closing)

        return self.backups.keep(copy_to, self._clock())

    def _open(self) -> tuple[sqlite3.Connection, DieTable]:
        if self._opened is not None:
            return self._opened
        if self.refusal is not None:
            raise FileProblem(self.refusal.code, self.refusal.path, **self.refusal.values)
        try:
            return self._open_anew()
        except FileProblem as error:
            self.refusal = error
            raise

    def _try_again(self) -> None:
        """Open the log if that was refused before and is not now; FileProblem while it is."""
        refused, told = self.refusal, self.mended
        if refused is None or self._is_over:
            self._open()
            return
        if refused.code != "in-use" or is_free(self._path):  # waiting for another process would take its time
            self.refusal = None
        self._open()
        if self.mended is told:
            self._tell(Mended("opened", None, self._count()))

    def _open_anew(self) -> tuple[sqlite3.Connection, DieTable]:
        moved, stray = make_way(self._path, self._clock())
        sweep((self._part, self.backups.half), self._clock())  # after that: it finishes what is whole
        if not os.path.lexists(self._path) and self.backups.list():
            return self._rescue("gone" if moved is None else "damaged", aside=moved)
        try:
            journal = self._put_wal_aside()
            connection = self._connect()
            if "memory" in self.__dict__ and not self.memory.is_in(connection):
                connection.close()
                return self._rescue("gone")
        except FileProblem:
            raise
        except Exception as error:  # what a damaged file holds may make anything raise anything
            if is_refused(error) and not self._denies_itself(error):
                raise self._problem(error) from error
            return self._rescue("damaged")
        opened = self._take(connection)
        if moved is not None:
            self._tell(Mended("damaged", moved, self._count()))
        elif journal is not None:
            self._tell(Mended("journal", journal, self._count()))
        elif stray is not None:
            self._tell(Mended("stray", stray, self._count()))
        return opened

    def _count(self) -> int:
        return int(self.connection.execute("SELECT count(*) FROM line").fetchone()[0])

    def _denies_itself(self, error: Exception) -> bool:
        """Return whether the file says that it may not be written to, and nobody else does: a byte of it is damaged."""
        try:
            with self._path.open("rb") as file:
                header = file.read(20)
            writable = all(os.access(each, os.W_OK) for each in (self._path, self._path.parent))
            writable = writable and bool(self._path.stat().st_mode & 0o222)
        except OSError:
            return False
        return code_of(error) == sqlite3.SQLITE_READONLY and writable and header[_WRITTEN_AS] > _NEWEST_WAY

    def _take(self, connection: sqlite3.Connection) -> tuple[sqlite3.Connection, DieTable]:
        self._opened = opened = (connection, DieTable(connection))
        self.refusal = None
        self._seen = places(self._path)
        return opened

    def _close(self) -> None:
        if self._opened is None:
            return
        opened, self._opened = self._opened, None
        self._closing = True
        with self._copying, contextlib.suppress(*FAULTS):
            opened[0].close()
        self._closing = False

    def _connect(self) -> sqlite3.Connection:
        thorough = self._is_doubtful()
        connection = sqlite3.connect(self._path, timeout=0.5, isolation_level=None, check_same_thread=False)
        connection.text_factory = _text
        try:
            prepare(connection, self._path, thorough=thorough)
        except BaseException:
            connection.close()
            raise
        self._suspect(False)
        return connection

    def _put_wal_aside(self) -> Path | None:
        """Move a journal aside that is not the log's own and return where it lies: SQLite would read it all the same.

        OSError when the disk refuses.
        """
        wal = beside(self._path, "-wal")
        if not (wal.exists() and wal.stat().st_size and self._path.exists()) or is_huge(wal) or is_huge(self._path):
            return None
        from bones_desktop.storage.log.logcheck import has_own_journal  # only after an unclean end

        return None if has_own_journal(self._path) else put_aside(wal, self._clock())

    def _is_doubtful(self) -> bool:
        """Return whether every page is to be read; sqlite3.Error for damage that SQLite itself does not notice."""
        wal = beside(self._path, "-wal")
        with contextlib.suppress(OSError):
            if is_huge(wal) and is_free(self._path):
                raise sqlite3.DatabaseError("journal")
            if wal.stat().st_size:
                from bones_desktop.storage.log.logpages import journal  # only after an unclean end

                with wal.open("rb") as file:
                    is_broken = journal(io.BytesIO(file.read(_LOOKED_INTO))).is_broken
                if is_broken and is_free(self._path):
                    raise sqlite3.DatabaseError("journal")
        size = self._path.stat().st_size if self._path.exists() else None
        if size == 1:  # as SQLite sees it, there is nothing in it
            raise sqlite3.DatabaseError("cut off")
        if (wal.exists() and wal.stat().st_size and not size) or (size == 0 and self.backups.list()):
            raise sqlite3.DatabaseError("empty")  # SQLite would begin anew and delete the journal
        return (wal.exists() or self._mark.exists()) and not is_huge(self._path)

    def _make_again(self, now: Places) -> None:
        """Put what is still known of the log in its place again."""
        was = self._seen
        if now[0] is not None and was[0] is not None and now[0][:2] != was[0][:2] and not is_free(self._path):
            raise FileProblem("in-use", self._path)
        make_way(self._path, self._clock())
        # Files that were deleted or moved are still open here and as they were; those written to are not.
        written = any(
            is_ is not None and before is not None and is_[:2] == before[:2] and not is_same(is_, before)
            for is_, before in zip(now, was, strict=True)
        )
        if not written and self._is_copied_whole():
            self._put_back(now)
            return
        aside = copy_aside(self._path, self._clock()) if now[0] is not None else None
        self._close()  # writes to what lies there now
        if aside is not None and self._is_the_same():
            take_away(aside)
            return
        self._close()
        if aside is not None:
            take_away(self._path)
        self._rescue("gone" if aside is None else "changed", aside, aside=aside)

    def _is_copied_whole(self) -> bool:
        """Write what this program has open to a new file; return whether that is sound."""
        part = self._part
        take_away(part)
        try:
            with contextlib.closing(sqlite3.connect(part, isolation_level=None)) as copy:
                self.connection.backup(copy)
                sound = is_sound(copy)
                copy.execute("PRAGMA journal_mode=DELETE")
        except FAULTS as error:
            if is_refused(error):
                raise
            return False
        return sound

    def _put_back(self, now: Places) -> None:
        aside = move_aside(self._path, self._clock()) if now[0] is not None else None
        _require_free(self._path)  # what is open is all there is: it is not closed before there is a place for it
        move(self._part, ready(self._path))
        self._close()  # deletes the journal that lies there: it is its own now
        move_aside(self._path, self._clock())
        put_in_place(self._path)
        self._take(self._connect())
        self._tell(Mended("gone" if aside is None else "changed", aside, self._count()))

    def _is_the_same(self) -> bool:
        """Open what lies in the place of the log; return whether it is sound and has all that was written."""
        try:
            self._suspect(True)
            self._take(self._connect())
            return not self.faults() and self.memory.is_in(self.connection)
        except (*FAULTS, FileProblem):
            return False

    def _rescue(
        self, cause: Cause, source: Path | None = None, *, aside: Path | None = None
    ) -> tuple[sqlite3.Connection, DieTable]:
        """Open a log made anew; what lies in its place is moved aside unless it was copied there before."""
        from bones_desktop.storage.log.logrescue import rescue  # not needed while all is well

        path, now = self._path, self._clock()
        trusted = cause != "changed"
        backup = None if cause == "restored" else self.backups.newest()
        try:
            found = rescue(source or path, self._part, self.memory, backup, trusted=trusted)
            move(self._part, ready(path))
            left = move_aside(path, now)
            aside = aside or left
            _require_free(path)
            put_in_place(path)
            opened = self._take(self._connect())
        except FileProblem:
            self._drop_part()
            raise
        except (OSError, *FAULTS) as error:
            self._drop_part()
            raise self._problem(error) from error
        self._tell(Mended(cause, aside, found.lines, found.lent, found.missing))
        return opened

    def _tell(self, mended: Mended) -> None:
        self.mended = mended
        self.told(mended)

    def _problem(self, error: BaseException) -> FileProblem:
        if isinstance(error, OSError):
            return problem(error, self._path)
        if not is_refused(error):
            self._suspect(True)
            return DamagedLogError("other", self._path, text=str(error))
        code = code_of(error) & 0xFF
        refused = dead_link(self._path) or problem(PermissionError(13, "refused"), self._path)
        if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            return FileProblem("in-use", self._path)
        if code == sqlite3.SQLITE_FULL:
            return problem(OSError(28, "full"), self._path, 4096)
        if code != sqlite3.SQLITE_IOERR or refused.code == "read-only":
            return refused
        return FileProblem("other", self._path, text=str(error))

    @property
    def _part(self) -> Path:
        """A new log that is being written."""
        return beside(self._path, PART)

    def _drop_part(self) -> None:
        with contextlib.suppress(OSError):
            take_away(self._part)

    @property
    def _mark(self) -> Path:
        """Lies beside the log once damage was met: the next opening reads every page."""
        return beside(self._path, "-suspect")

    def _suspect(self, on: bool) -> None:
        with contextlib.suppress(OSError):
            if on:
                self._mark.touch()
            else:
                self._mark.unlink(missing_ok=True)


def _require_free(path: Path) -> None:
    """Raise PermissionError where something could not be moved aside."""
    if os.path.lexists(path):
        raise PermissionError(errno.EACCES, "cannot be moved", str(path))
