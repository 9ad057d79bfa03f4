"""The odds of a fight in a window of their own, beside the table."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton, QVBoxLayout, QWidget

from bones_desktop.document.document import CharacterDocument
from bones_desktop.panels.fight.fightpanel import FightPanel
from bones_desktop.storage.shelf import Shelf
from bones_desktop.theme.theme import Theme

SIZE = (1060, 660)


class FightWindow(QDialog):
    """Does not hold the main window up, and remembers both sides until the program ends. `shutdown` ends its work."""

    def __init__(
        self, document: CharacterDocument, theme: Theme, shelf: Callable[[], Shelf], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._theme = theme
        self.setObjectName("fight")
        self.setWindowTitle(self.tr("Odds of a fight"))
        self.panel = FightPanel(document, theme, shelf, self)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        copy = QPushButton(self.tr("&Copy"), self)
        copy.setToolTip(self.tr("Copy all of this as text (Ctrl+C)"))
        copy.clicked.connect(self.panel.copy)
        buttons.addButton(copy, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.close)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self, self.panel.copy)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.panel, 1)
        layout.addWidget(buttons)
        for button in self.findChildren(QPushButton):
            button.setDefault(False)
            button.setAutoDefault(False)
        room = self.screen().availableSize()
        self.resize(min(theme.px(SIZE[0]), int(room.width() * 0.9)), min(theme.px(SIZE[1]), int(room.height() * 0.88)))
        self._buttons = buttons
        theme.changed.connect(self._restyle)
        self._restyle()

    def come_up(self) -> None:
        """Show the window, in front of others if it is open already."""
        self.show()
        self.raise_()
        self.activateWindow()
        self.panel.setFocus()

    def shutdown(self) -> None:
        """Stop working, for good."""
        self.panel.shutdown()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's name)
        """Press no button with Enter in a line of text, whichever button a dialog would take."""
        if event.key() not in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            super().keyPressEvent(event)

    def _restyle(self) -> None:
        edge = self._theme.px(16)
        self._buttons.setContentsMargins(edge, 0, edge, self._theme.px(12))
