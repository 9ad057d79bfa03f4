"""Base classes and parts of charts: selection, text for the clipboard, bars with patterns, and columns."""

from collections.abc import Sequence
from enum import Enum, auto
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QKeySequence,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from bones_desktop.rules.chances import Chance, Distribution
from bones_desktop.rules.records import Record
from bones_desktop.theme.measures import RADIUS
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.pushbuttons import view_action
from bones_desktop.widgets.rows import LEFT, RIGHT, write
from bones_desktop.widgets.spoken import Role, speak_as
from bones_desktop.wording.chances import percent, signed
from bones_desktop.wording.language import _


class Chart(QWidget):
    """A painted chart. Ctrl+C and the context menu copy the text returned by `as_text`."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        """`name` is for screen readers."""
        super().__init__(parent)
        self._theme = theme
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        speak_as(self, Role.Chart, name)
        view_action(self, _("Copy"), self.copy, QKeySequence.StandardKey.Copy)
        for slot in (self.updateGeometry, self.update):
            theme.changed.connect(slot)

    def as_text(self) -> str:
        """Return the content of the chart as lines of text; "" without content."""
        return ""

    def copy(self) -> None:
        """Copy the text to the clipboard."""
        if text := self.as_text():
            QGuiApplication.clipboard().setText(text)


class Fill(Enum):
    """Filling of a part of a bar."""

    SUCCESS = auto()
    TIE = auto()
    FAILURE = auto()
    EMPTY = auto()


class Share(Record):
    """A part of a bar. All shares of one bar add up to at most 1."""

    size: float
    fill: Fill


_LEAST: Final = 2.0
"""Smallest width in pixels of a part whose chance is above 0."""

_WHOLE: Final = 1 - 1e-12
"""If the sum of the shares is at least this, the parts fill the whole bar.

The rest is then only a rounding error.
"""


def paint_shares(painter: QPainter, rect: QRectF, theme: Theme, shares: Sequence[Share]) -> None:
    """Paint the parts from left to right in the rounded `rect`. The rest stays empty."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    outline = QPainterPath()
    radius = min(theme.px(RADIUS), rect.height() / 2)
    outline.addRoundedRect(rect, radius, radius)
    painter.fillPath(outline, theme.color("ground"))
    painter.save()
    # The parts are rectangular, so they are clipped to the round ends of the bar.
    painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
    for part, share in placed(rect, shares):
        paint_fill(painter, part, theme, share.fill)
    painter.restore()
    painter.setPen(QPen(theme.color("edge"), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(outline)
    painter.restore()


def placed(rect: QRectF, shares: Sequence[Share]) -> list[tuple[QRectF, Share]]:
    """Return the rectangle of each part whose chance is above 0, with its share.

    Each part is at least `_LEAST` pixels wide, however unlikely it is. If the shares add up to less than 1, the empty
    end of the bar is at least `_LEAST` pixels wide too.
    """
    possible = [share for share in shares if share.size > 0]
    widths = [max(_LEAST, share.size * rect.width()) for share in possible]
    whole = rect.width() - (_LEAST if sum(share.size for share in possible) < _WHOLE else 0.0)
    # The small parts were made wider, so the largest part is made narrower by as many pixels.
    if widths and sum(widths) > whole:
        widths[widths.index(max(widths))] -= sum(widths) - whole
    found, left = [], rect.left()
    for width, share in zip(widths, possible, strict=True):
        found.append((QRectF(left, rect.top(), width, rect.height()), share))
        left += width
    return found


def paint_fill(painter: QPainter, rect: QRectF, theme: Theme, fill: Fill) -> None:
    """Paint a part, or its sample in a legend."""
    if fill is Fill.TIE:
        painter.fillRect(rect, theme.color("raised"))
        painter.fillRect(rect, QBrush(theme.color("warn"), Qt.BrushStyle.BDiagPattern))
    elif fill is Fill.SUCCESS:
        painter.fillRect(rect, theme.color("success"))
    elif fill is Fill.FAILURE:
        painter.fillRect(rect, theme.color("failure"))


class Scale(Record):
    """Converts the numbers of a chart to values: 0 becomes `first`, and each further number adds `step`."""

    first: float = 0.0
    step: float = 1.0

    def value(self, number: float) -> float:
        """Return the value of a number."""
        return self.first + number * self.step

    def text(self, number: int) -> str:
        """Return the value of a number as text: a signed whole number."""
        return signed(round(self.value(number)))


PLAIN = Scale()


class Column(Record):
    """A column for a single number, or for a number and all numbers above or below it."""

    number: int
    label: str
    chance: Chance
    or_more: Chance
    """Chance of this number or a higher one.

    It is 1 for the lowest column, which includes all lower numbers.
    """


def folded(
    distribution: Distribution, most: int, divide: int | None = None, scale: Scale = PLAIN
) -> tuple[Column, ...]:
    """Return at most `most` columns (at least three), lowest first; () for an empty distribution.

    Labels show the numbers converted by `scale`. A number that cannot occur gets a column if it is between two possible
    numbers. If there are too many numbers, the numbers at the less likely end are merged first. Numbers below `divide`
    are never merged with `divide` or higher numbers.
    """
    weights = dict(distribution)
    if not weights:
        return ()
    low, high = min(weights), max(weights)
    below, above = weights[low], weights[high]
    first, last = low, high
    while last - first + 1 > max(3, most):
        next_below, next_above = below + weights.get(first + 1, 0), above + weights.get(last - 1, 0)
        # Failures and successes must not share a column, so no number is merged across `divide`.
        may_low = divide is None or first >= divide or first + 1 < divide
        may_high = divide is None or last < divide or last - 1 >= divide
        if may_low and (next_below <= next_above or not may_high):
            first, below = first + 1, next_below
        else:
            last, above = last - 1, next_above
    columns, left = [], distribution.total
    for number in range(first, last + 1):
        if number == first > low:
            label, weight = f"≤ {scale.text(number)}", below
        elif number == last < high:
            label, weight = f"≥ {scale.text(number)}", above
        else:
            label, weight = scale.text(number), weights.get(number, 0)
        total = distribution.total
        columns.append(Column(number, label, Chance(weight, total), Chance(left, total)))
        left -= weight
    return tuple(columns)


_WIDEST: Final = 64
_LINE: Final = 16
"""Height of a line of small text."""


class ColumnPlot:
    """Calculates the positions of the columns in `room` and paints them.

    There must be at least one column.
    """

    def __init__(
        self, theme: Theme, room: QRectF, columns: Sequence[Column], divide: int | None, title: str, mean: str
    ) -> None:
        """Prepare the columns.

        The texts `title` and `mean` (the average) are written below the columns.
        """
        self._theme = theme
        self._columns = columns
        self._divide = divide
        self._title, self._mean = title, mean
        self._room = room
        line = theme.px(_LINE)
        top = room.top() + (line if divide is not None else 0) + line + theme.px(2)
        bottom = room.bottom() - 2 * line
        self._plot = QRectF(room.left(), top, room.width(), max(1.0, bottom - top))
        self._width = min(room.width() / len(columns), float(theme.px(_WIDEST)))
        self._left = room.center().x() - self._width * len(columns) / 2
        self._tallest = max(column.chance.value for column in columns)

    def column_at(self, point: QPointF) -> Column | None:
        """Return the column whose share of the width contains `point`; None if `point` is beside the columns."""
        place = int((point.x() - self._left) // self._width)
        return self._columns[place] if 0 <= place < len(self._columns) else None

    def column_rect(self, place: int) -> QRectF:
        """Return the rectangle of a column. A column with no chance has no height."""
        chance = self._columns[place].chance
        height = max(_LEAST, self._plot.height() * chance.value / self._tallest) if chance.num else 0.0
        gap = max(1.0, self._width * 0.12)
        left = self._left + place * self._width
        return QRectF(left + gap, self._plot.bottom() - height, self._width - 2 * gap, height)

    def paint(self, painter: QPainter, chosen: Column | None, mean: float) -> None:
        """Paint everything. The column `chosen` has an outline."""
        self._paint_columns(painter, chosen)
        self._paint_chances(painter)
        self._paint_numbers(painter, chosen)
        if self._divide is not None:
            self._paint_division(painter, self._divide)
        self._paint_below(painter, mean)

    def _paint_columns(self, painter: QPainter, chosen: Column | None) -> None:
        theme = self._theme
        for place, column in enumerate(self._columns):
            rect = self.column_rect(place)
            fails = self._divide is not None and column.number < self._divide
            painter.fillRect(rect, theme.color("failure" if fails else "success"))
            if column is chosen:
                painter.setPen(QPen(theme.color("text"), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(rect.adjusted(-1, -1, 1, 1))
        painter.setPen(QPen(theme.color("edge"), 1))
        base = self._plot.bottom() + 0.5
        painter.drawLine(QLineF(self._plot.left(), base, self._plot.right(), base))

    def _paint_chances(self, painter: QPainter) -> None:
        """Write each chance above its column.

        In narrow columns, the percent signs or all chances are left out.
        """
        font = self._theme.font("sans", 12)
        metrics = QFontMetricsF(font)
        percents = [percent(column.chance) for column in self._columns]
        # All columns use the same form of text, so that players can compare their numbers.
        for texts in (percents, [text.replace(" %", "") for text in percents]):
            shown = [(place, text) for place, text in enumerate(texts) if self._columns[place].chance.num]
            if all(metrics.horizontalAdvance(text) + 2 <= self._width for _unused, text in shown):
                for place, text in shown:
                    rect = self.column_rect(place)
                    self._write(painter, QPointF(rect.center().x(), rect.top() - self._theme.px(_LINE)), text, font)
                return

    def _paint_numbers(self, painter: QPainter, chosen: Column | None) -> None:
        """Write as many numbers below the columns as fit.

        The number of the selected column is always written.
        """
        font, bold = self._theme.font("sans", 12), self._theme.font("sans", 12, bold=True)
        metrics = QFontMetricsF(bold)
        widest = max(metrics.horizontalAdvance(column.label) for column in self._columns) + 2
        every = max(1, int(-(-widest // self._width)))
        y = self._plot.bottom() + self._theme.px(2)
        kept = next((place for place, column in enumerate(self._columns) if column is chosen), None)
        for place, column in enumerate(self._columns):
            x = self.column_rect(place).center().x()
            if place == kept:
                self._write(painter, QPointF(x, y), column.label, bold)
            elif (column.number - (self._divide or 0)) % every == 0 and (kept is None or abs(place - kept) >= every):
                self._write(painter, QPointF(x, y), column.label, font)

    def _write(self, painter: QPainter, top: QPointF, text: str, font: QFont) -> None:
        """Write a short text, centred below `top` within the room."""
        width = QFontMetricsF(font).horizontalAdvance(text) + 2
        left = min(max(top.x() - width / 2, self._room.left()), self._room.right() - width)
        write(painter, QRectF(left, top.y(), width, self._theme.px(_LINE)), text, font, self._theme.color("text"))

    def _paint_division(self, painter: QPainter, divide: int) -> None:
        """Draw the line between failures and successes, with names for both sides."""
        theme, font = self._theme, self._theme.font("sans", 12)
        x = self._left + sum(column.number < divide for column in self._columns) * self._width
        top = self._room.top()
        painter.setPen(QPen(theme.color("text"), theme.px(1), Qt.PenStyle.DashLine))
        painter.drawLine(QLineF(x, top + theme.px(2), x, self._plot.bottom()))
        gap = theme.px(6)
        for text, role, before in ((_("fails"), "bad", True), (_("succeeds"), "good", False)):
            wide = QFontMetricsF(font).horizontalAdvance(text) + 2
            start = x - gap - wide if before else x + gap
            if start >= self._room.left() and start + wide <= self._room.right():
                write(painter, QRectF(start, top, wide, theme.px(_LINE)), text, font, theme.color(role))

    def _paint_below(self, painter: QPainter, mean: float) -> None:
        """Mark the average below the numbers, and write the title in the remaining room."""
        theme, plot = self._theme, self._plot
        first, last = self._columns[0].number, self._columns[-1].number
        x = self._left + (min(max(mean, first), last) - first + 0.5) * self._width
        y, size = plot.bottom() + theme.px(_LINE + 2), theme.px(4)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent"))
        foot = y + 2 * size
        painter.drawPolygon(QPolygonF([QPointF(x, y), QPointF(x - size, foot), QPointF(x + size, foot)]))
        font = theme.font("sans", 12)
        wide = QFontMetricsF(font).horizontalAdvance(self._mean) + 4
        start = x + 2 * size if x + 2 * size + wide <= plot.right() else x - 2 * size - wide
        row = QRectF(plot.left(), y - theme.px(3), plot.width(), theme.px(_LINE))
        words = QRectF(start, row.top(), wide, row.height())
        write(painter, words, self._mean, font, theme.color("text"))
        # The title is written on the side of the average that has more room.
        right = words.center().x() < plot.center().x()
        free = row.adjusted(words.right() - row.left() + size, 0, 0, 0) if right else row
        free.setRight(row.right() if right else min(start, x - size) - size)
        write(painter, free, self._title, font, theme.color("muted"), RIGHT if right else LEFT)
