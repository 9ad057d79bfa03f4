"""Copies of the log, made by themselves and thinned with age as earlier versions of characters are."""

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from bones_desktop.storage.files.placing import make_folder
from bones_desktop.storage.files.textfiles import FileProblem, move
from bones_desktop.storage.files.versions import Version, Versions, superfluous, version_name
from bones_desktop.storage.log.logplaces import take_away
from bones_desktop.storage.log.logrows import is_refused

EVERY: Final = timedelta(hours=1)
"""While throws are made."""
_MOST: Final = 400_000_000
"""Bytes that all copies but the newest few take."""
_PAGES: Final = 16
"""Copied at once: a throw waits for no more."""
_REST: Final = 0.002
"""Seconds between them."""
_FEW: Final = 3
_SUFFIX: Final = ".sqlite3"


class LogBackups:
    """The copies in a folder of their own beside the log."""

    def __init__(self, log: Path) -> None:
        self._log = log
        self._versions = Versions(log.parent)
        self._name = f"{log.stem}-backups"
        self._folder = log.parent / self._name
        self.half = self._folder / "next.part"
        """One that is being written."""

    def list(self) -> tuple[Version, ...]:
        """Return the copies, the latest first."""
        return self._versions.list(self._name)

    def trouble(self) -> FileProblem | None:
        """Return why the backups cannot be listed, None when they can."""
        return self._versions.trouble(self._name)

    def newest(self) -> Path | None:
        """Return the latest copy; None where there is none."""
        kept = self.list()
        return kept[0].path if kept else None

    def is_due(self, now: datetime) -> bool:
        """Return whether the latest copy is an hour old, or from a time to come."""
        kept = self.list()
        return not kept or not timedelta(0) <= now - kept[0].at < EVERY

    def keep(self, copy_to: Callable[[sqlite3.Connection], bool], now: datetime) -> bool:
        """Keep what `copy_to` writes to a database unless it returns False, and thin; return False for a damaged log.

        FileProblem when the disk refuses.
        """
        kept = self.list()
        path = self._folder / version_name(kept[0].sequence + 1 if kept else 1, now, _SUFFIX)
        make_folder(self._folder, path)
        part = self.half
        try:
            take_away(part)
            with contextlib.closing(sqlite3.connect(part, isolation_level=None)) as copy:
                copy.execute("PRAGMA synchronous=OFF")  # it is put on the device as a whole
                if not copy_to(copy):
                    return True
                copy.execute("PRAGMA journal_mode=DELETE")  # one file, that needs no journal to be read
                if not is_sound(copy):
                    return False
            _sync(part)
            move(part, path)
        except (OSError, sqlite3.Error) as error:
            raise FileProblem("other", path, text=str(error)) from error
        finally:
            with contextlib.suppress(OSError):
                take_away(part)
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


def is_sound(connection: sqlite3.Connection) -> bool:
    """Return whether a database has no damage that shows without its indexes being compared.

    sqlite3.Error when the disk refuses to tell.
    """
    try:
        return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
    except (sqlite3.Error, UnicodeError, TypeError) as error:
        if is_refused(error):
            raise
        return False


class _StopError(Exception):
    """The copy is not wanted any more."""


def copied(connection: sqlite3.Connection, copy: sqlite3.Connection, keep_on: Callable[[], bool]) -> bool:
    """Copy a database that is written to meanwhile, on any thread; False once `keep_on` does not want it any more."""

    def look(_status: int, _left: int, _all: int) -> None:
        if not keep_on():
            raise _StopError
        time.sleep(_REST)  # the connection is free for a throw

    try:
        connection.backup(copy, pages=_PAGES, progress=look)
    except _StopError:
        return False
    return True


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
