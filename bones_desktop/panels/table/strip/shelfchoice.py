"""A list to choose from that holds characters of the shelf: it is filled anew each time it opens."""

from PySide6.QtCore import Signal

from bones_desktop.widgets.choice.choicebutton import ChoiceButton


class ShelfChoice(ChoiceButton):
    """Tells `opening` before the list is shown, so that its owner may look at the shelf first."""

    opening = Signal()

    def open(self) -> None:
        """Fill and show the list."""
        self.opening.emit()
        super().open()
