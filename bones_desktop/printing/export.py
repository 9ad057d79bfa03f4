"""The sheet as a PDF, made in memory without a window or a printer."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QGuiApplication, QPageLayout, QPageSize, QPainter, QPdfWriter

from bones_desktop.printing.items import MM_PER_INCH, PAPERS, Page, PageSize
from bones_desktop.printing.kit import PrintKit
from bones_desktop.printing.pages import lay_out
from bones_desktop.printing.painter import draw
from bones_desktop.rules.bones.making.sheet import Sheet
from bones_desktop.storage.files.textfiles import save_bytes

_DOTS_PER_INCH: Final = 600
_CHARACTERS: Final = re.compile(rb"\[(?:<[0-9A-F]{4}> ?)+\]")


def write_sheet_pdf(
    sheet: Sheet,
    target: Path,
    *,
    paper: str = "A4",
    letters: Mapping[str, str] | None = None,
    tr: Callable[[str], str] = str,
) -> int:
    """Write a sheet to `target` without a window; return the number of pages. FileProblem when it cannot be written.

    `letters` is what icons without a picture are drawn as, by their id.
    """
    app = QGuiApplication.instance() or QGuiApplication(["bones-desktop", "-platform", "offscreen"])
    kit = PrintKit.shipped()
    kit.faces.set_letters(letters or {})
    pages = lay_out(sheet, PAPERS[paper], kit.fonts, tr)
    save_bytes(target, pages_pdf(pages, PAPERS[paper], tr("Character sheet"), kit))
    del app
    return len(pages)


def pages_pdf(pages: Sequence[Page], size: PageSize, title: str, kit: PrintKit) -> bytes:
    """Return finished pages as a PDF. Its description names neither a user nor a folder."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(title)
    writer.setCreator("Bones Desktop")
    writer.setResolution(_DOTS_PER_INCH)
    writer.setPageLayout(page_layout(size))
    painter = QPainter(writer)
    draw_pages(pages, painter, writer.newPage, writer.resolution(), kit)
    painter.end()
    data = _with_spaces(bytes(buffer.data().data()))
    buffer.close()
    return data


def _with_spaces(pdf: bytes) -> bytes:
    """Return the file with its table of characters saying "space" where Qt says "tab", so that names can be found.

    Tab and space share a glyph and Qt names the first; both codes are equally long, so nothing in the file moves.
    """
    return _CHARACTERS.sub(lambda table: table[0].replace(b"<0009>", b"<0020>"), pdf)


def page_layout(size: PageSize) -> QPageLayout:
    """Return Qt's description of the paper, without margins: the pages bring their own."""
    extent = QSizeF(size.width, size.height)
    paper = QPageSize(extent, QPageSize.Unit.Millimeter, "", QPageSize.SizeMatchPolicy.FuzzyMatch)
    layout = QPageLayout(paper, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0))
    layout.setMode(QPageLayout.Mode.FullPageMode)
    return layout


def draw_pages(
    pages: Sequence[Page], painter: QPainter, next_page: Callable[[], bool], dots_per_inch: float, kit: PrintKit
) -> None:
    """Draw all pages on a paged device, one sheet of paper each."""
    for number, page in enumerate(pages):
        if number:
            next_page()
        painter.save()
        painter.scale(dots_per_inch / MM_PER_INCH, dots_per_inch / MM_PER_INCH)
        draw(page, painter, kit.faces, kit.fonts)
        painter.restore()
