"""Pages out of view, which a new style sheet leaves alone until they are shown: few of them are seen soon."""

from collections.abc import Callable, Iterable, Iterator
from types import TracebackType

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QApplication, QWidget

# The marks by which Qt knows whom a style has dressed, and whom it need not tell of another one.
_DRESSED = Qt.WidgetAttribute.WA_WState_Polished
_NOT_TOLD = Qt.WidgetAttribute.WA_SetStyle


class Spared:
    """A context in which the program takes off its style sheet, says `undressed`, and puts on another."""

    def __init__(self, pages: Iterable[QWidget]) -> None:
        self._widgets = [each for page in pages for each, _own in _within(page)]

    def __enter__(self) -> "Spared":
        """Have widgets of the pages told of no style."""
        for each in self._widgets:
            each.setAttribute(_NOT_TOLD)
        return self

    def undressed(self) -> None:
        """Let the next style sheet pass them by, now that the last one is off."""
        for each in self._widgets:
            each.setAttribute(_DRESSED, on=False)

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _where: TracebackType | None
    ) -> None:
        """Let them be told again."""
        for each in self._widgets:
            each.setAttribute(_NOT_TOLD, on=False)


def dress_page(page: QWidget) -> None:
    """Put the style sheet over those widgets of a page that were spared, as Qt would have done."""
    style, changed = QApplication.style(), QEvent(QEvent.Type.StyleChange)
    for each, own in _within(page):
        if each.testAttribute(_DRESSED):
            continue
        each.setAttribute(_DRESSED)
        if each.styleSheet():
            each.setStyleSheet(each.styleSheet())
        else:
            (each.style() if own else style).polish(each)
        QCoreApplication.sendEvent(each, changed)


Pages = Callable[[], Iterable[QWidget]]


def _within(page: QWidget) -> Iterator[tuple[QWidget, bool]]:
    """Yield the widgets of a page, itself first, and whether a sheet of their own is over them.

    A widget of Qt's own, like a scroll bar, may be gone the next time: unlike `findChildren`, this keeps none.
    """
    waiting = [(page, False)]
    while waiting:
        widget, own = waiting.pop()
        own = own or bool(widget.styleSheet())
        yield widget, own
        waiting += [(each, own) for each in widget.children() if isinstance(each, QWidget)]
