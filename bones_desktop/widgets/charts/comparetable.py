"""The table of two builds, and its model: what each skill's chance and cap were, and what they are."""

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QWidget

from bones_desktop.rules.bones.book.definitions import Difficulty
from bones_desktop.rules.bones.reading.odds import SkillOdds
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.charts.celltable import CellSizes, CellTable, ChanceRole
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.rows import Index
from bones_desktop.wording.chances import against_text, percent, percent_change, signed
from bones_desktop.wording.reasons import sentence

PINNED, NOW, CAP = range(3)
_COLUMNS: Final = 3


class CompareModel(QAbstractTableModel):
    """One row a skill; columns for the chance of the pinned build, that of the build now, and the cap."""

    def __init__(
        self, difficulties: Sequence[Difficulty], skill_names: Mapping[str, str], parent: QObject | None = None
    ) -> None:
        """`skill_names` are by id; a skill without a name is called by its id."""
        super().__init__(parent)
        self._difficulties = tuple(difficulties)
        self._names = dict(skill_names)
        self._level = 0
        self._pinned: tuple[SkillOdds, ...] = ()
        self._now: tuple[SkillOdds, ...] = ()
        self._heads: tuple[str, str] = ("", "")

    @property
    def skills(self) -> tuple[str, ...]:
        """Ids of the skills, one a row."""
        return tuple(row.skill for row in self._now)

    def compare(
        self, pinned: Sequence[SkillOdds], now: Sequence[SkillOdds], difficulty: str, heads: tuple[str, str]
    ) -> None:
        """Show two builds against a difficulty, their columns called `heads`; ValueError when their skills differ."""
        before, after = tuple(pinned), tuple(now)
        if [row.skill for row in before] != [row.skill for row in after]:
            raise ValueError("two builds are compared skill by skill")
        level = [each.id for each in self._difficulties].index(difficulty)
        if [row.skill for row in after] != [row.skill for row in self._now]:
            self.beginResetModel()
            self._pinned, self._now, self._level, self._heads = before, after, level, heads
            self.endResetModel()
            return
        old = [self._shown(row) for row in range(len(after))]
        same_heads = (heads, level) == (self._heads, self._level)
        allowed = [row.allowed for row in self._now]
        self._pinned, self._now, self._level, self._heads = before, after, level, heads
        for row, shown in enumerate(old):
            if shown != self._shown(row):
                self.dataChanged.emit(self.index(row, 0), self.index(row, _COLUMNS - 1))
            if allowed[row] != after[row].allowed:
                self.headerDataChanged.emit(Qt.Orientation.Vertical, row, row)
        if not same_heads:
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, _COLUMNS - 1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Return how many skills are shown."""
        return 0 if parent.isValid() else len(self._now)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """Return how many columns there are."""
        return 0 if parent.isValid() else _COLUMNS

    @guarded(None)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a percentage or a cap, the sentence, the chance itself, or how far the builds are apart."""
        if not index.isValid() or index.row() >= len(self._now) or index.column() >= _COLUMNS:
            return None
        row, column = index.row(), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(row, column)
        if role in {Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole}:
            said = self._said(row, column)
            return plain_tip(said) if role == Qt.ItemDataRole.ToolTipRole else said
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        if role == ChanceRole.CHANCE:
            build = {PINNED: self._pinned, NOW: self._now}.get(column)
            return build[row].chances[self._level] if build is not None and build[row].allowed else None
        if role == ChanceRole.CHANGE:
            return self._change(row, column)
        return None

    @guarded(None)
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a column or a skill is called; the note of a column stands above its name."""
        if orientation == Qt.Orientation.Vertical:
            return self._skill_data(section, role) if section < len(self._now) else None
        if section >= _COLUMNS:
            return None
        level = self._difficulties[self._level].name
        heads = (*self._heads, self.tr("Cap"))
        notes = (level, level, self.tr("successes"))
        if role == ChanceRole.NOTE:
            return heads[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return notes[section]
        if role in {Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole}:
            if section == CAP:
                return self.tr("The most successes that count, pinned and now")
            text = self.tr("{build}: chance against {difficulty}")
            return plain_tip(text.format(build=heads[section], difficulty=level))
        return None

    def _skill_data(self, row: int, role: int) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return self._name(row)
        if role == ChanceRole.ALLOWED:
            return self._now[row].allowed
        return self._name(row) if role == Qt.ItemDataRole.AccessibleTextRole else None

    def _name(self, row: int) -> str:
        return self._names.get(self._now[row].skill, self._now[row].skill)

    def _text(self, row: int, column: int) -> str:
        if column == CAP:
            before, after = self._cap(self._pinned[row]), self._cap(self._now[row])
            return after if before == after else f"{before} → {after}"
        odds = (self._pinned if column == PINNED else self._now)[row]
        return percent(odds.chances[self._level], self.tr) if odds.allowed else "–"

    def _cap(self, odds: SkillOdds) -> str:
        if not odds.allowed:
            return "–"
        return self.tr("none") if odds.cap is None else str(odds.cap)

    def _change(self, row: int, column: int) -> str:
        pinned, now = self._pinned[row], self._now[row]
        if column == NOW:
            return percent_change(pinned.chances[self._level], now.chances[self._level], self.tr)
        if column == CAP and None not in {pinned.cap, now.cap} and pinned.cap != now.cap:
            points = (now.cap or 0) - (pinned.cap or 0)
            return f"+{points}" if points > 0 else signed(points)
        return ""

    def _said(self, row: int, column: int) -> str:
        if column == CAP:
            text = self.tr("{skill}: at most {n} successes count")
            before, after = self._cap(self._pinned[row]), self._cap(self._now[row])
            if before != after:
                text = self.tr("{skill}: cap {before} in the pinned build, {after} now")
            return text.format(skill=self._name(row), n=after, before=before, after=after)
        odds = (self._pinned if column == PINNED else self._now)[row]
        if odds.reason is not None and not odds.allowed:
            return sentence(odds.reason, self.tr)
        level = self._difficulties[self._level].name
        text = against_text(self._name(row), level, odds.chances[self._level], self.tr)
        change = self._change(row, column)
        if not change:
            return text
        return self.tr("{sentence} ({change} against the pinned build)").format(sentence=text, change=change)

    def _shown(self, row: int) -> tuple[object, ...]:
        pinned, now = self._pinned[row], self._now[row]
        return (
            pinned.chances[self._level], now.chances[self._level], pinned.cap, now.cap,
            pinned.allowed, now.allowed, pinned.reason, now.reason,
        )  # fmt: skip


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
