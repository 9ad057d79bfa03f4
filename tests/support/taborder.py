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
    return [(one, other) for one, other in pairwise(tab_stops(root)) if not _in_order(one, other)]


def _in_order(one: QWidget, other: QWidget) -> bool:
    around = one.parentWidget()
    while not around.isAncestorOf(other):
        around = around.parentWidget()
    return _seen_after(_place(one, around), _place(other, around))


def _place(widget: QWidget, around: QWidget) -> QRect:
    """Return where in `around` a widget stands; what is scrolled out of view stands at the edge it is behind."""
    place = QRect(widget.mapToParent(QPoint(0, 0)), widget.size())
    parent = widget.parentWidget()
    while parent is not around:
        top, bottom = (max(0, min(edge, parent.height() - 1)) for edge in (place.top(), place.bottom()))
        place.setTop(top)
        place.setBottom(bottom)
        place.translate(parent.pos())
        parent = parent.parentWidget()
    return place


def _seen_after(first: QRect, second: QRect) -> bool:
    """Return whether `second` stands further on in the line of `first`, or in one further down."""
    if second.top() >= first.center().y() and second.center().y() >= first.bottom():
        return True
    return second.bottom() >= first.top() and second.left() > first.left()
