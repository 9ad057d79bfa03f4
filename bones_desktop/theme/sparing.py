"""Pages out of view, which new style sheets leave alone until they are shown: few of them are seen soon."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget
from shiboken6 import isValid

# The marks by which Qt knows whom a style has dressed, and whom it need not tell of another one.
_DRESSED = Qt.WidgetAttribute.WA_WState_Polished
_NOT_TOLD = Qt.WidgetAttribute.WA_SetStyle


class Sparing:
    """Knows the pages of a stack that wait for the style sheet until they are shown.

    One that waits is passed over by each further change, so that a change costs what is seen, not what was ever made.
    """

    def __init__(self, stack: QStackedWidget) -> None:
        self._stack = stack
        self._waiting: list[QWidget] = []

    def undress(self, take_off: Callable[[], None]) -> None:
        """Call `take_off`, which takes the style sheet off everybody, and let the next pass by what is out of view."""
        pages = self._pages()
        shown = self._stack.currentWidget() if pages else None
        self._waiting = [page for page in pages if page in self._waiting]
        new = [page for page in pages if page is not shown and page not in self._waiting]
        self._waiting += new
        inner = [each for page in new for each, _own in _within(page)]
        widgets = [each for each in inner if not (each.isWindow() and each.isVisible())]
        for each in widgets:
            each.setAttribute(_NOT_TOLD)
        take_off()
        for each in widgets:
            each.setAttribute(_DRESSED, on=False)

    def show(self, page: QWidget) -> None:
        """Put the style sheet over a page that waited for it, as Qt would have done."""
        if page not in self._waiting:
            return
        self._waiting.remove(page)
        style, changed = QApplication.style(), QEvent(QEvent.Type.StyleChange)
        for each, own in _within(page):
            if not each.testAttribute(_NOT_TOLD):
                continue  # it is newer than the last style sheet
            each.setAttribute(_NOT_TOLD, on=False)
            if each.styleSheet():
                each.setStyleSheet(each.styleSheet())
            elif not each.testAttribute(_DRESSED):
                (each.style() if own else style).polish(each)
            each.setAttribute(_DRESSED)
            QCoreApplication.sendEvent(each, changed)

    def _pages(self) -> list[QWidget]:
        if not isValid(self._stack):
            return []
        found = (self._stack.widget(place) for place in range(self._stack.count()))
        return [page for page in found if page is not None]


def _within(page: QWidget) -> Iterator[tuple[QWidget, bool]]:
    """Yield the widgets of a page, itself first, and whether a sheet of their own is over them.

    A widget of Qt's own, like a scroll bar, may be gone the next time: unlike `findChildren`, this keeps none.
    """
    ahead = [(page, False)]
    while ahead:
        widget, own = ahead.pop()
        own = own or bool(widget.styleSheet())
        yield widget, own
        ahead += [(each, own) for each in widget.children() if isinstance(each, QWidget)]
