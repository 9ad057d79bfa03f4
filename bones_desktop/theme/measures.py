"""Fonts, distances, and menus and pictures that use no more memory than needed."""

from functools import cache
from pathlib import Path
from typing import Final, Literal, TypeVar

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QFont, QFontDatabase, QImage, QPixmap
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
