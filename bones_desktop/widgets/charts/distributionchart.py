"""The chance of a task as a bar that can be read across the table, and its distribution as columns.

The columns separate failures from successes and show the average. Pointing at a column shows its numbers.
"""

from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from bones_desktop.rules.chances import ALWAYS, NEVER, Chance, Distribution
from bones_desktop.rules.records import Record
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, stack, vbox
from bones_desktop.widgets.charts.chart import (
    PLAIN,
    Chart,
    Column,
    ColumnPlot,
    Fill,
    Scale,
    Share,
    folded,
    paint_shares,
)
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import Fitting
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.rows import mirror_for
from bones_desktop.widgets.scaled import follow, set_font, set_lengths, set_type
from bones_desktop.widgets.spoken import Role, speak_as
from bones_desktop.widgets.text.labels import ElidedLabel, plain_label
from bones_desktop.wording.chances import average_text, chance_text, exactly_text, or_more_text, percent
from bones_desktop.wording.language import _

_HEIGHT: Final = 52
_NUMBER: Final = 35
_BAR: Final = 28
"""Height of the bar, including the room for its marker, in pixels at 100 % text size."""


class Marker(Record):
    """Another chance of the same task, for example with a bought success, and its name."""

    chance: Chance
    label: str
    spoken: str = ""
    """Longer name for the tooltip and screen readers; "" to use the label."""


class _Filled(Guarded, QWidget):
    """A bar with a filled part for success, a hatched part for a tie, and a line for a marker. The rest is failure."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.shares: tuple[Share, ...] = ()
        self.marker: Marker | None = None
        set_lengths(theme, self, height=_BAR)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the bar and its marker."""
        theme = self._theme
        reach, thick = theme.px(4), theme.px(2)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirror_for(self.layoutDirection(), painter, QRectF(self.rect()))
        bar = QRectF(self.rect()).adjusted(0.5, reach + 0.5, -0.5, -reach - 0.5)
        paint_shares(painter, bar, theme, self.shares)
        if self.marker is not None:
            at = bar.left() + self.marker.chance.value * bar.width()
            x = max(bar.left() + reach, min(at, bar.right() - reach))
            line = QRectF(x - thick / 2, bar.top() - reach, thick, bar.height() + 2 * reach)
            # A line in the background colour separates the marker from the bar.
            painter.fillRect(line.adjusted(-thick / 2, 0, thick / 2, 0), theme.color("ground"))
            painter.fillRect(line, theme.color("text"))
        painter.end()


class ChanceBar(Fitting):
    """A large percentage next to a bar, with the meaning of its parts below.

    Its height never changes. Without a task the bar is empty.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._success: Chance | None = None
        self._tie: Chance | None = None
        self._said = ""
        self._number = plain_label(self)
        set_type(theme, self._number, size=28, serif=True, bold=True)
        self._caption = plain_label(self, role="muted", theme=theme, size=12)
        for label in (self._number, self._caption):
            label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._filled = _Filled(theme, self)
        self._rest = ElidedLabel(self, theme=theme, size=12)
        # The label of the marker gets its room first, because this label can be elided.
        self._rest.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._marked = ElidedLabel(self, theme=theme, size=12, bold=True)
        self._refusal = plain_label(self, wrap=True)
        # A long refusal must not make the bar higher.
        self._refusal.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self._whole = QWidget(self)
        left = vbox(None, self._number, self._caption, theme=theme, gap=0)
        self._legend_row = legend = hbox(None, (self._rest, 1), self._marked, theme=theme, gap=12)
        right = vbox(None, self._filled, legend, STRETCH, theme=theme, gap=2)
        self._row = hbox(self._whole, left, (right, 1), margins=0, theme=theme, gap=12)
        self._pages = stack(self, self._whole, self._refusal)
        vbox(self, self._pages, margins=0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        speak_as(self, Role.Grouping, _("Chance of success"))
        set_lengths(theme, self._number, height=_NUMBER)
        set_lengths(theme, self._caption, height=_HEIGHT - _NUMBER)
        set_lengths(theme, self, height=_HEIGHT)
        follow(theme, self, ChanceBar._fit)
        self.clear()

    def show_chance(
        self, success: Chance, *, tie: Chance | None = None, marker: Marker | None = None, caption: str = ""
    ) -> None:
        """Show the chance of success.

        `tie` is for opposed tasks only. `caption` is shown below the number.
        """
        self._said = caption
        self._show(success, tie, marker, "")

    def show_refusal(self, sentence: str) -> None:
        """Show that the task cannot be attempted, and the reason."""
        self._show(None, None, None, sentence)

    def clear(self) -> None:
        """Show an empty bar."""
        self._show(None, None, None, "")

    @property
    def marker(self) -> Marker | None:
        """The marker shown; None if there is none."""
        return self._filled.marker

    @property
    def said(self) -> str:
        """The content of the bar in words; "" if it is empty."""
        if self._success is None:
            return self._refusal.text()
        parts = [_("{what}: {chance}").format(what=self._said or _("Success"), chance=chance_text(self._success))]
        if self._tie is not None:
            parts.append(_("Tie: {chance}").format(chance=chance_text(self._tie)))
        if self.marker is not None:
            chance = chance_text(self.marker.chance)
            what = self.marker.spoken or self.marker.label
            parts.append(_("{what}: {chance}").format(what=what, chance=chance))
        return "\n".join(parts)

    def _show(self, success: Chance | None, tie: Chance | None, marker: Marker | None, refusal: str) -> None:
        self._success, self._tie, self._filled.marker = success, tie, marker
        parts = ((success, Fill.SUCCESS), (tie, Fill.TIE))
        self._filled.shares = tuple(Share(chance.value, fill) for chance, fill in parts if chance is not None)
        self._filled.update()
        self._number.setText("–" if success is None else percent(success))
        self._caption.setText("" if success is None else self._said or _("to succeed"))
        self._rest.set_full_text(self._legend())
        # The chance comes before the name, because the end of the text is cut off if there is little room.
        self._marked.set_full_text(f"{percent(marker.chance)} {marker.label}" if marker is not None else "")
        self._refusal.setText(refusal)
        self._pages.setCurrentWidget(self._refusal if refusal else self._whole)
        self._fit()
        self.setAccessibleDescription(self.said)
        self.setToolTip(plain_tip(self.said))

    def _legend(self) -> str:
        if self._tie is None or self._success is None:
            return ""
        # The label of the marker needs the room on the right. The tooltip names all parts.
        if self.marker is not None:
            return _("tie {tie}").format(tie=percent(self._tie))
        # Exact fractions, since rounded percentages would not add up to 100.
        den = self._success.den * self._tie.den
        rest = Chance(max(0, den - self._success.num * self._tie.den - self._tie.num * self._success.den), den)
        return _("tie {tie} · fails {rest}").format(tie=percent(self._tie), rest=percent(rest))

    def _fit(self) -> None:
        """Fit the legend to the width, and write a refusal in small letters if larger ones would be cut off."""
        # The bar always begins at the same position, after room for the widest percentage, if this leaves enough room
        # for the marker's label.
        metrics = QFontMetrics(self._theme.font("serif", 28, bold=True))
        widest = max(metrics.horizontalAdvance(percent(each)) for each in (NEVER, Chance(999, 1000), ALWAYS))
        marked, wide = self._marked.sizeHint().width(), self.width() - self._row.spacing()
        number = max(metrics.horizontalAdvance(self._number.text()), min(widest, wide - marked))
        self._number.setFixedWidth(number)
        wide -= max(number, self._caption.sizeHint().width()) + self._legend_row.spacing()
        self._rest.setHidden(self.marker is not None and self._rest.sizeHint().width() + marked > wide)
        room, wrap = self.contentsRect(), int(Qt.TextFlag.TextWordWrap)
        fonts = [self._theme.font("sans", size) for size in (14, 12)]
        fits = QFontMetrics(fonts[0]).boundingRect(room, wrap, self._refusal.text()).height() <= room.height()
        set_font(self._refusal, fonts[0 if fits else 1])


MOST: Final = 40
"""Greatest number of columns, however wide the chart is."""

_NARROWEST: Final = 12
"""Smallest width of a column with its gap, in pixels at 100 % text size."""

_MARGIN: Final = 8
_LINE: Final = 20


class DistributionChart(Guarded, Chart):
    """Columns of a distribution.

    Left, Right, Home, End or the pointer select a column to show its numbers. Numbers from `divide` up are separated
    from lower numbers by colour, a line and words.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, _("Chart of chances"), parent)
        self._distribution: Distribution | None = None
        self._title = ""
        self._divide: int | None = None
        self._scale = PLAIN
        self._empty = ""
        self._picked: int | None = None
        self._hovered: int | None = None
        self._words = ElidedLabel(self, theme=theme, bold=True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        vbox(self, self._words, STRETCH, theme=theme, edges=(_MARGIN, _MARGIN, _MARGIN, 0))
        self.setMouseTracking(True)
        self.columns: tuple[Column, ...] = ()
        """The columns shown, lowest first.

        If the chart is narrow, unlikely numbers at the ends are merged.
        """

    def show_distribution(
        self, distribution: Distribution, title: str, *, divide: int | None = 1, scale: Scale = PLAIN
    ) -> None:
        """Show a distribution. `divide` is the lowest number that succeeds; None if nothing can fail.

        Labels show the numbers converted by `scale`.
        """
        self._show(distribution, title, divide, "", scale)

    def show_nothing(self, sentence: str) -> None:
        """Show a sentence that says why there is no distribution."""
        self._show(None, "", None, sentence)

    @property
    def read_out(self) -> str:
        """The text above the columns, about the selected column or the whole distribution."""
        column = self._chosen()
        if column is not None:
            if column.label.startswith("≤"):
                return _("{result}: {chance}").format(result=column.label, chance=chance_text(column.chance))
            if column.label.startswith("≥"):
                return or_more_text(self._scale.text(column.number), column.or_more)
            one = exactly_text(column.label, column.chance)
            return f"{one}  ·  {or_more_text(self._scale.text(column.number), column.or_more)}"
        return "  ·  ".join(self._whole())

    def as_text(self) -> str:
        """Return a line for each number, with tabs: the number, its chance, and the chance of this number or more."""
        if self._distribution is None:
            return self._empty
        lines = ["\t".join((self._title, _("exactly"), _("this or more")))]
        lines += [
            "\t".join((each.label, percent(each.chance, 1), percent(each.or_more, 1)))
            for each in folded(self._distribution, MOST, self._divide, self._scale)
        ]
        return "\n".join([*lines, *self._whole()])

    def sizeHint(self) -> QSize:
        """Return a comfortable size."""
        return QSize(self._theme.px(480), self._theme.px(220))

    def minimumSizeHint(self) -> QSize:
        """Return the smallest size at which columns are distinguishable."""
        return QSize(self._theme.px(212), self._theme.px(140))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the text above the columns, the columns, and their labels."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.columns and self._distribution is not None:
            self._plot().paint(painter, self._chosen(), self._distribution.mean)
        else:
            painter.setFont(self._theme.font("sans", 14))
            painter.setPen(self._theme.color("muted"))
            gap = self._theme.px(_MARGIN)
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect().adjusted(gap, gap, -gap, -gap), flags, self._empty)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Merge as many columns as the new width requires."""
        super().resizeEvent(event)
        self._fold()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Select another column, or none with Escape. Other keys are passed on."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or not self.columns:
            super().keyPressEvent(event)
        elif step:
            self._choose_place(self._beside(step))
        elif event.key() == Qt.Key.Key_Home:
            self._choose_place(0)
        elif event.key() == Qt.Key.Key_End:
            self._choose_place(len(self.columns) - 1)
        elif event.key() == Qt.Key.Key_Escape and self._picked is not None:
            self._pick(None)
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show the numbers of the column under the pointer."""
        self._hover(self._number_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select the column under the pointer, or none outside the columns."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pick(self._number_at(event.position()))
        super().mousePressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Show the numbers of the selected column again."""
        super().leaveEvent(event)
        self._hover(None)

    def _pick(self, number: int | None) -> None:
        if number != self._picked:
            self._picked = number
            self._describe()
        self._read()

    def _hover(self, number: int | None) -> None:
        if number != self._hovered:
            self._hovered = number
            self._read()

    def _show(
        self, distribution: Distribution | None, title: str, divide: int | None, empty: str, scale: Scale = PLAIN
    ) -> None:
        # Setting equal values again would lose the user's selection.
        same = (title, divide, empty, scale) == (self._title, self._divide, self._empty, self._scale)
        if same and (distribution is self._distribution or distribution == self._distribution):
            return
        self._distribution, self._title, self._divide, self._empty = distribution, title, divide, empty
        self._scale = scale
        self._fold()
        self._describe()

    def _fold(self) -> None:
        room = self.width() - 2 * self._theme.px(_MARGIN)
        most = min(MOST, room // self._theme.px(_NARROWEST))
        found = self._distribution
        self.columns = folded(found, most, self._divide, self._scale) if found is not None else ()
        numbers = [column.number for column in self.columns]
        if self._picked is not None and self._picked not in numbers:
            self._picked = min(max(self._picked, numbers[0]), numbers[-1]) if numbers else None
            self._describe()
        self._hovered = None
        self._read()

    def _describe(self) -> None:
        if self._distribution is None:
            self.setAccessibleDescription(self._empty)
            return
        # Screen readers get the columns of the widest chart, whatever its present width.
        columns = folded(self._distribution, MOST, self._divide, self._scale)
        parts = [exactly_text(each.label, each.chance) for each in columns]
        title = _("{title}: {columns}.").format(title=self._title, columns=", ".join(parts))
        chosen = [f"{self.read_out}."] if self._picked is not None else []
        self.setAccessibleDescription(" ".join([*chosen, title, *(f"{part}." for part in self._whole())]))

    def _whole(self) -> list[str]:
        """Return the statements about the whole distribution."""
        if self._distribution is None:
            return []
        parts = []
        if self._divide is not None:
            success = chance_text(self._distribution.at_least(self._divide))
            parts.append(_("Success: {chance}").format(chance=success))
        return [*parts, self._mean()]

    def _mean(self) -> str:
        if self._distribution is None:
            return ""
        return average_text(self._scale.value(self._distribution.mean))

    def _chosen(self) -> Column | None:
        number = self._picked if self._hovered is None else self._hovered
        return next((column for column in self.columns if column.number == number), None)

    def _beside(self, step: int) -> int:
        """Return the index of the column `step` places away from the selected one.

        Without a selection, count from the lowest number that succeeds.
        """
        numbers = [column.number for column in self.columns]
        if self._picked in numbers:
            return numbers.index(self._picked) + step
        # Without a selection, counting starts where success begins, because that number is the most interesting one.
        above = sum(number < (self._divide or 0) for number in numbers)
        return above if step > 0 else above - 1

    def _choose_place(self, place: int) -> None:
        self._hovered = None
        self._pick(self.columns[min(max(place, 0), len(self.columns) - 1)].number)

    def _number_at(self, point: QPointF) -> int | None:
        column = self._plot().column_at(point) if self.columns else None
        return None if column is None else column.number

    def _plot(self) -> ColumnPlot:
        px = self._theme.px
        gap = px(_MARGIN)
        room = QRectF(self.rect()).adjusted(gap, gap + px(_LINE), -gap, -gap)
        return ColumnPlot(self._theme, room, self.columns, self._divide, self._title, self._mean())

    def _read(self) -> None:
        """Write the text above the columns, and paint the chart again."""
        self._words.set_full_text(self.read_out)
        self.update()
