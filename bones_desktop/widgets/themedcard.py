"""A card that sets its type again when it is shown."""

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded


class ThemedCard(QFrame):
    """The style sheet takes the fonts of labels back when they are first shown, so `restyle` is called then."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._theme = theme

    def restyle(self) -> None:
        """Fit fonts and gaps to the theme."""
        raise NotImplementedError

    @guarded(None)
    def showEvent(self, event: QShowEvent) -> None:
        """Set the type again."""
        super().showEvent(event)
        self.restyle()
