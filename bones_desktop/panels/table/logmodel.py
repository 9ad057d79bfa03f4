"""The log of throws as an item model: oldest first, so that the newest stands at the end."""

from collections.abc import Callable, Sequence
from enum import IntEnum

from PySide6.QtCore import Qt

from bones_desktop.storage.rolllog import ThrowEntry
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.plaintip import plain_tip
from bones_desktop.widgets.rowmodel import Index, RowModel

NOT_KEPT = "not-kept"
"""Tag of a throw that could not be stored."""


class LogRole(IntEnum):
    """Roles beside Qt's own."""

    ENTRY = Qt.ItemDataRole.UserRole + 1


class LogModel(RowModel[ThrowEntry]):
    """Throws by the order they were made in."""

    def set_entries(self, latest_first: Sequence[ThrowEntry]) -> None:
        """Show other throws, given as the log gives them."""
        self._show(reversed(latest_first))

    def add(self, entry: ThrowEntry) -> None:
        """Show one throw more."""
        self._append(entry)

    @guarded(None)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the throw as one line of text, or the entry itself."""
        entry = self.at(index)
        if entry is None:
            return None
        if role == LogRole.ENTRY:
            return entry
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole}:
            text = entry_text(entry, self.tr)
            return plain_tip(text) if role == Qt.ItemDataRole.ToolTipRole else text
        return None


def entry_text(entry: ThrowEntry, tr: Callable[[str], str]) -> str:
    """Return a throw as one line: time, who, task, result, and whether it was not kept."""
    line = tr("{time} {who} · {task} · {result}").format(
        time=entry.at.astimezone().strftime("%H:%M"), who=entry.who, task=entry.task, result=entry.result
    )
    return f"{line} {tr('(not kept)')}" if NOT_KEPT in entry.tags else line
