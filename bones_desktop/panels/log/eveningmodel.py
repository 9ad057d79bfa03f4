"""Evenings that have ended, the latest first, and what checking them has shown."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QObject, Qt

from bones_desktop.rules.fairness import Verification
from bones_desktop.storage.log.logentry import Evening
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.localized import counted, day_and_time_of
from bones_desktop.widgets.rows import Index, RowModel
from bones_desktop.widgets.text.labels import plain_tip
from bones_desktop.wording.log import shortened
from bones_desktop.wording.reasons import sentence


class EveningRole(IntEnum):
    """Roles beside Qt's own."""

    ROW = Qt.ItemDataRole.UserRole + 1
    """The CheckedEvening."""
    SECOND = Qt.ItemDataRole.UserRole + 2
    """The second line: its seal, or what was found."""


@dataclass(frozen=True, slots=True)
class CheckedEvening:
    """An evening, and what was found when it was checked."""

    evening: Evening
    found: Verification | None = None


class EveningModel(RowModel[CheckedEvening]):
    """One row an evening; what was found stays until the program ends."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._found: dict[int, Verification] = {}

    def set_evenings(self, evenings: Iterable[Evening]) -> None:
        """Show those that have ended, given oldest first."""
        ended = [each for each in evenings if each.ended is not None]
        rows = (CheckedEvening(each, self._found.get(each.id)) for each in reversed(ended))
        self._update(rows, lambda row: row.evening.id)

    def note(self, evening: Evening, found: Verification) -> None:
        """Show what checking an evening has shown."""
        self._found[evening.id] = found
        self._update(
            (CheckedEvening(each.evening, self._found.get(each.evening.id)) for each in self.rows),
            lambda row: row.evening.id,
        )

    @guarded(None)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a line of the evening, both lines together, or the evening itself."""
        row = self.at(index)
        if row is None:
            return None
        match role:
            case EveningRole.ROW:
                return row
            case Qt.ItemDataRole.DisplayRole:
                return self._first(row.evening)
            case EveningRole.SECOND:
                return self._second(row)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{self._first(row.evening)}. {self._second(row)}"
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(f"{self._first(row.evening)}\n{self._second(row)}")
        return None

    def _first(self, evening: Evening) -> str:
        when = day_and_time_of(evening.begun)
        if evening.draws == 1:
            return self.tr("{when} · 1 draw").format(when=when)
        return self.tr("{when} · {n} draws").format(when=when, n=counted(evening.draws))

    def _second(self, row: CheckedEvening) -> str:
        if row.found is None:
            return self.tr("Seal {seal}").format(seal=shortened(row.evening.commitment))
        return " ".join(sentence(reason, self.tr) for reason in row.found.findings)
