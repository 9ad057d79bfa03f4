"""Type, distances and the style of Qt that the style sheet is written for."""

from functools import cache
from pathlib import Path
from typing import Final, Literal

from PySide6.QtGui import QFont, QFontDatabase

STYLE_ARGUMENTS: Final = ("-style", "Fusion")
"""Arguments for the QApplication: the style set later would make Python classes of all that a style can draw."""


RADIUS: Final = 6
"""Corners of controls."""

CARD_RADIUS: Final = 10
"""Corners of cards and dialogs."""


def scaled(size: float, percent: int) -> int:
    """Return `size` pixels at a text size of `percent`, at least 1 for anything above 0."""
    pixels = round(size * percent / 100)
    return max(1, pixels) if size > 0 else pixels


FontRole = Literal["serif", "sans"]

FAMILIES: Final[dict[FontRole, str]] = {"serif": "Vollkorn", "sans": "Source Sans Pro"}
"""Serif for names, numbers and headings; sans for all the rest."""

SIZES: Final = (12, 14, 16, 20, 28, 40)
"""The only sizes of type, in pixels at 100 % text size."""


class FontFileError(Exception):
    """A shipped font file is missing or unreadable; the text names it."""


@cache
def load_fonts(folder: Path) -> tuple[str, ...]:
    """Make the fonts in `folder` known to Qt, once; return their families. FontFileError names a bad file."""
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
    """Return the font of `role` at `pixels`. No font features: a PDF cannot map the figures they bring back to text."""
    return QFont(_font(role, pixels, bold))  # a font can be changed; this one is nobody else's


@cache
def _font(role: FontRole, pixels: int, bold: bool) -> QFont:
    font = QFont(FAMILIES[role])
    font.setStyleHint(QFont.StyleHint.Serif if role == "serif" else QFont.StyleHint.SansSerif)
    font.setPixelSize(max(1, pixels))
    font.setWeight(QFont.Weight.Bold if bold else QFont.Weight.Normal)
    return font
