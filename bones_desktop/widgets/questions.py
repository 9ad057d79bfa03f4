"""Questions to the user that do not block the window: one with buttons, and where a file is to be written."""

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from bones_desktop.storage.files.textfiles import may_be_there


def ask(
    parent: QWidget | None, title: str, text: str, answers: Mapping[str, Callable[[], object]], stay: str
) -> QMessageBox:
    """Ask `text` (plain, never read as markup), with a button for each of `answers` that calls what it names.

    `stay` is the button that changes nothing; Enter and Escape mean it.
    """
    box = QMessageBox(QMessageBox.Icon.Warning, title, text, parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for words, call in answers.items():
        button = box.addButton(words, QMessageBox.ButtonRole.DestructiveRole)
        button.clicked.connect(lambda _checked=False, call=call: call())
    safe = box.addButton(stay, QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(safe)
    box.setEscapeButton(safe)
    box.open()
    return box


def ask_where(
    parent: QWidget, title: str, first: Path, ending: str, kinds: str, write: Callable[[Path], object]
) -> QFileDialog:
    """Ask for a file whose name ends in `ending`, `first` proposed, and call `write` with its path.

    `kinds` is the filter shown. The dialogs of desktops ask before they replace the file that was typed, but would not
    know of an ending that Qt adds afterwards: so it is added here, and a file found under that name is asked about.
    """
    dialog = QFileDialog(parent, title, str(first), kinds)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)

    def chosen(name: str) -> None:
        path = Path(name)
        if path.name.casefold().endswith(ending.casefold()):
            write(path)
            return
        path = path.with_name(path.name + ending)
        if not may_be_there(path):
            write(path)
            return
        text = _tr("{name} is already in {folder}. Replace it?").format(name=path.name, folder=path.parent)
        ask(parent, title, text, {_tr("Replace"): lambda: write(path)}, _tr("Cancel"))

    dialog.fileSelected.connect(chosen)
    dialog.open()
    return dialog


def _tr(text: str) -> str:
    return QCoreApplication.translate("Questions", text)
