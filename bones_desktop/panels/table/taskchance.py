"""How likely a task is before the throw: a bar, outcomes where a throw only counts, and a button for all chances."""

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QWidget

from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.reading.odds import TaskOdds
from bones_desktop.rules.bones.reading.plays import likeliest, outcome_odds, outcome_places, outcome_scale
from bones_desktop.rules.bones.reading.requests import Occasion, ThrowKind
from bones_desktop.rules.chances import Chance, Distribution
from bones_desktop.theme.measures import RADIUS
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.charts.chancebar import ChanceBar, Marker
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.lines import MIDDLE, write
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.popups import while_open
from bones_desktop.widgets.pushbuttons import tool_button
from bones_desktop.widgets.scaled import set_icon, set_lengths
from bones_desktop.wording.chances import percent
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import outcome_shares, outcome_text, outcome_unit, outcomes_text, spiff_count

if TYPE_CHECKING:
    from bones_desktop.panels.table.chancepopup import ChancePopup, Outcomes

_HEIGHT: Final = 52
_BAR: Final = 24


class OutcomesBar(Guarded, QWidget):
    """Takes the same height as the bar of a chance."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._likely = ""
        self._shares: tuple[tuple[str, Chance], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("What it may come to"))
        theme.changed.connect(self.updateGeometry)

    @property
    def said(self) -> str:
        """All outcomes in words, a line for each."""
        return self.accessibleDescription()

    def show_outcomes(self, kind: ThrowKind, odds: Distribution) -> None:
        """Show the possible outcomes."""
        self._likely = outcome_text(kind, likeliest(odds), self.tr)
        self._shares = outcome_shares(kind, odds, self.tr)
        words = outcomes_text(kind, odds, self.tr)
        self.setAccessibleDescription(words)
        self.setToolTip(plain_tip(words))
        self.update()

    def sizeHint(self) -> QSize:
        """Return a comfortable width at the one height."""
        return QSize(self._theme.px(360), self._theme.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Return the least width that can be read."""
        return QSize(self._theme.px(180), self._theme.px(_HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the likeliest outcome in words, and below it the parts with theirs."""
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = QRectF(0, 0, self.width(), theme.px(_HEIGHT - _BAR))
        wide = write(painter, top, self._likely, theme.font("serif", 20, bold=True), theme.color("text"))
        beside = top.adjusted(wide + theme.px(6), theme.px(4), 0, 0)
        write(painter, beside, self.tr("most likely"), theme.font("sans", 12), theme.color("muted"))
        self._paint_parts(painter, QRectF(0.5, top.bottom() + 0.5, self.width() - 1, theme.px(_BAR) - 1))
        painter.end()

    def _paint_parts(self, painter: QPainter, bar: QRectF) -> None:
        theme = self._theme
        outline = QPainterPath()
        outline.addRoundedRect(bar, theme.px(RADIUS), theme.px(RADIUS))
        painter.fillPath(outline, theme.color("ground"))
        painter.save()
        painter.setClipPath(outline)
        left = bar.left()
        best = max((chance.value for _, chance in self._shares), default=0.0)
        for words, chance in self._shares:
            part = QRectF(left, bar.top(), chance.value * bar.width(), bar.height())
            left += part.width()
            if chance.value == best:
                painter.fillRect(part, theme.color("raised"))
            painter.setPen(QPen(theme.color("edge"), 1))
            painter.drawLine(part.topRight(), part.bottomRight())
            self._write(painter, part, words, chance, bold=chance.value == best)
        painter.restore()
        painter.setPen(QPen(theme.color("edge"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(outline)

    def _write(self, painter: QPainter, part: QRectF, words: str, chance: Chance, *, bold: bool) -> None:
        """Write outcome and chance into a part; what has no room is left to the tip."""
        theme = self._theme
        font = theme.font("sans", 12, bold=bold)
        metrics, room = QFontMetricsF(font), part.width() - theme.px(6)
        both = self.tr("{outcome}: {chance}").format(outcome=words, chance=percent(chance, self.tr))
        text = next((each for each in (both, words) if metrics.horizontalAdvance(each) <= room), "")
        write(painter, part, text, font, theme.color("text"), MIDDLE)


class TaskChance(Guarded, QObject):
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
        # With large text the tray would have to give up its width for a longer bar.
        set_lengths(theme, self.bar, self.outcomes, least_width=150)
        for bar in (self.bar, self.outcomes):
            bar.setCursor(Qt.CursorShape.PointingHandCursor)
            bar.installEventFilter(self)
            self.view.addWidget(bar)
        self._counted: Outcomes | None = None
        self.details = tool_button(
            parent, self.open, name=self.tr("How likely each result is"), tip=self.tr("How likely each result is")
        )
        set_icon(theme, self.details, "chart", 16)
        self.details.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    @while_open
    def popup(self) -> "ChancePopup":
        """The chart."""
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
        self.bar.show_chance(odds.success, tie=odds.drawn, marker=marker)

    def show_outcomes(self, name: str, odds: TaskOdds, rulebook: Rulebook, occasion: Occasion) -> None:
        """Show the possible outcomes of the throw called `name`, or why it is not allowed."""
        if odds.net is None:
            self.show(name, odds, None, 0)
            return
        from bones_desktop.panels.table.chancepopup import Outcomes
        from bones_desktop.widgets.charts.columnplot import Scale

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

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Open the chart with a click on the bar."""
        if watched in {self.bar, self.outcomes} and event.type() == QEvent.Type.MouseButtonRelease:
            self.open()
            return True
        return super().eventFilter(watched, event)
