"""The head of the Shelf page: what is shown, in which order, and the ways to get more characters."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from bones_desktop.rules.bones.book.character import Kind
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.text.elidedlabel import ElidedLabel
from bones_desktop.window.shelf.shelforder import SORTS, ShelfFilter, ShelfSort, kind_name
from bones_desktop.window.shelf.shelftags import TagChips


class ShelfBar(QWidget):
    """Search, kind, tags and sort. `down_pressed` when the keyboard leaves the search for the cards."""

    filter_changed = Signal()
    sort_changed = Signal(str)
    removed_toggled = Signal()
    new_requested = Signal()
    import_requested = Signal()
    down_pressed = Signal()
    open_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._heading = QLabel(self)
        self.progress = ElidedLabel(self)
        self.progress.setProperty("role", "muted")
        self._removed = QPushButton(self.tr("Removed"), self)
        self._removed.setCheckable(True)
        self._removed.setToolTip(self.tr("Show removed characters; any of them can be brought back"))
        self._removed.toggled.connect(lambda _on: self.removed_toggled.emit())
        self._import = QPushButton(self.tr("Import…"), self)
        self._import.clicked.connect(self.import_requested)
        self._new = QPushButton(self.tr("New character…"), self)
        self._new.setProperty("kind", "primary")
        self._new.clicked.connect(self.new_requested)
        self.search = QLineEdit(self)
        words = self.tr("Search by name, culture, occupation, race, tag or skill")
        self.search.setPlaceholderText(words)
        self.search.setAccessibleName(words)
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda _text: self.filter_changed.emit())
        self.search.returnPressed.connect(self.open_requested)
        self.search.installEventFilter(self)
        self._kind = self._box(self.tr("Show"))
        self._kind.addItem(self.tr("All kinds"), "")
        for kind in Kind:
            self._kind.addItem(kind_name(kind), kind.value)
        self._kind.currentIndexChanged.connect(lambda _row: self.filter_changed.emit())
        self._sort = self._box(self.tr("Sort by"))
        for sort in SORTS:
            self._sort.addItem(self._sort_name(sort), sort)
        self._sort.activated.connect(lambda _row: self.sort_changed.emit(self.sort))
        self.tags = TagChips(theme, self)
        self.tags.changed.connect(self.filter_changed)
        self._top, self._line = QHBoxLayout(), QHBoxLayout()
        self._layout = QVBoxLayout(self)
        self._lay_out()
        theme.changed.connect(self._restyle)
        self._restyle()
        self.show_heading()

    @property
    def filter(self) -> ShelfFilter:
        """What is looked for."""
        kind = self._kind.currentData()
        return ShelfFilter(self.search.text(), self.tags.on, Kind(kind) if kind else None)

    @property
    def sort(self) -> ShelfSort:
        """What is sorted by."""
        chosen: ShelfSort = self._sort.currentData()
        return chosen

    @property
    def shows_removed(self) -> bool:
        """Whether removed characters are looked at."""
        return self._removed.isChecked()

    def set_sort(self, sort: ShelfSort) -> None:
        """Show what is sorted by."""
        self._sort.setCurrentIndex(SORTS.index(sort))

    def clear(self) -> None:
        """Look for everything again."""
        blocked = self.blockSignals(True)
        self.search.clear()
        self._kind.setCurrentIndex(0)
        self.tags.clear()
        self.blockSignals(blocked)
        self.filter_changed.emit()

    def show_heading(self, *, removed_any: bool = False) -> str:
        """Name what is shown and return it; offer the removed ones if there are any or they are being looked at."""
        self._removed.setVisible(removed_any or self.shows_removed)
        self._heading.setText(self.tr("Removed characters") if self.shows_removed else self.tr("Your characters"))
        return self._heading.text()

    def leave_removed(self) -> None:
        """Go back to the shelf itself."""
        self._removed.setChecked(False)

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go on to the cards with the arrow down."""
        if watched is self.search and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Down:
                self.down_pressed.emit()
                return True
            if event.key() == Qt.Key.Key_Escape and self.search.text():
                self.search.clear()
                return True
        return super().eventFilter(watched, event)

    def _box(self, name: str) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(name)
        box.setToolTip(name)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        return box

    def _sort_name(self, sort: ShelfSort) -> str:
        return {
            "changed": self.tr("Last changed first"),
            "name": self.tr("By name"),
            "kind": self.tr("By kind"),
            "dice": self.tr("Most dice first"),
        }[sort]

    def _lay_out(self) -> None:
        self._top.addWidget(self._heading)
        self._top.addWidget(self.progress, 1)
        for button in (self._removed, self._import, self._new):
            self._top.addWidget(button)
        self._line.addWidget(self.search, 1)
        self._line.addWidget(self._kind)
        self._line.addWidget(self._sort)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addLayout(self._top)
        self._layout.addLayout(self._line)
        self._layout.addWidget(self.tags)

    def _restyle(self) -> None:
        theme = self._theme
        self._heading.setFont(theme.font("serif", 28, bold=True))
        self._top.setSpacing(theme.px(8))
        self.progress.setContentsMargins(theme.px(16), 0, theme.px(16), 0)
        self._line.setSpacing(theme.px(8))
        self._layout.setSpacing(theme.px(8))
        self.search.setMinimumWidth(theme.px(220))
