"""Tables and texts for the calendar: days that pass, and their effect on each member."""

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.pages.campaign.campaignpanel import CampaignCard
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.fields import season_name, season_of
from bones_desktop.rules.bones.injury.injuries import State, condition, forecast
from bones_desktop.rules.bones.life.campaigns import Campaign, Member
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.lists.line import Line
from bones_desktop.widgets.lists.linelist import LineTable, TableRow
from bones_desktop.widgets.pushbuttons import push_button, tool_button
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.wording.glances import healed_words
from bones_desktop.wording.language import _, lowered, ngettext
from bones_desktop.wording.seasons import days_words, game_day_words, season_word


def ahead_words(campaign: Campaign, days: int) -> str:
    """Return a sentence with the date after a number of days, and a second one if a new season begins."""
    then = campaign.day + days
    date = game_day_words(then, campaign.first_year)
    said = _("Then it is {date}.").format(date=lowered(date))
    if season_of(then) == season_of(campaign.day):
        return said
    return f"{said} {_('A new season begins: everyone has three new actions.')}"


def passed_words(before: int, after: int) -> str:
    """Return a sentence with the number of days that passed, and a second one if a new season has begun."""
    days = after - before
    said = ngettext("One day passed.", "{n} days passed.", days).format(n=days)
    if season_of(after) == season_of(before):
        return said
    season = season_word(season_name(season_of(after)))
    return f"{said} {_('It is {season} now: everyone has three new actions.').format(season=season)}"


def rest_line(before: Character, after: Character, *, rests: bool) -> TableRow:
    """Return the line of a member who may rest: the state, the damage that will heal, and the damage left after it."""
    return Line(before.name, key=before.id, bold=True, ticked=rests), now_cell(before), *_outcome(before, after)


def passed_line(before: Character, after: Character) -> TableRow:
    """Return the line of a member after days have passed."""
    return Line(after.name, key=after.id, bold=True), *_outcome(before, after)


def absent_line(member: Member) -> TableRow:
    """Return the line of a member without a readable file. The days pass for the member when the file returns."""
    why = _("File missing. The character is updated when the file returns.")
    return Line(member.name, key=member.id, tone="muted"), Line(_("not here"), tone="warn", tip=why), *[Line("")] * 3


def now_cell(character: Character) -> Line:
    """Return the condition of a character: "2 of 4 dice lost"."""
    found = condition(character)
    match found.state:
        case State.UNHURT:
            return Line(_("unhurt"), tone="muted")
        case State.DEAD:
            return Line(_("dead"), tone="bad", bold=True)
        case State.BROKEN:
            return Line(_("broken"), tone="bad", bold=True)
        case State.INCAPACITATED if found.excess:
            return Line(_("dying, {n} below zero").format(n=found.excess), tone="bad", bold=True)
        case State.INCAPACITATED:
            return Line(_("incapacitated"), tone="bad", bold=True)
    lost = found.owned - found.available
    return Line(_("{lost} of {owned} dice lost").format(lost=lost, owned=found.owned), tone="warn")


def left_cell(character: Character) -> Line:
    """Return when a character will be healed completely: "whole", "in 12 days"."""
    if condition(character).state is State.DEAD:
        return Line(_("never"), tone="bad")
    found = forecast(character)
    if found.whole_in == 0:
        return Line(_("whole"), tone="good")
    if found.whole_in is not None:
        days = days_words(found.whole_in)
        return Line(_("in {days}").format(days=days), tone="warn", tip=_("in {days} of rest").format(days=days))
    dice = ", ".join(str(die + 1) for die in found.held)
    tip = ngettext(
        "Ongoing magic holds die {dice}. It heals after the magic ends.",
        "Ongoing magic holds dice {dice}. They heal after the magic ends.",
        len(found.held),
    ).format(dice=dice)
    return Line(_("magic holds die {dice}").format(dice=dice), tone="warn", tip=tip)


def _outcome(before: Character, after: Character) -> tuple[Line, Line, Line]:
    nothing = Line("–", tone="muted", tip=_("nothing"))
    healed, hindering = healed_words(before, after), ", ".join(die.name for die in after.hindering)
    return (
        Line(healed, tone="good", bold=True) if healed else nothing,
        left_cell(after),
        Line(hindering, tone="warn") if hindering else nothing,
    )


def passage_lines(campaign: Campaign) -> tuple[TableRow, ...]:
    """Return a line for each time that days passed: first day, number of days, members who rested, note."""
    names = {member.id: member.name for member in campaign.members}
    everyone = frozenset(names)
    lines = []
    for place, passage in enumerate(campaign.passages):
        resting = [names[each] for each in passage.resting if each in names]
        if not passage.resting:
            who = Line(_("no one"), tone="muted")
        # Former members may have rested too, so "everyone" means the present party.
        elif everyone and everyone <= frozenset(passage.resting):
            who = Line(_("everyone"))
        else:
            gone = len(passage.resting) - len(resting)
            who = Line(
                ", ".join(
                    resting
                    + ([ngettext("{n} former member", "{n} former members", gone).format(n=gone)] if gone else [])
                )
            )
        begun = game_day_words(passage.day, campaign.first_year)
        first = Line(begun, key=str(place), tone="muted")
        lines.append((first, Line(days_words(passage.days)), who, Line(passage.note)))
    return tuple(lines)


class PassagesCard(CampaignCard):
    """Lists all times that days passed. A new line scrolls into view."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        heading = heading_label(theme, self, _("Days that passed"))
        heads = (_("From"), _("Days"), _("Rested"), _("Note"))
        self.table = LineTable(theme, heads, heading.text(), self, wide=3, grows=True)
        self.none = plain_label(self, _("None yet."), "muted")
        column = vbox(self, heading, (self.table, 1), theme=theme, edges=(16, 12, 16, 12))
        column.addWidget(self.none, 1, Qt.AlignmentFlag.AlignTop)

    def show_passages(self, campaign: Campaign) -> None:
        """Show the days that passed in a campaign."""
        lines = passage_lines(campaign)
        more = len(lines) > self.table.lines.rowCount()
        self.table.lines.set_rows(lines)
        if more:
            self.table.scrollToBottom()
        self.table.setVisible(bool(lines))
        self.none.setVisible(not lines)


class PassedCard(CampaignCard):
    """Shows the effect of days that have just passed. Hidden until days have passed."""

    take_back_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.words = heading_label(theme, self, wrap=True)
        heads = (_("Who"), _("Healed"), _("Whole"), _("Hindered by"))
        self.table = LineTable(theme, heads, _("Effect on each member"), self, wide=1)
        self.take_back = push_button(self, _("Take back"), self.take_back_requested)
        away = _("Close this report")
        self.close_button = tool_button(self, self.hide, theme=theme, icon="close", name=away, tip=away)
        head = hbox(None, (self.words, 1), theme=theme, gap=8)
        for button in (self.take_back, self.close_button):
            head.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        vbox(self, head, self.table, theme=theme, gap=8, edges=(16, 12, 16, 12))
        self.hide()

    def show_lines(self, words: str, lines: Iterable[TableRow]) -> None:
        """Show the title `words` and these lines."""
        self.words.setText(words)
        self.table.lines.set_rows(lines)
        self.table.setVisible(bool(self.table.lines.rows))
        self.table.updateGeometry()
        self.show()
