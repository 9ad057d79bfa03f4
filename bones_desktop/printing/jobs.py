"""What can be printed or saved as a PDF: pages for any paper, what they are called, and the PDF made in memory."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QGuiApplication, QPageLayout, QPageSize, QPainter, QPdfWriter

from bones_desktop.printing.columns import Columns, lay_out_columns
from bones_desktop.printing.diary import lay_out_diary
from bones_desktop.printing.items import MM_PER_INCH, PAPERS, Page, PageSize
from bones_desktop.printing.pages import lay_out
from bones_desktop.printing.painter import PrintKit, draw
from bones_desktop.printing.painter import translated as tr
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.diary import Diary
from bones_desktop.rules.bones.making.sheet import Sheet
from bones_desktop.storage.files.placing import safe_name
from bones_desktop.storage.files.textfiles import save_bytes
from bones_desktop.wording import Translate

_DOTS_PER_INCH: Final = 600
_CHARACTERS: Final = re.compile(rb"\[(?:<[0-9A-F]{4}> ?)+\]")


def write_sheet_pdf(
    sheet: Sheet | Columns,
    target: Path,
    *,
    paper: str = "A4",
    letters: Mapping[str, str] | None = None,
    tr: Translate = str,
) -> int:
    """Write a sheet of any game to `target` without a window, and return the number of pages.

    FileProblem when it cannot be written.

    `letters` is what icons without a picture are drawn as, by their id.
    """
    app = QGuiApplication.instance() or QGuiApplication(["bones-desktop", "-platform", "offscreen"])
    kit = PrintKit.shipped()
    kit.faces.set_letters(letters or {})
    pages = _laid_out(sheet, PAPERS[paper], kit, tr)
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


@dataclass(frozen=True, slots=True)
class PrintJob:
    """Pages, the paper chosen for them, and what they are drawn with."""

    lay_out: Callable[[PageSize], tuple[Page, ...]]
    """Returns the pages for a size of paper."""
    title: str
    """What the pages are, in a word or two."""
    name: str
    """What they are called; "" for pages of no character."""
    asking: str
    """Title of the dialog that asks for a printer."""
    failed: str
    """Says that nothing was printed."""
    paper: str
    """A key of PAPERS."""
    kit: PrintKit

    @property
    def file_name(self) -> str:
        """A file name that every system accepts."""
        return (safe_name(self.name) if self.name.strip() else self.title) + ".pdf"

    def pdf(self) -> bytes:
        """Return the pages as a PDF whose text can be searched."""
        size = PAPERS[self.paper]
        return pages_pdf(self.lay_out(size), size, self.title, self.kit)


def _laid_out(sheet: Sheet | Columns, size: PageSize, kit: PrintKit, tr: Translate) -> tuple[Page, ...]:
    """Return the pages of a sheet: that of BONES is its form, those of other games stand in columns."""
    if isinstance(sheet, Columns):
        return tuple(lay_out_columns(sheet, size, kit.fonts, tr))
    return tuple(lay_out(sheet, size, kit.fonts, tr))


def sheet_job(sheet: Sheet | Columns, paper: str, kit: PrintKit) -> PrintJob:
    """Return the printing of a character sheet of any game."""
    return PrintJob(
        lambda size: _laid_out(sheet, size, kit, tr),
        tr("Character sheet"),
        sheet.name,
        tr("Print the sheet"),
        tr("The sheet was not printed"),
        paper,
        kit,
    )


def diary_job(rulebook: Rulebook, name: str, diary: Diary, paper: str, kit: PrintKit) -> PrintJob:
    """Return the printing of the diary of the seasons of the character called `name`."""
    return PrintJob(
        lambda size: lay_out_diary(rulebook, name, diary, size, kit.fonts, tr),
        tr("Diary"),
        tr("{name}, diary").format(name=name) if name.strip() else "",
        tr("Print the diary"),
        tr("The diary was not printed"),
        paper,
        kit,
    )
