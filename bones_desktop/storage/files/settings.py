"""The settings, and the layout that the last start left, in one small file each."""

import base64
import binascii
import contextlib
import os
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from bones_desktop.rules.bones.book.rulebook import USUAL, HouseRules
from bones_desktop.rules.values import Limits, Value
from bones_desktop.storage.files.datafile import DamagedFileError, read_checked, set_aside, write_checked
from bones_desktop.storage.files.labelsheets import USUAL_CHOICES, PrintChoices
from bones_desktop.storage.files.locations import make_folder, private_folder
from bones_desktop.storage.files.plainjson import plain, read
from bones_desktop.storage.files.textfiles import FileProblem, is_file, is_there, open_regular, read_bytes

LIMIT: Final = 1_000_000
"""Bytes that the settings or the layout may have."""
SMALLEST_TEXT: Final = 100
LARGEST_TEXT: Final = 200
"""What may be chosen as the text size, in per cent."""
FAILED_STARTS: Final = 2
ALIVE_AFTER: Final = 10
"""Seconds after which a start has succeeded."""
_LONGEST: Final = 200_000


@dataclass(frozen=True, slots=True)
class LastLook:
    """What can be seen of a window before anything is in it; `geometry` is what Qt made of it."""

    theme: str = "system"
    """The theme as chosen."""
    shown: str = ""
    """The theme that was in view; "" when it is not known."""
    text_size: int = 100
    geometry: bytes = b""


def last_look(settings: Path, window: Path) -> LastLook:
    """Return how the window was left; whatever is missing, damaged or out of bounds is as in the first start of all.

    Damage is not reported here: `SettingsFiles` does that a moment later.
    """
    usual = LastLook()
    chosen, left = _read(settings), _read(window)
    theme, text_size = chosen.get("theme"), chosen.get("text_size")
    shown, geometry = left.get("theme"), left.get("geometry")
    return LastLook(
        theme if isinstance(theme, str) else usual.theme,
        shown if isinstance(shown, str) else usual.shown,
        text_size if type(text_size) is int and SMALLEST_TEXT <= text_size <= LARGEST_TEXT else usual.text_size,
        unpacked(geometry) if isinstance(geometry, str) else usual.geometry,
    )


def packed(data: bytes) -> str:
    """Return `data` as text for JSON."""
    return base64.b64encode(data).decode("ascii")


def unpacked(text: str) -> bytes:
    """Return the bytes in `text`; none when it is damaged."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""


def _read(path: Path) -> dict[str, Any]:
    try:
        stored = read_checked(path, LIMIT)
    except (DamagedFileError, FileProblem):
        return {}
    return stored if isinstance(stored, dict) else {}


class StartCounter:
    """Counts starts that did not live long enough, in a file of one number."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def begin(self) -> bool:
        """Count this start; return whether it should be a safe one, since the last two failed (A9)."""
        failed = self._failed()
        self._write(failed + 1)
        return failed >= FAILED_STARTS

    def succeeded(self) -> None:
        """Forget the failures: the program has been alive for ten seconds, or ended as the user asked."""
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _failed(self) -> int:
        try:
            return max(0, min(99, int(read_bytes(self._path, 80)[:8])))
        except (FileProblem, ValueError):
            return 0

    def _write(self, count: int) -> None:
        with contextlib.suppress(OSError):
            private_folder(self._path.parent)
            handle = open_regular(self._path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            try:
                os.write(handle, b"%d" % count)
            finally:
                os.close(handle)


def take_last_crash(log: Path) -> str:
    """Return what the last crash left in `log`, "" if it did not crash, and put it aside as `.previous` (A5).

    Its folder is made, so that the caller can open `log` for the next trace.
    """
    with contextlib.suppress(OSError, FileProblem):
        private_folder(log.parent)
        if is_file(log) and log.stat().st_size:
            previous = log.with_name(f"{log.name}.previous")
            log.replace(previous)
            return read_bytes(previous, 20 * _LONGEST)[:_LONGEST].decode("utf-8", "replace").strip()
    return ""


RECENT: Final = 10
MOST_FAVOURITES: Final = 200
_PathText = Annotated[str, Limits(max_length=4_096, exact=True)]
_Part = Annotated[str, Limits(max_length=100_000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Favourite(Value):
    """A task that is kept under a name."""

    who: Annotated[str, Limits(max_length=80)]
    """The id of the character whose it is."""
    name: Annotated[str, Limits(max_length=200)]
    request: Annotated[str, Limits(max_length=4_096)]
    """What is thrown for, as in the log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(Value):
    """What the user has chosen for the whole program."""

    characters_folder: _PathText = ""
    """"" for the usual place."""
    theme: Literal["system", "iron", "parchment", "contrast"] = "system"
    text_size: Annotated[int, Limits(ge=SMALLEST_TEXT, le=LARGEST_TEXT)] = 100
    """In percent."""
    paper: Literal["a4", "letter"] = "a4"
    animation: Literal["system", "normal", "quick", "off"] = "system"
    """How dice move; "system" is normal unless the system asks for less motion, and then off."""
    gather: bool = True
    """Whether dice glide into rows once they lie still."""
    go_on: bool = True
    """Whether the builder goes to the next empty face once an icon was chosen for one."""
    spoilers: bool = False
    """Whether the Reference and the lists show the adventure, as only the game master should see it."""
    printed_templates_only: bool = False
    shelf_sort: Literal["changed", "name", "kind", "dice"] = "changed"
    """What the characters on the shelf are sorted by."""
    shelf_rows: bool = False
    """Whether they are shown as rows, not as cards."""
    house_rules: HouseRules = USUAL
    """What new characters start with."""
    recent: Annotated[tuple[_PathText, ...], Limits(max_length=RECENT)] = ()
    """Files last opened, the newest first."""
    last_open: _PathText = ""
    last_campaign: _PathText = ""
    last_fight: _PathText = ""
    first_start_done: bool = False
    printing: PrintChoices = USUAL_CHOICES
    favourites: Annotated[tuple[Favourite, ...], Limits(max_length=MOST_FAVOURITES)] = ()
    """Tasks of the Table page that are kept, of all characters."""

    def opened(self, path: Path) -> "Settings":
        """Return the settings after `path` was opened; a name that is no text is not remembered."""
        name = str(path)
        if not name.isprintable():
            return self
        return self.with_(recent=(name, *(each for each in self.recent if each != name))[:RECENT], last_open=name)

    def in_campaign(self, path: Path | None) -> "Settings":
        """Return the settings with the campaign now open, None for none; a name that is no text is not remembered."""
        name = str(path) if path else ""
        return self.with_(last_campaign=name if not name or name.isprintable() else "")

    def in_fight(self, path: Path | None) -> "Settings":
        """Return the settings with the fight now open, None for none; a name that is no text is not remembered."""
        name = str(path) if path else ""
        return self.with_(last_fight=name if not name or name.isprintable() else "")

    def without(self, path: Path) -> "Settings":
        """Return the settings with `path` taken off the list of recent files."""
        name = str(path)
        return self.with_(
            recent=tuple(each for each in self.recent if each != name),
            last_open="" if self.last_open == name else self.last_open,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowState(Value):
    """How the window was left. What Qt made is kept as base64."""

    geometry: _Part = ""
    page: Annotated[str, Limits(max_length=80)] = ""
    parts: dict[Annotated[str, Limits(max_length=80)], _Part] = field(default_factory=dict)
    """State of splitters and the like, by object name."""
    theme: Annotated[str, Limits(max_length=80)] = ""
    """The theme in view: with "system" chosen, the first frame of the next start has its ground."""


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """Settings and what went wrong when they were read."""

    settings: Settings
    damaged: Path | None = None
    """Where the damaged file lies now, to be reported once; None when all was well."""


class SettingsFiles:
    """Reads and writes the two files. Reading never fails; writing raises FileProblem and the program goes on."""

    def __init__(self, settings: Path, window: Path, clock: Callable[[], datetime]) -> None:
        self._settings = settings
        self._window = window
        self._clock = clock

    def load(self) -> LoadedSettings:
        """Return the settings, the defaults where there are none; a damaged file is renamed to `.bad-<time>`."""
        try:
            stored = read_checked(self._settings, LIMIT)
        except DamagedFileError:
            return LoadedSettings(Settings(), set_aside(self._settings, self._clock()))
        except FileProblem:
            return LoadedSettings(Settings())
        return LoadedSettings(_settings_of(stored))

    def save(self, settings: Settings) -> None:
        """Write `settings`; FileProblem when they cannot be kept."""
        _write(self._settings, plain(settings))

    def load_window(self) -> WindowState:
        """Return the layout; a damaged file is renamed as in `load`, and the usual layout returned."""
        try:
            stored = read_checked(self._window, LIMIT)
            return read(WindowState, stored)
        except (DamagedFileError, ValueError):
            set_aside(self._window, self._clock())
        except FileProblem:
            pass
        return WindowState()

    def save_window(self, state: WindowState) -> None:
        """Write the layout; FileProblem when it cannot be kept."""
        _write(self._window, plain(state))

    def forget_window(self) -> None:
        """Go back to the usual layout (safe start)."""
        if is_there(self._window):
            self.save_window(WindowState())


def _write(path: Path, body: dict[str, Any]) -> None:
    make_folder(path.parent, path)
    write_checked(path, body)


def _settings_of(stored: object) -> Settings:
    """Take every entry that is known and fits: another version of the program may have written the file."""
    settings = Settings()
    if isinstance(stored, dict):
        for name in (part.name for part in fields(Settings) if part.name in stored):
            with contextlib.suppress(ValueError):
                settings = settings.with_(**{name: getattr(read(Settings, {name: stored[name]}), name)})
    return settings
