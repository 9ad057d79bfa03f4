"""The Tracker page and what joins it to the others: throws of a season, magic kept going, the campaign's years."""

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.messages import BannerAction
from bones_desktop.window.campaign.campaignpages import CampaignPages
from bones_desktop.window.shell.mainwindow import MainWindow
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from bones_desktop.play.bones.played import Played
    from bones_desktop.play.followups import FollowUp, TrackerAsk
    from bones_desktop.window.pages.trackerpage import TrackerPage


class TrackerPages(QObject):
    """Makes the page when it is first shown."""

    refused = Signal(object)
    """A Reason."""
    message = Signal(str)
    growth_requested = Signal()
    throw_requested = Signal(object)
    """A Request to be thrown on the Table page."""
    diary_print_requested = Signal(int)
    """The diary is to be printed; the year its calendar begins in."""
    diary_pdf_requested = Signal(int)

    def __init__(
        self,
        document: CharacterDocument,
        theme: Theme,
        campaigns: CampaignPages,
        owed: "Callable[[], tuple[FollowUp, ...]]",
        window: MainWindow,
    ) -> None:
        """`owed` returns what may be done about harm of throws."""
        super().__init__(window)
        self._owed = owed
        self._document = document
        self._theme = theme
        self._campaigns = campaigns
        self._window = window

    @cached_property
    def page(self) -> "TrackerPage":
        """The Tracker page."""
        from bones_desktop.window.pages.trackerpage import TrackerPage

        page = TrackerPage(self._document, self._theme, self._campaigns.today, self._window)
        page.refused.connect(self.refused)
        page.message.connect(self.message)
        page.campaign_requested.connect(self._show_calendar)
        page.growth_requested.connect(self.growth_requested)
        page.throw_requested.connect(self.throw_requested)
        page.diary_print_requested.connect(lambda: self.diary_print_requested.emit(self._first_year))
        page.diary_pdf_requested.connect(lambda: self.diary_pdf_requested.emit(self._first_year))
        page.set_first_year(self._first_year)
        page.set_follow_ups(self._owed())
        self._document.changed.connect(lambda _change: page.set_first_year(self._first_year))
        self._campaigns.campaigns.changed.connect(lambda _change: page.set_first_year(self._first_year))
        return page

    @property
    def in_view(self) -> bool:
        """Whether the page is the one in view."""
        return self._window.page == "tracker"

    def show(self, ask: "TrackerAsk") -> None:
        """Show what another page asks for."""
        self._window.show_page("tracker")
        self.page.show_tab(ask.tab)
        if ask.strength:
            self.page.keep_going(ask.strength)

    def show_owed(self) -> None:
        """Show what may be done now about harm of throws."""
        if "page" in self.__dict__:
            self.page.set_follow_ups(self._owed())

    def take_throw(self, played: "Played") -> None:
        """Give the result of a throw to the action of the season that waits for it."""
        if "page" in self.__dict__ and self.page.take_throw(played.request, played.reading.task.net):
            self.message.emit(_("Taken over into the season's action on the Tracker page."))

    @property
    def _first_year(self) -> int:
        """The year the open character's calendar begins in."""
        campaign = self._campaigns.campaigns.campaign
        member = campaign is not None and self._document.character.campaign == campaign.id
        return campaign.first_year if campaign is not None and member else 1

    def _show_calendar(self) -> None:
        """Show the calendar of the character's campaign; offer to leave one that is not here."""
        from bones_desktop.window.campaign.campaignpage import CampaignTab

        path = self._campaigns.file_of(self._document.character.campaign)
        if path is None:
            self._offer_to_leave()
            return
        self._window.show_page("campaign")
        self._campaigns.page.files.open(path)
        if self._campaigns.campaigns.path == path:
            self._campaigns.page.show_tab(CampaignTab.CALENDAR)

    def _offer_to_leave(self) -> None:
        character = self._document.character
        words = _("The campaign of {name} is not here: it was removed, or it lies on another computer.")
        self._window.banner.show_message(
            words.format(name=character.name or _("this character")),
            tone="warn",
            actions=(BannerAction(_("Leave the campaign"), lambda: self._leave(character.id)),),
        )

    def _leave(self, character_id: str) -> None:
        if self._document.character.id != character_id:
            return  # another one was opened meanwhile
        from bones_desktop.rules.bones.life.campaigns import outside

        self._document.attempt(_("Leave the campaign"), outside, self.refused.emit)
