"""Rows of lists and tables: base classes of models and delegates, painted backgrounds, settings of views."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QHelpEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolTip,
    QWidget,
)

from bones_desktop.rules.typedtext import spread_fractions
from bones_desktop.theme.measures import RADIUS, mirror, upright
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.plaintext import beyond, plain_tip, words_of

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStyle


Index = QModelIndex | QPersistentModelIndex

Row = TypeVar("Row")

ROW_ROLE: Final = int(Qt.ItemDataRole.UserRole) + 1
"""The role that returns the row itself."""

_AROUND: Final = 24
"""Pixels of a row's width without text.

If a text is wider than the rest of the row, the tooltip repeats the text.
"""

RULE_ROLE: Final = int(Qt.ItemDataRole.UserRole) + 40
"""Role of the rule id of a row, which F1 opens; "" for none."""


class RowModel(Guarded, QAbstractListModel, Generic[Row]):
    """A list of rows of one type. Subclasses return the text, tooltip, spoken text and rule of each row."""

    def __init__(self, parent: QObject | None = None, rows: Iterable[Row] = ()) -> None:
        super().__init__(parent)
        self.rows = tuple(rows)
        """The rows, from top to bottom."""

    def at(self, index: Index) -> Row | None:
        """Return the row at `index`; None outside the list."""
        return self.rows[index.row()] if index.isValid() and index.row() < len(self.rows) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Return how many rows are shown."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the row for ROW_ROLE, otherwise its rule, text, tooltip or spoken text."""
        row = self.at(index)
        if row is None or role == ROW_ROLE:
            return row
        if role == RULE_ROLE:
            return self._rule(row)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(row)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(beyond(self._text(row), self._tip(row))) or None
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(row)
        return None

    def _text(self, _row: Row) -> str:
        """Return the text of a row."""
        return ""

    def _spoken(self, row: Row) -> str:
        """Return the text for screen readers, by default the visible text."""
        return self._text(row)

    def _tip(self, row: Row) -> str:
        """Return the tooltip of a row, by default the spoken text; "" for none."""
        return self._spoken(row)

    def _rule(self, _row: Row) -> str:
        """Return the id of the rule that applies to a row; "" for none."""
        return ""

    def _show(self, rows: Iterable[Row]) -> None:
        """Replace the rows. Do not reset if they are equal to the old ones, so that the view does not scroll."""
        shown = tuple(rows)
        if shown != self.rows:
            self.beginResetModel()
            self.rows = shown
            self.endResetModel()

    def _update(self, rows: Iterable[Row], identity: Callable[[Row], object]) -> None:
        """Replace the rows. If the same identities come in the same order, signal only the rows that changed."""
        shown = tuple(rows)
        if list(map(identity, shown)) != list(map(identity, self.rows)):
            self._show(shown)
            return
        before, self.rows = self.rows, shown
        for row, (old, new) in enumerate(zip(before, shown, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(row), self.index(row))


class TellingDelegate(Guarded, QStyledItemDelegate):
    """Adds the full text of a row to its tooltip if the row shows it elided."""

    def helpEvent(self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index) -> bool:
        """Show the model's tooltip. If the text is wider than its row, show the full text above the tooltip."""
        text = str(index.data() or "")
        wide = option.fontMetrics.horizontalAdvance(text) > view.visualRect(index).width() - _AROUND
        if event.type() is QEvent.Type.ToolTip and text and wide:
            own = words_of(str(index.data(Qt.ItemDataRole.ToolTipRole) or ""))
            QToolTip.showText(event.globalPos(), plain_tip(f"{text}\n{own}".strip()), view)
            return True
        return super().helpEvent(event, view, option, index)


def mirror_for(direction: Qt.LayoutDirection, painter: QPainter, room: QRectF) -> None:
    """Mirror the painter within `room` if `direction` is from right to left."""
    if direction is Qt.LayoutDirection.RightToLeft:
        mirror(painter, room)


class RowDelegate(TellingDelegate, Generic[Row]):
    """Paints the rows of a RowModel and restores the painter after each row.

    A layout from right to left mirrors the rows. `_paint` uses `write` or `upright` for texts and pictures, so that
    only their places are mirrored.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the row at `index`."""
        row = index.data(ROW_ROLE)
        if row is not None:
            painter.save()
            mirror_for(option.direction, painter, QRectF(option.rect))
            self._paint(painter, option, row)
            painter.restore()

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, row: Row) -> None:
        raise NotImplementedError


def paint_ground(painter: QPainter, theme: Theme, row: QRectF, *, current: bool, hovered: bool) -> None:
    """Paint a raised background for the current row and the row under the pointer; the current row has a border."""
    if current or hovered:
        painter.setPen(QPen(theme.color("focus"), 2) if current else Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("raised"))
        painter.drawRoundedRect(row, theme.px(RADIUS), theme.px(RADIUS))


def paint_cell_ground(painter: QPainter, theme: Theme, cell: QRectF, *, lit: bool, focused: bool, ruled: bool) -> None:
    """Paint a cell's background: raised if its row is `lit`, with a border above and below if `focused`.

    `ruled` cells have a line below.
    """
    if lit:
        painter.fillRect(cell, theme.color("raised"))
    if ruled:
        painter.setPen(theme.color("line"))
        painter.drawLine(cell.bottomLeft(), cell.bottomRight())
    if focused:
        down = QPointF(0, 1)
        painter.setPen(QPen(theme.color("focus"), 2))
        painter.drawLine(cell.topLeft() + down, cell.topRight() + down)
        painter.drawLine(cell.bottomLeft() - down, cell.bottomRight() - down)


def paint_line_ground(painter: QPainter, theme: Theme, rect: QRect, state: "QStyle.StateFlag") -> None:
    """Paint a raised background and a stripe for the current line, and a tint for the line under the pointer."""
    # Imported late: importing QStyle loads many enumerations, which the program does not need at the start.
    from PySide6.QtWidgets import QStyle

    if state & QStyle.StateFlag.State_Selected:
        painter.fillRect(rect, theme.color("raised"))
        painter.fillRect(QRect(rect.left(), rect.top(), theme.px(3), rect.height()), theme.color("second"))
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(rect, theme.color("hover"))


def set_read_lines(view: QAbstractItemView) -> None:
    """Set up a list for reading and copying: several lines can be selected, and it scrolls by pixels."""
    view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    follow_pointer(view)


def set_bare_list(view: QListView) -> None:
    """Set up a list without a frame that tracks the pointer and scrolls by pixels."""
    view.setProperty("kind", "bare")
    view.setFrameShape(QFrame.Shape.NoFrame)
    follow_pointer(view)


def set_grid(view: QListView) -> None:
    """Set up a list of equal cells in rows, one of which can be selected."""
    view.setViewMode(QListView.ViewMode.IconMode)
    view.setMovement(QListView.Movement.Static)
    view.setResizeMode(QListView.ResizeMode.Adjust)
    view.setUniformItemSizes(True)
    view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)


def set_bare_lines(table: QTableView) -> None:
    """Set up a table without grid or frame in which whole rows are selected."""
    table.setProperty("kind", "bare")
    table.setFrameShape(QFrame.Shape.NoFrame)
    table.setShowGrid(False)
    table.setWordWrap(False)
    # Without this, Tab would go through every cell before it leaves the table.
    table.setTabKeyNavigation(False)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    follow_pointer(table)
    table.verticalHeader().hide()
    header = table.horizontalHeader()
    header.setHighlightSections(False)
    header.setSectionsClickable(False)


def follow_pointer(view: QAbstractItemView) -> None:
    """Track the pointer for hover colours, and scroll by pixels, only vertically."""
    view.setMouseTracking(True)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)


LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
MIDDLE: Final = Qt.AlignmentFlag.AlignCenter
_NARROWEST: Final = 68
"""Smallest width of letters, in per cent. If a name is still too wide, an ellipsis replaces its end.

With this width, the names of all skills fit in the narrowest cell of a palette.
"""


def narrowed(font: QFont, text: str, width: float) -> QFont:
    """Return `font`. If `text` fits in `width` only with narrower letters, return the font with such letters."""
    needed = QFontMetricsF(font).horizontalAdvance(text)
    if needed <= max(0.0, width):
        return font
    narrow = QFont(font)
    narrow.setStretch(max(_NARROWEST, int(100 * width / needed)))
    return narrow if QFontMetricsF(narrow).horizontalAdvance(text) <= width else font


def write(
    painter: QPainter, room: QRectF | QRect, text: str, font: QFont, color: QColor, side: Qt.AlignmentFlag = LEFT
) -> float:
    """Write one line and return its width in pixels. Afterwards the painter still has this font and colour."""
    metrics = QFontMetricsF(font)
    # One pixel more is allowed, because a text may be a fraction of a pixel wider than its own measured width.
    shown = metrics.elidedText(spread_fractions(text), Qt.TextElideMode.ElideRight, room.width() + 1)
    painter.setFont(font)
    painter.setPen(color)
    # The text is not clipped, so letters slightly higher than the room are not cut off.
    draw_text(painter, room, side | Qt.TextFlag.TextDontClip, shown)
    return metrics.horizontalAdvance(shown)


def draw_text(painter: QPainter, room: QRectF | QRect, flags: Qt.AlignmentFlag | int, text: str) -> None:
    """Draw a text with Qt's `flags`, unmirrored on a painter that is mirrored."""
    with upright(painter, room):
        painter.drawText(room, flags, text)


def paint_badge(painter: QPainter, theme: Theme, frame: QRectF, text: str) -> None:
    """Paint a short label in a neutral frame, for example "house rule"."""
    painter.setPen(QPen(theme.color("muted"), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(frame, theme.px(4), theme.px(4))
    write(painter, frame, text, theme.font("sans", 12), theme.color("muted"), MIDDLE)
