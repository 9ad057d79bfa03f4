"""Notes that the program writes into a folder of the user, without overwriting the user's changes.

A hidden file in the folder lists the written files with digests of their contents. If a file has another digest now,
the user edited it, and it is left alone. Only files that this module wrote are deleted.
"""

import contextlib
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from bones_desktop.storage.files.checkedfile import DamagedFileError, read_checked, write_checked
from bones_desktop.storage.files.locations import delete, free_path
from bones_desktop.storage.files.textfiles import FileProblem, is_folder, read_bytes, save_bytes

LIST: Final = ".bones-desktop-notes.json"
"""Name of the hidden file. Obsidian and file managers do not show it."""
SUFFIX: Final = ".md"
_LARGEST: Final = 20_000_000


class NoteFile(NamedTuple):
    """A note: the name of its file without extension, and its text."""

    name: str
    text: str


def write_notes(folder: Path, notes: Mapping[str, NoteFile]) -> tuple[Path, ...]:
    """Write the notes that changed, and return the files that the user edited.

    The key of a note never changes: it is a kind and the id of a campaign or fight, as in "session:ab12:3". For each
    campaign or fight, `notes` must contain all its notes. Files of notes that are no longer in `notes`, and files with
    old names, are deleted unless the user edited them. A file that already existed, or that the user edited, is left as
    it is. Raise FileProblem when the folder is missing or cannot be written.
    """
    if not is_folder(folder):
        raise FileProblem("folder-gone", folder / LIST)
    known, edited = _known(folder), list[Path]()
    before = dict(known)
    try:
        for key, note in notes.items():
            if (path := _write(folder, key, note, known)) is not None:
                edited.append(path)
        owners = {_owner(key) for key in notes} - {""}
        for key in [each for each in known if each not in notes and _owner(each) in owners]:
            _remove(folder, known.pop(key))
    finally:
        # Save the list also after an error. Otherwise the files just written would count as edited by the user.
        if known != before:
            write_checked(folder / LIST, known)
    return tuple(edited)


def _write(folder: Path, key: str, note: NoteFile, known: dict[str, dict[str, str]]) -> Path | None:
    """Write one note. Return its file if the user edited it."""
    data = note.text.encode("utf-8", "replace")
    ours = known.get(key)
    old = folder / ours["file"] if ours else None
    present = _content(old) if old is not None else None
    if old is not None and ours is not None and present is not None and ours["sha256"] != _digest(present):
        return None if present == data else old
    path = free_path(folder, note.name, SUFFIX, old)
    if path == old and present == data:
        return None
    try:
        save_bytes(path, data, present if path == old else None)
    except FileProblem as error:
        # Another program wrote the file a moment ago.
        if error.code in {"changed-outside", "exists"}:
            return path
        raise
    known[key] = {"file": path.name, "sha256": _digest(data)}
    if old is not None and present is not None and path != old:
        with contextlib.suppress(FileProblem):
            delete(old)
    return None


def _owner(key: str) -> str:
    """Return the id of the campaign or fight in a key; "" if there is none."""
    return "".join(key.split(":")[1:2])


def _remove(folder: Path, ours: dict[str, str]) -> None:
    """Delete a file that this module wrote, unless the user edited it or it cannot be deleted."""
    with contextlib.suppress(FileProblem):
        present = _content(folder / ours["file"])
        if present is not None and _digest(present) == ours["sha256"]:
            delete(folder / ours["file"])


def _content(path: Path) -> bytes | None:
    """Return the content of a file; None if it does not exist. Raise FileProblem."""
    try:
        return read_bytes(path, _LARGEST)
    except FileProblem as error:
        if error.code == "file-gone":
            return None
        raise


def _known(folder: Path) -> dict[str, dict[str, str]]:
    """Return the name and the digest of each note's file by key; {} if the list is missing or damaged."""
    try:
        found: Any = read_checked(folder / LIST, _LARGEST)
    except (DamagedFileError, FileProblem):
        return {}
    entries = found.items() if isinstance(found, dict) else ()
    return {key: each for key, each in entries if _is_entry(each)}


def _is_entry(entry: object) -> bool:
    """Return whether an entry names a file directly in the folder.

    The list may come from elsewhere, so its entries are checked.
    """
    if not isinstance(entry, dict) or entry.keys() != {"file", "sha256"}:
        return False
    name = entry["file"]
    return isinstance(name, str) and name.endswith(SUFFIX) and Path(name).name == name and "\\" not in name


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
