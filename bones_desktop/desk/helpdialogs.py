"""Dialogs that only show information: about the program, its licences, the last messages, and crash reports."""

import os
import platform
import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QPushButton, QWidget

from bones_desktop import __version__
from bones_desktop.desk.documents import open_local
from bones_desktop.storage.files.labelsheets import licences
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import Part, hbox, vbox
from bones_desktop.widgets.choice.buttons import combo_box
from bones_desktop.widgets.layouts import scroll_both
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.wording.language import _


def system_information() -> str:
    """Return versions and platform, one per line, without the names of user and computer."""
    return "\n".join(
        (
            f"Bones Desktop {__version__}",
            f"Python {platform.python_version()}",
            f"Qt {qVersion()} ({QGuiApplication.platformName()})",
            f"{platform.system()} {platform.release()} {platform.machine()}",
        )
    )


class HelpDialog(QDialog):
    """A dialog that only shows information. It has a Close button and is deleted when it is closed."""

    def __init__(self, theme: Theme, title: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)

    def _fill(self, *parts: Part, buttons: Sequence[QPushButton] = (), size: tuple[int, int] | None = None) -> None:
        """Show `parts` in a column, above `buttons` and Close. `size` is in pixels at 100 % text size."""
        row = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        for each in buttons:
            row.addButton(each, QDialogButtonBox.ButtonRole.ActionRole)
        row.rejected.connect(self.close)
        vbox(self, *parts, row, theme=self._theme, gap=12, edges=(24, 24, 24, 16))
        if size is not None:
            # A larger dialog would have its buttons below the edge of the screen.
            room = self.screen().availableSize() * 0.85
            self.resize(QSize(*map(self._theme.px, size)).boundedTo(room))

    def _text(self, name: str, text: str = "") -> QPlainTextEdit:
        """Return a long text that can be read and copied."""
        box = QPlainTextEdit(text, self)
        box.setReadOnly(True)
        # Without a cursor, a screen reader could not read the text line by line.
        box.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByKeyboard | Qt.TextInteractionFlag.TextSelectableByMouse
        )
        # Tab must leave the text; otherwise the keyboard would be trapped in it.
        box.setTabChangesFocus(True)
        box.setAccessibleName(name)
        return box


class AboutDialog(HelpDialog):
    """Shows the authors of the games and the program, and their licences."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, _("About Bones Desktop"), parent)
        picture = plain_label(self)
        picture.setPixmap(self.windowIcon().pixmap(theme.px(72), theme.px(72)))
        title = heading_label(theme, self, f"Bones Desktop {__version__}", 28)
        texts = (
            _("Build a character die by die, print the sheet, roll the dice, and see which faces count and why."),
            _(
                "BONES and Cold Iron were designed by Vincent K. Raven and published by Precis Intermedia. "
                "This is an unofficial companion for people who own the games."
            ),
            _(
                "The program is free software under the MIT licence. It uses Qt and PySide6 (LGPL), pydantic and "
                "platformdirs (MIT); its typefaces are under the SIL Open Font Licence."
            ),
        )
        facts = plain_label(self, system_information(), role="muted")
        facts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        top = hbox(None, picture, (title, 1), theme=theme, gap=16)
        layout = vbox(None, top, *(plain_label(self, each, wrap=True) for each in texts), facts, theme=theme, gap=12)
        copy = push_button(self, _("Copy system information"), self._copy)
        self.licences = push_button(self, _("Licences…"), self._show_licences)
        # The text is in a scroll area, so that the buttons stay visible with large text on a small screen.
        self._fill((scroll_both(layout, self), 1), buttons=(copy, self.licences), size=(490, 480))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(system_information())

    def _show_licences(self) -> None:
        LicencesDialog(self._theme, self).open()


class LicencesDialog(HelpDialog):
    """Shows the licences of the program and of everything that it contains."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, _("Licences"), parent)
        self._texts = tuple(licences().items())
        self.choice = combo_box(self)
        self.choice.setAccessibleName(_("Licence of"))
        self.choice.addItems([name.replace("-", " ") for name, _text in self._texts])
        self.text = self._text(_("Licence"))
        self.choice.currentIndexChanged.connect(self._show)
        self._show(0)
        self._fill(self.choice, self.text, size=(700, 480))

    def _show(self, place: int) -> None:
        self.text.setPlainText(self._texts[place][1])


class MessagesDialog(HelpDialog):
    """Shows the last messages with the time of each, newest first."""

    def __init__(self, theme: Theme, messages: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, _("Last messages"), parent)
        self.text = self._text(self.windowTitle(), messages or _("There is no message yet."))
        copy = push_button(self, _("Copy all"), partial(QGuiApplication.clipboard().setText, self.text.toPlainText()))
        self._fill((self.text, 1), buttons=(copy,), size=(640, 480))
        self.text.setFocus()


def scrubbed(text: str) -> str:
    """Return `text` without the path of the home folder and without the user's name."""
    home = str(Path.home())
    text = text.replace(home, "~")
    user = os.environ.get("USER") or os.environ.get("USERNAME") or ""
    # A name of one or two letters would also occur in ordinary words of the report.
    return re.sub(rf"\b{re.escape(user)}\b", "user", text) if len(user) > 2 else text


class CrashDialog(HelpDialog):
    """Shows what happened in plain words. The report itself is hidden until the user asks for details."""

    def __init__(
        self, theme: Theme, heading: str, message: str, report: str, folder: Path, parent: QWidget | None = None
    ) -> None:
        """`folder` contains the log files."""
        super().__init__(theme, _("Something went wrong"), parent)
        self.report = f"{system_information()}\n\n{scrubbed(report)}"
        # Labels show plain text, because file names must not be read as markup.
        text = plain_label(self, message, wrap=True)
        text.setMinimumWidth(theme.px(460))
        self._details = self._text(_("Details"), self.report)
        self._details.setMinimumHeight(theme.px(180))
        self._details.hide()
        offers = (
            (_("Details"), self._toggle),
            (_("Copy report"), self._copy),
            (_("Open folder"), partial(open_local, folder)),
        )
        buttons = [push_button(self, words, call) for words, call in offers]
        self._fill(heading_label(theme, self, heading, wrap=True), text, self._details, buttons=buttons)

    def _toggle(self) -> None:
        self._details.setVisible(not self._details.isVisible())
        self.adjustSize()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.report)
