"""Earlier versions of a character as an item model, the latest first."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QDateTime, QLocale, QModelIndex, QObject, QPersistentModelIndex, Qt

from bones_desktop.storage.versions import Version
from bones_desktop.window.linesdelegate import LineRole
from bones_desktop.wording.files import size_text

Index = QModelIndex | QPersistentModelIndex


class VersionsModel(QAbstractListModel):
    """One row a version: when it was kept and how large it is."""

    def __init__(self, versions: Sequence[Version], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._versions = tuple(versions)

    def version(self, index: Index) -> Version | None:
        """Return the version at `index`, None outside the list."""
        return self._versions[index.row()] if index.isValid() and index.row() < len(self._versions) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 (Qt's signature)
        """Return how many versions there are."""
        return 0 if parent.isValid() else len(self._versions)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the time in the user's own form, and the size."""
        version = self.version(index)
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
