"""The chance of a task before the roll, a popup with the whole chart of chances, and the two buttons that roll."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QIcon, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QWidget

from bones_desktop.desk.keymap import KEYS
from bones_desktop.rules.chances import Chance
from bones_desktop.rules.records import Record
from bones_desktop.theme.measures import RADIUS
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.charts.distributionchart import ChanceBar, DistributionChart, Marker
from bones_desktop.widgets.dice.facelook import tinted
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.popups import Popup, beside, while_open
from bones_desktop.widgets.pushbuttons import push_button, tool_button
from bones_desktop.widgets.rows import MIDDLE, mirror_for, write
from bones_desktop.widgets.scaled import follow, set_icon, set_lengths, set_sheet_property, set_type
from bones_desktop.widgets.text.labels import heading_label
from bones_desktop.wording.chances import percent
from bones_desktop.wording.keys import keyed, keys_of
from bones_desktop.wording.language import _

_HEIGHT: Final = 52
_BAR: Final = 24


class OutcomesBar(Guarded, QWidget):
    """Bar with the outcomes of a roll that has no number to beat. It has the height of the bar for a single chance."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._likely = ""
        self._shares: tuple[tuple[str, Chance], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(_("Possible outcomes"))
        theme.changed.connect(self.updateGeometry)

    @property
    def said(self) -> str:
        """All outcomes in words, one on each line."""
        return self.accessibleDescription()

    def show_outcomes(self, likely: str, shares: Sequence[tuple[str, Chance]], words: str) -> None:
        """Show the likeliest outcome and the chance of each outcome. `words` is the tooltip, one outcome on a line."""
        self._likely = likely
        self._shares = tuple(shares)
        self.setAccessibleDescription(words)
        self.setToolTip(plain_tip(words))
        self.update()

    def sizeHint(self) -> QSize:
        """Return a comfortable width and the fixed height."""
        return QSize(self._theme.px(360), self._theme.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Return the smallest readable width."""
        return QSize(self._theme.px(180), self._theme.px(_HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the likeliest outcome as text, and below it the bar."""
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirror_for(self.layoutDirection(), painter, QRectF(self.rect()))
        top = QRectF(0, 0, self.width(), theme.px(_HEIGHT - _BAR))
        wide = write(painter, top, self._likely, theme.font("serif", 20, bold=True), theme.color("text"))
        beside = top.adjusted(wide + theme.px(6), theme.px(4), 0, 0)
        write(painter, beside, _("most likely"), theme.font("sans", 12), theme.color("muted"))
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
        best = max((chance.value for _unused, chance in self._shares), default=0.0)
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
        """Write an outcome with its chance into a part of the bar. Text that does not fit is only in the tooltip."""
        theme = self._theme
        font = theme.font("sans", 12, bold=bold)
        metrics, room = QFontMetricsF(font), part.width() - theme.px(6)
        both = _("{outcome}: {chance}").format(outcome=words, chance=percent(chance))
        text = next((each for each in (both, words) if metrics.horizontalAdvance(each) <= room), "")
        write(painter, part, text, font, theme.color("text"), MIDDLE)


class ChanceView(Record):
    """The chance of a roll before the roll, with all texts ready to show. Each game creates its own.

    It has a chance of `success`, or outcomes without a number to beat, or a refusal.
    """

    title: str = ""
    """Name of the roll."""
    success: Chance | None = None
    caption: str = ""
    """Text that says what the chance is for, such as "to hit"; "" for "to succeed"."""
    tie: Chance | None = None
    marker: Marker | None = None
    likely: str = ""
    """The likeliest outcome."""
    shares: tuple[tuple[str, Chance], ...] = ()
    """All outcomes with their chances."""
    words: str = ""
    """The outcomes in words, one on each line."""
    refusal: str = ""
    """The reason why there is no chance."""
    draw: Callable[[DistributionChart], object] | None = None
    """Function that fills the chart with the chances of each number; None if there is no chart."""


class TaskChance(Guarded, QObject):
    """Makes the widgets `view` and `details`, which the strip places, and the chart that opens from either.

    `view` shows `bar`, or `outcomes` for a roll that has no number to beat.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._owner = parent
        self._shown = ChanceView()
        self.view = QStackedWidget(parent)
        self.bar = ChanceBar(theme, self.view)
        self.outcomes = OutcomesBar(theme, self.view)
        # With a greater minimum width, the bar would make the tray narrower at a large text size.
        set_lengths(theme, self.bar, self.outcomes, least_width=150)
        for bar in (self.bar, self.outcomes):
            bar.setCursor(Qt.CursorShape.PointingHandCursor)
            bar.installEventFilter(self)
            self.view.addWidget(bar)
        self.details = tool_button(
            parent, self.open, name=_("How likely each result is"), tip=_("How likely each result is")
        )
        set_icon(theme, self.details, "chart", 16)
        self.details.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    @while_open
    def popup(self) -> "ChancePopup":
        """The popup with the chart."""
        return ChancePopup(self._theme, self._owner)

    def show(self, shown: ChanceView) -> None:
        """Show the chance of a roll, its outcomes, or the reason why the roll has no chance."""
        self._shown = shown
        self.details.setEnabled(shown.draw is not None)
        if shown.shares:
            self.outcomes.show_outcomes(shown.likely, shown.shares, shown.words)
        elif shown.success is not None:
            self.bar.show_chance(shown.success, tie=shown.tie, marker=shown.marker, caption=shown.caption)
        elif shown.refusal:
            self.bar.show_refusal(shown.refusal)
        else:
            self.bar.clear()
        self.view.setCurrentWidget(self.outcomes if shown.shares else self.bar)

    def open(self) -> None:
        """Open the chart. Do nothing if the roll has no chart."""
        if self._shown.draw is not None:
            self._shown.draw(self.popup.chart)
            self.popup.open_at(self.view, self._shown.title)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Open the chart when the bar is clicked."""
        if watched in {self.bar, self.outcomes} and event.type() == QEvent.Type.MouseButtonRelease:
            self.open()
            return True
        return super().eventFilter(watched, event)


class ChancePopup(Popup):
    """A chart with the chances of net results or of outcomes."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, "", parent)
        self._heading = heading_label(theme, self, wrap=True)
        self.chart = DistributionChart(theme, self)
        vbox(self, self._heading, (self.chart, 1), theme=theme, gap=8, edges=(16, 12, 16, 12))
        self.setFocusProxy(self.chart)

    def open_at(self, owner: QWidget, heading: str) -> None:
        """Show the chart below `owner`, or above it if there is more room."""
        theme = self._theme
        self._heading.setText(heading)
        self.setAccessibleName(heading)
        self.setGeometry(beside(owner, QSize(theme.px(480), theme.px(320)), theme.px(4)))
        self.show()
        self.chart.setFocus(Qt.FocusReason.PopupFocusReason)


class ThrowButtons(QWidget):
    """The buttons that roll. The tooltip of a disabled button gives the reason.

    A button for the GM's permission replaces "By hand" if the permission can make the roll possible.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._why_not = self._due = self._why_by_hand = ""
        self._moving = False
        self._unentered: str | None = None
        """The dice not entered yet, in words; None if no dice are being entered by hand."""
        # The stack is as wide as the wider button, so that nothing moves when they swap.
        self._second = QStackedWidget(self)
        self.by_hand = push_button(self._second, _("By hand"))
        self.leave = push_button(self._second, _("The GM\nallows it"), name=_("The GM allows it"))
        self.throw = push_button(self, _("Roll"), kind="primary")
        set_lengths(theme, self.throw, least_width=120, icon=24)
        # In a narrow strip the buttons are below the chance. In a wide strip they are beside it and get its height.
        set_lengths(theme, self, least_height=40)
        set_type(theme, self.throw, size=16, bold=True)
        self._row = hbox(self, margins=0, theme=theme, gap=8)
        for button in (self.by_hand, self.leave):
            self._second.addWidget(button)
        for widget in (self._second, self.throw):
            self._row.addWidget(widget)
        for widget in (self._second, self.by_hand, self.leave, self.throw):
            widget.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Ignored)
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Preferred)
        follow(theme, self, ThrowButtons.restyle)
        KEYS.changed.connect(self._show)
        self.allow("")

    def allow(self, why_not: str, *, unless_gm: str = "", by_hand: str = "") -> None:
        """Set the reason why no roll is possible; "" if a roll is possible.

        `unless_gm` describes the effect of the GM's permission; "" if it has none. `by_hand` is the reason why dice may
        not be entered by hand.
        """
        self._why_not, self._why_by_hand = why_not, why_not or by_hand
        self._second.setCurrentWidget(self.leave if unless_gm else self.by_hand)
        self.leave.setToolTip(plain_tip(unless_gm))
        self.leave.setAccessibleDescription(unless_gm)
        self._show()

    def show_due(self, words: str) -> None:
        """Show on the button which dice the rules require to be rolled next; "" if no dice are required."""
        self._due = words
        self._show()

    def show_moving(self, moving: bool) -> None:
        """While dice are moving, label the button with its present action: show the result at once."""
        self._moving = moving
        self._show()

    def show_entry(self, missing: str | None) -> None:
        """Show on the button that a press uses the dice entered by hand, or which dice are `missing`.

        `missing` is "" if all dice are entered, and None if dice are no longer being entered.
        """
        before, self._unentered = self._look, missing
        # The look is set only if it has changed, because a changed style property is slow in Qt.
        if self._look != before:
            set_sheet_property(self.throw, "kind", "" if missing else "primary")
            self.restyle()
        self._show()

    def restyle(self) -> None:
        """Use the theme's sizes and colours."""
        theme, px = self._theme, self._theme.px
        ratio = self.devicePixelRatioF()
        name, role = self._look
        icon = QIcon(tinted(theme, name, role, px(24), ratio))
        icon.addPixmap(tinted(theme, name, "edge", px(24), ratio), QIcon.Mode.Disabled)
        self.throw.setIcon(icon)

    @property
    def _look(self) -> tuple[str, str]:
        """The icon and the colour of the button that rolls."""
        return "throw" if self._unentered is None else "check", "text" if self._unentered else "on-accent"

    def _show(self) -> None:
        entering = self._unentered is not None and not self._moving
        self.throw.setText(self._words(entering=entering))
        self.throw.setEnabled(self._moving or entering or not self._why_not)
        self.by_hand.setEnabled(not self._moving and not self._why_by_hand)
        keys = ", ".join(filter(None, (keys_of("table.throw"), keys_of("throw"))))
        throw = self._why_not or keys
        if entering:
            throw = self._unentered or _("Read the dice you entered ({keys})").format(keys=f"Return, {keys}")
        by_hand = self._why_by_hand or keyed(_("Enter what your own dice show"), "table.by-hand")
        for button, tip in ((self.throw, throw), (self.by_hand, by_hand)):
            button.setToolTip(plain_tip(tip))
            button.setAccessibleDescription(tip)

    def _words(self, *, entering: bool) -> str:
        if self._moving:
            return _("Show result")
        return _("Use these") if entering else self._due or _("Roll")
