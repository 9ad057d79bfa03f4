"""A box of choices whose list is searched by what is typed."""

from functools import cached_property

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.choicepopup import ChoicePopup
from bones_desktop.widgets.choice.choices import Choice, ChoiceModel


class SearchBox(QComboBox):
    """Offers what the box holds in a list like all others; a wheel turned over the box is left to the page."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._page = parent
        self._rows: list[tuple[str, object]] = []
        """Text and data of each row when the list was opened: the box may be filled anew while it is open."""

    @cached_property
    def popup(self) -> ChoicePopup:
        """The list, made when it is first opened."""
        popup = ChoicePopup(self._theme, ChoiceModel(self), self._page)
        popup.picked.connect(self._picked)
        # A child of the box would take the looks of its own list; it goes with the box all the same.
        self.destroyed.connect(popup.deleteLater)
        return popup

    def showPopup(self) -> None:
        """Show the list with what is chosen current; separators and what is disabled are left out."""
        self._rows = [(self.itemText(row), self.itemData(row)) for row in range(self.count())]
        offered = [row for row in range(self.count()) if self._is_offered(row)]
        self.popup.model.set_choices([Choice(str(row), self.itemText(row)) for row in offered])
        current = self.currentIndex()
        self.popup.open_below(self, offered.index(current) if current in offered else 0)

    def hidePopup(self) -> None:
        """Close the list without a choice."""
        super().hidePopup()
        if "popup" in self.__dict__:
            self.popup.close()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page, which it was meant to scroll."""
        event.ignore()

    def _picked(self, choice: Choice) -> None:
        row = self._row_of(int(choice.key))
        if row >= 0:
            self.setCurrentIndex(row)
            self.activated.emit(row)

    def _is_offered(self, row: int) -> bool:
        return bool(self.model().flags(self.model().index(row, self.modelColumn())) & Qt.ItemFlag.ItemIsEnabled)

    def _row_of(self, then: int) -> int:
        """Return where the row is now that was `then` when the list was opened; -1 when it is no longer offered."""
        text, data = self._rows[then]
        now = [(self.itemText(row), self.itemData(row)) for row in range(self.count())]
        if now == self._rows:
            return then
        found = self.findText(text, Qt.MatchFlag.MatchFixedString | Qt.MatchFlag.MatchCaseSensitive)
        if data is not None:
            found = next((row for row, (_text, each) in enumerate(now) if each == data), -1)
        return found if found >= 0 and self._is_offered(found) else -1
