"""The Campaign page and the players' view of one open campaign, each created when it is first needed."""

import contextlib
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from bones_desktop.desk.desk import Desk, open_last
from bones_desktop.storage.files.datafile import DataFileError, list_files
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.undohistory import UndoHistories
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.document.bones.campaigndocument import CampaignChange, CampaignDocument
    from bones_desktop.pages.campaign.campaignfiles import CampaignNotices, CampaignVersions
    from bones_desktop.pages.campaign.campaignpage import CampaignPage
    from bones_desktop.pages.campaign.playersview import PlayersView, Whose
    from bones_desktop.play.bones.fightlog import PlayersMessage
    from bones_desktop.rules.bones.life.campaigns import Campaign
    from bones_desktop.storage.campaignfile import CampaignFolder, NoteFile
    from bones_desktop.storage.shelfentry import ShelfEntry
    from bones_desktop.tray.traywidget import TrayWidget


class CampaignPages(QObject):
    """Opens the last campaign when a page of it is first shown, or when the start of the program requests it."""

    notices: "CampaignNotices"
    """Notices about the campaign, created together with its document."""
    changed = Signal()
    """Emitted when another campaign was opened, or the open one has changed."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.window)
        self._desk = desk
        self._window = desk.window
        self._failed = False
        """True if something could not be saved and may still be unsaved."""
        self._result: tuple[str, str] | None = None
        """The character who rolled last and the result, stored until the players' view is created."""
        self._message: PlayersMessage | None = None
        """The last message about a fight, if it is newer than `_result`."""
        self._watch: tuple[TrayWidget, Callable[[PlayersView], None]] | None = None
        """The tray that the players watch, and the function that connects it to their view."""
        desk.events.shelf_changed.connect(self.refresh)
        desk.events.written.connect(self.refresh)

    @cached_property
    def campaigns(self) -> "CampaignDocument":
        """The document of the open campaign. At first this is the campaign of the last session."""
        # Imported late: a start does not need the campaign.
        from bones_desktop.document.bones.campaigndocument import CampaignDocument, Party
        from bones_desktop.pages.campaign.campaignfiles import CampaignNotices
        from bones_desktop.rules.bones.life.campaigns import Campaign
        from bones_desktop.storage.campaignfile import CAMPAIGNS

        desk = self._desk
        campaigns = CampaignDocument(
            lambda: desk.document.rulebook,
            FileStore(CAMPAIGNS, desk.versions, desk.clock),
            Party(desk.anyone, lambda: desk.shelf),
            desk.today,
            UndoHistories(desk.locations.undo / "campaigns", Campaign, desk.versions.troubled),
            self,
        )
        campaigns.undo_incomplete.connect(self._tell_of_left)
        self.notices = CampaignNotices(desk, campaigns, self._show_damaged)
        open_last(desk.settings.value.last_campaign, campaigns.open, self.notices)
        self._forget_unseen(campaigns.campaign)
        # The signal is connected last, because its handlers use the objects created above.
        campaigns.changed.connect(self._changed)
        desk.notes.watch(campaigns.changed, self._notes)
        desk.kept.append(self)
        desk.at_end.append(self.flush)
        return campaigns

    def _notes(self) -> "dict[str, NoteFile]":
        # Imported late: a start does not need the campaign.
        from bones_desktop.wording.notes import campaign_notes

        campaign = self.campaigns.campaign
        return {} if campaign is None else campaign_notes(campaign)

    @cached_property
    def page(self) -> "CampaignPage":
        """The Campaign page."""
        # Imported late: a start does not need the campaign.
        from bones_desktop.pages.campaign.campaignpage import CampaignPage

        page = CampaignPage(self._desk, self.campaigns, self._folder, self.notices, self._window)
        page.head.versions_requested.connect(self._show_earlier)
        page.none.versions_requested.connect(self._show_damaged)
        page.head.open_table.clicked.connect(self._window.actions_by_id["open-table"].trigger)
        self.notices.failed.connect(self._fail)
        self.campaigns.changed.connect(self._recover)
        self._window.unsaved.watch(self._unsaved_words, self._keep_again, self.campaigns.changed, self.notices.failed)
        self._window.give_history(self, self.changed, page="campaign")
        return page

    @property
    def _folder(self) -> "CampaignFolder":
        # Imported late: a start does not need the campaign.
        from bones_desktop.storage.campaignfile import CAMPAIGNS, CampaignFolder

        return CampaignFolder(CAMPAIGNS, self._desk.locations.campaigns)

    @cached_property
    def earlier(self) -> "CampaignVersions":
        """The dialog with earlier versions of campaigns."""
        # Imported late: a start does not need the campaign.
        from bones_desktop.pages.campaign.campaignfiles import CampaignVersions

        return CampaignVersions(self._desk, self.campaigns, self.page.files, self.page.flush, self.notices)

    def _show_earlier(self) -> None:
        self.earlier.show()

    def _show_damaged(self, path: Path) -> None:
        self.earlier.show_damaged(path)

    @cached_property
    def players(self) -> "PlayersView":
        """The players' view, a window for a second screen."""
        # Imported late: a start does not need the campaign.
        from bones_desktop.pages.campaign.playersview import PlayersView

        desk = self._desk
        view = PlayersView(self.campaigns, desk.document, desk.theme, self._window, pictures=desk.locations.pictures)
        self._desk.at_end.append(view.shutdown)
        if self._result is not None:
            view.show_result(*self._result)
        if self._message is not None:
            view.show_fight(self._message)
        if self._watch is not None:
            self._watch[1](view)
        return view

    def open(self, path: Path) -> None:
        """Open a campaign. If that fails, the present one stays open."""
        self.page.files.open(path)

    def add_members(self, entries: "Sequence[ShelfEntry]") -> None:
        """Add characters of the shelf to the party of the open campaign, in one undo step."""
        # Imported late: a start does not need the campaign.
        from bones_desktop.rules.bones.life.campaigns import add_member

        campaign, say = self.campaigns.campaign, self.notices.say
        if campaign is None:
            self._window.show_page("campaign")
            say(_("Begin a campaign first, or open one."))
            return
        inside = {member.id for member in campaign.members}
        joining = [each for each in entries if each.id not in inside]
        if not joining:
            say(_("Already in the party of {}.").format(campaign.name))
            return

        # All members are added in one edit, so that a single undo removes them again.
        def edit(now: "Campaign") -> "Campaign":
            for each in joining:
                now = add_member(now, each.id, each.name, each.path.name)
            return now

        one = len(joining) == 1
        step = _("Add {name}").format(name=joining[0].name) if one else _("Add members")

        def add() -> None:
            self.campaigns.apply(step, edit)
            who = joining[0].name if one else _("{n} characters").format(n=len(joining))
            say(_("{who} joined the party of {campaign}.").format(who=who, campaign=campaign.name))

        self.notices.attempt(add)

    def file_of(self, campaign_id: str) -> Path | None:
        """Return the path of a campaign by its id; None if there is no file with this id."""
        # Imported late: a start does not need the campaign.
        from bones_desktop.storage.campaignfile import CAMPAIGNS

        opened = self.campaigns.campaign
        # The open campaign is checked first, because its file may be outside the folder of campaigns.
        if opened is not None and opened.id == campaign_id:
            return self.campaigns.path
        for entry in list_files(CAMPAIGNS, self._desk.locations.campaigns):
            if entry.value is not None and entry.value.id == campaign_id:
                return entry.path
        return None

    @property
    def undo_text(self) -> str | None:
        """Name of the campaign's step that undo would undo; None when there is none."""
        # The instance's `__dict__` contains only the properties that were already created, so this check does not load
        # the campaign.
        return self.campaigns.undo_text if "campaigns" in self.__dict__ else None

    @property
    def redo_text(self) -> str | None:
        """Name of the campaign's step that redo would redo; None when there is none."""
        return self.campaigns.redo_text if "campaigns" in self.__dict__ else None

    def undo(self) -> bool:
        """Undo the campaign's last step and return whether that was done. If it cannot be undone, show the reason."""
        return self.notices.attempt(self.campaigns.undo)

    def redo(self) -> bool:
        """Redo the last undone step and return whether that was done."""
        return self.notices.attempt(self.campaigns.redo)

    def show_players(self) -> None:
        """Bring the players' view to the front."""
        self.players.come_up()

    def show_handout(self, number: int) -> None:
        """Show a note in the players' view; 0 removes it from there."""
        if number or "players" in self.__dict__:
            self.players.show_handout(number)
        if number:
            self.players.come_up()

    def show_result(self, thrower: str, words: str) -> None:
        """Show the players the result of a roll, now or when their view is opened. `thrower` is a character's id."""
        if "players" in self.__dict__:
            self.players.show_result(thrower, words)
            return
        self._result, self._message = (thrower, words), None
        if "campaigns" in self.__dict__:
            self._forget_unseen(self.campaigns.campaign)

    def show_dice(self, tray: "TrayWidget", throw: Callable[[], tuple[str, str] | None]) -> None:
        """Let the players watch this tray. `throw` returns the roll's character and the opponent's name, or None."""
        self._show_tray(tray, lambda view: view.watch(tray, throw))

    def show_fight(self, message: "PlayersMessage") -> None:
        """Show the players the state of a fight, now or when their view is opened."""
        if "players" in self.__dict__:
            self.players.show_fight(message)
        elif "campaigns" in self.__dict__ and (campaign := self.campaigns.campaign) is not None:
            # Names of hidden members are removed immediately, because the message may be shown later, when it would
            # reveal a secret.
            from bones_desktop.rules.bones.life.campaigns import hidden_members

            message = message.without(hidden_members(campaign))
        self._result, self._message = None, message

    def show_fight_dice(self, tray: "TrayWidget", whose: "Whose") -> None:
        """Let the players watch the dice of a fight."""
        self._show_tray(tray, lambda view: view.watch_fight(tray, whose))

    def _show_tray(self, tray: "TrayWidget", watch: "Callable[[PlayersView], None]") -> None:
        if self._watch is not None and self._watch[0] is tray:
            # This method is called at every roll, but each tray is connected only once.
            return
        self._watch = tray, watch
        if "players" in self.__dict__:
            watch(self.players)

    @property
    def path(self) -> Path | None:
        """Path of the open campaign's file; None if no campaign is open."""
        return self.campaigns.path

    def look(self) -> None:
        """Read changes that another program wrote to the campaign.

        Do nothing while the user has a decision to make, or while text here is unsaved.
        """
        if self.notices.is_asking or ("page" in self.__dict__ and self.page.has_unkept):
            return
        with contextlib.suppress(FileProblem, DataFileError):  # The error is reported by the next step.
            if self.campaigns.look() and self.campaigns.path is not None:
                self._window.tell_reloaded(self.campaigns.path)

    def _unsaved_words(self) -> str:
        unsaved = self._failed and self.page.has_unkept
        return _("What you wrote about the campaign is not saved.") if unsaved else ""

    def _fail(self) -> None:
        self._failed = True

    def _recover(self) -> None:
        self._failed = self._failed and self.page.has_unkept

    def _keep_again(self) -> None:
        """Show the text that could not be saved, and try to save it again."""
        self._window.show_page("campaign")
        self.page.flush()

    def flush(self) -> bool:
        """Save text being typed on the page, and return whether all of it was saved."""
        if "page" not in self.__dict__:
            return True
        self.page.flush()
        self._failed = self.page.has_unkept
        return not self._failed

    def refresh(self) -> None:
        """Read the members again after the shelf has changed, and update members whose files have returned."""
        if "campaigns" not in self.__dict__:
            return
        self.campaigns.catch_up()
        if "page" in self.__dict__:
            self.page.party.feed.refresh()
        if "players" in self.__dict__:
            self.players.refresh()

    def _changed(self, change: "CampaignChange") -> None:
        self._forget_unseen(self.campaigns.campaign)
        # A change with a name is a step in the campaign. A change without a name means that another campaign was
        # opened.
        if not change.name:
            self._desk.settings.remember_last("last_campaign", self.campaigns.path)
        self.changed.emit()

    def _forget_unseen(self, campaign: "Campaign | None") -> None:
        """Drop the stored result if its member is hidden from the players, because it would reveal a secret roll."""
        if self._result is None or campaign is None:
            return
        # Imported late: a start does not need the campaign.
        from bones_desktop.rules.bones.life.campaigns import players_view

        if all(member.id != self._result[0] for member in players_view(campaign).members):
            self._result = None

    def _tell_of_left(self, left: tuple[str, ...]) -> None:
        self._desk.notices.say(
            _("{} of the party were changed later and keep that; undo it in their own files.").format(len(left))
        )
