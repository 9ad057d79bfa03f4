"""The smaller games in the window: of each the open character with file and history, its table, and its pages."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.anyfile import AnyFile, ClosedFiles
from bones_desktop.document.document import Document
from bones_desktop.document.session import Session
from bones_desktop.rules.games import in_brief
from bones_desktop.storage.files.characterfile import new_id
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.undohistory import UndoHistories
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.shelf.shelf import Shelf
from bones_desktop.theme.theme import Theme
from bones_desktop.window.pages.tablepages import TablePages
from bones_desktop.window.shelf.fileactions import FileNameFollower
from bones_desktop.window.shell.desk import FileEvents, OpenedGame
from bones_desktop.window.shell.mainwindow import BONES, CHARACTER_PAGES, MainWindow
from bones_desktop.window.shell.savetroubles import SaveTroubles
from bones_desktop.wording.games.words import brief_text
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.panels.game.gametable import GameTable
    from bones_desktop.panels.game.makingpage import MakingPage
    from bones_desktop.panels.game.opengame import OpenGame
    from bones_desktop.panels.game.trackerpage import TrackerPage
    from bones_desktop.play.gameplay import GamePlay
    from bones_desktop.printing.columns import Columns
    from bones_desktop.printing.painter import PrintKit
    from bones_desktop.storage.games.games import StoredGame
    from bones_desktop.window.pages.sheetpage import SheetPage


SHARED_PAGES: Final = ("shelf", "log", "reference")
"""Those that every game has."""


@dataclass(frozen=True)
class GamePlaces:
    """What every smaller game is kept by."""

    undo: Path
    """The folder of histories; each game has one of its own in it."""
    versions: Versions
    clock: Callable[[], datetime]
    shelf: Callable[[], Shelf]
    kit: "Callable[[], PrintKit]"
    open_path: Callable[[Path], bool]
    """Opens a file of whichever game."""
    events: FileEvents


class GamePages(QObject):
    """Pages are made when first shown. Its steps are undone by its own history, on each of its pages."""

    refused = Signal(object)
    """A Reason."""
    message = Signal(str)
    heading_changed = Signal()
    """The name, or what is said of the character, is another."""
    history_changed = Signal()

    def __init__(
        self, small: "StoredGame[Any, Any]", theme: Theme, tables: TablePages, places: GamePlaces, window: MainWindow
    ) -> None:
        super().__init__(window)
        self.small = small
        self._theme = theme
        self._tables = tables
        self._window = window
        self._places = places
        new = small.game.new(new_id())
        self.document: Document[Any] = Document(new, self)
        histories: UndoHistories[Any] = UndoHistories(places.undo / small.game.id, type(new), places.versions.troubled)
        store = FileStore(small.form, places.versions, places.clock)
        self.session: Session[Any] = Session(self.document, store, histories, self)
        files: AnyFile[Any] = AnyFile(self.document, self.session, ClosedFiles(store, histories))
        self.opened = OpenedGame(small.game.id, self.session, files)
        self._file_names = FileNameFollower(self.session, places.shelf, places.events, self)
        self._troubles = SaveTroubles(
            self.session, places.shelf, window.banner, places.open_path, self, game=small.game.id
        )
        window.unsaved.follow(self.session, _("The character is not saved."), self._troubles.show_error)
        self.session.reloaded.connect(window.tell_reloaded)
        self.document.changed.connect(self.heading_changed)
        self.document.undo_stack.indexChanged.connect(self.history_changed)
        for page, make in (
            ("build", lambda: self.making),
            ("table", lambda: self.table),
            ("tracker", lambda: self.tracker),
            ("sheet", lambda: self.sheet),
        ):
            window.add_page(page, make, small.game.id)
        self._here = (0, 0)
        self.document.undo_stack.indexChanged.connect(self._go_on_here)
        window.page_shown.connect(self._begin_here)
        for page in (*CHARACTER_PAGES, *SHARED_PAGES):
            window.give_history(page, self, self.history_changed, small.game.id)

    @property
    def is_whole(self) -> bool:
        """Whether the character has been made to its end."""
        return all(step.is_done for step in self.small.game.steps(self.small.book, self.document.value))

    @cached_property
    def play(self) -> "GamePlay":
        """Throws, and does what can be done."""
        play = self._tables.game_play(self.document, self.session, self.small)
        play.refused.connect(self.refused)
        return play

    @cached_property
    def open_game(self) -> "OpenGame":
        """What the pages share."""
        from bones_desktop.panels.game.opengame import OpenGame

        return OpenGame(self.small, self.document, self.play, self._tables.pace)

    @cached_property
    def making(self) -> "MakingPage":
        """The page on which a character is made."""
        from bones_desktop.panels.game.makingpage import MakingPage

        page = MakingPage(self.open_game, self._theme, self._window)
        page.message.connect(self.message)
        page.table_requested.connect(lambda: self._window.show_page("table"))
        return page

    @cached_property
    def table(self) -> "GameTable":
        """The Table page."""
        from bones_desktop.panels.game.gametable import GameTable

        page = GameTable(self.open_game, self.play, self._theme, self._window)
        page.refused.connect(self.refused)
        return page

    @cached_property
    def tracker(self) -> "TrackerPage":
        """The Tracker page."""
        from bones_desktop.panels.game.trackerpage import TrackerPage

        return TrackerPage(self.open_game, self._theme, self._window)

    @cached_property
    def sheet(self) -> "SheetPage":
        """The Sheet page."""
        from bones_desktop.window.pages.sheetpage import SheetPage

        actions = self._window.actions_by_id
        return SheetPage(
            self._theme, self.document, self.sheet_now, self._places.kit(), actions["print"], actions["pdf"],
            self._window,
        )  # fmt: skip

    def sheet_now(self) -> "Columns":
        """Return what stands on the printed pages."""
        from bones_desktop.printing.share import game_sheet

        return game_sheet(self.small, self.document.value)

    def heading(self) -> tuple[str, str]:
        """Return the name of the open character and a line about it."""
        game, book, who = self.small.game, self.small.book, self.document.value
        said = brief_text(game.id, in_brief(game, book, who))
        locked = [_("read-only: made by a newer program")] if self.document.read_only else []
        return who.name, "  ·  ".join([game.title, said, *locked])

    def _begin_here(self) -> None:
        """Remember where in the history this page was shown: pages of no character undo only what was done on them."""
        index = self.document.undo_stack.index()
        self._here = (index, index)
        self.history_changed.emit()

    def _go_on_here(self, index: int) -> None:
        self._here = (self._here[0], max(self._here[1], index))

    @property
    def undo_text(self) -> str | None:
        """Name of the step that would be taken back; None when there is none."""
        stack = self.document.undo_stack
        seen = self._window.page in CHARACTER_PAGES or stack.index() > self._here[0]
        return stack.undoText() if stack.canUndo() and seen and not self.document.read_only else None

    @property
    def redo_text(self) -> str | None:
        """Name of the step that would be done again; None when there is none."""
        stack = self.document.undo_stack
        seen = self._window.page in CHARACTER_PAGES or stack.index() < self._here[1]
        return stack.redoText() if stack.canRedo() and seen and not self.document.read_only else None

    @property
    def dice_in_motion(self) -> bool:
        """Whether dice of a throw tumble on its Table page."""
        return "table" in self.__dict__ and self.table.tray.moving

    def close(self) -> None:
        """Follow names no more."""
        self._file_names.close()

    def flush(self) -> bool:
        """Save what is typed, and return whether it is saved."""
        return self.session.flush()

    def undo(self) -> bool:
        """Take the last step back."""
        self.document.undo_stack.undo()
        return True

    def redo(self) -> bool:
        """Do the step taken back last again."""
        self.document.undo_stack.redo()
        return True


class OpenGames(QObject):
    """Switches the window from game to game. Whatever is left behind was saved before."""

    refused = Signal(object)
    """A Reason."""
    message = Signal(str)

    def __init__(
        self, bones: OpenedGame, window: MainWindow, theme: Theme, tables: TablePages, places: GamePlaces
    ) -> None:
        super().__init__(window)
        self._bones = bones
        self._window = window
        self._theme = theme
        self._tables = tables
        self._places = places
        self._made: dict[str, GamePages] = {}

    @property
    def current(self) -> GamePages | None:
        """The pages of the smaller game that is open; None while BONES is."""
        return self._made.get(self._window.game)

    def open(self, path: Path, game: str) -> None:
        """Open a file of a smaller game and show its pages; FileProblem or DataFileError when it cannot be opened."""
        pages = self._pages(game)
        pages.session.open(path)
        self._window.set_game(game, pages.heading)

    def leave(self) -> None:
        """Show the pages of BONES again: a character of it was opened."""
        if self._window.game != BONES:
            self.flush()
            self._window.set_game(BONES)

    def throw(self) -> None:
        """Throw on the Table page of the smaller game that is open."""
        if self.current is not None:
            self._window.show_page("table")
            self.current.table.throw()

    def enter_by_hand(self) -> None:
        """Ask there what real dice show."""
        if self.current is not None:
            self._window.show_page("table")
            self.current.table.enter_by_hand()

    @property
    def in_view(self) -> OpenedGame:
        """The game whose pages are shown, BONES among them."""
        return self._bones if self.current is None else self.current.opened

    @property
    def opened(self) -> tuple[OpenedGame, ...]:
        """BONES, and every other game that was opened, in view or not."""
        return (self._bones, *(pages.opened for pages in self._made.values()))

    def of(self, game: str) -> OpenedGame:
        """Return the game with this id, BONES among them; KeyError when there is none."""
        return self._bones if game == self._bones.game else self._pages(game).opened

    def close(self) -> None:
        """Follow the names of characters no more."""
        for pages in self._made.values():
            pages.close()

    def flush(self) -> bool:
        """Save everything of the smaller games, and return whether all of it is saved."""
        saved = [pages.flush() for pages in self._made.values()]  # each of them, whatever the others say
        return all(saved)

    def _pages(self, game: str) -> GamePages:
        if game not in self._made:
            from bones_desktop.storage.games.games import game_of

            small = game_of(game)
            if small is None:
                raise ValueError(f"there is no game {game}")
            pages = self._made[game] = GamePages(small, self._theme, self._tables, self._places, self._window)
            pages.refused.connect(self.refused)
            pages.message.connect(self.message)
            pages.heading_changed.connect(self._show_heading)
        return self._made[game]

    def _show_heading(self) -> None:
        if self.current is not None:
            self._window.refresh_heading()
