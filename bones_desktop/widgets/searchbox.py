"""A box of choices whose list is searched by what is typed."""

from functools import cached_property

from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choicepopup import ChoicePopup
from bones_desktop.widgets.choices import Choice, ChoiceModel


class SearchBox(QComboBox):
    """Offers what the box holds in a list like all others; a wheel turned over the box is left to the page."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._page = parent

    @cached_property
    def popup(self) -> ChoicePopup:
        """The list, made when it is first opened."""
        popup = ChoicePopup(self._theme, ChoiceModel(self), self._page)
        popup.picked.connect(self._picked)
        return popup

    def showPopup(self) -> None:  # noqa: N802 (Qt's name)
        """Show the list with what is chosen current."""
        self.popup.model.set_choices([Choice(str(row), self.itemText(row)) for row in range(self.count())])
        self.popup.open_below(self, self.currentIndex())

    def hidePopup(self) -> None:  # noqa: N802 (Qt's name)
        """Close the list without a choice."""
        super().hidePopup()
        if "popup" in self.__dict__:
            self.popup.close()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 (Qt's name)
        """Leave the wheel to the page, which it was meant to scroll."""
        event.ignore()

    def _picked(self, choice: Choice) -> None:
        self.setCurrentIndex(int(choice.key))
        self.activated.emit(self.currentIndex())
