"""Frames whose height is their own: within room to scroll, Qt would give what wraps its best height, not its least."""

from PySide6.QtWidgets import QFrame, QStackedWidget, QWidget


class Card(QFrame):
    """A card of the page."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")

    def hasHeightForWidth(self) -> bool:
        """Return that the width asks for no height: its lists and fields take what there is."""
        return False


class CardStack(QStackedWidget):
    """Cards in one place."""

    def hasHeightForWidth(self) -> bool:
        """Return that the width asks for no height: its lists and fields take what there is."""
        return False
