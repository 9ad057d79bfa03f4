"""Print dialogs, and the preview, which uses the same painter as printing."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPageLayout, QPainter, QResizeEvent, QTransform, QWheelEvent
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QFileDialog, QGraphicsScene, QGraphicsView, QMessageBox, QProgressDialog, QWidget

from bones_desktop.printing.canvas import MM_PER_INCH, PAPERS, Page, PageSize
from bones_desktop.printing.columns import Columns
from bones_desktop.printing.jobs import PrintJob, drawn, page_layout, sheet_job
from bones_desktop.printing.painter import PrintKit, draw, lacking, lacking_sentence, letters_of
from bones_desktop.rules.bones.making.sheet import Sheet
from bones_desktop.storage.files.textfiles import FileProblem, save_export
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.popups import ask_where
from bones_desktop.widgets.spoken import Role, speak_as
from bones_desktop.widgets.worker import KeepOn, Worker
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _

_LEAST_WIDTH: Final = 180
_LEAST_HEIGHT: Final = 250
_UNSHOWN: Final = 500
"""Milliseconds of work before the progress is shown."""


def print_pages(job: PrintJob, parent: QWidget, printed: Callable[[], None] = lambda: None) -> QDialog:
    """Open the print dialog and return it. Pages are laid out again for the paper selected in the dialog.

    `printed` is called when the printer has accepted the pages.
    """
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setPageLayout(page_layout(job.size))
    printer.setFullPage(True)
    printer.setDocName(job.name or job.title)
    printer.setCreator("Bones Desktop")
    dialog = QPrintDialog(printer, parent)
    dialog.setWindowTitle(_("Print: {what}").format(what=job.title))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def start() -> None:
        def done(taken: object) -> None:
            if taken:
                printed()
            else:
                warn(
                    parent,
                    _("Not printed: {what}").format(what=job.title),
                    _("The printer accepted no pages. You can save a PDF instead."),
                )

        PreviewWork(parent, _("Printing …"), lambda _keep_on: print_on(job.apart(), printer), done)

    dialog.accepted.connect(start)
    # `QPrintDialog.open` takes other parameters than `QDialog.open`, so the method of QDialog is called explicitly.
    QDialog.open(dialog)
    return dialog


def print_on(job: PrintJob, printer: QPrinter) -> Iterator[int | bool]:
    """Print the pages.

    Yield the number of each page, and finally whether the printer accepted the pages. If the paper is too small or in
    landscape, pages are made smaller, except pages with exact lengths. Closing the generator early aborts the print
    job.
    """
    printer.setFullPage(True)
    paper = printer.pageLayout().fullRect(QPageLayout.Unit.Millimeter)
    roomy = paper.width() >= _LEAST_WIDTH and paper.height() >= _LEAST_HEIGHT
    # Some printers offer envelopes or labels, which are too small for these pages.
    size = PageSize(paper.width(), paper.height()) if roomy else job.size
    first, last = printer.fromPage(), printer.toPage()
    pages = iter(job.lay_out(size, job.kit.fonts))
    chosen = islice(pages, first - 1, last) if first else pages
    # The first page is laid out before the printer starts. If that fails, no empty job is sent.
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
    """Ask for a file, starting in `folder`, and write the pages to that file.

    `saved` is called with the file. Return the open dialog.
    """
    kinds = _("PDF files (*.pdf)")
    return ask_where(
        parent,
        _("Save as PDF"),
        folder / job.file_name,
        ".pdf",
        kinds,
        partial(write_pdf, job, parent=parent, saved=saved),
    )


def write_pdf(job: PrintJob, target: Path, parent: QWidget, saved: Callable[[Path], None]) -> "PreviewWork":
    """Write the pages to `target` on another thread. Then call `saved`, or report the error.

    An existing file is replaced only after everything is written. If the user stops the work, the file is not changed.
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

    return PreviewWork(parent, _("Writing the PDF …"), work, done)


class PreviewWork(QObject):
    """Runs work on another thread.

    If the work takes long, a dialog shows the progress and a Stop button. The work yields its progress as whole
    numbers, and finally its result, which is passed to `done`. Stopped work has no result.
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
        # Without this reset, the progress dialog would appear by itself later.
        self._dialog.reset()
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
        """Stop the work and discard its result."""
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
    """Open a message that does not block the window. Texts of the user are shown as plain text, without markup."""
    box = QMessageBox(QMessageBox.Icon.Warning, title, text, QMessageBox.StandardButton.Ok, parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()
    return box


_GAP: Final = 6.0
"""Width of the gap around each page, in millimetres."""
_SHADOW: Final = 1.5
"""Width of the shadow of a page, in millimetres."""
_LEAST_ZOOM: Final = 0.25
_MOST_ZOOM: Final = 6.0
_ZOOM_STEP: Final = 1.15
_WHEEL_NOTCH: Final = 120
_WIDEST_FIT: Final = 1.15
"""Maximum zoom when the width is fitted. In a wide window a larger zoom would show only half a page."""


class PagesPreview(Guarded, QGraphicsView):
    """A view in which pages scroll.

    Ctrl with the wheel, plus or minus zooms; Ctrl+0 fits the width, Ctrl+9 a page.
    """

    pages_changed = Signal(int)
    """Emitted with the number of pages after each layout."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.paper = "A4"
        """Name of the paper, a key of PAPERS."""
        self.pages: tuple[Page, ...] = ()
        """The pages that are shown. The same pages are printed and saved as a PDF."""
        self._job: PrintJob | None = None
        self._zoom: float | None = None
        self._whole_page = False
        self.setScene(QGraphicsScene(self))
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.setFrameShape(QGraphicsView.Shape.NoFrame)
        # Otherwise resizing the view would keep its centre in place, and the title could scroll out of view.
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        speak_as(self, Role.Document, _("Preview"))
        # Otherwise the viewport, which has no name, would be focused too.
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        theme.changed.connect(self.viewport().update)

    @property
    def lacking(self) -> str:
        """The message about characters that no font has; "" if there are none."""
        letters = lacking({letter for page in self.pages for letter in letters_of(page)})
        return lacking_sentence(letters) if letters else ""

    def set_job(self, job: PrintJob) -> None:
        """Show the pages of a job and keep the scroll position."""
        self._job, self.paper, self.pages = job, job.paper, tuple(job.pages())
        count = len(self.pages)
        described = _("{what} of {name}, pages: {count}") if job.name else _("{what}, pages: {count}")
        self.setAccessibleDescription(described.format(what=job.title, name=job.name, count=count))
        self.setSceneRect(0, 0, job.size.width + 2 * _GAP, count * (job.size.height + _GAP) + _GAP)
        self.viewport().update()
        self._apply_zoom()
        self.pages_changed.emit(count)

    def zoom(self) -> float:
        """Return the zoom. At 1 the pages have the size of the paper."""
        return self._zoom if self._zoom is not None else self._fit()

    def zoom_in(self) -> None:
        """Show the pages larger."""
        self._set_zoom(self.zoom() * _ZOOM_STEP)

    def zoom_out(self) -> None:
        """Show the pages smaller."""
        self._set_zoom(self.zoom() / _ZOOM_STEP)

    def fit_width(self) -> None:
        """Fit the width of the pages to the window."""
        self._zoom, self._whole_page = None, False
        self._apply_zoom()

    def fit_page(self) -> None:
        """Fit a whole page to the window."""
        self._zoom, self._whole_page = None, True
        self._apply_zoom()

    def sizeHint(self) -> QSize:
        """Return the preferred size of the view, at which a page is readable."""
        return QSize(720, 640)

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Paint the visible pages, in millimetres."""
        painter.fillRect(rect, self._theme.color("ground"))
        for number, page in enumerate(self.pages):
            paper = QRectF(_GAP, _GAP + number * (page.height + _GAP), page.width, page.height)
            if self._job is None or not paper.adjusted(0, 0, _SHADOW, _SHADOW).intersects(rect):
                continue
            painter.setPen(Qt.PenStyle.NoPen)
            # Several faint rectangles together look like a soft shadow.
            for step in range(6, 0, -1):
                depth = step * _SHADOW / 6
                painter.setBrush(QColor(0, 0, 0, 70 // step))
                painter.drawRect(paper.translated(0, depth / 2).adjusted(-depth / 2, 0, depth / 2, depth / 2))
            painter.fillRect(paper, Qt.GlobalColor.white)
            painter.save()
            painter.translate(paper.topLeft())
            draw(page, painter, self._job.kit)
            painter.restore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the pages to the new size, unless the user has zoomed."""
        super().resizeEvent(event)
        self._apply_zoom()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom while Ctrl is held, otherwise scroll."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._set_zoom(self.zoom() * _ZOOM_STEP ** (event.angleDelta().y() / _WHEEL_NOTCH), event.position())
            event.accept()
        else:
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Zoom and scroll with keys."""
        bar = self.verticalScrollBar()
        keys: dict[int, Callable[[], None]] = {
            Qt.Key.Key_Home: lambda: bar.setValue(bar.minimum()),
            Qt.Key.Key_End: lambda: bar.setValue(bar.maximum()),
        }
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            keys |= {
                Qt.Key.Key_Plus: self.zoom_in,
                Qt.Key.Key_Equal: self.zoom_in,
                Qt.Key.Key_Minus: self.zoom_out,
                Qt.Key.Key_0: self.fit_width,
                Qt.Key.Key_9: self.fit_page,
            }
        action = keys.get(event.key())
        if action is None:
            super().keyPressEvent(event)
        else:
            action()

    def _fit(self) -> float:
        page = self.pages[0] if self.pages else PAPERS[self.paper]
        # Room for the scroll bar is always reserved. If the room depended on the zoom, and the zoom on the room, both
        # could change forever.
        room, bar = self.maximumViewportSize(), self.verticalScrollBar().sizeHint().width()
        fits = (room.width() - bar) / (page.width + 2 * _GAP)
        if self._whole_page:
            fits = min(fits, room.height() / (page.height + 2 * _GAP))
        return max(_LEAST_ZOOM, min(_WIDEST_FIT, fits * MM_PER_INCH / self.logicalDpiX()))

    def _set_zoom(self, zoom: float, anchor: QPointF | None = None) -> None:
        # While zooming, the point under the pointer stays in its position.
        at = (anchor or QPointF(self.viewport().rect().center())).toPoint()
        point = self.mapToScene(at)
        self._zoom = max(_LEAST_ZOOM, min(_MOST_ZOOM, zoom))
        self._apply_zoom()
        moved = self.mapFromScene(point) - at
        for bar, by in ((self.horizontalScrollBar(), moved.x()), (self.verticalScrollBar(), moved.y())):
            bar.setValue(bar.value() + by)

    def _apply_zoom(self) -> None:
        scale = self.zoom() * self.logicalDpiX() / MM_PER_INCH
        # Because of rounding, pages that fit the width may be one pixel too wide. They still need no scroll bar.
        fits = self._zoom is None and self.zoom() > _LEAST_ZOOM
        self.setHorizontalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAlwaysOff if fits else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        )
        bar = self.verticalScrollBar()
        top = bar.value() / self.transform().m22()
        self.setTransform(QTransform.fromScale(scale, scale))
        bar.setValue(round(top * scale))


class SheetPreview(PagesPreview):
    """A preview of a character sheet of any game."""

    def __init__(self, theme: Theme, kit: PrintKit, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._kit = kit
        self._sheet: Sheet | Columns | None = None
        self.setAccessibleName(_("Sheet preview"))

    def set_sheet(self, sheet: Sheet | Columns) -> None:
        """Show a sheet, or the same sheet after an edit. The scroll position is kept."""
        if sheet != self._sheet:
            self._sheet = sheet
            self.set_job(sheet_job(sheet, self.paper, self._kit))

    def set_paper(self, paper: str) -> None:
        """Lay the sheet out on "A4" or "Letter". Raise KeyError for any other name."""
        if PAPERS[paper] != PAPERS[self.paper]:
            self.paper = paper
            if self._sheet is not None:
                self.set_job(sheet_job(self._sheet, paper, self._kit))
