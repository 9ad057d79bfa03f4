"""A list as an item model: rows of one type, shown in the order given."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex

Index = QModelIndex | QPersistentModelIndex

Row = TypeVar("Row")


class RowModel(QAbstractListModel, Generic[Row]):
    """Keeps the rows and tells views what changed; what a row says is up to `data` of the model built on it."""

    def __init__(self, parent: QObject | None = None, rows: Iterable[Row] = ()) -> None:
        super().__init__(parent)
        self._rows = tuple(rows)

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is shown."""
        return self._rows

    def at(self, index: Index) -> Row | None:
        """Return the row at `index`, None outside the list."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Return how many rows are shown."""
        return 0 if parent.isValid() else len(self._rows)

    def _show(self, rows: Iterable[Row]) -> None:
        """Show other rows; nothing happens when they are the same, so that a view keeps its place."""
        shown = tuple(rows)
        if shown != self._rows:
            self.beginResetModel()
            self._rows = shown
            self.endResetModel()

    def _update(self, rows: Iterable[Row], identity: Callable[[Row], object]) -> None:
        """Show other rows; those that are the same ones in the same order stay, and only what changed is told anew."""
        shown = tuple(rows)
        if list(map(identity, shown)) != list(map(identity, self._rows)):
            self._show(shown)
            return
        before, self._rows = self._rows, shown
        for row, (old, new) in enumerate(zip(before, shown, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(row), self.index(row))

    def _append(self, row: Row) -> None:
        """Show one row more, at the end."""
        end = len(self._rows)
        self.beginInsertRows(QModelIndex(), end, end)
        self._rows = (*self._rows, row)
        self.endInsertRows()


def holds(text: str, search: str) -> bool:
    """Return whether `text` holds every word of `search`, case-blind and in any order."""
    folded = text.casefold()
    return all(word in folded for word in search.casefold().split())
