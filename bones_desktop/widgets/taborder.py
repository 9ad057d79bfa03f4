"""The order in which Tab goes, for widgets made while the window is shown."""

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtWidgets import QWidget


def follow_one_another(widgets: Sequence[QWidget]) -> None:
    """Let Tab go from each of `widgets` to the next; the first keeps its place."""
    for before, after in pairwise(widgets):
        QWidget.setTabOrder(before, after)


def put_before(known: QWidget, new: Sequence[QWidget]) -> None:
    """Let Tab come to the `new` widgets one after the other, and then to `known`, from where it came to `known`."""
    follow_one_another((known, *new))
    if new:
        QWidget.setTabOrder(new[-1], known)
