"""Print and Save as PDF, and what pages are drawn with."""

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from bones_desktop.document.document import CharacterDocument
from bones_desktop.widgets.banner import BannerAction
from bones_desktop.window.documents import documents_folder, open_local
from bones_desktop.window.mainwindow import MainWindow

if TYPE_CHECKING:
    from bones_desktop.printing.dialogs import PrintJob
    from bones_desktop.printing.kit import PrintKit


class PrintActions(QObject):
    """What is printed is asked for when it is printed."""

    def __init__(
        self,
        window: MainWindow,
        document: CharacterDocument,
        paper: Callable[[], str],
        letters: Callable[[], Mapping[str, str]],
        parent: QObject | None = None,
    ) -> None:
        """`paper` gives a key of `printing.items.PAPERS`, `letters` what icons without a picture are drawn as."""
        super().__init__(parent)
        self._window = window
        self._document = document
        self._paper = paper
        self._letters = letters

    @cached_property
    def kit(self) -> "PrintKit":
        """What pages are drawn with, made when first needed."""
        from bones_desktop.printing.kit import PrintKit

        kit = PrintKit.shipped()
        kit.faces.set_letters(self._letters())
        return kit

    def refresh_letters(self) -> None:
        """Draw by the present letters."""
        if "kit" in self.__dict__:
            self.kit.faces.set_letters(self._letters())

    def print(self) -> None:
        """Ask for a printer and print the sheet."""
        from bones_desktop.printing.dialogs import print_sheet

        print_sheet(self._job(), self._window)

    def save_pdf(self) -> None:
        """Ask for a file and write the sheet there."""
        from bones_desktop.printing.dialogs import save_as_pdf

        save_as_pdf(self._job(), self._window, documents_folder(), self._saved)

    def _job(self) -> "PrintJob":
        from bones_desktop.printing.dialogs import PrintJob

        return PrintJob(self._document.sheet, self._paper(), self.kit)

    def _saved(self, path: Path) -> None:
        self._window.banner.show_message(
            self.tr("The sheet was written to {}.").format(path),
            tone="good",
            actions=[BannerAction(self.tr("Show it"), lambda: open_local(path))],
        )
