"""The table of chances, every skill against every difficulty, and its model, which marks what the last edit changed."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from PySide6.QtCore import QAbstractTableModel, QItemSelectionModel, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QWidget

from bones_desktop.rules.bones.book.definitions import Difficulty
from bones_desktop.rules.bones.reading.odds import SkillOdds
from bones_desktop.rules.chances import Chance
from bones_desktop.theme.keeping import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.charts.celltable import CellSizes, CellTable, ChanceRole
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.rows import Index
from bones_desktop.wording.chances import against_text, percent, percent_change
from bones_desktop.wording.reasons import sentence

_CELL_ROLES: Final = [
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    ChanceRole.CHANCE,
    ChanceRole.CHANGE,
]


class ChanceModel(QAbstractTableModel):
    """One row a skill, one column a difficulty. While the shape is the same, only changed cells are reported."""

    def __init__(
        self, difficulties: Sequence[Difficulty], skill_names: Mapping[str, str], parent: QObject | None = None
    ) -> None:
        """`skill_names` are by id; a skill without a name is called by its id."""
        super().__init__(parent)
        self._difficulties = tuple(difficulties)
        self._names = dict(skill_names)
        self._rows: tuple[SkillOdds, ...] = ()
        self._changes: dict[tuple[int, int], str] = {}

    @property
    def rows(self) -> tuple[SkillOdds, ...]:
        """What is shown."""
        return self._rows

    @property
    def difficulties(self) -> tuple[Difficulty, ...]:
        """The difficulties, one a column."""
        return self._difficulties

    def show_odds(self, rows: Sequence[SkillOdds], *, fresh: bool = False) -> None:
        """Show other odds and mark what they changed; `fresh` ones, of another character, mark nothing.

        Odds that change nothing leave the marks of the last change. ValueError when a row lacks a difficulty.
        """
        shown = tuple(rows)
        if any(len(row.chances) != len(self._difficulties) for row in shown):
            raise ValueError(f"a row needs {len(self._difficulties)} chances")
        if [row.skill for row in shown] != [row.skill for row in self._rows]:
            self.beginResetModel()
            self._rows, self._changes = shown, {}
            self.endResetModel()
        elif fresh or shown != self._rows:
            self._update(shown, fresh)

    def place(self, skill: str, difficulty: str) -> QModelIndex:
        """Return the cell of a skill and a difficulty; an invalid index when there is none."""
        skills = [row.skill for row in self._rows]
        levels = [level.id for level in self._difficulties]
        if skill not in skills or difficulty not in levels:
            return QModelIndex()
        return self.index(skills.index(skill), levels.index(difficulty))

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Return how many skills are shown."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """Return how many difficulties there are."""
        return 0 if parent.isValid() else len(self._difficulties)

    @guarded(None)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the percentage, the sentence, the chance itself, or what the last edit changed."""
        if not index.isValid() or index.row() >= len(self._rows) or index.column() >= len(self._difficulties):
            return None
        row, chance = self._rows[index.row()], self._rows[index.row()].chances[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return percent(chance, self.tr) if row.allowed else "–"
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(self._said(index))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._said(index)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        if role == ChanceRole.CHANCE:
            return chance if row.allowed else None
        if role == ChanceRole.CHANGE:
            return self._changes.get((index.row(), index.column()), "")
        return None

    @guarded(None)
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the name of a skill with its cap, or of a difficulty with its dice."""
        if orientation == Qt.Orientation.Horizontal:
            return self._level_data(self._difficulties[section], role) if section < len(self._difficulties) else None
        return self._skill_data(self._rows[section], role) if section < len(self._rows) else None

    def _level_data(self, level: Difficulty, role: int) -> object:
        extra = level.automatic_nulls
        if role == Qt.ItemDataRole.DisplayRole:
            return level.name
        if role == ChanceRole.NOTE:
            return f"{level.dice}+{extra}" if extra else str(level.dice)
        if role in {Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole}:
            text = self.tr("{difficulty}: {n} challenge dice").format(difficulty=level.name, n=level.dice)
            text = self.tr("{dice} and {n} Nulls without rolling").format(dice=text, n=extra) if extra else text
            return plain_tip(text) if role == Qt.ItemDataRole.ToolTipRole else text
        return None

    def _skill_data(self, row: SkillOdds, role: int) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return self._name(row)
        if role == ChanceRole.NOTE:
            return self.tr("cap {n}").format(n=row.cap) if row.allowed and row.cap is not None else ""
        if role == ChanceRole.ALLOWED:
            return row.allowed
        if role in {Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole}:
            text = self._skill_said(row)
            return plain_tip(text) if role == Qt.ItemDataRole.ToolTipRole else text
        return None

    def _skill_said(self, row: SkillOdds) -> str:
        if row.reason is not None and not row.allowed:
            name, why = self._name(row), sentence(row.reason, self.tr)
            return why if name in why else self.tr("{skill}: {why}").format(skill=name, why=why)
        if row.cap is not None:
            return self.tr("{skill}: at most {n} successes count").format(skill=self._name(row), n=row.cap)
        return self._name(row)

    def _name(self, row: SkillOdds) -> str:
        return self._names.get(row.skill, row.skill)

    def _said(self, index: Index) -> str:
        row, column = self._rows[index.row()], index.column()
        if not row.allowed:
            return self._skill_said(row)
        text = against_text(self._name(row), self._difficulties[column].name, row.chances[column], self.tr)
        change = self._changes.get((index.row(), column), "")
        if not change:
            return text
        return self.tr("{sentence} ({change} by the last change)").format(sentence=text, change=change)

    def _update(self, rows: tuple[SkillOdds, ...], fresh: bool) -> None:
        before, marked = self._rows, self._changes
        changes = {} if fresh else dict(self._found_changes(rows))
        if not fresh and not _cells(before, rows):
            changes = marked  # only caps or reasons differ: what the last edit did to the chances is still news
        self._rows, self._changes = rows, changes
        stale = {cell for cell in marked.keys() | changes.keys() if marked.get(cell) != changes.get(cell)}
        for row, runs in groupby(sorted(stale | _cells(before, rows)), key=lambda cell: cell[0]):
            for first, last in _runs([column for _, column in runs]):
                self.dataChanged.emit(self.index(row, first), self.index(row, last), _CELL_ROLES)
        for place, (old, new) in enumerate(zip(before, rows, strict=True)):
            if (old.allowed, old.reason, old.cap) != (new.allowed, new.reason, new.cap):
                self.headerDataChanged.emit(Qt.Orientation.Vertical, place, place)

    def _found_changes(self, rows: tuple[SkillOdds, ...]) -> Iterator[tuple[tuple[int, int], str]]:
        for place, (old, new) in enumerate(zip(self._rows, rows, strict=True)):
            for column, (was, now) in enumerate(zip(old.chances, new.chances, strict=True)):
                if was != now and (text := percent_change(was, now, self.tr)):
                    yield (place, column), text


def _cells(before: Sequence[SkillOdds], after: Sequence[SkillOdds]) -> set[tuple[int, int]]:
    """Return the cells that say something else."""
    return {
        (place, column)
        for place, (old, new) in enumerate(zip(before, after, strict=True))
        for column, (was, now) in enumerate(zip(old.chances, new.chances, strict=True))
        if was != now or old.allowed != new.allowed or (not new.allowed and old.reason != new.reason)
    }


def _runs(columns: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and last of each run of columns side by side."""
    for _, run in groupby(enumerate(columns), key=lambda each: each[1] - each[0]):
        together = [column for _, column in run]
        yield together[0], together[-1]


SIZES: Final = CellSizes(row=(25, 48), column=(58, 150), air=32, columns=3)


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
        self.chance_model = model
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setAccessibleName(self.tr("Chances of success"))
        self.setAccessibleDescription(
            self.tr("Skills against difficulties. Enter chooses a task, Ctrl+C copies what is selected.")
        )
        self.cell_activated.connect(self._choose)
        self.selectionModel().currentChanged.connect(self._point)

    def show_odds(self, rows: Sequence[SkillOdds], *, fresh: bool = False) -> None:
        """Show other odds; `fresh` ones, of another character, are not compared with those before."""
        count = len(self.chance_model.rows)
        self.chance_model.show_odds(rows, fresh=fresh)
        if len(self.chance_model.rows) != count:
            self.fit()
            self.updateGeometry()

    def select(self, skill: str, difficulty: str) -> None:
        """Go to the cell of a task and bring it into view; nothing happens when there is none."""
        place = self.chance_model.place(skill, difficulty)
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
            menu = light_menu(self)
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
        return self.chance_model.rows[index.row()].skill, self.chance_model.difficulties[index.column()].id

    def _selected_text(self) -> str:
        cells = {(index.row(), index.column()): self._text(index) for index in self.selectedIndexes()}
        if len(cells) < 2:
            return "".join(cells.values())
        rows = sorted({row for row, _ in cells})
        columns = sorted({column for _, column in cells})
        across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        lines = ["\t".join(("", *(str(self.chance_model.headerData(column, across)) for column in columns)))]
        for row in rows:
            name = str(self.chance_model.headerData(row, down))
            lines.append("\t".join((name, *(cells.get((row, column), "") for column in columns))))
        return "\n".join(lines)

    def _text(self, index: QModelIndex) -> str:
        chance = index.data(ChanceRole.CHANCE)
        return percent(chance, self.tr, 1) if isinstance(chance, Chance) else str(index.data())
