"""Cards: framed columns of labels and fields whose type and distances follow the theme."""

from collections.abc import Sequence

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from bones_desktop.theme.measures import FontRole
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.sheetproperty import set_font
from bones_desktop.widgets.text.labels import plain_label


class ThemedCard(QFrame):
    """The style sheet takes the fonts of labels back when they are first shown, so `restyle` is called then."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
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


class Card(ThemedCard):
    """Put widgets into `column`; labels made by `label` and `heading` keep their size through every change of theme."""

    def __init__(
        self, theme: Theme, parent: QWidget | None = None, *, edges: Sequence[float] = (20, 12, 20, 16), gap: float = 8
    ) -> None:
        """Take `edges` (left, top, right, bottom) and the `gap` between two widgets in pixels at 100 % text size."""
        super().__init__(theme, parent)
        self._edges, self._gap = edges, gap
        self._type: list[tuple[QLabel, FontRole, int, bool]] = []
        self.column = QVBoxLayout(self)
        theme.changed.connect(self.restyle)
        Card.restyle(self)

    def heading(self, text: str = "", size: int = 20, *, wrap: bool = False) -> QLabel:
        """Return a label for the name of the card, or for what it says in large words."""
        return self._kept(plain_label(self, text, wrap=wrap), "serif", size, bold=True)

    def label(self, text: str = "", size: int = 14, role: str = "", *, wrap: bool = False) -> QLabel:
        """Return a label of `size` at 100 % text size; `role` is a role of text of the style sheet."""
        return self._kept(plain_label(self, text, role, wrap=wrap), "sans", size, bold=False)

    def restyle(self) -> None:
        """Take the fonts and distances of the theme; a card with further parts adds theirs."""
        theme = self._theme
        self.column.setContentsMargins(*(theme.px(edge) for edge in self._edges))
        self.column.setSpacing(theme.px(self._gap))
        for label, face, size, bold in self._type:
            set_font(label, theme.font(face, size, bold=bold))

    def _kept(self, label: QLabel, face: FontRole, size: int, *, bold: bool) -> QLabel:
        self._type.append((label, face, size, bold))
        set_font(label, self._theme.font(face, size, bold=bold))
        return label
