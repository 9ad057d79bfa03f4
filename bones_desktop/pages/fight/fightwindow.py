"""The odds of a fight in a separate window next to the main window."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.fight.fightpanel import FightPanel
from bones_desktop.storage.shelf.shelfcatalogue import Shelf
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.fighters import RecentFiles
from bones_desktop.widgets.layouts import vbox
from bones_desktop.widgets.plaintext import GUIDE_PAGE
from bones_desktop.widgets.popups import rest_when_closed
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps
from bones_desktop.wording.language import _

SIZE = (1060, 660)


class FightWindow(QDialog):
    """The window. It does not block the main window, and remembers both sides until the program ends.

    `shutdown` ends its calculations.
    """

    def __init__(
        self,
        document: CharacterDocument,
        theme: Theme,
        shelf: Callable[[], Shelf],
        recent: RecentFiles = tuple,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        rest_when_closed(self)
        self._theme = theme
        self.setObjectName("fight")
        self.setProperty(GUIDE_PAGE, "fighting")
        self.setWindowTitle(_("Odds of a fight"))
        self.panel = FightPanel(document, theme, shelf, recent, self)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        copy = push_button(self, _("&Copy"), self.panel.copy, tip=_("Copy all of this as text (Ctrl+C)"))
        buttons.addButton(copy, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.close)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self, self.panel.copy)
        vbox(self, (self.panel, 1), buttons, margins=0)
        # The first button of a dialog is otherwise pressed by Enter in any line of text.
        for button in self.findChildren(QPushButton):
            button.setDefault(False)
            button.setAutoDefault(False)
        self._text_size = theme.text_size
        self._take_size(theme.px(SIZE[0]), theme.px(SIZE[1]))
        self._buttons = buttons
        set_gaps(theme, self._buttons, edges=(16, 0, 16, 12))
        theme.changed.connect(self._follow_text)
        self._follow_text()

    def come_up(self) -> None:
        """Show the window, or bring it to the front."""
        self.show()
        self.raise_()
        self.activateWindow()
        self.panel.setFocus()

    def shutdown(self) -> None:
        """Stop all calculations for good."""
        self.panel.shutdown()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press no button with Enter in a line of text, which a dialog would do."""
        if event.key() not in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            super().keyPressEvent(event)

    def _take_size(self, width: int, height: int) -> None:
        """Resize the window, within the screen."""
        room = self.screen().availableSize()
        self.resize(min(width, int(room.width() * 0.9)), min(height, int(room.height() * 0.88)))

    def _follow_text(self) -> None:
        """Grow and shrink with the text, starting from the user's own size of the window."""
        before, self._text_size = self._text_size, self._theme.text_size
        if before != self._text_size and not self.isMaximized() and not self.isFullScreen():
            share = self._text_size / before
            self._take_size(round(self.width() * share), round(self.height() * share))
