"""The Tracker page and its links to others: rolls of a season, magic kept going, the campaign's years."""

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from bones_desktop.desk.desk import Desk
from bones_desktop.desk.playroom import PlayRoom
from bones_desktop.start.campaignpages import CampaignPages
from bones_desktop.widgets.text.messages import BannerAction
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.pages.tracker.trackerpage import TrackerPage
    from bones_desktop.play.bones.played import Played
    from bones_desktop.play.bones.table import Table
    from bones_desktop.play.followups import TrackerAsk


class TrackerPages(QObject):
    """Make the page when it is first shown."""

    def __init__(self, desk: Desk, room: PlayRoom, campaigns: CampaignPages) -> None:
        super().__init__(desk.window)
        self._desk = desk
        self._room = room
        self._campaigns = campaigns

    @cached_property
    def page(self) -> "TrackerPage":
        """The Tracker page."""
        from bones_desktop.pages.tracker.trackerpage import TrackerPage

        page = TrackerPage(self._desk, self._desk.window)
        page.set_first_year(self._first_year)
        page.set_follow_ups(self._room.owed())
        self._room.when_made(self._follow_table)
        self._desk.document.changed.connect(self._show_year)
        self._campaigns.changed.connect(self._show_year)
        return page

    def show(self, ask: "TrackerAsk") -> None:
        """Show the part that another page asks for."""
        self._desk.window.show_page("tracker")
        self.page.show_tab(ask.tab)
        if ask.strength:
            self.page.keep_going(ask.strength)

    def take_throw(self, played: "Played") -> None:
        """Give the result of a roll to the action of the season that waits for it."""
        # Without the page no action can wait for a roll.
        if "page" in self.__dict__ and self.page.take_throw(played.request, played.reading.task.net):
            self._desk.notices.say(_("Taken over into the season's action on the Tracker page."))

    def _follow_table(self, table: "Table") -> None:
        table.owed_changed.connect(self._show_owed)

    def _show_owed(self) -> None:
        """Show the actions that are possible now for harm from earlier rolls."""
        self.page.set_follow_ups(self._room.owed())

    def _show_year(self) -> None:
        self.page.set_first_year(self._first_year)

    @property
    def _first_year(self) -> int:
        """The year in which the open character's calendar begins."""
        campaign = self._campaigns.campaigns.campaign
        member = campaign is not None and self._desk.document.character.campaign == campaign.id
        return campaign.first_year if campaign is not None and member else 1

    def show_calendar(self) -> None:
        """Show the calendar of the character's campaign, or offer to leave a campaign whose file is missing."""
        from bones_desktop.pages.campaign.campaignpage import CampaignTab

        path = self._campaigns.file_of(self._desk.document.character.campaign)
        if path is None:
            self._offer_to_leave()
            return
        self._desk.window.show_page("campaign")
        self._campaigns.page.files.open(path)
        # Opening may have failed and was reported then; another campaign's calendar would mislead.
        if self._campaigns.campaigns.path == path:
            self._campaigns.page.show_tab(CampaignTab.CALENDAR)

    def _offer_to_leave(self) -> None:
        character = self._desk.document.character
        words = _("The campaign of {name} is not here: it was removed, or it lies on another computer.")
        self._desk.notices.banner.show_message(
            words.format(name=character.name or _("this character")),
            tone="warn",
            actions=(BannerAction(_("Leave the campaign"), lambda: self._leave(character.id)),),
        )

    def _leave(self, character_id: str) -> None:
        if self._desk.document.character.id != character_id:
            return  # another character was opened meanwhile
        from bones_desktop.rules.bones.life.campaigns import outside

        self._desk.document.attempt(_("Leave the campaign"), outside, self._desk.notices.refuse)
