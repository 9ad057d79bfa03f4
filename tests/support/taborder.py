"""The order in which Tab goes, against what is seen."""

from itertools import pairwise

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QWidget


def tab_stops(root: QWidget) -> list[QWidget]:
    """Return what Tab comes to within `root`, in its order, beginning with the first after `root`."""
    found: list[QWidget] = []
    widget = root.nextInFocusChain()
    while widget is not root:
        takes = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
        if takes and root.isAncestorOf(widget) and widget.isVisible():
            found.append(widget)
        widget = widget.nextInFocusChain()
    return found


def out_of_order(root: QWidget) -> list[tuple[QWidget, QWidget]]:
    """Return the neighbours among the stops within `root` of which the second is seen before the first."""
    return [pair for pair in pairwise(tab_stops(root)) if not _seen_after(*(_place(each, root) for each in pair))]


def _place(widget: QWidget, root: QWidget) -> QRect:
    return QRect(widget.mapTo(root, QPoint(0, 0)), widget.size())


def _seen_after(first: QRect, second: QRect) -> bool:
    """Return whether `second` stands further on in the line of `first`, or in one further down."""
    if second.top() > first.center().y() and second.center().y() > first.bottom():
        return True
    return second.bottom() >= first.top() and second.left() > first.left()
