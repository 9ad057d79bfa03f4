"""Check that every shipped file exists and can be used: `bones-desktop --self-check`."""

import json
import os
import sys
import wave
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TextIO

from bones_desktop import __version__
from bones_desktop.cli.names import EXIT_NO_LIBRARIES, EXIT_OK, EXIT_PROBLEMS
from bones_desktop.rules.bones.book.icons import BLANK
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.storage.files.characterfile import CharacterFileError, read_character
from bones_desktop.storage.files.labelsheets import common_labels
from bones_desktop.storage.files.locations import shipped
from bones_desktop.storage.games import SMALL_GAMES, StoredGame, TableError
from bones_desktop.storage.rulebookfile import RulebookFileError, load_rulebook
from bones_desktop.wording.files import file_sentence

SAMPLES: Final = ("ragnar", "ragnar-half-done", "bob", "grumpy", "griffon", "swordmaster")
THEMES: Final = ("iron", "parchment", "contrast")
SOUNDS: Final = ("bone", "steel", "stone", "turn", "hurt")
THROWS: Final = range(1, 41)
"""Numbers of dice for which there are prepared rolls."""


@dataclass(frozen=True, slots=True)
class Missing:
    """A shipped file that is missing or unusable, and the reason."""

    file: str
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """The checked files and the faults found."""

    checked: tuple[Path, ...]
    missing: tuple[Missing, ...]


class _Check:
    """Collects the checked files and their faults."""

    def __init__(self) -> None:
        self.checked: list[Path] = []
        self.missing: list[Missing] = []

    def look(self, files: Iterable[Path], use: Callable[[Path], str]) -> None:
        """Check each file with `use`, which returns the fault; "" for none."""
        for file in files:
            self.checked.append(file)
            if wrong := use(file) if file.is_file() else "is not there":
                self.missing.append(Missing(f"{file.parent.name}/{file.name}", wrong))


def self_check() -> Report:
    """Use every shipped file as the program does, and return the report. Needs a QGuiApplication."""
    resources, icons = shipped("resources"), shipped("icons")
    check = _Check()
    rulebook = _check_rulebook(check, resources / "games" / "bones")
    for small in SMALL_GAMES:
        _check_tables(check, small, resources / "games" / small.game.id)
    _check_pictures(check, icons, rulebook)
    _check_fonts(check, resources / "fonts")
    _check_themes(check, resources / "themes")
    check.look(_all(resources / "games" / "bones" / "samples", "*.bones", SAMPLES), _wrong_with_sample)
    check.look(_all(resources / "throws", "*.throws", [f"{count:02}" for count in THROWS]), _wrong_with_throws)
    check.look(_all(resources / "sounds", "*.wav", SOUNDS), _wrong_with_sound)
    check.look(_all(resources / "schema", "*.json", ()), _wrong_with_json)
    check.look(_all(resources / "print", "*.json", ["labels"]), _wrong_with_labels)
    return Report(tuple(check.checked), tuple(check.missing))


def _all(folder: Path, pattern: str, needed: Iterable[str]) -> list[Path]:
    """Return the existing files and the required files."""
    return sorted({*folder.glob(pattern), *(folder / pattern.replace("*", name) for name in needed)})


def _wrong_with_labels(_file: Path) -> str:
    try:
        return "" if common_labels() else "holds no labels"
    except (OSError, ValueError) as error:
        return str(error)


def _check_rulebook(check: _Check, folder: Path) -> Rulebook | None:
    try:
        rulebook = load_rulebook(folder)
    except RulebookFileError as error:
        check.missing.append(Missing(f"{folder.name}/{error.file}", str(error)))
        return None
    finally:
        check.checked.extend(sorted(folder.glob("*.json")))
    return rulebook


def _check_tables(check: _Check, small: StoredGame[Any, Any], folder: Path) -> None:
    try:
        small.load(folder)
    except TableError as error:
        check.missing.append(Missing(folder.name, str(error)))
    check.checked.extend(sorted(folder.glob("*.json")))
    check.look(sorted((folder / "samples").glob("*.bones")), _wrong_with_sample_of(small))


def _wrong_with_sample_of(small: StoredGame[Any, Any]) -> Callable[[Path], str]:
    def wrong(file: Path) -> str:
        try:
            small.form.read(file)
        except CharacterFileError as error:
            return file_sentence(error)
        return ""

    return wrong


def _check_pictures(check: _Check, folder: Path, rulebook: Rulebook | None) -> None:
    # Imported late: if a library of Qt is missing, the check reports it and continues.
    from PySide6.QtGui import QImage

    from bones_desktop.desk.actions import ACTIONS

    named = [icon.id for icon in rulebook.icons if icon.id not in BLANK.icons] if rulebook else []
    drawings = [
        *_all(folder / "faces", "*.svg", named),
        *_all(folder / "actions", "*.svg", [action.icon for action in ACTIONS if action.icon]),
        *_all(folder / "app", "*.svg", ["bones-desktop"]),
        *_all(folder / "marks", "*.svg", ()),
    ]
    check.look(drawings, _wrong_with_drawing)
    check.look(sorted(folder.rglob("*.png")), lambda file: "is not a picture" if QImage(str(file)).isNull() else "")


def _wrong_with_drawing(file: Path) -> str:
    # Imported late: if a library of Qt is missing, the check reports it and continues.
    from PySide6.QtSvg import QSvgRenderer

    data = file.read_bytes()
    return "" if b"<svg" in data and QSvgRenderer(data).isValid() else "is not a drawing"


def _check_fonts(check: _Check, folder: Path) -> None:
    # Imported late: if a library of Qt is missing, the check reports it and continues.
    from PySide6.QtGui import QFontDatabase, QRawFont

    from bones_desktop.theme.measures import FAMILIES, FontFileError, load_fonts

    check.look(sorted(folder.glob("*.ttf")), lambda file: "" if QRawFont(str(file), 16).isValid() else "is not a font")
    check.look(sorted(folder.glob("*.txt")), lambda file: "" if file.stat().st_size else "is empty")
    try:
        load_fonts(folder)
    except FontFileError as error:
        check.missing.append(Missing(folder.name, str(error)))
    else:
        gone = sorted(set(FAMILIES.values()) - set(QFontDatabase.families()))
        check.missing.extend(Missing(folder.name, f"the font {family} is not there") for family in gone)


def _check_themes(check: _Check, folder: Path) -> None:
    # Imported late: if a library of Qt is missing, the check reports it and continues.
    from bones_desktop.theme.measures import ThemeFileError, load_palette

    def wrong(file: Path) -> str:
        try:
            load_palette(file)
        except ThemeFileError as error:
            return str(error)
        return ""

    check.look(_all(folder, "*.json", THEMES), wrong)
    check.look(sorted(folder.glob("*/*.svg")), _wrong_with_drawing)


def _wrong_with_sample(file: Path) -> str:
    try:
        read_character(file)
    except CharacterFileError as error:
        return file_sentence(error)
    return ""


def _wrong_with_throws(file: Path) -> str:
    # Imported late: if a library of Qt is missing, the check reports it and continues.
    from bones_desktop.tray.motion import ThrowFile, ThrowFileError

    try:
        throws = ThrowFile(file.read_bytes())
        for variant in range(throws.variants):
            throws.flight(variant)
    except ThrowFileError as error:
        return str(error)
    return "" if throws.count == int(file.stem) else f"is for {throws.count} dice"


def _wrong_with_sound(file: Path) -> str:
    # Imported late, as the throws are.
    from bones_desktop.desk.sounds import samples

    try:
        return "" if samples(file.stem) else "is silent"
    except (OSError, EOFError, wave.Error) as error:
        return str(error)


def _wrong_with_json(file: Path) -> str:
    try:
        json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        return str(error)
    return ""


def run_self_check(out: TextIO) -> int:
    """Print the report and return the exit code: 0 for no faults, 1 for some, 3 when Qt's libraries are missing."""
    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    try:
        # Imported late: if a library of Qt is missing, the check reports it and continues.
        from PySide6.QtGui import QGuiApplication
    except ImportError as error:
        from bones_desktop.systemlibraries import install_line

        print(f"bones-desktop: {install_line(error)}", file=out)
        return EXIT_NO_LIBRARIES
    application = QGuiApplication.instance() or QGuiApplication([])
    report = self_check()
    del application
    for each in report.missing:
        print(f"{each.file}: {each.text}", file=out)
    if report.missing:
        print(f"Bones Desktop {__version__}: {len(report.missing)} of its files are missing or damaged.", file=out)
        return EXIT_PROBLEMS
    print(f"Bones Desktop {__version__}: all {len(report.checked)} files are there and can be used.", file=out)
    return EXIT_OK
