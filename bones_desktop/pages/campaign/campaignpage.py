"""The Campaign page: its head, and tabs for the party, the calendar, the sessions and the house rules."""

from enum import IntEnum
from functools import cached_property, partial
from typing import Final, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from bones_desktop.desk.desk import Desk, Notices
from bones_desktop.document.bones.campaigndocument import CampaignChange, CampaignDocument
from bones_desktop.document.portraits import square_of_portrait
from bones_desktop.pages.campaign.calendartab import CalendarTab
from bones_desktop.pages.campaign.campaignfiles import CampaignFiles
from bones_desktop.pages.campaign.campaignhead import CampaignHead, NoCampaign
from bones_desktop.pages.campaign.campaignpanel import CampaignPanel, GmNotes
from bones_desktop.pages.campaign.houserulestab import HouseRulesTab
from bones_desktop.pages.campaign.memberslist import MembersList
from bones_desktop.pages.campaign.notestab import NotesTab
from bones_desktop.pages.campaign.playersview import PartyFeed
from bones_desktop.pages.campaign.sessionstab import SessionsTab
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.storage.campaignfile import CampaignFolder
from bones_desktop.widgets.boxes import hbox, stack, vbox
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import TabStack, tab_bar, turn_by_keys
from bones_desktop.widgets.party.partyboard import PartyBoard
from bones_desktop.widgets.pushbuttons import ActionButton
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.text.messages import Deed
from bones_desktop.wording.language import _

Panel = TypeVar("Panel", bound=CampaignPanel)

SIDE: Final = (200, 320)
"""Smallest and largest width of the members' list next to the board, at 100 % text size."""


class CampaignTab(IntEnum):
    """The tabs, in order."""

    PARTY = 0
    CALENDAR = 1
    SESSIONS = 2
    NOTES = 3
    HOUSE_RULES = 4


class PartyTab(Guarded, QWidget):
    """The party at a glance, and next to it the list of members and the GM's notes."""

    def __init__(self, desk: Desk, campaigns: CampaignDocument, notices: Notices, parent: QWidget) -> None:
        super().__init__(parent)
        theme, document = desk.theme, desk.document
        self.feed = PartyFeed(campaigns, document, self)
        self.board = PartyBoard(theme, square_of_portrait, self)
        to_shelf = partial(desk.navigation.show_page, "shelf")
        self.members = MembersList(campaigns, theme, notices, lambda: desk.shelf, to_shelf, self)
        self.notes = GmNotes(campaigns, theme, notices, self)
        self._side = QWidget(self)
        set_lengths(theme, self._side, least_width=SIDE[0], most_width=SIDE[1])
        vbox(self._side, (self.members, 3), (self.notes, 2), margins=0, theme=theme, gap=12)
        hbox(self, (self.board, 1), (self._side, 1), margins=0, theme=theme, gap=16)
        # The Tab key skips this widget. It only passes on the focus that the page gives it.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.feed.changed.connect(self._show_members)
        self.members.current_changed.connect(self.board.choose)

    def _show_members(self) -> None:
        self.board.show_members(self.feed.rows)

    def showEvent(self, event: QShowEvent) -> None:
        """Read the members' files, and show their changes from now on."""
        super().showEvent(event)
        self.feed.watch(True)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus on to the board, or to the button that adds members if the party is empty."""
        super().focusInEvent(event)
        first = self.members.add if not self.feed.rows and self.members.add.isEnabled() else self.board
        first.setFocus(event.reason())

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop watching the members' files."""
        self.feed.watch(False)
        super().hideEvent(event)


class CampaignPage(Guarded, QWidget):
    """Shows the open campaign, or the campaigns that can be opened."""

    def __init__(
        self, desk: Desk, campaigns: CampaignDocument, folder: CampaignFolder, notices: Notices, parent: QWidget
    ) -> None:
        """Report problems with campaigns through `notices`."""
        super().__init__(parent)
        self._desk = desk
        self._campaigns = campaigns
        self._notices = notices
        self._theme = desk.theme
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.files = CampaignFiles(campaigns, folder, notices, self)
        self.head = CampaignHead(campaigns, desk.theme, notices, self.files, self)
        self.none = NoCampaign(self.files, desk.theme, desk.window.actions_by_id["guide"].trigger, self)
        self.party = PartyTab(desk, campaigns, notices, self)
        self._lay_out()
        self._connect()
        self._show_which()

    @cached_property
    def calendar(self) -> CalendarTab:
        """The tab in which days pass."""
        tab = CalendarTab(self._campaigns, self._theme, self._notices, self._desk.anyone, self, *self._deeds)
        return self._put(CampaignTab.CALENDAR, tab)

    @cached_property
    def sessions(self) -> SessionsTab:
        """The tab with sessions and the campaign log."""
        given = self._campaigns, self._theme, self._notices, self._rulebook, self._desk.today
        tab = SessionsTab(*given, self, *self._deeds)
        return self._put(CampaignTab.SESSIONS, tab)

    @cached_property
    def notes(self) -> NotesTab:
        """The tab with notes and handouts."""
        return self._put(CampaignTab.NOTES, NotesTab(self._desk, self._campaigns, self._notices, self))

    @cached_property
    def house_rules(self) -> HouseRulesTab:
        """The tab with the house rules and their reasons."""
        tab = HouseRulesTab(self._campaigns, self._theme, self._notices, self)
        return self._put(CampaignTab.HOUSE_RULES, tab)

    @property
    def _deeds(self) -> tuple[Deed, ...]:
        """The actions that are offered while no one is in the party."""
        return (_("Add members…"), self._add_members), (_("Go to the shelf"), self._go_to_shelf)

    def _add_members(self) -> None:
        self.show_tab(CampaignTab.PARTY)
        self.party.members.show_picker()

    def _go_to_shelf(self) -> None:
        self._desk.navigation.show_page("shelf")

    def show_tab(self, tab: CampaignTab) -> None:
        """Show a tab."""
        self.tabs.setCurrentIndex(tab)

    def flush(self) -> None:
        """Save text being typed."""
        self.party.notes.field.flush()
        # A tab that was never shown has no text, and need not be made.
        if self._stack.has(CampaignTab.SESSIONS):
            self.sessions.flush()
        if self._stack.has(CampaignTab.NOTES):
            self.notes.flush()
        if self._stack.has(CampaignTab.HOUSE_RULES):
            self.house_rules.flush()

    @property
    def has_unkept(self) -> bool:
        """True if a decision or text could not be saved. Text that waits for a removed campaign does not count."""
        unkept = self.party.notes.field.unkept
        if self._stack.has(CampaignTab.SESSIONS):
            unkept |= self.sessions.unkept
        if self._stack.has(CampaignTab.NOTES):
            unkept |= self.notes.unkept
        return bool(unkept) and self.files.has_any(unkept)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus on to the part in view."""
        super().focusInEvent(event)
        if self._campaigns.campaign is None:
            self.none.setFocus(event.reason())
        else:
            self._tab(self.tabs.currentIndex()).setFocus(event.reason())

    def _lay_out(self) -> None:
        parts = (_("Party"), _("Calendar"), _("Sessions"), _("Notes"), _("House rules"))
        self.tabs = tab_bar(self, _("Parts of the Campaign page"), *parts, theme=self._theme)
        self._stack = TabStack(self._theme, len(CampaignTab), self)
        self._stack.put_scrolled(CampaignTab.PARTY, self.party)
        opened = QWidget(self)
        actions = self._desk.window.actions_by_id
        steps = [ActionButton(actions[step], opened) for step in ("undo", "redo")]
        set_lengths(self._theme, *steps, width=40, height=40, icon=22)
        top = hbox(None, (self.head, 1), theme=self._theme, gap=8)
        for button in steps:
            top.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        vbox(opened, top, self.tabs, (self._stack, 1), margins=0, theme=self._theme, gap=8)
        self._which = stack(self, self.none, opened)
        vbox(self, self._which, theme=self._theme, edges=(16, 8, 16, 12))

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self._show_tab)
        turn_by_keys(self, self.tabs)
        self.files.leaving.connect(self.flush)
        self.head.players.clicked.connect(self._desk.navigation.show_players)
        self.party.members.open_requested.connect(self._desk.navigation.open_character)
        self.party.board.opened.connect(self._open_member)
        self._campaigns.changed.connect(self._changed)

    def _rulebook(self) -> Rulebook:
        return self._desk.document.rulebook

    def _put(self, place: CampaignTab, tab: Panel) -> Panel:
        self._stack.put_scrolled(place, tab)
        return tab

    def _tab(self, tab: int) -> QWidget:
        match tab:
            case CampaignTab.CALENDAR:
                return self.calendar
            case CampaignTab.SESSIONS:
                return self.sessions
            case CampaignTab.NOTES:
                return self.notes
            case CampaignTab.HOUSE_RULES:
                return self.house_rules
        return self.party

    def _show_tab(self, tab: int) -> None:
        self._tab(tab)
        self._stack.setCurrentIndex(tab)

    def _changed(self, change: CampaignChange) -> None:
        # A change without a name means that another campaign was opened. Others are steps of the open campaign.
        if not change.name:
            self._show_which()

    def _show_which(self) -> None:
        opened = self._campaigns.campaign is not None
        self._which.setCurrentIndex(int(opened))
        # The part that had the focus may be hidden now.
        if self.isVisible():
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _open_member(self, member: str) -> None:
        for each in self._campaigns.members():
            if each.member.id == member and each.path is not None:
                self._desk.navigation.open_character(each.path)
