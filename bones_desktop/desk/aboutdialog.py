"""Version, credits and licences, and the system information that a report of a fault needs."""

import platform

from PySide6.QtCore import QSize, Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QPushButton, QWidget

from bones_desktop import __version__
from bones_desktop.storage.files.labelsheets import licences
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.choice.buttons import combo_box
from bones_desktop.widgets.layouts import scroll_both
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.language import _


def system_information() -> str:
    """Return versions and platform, one on each line, without the names of user and computer."""
    return "\n".join(
        (
            f"Bones Desktop {__version__}",
            f"Python {platform.python_version()}",
            f"Qt {qVersion()} ({QGuiApplication.platformName()})",
            f"{platform.system()} {platform.release()} {platform.machine()}",
        )
    )


class AboutDialog(QDialog):
    """Shows the authors of the games and the program, and their licences."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("About Bones Desktop"))
        layout = vbox(None, theme=theme, gap=12)
        top = hbox(None, theme=theme, gap=16)
        picture = plain_label(self)
        picture.setPixmap(self.windowIcon().pixmap(theme.px(72), theme.px(72)))
        top.addWidget(picture)
        title = plain_label(self, f"Bones Desktop {__version__}")
        title.setFont(theme.font("serif", 28, bold=True))
        top.addWidget(title, 1)
        layout.addLayout(top)
        for text in (
            _("Build a character die by die, print the sheet, roll the dice, and see which faces count and why."),
            _(
                "BONES and Cold Iron were designed by Vincent K. Raven and published by Precis Intermedia. "
                "This is an unofficial companion for people who own the games."
            ),
            _(
                "The program is free software under the MIT licence. It uses Qt and PySide6 (LGPL), pydantic and "
                "platformdirs (MIT); its typefaces are under the SIL Open Font Licence."
            ),
        ):
            label = plain_label(self, text)
            label.setWordWrap(True)
            layout.addWidget(label)
        facts = plain_label(self, system_information(), role="muted")
        facts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout.addWidget(facts)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        copy = QPushButton(_("Copy system information"), self)
        buttons.addButton(copy, QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(system_information()))
        self.licences = QPushButton(_("Licences…"), self)
        buttons.addButton(self.licences, QDialogButtonBox.ButtonRole.ActionRole)
        self.licences.clicked.connect(lambda: LicencesDialog(theme, self).open())
        buttons.rejected.connect(self.close)
        # In a scroll area: with large text on a small screen the buttons must stay in view.
        vbox(self, (scroll_both(layout, self), 1), buttons, theme=theme, gap=12, edges=(24, 24, 24, 16))
        self.resize(QSize(theme.px(490), theme.px(440)).boundedTo(self.screen().availableSize() * 0.85))


class LicencesDialog(QDialog):
    """Shows the licence of the program and those of everything in it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("Licences"))
        texts = licences()
        layout = vbox(self, theme=theme, gap=12, edges=(24, 24, 24, 16))
        self.choice = combo_box(self)
        self.choice.setAccessibleName(_("Licence of"))
        self.choice.addItems([name.replace("-", " ") for name in texts])
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        # Tab must leave the text, or the keyboard would be caught in it.
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(_("Licence"))
        self.choice.currentIndexChanged.connect(lambda index: self.text.setPlainText([*texts.values()][index]))
        self.text.setPlainText(next(iter(texts.values()), ""))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.close)
        for each in (self.choice, self.text, buttons):
            layout.addWidget(each)
        self.resize(QSize(theme.px(700), theme.px(480)).boundedTo(self.screen().availableSize() * 0.85))
