"""The dice of a reading, one line each: painted with mark and reason, pointed at, walked with the arrows."""

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFontMetrics, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import QFrame, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from bones_desktop.pages.table.readingmodel import DieLine, ReadingModel
from bones_desktop.pages.table.shapes import paint_before, paint_die
from bones_desktop.rules.bones.book.attempts import CHALLENGE
from bones_desktop.rules.reading import Role
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.lines import RIGHT, write
from bones_desktop.widgets.rows import ROW_ROLE, Index, paint_line_ground, set_read_lines
from bones_desktop.wording.language import _

_COLOURS = {Role.COUNTS: "text", Role.HURTS: "bad", Role.LOST: "muted", Role.RETHROWN: "muted", Role.IDLE: "muted"}
_MIDDLE = Qt.AlignmentFlag.AlignVCenter
LINE_HEIGHT = 34
"""Least height of a line, before the text size."""
_WIDEST = 720
"""Width, before the text size, within which a line stands: across a wide screen its ends would not be read together."""
_WRAPPED = Qt.TextFlag.TextWordWrap | _MIDDLE


class DieDelegate(Guarded, QStyledItemDelegate):
    """One line a die; the one that is pointed at grows until its whole sentence can be read."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._pointed = -1

    def point_at(self, row: int) -> None:
        """Let the line at `row` show everything, none for -1."""
        if row == self._pointed:
            return
        before, self._pointed = self._pointed, row
        model = self._view.model()
        for each in (before, row):
            if 0 <= each < model.rowCount():
                self.sizeHintChanged.emit(model.index(each, 0))

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of a line; the one pointed at takes the height of its words."""
        theme = self._theme
        line = index.data(ROW_ROLE)
        height = theme.px(LINE_HEIGHT)
        if not isinstance(line, DieLine):
            return QSize(theme.px(160), height)
        if index.row() == self._pointed:
            room = self.rooms(QRect(0, 0, self._view.viewport().width(), height), line)[1]
            said = self._whole(line, room.width())
            needed = self.metrics(14).boundingRect(QRect(0, 0, room.width(), 9999), _WRAPPED.value, said)
            height = max(height, needed.height() + theme.px(10))
        if line.caption:
            height += self._caption_height()
        return QSize(theme.px(160), height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one die."""
        line = index.data(ROW_ROLE)
        if not isinstance(line, DieLine):
            return
        theme, rect = self._theme, QRect(option.rect)
        painter.save()
        if line.caption:
            self._caption(painter, rect, line.caption)
            rect.setTop(rect.top() + self._caption_height())
        paint_line_ground(painter, theme, rect, option.state)
        side = theme.px(26)
        tile = QRectF(rect.left() + theme.px(9), rect.center().y() - side / 2 + 1, side, side)
        paint_die(painter, tile, theme, line.code, line.group, line.role)
        if line.before:
            small = theme.px(20)
            old = QRectF(tile.right() + theme.px(8), rect.center().y() - small / 2 + 1, small, small)
            paint_before(painter, old, theme, line.before, line.group)
        self._words(painter, rect, line, index.row() == self._pointed)
        painter.restore()

    def _words(self, painter: QPainter, rect: QRect, line: DieLine, pointed: bool) -> None:
        theme = self._theme
        amount, room = self.rooms(rect, line)
        color = theme.color("bad" if line.amount.startswith("−") else "good")
        write(painter, amount, line.amount, theme.font("serif", 20, bold=True), color, RIGHT)
        said, label = self._whole(line, room.width()), ""
        wrapped = pointed and self.metrics(14).horizontalAdvance(said) > room.width()
        if not pointed:
            said, label = self.shown(line, room.width())
        elif not said.startswith(line.name):
            label = line.name
        painter.setFont(theme.font("sans", 14))
        painter.setPen(theme.color(_COLOURS.get(line.role, "text")))
        painter.drawText(room, _WRAPPED.value if wrapped else _MIDDLE, said)
        write(painter, room, label, theme.font("sans", 12), theme.color("muted"), RIGHT)

    def shown(self, line: DieLine, room: int) -> tuple[str, str]:
        """Return why the die counts or not and what it is called, both as they fit in `room` pixels.

        Where there is no room for both, the reason is cut: dice of one side that did the same differ by their names.
        """
        words, names = self.metrics(14), self.metrics(12)
        gap, right = self._theme.px(16), Qt.TextElideMode.ElideRight
        left = room - words.horizontalAdvance(line.why) - gap
        if left >= names.horizontalAdvance(line.name):
            return line.why, line.name
        short = line.short or line.name
        if left >= max(self._theme.px(70), names.horizontalAdvance(short)):
            return line.why, names.elidedText(line.name, right, left)
        if line.group == CHALLENGE:  # all have the same name
            return words.elidedText(line.why, right, room), ""
        label = names.elidedText(short, right, room // 2)
        left = room - names.horizontalAdvance(label) - gap
        return words.elidedText(line.why, right, left), label

    def _whole(self, line: DieLine, room: int) -> str:
        """Return everything that is said of the die pointed at, its name too where it is cut off."""
        whole = f"{line.why} {line.uses}" if line.uses else line.why
        wide = self.metrics(14).horizontalAdvance(whole) + self._theme.px(16)
        if wide + self.metrics(12).horizontalAdvance(line.name) <= room:
            return whole
        return f"{line.name}: {whole}"

    def metrics(self, size: int) -> QFontMetrics:
        """Return the measures of the letters of `size`, 14 for words and 12 for names."""
        return QFontMetrics(self._theme.font("sans", size))

    def rooms(self, rect: QRect, line: DieLine) -> tuple[QRect, QRect]:
        """Return where the amount and the words of a line stand."""
        theme = self._theme
        left = theme.px(46) + (theme.px(28) if line.before else 0)
        room = rect.adjusted(left, 0, -theme.px(8), 0)
        room.setRight(min(room.right(), rect.left() + theme.px(_WIDEST)))
        amount = QRect(room.right() - theme.px(28), room.top(), theme.px(28), room.height())
        room.setRight(amount.left() - theme.px(4))
        return amount, room

    def _caption(self, painter: QPainter, rect: QRect, caption: str) -> None:
        theme = self._theme
        room = QRect(rect.left() + theme.px(9), rect.top(), rect.width() - theme.px(17), self._caption_height())
        write(painter, room, caption, theme.font("sans", 12, bold=True), theme.color("muted"))

    def _caption_height(self) -> int:
        return self._theme.px(24)


class DiceList(Guarded, QListView):
    """Shows what each die did, and ignores the keys that belong to the page.

    `die_hovered` carries the die under the pointer or chosen, -1 for none.
    """

    menu_asked = Signal(int, QPoint)
    """The menu of a die is wanted, there on the screen."""
    die_hovered = Signal(int)
    die_activated = Signal(int)
    """A line was clicked, or Return pressed on it."""
    line_focused = Signal(QModelIndex)
    """The current line was changed by a key; it should be scrolled into view."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        set_read_lines(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.dice = ReadingModel(self)
        self.lines = DieDelegate(theme, self)
        self._whole = False
        self._rested = 0
        """Where it stood before a die was pointed at elsewhere."""
        self.lines.sizeHintChanged.connect(lambda _index: self.updateGeometry())
        self.setModel(self.dice)
        self.setItemDelegate(self.lines)
        self.setAccessibleName(_("What each die did"))
        self.entered.connect(self._entered)
        for pressed in (self.clicked, self.activated):
            pressed.connect(self._activate)
        self.selectionModel().currentChanged.connect(self._walked)

    def set_whole(self, whole: bool) -> None:
        """Set whether the list is as high as its lines, to be scrolled with what is around it."""
        if whole != self._whole:
            self._whole = whole
            needed = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if whole else Qt.ScrollBarPolicy.ScrollBarAsNeeded
            self.setVerticalScrollBarPolicy(needed)
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return room for three lines; a list takes what is left, and leaves the task above it in full view."""
        return QSize(self.fontMetrics().height() * 12, self.fontMetrics().height() * 6)

    def minimumSizeHint(self) -> QSize:
        """Return room for one line, or for all of them."""
        least = QSize(self.fontMetrics().height() * 6, self.fontMetrics().height() * 2)
        if self._whole:
            lines = sum(self.sizeHintForRow(row) for row in range(self.dice.rowCount()))
            least.setHeight(max(least.height(), lines + 2 * self.frameWidth()))
        return least

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave copying, plain letters, digits and Space to the page; walk the list with the rest."""
        plain = event.text().isprintable() and event.text() and not event.modifiers()
        if plain or event.matches(QKeySequence.StandardKey.Copy):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def clear(self) -> None:
        """Show no dice."""
        self.lines.point_at(-1)
        self.dice.clear()
        self.scrollToTop()

    def point_at(self, die: int) -> None:
        """Mark the line of a die, none for -1, without a signal."""
        index = self.dice.index(die, 0) if 0 <= die < self.dice.rowCount() else QModelIndex()
        before = self.currentIndex()
        if before == index:
            return
        selection = self.selectionModel()
        selection.blockSignals(True)
        self.setCurrentIndex(index)
        if not index.isValid():
            self.clearSelection()
        selection.blockSignals(False)
        # A list that moves under the pointer would point at the next line, and so on to its end.
        if not self.viewport().underMouse():
            bar = self.verticalScrollBar()
            if not before.isValid():
                self._rested = bar.value()
            self.lines.point_at(index.row())
            self.doItemsLayout()
            if index.isValid():
                self.scrollTo(index)
            else:
                bar.setValue(self._rested)
        self.viewport().update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the line under the pointer, or of the current one."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        if index.isValid():
            at = self.viewport().mapToGlobal(self.visualRect(index).center()) if by_key else event.globalPos()
            self.menu_asked.emit(index.row(), at)

    def viewportEvent(self, event: QEvent) -> bool:
        """Point at nothing once the pointer has left the list."""
        if event.type() == QEvent.Type.Leave:
            self.lines.point_at(self.currentIndex().row())
            self.die_hovered.emit(-1)
        return super().viewportEvent(event)

    def _activate(self, index: QModelIndex) -> None:
        self.die_activated.emit(index.row())

    def _entered(self, index: QModelIndex) -> None:
        self.lines.point_at(index.row())
        self.die_hovered.emit(index.row())

    def _walked(self, index: QModelIndex, _before: QModelIndex) -> None:
        self.lines.point_at(index.row())
        if self.hasFocus() and index.isValid():
            self.doItemsLayout()
            self.scrollTo(index)
            self.line_focused.emit(index)
        self.die_hovered.emit(index.row())
