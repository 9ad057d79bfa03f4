"""The desk: everything a page takes from the program. The desk knows no page, and pages do not know one another."""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject, Qt, Signal

from bones_desktop.desk.documents import documents_folder
from bones_desktop.desk.settingskeeper import Pace, SettingsKeeper
from bones_desktop.document.bones.characterdocument import AnyCharacter, CharacterDocument, CharacterSession
from bones_desktop.document.session import Session
from bones_desktop.rules.reasons import Reason, RulesError
from bones_desktop.storage.files.characterfile import CHARACTERS, SUFFIX, CharacterFileError
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.shelf.shelf import Shelf
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.messages import Banner, BannerAction, Toast
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence

if TYPE_CHECKING:
    from PySide6.QtWidgets import QFileDialog

    from bones_desktop.desk.mainwindow import MainWindow
    from bones_desktop.document.anyfile import AnyFile
    from bones_desktop.play.followups import TrackerAsk
    from bones_desktop.printing.painter import PrintKit
    from bones_desktop.rules.bones.reading.requests import Request
    from bones_desktop.storage.log.logentry import LogEntry

log = logging.getLogger("bones_desktop")

FileTrouble = FileProblem | DataFileError | CharacterFileError


class Notices(QObject):
    """Tells the user what happened: the banner stays until it is closed or answered, the toast goes by itself."""

    def __init__(self, banner: Banner, toast: Toast, log_file: Path) -> None:
        """`log_file` is the log of throws: a roll that cannot be kept there still counts, and the user is told so."""
        super().__init__(banner)
        self.banner = banner
        self.toast = toast
        self._log_file = log_file

    def say(self, text: str, *, tone: str = "neutral") -> None:
        """Show a sentence in the toast; `tone` is "neutral", "good" or "warn"."""
        self.toast.show_message(text, tone=tone)

    def refuse(self, reason: Reason) -> None:
        """Show in the toast why something is not allowed."""
        self.say(sentence(reason), tone="warn")

    def warn(self, text: str) -> None:
        """Show a warning in the banner."""
        self.banner.show_message(text, tone="warn")

    def report(self, error: FileTrouble | RulesError, actions: Sequence[BannerAction] = ()) -> None:
        """Show what went wrong: a problem with a file in the banner, with what helps; a refusal in the toast."""
        if isinstance(error, RulesError):
            self.refuse(error.reason)
            return
        text = file_sentence(error)
        if error.path == self._log_file:
            text = f"{text} {_('Until then, rolls count but are not kept in the log.')}"
        self.banner.show_message(text, tone="bad", actions=actions)

    def attempt(self, act: Callable[[], object]) -> bool:
        """Do something and return whether it went well; report what is refused or goes wrong with a file."""
        try:
            act()
        except (RulesError, FileProblem, DataFileError) as error:
            self.report(error)
            return False
        return True


class FileEvents(QObject):
    """Signals for what happened to files, for all who show or remember them."""

    shelf_changed = Signal(object)
    """The paths to select, a tuple, often empty."""
    opened = Signal(object)
    """A path was opened by the user."""
    moved = Signal(object, object)
    """The open file has moved from the first path to the second."""
    removed = Signal(object)
    """A path is no longer there (removed or renamed)."""
    written = Signal()
    """A file that is not the open one holds something else now."""


class OpenedGame:
    """A game whose character is open, in view or behind another: BONES always, others once they were opened."""

    def __init__(self, game: str, session: Session[Any], files: "AnyFile[Any]") -> None:
        """`game` is its id; `files` edits its files, the open one among them."""
        self.game = game
        self.session = session
        self.files = files


class Games(Protocol):
    """The games of the program, one of them in view."""

    @property
    def in_view(self) -> OpenedGame:
        """The game whose pages are shown."""

    @property
    def opened(self) -> tuple[OpenedGame, ...]:
        """Every game that was opened."""

    @property
    def is_whole(self) -> bool:
        """Whether the character in view has been made to its end."""

    def of(self, game: str) -> OpenedGame:
        """Return the game with this id."""

    def open(self, path: Path, game: str) -> None:
        """Open a file of a smaller game and show its pages; FileProblem or DataFileError when it cannot be opened."""

    def leave(self) -> None:
        """Show the pages of BONES again: a character of it was opened."""


class Navigation(Protocol):
    """Where a page may send the user. The composition root knows the pages; a page knows only this."""

    def show_page(self, page: str) -> None:
        """Show a page of the game in view."""

    def open_file(self, path: Path) -> bool:
        """Open a character and return whether it is open; the page in view stays."""

    def open_character(self, path: Path) -> bool:
        """Open a character, show it, and return whether it is open."""

    def show_character(self) -> None:
        """Show a page of the open character."""

    def show_made(self) -> None:
        """Show a new character where work on it begins."""

    def prepare_throw(self, request: "Request") -> None:
        """Choose on the Table page what is to be thrown."""

    def repeat_throw(self, entry: "LogEntry") -> None:
        """Choose on the Table page again what a throw of the log was made for."""

    def show_tracker(self, ask: "TrackerAsk") -> None:
        """Show a part of the Tracker page."""

    def show_growth(self) -> None:
        """Show where sessions become icons, on the Build page."""

    def show_calendar(self) -> None:
        """Show the calendar of the open character's campaign; offer to leave a campaign that is not here."""

    def show_players(self) -> None:
        """Bring the players' view to the front."""

    def chosen_files(self) -> Sequence[Path]:
        """Return the files of the characters chosen on the Shelf page; none while it is not in view."""


class Printing(Protocol):
    """What pages print."""

    @property
    def kit(self) -> "PrintKit":
        """What pages are drawn with."""

    def print_diary(self, first_year: int) -> None:
        """Ask for a printer and print the diary of the open character; its calendar begins in `first_year`."""

    def save_diary_pdf(self, first_year: int) -> None:
        """Ask for a file and write the diary there."""


class Desk:
    """What pages and actions work with. One for the running program; whoever makes it sets `games` to `printing`."""

    games: Games
    navigation: Navigation
    printing: Printing
    take_others: Callable[[Sequence[Path]], tuple[Path, ...]]
    """Takes in or opens those of the files that are no characters, and returns the others."""

    def __init__(
        self,
        window: "MainWindow",
        theme: Theme,
        settings: SettingsKeeper,
        anyone: AnyCharacter,
        document: CharacterDocument,
        session: CharacterSession,
        versions: Versions,
        locations: Locations,
        clock: Callable[[], datetime],
    ) -> None:
        self.window = window
        self.theme = theme
        self.settings = settings
        self.pace = Pace(settings)
        self.anyone = anyone
        """Edits characters of BONES, open or not."""
        self.document = document
        """The open character of BONES."""
        self.session = session
        self.versions = versions
        self.locations = locations
        self.clock = clock
        self.events = FileEvents(window)
        self.notices = Notices(window.banner, window.toast, locations.roll_log)
        self._shelf: tuple[str, Shelf] | None = None

    @property
    def shelf(self) -> Shelf:
        """The folder of characters that the settings name."""
        chosen = self.settings.value.characters_folder
        if self._shelf is None or self._shelf[0] != chosen:
            folder = Path(chosen) if chosen else self.locations.characters
            self._shelf = chosen, Shelf(folder, chosen=bool(chosen))
        return self._shelf[1]

    def recent(self) -> tuple[str, ...]:
        """Return the files opened last, wherever they lie."""
        return self.settings.value.recent

    @property
    def opened(self) -> Session[Any]:
        """The session of the character in view, of whichever game."""
        return self.games.in_view.session

    def today(self) -> str:
        """Return the date as 2026-11-21."""
        return self.clock().astimezone().date().isoformat()

    def game_of(self, path: Path) -> str:
        """Return the id of the game of a file that is open or on the shelf; BONES for any other."""
        seen = self.games.in_view
        if seen.session.path == path:
            return seen.game
        entry = self.shelf.catalogue.by_file().get(path.name)
        return CHARACTERS.system if entry is None else entry.game

    def take_dialog(self, title: str) -> "QFileDialog":
        """Return a dialog for a file in the user's documents that can be opened; it is not shown yet."""
        from PySide6.QtWidgets import QFileDialog

        dialog = QFileDialog(self.window, title, str(documents_folder()))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        filters = _("Characters, campaigns, fights and house templates (*{0} *{0}-campaign *{0}-fight *.json)")
        dialog.setNameFilter(filters.format(SUFFIX))
        return dialog


def open_last(last: str, open_: Callable[[Path], None], notices: Notices) -> None:
    """Open the file that was open last time, at the path `last`; a file that is gone is passed over."""
    if not last:
        return
    try:
        open_(Path(last))
    except (FileProblem, DataFileError) as error:
        log.warning("%s not opened: %s", last, error)
        if error.code not in {"file-gone", "folder-gone"}:
            notices.report(error)
