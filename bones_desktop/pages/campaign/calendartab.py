"""The Calendar tab: the date, passing days for the whole party with a preview, and the days passed so far."""

from enum import IntEnum
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QBoxLayout, QButtonGroup, QFrame, QPushButton, QSpinBox, QWidget

from bones_desktop.desk.desk import Notices
from bones_desktop.document.bones.campaigndocument import CampaignChange, CampaignDocument, PartyMember
from bones_desktop.document.bones.characterdocument import AnyCharacter, MadeStep
from bones_desktop.pages.campaign.campaignpanel import CampaignCard, CampaignPanel
from bones_desktop.pages.campaign.passages import (
    PassagesCard,
    PassedCard,
    absent_line,
    ahead_words,
    passed_line,
    passed_words,
    rest_line,
)
from bones_desktop.rules.acts import Answers
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.fields import (
    DAYS_A_WEEK,
    LINE,
    days_to_next_season,
    game_date,
    season_name,
    season_of,
)
from bones_desktop.rules.bones.injury.injuries import MOST_MEDIC, damage, pass_days, treat
from bones_desktop.rules.bones.life import acts, campaigns
from bones_desktop.rules.bones.life.acts import MOST_DAYS
from bones_desktop.rules.bones.life.campaigns import Campaign
from bones_desktop.rules.reasons import Reason, RulesError
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.layouts import flow_row
from bones_desktop.widgets.lists.linelist import LineTable, TableRow
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps, set_lengths
from bones_desktop.widgets.text.labels import ElidedLabel, SteadyLabel, heading_label, plain_label
from bones_desktop.widgets.text.textfields import LineField, limit_letters
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.seasons import days_words, game_day_words, season_word


class CareLine(QFrame):
    """A line for medical attention, which always has the same height.

    `requested` is emitted with the successes and the Medic bonus.
    """

    requested = Signal(int, int)

    def __init__(self, theme: Theme, notices: Notices, parent: QWidget) -> None:
        super().__init__(parent)
        self._notices = notices
        self.setProperty("kind", "well")
        self._character: Character | None = None
        self._name = ""
        self.heading = ElidedLabel(self, theme=theme, bold=True)
        self.says = SteadyLabel(1, self, role="muted")
        self.successes = wheel_passes(QSpinBox(self))
        self.successes.setRange(0, acts.MOST_NET)
        self.successes.setAccessibleName(_("Successes of the healer, after Nulls and poison"))
        self.successes.setToolTip(_("Net successes of the healer; healing magic counts alike"))
        self.medic = wheel_passes(QSpinBox(self))
        set_lengths(theme, self.successes, self.medic, width=72)
        self.medic.setRange(0, MOST_MEDIC)
        self.medic.setAccessibleName(_("Medic: extra dice that heal at once"))
        self.medic.setToolTip(_("Extra dice that heal at once, two at most"))
        self.treat = push_button(self, _("Treat"), self._ask)
        self._row = hbox(None, (self.heading, 1), theme=theme, gap=8)
        self._labels = (plain_label(self, _("Successes")), plain_label(self, _("Medic")))
        for label, field in zip(self._labels, (self.successes, self.medic), strict=True):
            label.setBuddy(field)
            self._row.addWidget(label)
            self._row.addWidget(field)
        self._row.addWidget(self.treat)
        vbox(self, self._row, self.says, theme=theme, gap=4, edges=(12, 8, 12, 8))
        self.successes.valueChanged.connect(self._show)
        self.medic.valueChanged.connect(self._show)
        for field in (self.successes, self.medic):
            field.lineEdit().returnPressed.connect(self._ask)
        self._show()

    def show_member(self, name: str, character: Character | None) -> None:
        """Offer to treat another member. `character` is None if the file is missing; `name` is "" for no member."""
        if (name, character) != (self._name, self._character):
            # Results of one healer roll must not be used for the next member by mistake.
            if name != self._name:
                for field in (self.successes, self.medic):
                    field.setValue(0)
            self._name, self._character = name, character
            self._show()

    @property
    def why_not(self) -> Reason | None:
        """Reason why nothing can be treated; None if something can."""
        if self._character is None:
            return None
        # The answers are passed, because 0 successes and 0 Medic dice may leave nothing to treat.
        given = Answers({"successes": self.successes.value(), "medic": self.medic.value()})
        return acts.treat().why_not(self._character, given)

    def _show(self) -> None:
        found = self._outcome()
        can = self._character is not None and self.why_not is None
        self.heading.set_full_text(
            _("Medical attention for {name}").format(name=self._name) if self._name else _("Medical attention")
        )
        for widget in (self.successes, self.medic, *self._labels):
            widget.setEnabled(can)
        self.treat.setEnabled(can)
        self.treat.setToolTip(plain_tip("" if can else found))
        self.says.show_text(found)

    def _outcome(self) -> str:
        before = self._character
        if before is None:
            return _("File missing.") if self._name else _("Choose a member above.")
        why = self.why_not
        if why is not None:
            return sentence(why)
        after = treat(before, self.successes.value(), medic=self.medic.value())
        healed = damage(before) - damage(after)
        said = _("Heals {n} at once.").format(n=healed) if healed else _("Heals nothing at once.")
        if after.care != before.care:
            pace = days_words(after.care[-1].days)
            said += " " + _("After that, one untreated damage heals in {days} of rest.").format(days=pace)
        return said

    def _ask(self) -> None:
        why = self.why_not
        if why is not None:
            self._notices.refuse(why)
        else:
            self.requested.emit(self.successes.value(), self.medic.value())


NARROW: Final = 1_000
"""Below this width, at 100 % text size, the days passed are shown under the calendar."""


class CalendarTab(CampaignPanel):
    """Lets days pass. It shows beforehand the damage that these days would heal, and afterwards the damage healed."""

    def __init__(
        self,
        campaigns: CampaignDocument,
        theme: Theme,
        notices: Notices,
        anyone: AnyCharacter,
        parent: QWidget,
    ) -> None:
        super().__init__(campaigns, theme, notices, parent)
        self._anyone = anyone
        self._members: tuple[PartyMember, ...] = ()
        self._resting: dict[str, bool] = {}
        """Members whose tick was changed since days last passed. For all others the last tick applies."""
        self._campaign_id = ""
        self._treated: MadeStep | None = None
        self.date = heading_label(theme, self, size=40)
        self.week = ElidedLabel(self, role="muted", theme=theme)
        set_gaps(theme, self.week, edges=(0, 0, 0, 10))
        self.week.setAlignment(Qt.AlignmentFlag.AlignBottom)
        self.span = SpanChoice(theme, self)
        self.ahead = plain_label(self, role="muted", wrap=True)
        self.note = LineField(_("Note on these days"), self)
        self.note.setPlaceholderText(_("What happened meanwhile (optional)"))
        limit_letters(self.note, LINE)
        self.go = push_button(self, "", self.let_pass, kind="primary")
        heads = (_("Who rests"), _("Now"), _("Will heal"), _("Whole then"), _("Hindered by"))
        self.table = LineTable(theme, heads, _("Who rests, and what heals meanwhile"), self, wide=2)
        self.nobody = plain_label(self, _("No one is in the party yet; the Party tab adds members."), "muted")
        self.care = CareLine(theme, notices, self)
        self.passed = PassedCard(theme, self)
        self.passages = PassagesCard(theme, self)
        self._lay_out()
        self.span.changed.connect(self._look_ahead)
        self.span.number.lineEdit().returnPressed.connect(self.let_pass)
        self.note.returnPressed.connect(self.let_pass)
        self.table.tick_requested.connect(self._tick)
        self.table.current_changed.connect(self._show_care)
        self.care.requested.connect(self.treat)
        self.passed.take_back_requested.connect(self._take_back)

    def let_pass(self) -> None:
        """Let the chosen days pass; ticked members rest. After more than one day the choice returns to one day."""
        campaign = self.campaign
        if campaign is None:
            return
        days, resting = self.span.days, self._resting_now(campaign)
        note = " ".join(self.note.text().split())
        name = ngettext("One day passes", "{days} pass", days).format(days=days_words(days))
        if not self._apply(name, campaigns.advance, days, resting, note):
            return
        self.note.clear()
        self._resting.clear()
        if days > 1:
            self.span.begin_anew()  # so that a second press by mistake does not let as many days pass again
        self._look_ahead()

    def treat(self, successes: int, medic: int) -> None:
        """Treat the current member, as an undo step of that member's file."""
        chosen = self._chosen()
        if chosen is None or chosen.path is None:
            return
        care = partial(treat, successes=successes, medic=medic)
        try:
            made = self._anyone.apply(chosen.path, _("Medical attention"), care)
        except (RulesError, FileProblem, DataFileError) as error:
            self._notices.report(error)
            return
        self._treated = made
        words = _("Medical attention for {name}").format(name=chosen.member.name)
        self.passed.show_lines(words, (passed_line(made.before, made.after),))
        self.refresh()

    def _show_campaign(self, campaign: Campaign) -> None:
        """Show the date, the members as they are, and the effect of the chosen days."""
        # Ticks and text of one campaign must not be used in another.
        if campaign.id != self._campaign_id:
            self._campaign_id = campaign.id
            self._resting.clear()
            self.note.clear()
            self.span.begin_anew()
        date = game_date(campaign.day, campaign.first_year)
        self.date.setText(game_day_words(campaign.day, campaign.first_year))
        self.week.set_full_text(_("Week {week}, day {day} of the campaign").format(week=date.week, day=campaign.day))
        self.span.set_day(campaign.day)
        self._members = self._campaigns.members()
        self.passages.show_passages(campaign)
        self._look_ahead()

    def _note(self, change: CampaignChange) -> None:
        before, after = change.before, change.after
        # This step came after the treatment, so "Take back" must undo this step instead.
        self._treated = None
        # Report only passed days, not undo or other steps.
        if before is None or after is None or before.id != after.id or len(after.passages) <= len(before.passages):
            self.passed.hide()
        elif change.party is not None:
            words = passed_words(before.day, after.day)
            self.passed.show_lines(words, (passed_line(made.before, made.after) for made in change.party.made))

    def _take_back(self) -> None:
        """Undo the action that the card shows: the last treatment, else the campaign's last step."""
        treated, self._treated = self._treated, None
        if treated is None:
            self._notices.attempt(self._campaigns.undo)
        elif self._notices.attempt(partial(self._anyone.take_back, treated)):
            self.passed.hide()
        self.refresh()

    def _resting_now(self, campaign: Campaign) -> tuple[str, ...]:
        """Return the members who rest: as ticked, else as last time; members who have joined since then rest."""
        last = campaign.passages[-1] if campaign.passages else None
        usual = {
            member.id: last is None or member.since > last.day or member.id in last.resting
            for member in campaign.members
        }
        return tuple(each for each, rests in (usual | self._resting).items() if rests and each in usual)

    def _tick(self, member: str) -> None:
        campaign = self.campaign
        if campaign is not None:
            self._resting[member] = member not in self._resting_now(campaign)
            self._look_ahead()

    def _look_ahead(self) -> None:
        campaign = self.campaign
        if campaign is None:
            return
        days, resting = self.span.days, set(self._resting_now(campaign))
        # The members were read in `refresh`, because reading their files at each tick would be slow.
        self.table.lines.set_rows(self._line(each, days, rests=each.member.id in resting) for each in self._members)
        some = bool(self._members)
        if some and not self.table.current:
            self.table.setCurrentIndex(self.table.lines.index(0, 0))
        self.table.setVisible(some)
        self.care.setVisible(some)
        self.nobody.setVisible(not some)
        self.go.setText(_("Let {days} pass").format(days=days_words(days)))
        self.ahead.setText(ahead_words(campaign, days))
        self._show_care()

    def _line(self, each: PartyMember, days: int, *, rests: bool) -> TableRow:
        if each.character is None:
            return absent_line(each.member)
        return rest_line(each.character, _later(each.character, days, rests=rests), rests=rests)

    def _chosen(self) -> PartyMember | None:
        return next((each for each in self._members if each.member.id == self.table.current), None)

    def _show_care(self) -> None:
        chosen = self._chosen()
        self.care.show_member(chosen.member.name if chosen else "", chosen.character if chosen else None)

    def _lay_out(self) -> None:
        theme, main = self._theme, CampaignCard(self)
        today = hbox(None, self.date, (self.week, 1), theme=theme, gap=16)
        press = hbox(None, (self.note, 1), self.go)
        left = vbox(main, today, self.span, press, self.ahead, self.table, self.nobody, self.care, STRETCH)
        set_gaps(theme, left, gap=8, edges=(20, 4, 20, 12))
        side = vbox(None, self.passed, (self.passages, 1), theme=theme, gap=12)
        self._parts = hbox(self, (main, 3), (side, 2), margins=0, theme=theme, gap=12)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus on to the days. A focus proxy would catch Tab as it leaves the last button here."""
        super().focusInEvent(event)
        self.span.setFocus(event.reason())

    def _restyle(self) -> None:
        """Put the days passed below the calendar if there is no room next to it."""
        narrow = self.width() < self._theme.px(NARROW)
        self._parts.setDirection(QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight)
        self._parts.setStretch(0, 0 if narrow else 3)
        self._parts.setStretch(1, 1 if narrow else 2)


def _later(character: Character, days: int, *, rests: bool) -> Character:
    try:
        return pass_days(character, days, resting=rests)
    except RulesError:
        return character  # the calendar has no later days, which is reported when the button is pressed


class Span(IntEnum):
    """The ways to choose a number of days, in the order of their buttons."""

    DAY = 0
    WEEK = 1
    NUMBER = 2
    SEASON = 3


class SpanChoice(QWidget):
    """The number of days to pass: one of four buttons. Typing or stepping a number chooses the button for it."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._day = 1
        self.buttons = tuple(QPushButton(self) for _span in Span)
        self.number = wheel_passes(QSpinBox(self))
        set_lengths(theme, self.number, width=84)
        self.number.setRange(1, MOST_DAYS)
        self.number.setValue(10)
        self.number.setAccessibleName(_("Number of days"))
        self._group = QButtonGroup(self)
        self._row = flow_row(self, theme=theme, gap=8)
        for span, button in zip(Span, self.buttons, strict=True):
            button.setCheckable(True)
            self._group.addButton(button, span)
            self._row.addWidget(button)
            if span is Span.NUMBER:
                self._row.addWidget(self.number)
        self.buttons[Span.DAY].setChecked(True)
        self._group.idClicked.connect(self._clicked)
        self._group.idToggled.connect(self._lead_tab)
        self.number.valueChanged.connect(self._number_chosen)
        # The focus proxy is the first button instead of the row, so that Tab goes on to the chosen button.
        self.setFocusProxy(self.buttons[Span.DAY])
        self.set_day(1)
        theme.changed.connect(self._name_number)

    @property
    def days(self) -> int:
        """The chosen number of days."""
        match self._group.checkedId():
            case Span.WEEK:
                return DAYS_A_WEEK
            case Span.NUMBER:
                return self.number.value()
            case Span.SEASON:
                return days_to_next_season(self._day)
        return 1

    def set_day(self, day: int) -> None:
        """Set the day of the calendar from which the days are counted."""
        self._day = day
        season = season_word(season_name(season_of(day) + 1))
        self.buttons[Span.DAY].setText(_("One day"))
        self.buttons[Span.WEEK].setText(_("One week"))
        self._name_number()
        self.buttons[Span.SEASON].setText(
            _("To {season} ({days})").format(season=season, days=days_words(days_to_next_season(day)))
        )
        self.buttons[Span.SEASON].setToolTip(_("Until the next season begins"))

    def begin_anew(self) -> None:
        """Choose one day again. The typed number stays, but Enter in its field does not let days pass."""
        if self.number.hasFocus():
            self.buttons[Span.DAY].setFocus()
        self.buttons[Span.DAY].setChecked(True)

    def _clicked(self, span: int) -> None:
        if span == Span.NUMBER:
            self.number.setFocus()
            self.number.selectAll()
        self.changed.emit()

    def _lead_tab(self, span: int, chosen: bool) -> None:
        """Let Tab reach the checked button. Qt does so only if it was checked by a click."""
        self.buttons[span].setFocusPolicy(Qt.FocusPolicy.StrongFocus if chosen else Qt.FocusPolicy.ClickFocus)

    def _name_number(self) -> None:
        """Keep the width of the longest text, so that the number next to it stays in place while it is typed."""
        button = self.buttons[Span.NUMBER]
        button.setText(days_words(self.number.maximum()))
        button.setMinimumWidth(0)
        button.setMinimumWidth(button.sizeHint().width())
        button.setText(days_words(self.number.value()))

    def _number_chosen(self) -> None:
        self._name_number()
        self.buttons[Span.NUMBER].setChecked(True)
        self.changed.emit()
