"""The Campaign page and the players' view over one open campaign, each made when first asked for."""

import contextlib
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from bones_desktop.document.bones.characterdocument import AnyCharacter, CharacterDocument
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.shelf.shelf import Shelf
from bones_desktop.theme.theme import Theme
from bones_desktop.window.shell.filepages import FilePages
from bones_desktop.window.shell.mainwindow import MainWindow
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.document.bones.campaigndocument import CampaignChange, CampaignDocument
    from bones_desktop.panels.tray.traywidget import TrayWidget
    from bones_desktop.play.bones.fightlog import Told
    from bones_desktop.rules.bones.life.campaigns import Campaign
    from bones_desktop.storage.shelf.shelfentry import Entry
    from bones_desktop.window.campaign.campaignpage import CampaignPage
    from bones_desktop.window.campaign.campaignversions import CampaignVersions
    from bones_desktop.window.campaign.playersview import PlayersView, Whose


class CampaignPages(FilePages):
    """Opens the campaign of last time when one of its pages is first shown, or when a start asks for it."""

    open_requested = Signal(object)
    """The path of a character to open."""
    campaign_changed = Signal(object)
    """The path of the campaign now open; None for none."""

    def __init__(
        self,
        document: CharacterDocument,
        theme: Theme,
        anyone: AnyCharacter,
        shelf: Callable[[], Shelf],
        folder: Path,
        versions: Versions,
        clock: Callable[[], datetime],
        last: Callable[[], str],
        window: MainWindow,
        undo: Path,
    ) -> None:
        """Campaigns lie in `folder`, the histories of their steps in `undo`.

        `last` returns the path of the one open last, "" for none.
        """
        super().__init__(window)
        self._document = document
        self._theme = theme
        self._anyone = anyone
        self._shelf = shelf
        self._folder = folder
        self._versions = versions
        self._clock = clock
        self._last = last
        self._window = window
        self._undo = undo
        self._failed = False
        """Whether something could not be kept, and may not be yet."""
        self._result: tuple[str, str] | None = None
        """Who threw last and how it came out, until the players' view is made."""
        self._told: Told | None = None
        """Where a fight stands, where that came after it."""
        self._watch: tuple[TrayWidget, Callable[[PlayersView], None]] | None = None
        """The tray the players watch, and what has their view do so."""

    @cached_property
    def campaigns(self) -> "CampaignDocument":
        """The open campaign, that of last time at first."""
        from bones_desktop.document.bones.campaigndocument import CampaignDocument
        from bones_desktop.document.bones.party import Party
        from bones_desktop.storage.campaign.campaignfile import CAMPAIGNS
        from bones_desktop.storage.campaign.campaignhistory import CampaignHistories
        from bones_desktop.storage.files.saving import FileStore
        from bones_desktop.window.campaign.campaigntroubles import CampaignTroubles

        campaigns = CampaignDocument(
            lambda: self._document.rulebook,
            FileStore(CAMPAIGNS, self._versions, self._clock),
            Party(self._anyone, self._shelf),
            self.today,
            self,
            CampaignHistories(self._undo, self._versions.troubled),
        )
        campaigns.undo_incomplete.connect(self._tell_of_left)
        troubles = self._troubles = CampaignTroubles(
            campaigns, self._window.banner, self._versions, lambda path: self.earlier.show_damaged(path),
            self.refused.emit, self,
        )  # fmt: skip
        self.trouble.connect(troubles.show_error)
        self._open_last(self._last(), campaigns.open)
        self._forget_unseen(campaigns.campaign)
        # Not before: handlers of the signal use what is made here.
        campaigns.changed.connect(self._changed)
        return campaigns

    @cached_property
    def page(self) -> "CampaignPage":
        """The Campaign page."""
        from bones_desktop.storage.campaign.campaignfile import CAMPAIGNS, CampaignFolder
        from bones_desktop.window.campaign.campaignpage import CampaignPage

        page = CampaignPage(
            self.campaigns, self._document, self._theme, self._anyone, self._shelf,
            CampaignFolder(CAMPAIGNS, self._folder), self.today,
            [self._window.actions_by_id[step] for step in ("undo", "redo")], self._window,
        )  # fmt: skip
        page.refused.connect(self.refused)
        page.message.connect(self.message)
        page.trouble.connect(self.trouble)
        page.open_requested.connect(self.open_requested)
        page.players_requested.connect(self.show_players)
        page.head.versions_requested.connect(lambda: self.earlier.show())
        page.none.versions_requested.connect(lambda path: self.earlier.show_damaged(path))
        self.trouble.connect(self._fail)
        self.campaigns.changed.connect(self._recover)
        self._window.unsaved.watch(self._unsaved_words, self._keep_again, self.campaigns.changed, self.trouble)
        return page

    @cached_property
    def earlier(self) -> "CampaignVersions":
        """Earlier versions of campaigns."""
        from bones_desktop.storage.campaign.campaignfile import CAMPAIGNS, CampaignFolder
        from bones_desktop.window.campaign.campaignversions import CampaignVersions

        return CampaignVersions(
            self.campaigns, self._versions, CampaignFolder(CAMPAIGNS, self._folder), self._theme, self._try, self.flush,
            lambda: self.page.files.follow_name(), self._window,
        )  # fmt: skip

    @cached_property
    def players(self) -> "PlayersView":
        """The window for a second screen."""
        from bones_desktop.window.campaign.playersview import PlayersView

        view = PlayersView(self.campaigns, self._document, self._theme, self._window)
        if self._result is not None:
            view.show_result(*self._result)
        if self._told is not None:
            view.show_fight(self._told)
        if self._watch is not None:
            self._watch[1](view)
        return view

    def open(self, path: Path) -> None:
        """Open a campaign; the one open now stays open when that fails."""
        self.page.files.open(path)

    def add_members(self, entries: "Sequence[Entry]") -> None:
        """Take characters of the shelf into the party of the open campaign: one step, which can be undone there."""
        from bones_desktop.rules.bones.life.campaigns import add_member

        campaign = self.campaigns.campaign
        if campaign is None:
            self._window.show_page("campaign")
            self.message.emit(_("Begin a campaign first, or open one."))
            return
        inside = {member.id for member in campaign.members}
        joining = [each for each in entries if each.id not in inside]
        if not joining:
            self.message.emit(_("Already in the party of {}.").format(campaign.name))
            return

        def edit(now: "Campaign") -> "Campaign":
            for each in joining:
                now = add_member(now, each.id, each.name, each.path.name)
            return now

        one = len(joining) == 1
        step = _("Add {name}").format(name=joining[0].name) if one else _("Add members")

        def add() -> None:
            self.campaigns.apply(step, edit)
            who = joining[0].name if one else _("{n} characters").format(n=len(joining))
            self.message.emit(_("{who} joined the party of {campaign}.").format(who=who, campaign=campaign.name))

        self._try(add)

    def file_of(self, campaign_id: str) -> Path | None:
        """Return where a campaign lies by its id; None when it is not here."""
        from bones_desktop.storage.campaign.campaignfile import CAMPAIGNS
        from bones_desktop.storage.files.valuefolder import list_files

        opened = self.campaigns.campaign
        if opened is not None and opened.id == campaign_id:
            return self.campaigns.path
        for entry in list_files(CAMPAIGNS, self._folder):
            if entry.value is not None and entry.value.id == campaign_id:
                return entry.path
        return None

    @property
    def undo_text(self) -> str | None:
        """Name of the campaign's step that would be taken back; None when there is none."""
        return self.campaigns.undo_text if self._is_made("campaigns") else None

    @property
    def redo_text(self) -> str | None:
        """Name of the campaign's step that would be done again; None when there is none."""
        return self.campaigns.redo_text if self._is_made("campaigns") else None

    def undo(self) -> bool:
        """Undo the campaign's last step and return whether that was done; show why if it cannot be undone."""
        return self._try(self.campaigns.undo)

    def redo(self) -> bool:
        """Do the step taken back last again and return whether that was done."""
        return self._try(self.campaigns.redo)

    def show_players(self) -> None:
        """Bring the players' view to the front."""
        self.players.come_up()

    def show_result(self, thrower: str, words: str) -> None:
        """Show the players how a throw came out, now or when their view is opened; `thrower` is a character's id."""
        if self._is_made("players"):
            self.players.show_result(thrower, words)
            return
        self._result, self._told = (thrower, words), None
        if self._is_made("campaigns"):
            self._forget_unseen(self.campaigns.campaign)

    def show_dice(self, tray: "TrayWidget", throw: Callable[[], tuple[str, str] | None]) -> None:
        """Let the players watch this tray; `throw` returns whose throw lies there and the opponent's name, or None."""
        self._show_tray(tray, lambda view: view.watch(tray, throw))

    def show_fight(self, told: "Told") -> None:
        """Show the players where a fight stands, now or when their view is opened."""
        if self._is_made("players"):
            self.players.show_fight(told)
        elif self._is_made("campaigns") and (campaign := self.campaigns.campaign) is not None:
            # As for a throw: shown to the players later, it would reveal what was hidden when it happened.
            from bones_desktop.rules.bones.life.campaigns import hidden_members

            told = told.without(hidden_members(campaign))
        self._result, self._told = None, told

    def show_fight_dice(self, tray: "TrayWidget", whose: "Whose") -> None:
        """Let the players watch the dice of a fight."""
        self._show_tray(tray, lambda view: view.watch_fight(tray, whose))

    def _show_tray(self, tray: "TrayWidget", watch: "Callable[[PlayersView], None]") -> None:
        if self._watch is not None and self._watch[0] is tray:
            return
        self._watch = tray, watch
        if self._is_made("players"):
            watch(self.players)

    def today(self) -> str:
        """Return the date as 2026-11-21."""
        return self._clock().astimezone().date().isoformat()

    @property
    def open_path(self) -> Path | None:
        """The file of the open campaign; None for none."""
        return self.campaigns.path if self._is_made("campaigns") else None

    def look(self) -> None:
        """Take in what another program wrote to the campaign, unless something is to be decided or kept here."""
        if not self._is_made("campaigns") or self._troubles.is_asking:
            return
        if self._is_made("page") and self.page.has_unkept:
            return
        with contextlib.suppress(FileProblem, DataFileError):  # told with the next step
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
        """Show what could not be kept, and try again."""
        self._window.show_page("campaign")
        self.page.flush()

    def flush(self) -> bool:
        """Keep what is being typed on the page; return whether all of it could be kept."""
        if not self._is_made("page"):
            return True
        self.page.flush()
        self._failed = self.page.has_unkept
        return not self._failed

    def refresh(self) -> None:
        """Read the members again after a change of the shelf, and bring those whose files are back up to date."""
        if not self._is_made("campaigns"):
            return
        self.campaigns.catch_up()
        if self._is_made("page"):
            self.page.party.feed.refresh()
        if self._is_made("players"):
            self.players.refresh()

    def close(self) -> None:
        """Close the players' view with the program."""
        if self._is_made("players"):
            self.players.shutdown()
        self.flush()

    def _changed(self, change: "CampaignChange") -> None:
        self.history_changed.emit()
        self._forget_unseen(self.campaigns.campaign)
        if not change.name:
            self.campaign_changed.emit(self.campaigns.path)

    def _forget_unseen(self, campaign: "Campaign | None") -> None:
        """Keep no result of a member hidden from the players: shown to them later, it would reveal a secret throw."""
        if self._result is None or campaign is None:
            return
        from bones_desktop.rules.bones.life.campaigns import players_view

        if all(member.id != self._result[0] for member in players_view(campaign).members):
            self._result = None

    def _tell_of_left(self, left: "tuple[tuple[object, object], ...]") -> None:
        self.message.emit(
            _("{} of the party were changed since and keep what they have; undo it there.").format(len(left))
        )
