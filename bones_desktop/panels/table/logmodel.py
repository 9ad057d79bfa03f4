"""The log of throws as an item model: oldest first, so that the newest stands at the end."""

from collections.abc import Callable, Sequence
from enum import IntEnum

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from bones_desktop.storage.rolllog import ThrowEntry

Index = QModelIndex | QPersistentModelIndex

NOT_KEPT = "not-kept"
"""Tag of a throw that could not be stored."""


class LogRole(IntEnum):
    """Roles beside Qt's own."""

    ENTRY = Qt.ItemDataRole.UserRole + 1


class LogModel(QAbstractListModel):
    """Throws by the order they were made in."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: list[ThrowEntry] = []

    def set_entries(self, latest_first: Sequence[ThrowEntry]) -> None:
        """Show other throws, given as the log gives them."""
        self.beginResetModel()
        self._entries = list(reversed(latest_first))
        self.endResetModel()

    def add(self, entry: ThrowEntry) -> None:
        """Show one throw more."""
        row = len(self._entries)
        self.beginInsertRows(QModelIndex(), row, row)
        self._entries.append(entry)
        self.endInsertRows()

    def entry(self, index: Index) -> ThrowEntry | None:
        """Return the throw at `index`, None outside the list."""
        return self._entries[index.row()] if index.isValid() and index.row() < len(self._entries) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 (Qt's signature)
        """Return how many throws there are."""
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the throw as one line of text, or the entry itself."""
        entry = self.entry(index)
        if entry is None:
            return None
        if role == LogRole.ENTRY:
            return entry
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole}:
            return entry_text(entry, self.tr)
        return None


def entry_text(entry: ThrowEntry, tr: Callable[[str], str]) -> str:
    """Return a throw as one line: time, who, task, result, and whether it was not kept."""
    line = tr("{time} {who} · {task} · {result}").format(
        time=entry.at.astimezone().strftime("%H:%M"), who=entry.who, task=entry.task, result=entry.result
    )
    return f"{line} {tr('(not kept)')}" if NOT_KEPT in entry.tags else line
