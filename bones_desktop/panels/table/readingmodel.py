"""What each die of a throw did, as an item model."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import Qt

from bones_desktop.rules.reading import DieReading, Role
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.plaintip import plain_tip
from bones_desktop.widgets.rowmodel import Index, RowModel
from bones_desktop.wording.reasons import sentence


class DieRole(IntEnum):
    """Roles beside Qt's own."""

    LINE = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True, slots=True)
class DieLine:
    """One die: its face as a code, what it did now that some dice may be lost, and why in words."""

    die: DieReading
    code: str
    role: Role
    why: str

    @property
    def amount(self) -> str:
        """What the die adds or takes as a signed number, "" for nothing."""
        if self.role is Role.LOST:
            return ""
        if self.die.counts:
            return f"+{self.die.counts}"
        taken = dict(self.die.reason.values).get("n")
        return f"−{taken}" if self.role is Role.HURTS and self.die.reason.code != "damages" and taken else ""


class ReadingModel(RowModel[DieLine]):
    """The dice of one throw in the order of the throw."""

    def set_dice(self, dice: Sequence[DieReading], codes: Sequence[str], roles: Sequence[Role]) -> None:
        """Show other dice."""
        self._show(
            DieLine(die, code, role, sentence(die.reason, self.tr))
            for die, code, role in zip(dice, codes, roles, strict=True)
        )

    @guarded(None)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the die in words, or the line itself."""
        line = self.at(index)
        if line is None:
            return None
        if role == DieRole.LINE:
            return line
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole}:
            text = self.tr("{die}: {why}").format(die=line.die.label, why=line.why)
            return plain_tip(text) if role == Qt.ItemDataRole.ToolTipRole else text
        return None
