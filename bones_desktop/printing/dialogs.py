"""Printing pages and saving them as a PDF, with dialogs that never block the window."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QPageLayout, QPainter
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox, QProgressDialog, QWidget

from bones_desktop.printing.items import MM_PER_INCH, PAPERS, PageSize
from bones_desktop.printing.jobs import PrintJob, drawn, page_layout
from bones_desktop.storage.files.textfiles import FileProblem, save_export
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.popups import ask_where
from bones_desktop.widgets.worker import KeepOn, Worker
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _

_LEAST_WIDTH: Final = 180
_LEAST_HEIGHT: Final = 250
_UNSHOWN: Final = 500
"""Milliseconds that work may take before it is told of."""


def print_pages(job: PrintJob, parent: QWidget, printed: Callable[[], None] = lambda: None) -> QDialog:
    """Open the print dialog; the pages are laid out again for the paper chosen there. Returns the open dialog.

    `printed` is called once the printer has taken the pages.
    """
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setPageLayout(page_layout(PAPERS[job.paper]))
    printer.setFullPage(True)
    printer.setDocName(job.name or job.title)
    printer.setCreator("Bones Desktop")
    dialog = QPrintDialog(printer, parent)
    dialog.setWindowTitle(job.asking)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def start() -> None:
        def done(taken: object) -> None:
            if taken:
                printed()
            else:
                warn(parent, job.failed, _("The printer took no page. You can save a PDF instead."))

        Doing(parent, _("Printing …"), lambda _keep_on: print_on(job.apart(), printer), done)

    dialog.accepted.connect(start)
    QDialog.open(dialog)
    return dialog


def print_on(job: PrintJob, printer: QPrinter) -> Iterator[int | bool]:
    """Print on a printer as it is set up: give the number of each page, and at last whether the printer took them.

    Paper too small for the pages, or lying on its side, gets the pages made smaller instead of a broken layout; pages
    whose lengths matter are not made smaller. Left early, what was printed is called off.
    """
    printer.setFullPage(True)
    paper = printer.pageLayout().fullRect(QPageLayout.Unit.Millimeter)
    roomy = paper.width() >= _LEAST_WIDTH and paper.height() >= _LEAST_HEIGHT
    size = PageSize(paper.width(), paper.height()) if roomy else PAPERS[job.paper]
    first, last = printer.fromPage(), printer.toPage()
    pages = iter(job.lay_out(size, job.kit.fonts))
    chosen = islice(pages, first - 1, last) if first else pages
    begun = next(chosen, None)
    painter = QPainter()
    if begun is None or not painter.begin(printer):
        yield False
        return
    share = 1.0 if job.exact else min(paper.width() / size.width, paper.height() / size.height)
    dots = printer.resolution() / MM_PER_INCH
    painter.translate((paper.width() - size.width * share) / 2 * dots if share < 1 else 0, 0)
    painter.scale(share, share)
    finished = False
    try:
        yield from drawn(chain((begun,), chosen), painter, printer.newPage, printer.resolution(), job.kit)
        finished = True
    finally:
        if not finished:
            printer.abort()
        painter.end()
    yield printer.printerState() is not QPrinter.PrinterState.Error


def save_as_pdf(job: PrintJob, parent: QWidget, folder: Path, saved: Callable[[Path], None]) -> QFileDialog:
    """Ask for a file, first in `folder`, and write the pages there; `saved` learns where. Returns the open dialog."""
    kinds = _("PDF files (*.pdf)")
    return ask_where(
        parent,
        _("Save as PDF"),
        folder / job.file_name,
        ".pdf",
        kinds,
        lambda target: write_pdf(job, target, parent, saved),
    )


def write_pdf(job: PrintJob, target: Path, parent: QWidget, saved: Callable[[Path], None]) -> "Doing":
    """Write the pages to `target` beside the window, and tell `saved`; say so when it fails.

    A file there is replaced when all of it is written, and never when the user stops it.
    """

    def work(keep_on: KeepOn) -> Iterator[object]:
        for step in job.apart().pdf_steps():
            if isinstance(step, int):
                yield step
            elif keep_on():
                try:
                    save_export(target, step)
                    yield target
                except FileProblem as problem:
                    yield problem

    def done(result: object) -> None:
        if isinstance(result, FileProblem):
            warn(parent, _("The PDF was not saved"), file_sentence(result))
        else:
            saved(target)

    return Doing(parent, _("Writing the PDF …"), work, done)


class Doing(QObject):
    """Work on another thread; what it does is told, and can be stopped, once it takes long.

    The work gives how far it is as whole numbers, and one result, which `done` gets; stopped, there is none.
    """

    def __init__(
        self, parent: QWidget, text: str, work: Callable[[KeepOn], Iterable[object]], done: Callable[[object], None]
    ) -> None:
        super().__init__(parent)
        self._done = done
        self._text = text
        self._dialog = QProgressDialog(plain_tip(text), _("Stop"), 0, 0, parent)
        self._dialog.setWindowModality(Qt.WindowModality.WindowModal)
        self._dialog.setAutoClose(False)
        self._dialog.setAutoReset(False)
        self._dialog.canceled.connect(self.stop)
        self._dialog.reset()  # or it would show itself by a time of its own
        self._ended = False
        timer = QTimer(self, singleShot=True, interval=_UNSHOWN)
        timer.timeout.connect(self._dialog.open)
        timer.start()
        self._worker = Worker(self)
        self._worker.answered.connect(self._on_answer)
        self._worker.finished.connect(self._end)
        self._worker.failed.connect(self._end)
        self._worker.start(None, work)

    def stop(self) -> None:
        """Stop the work; nothing of it is kept."""
        self._worker.cancel()
        self._end()

    def _on_answer(self, _request: object, answer: object) -> None:
        if isinstance(answer, int) and not isinstance(answer, bool):
            self._dialog.setLabelText(plain_tip(_("{what} Page {number}").format(what=self._text, number=answer)))
        else:
            self._done(answer)

    def _end(self, _request: object = None) -> None:
        if self._ended:
            return
        self._ended = True
        self._dialog.close()
        self._dialog.deleteLater()
        self._worker.cancel()
        self.deleteLater()


def warn(parent: QWidget | None, title: str, text: str) -> QMessageBox:
    """Open a message that does not block; user text in it stays plain."""
    box = QMessageBox(QMessageBox.Icon.Warning, title, text, QMessageBox.StandardButton.Ok, parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()
    return box
