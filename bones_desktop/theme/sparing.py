"""Pages out of view, which new style sheets leave alone until they are shown: few of them are seen soon."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QApplication, QLayout, QStackedWidget, QWidget
from shiboken6 import isValid

# The marks by which Qt knows whom a style has dressed, and whom it need not tell of another one.
_DRESSED = Qt.WidgetAttribute.WA_WState_Polished
_NOT_TOLD = Qt.WidgetAttribute.WA_SetStyle
# The mark of those that a style sheet has given fonts: without it they follow the application's.
_IN_SHEET = Qt.WidgetAttribute.WA_StyleSheet


class Sparing:
    """Knows the pages of stacks that wait for the style sheet until they are shown, and those within one another.

    One that waits is passed over by each further change, so that a change costs what is seen, not what was ever made.
    """

    def __init__(self) -> None:
        self._pages: list[QWidget] = []
        self._waiting: set[QWidget] = set()
        self._keeper: QWidget | None = None

    def add(self, page: QWidget) -> None:
        """Spare a page whenever its stack shows another."""
        self._pages.append(page)

    def undress(self, take_off: Callable[[], None]) -> None:
        """Call `take_off`, which takes the style sheet off everybody, and let it pass by what is out of view.

        The old sheet is taken off that when it is shown: doing so for all pages takes as long as the rest of a change.
        """
        self._pages = [page for page in self._pages if isValid(page)]
        new = [page for page in self._pages if page not in self._waiting and _is_behind(page)]
        if new and not (self._keeper and isValid(self._keeper)):
            # With its last sheet Qt forgets how widgets looked before it. This one stays as long as their window.
            self._keeper = QWidget(new[0].window())
            self._keeper.hide()
            self._keeper.setStyleSheet("QWidget {}")
        self._waiting = self._waiting.intersection(self._pages).union(new)
        for page in new:
            for each, _own in _within(page, self._is_for_itself):
                each.setAttribute(_NOT_TOLD)
                each.setAttribute(_DRESSED, on=False)
                each.setAttribute(_IN_SHEET, on=False)
        take_off()

    def show(self, page: QWidget) -> bool:
        """Put the style sheet over a page that waited for it, as Qt would have done, and return whether it did."""
        if page not in self._waiting:
            return False
        self._waiting.remove(page)
        if any(outer.isAncestorOf(page) for outer in self._waiting if isValid(outer)):
            return False  # it is dressed with the page around it
        style, changed = QApplication.style(), QEvent(QEvent.Type.StyleChange)
        for each, own in _within(page, self._waiting.__contains__):
            if not each.testAttribute(_NOT_TOLD):
                continue  # it is newer than the last style sheet
            each.setAttribute(_NOT_TOLD, on=False)
            dresser = each.style() if own else style
            waited = not each.testAttribute(_DRESSED)
            if waited:
                each.setAttribute(_IN_SHEET)
                dresser.unpolish(each)
            if each.styleSheet():
                each.setStyleSheet(each.styleSheet())
            elif waited:
                dresser.polish(each)
            each.setAttribute(_DRESSED)
            QCoreApplication.sendEvent(each, changed)
        for layout in page.findChildren(QLayout):
            layout.invalidate()  # of what is hidden within the page it knows old sizes
        return True

    def _is_for_itself(self, widget: QWidget) -> bool:
        """Return whether a widget is not to be spared with what it is in: a window, or a page that waits already."""
        return widget in self._waiting or (widget.isWindow() and widget.isVisible())


def _is_behind(page: QWidget) -> bool:
    stack = page.parentWidget()
    return isinstance(stack, QStackedWidget) and stack.currentWidget() is not page


def _within(page: QWidget, is_left_out: Callable[[QWidget], bool]) -> Iterator[tuple[QWidget, bool]]:
    """Yield the widgets of a page, itself first, and whether a sheet of their own is over them.

    A widget of Qt's own, like a scroll bar, may be gone the next time: unlike `findChildren`, this keeps none.
    """
    ahead = [(page, False)]
    while ahead:
        widget, own = ahead.pop()
        own = own or bool(widget.styleSheet())
        yield widget, own
        inner = (each for each in widget.children() if isinstance(each, QWidget) and not is_left_out(each))
        ahead += [(each, own) for each in inner]
