"""How many days are to pass: a day, a week, a number, or those to the next season."""

from enum import IntEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QPushButton, QSpinBox, QWidget

from bones_desktop.rules.bones.book.calendar import (
    DAYS_A_WEEK,
    days_to_next_season,
    season_name,
    season_of,
)
from bones_desktop.rules.bones.injury.acts import MOST_DAYS
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.layouts import FlowLayout
from bones_desktop.widgets.scaled import set_gaps, set_lengths
from bones_desktop.wording.seasons import days_words, season_word


class Span(IntEnum):
    """The ways to say how long, in the order of their buttons."""

    DAY = 0
    WEEK = 1
    NUMBER = 2
    SEASON = 3


class SpanChoice(QWidget):
    """One of the four is chosen; a number typed or stepped to chooses itself."""

    changed = Signal()
    return_pressed = Signal()
    """Enter was pressed in the number."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._day = 1
        self.buttons = tuple(QPushButton(self) for _ in Span)
        self.number = wheel_passes(QSpinBox(self))
        set_lengths(theme, self.number, width=84)
        self.number.setRange(1, MOST_DAYS)
        self.number.setValue(10)
        self.number.setAccessibleName(self.tr("Number of days"))
        self._group = QButtonGroup(self)
        self._row = FlowLayout(theme.px(8), self)
        set_gaps(theme, self._row, gap=8)
        for span, button in zip(Span, self.buttons, strict=True):
            button.setCheckable(True)
            self._group.addButton(button, span)
            self._row.addWidget(button)
            if span is Span.NUMBER:
                self._row.addWidget(self.number)
        self.buttons[Span.DAY].setChecked(True)
        self._group.idClicked.connect(self._clicked)
        self._group.idToggled.connect(self._lead_tab)
        self.number.valueChanged.connect(lambda _value: self._number_chosen())
        self.number.lineEdit().returnPressed.connect(self.return_pressed)
        self.setFocusProxy(self.buttons[Span.DAY])
        self.set_day(1)
        theme.changed.connect(self._name_number)

    @property
    def days(self) -> int:
        """The days chosen."""
        match self._group.checkedId():
            case Span.WEEK:
                return DAYS_A_WEEK
            case Span.NUMBER:
                return self.number.value()
            case Span.SEASON:
                return days_to_next_season(self._day)
        return 1

    def set_day(self, day: int) -> None:
        """Count from another day of the calendar."""
        self._day = day
        season = season_word(season_name(season_of(day) + 1), self.tr)
        self.buttons[Span.DAY].setText(self.tr("One day"))
        self.buttons[Span.WEEK].setText(self.tr("One week"))
        self._name_number()
        self.buttons[Span.SEASON].setText(
            self.tr("To {season} ({days})").format(season=season, days=days_words(days_to_next_season(day), self.tr))
        )
        self.buttons[Span.SEASON].setToolTip(self.tr("Until the next season begins"))

    def begin_anew(self) -> None:
        """Go back to one day; the number stays as it was typed. Enter pressed again in it lets nothing pass."""
        if self.number.hasFocus():
            self.buttons[Span.DAY].setFocus()
        self.buttons[Span.DAY].setChecked(True)

    def _clicked(self, span: int) -> None:
        if span == Span.NUMBER:
            self.number.setFocus()
            self.number.selectAll()
        self.changed.emit()

    def _lead_tab(self, span: int, chosen: bool) -> None:
        """Let Tab reach the checked button; Qt does so only when it was checked by a click."""
        self.buttons[span].setFocusPolicy(Qt.FocusPolicy.StrongFocus if chosen else Qt.FocusPolicy.ClickFocus)

    def _name_number(self) -> None:
        """Keep the width of the most days: the number beside it stays where it is while it is typed."""
        button = self.buttons[Span.NUMBER]
        button.setText(days_words(self.number.maximum(), self.tr))
        button.setMinimumWidth(0)
        button.setMinimumWidth(button.sizeHint().width())
        button.setText(days_words(self.number.value(), self.tr))

    def _number_chosen(self) -> None:
        self._name_number()
        self.buttons[Span.NUMBER].setChecked(True)
        self.changed.emit()
