"""The views of the reference: cards in as many columns as fit, and a search field one can leave downwards."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QListView, QWidget

from bones_desktop.panels.reference.entrydelegate import EntryDelegate
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.lists.barelines import set_bare_list

_NARROWEST: Final = 380
"""Width of a column of cards at 100 % text size."""

_MOST: Final = 4
"""Columns, however wide the page: more are hard to scan."""


class EntryView(QListView):
    """Cards in columns; letters typed here go to the search field."""

    typed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._delegate = EntryDelegate(theme, self)
        self._fitted = (0, 0)
        self.setItemDelegate(self._delegate)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setWrapping(True)
        set_bare_list(self)

    def fit(self) -> None:
        """Work out the columns for the present width; room for the scroll bar is always kept."""
        width = self.width() - self.verticalScrollBar().sizeHint().width() - 2
        columns = max(1, min(_MOST, width // self._theme.px(_NARROWEST)))
        fitting = (columns, max(1, width // columns))
        if fitting != self._fitted:
            self._fitted = fitting
            self._delegate.fit(*fitting)
            self.scheduleDelayedItemsLayout()

    def refit(self) -> None:
        """Lay everything out in the present fonts and distances."""
        self.verticalScrollBar().setSingleStep(self._theme.px(48))
        self._fitted = (0, 0)
        self.fit()

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give every card the same share of the width."""
        self.fit()
        super().resizeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Hand letters on to the search; Enter does nothing."""
        plain = not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            event.ignore()
        elif plain and event.text().isprintable() and event.text().strip():
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)


class SearchField(QLineEdit):
    """A line that is left with the arrow down."""

    down_pressed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go on to the answers with the arrow down."""
        if event.key() == Qt.Key.Key_Down:
            self.down_pressed.emit()
        else:
            super().keyPressEvent(event)
