"""Where Tab goes in a widget that is shown, and in which order its parts stand on the screen."""

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QWidget


def tab_stops(page: QWidget, first: QWidget) -> list[QWidget]:
    """Return the widgets within `page` that Tab comes to, from `first` once around."""
    stops = [first]
    widget = first.nextInFocusChain()
    while widget is not first:
        tabbed = widget.focusPolicy() & Qt.FocusPolicy.TabFocus == Qt.FocusPolicy.TabFocus
        used = page.isAncestorOf(widget) and widget.isVisibleTo(page) and widget.isEnabledTo(page)
        if tabbed and used and widget.focusProxy() is None:
            stops.append(widget)
        widget = widget.nextInFocusChain()
    return stops


def reading_order(page: QWidget, widgets: list[QWidget]) -> list[QWidget]:
    """Return the widgets as one reads them: line by line, from left to right."""

    def place(widget: QWidget) -> QRect:
        return QRect(widget.mapTo(page, QPoint(0, 0)), widget.size())

    lines: list[list[QWidget]] = []
    for widget in sorted(widgets, key=lambda each: place(each).top()):
        if lines and place(widget).top() < place(lines[-1][0]).center().y():
            lines[-1].append(widget)
        else:
            lines.append([widget])
    return [each for line in lines for each in sorted(line, key=lambda each: place(each).left())]
