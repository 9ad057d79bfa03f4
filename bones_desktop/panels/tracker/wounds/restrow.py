"""Days of rest: a day, a week, or a number; in a campaign they pass in its calendar."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from bones_desktop.panels.tracker.wounds.woundform import number_field
from bones_desktop.rules.bones.book.calendar import DAYS_A_SEASON, DAYS_A_WEEK
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.flowlayout import FlowLayout
from bones_desktop.widgets.text.plainlabel import plain_label
from bones_desktop.wording.seasons import days_words

MOST: Final = 4 * DAYS_A_SEASON
"""Days that pass at once at the most: a year."""
FIRST: Final = 10
"""The number that is proposed."""


class RestRow(QWidget):
    """`asked` carries the days."""

    asked = Signal(int)
    campaign_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._own = QWidget(self)
        self._own_row = FlowLayout(theme.px(8), self._own)
        self.day = QPushButton(self.tr("Rest a day"), self._own)
        self.week = QPushButton(self.tr("A week"), self._own)
        self.number = number_field(self._own, 1, MOST, self.tr("Number of days"))
        self.days = QPushButton(self._own)
        for widget in (self.day, self.week, self.number, self.days):
            self._own_row.addWidget(widget)
        self._joined = QWidget(self)
        self._joined_row = FlowLayout(theme.px(8), self._joined)
        self.why = plain_label(self._joined, self.tr("Days pass in the calendar of the campaign."))
        self.campaign = QPushButton(self.tr("To the campaign's calendar"), self._joined)
        self._joined_row.addWidget(self.why)
        self._joined_row.addWidget(self.campaign)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._own)
        column.addWidget(self._joined)
        self.day.clicked.connect(lambda: self.asked.emit(1))
        self.week.clicked.connect(lambda: self.asked.emit(DAYS_A_WEEK))
        self.days.clicked.connect(lambda: self.asked.emit(self.number.value()))
        self.number.valueChanged.connect(self._name)
        self.campaign.clicked.connect(self.campaign_asked)
        self.begin_anew()
        self.set_joined(False)
        self.restyle()

    def begin_anew(self) -> None:
        """Propose the usual number of days."""
        self.number.setValue(FIRST)
        self._name()

    def set_joined(self, joined: bool) -> None:
        """Leave the days to the campaign, or let them pass here."""
        self._own.setVisible(not joined)
        self._joined.setVisible(joined)

    def restyle(self) -> None:
        """Fit sizes to the theme."""
        theme = self._theme
        self.number.setFixedWidth(theme.px(80))
        self._own_row.setSpacing(theme.px(8))
        self._joined_row.setSpacing(theme.px(8))
        self.why.setMinimumHeight(self.campaign.sizeHint().height())

    def _name(self) -> None:
        span = days_words(self.number.value(), self.tr)
        self.days.setText(self.tr("Rest {days}").format(days=span))
