"""Pages as they will come out, painted by the painter that prints them."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from bones_desktop.printing.columns import Columns
from bones_desktop.printing.items import MM_PER_INCH, PAPERS, Page
from bones_desktop.printing.jobs import PrintJob, sheet_job
from bones_desktop.printing.painter import PrintKit, draw, lacking, lacking_sentence, letters_of
from bones_desktop.rules.bones.making.sheet import Sheet
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.wording.language import _

_GAP: Final = 24
_SHADOW: Final = 6
_LEAST_ZOOM: Final = 0.25
_MOST_ZOOM: Final = 6.0
_ZOOM_STEP: Final = 1.15
_WHEEL_NOTCH: Final = 120
_WIDEST_FIT: Final = 1.15
"""Fitting the width does not make letters larger than this, or a wide window would show half a page."""


class PagesPreview(Guarded, QAbstractScrollArea):
    """Scrollable pages. Ctrl with wheel, plus or minus zooms, Ctrl+0 fits the width, Ctrl+9 the whole page."""

    pages_changed = Signal(int)
    """The number of pages, whenever they were laid out."""
    zoom_changed = Signal(float)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._job: PrintJob | None = None
        self._paper = "A4"
        self._pages: tuple[Page, ...] = ()
        self._zoom: float | None = None
        self._whole_page = False
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(_("Preview"))
        self.verticalScrollBar().setSingleStep(40)
        theme.changed.connect(self.viewport().update)

    @property
    def pages(self) -> tuple[Page, ...]:
        """The pages shown; the printer and the PDF get the very same."""
        return self._pages

    @property
    def lacking(self) -> str:
        """What is to be said of letters on the pages that no font has; "" when there are none."""
        letters = lacking({letter for page in self._pages for letter in letters_of(page)})
        return lacking_sentence(letters) if letters else ""

    @property
    def paper(self) -> str:
        """The paper's name, a key of PAPERS."""
        return self._paper

    def set_job(self, job: PrintJob) -> None:
        """Show what would be printed; the place scrolled to is kept."""
        self._job, self._paper = job, job.paper
        self._pages = tuple(job.pages())
        count = len(self._pages)
        described = _("{what} of {name}, pages: {count}") if job.name else _("{what}, pages: {count}")
        self.setAccessibleDescription(described.format(what=job.title, name=job.name, count=count))
        self._update_bars()
        self.pages_changed.emit(count)

    def zoom(self) -> float:
        """Return the size on screen; 1 is the size on paper."""
        return self._zoom if self._zoom is not None else self._fit()

    def zoom_in(self) -> None:
        """Show the pages larger."""
        self._set_zoom(self.zoom() * _ZOOM_STEP)

    def zoom_out(self) -> None:
        """Show the pages smaller."""
        self._set_zoom(self.zoom() / _ZOOM_STEP)

    def fit_width(self) -> None:
        """Let the zoom follow the width of the window."""
        self._zoom, self._whole_page = None, False
        self._update_bars()

    def fit_page(self) -> None:
        """Let the zoom show a whole page, however the window is changed."""
        self._zoom, self._whole_page = None, True
        self._update_bars()

    def sizeHint(self) -> QSize:
        """Return room for a readable page."""
        return QSize(720, 640)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the pages in sight."""
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self._theme.color("ground"))
        scale = self._pixels_per_mm()
        for number, page in enumerate(self._pages):
            paper = self._place(number)
            if paper.adjusted(0, 0, _SHADOW, _SHADOW).intersects(QRectF(event.rect())):
                self._paint_page(painter, page, paper, scale)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the width fitted and the scroll bars right."""
        super().resizeEvent(event)
        self._update_bars()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl held, otherwise scroll."""
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
        paper, dots = PAPERS[self._paper], self.logicalDpiX() / MM_PER_INCH
        fits = (self.viewport().width() - 2 * _GAP) / (paper.width * dots)
        if self._whole_page:
            fits = min(fits, (self.viewport().height() - 2 * _GAP) / (paper.height * dots))
        return max(_LEAST_ZOOM, min(_WIDEST_FIT, fits))

    def _set_zoom(self, zoom: float, anchor: QPointF | None = None) -> None:
        before = self._pixels_per_mm()
        point = anchor or QPointF(self.viewport().rect().center())
        bars = self.horizontalScrollBar(), self.verticalScrollBar()
        across, down = bars[0].value() + point.x(), bars[1].value() + point.y()
        self._zoom = max(_LEAST_ZOOM, min(_MOST_ZOOM, zoom))
        self._update_bars()
        factor = self._pixels_per_mm() / before
        bars[0].setValue(round(across * factor - point.x()))
        bars[1].setValue(round(down * factor - point.y()))

    def _pixels_per_mm(self) -> float:
        return self.zoom() * self.logicalDpiX() / MM_PER_INCH

    def _page_size(self) -> tuple[float, float]:
        size, scale = PAPERS[self._paper], self._pixels_per_mm()
        return size.width * scale, size.height * scale

    def _place(self, number: int) -> QRectF:
        width, height = self._page_size()
        x = max(float(_GAP), (self.viewport().width() - width) / 2) - self.horizontalScrollBar().value()
        y = _GAP + number * (height + _GAP) - self.verticalScrollBar().value()
        return QRectF(round(x), round(y), width, height)

    def _update_bars(self) -> None:
        width, height = self._page_size()
        view = self.viewport().size()
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        down.setRange(0, max(0, round(len(self._pages) * (height + _GAP) + _GAP - view.height())))
        down.setPageStep(view.height())
        across.setRange(0, max(0, round(width + 2 * _GAP - view.width())))
        across.setPageStep(view.width())
        self.viewport().update()
        self.zoom_changed.emit(self.zoom())

    def _paint_page(self, painter: QPainter, page: Page, paper: QRectF, scale: float) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        for depth in range(_SHADOW, 0, -1):
            painter.setBrush(QColor(0, 0, 0, 70 // depth))
            painter.drawRect(paper.translated(0, depth / 2).adjusted(-depth / 2, 0, depth / 2, depth / 2))
        painter.fillRect(paper, Qt.GlobalColor.white)
        painter.save()
        painter.translate(paper.topLeft())
        painter.scale(scale, scale)
        if self._job is not None:
            draw(page, painter, self._job.kit)
        painter.restore()


class SheetPreview(PagesPreview):
    """The pages of a character sheet of any game."""

    def __init__(self, theme: Theme, kit: PrintKit, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._kit = kit
        self._sheet: Sheet | Columns | None = None
        self.setAccessibleName(_("Sheet preview"))

    def set_sheet(self, sheet: Sheet | Columns) -> None:
        """Show another sheet, or the same after an edit; the place scrolled to is kept."""
        if sheet != self._sheet:
            self._sheet = sheet
            self.set_job(sheet_job(sheet, self.paper, self._kit))

    def set_paper(self, paper: str) -> None:
        """Lay the sheet out on "A4" or "Letter"; KeyError for any other."""
        if PAPERS[paper] != PAPERS[self._paper]:
            self._paper = paper
            if self._sheet is not None:
                self.set_job(sheet_job(self._sheet, paper, self._kit))
