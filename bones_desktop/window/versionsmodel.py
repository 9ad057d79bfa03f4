"""Earlier versions of a character as an item model, the latest first."""

from collections.abc import Sequence

from PySide6.QtCore import QDateTime, QLocale, QObject, Qt

from bones_desktop.storage.versions import Version
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.rowmodel import Index, RowModel
from bones_desktop.window.linesdelegate import LineRole
from bones_desktop.wording.files import size_text


class VersionsModel(RowModel[Version]):
    """One row a version: when it was kept and how large it is."""

    def __init__(self, versions: Sequence[Version], parent: QObject | None = None) -> None:
        super().__init__(parent, versions)

    @guarded(None)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the time in the user's own form, and the size."""
        version = self.at(index)
        if version is None:
            return None
        when = QLocale().toString(
            QDateTime.fromSecsSinceEpoch(int(version.at.timestamp())), QLocale.FormatType.ShortFormat
        )
        if role == Qt.ItemDataRole.DisplayRole:
            return when
        if role == LineRole.SECOND:
            return size_text(version.size, self.tr)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{when}, {size_text(version.size, self.tr)}"
        return None
