"""Print and Save as PDF."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from bones_desktop.printing.dialogs import PrintJob, print_sheet, save_as_pdf
from bones_desktop.widgets.banner import BannerAction
from bones_desktop.window.documents import documents_folder, open_local
from bones_desktop.window.mainwindow import MainWindow


class PrintActions(QObject):
    """What is printed is asked for when it is printed."""

    def __init__(self, window: MainWindow, job: Callable[[], PrintJob], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window = window
        self._job = job

    def print(self) -> None:
        """Ask for a printer and print the sheet."""
        print_sheet(self._job(), self._window)

    def save_pdf(self) -> None:
        """Ask for a file and write the sheet there."""
        save_as_pdf(self._job(), self._window, documents_folder(), self._saved)

    def _saved(self, path: Path) -> None:
        self._window.banner.show_message(
            self.tr("The sheet was written to {}.").format(path),
            tone="good",
            actions=[BannerAction(self.tr("Show it"), lambda: open_local(path))],
        )
