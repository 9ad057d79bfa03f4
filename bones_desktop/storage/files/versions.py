"""Earlier versions of our files. They are kept automatically, and the older they are, the fewer are kept.

Versions are numbered, because a computer's clock may be set back.
"""

import contextlib
import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from bones_desktop.rules.records import Record
from bones_desktop.storage.files.locations import make_folder
from bones_desktop.storage.files.textfiles import FileProblem, read_bytes, save_bytes, unreadable

# At least this many versions are kept, so that a player who opens a character once a year still finds earlier versions.
AT_LEAST: Final = 5
ALL_FOR: Final = timedelta(hours=48)
DAILY_FOR: Final = timedelta(days=14)
WEEKLY_FOR: Final = timedelta(weeks=8)
MONTHLY_FOR: Final = timedelta(days=366)
LARGEST: Final = 16_000_000
"""Maximum number of bytes of a damaged file that are searched for its id. None of our files is larger."""

_NAME: Final = re.compile(r"(\d{8,})-(\d{8}T\d{6})Z\.(?:bones(?:-campaign)?|sqlite3)\Z")
_ID: Final = re.compile(rb'"id"\s*:\s*"([0-9a-f]{32})"')
_ORIGIN: Final = "origin.txt"
_LONGEST_PATH: Final = 100_000


class Version(Record):
    """One earlier version. The version with the higher `sequence` is later, even if its time is earlier."""

    sequence: int
    at: datetime
    path: Path
    size: int


class Versions:
    """Earlier versions in `folder`, with a subfolder for each id of a character or campaign."""

    def __init__(self, folder: Path, troubled: Callable[[FileProblem], None] = lambda _error: None) -> None:
        """Keep versions in `folder`; call `troubled` if a file was saved but its version could not be kept."""
        self._folder = folder
        self.troubled = troubled

    def list(self, owner_id: str) -> tuple[Version, ...]:
        """Return the versions of a character or campaign, latest first."""
        found = []
        with contextlib.suppress(OSError):
            for path in (self._folder / owner_id).iterdir():
                match = _NAME.match(path.name)
                if match is None:
                    continue
                # Another window of the program may delete versions at the same time.
                with contextlib.suppress(FileNotFoundError, ValueError):
                    at = datetime.strptime(match[2], "%Y%m%dT%H%M%S").replace(tzinfo=UTC)
                    found.append(Version(int(match[1]), at, path, _size(path)))
        return tuple(sorted(found, key=lambda each: each.sequence, reverse=True))

    def trouble(self, owner_id: str) -> FileProblem | None:
        """Return why the versions of a character or campaign cannot be listed; None if they can."""
        return unreadable(self._folder) or unreadable(self._folder / owner_id)

    def keep(self, owner_id: str, data: bytes, now: datetime, origin: Path, suffix: str) -> None:
        """Keep `data`, the content of `origin`, unless it is the latest version. Raise FileProblem.

        Superfluous versions are deleted afterwards.
        """
        kept = self.list(owner_id)
        if kept and kept[0].size == len(data) and read_bytes(kept[0].path, len(data)) == data:
            return
        sequence = kept[0].sequence + 1 if kept else 1
        path = self._folder / owner_id / version_name(sequence, now, suffix)
        make_folder(path.parent, path)
        save_bytes(path, data)
        # If a file is too damaged to read its id, its path is the only way to find its versions.
        self._remember(path.parent / _ORIGIN, origin)
        self._thin(owner_id, now)

    def id_for(self, path: Path, suffix: str) -> str | None:
        """Return the id of a damaged file, under which its versions are found; None if it has no versions.

        An id whose versions all have another suffix belongs to something else, such as a member in a campaign's file.
        """
        with contextlib.suppress(FileProblem):
            for match in _ID.finditer(read_bytes(path, LARGEST)):
                if any(each.path.suffix == suffix for each in self.list(match[1].decode())):
                    return match[1].decode()
        with contextlib.suppress(OSError):
            for folder in sorted(self._folder.iterdir()):
                with contextlib.suppress(FileProblem):
                    if read_bytes(folder / _ORIGIN, _LONGEST_PATH) == _path_bytes(path):
                        return folder.name
        return None

    def _remember(self, note: Path, origin: Path) -> None:
        text = _path_bytes(origin)
        with contextlib.suppress(FileProblem):
            if read_bytes(note, _LONGEST_PATH) == text:
                return
        save_bytes(note, text)

    def _thin(self, owner_id: str, now: datetime) -> None:
        kept = self.list(owner_id)
        for each in superfluous(kept, now):
            with contextlib.suppress(OSError):
                each.path.unlink()


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        raise
    except OSError:
        return 0  # The file exists, so the error will be reported when somebody reads the file.


def _path_bytes(path: Path) -> bytes:
    return str(path).encode("utf-8", "surrogateescape")


def version_name(sequence: int, at: datetime, suffix: str) -> str:
    """Return the file name of a version."""
    return f"{sequence:08d}-{at.astimezone(UTC):%Y%m%dT%H%M%S}Z{suffix}"


def superfluous(versions: Sequence[Version], now: datetime) -> tuple[Version, ...]:
    """Return the versions to delete.

    The newest five are kept, and all of the last 48 hours; then the last version of each day for two weeks, of each
    week for eight weeks, and of each month for a year. A version dated in the future counts as new.
    """
    ordered = sorted(versions, key=lambda each: each.sequence, reverse=True)
    spans: set[tuple[str, int, int]] = set()
    gone = []
    for place, each in enumerate(ordered):
        span = _span(each.at, now - each.at)
        if place >= AT_LEAST and (span is None or span in spans):
            gone.append(each)
        if span is not None and span[0] != "all":
            spans.add(span)
    return tuple(gone)


def _span(at: datetime, age: timedelta) -> tuple[str, int, int] | None:
    if age <= ALL_FOR:
        return ("all", 0, 0)
    if age <= DAILY_FOR:
        return ("day", at.toordinal(), 0)
    if age <= WEEKLY_FOR:
        year, week, _day = at.isocalendar()
        return ("week", year, week)
    if age <= MONTHLY_FOR:
        return ("month", at.year, at.month)
    return None
