"""Closing the window while not all can be saved: it stays open until the player lets it go."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget

from bones_desktop.document.bones.characterdocument import CharacterSession
from bones_desktop.widgets.guarded import guarded
from bones_desktop.wording.files import file_sentence

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMessageBox


class Leaving(QObject):
    """Watches over the window's closing. An end asked for by the system is not held up: see `let_go`."""

    def __init__(
        self,
        session: CharacterSession,
        window: QWidget,
        keep_campaign: Callable[[], bool],
        leave: Callable[[], None],
        parent: QObject | None = None,
    ) -> None:
        """`keep_campaign` puts what is written of the campaign on disk and returns whether it could; `leave` ends."""
        super().__init__(parent)
        self._session = session
        self._keep_campaign = keep_campaign
        self._window = window
        self._leave = leave
        self._let_go = False
        self._asking: QMessageBox | None = None
        window.installEventFilter(self)

    def let_go(self) -> None:
        """Hold the window open no more."""
        self._let_go = True

    @guarded(False)
    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Keep the window from closing, and ask, when what is on the screen cannot be put on disk."""
        if event.type() != QEvent.Type.Close or self._let_go:
            return False
        saved, kept = self._session.flush(), self._keep_campaign()
        if saved and kept:
            return False
        event.ignore()
        if self._asking is None:
            self._ask(saved=saved)
        return True

    def _ask(self, *, saved: bool) -> None:
        from PySide6.QtWidgets import QMessageBox

        trouble = None if saved else self._session.last_trouble
        name = self._session.value.name
        if saved:
            text = self.tr("What you wrote about the campaign is not saved.")
        else:
            text = self.tr("{} is not saved.").format(name) if name else self.tr("The character is not saved.")
        box = QMessageBox(QMessageBox.Icon.Warning, self.tr("Not saved"), text, parent=self._window)
        box.setTextFormat(Qt.TextFormat.PlainText)
        if trouble is not None:
            box.setInformativeText(file_sentence(trouble, self.tr))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        close = box.addButton(self.tr("Close without saving"), QMessageBox.ButtonRole.DestructiveRole)
        stay = box.addButton(self.tr("Stay"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(stay)
        box.setEscapeButton(stay)
        close.clicked.connect(self._leave_unsaved)
        box.destroyed.connect(self._asked)
        self._asking = box
        box.open()

    def _asked(self) -> None:
        self._asking = None

    def _leave_unsaved(self) -> None:
        self.let_go()
        self._leave()
