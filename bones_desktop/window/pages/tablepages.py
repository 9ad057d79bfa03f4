"""The pages of the table over one log: where dice are thrown, and where all throws are read again."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.document.bones.characterdocument import AnyCharacter, Change, CharacterDocument
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.shelf.shelf import Shelf
from bones_desktop.theme.theme import Theme
from bones_desktop.window.pages.logkeeper import LogKeeper
from bones_desktop.window.pages.trackerpages import TrackerPages
from bones_desktop.window.shell.documents import documents_folder
from bones_desktop.window.shell.mainwindow import MainWindow
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.document.bones.fightdocument import FightDocument
    from bones_desktop.document.document import Document
    from bones_desktop.document.session import Session
    from bones_desktop.panels.log.logpage import LogPage
    from bones_desktop.play.bones.companions import Companion
    from bones_desktop.play.bones.fightplay import FightPlay
    from bones_desktop.play.bones.groupplay import GroupPlay
    from bones_desktop.play.bones.played import Played
    from bones_desktop.play.bones.table import Table
    from bones_desktop.play.eveningdice import EveningDice
    from bones_desktop.play.followups import FollowUp
    from bones_desktop.play.gameplay import GamePlay
    from bones_desktop.rules.bones.book.icons import Face
    from bones_desktop.rules.bones.reading.requests import Request
    from bones_desktop.rules.dice import Throw
    from bones_desktop.storage.files.settings import Favourite
    from bones_desktop.storage.games.games import StoredGame
    from bones_desktop.storage.log.logentry import LogEntry
    from bones_desktop.storage.log.throwlog import ThrowLog
    from bones_desktop.widgets.choice.shelflook import RecentFiles
    from bones_desktop.window.pages.tablepage import TablePage


class TablePages(QObject):
    """Makes both pages, and opens the log, when first asked for."""

    refused = Signal(object)
    """A Reason."""
    message = Signal(str)
    thrown = Signal()
    """Dice were thrown, or entered: messages shown before may not be true any more."""
    trouble = Signal(object)
    """A FileProblem or CharacterFileError."""
    who_requested = Signal(object)
    """The path of the character to open."""
    settled = Signal(object)
    """A Played: the dice lie still."""
    result_changed = Signal(object)
    """A Played: the last throw whose dice lie still, as it came out or as it is after what was done to it since."""
    table_made = Signal(object)
    """The TablePage."""
    tracker_requested = Signal(object)
    """A TrackerAsk: what belongs to a throw is on the Tracker page."""
    files_written = Signal()
    """The file of somebody else is another now."""
    table_requested = Signal()
    owed_changed = Signal()
    """What `owed` returns may have changed."""
    favourites_changed = Signal(object)
    """The tasks that are kept, as a tuple of Favourite."""
    log_repaired = Signal(object)
    """A Repair: lines of the log may be missing."""

    def __init__(
        self,
        document: CharacterDocument,
        theme: Theme,
        log_path: Path,
        clock: Callable[[], datetime],
        shelf: Callable[[], Shelf],
        anyone: AnyCharacter,
        recent: "RecentFiles",
        companions: "Callable[[], Sequence[Companion]]",
        window: QWidget,
    ) -> None:
        """`companions` returns those of the party who may be treated, each with its file."""
        super().__init__(window)
        self._companions = companions
        self._document = document
        self._theme = theme
        self._clock = clock
        self._shelf = shelf
        self._anyone = anyone
        self._recent = recent
        self._window = window
        self._speed = "normal"
        self._gather = True
        self._favourites: tuple[Favourite, ...] = ()
        self._parts: Mapping[str, bytes] = {}
        self.keeper = LogKeeper(log_path, clock, theme, window)
        """Has the log."""
        self.keeper.trouble.connect(self.trouble)
        self.keeper.repaired.connect(self.log_repaired)
        self.keeper.repaired.connect(self._show_anew)
        self._last: Throw[Face] | None = None
        """The dice of the last throw that lay still."""
        document.changed.connect(self._catch_up)

    @cached_property
    def engine(self) -> "Table":
        """What is done at the table, whether or not its page was ever shown."""
        from bones_desktop.play.bones.table import Table

        engine = Table(self._document, self._log, self._dice, self._clock, self._anyone, self)
        engine.refused.connect(self.refused)
        engine.trouble.connect(self.trouble)
        engine.owed_changed.connect(self.owed_changed)
        engine.spiffs.marked.connect(self._marked)
        engine.companions.present = self._companions
        engine.companions.changed.connect(self.files_written)
        return engine

    @cached_property
    def table(self) -> "TablePage":
        """The Table page."""
        from bones_desktop.window.pages.tablepage import TablePage

        page = TablePage(self.engine, self._theme, self._shelf, self._recent, self._window)
        page.set_speed(self._speed)
        page.set_gather(self._gather)
        page.strip.favourites.set_all(self._favourites)
        page.strip.favourites.changed.connect(self.favourites_changed)
        page.columns.restore(self._parts)
        page.refused.connect(self.refused)
        page.message.connect(self.message)
        page.play.thrown.connect(lambda _played: self.thrown.emit())
        page.trouble.connect(self.trouble)
        page.who_requested.connect(self.who_requested)
        page.tracker_requested.connect(self.tracker_requested)
        page.play.settled.connect(self.settled)
        for lies_still in (page.play.settled, page.presenter.cut_short, page.spiffs.amended):
            lies_still.connect(self._tell_result)
        page.spiffs.relogged.connect(lambda played: self._tell_result(played) if played.throw is self._last else None)
        page.presenter.logged.connect(lambda entry: self.log.add(entry) if self._is_made("log") else None)
        page.presenter.amended.connect(lambda entry: self.log.amend(entry) if self._is_made("log") else None)
        self.table_made.emit(page)
        return page

    @cached_property
    def log(self) -> "LogPage":
        """The Log page."""
        from bones_desktop.panels.log.logpage import LogPage

        page = LogPage(self._theme, self._log, self._document.rulebook, documents_folder, self._window)
        page.set_character(self._document.character.id)
        page.show_evening(self._dice.evening)
        page.message.connect(self.message)
        page.trouble.connect(self.trouble)
        page.repeat_requested.connect(self._repeat)
        page.scene_requested.connect(self._begin_scene)
        page.end_evening_requested.connect(self._end_evening)
        page.words_added.connect(self._add_words)
        page.amended.connect(lambda entry: self.table.log.amend(entry) if self._is_made("table") else None)
        page.mark_requested.connect(lambda entry, mark, on: self.engine.spiffs.mark(entry, mark, on=on))
        page.removed.connect(lambda entry: self.table.log.remove(entry) if self._is_made("table") else None)
        self._document.changed.connect(lambda change: page.set_character(change.after.id))
        return page

    @property
    def open_path(self) -> Path | None:
        """Where the open character lies; None while it has no file."""
        return self._anyone.open_path

    def fight_play(self, document: "FightDocument", file_of: "Callable[[str], Path | None]") -> "FightPlay":
        """Return what throws for a fight, from the dice of the evening and into the same log."""
        from bones_desktop.play.bones.fightplay import FightPlay
        from bones_desktop.play.journal import Journal

        journal = Journal(self._log, self)
        journal.trouble.connect(self.trouble)
        play = FightPlay(document, self._dice, journal, self._anyone, file_of, self._clock, self)
        play.logged.connect(self._add_line)
        play.amended.connect(self._amend_line)
        return play

    def game_play(
        self, document: "Document[Any]", session: "Session[Any]", stored: "StoredGame[Any, Any]"
    ) -> "GamePlay":
        """Return the table of a smaller game, with the dice of the evening and in the same log."""
        from bones_desktop.play.gameplay import GamePlay
        from bones_desktop.play.journal import Journal

        journal = Journal(self._log, self, lambda: session.is_saved)
        journal.trouble.connect(self.trouble)
        session.file_saved.connect(journal.settle)
        play = GamePlay(document, stored.game, stored.book, journal, self._dice, self._clock, self)
        play.logged.connect(self._add_line)
        play.amended.connect(self._amend_line)
        return play

    def group_play(self) -> "GroupPlay":
        """Return what throws for many at once, from the dice of the evening and into the same log."""
        from bones_desktop.play.bones.groupplay import GroupPlay

        play = GroupPlay(lambda: self._document.rulebook, self.engine.journal, self._dice, self._clock, self)
        play.logged.connect(self._add_line)
        play.logged.connect(lambda _entry: self.engine.owed_changed.emit())
        return play

    def ask_scene(self) -> None:
        """Ask for the name of a scene on the Log page."""
        self.log.tabs.setCurrentIndex(0)
        self.log.throws.scene.click()

    def log_seen(self) -> None:
        """Show the evening on the Log page as it is now."""
        self.log.show_evening(self._dice.evening)

    def pace(self) -> tuple[str, bool]:
        """Return how fast dice move, and whether they glide into rows."""
        return self._speed, self._gather

    def set_speed(self, speed: str) -> None:
        """Set how fast dice move: "normal", "quick" or "off"."""
        self._speed = speed
        if self._is_made("table"):
            self.table.set_speed(speed)

    def set_gather(self, gather: bool) -> None:
        """Set whether dice glide into rows after a throw."""
        self._gather = gather
        if self._is_made("table"):
            self.table.set_gather(gather)

    def set_favourites(self, favourites: "tuple[Favourite, ...]") -> None:
        """Offer these tasks on the Table page, each to the character whose it is."""
        self._favourites = favourites
        if self._is_made("table"):
            self.table.strip.favourites.set_all(favourites)

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Use another rulebook for icons, after packs were added or removed."""
        if self._is_made("table"):
            self.table.set_rulebook(rulebook)
        if self._is_made("log"):
            self.log.set_rulebook(rulebook)

    def layout(self) -> dict[str, bytes]:
        """Return how the Table page is divided."""
        return self.table.columns.state() if self._is_made("table") else dict(self._parts)

    def restore(self, parts: Mapping[str, bytes]) -> None:
        """Divide the Table page as it was; what does not fit is passed over."""
        self._parts = parts
        if self._is_made("table"):
            self.table.columns.restore(parts)

    def close(self) -> None:
        """Stop what moves and close the log."""
        if self._is_made("table"):
            self.table.shutdown()
        self.keeper.close()

    @property
    def _log(self) -> "ThrowLog":
        return self.keeper.log

    def _show_anew(self) -> None:
        """Show the log as it is after a repair."""
        if self._is_made("log"):
            self.log.show_evening(self._dice.evening)
        if self._is_made("table"):
            self.table.log.reload()

    @cached_property
    def _dice(self) -> "EveningDice":
        from bones_desktop.play.eveningdice import EveningDice

        return EveningDice(self._log, self._clock)

    def owed(self) -> "tuple[FollowUp, ...]":
        """Return what may be done about harm of throws that is neither taken nor dismissed."""
        return self.engine.owed() if self._is_made("engine") else ()

    @property
    def dice_in_motion(self) -> bool:
        """Whether dice of a throw tumble."""
        return self._is_made("table") and self.table.play.pending

    def _is_made(self, part: str) -> bool:
        return part in self.__dict__

    def _catch_up(self, change: Change) -> None:
        """Have spiffs and throws agree, and pay what interrupted throws owe, until the engine does so itself.

        It is made, and pays, for a character that is owed something, before anything else changes him: a rest, say,
        would be followed by a use of magic from before it. A log that was closed and owes nothing is not opened until
        a use of spiffs is undone.
        """
        concerned = not change.name or change.mark or change.before.done_acts != change.after.done_acts
        if self._is_made("engine") or not concerned:
            return
        if not change.name and not self.keeper.may_owe():
            return
        try:
            opened = self.keeper.opened
            owed = opened.is_pending(change.after.id, {each.act for each in change.after.done_acts})
            if not self._document.read_only and not owed:
                self._agree(opened)
        except FileProblem:
            return  # reported when a page needs the log
        if owed:
            _unused = self.engine
            self.owed_changed.emit()

    def _agree(self, opened: "ThrowLog") -> None:
        from bones_desktop.play.journal import Journal

        journal = Journal(opened)
        journal.trouble.connect(self.trouble)
        for entry in journal.agree(*self._document.history()):
            if self._is_made("log"):
                self.log.amend(entry)

    def _tell_result(self, played: "Played") -> None:
        self._last = played.throw
        self.result_changed.emit(played)

    def _marked(self, entry: "LogEntry") -> None:
        if self._is_made("log"):
            self.log.amend(entry)
        played = self.engine.play.played
        if played is not None and played.entry == entry and not self.engine.play.pending:
            self._tell_result(played)

    def _repeat(self, entry: "LogEntry") -> None:
        self.table_requested.emit()
        self.table.repeat(entry)

    def _begin_scene(self, name: str) -> None:
        from bones_desktop.storage.log.logentry import EntryKind, LogEntry

        try:
            entry = self._log.append(LogEntry(self._clock(), EntryKind.SCENE, title=name))
        except FileProblem as error:
            self.trouble.emit(error)
            return
        self._add_line(entry)

    def _add_line(self, entry: "LogEntry") -> None:
        if self._is_made("log"):
            self.log.add(entry)
        if self._is_made("table"):
            self.table.log.add(entry)

    def _amend_line(self, entry: "LogEntry") -> None:
        if self._is_made("log"):
            self.log.amend(entry)
        if self._is_made("table"):
            self.table.log.amend(entry)

    def _add_words(self, words: str) -> None:
        try:
            evening = self._dice.add_words(words)
        except FileProblem as error:
            self.trouble.emit(error)
        except ValueError:
            self.message.emit(_("Words come before the first throw of an evening."))
            self.log.show_evening(self._dice.evening)
        else:
            self.log.show_evening(evening)

    def _end_evening(self) -> None:
        try:
            self._dice.end()
        except FileProblem as error:
            self.trouble.emit(error)
            return
        self.log.show_evening(None)
        if self._is_made("table"):
            self.table.log.reload()


class PlayActions:
    """Works on the Table page, and on the Tracker and Log pages for what is theirs."""

    def __init__(self, window: MainWindow, tables: TablePages, trackers: TrackerPages) -> None:
        self._window = window
        self._tables = tables
        self._trackers = trackers

    def throw(self) -> None:
        """Throw the dice on the Table page."""
        self._shown_table().throw()

    def ask(self, request: "Request") -> None:
        """Choose what is to be thrown on the Table page."""
        self._shown_table().ask(request)

    def injure(self) -> None:
        """Lose the chosen die, on the Tracker page where that is in view."""
        if self._trackers.in_view:
            self._trackers.page.injure()
        else:
            self._shown_table().injure()

    def heal(self) -> None:
        """Heal one die, on the Tracker page where that is in view."""
        if self._trackers.in_view:
            self._trackers.page.heal()
        else:
            self._shown_table().heal()

    def enter_by_hand(self) -> None:
        """Ask what real dice show."""
        self._shown_table().controller.ask_by_hand()

    def throw_again(self) -> None:
        """Choose a die of the throw to throw again."""
        self._shown_table().controller.pick()

    def buy_success(self) -> None:
        """Buy one success for the throw."""
        self._shown_table().controller.buy()

    def veto(self) -> None:
        """Take back what spiffs did last to the throw."""
        self._shown_table().controller.veto()

    def begin_scene(self) -> None:
        """Ask for the name of a scene."""
        self._window.show_page("log")
        self._tables.ask_scene()

    def _shown_table(self) -> "TablePage":
        self._window.show_page("table")
        return self._tables.table
