"""Look at earlier versions of a character, and bring one back."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QListView, QPushButton, QSplitter, QVBoxLayout, QWidget

from bones_desktop.printing.kit import PrintKit
from bones_desktop.printing.preview import SheetPreview
from bones_desktop.rules.bones.character import Character
from bones_desktop.rules.bones.sheet import Sheet
from bones_desktop.storage.characterfile import CharacterFileError
from bones_desktop.storage.textfiles import FileProblem
from bones_desktop.storage.versions import Version
from bones_desktop.theme.theme import Theme
from bones_desktop.window.linesdelegate import LinesDelegate
from bones_desktop.window.versionsmodel import VersionsModel
from bones_desktop.wording.files import file_sentence


class VersionsDialog(QDialog):
    """Shows the sheet of the chosen version; `chosen` carries its character. `none` is said where there are none."""

    chosen = Signal(object)

    def __init__(
        self,
        theme: Theme,
        kit: PrintKit,
        versions: Sequence[Version],
        read: Callable[[Version], Character],
        derive: Callable[[Character], Sheet],
        *,
        note: str,
        none: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Earlier versions"))
        self._read = read
        self._derive = derive
        self._character: Character | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(theme.px(16), theme.px(16), theme.px(16), theme.px(16))
        layout.setSpacing(theme.px(8))
        about = QLabel(note if versions else none)
        about.setTextFormat(Qt.TextFormat.PlainText)
        about.setWordWrap(True)
        layout.addWidget(about)
        self._model = VersionsModel(versions, self)
        self._view = QListView(self)
        self._view.setModel(self._model)
        self._view.setItemDelegate(LinesDelegate(theme, self._view))
        self._view.setUniformItemSizes(True)
        self._view.setAccessibleName(self.tr("Earlier versions"))
        self._preview = SheetPreview(theme, kit, self)
        self._error = QLabel(self)
        self._error.setTextFormat(Qt.TextFormat.PlainText)
        self._error.setWordWrap(True)
        self._error.setProperty("role", "bad")
        self._error.hide()
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.addWidget(self._view)
        splitter.addWidget(self._preview)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([theme.px(220), theme.px(620)])
        layout.addWidget(splitter, 1)
        layout.addWidget(self._error)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self._bring = QPushButton(self.tr("Bring this one back"), self)
        self._bring.setProperty("kind", "primary")
        self._bring.setDefault(True)
        buttons.addButton(self._bring, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        self._view.selectionModel().currentChanged.connect(lambda new, _old: self._show(new))
        self._bring.setEnabled(False)
        if not versions:
            splitter.hide()
            self._bring.hide()
            buttons.button(QDialogButtonBox.StandardButton.Cancel).setText(self.tr("Close"))
            self.resize(theme.px(420), theme.px(140))
            return
        screen = self.screen().availableSize()
        self._view.setCurrentIndex(self._model.index(0, 0))
        self.resize(min(theme.px(900), int(screen.width() * 0.9)), min(theme.px(640), int(screen.height() * 0.85)))

    def _show(self, index: QModelIndex) -> None:
        version = self._model.at(index)
        self._character = None
        if version is not None:
            try:
                self._character = self._read(version)
            except (FileProblem, CharacterFileError) as error:
                self._error.setText(file_sentence(error, self.tr))
        self._error.setVisible(version is not None and self._character is None)
        self._preview.setVisible(self._character is not None)
        self._bring.setEnabled(self._character is not None)
        if self._character is not None:
            self._preview.set_sheet(self._derive(self._character))

    def _accept(self) -> None:
        if self._character is not None:
            character = self._character
            self.accept()
            self.chosen.emit(character)
