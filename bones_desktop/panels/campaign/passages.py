"""Days that passed, oldest first."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from bones_desktop.panels.campaign.cards import Card
from bones_desktop.panels.campaign.linemodel import Cell, Line
from bones_desktop.panels.campaign.linetable import LineTable
from bones_desktop.rules.bones.life.campaigns import Campaign
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.plainlabel import plain_label
from bones_desktop.wording.seasons import days_words, game_day_words

Translate = Callable[[str], str]


def passage_lines(campaign: Campaign, tr: Translate) -> tuple[Line, ...]:
    """Return a line for each passage: from when, how long, who rested, and the note."""
    names = {member.id: member.name for member in campaign.members}
    everyone = frozenset(names)
    lines = []
    for place, passage in enumerate(campaign.passages):
        resting = [names[each] for each in passage.resting if each in names]
        if not passage.resting:
            who = Cell(tr("no one"), "muted")
        elif everyone and everyone <= frozenset(passage.resting):
            who = Cell(tr("everyone"))
        else:
            gone = len(passage.resting) - len(resting)
            who = Cell(", ".join(resting + ([tr("{n} who left").format(n=gone)] if gone else [])))
        begun = game_day_words(passage.day, campaign.first_year, tr)
        cells = (Cell(begun, "muted"), Cell(days_words(passage.days, tr)), who, Cell(passage.note))
        lines.append(Line(str(place), cells))
    return tuple(lines)


class PassagesCard(Card):
    """Lists them; the newest comes into view as it is added."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._heading = plain_label(self, self.tr("Days that passed"))
        heads = (self.tr("From"), self.tr("Days"), self.tr("Rested"), self.tr("Note"))
        self.table = LineTable(theme, heads, self._heading.text(), self, wide=3, grows=True)
        self.none = plain_label(self, self.tr("None yet."), "muted")
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._heading)
        self._column.addWidget(self.table, 1)
        self._column.addWidget(self.none, 1, Qt.AlignmentFlag.AlignTop)

    def show_passages(self, campaign: Campaign) -> None:
        """Show the days of a campaign."""
        lines = passage_lines(campaign, self.tr)
        more = len(lines) > self.table.lines.rowCount()
        self.table.lines.set_lines(lines)
        if more:
            self.table.scrollToBottom()
        self.table.setVisible(bool(lines))
        self.none.setVisible(not lines)

    def restyle(self) -> None:
        """Fit fonts and gaps to the theme."""
        theme = self._theme
        self._heading.setFont(theme.font("serif", 20, bold=True))
        self.table.restyle()
        self._column.setContentsMargins(theme.px(16), theme.px(12), theme.px(16), theme.px(12))
