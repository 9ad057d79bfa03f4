"""The cards of the shelf, in as many columns as fit. Mouse and keyboard can each do everything."""

from itertools import takewhile
from pathlib import Path
from typing import Final

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyleOptionViewItem, QWidget

from bones_desktop.pages.shelf.shelfdelegate import ShelfDelegate
from bones_desktop.pages.shelf.shelfmodel import ShelfModel
from bones_desktop.rules.records import Record, replace
from bones_desktop.storage.shelfentry import ShelfEntry
from bones_desktop.widgets.guarded import Guarded


class ViewPlace(Record):
    """The selection in a view and its scroll position."""

    current: Path | None = None
    chosen: tuple[Path, ...] = ()
    scroll: int = 0


NOWHERE: Final = ViewPlace()


class ShelfView(Guarded, QListView):
    """Cards of equal size. Several can be selected, and files can be dragged to other programs.

    When the model is reset, selection and scroll position are kept, and visible cards stay where they are.
    """

    open_requested = Signal()
    """Emitted on Enter or a double click."""
    remove_requested = Signal()
    """Emitted when Delete is pressed."""
    paste_requested = Signal()

    def __init__(self, model: ShelfModel, cards: ShelfDelegate, parent: QWidget) -> None:
        super().__init__(parent)
        self._shelf = model
        self._cards = cards
        self._kept = NOWHERE
        self._chosen: tuple[ShelfEntry, ...] = ()
        self._before: tuple[ShelfEntry, ...] = ()
        self._seen: tuple[tuple[ShelfEntry, int], ...] = ()
        """Visible cards with their positions. The cards to keep in place come before the others.

        The tuple is empty if the view is scrolled to its top, because new cards must appear there.
        """
        self._held: tuple[Path | None, int] = (None, 0)
        """The card that was last kept in place, and the scroll position at that moment.

        Until the user scrolls, the same card is kept in place again.
        """
        self.setModel(model)
        self.setItemDelegate(cards)
        self.setViewMode(QListView.ViewMode.ListMode)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setMouseTracking(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setProperty("kind", "bare")
        model.modelAboutToBeReset.connect(self._keep_place)
        model.modelReset.connect(self._take_place)

    def chosen(self) -> tuple[ShelfEntry, ...]:
        """Return the selected entries, from top to bottom."""
        # Qt returns selected rows in the order of selection.
        shown = self._shelf.rows
        return tuple(shown[row] for row in sorted(index.row() for index in self.selectionModel().selectedRows()))

    def choose_one(self, row: int) -> None:
        """Select the card at `row`, or the last card if the view has fewer rows."""
        index = self._shelf.index(min(row, self._shelf.rowCount() - 1), 0)
        if index.isValid():
            self.setCurrentIndex(index)

    def choose(self, paths: tuple[Path, ...], current: Path | None) -> None:
        """Select the files at `paths`, and focus `current`. Files not shown are skipped."""
        rows = self._shelf.rows_of(paths)
        if not rows:
            return
        selection = QItemSelection()
        for row in rows:
            index = self._shelf.index(row, 0)
            selection.select(index, index)
        at = self._shelf.index(max(self._shelf.row_of(current), rows[0]), 0)
        flag = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(at, flag.NoUpdate)
        self.selectionModel().select(selection, flag.ClearAndSelect)
        self.scrollTo(at)

    def ensure_choice(self) -> None:
        """Select a card if none is selected."""
        if not self.selectionModel().hasSelection():
            self.choose_one(max(0, self.currentIndex().row()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter and remove with Delete on every platform; copy and paste files."""
        plain = event.modifiers() in {Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier}
        if plain and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.open_requested.emit()
        elif plain and event.key() == Qt.Key.Key_Delete:
            self.remove_requested.emit()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.paste_requested.emit()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give every card the same share of the width."""
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Calculate the columns for the current width and text size."""
        # Qt's layout reserves the width of the scroll bar even while it is hidden.
        bar = self.verticalScrollBar()
        reserved = 0 if bar.isVisible() else bar.sizeHint().width()
        width = self.viewport().width() - reserved - 2
        columns = 1 if self._cards.in_rows else max(1, width // self._cards.least_width())
        self._cards.set_width(width // columns)
        size = self._cards.sizeHint(QStyleOptionViewItem(), QModelIndex())
        if size != self.gridSize():
            self.setGridSize(size)
        self.verticalScrollBar().setSingleStep(max(1, size.height() // 3))

    def _copy(self) -> None:
        """Copy the selected files, to paste into a file manager or an e-mail."""
        rows = self.selectionModel().selectedRows()
        if rows:
            QGuiApplication.clipboard().setMimeData(self._shelf.mimeData(rows))

    def place(self) -> ViewPlace:
        """Return the selection and the scroll position."""
        current = self._shelf.at(self.currentIndex())
        paths = tuple(entry.path for entry in self.chosen())
        return ViewPlace(current.path if current else None, paths, self.verticalScrollBar().value())

    def go_to(self, place: ViewPlace) -> None:
        """Restore a selection and scroll position. Files not shown are skipped."""
        # Rows have no positions before the layout.
        self.doItemsLayout()
        self.setAutoScroll(False)  # Without the layout, a hidden view would scroll to the selection later.
        self.choose(place.chosen, place.current)
        self.setAutoScroll(True)
        if not place.chosen:
            at = self._shelf.index(self._shelf.row_of(place.current), 0)
            self.selectionModel().setCurrentIndex(at, QItemSelectionModel.SelectionFlag.NoUpdate)
        self.verticalScrollBar().setValue(place.scroll)

    def _keep_place(self) -> None:
        rows = self._shelf.rows
        if not rows:  # While no rows are shown, the earlier position is kept.
            return
        self._kept, self._chosen, self._before, self._seen = self.place(), self.chosen(), rows, ()
        if self._kept.scroll:
            room, current = self.viewport().rect(), self.currentIndex().row()
            below = range(max(0, self.indexAt(QPoint(2, 2)).row()), len(rows))
            seen = [
                row for row in takewhile(lambda row: self._top_of(row) < room.bottom(), below) if self._top_of(row) >= 0
            ]
            held = self._held[0] if self._held[1] == self._kept.scroll else None
            seen.sort(key=lambda row: (row != current, rows[row].path != held))
            self._seen = tuple((rows[row], self._top_of(row)) for row in seen)

    def _take_place(self) -> None:
        if not self._shelf.rows:
            return
        kept, bar = self._kept, self.verticalScrollBar()
        # Files are matched by character id, because another program may have renamed a file.
        wanted = {entry.id for entry in self._chosen if entry.id}
        paths = {entry.id: entry.path for entry in self._shelf.rows if entry.id in wanted}
        chosen = tuple(paths.get(entry.id, entry.path) for entry in self._chosen)
        self.go_to(replace(kept, chosen=chosen))
        # The row of each path is needed only to restore the scroll position or a lost selection. There may be ten
        # thousand paths.
        lost = bool(chosen) and not self.selectionModel().hasSelection()
        rows = {entry.path: row for row, entry in enumerate(self._shelf.rows)} if lost or self._seen else {}
        if lost:
            self.choose_one(self._nearest(rows))
            bar.setValue(kept.scroll)
        staying = [(rows[entry.path], entry, top) for entry, top in self._seen if entry.path in rows]
        staying.sort(key=lambda each: self._shelf.rows[each[0]] is not each[1])  # changed cards may have moved
        if staying:
            row, entry, top = staying[0]
            bar.setValue(bar.value() + self._top_of(row) - top)
            self._held = (entry.path, bar.value())

    def _nearest(self, rows: dict[Path, int]) -> int:
        """Return the row nearest to the place of the current card, which no longer exists; 0 if no row remains."""
        before = [entry.path for entry in self._before]
        at = before.index(self._kept.current) if self._kept.current in before else 0
        return next((rows[path] for path in (*before[at:], *reversed(before[:at])) if path in rows), 0)

    def _top_of(self, row: int) -> int:
        return self.visualRect(self._shelf.index(row, 0)).top()
