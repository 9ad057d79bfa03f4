"""The folder of packs: what is in it, and saving, taking in, giving away and removing."""

import contextlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bones_desktop.rules.bones.life.packs import Pack
from bones_desktop.storage.files.datafile import digest_of
from bones_desktop.storage.files.placing import free_name, free_path, make_folder, put_aside
from bones_desktop.storage.files.plainjson import UNKNOWN
from bones_desktop.storage.files.textfiles import FileProblem, Present, is_file, is_there, read_bytes, unreadable
from bones_desktop.storage.packs.packfile import (
    LARGEST,
    MOST_BYTES,
    MOST_FILES,
    SUFFIX,
    PackError,
    PackFile,
    PackFileError,
    read_pack,
    write_pack,
)

REMOVED: Final = "removed"


@dataclass(frozen=True, slots=True)
class LoadedPacks:
    """What lies in the folder, as far as it is read."""

    files: tuple[PackFile, ...] = ()
    damaged: tuple[PackFileError | FileProblem, ...] = ()

    @property
    def packs(self) -> tuple[Pack, ...]:
        """The packs that can be read, by name."""
        return tuple(file.pack for file in self.files)


class PackFolder:
    """The packs in `folder`, which is made when the first one is put there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def load(self) -> LoadedPacks:
        """Return every pack by name, and why others cannot be used; of two with one id the first file counts."""
        paths: list[Path] = []
        with contextlib.suppress(OSError):
            paths = sorted(path for path in self.folder.iterdir() if path.suffix == ".json" and is_file(path))
        files: dict[str, PackFile] = {}
        trouble = unreadable(self.folder)
        damaged: list[PackFileError | FileProblem] = [trouble] if trouble is not None else []
        read = 0
        for count, path in enumerate(paths):
            read += _size(path)
            if count >= MOST_FILES or read > MOST_BYTES:
                damaged.append(PackFileError(path, PackError("too-many", hint=str(MOST_BYTES // 1_000_000))))
                continue
            try:
                found = read_pack(path)
            except (PackFileError, FileProblem) as error:
                damaged.append(error)
                continue
            first = files.setdefault(found.pack.id, found)
            if first is not found:
                spot = found.places.spot(("id",)) if found.places else UNKNOWN
                damaged.append(PackFileError(path, PackError("same-id", spot, ("id",), first.path.name)))
        return LoadedPacks(in_order(files.values()), tuple(damaged))

    def path_for(self, pack: Pack) -> Path:
        """Return a free path for a new pack; FileProblem when the folder has as many files as are read."""
        names = _names(self.folder)
        if sum(name.endswith(".json") for name in names) >= MOST_FILES:
            raise FileProblem("too-many", self.folder / pack.id, most=MOST_FILES)
        return self.folder / free_name(pack.id, SUFFIX, names)

    def path_again(self, file: PackFile) -> Path:
        """Return the path of a pack that was away: its old one, another one when something else lies there by now."""
        if not os.path.lexists(file.path):
            return file.path
        return free_path(self.folder, file.pack.id, SUFFIX)

    def save(self, file: PackFile) -> PackFile:
        """Write a pack to its path and return it as it is on disk.

        Raises FileProblem; `changed-outside` when the file is not as it was read or written last.
        """
        make_folder(self.folder)
        present: Present = "any"
        if file.digest and is_there(file.path):
            present = read_bytes(file.path, LARGEST)
            if digest_of(present) != file.digest:
                raise FileProblem("changed-outside", file.path)
        return write_pack(file.path, file.pack, file.unknown, present)

    def remove(self, path: Path) -> None:
        """Move a pack, damaged or not, to the folder of removed ones; FileProblem when it cannot be done."""
        put_aside(path, self.folder / REMOVED, path.name.removesuffix(SUFFIX), SUFFIX)

    def export(self, file: PackFile, target: Path) -> None:
        """Write a copy to `target`, replacing what is there; FileProblem when it cannot be done."""
        write_pack(target, file.pack, file.unknown)


def in_order(files: Iterable[PackFile]) -> tuple[PackFile, ...]:
    """Return the packs by name."""
    return tuple(sorted(files, key=lambda file: (file.pack.name.casefold(), file.pack.id)))


def _names(folder: Path) -> list[str]:
    try:
        return [each.name for each in folder.iterdir()]
    except OSError:
        return []


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
