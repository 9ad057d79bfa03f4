"""The table of chances: every skill against every difficulty, as large as the room allows."""

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QMenu, QTableView, QWidget

from bones_desktop.rules.bones.odds import SkillOdds
from bones_desktop.rules.bones.tables import Difficulty
from bones_desktop.rules.chances import Chance
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.chancedelegate import ChanceDelegate
from bones_desktop.widgets.chanceheader import ChanceHeader
from bones_desktop.widgets.chancemodel import ChanceModel, ChanceRole
from bones_desktop.widgets.guarded import guarded
from bones_desktop.wording.chances import percent

_ROW: Final = (25, 48)
_COLUMN: Final = (78, 150)
"""Least and greatest height of a row and width of a column, in pixels at 100 % text size."""


class ChanceTable(QTableView):
    """Shows a ChanceModel. Enter and a double click choose a cell, arrow keys and a click only go there."""

    chosen = Signal(str, str)
    """Ids of the skill and the difficulty."""
    pointed = Signal(str, str)
    """Ids of the skill and the difficulty of the cell the keys are at now."""

    def __init__(
        self,
        theme: Theme,
        difficulties: Sequence[Difficulty],
        skill_names: Mapping[str, str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setProperty("kind", "bare")  # before anything asks the style, which would remember the looks of others
        self._theme = theme
        self._model = ChanceModel(difficulties, skill_names, self)
        self._heads = (
            ChanceHeader(theme, Qt.Orientation.Horizontal, self),
            ChanceHeader(theme, Qt.Orientation.Vertical, self),
        )
        self.setHorizontalHeader(self._heads[0])
        self.setVerticalHeader(self._heads[1])
        self.setModel(self._model)
        self.setItemDelegate(ChanceDelegate(theme, self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(self.tr("Chances of success"))
        self.setAccessibleDescription(
            self.tr("Skills against difficulties. Enter chooses a task, Ctrl+C copies what is selected.")
        )
        self.doubleClicked.connect(self._choose)
        self.selectionModel().currentChanged.connect(self._point)
        self._model.headerDataChanged.connect(self._fit)
        theme.changed.connect(self._restyle)
        self._restyle()

    @property
    def chance_model(self) -> ChanceModel:
        """The model shown."""
        return self._model

    def show_odds(self, rows: Sequence[SkillOdds], *, fresh: bool = False) -> None:
        """Show other odds; `fresh` ones, of another character, are not compared with those before."""
        count = len(self._model.rows)
        self._model.show_odds(rows, fresh=fresh)
        if len(self._model.rows) != count:
            self._fit()
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

    def sizeHint(self) -> QSize:  # noqa: N802 (Qt's name)
        """Return room for every row and column at a comfortable size."""
        px = self._theme.px
        width = self._heads[1].sizeHint().width() + self._model.columnCount() * px(_COLUMN[0] + 12)
        return QSize(width + 2, self._heads[0].sizeHint().height() + self._model.rowCount() * px(_ROW[0] + 3) + 2)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 (Qt's name)
        """Return room for a few rows; the rest scrolls."""
        px = self._theme.px
        width = self._heads[1].sizeHint().width() + 3 * px(_COLUMN[0])
        return QSize(width, self._heads[0].sizeHint().height() + 3 * px(_ROW[0]))

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 (Qt's name)
        """Give rows and columns equal shares of the new room."""
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's name)
        """Choose with Enter, copy with Ctrl+C, else walk over the cells."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.currentIndex().isValid():
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 (Qt's name)
        """Offer to copy, for those who use the mouse alone."""
        if self.selectionModel().hasSelection():
            menu = QMenu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.addAction(self._theme.icon("copy"), self.tr("Copy"), self.copy)
            menu.popup(event.globalPos())

    def _choose(self, index: QModelIndex) -> None:
        self.chosen.emit(*self._ids(index))

    def _point(self, current: QModelIndex) -> None:
        """Tell where the keys are now, and let the heads show it."""
        for head in self._heads:
            head.viewport().update()
        if current.isValid():
            self.pointed.emit(*self._ids(current))

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

    def _fit(self) -> None:
        px = self._theme.px
        rows, columns = self._model.rowCount(), self._model.columnCount()
        if not rows or not columns:
            return
        wide, high = self._heads
        room = self.contentsRect()
        width = room.width() - high.sizeHint().width()
        height = room.height() - wide.sizeHint().height()
        tall = min(max(height // rows, px(_ROW[0])), px(_ROW[1]))
        if tall * rows > height:
            width -= self.verticalScrollBar().sizeHint().width()
        broad = min(max(width // columns, px(_COLUMN[0])), px(_COLUMN[1]))
        if broad * columns > width and tall * rows <= height:
            height -= self.horizontalScrollBar().sizeHint().height()
            tall = min(max(height // rows, px(_ROW[0])), tall)
        for head, size in ((wide, broad), (high, tall)):
            head.setMinimumSectionSize(1)
            if head.defaultSectionSize() != size:
                head.setDefaultSectionSize(size)
        if high.width() != high.sizeHint().width():
            self.updateGeometries()

    def _restyle(self) -> None:
        for bar in (self.verticalScrollBar(), self.horizontalScrollBar()):
            bar.setSingleStep(self._theme.px(_ROW[0]))
        self._fit()
        self.updateGeometries()
        self.updateGeometry()
        self.viewport().update()
