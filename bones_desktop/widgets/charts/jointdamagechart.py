"""The damage of both sides in one round, as a grid of chances with totals."""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QWidget

from bones_desktop.rules.chances import NEVER, Chance
from bones_desktop.rules.records import Record
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.charts.celltable import Cell, CellModel, CellSizes, CellTable, Head
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.pushbuttons import view_action
from bones_desktop.widgets.spoken import Role, speak_as
from bones_desktop.widgets.text.labels import ElidedLabel
from bones_desktop.wording.chances import chance_text, mean_count, percent
from bones_desktop.wording.language import _

MOST: Final = 8
"""Damage above this number is counted as this number."""


class DamageGrid(Record):
    """Chances of damage dealt and taken, together and separately.

    The last number stands for all greater damage too.
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
    # The averages are calculated from the full damage, before it is limited to `most`.
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


_SIZES: Final = CellSizes(row=(22, 44), column=(44, 96), air=16, columns=4)


class JointDamageChart(Guarded, QWidget):
    """A table of damage dealt (columns) and taken (rows), with totals.

    One line above the table describes the round. Another line describes the cell that is selected or under the pointer.
    Ctrl+C and the context menu copy everything.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._damage: Mapping[tuple[int, int], Chance] = {}
        self._grid = damage_grid({})
        self._names = ("", "")
        self._all = ElidedLabel(self, theme=theme, bold=True)
        self._cell = ElidedLabel(self, theme=theme)
        self._model = CellModel(0)
        self.table = CellTable(theme, self._model, _SIZES, _("Damage of one round"), self)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        vbox(self, self._all, self._cell, (self.table, 1), margins=0, theme=theme, gap=4)
        self.setFocusProxy(self.table)
        speak_as(self, Role.Chart, _("Damage of one round"))
        self.table.selectionModel().currentChanged.connect(self._read_out)
        self.table.entered.connect(self._read_out)
        view_action(self, _("Copy"), self.copy, QKeySequence.StandardKey.Copy)
        self._show()

    def show_damage(self, damage: Mapping[tuple[int, int], Chance], *, dealt: str = "", taken: str = "") -> None:
        """Show the chance of each (dealt, taken). The default titles are "Damage dealt" and "Damage taken"."""
        if (damage, (dealt, taken)) != (self._damage, self._names):
            self._damage, self._names = dict(damage), (dealt, taken)
            self._grid = damage_grid(self._damage)
            self._show()

    def clear(self) -> None:
        """Show nothing."""
        self.show_damage({})

    @property
    def read_out(self) -> str:
        """The text about the cell that is selected or under the pointer.

        Without such a cell, the text names the columns and rows.
        """
        return self._cell.full_text

    def as_text(self) -> str:
        """Return the content as text: the grid with tabs between cells, the totals, and the lines about the round."""
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

    def copy(self) -> None:
        """Copy everything as text."""
        if text := self.as_text():
            QGuiApplication.clipboard().setText(text)

    def leaveEvent(self, event: QEvent) -> None:
        """Describe the selected cell again when the pointer leaves."""
        super().leaveEvent(event)
        self._read_out(self.table.currentIndex())

    def _show(self) -> None:
        grid, total = self._grid, _("Total")
        columns, rows = len(grid.dealt), len(grid.taken)
        likeliest = max((chance.value for chance in grid.cells.values()), default=1.0)
        cells = [[*(self._made(x, y, likeliest) for x in range(columns)), self._sum(1, y)] for y in range(rows)]
        across = [*(Head("", self._label(x, 0)) for x in range(columns)), Head("", total)]
        down = [*(Head(self._label(y, 1)) for y in range(rows)), Head(total)]
        last = [*(self._sum(0, x) for x in range(columns)), Cell(key=total, text="")]
        shown = bool(columns)
        self._model.show_cells(
            across if shown else [],
            down if shown else [],
            [*cells, last] if shown else [],
        )
        self._all.set_full_text("  ·  ".join(self._whole()))
        self._read_out(self.table.currentIndex())
        parts = [*self._whole(), *(self._sums(side) for side in range(2) if shown)]
        self.setAccessibleDescription(" ".join(f"{part}." for part in parts))
        self.updateGeometry()

    def _made(self, x: int, y: int, likeliest: float) -> Cell:
        chance = self._chance((x, y))
        # The square root keeps unlikely cells visible next to a very likely one.
        shade = math.sqrt(chance.value / likeliest)
        return Cell.saying(str(y), percent(chance) if chance.num else "–", self._said((x, y)), chance, shade=shade)

    def _sum(self, side: int, number: int) -> Cell:
        """Return the cell with the chance that one side deals or takes `number` damage."""
        chance = (self._grid.dealt, self._grid.taken)[side][number]
        said = _("{title} {n}: {chance}").format(
            title=self._title(side), n=self._label(number, side), chance=chance_text(chance)
        )
        return Cell.saying(str(number), percent(chance), said, shade=0.0)

    def _sums(self, side: int) -> str:
        chances = (self._grid.dealt, self._grid.taken)[side]
        parts = [f"{self._label(place, side)}: {percent(each)}" for place, each in enumerate(chances)]
        return _("{title}: {chances}").format(title=self._title(side), chances=", ".join(parts))

    def _title(self, side: int) -> str:
        return self._names[side] or (_("Damage dealt"), _("Damage taken"))[side]

    def _label(self, number: int, side: int) -> str:
        chances, beyond = (
            (self._grid.dealt, self._grid.dealt_open),
            (self._grid.taken, self._grid.taken_open),
        )[side]
        return f"≥ {number}" if beyond and number == len(chances) - 1 else str(number)

    def _chance(self, cell: tuple[int, int]) -> Chance:
        return self._grid.cells.get(cell, NEVER)

    def _said(self, cell: tuple[int, int]) -> str:
        return _("{dealt} {x}, {taken} {y}: {chance}").format(
            dealt=self._title(0),
            x=self._label(cell[0], 0),
            taken=self._title(1),
            y=self._label(cell[1], 1),
            chance=chance_text(self._chance(cell)),
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

    def _read_out(self, index: QModelIndex) -> None:
        """Describe the cell at `index` above the table.

        If `index` is not a cell, name the columns and rows.
        """
        axes = _("Columns: {dealt}. Rows: {taken}.").format(dealt=self._title(0), taken=self._title(1))
        said = str(index.data(Qt.ItemDataRole.AccessibleTextRole) or "") if index.isValid() else ""
        self._cell.set_full_text(said or (axes if self._grid.dealt else ""))
