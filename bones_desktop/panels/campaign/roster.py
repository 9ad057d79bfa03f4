"""Members of the party, and characters of the shelf who may become members, as lists of two lines a row."""

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyleOptionViewItem, QWidget

from bones_desktop.panels.campaign.linetable import TICK, paint_tick
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.lines import write
from bones_desktop.widgets.rows import Index, RowDelegate, RowModel, paint_line_ground, set_bare_list

_HEIGHT = 50


@dataclass(frozen=True, slots=True)
class Entry:
    """One row. Texts are finished."""

    key: str
    name: str
    note: str
    """The second line."""
    tone: str = "muted"
    """Role of the second line."""
    tip: str = ""
    ticked: bool | None = None
    """Whether it is ticked; None for no tick."""


class RosterModel(RowModel[Entry]):
    """Shows entries in the order given."""

    def set_entries(self, entries: Iterable[Entry]) -> None:
        """Show other entries; the same ones in the same order stay where they are."""
        self._update(entries, lambda entry: entry.key)

    def row_of(self, key: str) -> int:
        """Return the row of an entry, -1 where there is none."""
        return next((row for row, entry in enumerate(self.rows) if entry.key == key), -1)

    def _text(self, entry: Entry) -> str:
        return entry.name

    def _tip(self, entry: Entry) -> str:
        return entry.tip

    def _spoken(self, entry: Entry) -> str:
        return ", ".join(part for part in (entry.name, entry.note, entry.tip) if part)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the tick too, of an entry that has one."""
        entry = self.at(index)
        if role == Qt.ItemDataRole.CheckStateRole and entry is not None and entry.ticked is not None:
            return Qt.CheckState.Checked if entry.ticked else Qt.CheckState.Unchecked
        return super().data(index, role)


class RosterDelegate(RowDelegate[Entry]):
    """Paints a name and a smaller line below it."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the room of a row."""
        return QSize(self._theme.px(160), self._theme.px(_HEIGHT))

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, entry: Entry) -> None:
        theme, rect = self._theme, QRect(option.rect)
        state: QStyle.StateFlag = option.state
        paint_line_ground(painter, theme, rect, state)
        inner = rect.adjusted(theme.px(12), theme.px(4), -theme.px(8), -theme.px(4))
        if entry.ticked is not None:
            paint_tick(painter, theme, QPoint(inner.left(), inner.center().y()), ticked=entry.ticked)
            inner.setLeft(inner.left() + theme.px(TICK + 10))
        upper = QRect(inner.left(), inner.top(), inner.width(), inner.height() // 2)
        lower = QRect(inner.left(), upper.bottom() + 1, inner.width(), inner.height() // 2)
        for line, text, font, role in (
            (upper, entry.name, theme.font("serif", 16, bold=True), "text"),
            (lower, entry.note, theme.font("sans", 12), entry.tone),
        ):
            write(painter, line, text, font, theme.color(role))
        painter.setPen(theme.color("line"))
        painter.drawLine(rect.left(), rect.bottom(), rect.right(), rect.bottom())


class RosterView(QListView):
    """Enter and a double click ask for a row; Space, or a click on one that has a tick, asks for its tick."""

    entry_activated = Signal(str)
    tick_requested = Signal(str)
    removal_requested = Signal(str)
    """Delete was pressed."""
    current_changed = Signal(str)
    """The key of the current row, "" for none."""

    def __init__(self, theme: Theme, name: str, parent: QWidget) -> None:
        """`name` is read to those who cannot see it."""
        super().__init__(parent)
        self.entries = RosterModel(self)
        self.setModel(self.entries)
        self.setItemDelegate(RosterDelegate(theme, self))
        set_bare_list(self)
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAccessibleName(name)
        self.setMinimumHeight(theme.px(2 * _HEIGHT))
        self.doubleClicked.connect(lambda index: self.entry_activated.emit(self._key(index)))
        self.clicked.connect(self._click)
        self.selectionModel().currentChanged.connect(lambda now, _before: self.current_changed.emit(self._key(now)))
        theme.changed.connect(self.doItemsLayout)

    @property
    def current(self) -> str:
        """The key of the current row, "" for none."""
        return self._key(self.currentIndex())

    def show_entries(self, entries: Iterable[Entry]) -> None:
        """Show other entries; the same one stays current, else the first."""
        before = self.current
        self.entries.set_entries(entries)
        if self.entries.rows and not self.currentIndex().isValid():
            self.setCurrentIndex(self.entries.index(max(0, self.entries.row_of(before))))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask by keys; others walk and search."""
        entry = self.entries.at(self.currentIndex())
        if entry is None:
            super().keyPressEvent(event)
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.entry_activated.emit(entry.key)
        elif event.key() == Qt.Key.Key_Space and entry.ticked is not None:
            self.tick_requested.emit(entry.key)
        elif event.key() == Qt.Key.Key_Delete:
            self.removal_requested.emit(entry.key)
        else:
            super().keyPressEvent(event)

    def _click(self, index: Index) -> None:
        entry = self.entries.at(index)
        if entry is not None and entry.ticked is not None:
            self.tick_requested.emit(entry.key)

    def _key(self, index: Index) -> str:
        entry = self.entries.at(index)
        return entry.key if entry is not None else ""
