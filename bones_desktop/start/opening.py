"""The content of the window at the start: requested files, the last open file, or the welcome of a first start."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from bones_desktop.desk.desk import Desk, OpenedGame, SaveTroubles
from bones_desktop.desk.keymap import KEYS
from bones_desktop.desk.mainwindow import BONES, CHARACTER_PAGES
from bones_desktop.desk.playroom import PlayRoom
from bones_desktop.pages.shelf.fileactions import FileActions
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.making.edits import new_character
from bones_desktop.rules.reasons import is_complete
from bones_desktop.storage.files.characterfile import CharacterFileError, new_id
from bones_desktop.storage.files.textfiles import FileProblem, may_be_there, state_of
from bones_desktop.widgets.text.messages import BannerAction
from bones_desktop.widgets.worker import KeepOn, Worker
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.pages.games.scenepage import ScenePage
    from bones_desktop.pages.table.gametable import GameTable
    from bones_desktop.start.campaignpages import CampaignPages
    from bones_desktop.start.gamepages import GamePages
    from bones_desktop.storage.log.logentry import LogEntry

EVERY_MS: Final = 2_000
"""Milliseconds between checks of the open files. The system's own notifications do not work on a network drive."""


class OutsideLooks(QObject):
    """Checks the open files every two seconds, and when the program comes to the front.

    The check runs on a worker thread, because a drive may answer late. There is no check while a dialog is open: its
    answer is meant for the character that is open now.
    """

    written = Signal()
    """Emitted when one of the files was changed."""

    def __init__(
        self, app: QApplication, window: QWidget, files: Callable[[], tuple[Path, ...]], parent: QObject
    ) -> None:
        """Check the files that `files` returns; it returns none while the open files must not change."""
        super().__init__(parent)
        self._window = window
        self._files = files
        self._seen: object = None
        self._worker = Worker(self)
        self._worker.answered.connect(self._compare)
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()
        app.applicationStateChanged.connect(self._come)

    def close(self) -> None:
        """Stop checking."""
        self._timer.stop()
        self._worker.close()

    def look(self) -> None:
        """Check now, unless a check is running."""
        if self._worker.busy or self._window.isMinimized() or QApplication.activeModalWidget() is not None:
            return
        if not (files := self._files()):
            return
        self._worker.start(files, lambda keep_on: _states(files, keep_on))

    def _compare(self, files: object, states: object) -> None:
        # A dialog or another file may have been opened while the worker was checking.
        if (files, states) != self._seen and files == self._files() and QApplication.activeModalWidget() is None:
            self._seen = files, states
            self.written.emit()

    def _come(self, state: Qt.ApplicationState) -> None:
        # The timer stops with `close`, but the application still emits this signal.
        if state is Qt.ApplicationState.ApplicationActive and self._timer.isActive():
            self.look()


def _states(files: tuple[Path, ...], _keep_on: KeepOn) -> Iterator[object]:
    states = [state_of(each) for each in files]
    yield tuple(states)


INVITATION: Final = "ragnar-half-done"
"""Id of the sample character of a first start. It is half finished, as an invitation to complete it."""

CAMPAIGN: Final = ".bones-campaign"
FIGHT: Final = ".bones-fight"
BACKUP: Final = ".zip"
"""File suffixes, repeated from `storage.campaignfile` and `storage.backup` so that a start need not import them."""

log = logging.getLogger("bones_desktop")


class Opening(QObject):
    """Opens the first character, returns the page to begin with, and reports anything special about this start."""

    how_wanted = Signal()
    """Emitted when the user asks for the tour."""

    def __init__(self, desk: Desk, files: FileActions, troubles: SaveTroubles) -> None:
        super().__init__(desk.window)
        self._desk = desk
        self._files = files
        self._settings = desk.settings
        self._banner = desk.notices.banner
        self._troubles = troubles

    def open(self, paths: Sequence[Path], page: str, *, safe: bool) -> str:
        """Open one of `paths`, or the file that was open last, or a new character. Return the page to show.

        `page` is the last page. A `safe` start opens only `paths`.
        """
        shown = self._open(paths, page, safe=safe)
        if self._files.last_failed is not None:
            # Show the message about the failed file again, because another opened file or the welcome has replaced it.
            self._files.show_damaged(*self._files.last_failed)
        return shown

    def _open(self, paths: Sequence[Path], page: str, *, safe: bool) -> str:
        if paths:
            self._files.open_all(paths)
            if self._files.is_any_open:
                return page if page in CHARACTER_PAGES else "build"
        # A file may be the reason why the last starts failed, so a safe start opens only requested files.
        if safe:
            return "shelf"
        settings = self._settings.value
        last = Path(settings.last_open) if settings.last_open else None
        if last is not None and may_be_there(last) and self._files.open(last):
            return page or "build"
        # The newest readable file is opened, because a character is more useful than an empty page.
        for entry in self._desk.shelf.newest():
            if entry.damaged is None and self._files.open(entry.path):
                return "shelf"
        # The sample is made only at the first start; otherwise it would come back after the user has removed it.
        if settings.first_start_done:
            return "shelf"
        self._make_first()
        return "build"

    def report_start(self, damaged_settings: Path | None, *, safe: bool) -> None:
        """Report damaged settings and their new path, or that this is a safe start."""
        if damaged_settings is not None:
            text = _("Your settings file was damaged, so the defaults are used. The damaged file is kept as {}.")
            self._banner.show_message(text.format(damaged_settings.name), tone="warn")
        # Only the most important message is shown, because the banner has room for one.
        elif (trouble := self._desk.shelf.trouble()) is not None:
            self._banner.show_message(file_sentence(trouble), tone="warn")
        elif KEYS.unused:
            text = _("Keys in the settings file cannot be used: {entries}. These commands have their default keys.")
            # Show at most three entries, shortened: the file may contain any number of entries of any length.
            keys = self._settings.value.keys
            entries = ", ".join(f"“{id[:40]}: {keys[id][:40]}”" for id in KEYS.unused[:3])
            self._banner.show_message(text.format(entries=entries), tone="warn")
        elif safe:
            text = _("This is a safe start: the default layout, and no file is opened automatically.")
            self._banner.show_message(text, tone="warn")

    def _make_first(self) -> None:
        try:
            path = self._desk.shelf.create(first_character(new_id(), self._settings.value.house_rules))
        except (FileProblem, CharacterFileError) as error:
            log.warning("first character not saved: %s", error)
            self._troubles.show_error(error)
            return
        if self._files.open(path):
            self._banner.show_message(
                self._welcome(),
                actions=[
                    BannerAction(_("Show me how"), self.how_wanted.emit),
                    BannerAction(_("Surprise me"), self._files.surprise),
                    BannerAction(_("Start empty"), self._files.start_empty),
                ],
            )

    def end_welcome(self) -> None:
        """Close the welcome after the user chose one of its offers elsewhere; other messages stay."""
        if self._banner.text == self._welcome():
            self._banner.dismiss()

    def _welcome(self) -> str:
        return _("Welcome. Ragnar is half done: finish his dice, draw a whole character, or start with an empty one.")


class OpenGames:
    """Switches the window between games. The character of the previous game must already be saved."""

    def __init__(self, bones: OpenedGame, desk: Desk, room: PlayRoom, campaigns: "CampaignPages") -> None:
        self._bones = bones
        self._campaigns = campaigns
        self._desk = desk
        self._room = room
        self._window = desk.window
        self._made: dict[str, GamePages] = {}

    @property
    def current(self) -> "GamePages | None":
        """The pages of the smaller game that is in view; None while BONES is in view."""
        return self._made.get(self._window.game)

    def open(self, path: Path, game: str) -> None:
        """Open a file of a smaller game and show its pages. Raise FileProblem or DataFileError when that fails."""
        pages = self._pages(game)
        pages.session.open(path)
        self._window.set_game(game, pages.heading)

    def open_scene(self, path: Path, game: str) -> None:
        """Open a scene of a smaller game and show it. If that fails, the present scene stays open."""
        pages = self._pages(game)
        self._window.set_game(game, pages.heading)
        self._window.show_page("encounter")
        pages.scenes.open(path)

    def leave(self) -> None:
        """Show the pages of BONES again, because a character of BONES was opened."""
        if self._window.game != BONES:
            self.in_view.session.flush()
            self._window.set_game(BONES)

    def show_rolling_page(self) -> "ScenePage | GameTable | None":
        """Show the Table page of a smaller game, unless its Scene page is shown. Return the page; None for BONES."""
        if self.current is None:
            return None
        if self._window.page == "encounter":
            return self.current.encounter
        self._window.show_page("table")
        return self.current.table

    def repeat(self, entry: "LogEntry") -> bool:
        """Fill in the Table page with a roll from the log; return whether the roll is of a smaller game.

        If another game is in view, show a message instead.
        """
        if entry.game == BONES:
            return False
        if self.current is None or self.current.small.game.id != entry.game:
            self._desk.notices.say(_("This roll is of another game. Open a character of that game first."))
        else:
            self._window.show_page("table")
            self.current.table.repeat(entry)
        return True

    @property
    def in_view(self) -> OpenedGame:
        """The game in view, which may be BONES."""
        return self._bones if self.current is None else self.current.opened

    @property
    def is_whole(self) -> bool:
        """True if the creation of the character in view is finished."""
        return is_complete(self._desk.document.problems) if self.current is None else self.current.is_whole

    @property
    def dice_in_motion(self) -> bool:
        """True if dice are rolling on a page of the smaller game in view."""
        return self.current is not None and self.current.dice_in_motion

    @property
    def opened(self) -> tuple[OpenedGame, ...]:
        """BONES, and every other game that was opened, in view or not."""
        return (self._bones, *(pages.opened for pages in self._made.values()))

    def of(self, game: str) -> OpenedGame:
        """Return the game with this id, which may be BONES. Raise KeyError when there is none."""
        return self._bones if game == self._bones.game else self._pages(game).opened

    def _pages(self, game: str) -> "GamePages":
        # A game is loaded when one of its files is first opened; most sessions use only BONES.
        if game not in self._made:
            # Imported late: with BONES alone, other games are not needed at the start.
            from bones_desktop.start.gamepages import GamePages
            from bones_desktop.storage.games import game_of

            small = game_of(game)
            if small is None:
                raise ValueError(f"there is no game {game}")
            self._made[game] = GamePages(small, self._desk, self._room, self._campaigns)
        return self._made[game]


class OtherFiles:
    """Handles files that are not characters: installs packs, and opens campaigns and fights on their pages."""

    def __init__(
        self,
        take_packs: Callable[[Sequence[Path]], tuple[Path, ...]],
        kinds: Mapping[str, tuple[str, Callable[[Path], None]]],
        show_page: Callable[[str], None],
    ) -> None:
        """Use `take_packs`, which returns the paths that are not packs.

        `kinds` maps a suffix to a page and a function that opens files.
        """
        self._take_packs = take_packs
        self._kinds = kinds
        self._show_page = show_page
        self._held: list[Path] = []

    def take_in(self, paths: Sequence[Path]) -> tuple[Path, ...]:
        """Install packs, open campaigns and fights among `paths`, and return all other paths."""
        # After the start all pages are available, so campaigns and fights can be opened immediately.
        characters = self.hold(paths)
        self.open_held()
        return characters

    def hold(self, paths: Sequence[Path]) -> tuple[Path, ...]:
        """Install packs, hold back campaigns and fights until `open_held`, and return the other paths."""
        left = self._take_packs(paths)
        # The paths are made absolute, because the working directory may have changed when the files are opened.
        self._held += [path.absolute() for path in left if path.suffix.casefold() in self._kinds]
        return tuple(path for path in left if path.suffix.casefold() not in self._kinds)

    def open_held(self) -> None:
        """Open the files that were held back, and show the page of the last file."""
        held, self._held = self._held, []
        for path in held:
            page, open_ = self._kinds[path.suffix.casefold()]
            # The page is shown first, so that a problem with the file is reported on its own page.
            self._show_page(page)
            open_(path)


def first_character(id: str, house_rules: HouseRules) -> Character:
    """Return a copy of the sample as the user's own, or an empty character if the sample cannot be read."""
    # Imported late: only a first start needs the games.
    from bones_desktop.storage.games import GAMES

    try:
        sample: Character = GAMES[0].sample(INVITATION)
    except (FileProblem, CharacterFileError):
        return new_character(id, house_rules=house_rules)
    return sample.with_(id=id, house_rules=house_rules)
