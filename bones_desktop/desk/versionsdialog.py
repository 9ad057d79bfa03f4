"""Dialog that shows earlier versions of a character or a campaign, and restores one."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, Generic, TypeVar

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QListView, QSplitter, QWidget

from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.versions import Version
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import LineDelegate
from bones_desktop.widgets.localized import short_moment
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.rows import ROW_ROLE, Index, RowModel
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _

T = TypeVar("T")

_LOOK: Final = LineLook(height=52, font=("serif", 16, True), pad=(14, 6), ground=Ground.RIMMED)
LIST: Final = 220
"""Width of the list next to the preview, at 100 % text size."""


class VersionsDialog(QDialog, Generic[T]):
    """Shows the content of the chosen version. `version_selected` is emitted with the content to restore."""

    version_selected = Signal(object)

    def __init__(
        self,
        theme: Theme,
        versions: Sequence[Version],
        read: Callable[[Version], T],
        preview: QWidget,
        show: Callable[[T], None],
        *,
        about: Callable[[Version], str],
        title: str,
        note: str,
        none: str,
        trouble: FileProblem | None,
        list_width: int = LIST,
        parent: QWidget | None = None,
    ) -> None:
        """Show `versions`. `show` fills the preview with the value returned by `read`.

        `note` is shown above the versions, `trouble` if they cannot be listed, and `none` if there are none.
        """
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self._read = read
        self._show_read = show
        self._found: T | None = None
        layout = vbox(self, theme=theme, gap=8, edges=(16, 16, 16, 16))
        missing = none if trouble is None else file_sentence(trouble)
        explained = plain_label(self, note if versions else missing)
        explained.setWordWrap(True)
        layout.addWidget(explained)
        # Cached, because making the text about a version may require reading two files.
        self._about = cache(about)
        self._model = VersionsModel(versions, self._about, self)
        self._view = QListView(self)
        self._view.setModel(self._model)
        self._view.setItemDelegate(LineDelegate(theme, _LOOK, self._view))
        self._view.setUniformItemSizes(True)
        self._view.setAccessibleName(title)
        self._changed = plain_label(self, role="muted", wrap=True)
        self._preview = preview
        self._error = plain_label(self, role="bad")
        self._error.setWordWrap(True)
        self._error.hide()
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.addWidget(self._view)
        splitter.addWidget(self._preview)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([theme.px(list_width), theme.px(840 - list_width)])
        layout.addWidget(splitter, 1)
        layout.addWidget(self._changed)
        layout.addWidget(self._error)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self._bring = push_button(self, _("Bring this one back"), kind="primary")
        self._bring.setDefault(True)
        buttons.addButton(self._bring, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        self._view.selectionModel().currentChanged.connect(lambda new, _old: self._show(new))
        self._bring.setEnabled(False)
        if not versions:
            splitter.hide()
            self._changed.hide()
            self._bring.hide()
            buttons.button(QDialogButtonBox.StandardButton.Cancel).setText(_("Close"))
            self.resize(theme.px(420), theme.px(140))
            return
        screen = self.screen().availableSize()
        self._view.setCurrentIndex(self._model.index(0, 0))
        self.resize(min(theme.px(900), int(screen.width() * 0.9)), min(theme.px(640), int(screen.height() * 0.85)))

    def _show(self, index: QModelIndex) -> None:
        version = self._model.at(index)
        self._found = None
        # In the list, a long text is cut off.
        self._changed.setText(self._about(version) if version is not None else "")
        if version is not None:
            try:
                self._found = self._read(version)
            except (FileProblem, DataFileError) as error:
                self._error.setText(file_sentence(error))
        self._error.setVisible(version is not None and self._found is None)
        self._preview.setVisible(self._found is not None)
        self._bring.setEnabled(self._found is not None)
        if self._found is not None:
            self._show_read(self._found)

    def _accept(self) -> None:
        if self._found is not None:
            # Stored before the dialog closes, because closing may change the selection.
            found = self._found
            self.accept()
            self.version_selected.emit(found)


class VersionsModel(RowModel[Version]):
    """One row for each version. The text from `about` is read from a file, and only for visible rows."""

    def __init__(
        self, versions: Sequence[Version], about: Callable[[Version], str], parent: QObject | None = None
    ) -> None:
        super().__init__(parent, versions)
        self._about = about

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the line to paint, or the time in the user's format with or without the text about the version."""
        version = self.at(index)
        if version is None:
            return None
        when = short_moment(version.at)
        match role:
            case int() if role == ROW_ROLE:
                return Line(when, self._about(version))
            case Qt.ItemDataRole.DisplayRole:
                return when
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{when}, {self._about(version)}"
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(self._about(version))
        return None
