"""The catalogue of a folder of characters: what its files say, read once and kept while the program runs."""

import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bones_desktop.storage.files.characterfile import LARGEST, SUFFIX
from bones_desktop.storage.files.textfiles import FileProblem, read_bytes
from bones_desktop.storage.shelf.shelfentry import ShelfEntry, read_entry, time_of

_FIRST_BATCH: Final = 0.1
_LONGEST_BATCH: Final = 1.0
"""Seconds between news: soon at first, seldom later, for the reader looks at the first cards meanwhile."""
Signature = tuple[int, int]
"""Size and time of change in nanoseconds."""


@dataclass(frozen=True, slots=True)
class News:
    """What a look at the folder found since the last piece of news."""

    entries: tuple[ShelfEntry, ...]
    """New files and those that changed."""
    gone: tuple[Path, ...]
    done: int
    total: int
    """How many of the files to be read have been."""


class Catalogue:
    """What is known of the files in `folder`. Safe to use from several threads."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._rows: dict[str, tuple[Signature, ShelfEntry]] = {}
        """By the file's name: what it said, and the signature it had then."""
        self._lost: dict[str, tuple[Signature, ShelfEntry]] = {}
        """The same of files that went away: a drive taken out may come back, and each card with its place."""
        # The disk is never asked while the lock is held: a network may take its time to answer.
        self._lock = threading.Lock()

    def known(self) -> tuple[ShelfEntry, ...]:
        """Return what was read last, in no order, without a look at the folder."""
        return tuple(self.by_file().values())

    def by_file(self) -> dict[str, ShelfEntry]:
        """Return what was read last by the file's name, without a look at the folder."""
        with self._lock:
            return {name: entry for name, (_signature, entry) in self._rows.items()}

    def entries(self) -> tuple[ShelfEntry, ...]:
        """Return what lies in the folder now, in no order."""
        for _news in self.look(lambda: True):
            pass
        return self.known()

    def look_briefly(self, seconds: float) -> bool:
        """Look for so long at most, the last changed first, and return whether the whole folder is known now."""
        end = time.monotonic() + seconds
        left = 0
        for news in self.look(lambda: time.monotonic() < end):
            left = news.total - news.done
        return left == 0

    def look(self, keep_on: Callable[[], bool]) -> Iterator[News]:
        """Compare with the folder and read what differs, the last changed first, until `keep_on` says no.

        The first news comes before anything is read, and says what is gone, or back as it was.
        """
        present = self._signatures()
        with self._lock:
            known_again = {
                name: self._lost.pop(name)
                for name, signature in present.items()
                if name in self._lost and self._lost[name][0] == signature
            }
            self._rows |= known_again
            missing = [name for name in self._rows if name not in present]
            wanted = [name for name, signature in present.items() if not self._holds(name, signature)]
        wanted.sort(key=lambda name: present[name][1], reverse=True)
        gone = tuple(self._folder / name for name in missing if self.note(self._folder / name) is None)
        yield News(tuple(entry for _signature, entry in known_again.values()), gone, 0, len(wanted))
        found: list[ShelfEntry] = []
        reported, wait = time.monotonic(), _FIRST_BATCH
        for place, name in enumerate(wanted, start=1):
            if not keep_on():
                return
            entry = self.note(self._folder / name)
            if entry is not None:
                found.append(entry)
            now = time.monotonic()
            if place == len(wanted) or now - reported >= wait:
                yield News(tuple(found), (), place, len(wanted))
                found, reported, wait = [], now, min(2 * wait, _LONGEST_BATCH)

    def note(self, path: Path) -> ShelfEntry | None:
        """Read one file again and return what it says; None when it is gone or not in this folder."""
        if path.parent != self._folder or path.suffix != SUFFIX:
            return None
        entry = None
        for _try in range(3):
            signature = _signature(path)
            entry = read_entry(path, time_of(signature[1] / 1e9)) if signature is not None else None
            with self._lock:
                if signature is None or entry is None:
                    if path.name in self._rows:
                        self._lost[path.name] = self._rows.pop(path.name)
                else:
                    self._rows[path.name] = signature, entry
            # Another thread may have read a newer state before this one was taken up: then it is read once more.
            if _signature(path) == signature:
                break
        return entry

    def learn(self, path: Path) -> ShelfEntry | None:
        """Return what a file says; it is read unless it is known as it is now, judging by size and time of change."""
        signature = _signature(path)
        with self._lock:
            if signature is not None and self._holds(path.name, signature):
                return self._rows[path.name][1]
        return self.note(path)

    def newest(self) -> Iterator[ShelfEntry]:
        """Return the files one by one, the last changed first, reading no more than asked for."""
        present = self._signatures()
        for name in sorted(present, key=lambda each: present[each][1], reverse=True):
            entry = self.learn(self._folder / name)
            if entry is not None:
                yield entry

    def holds_any(self) -> bool:
        """Return whether there is any file of a character in the folder."""
        return bool(self._signatures())

    def has_id(self, character_id: str) -> bool:
        """Return whether a character with this id lies in the folder; files not read before are only searched."""
        present = self._signatures()
        with self._lock:
            unread = [name for name, signature in present.items() if not self._holds(name, signature)]
            if any(self._rows[name][1].id == character_id for name in present.keys() - set(unread)):
                return True
        for name in unread:
            with contextlib.suppress(FileProblem):
                if character_id.encode() in read_bytes(self._folder / name, LARGEST):
                    return True
        return False

    def _holds(self, name: str, signature: Signature) -> bool:
        """Return whether a file is known as it is now; one that the disk refused is asked for again."""
        row = self._rows.get(name)
        return row is not None and row[0] == signature and not isinstance(row[1].damaged, FileProblem)

    def _signatures(self) -> dict[str, Signature]:
        found: dict[str, Signature] = {}
        with contextlib.suppress(OSError), os.scandir(self._folder) as files:
            for each in files:
                if not each.name.endswith(SUFFIX) or each.name == SUFFIX:
                    continue
                with contextlib.suppress(OSError):
                    if each.is_file():
                        seen = each.stat()
                        found[each.name] = (seen.st_size, seen.st_mtime_ns)
        return found


def _signature(path: Path) -> Signature | None:
    try:
        seen = path.stat()
    except OSError:
        return None
    return seen.st_size, seen.st_mtime_ns
