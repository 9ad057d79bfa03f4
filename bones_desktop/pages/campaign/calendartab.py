"""The Calendar tab: shows the date, lets days pass for the whole party, and lists the days passed so far."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

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
from bones_desktop.rules.acts import Act, Answers, Parameter, Value
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.fields import (
    DAYS_A_WEEK,
    LINE,
    days_to_next_season,
    game_date,
    season_name,
    season_of,
)
from bones_desktop.rules.bones.injury.injuries import damage, pass_days, treat
from bones_desktop.rules.bones.life import acts, campaigns
from bones_desktop.rules.bones.life.acts import MOST_DAYS
from bones_desktop.rules.bones.life.campaigns import Campaign
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import Field, FieldPlace, Unit
from bones_desktop.widgets.acts.actform import ActForm, AskedAct, unchanged
from bones_desktop.widgets.boxes import STRETCH, fold, hbox, vbox
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.lists.linelist import LineTable, TableRow
from bones_desktop.widgets.scaled import set_gaps
from bones_desktop.widgets.text.labels import ElidedLabel, heading_label, plain_label
from bones_desktop.widgets.text.messages import Deed, Nothing
from bones_desktop.wording.glances import healed_words
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.seasons import days_words, game_day_words, season_word

DAY, NUMBER = "day", "number"
"""Keys of two choices: one day, and a number of days that is typed."""
NARROW: Final = 1_000
"""Below this width, at 100 % text size, the days passed are shown under the calendar."""


class CalendarTab(CampaignPanel):
    """Lets days pass.

    First it shows the damage that the chosen days would heal. Once the days have passed, it shows the damage healed.
    """

    def __init__(
        self,
        campaigns: CampaignDocument,
        theme: Theme,
        notices: Notices,
        anyone: AnyCharacter,
        parent: QWidget,
        *deeds: Deed,
    ) -> None:
        """Offer `deeds` as actions while no one is in the party."""
        super().__init__(campaigns, theme, notices, parent)
        self._anyone = anyone
        self._members: tuple[PartyMember, ...] = ()
        self._resting: dict[str, bool] = {}
        """Rest ticks that the user changed after days last passed, by member.

        All other members rest if they rested the last time. Members who joined later rest.
        """
        self._campaign_id = ""
        self._cared_for = ""
        """Id of the member that medical attention is offered for."""
        self._treated: MadeStep | None = None
        self.date = heading_label(theme, self, size=40)
        self.week = ElidedLabel(self, role="muted", theme=theme)
        set_gaps(theme, self.week, edges=(0, 0, 0, 10))
        self.week.setAlignment(Qt.AlignmentFlag.AlignBottom)
        self.form = ActForm(theme, self, framed=False, compact=True)
        self.form.cancel.hide()
        self.ahead = plain_label(self, role="muted", wrap=True)
        heads = (_("Who rests"), _("Now"), _("Will heal"), _("Whole then"), _("Hindered by"))
        self.table = LineTable(theme, heads, _("Who rests, and what heals meanwhile"), self, wide=2)
        self.nobody = Nothing(theme, self)
        self.nobody.say(_("No one is in the party yet. Days can pass anyway; members rest and heal in them."), *deeds)
        self.care = ActForm(theme, self, compact=True, refuse=notices.refuse)
        self.care.setProperty("kind", "well")
        self.care.cancel.hide()
        self.care.act.setProperty("kind", None)
        self.passed = PassedCard(theme, self)
        self.passages = PassagesCard(theme, self)
        self._lay_out()
        self.form.answered.connect(self._answer)
        self.form.requested.connect(self.let_pass)
        self.table.tick_requested.connect(self._tick)
        self.table.current_changed.connect(self._show_care)
        self.care.answered.connect(self._show_care)
        self.care.requested.connect(self._treat)
        self.passed.take_back_requested.connect(self._take_back)

    def let_pass(self) -> None:
        """Let the chosen days pass; ticked members rest. After more than one day the choice returns to one day."""
        campaign = self.campaign
        if campaign is None:
            return
        days, resting = self.days, self._resting_now(campaign)
        name = ngettext("One day passes", "{days} pass", days).format(days=days_words(days))
        if not self._apply(name, campaigns.advance, days, resting, self.form.answers.text("note")):
            return
        self._resting.clear()
        # After more than one day the choice returns to one day, so that a second press by mistake does not let as many
        # days pass again.
        typed = "days" in self.form.fields and self.form.fields["days"].hasFocus()
        self._ask_days({"days": self.form.answers.number("days")})
        if typed and not self.table.isHidden():
            self.table.setFocus()

    @property
    def days(self) -> int:
        """The chosen number of days."""
        return self._spans()[self.form.answers.key("span") or DAY][1]

    def _spans(self) -> dict[str, tuple[str, int]]:
        """Return the ways to choose a number of days, each as its text and the number."""
        day, number = self.campaign.day if self.campaign is not None else 1, self.form.answers.number("days")
        season = season_word(season_name(season_of(day) + 1))
        left = days_to_next_season(day)
        return {
            DAY: (_("One day"), 1),
            "week": (_("One week"), DAYS_A_WEEK),
            "season": (_("To {season} ({days})").format(season=season, days=days_words(left)), left),
            NUMBER: (_("Days:"), number),
        }

    def _ask_days(self, answers: Mapping[str, Value]) -> None:
        """Ask how many days pass, with `answers` already filled in."""
        self.form.fill(answers)
        self._show_days()
        self._look_ahead()

    def _show_days(self) -> None:
        act: Act[object] = Act.asking(
            "pass",
            "",
            unchanged,
            Parameter.choice("span", self._spans(), DAY),
            Parameter.number("days", 10, 1, MOST_DAYS),
            Parameter.text("note", most=LINE),
        )
        self.form.show_act(
            AskedAct(act, None, "", _("Let {days} pass").format(days=days_words(self.days)), self._field)
        )

    def _field(self, each: Parameter, _answers: Answers) -> Field:
        match each.id:
            case "span":
                choices = tuple(Choice(key, text) for key, (text, _days) in self._spans().items())
                return Field(each, "", _("Days to pass"), choices=choices, buttons=True, place=FieldPlace.FLOW)
            case "days":
                return Field(each, "", _("Number of days"), place=FieldPlace.FLOW)
        hint = _("What happened meanwhile (optional)")
        return Field(each, "", _("Note on these days"), hint=hint, place=FieldPlace.FOOT)

    def _answer(self, id: str, _value: Value) -> None:
        if id == "days":
            self.form.answer("span", NUMBER)
        elif id == "span" and self.form.answers.key("span") == NUMBER and not self.form.fields["days"].hasFocus():
            self.form.fields["days"].setFocus()
        self._look_ahead()

    def _treat(self, answers: Answers) -> None:
        self.treat(answers.number("successes"), answers.number("medic"))

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
        self._report(words, made)
        self.refresh()

    def _report(self, words: str, *made: MadeStep) -> None:
        self.passed.show_lines(words, (passed_line(each.before, each.after) for each in made))
        if self.passed.isVisible():
            healed = [(each.after.name, healed_words(each.before, each.after)) for each in made]
            names = "; ".join(f"{name}, {what}" for name, what in healed if what)
            more = _("Healed: {names}.").format(names=names) if names else _("Nobody has healed.")
            self._notices.tell(f"{words.rstrip('.')}. {more}")

    def _show_campaign(self, campaign: Campaign) -> None:
        """Show the date, the members as they are, and the effect of the chosen days."""
        # Ticks and text of one campaign must not be used in another.
        if campaign.id != self._campaign_id:
            self._campaign_id = campaign.id
            self._resting.clear()
            self.form.fill({})
        date = game_date(campaign.day, campaign.first_year)
        self.date.setText(game_day_words(campaign.day, campaign.first_year))
        self.week.set_full_text(_("Week {week}, day {day} of the campaign").format(week=date.week, day=campaign.day))
        self._members = self._campaigns.members()
        self.passages.show_passages(campaign)
        self._look_ahead()

    def _note(self, change: CampaignChange) -> None:
        before, after = change.before, change.after
        # This step came after the treatment, so "Take back" must undo this step instead.
        self._treated = None
        # Report days that passed, but no undo and no other step.
        if before is None or after is None or before.id != after.id or len(after.passages) <= len(before.passages):
            self.passed.hide()
        elif change.party is not None:
            words = passed_words(before.day, after.day)
            self._report(words, *change.party.made)

    def _take_back(self) -> None:
        """Undo the treatment that the card shows, or the campaign's last step if the card shows none."""
        treated, self._treated = self._treated, None
        if treated is None:
            self._notices.attempt(self._campaigns.undo)
        elif self._notices.attempt(partial(self._anyone.take_back, treated)):
            self.passed.hide()
        self.refresh()

    def _resting_now(self, campaign: Campaign) -> tuple[str, ...]:
        """Return the members who rest.

        The user's ticks decide. Without a tick, members rest if they rested the last time, and new members rest.
        """
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
        self._show_days()
        days, resting = self.days, set(self._resting_now(campaign))
        # The members were read in `refresh`, because reading their files at each tick would be slow.
        self.table.lines.set_rows(self._line(each, days, rests=each.member.id in resting) for each in self._members)
        some = bool(self._members)
        if some and not self.table.current:
            self.table.setCurrentIndex(self.table.lines.index(0, 0))
        self.table.setVisible(some)
        self.nobody.setVisible(not some)
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
        character = chosen.character if chosen is not None else None
        self.care.setVisible(character is not None)
        if character is None:
            return
        # The result of a healer's roll must not be used for the next member by mistake.
        if character.id != self._cared_for:
            self._cared_for = character.id
            self.care.fill({})
        heading = _("Medical attention for {name}").format(name=character.name)
        given = self.care.answers
        said = _care_words(character, given.number("successes"), given.number("medic"))
        self.care.show_act(AskedAct(acts.treat(), character, heading, _("Treat"), _care_field, said))

    def _lay_out(self) -> None:
        theme, main = self._theme, CampaignCard(self)
        today = fold(None, self.date, (self.week, 1), theme=theme, gap=16)
        left = vbox(main, today, self.form, self.ahead, self.table, self.nobody, self.care, STRETCH)
        set_gaps(theme, left, gap=8, edges=(20, 4, 20, 12))
        side = vbox(None, self.passed, (self.passages, 1), theme=theme, gap=12)
        self._parts = hbox(self, (main, 3), (side, 2), margins=0, theme=theme, gap=12)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus on to the field for days.

        This is not a focus proxy, because a proxy would catch Tab when the focus leaves the last button here.
        """
        super().focusInEvent(event)
        self.form.first.setFocus(event.reason())

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
        return character  # the calendar ends before that day; the button reports this when pressed


def _care_field(each: Parameter, _answers: Answers) -> Field:
    words, tip = {
        "successes": (_(" successes"), _("Net successes of the healer; healing magic counts alike")),
        "medic": (_(" Medic"), _("Extra dice that heal at once, two at most")),
    }[each.id]
    return Field(each, "", tip, tip, place=FieldPlace.HEAD, unit=Unit(words), enabled=each.why_not is None)


def _care_words(before: Character, successes: int, medic: int) -> str:
    """Return the effect of medical attention, or why it has none."""
    try:
        after = treat(before, successes, medic=medic)
    except RulesError as error:
        return sentence(error.reason)
    healed = damage(before) - damage(after)
    said = _("Heals {n} at once.").format(n=healed) if healed else _("Heals nothing at once.")
    if after.care == before.care:
        return said
    pace = days_words(after.care[-1].days)
    return f"{said} {_('After that, one untreated damage heals in {days} of rest.').format(days=pace)}"
