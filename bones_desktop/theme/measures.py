"""Colours, fonts, distances, and menus and pictures that use no more memory than needed.

A theme is a JSON file with a colour for every role. The program asks for roles only.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Literal, TypeVar, get_args

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QImage, QPixmap
from PySide6.QtWidgets import QMenu, QWidget

PictureT = TypeVar("PictureT", QImage, QPixmap)


def to_keep(picture: PictureT) -> PictureT:
    """Return the pixels of a painted picture alone.

    Otherwise Qt also keeps its paint engine, which takes five times the memory of a small die's picture.
    """
    return picture.copy()


def light_menu(parent: QWidget, title: str = "") -> QMenu:
    """Return a menu that frees its picture each time it closes.

    Qt would keep it: 2 MB for a long menu in large type.
    """
    menu = QMenu(title, parent)

    def forget() -> None:
        store = menu.backingStore()
        if store is not None and not menu.isVisible():
            store.resize(QSize(1, 1))

    # The menu is still on the screen while it hides, so its picture is freed afterwards.
    menu.aboutToHide.connect(lambda: QTimer.singleShot(0, menu, forget))
    return menu


def emptied(menu: QMenu) -> QMenu:
    """Return a menu without its earlier entries. Qt's `clear` leaves the submenus that were made in it."""
    menu.clear()
    for below in menu.children():
        if isinstance(below, QMenu):
            below.deleteLater()
    return menu


STYLE_ARGUMENTS: Final = ("-style", "Fusion")
"""Arguments for the QApplication.

Setting the style later would make PySide's classes for everything a style can draw.
"""


RADIUS: Final = 6
"""Corner radius of controls."""

CARD_RADIUS: Final = 10
"""Corner radius of cards and dialogs."""


def scaled(size: float, percent: int) -> int:
    """Return `size` pixels at a text size of `percent`, at least 1 for anything above 0."""
    pixels = round(size * percent / 100)
    return max(1, pixels) if size > 0 else pixels


FontRole = Literal["serif", "sans"]

FAMILIES: Final[dict[FontRole, str]] = {"serif": "Vollkorn", "sans": "Source Sans Pro"}
"""Serif for names, numbers and headings. Sans for everything else."""

SIZES: Final = (12, 14, 16, 20, 28, 40)
"""The only sizes of type, in pixels at 100 % text size."""


class FontFileError(Exception):
    """A shipped font file is missing or unreadable. The text names it."""


@cache
def load_fonts(folder: Path) -> tuple[str, ...]:
    """Register the fonts in `folder` with Qt, once, and return their families. Raise FontFileError for a bad file."""
    files = sorted(folder.glob("*.ttf"))
    if not files:
        raise FontFileError(f"no font files in {folder}")
    families: set[str] = set()
    for path in files:
        number = QFontDatabase.addApplicationFont(str(path))
        if number < 0:
            raise FontFileError(f"{path.name} is not a font file")
        families.update(QFontDatabase.applicationFontFamilies(number))
    return tuple(sorted(families))


def make_font(role: FontRole, pixels: int, *, bold: bool = False) -> QFont:
    """Return the font of `role` at `pixels`. No font features: a PDF cannot map their figures back to text."""
    # A copy, since a caller may change its font.
    return QFont(_font(role, pixels, bold))


@cache
def _font(role: FontRole, pixels: int, bold: bool) -> QFont:
    font = QFont(FAMILIES[role])
    font.setStyleHint(QFont.StyleHint.Serif if role == "serif" else QFont.StyleHint.SansSerif)
    font.setPixelSize(max(1, pixels))
    font.setWeight(QFont.Weight.Bold if bold else QFont.Weight.Normal)
    return font


ROLES: Final = (
    # Backgrounds, from the window up.
    *("ground", "surface", "raised", "hover", "line", "edge"),
    # Texts and meanings.
    *("text", "muted", "accent", "on-accent", "second", "on-second", "good", "warn", "bad", "focus", "shadow"),
    # Results of a task or a fight, and the background of a likely one.
    *("success", "on-success", "failure", "on-failure", "chance"),
    # The bone die and its drawings.
    *("bone", "bone-edge", "ink", "mastery1", "mastery2", "mastery3", "sign-green", "sign-brown", "sign-red"),
    # The other kinds of dice and their inks.
    *("steel", "steel-edge", "steel-ink", "challenge", "challenge-edge", "challenge-ink"),
    *("hindering", "hindering-edge", "hindering-ink", "flame", "flame-edge", "flame-ink"),
    *("opponent", "opponent-edge", "opponent-ink", "lost", "lost-edge", "lost-ink"),
    # The table.
    *("wood", "wood-edge", "felt", "felt-edge", "on-felt"),
)

ThemeName = Literal["system", "iron", "parchment", "contrast"]
"""Possible values of the setting. "system" is iron or parchment, as the desktop asks."""

_CHOICES: Final = frozenset(get_args(ThemeName))
_OF_THE_SYSTEM: Final = frozenset({"iron", "parchment"})
_COLOUR: Final = re.compile(r"#[0-9a-f]{6}\Z")


class ThemeFileError(Exception):
    """A theme file cannot be used. The text names the file and its fault."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one theme."""

    id: str
    name: str
    dark: bool
    colours: Mapping[str, str]

    def color(self, role: str) -> QColor:
        """Return the colour of `role`. Raise KeyError if there is no such role."""
        return QColor(self.colours[role])

    def css(self, role: str) -> str:
        """Return the colour of `role` as #rrggbb."""
        return self.colours[role]


def load_palette(path: Path) -> Palette:
    """Read one theme file. Raise ThemeFileError with the file and its missing or wrong part."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ThemeFileError(f"{path.name}: {error}") from error
    if not isinstance(data, dict) or not isinstance(data.get("colours"), dict):
        raise ThemeFileError(f"{path.name}: no table of colours")
    name, scheme, colours = data.get("name"), data.get("scheme"), data["colours"]
    if not isinstance(name, str) or scheme not in {"dark", "light"}:
        raise ThemeFileError(f"{path.name}: a name and a scheme, dark or light, are needed")
    for role in ROLES:
        if not isinstance(colours.get(role), str) or not _COLOUR.match(colours[role]):
            raise ThemeFileError(f"{path.name}: {role} needs a colour such as #1f2327")
    if unknown := sorted(set(colours) - set(ROLES)):
        raise ThemeFileError(f"{path.name}: unknown role {unknown[0]}")
    return Palette(path.stem, name, scheme == "dark", colours)


def chosen_theme(name: str) -> ThemeName:
    """Return `name` if it is one of the choices, otherwise "system"."""
    return name if name in _CHOICES else "system"  # type: ignore[return-value]


def shown_theme(name: ThemeName, last: str = "") -> str:
    """Return the theme whose file is used for a choice.

    "system" is the `last` one shown, or as the desktop asks if that is unknown. This needs an application.
    """
    if name == "system":
        if last in _OF_THE_SYSTEM:
            return last
        return "parchment" if system_is_light() else "iron"
    return name


def system_is_light() -> bool:
    """Return whether the desktop asks for a light scheme. This needs an application."""
    # Imported late: its enumerations take as long as the rest of a first frame.
    from PySide6.QtCore import Qt

    return QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Light
