"""Print and Save as PDF, and what pages are drawn with."""

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.widgets.text.messages import BannerAction
from bones_desktop.window.shell.documents import documents_folder, open_local
from bones_desktop.window.shell.mainwindow import MainWindow

if TYPE_CHECKING:
    from bones_desktop.printing.columns import Columns
    from bones_desktop.printing.jobs import PrintJob
    from bones_desktop.printing.painter import PrintKit


class PrintActions(QObject):
    """What is printed is asked for when it is printed."""

    def __init__(
        self,
        window: MainWindow,
        document: CharacterDocument,
        paper: Callable[[], str],
        letters: Callable[[], Mapping[str, str]],
        other: "Callable[[], Columns | None]",
        parent: QObject | None = None,
    ) -> None:
        """`paper` gives a key of `printing.items.PAPERS`, `letters` what icons without a picture are drawn as.

        `other` returns the sheet of the open character of a smaller game, None while BONES is open.
        """
        super().__init__(parent)
        self._window = window
        self._document = document
        self._paper = paper
        self._letters = letters
        self._other = other

    @cached_property
    def kit(self) -> "PrintKit":
        """What pages are drawn with, made when first needed."""
        from bones_desktop.printing.painter import PrintKit

        return PrintKit.shipped(letters=self._letters())

    def refresh_letters(self) -> None:
        """Draw by the present letters."""
        if "kit" in self.__dict__:
            self.kit.faces.set_letters(self._letters())

    def print(self) -> None:
        """Ask for a printer and print the sheet."""
        self._print(self._sheet())

    def save_pdf(self) -> None:
        """Ask for a file and write the sheet there."""
        self._save_pdf(self._sheet(), self.tr("The sheet was written to {}."))

    def print_diary(self, first_year: int = 1) -> None:
        """Ask for a printer and print the diary of the seasons; the calendar begins in `first_year`."""
        self._print(self._diary(first_year))

    def save_diary_pdf(self, first_year: int = 1) -> None:
        """Ask for a file and write the diary of the seasons there; the calendar begins in `first_year`."""
        self._save_pdf(self._diary(first_year), self.tr("The diary was written to {}."))

    def _sheet(self) -> "PrintJob":
        from bones_desktop.printing.jobs import sheet_job

        return sheet_job(self._other() or self._document.sheet, self._paper(), self.kit)

    def _diary(self, first_year: int) -> "PrintJob":
        from bones_desktop.printing.jobs import diary_job
        from bones_desktop.rules.bones.life.diary import diary

        rulebook, character = self._document.rulebook, self._document.character
        told = diary(rulebook, character, first_year)
        return diary_job(rulebook, character.name, told, self._paper(), self.kit)

    def _print(self, job: "PrintJob") -> None:
        from bones_desktop.printing.dialogs import print_pages

        print_pages(job, self._window)

    def _save_pdf(self, job: "PrintJob", saved: str) -> None:
        """Ask for a file; `saved` says in words where the pages were written."""
        from bones_desktop.printing.dialogs import save_as_pdf

        save_as_pdf(job, self._window, documents_folder(), lambda path: self._saved(saved, path))

    def _saved(self, words: str, path: Path) -> None:
        self._window.banner.show_message(
            words.format(path),
            tone="good",
            actions=[BannerAction(self.tr("Show it"), lambda: open_local(path))],
        )
