"""A damaged installation: the program's own files are missing or not as they were shipped."""

import logging
import sys
from typing import Final

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from bones_desktop.storage.rulebook.rulebookfile import RulebookFileError
from bones_desktop.theme.fonts import FontFileError
from bones_desktop.theme.palette import ThemeFileError

DAMAGES: Final = (RulebookFileError, ThemeFileError, FontFileError)
"""What is raised when a shipped file cannot be used."""

log = logging.getLogger("bones_desktop")


def tell_of_damage(window: QWidget, error: Exception) -> None:
    """Say so over the empty `window` and on the terminal; the event loop ends when it is read."""
    text = QCoreApplication.translate(
        "Start", "The program's own files are damaged: {}. Your characters are untouched. Please install it again."
    ).format(" ".join(str(error).split()))
    log.error("%s", text)
    if sys.stderr is not None:
        print(f"bones-desktop: {text}", file=sys.stderr)  # noqa: T201
    box = QMessageBox(QMessageBox.Icon.Critical, QApplication.applicationDisplayName(), text, parent=window)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.finished.connect(QCoreApplication.quit)
    box.open()
