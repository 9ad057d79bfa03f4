"""The members of a party as an item model."""

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QObject

from bones_desktop.rules.bones.making.glance import Glance
from bones_desktop.widgets.rows import RowModel
from bones_desktop.wording.glances import glance_text


@dataclass(frozen=True, slots=True)
class GlanceRow:
    """One member."""

    id: str
    name: str
    glance: Glance | None
    """None where there is nothing to be seen of it; then `trouble` is a sentence that says why."""
    trouble: str = ""
    secret: bool = False
    """Whether the players do not see it."""


class PartyModel(RowModel[GlanceRow]):
    """The members in their order; while they are the same ones, only changed rows are reported to views."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._below_zero = True

    @property
    def below_zero(self) -> bool:
        """Whether damage below zero is shown in numbers."""
        return self._below_zero

    def set_rows(self, rows: Iterable[GlanceRow]) -> None:
        """Show these members."""
        self._update(rows, lambda row: row.id)

    def set_below_zero(self, shown: bool) -> None:
        """Show damage below zero in numbers, or only in words."""
        if shown != self._below_zero:
            self._below_zero = shown
            if self.rows:
                self.dataChanged.emit(self.index(0), self.index(len(self.rows) - 1))

    def _text(self, row: GlanceRow) -> str:
        return row.name

    def _spoken(self, row: GlanceRow) -> str:
        if row.glance is None:
            return f"{row.name}. {row.trouble}"
        told = glance_text(row.name, row.glance, self.tr, below_zero=self._below_zero)
        return f"{told} {self.tr('The players do not see it.')}" if row.secret else told
