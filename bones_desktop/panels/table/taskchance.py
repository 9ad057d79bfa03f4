"""The bar that tells before a throw how likely the task is, and the button that opens the chances in full."""

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QStackedWidget, QToolButton, QWidget

from bones_desktop.panels.table.strip.outcomebar import OutcomesBar
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.reading.odds import TaskOdds
from bones_desktop.rules.bones.reading.plays import outcome_odds, outcome_places, outcome_scale
from bones_desktop.rules.bones.reading.requests import Occasion
from bones_desktop.rules.chances import Chance
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.charts.chancebar import ChanceBar, Marker
from bones_desktop.widgets.guarded import guarded
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import outcome_unit, spiff_count

if TYPE_CHECKING:
    from bones_desktop.panels.table.chancepopup import ChancePopup, Outcomes


class TaskChance(QObject):
    """Owns `view` and `details`, which stand where the task strip puts them, and the chart that either opens.

    `view` shows `bar`, or `outcomes` for a throw whose successes only count.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._owner = parent
        self._task = ""
        self.odds: TaskOdds | None = None
        self.with_bought: Chance | None = None
        self.view = QStackedWidget(parent)
        self.bar = ChanceBar(theme, self.view)
        self.outcomes = OutcomesBar(theme, self.view)
        for bar in (self.bar, self.outcomes):
            bar.setCursor(Qt.CursorShape.PointingHandCursor)
            bar.installEventFilter(self)
            self.view.addWidget(bar)
        self._counted: Outcomes | None = None
        self.details = QToolButton(parent)
        self.details.setToolTip(self.tr("How likely each result is"))
        self.details.setAccessibleName(self.tr("How likely each result is"))
        self.details.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.details.clicked.connect(self.open)
        theme.changed.connect(self._restyle)
        self._restyle()

    @cached_property
    def popup(self) -> "ChancePopup":
        """The chart, made when it is first opened."""
        from bones_desktop.panels.table.chancepopup import ChancePopup

        return ChancePopup(self._theme, self._owner)

    def show(self, task: str, odds: TaskOdds, with_bought: Chance | None, spiffs: int) -> None:
        """Show how likely `task` is, and how likely with a success bought for `spiffs` (SPF-10)."""
        self._task, self.odds, self.with_bought = task, odds, with_bought
        self._counted = None
        self.details.setEnabled(odds.net is not None)
        self.view.setCurrentWidget(self.bar)
        if odds.reason is not None:
            self.bar.show_refusal(sentence(odds.reason, self.tr))
            return
        marker = None
        if with_bought is not None:
            told = self.tr("With one more success bought for {spiffs}").format(spiffs=spiff_count(spiffs, self.tr))
            marker = Marker(with_bought, self.tr("+1 bought"), told, brief=self.tr("+1"))
        self.bar.show_chance(odds.success, tie=odds.tie, marker=marker)

    def show_outcomes(self, name: str, odds: TaskOdds, rulebook: Rulebook, occasion: Occasion) -> None:
        """Show what the throw called `name` may come to, or why it is not allowed."""
        if odds.net is None:
            self.show(name, odds, None, 0)
            return
        from bones_desktop.panels.table.chancepopup import Outcomes
        from bones_desktop.widgets.charts.chartcolumns import Scale

        self._task, self.odds, self.with_bought = name, odds, None
        outcomes = outcome_odds(rulebook, occasion, odds.net)
        first, step = scale = outcome_scale(rulebook, occasion)
        title = outcome_unit(occasion.kind, self.tr)
        self._counted = Outcomes(title, outcome_places(outcomes, scale), Scale(first, step))
        self.details.setEnabled(True)
        self.outcomes.show_outcomes(occasion.kind, outcomes)
        self.view.setCurrentWidget(self.outcomes)

    def refuse(self, why: str) -> None:
        """Say why there is nothing to throw against."""
        self.odds = self.with_bought = self._counted = None
        self.details.setEnabled(False)
        self.bar.show_refusal(why)
        self.view.setCurrentWidget(self.bar)

    def open(self) -> None:
        """Open the chart of net results, or of outcomes; nothing happens for a task that is not allowed."""
        if self._counted is not None:
            self.popup.open_outcomes(self.view, self._task, self._counted)
        elif self.odds is not None and self.odds.net is not None:
            self.popup.open_at(self.view, self._task, self.odds.net)

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Open the chart with a click on the bar."""
        if watched in {self.bar, self.outcomes} and event.type() == QEvent.Type.MouseButtonRelease:
            self.open()
            return True
        return super().eventFilter(watched, event)

    def _restyle(self) -> None:
        theme = self._theme
        # With large text the tray would have to give up its width for a longer bar.
        for bar in (self.bar, self.outcomes):
            bar.setMinimumWidth(theme.px(150))
        self.details.setIcon(theme.icon("chart"))
        self.details.setIconSize(QSize(theme.px(16), theme.px(16)))
