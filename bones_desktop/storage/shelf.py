"""The folder of characters: what is in it, and putting in, renaming, copying and removing."""

import contextlib
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bones_desktop.rules.bones.character import Character, Kind
from bones_desktop.rules.bones.icons import MENTAL, PHYSICAL, UNIVERSAL
from bones_desktop.storage.characterfile import (
    LARGEST,
    SUFFIX,
    CharacterFileError,
    new_id,
    read_character,
    write_character,
)
from bones_desktop.storage.locations import private_folder
from bones_desktop.storage.names import free_name
from bones_desktop.storage.textfiles import FileProblem, move, problem, read_bytes, save_bytes
from bones_desktop.storage.unknownkeys import Unknown

_ON_EVERY_DIE: Final = frozenset({UNIVERSAL, PHYSICAL, MENTAL})
REMOVED: Final = "removed"
"""Folder within the characters' folder, so that removing and taking back is a rename on one drive."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One file on the shelf."""

    path: Path
    name: str
    """The character's name; the file's where it has none."""
    modified: datetime
    kind: Kind | None = None
    id: str = ""
    dice: int = 0
    emblem: str = ""
    """Code of the face its dice bear most often, beside those every die has; "" when there is none."""
    damaged: CharacterFileError | FileProblem | None = None
    """Why it cannot be opened; None when it can."""
    newer: bool = False


@dataclass(frozen=True, slots=True)
class Removed:
    """A removed file: where it was and where it lies now."""

    original: Path
    path: Path


class Shelf:
    """The characters in `folder`, which is made when the first one is put there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def entries(self) -> tuple[Entry, ...]:
        """Return what lies on the shelf, by name; a damaged file is among it with the reason."""
        found = []
        with contextlib.suppress(OSError):
            found = [_entry(path) for path in self.folder.iterdir() if path.suffix == SUFFIX and path.is_file()]
        return tuple(sorted(found, key=lambda each: (each.name.casefold(), each.path.name)))

    def path_for(self, name: str, *, but: Path | None = None) -> Path:
        """Return a free path for a character called `name`; the file `but` does not count as being there."""
        return _free(self.folder, name, but)

    def create(self, character: Character, unknown: Unknown | None = None) -> Path:
        """Put a new character on the shelf and return its path; FileProblem when it cannot be written."""
        _make(self.folder)
        path = self.path_for(character.name)
        write_character(path, character, unknown)
        return path

    def rename(self, path: Path, name: str) -> Path:
        """Let the file's name follow the character's `name`, and return its path; on FileProblem it is as before."""
        target = _free(path.parent, name, path)
        if target == path:
            return path
        if target.name.casefold() == path.name.casefold():
            # Some systems take both for one name: change it by way of a third.
            between = _free(path.parent, f"{target.stem} renamed", None)
            move(path, between)
            try:
                move(between, target)
            except FileProblem:
                move(between, path)
                raise
            return target
        move(path, target)
        return target

    def remove(self, path: Path) -> Removed:
        """Move a file, damaged or not, to the folder of removed ones; FileProblem when it cannot be done."""
        folder = path.parent / REMOVED
        _make(folder)
        target = _free(folder, path.stem, None)
        move(path, target)
        return Removed(path, target)

    def removed(self) -> tuple[Entry, ...]:
        """Return what was removed and can be brought back, by name."""
        return Shelf(self.folder / REMOVED).entries()

    def restore(self, removed: Removed) -> Path:
        """Undo a removal and return the file's path, a new one when its name has been taken; FileProblem otherwise."""
        target = removed.original
        if target.exists():
            target = _free(target.parent, target.stem, None)
        move(removed.path, target)
        return target

    def import_file(self, source: Path) -> Path:
        """Copy a character from elsewhere onto the shelf and return its path; one that lies there already stays.

        Raises FileProblem or CharacterFileError. A character that is on the shelf already comes as one of its own.
        """
        found = read_character(source)
        if source.resolve().parent == self.folder.resolve():
            return source
        if not found.newer and any(each.id == found.character.id for each in self.entries()):
            return self.create(found.character.with_(id=new_id()), found.unknown)
        _make(self.folder)
        path = self.path_for(found.character.name)
        save_bytes(path, read_bytes(source, LARGEST))
        return path

    def export_file(self, path: Path, target: Path) -> None:
        """Copy a file of the shelf to `target`, replacing what is there; FileProblem when it cannot be done."""
        save_bytes(target, read_bytes(path, LARGEST))

    def duplicate(self, path: Path, name: str) -> Path:
        """Put a copy called `name` on the shelf and return its path; FileProblem or CharacterFileError otherwise."""
        found = read_character(path)
        if found.newer:
            raise FileProblem("newer", path)
        return self.create(found.character.with_(id=new_id(), name=name), found.unknown)


def _entry(path: Path) -> Entry:
    modified = datetime.fromtimestamp(0, UTC)
    try:
        modified = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        found = read_character(path)
    except (CharacterFileError, FileProblem) as error:
        return Entry(path, path.stem, modified, damaged=error)
    except (OSError, OverflowError, ValueError):
        return Entry(path, path.stem, modified, damaged=FileProblem("other", path))
    character = found.character
    return Entry(
        path,
        character.name or path.stem,
        modified,
        character.kind,
        character.id,
        len(character.dice),
        _emblem(character),
        newer=found.newer,
    )


def _emblem(character: Character) -> str:
    faces = Counter(
        shown.code
        for die in character.dice
        for shown in die.faces
        if not shown.is_blank and shown.icons[0] not in _ON_EVERY_DIE
    )
    return faces.most_common(1)[0][0] if faces else ""


def _free(folder: Path, name: str, but: Path | None) -> Path:
    taken: list[str] = []
    with contextlib.suppress(OSError):
        taken = [each.name for each in folder.iterdir() if but is None or each.name != but.name]
    return folder / free_name(name, SUFFIX, taken)


def _make(folder: Path) -> None:
    try:
        private_folder(folder)
    except OSError as error:
        raise problem(error, folder) from error
