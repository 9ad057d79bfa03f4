"""List of the dice of a roll. Shapes and colours show the effect of each die."""

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QPointF, QRect, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFontMetrics, QKeyEvent, QKeySequence, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QListView, QStyleOptionViewItem, QWidget

from bones_desktop.desk.table.rollview import DieLine
from bones_desktop.rules.reading import Role
from bones_desktop.theme.measures import upright
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import paint_mini, tinted
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.rows import (
    RIGHT,
    ROW_ROLE,
    Index,
    RowDelegate,
    RowModel,
    draw_text,
    paint_line_ground,
    set_read_lines,
    write,
)
from bones_desktop.wording.language import _
from bones_desktop.wording.readings import SumPartKind

PART_SIGNS: Final = {
    SumPartKind.COUNTS: ("roll-counts", "good"),
    SumPartKind.ADDS: ("roll-adds", "good"),
    SumPartKind.CAPS: ("roll-caps", "warn"),
    SumPartKind.TAKES: ("roll-takes", "bad"),
    SumPartKind.HURTS: ("roll-hurts", "bad"),
    SumPartKind.RULED: ("roll-ruled", "second"),
}
"""Drawing and colour of each part of a sum except its result.

Each colour has a drawing of its own shape, because some players cannot tell the colours apart.
"""
_CORNER_SIGNS: Final = {Role.COUNTS: ("roll-counts", "good"), Role.LOST: ("roll-lost", "bad")}
_RING: Final = 1 / 6
"""How far the ring of a die that does harm extends beyond its face, as a share of the face."""


def paint_die(painter: QPainter, square: QRectF, theme: Theme, code: str, group: str, role: Role) -> None:
    """Paint the face of a die and the mark of its role, in the shape that the tray uses too."""
    side = square.width()
    # Dimmed but readable: the die was rolled, although it did nothing.
    painter.setOpacity(0.5 if role in {Role.IDLE, Role.CANCELLED} else 1)
    paint_mini(painter, square, theme, code, group, lost=role in {Role.LOST, Role.RETHROWN})
    painter.setOpacity(1)
    if role is Role.CANCELLED:
        _strike(painter, square, theme)
    elif role is Role.HURTS:
        ring = side * _RING
        _paint_drawing(painter, square.adjusted(-ring, -ring, ring, ring), theme, "roll-hurts-face", "bad")
    elif role in _CORNER_SIGNS:
        corner = QRectF(square.right() - side * 0.33, square.top() - side * 0.11, side * 0.44, side * 0.44)
        painter.setPen(Qt.PenStyle.NoPen)
        # The picture on the face must not show through the sign.
        painter.setBrush(theme.color("surface"))
        painter.drawEllipse(corner)
        _paint_drawing(painter, corner, theme, *_CORNER_SIGNS[role])


def paint_before(painter: QPainter, square: QRectF, theme: Theme, code: str, group: str) -> None:
    """Paint a face that was replaced, dimmed and struck out."""
    painter.setOpacity(0.55)
    paint_mini(painter, square, theme, code, group)
    painter.setOpacity(1)
    _strike(painter, square, theme)


def _paint_drawing(painter: QPainter, square: QRectF, theme: Theme, name: str, role: str) -> None:
    picture = tinted(theme, name, role, round(square.width()), painter.device().devicePixelRatioF())
    with upright(painter, square):
        painter.drawPixmap(square.topLeft(), picture)


def _strike(painter: QPainter, square: QRectF, theme: Theme) -> None:
    # A wide line in the background colour below the strike keeps it visible on every face.
    for role, share in (("surface", 0.17), ("bad", 0.09)):
        width = max(1.5, square.width() * share)
        painter.setPen(QPen(theme.color(role), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(square.bottomLeft() + QPointF(1, -1), square.topRight() + QPointF(-1, 1))


_COLOURS = {Role.COUNTS: "text", Role.HURTS: "bad", Role.LOST: "muted", Role.RETHROWN: "muted", Role.IDLE: "muted"}
_MIDDLE = Qt.AlignmentFlag.AlignVCenter
LINE_HEIGHT = 34
"""Smallest height of a line, at 100 % text size."""
_WIDEST = 720
"""Greatest width of a line, at 100 % text size. A wider line is hard to read."""
_TALL: Final = 9_999
"""A height greater than that of any reason, so that nothing is cut off while measuring."""
_WRAPPED = Qt.TextFlag.TextWordWrap | _MIDDLE


class ReadingModel(RowModel[DieLine]):
    """The dice of a roll: first the roller's, then the dice of the difficulty, then the opponent's."""

    def show_lines(self, lines: Iterable[DieLine]) -> None:
        """Show these dice instead of the earlier ones."""
        self._show(lines)

    def _text(self, line: DieLine) -> str:
        return line.text

    def _spoken(self, line: DieLine) -> str:
        return f"{line.text} {line.uses}" if line.uses else line.text


class DieDelegate(RowDelegate[DieLine]):
    """Paints a line for each die. Its reason wraps, and its name is elided if it leaves the reason too little room."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(theme, view)
        self._view = view

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of a line, as high as its wrapped reason."""
        px, line = self._theme.px, index.data(ROW_ROLE)
        height = self._theme.finger(LINE_HEIGHT)
        if isinstance(line, DieLine):
            words = self._rooms(QRect(0, 0, self._view.viewport().width(), _TALL), line)[1]
            needed = self._metrics(14).boundingRect(words, _WRAPPED.value, line.why).height() + px(10)
            height = max(height, needed) + (self._caption_height() if line.caption else 0)
        return QSize(px(160), height)

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, line: DieLine) -> None:
        theme, rect = self._theme, QRect(option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if line.caption:
            self._caption(painter, rect, line.caption)
            rect.setTop(rect.top() + self._caption_height())
        paint_line_ground(painter, theme, rect, option.state)
        side = theme.px(26)
        tile = QRectF(rect.left() + theme.px(9), rect.center().y() - side / 2 + 1, side, side)
        if line.rolled:
            paint_die(painter, tile, theme, line.code, line.group, line.role)
        else:
            _paint_drawing(painter, tile.adjusted(4, 4, -4, -4), theme, *PART_SIGNS[SumPartKind.ADDS])
        if line.before:
            small = theme.px(20)
            old = QRectF(tile.right() + theme.px(8), rect.center().y() - small / 2 + 1, small, small)
            paint_before(painter, old, theme, line.before, line.group)
        amount, words, name = self._rooms(rect, line)
        sign = theme.color("bad" if line.amount.startswith("−") else "good")
        write(painter, amount, line.amount, theme.font("serif", 20, bold=True), sign, RIGHT)
        write(painter, name, line.name, theme.font("sans", 12), theme.color("muted"), RIGHT)
        painter.setFont(theme.font("sans", 14))
        painter.setPen(theme.color(_COLOURS.get(line.role, "text")))
        draw_text(painter, words, _WRAPPED.value, line.why)

    def _metrics(self, size: int) -> QFontMetrics:
        """Return the font metrics of `size`, 14 for reasons and 12 for names."""
        return QFontMetrics(self._theme.font("sans", size))

    def _rooms(self, rect: QRect, line: DieLine) -> tuple[QRect, QRect, QRect]:
        """Return the rectangles of the amount, the reason and the name of a line."""
        px = self._theme.px
        room = rect.adjusted(px(46) + (px(28) if line.before else 0), 0, -px(8), 0)
        room.setRight(min(room.right(), rect.left() + px(_WIDEST)))
        amount = QRect(room.right() - px(28), room.top(), px(28), room.height())
        room.setRight(amount.left() - px(4))
        gap = px(16)
        beside = room.width() - self._metrics(14).horizontalAdvance(line.why) - gap
        # The name keeps enough room for "Die 1": if two dice have the same effect, only their names differ.
        wide = min(self._metrics(12).horizontalAdvance(line.name), max(beside, px(70)))
        name = QRect(room.right() - wide, room.top(), wide + 1, room.height())
        return amount, room.adjusted(0, 0, -wide - gap // 2, 0), name

    def _caption(self, painter: QPainter, rect: QRect, caption: str) -> None:
        theme = self._theme
        room = QRect(rect.left() + theme.px(9), rect.top(), rect.width() - theme.px(17), self._caption_height())
        write(painter, room, caption, theme.font("sans", 12, bold=True), theme.color("muted"))

    def _caption_height(self) -> int:
        return self._theme.px(24)


class DiceList(Guarded, QListView):
    """Shows the effect of each die. Keys used by the page are ignored.

    `die_hovered` is emitted with the die under the pointer, or the current one; -1 for none.
    """

    menu_asked = Signal(int, QPoint)
    """Emitted with a die and a screen position to show the menu of the die."""
    die_hovered = Signal(int)
    die_activated = Signal(int)
    """Emitted when a line is clicked, or Return is pressed on it."""
    line_focused = Signal(QModelIndex)
    """Emitted when a key has changed the current line, which should be scrolled into view."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        set_read_lines(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.dice = ReadingModel(self)
        self._whole = False
        self._rested = 0
        """Scroll position before the user pointed at a die outside the list."""
        self.setModel(self.dice)
        self.setItemDelegate(DieDelegate(theme, self))
        self.setAccessibleName(_("What each die did"))
        self.entered.connect(self._entered)
        for pressed in (self.clicked, self.activated):
            pressed.connect(self._activate)
        self.selectionModel().currentChanged.connect(self._walked)

    def set_whole(self, whole: bool) -> None:
        """Set whether the list is as high as its lines and scrolls with the widgets around it."""
        if whole != self._whole:
            self._whole = whole
            needed = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if whole else Qt.ScrollBarPolicy.ScrollBarAsNeeded
            self.setVerticalScrollBarPolicy(needed)
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the size of three lines.

        The list takes the remaining height, so that the task above stays visible.
        """
        return QSize(self.fontMetrics().height() * 12, self.fontMetrics().height() * 6)

    def minimumSizeHint(self) -> QSize:
        """Return the size of one line, or of all lines."""
        least = QSize(self.fontMetrics().height() * 6, self.fontMetrics().height() * 2)
        if self._whole:
            lines = sum(self.sizeHintForRow(row) for row in range(self.dice.rowCount()))
            least.setHeight(max(least.height(), lines + 2 * self.frameWidth()))
        return least

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Measure the wrapped lines again for another width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ignore copying, letters, digits and Space, which the page handles. Other keys move in the list."""
        plain = event.text().isprintable() and event.text() and not event.modifiers()
        if plain or event.matches(QKeySequence.StandardKey.Copy):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def clear(self) -> None:
        """Show no dice."""
        self.dice.show_lines(())
        self.scrollToTop()

    def point_at(self, die: int) -> None:
        """Highlight the line of a die without a signal; -1 for none."""
        index = self.dice.index(die, 0) if 0 <= die < self.dice.rowCount() else QModelIndex()
        before = self.currentIndex()
        if before == index:
            return
        with QSignalBlocker(self.selectionModel()):
            self.setCurrentIndex(index)
            if not index.isValid():
                self.clearSelection()
        # Do not scroll under the pointer: it would then point at the next line, and so on to the end.
        if not self.viewport().underMouse():
            bar = self.verticalScrollBar()
            if not before.isValid():
                self._rested = bar.value()
            if index.isValid():
                self.scrollTo(index)
            else:
                bar.setValue(self._rested)
        self.viewport().update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu of the line under the pointer; if opened by key, of the current line."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        if index.isValid():
            at = self.viewport().mapToGlobal(self.visualRect(index).center()) if by_key else event.globalPos()
            self.menu_asked.emit(index.row(), at)

    def viewportEvent(self, event: QEvent) -> bool:
        """Emit `die_hovered` with -1 when the pointer leaves the list."""
        if event.type() == QEvent.Type.Leave:
            self.die_hovered.emit(-1)
        return super().viewportEvent(event)

    def _activate(self, index: QModelIndex) -> None:
        self.die_activated.emit(self._die(index))

    def _entered(self, index: QModelIndex) -> None:
        self.die_hovered.emit(self._die(index))

    def _walked(self, index: QModelIndex, _before: QModelIndex) -> None:
        if self.hasFocus() and index.isValid():
            self.scrollTo(index)
            self.line_focused.emit(index)
        self.die_hovered.emit(self._die(index))

    def _die(self, index: QModelIndex) -> int:
        """Return the die of a line; -1 for a line without one."""
        line = self.dice.at(index)
        return index.row() if line is not None and line.rolled else -1
