"""The Sessions tab: starting and ending a session, its awards, and the campaign log."""

from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import Final

from PySide6.QtWidgets import QBoxLayout, QWidget

from bones_desktop.desk.desk import Notices
from bones_desktop.document.bones.campaigndocument import CampaignDocument, PartyMember
from bones_desktop.pages.campaign.awardboard import Draft, Player, awards_of, rewards_of
from bones_desktop.pages.campaign.campaignfiles import ask_log_file
from bones_desktop.pages.campaign.campaignpanel import (
    CampaignCard,
    CampaignPanel,
    given_lines,
    member_name,
    played_on,
    session_line,
    session_title,
    when_words,
)
from bones_desktop.pages.campaign.sessioncards import LogCard, NowCard, PastCard, StartCard
from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life import campaigns
from bones_desktop.rules.bones.life.campaigns import Award, Campaign, GameSession
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.lists.line import Line
from bones_desktop.widgets.lists.linelist import LineTable
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.labels import heading_label
from bones_desktop.widgets.text.messages import Deed
from bones_desktop.wording.language import _
from bones_desktop.wording.seasons import game_day_words

LIST_WIDTH: Final = 290
LIST_HEIGHT: Final = 170
"""Largest height of the list above a session, in pixels at 100 % text size."""
NARROW: Final = 850
"""Below this width, at 100 % text size, the list is above the session, because awards need the whole width."""
WIDE: Final = 1_400
"""Smallest width, at 100 % text size, at which the log is next to the session."""
NEW: Final = "new"
"""Key of the line that begins a session."""


class SessionsTab(CampaignPanel):
    """Shows the list of sessions, and next to it the chosen session."""

    def __init__(
        self,
        campaigns: CampaignDocument,
        theme: Theme,
        notices: Notices,
        rulebook: Callable[[], Rulebook],
        today: Callable[[], str],
        parent: QWidget,
        *deeds: Deed,
    ) -> None:
        """Offer `deeds` while no one is in the party.

        `today` returns the date in the form 2026-11-21.
        """
        super().__init__(campaigns, theme, notices, parent)
        self._rulebook = rulebook
        self._today = today
        self._members: tuple[PartyMember, ...] = ()
        self._campaign_id = ""
        self._filling = False
        self._card = CampaignCard(self)
        self._heading = heading_label(theme, self._card, _("Sessions"))
        heads = (_("Session"), _("Played"))
        self.list = LineTable(theme, heads, _("Sessions"), self._card, grows=True)
        self.export = push_button(self._card, _("Export the log…"), self._export)
        self.start_card = StartCard(theme, self, *deeds)
        self.now_card = NowCard(theme, self._keep_awards, self)
        self.past_card = PastCard(theme, self)
        self.log = LogCard(theme, self._keep_log, self)
        cards = ((self.start_card, 1), self.now_card, self.past_card, (self.log, 1))
        self._cards = vbox(None, *cards, theme=theme, gap=12)
        parts = (self._heading, (self.list, 1), self.export)
        self._column = vbox(self._card, *parts, theme=theme, gap=8, edges=(12, 12, 12, 12))
        self._parts = hbox(self, self._card, (self._cards, 1), margins=0, theme=theme, gap=12)
        self.list.current_changed.connect(self._turn)
        self.start_card.requested.connect(self.start)
        self.now_card.present_requested.connect(self._set_present)
        self.now_card.writer_awarded.connect(self._set_writer)
        self.now_card.end_requested.connect(self.end)
        self.log.writer_changed.connect(self._set_writer)
        self.past_card.title_edited.connect(self._set_title)
        self.past_card.reopen.clicked.connect(self.reopen)
        self.setFocusProxy(self.list)

    def start(self, title: str, present: tuple[str, ...]) -> None:
        """Begin a session with these members present."""
        if self._apply(_("Start session"), campaigns.begin_session, self._today(), title, present):
            self.start_card.clear()
            self._go_to_last()

    def end(self, draft: Draft) -> None:
        """End the session and give the awards of the draft, in one step."""
        campaign, rulebook = self.campaign, self._rulebook()
        if campaign is None:
            return
        # The log's writer earns a spiff, so save the log first.
        self.flush()
        rewards = rewards_of(campaigns.usual_awards(rulebook))
        awards = awards_of(draft, (member.id for member in campaign.members), rewards)
        if not self._apply(_("End session"), partial(campaigns.end_session, rulebook), awards):
            return
        self._go_to_last()
        self._notices.say(_("The session has ended."))

    def reopen(self) -> None:
        """Reopen the last session."""
        self.log.flush()
        if self._apply(_("Reopen session"), campaigns.reopen_last_session):
            self._go_to_last()

    def flush(self) -> None:
        """Save text being typed."""
        self.now_card.awards.flush()
        self.log.flush()
        self.past_card.finish()

    @property
    def unkept(self) -> frozenset[str]:
        """Ids of the campaigns with logs or awards that are not saved."""
        return self.now_card.awards.unkept | self.log.unkept

    @property
    def shown(self) -> QWidget:
        """The card of a session that is in view."""
        return next(card for card in (self.now_card, self.past_card, self.start_card) if not card.isHidden())

    def _show_campaign(self, campaign: Campaign) -> None:
        """Show the campaign's sessions, and keep the chosen session selected."""
        self._members = self._campaigns.members()
        # Newest first, because that is the session in use.
        lines = [session_line(session) for session in reversed(campaign.sessions)]
        if campaigns.session_now(campaign) is None:
            lines.insert(0, (Line(_("New session…"), key=NEW, tone="second", bold=True), Line("")))
        before = self.list.current if campaign.id == self._campaign_id else ""
        self._campaign_id = campaign.id
        # Filling the list emits signals as if the user had chosen another session.
        self._filling = True
        try:
            self.list.lines.set_rows(lines)
            self.list.go_to(before if self.list.lines.row_of(before) >= 0 else lines[0][0].key)
        finally:
            self._filling = False
        self.export.setEnabled(bool(campaign.sessions))
        self.export.setToolTip("" if campaign.sessions else _("There is no session yet."))
        self._show()

    def _export(self) -> None:
        ask_log_file(self._campaigns, self._notices, self)

    def _turn(self) -> None:
        if not self._filling:
            self._show()

    def _show(self) -> None:
        campaign = self.campaign
        if campaign is None:
            return
        session = self._chosen(campaign)
        shown: QWidget = self.start_card
        if session is None:
            self._show_start(campaign)
        else:
            writers = [(each.member.id, member_name(each)) for each in self._members if _earns(each)]
            self.log.show_session(campaign.id, session, writers, editable=not self._campaigns.read_only)
            (self._show_past if session.ended else self._show_now)(campaign, session)
            shown = self.past_card if session.ended else self.now_card
        for card in (self.start_card, self.now_card, self.past_card):
            card.setVisible(card is shown)
        self.log.setVisible(session is not None)

    def _show_start(self, campaign: Campaign) -> None:
        number = campaign.sessions[-1].number + 1 if campaign.sessions else 1
        day = _("Today, {on}. {day} in the game.").format(
            on=played_on(self._today()), day=game_day_words(campaign.day, campaign.first_year)
        )
        # Leave out hidden members, because the GM may read these names out to the players.
        members = [(each.member.id, member_name(each)) for each in self._members if not each.member.hidden]
        self.start_card.show_start(number, day, members)

    def _show_now(self, campaign: Campaign, session: GameSession) -> None:
        # Player characters first, because only they earn something.
        players = sorted(self._players(session), key=attrgetter("earns"), reverse=True)
        self.now_card.show_session(
            campaign.id,
            session,
            (session_title(session), when_words(campaign, session)),
            players,
            rewards_of(campaigns.usual_awards(self._rulebook())),
            editable=not self._campaigns.read_only,
        )

    def _show_past(self, campaign: Campaign, session: GameSession) -> None:
        names = {each.member.id: member_name(each) for each in self._members}
        earners = {each.member.id: _earns(each) for each in self._members}
        self.past_card.show_session(
            session,
            when_words(campaign, session),
            given_lines(self._rulebook(), session, names, earners),
            reopens=session is campaign.sessions[-1],
            editable=not self._campaigns.read_only,
        )

    def _players(self, session: GameSession) -> list[Player]:
        return [
            Player(each.member.id, member_name(each), _earns(each), each.member.id in session.present)
            for each in self._members
            # A hidden member who was present has to be in the list, or nobody could untick it.
            if not each.member.hidden or each.member.id in session.present
        ]

    def _chosen(self, campaign: Campaign) -> GameSession | None:
        return next((each for each in campaign.sessions if str(each.number) == self.list.current), None)

    def _go_to_last(self) -> None:
        campaign = self.campaign
        if campaign is not None and campaign.sessions:
            last = str(campaign.sessions[-1].number)
            if self.list.lines.row_of(last) < 0:
                self.refresh()
            self.list.go_to(last)

    def _set_present(self, present: tuple[str, ...]) -> None:
        self._apply(_("Who is there"), campaigns.set_present, present)

    def _set_title(self, number: int, title: str) -> None:
        self._apply(_("Title of a session"), campaigns.set_title, number, title)

    def _set_writer(self, member: str) -> None:
        # Save the text first, because a writer can only be set for a log that has text.
        self.log.flush()
        campaign = self.campaign
        session = self._chosen(campaign) if campaign is not None else None
        if session is not None:
            edit = partial(campaigns.set_log, self._rulebook())
            self._apply(_("Who wrote the log"), edit, session.number, session.log, member)

    def _keep_log(self, campaign_id: str, number: int, text: str) -> bool:
        rulebook = self._rulebook()

        def edit(now: Campaign) -> Campaign:
            # A log without text has no writer.
            writer = campaigns.session_of(now, number).log_by if text.strip() else ""
            return campaigns.set_log(rulebook, now, number, text, writer)

        # Text that could not be saved in one campaign must not be saved in the next.
        campaign = self.campaign
        return campaign is not None and campaign.id == campaign_id and self._apply(_("Campaign log"), edit)

    def _keep_awards(self, campaign_id: str, number: int, awards: tuple[Award, ...]) -> bool:
        campaign = self.campaign
        if campaign is None or campaign.id != campaign_id:
            return False
        session = campaigns.session_now(campaign)
        if session is None or session.number != number:
            return True  # the session is not open any more, so the awards are dropped
        # Members may have been removed since the award.
        staying = [award for award in awards if campaigns.has_member(campaign, award.member)]
        return self._apply(_("Awards"), campaigns.note_awards, number, staying)

    def _restyle(self) -> None:
        """Give the list its share of the room."""
        px = self._theme.px
        narrow = self.width() < px(NARROW)
        beside, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._parts.setDirection(below if narrow else beside)
        self._column.setDirection(beside if narrow else below)
        self._heading.setHidden(narrow)
        width, any_size = max(px(200), min(px(LIST_WIDTH), self.width() // 4)), self.maximumSize()
        self._card.setMinimumWidth(0 if narrow else width)
        self._card.setMaximumWidth(any_size.width() if narrow else width)
        self._card.setMaximumHeight(px(LIST_HEIGHT) if narrow else any_size.height())
        room = self.width() - (0 if narrow else width)
        wide = room >= px(WIDE)
        self._cards.setDirection(beside if wide else below)
        for card in (self.now_card, self.past_card):
            self._cards.setStretchFactor(card, int(wide))


def _earns(each: PartyMember) -> bool:
    """Return whether a member earns spiffs and sessions. A member with a missing file counts as a player character."""
    return each.character is None or each.character.kind is CharacterKind.PLAYER
