"""The smaller games in the window. Each has an open character with a file and a history, a table, and pages."""

from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from bones_desktop.desk.desk import CharacterHistory, Desk, OpenedGame, SaveTroubles
from bones_desktop.desk.playroom import PlayRoom
from bones_desktop.desk.table.opengame import OpenGame
from bones_desktop.document.document import Document
from bones_desktop.document.session import AnyFile, ClosedFiles, Session
from bones_desktop.pages.shelf.fileactions import FileNameFollower
from bones_desktop.rules.games import in_brief
from bones_desktop.storage.files.characterfile import new_id
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.undohistory import UndoHistories
from bones_desktop.theme.motion import Speed
from bones_desktop.wording.games.words import brief_text
from bones_desktop.wording.language import _
from bones_desktop.wording.log import act_line

if TYPE_CHECKING:
    from bones_desktop.pages.games.makingpage import MakingPage
    from bones_desktop.pages.games.scenepage import ScenePage
    from bones_desktop.pages.games.trackerpage import GameTrackerPage
    from bones_desktop.pages.sheet import SheetPage
    from bones_desktop.pages.table.gametable import GameTable
    from bones_desktop.play.gameplay import GamePlay
    from bones_desktop.printing.columns import Columns
    from bones_desktop.start.campaignpages import CampaignPages
    from bones_desktop.start.scenepages import ScenePages
    from bones_desktop.storage.games import StoredGame
    from bones_desktop.storage.log.logentry import LogEntry


class GamePages(QObject):
    """The pages of one smaller game, created when first shown. Undo works on each of them."""

    def __init__(self, small: "StoredGame[Any, Any]", desk: Desk, room: PlayRoom, campaigns: "CampaignPages") -> None:
        super().__init__(desk.window)
        self.small = small
        self._desk = desk
        self._room = room
        self._campaigns = campaigns
        self._window = window = desk.window
        new = small.new(new_id())
        self.document: Document[Any] = Document(new, self)
        histories: UndoHistories[Any] = UndoHistories(
            desk.locations.undo / small.game.id, type(new), desk.versions.troubled
        )
        store = FileStore(small.form, desk.versions, desk.clock)
        self.session: Session[Any] = Session(self.document, store, histories, self)
        files: AnyFile[Any] = AnyFile(self.document, self.session, ClosedFiles(store, histories))
        self.opened = OpenedGame(small.game.id, self.session, files)
        desk.kept.append(self.session)
        # The stack emits signals while it is deleted, when its pages no longer exist.
        desk.at_end.append(partial(self.document.undo_stack.blockSignals, True))
        FileNameFollower(self.session, desk)
        SaveTroubles(self.session, desk, _("The character is not saved."), small.game.id)
        self.document.changed.connect(self._show_heading)
        for page in ("build", "table", "encounter", "tracker", "sheet"):
            # Pages are passed by name, because each is created when the window first shows it (see `cached_property`
            # below).
            window.add_page(page, partial(getattr, self, page), small.game.id)
        history = CharacterHistory(self.document, window, self.session.flush)
        window.give_history(history, history.changed, small.game.id)
        window.page_shown.connect(self._entered)

    def _entered(self, page: str) -> None:
        if page == "encounter" and self._window.game == self.small.game.id:
            self.scenes.entered()
            self._window.page_widget().setFocus()

    @property
    def is_whole(self) -> bool:
        """True if the creation of the character is finished."""
        return all(step.is_done for step in self.small.game.steps(self.small.book, self.document.value))

    @cached_property
    def play(self) -> "GamePlay":
        """The object that rolls dice and carries out acts."""
        play = self._room.game_play(self.document, self.session, self.small)
        play.done.connect(self._tell_act)
        return play

    def _tell_act(self, entry: "LogEntry") -> None:
        # No message is needed on the other pages: the Table page itself explains dice, and the Build page shows the
        # next step.
        if self._window.page == "tracker" or (self._window.page == "table" and not entry.dice):
            self._desk.notices.tell(act_line(entry))

    @cached_property
    def open_game(self) -> OpenGame:
        """The open game, whose state the pages share."""
        return OpenGame(self.small, self._pace, self.document, self.play)

    def _pace(self) -> tuple[Speed, bool]:
        """Return the speed of dice, and whether they move into rows."""
        return self._desk.pace.speed, self._desk.settings.value.gather

    @cached_property
    def build(self) -> "MakingPage":
        """The page on which a character of this game is made."""
        # Imported late: a start imports only the page in view.
        from bones_desktop.pages.games.makingpage import MakingPage

        page = MakingPage(self.open_game, self._desk.theme, self._window)
        page.message.connect(self._desk.notices.say)
        page.card.finished.connect(partial(self._window.show_page, "table"))
        return page

    @cached_property
    def table(self) -> "GameTable":
        """The Table page."""
        # Imported late: a start imports only the page in view.
        from bones_desktop.pages.table.gametable import GameTable

        page = GameTable(self._desk, self.open_game, self._room.log, self._window)
        self._desk.at_end.append(page.shutdown)
        self.play.journal.amended.connect(page.amend)
        self.play.thrown.connect(self._show_dice)
        # Update the players' view also when a mark set later hides the roll from the players, or shows it.
        for told in (page.tray.settled, self.play.changed):
            told.connect(self._show_result)
        return page

    # The players' view.

    def _show_dice(self) -> None:
        self._desk.notices.toast.withdraw_hint()
        self._campaigns.show_dice(self.table.tray, self._whose)

    def _whose(self) -> tuple[str, str] | None:
        """Return the owner and opponent of the roll on the table, EVERYBODY and ""; None without a public roll."""
        now = self.play.current
        # Imported late: it is only needed once dice are rolled.
        from bones_desktop.pages.campaign.playersview import EVERYBODY

        return None if now is None or now.is_secret else (EVERYBODY, "")

    def _show_result(self) -> None:
        """Show the players the result of the roll on the table, when its dice have stopped."""
        now = self.play.current
        if now is None or self.table.tray.flying:
            return
        # Imported late: it is only needed once dice are rolled.
        from bones_desktop.play.bones.fightlog import PlayersMessage

        if now.is_secret:
            self._campaigns.show_fight(PlayersMessage(_("Secret roll")))
            return
        entry = now.lines[-1]
        words = _("{who}: {task}. {result}") if entry.is_meant else _("{who}: {task}. Struck out: {result}")
        words = words.format(who=entry.who, task=entry.title.rstrip("."), result=entry.result)
        # A campaign has no members of this game, so its party does not decide what players see.
        self._campaigns.show_fight(PlayersMessage(words))

    @cached_property
    def scenes(self) -> "ScenePages":
        """The scenes of this game."""
        # Imported late: a start imports only the page in view.
        from bones_desktop.start.scenepages import ScenePages

        return ScenePages(self.small, self._desk, self._room, self.opened, self.document, self._campaigns, self._pace)

    @property
    def encounter(self) -> "ScenePage":
        """The Scene page."""
        return self.scenes.page

    @cached_property
    def tracker(self) -> "GameTrackerPage":
        """The Tracker page."""
        # Imported late: a start imports only the page in view.
        from bones_desktop.pages.games.trackerpage import GameTrackerPage

        page = GameTrackerPage(self.open_game, self._desk.theme, self._window)
        page.refused.connect(self._desk.notices.tell)
        return page

    @cached_property
    def sheet(self) -> "SheetPage":
        """The Sheet page."""
        # Imported late: a start imports only the page in view.
        from bones_desktop.pages.sheet import SheetPage

        return SheetPage(self._desk, self.document, self._sheet_now)

    def _sheet_now(self) -> "Columns":
        """Return the content of the printed pages."""
        # Imported late: a start prints nothing.
        from bones_desktop.printing.gameform import game_sheet

        return game_sheet(self.small, self.document.value)

    def heading(self) -> tuple[str, str]:
        """Return the name of the open character and a line about it."""
        game, book, who = self.small.game, self.small.book, self.document.value
        said = brief_text(game.id, in_brief(game, book, who))
        locked = [_("read-only: made by a newer program")] if self.document.read_only else []
        return who.name, "  ·  ".join([game.title, said, *locked])

    def _show_heading(self) -> None:
        # The heading belongs to the game in view, but another game may change in the background with its file.
        if self._window.game == self.small.game.id:
            self._window.refresh_heading()

    @property
    def dice_in_motion(self) -> bool:
        """True if dice are rolling on this game's Table page or Scene page."""
        scene = "scenes" in self.__dict__ and "page" in self.scenes.__dict__ and self.scenes.page.tray.moving
        return scene or ("table" in self.__dict__ and self.table.tray.moving)
