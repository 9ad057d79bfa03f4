"""The sheet as a PDF, made in memory without a window or a printer."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter

from bones_desktop.printing.items import PAPERS, Page, PageSize
from bones_desktop.printing.pages import lay_out
from bones_desktop.printing.painter import FacePainter, FontMeasure, SheetFonts, draw
from bones_desktop.rules.bones.sheet import Sheet

_DOTS_PER_INCH = 600
_MM_PER_INCH = 25.4


def sheet_pdf(sheet: Sheet, paper: str, faces: FacePainter, fonts: SheetFonts, tr: Callable[[str], str] = str) -> bytes:
    """Return the sheet on `paper` ("A4" or "Letter") as a PDF whose text can be searched; needs a QGuiApplication."""
    pages = lay_out(sheet, PAPERS[paper], FontMeasure(fonts), tr)
    return pages_pdf(pages, PAPERS[paper], tr("Character sheet"), faces, fonts)


def pages_pdf(pages: Sequence[Page], size: PageSize, title: str, faces: FacePainter, fonts: SheetFonts) -> bytes:
    """Return finished pages as a PDF. Its description names neither a user nor a folder."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(title)
    writer.setCreator("Bones Desktop")
    writer.setResolution(_DOTS_PER_INCH)
    writer.setPageLayout(page_layout(size))
    painter = QPainter(writer)
    draw_pages(pages, painter, writer.newPage, writer.resolution(), faces, fonts)
    painter.end()
    data = bytes(buffer.data().data())
    buffer.close()
    return data


def page_layout(size: PageSize) -> QPageLayout:
    """Return Qt's description of the paper, without margins: the pages bring their own."""
    paper = QPageSize(
        QSizeF(size.width, size.height), QPageSize.Unit.Millimeter, "", QPageSize.SizeMatchPolicy.FuzzyMatch
    )
    layout = QPageLayout(paper, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0))
    layout.setMode(QPageLayout.Mode.FullPageMode)
    return layout


def draw_pages(
    pages: Sequence[Page],
    painter: QPainter,
    next_page: Callable[[], bool],
    dots_per_inch: float,
    faces: FacePainter,
    fonts: SheetFonts,
) -> None:
    """Draw all pages on a paged device, one sheet of paper each."""
    for number, page in enumerate(pages):
        if number:
            next_page()
        painter.save()
        painter.scale(dots_per_inch / _MM_PER_INCH, dots_per_inch / _MM_PER_INCH)
        draw(page, painter, faces, fonts)
        painter.restore()
