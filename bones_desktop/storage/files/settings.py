"""The settings and the window layout, each in a small file."""

import contextlib
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from bones_desktop.rules.bones.book.rulebook import USUAL, HouseRules
from bones_desktop.rules.records import Record, field, fields
from bones_desktop.rules.values import Limits, Value
from bones_desktop.storage.files.checkedfile import (
    LARGEST_TEXT,
    LIMIT,
    SMALLEST_TEXT,
    DamagedFileError,
    read_checked,
    set_aside,
    write_checked,
)
from bones_desktop.storage.files.labelsheets import USUAL_CHOICES, PrintChoices
from bones_desktop.storage.files.locations import make_folder
from bones_desktop.storage.files.plainjson import plain, read
from bones_desktop.storage.files.textfiles import FileProblem

RECENT: Final = 10
MOST_FAVOURITES: Final = 200
_LONGEST_ENTRY: Final = 200
_PathText = Annotated[str, Limits(max_length=4_096, exact=True)]
_Entry = Annotated[str, Limits(max_length=_LONGEST_ENTRY, exact=True)]
_Part = Annotated[str, Limits(max_length=100_000)]


class Favourite(Value):
    """A task saved under a name."""

    who: Annotated[str, Limits(max_length=80)]
    """Id of the character to which the task belongs."""
    name: Annotated[str, Limits(max_length=200)]
    request: Annotated[str, Limits(max_length=4_096)]
    """The roll request in the format of the log."""


class Settings(Value):
    """The user's choices for the whole program."""

    characters_folder: _PathText = ""
    """Folder of characters; "" for the default folder."""
    notes_folder: _PathText = ""
    """Folder for notes of campaigns and fights; "" for none."""
    language: Annotated[str, Limits(max_length=20)] = ""
    """Code of the language of all texts; "" for the system's language."""
    theme: Literal["system", "iron", "parchment", "contrast"] = "system"
    text_size: Annotated[int, Limits(ge=SMALLEST_TEXT, le=LARGEST_TEXT)] = 100
    """Size of text, in per cent."""
    text_grows: bool = True
    """True if text and dice are larger in a large window."""
    paper: Literal["a4", "letter"] = "a4"
    animation: Literal["system", "normal", "quick", "off"] = "system"
    """Animation of dice. "system" means normal, or off if the operating system asks for reduced motion."""
    touch: Literal["system", "on", "off"] = "system"
    """Touch mode: large controls for fingers. "system" means on if there is a touch screen."""
    gather: bool = True
    """True if dice move into rows after they stop rolling."""
    sound: bool = False
    """True if sounds of dice, turns and wounds are played."""
    speech: Literal["short", "usual", "full"] = "usual"
    """How much a screen reader says about a roll: the outcome, also what counted, or every die."""
    go_on: bool = True
    """True if the builder selects the next empty face after an icon was chosen."""
    spoilers: bool = False
    """True if the Reference and the lists show adventure content meant only for the game master."""
    printed_templates_only: bool = False
    shelf_sort: Literal["changed", "name", "kind", "dice"] = "changed"
    """Sort order of the characters on the shelf."""
    shelf_rows: bool = False
    """True if the shelf shows rows instead of cards."""
    house_rules: HouseRules = USUAL
    """House rules of new characters."""
    recent: Annotated[tuple[_PathText, ...], Limits(max_length=RECENT)] = ()
    """Recently opened files, newest first."""
    last_open: _PathText = ""
    last_campaign: _PathText = ""
    last_fight: _PathText = ""
    first_start_done: bool = False
    keys: dict[_Entry, _Entry] = field(default_factory=dict)
    """The keys of commands that do not have their default keys, by command; "" for none."""
    single_keys: bool = True
    """True if single letters, digits and signs are keys of commands."""
    printing: PrintChoices = USUAL_CHOICES
    favourites: Annotated[tuple[Favourite, ...], Limits(max_length=MOST_FAVOURITES)] = ()
    """Saved tasks of the Table page, for all characters."""

    def opened(self, path: Path) -> "Settings":
        """Return the settings with `path` first among recent files. A name that cannot be printed is not added."""
        name = str(path)
        # A name that is not UTF-8 cannot be written to the settings.
        if not name.isprintable():
            return self
        return self.with_(recent=(name, *(each for each in self.recent if each != name))[:RECENT], last_open=name)

    def with_last(self, field: Literal["last_campaign", "last_fight"], path: Path | None) -> "Settings":
        """Return the settings with `path` as the last campaign or fight; None stands for no file.

        A path that cannot be printed is treated like None.
        """
        name = str(path) if path else ""
        return self.with_(**{field: name if not name or name.isprintable() else ""})

    def without(self, path: Path) -> "Settings":
        """Return the settings with `path` removed from the list of recent files."""
        name = str(path)
        return self.with_(
            recent=tuple(each for each in self.recent if each != name),
            last_open="" if self.last_open == name else self.last_open,
        )


class WindowState(Value):
    """Layout of the window. Data in the format of Qt is stored as base64."""

    geometry: _Part = ""
    page: Annotated[str, Limits(max_length=80)] = ""
    parts: dict[Annotated[str, Limits(max_length=80)], _Part] = field(default_factory=dict)
    """State of splitters and similar widgets, by Qt object name."""
    theme: Annotated[str, Limits(max_length=80)] = ""
    """The theme that was shown. If "system" is chosen, the first frame of the next start uses its background."""


class LoadedSettings(Record):
    """Settings, and the damaged file if they could not be read."""

    settings: Settings
    damaged: Path | None = None
    """New path of a damaged settings file, to be reported once; None if there is no such file."""


class SettingsFiles:
    """Reads and writes the settings and the layout. Reading never fails; writing may raise FileProblem."""

    def __init__(self, settings: Path, window: Path, clock: Callable[[], datetime]) -> None:
        self._settings = settings
        self._window = window
        self._clock = clock

    def load(self) -> LoadedSettings:
        """Return the settings, or the defaults if there are none. A damaged file is renamed to `.bad-<time>`."""
        try:
            stored = read_checked(self._settings, LIMIT)
        except DamagedFileError:
            return LoadedSettings(Settings(), set_aside(self._settings, self._clock()))
        except FileProblem:
            return LoadedSettings(Settings())
        return LoadedSettings(_settings_of(stored))

    def save(self, settings: Settings) -> None:
        """Write `settings`. Raise FileProblem when they cannot be saved."""
        _write(self._settings, plain(settings))

    def load_window(self) -> WindowState:
        """Return the layout, or the default if the file is damaged. A damaged file is renamed as in `load`."""
        try:
            stored = read_checked(self._window, LIMIT)
            return read(WindowState, stored)
        # A damaged layout is not reported: the user sees it and can fix it in a moment.
        except (DamagedFileError, ValueError):
            set_aside(self._window, self._clock())
        except FileProblem:
            pass
        return WindowState()

    def save_window(self, state: WindowState) -> None:
        """Write the layout. Nothing happens if that fails, because the next start then shows an earlier layout."""
        with contextlib.suppress(FileProblem):
            _write(self._window, plain(state))


def _texts(keys: object) -> dict[str, str]:
    """Return the entries of keys as texts, so that one wrong entry does not lose the others.

    The window reports wrong entries.
    """
    entries = keys if isinstance(keys, dict) else {"keys": keys}
    # Half of a surrogate pair could not be written to the file again.
    whole = (tuple(str(part).encode(errors="replace").decode() for part in entry) for entry in entries.items())
    return {id[:_LONGEST_ENTRY]: text[:_LONGEST_ENTRY] for id, text in whole}


def _write(path: Path, body: dict[str, Any]) -> None:
    make_folder(path.parent, path)
    write_checked(path, body)


def _settings_of(stored: object) -> Settings:
    """Return the settings with every known and valid entry. Another version of the program may have written them."""
    settings = Settings()
    if isinstance(stored, dict):
        if "keys" in stored:
            stored = {**stored, "keys": _texts(stored["keys"])}
        # Each entry is read separately, so that one wrong entry does not lose all the others.
        for name in (part.name for part in fields(Settings) if part.name in stored):
            with contextlib.suppress(ValueError):
                settings = settings.with_(**{name: getattr(read(Settings, {name: stored[name]}), name)})
    return settings
