"""Where the program keeps its files, and free names for new ones."""

import os
import re
import stat
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final, Literal, Self

from bones_desktop.storage.files.textfiles import FileProblem, in_the_way, move, problem

_LONGEST: Final = 100
"""In bytes; encrypted folders allow 143 for the whole name."""
_UNSAFE: Final = re.compile(r'[<>:"/\\|?*]')
_RESERVED: Final = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\..*)?\Z", re.IGNORECASE)
UNNAMED: Final = "No name yet"


def safe_name(name: str) -> str:
    """Return `name` as a file name without ending: no sign or word a system reserves, short, never empty (B11).

    It does not begin with "-" either, which commands take for an option.
    """
    text = unicodedata.normalize("NFC", name)
    text = "".join(each if unicodedata.category(each) not in {"Cc", "Cf", "Cs"} else " " for each in text)
    text = " ".join(_UNSAFE.sub("-", text).split()).strip(". ").lstrip("-. ")
    text = text.encode()[:_LONGEST].decode("utf-8", "ignore").rstrip(". ")
    if _RESERVED.match(text):
        text = f"{text.split('.')[0]}_"
    return text or UNNAMED


def free_name(name: str, suffix: str, taken: Collection[str]) -> str:
    """Return a safe file name that is none of `taken`, which some systems compare without regard to case."""
    folded = {_folded(each) for each in taken}
    return next(each for each in _candidates(name, suffix) if _folded(each) not in folded)


def _candidates(name: str, suffix: str) -> Iterator[str]:
    stem = safe_name(name)
    yield f"{stem}{suffix}"
    yield from (f"{stem} ({number}){suffix}" for number in count(2))


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def free_path(folder: Path, name: str, suffix: str, but: Path | None = None) -> Path:
    """Return a path in `folder` that is free for what is called `name`; the file `but` does not count as there."""
    try:
        taken = [each for each in os.listdir(folder) if but is None or each != but.name]  # noqa: PTH208 (quicker)
    except OSError:  # there is none, or it may not be listed, though files in it can be looked for by name
        paths = (folder / each for each in _candidates(name, suffix))
        return next(each for each in paths if each == but or not os.path.lexists(each))
    return folder / free_name(name, suffix, taken)


def renamed(path: Path, name: str, suffix: str) -> Path:
    """Let the file's name follow `name` and return its path; on FileProblem it is as before."""
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
    """Make a folder where there is none; when it cannot be made, FileProblem about it, or about `file` if given."""
    try:
        private_folder(folder)
    except OSError as error:
        raise in_the_way(folder, file or folder) or problem(error, file or folder) from error


def put_aside(path: Path, folder: Path, name: str, suffix: str) -> Path:
    """Move a file to `folder`, made where there is none, and return its path there, made of `name`; or FileProblem."""
    try:
        path.lstat()
    except OSError as error:  # no folder is made for a file that is not there: its drive may have been taken out
        raise problem(error, path) from error
    make_folder(folder)
    target = free_path(folder, name, suffix)
    move(path, target)
    return target


def delete(path: Path) -> None:
    """Delete a file for good; FileProblem when it cannot be done."""
    try:
        path.unlink()
    except OSError as error:
        raise problem(error, path) from error


NAME: Final = "bones-desktop"
_PACKAGE: Final = Path(__file__).resolve().parents[2]


def shipped(folder: Literal["resources", "icons"]) -> Path:
    """Return a folder shipped with the program: inside the package when installed, beside it in a checkout."""
    inside = _PACKAGE / folder
    return inside if inside.is_dir() else _PACKAGE.parent / folder


@dataclass(frozen=True, slots=True)
class Locations:
    """The user's folders. None is made before something is written there."""

    data: Path
    state: Path
    config: Path

    @classmethod
    def usual(cls) -> Self:
        """Return the folders the operating system has for programs."""
        import platformdirs  # not needed to find what is shipped

        dirs = platformdirs.PlatformDirs(NAME, appauthor=False)
        return cls(dirs.user_data_path, dirs.user_state_path, dirs.user_config_path)

    @classmethod
    def under(cls, folder: Path) -> Self:
        """Return folders that all lie under `folder` (`--data-dir`), for a stick or a test."""
        top = Path(folder).absolute()
        return cls(top / "data", top / "state", top / "config")

    @property
    def characters(self) -> Path:
        """Where characters lie unless the settings name another folder."""
        return self.data / "characters"

    @property
    def campaigns(self) -> Path:
        """Where campaigns lie."""
        return self.data / "campaigns"

    @property
    def fights(self) -> Path:
        """Where fights lie, prepared or being fought."""
        return self.data / "fights"

    @property
    def packs(self) -> Path:
        """Where packs of house content lie."""
        return self.data / "packs"

    @property
    def versions(self) -> Path:
        """Earlier versions, outside the characters' folder so that they follow a character wherever it goes."""
        return self.data / "versions"

    @property
    def roll_log(self) -> Path:
        """The log of throws; always local, for its journal does not work on network drives (B5)."""
        return self.data / "throws.sqlite3"

    @property
    def settings_file(self) -> Path:
        """The settings."""
        return self.config / "settings.json"

    @property
    def window_state_file(self) -> Path:
        """Size and layout of the window."""
        return self.state / "window.json"

    @property
    def printed_faces(self) -> Path:
        """Which faces were printed last."""
        return self.state / "printed.json"

    @property
    def undo(self) -> Path:
        """Undo histories."""
        return self.state / "undo"

    def folders(self) -> Iterator[Path]:
        """Yield the folders that files of ours are written to, as far as they are there."""
        for top in (self.data, self.state, self.config):
            for here, below, _files in os.walk(top):
                below[:] = [each for each in below if not each.startswith(".")]
                yield Path(here)

    @property
    def start_counter(self) -> Path:
        """How many starts failed in a row."""
        return self.state / "starts"

    @property
    def crash_log(self) -> Path:
        """Where the trace of a crash goes."""
        return self.state / "crash.log"

    @property
    def error_log(self) -> Path:
        """Where faults that did not end the program are written."""
        return self.state / "errors.log"


def private_folder(folder: Path) -> Path:
    """Make `folder` and its parents where missing, readable by the user alone, and return it.

    Raises OSError; a folder that is there keeps its permissions.
    """
    missing = []
    above = folder
    while not os.path.lexists(above) and above != above.parent:
        missing.append(above)
        above = above.parent
    for each in reversed(missing):
        each.mkdir(mode=0o700, exist_ok=True)
    if not stat.S_ISDIR(folder.stat().st_mode):
        raise NotADirectoryError(20, "not a folder", str(folder))
    return folder
