"""What can be done with the lines selected, as buttons below the list; each says why when it cannot be used."""

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from bones_desktop.storage.log.logentry import EntryKind, LogEntry
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.throwlist.throwview import ThrowView


class EntryActs(QWidget):
    """Repeats and copies for those who use the mouse, and says how many lines there are."""

    def __init__(self, theme: Theme, view: ThrowView, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._view = view
        self.count = plain_label(self, role="muted")
        self.repeat = QPushButton(self.tr("Repeat"), self)
        self.copy_text = QPushButton(self.tr("Copy as text"), self)
        self.copy_picture = QPushButton(self.tr("Copy as picture"), self)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.count, 1)
        for button in (self.repeat, self.copy_text, self.copy_picture):
            self._row.addWidget(button)
        self.repeat.clicked.connect(view.repeat)
        self.copy_text.clicked.connect(view.copy_text)
        self.copy_picture.clicked.connect(view.copy_picture)
        view.selectionModel().selectionChanged.connect(self.refresh)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.refresh()

    def refresh(self) -> None:
        """Offer what can be done with the lines selected now."""
        entry = self._view.current() if self._view.selectionModel().hasSelection() else None
        for button, keys in ((self.copy_text, "Ctrl+C"), (self.copy_picture, "Ctrl+Shift+C")):
            button.setEnabled(entry is not None)
            button.setToolTip(keys if entry is not None else self.tr("Choose a line first."))
        self.repeat.setEnabled(_repeatable(entry))
        if _repeatable(entry):
            self.repeat.setToolTip(self.tr("Ask for the same throw on the Table page (Enter)"))
        elif entry is None or entry.kind is not EntryKind.THROW:
            self.repeat.setToolTip(self.tr("Choose a throw first."))
        else:
            self.repeat.setToolTip(self.tr("The log does not know what was asked."))

    def _restyle(self) -> None:
        self._row.setSpacing(self._theme.px(8))


def _repeatable(entry: LogEntry | None) -> bool:
    return entry is not None and entry.kind is EntryKind.THROW and bool(entry.request)
