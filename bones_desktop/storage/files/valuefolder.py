"""A folder of files of one kind, such as campaigns or fights, with those that were removed and can be brought back."""

import contextlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Generic

from bones_desktop.rules.typedtext import unturned
from bones_desktop.storage.files.datafile import DataFileError, Form, NamedT
from bones_desktop.storage.files.placing import free_path, make_folder, put_aside, renamed
from bones_desktop.storage.files.textfiles import FileProblem, is_file, move, unreadable

REMOVED: Final = "removed"
"""Folder within the folder, so that removing and taking back is a rename on one drive."""


@dataclass(frozen=True)
class FileEntry(Generic[NamedT]):
    """One file of the folder."""

    path: Path
    name: str
    """The value's name; the file's where it has none."""
    value: NamedT | None = None
    """None for one that cannot be opened."""
    damaged: DataFileError | FileProblem | None = None
    """Why it cannot be opened; None when it can."""
    newer: bool = False
    """Whether a newer program wrote it: it may be shown, never written."""


class ValueFolder(Generic[NamedT]):
    """The files of `form` in `folder`, which is made when the first one is put there."""

    def __init__(self, form: Form[NamedT], folder: Path) -> None:
        self._form = form
        self.folder = folder

    def entries(self) -> tuple[FileEntry[NamedT], ...]:
        """Return what lies in the folder now, by name; a damaged file is among it with the reason."""
        return list_files(self._form, self.folder)

    def trouble(self) -> FileProblem | None:
        """Return why it cannot be told what lies in the folder, or what was removed; None when it can."""
        return unreadable(self.folder) or unreadable(self.folder / REMOVED)

    def create(self, value: NamedT) -> Path:
        """Put a new value into the folder and return its path; FileProblem when it cannot be written."""
        make_folder(self.folder)
        path = free_path(self.folder, value.name, self._form.suffix)
        self._form.write(path, value, present=None)
        return path

    def rename(self, path: Path, name: str) -> Path:
        """Let the file's name follow the value's `name`, and return its path; on FileProblem it is as before."""
        return renamed(path, name, self._form.suffix)

    def remove(self, path: Path) -> Path:
        """Move a file, damaged or not, to the folder of removed ones and return its path there; or FileProblem."""
        return put_aside(path, path.parent / REMOVED, path.stem, self._form.suffix)

    def removed(self) -> tuple[FileEntry[NamedT], ...]:
        """Return what was removed and can be taken back, by name."""
        return list_files(self._form, self.folder / REMOVED)

    def restore(self, removed: Path) -> Path:
        """Bring a removed file back and return its path, a new one when its name has been taken; or FileProblem."""
        target = free_path(self.folder, removed.stem, self._form.suffix)
        move(removed, target)
        return target


def list_files(form: Form[NamedT], folder: Path) -> tuple[FileEntry[NamedT], ...]:
    """Return the files of `form` in `folder`, by name; a damaged file is among them with the reason."""
    paths: list[Path] = []
    with contextlib.suppress(OSError):
        paths = [path for path in folder.iterdir() if path.name.endswith(form.suffix) and is_file(path)]
    entries = [_entry(form, path) for path in paths]
    return tuple(sorted(entries, key=lambda each: (each.name.casefold(), each.path.name)))


def _entry(form: Form[NamedT], path: Path) -> FileEntry[NamedT]:
    try:
        found = form.read(path)
    except (DataFileError, FileProblem) as error:
        return FileEntry(path, unturned(path.stem), damaged=error)
    return FileEntry(path, found.value.name or unturned(path.stem), found.value, newer=found.newer)
