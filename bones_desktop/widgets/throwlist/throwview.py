"""The log as a list.

The list keeps its scroll position, scrolls to new rolls if its end is visible, and copies entries as text or as a
picture.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QMenu,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.records import replace
from bones_desktop.storage.log.logentry import HIDDEN, NOT_MEANT, EntryKind, LogEntry
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.rows import Index, mirror_for, paint_line_ground, set_read_lines
from bones_desktop.widgets.scaled import set_icon
from bones_desktop.widgets.throwlist.throwmodel import (
    ThrowModel,
    ThrowRole,
    day_and_time,
    die_groups,
    long_day,
    no_colour,
)
from bones_desktop.widgets.throwlist.throwpaint import ThrowPainter, Words, entry_picture
from bones_desktop.wording.language import _
from bones_desktop.wording.log import clock_time, entry_text, face_names

_BESIDE: Final = 10
"""Room at both sides of an entry, in pixels at 100 % text size."""

ONE_LINE: Final = 1500
"""Smallest width at which a roll is shown on one line, with the dice to the right of the texts.

If a roll had two lines at this width, the result would be too far from the task.
"""


class ThrowDelegate(Guarded, QStyledItemDelegate):
    """Paints rolls on one or two lines.

    All rolls outside rounds have the same height, so that the heights of a long list need not be measured.
    """

    def __init__(self, theme: Theme, words: Words, parent: QWidget, *, dated: bool = False) -> None:
        """With `dated`, the entries of a round form a block."""
        super().__init__(parent)
        self._theme = theme
        self.painter = ThrowPainter(theme, words, blocks=dated)
        self._one_line = False

    @property
    def height(self) -> int:
        """Height of an entry that is in no round, in pixels."""
        return self.painter.low if self._one_line else self.painter.height

    def fit(self, width: int) -> bool:
        """Show a roll on one line if `width` is large enough, otherwise on two. Return whether this has changed."""
        before, self._one_line = self._one_line, width >= self._theme.px(ONE_LINE)
        return before != self._one_line

    def height_of(self, entry: LogEntry, width: int, *, first: bool) -> int:
        """Return the height of an entry in a list of `width` pixels. `first` is True for the first entry of a round."""
        return self.painter.height_of(entry, width - 2 * self._theme.px(_BESIDE), self.height, first=first)

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the size of an entry."""
        return QSize(self._theme.px(160), self.height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint an entry."""
        # Imported late for the reason given in `paint_line_ground`.
        from PySide6.QtWidgets import QStyle

        theme = self._theme
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirror_for(option.direction, painter, QRectF(rect))
        paint_line_ground(painter, theme, rect, state)
        inner = rect.adjusted(theme.px(_BESIDE), theme.px(4), -theme.px(_BESIDE), -theme.px(6))
        entry = index.data(ThrowRole.ENTRY)
        model, row = index.model(), index.row()
        if isinstance(entry, LogEntry) and isinstance(model, ThrowModel):
            if entry.round is not None and self.painter.blocks:
                self.painter.rounds.bar(painter, rect.adjusted(theme.px(_BESIDE), 0, 0, 0), stands=entry.stands)
            self.painter.paint(painter, inner, entry, first=model.begins_round(row))
        else:
            self.painter.paint_unreadable(painter, inner, str(index.data()))
        # No line is painted between the entries of a round.
        if not self.painter.blocks or not isinstance(model, ThrowModel) or model.begins_round(row + 1):
            painter.setPen(theme.color("line"))
            painter.drawLine(rect.left(), rect.bottom(), rect.right(), rect.bottom())
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(theme.color("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(1, 1, -1, -1))
        painter.restore()


# Greatest number of entries copied at once, to limit the clipboard. The export of the log has no limit.
MOST_COPIED: Final = 1000
_COPY_PICTURE: Final = QKeySequence("Ctrl+Shift+C")


class ThrowView(Guarded, QTableView):
    """Shows a ThrowModel. Letters, digits and Space are passed to the page.

    It is a table with one column, because a QListView asks the model for all rows whenever one is added.
    """

    repeat_requested = Signal(object)
    """Emitted with the LogEntry whose roll is to be repeated. The entry contains a request."""
    mark_requested = Signal(object, str, bool)
    """Emitted with the LogEntry of a roll, a mark, and True to set the mark or False to remove it."""
    rename_requested = Signal(object)
    """Emitted with the LogEntry of a scene to rename."""
    remove_requested = Signal(object)
    """Emitted with the LogEntry of a scene to remove."""
    message = Signal(str)
    """Emitted with a text: the report of a finished action, or the reason why an action was refused."""

    def __init__(
        self, theme: Theme, model: ThrowModel, rulebook: Rulebook, parent: QWidget, *, whole_log: bool = False
    ) -> None:
        """With `whole_log`, headings can be changed, and rolls of earlier days show their date."""
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self._edits_scenes = whole_log
        self._name = face_names(rulebook)
        self._follows = True
        words = Words(long_day, day_and_time if whole_log else clock_time, die_groups(rulebook), no_colour)
        self.delegate = ThrowDelegate(theme, words, self, dated=whole_log)
        self.setItemDelegate(self.delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        set_read_lines(self)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setShowGrid(False)
        # Tab moves the focus out of the table instead of moving between rows.
        self.setTabKeyNavigation(False)
        self.horizontalHeader().hide()
        self.verticalHeader().hide()
        self.setModel(model)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.newer = QPushButton(_("New roll"), self)
        set_icon(theme, self.newer, "chevron-down")
        self.newer.setIcon(theme.icon("chevron-down"))
        self.newer.setToolTip(_("Go to the newest roll (End)"))
        # The key End does the same, so the button is not in the Tab order.
        self.newer.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.newer.setCursor(Qt.CursorShape.PointingHandCursor)
        self.newer.hide()
        self.newer.clicked.connect(self.show_newest)
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._scrolled)
        # Qt updates the range of the scroll bar only after it has added a row, so the list scrolls to the end when the
        # range changes.
        bar.rangeChanged.connect(self._stay_at_end)
        model.rowsInserted.connect(self._added)
        # The connection is queued, because pages are read while the list is painted.
        model.known.connect(self._measure, Qt.ConnectionType.QueuedConnection)
        self.doubleClicked.connect(self.repeat)
        theme.changed.connect(self._restyle)
        self._restyle()

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Use icons and dice of another rulebook."""
        self._name = face_names(rulebook)
        painter = self.delegate.painter
        painter.words = replace(painter.words, groups=die_groups(rulebook))
        self.viewport().update()

    def set_colours(self, colour: Callable[[str], str]) -> None:
        """Paint dice in the colours that `colour` returns for the ids of characters."""
        painter = self.delegate.painter
        painter.words = replace(painter.words, colour=colour)
        self.viewport().update()

    def show_newest(self) -> None:
        """Scroll to the end, and keep scrolling to new entries."""
        self._follows = True
        self.newer.hide()
        self.scrollToBottom()

    def show_row(self, row: int) -> None:
        """Make an entry current and scroll it to the middle."""
        self._follows = False
        self.setCurrentIndex(self._model.index(row))
        self.scrollTo(self._model.index(row), QAbstractItemView.ScrollHint.PositionAtCenter)

    def chosen(self) -> tuple[LogEntry, ...]:
        """Return the selected entries in order, at most MOST_COPIED."""
        rows = islice(self._chosen_rows(), MOST_COPIED)
        return tuple(entry for row in rows if (entry := self._model.entry(row)) is not None)

    def current(self) -> LogEntry | None:
        """Return the current entry; None if there is no current entry."""
        return self._model.entry(self.currentIndex().row())

    def repeat(self) -> None:
        """Request to repeat the current roll. If the log does not contain its task, say so."""
        entry = self.current()
        if entry is None or entry.kind is not EntryKind.THROW:
            return
        if entry.is_repeatable:
            self.repeat_requested.emit(entry)
        else:
            self.message.emit(_("This roll cannot be repeated: the log does not contain its task."))

    def mark(self, mark: str) -> None:
        """Request to mark the current roll. If the roll already has this mark, request to remove it."""
        entry = self.current()
        if entry is not None and entry.kind is EntryKind.THROW:
            self.mark_requested.emit(entry, mark, mark not in entry.tags)

    def copy_text(self) -> None:
        """Copy the selected entries as text."""
        entries = self.chosen()
        if entries:
            QGuiApplication.clipboard().setText("\n\n".join(entry_text(each, self._name) for each in entries))
            if sum(1 for _row in self._chosen_rows()) > MOST_COPIED:
                self.message.emit(_("The first {n} lines are copied. Export the log for more.").format(n=len(entries)))
            else:
                self.message.emit(_("The text is on the clipboard."))

    def copy_picture(self) -> None:
        """Copy a picture of the selected entries."""
        self.copy_picture_of(self.chosen())

    def copy_picture_of(self, entries: Sequence[LogEntry]) -> None:
        """Copy a picture of these entries, if there are any."""
        if entries:
            picture = entry_picture(entries, self._theme.for_paper(), self.delegate.painter.words)
            QGuiApplication.clipboard().setImage(picture)
            self.message.emit(_("The picture is on the clipboard."))

    def event(self, event: QEvent) -> bool:
        """Let F2 rename the current scene. Outside this list, F2 renames the character."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_F2
            and self._scene() is not None
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy, repeat, edit a scene or move in the list. Letters, digits and Space are passed to the page."""
        key = event.key()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_text()
        elif QKeySequence(event.keyCombination()) == _COPY_PICTURE:
            self.copy_picture()
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.currentIndex().isValid():
            self.repeat()
        elif key == Qt.Key.Key_F2 and self._scene() is not None:
            self._rename()
        elif key == Qt.Key.Key_Delete and self._scene() is not None:
            self._remove()
        elif event.text() and event.text().isprintable() and not event.modifiers():
            # Letters are shortcuts of the page, for example for the next roll.
            event.ignore()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of the selected entries."""
        if not self.selectionModel().hasSelection():
            return
        menu = self.menu()
        menu.popup(event.globalPos())

    def menu(self) -> QMenu:
        """Return the menu of the selected entries. It is deleted after closing."""
        menu = light_menu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        icon = self._theme.icon
        entry = self.current()
        if entry is not None and entry.kind is EntryKind.THROW:
            known = entry.is_repeatable
            words = _("Repeat\tEnter") if known else _("Repeat (task unknown)")
            again = menu.addAction(icon("throw"), words, self.repeat)
            again.setEnabled(known)
            words = _("Strike out") if entry.is_meant else _("Restore")
            menu.addAction(icon("not-meant" if entry.is_meant else "undo"), words, self._strike)
            if HIDDEN in entry.tags:
                menu.addAction(icon("players"), _("No secret any more"), self._reveal)
        menu.addAction(icon("copy"), _("Copy as text\tCtrl+C"), self.copy_text)
        menu.addAction(icon("export"), _("Copy as picture\tCtrl+Shift+C"), self.copy_picture)
        if self._scene() is not None:
            menu.addSeparator()
            menu.addAction(icon("rename"), _("Rename the scene…\tF2"), self._rename)
            menu.addAction(icon("remove"), _("Remove the heading\tDel"), self._remove)
        return menu

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Go to the first or last entry with Home or End; in a table Qt would move within the row."""
        ends = {
            QAbstractItemView.CursorAction.MoveHome: 0,
            QAbstractItemView.CursorAction.MoveEnd: self._model.rowCount() - 1,
        }
        return self._model.index(ends[action]) if action in ends else super().moveCursor(action, modifiers)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Select the newest entry when the list gets the focus by keyboard and no entry is current."""
        if not self.currentIndex().isValid() and event.reason() != Qt.FocusReason.MouseFocusReason:
            # Qt would select the oldest entry.
            self.setCurrentIndex(self._model.index(self._model.rowCount() - 1))
        super().focusInEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the rows to the new size and move the button. If the end was visible, keep the end visible."""
        super().resizeEvent(event)
        if self.delegate.fit(self.viewport().width()):
            # The height of all rows changes, so the first visible row is remembered and kept visible.
            top = self.rowAt(0)
            self._set_heights()
            if not self._follows:
                self.scrollTo(self._model.index(top), QAbstractItemView.ScrollHint.PositionAtTop)
        elif event.size().width() != event.oldSize().width():
            self._measure(*self._model.pages)
        self._place_button()

    def sizeHint(self) -> QSize:
        """Return the size of three entries. The list takes the remaining room."""
        return QSize(self._theme.px(320), 3 * self.delegate.height)

    def minimumSizeHint(self) -> QSize:
        """Return the size of an entry."""
        return QSize(self._theme.px(160), self.delegate.height)

    def _chosen_rows(self) -> Iterator[int]:
        """Yield the selected rows, from top to bottom."""
        for part in sorted(self.selectionModel().selection().toList(), key=lambda part: part.top()):
            yield from range(part.top(), part.bottom() + 1)

    def _scene(self) -> LogEntry | None:
        """Return the current heading if headings can be changed; otherwise None."""
        entry = self.current()
        return entry if self._edits_scenes and entry is not None and entry.kind is EntryKind.SCENE else None

    # The menu calls bound methods, because a menu that deletes itself would delete a lambda while it is running.

    def _strike(self) -> None:
        self.mark(NOT_MEANT)

    def _reveal(self) -> None:
        self.mark(HIDDEN)

    def _rename(self) -> None:
        self.rename_requested.emit(self._scene())

    def _remove(self) -> None:
        self.remove_requested.emit(self._scene())

    def _added(self) -> None:
        if self._follows:
            self.scrollToBottom()
        else:
            self.newer.show()
            self._place_button()

    def _scrolled(self, value: int) -> None:
        # A few pixels from the end count as the end, because some scroll bars do not stop exactly there.
        self._follows = value >= self.verticalScrollBar().maximum() - self._theme.px(4)
        if self._follows:
            self.newer.hide()

    def _stay_at_end(self, _least: int, most: int) -> None:
        if self._follows:
            self.verticalScrollBar().setValue(most)

    def _place_button(self) -> None:
        button, gap = self.newer, self._theme.px(8)
        if button.isHidden():
            return
        button.adjustSize()
        button.move((self.viewport().width() - button.width()) // 2, self.height() - button.height() - gap)

    def _restyle(self) -> None:
        self.delegate.painter.refresh()
        self.delegate.fit(self.viewport().width())
        self._set_heights()
        self._place_button()
        self.scheduleDelayedItemsLayout()

    def _set_heights(self) -> None:
        height = self.delegate.height
        self.verticalHeader().setMinimumSectionSize(height)
        self.verticalHeader().setDefaultSectionSize(height)
        self.verticalScrollBar().setSingleStep(height // 2)
        self._measure(*self._model.pages)

    def _measure(self, *pages: int) -> None:
        """Set the heights of the entries of rounds in these pages. The visible entries do not move."""
        top, header, bar = self.rowAt(0), self.verticalHeader(), self.verticalScrollBar()
        before, width = self.rowViewportPosition(top), self.viewport().width()
        changed = False
        for row, entry, _round in (each for page in pages for each in self._model.rounds(page)):
            high = self.delegate.height_of(entry, width, first=self._model.begins_round(row))
            if header.sectionSize(row) != high:
                header.resizeSection(row, high)
                changed = True
        if changed:
            self.updateGeometries()
            if self._follows:
                bar.setValue(bar.maximum())
            elif top >= 0:
                bar.setValue(bar.value() + self.rowViewportPosition(top) - before)
