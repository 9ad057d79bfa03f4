"""The shelf as an item model: one row a character file, damaged ones with what is wrong."""

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import QObject, Qt

from bones_desktop.storage.shelfentry import Entry
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.rowmodel import Index, RowModel, holds
from bones_desktop.wording.files import file_sentence


class ShelfRole(IntEnum):
    """Roles beside Qt's own."""

    ENTRY = Qt.ItemDataRole.UserRole + 1


class ShelfModel(RowModel[Entry]):
    """The entries whose name holds the words searched for, in the order given."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[Entry, ...] = ()
        self._search = ""

    def set_entries(self, entries: Sequence[Entry]) -> None:
        """Show other entries."""
        self._all = tuple(entries)
        self._filter()

    def search(self, text: str) -> None:
        """Show only entries whose name holds every word of `text`, case-blind."""
        self._search = text
        self._filter()

    def row_of(self, path: object) -> int:
        """Return the row of the entry that lies at `path`, -1 when it is not shown."""
        return next((row for row, entry in enumerate(self.rows) if entry.path == path), -1)

    @property
    def total(self) -> int:
        """How many entries there are, searched for or not."""
        return len(self._all)

    @guarded(None)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the name, what is wrong with a damaged file, or the entry itself."""
        entry = self.at(index)
        if entry is None:
            return None
        if role == ShelfRole.ENTRY:
            return entry
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.name or entry.path.stem
        if role == Qt.ItemDataRole.AccessibleTextRole:
            name = entry.name or entry.path.stem
            return (
                self.tr("{}, damaged: {}").format(name, file_sentence(entry.damaged, self.tr))
                if entry.damaged
                else name
            )
        return None

    def _filter(self) -> None:
        self._show(entry for entry in self._all if holds(f"{entry.name} {entry.path.stem}", self._search))
