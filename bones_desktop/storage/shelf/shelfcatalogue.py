"""The catalogue of a folder of characters: the index brought up to date with the files, all at once or bit by bit."""

import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bones_desktop.storage.files.characterfile import LARGEST, SUFFIX
from bones_desktop.storage.files.textfiles import FileProblem, read_bytes
from bones_desktop.storage.shelf.shelfentry import ShelfEntry, read_entry, time_of
from bones_desktop.storage.shelf.shelfindex import IndexRow, ShelfIndex

_FIRST_BATCH: Final = 0.1
_LONGEST_BATCH: Final = 1.0
"""Seconds between news: soon at first, seldom later, for the reader looks at the first cards meanwhile."""
_KEPT_EVERY: Final = 2.0
_TICK_NS: Final = 2_000_000_000
"""The coarsest clock among file systems in use: FAT counts by two seconds."""
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

    def __init__(self, folder: Path, cache: Path | None = None) -> None:
        """Keep an index below `cache`; without one everything is read once for each catalogue."""
        self._folder = folder
        self._index = ShelfIndex(cache, folder) if cache is not None else None
        self._rows: dict[str, IndexRow] | None = None
        self._unkept: dict[str, IndexRow | None] = {}
        """What the index does not know yet; None for a file that is gone."""
        self._lost: dict[str, IndexRow] = {}
        """What was known of files that went away: a drive taken out may come back with them."""
        self._lock = threading.RLock()
        self._keeping = threading.Lock()
        """Held while the index is written: what two threads know of one file reaches it in the right order."""

    def known(self) -> tuple[ShelfEntry, ...]:
        """Return what was known last, in no order, without a look at the folder."""
        with self._lock:
            return tuple(row.entry for row in self._loaded().values())

    def by_file(self) -> dict[str, ShelfEntry]:
        """Return what was known last by the file's name, without a look at the folder."""
        with self._lock:
            return {name: row.entry for name, row in self._loaded().items()}

    def glance(self, most: int) -> dict[str, ShelfEntry] | None:
        """Return at least the `most` files changed last, by their names, when they can be had before all are.

        None when all are known already, and there is no need to make do with less.
        """
        with self._lock:
            if self._rows is not None or self._index is None:
                return None
            rows = self._index.load(most)
            return {name: row.entry for name, row in (rows | self._unkept).items() if row is not None}

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
            rows = self._loaded()
            lost = [name for name in rows if name not in present]
            missed = {name: self._lost.pop(name) for name in present if name in self._lost and name not in rows}
            back = {name: row for name, row in missed.items() if row.holds(*present[name])}
            rows.update(back)
            self._unkept.update(back)
            wanted = [
                name for name, signature in present.items() if name not in rows or not rows[name].holds(*signature)
            ]
        wanted.sort(key=lambda name: present[name][1], reverse=True)
        gone = self._forget(lost)
        try:
            yield News(tuple(row.entry for row in back.values()), gone, 0, len(wanted))
            yield from self._read_all(wanted, keep_on)
        finally:
            self._keep()

    def note(self, path: Path) -> ShelfEntry | None:
        """Read one file again and return what it says; None when it is not in this folder.

        The index hears of it at the end of the next look: whoever waits for an answer does not wait for a disk.
        """
        if path.parent != self._folder or path.suffix != SUFFIX:
            return None
        row = _read(path)
        with self._lock:
            self._unkept[path.name] = row
            if self._rows is not None:
                _put(self._rows, path.name, row)
        return None if row is None else row.entry

    def learn(self, path: Path) -> None:
        """Read one file unless it is known as it is now, judging by its size and time of change."""
        with self._lock:
            row = self._unkept.get(path.name) or (self._rows or {}).get(path.name)
        signature = _signature(path)
        if row is None or signature is None or not row.fits(*signature):
            self.note(path)

    def newest(self) -> Iterator[ShelfEntry]:
        """Return the files one by one, the last changed first, reading no more than asked for."""
        present = self._signatures()
        for name in sorted(present, key=lambda each: present[each][1], reverse=True):
            with self._lock:
                row = self._loaded().get(name)
            if row is not None and row.holds(*present[name]):
                yield row.entry
            elif (entry := self.note(self._folder / name)) is not None:
                yield entry

    def holds_any(self) -> bool:
        """Return whether there is any file of a character in the folder."""
        return bool(self._signatures())

    def has_id(self, character_id: str) -> bool:
        """Return whether a character with this id lies in the folder; files not read before are only searched."""
        unread = []
        present = self._signatures()
        with self._lock:
            rows = self._loaded()
            for name, signature in present.items():
                row = rows.get(name)
                if row is None or not row.fits(*signature):
                    unread.append(name)
                elif row.entry.id == character_id:
                    return True
        for name in unread:
            with contextlib.suppress(FileProblem):
                if character_id.encode() in read_bytes(self._folder / name, LARGEST):
                    return True
        return False

    def _loaded(self) -> dict[str, IndexRow]:
        if self._rows is None:
            self._rows = self._index.load() if self._index is not None else {}
            for name, row in self._unkept.items():
                _put(self._rows, name, row)
        return self._rows

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

    def _forget(self, names: Iterable[str]) -> tuple[Path, ...]:
        # The disk is asked while nobody waits for the lock: a network may take its time to answer.
        with self._lock:
            before = {name: self._unkept.get(name) for name in names}
        lost = [name for name in before if _signature(self._folder / name) is None]
        gone = []
        with self._lock:
            rows = self._loaded()
            for name in lost:
                if self._unkept.get(name) is before[name] and (row := rows.pop(name, None)) is not None:
                    self._lost[name] = row
                    gone.append(self._folder / name)
                    self._unkept[name] = None
        return tuple(gone)

    def _read_all(self, names: list[str], keep_on: Callable[[], bool]) -> Iterator[News]:
        read: dict[str, IndexRow] = {}
        reported = kept = time.monotonic()
        wait = _FIRST_BATCH
        for place, name in enumerate(names, start=1):
            if not keep_on():
                self._take(read)
                return
            row = _read(self._folder / name)
            if row is not None:
                read[name] = row
            now = time.monotonic()
            if place < len(names) and now - reported < wait:
                continue
            entries = self._take(read)
            read = {}
            reported = now
            wait = min(2 * wait, _LONGEST_BATCH)
            if now - kept > _KEPT_EVERY:
                self._keep()
                kept = time.monotonic()
            yield News(entries, (), place, len(names))

    def _take(self, read: dict[str, IndexRow]) -> tuple[ShelfEntry, ...]:
        """Take up what was read, but not what has been changed or removed in the meantime: that is known better."""
        with self._lock:
            before = {name: self._unkept.get(name) for name in read}
        still = [name for name, row in read.items() if _signature(self._folder / name) == (row.size, row.mtime_ns)]
        with self._lock:
            rows = self._loaded()
            fresh = {name: read[name] for name in still if self._unkept.get(name) is before[name]}
            rows.update(fresh)
            self._unkept.update(fresh)
        return tuple(row.entry for row in fresh.values())

    def _keep(self) -> None:
        with self._keeping:
            with self._lock:
                unkept, self._unkept = self._unkept, {}
            if self._index is None:
                return
            rows = {name: row for name, row in unkept.items() if row is not None}
            if not self._index.store(rows, [name for name, row in unkept.items() if row is None]):
                with self._lock:
                    self._unkept = unkept | self._unkept


def _put(rows: dict[str, IndexRow], name: str, row: IndexRow | None) -> None:
    if row is None:
        rows.pop(name, None)
    else:
        rows[name] = row


def _signature(path: Path) -> Signature | None:
    try:
        seen = path.stat()
    except OSError:
        return None
    return seen.st_size, seen.st_mtime_ns


def _read(path: Path) -> IndexRow | None:
    signature = _signature(path)
    if signature is None:
        return None
    # A second change at the same tick of the disk's clock would not show: such a row is read again.
    lasting = abs(time.time_ns() - signature[1]) > _TICK_NS
    return IndexRow(*signature, read_entry(path, time_of(signature[1] / 1e9)), lasting)
