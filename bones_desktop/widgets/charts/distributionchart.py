"""The chance of each number as columns, with failures and successes apart, the average and a read-out."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from bones_desktop.rules.chances import Distribution
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.charts.chart import PLAIN, Column, ColumnPlot, PickChart, Scale, folded
from bones_desktop.wording.chances import average_text, chance_text, exactly_text, or_more_text, percent
from bones_desktop.wording.language import _

MOST: Final = 40
"""Largest number of columns, however wide the chart is."""

_NARROWEST: Final = 12
"""Pixels of a column with its gap at 100 % text size."""

_MARGIN: Final = 8
_LINE: Final = 20


class DistributionChart(PickChart[int]):
    """Columns of a distribution. Left, Right, Home, End or the pointer choose one for the read-out.

    Numbers from `divide` up differ from lower ones by colour, a line between them, and words.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, _("Chart of chances"), parent)
        self._distribution: Distribution | None = None
        self._title = ""
        self._divide: int | None = None
        self._scale = PLAIN
        self._empty = ""
        self.columns: tuple[Column, ...] = ()
        """The columns shown, lowest first. Rare ends are folded if the chart is narrow."""

    def show_distribution(
        self, distribution: Distribution, title: str, *, divide: int | None = 1, scale: Scale = PLAIN
    ) -> None:
        """Show a distribution. `divide` is the least number that succeeds, None if nothing fails or succeeds.

        Labels show the meaning of numbers on `scale`.
        """
        self._show(distribution, title, divide, "", scale)

    def show_nothing(self, sentence: str) -> None:
        """Show the reason why there is no distribution."""
        self._show(None, "", None, sentence)

    @property
    def read_out(self) -> str:
        """The line above the columns: about the chosen column, else about the whole."""
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
        """Return the smallest size at which columns can be distinguished."""
        return QSize(self._theme.px(212), self._theme.px(140))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the read-out, the columns, and their labels."""
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
        """Fold as many columns as the new width requires."""
        super().resizeEvent(event)
        self._fold()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose another column, or none with Escape. Other keys are passed on."""
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
        # Showing equal values again would lose the column chosen by the user.
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
        # Screen readers get as many columns as a wide chart shows, whatever the width is.
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
        """Return the place `step` from the chosen column. Without one, start at the line where success begins."""
        numbers = [column.number for column in self.columns]
        if self._picked in numbers:
            return numbers.index(self._picked) + step
        # The border of success is the most interesting place to start.
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
        """Return the read-out without exact fractions, for narrow charts."""
        column = self._chosen()
        if column is None:
            return self._whole()[0]
        more = or_more_text(self._scale.text(column.number), column.or_more, exact=False)
        if column.label.startswith("≥"):
            return more
        one = exactly_text(column.label, column.chance)
        return one if column.label.startswith("≤") else f"{one}  ·  {more}"
