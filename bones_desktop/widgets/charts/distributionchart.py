"""The chance of a task as a bar that can be read across the table, and its distribution as columns.

The columns separate failures from successes and show the average. Pointing at a column shows its numbers.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from PySide6.QtCore import QAbstractAnimation, QPointF, QRectF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from bones_desktop.rules.chances import ALWAYS, NEVER, Chance, Distribution
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.charts.chart import (
    PLAIN,
    Column,
    ColumnPlot,
    Fill,
    PickChart,
    Scale,
    Share,
    folded,
    paint_fill,
    paint_shares,
)
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.rows import RIGHT, write
from bones_desktop.wording.chances import average_text, chance_text, exactly_text, or_more_text, percent
from bones_desktop.wording.language import _

LONGEST_MOTION: Final = 150
"""Longest animation of a bar, in milliseconds."""

_HEIGHT: Final = 52
_BAR_TOP: Final = 8
_BAR: Final = 20
_LEGEND_TOP: Final = 34
_LEGEND: Final = 16
_SAMPLE: Final = 12
_WRAPPED: Final = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap


@dataclass(frozen=True, slots=True)
class Marker:
    """Another chance of the same task with its name, such as with a bought success."""

    chance: Chance
    label: str
    spoken: str = ""
    """Longer name for the tooltip and screen readers; "" for the label."""
    brief: str = ""
    """Shorter name if the label does not fit; "" to cut the label off with an ellipsis."""


class _Lengths(NamedTuple):
    success: float = 0.0
    tie: float = 0.0
    marker: float = 0.0

    def towards(self, end: "_Lengths", share: float) -> "_Lengths":
        """Return the lengths after a share of the animation towards `end`."""
        return _Lengths(*(one + (other - one) * share for one, other in zip(self, end, strict=True)))


class ChanceBar(Guarded, QWidget):
    """A large percentage and a bar: filled for success, hatched for a tie, empty for failure, a line for a marker.

    Its height never changes. Without a task the bar is empty.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._success: Chance | None = None
        self._tie: Chance | None = None
        self.marker: Marker | None = None
        self._said = ""
        self._refusal = ""
        self._animated = True
        self._start = self._end = self._now = _Lengths()
        self._motion = QVariantAnimation(self, startValue=0.0, endValue=1.0)
        self._motion.valueChanged.connect(self._move)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(_("Chance of success"))
        for slot in (self.updateGeometry, self.update):
            theme.changed.connect(slot)

    def set_animated(self, animated: bool) -> None:
        """Set whether the bar is animated. It is not if the user prefers reduced motion."""
        self._animated = animated
        if not animated:
            self._settle()

    def show_chance(
        self, success: Chance, *, tie: Chance | None = None, marker: Marker | None = None, caption: str = ""
    ) -> None:
        """Show the chance of success. `tie` is for opposed tasks only. `caption` is below the number."""
        if caption != self._said:
            self._said = caption
            self._success = None
        self._show(success, tie, marker, "")

    def show_refusal(self, sentence: str) -> None:
        """Show that the task cannot be attempted, and why."""
        self._show(None, None, None, sentence)

    def clear(self) -> None:
        """Show an empty bar."""
        self._show(None, None, None, "")

    @property
    def said(self) -> str:
        """The content of the bar in words; "" if it is empty."""
        if self._success is None:
            return self._refusal
        parts = [_("{what}: {chance}").format(what=self._said or _("Success"), chance=chance_text(self._success))]
        if self._tie is not None:
            parts.append(_("Tie: {chance}").format(chance=chance_text(self._tie)))
        if self.marker is not None:
            chance = chance_text(self.marker.chance)
            what = self.marker.spoken or self.marker.label
            parts.append(_("{what}: {chance}").format(what=what, chance=chance))
        return "\n".join(parts)

    def sizeHint(self) -> QSize:
        """Return a comfortable width and the fixed height."""
        return QSize(self._theme.px(360), self._theme.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Return the minimum width of a readable bar."""
        return QSize(self._number_width() + self._theme.px(100), self._theme.px(_HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the percentage, the bar, and the legend of its parts."""
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left = self._number_width() + theme.px(12)
        bar = QRectF(left + 0.5, theme.px(_BAR_TOP) + 0.5, max(1, self.width() - left - 1), theme.px(_BAR))
        if self._refusal:
            self._paint_refusal(painter, bar)
            painter.end()
            return
        self._paint_number(painter)
        if self._success is None:
            paint_shares(painter, bar, theme, ())
        else:
            paint_shares(painter, bar, theme, [Share(self._now.success, Fill.SUCCESS), Share(self._now.tie, Fill.TIE)])
            legend = QRectF(bar.left(), theme.px(_LEGEND_TOP), bar.width(), theme.px(_LEGEND))
            label = self._marker_label(legend.width())
            used = self._paint_legend(painter, legend.adjusted(0, 0, -label[1], 0))
            if self.marker is not None:
                self._paint_marker(painter, bar, self._now.marker)
                self._paint_marker_label(painter, bar, legend.adjusted(used - legend.left(), 0, 0, 0), label)
        painter.end()

    def hideEvent(self, event: QHideEvent) -> None:
        """Finish the animation, because the bar is hidden."""
        super().hideEvent(event)
        self._settle()

    def _show(self, success: Chance | None, tie: Chance | None, marker: Marker | None, refusal: str) -> None:
        if (success, tie, marker, refusal) == (self._success, self._tie, self.marker, self._refusal):
            return
        # The first chance of its kind is not animated, because there is no earlier length.
        first, before = self._success is None, self.marker
        self._success, self._tie, self.marker, self._refusal = success, tie, marker, refusal
        self._start = self._now
        end = _Lengths(
            success.value if success else 0.0, tie.value if tie else 0.0, marker.chance.value if marker else 0.0
        )
        # A new marker appears at its position instead of sliding in from the left.
        if marker is not None and before is None:
            self._start = _Lengths(self._now.success, self._now.tie, end.marker)
        self._end = end
        self.setAccessibleDescription(self.said)
        self.setToolTip(plain_tip(self.said))
        self._run(moving=not first)

    def _run(self, *, moving: bool) -> None:
        self._motion.stop()
        seen = self._animated and self.isVisible() and self._start != self._end
        if moving and seen and (duration := self._duration()) > 0:
            self._motion.setDuration(duration)
            self._motion.start()
        else:
            self._now = self._end
        self.update()

    def _duration(self) -> int:
        """Return the duration of an animation in milliseconds; 0 if the desktop has no animations."""
        # Imported late: nothing is animated while the program starts.
        from PySide6.QtWidgets import QStyle

        return min(LONGEST_MOTION, self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration, None, self))

    def _move(self, share: object) -> None:
        if isinstance(share, float):
            self._now = self._start.towards(self._end, share)
            self.update()

    def _settle(self) -> None:
        if self._motion.state() != QAbstractAnimation.State.Stopped:
            self._motion.stop()
        self._now = self._end
        self.update()

    def _number_width(self) -> int:
        metrics = QFontMetrics(self._theme.font("serif", 28, bold=True))
        # Reserve room for the widest text, so that the bar always begins at the same position.
        widest = (NEVER, Chance(999, 1000), ALWAYS)
        return max(metrics.horizontalAdvance(percent(chance)) for chance in widest)

    def _paint_number(self, painter: QPainter) -> None:
        theme = self._theme
        room = QRectF(0, 0, self._number_width(), theme.px(_LEGEND_TOP))
        text = percent(self._success) if self._success is not None else "–"
        color = theme.color("text" if self._success is not None else "muted")
        write(painter, room, text, theme.font("serif", 28, bold=True), color, RIGHT)
        if self._success is not None:
            painter.setFont(theme.font("sans", 12))
            painter.setPen(theme.color("muted"))
            caption = QRectF(0, theme.px(_LEGEND_TOP), room.width(), theme.px(_LEGEND))
            words = self._said or _("to succeed")
            painter.drawText(caption, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words)

    def _paint_refusal(self, painter: QPainter, bar: QRectF) -> None:
        theme = self._theme
        frame, font = self._refusal_place(bar)
        if frame.left() == bar.left():
            self._paint_number(painter)
        painter.setPen(QPen(theme.color("edge"), 1, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(frame, theme.px(6), theme.px(6))
        painter.setPen(theme.color("text"))
        painter.setFont(font)
        painter.drawText(self._words_in(frame), _WRAPPED, self._refusal)

    def _refusal_place(self, bar: QRectF) -> tuple[QRectF, QFont]:
        """Return the rectangle and font of a refusal: large or small text next to the dash, or the whole bar."""
        beside = QRectF(bar.left(), 0.5, bar.width(), self.height() - 1)
        whole = beside.adjusted(0.5 - beside.left(), 0, 0, 0)
        large, small = (self._theme.font("sans", size) for size in (14, 12))
        for frame, font in ((beside, large), (beside, small), (whole, large)):
            words = self._words_in(frame)
            if QFontMetrics(font).boundingRect(words.toRect(), int(_WRAPPED), self._refusal).height() <= words.height():
                return frame, font
        return whole, small

    def _words_in(self, frame: QRectF) -> QRectF:
        px = self._theme.px
        return frame.adjusted(px(8), px(2), -px(8), -px(2))

    def _paint_legend(self, painter: QPainter, room: QRectF) -> float:
        """Paint the legend as far as it fits; return the right end of its text."""
        if self._tie is None or self._success is None:
            return room.left()
        theme = self._theme
        # Exact fractions, since rounded percentages would not add up to 100.
        den = self._success.den * self._tie.den
        rest = Chance(max(0, den - self._success.num * self._tie.den - self._tie.num * self._success.den), den)
        entries = [
            (Fill.TIE, _("tie {chance}").format(chance=percent(self._tie))),
            (Fill.EMPTY, _("fails {chance}").format(chance=percent(rest))),
        ]
        painter.setFont(theme.font("sans", 12))
        metrics, at = painter.fontMetrics(), room.left()
        side = theme.px(_SAMPLE)
        for fill, text in entries:
            width = side + theme.px(4) + metrics.horizontalAdvance(text)
            # An entry that does not fit is left out, because a cut word would be useless.
            if at + width > room.right():
                break
            sample = QRectF(at + 0.5, room.center().y() - side / 2, side, side)
            paint_fill(painter, sample, theme, fill)
            painter.setPen(QPen(theme.color("edge"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(sample)
            painter.setPen(theme.color("text"))
            words = room.adjusted(at + side + theme.px(4) - room.left(), 0, 0, 0)
            painter.drawText(words, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
            at += width + theme.px(12)
        return at

    def _marker_label(self, room: float) -> tuple[str, float]:
        """Return the label of the marker and its width. The percentage is never elided."""
        if self.marker is None:
            return "", 0.0
        metrics = QFontMetrics(self._theme.font("sans", 12, bold=True))
        rest = _("{what}: {chance}").format(what="", chance=percent(self.marker.chance))
        left = max(0.0, room - metrics.horizontalAdvance(rest) - 1)
        whole = metrics.horizontalAdvance(self.marker.label) <= left
        name = self.marker.label if whole else self.marker.brief or self.marker.label
        what = metrics.elidedText(name, Qt.TextElideMode.ElideRight, int(left))
        return f"{what}{rest}", metrics.horizontalAdvance(f"{what}{rest}") + 1.0

    def _paint_marker(self, painter: QPainter, bar: QRectF, share: float) -> None:
        theme = self._theme
        # A line in the background colour separates the marker from the bar.
        thick, reach = theme.px(2), theme.px(4)
        x = _marker_at(bar, share, reach)
        line = QRectF(x - thick / 2, bar.top() - reach, thick, bar.height() + 2 * reach)
        painter.fillRect(line.adjusted(-thick / 2, 0, thick / 2, 0), theme.color("ground"))
        painter.fillRect(line, theme.color("text"))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("text"))
        foot = bar.bottom() + reach
        painter.drawPolygon(QPolygonF([QPointF(x, foot - reach), QPointF(x - reach, foot), QPointF(x + reach, foot)]))

    def _paint_marker_label(self, painter: QPainter, bar: QRectF, room: QRectF, label: tuple[str, float]) -> None:
        """Write the label below the marker's final position, so that the label stays still while the marker moves."""
        theme = self._theme
        text, width = label
        x = _marker_at(bar, self._end.marker, theme.px(4))
        left = max(room.left(), min(x - width / 2, room.right() - width))
        at = QRectF(left, room.top(), width, room.height())
        write(painter, at, text, theme.font("sans", 12, bold=True), theme.color("text"))


def _marker_at(bar: QRectF, share: float, reach: float) -> float:
    """Return the marker's rectangle, which extends below the bar."""
    return max(bar.left() + reach, min(bar.left() + share * bar.width(), bar.right() - reach))


MOST: Final = 40
"""Greatest number of columns, however wide the chart is."""

_NARROWEST: Final = 12
"""Smallest width of a column with its gap, in pixels at 100 % text size."""

_MARGIN: Final = 8
_LINE: Final = 20


class DistributionChart(PickChart[int]):
    """Columns of a distribution. Left, Right, Home, End or the pointer select one to show its numbers.

    Numbers from `divide` up are separated from lower ones by colour, a line and words.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, _("Chart of chances"), parent)
        self._distribution: Distribution | None = None
        self._title = ""
        self._divide: int | None = None
        self._scale = PLAIN
        self._empty = ""
        self.columns: tuple[Column, ...] = ()
        """The columns shown, lowest first. If the chart is narrow, rare numbers at the ends are merged."""

    def show_distribution(
        self, distribution: Distribution, title: str, *, divide: int | None = 1, scale: Scale = PLAIN
    ) -> None:
        """Show a distribution. `divide` is the least successful number; None if nothing can fail.

        Labels show the values of numbers on `scale`.
        """
        self._show(distribution, title, divide, "", scale)

    def show_nothing(self, sentence: str) -> None:
        """Show why there is no distribution."""
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
        """Return a line for each number: the number, its chance, and the chance of it or more, separated by tabs."""
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
        """Paint the text above, the columns and their labels."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.columns and self._distribution is not None:
            self._paint_words(painter)
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
        self.update()

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
        """Return the index `step` from the selected column. Without a selection, start where success begins."""
        numbers = [column.number for column in self.columns]
        if self._picked in numbers:
            return numbers.index(self._picked) + step
        # Without a selection, the least successful number is the most interesting one.
        above = sum(number < (self._divide or 0) for number in numbers)
        return above if step > 0 else above - 1

    def _choose_place(self, place: int) -> None:
        self._hovered = None
        self._pick(self.columns[min(max(place, 0), len(self.columns) - 1)].number)

    def _part_at(self, point: QPointF) -> int | None:
        column = self._plot().column_at(point) if self.columns else None
        return None if column is None else column.number

    def _plot(self) -> ColumnPlot:
        px = self._theme.px
        gap = px(_MARGIN)
        room = QRectF(self.rect()).adjusted(gap, gap + px(_LINE), -gap, -gap)
        return ColumnPlot(self._theme, room, self.columns, self._divide, self._title, self._mean())

    def _paint_words(self, painter: QPainter) -> None:
        gap = self._theme.px(_MARGIN)
        room = QRectF(gap, gap, self.width() - 2 * gap, self._theme.px(_LINE))
        self._paint_line(painter, room, self.read_out, self._brief())

    def _brief(self) -> str:
        """Return the text above the columns without exact fractions, for narrow charts."""
        column = self._chosen()
        if column is None:
            return self._whole()[0]
        more = or_more_text(self._scale.text(column.number), column.or_more, exact=False)
        if column.label.startswith("≥"):
            return more
        one = exactly_text(column.label, column.chance)
        return one if column.label.startswith("≤") else f"{one}  ·  {more}"
