"""The diary of all seasons to read, with what may still be done to it, and the ways to paper."""

from typing import Final

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListView, QPushButton, QVBoxLayout, QWidget

from bones_desktop.panels.tracker.seasons.diarydelegate import DiaryDelegate
from bones_desktop.panels.tracker.seasons.diarymodel import DiaryModel, DiaryRow, RowKind, diary_rows
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.diary import Diary
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.days import counted
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.lists.barelines import set_bare_list
from bones_desktop.widgets.text.plainlabel import plain_label
from bones_desktop.wording import Translate

BATCH: Final = 300
"""Rows measured at once: a diary of many years must not hold up the page."""


class DiaryCard(QFrame):
    """Enter, or two clicks, changes the chosen action; Delete removes it. The newest season comes first."""

    change_asked = Signal(int)
    remove_asked = Signal(int)
    """The action's place."""
    add_asked = Signal(int)
    """A season, counted from 0, that an action was forgotten in."""
    print_asked = Signal()
    pdf_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._theme = theme
        self._editable = True
        self._room: frozenset[int] = frozenset()
        self._heading = plain_label(self, self.tr("Diary"))
        self.print = QPushButton(self.tr("Print…"), self)
        self.pdf = QPushButton(self.tr("PDF…"), self)
        self.pdf.setToolTip(self.tr("Save the diary as a PDF"))
        self.print.setToolTip(self.tr("Print the diary"))
        self.model = DiaryModel(self)
        self.view = QListView(self)
        self.view.setModel(self.model)
        self._delegate = DiaryDelegate(theme, self.view)
        self.view.setItemDelegate(self._delegate)
        set_bare_list(self.view)
        self.view.setResizeMode(QListView.ResizeMode.Adjust)
        self.view.setLayoutMode(QListView.LayoutMode.Batched)
        self.view.setBatchSize(BATCH)
        self.view.setAccessibleName(self.tr("Diary of the seasons"))
        self.change = QPushButton(self.tr("Change…"), self)
        self.remove = QPushButton(self.tr("Remove"), self)
        self.add = QPushButton(self.tr("Add…"), self)
        self.add.setToolTip(self.tr("An action of the chosen season that was not written down"))
        self._top = QHBoxLayout()
        self._top.addWidget(self._heading, 1)
        self._top.addWidget(self.print)
        self._top.addWidget(self.pdf)
        self._bottom = QHBoxLayout()
        self._bottom.addWidget(self.change)
        self._bottom.addWidget(self.remove)
        self._bottom.addStretch(1)
        self._bottom.addWidget(self.add)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._top)
        self._column.addWidget(self.view, 1)
        self._column.addLayout(self._bottom)
        self._connect()

    def show_diary(self, rulebook: Rulebook, diary: Diary, room: frozenset[int], *, editable: bool) -> None:
        """Show a diary; `room` are the earlier seasons that have actions left."""
        before = self._chosen()
        self._editable, self._room = editable, room
        translate: Translate = self.tr
        self.model.set_rows(diary_rows(rulebook, diary, translate, counted))
        if before is not None and not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self._place_of(before))
        self._enable()

    def begin_anew(self) -> None:
        """Choose nothing: the diary shown next is another character's."""
        self.view.setCurrentIndex(QModelIndex())

    def restyle(self) -> None:
        """Fit fonts and gaps to the theme."""
        theme = self._theme
        self._heading.setFont(theme.font("serif", 20, bold=True))
        self._delegate.forget()
        self.view.verticalScrollBar().setSingleStep(theme.px(24))
        self.view.scheduleDelayedItemsLayout()
        self._column.setContentsMargins(theme.px(16), theme.px(8), theme.px(12), theme.px(12))
        self._column.setSpacing(theme.px(6))
        for row in (self._top, self._bottom):
            row.setSpacing(theme.px(8))

    @guarded(None)
    def showEvent(self, event: QShowEvent) -> None:
        """Set the type anew: a style sheet takes it from labels when they are first shown."""
        super().showEvent(event)
        self.restyle()

    def _connect(self) -> None:
        for keys, act in (("Del", self._remove), ("Return", self._change), ("Enter", self._change)):
            shortcut = QShortcut(QKeySequence(keys), self.view)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(act)
        self.view.doubleClicked.connect(lambda _index: self._change())
        self.view.selectionModel().currentChanged.connect(lambda _now, _before: self._enable())
        self.change.clicked.connect(self._change)
        self.remove.clicked.connect(self._remove)
        self.add.clicked.connect(self._add)
        self.print.clicked.connect(self.print_asked)
        self.pdf.clicked.connect(self.pdf_asked)

    def _chosen(self) -> DiaryRow | None:
        return self.model.at(self.view.currentIndex())

    def _place_of(self, before: DiaryRow) -> QModelIndex:
        """Return where an action is now; the heading of its season where it is gone."""
        places = {(row.kind, row.season, row.place): n for n, row in enumerate(self.model.rows)}
        heading = places.get((RowKind.SEASON, before.season, -1), -1)
        row = places.get((RowKind.ACTION, before.season, before.place), heading) if before.place >= 0 else -1
        return self.model.index(row) if row >= 0 else QModelIndex()

    def _enable(self) -> None:
        row = self._chosen()
        action = row is not None and row.kind is RowKind.ACTION
        if not action and (self.change.hasFocus() or self.remove.hasFocus()):
            self.view.setFocus()
        for button in (self.change, self.remove):
            button.setEnabled(action and self._editable)
            button.setToolTip("" if action else self.tr("Choose an action of the diary first."))
        self.add.setVisible(bool(self._room))
        room = row is not None and row.season in self._room
        self.add.setEnabled(room and self._editable)

    def _change(self) -> None:
        row = self._chosen()
        if row is not None and row.place >= 0 and self._editable:
            self.change_asked.emit(row.place)

    def _remove(self) -> None:
        row = self._chosen()
        if row is not None and row.place >= 0 and self._editable:
            self.remove_asked.emit(row.place)

    def _add(self) -> None:
        row = self._chosen()
        if row is not None and row.season in self._room:
            self.add_asked.emit(row.season)
