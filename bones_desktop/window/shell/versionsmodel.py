"""Earlier versions as an item model, the latest first."""

from collections.abc import Callable, Sequence
from functools import cache

from PySide6.QtCore import QObject, Qt

from bones_desktop.storage.files.versions import Version
from bones_desktop.widgets.days import short_moment
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.lists.rowmodel import Index, RowModel
from bones_desktop.window.shell.linesdelegate import LineRole


class VersionsModel(RowModel[Version]):
    """One row a version: when it was kept and what there is to say `about` it, asked once for each row seen."""

    def __init__(
        self, versions: Sequence[Version], about: Callable[[Version], str], parent: QObject | None = None
    ) -> None:
        super().__init__(parent, versions)
        self._about = cache(about)

    @guarded(None)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the time in the user's own form, and what it is about."""
        version = self.at(index)
        if version is None:
            return None
        when = short_moment(version.at)
        if role == Qt.ItemDataRole.DisplayRole:
            return when
        if role == LineRole.SECOND:
            return self._about(version)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{when}, {self._about(version)}"
        return None
