"""The page of all keys, built from the table of actions, and the page about the program."""

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSize, Qt, qVersion
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from bones_desktop import __version__
from bones_desktop.desk.actions import ACTIONS, MENUS
from bones_desktop.storage.files.labelsheets import licences
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.choice.buttons import combo_box
from bones_desktop.widgets.layouts import ScrollRoom, scroll_both
from bones_desktop.widgets.text.labels import plain_label
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
        # The text is in a scroll area, so that the buttons stay visible with large text on a small screen.
        vbox(self, (scroll_both(layout, self), 1), buttons, theme=theme, gap=12, edges=(24, 24, 24, 16))
        self.resize(QSize(theme.px(490), theme.px(440)).boundedTo(self.screen().availableSize() * 0.85))


class LicencesDialog(QDialog):
    """Shows the licences of the program and of everything that it contains."""

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
        # Tab must leave the text; otherwise the keyboard would be trapped in it.
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(_("Licence"))
        self.choice.currentIndexChanged.connect(lambda index: self.text.setPlainText([*texts.values()][index]))
        self.text.setPlainText(next(iter(texts.values()), ""))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.close)
        for each in (self.choice, self.text, buttons):
            layout.addWidget(each)
        self.resize(QSize(theme.px(700), theme.px(480)).boundedTo(self.screen().availableSize() * 0.85))


@dataclass(frozen=True, slots=True)
class KeyLine:
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
        KeyLine("[   ]", N_("Go to the previous or next fighter to allot")),
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


class KeysDialog(QDialog):
    """Lists every key. Esc closes it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._theme = theme
        self.setWindowTitle(_("Keys"))
        layout = QVBoxLayout(self)
        area = ScrollRoom(self)
        page = QWidget(area)
        grid = QGridLayout(page)
        grid.setContentsMargins(theme.px(16), theme.px(8), theme.px(16), theme.px(16))
        grid.setHorizontalSpacing(theme.px(24))
        grid.setVerticalSpacing(theme.px(4))
        row = 0
        native = QKeySequence.SequenceFormat.NativeText
        for menu, name in MENUS:
            lines = [
                # The table has English key names; other systems name or draw them differently.
                KeyLine("   ".join(QKeySequence(key).toString(native) for key in spec.keys), spec.text)
                for spec in ACTIONS
                if spec.menu == menu and spec.keys
            ]
            row = self._group(grid, row, _(name), lines)
        for name, page_lines in PAGE_KEYS.items():
            row = self._group(grid, row, _(name), page_lines)
        grid.setColumnStretch(1, 1)
        area.setWidget(page)
        layout.addWidget(area)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.close)
        layout.addWidget(buttons)
        # The dialog takes at most this part of the screen, so that its buttons stay visible.
        room = self.screen().availableSize() * 0.85
        self.resize(QSize(theme.px(640), theme.px(1240)).boundedTo(room))

    def _group(self, grid: QGridLayout, row: int, name: str, lines: Sequence[KeyLine]) -> int:
        heading = plain_label(self, _plain(name))
        heading.setFont(self._theme.font("serif", 16, bold=True))
        heading.setContentsMargins(0, self._theme.px(12), 0, self._theme.px(4))
        grid.addWidget(heading, row, 0, 1, 2)
        for line in lines:
            row += 1
            keys = plain_label(self, line.keys)
            keys.setFont(self._theme.font("sans", 14, bold=True))
            grid.addWidget(keys, row, 0)
            text = plain_label(self, _plain(_(line.text)))
            text.setWordWrap(True)
            grid.addWidget(text, row, 1)
        return row + 1
