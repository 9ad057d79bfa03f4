"""Cards: framed columns of labels and fields with fonts and gaps from the theme."""

from collections.abc import Sequence

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.text.labels import heading_label, plain_label


class ThemedCard(Guarded, QFrame):
    """Calls `restyle` with each change of the theme, and when it is shown."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._theme = theme
        theme.changed.connect(self.restyle)

    def restyle(self) -> None:
        """Apply the theme to parts that do not follow it by themselves."""

    def showEvent(self, event: QShowEvent) -> None:
        """Apply the theme again, since hidden widgets have no reliable sizes."""
        super().showEvent(event)
        self.restyle()


class Card(ThemedCard):
    """Put widgets into `column`. Labels made by `label` and `heading` keep their size through every change of theme."""

    def __init__(
        self, theme: Theme, parent: QWidget | None = None, *, edges: Sequence[float] = (20, 12, 20, 16), gap: float = 8
    ) -> None:
        """Take `edges` (left, top, right, bottom) and the `gap` between two widgets, in pixels at 100 % text size."""
        super().__init__(theme, parent)
        self.column = vbox(self, theme=theme, gap=gap, edges=edges)

    def heading(self, text: str = "", size: int = 20, *, wrap: bool = False) -> QLabel:
        """Return a label in large letters, for the name of the card or its main message."""
        return heading_label(self._theme, self, text, size, wrap=wrap)

    def label(
        self, text: str = "", size: int = 14, role: str = "", *, wrap: bool = False, rules: bool = False
    ) -> QLabel:
        """Return a label of `size` at 100 % text size. `role` and `rules` are those of `plain_label`."""
        return plain_label(self, text, role, wrap=wrap, theme=self._theme, size=size, rules=rules)
