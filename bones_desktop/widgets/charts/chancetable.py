"""The table of chances: every skill against every difficulty, as large as the room allows."""

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QMenu, QWidget

from bones_desktop.rules.bones.book.definitions import Difficulty
from bones_desktop.rules.bones.reading.odds import SkillOdds
from bones_desktop.rules.chances import Chance
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.charts.celltable import CellSizes, CellTable
from bones_desktop.widgets.charts.chancemodel import ChanceModel, ChanceRole
from bones_desktop.wording.chances import percent

SIZES: Final = CellSizes(row=(25, 48), column=(78, 150), air=12, columns=3)


class ChanceTable(CellTable):
    """Shows a ChanceModel. Enter and a double click choose a cell, arrow keys and a click only go there."""

    chance_activated = Signal(str, str)
    """Ids of the skill and the difficulty."""
    current_changed = Signal(str, str)
    """Ids of the skill and the difficulty of the current cell."""

    def __init__(
        self,
        theme: Theme,
        difficulties: Sequence[Difficulty],
        skill_names: Mapping[str, str],
        parent: QWidget | None = None,
    ) -> None:
        model = ChanceModel(difficulties, skill_names)
        super().__init__(theme, model, SIZES, parent)
        model.setParent(self)
        self._model = model
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setAccessibleName(self.tr("Chances of success"))
        self.setAccessibleDescription(
            self.tr("Skills against difficulties. Enter chooses a task, Ctrl+C copies what is selected.")
        )
        self.cell_activated.connect(self._choose)
        self.selectionModel().currentChanged.connect(self._point)

    @property
    def chance_model(self) -> ChanceModel:
        """The model shown."""
        return self._model

    def show_odds(self, rows: Sequence[SkillOdds], *, fresh: bool = False) -> None:
        """Show other odds; `fresh` ones, of another character, are not compared with those before."""
        count = len(self._model.rows)
        self._model.show_odds(rows, fresh=fresh)
        if len(self._model.rows) != count:
            self.fit()
            self.updateGeometry()

    def select(self, skill: str, difficulty: str) -> None:
        """Go to the cell of a task and bring it into view; nothing happens when there is none."""
        place = self._model.place(skill, difficulty)
        if place.isValid():
            self.selectionModel().setCurrentIndex(place, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self.scrollTo(place)

    def copy(self) -> None:
        """Put the cells selected on the clipboard, with tabs between them and with heads when there are several."""
        if text := self._selected_text():
            QGuiApplication.clipboard().setText(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy with Ctrl+C; all else as in any table of cells."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy, for those who use the mouse alone."""
        if self.selectionModel().hasSelection():
            menu = QMenu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.addAction(self._theme.icon("copy"), self.tr("Copy"), self.copy)
            menu.popup(event.globalPos())

    def _choose(self, index: QModelIndex) -> None:
        self.chance_activated.emit(*self._ids(index))

    def _point(self, current: QModelIndex) -> None:
        """Say which cell is current."""
        if current.isValid():
            self.current_changed.emit(*self._ids(current))

    def _ids(self, index: QModelIndex) -> tuple[str, str]:
        return self._model.rows[index.row()].skill, self._model.difficulties[index.column()].id

    def _selected_text(self) -> str:
        cells = {(index.row(), index.column()): self._text(index) for index in self.selectedIndexes()}
        if len(cells) < 2:
            return "".join(cells.values())
        rows = sorted({row for row, _ in cells})
        columns = sorted({column for _, column in cells})
        across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        lines = ["\t".join(("", *(str(self._model.headerData(column, across)) for column in columns)))]
        for row in rows:
            name = str(self._model.headerData(row, down))
            lines.append("\t".join((name, *(cells.get((row, column), "") for column in columns))))
        return "\n".join(lines)

    def _text(self, index: QModelIndex) -> str:
        chance = index.data(ChanceRole.CHANCE)
        return percent(chance, self.tr, 1) if isinstance(chance, Chance) else str(index.data())
