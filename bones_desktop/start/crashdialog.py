"""The report of a fault. It can be copied and contains no names of home folders or users."""

import os
import re
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QWidget

from bones_desktop.desk.aboutdialog import system_information
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.language import _


def scrubbed(text: str) -> str:
    """Return `text` without the path of the home folder and without the user's name."""
    home = str(Path.home())
    text = text.replace(home, "~")
    user = os.environ.get("USER") or os.environ.get("USERNAME") or ""
    # A name of one or two letters would also be found in ordinary words of the report.
    return re.sub(rf"\b{re.escape(user)}\b", "user", text) if len(user) > 2 else text


class CrashDialog(QDialog):
    """Show what happened in plain words. The report itself is hidden until the user asks for details."""

    def __init__(
        self,
        theme: Theme,
        *,
        heading: str,
        message: str,
        report: str,
        open_folder: Callable[[], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("Something went wrong"))
        self.report = f"{system_information()}\n\n{scrubbed(report)}"
        layout = vbox(self, theme=theme, gap=12, edges=(24, 24, 24, 16))
        title = plain_label(self, heading)
        # Plain labels: file names in the message must not be read as markup.
        title.setFont(theme.font("serif", 20, bold=True))
        title.setWordWrap(True)
        layout.addWidget(title)
        text = plain_label(self, message)
        text.setWordWrap(True)
        text.setMinimumWidth(theme.px(460))
        layout.addWidget(text)
        self._details = QPlainTextEdit(self.report, self)
        self._details.setReadOnly(True)
        self._details.setMinimumHeight(theme.px(180))
        self._details.hide()
        layout.addWidget(self._details)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        for words, call in (
            (_("Details"), self._toggle),
            (_("Copy report"), self._copy),
            (_("Open folder"), open_folder),
        ):
            button = push_button(self, words, lambda _checked=False, call=call: call())
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.close)
        layout.addWidget(buttons)

    def _toggle(self) -> None:
        self._details.setVisible(not self._details.isVisible())
        self.adjustSize()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.report)
