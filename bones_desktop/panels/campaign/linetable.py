"""A table that shows lines of short texts, and lets them be ticked and asked for."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QHeaderView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from bones_desktop.panels.campaign.linemodel import Cell, LineModel, LineRole
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.minidie import tinted
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.lists.barelines import set_bare_lines
from bones_desktop.widgets.lists.rowground import paint_cell_ground
from bones_desktop.widgets.lists.rowmodel import Index
from bones_desktop.widgets.sheetproperty import set_font

ROW = 36
"""Height of a line in pixels at 100 % text size."""
TICK = 18


class LineDelegate(QStyledItemDelegate):
    """Paints a cell in one line, shortened where it has no room; its tip has the whole text."""

    def __init__(self, theme: Theme, parent: QTableView) -> None:
        super().__init__(parent)
        self._theme = theme
        self._view = parent

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the room of the text in one line."""
        cell = index.data(LineRole.CELL)
        if not isinstance(cell, Cell):
            return QSize()
        theme = self._theme
        width = QFontMetricsF(theme.font("sans", 14, bold=cell.bold)).horizontalAdvance(cell.text) + theme.px(18)
        if index.data(LineRole.TICK) is not None:
            width += theme.px(TICK + 8)
        return QSize(int(width) + 1, theme.px(ROW))

    @guarded(None)
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell."""
        cell = index.data(LineRole.CELL)
        if not isinstance(cell, Cell):
            return
        theme, room = self._theme, QRectF(option.rect)
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        current = bool(state & QStyle.StateFlag.State_Selected)
        lit = current or bool(state & QStyle.StateFlag.State_MouseOver)
        paint_cell_ground(painter, theme, room, lit=lit, focused=current and self._view.hasFocus(), ruled=True)
        inner = room.adjusted(theme.px(8), 0, -theme.px(8), 0)
        ticked = index.data(LineRole.TICK)
        if ticked is not None:
            paint_tick(painter, theme, QPoint(int(inner.left()), int(inner.center().y())), ticked=bool(ticked))
            inner.setLeft(inner.left() + theme.px(TICK + 8))
        font = theme.font("sans", 14, bold=cell.bold)
        painter.setFont(font)
        painter.setPen(theme.color(cell.tone))
        shown = QFontMetricsF(font).elidedText(cell.text, Qt.TextElideMode.ElideRight, inner.width() + 1)
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
        painter.restore()


def paint_tick(painter: QPainter, theme: Theme, middle_left: QPoint, *, ticked: bool) -> None:
    """Paint the box of a tick whose left edge has its middle at `middle_left`."""
    side = theme.px(TICK)
    box = QRectF(middle_left.x() + 0.5, middle_left.y() - side / 2 + 0.5, side - 1, side - 1)
    painter.setPen(QPen(theme.color("second" if ticked else "edge"), 1))
    painter.setBrush(theme.color("second" if ticked else "surface"))
    painter.drawRoundedRect(box, theme.px(4), theme.px(4))
    if ticked:
        mark = tinted(theme, "check", "on-second", side - 4, painter.device().devicePixelRatioF())
        painter.drawPixmap(QPoint(middle_left.x() + 2, middle_left.y() - side // 2 + 2), mark)


class LineTable(QTableView):
    """Rows are chosen as a whole; Space or a click on its box ticks a row, Enter or a double click asks for it."""

    line_activated = Signal(str)
    """A line's key."""
    current_changed = Signal(str)
    """The key of the current line, "" for none."""

    def __init__(
        self, theme: Theme, heads: Sequence[str], name: str, parent: QWidget, *, wide: int = 0, grows: bool = False
    ) -> None:
        """`name` is read to those who cannot see it; the column `wide` takes the room the others leave.

        Unless it `grows`, the table is no higher than its lines need.
        """
        super().__init__(parent)
        self._theme = theme
        self.lines = LineModel(heads, self)
        self.setModel(self.lines)
        self.setItemDelegate(LineDelegate(theme, self))
        set_bare_lines(self)
        self.setAccessibleName(name)
        vertical = QSizePolicy.Policy.Expanding if grows else QSizePolicy.Policy.Maximum
        self.setSizePolicy(QSizePolicy.Policy.Expanding, vertical)
        self.lines.modelReset.connect(self.updateGeometry)
        header = self.horizontalHeader()
        header.setMinimumSectionSize(1)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(wide, QHeaderView.ResizeMode.Stretch)
        self.doubleClicked.connect(lambda index: self.line_activated.emit(self._key(index)))
        self.clicked.connect(self._click)
        self.selectionModel().currentChanged.connect(lambda now, _before: self.current_changed.emit(self._key(now)))
        theme.changed.connect(self.restyle)
        self.restyle()

    @property
    def current(self) -> str:
        """The key of the current line, "" for none."""
        return self._key(self.currentIndex())

    def go_to(self, key: str) -> None:
        """Make the line with this key current, where there is one."""
        row = self.lines.row_of(key)
        if row >= 0 and row != self.currentIndex().row():
            self.setCurrentIndex(self.lines.index(row, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask with Enter, tick with Space."""
        line = self.lines.line(self.currentIndex())
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and line is not None:
            self.line_activated.emit(line.key)
        elif event.key() == Qt.Key.Key_Space and line is not None and line.ticked is not None:
            self.lines.toggled.emit(line.key, not line.ticked)
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """Return room for every line; where there is less, they scroll."""
        head = self.horizontalHeader().sizeHint().height()
        return QSize(self._theme.px(320), head + max(1, self.lines.rowCount()) * self._theme.px(ROW) + 2)

    def minimumSizeHint(self) -> QSize:
        """Return room for three lines, if there are as many."""
        head = self.horizontalHeader().sizeHint().height()
        return QSize(self._theme.px(160), head + min(3, max(1, self.lines.rowCount())) * self._theme.px(ROW) + 2)

    def restyle(self) -> None:
        """Fit rows and heads to the text size."""
        self.verticalHeader().setDefaultSectionSize(self._theme.px(ROW))
        set_font(self.horizontalHeader(), self._theme.font("sans", 14, bold=True))
        self.viewport().update()
        self.updateGeometry()

    def _click(self, index: QModelIndex) -> None:
        line = self.lines.line(index)
        if line is not None and line.ticked is not None and index.column() == 0:
            self.lines.toggled.emit(line.key, not line.ticked)

    def _key(self, index: Index) -> str:
        line = self.lines.line(index)
        return line.key if line is not None else ""
