"""What pages are drawn with: the shipped fonts and signs, the same on every machine and in every theme."""

from dataclasses import dataclass
from typing import Self

from PySide6.QtCore import QCoreApplication

from bones_desktop.printing.painter import SheetFonts
from bones_desktop.storage.files.locations import shipped
from bones_desktop.theme.faces import FaceArt
from bones_desktop.theme.fonts import load_fonts
from bones_desktop.theme.palette import load_palette

_PAPER_THEME = "parchment"
"""The theme whose inks are meant for a light ground."""


@dataclass(frozen=True, slots=True)
class PrintKit:
    """Fonts and the pictures of faces; made once and shared by preview, printer and PDF."""

    faces: FaceArt
    fonts: SheetFonts

    @classmethod
    def shipped(cls) -> Self:
        """Return the kit that comes with the program; needs a QGuiApplication."""
        load_fonts(shipped("resources") / "fonts")
        palette = load_palette(shipped("resources") / "themes" / f"{_PAPER_THEME}.json")
        return cls(FaceArt(shipped("icons"), palette.color), SheetFonts())


def translated(text: str) -> str:
    """Return a text of the sheet or its dialogs in the user's language; the same on screen, paper and PDF."""
    return QCoreApplication.translate("printing", text)
