"""Skills as small cells: name, chance, its last change, and the chance with the icon under the pointer."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from PySide6.QtCore import QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QListView, QSizePolicy, QStyle, QStyleOptionViewItem, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.rows import RIGHT, Index, RowDelegate, RowModel, set_bare_list, set_grid, write

_LEAST: Final = 104
"""Width in pixels at 100 % text size below which a row gets fewer cells."""
_HEIGHT: Final = 32
_CORNER: Final = 3
_FAINT: Final = 0.45


@dataclass(frozen=True, slots=True)
class SkillCell:
    """One skill. Texts are finished. Shares go from 0 to 1."""

    skill: str
    name: str
    chance: str
    share: float
    spoken: str
    """The text for screen readers."""
    allowed: bool = True
    change: str = ""
    """Points gained or lost, such as "+6"."""
    then: float | None = None
    """The share with the icon under the pointer, to which the change belongs, or None."""
    marked: bool = False
    """Whether the chosen face has this skill."""
    when: str = ""
    """A short word before a change that has been made already."""


class SkillCellModel(RowModel[SkillCell]):
    """The skills in the given order."""

    def set_cells(self, cells: Sequence[SkillCell]) -> None:
        """Show these cells. If the skills are the same, only changed cells are reported to views."""
        self._update(cells, attrgetter("skill"))

    def _text(self, cell: SkillCell) -> str:
        return f"{cell.name} {cell.chance}"

    def _spoken(self, cell: SkillCell) -> str:
        return cell.spoken


class SkillCellDelegate(RowDelegate[SkillCell]):
    """Paints a cell: the name above the chance, over a bar as long as the chance."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.cell = QSize()
        """The size of one cell, set by the view."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the size of one cell."""
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
        # Rounded bars of small chances are wider than the chance and must not leave the cell.
        painter.setClipRect(room)
        if high > low:
            gain = QColor(theme.color("good" if cell.then == high else "bad"))
            gain.setAlphaF(_FAINT)
            painter.setBrush(gain)
            # It ends at the higher chance. The other bar covers its beginning.
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
            # The word is left out first, since sign and number are enough.
            if metrics.horizontalAdvance(f"{cell.when} ") <= rest.width() - taken:
                write(painter, rest, cell.when, font, theme.color("muted"), RIGHT)


class SkillCellView(Guarded, QListView):
    """Shows cells in as few rows of equal length as the width allows. They scroll if there is little height.

    A click or Enter chooses.
    """

    skill_activated = Signal(str)
    """The id of a skill."""

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
        """Return the size of one cell in each of two rows. More rows scroll."""
        return QSize(self._theme.px(_LEAST), min(self._height, 2 * self._theme.px(_HEIGHT)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the cells in the new width."""
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose with Enter or Space. Arrows walk over the cells."""
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
        # The bar is set explicitly, since "as needed" would change the width that the cells are computed from.
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOn if short else policy.ScrollBarAlwaysOff)
        # One pixel less than its share, or rounding would move the last cell of a row to the next row.
        width = max(1, (self.width() - bar - 1) // self.columns)
        self._delegate.cell = QSize(width, self._theme.px(_HEIGHT))
        self.setGridSize(self._delegate.cell)
        # Without this test each change of the maximum would cause a new layout, and so on.
        if self.maximumHeight() != self._height:
            self.setMaximumHeight(self._height)
            self.updateGeometry()

    def _columns(self, width: int) -> int:
        """Return the number of cells in a row of this width. Rows are as even as possible."""
        count = max(1, self._model.rowCount())
        rows = -(-count // max(1, width // self._theme.px(_LEAST)))
        return -(-count // rows)
