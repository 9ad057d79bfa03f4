"""The damage of both sides in one round, as a grid of chances with totals."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from bones_desktop.rules.chances import NEVER, Chance
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.charts.chart import PickChart
from bones_desktop.wording.chances import chance_text, mean_count, percent
from bones_desktop.wording.language import _

MOST: Final = 8
"""Damage above this number is counted as this number."""


@dataclass(frozen=True, slots=True)
class DamageGrid:
    """Chances of damage dealt and taken, together and separately.

    The greatest number includes everything above it.
    """

    cells: Mapping[tuple[int, int], Chance]
    dealt: tuple[Chance, ...]
    taken: tuple[Chance, ...]
    dealt_open: bool
    taken_open: bool
    dealt_mean: float
    taken_mean: float


def damage_grid(damage: Mapping[tuple[int, int], Chance], most: int = MOST) -> DamageGrid:
    """Return the grid of (dealt, taken). Damage above `most` counts as `most`."""
    sums: dict[tuple[int, int], Fraction] = {}
    means = [Fraction(0), Fraction(0)]
    # The means are calculated from the real damage, before it is limited.
    for (dealt, taken), chance in damage.items():
        share = Fraction(chance.num, chance.den)
        cell = (min(dealt, most), min(taken, most))
        sums[cell] = sums.get(cell, Fraction(0)) + share
        means[0] += share * dealt
        means[1] += share * taken
    columns = 1 + max((dealt for dealt, _unused in sums), default=-1)
    rows = 1 + max((taken for _unused, taken in sums), default=-1)
    return DamageGrid(
        {cell: _chance(share) for cell, share in sums.items()},
        tuple(_chance(sum((sums.get((x, y), Fraction(0)) for y in range(rows)), Fraction(0))) for x in range(columns)),
        tuple(_chance(sum((sums.get((x, y), Fraction(0)) for x in range(columns)), Fraction(0))) for y in range(rows)),
        any(dealt > most for dealt, _unused in damage),
        any(taken > most for _unused, taken in damage),
        float(means[0]),
        float(means[1]),
    )


def _chance(share: Fraction) -> Chance:
    return Chance(share.numerator, share.denominator)


_MARGIN: Final = 8
_LINE: Final = 22
_SMALL: Final = 18
_HEAD: Final = 44
_CELL: Final = (36, 22)
_LARGEST: Final = (96, 44)


class JointDamageChart(PickChart[tuple[int, int]]):
    """A grid with damage dealt as columns and damage taken as rows. Likely cells are darker. Arrows select a cell."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, _("Damage of one round"), parent)
        self._damage: Mapping[tuple[int, int], Chance] = {}
        self._grid = damage_grid({})
        self._names = ("", "")

    def show_damage(self, damage: Mapping[tuple[int, int], Chance], *, dealt: str = "", taken: str = "") -> None:
        """Show the chance of each (dealt, taken). The default titles are "Damage dealt" and "Damage taken"."""
        if (damage, (dealt, taken)) == (self._damage, self._names):
            return
        self._damage, self._names = dict(damage), (dealt, taken)
        self._grid = damage_grid(self._damage)
        if self._picked is not None:
            columns, rows = len(self._grid.dealt), len(self._grid.taken)
            self._picked = (min(self._picked[0], columns - 1), min(self._picked[1], rows - 1)) if columns else None
        self._hovered = None
        self._describe()
        self.updateGeometry()
        self.update()

    def clear(self) -> None:
        """Show nothing."""
        self.show_damage({})

    @property
    def read_out(self) -> str:
        """The text above the grid, about the selected cell or the whole round."""
        cell = self._pointed()
        return self._said(cell, chance_text(self._chance(cell))) if cell else "  ·  ".join(self._whole())

    def as_text(self) -> str:
        """Return the grid with tabs between cells, the totals, and the statements about the whole round."""
        grid = self._grid
        if not grid.dealt:
            return ""
        total = _("Total")
        corner = f"{self._title(1)} \\ {self._title(0)}"
        lines = ["\t".join((corner, *(self._label(x, 0) for x in range(len(grid.dealt))), total))]
        for y, whole in enumerate(grid.taken):
            cells = [percent(self._chance((x, y)), 1) for x in range(len(grid.dealt))]
            lines.append("\t".join((self._label(y, 1), *cells, percent(whole, 1))))
        lines.append("\t".join((total, *(percent(whole, 1) for whole in grid.dealt), "")).rstrip("\t"))
        return "\n".join((*lines, *self._whole()))

    def sizeHint(self) -> QSize:
        """Return a comfortable size."""
        return self._size(_LARGEST[0] * 0.6, _LARGEST[1] * 0.75)

    def minimumSizeHint(self) -> QSize:
        """Return the smallest size at which the numbers can be read."""
        return self._size(*_CELL)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the text above, the titles, the cells and the totals."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._grid.dealt:
            self._paint_words(painter)
            self._paint_cells(painter)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Select another cell, or none with Escape. Other keys are passed on."""
        moves = {
            Qt.Key.Key_Left: (-1, 0),
            Qt.Key.Key_Right: (1, 0),
            Qt.Key.Key_Up: (0, -1),
            Qt.Key.Key_Down: (0, 1),
            Qt.Key.Key_Home: (-MOST, 0),
            Qt.Key.Key_End: (MOST, 0),
        }
        key = Qt.Key(event.key())
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or not self._grid.dealt:
            super().keyPressEvent(event)
        elif key in moves:
            self._move(*moves[key])
        elif key == Qt.Key.Key_Escape and self._picked is not None:
            self._pick(None)
        else:
            super().keyPressEvent(event)

    def _title(self, side: int) -> str:
        return self._names[side] or (_("Damage dealt"), _("Damage taken"))[side]

    def _label(self, number: int, side: int) -> str:
        chances, beyond = (
            (self._grid.dealt, self._grid.dealt_open),
            (self._grid.taken, self._grid.taken_open),
        )[side]
        return f"≥ {number}" if beyond and number == len(chances) - 1 else str(number)

    def _pointed(self) -> tuple[int, int] | None:
        return self._hovered or self._picked

    def _chance(self, cell: tuple[int, int]) -> Chance:
        return self._grid.cells.get(cell, NEVER)

    def _said(self, cell: tuple[int, int], chance: str) -> str:
        return _("{dealt} {x}, {taken} {y}: {chance}").format(
            dealt=self._title(0),
            x=self._label(cell[0], 0),
            taken=self._title(1),
            y=self._label(cell[1], 1),
            chance=chance,
        )

    def _whole(self) -> list[str]:
        """Return the statements about the whole round."""
        grid = self._grid
        if not grid.dealt:
            return []
        return [
            _("On average: {dealt} {x}, {taken} {y}").format(
                dealt=self._title(0),
                x=mean_count(grid.dealt_mean),
                taken=self._title(1),
                y=mean_count(grid.taken_mean),
            ),
            _("nobody hurt {chance}").format(chance=percent(self._chance((0, 0)))),
        ]

    def _describe(self) -> None:
        chosen = [f"{self.read_out}."] if self._picked is not None else []
        sides = []
        for side, chances in enumerate((self._grid.dealt, self._grid.taken)):
            parts = [f"{self._label(place, side)}: {percent(each)}" for place, each in enumerate(chances)]
            if parts:
                sides.append(_("{title}: {chances}.").format(title=self._title(side), chances=", ".join(parts)))
        self.setAccessibleDescription(" ".join([*chosen, *(f"{part}." for part in self._whole()), *sides]))

    def _move(self, right: int, down: int) -> None:
        self._hovered = None
        if self._picked is None:
            self._pick((0, 0))
            return
        x, y = self._picked[0] + right, self._picked[1] + down
        self._pick((min(max(x, 0), len(self._grid.dealt) - 1), min(max(y, 0), len(self._grid.taken) - 1)))

    def _part_at(self, point: QPointF) -> tuple[int, int] | None:
        for y in range(len(self._grid.taken)):
            for x in range(len(self._grid.dealt)):
                if self._rect(x, y).contains(point):
                    return x, y
        return None

    def _size(self, width: float, height: float) -> QSize:
        """Return the size of the chart with cells of `width` and `height`."""
        # The size is calculated for at least three rows and columns, so that it is the same for all small results.
        columns, rows = max(3, len(self._grid.dealt)) + 1, max(3, len(self._grid.taken)) + 1
        px = self._theme.px
        return QSize(
            2 * px(_MARGIN) + px(_SMALL) + px(_HEAD) + columns * px(width),
            2 * px(_MARGIN) + px(_LINE) + 2 * px(_SMALL) + rows * px(height),
        )

    def _frame(self) -> QRectF:
        """Return the rectangle of cells and totals."""
        px, columns, rows = self._theme.px, len(self._grid.dealt) + 1, len(self._grid.taken) + 1
        left, top = px(_MARGIN) + px(_SMALL) + px(_HEAD), px(_MARGIN) + px(_LINE) + 2 * px(_SMALL)
        room = QRectF(left, top, self.width() - left - px(_MARGIN), self.height() - top - px(_MARGIN))
        # The size of cells is limited, because a small grid would look empty in a large window.
        width = min(room.width(), columns * px(_LARGEST[0]))
        height = min(room.height(), rows * px(_LARGEST[1]))
        return QRectF(left + (room.width() - width) / 2, top, width, height)

    def _rect(self, x: int, y: int) -> QRectF:
        """Return the rectangle of a cell. The totals are the last column and row, after a small gap."""
        frame, gap = self._frame(), self._theme.px(4)
        columns, rows = len(self._grid.dealt), len(self._grid.taken)
        width, height = (frame.width() - gap) / (columns + 1), (frame.height() - gap) / (rows + 1)
        left = frame.left() + x * width + (gap if x == columns else 0)
        return QRectF(left, frame.top() + y * height + (gap if y == rows else 0), width, height)

    def _paint_words(self, painter: QPainter) -> None:
        theme, frame = self._theme, self._frame()
        gap = theme.px(_MARGIN)
        chosen = self._pointed()
        brief = "  ·  ".join(self._whole()[:1])
        if chosen:
            brief = self._said(chosen, percent(self._chance(chosen), 1))
        room = QRectF(gap, gap, self.width() - 2 * gap, theme.px(_LINE))
        self._paint_line(painter, room, self.read_out, brief)
        painter.setFont(theme.font("sans", 12))
        painter.setPen(theme.color("muted"))
        small, head = theme.px(_SMALL), theme.px(_HEAD)
        across = QRectF(frame.left(), frame.top() - 2 * small, frame.width(), small)
        self._write(painter, across, self._title(0))
        painter.save()
        painter.translate(frame.left() - head - small, frame.bottom())
        painter.rotate(-90)
        self._write(painter, QRectF(0, 0, frame.height(), small), self._title(1))
        painter.restore()
        for x in range(len(self._grid.dealt) + 1):
            cell = self._rect(x, 0)
            total = x == len(self._grid.dealt)
            label = _("Total") if total else self._label(x, 0)
            self._write(painter, QRectF(cell.left(), cell.top() - small, cell.width(), small), label)
        for y in range(len(self._grid.taken) + 1):
            cell = self._rect(0, y)
            total = y == len(self._grid.taken)
            label = _("Total") if total else self._label(y, 1)
            self._write(painter, QRectF(cell.left() - head, cell.top(), head, cell.height()), label)

    def _paint_cells(self, painter: QPainter) -> None:
        theme, grid = self._theme, self._grid
        columns, rows = len(grid.dealt), len(grid.taken)
        likeliest = max(chance.value for chance in grid.cells.values())
        font = theme.font("sans", 14 if self._rect(0, 0).width() >= theme.px(52) else 12)
        for y in range(rows):
            for x in range(columns):
                chance = self._chance((x, y))
                # The square root keeps unlikely cells visible next to a very likely one.
                ground = _mixed(theme.color("surface"), theme.color("chance"), math.sqrt(chance.value / likeliest))
                self._paint_cell(painter, self._rect(x, y), chance, ground, font)
        bold = QFont(font)
        bold.setBold(True)
        for x, chance in enumerate(grid.dealt):
            self._paint_cell(painter, self._rect(x, rows), chance, theme.color("raised"), bold)
        for y, chance in enumerate(grid.taken):
            self._paint_cell(painter, self._rect(columns, y), chance, theme.color("raised"), bold)
        chosen = self._pointed()
        if chosen is not None:
            painter.setPen(QPen(theme.color("focus" if self.hasFocus() else "text"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self._rect(*chosen).adjusted(1, 1, -1, -1))

    def _paint_cell(self, painter: QPainter, rect: QRectF, chance: Chance, ground: QColor, font: QFont) -> None:
        theme = self._theme
        inner = rect.adjusted(1, 1, -1, -1)
        painter.fillRect(inner, ground)
        painter.setFont(font)
        painter.setPen(theme.color("text" if chance.num else "muted"))
        text = percent(chance) if chance.num else "–"
        # In narrow cells, first leave out the space before the percent sign.
        if painter.fontMetrics().horizontalAdvance(text) > inner.width():
            text = text.replace(" ", "")
        painter.drawText(inner, Qt.AlignmentFlag.AlignCenter, text)

    @staticmethod
    def _write(painter: QPainter, room: QRectF, text: str) -> None:
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, shown)


def _mixed(one: QColor, other: QColor, share: float) -> QColor:
    """Return the mixture of two colours. `share` is the share of `other`."""
    return QColor.fromRgbF(
        one.redF() + (other.redF() - one.redF()) * share,
        one.greenF() + (other.greenF() - one.greenF()) * share,
        one.blueF() + (other.blueF() - one.blueF()) * share,
    )
