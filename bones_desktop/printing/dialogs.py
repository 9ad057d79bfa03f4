"""Printing pages and saving them as a PDF, with dialogs that never block the window."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QPageLayout, QPainter
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox, QWidget

from bones_desktop.printing.items import MM_PER_INCH, PAPERS, PageSize
from bones_desktop.printing.jobs import PrintJob, draw_pages, page_layout
from bones_desktop.printing.painter import translated as tr
from bones_desktop.storage.files.textfiles import FileProblem, save_bytes
from bones_desktop.wording.files import file_sentence

_LEAST_WIDTH: Final = 180
_LEAST_HEIGHT: Final = 250


def print_pages(job: PrintJob, parent: QWidget) -> QDialog:
    """Open the print dialog; the pages are laid out again for the paper chosen there. Returns the open dialog."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setPageLayout(page_layout(PAPERS[job.paper]))
    printer.setFullPage(True)
    printer.setDocName(job.name or job.title)
    printer.setCreator("Bones Desktop")
    dialog = QPrintDialog(printer, parent)
    dialog.setWindowTitle(job.asking)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def start() -> None:
        if not print_on(job, printer):
            warn(parent, job.failed, tr("The printer took no page. You can save a PDF instead."))

    dialog.accepted.connect(start)
    QDialog.open(dialog)
    return dialog


def print_on(job: PrintJob, printer: QPrinter) -> bool:
    """Print on a printer as it is set up; return whether it took the pages.

    Paper too small for the pages, or lying on its side, gets the pages made smaller instead of a broken layout.
    """
    printer.setFullPage(True)
    paper = printer.pageLayout().fullRect(QPageLayout.Unit.Millimeter)
    roomy = paper.width() >= _LEAST_WIDTH and paper.height() >= _LEAST_HEIGHT
    size = PageSize(paper.width(), paper.height()) if roomy else PAPERS[job.paper]
    first, last = printer.fromPage(), printer.toPage()
    pages = job.lay_out(size)
    chosen = pages[first - 1 : last] if first else pages
    painter = QPainter()
    if not chosen or not painter.begin(printer):
        return False
    share = min(paper.width() / size.width, paper.height() / size.height)
    dots = printer.resolution() / MM_PER_INCH
    painter.translate((paper.width() - size.width * share) / 2 * dots, 0)
    painter.scale(share, share)
    draw_pages(chosen, painter, printer.newPage, printer.resolution(), job.kit)
    return painter.end() and printer.printerState() is not QPrinter.PrinterState.Error


def save_as_pdf(job: PrintJob, parent: QWidget, folder: Path, saved: Callable[[Path], None]) -> QFileDialog:
    """Ask for a file, first in `folder`, and write the pages there; `saved` learns where. Returns the open dialog."""
    dialog = QFileDialog(parent, tr("Save as PDF"), str(folder / job.file_name))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilter(tr("PDF files (*.pdf)"))
    dialog.setDefaultSuffix("pdf")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def write(chosen: str) -> None:
        target = Path(chosen)
        if write_pdf(job, target, parent):
            saved(target)

    dialog.fileSelected.connect(write)
    dialog.open()
    return dialog


def write_pdf(job: PrintJob, target: Path, parent: QWidget) -> bool:
    """Write the pages to `target`, replacing a file there only when all of it is written; say so when it fails."""
    try:
        save_bytes(target, job.pdf())
    except FileProblem as error:
        warn(parent, tr("The PDF was not saved"), file_sentence(error, tr))
        return False
    return True


def warn(parent: QWidget, title: str, text: str) -> QMessageBox:
    """Open a message that does not block; user text in it stays plain."""
    box = QMessageBox(QMessageBox.Icon.Warning, title, text, QMessageBox.StandardButton.Ok, parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()
    return box
