"""The table of two builds: each skill's chance pinned and now, and its cap."""

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QAbstractItemView, QWidget

from bones_desktop.rules.bones.book.definitions import Difficulty
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.charts.celltable import CellSizes, CellTable
from bones_desktop.widgets.charts.comparemodel import CompareModel

SIZES: Final = CellSizes(row=(25, 48), column=(84, 240), air=24, columns=1)


class CompareTable(CellTable):
    """Shows a CompareModel in the room there is. Enter and a double click choose a skill."""

    skill_activated = Signal(str)
    """Id of a skill."""

    def __init__(
        self,
        theme: Theme,
        difficulties: Sequence[Difficulty],
        skill_names: Mapping[str, str],
        parent: QWidget | None = None,
    ) -> None:
        model = CompareModel(difficulties, skill_names)
        super().__init__(theme, model, SIZES, parent)
        model.setParent(self)
        self.compare_model = model
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName(self.tr("The pinned build and the build now"))
        self.setAccessibleDescription(self.tr("Enter shows all chances of a skill."))
        self.cell_activated.connect(self._choose)

    def _choose(self, index: QModelIndex) -> None:
        self.skill_activated.emit(self.compare_model.skills[index.row()])
