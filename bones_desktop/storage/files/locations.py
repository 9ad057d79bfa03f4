"""The folders of the program, and free names for new files."""

import os
import re
import stat
import unicodedata
from collections.abc import Collection, Iterator
from itertools import count
from pathlib import Path
from typing import Final, Literal, Self

from bones_desktop.storage.files.textfiles import FileProblem, in_the_way, move, problem

_LONGEST: Final = 100
"""Longest stem in bytes. Encrypted folders allow 143 bytes for the whole name."""
_UNSAFE: Final = re.compile(r'[<>:"/\\|?*]')
# Names of devices on Windows: a file of such a name cannot be opened there, whatever its ending.
_RESERVED: Final = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\..*)?\Z", re.IGNORECASE)
UNNAMED: Final = "No name yet"


def safe_name(name: str) -> str:
    """Return `name` as a file name without ending: short, never empty, without reserved signs or words (B11).

    It does not begin with "-", because commands would read it as an option.
    """
    # macOS may return decomposed names; the same name must give the same file everywhere.
    text = unicodedata.normalize("NFC", name)
    text = "".join(each if unicodedata.category(each) not in {"Cc", "Cf", "Cs"} else " " for each in text)
    text = " ".join(_UNSAFE.sub("-", text).split()).strip(". ").lstrip("-. ")
    # Cutting bytes may split a character or leave a space or dot at the end, which Windows drops.
    text = text.encode()[:_LONGEST].decode("utf-8", "ignore").rstrip(". ")
    if _RESERVED.match(text):
        text = f"{text.split('.')[0]}_"
    return text or UNNAMED


def free_name(name: str, suffix: str, taken: Collection[str]) -> str:
    """Return a safe file name that differs from all of `taken` in more than case: some systems ignore case."""
    folded = {_folded(each) for each in taken}
    return next(each for each in _candidates(name, suffix) if _folded(each) not in folded)


def _candidates(name: str, suffix: str) -> Iterator[str]:
    stem = safe_name(name)
    yield f"{stem}{suffix}"
    yield from (f"{stem} ({number}){suffix}" for number in count(2))


def _folded(name: str) -> str:
    # Folding can produce decomposed letters again, hence the second normalization.
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def free_path(folder: Path, name: str, suffix: str, but: Path | None = None) -> Path:
    """Return a free path in `folder` for `name`. The file `but` counts as absent."""
    try:
        taken = [each for each in os.listdir(folder) if but is None or each != but.name]  # noqa: PTH208 (quicker)
    except OSError:  # there is none, or it may not be listed, though files in it can be looked for by name
        paths = (folder / each for each in _candidates(name, suffix))
        return next(each for each in paths if each == but or not os.path.lexists(each))
    return folder / free_name(name, suffix, taken)


def renamed(path: Path, name: str, suffix: str) -> Path:
    """Rename a file to `name` and return its path. After a FileProblem it has its old name."""
    target = free_path(path.parent, name, suffix, path)
    if target == path:
        return path
    if target.name.casefold() == path.name.casefold():
        # Some systems take both for one name: change it by way of a third.
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
    """Make `folder` if it is missing. Raise FileProblem about it, or about `file` if given."""
    try:
        private_folder(folder)
    except OSError as error:
        raise in_the_way(folder, file or folder) or problem(error, file or folder) from error


def put_aside(path: Path, folder: Path, name: str, suffix: str) -> Path:
    """Move a file to `folder` under `name` and return its path, making the folder if needed. Raise FileProblem."""
    try:
        path.lstat()
    except OSError as error:  # no folder is made for a file that is not there: its drive may have been taken out
        raise problem(error, path) from error
    make_folder(folder)
    target = free_path(folder, name, suffix)
    move(path, target)
    return target


def delete(path: Path) -> None:
    """Delete a file for good. Raise FileProblem when it cannot be deleted."""
    try:
        path.unlink()
    except OSError as error:
        raise problem(error, path) from error


NAME: Final = "bones-desktop"
_PACKAGE: Final = Path(__file__).resolve().parents[2]


def shipped(folder: Literal["resources", "icons"]) -> Path:
    """Return a folder shipped with the program: in the package when installed, next to it in a checkout."""
    inside = _PACKAGE / folder
    return inside if inside.is_dir() else _PACKAGE.parent / folder


class Locations:
    """The user's folders. A folder is made only when something is written to it."""

    def __init__(self, data: Path, state: Path, config: Path) -> None:
        self.data, self.state, self.config = data, state, config
        self.characters = data / "characters"
        """Folder of characters unless the settings name another one."""
        self.campaigns = data / "campaigns"
        self.fights = data / "fights"
        """Folder of fights, prepared or in progress."""
        self.packs = data / "packs"
        """Folder of packs of house content."""
        self.versions = data / "versions"
        """Folder of earlier versions, outside the characters' folder so that a moved character keeps them."""
        self.roll_log = data / "throws.sqlite3"
        """The log of rolls. Always local, because SQLite's journal does not work on network drives (B5)."""
        self.settings_file = config / "settings.json"
        self.window_state_file = state / "window.json"
        """Size and layout of the window."""
        self.printed_faces = state / "printed.json"
        """File of the faces that were printed last."""
        self.undo = state / "undo"
        """Folder of undo histories."""
        self.start_counter = state / "starts"
        """File with the number of starts that failed in a row."""
        self.crash_log = state / "crash.log"
        """File for the trace of a crash."""
        self.error_log = state / "errors.log"
        """File for errors that did not end the program."""

    @classmethod
    def usual(cls) -> Self:
        """Return the folders the operating system has for programs."""
        import platformdirs  # not needed to find what is shipped

        dirs = platformdirs.PlatformDirs(NAME, appauthor=False)
        return cls(dirs.user_data_path, dirs.user_state_path, dirs.user_config_path)

    @classmethod
    def under(cls, folder: Path) -> Self:
        """Return folders that are all under `folder` (`--data-dir`), for a USB stick or a test."""
        # The program may change its working folder later, so a relative path is resolved now.
        top = Path(folder).absolute()
        return cls(top / "data", top / "state", top / "config")

    def folders(self) -> Iterator[Path]:
        """Yield the existing folders that the program writes to."""
        for top in (self.data, self.state, self.config):
            for here, below, _files in os.walk(top):
                # os.walk enters only what is left in the list; hidden folders belong to other programs.
                below[:] = [each for each in below if not each.startswith(".")]
                yield Path(here)


def private_folder(folder: Path) -> Path:
    """Make `folder` and its missing parents, readable by the user alone, and return it.

    Raise OSError. A folder that exists keeps its permissions.
    """
    # `Path.mkdir(parents=True)` would give the parents the usual permissions instead of 0o700.
    missing = []
    above = folder
    while not os.path.lexists(above) and above != above.parent:
        missing.append(above)
        above = above.parent
    for each in reversed(missing):
        each.mkdir(mode=0o700, exist_ok=True)
    # A link to a folder is fine, a file or a dead link is not.
    if not stat.S_ISDIR(folder.stat().st_mode):
        raise NotADirectoryError(20, "not a folder", str(folder))
    return folder
