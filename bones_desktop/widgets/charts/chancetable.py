"""The chances of skills: tables, their models, and small cells.

One table shows every skill against every difficulty and marks the changes made by the last edit. Another compares two
builds against one difficulty. A small cell shows a skill's name, its chance, the last change, and the chance with the
icon under the pointer.
"""

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Final

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QGuiApplication, QKeyEvent, QKeySequence, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QSizePolicy, QStyle, QStyleOptionViewItem, QWidget

from bones_desktop.rules.bones.book.definitions import Difficulty
from bones_desktop.rules.bones.reading.odds import SkillOdds
from bones_desktop.rules.records import Record
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.charts.celltable import Cell, CellModel, CellSizes, CellTable, Head
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.pushbuttons import view_action
from bones_desktop.widgets.rows import RIGHT, ROW_ROLE, Index, RowDelegate, RowModel, set_bare_list, set_grid, write
from bones_desktop.wording.chances import against_text, percent, percent_change, signed
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence

_LEAST: Final = 104
"""Smallest width of a cell in pixels at 100 % text size.

If cells of this width do not fit, rows have fewer cells.
"""
_HEIGHT: Final = 32
_CORNER: Final = 3
_FAINT: Final = 0.45


class SkillCell(Record):
    """A cell for a skill. Texts are ready to show. Chances are numbers from 0 to 1."""

    skill: str
    name: str
    chance: str
    share: float
    spoken: str
    """The text for screen readers."""
    allowed: bool = True
    change: str = ""
    """Percentage points gained or lost, such as "+6"."""
    then: float | None = None
    """The chance with the icon under the pointer, shown after `change`; None if the pointer is on no icon."""
    marked: bool = False
    """True if the chosen face has this skill."""
    when: str = ""
    """A short word shown before a change that has already been made."""


class SkillCellModel(RowModel[SkillCell]):
    """The skills in the given order."""

    def set_cells(self, cells: Sequence[SkillCell]) -> None:
        """Show these cells.

        If the skills stay the same, only changed cells are reported to the view.
        """
        self._update(cells, attrgetter("skill"))

    def _text(self, cell: SkillCell) -> str:
        return f"{cell.name} {cell.chance}"

    def _spoken(self, cell: SkillCell) -> str:
        return cell.spoken


class SkillCellDelegate(RowDelegate[SkillCell]):
    """Paints a cell: a name above a chance, over a bar with the length of the chance."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.cell = QSize()
        """The size of one cell, set by the view."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the size of a cell."""
        return self.cell

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, cell: SkillCell) -> None:
        theme, state = self._theme, option.state
        room = QRectF(option.rect).adjusted(1, 1, -1, -1)
        corner = theme.px(_CORNER)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("raised" if state & QStyle.StateFlag.State_MouseOver else "ground"))
        painter.drawRoundedRect(room, corner, corner)
        self._paint_bar(painter, room, cell)
        self._paint_words(painter, room.adjusted(theme.px(6), theme.px(1), -theme.px(6), -theme.px(1)), cell)
        focused = bool(state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_Selected)
        if focused or cell.marked:
            painter.setPen(QPen(theme.color("focus" if focused else "second"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(room.adjusted(0.5, 0.5, -0.5, -0.5), corner, corner)

    def _paint_bar(self, painter: QPainter, room: QRectF, cell: SkillCell) -> None:
        theme, corner = self._theme, self._theme.px(_CORNER)
        low = cell.share if cell.then is None else min(cell.share, cell.then)
        high = cell.share if cell.then is None else max(cell.share, cell.then)
        # A bar for a small chance would be too wide with round ends, so the bar is clipped to the cell.
        painter.setClipRect(room)
        if high > low:
            gain = QColor(theme.color("good" if cell.then == high else "bad"))
            gain.setAlphaF(_FAINT)
            painter.setBrush(gain)
            # This bar shows the higher of the two chances. The bar of the lower chance is painted over its beginning.
            painter.drawRoundedRect(QRectF(room.left(), room.top(), room.width() * high, room.height()), corner, corner)
            painter.setBrush(theme.color("ground"))
            painter.drawRect(QRectF(room.left(), room.top(), room.width() * low, room.height()))
        if low > 0:
            painter.setBrush(theme.color("chance"))
            wide = max(2.0 * corner, room.width() * low)
            painter.drawRoundedRect(QRectF(room.left(), room.top(), wide, room.height()), corner, corner)
        painter.setClipping(False)

    def _paint_words(self, painter: QPainter, room: QRectF, cell: SkillCell) -> None:
        theme = self._theme
        line = room.height() / 2
        above = QRectF(room.left(), room.top(), room.width(), line)
        below = QRectF(room.left(), room.top() + line, room.width(), line)
        small, number = theme.font("sans", 12), theme.font("sans", 14, bold=True)
        write(painter, above, cell.name, small, theme.color("text" if cell.allowed else "muted"))
        chance = theme.color("text" if cell.allowed and cell.share else "muted")
        taken = write(painter, below, cell.chance, number, chance) + QFontMetricsF(number).horizontalAdvance(" ")
        if cell.change:
            font = small if cell.when else theme.font("sans", 12, bold=True)
            tone = theme.color("good" if cell.change.startswith("+") else "bad")
            write(painter, below, cell.change, font, tone, RIGHT)
            metrics = QFontMetricsF(font)
            rest = below.adjusted(0, 0, -metrics.horizontalAdvance(f" {cell.change}"), 0)
            # If there is little room, the word is left out first, because sign and number are enough.
            if metrics.horizontalAdvance(f"{cell.when} ") <= rest.width() - taken:
                write(painter, rest, cell.when, font, theme.color("muted"), RIGHT)


class SkillCellView(Guarded, QListView):
    """Shows cells in as few rows as the width allows.

    The rows have about the same number of cells, and scroll if there is little height. A click or Enter picks a cell.
    """

    skill_activated = Signal(str)
    """Emitted with the id of the skill."""

    def __init__(self, theme: Theme, model: SkillCellModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self.columns = 1
        set_bare_list(self)
        self.setModel(model)
        self._delegate = SkillCellDelegate(theme, self)
        self.setItemDelegate(self._delegate)
        set_grid(self)
        self.setDragEnabled(False)
        self.setTabKeyNavigation(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self._choose)
        model.modelReset.connect(self._fit)
        theme.changed.connect(self._fit)
        self._fit()

    def sizeHint(self) -> QSize:
        """Return the height of the current rows."""
        return QSize(self._theme.px(_LEAST) * 3, self._height)

    def minimumSizeHint(self) -> QSize:
        """Return the size of two rows with one cell each, because more rows can be scrolled."""
        return QSize(self._theme.px(_LEAST), min(self._height, 2 * self._theme.px(_HEIGHT)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the cells in the new width."""
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pick with Enter or Space. Arrow keys move between cells."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space} and self.currentIndex().isValid():
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _choose(self, index: QModelIndex) -> None:
        cell = self._model.at(index)
        if cell is not None:
            self.skill_activated.emit(cell.skill)

    @property
    def _height(self) -> int:
        return -(-max(1, self._model.rowCount()) // self.columns) * self._theme.px(_HEIGHT)

    def _fit(self) -> None:
        self.columns = self._columns(self.width())
        short = self.height() < self._height
        bar = self.verticalScrollBar().sizeHint().width() if short else 0
        if bar:
            self.columns = self._columns(self.width() - bar)
        # The scroll bar is set explicitly. Qt's automatic bar would change the width from which the cells are
        # calculated.
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOn if short else policy.ScrollBarAlwaysOff)
        # The width is reduced by one pixel; otherwise rounding could move the last cell to the next row.
        width = max(1, (self.width() - bar - 1) // self.columns)
        self._delegate.cell = QSize(width, self._theme.px(_HEIGHT))
        self.setGridSize(self._delegate.cell)
        # Setting the maximum height starts a new layout, so it is set only if the height has changed.
        if self.maximumHeight() != self._height:
            self.setMaximumHeight(self._height)
            self.updateGeometry()

    def _columns(self, width: int) -> int:
        """Return the number of cells in a row of this width.

        It is chosen so that rows have about the same length.
        """
        count = max(1, self._model.rowCount())
        rows = -(-count // max(1, width // self._theme.px(_LEAST)))
        return -(-count // rows)


class SkillModel(CellModel):
    """Model with a row for each skill."""

    def __init__(self, columns: int, difficulties: Sequence[Difficulty], skill_names: Mapping[str, str]) -> None:
        """`skill_names` are keyed by id. A skill without a name is shown by its id."""
        super().__init__(columns)
        self.difficulties = tuple(difficulties)
        self._names = dict(skill_names)

    def _name(self, row: SkillOdds) -> str:
        return self._names.get(row.skill, row.skill)


class ChanceModel(SkillModel):
    """Model with a row for each skill and a column for each difficulty."""

    def __init__(self, difficulties: Sequence[Difficulty], skill_names: Mapping[str, str]) -> None:
        super().__init__(len(difficulties), difficulties, skill_names)
        self.odds: tuple[SkillOdds, ...] = ()
        """The odds of each skill shown."""
        self._changes: dict[tuple[int, int], str] = {}
        self._across = tuple(map(self._level_head, self.difficulties))

    def show_odds(self, rows: Sequence[SkillOdds], *, fresh: bool = False) -> None:
        """Show other odds and mark the changes.

        With `fresh`, the odds are for another character and nothing is marked. If the odds are the same, the marks of
        the last change stay. Raise ValueError if a row lacks a difficulty.
        """
        shown = tuple(rows)
        if any(len(row.chances) != len(self.difficulties) for row in shown):
            raise ValueError(f"a row needs {len(self.difficulties)} chances")
        if not fresh and shown == self.odds:
            return
        if fresh or [row.skill for row in shown] != [row.skill for row in self.odds]:
            self._changes = {}
        # If the list of skills has changed, the rows cannot be compared, so nothing is marked.
        elif list(map(_shown, shown)) != list(map(_shown, self.odds)):
            self._changes = self._found_changes(shown)
        # If only caps or reasons differ, the marks of the last change stay.
        self.odds = shown
        self.show_cells(
            self._across,
            [self._skill_head(row) for row in shown],
            [[self._cell(place, column) for column in range(len(self.difficulties))] for place in range(len(shown))],
        )

    def place(self, skill: str, difficulty: str) -> QModelIndex:
        """Return the index of a skill and a difficulty; an invalid index if there is none."""
        levels = [level.id for level in self.difficulties]
        row = self.row_of(skill)
        if row < 0 or difficulty not in levels:
            return QModelIndex()
        return self.index(row, levels.index(difficulty))

    def _level_head(self, level: Difficulty) -> Head:
        extra = level.automatic_nulls
        said = _("{difficulty}: {n} challenge dice").format(difficulty=level.name, n=level.dice)
        said = _("{dice} and {n} Nulls without rolling").format(dice=said, n=extra) if extra else said
        return Head(level.name, f"{level.dice}+{extra}" if extra else str(level.dice), said)

    def _skill_head(self, row: SkillOdds) -> Head:
        note = _("cap {n}").format(n=row.cap) if row.allowed and row.cap is not None else ""
        return Head(self._name(row), note, self._skill_said(row), row.allowed)

    def _skill_said(self, row: SkillOdds) -> str:
        if row.reason is not None and not row.allowed:
            name, why = self._name(row), sentence(row.reason)
            return why if name in why else _("{skill}: {why}").format(skill=name, why=why)
        if row.cap is not None:
            return _("{skill}: at most {n} successes count").format(skill=self._name(row), n=row.cap)
        return self._name(row)

    def _cell(self, place: int, column: int) -> Cell:
        row = self.odds[place]
        if not row.allowed:
            return Cell.saying(row.skill, "–", self._skill_said(row), change=self._changes.get((place, column), ""))
        chance, change = row.chances[column], self._changes.get((place, column), "")
        said = against_text(self._name(row), self.difficulties[column].name, chance)
        if change:
            said = _("{sentence} ({change} by the last change)").format(sentence=said, change=change)
        return Cell.saying(row.skill, percent(chance), said, chance, change)

    def _found_changes(self, rows: tuple[SkillOdds, ...]) -> dict[tuple[int, int], str]:
        return {
            (place, column): text
            for place, (old, new) in enumerate(zip(self.odds, rows, strict=True))
            for column, (was, now) in enumerate(zip(old.chances, new.chances, strict=True))
            if was != now and (text := percent_change(was, now))
        }


def _shown(row: SkillOdds) -> tuple[object, ...]:
    """Return the values shown in the cells of a row."""
    return row.chances, row.allowed, None if row.allowed else row.reason


SIZES: Final = CellSizes(row=(25, 48), column=(58, 150), air=32, columns=3)


class ChanceTable(CellTable):
    """Shows a ChanceModel. Enter or a double click picks a cell; arrow keys and a click only make it current."""

    chance_activated = Signal(str, str)
    """Emitted with the ids of the skill and the difficulty."""
    current_changed = Signal(str, str)
    """Emitted with the ids of the skill and the difficulty of the current cell."""

    def __init__(
        self, theme: Theme, difficulties: Sequence[Difficulty], skill_names: Mapping[str, str], parent: QWidget
    ) -> None:
        self.chance_model = ChanceModel(difficulties, skill_names)
        super().__init__(theme, self.chance_model, SIZES, _("Chances of success"), parent)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setAccessibleDescription(
            _("Skills against difficulties. Enter chooses a task, Ctrl+C copies what is selected.")
        )
        view_action(self, _("Copy"), self.copy, QKeySequence.StandardKey.Copy)
        self.cell_activated.connect(self._choose)
        self.selectionModel().currentChanged.connect(self._point)

    def show_odds(self, rows: Sequence[SkillOdds], *, fresh: bool = False) -> None:
        """Show other odds.

        With `fresh`, the odds are for another character and are not compared with the earlier odds.
        """
        count = len(self.chance_model.odds)
        self.chance_model.show_odds(rows, fresh=fresh)
        if len(self.chance_model.odds) != count:
            self.fit()
            self.updateGeometry()

    def select(self, skill: str, difficulty: str) -> None:
        """Make the cell of a task current and scroll to it. Do nothing if there is none."""
        place = self.chance_model.place(skill, difficulty)
        if place.isValid():
            self.selectionModel().setCurrentIndex(place, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self.scrollTo(place)

    def copy(self) -> None:
        """Copy the selected cells, separated by tabs.

        If several cells are selected, their headings are copied too.
        """
        if text := self._selected_text():
            QGuiApplication.clipboard().setText(text)

    def _choose(self, index: QModelIndex) -> None:
        self.chance_activated.emit(*self._ids(index))

    def _point(self, current: QModelIndex) -> None:
        """Emit the ids of the current cell."""
        if current.isValid():
            self.current_changed.emit(*self._ids(current))

    def _ids(self, index: QModelIndex) -> tuple[str, str]:
        return self.chance_model.odds[index.row()].skill, self.chance_model.difficulties[index.column()].id

    def _selected_text(self) -> str:
        cells = {(index.row(), index.column()): self._text(index) for index in self.selectedIndexes()}
        # A single value is usually pasted into a sentence, so it is copied without headings.
        if len(cells) < 2:
            return "".join(cells.values())
        rows = sorted({row for row, _unused in cells})
        columns = sorted({column for _unused, column in cells})
        across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        lines = ["\t".join(("", *(str(self.chance_model.headerData(column, across)) for column in columns)))]
        for row in rows:
            name = str(self.chance_model.headerData(row, down))
            lines.append("\t".join((name, *(cells.get((row, column), "") for column in columns))))
        return "\n".join(lines)

    def _text(self, index: QModelIndex) -> str:
        # Copied chances have one more decimal than on the screen.
        cell: Cell = index.data(ROW_ROLE)
        return cell.text if cell.chance is None else percent(cell.chance, 1)


PINNED, NOW, CAP = range(3)


class CompareModel(SkillModel):
    """Model with a row for each skill.

    The columns are the chance of the pinned build, the current chance, and the cap.
    """

    def __init__(self, difficulties: Sequence[Difficulty], skill_names: Mapping[str, str]) -> None:
        super().__init__(3, difficulties, skill_names)

    def compare(
        self, pinned: Sequence[SkillOdds], now: Sequence[SkillOdds], difficulty: str, heads: tuple[str, str]
    ) -> None:
        """Show two builds against a difficulty, with columns named `heads`.

        Raise ValueError if their skills differ.
        """
        skills = [row.skill for row in now]
        if [row.skill for row in pinned] != skills:
            raise ValueError("two builds are compared skill by skill")
        level = [each.id for each in self.difficulties].index(difficulty)
        name, told = self.difficulties[level].name, _("{build}: chance against {difficulty}")
        across = [Head(name, build, told.format(build=build, difficulty=name)) for build in heads]
        across.append(Head(_("successes"), _("Cap"), _("The most successes that count, pinned and now")))
        down = [Head(self._name(row), allowed=row.allowed) for row in now]
        cells = [
            (
                self._chance_cell(head.text, level, before, ""),
                self._chance_cell(head.text, level, after, percent_change(before.chances[level], after.chances[level])),
                self._cap_cell(head.text, before, after),
            )
            for head, before, after in zip(down, pinned, now, strict=True)
        ]
        self.show_cells(across, down, cells)

    def _chance_cell(self, name: str, level: int, odds: SkillOdds, change: str) -> Cell:
        chance = odds.chances[level]
        said = against_text(name, self.difficulties[level].name, chance)
        if odds.reason is not None and not odds.allowed:
            said = sentence(odds.reason)
        elif change:
            said = _("{sentence} ({change} against the pinned build)").format(sentence=said, change=change)
        if not odds.allowed:
            return Cell.saying(odds.skill, "–", said, change=change)
        return Cell.saying(odds.skill, percent(chance), said, chance, change)

    def _cap_cell(self, name: str, pinned: SkillOdds, now: SkillOdds) -> Cell:
        before, after = self._cap(pinned), self._cap(now)
        change = ""
        if pinned.cap is not None and now.cap is not None and pinned.cap != now.cap:
            points = now.cap - pinned.cap
            change = f"+{points}" if points > 0 else signed(points)
        text, said = after, _("{skill}: at most {n} successes count")
        if before != after:
            text, said = f"{before} → {after}", _("{skill}: cap {before} in the pinned build, {after} now")
        said = said.format(skill=name, n=after, before=before, after=after)
        return Cell.saying(now.skill, text, said, change=change)

    def _cap(self, odds: SkillOdds) -> str:
        if not odds.allowed:
            return "–"
        return _("none") if odds.cap is None else str(odds.cap)


COMPARE_SIZES: Final = CellSizes(row=(25, 48), column=(84, 240), air=24, columns=1)


class CompareTable(CellTable):
    """Shows a CompareModel. Enter or a double click picks a skill."""

    skill_activated = Signal(str)
    """Emitted with the id of the skill."""

    def __init__(
        self, theme: Theme, difficulties: Sequence[Difficulty], skill_names: Mapping[str, str], parent: QWidget
    ) -> None:
        self.compare_model = CompareModel(difficulties, skill_names)
        super().__init__(theme, self.compare_model, COMPARE_SIZES, _("The pinned build and the build now"), parent)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleDescription(_("Enter shows all chances of a skill."))
        self.cell_activated.connect(self._choose)

    def _choose(self, index: QModelIndex) -> None:
        self.skill_activated.emit(self.compare_model.key(index))
