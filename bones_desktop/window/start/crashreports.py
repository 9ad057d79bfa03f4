"""Dialogs of faults: one that just happened, and one that ended the program last time."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.document.bones.characterdocument import CharacterSession
from bones_desktop.theme.theme import Theme
from bones_desktop.window.shell.documents import open_local

if TYPE_CHECKING:
    from bones_desktop.window.start.crashdialog import CrashDialog


class CrashReports(QObject):
    """Shows what the program can say of a fault, and whether what is open is saved."""

    answered = Signal()
    """The dialog of a fault was closed."""

    def __init__(
        self, theme: Theme, session: CharacterSession, folder: Path, window: QWidget, parent: QObject | None = None
    ) -> None:
        """`folder` holds the reports."""
        super().__init__(parent)
        self._theme = theme
        self._session = session
        self._folder = folder
        self._window = window

    def tell(self, report: str) -> None:
        """Tell of a fault that just happened."""
        if self._session.is_saved:
            message = self.tr(
                "Your character is saved. You can go on; if something looks odd, close the program and start it again."
            )
        else:
            message = self.tr(
                "The last change to your character could not be saved. It is still on the screen: "
                "look at the message above the page before you close the program."
            )
        dialog = self._dialog(self.tr("Something went wrong"), message, report)
        dialog.finished.connect(self.answered)
        dialog.open()

    def tell_of_last_time(self, report: str) -> None:
        """Tell of the fault that ended the program last time."""
        message = self.tr("What you had done is saved. The report below can help to mend the fault.")
        self._dialog(self.tr("The program ended badly last time"), message, report).open()

    def _dialog(self, heading: str, message: str, report: str) -> "CrashDialog":
        from bones_desktop.window.start.crashdialog import CrashDialog

        return CrashDialog(
            self._theme,
            heading=heading,
            message=message,
            report=report,
            open_folder=lambda: open_local(self._folder),
            parent=self._window,
        )
