"""The shelf: all characters as cards, damaged files among them with what is wrong and what can be done."""

from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QPushButton,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from bones_desktop.storage.shelf import Shelf
from bones_desktop.storage.shelfentry import Entry
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.window.shelfdelegate import ShelfDelegate
from bones_desktop.window.shelfmodel import ShelfModel
from bones_desktop.wording.files import file_sentence


class _Cards(QListView):
    """A list that lays its cards out in as many columns as fit."""

    activated_by_key = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's name)
        """Open with Enter, on every platform alike."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.activated_by_key.emit()
        else:
            super().keyPressEvent(event)

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 (Qt's name)
        """Give every card the same share of the width."""
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Work out the columns for the present width and text size."""
        cards = self.itemDelegate()
        if not isinstance(cards, ShelfDelegate):
            return
        # The layout keeps the bar's width free even while no bar is shown.
        bar = 0 if self.verticalScrollBar().isVisible() else self.verticalScrollBar().sizeHint().width()
        width = self.viewport().width() - bar - 2
        columns = max(1, width // cards.least_width())
        cards.set_width(width // columns)
        self.setGridSize(cards.sizeHint(QStyleOptionViewItem(), QModelIndex()))


class ShelfPage(QWidget):
    """Shows the folder of characters. What is to be done with one is told by signals."""

    open_asked = Signal(object)
    """A path."""
    versions_asked = Signal(object)
    """The Entry of a damaged file whose earlier versions are wanted."""
    restore_asked = Signal(object)
    """The path of a removed file that is to come back."""
    new_asked = Signal()
    import_asked = Signal()

    def __init__(self, theme: Theme, shelf: Shelf, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shelf = shelf
        self._model = ShelfModel(self)
        heading = QLabel(self.tr("Your characters"), self)
        heading.setFont(theme.font("serif", 28, bold=True))
        self._heading = heading
        self._search = QLineEdit(self)
        self._search.setPlaceholderText(self.tr("Search by name"))
        self._search.setAccessibleName(self.tr("Search by name"))
        self._search.setClearButtonEnabled(True)
        self._search.textChanged.connect(self._find)
        self._removed = QPushButton(self.tr("Removed"), self)
        self._removed.setCheckable(True)
        self._removed.setToolTip(self.tr("Show removed characters; any of them can be brought back"))
        self._removed.toggled.connect(lambda _on: self.refresh())
        self._import = QPushButton(self.tr("Import…"), self)
        self._import.clicked.connect(self.import_asked)
        self._new = QPushButton(self.tr("New character…"), self)
        self._new.setProperty("kind", "primary")
        self._new.clicked.connect(self.new_asked)
        top = QHBoxLayout()
        top.setSpacing(theme.px(8))
        top.addWidget(heading)
        top.addStretch(1)
        top.addWidget(self._search)
        top.addWidget(self._removed)
        top.addWidget(self._import)
        top.addWidget(self._new)
        self._view = _Cards(self)
        self._view.setModel(self._model)
        self._view.setItemDelegate(ShelfDelegate(theme, self._view))
        self._view.setViewMode(QListView.ViewMode.IconMode)
        self._view.setMovement(QListView.Movement.Static)
        self._view.setResizeMode(QListView.ResizeMode.Adjust)
        self._view.setUniformItemSizes(True)
        self._view.setMouseTracking(True)
        self._view.setFrameShape(QListView.Shape.NoFrame)
        self._view.setAccessibleName(self.tr("Your characters"))
        self._view.doubleClicked.connect(lambda _index: self._open())
        self._view.activated_by_key.connect(self._open)
        self._view.selectionModel().currentChanged.connect(lambda _new, _old: self._describe())
        self._empty = QLabel(self)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setProperty("role", "muted")
        self._text = QLabel(self)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self._versions = QPushButton(self.tr("Earlier versions…"), self)
        self._versions.clicked.connect(self._ask_versions)
        self._open_button = QPushButton(self.tr("Open"), self)
        self._open_button.clicked.connect(self._open)
        bottom = QHBoxLayout()
        bottom.setSpacing(theme.px(8))
        bottom.addWidget(self._text, 1)
        bottom.addWidget(self._versions)
        bottom.addWidget(self._open_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(theme.px(24), theme.px(16), theme.px(24), theme.px(16))
        layout.setSpacing(theme.px(12))
        layout.addLayout(top)
        layout.addWidget(self._empty, 1)
        layout.addWidget(self._view, 1)
        layout.addLayout(bottom)
        theme.changed.connect(self._restyle)
        self._restyle()

    def set_shelf(self, shelf: Shelf) -> None:
        """Show another folder."""
        self._shelf = shelf
        self.refresh()

    def refresh(self, choose: Path | None = None) -> None:
        """Read the folder again and choose the file at `choose`, else the one chosen before."""
        current = self._model.at(self._view.currentIndex())
        wanted = choose or (current.path if current else None)
        removed = self._shelf.removed.entries()
        self._removed.setVisible(bool(removed))
        if not removed and self._removed.isChecked():
            self._removed.setChecked(False)
            return
        self._model.set_entries(removed if self._removed.isChecked() else self._shelf.entries())
        self._heading.setText(
            self.tr("Removed characters") if self._removed.isChecked() else self.tr("Your characters")
        )
        self._show_empty()
        row = max(0, self._model.row_of(wanted))
        self._view.setCurrentIndex(self._model.index(row, 0))
        self._describe()

    def chosen(self) -> Entry | None:
        """Return the entry chosen, None when there is none."""
        return self._model.at(self._view.currentIndex())

    def _find(self, text: str) -> None:
        self._model.search(text)
        self._show_empty()
        self._view.setCurrentIndex(self._model.index(0, 0))
        self._describe()

    def _show_empty(self) -> None:
        nothing = self._model.rowCount() == 0
        self._view.setVisible(not nothing)
        self._empty.setVisible(nothing)
        self._empty.setText(
            self.tr("Here your characters will stand. Make the first one with “New character…”.")
            if self._model.total == 0
            else self.tr("No character of that name. Try fewer letters.")
        )

    def _describe(self) -> None:
        entry = self.chosen()
        damaged = entry is not None and entry.damaged is not None
        away = self._removed.isChecked()
        self._open_button.setText(self.tr("Bring back") if away else self.tr("Open"))
        self._open_button.setEnabled(entry is not None and (away or not damaged))
        self._versions.setVisible(damaged)
        if entry is None:
            self._text.setText("")
        elif entry.damaged is not None:
            self._text.setText(file_sentence(entry.damaged, self.tr))
        else:
            self._text.setText(str(entry.path))
        self._text.setProperty("role", "bad" if damaged else "muted")
        self._text.style().unpolish(self._text)
        self._text.style().polish(self._text)

    def _open(self) -> None:
        entry = self.chosen()
        if entry is None:
            return
        if self._removed.isChecked():
            self.restore_asked.emit(entry.path)
        elif entry.damaged is None:
            self.open_asked.emit(entry.path)
        else:
            self.versions_asked.emit(entry)

    def _ask_versions(self) -> None:
        entry = self.chosen()
        if entry is not None:
            self.versions_asked.emit(entry)

    def _restyle(self) -> None:
        self._heading.setFont(self._theme.font("serif", 28, bold=True))
        self._search.setMinimumWidth(self._theme.px(220))
        self._view.fit()
