"""Colours by role. A theme is a JSON file with a colour for every role. The program asks for roles only."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, get_args

from PySide6.QtGui import QColor, QGuiApplication

ROLES: Final = (
    # backgrounds, from the window up
    "ground",
    "surface",
    "raised",
    "hover",
    "line",
    "edge",
    # texts and meanings
    "text",
    "muted",
    "accent",
    "on-accent",
    "second",
    "on-second",
    "good",
    "warn",
    "bad",
    "focus",
    "shadow",
    # results of a task or a fight, and the background of a likely one
    "success",
    "on-success",
    "failure",
    "on-failure",
    "chance",
    # the bone die and its drawings
    "bone",
    "bone-edge",
    "ink",
    "mastery1",
    "mastery2",
    "mastery3",
    "sign-green",
    "sign-brown",
    "sign-red",
    # the other kinds of dice and their inks
    "steel",
    "steel-edge",
    "steel-ink",
    "challenge",
    "challenge-edge",
    "challenge-ink",
    "hindering",
    "hindering-edge",
    "hindering-ink",
    "flame",
    "flame-edge",
    "flame-ink",
    "opponent",
    "opponent-edge",
    "opponent-ink",
    "lost",
    "lost-edge",
    "lost-ink",
    # the table
    "wood",
    "wood-edge",
    "felt",
    "felt-edge",
    "on-felt",
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
