"""Earlier versions of our files: kept by themselves, thinned with age, ordered by number because clocks jump."""

import contextlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from bones_desktop.storage.files.locations import make_folder
from bones_desktop.storage.files.textfiles import FileProblem, read_bytes, save_bytes, unreadable

AT_LEAST: Final = 5
ALL_FOR: Final = timedelta(hours=48)
DAILY_FOR: Final = timedelta(days=14)
WEEKLY_FOR: Final = timedelta(weeks=8)
MONTHLY_FOR: Final = timedelta(days=366)
LARGEST: Final = 16_000_000
"""Bytes of a damaged file that are searched for the id in it; none of our files is larger."""

_NAME: Final = re.compile(r"(\d{8,})-(\d{8}T\d{6})Z\.(?:bones(?:-campaign)?|sqlite3)\Z")
_ID: Final = re.compile(rb'"id"\s*:\s*"([0-9a-f]{32})"')
_ORIGIN: Final = "origin.txt"
_LONGEST_PATH: Final = 100_000


@dataclass(frozen=True, slots=True)
class Version:
    """One earlier version; a higher `sequence` is later, whatever the clock said."""

    sequence: int
    at: datetime
    path: Path
    size: int


class Versions:
    """Earlier versions under `folder`, one folder for each id of a character or campaign."""

    def __init__(self, folder: Path, troubled: Callable[[FileProblem], None] = lambda _error: None) -> None:
        """`troubled` hears why a version was not kept though its file is saved."""
        self._folder = folder
        self.troubled = troubled

    def list(self, owner_id: str) -> tuple[Version, ...]:
        """Return the versions of a character or campaign, the latest first."""
        found = []
        with contextlib.suppress(OSError):
            for path in (self._folder / owner_id).iterdir():
                match = _NAME.match(path.name)
                if match is None:
                    continue
                with contextlib.suppress(FileNotFoundError, ValueError):
                    at = datetime.strptime(match[2], "%Y%m%dT%H%M%S").replace(tzinfo=UTC)
                    found.append(Version(int(match[1]), at, path, _size(path)))
        return tuple(sorted(found, key=lambda each: each.sequence, reverse=True))

    def trouble(self, owner_id: str) -> FileProblem | None:
        """Return why the versions of a character or campaign cannot be listed, None when they can."""
        return unreadable(self._folder) or unreadable(self._folder / owner_id)

    def keep(self, owner_id: str, data: bytes, now: datetime, origin: Path, suffix: str) -> None:
        """Keep `data`, the content of `origin`, unless it is the latest version; then thin. Raises FileProblem."""
        kept = self.list(owner_id)
        if kept and kept[0].size == len(data) and read_bytes(kept[0].path, len(data)) == data:
            return
        sequence = kept[0].sequence + 1 if kept else 1
        path = self._folder / owner_id / version_name(sequence, now, suffix)
        make_folder(path.parent, path)
        save_bytes(path, data)
        self._remember(path.parent / _ORIGIN, origin)
        self._thin(owner_id, now)

    def id_for(self, path: Path, suffix: str) -> str | None:
        """Return whose versions belong to a file that is too damaged to say; None when none are found.

        An id whose versions have another suffix is that of another file, such as a campaign's member.
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
        return 0  # it is there, and whoever reads it is told


def _path_bytes(path: Path) -> bytes:
    return str(path).encode("utf-8", "surrogateescape")


def version_name(sequence: int, at: datetime, suffix: str) -> str:
    """Return the file name of a version."""
    return f"{sequence:08d}-{at.astimezone(UTC):%Y%m%dT%H%M%S}Z{suffix}"


def superfluous(versions: Sequence[Version], now: datetime) -> tuple[Version, ...]:
    """Return what may go: beyond the newest five, all of 48 hours stay, then one a day, a week, a month for a year.

    The last of each span stays. What claims to come from the future is taken as new.
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
