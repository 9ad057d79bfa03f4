"""One page of all keys, built from the table of actions and the keys of each page."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QVBoxLayout, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.layouts import ScrollRoom
from bones_desktop.widgets.localized import QT_TRANSLATE_NOOP
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.window.shell.actions import ACTIONS, MENUS, translated


@dataclass(frozen=True, slots=True)
class KeyLine:
    """A key and what it does."""

    keys: str
    text: str


PAGE_KEYS: tuple[tuple[str, tuple[KeyLine, ...]], ...] = (
    (
        QT_TRANSLATE_NOOP("Actions", "On the Shelf page"),
        (
            KeyLine("Enter", QT_TRANSLATE_NOOP("Actions", "Open the chosen character")),
            KeyLine("Shift+←  →  ↑  ↓", QT_TRANSLATE_NOOP("Actions", "Choose several; Ctrl+A chooses all")),
            KeyLine("↓", QT_TRANSLATE_NOOP("Actions", "Go on from the search to the cards")),
            KeyLine("Del", QT_TRANSLATE_NOOP("Actions", "Remove the chosen; they can be brought back")),
            KeyLine("Shift+F10", QT_TRANSLATE_NOOP("Actions", "Show what can be done with the chosen")),
            KeyLine("Ctrl+C", QT_TRANSLATE_NOOP("Actions", "Copy the files of the chosen")),
            KeyLine("Ctrl+V", QT_TRANSLATE_NOOP("Actions", "Import copied files, or read a copied stat block")),
        ),
    ),
    (
        QT_TRANSLATE_NOOP("Actions", "On the Build page"),
        (
            KeyLine("←  →  ↑  ↓", QT_TRANSLATE_NOOP("Actions", "Go from face to face")),
            KeyLine("PgUp  PgDown", QT_TRANSLATE_NOOP("Actions", "Go from die to die")),
            KeyLine("Enter", QT_TRANSLATE_NOOP("Actions", "Choose an icon for the face")),
            KeyLine("A … Z", QT_TRANSLATE_NOOP("Actions", "Search the icons by typing")),
            KeyLine("Del", QT_TRANSLATE_NOOP("Actions", "Empty the face")),
            KeyLine("Ctrl+C   Ctrl+X", QT_TRANSLATE_NOOP("Actions", "Copy or cut the face")),
            KeyLine("Ctrl+Shift+C", QT_TRANSLATE_NOOP("Actions", "Copy the whole die")),
            KeyLine("Ctrl+V", QT_TRANSLATE_NOOP("Actions", "Paste a face or a die, also from a text")),
            KeyLine("Ctrl+R", QT_TRANSLATE_NOOP("Actions", "Take the die in the hand")),
            KeyLine("←  →  ↑  ↓", QT_TRANSLATE_NOOP("Actions", "Turn the die in the hand; with Shift by a little")),
            KeyLine("Enter   Home", QT_TRANSLATE_NOOP("Actions", "Choose the face in front; lay the die straight")),
            KeyLine("Ctrl+PgUp  Ctrl+PgDown", QT_TRANSLATE_NOOP("Actions", "Go from tab to tab")),
            KeyLine("Esc", QT_TRANSLATE_NOOP("Actions", "Leave the large page of the back-story")),
        ),
    ),
    (
        QT_TRANSLATE_NOOP("Actions", "On the Table page"),
        (
            KeyLine("Space", QT_TRANSLATE_NOOP("Actions", "Throw; end the throw at once while dice roll")),
            KeyLine("B", QT_TRANSLATE_NOOP("Actions", "Enter what real dice show")),
            KeyLine("Esc", QT_TRANSLATE_NOOP("Actions", "Go back from the real dice; what was entered is kept")),
            KeyLine("L", QT_TRANSLATE_NOOP("Actions", "Choose one of the last tasks")),
            KeyLine("Alt+1 … 6", QT_TRANSLATE_NOOP("Actions", "Choose one of the last tasks at once")),
            KeyLine("F", QT_TRANSLATE_NOOP("Actions", "Keep the task at hand as a favourite of this character")),
            KeyLine("F3 … F9", QT_TRANSLATE_NOOP("Actions", "Throw for one of the favourites at once")),
            KeyLine("W", QT_TRANSLATE_NOOP("Actions", "Choose who throws")),
            KeyLine("K", QT_TRANSLATE_NOOP("Actions", "Choose what the throw is for: a task, movement, a fall …")),
            KeyLine("T", QT_TRANSLATE_NOOP("Actions", "Choose the skill")),
            KeyLine("D", QT_TRANSLATE_NOOP("Actions", "Choose the difficulty with the arrows, or an opponent")),
            KeyLine("M", QT_TRANSLATE_NOOP("Actions", "Set modifiers")),
            KeyLine("A", QT_TRANSLATE_NOOP("Actions", "The GM allows a task that no icon fits, or no longer")),
            KeyLine("←  →   Enter", QT_TRANSLATE_NOOP("Actions", "Go from die to die in the tray, each is explained")),
            KeyLine("R", QT_TRANSLATE_NOOP("Actions", "Throw one die again; then its number, or arrows and Enter")),
            KeyLine("S", QT_TRANSLATE_NOOP("Actions", "Buy one success")),
            KeyLine("E", QT_TRANSLATE_NOOP("Actions", "Use one earned success, where the group plays so")),
            KeyLine("Q", QT_TRANSLATE_NOOP("Actions", "Which die is best thrown again?")),
            KeyLine("O", QT_TRANSLATE_NOOP("Actions", "The GM sets another result than that of the dice")),
            KeyLine("N", QT_TRANSLATE_NOOP("Actions", "The throw was not meant, or it was after all")),
            KeyLine("X", QT_TRANSLATE_NOOP("Actions", "Roll in secret: the players' view shows no dice")),
            KeyLine("V", QT_TRANSLATE_NOOP("Actions", "The GM's veto: take back what was done last")),
            KeyLine("Ctrl+C", QT_TRANSLATE_NOOP("Actions", "Copy what the throw means as text")),
            KeyLine("1 … 9, 0", QT_TRANSLATE_NOOP("Actions", "Choose a die")),
            KeyLine("I", QT_TRANSLATE_NOOP("Actions", "Lose the chosen die")),
            KeyLine("H", QT_TRANSLATE_NOOP("Actions", "Heal one die")),
        ),
    ),
    (
        QT_TRANSLATE_NOOP("Actions", "On the Fight page"),
        (
            KeyLine("Space   Ctrl+Enter", QT_TRANSLATE_NOOP("Actions", "Roll, suggest, close the round, end fights")),
            KeyLine("Ins   Del", QT_TRANSLATE_NOOP("Actions", "Add fighters, or remove the chosen")),
            KeyLine("↑  ↓   ←  →", QT_TRANSLATE_NOOP("Actions", "Choose a fighter; fold or unfold alike ones")),
            KeyLine("Enter", QT_TRANSLATE_NOOP("Actions", "How the chosen stands: side, equipment, posture, mount")),
            KeyLine("D", QT_TRANSLATE_NOOP("Actions", "Declare what the chosen does")),
            KeyLine("N   L", QT_TRANSLATE_NOOP("Actions", "All attack with most damage, or as last round")),
            KeyLine("T   B", QT_TRANSLATE_NOOP("Actions", "Roll for the chosen only, or enter real dice")),
            KeyLine("1 … 9   A   D", QT_TRANSLATE_NOOP("Actions", "Give the success to a target, attack or defend")),
            KeyLine("Shift", QT_TRANSLATE_NOOP("Actions", "With these: the whole face of a Double or Triple")),
            KeyLine("C   P", QT_TRANSLATE_NOOP("Actions", "All alike do the same; the GM allows what was refused")),
            KeyLine("N   Backspace", QT_TRANSLATE_NOOP("Actions", "Use the success for nothing; take a use back")),
            KeyLine("[   ]", QT_TRANSLATE_NOOP("Actions", "Go to who allots before, or after")),
            KeyLine("S   G", QT_TRANSLATE_NOOP("Actions", "Suggest for the chosen, or for all of the GM's")),
            KeyLine("O", QT_TRANSLATE_NOOP("Actions", "Show only the dice of the chosen")),
        ),
    ),
    (
        QT_TRANSLATE_NOOP("Actions", "On the Tracker page"),
        (
            KeyLine("1 … 9, 0", QT_TRANSLATE_NOOP("Actions", "Choose a die")),
            KeyLine("I   H", QT_TRANSLATE_NOOP("Actions", "Lose the chosen die, heal one")),
            KeyLine("Enter", QT_TRANSLATE_NOOP("Actions", "Lose or heal the die the keys are at")),
            KeyLine("B", QT_TRANSLATE_NOOP("Actions", "Take a blow: what absorbs it, and which dice it takes")),
            KeyLine("Esc", QT_TRANSLATE_NOOP("Actions", "Leave what is being filled in")),
            KeyLine("Ctrl+PgUp  Ctrl+PgDown", QT_TRANSLATE_NOOP("Actions", "Go from tab to tab")),
        ),
    ),
    (
        QT_TRANSLATE_NOOP("Actions", "On the Campaign page"),
        (
            KeyLine("Enter   Del", QT_TRANSLATE_NOOP("Actions", "Open a member, or remove it from the party")),
            KeyLine("Space", QT_TRANSLATE_NOOP("Actions", "Tick who rests, who was there and what was earned")),
            KeyLine("Ctrl+PgUp  Ctrl+PgDown", QT_TRANSLATE_NOOP("Actions", "Go from tab to tab")),
            KeyLine("F11   Esc", QT_TRANSLATE_NOOP("Actions", "Fill the screen with the players' view, or leave it")),
        ),
    ),
    (
        QT_TRANSLATE_NOOP("Actions", "On the Log page, and in the last throws"),
        (
            KeyLine("Enter", QT_TRANSLATE_NOOP("Actions", "Choose the same task once more")),
            KeyLine("Ctrl+C", QT_TRANSLATE_NOOP("Actions", "Copy the throw as text")),
            KeyLine("Ctrl+Shift+C", QT_TRANSLATE_NOOP("Actions", "Copy the throw as a picture")),
            KeyLine("Ctrl+F", QT_TRANSLATE_NOOP("Actions", "Search the log")),
            KeyLine("F2   Del", QT_TRANSLATE_NOOP("Actions", "Rename a scene, or remove its heading")),
            KeyLine("End", QT_TRANSLATE_NOOP("Actions", "Go to the newest throw")),
            KeyLine("Ctrl+PgUp  Ctrl+PgDown", QT_TRANSLATE_NOOP("Actions", "Go from throws to fairness and back")),
        ),
    ),
)


def _plain(text: str) -> str:
    return text.replace("&", "").rstrip("…")


class KeysDialog(QDialog):
    """Lists every key; closes with Esc."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._theme = theme
        self.setWindowTitle(self.tr("Keys"))
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
                KeyLine("   ".join(QKeySequence(key).toString(native) for key in spec.keys), spec.text)
                for spec in ACTIONS
                if spec.menu == menu and spec.keys
            ]
            row = self._group(grid, row, translated(name), lines)
        for name, page_lines in PAGE_KEYS:
            row = self._group(grid, row, translated(name), page_lines)
        grid.setColumnStretch(1, 1)
        area.setWidget(page)
        layout.addWidget(area)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.close)
        layout.addWidget(buttons)
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
            text = plain_label(self, _plain(translated(line.text)))
            text.setWordWrap(True)
            grid.addWidget(text, row, 1)
        return row + 1
