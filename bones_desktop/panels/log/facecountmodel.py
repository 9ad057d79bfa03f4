"""How often each face of each die came up, as an item model."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from PySide6.QtCore import QLocale, QObject, Qt

from bones_desktop.rules.fairness import FaceCounts, Fairness, assess
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.localized import counted
from bones_desktop.widgets.rows import Index, RowModel
from bones_desktop.widgets.text.labels import plain_tip
from bones_desktop.wording.log import FaceName
from bones_desktop.wording.reasons import sentence

_GRAVE: Final = frozenset({"fairness-rare", "fairness-extraordinary"})


class CountRole(IntEnum):
    """Roles beside Qt's own."""

    DIE = Qt.ItemDataRole.UserRole + 1
    """The AssessedDie."""
    VERDICT = Qt.ItemDataRole.UserRole + 2
    """What is to be said of it."""
    THROWS = Qt.ItemDataRole.UserRole + 3
    """How often it was thrown, and what is expected of each face, in words."""
    NAME = Qt.ItemDataRole.UserRole + 4
    """Whose die it is, if anyone's, and what it is called."""


@dataclass(frozen=True, slots=True)
class AssessedDie:
    """One die and how far it is from a fair one."""

    counts: FaceCounts
    fairness: Fairness

    @property
    def grave(self) -> bool:
        """Whether it fell as fair dice hardly ever do."""
        return self.fairness.verdict.code in _GRAVE


class FaceCountModel(RowModel[AssessedDie]):
    """One row a die, in the order given."""

    def __init__(self, name: FaceName, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name

    def set_names(self, name: FaceName) -> None:
        """Name faces by another rulebook."""
        self._name = name

    def set_counts(self, dice: Iterable[FaceCounts]) -> None:
        """Show these dice; one that is still the same keeps its place."""
        self._update((AssessedDie(each, assess(each)) for each in dice), _identity)

    @guarded(None)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the die in words, or the die itself."""
        die = self.at(index)
        if die is None:
            return None
        match role:
            case CountRole.DIE:
                return die
            case CountRole.VERDICT:
                return sentence(die.fairness.verdict, self.tr)
            case CountRole.NAME:
                return self._called(die.counts)
            case CountRole.THROWS:
                return self._throws(die.counts)
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return self._text(die)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(self._text(die))
        return None

    def _called(self, counts: FaceCounts) -> str:
        return self.tr("{who} · {die}").format(who=counts.owner, die=counts.name) if counts.owner else counts.name

    def _throws(self, counts: FaceCounts) -> str:
        expected = QLocale().toString(counts.expected, "f", 1)
        if counts.throws == 1:
            return self.tr("1 throw, {expected} expected for each face").format(expected=expected)
        return self.tr("{n} throws, {expected} expected for each face").format(
            n=counted(counts.throws), expected=expected
        )

    def _text(self, die: AssessedDie) -> str:
        faces = ", ".join(
            f"{self._name(code)} {counted(count)}"
            for code, count in zip(die.counts.faces, die.counts.counts, strict=True)
        )
        verdict = sentence(die.fairness.verdict, self.tr)
        return f"{self._called(die.counts)}: {self._throws(die.counts)}. {faces}. {verdict}"


def _identity(die: AssessedDie) -> object:
    return die.counts.owner, die.counts.name, die.counts.faces
