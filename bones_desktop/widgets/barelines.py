"""How a table looks and takes keys whose lines are read and chosen, not edited."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QFrame, QTableView


def set_bare_lines(table: QTableView) -> None:
    """Let the table be lines without a grid or a frame, chosen one at a time; Tab leaves it."""
    table.setProperty("kind", "bare")
    table.setFrameShape(QFrame.Shape.NoFrame)
    table.setShowGrid(False)
    table.setMouseTracking(True)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.verticalHeader().hide()
    header = table.horizontalHeader()
    header.setHighlightSections(False)
    header.setSectionsClickable(False)
