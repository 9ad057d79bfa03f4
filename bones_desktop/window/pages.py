"""The pages of the window, made when first needed and joined to the document."""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.document.document import CharacterDocument
from bones_desktop.panels.builder.builderpanel import BuilderPanel
from bones_desktop.panels.reference.referencepanel import ReferencePanel
from bones_desktop.printing.kit import PrintKit
from bones_desktop.storage.locations import private_folder
from bones_desktop.storage.rolllog import RollLog
from bones_desktop.storage.shelf import Shelf
from bones_desktop.storage.textfiles import FileProblem
from bones_desktop.theme.theme import Theme
from bones_desktop.window.mainwindow import MainWindow
from bones_desktop.window.sheetpage import SheetPage
from bones_desktop.window.shelfpage import ShelfPage
from bones_desktop.window.tablepage import TablePage
from bones_desktop.wording.files import file_sentence

log = logging.getLogger("bones_desktop")


class Pages(QObject):
    """Owns the five pages. What they ask for goes on as signals; the window's actions come in as calls."""

    open_asked = Signal(object)
    versions_asked = Signal(object)
    restore_asked = Signal(object)
    new_asked = Signal()
    import_asked = Signal()
    refused = Signal(object)
    paper_chosen = Signal(str)

    def __init__(
        self,
        window: MainWindow,
        document: CharacterDocument,
        theme: Theme,
        shelf: Shelf,
        log_path: Path,
        clock: Callable[[], datetime],
        kit: Callable[[], PrintKit],
        printed_only: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._document = document
        self._latest: Path | None = None
        self._log = self._open_log(log_path, clock)
        self.shelf = ShelfPage(theme, shelf, window)
        self.build = BuilderPanel(document, theme, printed_only, window)
        self.table = TablePage(document, theme, self._log, clock, window)
        self.sheet = SheetPage(
            theme, document, kit(), window.actions_by_id["print"], window.actions_by_id["pdf"], window
        )
        self.reference = ReferencePanel(document.rulebook, theme, window)
        pages: tuple[tuple[str, QWidget], ...] = (
            ("shelf", self.shelf),
            ("build", self.build),
            ("table", self.table),
            ("sheet", self.sheet),
            ("reference", self.reference),
        )
        for page, widget in pages:
            window.add_page(page, widget)
        self.shelf.open_asked.connect(self.open_asked)
        self.shelf.versions_asked.connect(self.versions_asked)
        self.shelf.restore_asked.connect(self.restore_asked)
        self.shelf.new_asked.connect(self.new_asked)
        self.shelf.import_asked.connect(self.import_asked)
        self.build.refused.connect(self.refused)
        self.table.refused.connect(self.refused)
        self.table.trouble.connect(self._tell)
        self.sheet.paper_chosen.connect(self.paper_chosen)
        window.page_shown.connect(self._entered)

    @property
    def paper(self) -> str:
        """The paper chosen on the Sheet page."""
        return self.sheet.paper

    def refresh_shelf(self, path: Path | None) -> None:
        """Show the folder as it is now, with the file at `path` chosen."""
        self._latest = path
        if self._window.page in {"shelf", ""}:
            self.shelf.refresh(path)

    def set_shelf(self, shelf: Shelf) -> None:
        """Show another folder of characters."""
        self.shelf.set_shelf(shelf)

    def set_paper(self, paper: str) -> None:
        """Choose the paper of the Sheet page."""
        self.sheet.set_paper(paper)

    def set_speed(self, speed: str) -> None:
        """Set how fast dice roll: "normal", "quick" or "off"."""
        self.table.set_speed(speed)

    def refresh_choices(self) -> None:
        """Offer templates by the present settings."""
        self.build.refresh_choices()

    def throw(self) -> None:
        """Throw the dice on the Table page."""
        self._window.show_page("table")
        self.table.throw()

    def injure(self) -> None:
        """Lose the chosen die."""
        self._window.show_page("table")
        self.table.injure()

    def heal(self) -> None:
        """Heal one die."""
        self._window.show_page("table")
        self.table.heal()

    def layout(self) -> dict[str, bytes]:
        """Return the state of splitters, by name."""
        return self.table.layout_state()

    def restore(self, parts: Mapping[str, bytes]) -> None:
        """Take up the splitters of last time; what does not fit is passed over."""
        self.table.restore_layout(parts)

    def close(self) -> None:
        """Stop what moves and close the log."""
        self.table.shutdown()
        if self._log is not None:
            self._log.close()

    def _entered(self, page: str) -> None:
        if page == "shelf":
            self.shelf.refresh(self._latest)
        widget = {"shelf": self.shelf, "build": self.build, "table": self.table, "sheet": self.sheet}.get(page)
        (widget or self.reference).setFocus()

    def _open_log(self, path: Path, clock: Callable[[], datetime]) -> RollLog | None:
        try:
            private_folder(path.parent)
            return RollLog(path, clock)
        except (FileProblem, OSError) as error:
            log.warning("log of throws not opened: %s", error)
            return None

    def _tell(self, error: FileProblem) -> None:
        self._window.banner.show_message(file_sentence(error, self.tr), tone="bad")
