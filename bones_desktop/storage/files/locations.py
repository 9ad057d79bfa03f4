"""The folders that the program uses, and free names for new files."""

import os
import re
import stat
import unicodedata
from collections.abc import Collection, Iterator
from itertools import count
from pathlib import Path
from typing import Final, Self

from bones_desktop.storage.files.textfiles import FileProblem, move, problem

_LONGEST: Final = 100
"""Longest file name without extension, in bytes. Encrypted folders allow 143 bytes for the whole name."""
_UNSAFE: Final = r'[<>:"/\\|?*]'
# Device names on Windows. A file with one of these names cannot be opened there, whatever its extension.
_RESERVED: Final = r"(?i)(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\..*)?\Z"
UNNAMED: Final = "No name yet"
REMOVED: Final = "removed"
"""Name of the subfolder for removed files. It is on the same drive, so removing and restoring are renames."""


def safe_name(name: str) -> str:
    """Return `name` as a file name without extension: short, never empty, without reserved characters or words (B11).

    It does not begin with "-", because commands would read it as an option.
    """
    # macOS may return names with accents as separate characters. The same name must give the same file everywhere.
    text = unicodedata.normalize("NFC", name)
    text = "".join(each if unicodedata.category(each) not in {"Cc", "Cf", "Cs"} else " " for each in text)
    text = " ".join(re.sub(_UNSAFE, "-", text).split()).strip(". ").lstrip("-. ")
    # Cutting bytes may split a character, or leave a space or dot at the end, which Windows drops.
    text = text.encode()[:_LONGEST].decode("utf-8", "ignore").rstrip(". ")
    if re.match(_RESERVED, text):
        text = f"{text.split('.')[0]}_"
    return text or UNNAMED


def free_name(name: str, suffix: str, taken: Collection[str]) -> str:
    """Return a safe file name that is not in `taken`, even if case is ignored as on some systems."""
    folded = {_folded(each) for each in taken}
    return next(each for each in _candidates(name, suffix) if _folded(each) not in folded)


def _candidates(name: str, suffix: str) -> Iterator[str]:
    stem = safe_name(name)
    yield f"{stem}{suffix}"
    yield from (f"{stem} ({number}){suffix}" for number in count(2))


def _folded(name: str) -> str:
    # Case folding can separate letters from their accents again, so the name is normalized a second time.
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def free_path(folder: Path, name: str, suffix: str, but: Path | None = None) -> Path:
    """Return a path in `folder` for `name` that no other file has. The name of the file `but` counts as free."""
    try:
        taken = [each for each in os.listdir(folder) if but is None or each != but.name]  # noqa: PTH208 (quicker)
    except OSError:  # The folder is missing or cannot be listed, so each name is looked up by itself.
        paths = (folder / each for each in _candidates(name, suffix))
        return next(each for each in paths if each == but or not os.path.lexists(each))
    return folder / free_name(name, suffix, taken)


def renamed(path: Path, name: str, suffix: str) -> Path:
    """Rename a file to `name` and return its path. If FileProblem is raised, the file keeps its old name."""
    target = free_path(path.parent, name, suffix, path)
    if target == path:
        return path
    if target.name.casefold() == path.name.casefold():
        # Some systems treat names that differ only in case as one, so the file is renamed in two steps.
        between = free_path(path.parent, f"{target.stem} renamed", suffix)
        move(path, between)
        try:
            move(between, target)
        except FileProblem:
            move(between, path)
            raise
        return target
    move(path, target)
    return target


def make_folder(folder: Path, file: Path | None = None) -> None:
    """Create `folder` if it is missing. When that fails, raise FileProblem with the path `file`, or else `folder`."""
    try:
        private_folder(folder)
    except OSError as error:
        raise problem(error, file or folder) from error


def put_aside(path: Path, folder: Path, name: str, suffix: str) -> Path:
    """Move a file to `folder` under `name` and return its path. Create the folder if needed. Raise FileProblem."""
    try:
        path.lstat()
    except OSError as error:  # No folder is created for a missing file: its drive may have been unplugged.
        raise problem(error, path) from error
    make_folder(folder)
    target = free_path(folder, name, suffix)
    move(path, target)
    return target


def delete(path: Path) -> None:
    """Delete a file permanently. Raise FileProblem when it cannot be deleted."""
    try:
        path.unlink()
    except OSError as error:
        raise problem(error, path) from error


NAME: Final = "bones-desktop"
START_LOCK: Final = ".start.lock"
"""File in the state folder that the running window locks, or a command in its place."""
TABLE_LOCK: Final = ".table.lock"
"""File in the state folder that the command `host` locks too."""


class Locations:
    """The user's folders. A folder is created only when something is written to it."""

    def __init__(self, data: Path, state: Path, config: Path) -> None:
        self.data, self.state, self.config = data, state, config
        self.characters = data / "characters"
        """Folder of characters, unless the settings name another folder."""
        self.campaigns = data / "campaigns"
        self.fights = data / "fights"
        """Folder of fights and scenes, prepared or in progress."""
        self.packs = data / "packs"
        """Folder of packs of house content."""
        self.tables = data / "tables"
        """Folder of the user's own random tables."""
        self.pictures = data / "pictures"
        """Folder of pictures to which notes link."""
        self.backups = data / "backups"
        """Folder of backups made before a backup was restored."""
        self.versions = data / "versions"
        """Folder of earlier versions. It is outside the characters folder, so a moved character keeps its versions."""
        self.roll_log = data / "throws.sqlite3"
        """The log of rolls. Always local, because SQLite's journal does not work on network drives (B5)."""
        self.settings_file = config / "settings.json"
        self.open_tables = data / "tables.db"
        """The file of tables that devices can join."""
        self.window_state_file = state / "window.json"
        """File with the size and layout of the window."""
        self.printed_faces = state / "printed.json"
        """File with the faces that were printed last."""
        self.undo = state / "undo"
        """Folder of undo histories."""
        self.start_counter = state / "starts"
        """File that counts consecutive failed starts."""
        self.crash_log = state / "crash.log"
        """File for the trace of a crash."""
        self.error_log = state / "errors.log"
        """File for errors that did not end the program."""

    @classmethod
    def usual(cls) -> Self:
        """Return the folders that the operating system provides for programs."""
        import platformdirs  # Imported late: not needed to find shipped files.

        dirs = platformdirs.PlatformDirs(NAME, appauthor=False)
        return cls(dirs.user_data_path, dirs.user_state_path, dirs.user_config_path)

    @classmethod
    def under(cls, folder: Path) -> Self:
        """Return locations that are all inside `folder`, the value of `--data-dir`, for example on a USB stick."""
        # The program may change its working directory later, so a relative path is resolved now.
        top = Path(folder).absolute()
        return cls(top / "data", top / "state", top / "config")

    def folders(self) -> Iterator[Path]:
        """Yield the existing folders to which the program writes."""
        for top in (self.data, self.state, self.config):
            for here, below, _files in os.walk(top):
                # `os.walk` enters only folders that stay in the list. Hidden folders belong to other programs.
                below[:] = [each for each in below if not each.startswith(".")]
                yield Path(here)


def private_folder(folder: Path) -> Path:
    """Create `folder` and its missing parents, readable only by the user, and return it.

    Raise OSError. An existing folder keeps its permissions.
    """
    # `Path.mkdir(parents=True)` would give the parents the default permissions instead of 0o700.
    missing = []
    above = folder
    while not os.path.lexists(above) and above != above.parent:
        missing.append(above)
        above = above.parent
    for each in reversed(missing):
        each.mkdir(mode=0o700, exist_ok=True)
    # A link to a folder is accepted; a file or a link to nothing is not.
    if not stat.S_ISDIR(folder.stat().st_mode):
        raise NotADirectoryError(20, "not a folder", str(folder))
    return folder
