"""The desk: all services that a page gets from the program, including error reports and undo histories.

The desk does not use any page, and pages do not use each other.
"""

import logging
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, ParamSpec, Protocol

from PySide6.QtCore import QObject, Qt, Signal

from bones_desktop.desk.documents import documents_folder
from bones_desktop.desk.mainwindow import CHARACTER_PAGES, MainWindow
from bones_desktop.desk.settingskeeper import Pace, SettingsKeeper
from bones_desktop.document.bones.characterdocument import AnyCharacter, CharacterDocument, CharacterSession
from bones_desktop.document.document import Change, Document
from bones_desktop.document.session import Session
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.reasons import Reason, RulesError
from bones_desktop.rules.typedtext import one_line
from bones_desktop.storage.files.characterfile import CHARACTERS, SUFFIX, CharacterFileError
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.shelfcatalogue import Shelf, of_its_own
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.messages import Banner, BannerAction, Toast, announce
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.glances import wound_words
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence

if TYPE_CHECKING:
    from PySide6.QtWidgets import QFileDialog

    from bones_desktop.desk.noteskeeper import NotesKeeper
    from bones_desktop.desk.sounds import Sounds
    from bones_desktop.document.session import AnyFile
    from bones_desktop.play.followups import TrackerAsk
    from bones_desktop.printing.painter import PrintKit
    from bones_desktop.rules.bones.reading.requests import Request
    from bones_desktop.storage.log.logentry import LogEntry


log = logging.getLogger("bones_desktop")

P = ParamSpec("P")
FileTrouble = FileProblem | DataFileError | CharacterFileError


_MOST_MESSAGES: Final = 300


class LastMessages:
    """The last messages of this session. They are not stored, because the log already records the rolls."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._kept: deque[str] = deque(maxlen=_MOST_MESSAGES)

    @property
    def text(self) -> str:
        """The messages with the time of each, one per line, newest first."""
        return "\n".join(reversed(self._kept))

    def keep(self, text: str) -> None:
        """Add a message."""
        self._kept.append(f"{self._clock().astimezone():%H:%M} {one_line(text)}")


class Notices(QObject):
    """Shows messages. The banner stays until it is closed or answered; the toast disappears by itself."""

    def __init__(self, banner: Banner, toast: Toast, log_file: Path, messages: LastMessages) -> None:
        """Use these widgets.

        If a roll cannot be written to `log_file`, a message says so. The roll still counts.
        """
        super().__init__(banner)
        self.banner = banner
        self.toast = toast
        self._log_file = log_file
        self._messages = messages

    def tell(self, text: str) -> None:
        """Let a screen reader say a sentence that the page shows anyway, and add it to the last messages."""
        announce(self.banner.window(), text)
        self._messages.keep(text)

    def say(self, text: str, *, tone: str = "neutral") -> None:
        """Show a sentence in the toast; `tone` is "neutral", "good" or "warn"."""
        self.toast.show_message(text, tone=tone)

    def refuse(self, reason: Reason) -> None:
        """Show the reason for a refusal in the toast."""
        self.say(sentence(reason), tone="warn")

    def warn(self, text: str) -> None:
        """Show a warning in the banner."""
        self.banner.show_message(text, tone="warn")

    def report(self, error: FileTrouble | RulesError, actions: Sequence[BannerAction] = ()) -> None:
        """Show an error. A problem with a file appears in the banner with actions that help, a refusal in the toast."""
        if isinstance(error, RulesError):
            self.refuse(error.reason)
            return
        text = file_sentence(error)
        if error.path == self._log_file:
            text = f"{text} {_('Until then, rolls count but are not kept in the log.')}"
        self.banner.show_message(text, tone="bad", actions=actions)

    def attempt(self, act: Callable[P, object], *given: P.args, **named: P.kwargs) -> bool:
        """Call `act` with the arguments and return whether it succeeded. Report a refusal or a file problem."""
        try:
            act(*given, **named)
        # Only problems that a user can solve are caught. Any other exception is a bug and gets a crash report.
        except (RulesError, FileProblem, DataFileError) as error:
            self.report(error)
            return False
        return True


class FileEvents(QObject):
    """Signals about changes of files, for all objects that show or store paths."""

    shelf_changed = Signal(object)
    """A tuple of paths to select, often empty. Emitted when files on the shelf have changed."""
    opened = Signal(object)
    """A path. Emitted when the user opened this file."""
    moved = Signal(object, object)
    """Two paths. Emitted when the open file was moved from the first to the second."""
    removed = Signal(object)
    """Emitted with the old path of a file that was removed or renamed."""
    written = Signal()
    """Emitted when a file that is not open has changed."""


@dataclass(frozen=True, eq=False)
class OpenedGame:
    """A game with an open character, in view or in the background. BONES is always open; other games open on demand."""

    game: str
    """Id of the game."""
    session: Session[Any]
    files: "AnyFile[Any]"
    """Edits all files of the game, including the open one."""


class Games(Protocol):
    """The games of the program. One of them is in view."""

    @property
    def in_view(self) -> OpenedGame:
        """The game whose pages are shown."""

    @property
    def opened(self) -> tuple[OpenedGame, ...]:
        """Every game that was opened."""

    @property
    def is_whole(self) -> bool:
        """True if the creation of the character in view is finished."""

    def of(self, game: str) -> OpenedGame:
        """Return the game with this id."""

    def open(self, path: Path, game: str) -> None:
        """Open a file of a smaller game and show its pages. Raise FileProblem or DataFileError when that fails."""

    def repeat(self, entry: "LogEntry") -> bool:
        """Fill in the Table page of a smaller game with a roll of the log.

        Return whether the roll belongs to a smaller game.
        """

    def leave(self) -> None:
        """Show the pages of BONES again, because a character of BONES was opened."""


class Navigation(Protocol):
    """The places to which a page may send the user. Pages use this protocol instead of other pages."""

    def show_page(self, page: str) -> None:
        """Show a page of the game in view."""

    def open_file(self, path: Path) -> bool:
        """Open a character and return whether it is open. The page in view stays."""

    def open_character(self, path: Path) -> bool:
        """Open a character, show it, and return whether it is open."""

    def show_character(self) -> None:
        """Show a page of the open character."""

    def show_made(self) -> None:
        """Show a new character on the page where work on it begins."""

    def prepare_throw(self, request: "Request") -> None:
        """Fill in the Table page for a roll."""

    def repeat_throw(self, entry: "LogEntry") -> None:
        """Fill in the Table page with the task of a roll in the log."""

    def show_tracker(self, ask: "TrackerAsk") -> None:
        """Show a part of the Tracker page."""

    def show_growth(self) -> None:
        """Show the Growth tab of the Build page, where sessions become icons."""

    def show_calendar(self) -> None:
        """Show the calendar of the open character's campaign, or offer to leave a campaign whose file is missing."""

    def show_players(self) -> None:
        """Bring the players' view to the front."""

    def show_handout(self, number: int) -> None:
        """Show a note of the open campaign in the players' view; 0 removes the note from the view."""

    def chosen_files(self) -> Sequence[Path]:
        """Return the files of the characters selected on the Shelf page; none while that page is not in view."""


class Printing(Protocol):
    """The printing functions."""

    @property
    def kit(self) -> "PrintKit":
        """The tools that paint pages."""

    def refresh_letters(self) -> None:
        """Use the current letters for icons without a picture."""

    def print_diary(self, first_year: int) -> None:
        """Ask for a printer and print the diary of the open character. Its calendar begins in `first_year`."""

    def save_diary_pdf(self, first_year: int) -> None:
        """Ask for a file and write the diary to it."""


class Kept(Protocol):
    """An open value that is kept in a file: a character of any game, a fight or a campaign."""

    @property
    def path(self) -> Path | None:
        """Path of the file with this value; None if there is none."""

    def look(self) -> None:
        """Read changes that another program wrote to this file."""

    def flush(self) -> bool:
        """Save the value, including text being typed, and return whether it is saved."""


@dataclass(eq=False)
class Desk:
    """Services for pages and actions, one object for the running program.

    `start` sets `games`, `navigation`, `make_printing` and `take_others` after the object is created.
    """

    window: MainWindow
    theme: Theme
    settings: SettingsKeeper
    anyone: AnyCharacter
    """Edits characters of BONES, open or not."""
    document: CharacterDocument
    """The open character of BONES."""
    session: CharacterSession
    versions: Versions
    locations: Locations
    clock: Callable[[], datetime]
    games: Games = field(init=False)
    navigation: Navigation = field(init=False)
    make_printing: Callable[[], Printing] = field(init=False)
    take_others: Callable[[Sequence[Path]], tuple[Path, ...]] = field(init=False)
    """Installs or opens files that are not characters, and returns the rest."""

    def __post_init__(self) -> None:
        self.pace = Pace(self.settings)
        self.events = FileEvents(self.window)
        self.messages = LastMessages(self.clock)
        banner, toast = self.window.banner, self.window.toast
        self.notices = Notices(banner, toast, self.locations.roll_log, self.messages)
        for spoken in (banner.spoken, toast.spoken):
            spoken.connect(self.messages.keep)
        self.document.changed.connect(self._tell_wound)
        self.layout: dict[str, bytes] = {}
        """Positions of dividers and selected tabs by name, from the last session or as the user changed them since."""
        self.kept: list[Kept] = [self.session]
        """Every open value. Values opened later add themselves."""
        self.at_end: list[Callable[[], object]] = []
        """Functions called when the program ends, in reverse order, because later objects may use earlier ones."""
        self._shelf: tuple[str, Shelf] | None = None

    def _tell_wound(self, change: Change[Character]) -> None:
        # Fights and campaigns report on their own pages what they did to the characters.
        is_new = bool(change.name) and not change.again and self.window.page in CHARACTER_PAGES
        if is_new and (words := wound_words(change.before, change.after)):
            self.notices.tell(words)

    @cached_property
    def printing(self) -> Printing:
        """The printing functions, created when first needed, because the program starts without printing."""
        return self.make_printing()

    @cached_property
    def notes(self) -> "NotesKeeper":
        """The notes of campaigns and fights, created with the first campaign or fight."""
        # Imported late: the start of the program writes no notes.
        from bones_desktop.desk.noteskeeper import NotesKeeper

        notes = NotesKeeper(self.settings, self.notices.warn, self.window)
        self.at_end.append(notes.close)
        return notes

    @cached_property
    def sounds(self) -> "Sounds":
        """The sounds, created with the first page that has any, because the start of the program plays none."""
        # Imported late: the start of the program plays no sounds.
        from bones_desktop.desk.sounds import Sounds

        sounds = Sounds(self.window)
        self.document.changed.connect(sounds.follow_character)
        self.settings.follow("sound", sounds.set_on)
        self.at_end.append(sounds.close)
        return sounds

    @property
    def shelf(self) -> Shelf:
        """The folder of characters chosen in the settings."""
        chosen = self.settings.value.characters_folder
        # A new shelf is created only for another folder, because a shelf remembers the files that it has read.
        if self._shelf is None or self._shelf[0] != chosen:
            folder = Path(chosen) if chosen else self.locations.characters
            self._shelf = chosen, Shelf(folder, chosen=bool(chosen))
        return self._shelf[1]

    def recent(self) -> tuple[str, ...]:
        """Return the recently opened files, from any folder."""
        return self.settings.value.recent

    @property
    def opened(self) -> Session[Any]:
        """The session of the character in view, of any game."""
        return self.games.in_view.session

    def today(self) -> str:
        """Return the date as 2026-11-21."""
        # This is the day in the user's time zone. The clock itself is in UTC.
        return self.clock().astimezone().date().isoformat()

    def game_of(self, path: Path) -> str:
        """Return the id of the game of a file that is open or on the shelf; BONES for any other file."""
        seen = self.games.in_view
        if seen.session.path == path:
            return seen.game
        entry = self.shelf.catalogue.by_file().get(path.name)
        return CHARACTERS.system if entry is None else entry.game

    def dice_colour(self, character_id: str) -> str:
        """Return the colour of the dice of a character that is open or on the shelf; "" for any other."""
        opened = (each.session.value for each in self.games.opened)
        known = (*opened, *self.shelf.catalogue.known())
        return next((each.dice_colour for each in known if character_id and each.id == character_id), "")

    def take_dialog(self, title: str) -> "QFileDialog":
        """Return a dialog, not shown yet, that asks for a file in the user's documents folder."""
        # Imported late: the program is often used without opening a dialog.
        from PySide6.QtWidgets import QFileDialog

        dialog = QFileDialog(self.window, title, str(documents_folder()))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        filters = _("Characters, campaigns, fights and house templates (*{0} *{0}-campaign *{0}-fight *.json)")
        dialog.setNameFilter(filters.format(SUFFIX))
        return dialog


def open_last(last: str, open_: Callable[[Path], None], notices: Notices) -> None:
    """Open `last`, the path of the file that was open when the program last ended. A missing file is skipped."""
    if not last:
        return
    try:
        open_(Path(last))
    except (FileProblem, DataFileError) as error:
        log.warning("%s not opened: %s", last, error)
        # A missing file is not reported, because the user has removed it. Any other problem is reported.
        if error.code not in {"file-gone", "folder-gone"}:
            notices.report(error)


OTHER_PLACE = {"file-gone", "folder-gone", "read-only", "denied", "disk-full", "busy", "other", "bad-name"}


class SaveTroubles(QObject):
    """Shows errors of saving an open file in the banner."""

    def __init__(self, session: Session[Any], desk: Desk, nameless: str, game: str = "") -> None:
        """`nameless` is the sentence which says that a value without a name is unsaved.

        `game` is the id of a character's game. Only a character can be saved as a new file on the shelf.
        """
        super().__init__(desk.window)
        self._session = session
        self._game = game
        self._desk = desk
        session.trouble.connect(self.show_error)
        session.held.connect(self._show_held)
        session.recovered.connect(self._recovered)
        session.reloaded.connect(desk.window.tell_reloaded)
        desk.window.unsaved.follow(session, nameless, self.show_error)

    def show_error(self, error: FileProblem | DataFileError, details: str = "") -> None:
        """Show an error with actions that help."""
        text = file_sentence(error)
        self._desk.notices.banner.show_message(text, details=details, tone="bad", actions=self._actions(error))

    def _show_held(self, error: FileProblem | DataFileError) -> None:
        self.show_error(error, _("No other file is opened until the open one is saved, so that nothing is lost."))

    def _actions(self, error: FileProblem | DataFileError) -> list[BannerAction]:
        overwrite = partial(self._save, overwrite=True)
        elsewhere = [BannerAction(_("Save on the shelf"), self._keep_both)] if self._game else []
        # Neither version may be lost without the user's choice.
        if error.code == "changed-outside":
            both = [BannerAction(_("Keep both"), self._keep_both)] if self._game else []
            take = BannerAction(_("Use the version on disk"), self._reload)
            return [BannerAction(_("Keep mine"), overwrite), take, *both]
        if error.code == "file-gone":
            return [BannerAction(_("Save it again"), overwrite), *elsewhere]
        again = BannerAction(_("Try again"), self._save)
        return [again, *elsewhere] if error.code in OTHER_PLACE else [again]

    def _save(self, *, overwrite: bool = False) -> None:
        if not self._session.save(overwrite=overwrite) and (error := self._session.last_trouble) is not None:
            self.show_error(error)

    def _reload(self) -> None:
        try:
            self._session.take_from_disk()
        except (FileProblem, DataFileError) as error:
            self.show_error(error)

    def _keep_both(self) -> None:
        """Save the open character as a new file on the shelf, and continue with that file."""
        try:
            path = self._desk.shelf.create(of_its_own(self._session.value), game=self._game)
        except (FileProblem, DataFileError) as error:
            self.show_error(error)
            return
        # Without this, opening the new file would first try to save the old file, which fails.
        self._session.forget()
        self._desk.navigation.open_file(path)

    def _recovered(self) -> None:
        self._desk.notices.banner.show_message(_("Saved."), tone="good", seconds=4)


class DocumentHistory:
    """The undo history of a document."""

    def __init__(self, document: Document[Any], flush: Callable[[], bool]) -> None:
        self._document = document
        self._stack = document.undo_stack
        self.flush = flush

    @property
    def undo_text(self) -> str | None:
        """Name of the step that would be undone; None when there is none."""
        return self._stack.undoText() if self._stack.canUndo() else None

    @property
    def redo_text(self) -> str | None:
        """Name of the step that would be redone; None when there is none."""
        return self._stack.redoText() if self._stack.canRedo() else None

    def undo(self) -> bool:
        """Undo the last step."""
        self._stack.undo()
        return True

    def redo(self) -> bool:
        """Redo the last undone step."""
        self._stack.redo()
        return True


class CharacterHistory(QObject):
    """The undo history of an open character.

    A page that does not show the character undoes only steps made on that page.
    """

    changed = Signal()

    def __init__(self, document: Document[Any], window: MainWindow, flush: Callable[[], bool]) -> None:
        super().__init__(window)
        self._steps = DocumentHistory(document, flush)
        self._document = document
        self._stack = document.undo_stack
        self._window = window
        self._here = (0, 0)
        """Two positions in the history: where this page or character was first shown, and the latest one reached since.
        """
        self.flush, self.undo, self.redo = flush, self._steps.undo, self._steps.redo
        stack = self._stack
        for moved in (stack.canUndoChanged, stack.canRedoChanged, stack.undoTextChanged, stack.redoTextChanged):
            moved.connect(self._tell_changed)
        stack.indexChanged.connect(self._go_on)
        document.changed.connect(self._follow)
        window.page_shown.connect(self._begin)

    @property
    def undo_text(self) -> str | None:
        """Name of the step that would be undone; None when there is none in view."""
        return self._steps.undo_text if self._may(self._stack.index() > self._here[0]) else None

    @property
    def redo_text(self) -> str | None:
        """Name of the step that would be redone; None when there is none in view."""
        return self._steps.redo_text if self._may(self._stack.index() < self._here[1]) else None

    def _may(self, done_here: bool) -> bool:
        # On other pages the user does not see the character, and would undo a change without seeing it.
        return (self._window.page in CHARACTER_PAGES or done_here) and not self._document.read_only

    def _begin(self) -> None:
        self._here = (self._stack.index(), self._stack.index())
        self.changed.emit()

    def _go_on(self) -> None:
        # The second position only moves forward, so that steps undone on this page can be redone on it.
        self._here = (self._here[0], max(self._here[1], self._stack.index()))
        self.changed.emit()

    def _follow(self, change: Change[Any]) -> None:
        if not change.name:  # Another character was opened.
            self._begin()

    def _tell_changed(self) -> None:
        self.changed.emit()
