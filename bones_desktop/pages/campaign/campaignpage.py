"""The Campaign page: its head, and tabs for the party, the calendar, the sessions and the house rules.

The tab of the house rules has a switch and the group's reason for each rule that has two interpretations.
"""

from enum import IntEnum
from functools import cached_property, partial
from typing import Final, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QCheckBox, QComboBox, QSizePolicy, QWidget

from bones_desktop.desk.desk import Desk, Notices
from bones_desktop.document.bones.campaigndocument import CampaignChange, CampaignDocument
from bones_desktop.document.portraits import square_of_portrait
from bones_desktop.pages.campaign.calendartab import CalendarTab
from bones_desktop.pages.campaign.campaignfiles import CampaignFiles
from bones_desktop.pages.campaign.campaignhead import CampaignHead, NoCampaign
from bones_desktop.pages.campaign.campaignpanel import CampaignCard, CampaignPanel, GmNotes
from bones_desktop.pages.campaign.memberslist import MembersList
from bones_desktop.pages.campaign.notestab import NotesTab
from bones_desktop.pages.campaign.partyboard import PartyBoard
from bones_desktop.pages.campaign.playersview import PartyFeed
from bones_desktop.pages.campaign.sessionstab import SessionsTab
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.life import campaigns
from bones_desktop.rules.bones.life.campaigns import Campaign
from bones_desktop.storage.campaignfile import CampaignFolder
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, fold, hbox, stack, vbox
from bones_desktop.widgets.choice.buttons import combo_box
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import TabStack, tab_bar, turn_by_keys
from bones_desktop.widgets.pushbuttons import ActionButton
from bones_desktop.widgets.scaled import follow, set_lengths
from bones_desktop.widgets.text.labels import SteadyLabel, heading_label, plain_label
from bones_desktop.widgets.text.messages import Deed
from bones_desktop.widgets.text.textfields import LineField, limit_letters
from bones_desktop.wording.houserules import Switch, switches
from bones_desktop.wording.language import _

LONGEST_REASON: Final = 500
NARROW: Final = 900
"""Below this width, at 100 % text size, a reason is shown under its switch."""
WIDEST: Final = 1_600
"""Largest width in pixels at 100 % text size. Longer lines are hard to read."""


class HouseRuleLine(QWidget):
    """Row with the switch of a house rule and the group's reason.

    A chosen value is emitted immediately. A reason is emitted on Enter, or when the field loses focus.
    """

    value_edited = Signal(str, object)
    """Emitted with the name of a field of HouseRules, and its new value."""
    reason_edited = Signal(str, str)
    """Emitted with the name of a field of HouseRules, and the group's reason for its value."""

    def __init__(self, theme: Theme, switch: Switch, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.switch = switch
        self._reason = ""
        self._switch = QWidget(self)
        self._switch.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._heading = plain_label(self._switch, switch.text, wrap=True) if switch.choices else None
        self.note = SteadyLabel(2, self._switch, role="muted", theme=theme, size=12)
        self.note.show_text(switch.tip)
        self.box: QCheckBox | QComboBox = self._choices() if switch.choices else self._check()
        self.box.setAccessibleDescription(switch.tip)
        self.mark = plain_label(self._switch, role="warn")
        set_lengths(theme, self.mark, width=64)
        self.reason = LineField(_("Why: {rule}").format(rule=switch.text), self)
        self.reason.setPlaceholderText(_("Why you play it this way"))
        limit_letters(self.reason, LONGEST_REASON)
        self.reason.editingFinished.connect(self.finish)
        heading = (self._heading,) if self._heading is not None else ()
        set_lengths(theme, *heading, width=260)
        set_lengths(theme, self.box, least_width=240)
        first = fold(None, *heading, (hbox(None, (self.box, 1), self.mark), 1))
        vbox(self._switch, first, self.note, margins=0, theme=theme, gap=2)
        # Widths do not depend on the content, so that the columns of all lines have the same width.
        self._row = hbox(self, (self._switch, 7), (self.reason, 5))
        self._row.setAlignment(self.reason, Qt.AlignmentFlag.AlignTop)
        self.reason.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        follow(theme, self, HouseRuleLine.restyle)

    def show_rule(self, rules: HouseRules, reason: str, *, editable: bool) -> None:
        """Show the value and the reason, without emitting a signal."""
        value = getattr(rules, self.switch.field)
        changed = value != getattr(HouseRules(), self.switch.field)
        self.box.blockSignals(True)
        if isinstance(self.box, QComboBox):
            self.box.setCurrentIndex(next(n for n, (each, _text) in enumerate(self.switch.choices) if each == value))
        else:
            self.box.setChecked(bool(value))
        self.box.blockSignals(False)
        self.mark.setText(_("changed") if changed else "")
        # The saved text must not replace text being typed.
        if not self.reason.hasFocus() or reason != self._reason:
            self.reason.set_value(reason)
        self._reason = reason
        self.box.setEnabled(editable)
        self.reason.setReadOnly(not editable)

    def set_narrow(self, narrow: bool) -> None:
        """Put the reason below the switch, or next to it."""
        self._row.setDirection(QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight)
        self.restyle()

    def finish(self) -> None:
        """Emit a reason that was typed and not emitted yet."""
        reason = " ".join(self.reason.text().split())
        if reason != self._reason:
            self._reason = reason
            self.reason_edited.emit(self.switch.field, reason)

    def restyle(self) -> None:
        """Adapt margins and spacing to the text size."""
        theme = self._theme
        narrow = self._row.direction() is QBoxLayout.Direction.TopToBottom
        self._row.setContentsMargins(0, 0, 0, theme.px(8))
        self._row.setSpacing(theme.px(2 if narrow else 12))

    def _check(self) -> QCheckBox:
        box = QCheckBox(self.switch.text, self)
        box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        box.toggled.connect(self._tick)
        return box

    def _tick(self, on: bool) -> None:
        self.value_edited.emit(self.switch.field, on)

    def _choose(self, place: int) -> None:
        self.value_edited.emit(self.switch.field, self.switch.choices[place][0])

    def _choices(self) -> QComboBox:
        box = combo_box(self, shrinks=True)
        box.setAccessibleName(self.switch.text)
        for _value, text in self.switch.choices:
            box.addItem(text)
        box.currentIndexChanged.connect(self._choose)
        if self._heading is not None:
            self._heading.setBuddy(box)
        return box


class HouseRulesTab(CampaignPanel):
    """Tab with all switches and their reasons.

    Each change is one undo step.
    """

    def __init__(self, campaigns: CampaignDocument, theme: Theme, notices: Notices, parent: QWidget) -> None:
        super().__init__(campaigns, theme, notices, parent)
        self._theme = theme
        card = CampaignCard(self)
        set_lengths(theme, card, most_width=WIDEST)
        heading = heading_label(theme, card, _("House rules"))
        words = _(
            "Where the rulebook can be read in two ways, your group decides. In the campaign, the campaign's rules "
            "apply to its characters. A character that leaves keeps these rules until you change them."
        )
        meaning = plain_label(card, words, "muted", wrap=True)
        self.lines = tuple(HouseRuleLine(theme, switch, card) for switch in switches())
        vbox(card, heading, meaning, *self.lines, STRETCH, theme=theme, gap=4, edges=(20, 16, 20, 16))
        for line in self.lines:
            line.value_edited.connect(self._choose)
            line.reason_edited.connect(self._reason)
        vbox(self, (card, 1), margins=0)
        self.setFocusProxy(self.lines[0].box)

    def _show_campaign(self, campaign: Campaign) -> None:
        """Show the campaign's rules."""
        for line in self.lines:
            reason = campaigns.reason_for(campaign, line.switch.field)
            line.show_rule(campaign.house_rules, reason, editable=not self._campaigns.read_only)

    def flush(self) -> None:
        """Save reasons that are being typed."""
        for line in self.lines:
            line.finish()

    def _restyle(self) -> None:
        """Put reasons below their switches if there is no room next to them."""
        for line in self.lines:
            line.set_narrow(self.width() < self._theme.px(NARROW))

    def _choose(self, field: str, value: object) -> None:
        campaign = self.campaign
        if campaign is None:
            return
        reason = campaigns.reason_for(campaign, field)
        self._apply(_("House rule"), campaigns.set_house_rule, field, value, reason)
        # Refresh after a refusal too, so that the switch shows the value in force.
        self.refresh()

    def _reason(self, field: str, reason: str) -> None:
        campaign = self.campaign
        if campaign is not None:
            value = getattr(campaign.house_rules, field)
            self._apply(_("Reason for a house rule"), campaigns.set_house_rule, field, value, reason)
            self.refresh()


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
