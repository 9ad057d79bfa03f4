"""Dialogs that only show something: all keys, the program and its licences, and the report of a fault."""

import os
import platform
import re
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt, qVersion
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QPlainTextEdit, QPushButton, QWidget

from bones_desktop import __version__
from bones_desktop.desk.actions import ACTIONS, MENUS
from bones_desktop.desk.documents import open_local
from bones_desktop.rules.records import Record
from bones_desktop.storage.files.labelsheets import licences
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import Part, hbox, vbox
from bones_desktop.widgets.choice.buttons import combo_box
from bones_desktop.widgets.layouts import ScrollRoom, scroll_both
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.wording.language import N_, _


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
    """A dialog that only shows something. It has a button Close and is deleted after closing."""

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


class KeyLine(Record):
    """A key and its function."""

    keys: str
    text: str


PAGE_KEYS: Final[Mapping[str, tuple[KeyLine, ...]]] = {
    N_("On the Shelf page"): (
        KeyLine("Enter", N_("Open the chosen character")),
        KeyLine("Shift+←  →  ↑  ↓", N_("Choose several characters; Ctrl+A chooses all")),
        KeyLine("↓", N_("Go from the search to the cards")),
        KeyLine("Del", N_("Remove the chosen characters; they can be restored")),
        KeyLine("Shift+F10", N_("Show the actions for the chosen characters")),
        KeyLine("Ctrl+C", N_("Copy the files of the chosen characters")),
        KeyLine("Ctrl+V", N_("Import copied files, or read a copied stat block")),
    ),
    N_("On the Build page"): (
        KeyLine("←  →  ↑  ↓", N_("Go from face to face")),
        KeyLine("PgUp  PgDown", N_("Go from die to die")),
        KeyLine("Enter", N_("Choose an icon for the face")),
        KeyLine("A … Z", N_("Search the icons by typing")),
        KeyLine("Del", N_("Empty the face")),
        KeyLine("Ctrl+C   Ctrl+X", N_("Copy or cut the face")),
        KeyLine("Ctrl+Shift+C", N_("Copy the whole die")),
        KeyLine("Ctrl+V", N_("Paste a face or a die, also from a text")),
        KeyLine("Ctrl+R", N_("Take the die in hand")),
        KeyLine("←  →  ↑  ↓", N_("Turn the die in hand; with Shift by a little")),
        KeyLine("Enter   Home", N_("Choose the face in front; lay the die straight")),
        KeyLine("Ctrl+PgUp  Ctrl+PgDown", N_("Go from tab to tab")),
        KeyLine("Esc", N_("Leave the large page of the back-story")),
    ),
    N_("On the Table page"): (
        KeyLine("Space", N_("Roll; end the roll at once while dice roll")),
        KeyLine("B", N_("Enter the faces of real dice")),
        KeyLine("Esc", N_("Go back to the tray; the entered faces are kept")),
        KeyLine("L", N_("Choose one of the last tasks")),
        KeyLine("Alt+1 … 6", N_("Choose one of the last tasks at once")),
        KeyLine("F", N_("Keep the current task as a favourite of this character")),
        KeyLine("F3 … F9", N_("Roll for one of the favourites at once")),
        KeyLine("W", N_("Choose who rolls")),
        KeyLine("K", N_("Choose what the roll is for: a task, movement, a fall …")),
        KeyLine("T", N_("Choose the skill")),
        KeyLine("D", N_("Choose the difficulty with the arrows, or an opponent")),
        KeyLine("M", N_("Set modifiers")),
        KeyLine("A", N_("Allow a task without a fitting icon, or take that back (GM)")),
        KeyLine("←  →   Enter", N_("Go from die to die in the tray, each is explained")),
        KeyLine("R", N_("Re-roll one die; then its number, or arrows and Enter")),
        KeyLine("S", N_("Buy one success")),
        KeyLine("E", N_("Use one earned success, where the group plays so")),
        KeyLine("Q", N_("Which die is best re-rolled?")),
        KeyLine("O", N_("Set another result than the dice show (GM)")),
        KeyLine("N", N_("Strike out the roll, or restore it")),
        KeyLine("X", N_("Roll in secret: the players' view shows no dice")),
        KeyLine("V", N_("The GM's veto: undo the last use of spiffs")),
        KeyLine("Ctrl+C", N_("Copy the result as text")),
        KeyLine("Ctrl+Shift+C", N_("Copy the roll with its dice as a picture")),
        KeyLine("1 … 9, 0", N_("Choose a die; in the smaller games, the kind of roll")),
        KeyLine("I", N_("Lose the chosen die")),
        KeyLine("H", N_("Heal one die")),
    ),
    N_("On the Fight page"): (
        KeyLine("Space   Ctrl+Enter", N_("Roll, suggest, close the round, end fights")),
        KeyLine("Ins   Del", N_("Add fighters, or remove the chosen ones")),
        KeyLine("↑  ↓   ←  →", N_("Choose a fighter; fold or unfold equal ones")),
        KeyLine("Enter", N_("Details of the chosen fighter: side, equipment, posture, mount")),
        KeyLine("D", N_("Declare for the chosen fighter")),
        KeyLine("N   L", N_("All attack with most damage, or as last round")),
        KeyLine("T   B", N_("Roll for the chosen fighter only, or enter real dice")),
        KeyLine("1 … 9   A   D", N_("Give the success to a target, attack or defend")),
        KeyLine("Shift", N_("With these: the whole face of a Double or Triple")),
        KeyLine("C   P", N_("Same for all equal fighters; allow a refused choice (GM)")),
        KeyLine("N   Backspace", N_("Use the success for nothing; take a use back")),
        KeyLine("[   ]", N_("Go to the previous or next fighter with successes to allot")),
        KeyLine("S   G", N_("Suggest for the chosen fighter, or for the GM's side")),
        KeyLine("O", N_("Show only the dice of the chosen fighter")),
    ),
    N_("On the Scene page"): (
        KeyLine("Space   Ctrl+Enter", N_("Roll or do the chosen act")),
        KeyLine("1 … 9", N_("Choose an act")),
        KeyLine("T", N_("Take what follows: roll the damage, take the damage")),
        KeyLine("N   Enter", N_("End the turn; Enter in the list of fighters")),
        KeyLine("B", N_("Enter real dice")),
        KeyLine("Ins   Del", N_("Add somebody, or remove the chosen fighter")),
    ),
    N_("On the Tracker page"): (
        KeyLine("1 … 9, 0", N_("Choose a die")),
        KeyLine("I   H", N_("Lose the chosen die, heal one")),
        KeyLine("Enter", N_("Lose or heal the focused die")),
        KeyLine("B", N_("Take a blow: choose what absorbs it and which dice to lose")),
        KeyLine("Esc", N_("Close the open form")),
        KeyLine("Ctrl+PgUp  Ctrl+PgDown", N_("Go from tab to tab")),
    ),
    N_("On the Campaign page"): (
        KeyLine("Enter   Del", N_("Open a member, or remove it from the party")),
        KeyLine("Space", N_("Tick who rests or was there, and set awards")),
        KeyLine("Ctrl+PgUp  Ctrl+PgDown", N_("Go from tab to tab")),
        KeyLine("F11   Esc", N_("Fill the screen with the players' view, or leave it")),
    ),
    N_("On the Log page, and in the last rolls"): (
        KeyLine("Enter", N_("Choose the same task once more")),
        KeyLine("Ctrl+C", N_("Copy the roll as text")),
        KeyLine("Ctrl+Shift+C", N_("Copy the roll as a picture")),
        KeyLine("Ctrl+F", N_("Search the log")),
        KeyLine("F2   Del", N_("Rename a scene, or remove its heading")),
        KeyLine("End", N_("Go to the newest roll")),
        KeyLine("Ctrl+PgUp  Ctrl+PgDown", N_("Go from rolls to fairness and back")),
    ),
}
"""The keys of each page, by heading."""


def _plain(text: str) -> str:
    return text.replace("&", "").rstrip("…")


class KeysDialog(HelpDialog):
    """Lists every key. Esc closes it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, _("Keys"), parent)
        area = ScrollRoom(self)
        page = QWidget(area)
        self._form = QFormLayout(page)
        self._form.setHorizontalSpacing(theme.px(24))
        self._form.setVerticalSpacing(theme.px(4))
        native = QKeySequence.SequenceFormat.NativeText
        for menu, name in MENUS:
            lines = [
                # The table has English key names; other systems name or draw them differently.
                KeyLine("   ".join(QKeySequence(key).toString(native) for key in spec.keys), spec.text)
                for spec in ACTIONS
                if spec.menu == menu and spec.keys
            ]
            self._add_group(_(name), lines)
        for name, page_lines in PAGE_KEYS.items():
            self._add_group(name, page_lines)
        area.setWidget(page)
        self._fill((area, 1), size=(640, 1240))

    def _add_group(self, name: str, lines: Sequence[KeyLine]) -> None:
        heading = heading_label(self._theme, self, _plain(name), 16)
        heading.setContentsMargins(0, self._theme.px(12), 0, self._theme.px(4))
        self._form.addRow(heading)
        for line in lines:
            keys = plain_label(self, line.keys, theme=self._theme, size=14, bold=True)
            self._form.addRow(keys, plain_label(self, _plain(_(line.text)), wrap=True))
