"""Where files lie: what is shipped with the program, and the user's own folders."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, Self

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
