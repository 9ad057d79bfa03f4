"""The shelf: a folder of characters, and a catalogue of its files kept while the program runs."""

import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.rules.records import Record
from bones_desktop.rules.typedtext import folded
from bones_desktop.storage.files.characterfile import CHARACTERS, LARGEST, SUFFIX, new_id
from bones_desktop.storage.files.datafile import DataFile, Form, Named
from bones_desktop.storage.files.locations import REMOVED, delete, free_path, make_folder, put_aside, renamed
from bones_desktop.storage.files.plainjson import Unknown
from bones_desktop.storage.files.textfiles import FileProblem, is_folder, move, read_bytes, save_bytes, unreadable
from bones_desktop.storage.shelfentry import ShelfEntry, read_entry, time_of, with_copies


class Removed(Record):
    """A removed file, with its old and its new path."""

    original: Path
    path: Path


class Shelf:
    """The characters in `folder`. The folder is created with the first character."""

    def __init__(self, folder: Path, *, chosen: bool = False) -> None:
        """Use `folder`, and create it if needed.

        A folder that the user chose, or that existed before, is not created again: its drive may be unplugged.
        """
        self.folder = folder
        self._may_be_made = not chosen and not is_folder(folder)
        self.catalogue = Catalogue(folder)
        self._removed: Shelf | None = None

    def entries(self) -> tuple[ShelfEntry, ...]:
        """Return the files on the shelf, sorted by name, including damaged files with the reason."""
        return _by_name(self.catalogue.entries())

    def known(self) -> tuple[ShelfEntry, ...]:
        """Return the known files, sorted by name, without reading the folder."""
        return _by_name(self.catalogue.known())

    def newest(self) -> Iterator[ShelfEntry]:
        """Yield the files on the shelf, last changed first. Each file is read only when it is requested."""
        return self.catalogue.newest()

    def missing(self) -> FileProblem | None:
        """Return the problem if the folder is missing and must not be created; otherwise None."""
        if self._may_be_made or is_folder(self.folder):
            return None
        return FileProblem("folder-gone", self.folder / SUFFIX)

    def trouble(self) -> FileProblem | None:
        """Return why the folder cannot be listed: it is missing, or access is denied; None if it can be listed."""
        return unreadable(self.folder) or self.missing()

    def path_for(self, name: str) -> Path:
        """Return a free path for a character called `name`."""
        return free_path(self.folder, name, SUFFIX)

    def copies(self, path: Path) -> tuple[Path, ...]:
        """Return the other known files that contain the same character as the file at `path`, by its id."""
        cards = with_copies(self.catalogue.known())
        found = ((each.path, *each.copies) for each in cards if each.copies)
        return next((tuple(one for one in each if one != path) for each in found if path in each), ())

    def holder(self, character: Named) -> Path | None:
        """Return the file on the shelf that contains this character, by its id; None if there is none."""
        return next((each.path for each in with_copies(self.catalogue.entries()) if each.id == character.id), None)

    def create(self, character: Named, unknown: Unknown | None = None, game: str = CHARACTERS.system) -> Path:
        """Write a new character of a game to the shelf and return its path. Raise FileProblem."""
        self._make_ready()
        path = self.path_for(character.name)
        _form(game).write(path, character, unknown, None)
        self.catalogue.note(path)
        return path

    def rename(self, path: Path, name: str) -> Path:
        """Rename the file after the character's `name` and return its path.

        Raise FileProblem when that fails; the file then keeps its old name.
        """
        target = renamed(path, name, SUFFIX)
        self.catalogue.note(path)
        self.catalogue.note(target)
        return target

    def remove(self, path: Path) -> Removed:
        """Move a file, damaged or not, to the subfolder of removed files. Raise FileProblem when it cannot be moved."""
        target = put_aside(path, path.parent / REMOVED, path.stem, SUFFIX)
        self.catalogue.note(path)
        self.removed.catalogue.note(target)
        return Removed(path, target)

    @property
    def removed(self) -> "Shelf":
        """The shelf of removed files that can be restored."""
        if self._removed is None:
            self._removed = Shelf(self.folder / REMOVED)
        return self._removed

    def delete(self, path: Path) -> None:
        """Delete a removed file permanently. Raise FileProblem when it cannot be deleted."""
        delete(path)
        self.removed.catalogue.note(path)

    def restore(self, removed: Removed) -> Path:
        """Undo a removal and return the file's path.

        If the old name is taken, the file gets a new name. Raise FileProblem when the file cannot be moved.
        """
        target = removed.original
        if os.path.lexists(target):
            target = free_path(target.parent, target.stem, SUFFIX)
        move(removed.path, target)
        self.removed.catalogue.note(removed.path)
        self.catalogue.note(target)
        return target

    def import_file(self, source: Path) -> Path:
        """Copy a character from elsewhere to the shelf and return the path of the copy.

        A file that is already in the shelf's folder is not copied, and its path is returned. If the character is
        already on the shelf or among the removed files, the copy gets a new id, so that no two files share earlier
        versions and undo steps. Raise FileProblem or CharacterFileError.
        """
        game, found, data = read_given(source)
        if os.path.realpath(source.parent) == os.path.realpath(self.folder) and data is None:
            return source
        if not found.newer and any(
            each.id == found.value.id for shelf in (self, self.removed) for each in shelf.catalogue.entries()
        ):
            return self.create(of_its_own(found.value), found.unknown, game)
        self._make_ready()
        path = self.path_for(found.value.name)
        save_bytes(path, read_bytes(source, LARGEST) if data is None else data, None)
        self.catalogue.note(path)
        return path

    def export_file(self, path: Path, target: Path) -> None:
        """Copy a file of the shelf to `target`, replacing any file there. Raise FileProblem when that fails."""
        save_bytes(target, read_bytes(path, LARGEST))

    def _make_ready(self) -> None:
        missing = self.missing()
        if missing is not None:
            raise missing
        make_folder(self.folder)
        self._may_be_made = False

    def duplicate(self, path: Path, name: str) -> Path:
        """Put a copy of a character on the shelf and return the path of the copy.

        The copy is called `name`, cut to the greatest length of a character's name. Raise FileProblem or
        CharacterFileError.
        """
        game, found = _read(path)
        if found.newer:
            raise FileProblem("newer", path)
        return self.create(of_its_own(found.value).with_(name=name[:LINE]), found.unknown, game)


def _form(game: str) -> Form[Any]:
    if game == CHARACTERS.system:
        return CHARACTERS
    from bones_desktop.storage.games import form_of  # not needed at the start if the user plays only BONES

    return form_of(game)


def _read(path: Path) -> tuple[str, DataFile[Any]]:
    # Imported late: other games are not needed at the start if the user plays only BONES.
    from bones_desktop.storage.games import read_any

    stored, found = read_any(path)
    return stored.game.id, found


def read_given(path: Path) -> tuple[str, DataFile[Any], bytes | None]:
    """Return the game, the character, and the bytes of the character file inside a Foundry actor.

    `path` is either a character file of any game, for which the bytes are None, or a Foundry actor. Raise FileProblem
    or CharacterFileError.
    """
    # Imported late: few starts import a file.
    from bones_desktop.storage.files.sharedtext import content_of
    from bones_desktop.storage.games import parse_any

    data = content_of(path)
    if data is None:
        return (*_read(path), None)
    stored, found = parse_any(data, path)
    return stored.game.id, found, data


def of_its_own(character: Named) -> Named:
    """Return a copy of the character with a new id and without a campaign.

    The copy has no campaign, because only the original belongs to it.
    """
    if isinstance(character, Character):
        return character.with_(id=new_id(), campaign="")
    return character.with_(id=new_id())


def _by_name(entries: Iterable[ShelfEntry]) -> tuple[ShelfEntry, ...]:
    return tuple(sorted(entries, key=lambda each: (folded(each.name), each.path.name)))


_FIRST_BATCH: Final = 0.1
_LONGEST_BATCH: Final = 1.0
"""Longest time between two progress reports, in seconds.

Only the first report must come early. After it the user already sees cards, so later reports may take longer.
"""
Signature = tuple[int, int]
"""Size and modification time in nanoseconds."""


class Catalogue:
    """The known entries of the files in `folder`. It can be used by several threads."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._rows: dict[str, tuple[Signature, ShelfEntry]] = {}
        """Signature and entry of each file when it was last read, by file name."""
        self._is_there = True
        """True if the folder could be read the last time.

        While it cannot be read, because its drive is unplugged, the known entries are kept.
        """
        # The disk is never read while the lock is held, because a network drive may be slow.
        self._lock = threading.Lock()

    def known(self) -> tuple[ShelfEntry, ...]:
        """Return the known entries, unordered, without reading the folder."""
        return tuple(self.by_file().values())

    def by_file(self) -> dict[str, ShelfEntry]:
        """Return the known entries by file name, without reading the folder."""
        with self._lock:
            return {name: entry for name, (_signature, entry) in self._rows.items()} if self._is_there else {}

    def entries(self) -> tuple[ShelfEntry, ...]:
        """Read the files that have changed, and return all entries of the folder, unordered."""
        for _progress in self.look(lambda: True):
            pass
        return self.known()

    def look_briefly(self, seconds: float) -> bool:
        """Read files for at most this time, last changed first. Return whether every file is now known."""
        end = time.monotonic() + seconds
        *_earlier, (done, total) = self.look(lambda: time.monotonic() < end)
        return done == total

    def look(self, keep_on: Callable[[], bool]) -> Iterator[tuple[int, int]]:
        """Compare the catalogue with the folder and read changed files until `keep_on` returns False.

        Files changed last are read first. Yield pairs: the number of files read so far, and the number of all files to
        read. The first pair is yielded before the first file is read, further pairs from time to time.
        """
        present = self._signatures()
        with self._lock:
            missing = [name for name in self._rows if name not in present and self._is_there]
            wanted = [name for name, signature in present.items() if not self._holds(name, signature)]
        wanted.sort(key=lambda name: present[name][1], reverse=True)
        yield 0, len(wanted)
        reported, wait = time.monotonic(), _FIRST_BATCH
        for done, name in enumerate(wanted, start=1):
            if not keep_on():
                return
            self.note(self._folder / name)
            now = time.monotonic()
            if now - reported >= wait:
                yield done, len(wanted)
                reported, wait = now, min(2 * wait, _LONGEST_BATCH)
        # Drop the old name of a renamed file only after the new name is known, so that its card stays selected.
        for name in missing:
            self.note(self._folder / name)
        yield len(wanted), len(wanted)

    def note(self, path: Path) -> ShelfEntry | None:
        """Read one file again and return its entry; None if it is missing or not in this folder."""
        if path.parent != self._folder or path.suffix != SUFFIX:
            return None
        entry = None
        for _try in range(3):
            signature = _signature(path)
            entry = read_entry(path, time_of(signature[1] / 1e9)) if signature is not None else None
            with self._lock:
                if signature is None or entry is None:
                    self._rows.pop(path.name, None)
                else:
                    self._rows[path.name], self._is_there = (signature, entry), True
            # The file may have changed while it was read. If so, read it again.
            if _signature(path) == signature:
                break
        return entry

    def learn(self, path: Path) -> ShelfEntry | None:
        """Return the entry of a file. The file is read only if its size or modification time has changed."""
        signature = _signature(path)
        with self._lock:
            if signature is not None and self._holds(path.name, signature):
                return self._rows[path.name][1]
        return self.note(path)

    def newest(self) -> Iterator[ShelfEntry]:
        """Yield the entries, last changed first. Each file is read only when it is requested."""
        present = self._signatures()
        for name in sorted(present, key=lambda each: present[each][1], reverse=True):
            entry = self.learn(self._folder / name)
            if entry is not None:
                yield entry

    def holds_any(self) -> bool:
        """Return whether the folder contains any character file."""
        return bool(self._signatures())

    def _holds(self, name: str, signature: Signature) -> bool:
        """Return whether the catalogue has the current state of a file.

        For a file that could not be read, return False, so that it is tried again.
        """
        row = self._rows.get(name)
        return row is not None and row[0] == signature and not isinstance(row[1].damaged, FileProblem)

    def _signatures(self) -> dict[str, Signature]:
        found: dict[str, Signature] = {}
        self._is_there = False
        with contextlib.suppress(OSError), os.scandir(self._folder) as files:
            self._is_there = True
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
