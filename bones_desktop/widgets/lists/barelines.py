"""How lists and tables look and take keys whose lines are read and chosen, not edited."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QTableView


def set_read_lines(view: QAbstractItemView) -> None:
    """Let several lines be chosen, and tell which one is pointed at; the view scrolls smoothly, up and down only."""
    view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    _follow_pointer(view)


def set_bare_list(view: QListView) -> None:
    """Let the list have no frame, and light up what is pointed at; it scrolls smoothly, up and down only."""
    view.setProperty("kind", "bare")
    view.setFrameShape(QFrame.Shape.NoFrame)
    _follow_pointer(view)


def set_bare_lines(table: QTableView) -> None:
    """Let the table be lines without a grid or a frame, chosen one at a time; Tab leaves it."""
    table.setProperty("kind", "bare")
    table.setFrameShape(QFrame.Shape.NoFrame)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    _follow_pointer(table)
    table.verticalHeader().hide()
    header = table.horizontalHeader()
    header.setHighlightSections(False)
    header.setSectionsClickable(False)


def _follow_pointer(view: QAbstractItemView) -> None:
    """Tell which line is pointed at, and scroll smoothly, up and down only."""
    view.setMouseTracking(True)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
